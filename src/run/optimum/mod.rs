//! Optima: the best solution, and why there is no better one.
//!
//! Solutions of at most so many sweeps, or dead ends after at most so many jumps,
//! are asked for from both sides, by two runs at a time: from below with the
//! least number that is not refuted yet, from above with one less than the best
//! solution has. The first answer that closes the gap ends both. Every answer is
//! kept, so however the search ends there is a best solution and a bound.

mod search;

pub use search::search;

use super::{
    RunError, Size, Task, encode,
    supervise::{Reason, SuperviseError},
};
use crate::{
    formula::Cnf,
    model::{self, Additions, Model, Step},
    problem::{Goal, Problem, file},
    solution::{checker::Wrong, n_sweeps},
};
use serde::Serialize;
use std::path::PathBuf;

/// What is to be small.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Objective {
    /// The jumps until none is possible, whatever the goal: Fool's Solitaire.
    JumpsToDeadEnd,
    /// The sweeps of a solution: Long-hop Solitaire.
    Sweeps,
}

impl Objective {
    /// The problem whose solutions have a value of at most `most`, as far as a
    /// goal can say it.
    pub fn problem(self, problem: &Problem, most: usize) -> Problem {
        match self {
            Objective::Sweeps => problem.clone(),
            Objective::JumpsToDeadEnd => {
                let start = problem.start();
                let goal = Goal::DeadEnd(start.n_pegs().saturating_sub(most));
                Problem::new(problem.name(), problem.board().clone(), start.clone(), goal)
            }
        }
    }

    /// The task of finding a solution of at most `most`, like `task` for the rest.
    pub fn task(self, problem: &Problem, task: &Task, most: usize) -> Task {
        let mut task = task.clone();
        task.peg = file::write(&self.problem(problem, most));
        if self == Objective::Sweeps {
            let by_layers = model::by_name(&task.model).is_ok_and(|m| m.step() == Step::Sweep);
            match by_layers {
                true => task.options.layers = Some(most),
                false => task.options.sweeps = Some(most),
            }
        }
        task
    }

    /// What is best added to this model, as far as the problem allows it.
    pub fn additions(self, problem: &Problem, model: &dyn Model) -> Additions {
        let mut additions = Additions::default();
        match model.step() {
            Step::Jump => additions.independence = Some(1),
            Step::Layer | Step::Pass => additions.early = true,
            Step::Sweep if self == Objective::Sweeps => {
                additions.self_symmetry = problem.symmetries().len() > 1;
                additions.corners = true;
            }
            Step::Sweep => {}
        }
        additions
    }

    /// The value of a solution, by the numbers of its jumps.
    fn value(self, problem: &Problem, jumps: &[usize]) -> usize {
        let board = problem.board();
        let leap = |&number: &usize| {
            let jump = board.jumps()[number];
            (board.cell(jump.from), board.cell(jump.to))
        };
        match self {
            Objective::JumpsToDeadEnd => jumps.len(),
            Objective::Sweeps => n_sweeps(&jumps.iter().map(leap).collect::<Vec<_>>()),
        }
    }
}

/// What is asked.
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// What of its solutions is to be small.
    pub objective: Objective,
    /// Model, solver and the rest of what each run does.
    pub task: &'a Task,
    /// Whether refutations are to leave proofs, in the task's scratch folder.
    pub proofs: bool,
}

impl Question<'_> {
    /// The formula that every solution of at most `most` satisfies.
    ///
    /// # Errors
    /// If an addition is refused or the formula is too large.
    pub fn formula(&self, most: usize) -> Result<Cnf, RunError> {
        let task = self.objective.task(self.problem, self.task, most);
        let model = model::by_name(&task.model)?;
        let problem = self.objective.problem(self.problem, most);
        Ok(encode(&problem, model, &task.options, &task.encoders)?.1)
    }
}

/// A refutation: no solution is that good.
#[derive(Debug, Clone, PartialEq)]
pub struct Refuted {
    /// The value.
    pub most: usize,
    /// Seconds in the solver.
    pub solve: Option<f64>,
    /// The formula's size.
    pub size: Option<Size>,
    /// The proof, if it was asked for.
    pub proof: Option<PathBuf>,
}

/// What became known, and when.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct News {
    /// The value of the best solution.
    pub value: Option<usize>,
    /// No solution is better than this.
    pub bound: usize,
    /// Seconds since the beginning.
    pub seconds: f64,
}

/// What is known at the end.
#[derive(Debug, Clone, Default)]
pub struct Optimum {
    /// The best solution: its value, and its jumps by number.
    pub best: Option<(usize, Vec<usize>)>,
    /// No solution is better than this.
    pub bound: usize,
    /// The best refutation.
    pub refuted: Option<Refuted>,
    /// Whether there is no solution at all.
    pub is_unsolvable: bool,
    /// What became known on the way.
    pub news: Vec<News>,
    /// Why it ended early.
    pub reason: Option<Reason>,
    /// What went wrong.
    pub message: Option<String>,
    /// The most memory in use by one run, in bytes.
    pub peak_memory: Option<u64>,
}

impl Optimum {
    /// Whether nothing is left to be known.
    pub fn is_settled(&self) -> bool {
        self.is_unsolvable || self.value() == Some(self.bound)
    }

    fn value(&self) -> Option<usize> {
        self.best.as_ref().map(|best| best.0)
    }
}

/// Why the search could not go on.
#[derive(Debug, thiserror::Error)]
pub enum OptimumError {
    /// A run could not be made.
    #[error(transparent)]
    Run(#[from] SuperviseError),
    /// A solution does not replay.
    #[error("a solution does not replay: this is a bug, please report it: {0}")]
    Wrong(#[from] Wrong),
    /// A solution is better than what was refuted.
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
}
