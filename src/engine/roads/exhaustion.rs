//! Every position that can be reached.

use super::{End, EngineError, Evidence, Finding, Road, Trip, verified};
use crate::{
    certificate::{self, Certificate},
    exact::{self, Cutting},
    problem::Problem,
    watch::Stop,
};

/// Exhaustive search.
pub(in crate::engine) struct Exhaustion {
    /// Within this number of bytes.
    memory: u64,
    /// Whether it is only to find out that few positions can be reached.
    is_first: bool,
}

impl Exhaustion {
    /// Within this number of bytes.
    pub(in crate::engine) fn within(memory: u64) -> Self {
        let is_first = false;
        Exhaustion { memory, is_first }
    }

    /// For some 6,000 positions, which take a millisecond or two.
    pub(in crate::engine) fn first() -> Self {
        Exhaustion {
            memory: 1 << 17,
            is_first: true,
        }
    }
}

/// The most positions that are listed in a certificate.
const MOST_POSITIONS: usize = 1_500_000;

impl Road for Exhaustion {
    fn name(&self) -> &'static str {
        "exhaustion"
    }

    fn go(&self, trip: &mut Trip<'_>) -> Result<Finding, EngineError> {
        let Trip { problem, watch, .. } = *trip;
        let find = |problem: &Problem, with_rows| certificate::cut(problem, with_rows, watch);
        let cutting = Cutting::by(&find);
        let cutting = (!self.is_first).then_some(cutting);
        match exact::decide(problem, self.memory, MOST_POSITIONS, cutting, watch) {
            Ok(exact::Decision::Solved(jumps)) => Ok(Finding::solved(jumps)),
            Ok(exact::Decision::Unsolvable(Some(closed))) => {
                let certificate = Certificate::by_exhaustion(problem, closed);
                verified(certificate, None, watch)
            }
            Ok(exact::Decision::Unsolvable(None)) => {
                Ok(Finding::Ended(End::Unsolvable(Evidence::Exhaustion)))
            }
            Err(Stop::Memory(_)) if self.is_first => Ok(Finding::Nothing),
            Err(stop) => Err(stop.into()),
        }
    }
}
