//! Another system, which is no solver of clauses.

use super::{
    Call, End, EngineError, Event, Evidence, Finding, Road, Settings, Task, Trip, task::UNCHECKED,
};
use crate::{
    solution::checker,
    systems::{
        Fewest, SystemAnswer, registry,
        run::{self, SystemQuestion},
    },
};

/// The system of the settings, if they have one that takes no clauses.
pub(in crate::engine) fn other_system(
    settings: &Settings,
    task: &Task,
) -> Option<impl Road + use<>> {
    let asked = SystemQuestion {
        system: registry::other(&settings.system)?.clone(),
        model: task.model.clone(),
        options: task.options.clone(),
        fewest: Fewest::Nothing,
        seed: task.seed,
        search: task.search,
    };
    let is_trusted = settings.trust;
    Some(Call("system", move |trip: &mut Trip<'_>| {
        ask(trip, &asked, is_trusted)
    }))
}

/// What the system says; whether its word counts.
fn ask(
    trip: &mut Trip<'_>,
    asked: &SystemQuestion,
    is_trusted: bool,
) -> Result<Finding, EngineError> {
    let (problem, watch) = (trip.problem, trip.watch);
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
        SystemAnswer::Unsolvable if !is_trusted => Finding::Claimed(UNCHECKED.into()),
        SystemAnswer::Unsolvable if asked.is_complete(problem) => {
            Finding::Ended(End::Unsolvable(Evidence::Trust))
        }
        SystemAnswer::Unsolvable => Finding::Refuted(Some(Evidence::Trust)),
        SystemAnswer::Assignment(_) | SystemAnswer::Unknown => Finding::GaveUp,
    })
}
