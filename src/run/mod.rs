//! One problem through the whole flow: encode, solve, decode.
//!
//! [`perform`] does it in this process, [`supervise`] in a child process with
//! limits. Neither checks the answer: that is for
//! [`crate::solution::checker`], where the jumps arrive.

mod processes;
pub mod supervise;
pub mod worker;

use crate::{
    formula::{Cnf, Encoders, FormulaError, Shuffled},
    model::{self, Additions, Encoding, ModelError},
    problem::Problem,
    solution::decode,
    solver::{self, Context, SolverError, Verdict},
};
use serde::{Deserialize, Serialize};
use std::{path::PathBuf, time::Instant};

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// The problem's name.
    pub problem: String,
    /// The problem as the text of a `.peg` file.
    pub peg: String,
    /// The model's letter.
    pub model: String,
    /// What is added to it.
    pub additions: Additions,
    /// How linear constraints become clauses.
    pub encoders: Encoders,
    /// The solver's name, or `cmd:PROGRAM ARGS`.
    pub solver: String,
    /// Shuffles variables and clauses; 0 leaves them as they are written.
    pub seed: u64,
    /// Where to write a proof of unsatisfiability.
    pub proof: Option<PathBuf>,
    /// A folder for files that are thrown away afterwards.
    pub scratch: PathBuf,
    /// Whether the assignment is wanted besides the jumps.
    pub assignment: bool,
}

/// The size of a formula as the solver gets it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Size {
    /// Variables.
    pub variables: u64,
    /// Clauses.
    pub clauses: u64,
    /// Literals in all clauses.
    pub literals: u64,
}

impl Size {
    /// The size of this formula.
    pub fn of(cnf: &Cnf) -> Self {
        Size {
            variables: cnf.n_vars.into(),
            clauses: cnf.clauses.len() as u64,
            literals: cnf.clauses.n_literals() as u64,
        }
    }
}

/// What happened, in order: `Encoded`, then `Decided` or `Failed`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event {
    /// The formula is made.
    Encoded {
        /// Its size.
        size: Size,
        /// Seconds that took.
        seconds: f64,
        /// What the user should know of the additions.
        notes: Vec<String>,
    },
    /// The solver has answered.
    Decided {
        /// Its answer.
        answer: Answer,
        /// Seconds that took.
        seconds: f64,
    },
    /// No answer is to be had.
    Failed {
        /// Whether the task itself is at fault (not the solver).
        usage: bool,
        /// What went wrong.
        message: String,
    },
}

/// What the solver answered, decoded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "lowercase")]
pub enum Answer {
    /// The jumps of a solution, by number; the true literals of the assignment
    /// if it was asked for.
    Solved {
        /// Jump numbers.
        jumps: Vec<usize>,
        /// A truth value a variable of the formula.
        assignment: Option<Vec<bool>>,
    },
    /// There is no solution.
    Unsolvable,
    /// The solver gave up.
    Unknown,
}

/// Why a task ends without an answer.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The problem's text is none.
    #[error(transparent)]
    Problem(#[from] crate::problem::file::FileError),
    /// No model goes by that name.
    #[error("no model is called '{0}'; `pegsat models` lists them")]
    Model(String),
    /// An addition was refused.
    #[error(transparent)]
    Additions(#[from] ModelError),
    /// The formula cannot be made.
    #[error(transparent)]
    Formula(#[from] FormulaError),
    /// The solver failed.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// The solver's assignment does not satisfy the formula.
    #[error("solver {0} gave an assignment that does not satisfy the formula")]
    WrongAssignment(String),
}

impl RunError {
    /// Whether the task is at fault, not the solver or the machine.
    fn is_usage(&self) -> bool {
        match self {
            RunError::Problem(_) | RunError::Model(_) => true,
            RunError::Additions(_) | RunError::Formula(_) => true,
            RunError::WrongAssignment(_) => false,
            RunError::Solver(error) => matches!(
                error,
                SolverError::UnknownName { .. }
                    | SolverError::Command { .. }
                    | SolverError::Start { .. }
                    | SolverError::NoProof(_)
            ),
        }
    }
}

/// States the problem by the model and turns it into clauses; the encoding
/// keeps the meanings and notes, its formula is used up.
///
/// # Errors
/// If an addition is refused or the formula is too large.
pub fn encode(
    problem: &Problem,
    model: &dyn model::Model,
    additions: &Additions,
    encoders: &Encoders,
) -> Result<(Encoding, Cnf), RunError> {
    let mut encoding = model.encode(problem, additions)?;
    let cnf = std::mem::take(&mut encoding.formula).into_cnf(encoders)?;
    Ok((encoding, cnf))
}

/// Does the task in this process, and reports on the way.
///
/// # Errors
/// If the task is faulty, or the solver fails.
pub fn perform(task: &Task, report: &mut dyn FnMut(Event)) -> Result<Answer, RunError> {
    let begin = Instant::now();
    let problem = crate::problem::file::parse(&task.problem, &task.peg)?;
    let model = model::by_name(&task.model).ok_or_else(|| RunError::Model(task.model.clone()))?;
    let backend = solver::by_name(&task.solver)?;
    let (encoding, cnf) = encode(&problem, model, &task.additions, &task.encoders)?;
    let shuffled = Shuffled::new(cnf, task.seed);
    report(Event::Encoded {
        size: Size::of(&shuffled.cnf),
        seconds: begin.elapsed().as_secs_f64(),
        notes: encoding.notes.clone(),
    });
    let begin = Instant::now();
    let context = Context {
        proof: task.proof.as_deref(),
        scratch: &task.scratch,
    };
    let answer = match backend.solve(&shuffled.cnf, context)? {
        Verdict::Unsatisfiable => Answer::Unsolvable,
        Verdict::Unknown => Answer::Unknown,
        Verdict::Satisfiable(assignment) => {
            if !shuffled.cnf.is_satisfied_by(&assignment) {
                return Err(RunError::WrongAssignment(task.solver.clone()));
            }
            let assignment = shuffled.original(assignment);
            let jumps = decode::jumps(&encoding.meanings, &assignment);
            Answer::Solved {
                jumps,
                assignment: task.assignment.then_some(assignment),
            }
        }
    };
    report(Event::Decided {
        answer: answer.clone(),
        seconds: begin.elapsed().as_secs_f64(),
    });
    Ok(answer)
}
