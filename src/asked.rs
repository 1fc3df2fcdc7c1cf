//! Questions to the engine and to other systems, and where they are answered: in this process, or
//! in one of its own.

#[cfg(feature = "isolated")]
use crate::{
    engine::optimum::Objective,
    systems::{System, inquiry::Inquiry},
};
use crate::{
    engine::{
        Answer, EngineError, Settings, certify,
        cube::{self, Cube, Parted},
        optimise,
        optimum::{Optimum, Quest},
        solve,
    },
    problem::Problem,
    solver,
    watch::Watch,
};
use serde::{Deserialize, Serialize};

/// What is asked.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Question {
    /// [`solve`]
    Solve(Settings),
    /// [`certify`]
    Certify(Settings),
    /// [`optimise`]
    Optimise(Quest),
    /// [`cube::part`]
    Part(Box<Cube>),
    /// [`Inquiry::solve`]
    #[cfg(feature = "isolated")]
    System(Box<Inquiry>),
    /// [`Inquiry::optimise`]
    #[cfg(feature = "isolated")]
    BestBySystem(Box<Inquiry>, Objective),
}

impl Question {
    /// For a solution, by a system unless it is a solver.
    ///
    /// # Errors
    /// If what is asked is unknown, or does not go together.
    #[cfg(feature = "isolated")]
    pub fn solution(
        settings: Settings,
        system: Option<&System>,
        problem: &Problem,
    ) -> Result<Self, EngineError> {
        Ok(match system.filter(|system| !system.is_solver()) {
            Some(system) => {
                let inquiry = Inquiry::new(system.clone(), &settings, problem)?;
                Question::System(Box::new(inquiry))
            }
            None => {
                settings.task(problem)?;
                Question::Solve(settings)
            }
        })
    }

    /// For the best solution, by a system unless it is a solver.
    ///
    /// # Errors
    /// If what is asked is unknown, or does not go together.
    #[cfg(feature = "isolated")]
    pub fn best(
        quest: Quest,
        system: Option<&System>,
        problem: &Problem,
    ) -> Result<Self, EngineError> {
        Ok(match system.filter(|system| !system.is_solver()) {
            Some(system) => {
                let inquiry = Inquiry::best(system.clone(), &quest, problem)?;
                Question::BestBySystem(Box::new(inquiry), quest.objective)
            }
            None => {
                quest.task(problem)?;
                Question::Optimise(quest)
            }
        })
    }

    /// Whether another program answers.
    pub fn asks_a_program(&self) -> bool {
        match self {
            Question::Solve(settings) | Question::Certify(settings) => {
                solver::is_program(&settings.solver)
            }
            Question::Optimise(quest) => solver::is_program(&quest.solver),
            Question::Part(cube) => solver::is_program(cube.ask.solver()),
            #[cfg(feature = "isolated")]
            Question::System(_) | Question::BestBySystem(..) => true,
        }
    }

    /// Whether the word of a solver or a system counts.
    pub fn trust(&self) -> bool {
        match self {
            Question::Solve(settings) | Question::Certify(settings) => settings.trust,
            Question::Optimise(quest) => quest.trust,
            Question::Part(_) => true, // which is verified when parts are joined
            #[cfg(feature = "isolated")]
            Question::System(inquiry) | Question::BestBySystem(inquiry, _) => inquiry.trust,
        }
    }
}

/// What it says.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Reply {
    /// To [`Question::Solve`], [`Question::Certify`] and [`Question::System`].
    Answer(Box<Answer>),
    /// To [`Question::Optimise`] and [`Question::BestBySystem`].
    Optimum(Box<Optimum>),
    /// To [`Question::Part`].
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
        let answer = |answer: Answer| Reply::Answer(Box::new(answer));
        match question {
            Question::Solve(settings) => solve(problem, settings, watch).map(answer),
            Question::Certify(settings) => certify(problem, settings, watch).map(answer),
            Question::Optimise(quest) => {
                let optimum = optimise(problem, quest, watch)?;
                Ok(Reply::Optimum(Box::new(optimum)))
            }
            #[cfg(feature = "isolated")]
            Question::System(inquiry) => inquiry.solve(problem, watch).map(answer),
            #[cfg(feature = "isolated")]
            Question::BestBySystem(inquiry, objective) => {
                let optimum = inquiry.optimise(problem, *objective, watch)?;
                Ok(Reply::Optimum(Box::new(optimum)))
            }
            Question::Part(cube) => {
                let part = cube::part(problem, cube, watch)?;
                Ok(Reply::Part(Box::new(part)))
            }
        }
    }
}
