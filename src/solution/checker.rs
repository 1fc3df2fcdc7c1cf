//! The checker: replays jumps on a board of its own.
//!
//! It shares no code with the models: it takes from a problem only which cells
//! there are, which hold pegs, and what the goal says, and works out for
//! itself what a jump is. Nothing is called solved before it agrees.

use super::text::JumpRecord;
use crate::{
    board::{Cell, Lattice, picture::Mark},
    problem::{Goal, Problem},
};
use std::collections::BTreeMap;

/// A jump as a solution has it: the cell left and the cell landed in.
pub type Leap = (Cell, Cell);

/// What is wrong with a solution. Jumps count from 1.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum Wrong {
    /// The jump of this number cannot be made.
    #[error("jump {number} ({}): {reason}", leap_text(leap))]
    Jump {
        /// Which jump, from 1.
        number: usize,
        /// The jump.
        leap: Leap,
        /// Why it cannot be made.
        reason: String,
    },
    /// All jumps can be made, but do not end in the goal.
    #[error("after the last jump ({0}): {1}")]
    Goal(usize, String),
    /// What is said of a jump besides its ends is not true.
    #[error("jump {number} ({}): {reason}", leap_text(leap))]
    Record {
        /// Which jump, from 1.
        number: usize,
        /// The jump.
        leap: Leap,
        /// What is not true.
        reason: String,
    },
    /// A jump number that the board does not have.
    #[error("jump {0} has number {1}, which the board does not have")]
    Number(usize, usize),
}

impl Wrong {
    /// Which jump is wrong, from 1; the last one where the end is.
    pub fn jump(&self) -> usize {
        match self {
            Wrong::Jump { number, .. } | Wrong::Record { number, .. } => *number,
            Wrong::Goal(number, _) | Wrong::Number(number, _) => *number,
        }
    }
}

fn leap_text((from, to): &Leap) -> String {
    format!("{},{}-{},{}", from.0, from.1, to.0, to.1)
}

/// Replays the jumps from the start and compares the end with the goal.
///
/// # Errors
/// At the first jump that cannot be made, or if the end is not the goal.
pub fn check(problem: &Problem, leaps: &[Leap]) -> Result<(), Wrong> {
    let board = problem.board();
    let cells = board.cells().iter().enumerate();
    let mut pegs: BTreeMap<Cell, bool> = cells
        .map(|(hole, &cell)| (cell, problem.start().has_peg(hole)))
        .collect();
    let mut survivor = problem.goal().survivor().map(|peg| board.cell(peg));
    for (index, leap) in leaps.iter().enumerate() {
        let wrong = |reason| Wrong::Jump {
            number: index + 1,
            leap: *leap,
            reason,
        };
        replay(board.lattice(), &mut pegs, leap).map_err(wrong)?;
        if let Some(peg) = &mut survivor {
            if *peg == leap.0 {
                *peg = leap.1;
            } else if !pegs[peg] {
                return Err(wrong("it takes the peg that must survive".into()));
            }
        }
    }
    let wrong = |text: String| Err(Wrong::Goal(leaps.len(), text));
    match problem.goal() {
        Goal::Pegs(wanted) => {
            let left = pegs.values().filter(|&&peg| peg).count();
            if left != *wanted {
                return wrong(format!("{left} pegs are left, the goal is {wanted}"));
            }
        }
        Goal::Survivor(_, at) => {
            let left = pegs.values().filter(|&&peg| peg).count();
            if left != 1 {
                return wrong(format!("{left} pegs are left, the goal is 1"));
            }
            let at = at.map(|at| board.cell(at));
            if let Some((x, y)) = at.filter(|_| at != survivor) {
                return wrong(format!("the peg that survives is not in {x},{y}"));
            }
        }
        Goal::DeadEnd(wanted) => {
            let left = pegs.values().filter(|&&peg| peg).count();
            if left < *wanted {
                return wrong(format!(
                    "{left} pegs are left, the goal is {wanted} or more"
                ));
            }
            if let Some(leap) = possible(board.lattice(), &pegs) {
                return wrong(format!("{} is still possible", leap_text(&leap)));
            }
        }
        Goal::Picture(marks) => {
            for (&(x, y), mark) in board.cells().iter().zip(marks) {
                match (mark, pegs[&(x, y)]) {
                    (Mark::Peg, false) => return wrong(format!("the goal has a peg in {x},{y}")),
                    (Mark::Empty, true) => return wrong(format!("a peg is left in {x},{y}")),
                    _ => {}
                }
            }
        }
    }
    Ok(())
}

/// As [`check`], of jumps by their numbers.
///
/// # Errors
/// As [`check`], and at a number that the board does not have.
pub fn check_numbers(problem: &Problem, jumps: &[usize]) -> Result<(), Wrong> {
    let board = problem.board();
    let leap = |(index, &number): (usize, &usize)| {
        let jump = board
            .jumps()
            .get(number)
            .ok_or(Wrong::Number(index + 1, number))?;
        Ok((board.cell(jump.from), board.cell(jump.to)))
    };
    let leaps: Vec<Leap> = jumps
        .iter()
        .enumerate()
        .map(leap)
        .collect::<Result<_, _>>()?;
    check(problem, &leaps)
}

/// Whether what records say besides the ends of their jumps is true: the hole
/// leapt over, and the jump's number.
///
/// # Errors
/// At the first record that is wrong.
pub fn check_records(problem: &Problem, records: &[JumpRecord]) -> Result<(), Wrong> {
    let board = problem.board();
    for (index, record) in records.iter().enumerate() {
        let leap = (record.from, record.to);
        let wrong = |reason| Wrong::Record {
            number: index + 1,
            leap,
            reason,
        };
        let twice = |(x, y): Cell| (2 * i64::from(x), 2 * i64::from(y));
        let sum = |(ax, ay): Cell, (bx, by): Cell| {
            (i64::from(ax) + i64::from(bx), i64::from(ay) + i64::from(by))
        };
        if let Some(over) = record.over
            && twice(over) != sum(record.from, record.to)
        {
            return Err(wrong(format!(
                "it does not leap over {},{}",
                over.0, over.1
            )));
        }
        let holes = board.hole_at(record.from).zip(board.hole_at(record.to));
        let number = holes.and_then(|(from, to)| board.jump_between(from, to));
        if let Some(stated) = record.number
            && number != Some(stated)
        {
            return Err(wrong(format!("its number is not {stated}")));
        }
    }
    Ok(())
}

/// A jump that can be made.
fn possible(lattice: Lattice, pegs: &BTreeMap<Cell, bool>) -> Option<Leap> {
    let reach = || -2..=2_i32;
    let leaps = pegs.keys().flat_map(|&(x, y)| {
        let ends = reach().flat_map(move |dx| reach().map(move |dy| (x + dx, y + dy)));
        ends.map(move |to| ((x, y), to))
    });
    leaps
        .filter(|leap| pegs.contains_key(&leap.1))
        .find(|leap| leapt_over(lattice, pegs, leap).is_ok())
}

/// Makes one jump, or says why it cannot be made.
fn replay(lattice: Lattice, pegs: &mut BTreeMap<Cell, bool>, leap: &Leap) -> Result<(), String> {
    let middle = leapt_over(lattice, pegs, leap)?;
    pegs.extend([(leap.0, false), (middle, false), (leap.1, true)]);
    Ok(())
}

/// The cell of the peg that a jump removes, or why the jump cannot be made.
fn leapt_over(lattice: Lattice, pegs: &BTreeMap<Cell, bool>, leap: &Leap) -> Result<Cell, String> {
    let &((fx, fy), (tx, ty)) = leap;
    let (dx, dy) = (i64::from(tx) - i64::from(fx), i64::from(ty) - i64::from(fy));
    let straight = match (lattice, dx.abs(), dy.abs()) {
        (_, 2, 0) | (_, 0, 2) => true,
        (Lattice::Triangular, 2, 2) => dx == dy,
        _ => false,
    };
    let hole = |cell: Cell| -> Result<bool, String> {
        pegs.get(&cell)
            .copied()
            .ok_or(format!("{},{} is no hole of the board", cell.0, cell.1))
    };
    let (from, to) = (hole((fx, fy))?, hole((tx, ty))?);
    if !straight {
        return Err("its ends are not two apart in a line".into());
    }
    let middle = (fx + (dx / 2) as i32, fy + (dy / 2) as i32);
    let over = hole(middle)?;
    if !from {
        return Err(format!("no peg in {fx},{fy} to jump with"));
    }
    if !over {
        return Err(format!("no peg in {},{} to jump over", middle.0, middle.1));
    }
    if to {
        return Err(format!("a peg is in the way in {tx},{ty}"));
    }
    Ok(middle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{file, named};

    fn wrong(problem: &str, leaps: &[Leap]) -> String {
        check(&named(problem).unwrap(), leaps)
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn the_first_wrong_jump_is_named() {
        let cases: [(&[Leap], &str); 8] = [
            (
                &[((3, 0), (3, 3))],
                "jump 1 (3,0-3,3): its ends are not two apart in a line",
            ),
            (
                &[((2, 1), (4, 3))],
                "jump 1 (2,1-4,3): its ends are not two apart in a line",
            ),
            (
                &[((3, 0), (3, 2))],
                "jump 1 (3,0-3,2): a peg is in the way in 3,2",
            ),
            (
                &[((1, 1), (3, 1))],
                "jump 1 (1,1-3,1): 1,1 is no hole of the board",
            ),
            (
                &[((3, 1), (3, 3)), ((3, 1), (3, 3))],
                "jump 2 (3,1-3,3): no peg in 3,1",
            ),
            (
                &[((3, 1), (3, 3)), ((3, 3), (3, 1))],
                "jump 2 (3,3-3,1): no peg in 3,2",
            ),
            (
                &[((3, 1), (3, 3))],
                "after the last jump (1): a peg is left in 2,0",
            ),
            (&[((i32::MAX, 0), (i32::MIN, 0))], "jump 1"),
        ];
        for (leaps, expected) in cases {
            let message = wrong("central", leaps);
            assert!(message.starts_with(expected), "{message}");
        }
        assert_eq!(
            wrong("central-free", &[]),
            "after the last jump (0): 32 pegs are left, the goal is 1"
        );
    }

    #[test]
    fn goals_with_either_holes_are_met_by_both() {
        let problem = file::parse("text", "start:\nO O .\ngoal:\n? ? ?\n").unwrap();
        check(&problem, &[]).unwrap();
        check(&problem, &[((0, 0), (2, 0))]).unwrap();
    }
}
