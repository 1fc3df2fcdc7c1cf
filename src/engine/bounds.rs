//! What is known of an optimum: the best solution, and what no solution is better than.

use super::{
    evidence::{End, Evidence, Reason, Size},
    objective::Objective,
};
use crate::{board::JumpNumber, problem::Problem};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A refutation: no solution is that good.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Refuted {
    /// The value.
    pub most: usize,
    /// Seconds in the solver.
    pub solve: Option<f64>,
    /// The formula's size.
    pub size: Option<Size>,
    /// The proof, if it was asked for.
    pub proof: Option<PathBuf>,
    /// What was added to a relaxed formula on the way, in DIMACS numbers.
    #[serde(default)]
    pub added: Vec<Vec<i32>>,
}

/// What became known, and when.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct News {
    /// The value of the best solution.
    pub value: Option<usize>,
    /// No solution is better than this.
    pub bound: usize,
    /// Seconds since the beginning.
    pub seconds: f64,
}

/// What is known of an optimum.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Optimum {
    /// What is to be small.
    pub objective: Objective,
    /// The best solution: its value, and its jumps by number.
    pub best: Option<(usize, Vec<JumpNumber>)>,
    /// No solution is better than this.
    pub bound: usize,
    /// The best refutation.
    pub refuted: Option<Refuted>,
    /// Whether there is no solution at all.
    pub is_unsolvable: bool,
    /// What the bound, or that there is no solution, rests on; none if nothing had to be
    /// refuted.
    pub evidence: Option<Evidence>,
    /// What became known on the way.
    pub news: Vec<News>,
}

impl Optimum {
    /// Nothing is known yet.
    pub(crate) fn new(objective: Objective) -> Self {
        Optimum {
            objective,
            best: None,
            bound: 0,
            refuted: None,
            is_unsolvable: false,
            evidence: None,
            news: Vec::new(),
        }
    }

    /// The refutation that shows what is known, if there is one: where there is no
    /// solution at all, one of as many sweeps as there may be jumps.
    pub fn decisive(&self, problem: &Problem) -> Option<&Refuted> {
        let most = problem.n_jumps().map_or(0, |jumps| *jumps.end());
        let shows = |refuted: &&Refuted| !self.is_unsolvable || refuted.most >= most;
        self.refuted.as_ref().filter(shows)
    }

    /// Whether nothing is left to be known.
    pub fn is_settled(&self) -> bool {
        self.is_unsolvable || self.value() == Some(self.bound)
    }

    /// The value of the best solution.
    pub fn value(&self) -> Option<usize> {
        self.best.as_ref().map(|best| best.0)
    }

    /// How the search for it ended, for this reason if it ended early.
    pub(crate) fn end(&self, reason: Option<Reason>) -> End {
        match (&self.evidence, &self.best) {
            (Some(evidence), _) if self.is_unsolvable => End::Unsolvable(evidence.clone()),
            (_, Some((_, jumps))) if self.is_settled() => End::Solved {
                jumps: jumps.clone(),
                layer_sizes: None,
            },
            _ => End::Unknown(reason.unwrap_or(Reason::Layers)),
        }
    }
}
