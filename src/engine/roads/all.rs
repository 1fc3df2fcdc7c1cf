//! All roads that some settings take, in turns of their own.

use super::{EngineError, Finding, Road, Settings, Solve, Trip, answer::End};

/// The roads of these settings.
pub(in crate::engine) struct All(pub(in crate::engine) Settings, pub(in crate::engine) Solve);

impl Road for All {
    fn name(&self) -> &'static str {
        "all"
    }

    fn go(&self, trip: &mut Trip<'_>) -> Result<Finding, EngineError> {
        let All(settings, solve) = self;
        Ok(match solve(trip.problem, settings, trip.watch)?.end {
            End::Solved {
                jumps,
                layer_sizes,
                assignment,
            } => Finding::Solved {
                jumps,
                layer_sizes,
                assignment,
            },
            End::Unsolvable(evidence) => Finding::Unsolvable(evidence),
            End::Unknown(_) => Finding::Nothing,
        })
    }
}
