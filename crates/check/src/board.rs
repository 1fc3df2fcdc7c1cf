//! The board, the jumps and the final positions, as the checker sees them.

use crate::{Goal, Rejection, reject};
use std::collections::{HashMap, HashSet};

/// The most holes.
const MOST_HOLES: usize = 50_000;

/// The largest coordinate.
const FARTHEST: u32 = 100_000;

/// Three holes in a line: the peg in `from` jumps over `over` into `to`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Jump {
    pub(crate) from: usize,
    pub(crate) over: usize,
    pub(crate) to: usize,
}

#[derive(Debug)]
pub(crate) struct Board {
    pub(crate) n: usize,
    pub(crate) jumps: Vec<Jump>,
}

/// For each hole whether there is a peg.
pub(crate) type Position = Vec<bool>;

/// What the jumps begin with.
#[derive(Debug)]
pub(crate) struct Start {
    pub(crate) pegs: Position,
    /// The hole of the peg that must survive, which is never jumped over, if one
    /// must.
    pub(crate) survivor: Option<usize>,
}

impl Board {
    pub(crate) fn new(lattice: &str, cells: &[(i32, i32)]) -> Result<Self, Rejection> {
        // Half of the directions: each line is seen from one end, and jumped
        // both ways.
        let directions: &[(i64, i64)] = match lattice {
            "square" => &[(1, 0), (0, 1)],
            "triangular" => &[(1, 0), (0, 1), (1, 1)],
            _ => return reject("its lattice is neither square nor triangular"),
        };
        if cells.is_empty() || cells.len() > MOST_HOLES {
            return reject(format!("its board has {} holes", cells.len()));
        }
        let wide = |&(x, y): &(i32, i32)| (i64::from(x), i64::from(y));
        let at: HashMap<(i64, i64), usize> = cells
            .iter()
            .enumerate()
            .map(|(hole, cell)| (wide(cell), hole))
            .collect();
        let far = |&(x, y): &(i32, i32)| x.unsigned_abs() > FARTHEST || y.unsigned_abs() > FARTHEST;
        if cells.iter().any(far) {
            return reject(format!("a hole lies more than {FARTHEST} away from 0,0"));
        }
        if at.len() != cells.len() {
            return reject("its board has the same hole twice");
        }
        let mut jumps = Vec::new();
        for (a, cell) in cells.iter().enumerate() {
            let (x, y) = wide(cell);
            for (dx, dy) in directions {
                let b = at.get(&(x + dx, y + dy));
                let c = at.get(&(x + 2 * dx, y + 2 * dy));
                if let (Some(&over), Some(&c)) = (b, c) {
                    jumps.push(Jump {
                        from: a,
                        over,
                        to: c,
                    });
                    jumps.push(Jump {
                        from: c,
                        over,
                        to: a,
                    });
                }
            }
        }
        Ok(Board {
            n: cells.len(),
            jumps,
        })
    }

    /// For each hole, whether a peg can come there from this one.
    pub(crate) fn track(&self, from: usize) -> Vec<bool> {
        let mut ends = vec![Vec::new(); self.n];
        for jump in &self.jumps {
            ends[jump.from].push(jump.to);
        }
        let mut track = vec![false; self.n];
        track[from] = true;
        let mut fresh = vec![from];
        while let Some(hole) = fresh.pop() {
            for &to in &ends[hole] {
                if !std::mem::replace(&mut track[to], true) {
                    fresh.push(to);
                }
            }
        }
        track
    }

    /// The position with pegs in these holes.
    pub(crate) fn position(&self, pegs: &[usize], what: &str) -> Result<Position, Rejection> {
        let mut position = vec![false; self.n];
        for &hole in pegs {
            match position.get_mut(hole) {
                None => return reject(format!("its {what} names hole {hole}, which is not there")),
                Some(true) => return reject(format!("its {what} names hole {hole} twice")),
                Some(peg) => *peg = true,
            }
        }
        Ok(position)
    }
}

/// The positions that the goal accepts.
#[derive(Debug)]
pub(crate) enum Finals {
    /// For each hole: peg, no peg, or either.
    Picture(Vec<Option<bool>>),
    /// All positions with this number of pegs.
    Pegs(usize),
    /// Those with at least this number of pegs from which none of these jumps is possible.
    DeadEnd(usize, Vec<Jump>),
}

impl Finals {
    pub(crate) fn new(board: &Board, goal: &Goal) -> Result<Self, Rejection> {
        match goal {
            Goal::Picture { filled, either } => {
                let mut both: Vec<usize> = filled.iter().chain(either).copied().collect();
                board.position(&both, "goal")?;
                let either: HashSet<usize> = either.iter().copied().collect();
                let mut picture = vec![Some(false); board.n];
                for hole in both.drain(..) {
                    picture[hole] = (!either.contains(&hole)).then_some(true);
                }
                Ok(Finals::Picture(picture))
            }
            Goal::Pegs(pegs) => Ok(Finals::Pegs(*pegs)),
            Goal::DeadEnd(pegs) => Ok(Finals::DeadEnd(*pegs, board.jumps.clone())),
            Goal::Survivor { at: None, .. } => Ok(Finals::Pegs(1)),
            Goal::Survivor { at: Some(hole), .. } => {
                let filled = board.position(&[*hole], "goal")?;
                Ok(Finals::Picture(filled.into_iter().map(Some).collect()))
            }
        }
    }

    pub(crate) fn accept(&self, position: &[bool]) -> bool {
        match self {
            Finals::Picture(picture) => {
                let mut holes = picture.iter().zip(position);
                holes.all(|(wanted, peg)| wanted.is_none_or(|wanted| wanted == *peg))
            }
            Finals::Pegs(pegs) => count(position) == *pegs,
            Finals::DeadEnd(pegs, jumps) => {
                let possible =
                    |jump: &Jump| position[jump.from] && position[jump.over] && !position[jump.to];
                count(position) >= *pegs && !jumps.iter().any(possible)
            }
        }
    }

    /// The least sum of weights over the pegs of a final position; `None` if
    /// there is none on this board.
    pub(crate) fn least_value(&self, weights: &[i64]) -> Option<i128> {
        match self {
            Finals::Picture(picture) => {
                let holes = picture.iter().zip(weights);
                let value = holes.map(|(wanted, &weight)| match wanted {
                    Some(true) => i128::from(weight),
                    Some(false) => 0,
                    None => i128::from(weight.min(0)),
                });
                Some(value.sum())
            }
            Finals::Pegs(pegs) => {
                let mut weights = weights.to_vec();
                weights.sort_unstable();
                let least = weights.get(..*pegs)?;
                Some(least.iter().map(|&weight| i128::from(weight)).sum())
            }
            // Any position may be one, for all that is known here.
            Finals::DeadEnd(..) => Some(weights.iter().map(|&w| i128::from(w.min(0))).sum()),
        }
    }

    /// Whether the empty board is the only final position.
    pub(crate) fn are_empty(&self) -> bool {
        match self {
            Finals::Picture(picture) => picture.iter().all(|&hole| hole == Some(false)),
            Finals::Pegs(pegs) => *pegs == 0,
            Finals::DeadEnd(..) => false,
        }
    }

    /// The fewest pegs of a final position.
    pub(crate) fn fewest_pegs(&self) -> usize {
        match self {
            Finals::Picture(picture) => picture.iter().filter(|&&hole| hole == Some(true)).count(),
            Finals::Pegs(pegs) | Finals::DeadEnd(pegs, _) => *pegs,
        }
    }
}

pub(crate) fn count(position: &[bool]) -> usize {
    position.iter().filter(|&&peg| peg).count()
}
