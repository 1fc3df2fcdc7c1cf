//! The ways to good solutions that are no formula of the whole problem.

use super::{Objective, shorten::shorten};
use crate::{
    engine::{
        EngineError, Finding, Task,
        answer::Grounds,
        road::{self, perhaps},
    },
    exact,
    problem::Problem,
    watch::{Stop, Watch},
};

#[derive(Debug)]
pub(super) enum Way {
    /// A solution with no more than so many sweeps by beams, and the seed of their chance.
    Few(usize, u64),
    /// A solution with fewer sweeps than this one, by this task's solver.
    Shorten(Vec<usize>, Box<Task>),
    /// The best solution by exhaustive search.
    Exhaustion(Objective),
}

impl road::Way for Way {
    fn name(&self) -> &'static str {
        match self {
            Way::Few(..) => "sweep-beam",
            Way::Shorten(..) => "shorten",
            Way::Exhaustion(_) => "exhaustion",
        }
    }

    fn go(&self, problem: &Problem, watch: &Watch) -> Result<Finding, EngineError> {
        match self {
            Way::Few(most, seed) => perhaps(exact::sweep_beam(problem, *most, *seed, watch)),
            Way::Shorten(jumps, task) => shorten(problem, jumps, task, watch),
            Way::Exhaustion(objective) => best(problem, *objective, watch),
        }
    }
}

/// The best solution there is.
fn best(problem: &Problem, objective: Objective, watch: &Watch) -> Result<Finding, EngineError> {
    let best = match objective {
        Objective::Sweeps => {
            let questions = exact::Questions {
                fewest_sweeps: true,
                ..exact::Questions::default()
            };
            let outlook = exact::outlook(problem, questions, watch);
            outlook.map(|outlook| outlook.fewest_sweeps.map(|(_, jumps)| jumps))
        }
        Objective::JumpsToDeadEnd => exact::earliest_dead_end(problem, watch),
    };
    match best {
        Ok(Some(jumps)) => Ok(Finding::solved(jumps)),
        Ok(None) => Ok(Finding::Unsolvable {
            grounds: Grounds::Exhaustion,
            certificate: None,
        }),
        Err(Stop::Memory(_) | Stop::TooManyHoles(_)) => Ok(Finding::Nothing),
        Err(stop) => Err(stop.into()),
    }
}
