//! Optima by other systems, which search for the best by themselves.

use super::{Optimum, Quest};
use crate::{
    engine::{EngineError, Evidence, Reason},
    problem::Problem,
    solution::checker,
    systems::{
        SystemAnswer, registry,
        run::{self, SystemQuestion},
    },
    watch::Watch,
};

/// Asks the quest's system, if it has one that takes no clauses. A solution is
/// replayed; that there is none better, or none at all, is the system's word.
pub(in crate::engine) fn ask(
    problem: &Problem,
    quest: &Quest,
    watch: &Watch,
) -> Result<Option<Optimum>, EngineError> {
    let Some(system) = registry::other(&quest.system) else {
        return Ok(None);
    };
    let task = quest.task(problem)?;
    let (any, fewest) = quest.objective.stated(problem);
    let asked = SystemQuestion {
        system: system.clone(),
        model: task.model.clone(),
        options: task.options.clone(),
        fewest,
        seed: quest.seed,
        search: None,
    };
    let mut found = Optimum::new(task);
    let (said, choices) = match run::ask(&any, &asked, watch).map_err(EngineError::from) {
        Err(EngineError::Stopped(stop)) => {
            found.reason = Some((&stop).into());
            return Ok(Some(found));
        }
        said => said?,
    };
    found.choices = choices;
    let claimed = match said {
        SystemAnswer::Jumps(answer, is_best) => {
            let jumps = answer.jumps;
            let value = quest.objective.value(problem, &jumps);
            let stated = quest.objective.problem(problem, value);
            if let Err(wrong) = checker::check_numbers(&stated, &jumps) {
                let system = system.name.clone();
                found.reason = Some(Reason::SolverFailed);
                found.message = Some(EngineError::WrongJumps { system, wrong }.to_string());
                return Ok(Some(found));
            }
            found.best = Some((value, jumps));
            is_best.then_some(value)
        }
        SystemAnswer::Unsolvable => {
            found.is_unsolvable = quest.trust;
            Some(0)
        }
        SystemAnswer::Assignment(_) | SystemAnswer::Unknown => None,
    };
    match claimed {
        None => found.reason = Some(Reason::SolverFailed),
        Some(_) if !quest.trust => {
            found.reason = Some(Reason::Unchecked);
            let text = "the system says that there is nothing better, and nothing has checked that; \
                        'pegsat optimise' finds out, --trust takes its word";
            found.message = Some(text.into());
        }
        Some(bound) => {
            found.bound = bound;
            found.evidence = Some(Evidence::Trust);
        }
    }
    Ok(Some(found))
}
