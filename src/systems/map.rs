//! The map beside an exported formula: what each of its variables means.

use super::{Fewest, Format};
use crate::model::{Additions, Meaning, Order};
use serde::{Deserialize, Serialize};

/// The contents of `FILE.map.json`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Map {
    /// The program that wrote the formula, and its version.
    pub generator: String,
    /// The problem's name.
    pub problem: String,
    /// The problem as the text of a `.peg` file.
    pub peg: String,
    /// The model's letter, or what planners take.
    pub model: String,
    /// What was added to it.
    pub additions: Additions,
    /// The number of layers, for models that have them.
    pub layers: Option<usize>,
    /// The most sweeps that are allowed, where a model of steps bounds them.
    pub sweeps: Option<usize>,
    /// The order of jumps in a layer, for models that have one.
    pub order: Option<Order>,
    /// The format.
    #[serde(default)]
    pub format: Format,
    /// What is to be small.
    #[serde(default)]
    pub fewest: Fewest,
    /// The number of variables of the formula; 0 for a twin's data.
    pub n_variables: u32,
    /// The meaning of variables 1, 2, …; those beyond the last are auxiliary,
    /// made by the encodings of constraints.
    pub variables: Vec<Meaning>,
}
