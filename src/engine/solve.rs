//! A solution or why there is none, by the roads that the question takes.

use super::{
    answer::Answer,
    ask::{Approach, Ask, DEFAULT_SOLVER},
    error::EngineError,
    race,
    roads::Road,
    windows::{self, Windows},
};
use crate::{problem::Problem, watch::Watch};
use std::sync::Arc;

/// Finds a solution, or shows that there is none.
///
/// Solutions are replayed and certificates verified before they are returned. With
/// one job the answer depends on problem, question and version alone, unless the
/// watch ends the search or the solver is a program.
///
/// # Errors
/// If what is asked does not go together, is an optimum or a part, or something went wrong that is
/// a bug.
pub fn solve(problem: &Problem, ask: &Ask, watch: &Watch) -> Result<Answer, EngineError> {
    by_all(problem, ask, None, watch)
}

/// Shows that there is no solution by a certificate, or finds one.
///
/// As [`solve`], but an 'unsolvable' without a certificate is not said. The
/// question's solver is the one that refutes; solutions are looked for by the
/// default one.
///
/// # Errors
/// As [`solve`].
pub fn certify(problem: &Problem, ask: &Ask, watch: &Watch) -> Result<Answer, EngineError> {
    let mut own = ask.clone();
    if ask.approach == Approach::Auto {
        own.solver = DEFAULT_SOLVER.into();
    }
    by_all(problem, &own, Some(&ask.solver), watch)
}

fn by_all(
    problem: &Problem,
    ask: &Ask,
    refuter: Option<&str>,
    watch: &Watch,
) -> Result<Answer, EngineError> {
    ask.wants_no_optimum()?;
    let may_help = ask.approach == Approach::Windows || windows::applies(problem);
    let windows: Option<Arc<dyn Road>> = may_help.then(|| Arc::new(Windows::new(ask)) as _);
    race::settle(problem, ask, refuter, windows.as_ref(), watch)
}
