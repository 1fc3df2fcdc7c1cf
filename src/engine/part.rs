//! A part of a formula: what is kept of it.

use super::{ask::Ask, evidence::Evidence};
use crate::board::JumpNumber;
use serde::{Deserialize, Serialize};

/// What is kept of a part, so that parts can be joined.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The version of the program.
    pub pegsat: String,
    /// The problem's name.
    pub problem: String,
    /// The problem as a `.peg` file.
    pub peg: String,
    /// What was asked, and of which part.
    pub ask: Ask,
    /// The SHA-256 of the whole formula.
    pub formula: String,
    /// The literals that are given, in DIMACS numbers; null where the formula has not so
    /// many parts.
    pub literals: Option<Vec<i32>>,
    /// What was added to the formula on the way.
    pub added: Vec<Vec<i32>>,
    /// If no solution is in this part, what that rests on.
    pub refuted: Option<Evidence>,
    /// The jumps of a solution that is, by number.
    pub jumps: Option<Vec<JumpNumber>>,
    /// Seconds in the solver.
    pub seconds: f64,
    /// The SHA-256 of all this, with nothing here, and the proof that follows.
    pub seal: String,
}

impl Part {
    /// Which part it is, from 1.
    pub fn index(&self) -> usize {
        self.ask.part.map_or(0, |(shard, _)| shard.index)
    }

    /// Whether it was decided: refuted, or solved.
    pub fn is_decided(&self) -> bool {
        self.refuted.is_some() || self.jumps.is_some()
    }
}
