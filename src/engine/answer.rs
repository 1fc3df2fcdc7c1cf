//! What is known of a question, however the search for it ended.

use super::{
    bounds::Optimum,
    evidence::{End, Reason, Seconds, Size},
    part::Part,
    task::Task,
};
use crate::model::Order;
use serde::{Deserialize, Serialize};

/// What is known of a question.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Answer {
    /// How the search ended.
    pub end: End,
    /// What led to the answer: `formula`, `exhaustion`, `position-class`, …; the
    /// way to go there alone is `approach`'s.
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
    /// How many choices the solver or system made, or nodes its tree has, where it counts them.
    pub choices: Option<u64>,
    /// What it took.
    pub seconds: Seconds,
    /// The most memory that was in use at a time, in bytes, where that is known.
    pub peak_memory: Option<u64>,
    /// What the user should know of the additions.
    pub notes: Vec<String>,
    /// What went wrong, if something did.
    pub message: Option<String>,
    /// What is known of the optimum, if one is wanted.
    pub optimum: Option<Box<Optimum>>,
    /// The part of a formula, if one is asked for: a solution, or 'unknown', as other parts may
    /// have one.
    pub part: Option<Box<Part>>,
}

impl Answer {
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
            choices: None,
            seconds: Seconds::default(),
            peak_memory: None,
            notes: Vec::new(),
            message: None,
            optimum: None,
            part: None,
        }
    }
}
