//! What is to be small in the best solution.

use super::task::Task;
use crate::{
    board::JumpNumber,
    formula::words::words,
    model::{
        self, Additions, Model, Step,
        additions::{CLASS, EARLY, INDEPENDENCE, REGIONS, SELF_SYMMETRY},
    },
    problem::{Goal, Problem},
    solution::n_sweeps,
};
use serde::{Deserialize, Serialize};

words! {
    /// What is to be small.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Objective: (Objective, &'static str) {
        /// The jumps until none is possible, whatever the goal: Fool's Solitaire.
        JumpsToDeadEnd = "jumps-to-dead-end",
        /// The sweeps of a solution: Long-hop Solitaire.
        Sweeps = "sweeps",
        /// The pegs that are left, whatever the goal.
        Pegs = "pegs",
    }
    |_, names| format!("expected one of {names}")
}

impl Objective {
    /// The problem whose solutions have a value of at most `most`, as far as a
    /// goal can say it.
    pub fn problem(self, problem: &Problem, most: usize) -> Problem {
        match self {
            Objective::Sweeps => problem.clone(),
            Objective::JumpsToDeadEnd => {
                let pegs = problem.start().n_pegs();
                problem.with_goal(Goal::dead_end(pegs.saturating_sub(most)))
            }
            Objective::Pegs => problem.with_goal(Goal::anywhere(most)),
        }
    }

    /// The problem whose solutions have a value of exactly `most`, where it is known that none
    /// has a lesser one: of a dead end the number of jumps is known then.
    pub(super) fn problem_of_exactly(self, problem: &Problem, most: usize) -> Problem {
        match self {
            Objective::Sweeps => problem.clone(),
            Objective::JumpsToDeadEnd => {
                let pegs = problem.start().n_pegs();
                problem.with_goal(Goal::dead_end_with(pegs.saturating_sub(most)))
            }
            Objective::Pegs => self.problem(problem, most),
        }
    }

    /// The task of finding a solution of at most `most`, like `task` for the rest.
    pub(super) fn task(self, task: &Task, most: usize) -> Task {
        let mut task = task.clone();
        if self == Objective::Sweeps {
            let by_layers = model::by_name(&task.model).is_ok_and(|m| m.step == Step::Sweep);
            match by_layers {
                true => task.options.layers = Some(most),
                false => task.options.sweeps = Some(most),
            }
        }
        task
    }

    /// In words that there is nothing as good as `most`.
    pub fn refutation(self, most: usize) -> String {
        match self {
            Objective::Sweeps => format!("no solution has {most} sweeps or fewer"),
            Objective::JumpsToDeadEnd => {
                format!("no dead end comes after {most} jumps or fewer")
            }
            Objective::Pegs => format!("no game leaves {most} pegs or fewer"),
        }
    }

    /// The model where none is named, of this problem; of one on a lattice where none is known.
    pub fn model(self, problem: Option<&Problem>) -> &'static Model {
        let is_beyond_sets = problem.is_some_and(|problem| {
            problem.board().lattice().is_none() || problem.goal().has_survivors()
        });
        match self {
            Objective::Sweeps if is_beyond_sets => &model::c::C,
            Objective::JumpsToDeadEnd => &model::d::D,
            Objective::Pegs => &model::e::E,
            Objective::Sweeps => &model::s::S,
        }
    }

    /// What is best added to this model, as far as the problem allows it.
    pub fn additions(self, problem: &Problem, model: &Model) -> Additions {
        let none = Additions::default();
        match model.step {
            Step::Jump => none.with(&INDEPENDENCE),
            Step::Layer | Step::Pass => none
                .with(&EARLY)
                .with_if(self == Objective::JumpsToDeadEnd, &CLASS),
            Step::Sweep if self == Objective::Sweeps => none
                .with_if(problem.symmetries().len() > 1, &SELF_SYMMETRY)
                .with(&REGIONS),
            Step::Sweep => none,
        }
    }

    /// The value of a solution, by the numbers of its jumps.
    pub(crate) fn value(self, problem: &Problem, jumps: &[JumpNumber]) -> usize {
        match self {
            Objective::JumpsToDeadEnd => jumps.len(),
            Objective::Pegs => problem.start().n_pegs() - jumps.len(),
            Objective::Sweeps => n_sweeps(&problem.board().leaps(jumps)),
        }
    }
}
