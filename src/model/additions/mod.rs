//! What may be added to a model: symmetry breaking, pagoda functions and redundant constraints.
//!
//! **Why no set of additions loses the last solution.** Write a solution as its
//! sequence of jump numbers and take the least one in lexicographic order
//! among all solutions (idle steps count as the greatest number). Every
//! addition that prunes keeps that one:
//! - independence: were two neighbours without a common hole out of order,
//!   exchanging them would give a lesser solution; likewise were a move to
//!   commute with several before it and be less than the first of them;
//! - identical states: were its prefix not the least sequence that leads to
//!   its state, exchanging the prefix would give a lesser one;
//! - symmetric states: were the state g(b) reached by a lesser sequence, for a
//!   symmetry g of the goal, that sequence followed by the images of the
//!   remaining jumps would be a lesser one (it ends in g(goal) = goal);
//! - self-symmetry: that argument for the symmetries which fix the state
//!   itself.
//!
//! For D and E, `early` keeps a solution by itself: whenever a jump could be
//! made in the layer before as well, moving it there is a solution too, whose
//! layer numbers have a lesser sum, so this comes to an end (the normal form of
//! process semantics; Heljanko 2001).
//!
//! For S, `self` keeps a solution: some symmetry of start and goal maps it to one
//! whose first sweep starts in the first hole of its orbit. `regions` follows from the
//! rules.
//!
//! Pagoda functions and redundant constraints prune no solution at all. So the
//! representatives must be the *least* sequences, which they are: levels are
//! explored in that order. Any other choice could clash with independence.

pub(super) mod aggregated;
pub(super) mod class;
pub(super) mod early;
mod independence;
mod levels;
pub(super) mod objective;
mod orbits;
pub(super) mod pagoda;
mod regions;
mod self_symmetry;
pub mod states;

pub use aggregated::AGGREGATED;
pub use class::CLASS;
pub use early::EARLY;
pub use independence::INDEPENDENCE;
pub use objective::OBJECTIVE;
pub use pagoda::{Function, PAGODA, functions};
pub use regions::REGIONS;
pub use self_symmetry::SELF_SYMMETRY;
pub use states::{MERGED_STATES, first_moves};

pub(super) use orbits::{no_symmetry, of_moves};
pub(super) use regions::Full;

use super::{Encoding, Model, Moves, States};
use crate::{
    nearest::nearest,
    {formula::FormulaError, problem::Problem},
};
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    str::FromStr,
};

/// What may be added to a model. To add one: a file beside this one with a constant of this
/// type, and an entry in [`ADDITIONS`].
pub struct Addition {
    /// Its name.
    pub word: &'static str,
    /// As it is written, with what may follow; empty if that is its name.
    form: &'static str,
    /// What it adds.
    pub summary: &'static str,
    /// The models that take it.
    pub models: &'static [&'static str],
    /// What follows an `=`, as it is written; `None` if it cannot be read.
    pub read: fn(&str) -> Option<String>,
    /// Whether it may be added several times, with other values.
    is_list: bool,
    /// Whether the solution that it keeps, with this value, may have more sweeps than others.
    pub(super) reorders: fn(&str) -> bool,
    /// Adds it to a model of steps, or says why that would be unsound for this problem, or
    /// cannot be stated. Models of layers ask for theirs where they state a layer.
    post: fn(&mut Steps<'_>, &str) -> Result<(), ModelError>,
}

/// One without a value, which adds nothing to a model of steps.
const PLAIN: Addition = Addition {
    word: "",
    form: "",
    summary: "",
    models: &[],
    read: |value| value.is_empty().then(String::new),
    is_list: false,
    reorders: |_| false,
    post: |_, _| Ok(()),
};

impl Addition {
    /// As it is written, with what may follow.
    pub fn form(&self) -> &'static str {
        match self.form {
            "" => self.word,
            form => form,
        }
    }
}

/// A model of steps, as far as it is stated.
pub struct Steps<'a> {
    pub(super) encoding: &'a mut Encoding,
    pub(super) problem: &'a Problem,
    pub(super) moves: &'a Moves,
    /// Its board states, if it has them.
    pub(super) states: Option<&'a States>,
}

impl<'a> Steps<'a> {
    /// The board states, without which an addition cannot be.
    fn states_for(&self, addition: &str) -> Result<&'a States, ModelError> {
        self.states.ok_or_else(|| ModelError::Refused {
            addition: addition.into(),
            reason: "it needs board states, as C has them".into(),
        })
    }

    /// Of so many first moves those that are certain: an idle step would leave a state of an earlier
    /// level where the clauses of a level expect its own.
    fn certain(&mut self, addition: &str, depth: usize, so: &str) -> usize {
        let certain = self.moves.n_certain();
        if certain < depth.min(self.moves.n_steps()) {
            self.encoding.notes.push(format!(
                "{addition}={depth}: only {certain} moves are certain for this goal, so {so}"
            ));
        }
        depth.min(certain)
    }

    /// Refuses an addition that merges equal positions where they differ by a peg that must
    /// survive.
    fn refuse_survivor(&self, addition: &str) -> Result<(), ModelError> {
        match self.problem.goal().has_survivors() {
            false => Ok(()),
            true => Err(ModelError::Refused {
                addition: addition.into(),
                reason: "it does not go with a peg that must survive; leave it out".into(),
            }),
        }
    }
}

/// Every addition, in the order in which they are written, and in which their clauses come: formulas
/// keep that from version to version.
pub const ADDITIONS: &[&Addition] = &[
    &INDEPENDENCE,
    &SELF_SYMMETRY,
    &MERGED_STATES,
    &PAGODA,
    &EARLY,
    &REGIONS,
    &AGGREGATED,
    &OBJECTIVE,
    &CLASS,
];

/// Those that a model takes.
pub fn taken_by(model: &Model) -> impl Iterator<Item = &'static Addition> {
    let name = model.name;
    let all = ADDITIONS.iter().copied();
    all.filter(move |addition| addition.models.contains(&name))
}

/// The models whose steps are jumps.
const OF_STEPS: &[&str] = &["A", "B", "C"];

/// What may be added to which model, for the command line's help.
pub fn help() -> String {
    let of = |model: &Model| format!("{}: {}", model.name, forms(model));
    let models: Vec<String> = super::MODELS.iter().map(of).collect();
    models.join("; ")
}

/// The forms of what the model takes.
fn forms(model: &Model) -> String {
    let forms = taken_by(model).map(|addition| addition.form());
    forms.collect::<Vec<_>>().join(", ")
}

/// Why a problem is not stated by a model.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ModelError {
    /// The formula would be too large.
    #[error(transparent)]
    Formula(#[from] FormulaError),
    /// No model has this name.
    #[error("no model is called '{0}'; expected {names}", names = super::named(|_| true))]
    NoModel(String),
    /// The model does not state such problems.
    #[error("model {model}: {reason}")]
    Unsuited {
        /// The model.
        model: &'static str,
        /// Why.
        reason: String,
    },
    /// The text names no addition.
    #[error("no addition is called '{0}'; {help}", help = meant(.0))]
    Unknown(String),
    /// The addition would be unsound or impossible for this problem and model.
    #[error("addition '{addition}' is refused: {reason}")]
    Refused {
        /// The addition.
        addition: String,
        /// Why.
        reason: String,
    },
}

/// What was perhaps meant, or what there is.
fn meant(text: &str) -> String {
    let word = text.split('=').next().unwrap_or(text);
    match nearest(word, ADDITIONS.iter().map(|addition| addition.word)) {
        Some(best) => format!("did you mean '{best}'?"),
        None => {
            let forms = ADDITIONS.iter().map(|addition| addition.form());
            let forms = forms.collect::<Vec<_>>().join(", ");
            format!("expected a comma-separated list of {forms}")
        }
    }
}

/// A set of additions, by their places in [`ADDITIONS`], with what follows each.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
pub struct Additions(BTreeMap<usize, BTreeSet<String>>);

impl Additions {
    /// The set with one more, without a value.
    ///
    /// # Panics
    /// If the addition needs a value, as in `states=K`, or is not among [`ADDITIONS`].
    #[must_use]
    pub fn with(mut self, addition: &Addition) -> Self {
        self.insert(addition.word)
            .expect("one of the list, without a value");
        self
    }

    /// The same if a condition holds.
    ///
    /// # Panics
    /// As [`with`](Self::with).
    #[must_use]
    pub fn with_if(self, condition: bool, addition: &Addition) -> Self {
        match condition {
            true => self.with(addition),
            false => self,
        }
    }

    /// The set without this one.
    #[must_use]
    pub fn without(mut self, addition: &Addition) -> Self {
        self.0
            .retain(|&place, _| ADDITIONS[place].word != addition.word);
        self
    }

    /// Whether this one is among them.
    pub fn has(&self, addition: &Addition) -> bool {
        self.values(addition).next().is_some()
    }

    /// What follows it, each time that it was added.
    pub fn values(&self, addition: &Addition) -> impl Iterator<Item = &str> {
        let word = addition.word;
        let this = self.each().filter(move |(one, _)| one.word == word);
        this.map(|(_, value)| value)
    }

    /// Whether all are among these.
    pub fn are_among(&self, known: &[&Addition]) -> bool {
        let is_known = |word: &str| known.iter().any(|one| one.word == word);
        self.each().all(|(addition, _)| is_known(addition.word))
    }

    /// Each of them, with what follows it.
    pub(super) fn each(&self) -> impl Iterator<Item = (&'static Addition, &str)> {
        let sets = self.0.iter();
        sets.flat_map(|(&place, values)| values.iter().map(move |one| (ADDITIONS[place], &**one)))
    }

    /// Refuses what the model does not take.
    pub(super) fn refuse_others(&self, model: &Model) -> Result<(), ModelError> {
        let mut strange = self.each().map(|(addition, _)| addition);
        match strange.find(|addition| !addition.models.contains(&model.name)) {
            None => Ok(()),
            Some(addition) => Err(ModelError::Refused {
                addition: addition.word.into(),
                reason: format!("model {} takes only {}", model.name, forms(model)),
            }),
        }
    }

    /// The encoding by a model of steps, with the constraints.
    pub(super) fn post(
        &self,
        mut encoding: Encoding,
        problem: &Problem,
        moves: &Moves,
        states: Option<&States>,
    ) -> Result<Encoding, ModelError> {
        let mut steps = Steps {
            encoding: &mut encoding,
            problem,
            moves,
            states,
        };
        for (addition, value) in self.each() {
            steps.encoding.formula.family(addition.word);
            (addition.post)(&mut steps, value)?;
        }
        Ok(encoding)
    }

    fn insert(&mut self, text: &str) -> Result<(), ModelError> {
        let (word, value) = text.split_once('=').unwrap_or((text, ""));
        let place = ADDITIONS.iter().position(|addition| addition.word == word);
        let place = place.ok_or_else(|| ModelError::Unknown(text.into()))?;
        let addition = ADDITIONS[place];
        let value = (addition.read)(value).ok_or_else(|| ModelError::Refused {
            addition: text.into(),
            reason: format!("expected {}: {}", addition.form(), addition.summary),
        })?;
        let values = self.0.entry(place).or_default();
        if !addition.is_list {
            values.clear();
        }
        values.insert(value);
        Ok(())
    }

    /// The additions as `--add` has them, in a fixed order.
    pub fn names(&self) -> Vec<String> {
        let name = |(addition, value): (&Addition, &str)| match value {
            "" => addition.word.to_string(),
            _ => format!("{}={value}", addition.word),
        };
        self.each().map(name).collect()
    }
}

/// A comma-separated list as on the command line; the empty text is no addition.
impl FromStr for Additions {
    type Err = ModelError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut additions = Additions::default();
        text.split([',', ' '])
            .filter(|one| !one.is_empty())
            .try_for_each(|one| additions.insert(one))?;
        Ok(additions)
    }
}

impl TryFrom<Vec<String>> for Additions {
    type Error = ModelError;

    fn try_from(names: Vec<String>) -> Result<Self, Self::Error> {
        names.join(",").parse()
    }
}

impl From<Additions> for Vec<String> {
    fn from(additions: Additions) -> Self {
        additions.names()
    }
}

impl fmt::Display for Additions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.names().join(","))
    }
}
