//! Weights that rule positions out, found on the way of a search.
//!
//! [`pegsat_check`]'s `exhaustion.rs` says why a position that is worth too little by them, or by
//! them and rounded rows, cannot win. A jump lowers no row's number by more than it counts in
//! the row; so what is ruled out at a position is so after every jump.
//!
//! Such weights are looked for where the search spends its time. After some positions it looks
//! along its path, from the start to where it is, for the first position that weights rule
//! out; the same weights rule out all that follows it.

use crate::{
    board::{Hole, JumpNumber, Position},
    problem::{Goal, Problem, pagoda},
    watch::Stop,
};
use serde::Serialize;

/// Weights of the holes, what a jump that can be the last one lowers their sum by, and rounded
/// rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cut {
    /// By hole.
    pub weights: Vec<i64>,
    /// By how much the last jump of a solution lowers the sum, at least.
    pub last: i64,
    /// How often rows are added, by their number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rounded: Vec<(usize, i64)>,
    /// The rows, each made of those before it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<Half>,
}

/// Half of a sum of rows, rounded up: those of some holes, the one of last jumps, and rows
/// before it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Half {
    /// The holes.
    pub holes: Vec<Hole>,
    /// Whether that of last jumps, of which one is made, is among them.
    pub last: bool,
    /// Rows before it, by their number.
    pub rows: Vec<usize>,
}

/// How weights are looked for. Nothing checks here that no jump raises them: who finds them does,
/// in integers, and a certificate.
#[derive(Clone, Copy)]
pub struct Cutting<'a> {
    /// Looks for weights that rule out the start of a problem, with rounded rows or without.
    pub find: &'a Find<'a>,
    /// A number of positions. After twice as many weights are looked for, after as many again
    /// rounded rows too. Then after a quarter of all positions so far, but no fewer than this
    /// number and no more than the next; or, where the last look found nothing, after twice as
    /// many as before it. Each look takes time, and so does each cut at every position.
    pub patience: u64,
    /// The most positions between two looks, as long as they find something.
    pub longest: u64,
}

/// Looks for weights that rule out the start of a problem, with rounded rows or without.
pub(super) type Find<'a> = dyn Fn(&Problem, bool) -> Result<Option<Cut>, Stop> + 'a;

impl<'a> Cutting<'a> {
    /// As often as pays: to look takes as long as some 10,000 positions, with rounded rows ten
    /// times as long.
    pub fn by(find: &'a Find<'a>) -> Self {
        Cutting {
            find,
            patience: 1 << 13,
            longest: 1 << 16,
        }
    }
}

/// The most weights, with their images: each position is looked at with all of them.
const MOST: usize = 256;

/// The most rows of a cut.
const MOST_ROWS: usize = 64;

/// No weight is larger, so that sums over a board are 32-bit integers.
const LARGEST: i64 = 1 << 20;

/// Numbers of so many weights are looked at together.
const LANES: usize = 8;
type Lanes = [i32; LANES];

/// The weights that are known, and what the positions on the path are worth by them.
pub(super) struct Cuts<'a> {
    problem: &'a Problem,
    /// Those that leave the goal as it is, the identity first.
    symmetries: &'a [Vec<Hole>],
    cutting: Option<Cutting<'a>>,
    known: Vec<Cut>,
    /// The rows of those that have any.
    rounded: Vec<Rounding>,
    /// What a position that is not final must be worth, by weights without rows.
    least: Vec<Lanes>,
    /// The weights, by hole.
    weights: Vec<Lanes>,
    /// What each jump loses, by jump and weights.
    losses: Vec<Lanes>,
    /// What the positions on the path are worth, by position and weights.
    worth: Vec<Lanes>,
    /// How many positions on the path no weights rule out.
    tried: usize,
    patience: u64,
    /// Positions that were gone on from.
    gone_on: u64,
    /// Positions until weights are looked for again.
    left: u64,
    /// Whether they were looked for at all.
    has_looked: bool,
}

impl<'a> Cuts<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        symmetries: &'a [Vec<Hole>],
        cutting: Option<Cutting<'a>>,
    ) -> Self {
        let patience = cutting.map_or(u64::MAX / 2, |cutting| 2 * cutting.patience);
        Cuts {
            problem,
            symmetries,
            cutting,
            known: Vec::new(),
            rounded: Vec::new(),
            least: Vec::new(),
            weights: Vec::new(),
            losses: Vec::new(),
            worth: Vec::new(),
            tried: 0,
            patience,
            gone_on: 0,
            left: patience,
            has_looked: false,
        }
    }

    /// Whether rounded rows rule out the position after this jump, which has these pegs.
    pub(super) fn rows_rule_out(&mut self, jump: JumpNumber, pegs: u128) -> bool {
        let n = self.least.len();
        let worth = &self.worth[self.worth.len() - n..];
        let losses = &self.losses[jump.0 * n..][..n];
        let found = self.rounded.iter().position(|rounding| {
            let (block, lane) = (rounding.number / LANES, rounding.number % LANES);
            rounding.rules_out(pegs, worth[block][lane] - losses[block][lane])
        });
        // What rules out often is asked first.
        if let Some(place) = found {
            self.rounded.swap(place, place / 2);
        }
        found.is_some()
    }

    /// Whether weights rule out the position after this jump, from the last one on the path.
    pub(super) fn rule_out(&self, jump: JumpNumber) -> bool {
        let n = self.least.len();
        let worth = &self.worth[self.worth.len() - n..];
        let losses = &self.losses[jump.0 * n..][..n];
        let mut after = worth.iter().zip(losses).zip(&self.least);
        after.any(|((worth, losses), least)| {
            let mut is_low = false;
            for lane in 0..LANES {
                is_low |= worth[lane] - losses[lane] < least[lane];
            }
            is_low
        })
    }

    /// The position after this jump is on the path.
    pub(super) fn go_on(&mut self, jump: JumpNumber) {
        let n = self.least.len();
        let here = self.worth.len() - n;
        self.worth.extend_from_within(here..);
        let losses = &self.losses[jump.0 * n..][..n];
        for (worth, losses) in self.worth[here + n..].iter_mut().zip(losses) {
            for lane in 0..LANES {
                worth[lane] -= losses[lane];
            }
        }
        self.gone_on += 1;
        self.left = self.left.saturating_sub(1);
    }

    /// Only so many positions are on the path.
    pub(super) fn leave(&mut self, depth: usize) {
        self.worth.truncate(depth * self.least.len());
        self.tried = self.tried.min(depth);
    }

    /// If it is time to, looks for weights that rule out a position on the path, which these
    /// jumps lead along, and all after it; how many positions are before it.
    pub(super) fn learn(
        &mut self,
        way: impl ExactSizeIterator<Item = JumpNumber>,
    ) -> Result<usize, Stop> {
        let depth = way.len() + 1;
        let Some(cutting) = self.cutting.filter(|_| self.left == 0) else {
            return Ok(depth);
        };
        let is_first = !std::mem::replace(&mut self.has_looked, true);
        let mut path = vec![self.problem.start().clone()];
        for jump in way {
            let jump = self.problem.board().jump(jump);
            path.push(path[path.len() - 1].after(jump));
        }
        let (mut cut, mut from, mut to) = (None, self.tried, depth);
        while from < to {
            let middle = from + (to - from) / 2;
            match (cutting.find)(&at(self.problem, path[middle].clone()), !is_first)? {
                None => from = middle + 1,
                found => (cut, to) = (found, middle),
            }
        }
        // What weights alone did not rule out, rows may.
        self.tried = if is_first { 0 } else { from };
        self.patience = match cut {
            _ if is_first => 2 * cutting.patience,
            Some(_) => (self.gone_on / 4).clamp(cutting.patience, cutting.longest),
            None => 2 * self.patience,
        };
        self.left = self.patience;
        if let Some(cut) = cut {
            if !self.add(&cut) {
                return Ok(depth);
            }
            let worth = |position: &Position| self.in_lanes(0, |cut| cut.worth(position.pegs()));
            self.worth = path[..from].iter().flat_map(worth).collect();
        }
        Ok(from)
    }

    /// Adds these weights and their images, all or none: positions stand for their images.
    /// Whether there was room.
    fn add(&mut self, cut: &Cut) -> bool {
        let mut images: Vec<Cut> = Vec::new();
        for symmetry in self.symmetries {
            let image = cut.image(symmetry);
            if !images.contains(&image) {
                images.push(image);
            }
        }
        let is_large = |number: &i64| number.abs() > LARGEST;
        if self.known.len() + images.len() > MOST
            || cut.rows.len() > MOST_ROWS
            || cut.weights.iter().chain([&cut.last]).any(is_large)
        {
            self.cutting = None;
            return false;
        }
        let problem = self.problem;
        for image in images {
            if !image.rows.is_empty() {
                let rounding = Rounding::of(self.known.len(), &image, problem);
                self.rounded.push(rounding);
            }
            self.known.push(image);
        }
        let none = i64::from(i32::MIN);
        self.least = self.in_lanes(i32::MIN, |cut| match cut.rows.is_empty() {
            true => cut.least(problem),
            false => none,
        });
        let holes = 0..problem.board().n_holes();
        let weights = holes.flat_map(|hole| self.in_lanes(0, |cut| cut.weights[hole]));
        self.weights = weights.collect();
        let jumps = problem.board().jumps().iter();
        let losses =
            jumps.flat_map(|jump| self.in_lanes(0, |cut| pagoda::loss(&cut.weights, jump)));
        self.losses = losses.collect();
        true
    }

    /// A number for each cut; places that are left over have the other one.
    fn in_lanes(&self, other: i32, number: impl Fn(&Cut) -> i64) -> Vec<Lanes> {
        let lanes = self.known.chunks(LANES).map(|cuts| {
            let mut lanes = [other; LANES];
            for (lane, cut) in lanes.iter_mut().zip(cuts) {
                *lane = number(cut) as i32;
            }
            lanes
        });
        lanes.collect()
    }

    /// Whether some weights rule out the position with these pegs, which is not final.
    pub(super) fn rules_out(&self, pegs: u128) -> bool {
        let n = self.least.len();
        let mut worth = vec![[0; LANES]; n];
        let holes = (0..self.problem.board().n_holes()).filter(|hole| pegs >> hole & 1 == 1);
        for hole in holes {
            for (worth, weights) in worth.iter_mut().zip(&self.weights[hole * n..][..n]) {
                for lane in 0..LANES {
                    worth[lane] += weights[lane];
                }
            }
        }
        let by_rows = |rounding: &Rounding| {
            let (block, lane) = (rounding.number / LANES, rounding.number % LANES);
            rounding.rules_out(pegs, worth[block][lane])
        };
        let mut lanes = worth.iter().flatten().zip(self.least.iter().flatten());
        lanes.any(|(worth, least)| worth < least) || self.rounded.iter().any(by_rows)
    }

    /// All that are known.
    pub(super) fn into_known(self) -> Vec<Cut> {
        self.known
    }
}

/// A cut with rows as the search has it.
struct Rounding {
    /// Its number among all cuts.
    number: usize,
    /// What a position that is not final must be worth, apart from rows.
    least: i64,
    /// And with what rows add to it at most.
    most: i64,
    rows: Vec<HalfRow>,
    times: Vec<(usize, i64)>,
}

struct HalfRow {
    holes: u128,
    /// Of the sum, whatever the position has in the holes.
    least: i64,
    rows: Vec<usize>,
}

impl Rounding {
    fn of(number: usize, cut: &Cut, problem: &Problem) -> Self {
        let at_end = |hole: &&Hole| problem.goal().fixed(**hole) == Some(true);
        let rows = cut.rows.iter().map(|row| HalfRow {
            holes: row.holes.iter().fold(0, |set, hole| set | 1 << hole),
            least: row.holes.iter().filter(at_end).count() as i64 + i64::from(row.last),
            rows: row.rows.clone(),
        });
        let mut rounding = Rounding {
            number,
            least: cut.least(problem),
            most: 0,
            rows: rows.collect(),
            times: cut.rounded.clone(),
        };
        rounding.most = rounding.least + rounding.raise(0);
        rounding
    }

    /// Whether a position with these pegs, which are worth this by the cut's weights, is ruled
    /// out.
    fn rules_out(&self, pegs: u128, worth: i32) -> bool {
        let worth = i64::from(worth);
        worth < self.most && worth < self.least + self.raise(pegs)
    }

    /// What rows add, with these pegs; most of all without any.
    fn raise(&self, pegs: u128) -> i64 {
        let mut least = [0; MOST_ROWS];
        for (number, row) in self.rows.iter().enumerate() {
            let before: i64 = row.rows.iter().map(|&row| least[row]).sum();
            let sum = row.least - i64::from((pegs & row.holes).count_ones()) + before;
            least[number] = -(-sum).div_euclid(2);
        }
        let raised = self.times.iter().map(|&(row, times)| least[row] * times);
        raised.sum()
    }
}

impl Cut {
    /// The same under a symmetry.
    fn image(&self, symmetry: &[Hole]) -> Cut {
        let holes = |row: &Half| -> Vec<Hole> {
            let those = (0..symmetry.len()).filter(|&hole| row.holes.contains(&symmetry[hole]));
            those.collect()
        };
        let rows = self.rows.iter().map(|row| Half {
            holes: holes(row),
            ..row.clone()
        });
        Cut {
            weights: symmetry.iter().map(|&hole| self.weights[hole]).collect(),
            rows: rows.collect(),
            ..self.clone()
        }
    }

    /// What a position must be worth that is not final, apart from its rows.
    fn least(&self, problem: &Problem) -> i64 {
        pagoda::least_value(problem, &self.weights) + self.last
    }

    fn worth(&self, pegs: impl Iterator<Item = Hole>) -> i64 {
        pegs.map(|hole| self.weights[hole]).sum()
    }
}

/// The problem from this position on, whichever peg must survive.
fn at(problem: &Problem, position: Position) -> Problem {
    let goal = problem.goal();
    let goal = match (goal.has_survivors(), goal.marks()) {
        (false, _) => goal.clone(),
        (true, Some(marks)) => Goal::picture(marks.to_vec()),
        (true, None) => Goal::anywhere(goal.survivors().len()),
    };
    Problem::new(problem.name(), problem.board().clone(), position, goal)
}
