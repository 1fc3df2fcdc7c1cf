//! Every position that can be reached.

use super::{EngineError, Evidence, Finding, Road, Trip, verified};
use crate::{certificate::Certificate, exact};

/// Exhaustive search, within this number of bytes of memory.
pub(in crate::engine) struct Exhaustion(pub(in crate::engine) u64);

/// The most positions that are listed in a certificate.
const MOST_POSITIONS: usize = 500_000;

impl Road for Exhaustion {
    fn name(&self) -> &'static str {
        "exhaustion"
    }

    fn go(&self, trip: &mut Trip<'_>) -> Result<Finding, EngineError> {
        let Trip { problem, watch, .. } = *trip;
        match exact::decide(problem, self.0, MOST_POSITIONS, watch) {
            Ok(exact::Decision::Solved(jumps)) => Ok(Finding::solved(jumps)),
            Ok(exact::Decision::Unsolvable(Some(closed))) => {
                let certificate = Certificate::by_exhaustion(problem, closed.into());
                verified(certificate, None, watch)
            }
            Ok(exact::Decision::Unsolvable(None)) => Ok(Finding::Unsolvable(Evidence::Exhaustion)),
            Err(stop) => Err(stop.into()),
        }
    }
}
