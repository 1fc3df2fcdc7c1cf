//! Arguments without search: a lone peg, the position class, weights.

use super::{Call, EngineError, Finding, Road, Trip, verified};
use crate::certificate::{self, Besides, Trees};

/// As many nodes as can be looked at in a day.
pub(in crate::engine) const ALL_NODES: usize = 100_000;

/// A lone peg, the position class, and weights in trees of at most this number of nodes: 1 for no
/// bounds of jumps, 0 for no weights.
pub(in crate::engine) fn weights(besides: Besides, nodes: usize) -> impl Road {
    let name = match (besides, nodes) {
        (Besides::Tables, _) => "tables",
        (Besides::Rounded, _) => "cutting-planes",
        (Besides::Ends, _) => "ends",
        (Besides::Nothing, 0) => "position-class",
        (Besides::Nothing, 1) => "pagoda",
        (Besides::Nothing, _) => "jump-bounds",
    };
    Call(name, move |trip: &mut Trip<'_>| {
        argue(trip, Trees { nodes, besides })
    })
}

/// A pagoda function, where one shows it though the position class does too.
pub(in crate::engine) fn pagoda() -> impl Road {
    let trees = Trees {
        nodes: 1,
        besides: Besides::Nothing,
    };
    Call(
        "pagoda",
        move |trip: &mut Trip<'_>| match certificate::by_weights_alone(
            trip.problem,
            trees,
            trip.watch,
        )? {
            Some(certificate) => verified(certificate, None, trip.watch),
            None => argue(trip, trees),
        },
    )
}

fn argue(trip: &Trip<'_>, trees: Trees) -> Result<Finding, EngineError> {
    match certificate::without_search(trip.problem, trees, trip.watch)? {
        None => Ok(Finding::Nothing),
        Some(certificate) => verified(certificate, None, trip.watch),
    }
}
