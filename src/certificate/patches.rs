//! Patches of a board, and shortest ways from one filling of a patch to others.

use super::{program::Rounded, separation::Table};
use crate::{
    board::{Board, Hole, Jump},
    problem::Problem,
};
use std::collections::VecDeque;

/// A patch has so many columns and rows, and this many holes at least.
const SIDE: i32 = 3;
const FEWEST: usize = 6;

/// Disjoint patches, those first whose holes share the fewest jumps with others.
pub(super) fn patches(board: &Board) -> Vec<Vec<Hole>> {
    let cells = board.cells();
    let mut all: Vec<(usize, Vec<Hole>)> = Vec::new();
    let columns = cells.iter().map(|cell| cell.0).max().unwrap_or(0);
    let rows = cells.iter().map(|cell| cell.1).max().unwrap_or(0);
    for (left, top) in (1 - SIDE..=columns).flat_map(|x| (1 - SIDE..=rows).map(move |y| (x, y))) {
        let is_in = |&hole: &Hole| {
            let (x, y) = cells[hole];
            (left..left + SIDE).contains(&x) && (top..top + SIDE).contains(&y)
        };
        let holes: Vec<Hole> = (0..board.n_holes()).filter(is_in).collect();
        let is_shared = |jump: &&Jump| {
            let inside = jump.holes().into_iter().filter(|hole| holes.contains(hole));
            (1..3).contains(&inside.count())
        };
        if holes.len() >= FEWEST && all.iter().all(|(_, other)| *other != holes) {
            all.push((board.jumps().iter().filter(is_shared).count(), holes));
        }
    }
    all.sort_by(|(one, holes), (other, others)| {
        (one * others.len(), holes).cmp(&(other * holes.len(), others))
    });
    let mut chosen: Vec<Vec<Hole>> = Vec::new();
    for (_, holes) in all {
        if !chosen.iter().flatten().any(|hole| holes.contains(hole)) {
            chosen.push(holes);
        }
    }
    chosen
}

/// A jump as a patch sees it: the bits of its holes there, and those that have a peg before.
pub(super) struct Seen {
    pub(super) jump: usize,
    touched: usize,
    before: usize,
}

/// A patch. A filling is a number: bit k for its hole k.
pub(super) struct Patch {
    holes: Vec<Hole>,
    pub(super) jumps: Vec<Seen>,
    start: usize,
    /// The fillings of final positions: the bits that are known of them, and their pegs.
    known: usize,
    pegs: usize,
}

/// By filling: the one before it on a way, and the jump between them.
type LastJumps = Vec<Option<(usize, usize)>>;

/// What is found of the ways of a patch.
pub(super) enum Ways {
    /// The lengths of shortest ones to all fillings, and their last jumps. None is longer than
    /// `far` but those to fillings that are not reached.
    Lengths {
        lengths: Vec<i64>,
        by: LastJumps,
        far: i64,
    },
    /// A way around that costs less than nothing: how often it has each of the jumps.
    Around(Vec<i64>),
}

impl Patch {
    pub(super) fn new(problem: &Problem, holes: &[Hole]) -> Self {
        let bits = |those: &dyn Fn(Hole) -> bool| -> usize {
            let set = holes.iter().enumerate().filter(|(_, hole)| those(**hole));
            set.map(|(bit, _)| 1 << bit).sum()
        };
        let seen = |(number, jump): (usize, &Jump)| Seen {
            jump: number,
            touched: bits(&|hole| jump.holes().contains(&hole)),
            before: bits(&|hole| hole == jump.from || hole == jump.over),
        };
        let jumps = problem.board().jumps().iter().enumerate().map(seen);
        Patch {
            jumps: jumps.filter(|seen| seen.touched != 0).collect(),
            start: bits(&|hole| problem.start().has_peg(hole)),
            known: bits(&|hole| problem.goal().fixed(hole).is_some()),
            pegs: bits(&|hole| problem.goal().fixed(hole) == Some(true)),
            holes: holes.to_vec(),
        }
    }

    /// Shortest ways from the start's filling, by the costs of its jumps.
    pub(super) fn ways(&self, costs: &[i64], steps: &mut usize) -> Ways {
        let n = 1 << self.holes.len();
        let far = costs.iter().map(|cost| cost.abs()).sum::<i64>() * n as i64;
        // What is not reached is as good as far away, so that all fillings have a length.
        let mut lengths = vec![2 * far + 1; n];
        lengths[self.start] = 0;
        let mut by: LastJumps = vec![None; n];
        let mut is_queued = vec![true; n];
        let mut queue = VecDeque::from([self.start]);
        queue.extend((0..n).filter(|&filling| filling != self.start));
        let mut shortened = 0;
        while let Some(filling) = queue.pop_front() {
            is_queued[filling] = false;
            *steps += self.jumps.len();
            for (number, seen) in self.jumps.iter().enumerate() {
                let length = lengths[filling] + costs[number];
                let next = filling ^ seen.touched;
                if filling & seen.touched != seen.before || length >= lengths[next] {
                    continue;
                }
                lengths[next] = length;
                by[next] = Some((filling, number));
                if !std::mem::replace(&mut is_queued[next], true) {
                    queue.push_back(next);
                }
                shortened += 1;
                if shortened % n == 0
                    && let Some(around) = self.around(&by)
                {
                    return Ways::Around(around);
                }
            }
        }
        Ways::Lengths { lengths, by, far }
    }

    /// How often the way to this filling has each of the jumps, from its beginning or since it
    /// was there before.
    pub(super) fn times(&self, by: &LastJumps, to: usize) -> Vec<i64> {
        let mut times = vec![0; self.jumps.len()];
        let mut at = to;
        while let Some((before, number)) = by[at] {
            times[number] += 1;
            at = before;
            if at == to {
                break;
            }
        }
        times
    }

    /// A way around along these last jumps of ways.
    fn around(&self, by: &LastJumps) -> Option<Vec<i64>> {
        let mut seen_from = vec![usize::MAX; by.len()];
        for first in 0..by.len() {
            let mut at = first;
            while seen_from[at] == usize::MAX {
                seen_from[at] = first;
                let Some((before, _)) = by[at] else { break };
                at = before;
            }
            if seen_from[at] == first && by[at].is_some() {
                return Some(self.times(by, at));
            }
        }
        None
    }

    /// The filling of a final position with the least length.
    pub(super) fn nearest(&self, lengths: &[i64]) -> usize {
        let finals = (0..lengths.len()).filter(|filling| filling & self.known == self.pegs);
        finals.min_by_key(|&filling| lengths[filling]).unwrap_or(0)
    }

    /// The table of these lengths.
    pub(super) fn table(&self, lengths: Vec<i64>) -> Table {
        Table {
            holes: self.holes.clone(),
            values: lengths,
        }
    }

    /// What the table of these lengths says of the times of all jumps.
    pub(super) fn row(&self, lengths: Vec<i64>, n_jumps: usize) -> Rounded {
        let mut changes = vec![0; n_jumps];
        for seen in &self.jumps {
            let before = (0..lengths.len()).filter(|filling| filling & seen.touched == seen.before);
            let change = before.map(|filling| lengths[filling ^ seen.touched] - lengths[filling]);
            changes[seen.jump] = change.max().unwrap_or(0);
        }
        Rounded {
            changes,
            least: lengths[self.nearest(&lengths)],
            table: Some(self.table(lengths)),
            ..Rounded::default()
        }
    }
}
