//! A question to the engine or to another system, and where it is answered: in this process, or
//! in one of its own.

#[cfg(feature = "isolated")]
use crate::systems::{System, inquiry};
use crate::{
    engine::{Answer, Ask, EngineError, Wants, certify, cube, optimise, solve},
    problem::Problem,
    solver,
    watch::Watch,
};
use serde::{Deserialize, Serialize};

/// What is asked, and of whom.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Question {
    /// What is asked.
    pub ask: Ask,
    /// The system that searches by itself, in place of the engine.
    #[cfg(feature = "isolated")]
    pub system: Option<System>,
}

impl Question {
    /// This question about this problem to the engine, or to a system; one that takes clauses is
    /// a solver of the engine's.
    ///
    /// # Errors
    /// If what is asked is unknown, or does not go together.
    #[cfg(feature = "isolated")]
    pub fn new(ask: Ask, system: Option<&System>, problem: &Problem) -> Result<Self, EngineError> {
        let Some(system) = system else {
            return Question::to_engine(ask, problem);
        };
        match inquiry::solver(system, &ask)? {
            Some(solver) => Question::to_engine(ask.solver(solver), problem),
            None => {
                inquiry::check(system, &ask, problem)?;
                Ok(Question {
                    ask,
                    system: Some(system.clone()),
                })
            }
        }
    }

    /// The question to the engine.
    ///
    /// # Errors
    /// As [`Question::new`].
    pub fn to_engine(ask: Ask, problem: &Problem) -> Result<Self, EngineError> {
        ask.check(problem)?;
        Ok(Question {
            ask,
            #[cfg(feature = "isolated")]
            system: None,
        })
    }

    /// Whether another program answers.
    pub fn asks_a_program(&self) -> bool {
        #[cfg(feature = "isolated")]
        if self.system.is_some() {
            return true;
        }
        solver::is_program(&self.ask.solver)
    }
}

/// Where questions are answered: [`Here`], or in a process of its own.
pub trait Executor {
    /// Answers.
    fn ask(
        &self,
        problem: &Problem,
        question: &Question,
        watch: &Watch,
    ) -> Result<Answer, EngineError>;
}

/// This process.
#[derive(Debug, Clone, Copy)]
pub struct Here;

impl Executor for Here {
    fn ask(
        &self,
        problem: &Problem,
        question: &Question,
        watch: &Watch,
    ) -> Result<Answer, EngineError> {
        let ask = &question.ask;
        #[cfg(feature = "isolated")]
        if let Some(system) = &question.system {
            return match ask.objective() {
                None => inquiry::solve(system, problem, ask, watch),
                Some(_) => inquiry::optimise(system, problem, ask, watch),
            };
        }
        match ask.wants {
            _ if ask.part.is_some() => cube::part(problem, ask, watch),
            Wants::Solution => solve(problem, ask, watch),
            Wants::Certificate => certify(problem, ask, watch),
            Wants::Fewest(_) | Wants::AtMost(..) => optimise(problem, ask, watch),
        }
    }
}
