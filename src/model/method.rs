//! Methods: a model and what is added to it, in one word.

use super::{Additions, Order, Search, by_name};
use crate::formula::words::words;
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// A model with what is added to it, as in `C+independence+pagoda=2`,
/// `E+layers=4+order=ripple`, `E+none`, `C@gecode` or `pddl@lama`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Method {
    /// The model's letter; `pddl` or `pddl+sweeps`, which planners take.
    pub model: &'static str,
    /// What is added; `None` where nothing is said, which for a default model is
    /// what is best.
    pub additions: Option<Additions>,
    /// The number of layers.
    pub layers: Option<Layers>,
    /// The order of jumps in a layer.
    pub order: Option<Order>,
    /// How a solver of constraints searches.
    pub search: Option<Search>,
    /// What is left out.
    pub without: Vec<Part>,
    /// The system that is to solve it, as in `C@gecode`.
    pub system: Option<String>,
}

impl Method {
    /// Whether it is a model with additions, perhaps a search and by a system, and nothing else.
    pub fn is_plain(&self) -> bool {
        self.layers.is_none() && self.order.is_none() && self.without.is_empty()
    }
}

words! {
    /// A part of all that is done for an answer, to be left out by those who ask what it adds.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Part: (Part, &'static str) {
        /// Weights: pagoda functions, bounds on jumps, ends and cutting planes.
        Weights = "weights",
        /// These and the position class.
        Arguments = "arguments",
        /// Exhaustive search.
        Exhaustion = "exhaustion",
        /// Proofs that a formula of model C cannot be satisfied.
        Refutation = "refutation",
        /// The beam.
        Beam = "beam",
        /// Windows of large boards.
        Windows = "windows",
        /// All roads but formulas.
        Roads = "roads",
        /// Orders of jumps in a layer but the best one.
        Orders = "orders",
        /// More than one formula at a time.
        Attempts = "attempts",
    }
    |_, names| format!("expected one of {names}")
}

/// How many layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Layers {
    /// To be found.
    Auto,
    /// So many.
    Number(usize),
}

impl Layers {
    /// The number, if there is one.
    pub fn number(self) -> Option<usize> {
        match self {
            Layers::Auto => None,
            Layers::Number(number) => Some(number),
        }
    }
}

impl FromStr for Layers {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.parse()) {
            ("auto", _) => Ok(Layers::Auto),
            (_, Ok(number @ 1..)) => Ok(Layers::Number(number)),
            _ => Err("expected a number from 1, or auto".into()),
        }
    }
}

impl fmt::Display for Layers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Layers::Auto => f.write_str("auto"),
            Layers::Number(number) => write!(f, "{number}"),
        }
    }
}

/// The model of planning domains: no model of a formula.
pub const PDDL: &str = "pddl";

/// The same, with the sweeps as cost.
pub const PDDL_SWEEPS: &str = "pddl+sweeps";

/// The addition that is none.
const NONE: &str = "none";

/// Why a word is no method.
#[derive(Debug, thiserror::Error)]
#[error("{why} (an example of what may stand here: C+independence+pagoda=2)")]
pub struct MethodError {
    why: String,
}

impl FromStr for Method {
    type Err = MethodError;

    fn from_str(word: &str) -> Result<Self, MethodError> {
        let wrong = |why: String| MethodError { why };
        let (stated, system) = match word.split_once('@') {
            Some((_, "")) => return Err(wrong("no system follows the @".into())),
            Some((_, system)) if system.contains('+') => {
                return Err(wrong("what is added stands before the @".into()));
            }
            Some((stated, system)) => (stated, Some(system.to_string())),
            None => (word, None),
        };
        if let Some(model) = [PDDL, PDDL_SWEEPS].into_iter().find(|one| *one == stated) {
            return Ok(Method {
                model,
                system,
                ..Method::default()
            });
        }
        let mut parts = stated.split('+');
        let letter = parts.next().unwrap_or_default();
        let model = by_name(letter).map_err(|error| wrong(error.to_string()))?;
        let mut method = Method {
            model: model.name,
            system,
            ..Method::default()
        };
        let mut additions = Vec::new();
        let mut none = false;
        for part in parts {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let unread = |error: &dyn fmt::Display| wrong(format!("{name}: {error}"));
            match name {
                "" => return Err(wrong("nothing follows a +".into())),
                "layers" => method.layers = Some(value.parse().map_err(|e| unread(&e))?),
                "order" => method.order = Some(value.parse().map_err(|e| unread(&e))?),
                "search" => method.search = Some(value.parse().map_err(|e| unread(&e))?),
                "without" => method.without.push(value.parse().map_err(|e| unread(&e))?),
                NONE => none = true,
                _ => additions.push(part.to_string()),
            }
        }
        if none && !additions.is_empty() {
            return Err(wrong("'none' cannot stand with other additions".into()));
        }
        if none || !additions.is_empty() {
            let read = Additions::try_from(additions).map_err(|error| wrong(error.to_string()))?;
            method.additions = Some(read);
        }
        Ok(method)
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.model)?;
        if let Some(additions) = &self.additions {
            let names = additions.names();
            if names.is_empty() {
                write!(f, "+{NONE}")?;
            }
            names.iter().try_for_each(|name| write!(f, "+{name}"))?;
        }
        if let Some(layers) = &self.layers {
            write!(f, "+layers={layers}")?;
        }
        if let Some(order) = &self.order {
            write!(f, "+order={order}")?;
        }
        if let Some(search) = &self.search {
            write!(f, "+search={search}")?;
        }
        let mut without = self.without.iter();
        without.try_for_each(|part| write!(f, "+without={part}"))?;
        match &self.system {
            Some(system) => write!(f, "@{system}"),
            None => Ok(()),
        }
    }
}
