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
use cube::{Cube, Parted};
use optimum::{Objective, Optimum, Quest};
use plan::Plan;
use race::Race;
use serde::{Deserialize, Serialize};

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
    #[cfg(feature = "isolated")]
    if let Some(optimum) = optimum::elsewhere::ask(problem, quest, watch)? {
        return Ok(optimum);
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

/// What is asked of the engine.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Question {
    /// [`solve`]
    Solve(Settings),
    /// [`certify`]
    Certify(Settings),
    /// [`optimise`]
    Optimise(Quest),
    /// [`cube::part`]
    Part(Box<Cube>),
}

/// What it says.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Reply {
    /// To [`Question::Solve`] and [`Question::Certify`].
    Answer(Box<Answer>),
    /// To [`Question::Optimise`].
    Optimum(Box<Optimum>),
    /// To [`Question::Part`].
    Part(Box<Parted>),
}

/// Where questions are answered: [`Here`], or in a process of its own.
pub trait Executor {
    /// Answers.
    fn ask(
        &self,
        problem: &Problem,
        question: &Question,
        watch: &Watch,
    ) -> Result<Reply, EngineError>;
}

impl dyn Executor + '_ {
    /// The answer, of the type that such a question has.
    pub fn answer<T: TryFrom<Reply>>(
        &self,
        problem: &Problem,
        question: &Question,
        watch: &Watch,
    ) -> Result<T, EngineError> {
        let reply = self.ask(problem, question, watch)?;
        let astray = || EngineError::Process("it answered another question: a bug".into());
        T::try_from(reply).map_err(|_| astray())
    }
}

/// Each type of answer is that of its kind of reply.
macro_rules! replied {
    ($($type:ty: $kind:ident),*) => {
        $(impl TryFrom<Reply> for $type {
            type Error = Reply;

            fn try_from(reply: Reply) -> Result<Self, Reply> {
                match reply {
                    Reply::$kind(answer) => Ok(*answer),
                    other => Err(other),
                }
            }
        })*
    };
}

replied!(Answer: Answer, Optimum: Optimum, Parted: Part);

/// This process.
#[derive(Debug, Clone, Copy)]
pub struct Here;

impl Executor for Here {
    fn ask(
        &self,
        problem: &Problem,
        question: &Question,
        watch: &Watch,
    ) -> Result<Reply, EngineError> {
        let answer = |answer: Answer| Reply::Answer(Box::new(answer));
        match question {
            Question::Solve(settings) => solve(problem, settings, watch).map(answer),
            Question::Certify(settings) => certify(problem, settings, watch).map(answer),
            Question::Optimise(quest) => {
                let optimum = optimise(problem, quest, watch)?;
                Ok(Reply::Optimum(Box::new(optimum)))
            }
            Question::Part(cube) => {
                let part = cube::part(problem, cube, watch)?;
                Ok(Reply::Part(Box::new(part)))
            }
        }
    }
}
