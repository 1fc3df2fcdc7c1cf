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
//! whose first sweep starts in the first hole of its orbit. `corners` follows
//! from the rules.
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
use crate::{formula::FormulaError, problem::Problem};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// Every addition as `--add` has it, with a line on each.
pub const ADDITIONS: &[(&str, &str)] = &[
    (
        "independence",
        "neighbouring moves without a common hole stand in number order (§4.2)",
    ),
    (
        "independence=2",
        "that, and no move that could stand before both moves ahead of it",
    ),
    (
        "states=K",
        "one representative for identical and symmetric states to depth K (§4.1, 4.4)",
    ),
    (
        "self",
        "of jumps that mirror each other in a symmetric state the first (§4.3)",
    ),
    (
        "pagoda=1|2|3|auto",
        "a pagoda function of the paper (§3), or the one that says most by linear programming, \
         never falls below the goal's value",
    ),
    (
        "count",
        "redundant: the pegs on the board at every step (A and C)",
    ),
    ("no-reversal", "redundant: no move goes straight back"),
    (
        "neighbours",
        "redundant: no move right after one that takes what it needs",
    ),
    (
        "early",
        "D and E: no jump that the layer before could hold as well",
    ),
    (
        "corners",
        "S: no more pegs that only a sweep of their own can move than there are sweeps left",
    ),
    (
        "class",
        "redundant: one peg anywhere ends only where its position class allows (not B)",
    ),
];

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
        "no addition is called '{0}'; expected a comma-separated list of independence, \
         independence=2, states=K, self, pagoda=1|2|3|auto, count, no-reversal, neighbours, early, corners, class"
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
    /// A last peg only where its position class allows it.
    pub class: bool,
}

impl Additions {
    /// Refuses what cannot be added to a model whose steps are layers: all but
    /// these.
    pub(super) fn refuse_all_but(&self, accepted: &[&str]) -> Result<(), ModelError> {
        let mut names = self.names().into_iter();
        match names.find(|name| !accepted.contains(&name.as_str())) {
            None => Ok(()),
            Some(addition) => Err(ModelError::Refused {
                addition,
                reason: format!(
                    "the model has layers, not steps of one jump; it takes {}",
                    accepted.join(", ")
                ),
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
        let layered = [("early", self.early), ("corners", self.corners)];
        if let Some((addition, _)) = layered.iter().find(|(_, posted)| *posted) {
            return Err(ModelError::Refused {
                addition: (*addition).into(),
                reason: "the model has steps of one jump, not layers".into(),
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
        let unknown = || ModelError::Unknown(text.into());
        match text.split_once('=').unwrap_or((text, "")) {
            ("independence", "") => self.independence = Some(1),
            ("independence", "2") => self.independence = Some(2),
            ("self", "") => self.self_symmetry = true,
            ("count", "") => self.count = true,
            ("no-reversal", "") => self.no_reversal = true,
            ("neighbours", "") => self.neighbours = true,
            ("early", "") => self.early = true,
            ("corners", "") => self.corners = true,
            ("class", "") => self.class = true,
            ("states", depth) => {
                let depth: usize = depth.parse().map_err(|_| unknown())?;
                if depth > MAX_DEPTH {
                    return Err(ModelError::Refused {
                        addition: text.into(),
                        reason: format!("at most {MAX_DEPTH} levels can be explored"),
                    });
                }
                self.states = Some(depth);
            }
            ("pagoda", function) => {
                let function = match function {
                    "auto" => Function::Auto,
                    "1" | "2" | "3" => Function::Paper(function.parse().map_err(|_| unknown())?),
                    _ => return Err(unknown()),
                };
                if !self.pagoda.contains(&function) {
                    self.pagoda.push(function);
                    self.pagoda.sort_unstable();
                }
            }
            _ => return Err(unknown()),
        }
        Ok(())
    }

    /// The additions as `--add` has them, in a fixed order.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        let mut flag = |on: bool, name: &str| on.then(|| names.push(name.into()));
        flag(self.independence == Some(1), "independence");
        flag(self.independence == Some(2), "independence=2");
        if let Some(depth) = self.states {
            flag(true, &format!("states={depth}"));
        }
        flag(self.self_symmetry, "self");
        self.pagoda.iter().for_each(|function| {
            flag(true, &format!("pagoda={function}"));
        });
        flag(self.count, "count");
        flag(self.no_reversal, "no-reversal");
        flag(self.neighbours, "neighbours");
        flag(self.early, "early");
        flag(self.corners, "corners");
        flag(self.class, "class");
        names
    }
}

/// A comma-separated list as on the command line; the empty text is no addition.
impl FromStr for Additions {
    type Err = ModelError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut additions = Additions::default();
        text.split(',')
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
            let outcome = model.encode(&problem, &additions.into());
            assert!(
                matches!(outcome, Err(ModelError::Refused { .. })),
                "{addition}"
            );
        }
    }
}
