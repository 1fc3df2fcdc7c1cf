//! Another system, which is no solver of clauses.

use super::{
    End, EngineError, Event, Evidence, Finding, Road, Settings, Task, Trip, task::UNCHECKED,
};
use crate::{
    solution::checker,
    systems::{
        Fewest, SystemAnswer, registry,
        run::{self, SystemQuestion},
    },
};

/// A system that is asked.
pub(in crate::engine) struct OtherSystem {
    asked: SystemQuestion,
    /// Whether its word counts.
    is_trusted: bool,
}

impl OtherSystem {
    /// That of the settings, if they have one that takes no clauses.
    pub(in crate::engine) fn of(settings: &Settings, task: &Task) -> Option<Self> {
        let system = registry::other(&settings.system)?;
        Some(OtherSystem {
            asked: SystemQuestion {
                system: system.clone(),
                model: task.model.clone(),
                options: task.options.clone(),
                fewest: Fewest::Nothing,
                seed: task.seed,
                search: task.search,
            },
            is_trusted: settings.trust,
        })
    }
}

impl Road for OtherSystem {
    fn name(&self) -> &'static str {
        "system"
    }

    fn go(&self, trip: &mut Trip<'_>) -> Result<Finding, EngineError> {
        let Trip { problem, watch, .. } = *trip;
        let asked = &self.asked;
        let (said, choices) = run::ask(problem, asked, watch)?;
        if let Some(choices) = choices {
            (trip.report)(Event::Chosen(choices));
        }
        Ok(match said {
            SystemAnswer::Jumps(found, _) => {
                let wrong = |wrong| EngineError::WrongJumps {
                    system: asked.system.name.clone(),
                    wrong,
                };
                checker::check_numbers(problem, &found.jumps).map_err(wrong)?;
                Finding::solved(found.jumps)
            }
            SystemAnswer::Unsolvable if !self.is_trusted => Finding::Claimed(UNCHECKED.into()),
            SystemAnswer::Unsolvable if asked.is_complete(problem) => {
                Finding::Ended(End::Unsolvable(Evidence::Trust))
            }
            SystemAnswer::Unsolvable => Finding::Refuted(Some(Evidence::Trust)),
            SystemAnswer::Assignment(_) | SystemAnswer::Unknown => Finding::GaveUp,
        })
    }
}
