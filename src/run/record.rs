//! What is known of a run, however it ended.

use super::{Grounds, Size, Task};
use crate::model::Order;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What a run may use.
#[derive(Debug, Clone, Copy, Default)]
pub struct Limits {
    /// Wall-clock time for everything, encoding included.
    pub timeout: Option<Duration>,
    /// Bytes of memory, of the worker and each program that it starts.
    pub memory: Option<u64>,
}

/// Why a run ended without an answer.
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
}

impl Reason {
    /// The word for it in JSON. None for layers: that was no failure, and
    /// `refuted_layers` says it.
    pub fn word(self) -> Option<&'static str> {
        match self {
            Reason::Timeout => Some("timeout"),
            Reason::Memory => Some("memory"),
            Reason::Interrupted => Some("interrupted"),
            Reason::SolverFailed => Some("solver-failed"),
            Reason::Layers => None,
        }
    }
}

/// How a run ended, in a word.
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

/// Seconds that a run took; none for what did not happen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Seconds {
    /// To make the formula.
    pub encode: Option<f64>,
    /// In the solver.
    pub solve: Option<f64>,
    /// In all.
    pub total: f64,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// With these jumps, which nobody has checked yet.
    Solved {
        /// Jump numbers.
        jumps: Vec<usize>,
        /// For models with layers, how many of the jumps each layer holds.
        layer_sizes: Option<Vec<usize>>,
        /// The assignment, if it was asked for.
        assignment: Option<Vec<bool>>,
    },
    /// With the answer that there is no solution, and why.
    Unsolvable(Grounds),
    /// Without an answer.
    Unknown(Reason),
}

impl Record {
    /// A run that did not have to be made.
    pub fn without_run(task: Task, end: End, total: f64) -> Self {
        Record {
            end,
            task,
            attempts: 0,
            layers: None,
            refuted: None,
            size: None,
            encode: None,
            solve: None,
            total,
            peak_memory: None,
            notes: Vec::new(),
            message: None,
        }
    }
}

/// What is known of a run.
#[derive(Debug, Clone)]
pub struct Record {
    /// How it ended.
    pub end: End,
    /// The attempt that answered; if none did, the first one.
    pub task: Task,
    /// How many attempts were begun.
    pub attempts: usize,
    /// The layers of that attempt's formula, if its model has layers.
    pub layers: Option<usize>,
    /// The most layers that were refuted, and in which order, if any were.
    pub refuted: Option<(usize, Order)>,
    /// The formula's size, if it was made.
    pub size: Option<Size>,
    /// Seconds to encode, if that ended.
    pub encode: Option<f64>,
    /// Seconds in the solver, so far if it was ended.
    pub solve: Option<f64>,
    /// Seconds in all.
    pub total: f64,
    /// The most memory that was in use at a time, in bytes.
    pub peak_memory: Option<u64>,
    /// What the user should know of the additions.
    pub notes: Vec<String>,
    /// What went wrong, if something did.
    pub message: Option<String>,
}
