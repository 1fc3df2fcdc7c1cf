//! The engine: from a problem to a checked answer.
//!
//! [`solve`], [`certify`] and [`optimise`] are functions of a problem, settings and
//! a [`Watch`]. They work in this process, and nothing is returned that was not
//! replayed or verified. How they come to an answer:
//!
//! - [`settings`]: what may be asked, and what is done where nothing is said;
//! - `plan`: which roads are taken, and when;
//! - `race`: the roads of a plan in turns, until one settles the matter;
//! - `runners`: the roads under way, each in a thread that works in turns;
//! - `road`: each road: position class, weights, exhaustion, formulas, refutation;
//! - [`task`]: one formula, or several while the number of layers is looked for;
//! - [`optimum`]: the best solution, from both sides;
//! - [`cube`]: one formula in parts, and their proofs joined.

pub mod answer;
pub mod cube;
pub mod optimum;
mod plan;
mod race;
mod road;
mod runners;
pub mod settings;
pub mod task;
mod windows;

pub use answer::{Answer, End, Evidence, Outcome, Reason, Seconds, Size, Written};
pub use settings::{Approach, Settings};
pub use task::{Task, encode};

#[cfg(feature = "isolated")]
use crate::systems::run::RunError;
use crate::{
    certificate::refutation::RefutationError,
    check::Rejection,
    formula::FormulaError,
    model::{self, ModelError},
    problem::Problem,
    solution::checker::{self, Wrong},
    solver::SolverError,
    watch::{Stop, Watch},
};
use cube::{Cube, Parted};
use optimum::{Optimum, Quest};
use plan::Plan;
use race::Race;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// Why there is no answer at all, not even 'unknown'.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// No model goes by that name.
    #[error(transparent)]
    Model(#[from] model::UnknownModel),
    /// An addition was refused.
    #[error(transparent)]
    Additions(ModelError),
    /// What is asked for does not go together.
    #[error("{0}")]
    Settings(String),
    /// The formula cannot be made.
    #[error(transparent)]
    Formula(FormulaError),
    /// The solver failed.
    #[error(transparent)]
    Solver(SolverError),
    /// The watch ended it.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The solver's assignment does not satisfy the formula.
    #[error("solver {0} gave an assignment that does not satisfy the formula")]
    WrongAssignment(String),
    /// A solution does not replay.
    #[error("a solution does not replay: this is a bug, please report it: {0}")]
    Wrong(#[from] Wrong),
    /// Jumps that another system gave are no solution.
    #[error("{system} gave jumps that are no solution: {wrong}")]
    WrongJumps {
        /// The system.
        system: String,
        /// The first wrong jump.
        wrong: Wrong,
    },
    /// A certificate is not accepted.
    #[error("the certificate of kind {kind} is rejected: {rejection}")]
    Rejected {
        /// Its kind.
        kind: &'static str,
        /// Why.
        rejection: Rejection,
    },
    /// The solver's proof does not hold.
    #[error("the proof by solver {solver} is rejected: {rejection}")]
    Unproved {
        /// The solver.
        solver: String,
        /// Why.
        rejection: Rejection,
    },
    /// Two answers cannot both be true.
    #[error(
        "a solution with {value} was found, but fewer than {bound} refuted: \
         this is a bug, please report it"
    )]
    Contradiction {
        /// The solution's value.
        value: usize,
        /// The bound.
        bound: usize,
    },
    /// A road ended in a panic.
    #[error("the road '{road}' ended in a panic: this is a bug, please report it")]
    Panicked {
        /// The road.
        road: &'static str,
    },
    /// Another process, which was to answer, did not.
    #[error("{0}")]
    Process(String),
}

impl EngineError {
    /// Why the watch ended it, if it did.
    pub fn stop(&self) -> Option<&Stop> {
        match self {
            EngineError::Stopped(stop) => Some(stop),
            _ => None,
        }
    }
}

impl From<FormulaError> for EngineError {
    fn from(error: FormulaError) -> Self {
        match error {
            FormulaError::Stopped(stop) => EngineError::Stopped(stop),
            error => EngineError::Formula(error),
        }
    }
}

impl From<ModelError> for EngineError {
    fn from(error: ModelError) -> Self {
        match error {
            ModelError::Formula(error) => error.into(),
            error => EngineError::Additions(error),
        }
    }
}

impl From<SolverError> for EngineError {
    fn from(error: SolverError) -> Self {
        match error {
            SolverError::Stopped(stop) => EngineError::Stopped(stop),
            error => EngineError::Solver(error),
        }
    }
}

impl From<RefutationError> for EngineError {
    fn from(error: RefutationError) -> Self {
        match error {
            RefutationError::Model(error) => error.into(),
            RefutationError::Formula(error) => error.into(),
            RefutationError::Solver(error) => error.into(),
        }
    }
}

impl EngineError {
    /// Whether a formula would be too large.
    fn is_too_large(&self) -> bool {
        matches!(self, EngineError::Formula(_))
    }

    /// Whether a file could not be written: no other road helps.
    pub fn is_output(&self) -> bool {
        use SolverError::{Io, Proof};
        matches!(self, EngineError::Solver(Io { .. } | Proof { .. }))
    }

    /// Whether what was asked is at fault, not the solver or the machine.
    pub fn is_usage(&self) -> bool {
        match self {
            EngineError::Model(_) | EngineError::Additions(_) | EngineError::Formula(_) => true,
            EngineError::Settings(_) => true,
            EngineError::Solver(error) => matches!(
                error,
                SolverError::UnknownName { .. }
                    | SolverError::Command { .. }
                    | SolverError::Start { .. }
                    | SolverError::NoProof(_)
                    | SolverError::NoPhases(_)
            ),
            _ => false,
        }
    }
}

#[cfg(feature = "isolated")]
impl From<RunError> for EngineError {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Process(error) => error.into(),
            RunError::Formula(error) => error.into(),
            error => EngineError::Settings(error.to_string()),
        }
    }
}

/// What happens on a road with formulas, in order.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// A formula is made.
    Encoded {
        /// Its size.
        size: Size,
        /// Seconds that took, and earlier ones.
        seconds: f64,
        /// What the user should know of the additions.
        notes: Vec<String>,
        /// Its layers, if its model has them.
        layers: Option<usize>,
    },
    /// No solution has this number of layers, or fewer.
    Refuted {
        /// The number of layers.
        layers: usize,
    },
    /// Of a large board, what is left to be cleared.
    Cleared {
        /// Pegs that are left.
        pegs: usize,
        /// Pegs at the start.
        of: usize,
    },
    /// The solver has answered.
    Decided {
        /// Seconds in the solver, for this formula and earlier ones.
        seconds: f64,
        /// What was added to a relaxed formula on the way, in DIMACS numbers.
        added: Vec<Vec<i32>>,
    },
}

/// What a road came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// To a solution, which nobody has checked yet.
    Solved {
        /// Jump numbers.
        jumps: Vec<usize>,
        /// For models with layers, how many of the jumps each layer holds.
        layer_sizes: Option<Vec<usize>>,
        /// A truth value a variable of the formula, if it was asked for.
        assignment: Option<Vec<bool>>,
    },
    /// There is no solution.
    Unsolvable(Evidence),
    /// There is no solution within the layers that were asked for: by an embedded solver's
    /// word, or by evidence where that was asked for ([`task::Checks`]).
    Refuted(Option<Evidence>),
    /// A solver says that there is none, of whatever was asked, and nothing has checked
    /// that; why not.
    Claimed(String),
    /// The solver gave up.
    GaveUp,
    /// The road leads nowhere.
    Nothing,
}

impl Finding {
    /// A solution of steps of one jump.
    fn solved(jumps: Vec<usize>) -> Self {
        Finding::Solved {
            jumps,
            layer_sizes: None,
            assignment: None,
        }
    }

    fn of(end: End) -> Self {
        match end {
            End::Solved {
                jumps,
                layer_sizes,
                assignment,
            } => Finding::Solved {
                jumps,
                layer_sizes,
                assignment,
            },
            End::Unsolvable(evidence) => Finding::Unsolvable(evidence),
            End::Unknown(_) => Finding::Nothing,
        }
    }
}

/// Finds a solution, or shows that there is none.
///
/// Solutions are replayed and certificates verified before they are returned. With
/// one job the answer depends on problem, settings and version alone, unless the
/// watch ends the search or the solver is a program.
///
/// # Errors
/// If the settings are faulty, or something went wrong that is a bug.
pub fn solve(problem: &Problem, settings: &Settings, watch: &Watch) -> Result<Answer, EngineError> {
    let plan = plan(problem, settings)?;
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
    let plan = plan(problem, &own)?.certifying(&settings.solver);
    checked(problem, Race::new(problem, &plan, watch).run()?)
}

/// The roads that these settings take.
fn plan(problem: &Problem, settings: &Settings) -> Result<Plan, EngineError> {
    let task = settings.task(problem)?;
    #[cfg(feature = "isolated")]
    if let Some(asked) = settings.asks(&task) {
        // No twin states what is over before it begins.
        if problem.n_jumps().is_none_or(|jumps| *jumps.end() == 0) {
            return Ok(Plan::only(road::Road::Exhaustion(u64::MAX), task));
        }
        let trust = settings.trust;
        return Ok(Plan::only(road::Road::System(Box::new(asked), trust), task));
    }
    if let Some(road) = settings.only(&task) {
        return Ok(Plan::only(road, task));
    }
    let step = model::by_name(&task.model)?.step();
    Ok(Plan::new(problem, settings, task, step))
}

/// Solutions besides this one, `most` with it, that differ by more than the order of
/// their jumps. `attempt` makes try number 1, 2, …, by [`Settings::variant`]; some
/// give what is known.
///
/// # Errors
/// Those of `attempt`.
pub fn others<E>(
    first: &[usize],
    most: usize,
    mut attempt: impl FnMut(u64) -> Result<Option<Vec<usize>>, E>,
) -> Result<Vec<Vec<usize>>, E> {
    /// It ends after this many known ones in a row.
    const REPEATED: usize = 20;
    let sorted = |jumps: &[usize]| {
        let mut jumps = jumps.to_vec();
        jumps.sort_unstable();
        jumps
    };
    let mut known = HashSet::from([sorted(first)]);
    let (mut found, mut repeated) = (Vec::new(), 0);
    for number in 1.. {
        if known.len() == most || repeated == REPEATED {
            break;
        }
        let Some(jumps) = attempt(number)? else { break };
        repeated += 1;
        if known.insert(sorted(&jumps)) {
            found.push(jumps);
            repeated = 0;
        }
    }
    Ok(found)
}

/// The best solution, and why there is no better one, as far as both are found.
///
/// # Errors
/// As [`solve`].
pub fn optimise(problem: &Problem, quest: &Quest, watch: &Watch) -> Result<Optimum, EngineError> {
    #[cfg(feature = "isolated")]
    if let Some(optimum) = optimum::elsewhere::ask(problem, quest, watch)? {
        return Ok(optimum);
    }
    optimum::search(problem, quest, watch)
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
    ///
    /// # Errors
    /// As [`solve`], and if the process cannot be had.
    fn ask(
        &self,
        problem: &Problem,
        question: &Question,
        watch: &Watch,
    ) -> Result<Reply, EngineError>;
}

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
