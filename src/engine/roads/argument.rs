//! Arguments without search: a lone peg, the position class, weights.

use super::{EngineError, Finding, Road, Trip, verified};
use crate::certificate::{self, Besides, Trees};

/// A lone peg, the position class, and weights in trees of this kind.
pub(in crate::engine) struct Weights(Trees);

impl Weights {
    /// In trees of at most this number of nodes: 1 for no bounds of jumps, 0 for no weights.
    pub(in crate::engine) fn of(besides: Besides, nodes: usize) -> Self {
        Weights(Trees { nodes, besides })
    }
}

/// As many nodes as can be looked at in a day.
pub(in crate::engine) const ALL_NODES: usize = 100_000;

impl Road for Weights {
    fn name(&self) -> &'static str {
        match (self.0.besides, self.0.nodes) {
            (Besides::Tables, _) => "tables",
            (Besides::Rounded, _) => "cutting-planes",
            (Besides::Ends, _) => "ends",
            (Besides::Nothing, 0) => "position-class",
            (Besides::Nothing, 1) => "pagoda",
            (Besides::Nothing, _) => "jump-bounds",
        }
    }

    fn go(&self, trip: &mut Trip<'_>) -> Result<Finding, EngineError> {
        match certificate::without_search(trip.problem, self.0, trip.watch)? {
            None => Ok(Finding::Nothing),
            Some(certificate) => verified(certificate, None, trip.watch),
        }
    }
}
