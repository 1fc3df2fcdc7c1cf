//! Every position that can be reached.

use super::{Call, End, EngineError, Evidence, Finding, Road, Trip, verified};
use crate::{
    certificate::{self, Certificate},
    exact::{self, Cutting},
    problem::Problem,
    watch::Stop,
};

/// Exhaustive search within this number of bytes.
pub(in crate::engine) fn exhaustive(memory: u64) -> impl Road {
    Call("exhaustion", move |trip: &mut Trip<'_>| {
        search(trip, memory, false)
    })
}

/// The same for some 6,000 positions, which take a millisecond or two: only to find out that few
/// can be reached.
pub(in crate::engine) fn exhaustive_at_first() -> impl Road {
    Call("exhaustion", |trip: &mut Trip<'_>| {
        search(trip, 1 << 17, true)
    })
}

/// The most positions that are listed in a certificate.
const MOST_POSITIONS: usize = 1_500_000;

fn search(trip: &Trip<'_>, memory: u64, is_first: bool) -> Result<Finding, EngineError> {
    let (problem, watch) = (trip.problem, trip.watch);
    let find = |problem: &Problem, with_rows| certificate::cut(problem, with_rows, watch);
    let cutting = Cutting::by(&find);
    let cutting = (!is_first).then_some(cutting);
    match exact::decide(problem, memory, MOST_POSITIONS, cutting, watch) {
        Ok(exact::Decision::Solved(jumps)) => Ok(Finding::solved(jumps)),
        Ok(exact::Decision::Unsolvable(Some(closed))) => {
            let certificate = Certificate::by_exhaustion(problem, closed);
            verified(certificate, None, watch)
        }
        Ok(exact::Decision::Unsolvable(None)) => {
            Ok(Finding::Ended(End::Unsolvable(Evidence::Exhaustion)))
        }
        Err(Stop::Memory(_)) if is_first => Ok(Finding::Nothing),
        Err(stop) => Err(stop.into()),
    }
}
