//! Replays the jumps of a solution. Works out for itself what a jump is.

use crate::{Cell, Goal};
use std::{collections::BTreeMap, fmt};

/// A jump as a solution has it: the cell left and the cell landed in.
pub type Leap = (Cell, Cell);

/// What is wrong with a solution. Jumps count from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wrong {
    /// The jump of this number cannot be made.
    Jump {
        /// Which jump, from 1.
        number: usize,
        /// The jump.
        leap: Leap,
        /// Why it cannot be made.
        reason: String,
    },
    /// All jumps, of this number, can be made, but do not end in the goal.
    Goal(usize, String),
    /// What is said of a jump besides its ends is not true.
    Record {
        /// Which jump, from 1.
        number: usize,
        /// The jump.
        leap: Leap,
        /// What is not true.
        reason: String,
    },
    /// Jump `.0` has a number, `.1`, that the board does not have.
    Number(usize, usize),
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Jump {
                number,
                leap,
                reason,
            }
            | Wrong::Record {
                number,
                leap,
                reason,
            } => write!(f, "jump {number} ({}): {reason}", leap_text(leap)),
            Wrong::Goal(number, reason) => write!(f, "after the last jump ({number}): {reason}"),
            Wrong::Number(jump, number) => write!(
                f,
                "jump {jump} has number {number}, which the board does not have"
            ),
        }
    }
}

impl std::error::Error for Wrong {}

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

/// A game: the board's cells, which of them hold pegs, and what the end must be. Holes are
/// numbers of cells, from 0.
#[derive(Debug, Clone)]
pub struct Game<'a> {
    /// Whether jumps go along a third line too, from a cell to that one further right and down.
    pub is_triangular: bool,
    /// The cells.
    pub cells: &'a [Cell],
    /// For each cell, whether it holds a peg at the start.
    pub start: Vec<bool>,
    /// The end.
    pub goal: Goal,
}

impl Game<'_> {
    /// Replays the jumps from the start and compares the end with the goal.
    ///
    /// # Errors
    /// At the first jump that cannot be made, or if the end is not the goal.
    pub fn replay(&self, leaps: &[Leap]) -> Result<(), Wrong> {
        let starts = self.cells.iter().copied().zip(self.start.iter().copied());
        let mut pegs: BTreeMap<Cell, bool> = starts.collect();
        let mut survivor = match self.goal {
            Goal::Survivor { peg, .. } => Some(self.cells[peg]),
            _ => None,
        };
        for (index, leap) in leaps.iter().enumerate() {
            let wrong = |reason| Wrong::Jump {
                number: index + 1,
                leap: *leap,
                reason,
            };
            let middle = self.leapt_over(&pegs, leap).map_err(wrong)?;
            pegs.extend([(leap.0, false), (middle, false), (leap.1, true)]);
            if let Some(peg) = &mut survivor {
                if *peg == leap.0 {
                    *peg = leap.1;
                } else if !pegs[peg] {
                    return Err(wrong("it takes the peg that must survive".into()));
                }
            }
        }
        let ended = self.ended(&pegs, survivor);
        ended.map_err(|reason| Wrong::Goal(leaps.len(), reason))
    }

    /// Whether this is the end that is wanted.
    fn ended(&self, pegs: &BTreeMap<Cell, bool>, survivor: Option<Cell>) -> Result<(), String> {
        let left = pegs.values().filter(|&&peg| peg).count();
        let some = |wanted: usize| match left == wanted {
            true => Ok(()),
            false => Err(format!("{left} pegs are left, the goal is {wanted}")),
        };
        match &self.goal {
            Goal::Pegs(wanted) => some(*wanted),
            Goal::Survivor { at, .. } => {
                some(1)?;
                match at.map(|at| self.cells[at]) {
                    Some(cell) if Some(cell) != survivor => Err(format!(
                        "the peg that survives is not in {},{}",
                        cell.0, cell.1
                    )),
                    _ => Ok(()),
                }
            }
            Goal::DeadEnd(wanted) if left < *wanted => Err(format!(
                "{left} pegs are left, the goal is {wanted} or more"
            )),
            Goal::DeadEnd(_) => match self.possible(pegs) {
                Some(leap) => Err(format!("{} is still possible", leap_text(&leap))),
                None => Ok(()),
            },
            Goal::Picture { filled, either } => {
                let mut wanted = vec![Some(false); self.cells.len()];
                filled.iter().for_each(|&hole| wanted[hole] = Some(true));
                either.iter().for_each(|&hole| wanted[hole] = None);
                for (cell, wanted) in self.cells.iter().zip(wanted) {
                    let (x, y) = cell;
                    match (wanted, pegs[cell]) {
                        (Some(true), false) => {
                            return Err(format!("the goal has a peg in {x},{y}"));
                        }
                        (Some(false), true) => return Err(format!("a peg is left in {x},{y}")),
                        _ => {}
                    }
                }
                Ok(())
            }
        }
    }

    /// A jump that can be made.
    fn possible(&self, pegs: &BTreeMap<Cell, bool>) -> Option<Leap> {
        let reach = || -2..=2_i32;
        let leaps = pegs.keys().flat_map(|&(x, y)| {
            let ends = reach().flat_map(move |dx| reach().map(move |dy| (x + dx, y + dy)));
            ends.map(move |to| ((x, y), to))
        });
        leaps
            .filter(|leap| pegs.contains_key(&leap.1))
            .find(|leap| self.leapt_over(pegs, leap).is_ok())
    }

    /// The cell of the peg that a jump removes, or why the jump cannot be made.
    fn leapt_over(&self, pegs: &BTreeMap<Cell, bool>, leap: &Leap) -> Result<Cell, String> {
        let &((fx, fy), (tx, ty)) = leap;
        let (dx, dy) = (i64::from(tx) - i64::from(fx), i64::from(ty) - i64::from(fy));
        let straight = match (dx.abs(), dy.abs()) {
            (2, 0) | (0, 2) => true,
            (2, 2) => self.is_triangular && dx == dy,
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
}
