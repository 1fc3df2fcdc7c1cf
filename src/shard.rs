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

/// Why the part is not known.
#[derive(Debug, thiserror::Error)]
#[error(
    "this is a job of a Slurm array whose indices are not a whole range of parts; say which part by \
     --shard i/n"
)]
pub struct SlurmError;

/// Why a text is no shard.
#[derive(Debug, thiserror::Error)]
#[error("expected i/n with 1 ≤ i ≤ n, such as 2/8")]
pub struct ShardError;

impl Shard {
    /// The shard that the index of a Slurm array job names, where this is one;
    /// `variable` reads the environment.
    ///
    /// # Errors
    /// If the array has gaps or a single index, as when some parts are made again:
    /// then it does not say of how many parts they are.
    pub fn of_slurm(variable: impl Fn(&str) -> Option<String>) -> Result<Option<Self>, SlurmError> {
        let Some(index) = variable("SLURM_ARRAY_TASK_ID") else {
            return Ok(None);
        };
        let shard = || {
            let number = |name: &str| variable(name)?.parse::<usize>().ok();
            let first = number("SLURM_ARRAY_TASK_MIN")?;
            let last = number("SLURM_ARRAY_TASK_MAX")?;
            let step = number("SLURM_ARRAY_TASK_STEP").unwrap_or(1).max(1);
            let count = last.checked_sub(first)? / step + 1;
            let place = index.parse::<usize>().ok()?.checked_sub(first)?;
            let is_whole = number("SLURM_ARRAY_TASK_COUNT")? == count && count > 1;
            let index = place / step + 1;
            (is_whole && place % step == 0 && index <= count).then_some(Shard { index, count })
        };
        shard().map(Some).ok_or(SlurmError)
    }

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
