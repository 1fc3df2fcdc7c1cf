//! The ways to good solutions that are no formula of the whole problem.

use super::{
    super::{
        ask::Ask,
        error::EngineError,
        evidence::{End, Evidence},
        finding::Finding,
        roads::{Call, Road, Trip},
        solve::solve,
    },
    Objective,
};
use crate::{
    board::JumpNumber,
    exact,
    problem::Problem,
    watch::{Stop, Watch},
};

/// A solution with at most this number of sweeps, by positions after each number of sweeps;
/// and the seed of its random choices.
pub(super) fn few_sweeps(most: usize, seed: u64) -> impl Road {
    Call("few-sweeps", move |trip: &mut Trip<'_>| {
        known(exact::few_sweeps(trip.problem, most, seed, trip.watch))
    })
}

/// Any solution, by all roads in turns of their own.
pub(super) fn all_roads(ask: Ask) -> impl Road {
    Call("all", move |trip: &mut Trip<'_>| {
        Ok(match solve(trip.problem, &ask, trip.watch)?.end {
            End::Unknown(_) => Finding::Nothing,
            end => Finding::Ended(end),
        })
    })
}

/// The best solution by exhaustive search.
pub(super) fn exhaustion(objective: Objective) -> impl Road {
    Call("exhaustion", move |trip: &mut Trip<'_>| {
        best(trip.problem, objective, trip.watch)
    })
}

/// The best solution there is.
fn best(problem: &Problem, objective: Objective, watch: &Watch) -> Result<Finding, EngineError> {
    let best = match objective {
        Objective::Sweeps => {
            let fewest = exact::fewest_sweeps(problem, watch);
            fewest.map(|fewest| fewest.map(|(_, jumps)| jumps))
        }
        Objective::JumpsToDeadEnd => exact::earliest_dead_end(problem, watch),
        Objective::Pegs => return Ok(Finding::Nothing), // has a search of its own
    };
    known(best)
}

/// What exhaustive search says: there is this solution, or none.
fn known(found: Result<Option<Vec<JumpNumber>>, Stop>) -> Result<Finding, EngineError> {
    match found {
        Ok(Some(jumps)) => Ok(Finding::solved(jumps)),
        Ok(None) => Ok(Finding::Ended(End::Unsolvable(Evidence::Exhaustion))),
        Err(Stop::Memory(_) | Stop::TooManyHoles(_)) => Ok(Finding::Nothing),
        Err(stop) => Err(stop.into()),
    }
}

/// How many games are played at random, and with how many jumps in all.
const PLAYOUTS: usize = 1000;
const PLAYED_JUMPS: usize = 20_000;

/// So many tries of a jump in a game are a unit of work.
const TRIES_A_UNIT: usize = 500;

/// The jumps of the best of some games at random, each of which comes to a dead end, by the
/// numbers of their jumps; and why the watch ended it.
pub(super) fn playouts(
    problem: &Problem,
    seed: u64,
    watch: &Watch,
    is_better: fn(usize, usize) -> bool,
) -> (Option<Vec<JumpNumber>>, Result<(), Stop>) {
    let mut random = fastrand::Rng::with_seed(seed);
    let board = problem.board();
    let (mut best, mut played, mut tries) = (None, 0, 0);
    for _ in 0..PLAYOUTS {
        let (mut position, mut jumps) = (problem.start().clone(), Vec::new());
        while let Some(number) = random.choice(board.possible(&position).collect::<Vec<_>>()) {
            jumps.push(number);
            position = position.after(board.jump(number));
            tries += board.jumps().len();
            let units = tries / TRIES_A_UNIT;
            tries %= TRIES_A_UNIT;
            if units > 0
                && let Err(stop) = watch.work(units as u64)
            {
                return (best, Err(stop));
            }
        }
        played += jumps.len();
        let beats = |best: &Vec<JumpNumber>| is_better(jumps.len(), best.len());
        if best.as_ref().is_none_or(beats) {
            best = Some(jumps);
        }
        if played >= PLAYED_JUMPS {
            break;
        }
    }
    (best, Ok(()))
}
