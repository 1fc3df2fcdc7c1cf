//! What may be added to a step-by-step model: symmetry breaking, pagoda
//! functions and redundant constraints.
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
//! whose first sweep starts in the first hole of its orbit. `corners` and `regions`
//! follow from the rules.
//!
//! Pagoda functions and redundant constraints prune no solution at all. So the
//! representatives must be the *least* sequences, which they are: levels are
//! explored in that order. Any other choice could clash with independence.

mod independence;
mod pagoda;
mod redundant;
mod self_symmetry;
pub mod states;

pub use pagoda::Function;

use super::{Encoding, Moves, States};
use crate::{
    watch::Stop,
    {formula::FormulaError, problem::Problem},
};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// An addition: the one place for its name, its meaning, and how it is read and
/// written. Which models take it, they say themselves: [`Model::additions`].
///
/// [`Model::additions`]: super::Model::additions
pub struct Addition {
    /// Its name.
    pub word: &'static str,
    /// As it is written, with what may follow.
    pub form: &'static str,
    /// What it adds.
    pub summary: &'static str,
    /// Takes it in, with what follows an `=`; whether that can be read.
    read: fn(&mut Additions, &str) -> bool,
    /// What follows the word, an entry each time that it is added.
    write: fn(&Additions) -> Vec<String>,
}

/// One that is added or not.
macro_rules! flag {
    ($word:literal, $field:ident, $summary:literal) => {
        Addition {
            word: $word,
            form: $word,
            summary: $summary,
            read: |additions, value| {
                additions.$field = true;
                value.is_empty()
            },
            write: |additions| additions.$field.then(String::new).into_iter().collect(),
        }
    };
}

/// Every addition, in the order in which they are written.
pub const ADDITIONS: &[Addition] = &[
    Addition {
        word: "independence",
        form: "independence[=2]",
        summary: "neighbouring moves without a common hole stand in number order (§4.2); with =2 \
                  no move, either, that could stand before both moves ahead of it",
        read: |additions, value| {
            additions.independence = match value {
                "" => Some(1),
                "2" => Some(2),
                _ => return false,
            };
            true
        },
        write: |additions| match additions.independence {
            None => Vec::new(),
            Some(1) => vec![String::new()],
            Some(reach) => vec![format!("={reach}")],
        },
    },
    Addition {
        word: "states",
        form: "states=K",
        summary: "one representative for identical and symmetric states to depth K, at most 64 \
                  (§4.1, 4.4)",
        read: |additions, value| {
            additions.states = value.parse().ok();
            additions.states.is_some_and(|depth| depth <= MAX_DEPTH)
        },
        write: |additions| {
            additions
                .states
                .iter()
                .map(|depth| format!("={depth}"))
                .collect()
        },
    },
    flag!(
        "self",
        self_symmetry,
        "of what mirrors each other in a symmetric state, the first (§4.3)"
    ),
    Addition {
        word: "pagoda",
        form: "pagoda=1|2|3|auto",
        summary: "a pagoda function of the paper (§3), or the one that says most by linear \
                  programming, never falls below the goal's value",
        read: |additions, value| {
            let function = match value.parse() {
                _ if value == "auto" => Function::Auto,
                Ok(number @ 1..=3) => Function::Paper(number),
                _ => return false,
            };
            if !additions.pagoda.contains(&function) {
                additions.pagoda.push(function);
                additions.pagoda.sort_unstable();
            }
            true
        },
        write: |additions| additions.pagoda.iter().map(|f| format!("={f}")).collect(),
    },
    flag!(
        "count",
        count,
        "redundant: the pegs on the board at every step"
    ),
    flag!(
        "no-reversal",
        no_reversal,
        "redundant: no move goes straight back"
    ),
    flag!(
        "neighbours",
        neighbours,
        "redundant: no move right after one that takes what it needs"
    ),
    flag!(
        "early",
        early,
        "no jump that the layer before could hold as well"
    ),
    flag!(
        "corners",
        corners,
        "no more pegs that only a sweep of their own can move than there are sweeps left"
    ),
    flag!(
        "regions",
        regions,
        "no more full regions, sets of holes that stay full until one of their pegs begins a sweep, \
         than there are sweeps left, and none emptied unless one begins there; corners are regions"
    ),
    flag!(
        "aggregated",
        aggregated,
        "what a move needs as one row in place of three, as in MIPLIB's instance"
    ),
    flag!(
        "class",
        class,
        "redundant: where the goal leaves the end open, it is of the start's position class"
    ),
];

/// What may be added to which model, for the command line's help.
pub fn help() -> String {
    let of = |model: &&dyn super::Model| format!("{}: {}", model.name(), forms(*model));
    let models: Vec<String> = super::MODELS.iter().map(of).collect();
    models.join("; ")
}

/// The forms of what the model takes.
fn forms(model: &dyn super::Model) -> String {
    let takes = |addition: &&Addition| model.additions().contains(&addition.word);
    let forms = ADDITIONS.iter().filter(takes).map(|addition| addition.form);
    forms.collect::<Vec<_>>().join(", ")
}

/// The most levels that `states=K` may explore.
const MAX_DEPTH: usize = 64;

/// Why a problem is not stated by a model.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ModelError {
    /// The formula would be too large.
    #[error(transparent)]
    Formula(#[from] FormulaError),
    /// The model does not state such problems.
    #[error("model {model}: {reason}")]
    Unsuited {
        /// The model.
        model: &'static str,
        /// Why.
        reason: String,
    },
    /// The text names no addition.
    #[error(
        "no addition is called '{0}'; expected a comma-separated list of {forms}",
        forms = ADDITIONS.iter().map(|addition| addition.form).collect::<Vec<_>>().join(", ")
    )]
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

impl ModelError {
    /// Why the watch ended it, if it did.
    pub fn stop(&self) -> Option<&Stop> {
        match self {
            ModelError::Formula(error) => error.stop(),
            _ => None,
        }
    }
}

/// A set of additions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
pub struct Additions {
    /// Neighbouring independent moves in number order, 1 or 2 moves back.
    pub independence: Option<u8>,
    /// Identical and symmetric states to this depth.
    pub states: Option<usize>,
    /// Self-symmetric states.
    pub self_symmetry: bool,
    /// Pagoda functions.
    pub pagoda: Vec<Function>,
    /// Pegs on the board at each step.
    pub count: bool,
    /// No move straight back.
    pub no_reversal: bool,
    /// No move right after one that takes what it needs.
    pub neighbours: bool,
    /// Jumps in the earliest layer that holds them.
    pub early: bool,
    /// Pegs that no jump leads over, against the sweeps left.
    pub corners: bool,
    /// The same for sets of holes, corners among them.
    pub regions: bool,
    /// What a move needs in one linear constraint.
    pub aggregated: bool,
    /// An end of the start's position class, where the goal leaves it open.
    pub class: bool,
}

impl Additions {
    /// Refuses what the model does not take.
    pub(super) fn refuse_others(&self, model: &dyn super::Model) -> Result<(), ModelError> {
        let strange = ADDITIONS.iter().find(|addition| {
            !(addition.write)(self).is_empty() && !model.additions().contains(&addition.word)
        });
        match strange {
            None => Ok(()),
            Some(addition) => Err(ModelError::Refused {
                addition: addition.word.into(),
                reason: format!("model {} takes {}", model.name(), forms(model)),
            }),
        }
    }

    /// Why `self` is refused.
    pub(super) fn no_symmetry() -> ModelError {
        ModelError::Refused {
            addition: "self".into(),
            reason: "no symmetry of the board leaves both start and goal as they are".into(),
        }
    }

    /// Adds the constraints to a model with these moves and, if the model has
    /// them, states.
    pub(super) fn post(
        &self,
        encoding: &mut Encoding,
        problem: &Problem,
        moves: &Moves,
        states: Option<&States>,
    ) -> Result<(), ModelError> {
        if problem.goal().survivor().is_some() && (self.states.is_some() || self.self_symmetry) {
            let addition = if self.self_symmetry { "self" } else { "states" };
            return Err(ModelError::Refused {
                addition: addition.into(),
                reason: "where a peg must survive, equal positions differ by where it is".into(),
            });
        }
        if let Some(reach) = self.independence {
            independence::post(encoding, problem, moves);
            if reach > 1 {
                independence::post_second(encoding, problem, moves);
            }
        }
        if self.self_symmetry {
            self_symmetry::post(encoding, problem, moves)?;
        }
        if let Some(depth) = self.states {
            states::post(encoding, problem, moves, states, depth)?;
        }
        for &function in &self.pagoda {
            pagoda::post(encoding, problem, moves, states, function)?;
        }
        if self.count {
            redundant::count(encoding, problem, moves, states)?;
        }
        if self.no_reversal {
            redundant::no_reversal(encoding, problem, moves);
        }
        if self.class {
            redundant::class(encoding, problem, states)?;
        }
        if self.neighbours {
            redundant::neighbours(encoding, problem, moves);
        }
        Ok(())
    }

    fn insert(&mut self, text: &str) -> Result<(), ModelError> {
        let (word, value) = text.split_once('=').unwrap_or((text, ""));
        let found = ADDITIONS.iter().find(|addition| addition.word == word);
        match found.is_some_and(|addition| (addition.read)(self, value)) {
            true => Ok(()),
            false => Err(ModelError::Unknown(text.into())),
        }
    }

    /// The additions as `--add` has them, in a fixed order.
    pub fn names(&self) -> Vec<String> {
        let all = ADDITIONS.iter().flat_map(|addition| {
            let values = (addition.write)(self).into_iter();
            values.map(|value| format!("{}{value}", addition.word))
        });
        all.collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{model, problem};

    #[test]
    fn lists_are_read_and_written() {
        let text = "independence,states=4,self,pagoda=1,pagoda=3,count,no-reversal,neighbours";
        let additions: Additions = text.parse().unwrap();
        assert_eq!(additions.to_string(), text);
        assert_eq!(
            "independence=2".parse::<Additions>().unwrap().to_string(),
            "independence=2"
        );
        assert_eq!("".parse::<Additions>().unwrap(), Additions::default());
        for wrong in [
            "independance",
            "states",
            "states=x",
            "pagoda=4",
            "pagoda=0",
            "self=1",
            "pagoda",
        ] {
            let error = wrong.parse::<Additions>().unwrap_err();
            assert_eq!(error, ModelError::Unknown(wrong.into()));
        }
    }

    #[test]
    fn unsound_or_impossible_additions_are_refused() {
        let cases = [
            ("C", "french/free:3,3", "pagoda=1"),
            ("C", "reversal:2,0", "self"),
            ("B", "central", "count"),
            ("D", "central", "independence"),
            ("E", "central", "pagoda=1"),
        ];
        for (model, problem, addition) in cases {
            let problem = problem::named(problem).unwrap();
            let model = model::by_name(model).unwrap();
            let additions: Additions = addition.parse().unwrap();
            let outcome = model.encode(&problem, &additions.into(), &crate::Watch::new());
            assert!(
                matches!(outcome, Err(ModelError::Refused { .. })),
                "{addition}"
            );
        }
    }
}
