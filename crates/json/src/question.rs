//! What may be asked, and where it is answered.

#[cfg(feature = "desk")]
use crate::desk;
use crate::{
    answer,
    asked::Asked,
    error::Error,
    formula,
    open::{self, Draw, State},
    play,
    session::{Session, Told},
};
use pegsat::{JumpNumber, Watch, board::Cell, model};
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::PathBuf;

/// What may be asked.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Question {
    /// Open a problem by its name, or by the text of a `.peg` file, whose problem gets this name.
    Open {
        /// The name, or the text, which has more than one line.
        source: String,
        /// The name of what the text holds.
        #[serde(default = "open::board_name")]
        name: String,
    },
    /// Open the problem of this file.
    Read {
        /// Its place.
        path: PathBuf,
    },
    /// Open a problem that is drawn cell by cell.
    Draw(Draw),
    /// Open a problem of a start and a goal.
    State(State),
    /// Open the problem with the same goal that begins with pegs in these holes.
    Starting {
        /// Their columns and rows.
        pegs: Vec<Cell>,
    },
    /// Open the problem of this board with one hole empty at the start, and one full at the end.
    Pair {
        /// The hole that is empty.
        vacancy: Cell,
        /// The hole that is full.
        finish: Cell,
    },
    /// The open problem.
    Problem,
    /// Which jumps can be made in a position, and whether it is the goal.
    Look {
        /// The position.
        position: String,
    },
    /// The position after a jump.
    Jump {
        /// The position before it.
        position: String,
        /// The jump.
        jump: usize,
    },
    /// The number of sweeps of these jumps.
    Sweeps {
        /// The jumps.
        jumps: Vec<JumpNumber>,
    },
    /// The sizes of the runs of these jumps that share no hole.
    Layers {
        /// The jumps.
        jumps: Vec<JumpNumber>,
    },
    /// The numbers of the jumps of this text, which must be a solution.
    Check {
        /// As `pegsat check` reads it.
        jumps: String,
    },
    /// A solution, or why there is none; from this position on, if one is given.
    Solve {
        /// Where it begins, if not at the start.
        position: Option<String>,
        /// How it is found.
        #[serde(flatten)]
        asked: Asked,
        /// The most memory, in bytes.
        memory: Option<u64>,
    },
    /// Whether the game can still be won after these jumps from the position, and by which jump: an
    /// answer as to `solve`, and how far back a lost one could be won.
    Hint {
        /// Where it begins, if not at the start.
        position: Option<String>,
        /// The jumps.
        #[serde(default)]
        made: Vec<JumpNumber>,
        /// Whether every jump that can be made is judged.
        #[serde(default)]
        judge: bool,
    },
    /// The formula: its size, and what else is wanted of it.
    Encode {
        /// How it is stated.
        #[serde(flatten)]
        asked: Asked,
        /// Whether it is wanted as DIMACS.
        #[serde(default)]
        dimacs: bool,
        /// Whether the meanings of its variables are wanted.
        #[serde(default)]
        meanings: bool,
    },
    /// Names of problems and models.
    Names,
}

impl Session {
    /// The answer.
    ///
    /// # Errors
    /// If the question is none, or cannot be answered.
    pub fn ask(&self, question: &[u8], watch: &Watch) -> Result<Told, Error> {
        #[cfg(feature = "desk")]
        if let Some(told) = desk::told(self, question, watch) {
            return told;
        }
        let question = serde_json::from_slice(question).map_err(Error::usage)?;
        self.tell(question, watch)
    }

    fn tell(&self, question: Question, watch: &Watch) -> Result<Told, Error> {
        match question {
            Question::Open { source, name } => open::named(&source, &name),
            Question::Read { path } => open::read(&path),
            Question::Draw(drawn) => open::drawn(&drawn),
            Question::State(state) => open::of_parts(state),
            Question::Starting { pegs } => open::starting(self.problem()?, &pegs),
            Question::Pair { vacancy, finish } => open::pair(self.problem()?, vacancy, finish),
            Question::Problem => Told::of(&open::description(self.problem()?)),
            Question::Look { position } => Told::of(&play::look(self.problem()?, &position)?),
            Question::Jump { position, jump } => {
                Told::of(&play::after(self.problem()?, &position, jump)?)
            }
            Question::Sweeps { jumps } => Told::of(&play::sweeps(self.problem()?, &jumps)?),
            Question::Layers { jumps } => Told::of(&play::layers(self.problem()?, &jumps)?),
            Question::Check { jumps } => Told::of(&play::check(self.problem()?, &jumps)?),
            Question::Solve {
                position,
                asked,
                memory,
            } => {
                let problem = play::from_here(self.problem()?, position.as_deref())?;
                let watch = memory.map_or_else(|| watch.clone(), |most| watch.clone().memory(most));
                answer::solve(&problem, &asked, &watch)
            }
            Question::Hint {
                position,
                made,
                judge,
            } => {
                let problem = play::from_here(self.problem()?, position.as_deref())?;
                answer::hint(&problem, &made, judge, watch)
            }
            Question::Encode {
                asked,
                dimacs,
                meanings,
            } => formula::encode(self.problem()?, &asked, dimacs, meanings, watch),
            Question::Names => Told::of(&names()),
        }
    }
}

fn names() -> Value {
    let models = model::MODELS.iter();
    let models: Vec<_> = models.map(|model| (model.name, model.summary)).collect();
    json!({ "problems": pegsat::problem::all_names(), "models": models })
}
