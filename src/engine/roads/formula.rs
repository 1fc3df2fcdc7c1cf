//! A formula, or several one after another.

use super::{EngineError, Finding, Road, Task, Trip, task};

/// The formulas of a task.
pub(in crate::engine) struct Formula(pub(in crate::engine) Task);

impl Road for Formula {
    fn name(&self) -> &'static str {
        "formula"
    }

    fn task(&self) -> Option<&Task> {
        Some(&self.0)
    }

    fn go(&self, trip: &mut Trip<'_>) -> Result<Finding, EngineError> {
        task::perform(trip.problem, &self.0, trip.watch, trip.report)
    }
}
