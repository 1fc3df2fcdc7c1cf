//! Optima: the best solution, and why there is no better one.
//!
//! Solutions with a bounded number of sweeps, or dead ends after a bounded number of
//! jumps, are asked for from both sides, by two runs at a time: from below with the
//! least number that is not refuted yet, from above with one less than the best
//! solution has. The first answer that closes the gap ends both. Every answer is
//! kept, so however the search ends there is a best solution and a bound.

mod pegs;
mod search;
mod ways;

pub use super::{
    bounds::{News, Optimum, Refuted},
    objective::Objective,
};

use super::{
    answer::Answer,
    ask::{Ask, Wants},
    error::EngineError,
    evidence::{Reason, Seconds},
    task::{Task, encode},
};
use crate::{
    certificate::{Certificate, layers, sweeps},
    formula::{Cnf, dimacs},
    model::{self, Step},
    problem::Problem,
    watch::Watch,
};

/// The best solution, and why there is no better one, as far as both are found.
///
/// # Errors
/// As [`solve`](super::solve()); if it is not an optimum that is wanted.
pub fn optimise(problem: &Problem, ask: &Ask, watch: &Watch) -> Result<Answer, EngineError> {
    match ask.wants {
        Wants::Fewest(_) if ask.part.is_some() => Err(no_optimum()),
        Wants::Fewest(Objective::Pegs) => pegs::search(problem, ask, watch),
        Wants::Fewest(objective) => search::search(problem, ask, objective, watch),
        _ => Err(no_optimum()),
    }
}

impl Ask {
    /// The formula that was refuted, with what was added to it on the way.
    pub fn formula(
        &self,
        problem: &Problem,
        refuted: &Refuted,
        watch: &Watch,
    ) -> Result<Cnf, EngineError> {
        let objective = self.objective().ok_or_else(no_optimum)?;
        let task = objective.task(&self.task(problem)?, refuted.most);
        let model = model::by_name(&task.model)?;
        let problem = objective.problem(problem, refuted.most);
        let mut cnf = encode(&problem, model, &task.options, task.at_most_one, watch)?.1;
        for clause in &refuted.added {
            let lits = clause.iter().map(|&number| dimacs::lit(number));
            cnf.clauses.push(lits);
        }
        Ok(cnf)
    }

    /// The certificate of what was refuted, if there can be one; the proof's file and its
    /// SHA-256.
    pub fn certificate(
        &self,
        problem: &Problem,
        refuted: &Refuted,
        (proof, sha256): (&str, String),
        watch: &Watch,
    ) -> Result<Option<Certificate>, EngineError> {
        let objective = self.objective().ok_or_else(no_optimum)?;
        let task = self.task(problem)?;
        let additions = &task.options.additions;
        let (most, added) = (refuted.most, &refuted.added);
        let stated = objective.problem(problem, most);
        let step = model::by_name(&task.model)?.step;
        Ok(match (objective, step) {
            (Objective::Sweeps, Step::Sweep) if sweeps::applies(problem, additions, most) => {
                let found =
                    sweeps::certificate(problem, additions, most, added, proof, sha256, watch)?;
                Some(found)
            }
            (Objective::JumpsToDeadEnd, Step::Layer) if layers::applies(&stated, additions) => {
                Some(layers::certificate(&stated, additions, proof, sha256))
            }
            _ => None,
        })
    }
}

/// That what is asked for is not the best solution.
pub(crate) fn no_optimum() -> EngineError {
    EngineError::Refused("no optimum is asked for: say what is to be small, of the whole".into())
}

/// The answer of a search for an optimum that came so far in so many seconds; `reason` says why it
/// ended early.
fn answer(
    problem: &Problem,
    task: Task,
    optimum: Optimum,
    reason: Option<Reason>,
    seconds: f64,
) -> Answer {
    let decisive = optimum.decisive(problem);
    Answer {
        end: optimum.end(reason),
        size: decisive.and_then(|refuted| refuted.size),
        seconds: Seconds {
            encode: None,
            solve: decisive.and_then(|refuted| refuted.solve),
            total: seconds,
        },
        optimum: Some(Box::new(optimum)),
        ..Answer::unknown(task, Reason::Layers)
    }
}
