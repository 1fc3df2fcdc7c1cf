//! What is known of a question, however the search for it ended.

use super::{settings::encoders, task::Task};
use crate::{
    formula::Cnf,
    model::{self, Layers, Method, Order, Step},
    problem::Problem,
    watch::Stop,
};
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// Why a search ended without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The time limit was reached.
    Timeout,
    /// The memory limit was reached.
    Memory,
    /// The user asked to stop.
    Interrupted,
    /// The solver died, gave up, or printed nonsense.
    SolverFailed,
    /// There is no solution within the number of layers that was asked for.
    Layers,
    /// There is no solution in the part that was asked for.
    Cube,
    /// A solver says that there is no solution, and nothing has checked that.
    Unchecked,
}

impl From<&Stop> for Reason {
    fn from(stop: &Stop) -> Self {
        match stop {
            Stop::Timeout => Reason::Timeout,
            Stop::Memory(_) => Reason::Memory,
            Stop::Interrupted | Stop::Work | Stop::TooManyHoles(_) => Reason::Interrupted,
        }
    }
}

impl Reason {
    /// The word for it in JSON. None for what is no failure: `refuted_layers` or
    /// the message say it.
    pub fn word(self) -> Option<&'static str> {
        match self {
            Reason::Timeout => Some("timeout"),
            Reason::Memory => Some("memory"),
            Reason::Interrupted => Some("interrupted"),
            Reason::SolverFailed => Some("solver-failed"),
            Reason::Layers | Reason::Cube | Reason::Unchecked => None,
        }
    }
}

/// How a search ended, in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// With a checked solution, the best one if that was asked for. Exhaustive
    /// search says `done` when it has come to its end.
    #[serde(alias = "done")]
    Solved,
    /// There is no solution.
    Unsolvable,
    /// A limit was reached, the user stopped it, or the solver failed.
    Unknown,
}

impl Outcome {
    /// The word for it in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Solved => "solved",
            Outcome::Unsolvable => "unsolvable",
            Outcome::Unknown => "unknown",
        }
    }
}

/// Seconds that something took; none for what did not happen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Seconds {
    /// To make the formula.
    pub encode: Option<f64>,
    /// In the solver.
    pub solve: Option<f64>,
    /// In all.
    pub total: f64,
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

/// What an 'unsolvable', or the bound of an optimum, rests on. What a solver says and
/// nothing has checked is no evidence, but [`Finding::Claimed`](super::Finding).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Evidence {
    /// The solver refuted a formula that any solution satisfies, by a proof that
    /// was checked.
    Proof,
    /// A certificate, which was verified.
    Certificate(Box<Written>),
    /// Exhaustive search saw every position that matters; they are too many for a
    /// certificate.
    Exhaustion,
    /// Nothing but the word of a solver, which the settings trust.
    Trust,
}

impl Evidence {
    /// By what the answer was checked, in a word.
    pub fn checked(&self) -> Option<&'static str> {
        match self {
            Evidence::Certificate(_) => Some("certificate"),
            Evidence::Exhaustion => Some("exhaustion"),
            Evidence::Proof => Some("proof"),
            Evidence::Trust => None,
        }
    }

    /// The certificate, if it is one.
    pub fn certificate(&self) -> Option<&Written> {
        match self {
            Evidence::Certificate(written) => Some(written),
            _ => None,
        }
    }

    /// Whether it is the refutation of a formula.
    pub fn is_formula(&self) -> bool {
        matches!(self, Evidence::Proof | Evidence::Trust)
    }
}

/// A certificate as it is written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Written {
    /// Its kind, such as `position-class`.
    pub kind: String,
    /// Its text.
    pub text: String,
    /// The proof that stands in a file beside it, if one does.
    pub proof: Option<String>,
}

/// How a search ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// With the jumps of a solution, which were replayed.
    Solved {
        /// Jump numbers.
        jumps: Vec<usize>,
        /// For models with layers, how many of the jumps each layer holds.
        layer_sizes: Option<Vec<usize>>,
        /// A truth value a variable of the formula, if it was asked for.
        assignment: Option<Vec<bool>>,
    },
    /// With the answer that there is no solution, and what it rests on.
    Unsolvable(Evidence),
    /// Without an answer.
    Unknown(Reason),
}

impl End {
    /// By what the answer was checked, in a word; solutions are replayed.
    pub fn checked(&self) -> Option<&'static str> {
        match self {
            End::Solved { .. } => Some("replay"),
            End::Unsolvable(evidence) => evidence.checked(),
            End::Unknown(_) => None,
        }
    }

    /// How it ended in a word, and why it did without an answer.
    pub fn outcome(&self) -> (Outcome, Option<Reason>) {
        match self {
            End::Solved { .. } => (Outcome::Solved, None),
            End::Unsolvable(_) => (Outcome::Unsolvable, None),
            End::Unknown(reason) => (Outcome::Unknown, Some(*reason)),
        }
    }
}

/// What is known of a question.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Answer {
    /// How the search ended.
    pub end: End,
    /// What led to the answer: `formula`, `exhaustion`, `position-class`, …; the
    /// settings that go there alone are `approach`'s.
    pub road: Option<String>,
    /// The roads that were begun.
    pub tried: Vec<String>,
    /// The attempt that answered; if none did, the first one.
    pub task: Task,
    /// How many attempts with formulas were begun.
    pub attempts: usize,
    /// The layers of that attempt's formula, if its model has layers.
    pub layers: Option<usize>,
    /// The most layers that were refuted, and in which order, if any were.
    pub refuted: Option<(usize, Order)>,
    /// The formula's size, if it was made.
    pub size: Option<Size>,
    /// What it took.
    pub seconds: Seconds,
    /// The most memory that was in use at a time, in bytes, where that is known.
    pub peak_memory: Option<u64>,
    /// What the user should know of the additions.
    pub notes: Vec<String>,
    /// What went wrong, if something did.
    pub message: Option<String>,
}

impl Answer {
    /// The options of the command line that lead to this answer by its road alone.
    pub fn options(&self, problem: &Problem) -> String {
        let road = self.road.as_deref().unwrap_or("auto");
        let task = &self.task;
        if road == "system" {
            let mut method = task.model.clone();
            task.options.additions.names().iter().for_each(|name| {
                let _ = write!(method, "+{name}");
            });
            if let Some(layers) = task.options.layers {
                let _ = write!(method, "+layers={layers}+order={}", task.options.order);
            }
            return format!("--model {method}@{} --seed {}", task.solver, task.seed);
        }
        let mut options = format!("--approach {road}");
        if matches!(road, "beam" | "windows") && task.seed != 0 {
            let _ = write!(options, " --seed {}", task.seed);
        }
        if road != "formula" {
            return options;
        }
        let Ok(model) = model::by_name(&task.model) else {
            return options;
        };
        let method = Method {
            model: model.name(),
            additions: Some(task.options.additions.clone()),
            layers: self.layers.map(Layers::Number),
            order: (model.step() == Step::Pass).then_some(task.options.order),
            prefer: task.prefer,
            system: None,
        };
        let _ = write!(options, " --model {method}");
        if let Some(sweeps) = task.options.sweeps {
            let _ = write!(options, " --sweeps {sweeps}");
        }
        if task.solver != "varisat" {
            let _ = write!(
                options,
                " --solver '{}'",
                task.solver.replace('\'', "'\\''")
            );
        }
        if task.seed != 0 {
            let _ = write!(options, " --seed {}", task.seed);
        }
        if task.encoders != encoders(None, problem) {
            let _ = write!(
                options,
                " --at-most-one {}",
                task.encoders.at_most_one.name()
            );
        }
        options
    }

    /// Nothing but why.
    pub fn unknown(task: Task, reason: Reason) -> Self {
        Answer {
            end: End::Unknown(reason),
            road: None,
            tried: Vec::new(),
            task,
            attempts: 0,
            layers: None,
            refuted: None,
            size: None,
            seconds: Seconds::default(),
            peak_memory: None,
            notes: Vec::new(),
            message: None,
        }
    }
}
