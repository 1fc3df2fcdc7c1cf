//! Arguments without search: a lone peg, the position class, weights.

use super::{EngineError, Finding, Road, Trip, verified};
use crate::{certificate, problem::Problem, watch::Watch};

/// A lone peg, or the position class.
pub(in crate::engine) struct PositionClass;

impl Road for PositionClass {
    fn name(&self) -> &'static str {
        "position-class"
    }

    fn go(&self, trip: &mut Trip<'_>) -> Result<Finding, EngineError> {
        argue(trip.problem, 0, trip.watch)
    }
}

/// Weights, in trees of at most this number of nodes: 1 for a pagoda function.
pub(in crate::engine) struct Weights(pub(in crate::engine) usize);

/// As many nodes as can be looked at in a day.
pub(in crate::engine) const ALL_NODES: usize = 100_000;

impl Road for Weights {
    fn name(&self) -> &'static str {
        match self.0 {
            ..=1 => "pagoda",
            _ => "jump-bounds",
        }
    }

    fn go(&self, trip: &mut Trip<'_>) -> Result<Finding, EngineError> {
        argue(trip.problem, self.0, trip.watch)
    }
}

fn argue(problem: &Problem, nodes: usize, watch: &Watch) -> Result<Finding, EngineError> {
    match certificate::without_search(problem, nodes, watch)? {
        None => Ok(Finding::Nothing),
        Some(certificate) => verified(certificate, None, watch),
    }
}
