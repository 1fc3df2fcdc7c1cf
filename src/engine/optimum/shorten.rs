//! A solution with fewer sweeps out of one that has too many: large-neighbourhood
//! search by model S.
//!
//! All sweeps but a few in a row are kept, and model S is asked to do with one less
//! between the positions before and after these. Where it cannot, they are replaced by
//! another way of the same length, found under another seed, and neighbours that have
//! no hole in common change places: so the same few sweeps do not come up again.

use crate::{
    board::{Hole, JumpNumber, Position},
    engine::{
        End, EngineError, Finding, Task,
        task::{self, Checks},
    },
    model::{Additions, Options, additions::REGIONS},
    problem::{Goal, Problem},
    watch::{MILLISECOND, Stop, Watch},
};
use std::ops::Range;

/// How many sweeps are asked for anew, at first and at most.
const LEAST: usize = 4;
const MOST: usize = 12;

/// The work that a window may take, at first.
const WORK: u64 = 100 * MILLISECOND;

/// After this number of windows in vain they are larger by a sweep, and may take half as much
/// work again. After the largest come the least ones, with more work than the last time.
const PATIENCE: usize = 12;

/// Looks for a solution with fewer sweeps until there is one, or the watch ends it.
pub(super) fn shorten(
    problem: &Problem,
    jumps: &[JumpNumber],
    task: &Task,
    watch: &Watch,
) -> Result<Finding, EngineError> {
    let mut random = fastrand::Rng::with_seed(task.seed);
    let mut sweeps = split(problem, jumps);
    let most = sweeps.len();
    let (mut size, mut work) = (LEAST, WORK);
    let mut in_vain = 0;
    loop {
        watch.work(1)?;
        exchange(problem, &mut sweeps, &mut random);
        let here = size.min(sweeps.len());
        let begin = random.usize(0..=sweeps.len() - here);
        let window = begin..begin + here;
        let seed = random.u64(1..1 << 53);
        for layers in [here.saturating_sub(1), here] {
            let within = watch.within(work);
            match ask(
                problem,
                &sweeps,
                window.clone(),
                layers,
                seed,
                task,
                &within,
            ) {
                Ok(Some(jumps)) => {
                    let all = [&sweeps[..window.start], &[jumps], &sweeps[window.end..]];
                    let all: Vec<JumpNumber> = all.concat().concat();
                    sweeps = split(problem, &all);
                    if sweeps.len() < most {
                        return Ok(Finding::solved(all));
                    }
                    break;
                }
                Ok(None) | Err(EngineError::Stopped(Stop::Work)) => {}
                Err(error) => return Err(error),
            }
        }
        in_vain += 1;
        if in_vain % PATIENCE == 0 {
            (size, work) = match size < MOST {
                true => (size + 1, work + work / 2),
                false => (LEAST, work / 8),
            };
        }
    }
}

/// The jumps of another way through this window, with at most `layers` sweeps.
fn ask(
    problem: &Problem,
    sweeps: &[Vec<JumpNumber>],
    window: Range<usize>,
    layers: usize,
    seed: u64,
    task: &Task,
    watch: &Watch,
) -> Result<Option<Vec<JumpNumber>>, EngineError> {
    let after = |n: usize| -> Position {
        let jumps = problem.board().jumps();
        let made = sweeps[..n].iter().flatten();
        made.fold(problem.start().clone(), |position, &jump| {
            position.after(&jumps[jump.0])
        })
    };
    let goal = match window.end == sweeps.len() {
        true => problem.goal().clone(),
        false => Goal::exactly(&after(window.end)),
    };
    let board = problem.board().clone();
    let part = Problem::new("part", board, after(window.start), goal);
    let asked = Task {
        options: Options {
            layers: Some(layers),
            additions: Additions::default().with(&REGIONS),
            ..task.options.clone()
        },
        seed,
        checks: Checks::None,
        ..task.clone()
    };
    Ok(match task::perform(&part, &asked, watch, &mut |_| {})? {
        Finding::Ended(End::Solved { jumps, .. }) => Some(jumps),
        _ => None,
    })
}

/// The jumps of each sweep.
fn split(problem: &Problem, jumps: &[JumpNumber]) -> Vec<Vec<JumpNumber>> {
    let all = problem.board().jumps();
    let goes_on = |a: &JumpNumber, b: &JumpNumber| all[a.0].to == all[b.0].from;
    jumps
        .chunk_by(goes_on)
        .map(<[JumpNumber]>::to_vec)
        .collect()
}

/// Lets sweeps without a common hole change places by chance.
fn exchange(problem: &Problem, sweeps: &mut [Vec<JumpNumber>], random: &mut fastrand::Rng) {
    let jumps = problem.board().jumps();
    let meets = |a: &[JumpNumber], b: &[JumpNumber]| {
        let holes = |sweep: &[JumpNumber]| -> Vec<Hole> {
            sweep
                .iter()
                .flat_map(|&jump| jumps[jump.0].holes())
                .collect()
        };
        let other = holes(b);
        holes(a).iter().any(|hole| other.contains(hole))
    };
    for place in 1..sweeps.len() {
        if random.bool() && !meets(&sweeps[place - 1], &sweeps[place]) {
            sweeps.swap(place - 1, place);
        }
    }
}
