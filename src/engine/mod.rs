//! The engine: from a problem to a checked answer.
//!
//! [`solve`], [`certify`] and [`optimise`] are functions of a problem, an [`Ask`] and
//! a [`Watch`]. They work in this process, and nothing is returned that was not
//! replayed or verified. How they come to an answer:
//!
//! - [`ask`]: what may be asked, and what is done where nothing is said;
//! - [`task`]: one formula, or several while the number of layers is looked for;
//! - `roads`, `windows`: what can settle a problem, a file each;
//! - `scheduler`: the roads under way, each in a thread that works in turns;
//! - `plan`: which roads are taken, and when;
//! - `race`: the roads of a plan in turns, until one settles the matter;
//! - [`optimum`]: the best solution, from both sides;
//! - [`hint`]: whether a position can be won, and by which jump;
//! - [`cube`]: one formula in parts, and their proofs joined.

pub mod answer;
pub mod ask;
pub mod cube;
mod error;
pub mod evidence;
mod finding;
pub mod hint;
mod objective;
pub mod optimum;
mod plan;
mod race;
mod roads;
mod scheduler;
pub mod task;
mod windows;

pub use answer::Answer;
pub use ask::{Approach, Ask, Wants};
pub use error::EngineError;
pub use evidence::{Checked, End, Evidence, Outcome, Reason, Seconds, Size, Written};
pub use finding::{Encoded, Event, Finding};
pub use task::{Task, encode};

use crate::{problem::Problem, solution::checker, watch::Watch};
use optimum::{Objective, Optimum};
use plan::Plan;
use race::Race;

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
    ask.wants_no_optimum()?;
    let plan = Plan::of(problem, ask, None, solve)?;
    checked(problem, Race::new(problem, &plan, watch).run()?)
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
    ask.wants_no_optimum()?;
    let mut own = ask.clone();
    if ask.approach == Approach::Auto {
        own.solver = ask::DEFAULT_SOLVER.into();
    }
    let plan = Plan::of(problem, &own, Some(&ask.solver), solve)?;
    checked(problem, Race::new(problem, &plan, watch).run()?)
}

/// The best solution, and why there is no better one, as far as both are found.
///
/// # Errors
/// As [`solve`]; if it is not an optimum that is wanted.
pub fn optimise(problem: &Problem, ask: &Ask, watch: &Watch) -> Result<Optimum, EngineError> {
    match ask.wants {
        Wants::Fewest(_) if ask.part.is_some() => Err(optimum::no_optimum()),
        Wants::Fewest(Objective::Pegs) => optimum::pegs::search(problem, ask, watch, solve),
        Wants::Fewest(objective) => optimum::search(problem, ask, objective, watch, solve),
        _ => Err(optimum::no_optimum()),
    }
}

/// The answer, if its solution replays.
fn checked(problem: &Problem, answer: Answer) -> Result<Answer, EngineError> {
    if let End::Solved { jumps, .. } = &answer.end {
        checker::check_numbers(problem, jumps)?;
    }
    Ok(answer)
}
