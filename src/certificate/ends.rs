//! The ends of a solution: of the jumps that touch holes which it must change, one is the
//! first and one the last ([`pegsat_check`]'s `argument.rs` says why).
//!
//! In the linear program of how often each jump is made, each set gives two rows that every
//! solution fulfils. Their multipliers are the `first` and `last` of a certificate's leaf.

use crate::{
    board::{Hole, Jump},
    problem::Problem,
    watch::{Stop, Watch},
};

/// A set of holes that every solution changes, and the jumps of which one is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ends {
    /// The set.
    pub(super) holes: Vec<Hole>,
    /// By jump, whether it can be the first, and the last, to touch the set.
    pub(super) first: Vec<bool>,
    pub(super) last: Vec<bool>,
}

/// Whether every final position has another value in this hole than the start.
fn differs(problem: &Problem, hole: Hole) -> bool {
    let wanted = problem.goal().fixed(hole);
    wanted.is_some_and(|peg| peg != problem.start().has_peg(hole))
}

/// Whether a jump touches the set, and may be the first to do so; or with the goal's view of
/// the holes, the last.
fn may_be(problem: &Problem, set: &[bool], jump: &Jump, is_first: bool) -> bool {
    let holes = [(jump.from, true), (jump.over, true), (jump.to, false)];
    let fits = |&(hole, peg): &(Hole, bool)| match is_first {
        true => problem.start().has_peg(hole) == peg,
        // After the jump it is the other way round.
        false => problem.goal().fixed(hole) != Some(peg),
    };
    let touched = || holes.iter().filter(|(hole, _)| set[*hole]);
    touched().next().is_some() && touched().all(fits)
}

/// The ends of one set.
fn of(problem: &Problem, set: &[bool]) -> Ends {
    let jumps = problem.board().jumps().iter();
    let those = |is_first| -> Vec<bool> {
        jumps
            .clone()
            .map(|jump| may_be(problem, set, jump, is_first))
            .collect()
    };
    Ends {
        holes: (0..set.len()).filter(|&hole| set[hole]).collect(),
        first: those(true),
        last: those(false),
    }
}

/// The ends of the whole board; none if the start may be final.
pub(super) fn of_all(problem: &Problem) -> Option<Ends> {
    let n_holes = problem.board().n_holes();
    (!problem.accepts(problem.start())).then(|| of(problem, &vec![true; n_holes]))
}

/// This many jumps are looked at in a unit of work: an estimate.
const JUMPS_A_UNIT: u64 = 200;

/// What a row may lack to count as broken.
const LEAST_LACK: f64 = 1e-3;

/// Sets of whose rows these numbers of jumps break one, found by adding and taking away
/// a hole at a time from one that must change, as long as that breaks the row further.
pub(super) fn broken(problem: &Problem, times: &[f64], watch: &Watch) -> Result<Vec<Ends>, Stop> {
    let n_holes = problem.board().n_holes();
    let mut found: Vec<Ends> = Vec::new();
    for is_first in [true, false] {
        for seed in (0..n_holes).filter(|&hole| differs(problem, hole)) {
            let mut set = vec![false; n_holes];
            set[seed] = true;
            let mut sum = made(problem, &set, times, is_first);
            loop {
                watch.work(n_holes as u64 * times.len() as u64 / JUMPS_A_UNIT)?;
                match step(problem, &mut set, times, is_first, seed) {
                    Some((hole, less)) if less < sum - LEAST_LACK => {
                        set[hole] = !set[hole];
                        sum = less;
                    }
                    _ => break,
                }
            }
            let mut known = found.iter();
            if sum < 1.0 - LEAST_LACK && known.all(|one| !one.holes.iter().copied().eq(holes(&set)))
            {
                found.push(of(problem, &set));
            }
        }
    }
    Ok(found)
}

fn holes(set: &[bool]) -> impl Iterator<Item = Hole> + '_ {
    (0..set.len()).filter(|&hole| set[hole])
}

/// How often the jumps are made that may be the first, or the last, to touch the set.
fn made(problem: &Problem, set: &[bool], times: &[f64], is_first: bool) -> f64 {
    let jumps = problem.board().jumps().iter().zip(times);
    let those = jumps.filter(|&(jump, &times)| times > 0.0 && may_be(problem, set, jump, is_first));
    those.map(|(_, &times)| times).sum()
}

/// The hole whose change leaves the least to be made, other than the seed, and what is left.
fn step(
    problem: &Problem,
    set: &mut [bool],
    times: &[f64],
    is_first: bool,
    seed: Hole,
) -> Option<(Hole, f64)> {
    let others = (0..set.len()).filter(|&hole| hole != seed);
    let changed = others.map(|hole| {
        set[hole] = !set[hole];
        let sum = made(problem, set, times, is_first);
        set[hole] = !set[hole];
        (hole, sum)
    });
    changed.min_by(|a, b| a.1.total_cmp(&b.1))
}
