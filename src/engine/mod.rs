//! The engine: from a problem to a checked answer.
//!
//! [`solve`], [`certify`] and [`optimise`] are functions of a problem, settings and
//! a [`Watch`]. They work in this process, and nothing is returned that was not
//! replayed or verified. How they come to an answer:
//!
//! - [`settings`]: what may be asked, and what is done where nothing is said;
//! - [`task`]: one formula, or several while the number of layers is looked for;
//! - `roads`, `windows`: what can settle a problem, a file each;
//! - `scheduler`: the roads under way, each in a thread that works in turns;
//! - `plan`: which roads are taken, and when;
//! - `race`: the roads of a plan in turns, until one settles the matter;
//! - [`optimum`]: the best solution, from both sides;
//! - [`hint`]: whether a position can be won, and by which jump;
//! - [`cube`]: one formula in parts, and their proofs joined.

pub mod answer;
pub mod cube;
mod error;
pub mod evidence;
mod finding;
pub mod hint;
pub mod optimum;
mod plan;
mod race;
mod roads;
mod scheduler;
pub mod settings;
pub mod task;
mod windows;

pub use answer::Answer;
pub use error::EngineError;
pub use evidence::{Checked, End, Evidence, Outcome, Reason, Seconds, Size, Written};
pub use finding::{Encoded, Event, Finding};
pub use settings::{Approach, Settings};
pub use task::{Task, encode};

use crate::{problem::Problem, solution::checker, watch::Watch};
use optimum::{Objective, Optimum, Quest};
use plan::Plan;
use race::Race;

/// Finds a solution, or shows that there is none.
///
/// Solutions are replayed and certificates verified before they are returned. With
/// one job the answer depends on problem, settings and version alone, unless the
/// watch ends the search or the solver is a program.
///
/// # Errors
/// If the settings are faulty, or something went wrong that is a bug.
pub fn solve(problem: &Problem, settings: &Settings, watch: &Watch) -> Result<Answer, EngineError> {
    let plan = Plan::of(problem, settings, None, solve)?;
    checked(problem, Race::new(problem, &plan, watch).run()?)
}

/// Shows that there is no solution by a certificate, or finds one.
///
/// As [`solve`], but an 'unsolvable' without a certificate is not said. The
/// settings' solver is the one that refutes; solutions are looked for by the
/// default one.
///
/// # Errors
/// As [`solve`].
pub fn certify(
    problem: &Problem,
    settings: &Settings,
    watch: &Watch,
) -> Result<Answer, EngineError> {
    let mut own = settings.clone();
    if settings.approach == Approach::Auto {
        own.solver = Settings::default().solver;
    }
    let plan = Plan::of(problem, &own, Some(&settings.solver), solve)?;
    checked(problem, Race::new(problem, &plan, watch).run()?)
}

/// The best solution, and why there is no better one, as far as both are found.
///
/// # Errors
/// As [`solve`].
pub fn optimise(problem: &Problem, quest: &Quest, watch: &Watch) -> Result<Optimum, EngineError> {
    if quest.objective == Objective::Pegs {
        return optimum::pegs::search(problem, quest, watch, solve);
    }
    optimum::search(problem, quest, watch, solve)
}

/// The answer, if its solution replays.
fn checked(problem: &Problem, answer: Answer) -> Result<Answer, EngineError> {
    if let End::Solved { jumps, .. } = &answer.end {
        checker::check_numbers(problem, jumps)?;
    }
    Ok(answer)
}
