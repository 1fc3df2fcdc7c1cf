//! Replays the jumps of a solution. Works out for itself what a jump is.

use crate::{
    Cell, Goal, Rejection,
    board::{Board, Finals, Jump, count},
    ends,
};
use std::{collections::HashMap, fmt};

/// A jump as a solution has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leap {
    /// The cell left.
    pub from: Cell,
    /// The cell landed in.
    pub to: Cell,
    /// The cell leapt over, which must be said where several jumps lead from one to the other.
    pub over: Option<Cell>,
}

impl From<(Cell, Cell)> for Leap {
    fn from((from, to): (Cell, Cell)) -> Self {
        let over = None;
        Leap { from, to, over }
    }
}

/// `0,0-2,0`, or with the cell leapt over `0,0-2,0/1,0`.
impl fmt::Display for Leap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ((x, y), (to_x, to_y)) = (self.from, self.to);
        write!(f, "{x},{y}-{to_x},{to_y}")?;
        self.over.map_or(Ok(()), |(x, y)| write!(f, "/{x},{y}"))
    }
}

/// What is wrong with a solution. Jumps count from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wrong {
    /// The jump of this number cannot be made, or what is said of it besides its ends is not
    /// true.
    Jump {
        /// Which jump, from 1.
        number: usize,
        /// The jump.
        leap: Leap,
        /// Why it cannot be made, or what is not true.
        reason: String,
    },
    /// All jumps, of this number, can be made, but do not end in the goal.
    Goal(usize, String),
    /// Jump `.0` has a number, `.1`, that the board does not have.
    Number(usize, usize),
    /// The game itself cannot be played.
    Game(Rejection),
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Jump {
                number,
                leap,
                reason,
            } => write!(f, "jump {number} ({leap}): {reason}"),
            Wrong::Goal(number, reason) => write!(f, "after the last jump ({number}): {reason}"),
            Wrong::Number(jump, number) => write!(
                f,
                "jump {jump} has number {number}, which the board does not have"
            ),
            Wrong::Game(rejection) => rejection.fmt(f),
        }
    }
}

impl std::error::Error for Wrong {}

impl Wrong {
    /// Which jump is wrong, from 1; the last one where the end is, 0 where none is to blame.
    pub fn jump(&self) -> usize {
        match self {
            Wrong::Jump { number, .. } | Wrong::Goal(number, _) | Wrong::Number(number, _) => {
                *number
            }
            Wrong::Game(_) => 0,
        }
    }
}

/// A game: the board's cells, which of them hold pegs, and what the end must be. Holes are
/// numbers of cells, from 0.
#[derive(Debug, Clone)]
pub struct Game<'a> {
    /// `square`, `triangular` or `diagonal`; on the second (x, y) neighbours (x+1, y+1) too.
    pub lattice: &'a str,
    /// The cells.
    pub cells: &'a [Cell],
    /// The lines that pegs jump along, in place of the lattice's.
    pub lines: Option<&'a [[usize; 3]]>,
    /// The holes that hold a peg at the start.
    pub start: Vec<usize>,
    /// The end.
    pub goal: Goal,
}

impl Game<'_> {
    /// Replays the jumps from the start and compares the end with the goal.
    ///
    /// # Errors
    /// If it is no game, at the first jump that cannot be made, or if the end is not the goal.
    pub fn replay(&self, leaps: &[Leap]) -> Result<(), Wrong> {
        let board = Board::new(self.lattice, self.cells, self.lines).map_err(Wrong::Game)?;
        let (start, finals) = ends(&board, &self.start, &self.goal).map_err(Wrong::Game)?;
        let holes: HashMap<Cell, usize> = self.cells.iter().copied().zip(0..).collect();
        let mut pegs = start.pegs;
        let mut survivors: Vec<usize> = start.survivors.iter().map(|one| one.peg).collect();
        for (index, leap) in leaps.iter().enumerate() {
            let wrong = |reason| Wrong::Jump {
                number: index + 1,
                leap: *leap,
                reason,
            };
            let jump = jump(&board, &holes, leap).map_err(wrong)?;
            self.possible(&pegs, &jump).map_err(wrong)?;
            (pegs[jump.from], pegs[jump.over], pegs[jump.to]) = (false, false, true);
            if survivors.contains(&jump.over) {
                return Err(wrong("it takes the peg that must survive".into()));
            }
            let moved = survivors.iter_mut().filter(|peg| **peg == jump.from);
            moved.for_each(|peg| *peg = jump.to);
        }
        self.ended(&board, &finals, &pegs, &survivors)
            .map_err(|reason| Wrong::Goal(leaps.len(), reason))
    }

    /// Whether this is an end that is wanted.
    fn ended(
        &self,
        board: &Board,
        finals: &Finals,
        pegs: &[bool],
        survivors: &[usize],
    ) -> Result<(), String> {
        let left = count(pegs);
        let wanted = |wanted: usize| match left == wanted {
            true => Ok(()),
            false => Err(format!("{left} pegs are left, the goal is {wanted}")),
        };
        finals.pegs.map_or(Ok(()), wanted)?;
        let wanted = self.goal.all_survivors().map(|survivor| survivor.at);
        for (at, peg) in wanted.zip(survivors) {
            if let Some(at) = at.filter(|at| at != peg) {
                let (x, y) = self.cells[at];
                return Err(format!("the peg that survives is not in {x},{y}"));
            }
        }
        if let Some(least) = finals.dead_end {
            if left < least {
                return Err(format!("{left} pegs are left, the goal is {least} or more"));
            }
            if let Some(jump) = board.jumps.iter().find(|jump| jump.is_possible(pegs)) {
                let leap = Leap::from((self.cells[jump.from], self.cells[jump.to]));
                return Err(format!("{leap} is still possible"));
            }
        }
        let picture = finals.picture.iter().flatten();
        for ((x, y), (wanted, peg)) in self.cells.iter().zip(picture.zip(pegs)) {
            match (wanted, peg) {
                (Some(true), false) => return Err(format!("the goal has a peg in {x},{y}")),
                (Some(false), true) => return Err(format!("a peg is left in {x},{y}")),
                _ => {}
            }
        }
        Ok(())
    }

    /// Why the jump cannot be made now, if it cannot.
    fn possible(&self, pegs: &[bool], jump: &Jump) -> Result<(), String> {
        let said = |what: &str, hole: usize, more: &str| {
            let (x, y) = self.cells[hole];
            Err(format!("{what} in {x},{y}{more}"))
        };
        match (pegs[jump.from], pegs[jump.over], pegs[jump.to]) {
            (false, ..) => said("no peg", jump.from, " to jump with"),
            (_, false, _) => said("no peg", jump.over, " to jump over"),
            (.., true) => said("a peg is in the way", jump.to, ""),
            _ => Ok(()),
        }
    }
}

/// The jump between two cells.
fn jump(board: &Board, holes: &HashMap<Cell, usize>, leap: &Leap) -> Result<Jump, String> {
    let hole = |cell: Cell| {
        let missing = || format!("{},{} is no hole of the board", cell.0, cell.1);
        holes.get(&cell).copied().ok_or_else(missing)
    };
    let (from, to) = (hole(leap.from)?, hole(leap.to)?);
    let number = match leap.over {
        Some(over) => {
            let over = holes.get(&over);
            over.and_then(|&over| board.number(from, to, over))
        }
        None => board.only_number(from, to),
    };
    number.map(|number| board.jumps[number]).ok_or_else(|| {
        let none = match leap.over {
            Some((x, y)) if board.has_jump(from, to) => {
                return format!("it does not leap over {x},{y}");
            }
            None if board.has_jump(from, to) => {
                "several lines have these ends: the hole leapt over is to be said, as in 0,0-2,0/1,0"
            }
            _ if board.has_lines => "no line has these ends",
            _ => "its ends are not two apart in a line, or no hole is between them",
        };
        none.into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Picture, Survivor};

    const ROW: [Cell; 4] = [(0, 0), (1, 0), (2, 0), (3, 0)];

    fn survivor(peg: usize, at: Option<usize>) -> Goal {
        Goal {
            survivor: Some(Survivor { peg, at }),
            ..Goal::default()
        }
    }

    fn replay(start: &[usize], goal: Goal, leaps: &[Leap]) -> String {
        let game = Game {
            lattice: "square",
            cells: &ROW,
            lines: None,
            start: start.to_vec(),
            goal,
        };
        game.replay(leaps)
            .map_or_else(|wrong| wrong.to_string(), |()| "solved".into())
    }

    /// Another peg may jump beside the one that must survive; what is wrong has its number.
    #[test]
    fn the_wrong_jump_is_told_by_its_number() {
        let (right, left) = (((0, 0), (2, 0)).into(), ((3, 0), (1, 0)).into());
        let replay = |goal: Goal, leaps: &[Leap]| {
            let game = Game {
                lattice: "square",
                cells: &ROW,
                lines: None,
                start: vec![0, 1, 3],
                goal,
            };
            game.replay(leaps).map_err(|wrong| wrong.jump())
        };
        assert_eq!(replay(survivor(3, Some(1)), &[right, left]), Ok(()));
        assert_eq!(replay(survivor(3, Some(1)), &[right, right]), Err(2));
        assert_eq!(replay(survivor(3, Some(2)), &[right, left]), Err(2));
        assert_eq!(replay(survivor(3, Some(1)), &[left]), Err(1));
        assert_eq!(replay(Goal::default(), &[right]), Err(0));
        // A peg that the picture wants and does not find; another hole may be either.
        let picture = |filled| Goal {
            picture: Some(Picture {
                filled: vec![filled],
                either: vec![2, 3],
            }),
            ..Goal::default()
        };
        assert_eq!(replay(picture(1), &[right, left]), Ok(()));
        assert_eq!(replay(picture(0), &[right, left]), Err(2));
        assert_eq!(replay(picture(0), &[right]), Err(1));
    }

    #[test]
    fn every_rule_is_kept_and_every_goal_is_told() {
        let right = ((0, 0), (2, 0)).into();
        let picture = |filled: &[usize], either: &[usize]| Goal {
            picture: Some(Picture {
                filled: filled.to_vec(),
                either: either.to_vec(),
            }),
            ..Goal::default()
        };
        let pegs = |pegs| Goal {
            pegs: Some(pegs),
            ..Goal::default()
        };
        let dead_end = |pegs| Goal {
            dead_end: Some(pegs),
            ..Goal::default()
        };
        let both = |most| Goal {
            dead_end: Some(most),
            ..picture(&[2], &[3])
        };
        let cases: [(&[usize], Goal, &[Leap], &str); 22] = [
            (&[0, 1], both(1), &[right], "solved"),
            (&[0, 1], both(2), &[right], "the goal is 2 or more"),
            (&[0, 1], Goal::default(), &[right], "its goal says nothing"),
            (&[0, 1], pegs(1), &[right], "solved"),
            (&[0, 1], picture(&[2], &[]), &[right], "solved"),
            (&[0, 1, 3], picture(&[2], &[3]), &[right], "solved"),
            (&[0, 1], survivor(0, Some(2)), &[right], "solved"),
            (&[0, 1], dead_end(1), &[right], "solved"),
            (&[0, 1], pegs(1), &[], "2 pegs are left"),
            (
                &[0, 1],
                picture(&[3], &[]),
                &[right],
                "a peg is left in 2,0",
            ),
            (&[0, 1], survivor(0, Some(3)), &[right], "is not in 3,0"),
            (&[0, 1], dead_end(2), &[right], "the goal is 2 or more"),
            (&[0, 1], dead_end(1), &[], "0,0-2,0 is still possible"),
            (&[1, 2], pegs(1), &[right], "no peg in 0,0"),
            (&[0, 2], pegs(1), &[right], "no peg in 1,0"),
            (&[0, 1, 2], pegs(1), &[right], "in the way in 2,0"),
            (
                &[0, 1],
                pegs(1),
                &[((0, 0), (3, 0)).into()],
                "not two apart",
            ),
            (
                &[0, 1],
                pegs(1),
                &[((0, 0), (0, 2)).into()],
                "0,2 is no hole",
            ),
            (
                &[0, 1],
                pegs(1),
                &[((i32::MAX, 0), (i32::MIN, 0)).into()],
                "is no hole",
            ),
            (&[7], pegs(1), &[], "hole 7, which is not there"),
            (
                &[0, 1],
                picture(&[9], &[]),
                &[],
                "hole 9, which is not there",
            ),
            (&[1], survivor(0, None), &[], "no peg in hole 0 to survive"),
        ];
        for (start, goal, leaps, expected) in cases {
            let said = replay(start, goal.clone(), leaps);
            assert!(said.contains(expected), "{goal:?} {leaps:?}: {said}");
        }
    }

    #[test]
    fn the_peg_that_must_survive_is_not_taken() {
        let said = replay(&[0, 1], survivor(1, None), &[((0, 0), (2, 0)).into()]);
        assert!(said.contains("takes the peg that must survive"), "{said}");
    }

    #[test]
    fn diagonals_are_of_the_triangular_lattice() {
        let cells: Vec<Cell> = (0..9).map(|cell| (cell % 3, cell / 3)).collect();
        for (lattice, is_allowed) in [("triangular", true), ("square", false)] {
            let game = Game {
                lattice,
                cells: &cells,
                lines: None,
                start: vec![0, 4],
                goal: Goal {
                    pegs: Some(1),
                    ..Goal::default()
                },
            };
            assert_eq!(game.replay(&[((0, 0), (2, 2)).into()]).is_ok(), is_allowed);
            let said = game
                .replay(&[((2, 2), (2, 0)).into()])
                .map_err(|wrong| wrong.to_string());
            assert!(said.is_err_and(|said| said.contains("no peg in 2,2 to jump with")));
            let lonely = Game {
                start: vec![8],
                ..game
            };
            let said = lonely
                .replay(&[((2, 2), (2, 0)).into()])
                .map_err(|wrong| wrong.to_string());
            assert!(said.is_err_and(|said| said.contains("no peg in 2,1 to jump over")));
        }
    }
}
