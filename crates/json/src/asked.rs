//! How an answer is to be found, in the command line's words.

use crate::error::Error;
use pegsat::{Additions, Ask, Layers, Method};
use serde::Deserialize;
use std::{fmt::Display, str::FromStr};

/// How an answer is to be found: each word means what it means on the command line.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Asked {
    /// A model, perhaps with additions, layers and an order: `C+independence`.
    pub model: Option<String>,
    /// Additions, in place of the model's.
    pub add: Option<String>,
    /// A number of layers, or `auto`.
    pub layers: Option<String>,
    /// The order of jumps in a layer.
    pub order: Option<String>,
    /// The most sweeps.
    pub sweeps: Option<usize>,
    /// The solver.
    pub solver: Option<String>,
    /// The seed.
    pub seed: u64,
    /// How many attempts may run at the same time.
    pub jobs: Option<usize>,
    /// Which roads are taken.
    pub approach: Option<String>,
    /// Whether refutations count by the solver's word.
    pub trust: bool,
}

fn word<T: FromStr<Err: Display>>(field: &str, text: Option<&String>) -> Result<Option<T>, Error> {
    let parsed = text.map(|text| text.parse::<T>()).transpose();
    parsed.map_err(|error| match field {
        "" => Error::usage(error),
        field => Error::usage(format!("{field}: {error}")),
    })
}

impl Asked {
    /// The question to the engine.
    pub(crate) fn ask(&self) -> Result<Ask, Error> {
        let method: Option<Method> = word("", self.model.as_ref())?;
        if let Some(system) = method.as_ref().and_then(|method| method.system.as_ref()) {
            let text = format!("model: '@{system}': other systems are asked on the command line");
            return Err(Error::usage(text));
        }
        let mut ask = method.as_ref().map(Ask::from).unwrap_or_default();
        ask.additions = word::<Additions>("", self.add.as_ref())?.or(ask.additions);
        let layers: Option<Layers> = word("layers", self.layers.as_ref())?;
        ask.layers = layers.and_then(Layers::number).or(ask.layers);
        ask.order = word("order", self.order.as_ref())?.or(ask.order);
        ask.sweeps = self.sweeps;
        ask.approach = word("approach", self.approach.as_ref())?.unwrap_or_default();
        ask.solver = self.solver.clone().unwrap_or(ask.solver);
        ask.jobs = self.jobs.unwrap_or(ask.jobs);
        Ok(ask.seed(self.seed).trust(self.trust))
    }
}
