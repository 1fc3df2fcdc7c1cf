//! A question to the engine or to another system, and where it is answered: in this process, or
//! in one of its own.

#[cfg(feature = "isolated")]
use crate::systems::{System, inquiry};
use crate::{
    engine::{
        Answer, Ask, EngineError, Wants, certify,
        cube::{self, Parted},
        optimise,
        optimum::Optimum,
        solve,
    },
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

/// What it says.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Reply {
    /// Where a solution or a certificate is wanted.
    Answer(Box<Answer>),
    /// Where an optimum is.
    Optimum(Box<Optimum>),
    /// Where a part of a formula is.
    Part(Box<Parted>),
}

/// Where questions are answered: [`Here`], or in a process of its own.
pub trait Executor {
    /// Answers.
    fn ask(
        &self,
        problem: &Problem,
        question: &Question,
        watch: &Watch,
    ) -> Result<Reply, EngineError>;
}

impl dyn Executor + '_ {
    /// The answer, of the type that such a question has.
    pub fn answer<T: TryFrom<Reply>>(
        &self,
        problem: &Problem,
        question: &Question,
        watch: &Watch,
    ) -> Result<T, EngineError> {
        let reply = self.ask(problem, question, watch)?;
        let astray = || EngineError::Process("it answered another question: a bug".into());
        T::try_from(reply).map_err(|_| astray())
    }
}

/// Each type of answer is that of its kind of reply.
macro_rules! replied {
    ($($type:ty: $kind:ident),*) => {
        $(impl TryFrom<Reply> for $type {
            type Error = Reply;

            fn try_from(reply: Reply) -> Result<Self, Reply> {
                match reply {
                    Reply::$kind(answer) => Ok(*answer),
                    other => Err(other),
                }
            }
        }

        impl From<$type> for Reply {
            fn from(answer: $type) -> Self {
                Reply::$kind(Box::new(answer))
            }
        })*
    };
}

replied!(Answer: Answer, Optimum: Optimum, Parted: Part);

/// This process.
#[derive(Debug, Clone, Copy)]
pub struct Here;

impl Executor for Here {
    fn ask(
        &self,
        problem: &Problem,
        question: &Question,
        watch: &Watch,
    ) -> Result<Reply, EngineError> {
        let ask = &question.ask;
        #[cfg(feature = "isolated")]
        if let Some(system) = &question.system {
            return Ok(match ask.objective() {
                None => inquiry::solve(system, problem, ask, watch)?.into(),
                Some(_) => inquiry::optimise(system, problem, ask, watch)?.into(),
            });
        }
        Ok(match ask.wants {
            _ if ask.part.is_some() => cube::part(problem, ask, watch)?.into(),
            Wants::Solution => solve(problem, ask, watch)?.into(),
            Wants::Certificate => certify(problem, ask, watch)?.into(),
            Wants::Fewest(_) | Wants::AtMost(..) => optimise(problem, ask, watch)?.into(),
        })
    }
}
