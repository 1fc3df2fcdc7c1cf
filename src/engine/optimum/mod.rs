//! Optima: the best solution, and why there is no better one.
//!
//! Solutions with a bounded number of sweeps, or dead ends after a bounded number of
//! jumps, are asked for from both sides, by two runs at a time: from below with the
//! least number that is not refuted yet, from above with one less than the best
//! solution has. The first answer that closes the gap ends both. Every answer is
//! kept, so however the search ends there is a best solution and a bound.

pub(super) mod pegs;
mod search;
mod ways;

pub use super::objective::Objective;
pub(super) use search::search;

use super::{
    ask::Ask,
    error::EngineError,
    evidence::{Evidence, Reason, Size},
    task::{Task, encode},
};
use crate::{
    board::JumpNumber,
    certificate::{Certificate, layers, sweeps},
    formula::{Cnf, dimacs},
    model::{self, Step},
    problem::Problem,
    watch::Watch,
};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

impl Ask {
    /// The formula that was refuted, with what was added to it on the way.
    pub fn formula(
        &self,
        problem: &Problem,
        refuted: &Refuted,
        watch: &Watch,
    ) -> Result<Cnf, EngineError> {
        let objective = self.objective().ok_or_else(no_optimum)?;
        let task = objective.task(&self.task(problem)?, refuted.most);
        let model = model::by_name(&task.model)?;
        let problem = objective.problem(problem, refuted.most);
        let mut cnf = encode(&problem, model, &task.options, task.at_most_one, watch)?.1;
        for clause in &refuted.added {
            let lits = clause.iter().map(|&number| dimacs::lit(number));
            cnf.clauses.push(lits);
        }
        Ok(cnf)
    }

    /// The certificate of what was refuted, if there can be one; the proof's file and its
    /// SHA-256.
    pub fn certificate(
        &self,
        problem: &Problem,
        refuted: &Refuted,
        (proof, sha256): (&str, String),
        watch: &Watch,
    ) -> Result<Option<Certificate>, EngineError> {
        let objective = self.objective().ok_or_else(no_optimum)?;
        let task = self.task(problem)?;
        let additions = &task.options.additions;
        let (most, added) = (refuted.most, &refuted.added);
        let stated = objective.problem(problem, most);
        let step = model::by_name(&task.model)?.step;
        Ok(match (objective, step) {
            (Objective::Sweeps, Step::Sweep) if sweeps::applies(problem, additions, most) => {
                let found =
                    sweeps::certificate(problem, additions, most, added, proof, sha256, watch)?;
                Some(found)
            }
            (Objective::JumpsToDeadEnd, Step::Layer) if layers::applies(&stated, additions) => {
                Some(layers::certificate(&stated, additions, proof, sha256))
            }
            _ => None,
        })
    }
}

/// That what is asked for is not the best solution.
pub(crate) fn no_optimum() -> EngineError {
    EngineError::Refused("no optimum is asked for: say what is to be small, of the whole".into())
}

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

/// What is known at the end.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Optimum {
    /// How it was searched for.
    pub task: Task,
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
    /// Why it ended early.
    pub reason: Option<Reason>,
    /// What went wrong.
    pub message: Option<String>,
    /// The most memory in use by one run, in bytes.
    pub peak_memory: Option<u64>,
    /// The choices of a solver of constraints, in all, or the nodes of a system's tree.
    #[serde(default)]
    pub choices: Option<u64>,
}

impl Optimum {
    /// Nothing is known yet.
    pub(crate) fn new(task: Task) -> Self {
        Optimum {
            task,
            best: None,
            bound: 0,
            refuted: None,
            is_unsolvable: false,
            evidence: None,
            news: Vec::new(),
            reason: None,
            message: None,
            peak_memory: None,
            choices: None,
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
}
