//! One problem through the whole flow: encode, solve, decode.
//!
//! [`perform`] does it in this process, [`supervise`] in child processes with
//! limits, as many as a [`plan`] says. Neither checks the answer: that is for
//! [`crate::solution::checker`], where the jumps arrive.

mod attempt;
pub mod optimum;
pub mod plan;
pub(crate) mod processes;
pub mod record;
pub mod supervise;
pub mod worker;

use crate::{
    formula::{Cnf, Encoders, FormulaError, Lit, Shuffled, propagate},
    model::{self, Encoding, Model, ModelError, Options, Prefer, layers, order},
    problem::{Problem, class, file},
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
    /// How the model states it.
    pub options: Options,
    /// To find the number of layers: how many to begin with above the least,
    /// from that of the options on, that propagation does not refute. `None`
    /// for that of the options itself.
    pub climb: Option<usize>,
    /// How linear constraints become clauses.
    pub encoders: Encoders,
    /// The solver's name, or `cmd:PROGRAM ARGS`.
    pub solver: String,
    /// Shuffles variables and clauses; 0 leaves them as they are written.
    pub seed: u64,
    /// Which jumps the solver is to try first, if it can be told.
    pub prefer: Option<Prefer>,
    /// Where to write a proof of unsatisfiability.
    pub proof: Option<PathBuf>,
    /// A folder for files that are thrown away afterwards.
    pub scratch: PathBuf,
    /// Whether the assignment is wanted besides the jumps.
    pub assignment: bool,
}

impl Task {
    /// The problem by this model, as it is stated where nothing else is said: by
    /// varisat, without additions, with all layers that a solution can need.
    pub fn new(problem: &Problem, model: &dyn Model) -> Self {
        Task {
            problem: problem.name().into(),
            peg: file::write(problem),
            model: model.name().into(),
            options: Options {
                order: order::best_first(problem)[0],
                ..Options::default()
            },
            climb: None,
            encoders: Encoders::default(),
            solver: "varisat".into(),
            seed: 0,
            prefer: None,
            proof: None,
            scratch: std::env::temp_dir(),
            assignment: false,
        }
    }
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

/// What happened, in order: `Encoded`, then `Decided` or `Failed`. While the
/// number of layers is looked for, several times `Encoded` or `Refuted` before.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event {
    /// The formula is made.
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
    /// No solution has so many layers, or fewer.
    Refuted {
        /// The number of layers.
        layers: usize,
    },
    /// The solver has answered.
    Decided {
        /// Its answer.
        answer: Answer,
        /// Seconds in the solver, for this and for earlier numbers of layers.
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
        /// For models with layers, how many of the jumps each layer holds.
        layer_sizes: Option<Vec<usize>>,
        /// A truth value a variable of the formula.
        assignment: Option<Vec<bool>>,
    },
    /// There is no solution.
    Unsolvable {
        /// Why.
        grounds: Grounds,
    },
    /// There is no solution within the layers that were asked for.
    Refuted,
    /// The solver gave up.
    Unknown,
}

/// What an 'unsolvable' stands on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grounds {
    /// The solver refuted a formula that any solution satisfies.
    Formula,
    /// Start and goal are of different [position classes](class).
    PositionClass,
    /// Weights of holes show the goal out of reach, or no jump leads there.
    Weights,
}

/// Why a task ends without an answer.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The problem's text is none.
    #[error(transparent)]
    Problem(#[from] file::FileError),
    /// No model goes by that name.
    #[error(transparent)]
    Model(#[from] model::UnknownModel),
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
                    | SolverError::NoPhases(_)
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
    model: &dyn Model,
    options: &Options,
    encoders: &Encoders,
) -> Result<(Encoding, Cnf), RunError> {
    let mut encoding = model.encode(problem, options)?;
    let cnf = std::mem::take(&mut encoding.formula).into_cnf(encoders)?;
    Ok((encoding, cnf))
}

/// Does the task in this process, and reports on the way.
///
/// # Errors
/// If the task is faulty, or the solver fails.
pub fn perform(task: &Task, report: &mut dyn FnMut(Event)) -> Result<Answer, RunError> {
    let problem = file::parse(&task.problem, &task.peg)?;
    let model = model::by_name(&task.model)?;
    let mut work = Work {
        task,
        problem,
        model,
        backend: solver::by_name(&task.solver)?,
        options: task.options.clone(),
        encoding: 0.0,
        solving: 0.0,
        report,
    };
    // For models with layers parity comes first: their refutation may be long,
    // or out of reach. A proof is asked of the solver.
    let parity = model.step().is_layer() && task.proof.is_none();
    let answer = match task.climb {
        _ if parity && !class::allows(&work.problem) => Answer::Unsolvable {
            grounds: Grounds::PositionClass,
        },
        Some(ahead) if model.step().is_layer() => work.climb(ahead)?,
        _ => {
            let formula = work.encode()?;
            work.decide(formula)?
        }
    };
    let seconds = work.solving;
    report(Event::Decided {
        answer: answer.clone(),
        seconds,
    });
    Ok(answer)
}

/// A task in progress.
struct Work<'a> {
    task: &'a Task,
    problem: Problem,
    model: &'static dyn Model,
    backend: Box<dyn solver::Backend>,
    options: Options,
    /// Seconds so far.
    encoding: f64,
    solving: f64,
    report: &'a mut dyn FnMut(Event),
}

impl Work<'_> {
    fn encode(&mut self) -> Result<(Encoding, Cnf), RunError> {
        let begin = Instant::now();
        let encoded = encode(
            &self.problem,
            self.model,
            &self.options,
            &self.task.encoders,
        );
        self.encoding += begin.elapsed().as_secs_f64();
        encoded
    }

    /// Solves and decodes.
    fn decide(&mut self, (encoding, cnf): (Encoding, Cnf)) -> Result<Answer, RunError> {
        let begin = Instant::now();
        let shuffled = Shuffled::new(cnf, self.task.seed);
        let layers = match self.options.layers {
            _ if !self.model.step().is_layer() => None,
            None => layers::enough(&self.problem),
            some => some,
        };
        self.encoding += begin.elapsed().as_secs_f64();
        (self.report)(Event::Encoded {
            size: Size::of(&shuffled.cnf),
            seconds: self.encoding,
            notes: encoding.notes.clone(),
            layers,
        });
        let begin = Instant::now();
        let phases: Vec<Lit> = self.task.prefer.map_or(Vec::new(), |prefer| {
            let phases = prefer.phases(self.problem.board(), &encoding.meanings);
            phases
                .into_iter()
                .map(|lit| shuffled.shuffled(lit))
                .collect()
        });
        let context = Context {
            proof: self.task.proof.as_deref(),
            scratch: &self.task.scratch,
            phases: &phases,
        };
        let verdict = self.backend.solve(&shuffled.cnf, context)?;
        self.solving += begin.elapsed().as_secs_f64();
        Ok(match verdict {
            Verdict::Unsatisfiable if layers::is_complete(&self.problem, &self.options) => {
                Answer::Unsolvable {
                    grounds: Grounds::Formula,
                }
            }
            Verdict::Unsatisfiable => Answer::Refuted,
            Verdict::Unknown => Answer::Unknown,
            Verdict::Satisfiable(assignment) => {
                if !shuffled.cnf.is_satisfied_by(&assignment) {
                    return Err(RunError::WrongAssignment(self.task.solver.clone()));
                }
                let assignment = shuffled.original(assignment);
                let board = self.problem.board();
                Answer::Solved {
                    jumps: decode::jumps(board, &encoding.meanings, &assignment),
                    layer_sizes: layers
                        .map(|n| decode::step_sizes(board, &encoding.meanings, &assignment, n)),
                    assignment: self.task.assignment.then_some(assignment),
                }
            }
        })
    }

    /// Finds the number of layers: from that of the options on the first one
    /// that propagation does not refute, and `ahead` more; one more whenever
    /// they are refuted.
    ///
    /// Sound because the layers of an order can be left empty: what L layers
    /// hold, L+1 layers hold (a test of the orders shows that their passes are
    /// subsequences), so that a refutation speaks of fewer layers too. Sweeps
    /// cannot be empty, but cut in two, or idle at the end (see [`model::s`]).
    fn climb(&mut self, mut ahead: usize) -> Result<Answer, RunError> {
        let enough = layers::enough(&self.problem).unwrap_or(0);
        let mut layers = self.options.layers.unwrap_or(1).min(enough);
        loop {
            self.options.layers = Some(layers);
            let formula = self.encode()?;
            if layers < enough {
                let begin = Instant::now();
                let refuted = propagate::refutes(&formula.1);
                self.encoding += begin.elapsed().as_secs_f64();
                if refuted {
                    (self.report)(Event::Refuted { layers });
                    layers += 1;
                    continue;
                }
                if ahead > 0 {
                    layers = (layers + std::mem::take(&mut ahead)).min(enough);
                    continue;
                }
            }
            match self.decide(formula)? {
                Answer::Refuted => {
                    (self.report)(Event::Refuted { layers });
                    layers += 1;
                }
                answer => return Ok(answer),
            }
        }
    }
}
