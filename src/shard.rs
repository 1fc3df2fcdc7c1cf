//! Parts of a plan or of a formula, for several machines.

use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// A part of many runs, or of a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Which part, from 1.
    pub index: usize,
    /// Of how many.
    pub count: usize,
}

/// Why a text is no shard.
#[derive(Debug, thiserror::Error)]
#[error("expected i/n with 1 ≤ i ≤ n, such as 2/8")]
pub struct ShardError;

impl Shard {
    /// Its part of these: every n-th group, so that what is compared
    /// with each other stays on one machine.
    pub fn of<T>(self, runs: Vec<T>, group: usize) -> Vec<T> {
        let runs = runs.into_iter().enumerate();
        let own = |&(place, _): &(usize, T)| place / group.max(1) % self.count == self.index - 1;
        runs.filter(own).map(|(_, run)| run).collect()
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let (index, count) = text.split_once('/').ok_or(ShardError)?;
        let index = index.parse().map_err(|_| ShardError)?;
        let count = count.parse().map_err(|_| ShardError)?;
        match (1..=count).contains(&index) {
            true => Ok(Shard { index, count }),
            false => Err(ShardError),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}
