//! A beam of positions, which finds and does not refute.

use super::{EngineError, Finding, Road, Trip, perhaps};
use crate::exact;

/// The beam, with the seed of its chance.
pub(in crate::engine) struct Beam(pub(in crate::engine) u64);

impl Road for Beam {
    fn name(&self) -> &'static str {
        "beam"
    }

    fn go(&self, trip: &mut Trip<'_>) -> Result<Finding, EngineError> {
        perhaps(exact::beam(trip.problem, self.0, trip.watch))
    }
}
