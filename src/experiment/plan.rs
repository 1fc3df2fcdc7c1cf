//! Plans: which runs are to be made, in which order, and by whom.

use super::{machine, suite::Entry};
use crate::{model::Method, solver};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr, time::Duration};

/// What is asked of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// A solution.
    Solve,
    /// The fewest jumps to a dead end.
    JumpsToDeadEnd,
    /// A solution of the fewest sweeps.
    Sweeps,
    /// A solution, by a plain search through all sequences of jumps.
    Plain,
    /// How many sequences are left when alike states are merged.
    Sequences,
}

impl Question {
    /// What `optimise` calls it, if it is for that.
    pub fn objective(self) -> Option<&'static str> {
        match self {
            Question::Solve | Question::Plain | Question::Sequences => None,
            Question::JumpsToDeadEnd => Some("jumps-to-dead-end"),
            Question::Sweeps => Some("sweeps"),
        }
    }
}

/// What a run's solver is called where there is none.
pub const NO_SOLVER: &str = "none";

/// The method of a run that takes all roads, as the program does where no method is
/// named.
pub const AUTO: &str = "auto";

/// One run to be made.
#[derive(Debug, Clone)]
pub struct Run {
    /// The problem.
    pub entry: Entry,
    /// What is asked of it.
    pub question: Question,
    /// By which method, as the record names it.
    pub method: String,
    /// By which solver.
    pub solver: String,
    /// With which seed.
    pub seed: u64,
    /// What it may take.
    pub limits: Limits,
    /// The words of its command line.
    pub arguments: Vec<String>,
    /// Eight digits that stand for the description of the system, if one is asked.
    pub system: Option<String>,
    /// The version of the solver or system, if it is known.
    pub solver_version: Option<String>,
}

/// What a run may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Wall-clock time.
    pub timeout: Duration,
    /// Time in all processors together, of all its processes.
    pub cpu: Option<Duration>,
    /// Bytes of memory.
    pub memory: Option<u64>,
}

/// What tells a run from others: a run with the same key need not be made again. The
/// last is the build of this program.
pub type Key = (
    String,
    String,
    Question,
    String,
    String,
    u64,
    (u64, Option<u64>, Option<u64>),
    String,
);

impl Run {
    /// A run of this program's `solve` or `optimise`; without a method, as it decides
    /// where nothing is said.
    pub fn new(
        entry: &Entry,
        question: Question,
        method: Option<&Method>,
        solver: &str,
        seed: u64,
        limits: Limits,
    ) -> Self {
        let mut arguments: Vec<String> = match question.objective() {
            None => vec!["solve".into(), entry.argument.clone()],
            Some(objective) => {
                let words = ["optimise", &entry.argument, "--fewest", objective];
                words.map(String::from).into()
            }
        };
        if let Some(method) = method {
            arguments.extend(["--model".into(), method.to_string()]);
            if question == Question::Solve {
                // What is compared is formulas.
                arguments.extend(["--approach", "formula"].map(String::from));
            }
            // Records hold what solvers say, and the time that takes; what contradicts
            // each other is told.
            arguments.push("--trust".into());
        }
        if method.is_none_or(|method| method.system.is_none()) {
            arguments.extend(["--solver".into(), solver.into()]);
        }
        arguments.extend(["--seed".into(), seed.to_string()]);
        arguments.extend(limit_arguments(&limits));
        Run {
            entry: entry.clone(),
            question,
            method: method.map_or(AUTO.into(), Method::to_string),
            solver: solver.into(),
            seed,
            limits,
            arguments,
            system: None,
            solver_version: solver::version(solver),
        }
    }

    /// What tells it from others.
    pub fn key(&self) -> Key {
        (
            self.entry.problem.name().into(),
            self.entry.digest(),
            self.question,
            self.method.clone(),
            self.solver.clone(),
            self.seed,
            (
                milliseconds(self.limits.timeout.as_secs_f64()),
                self.limits.cpu.map(|cpu| milliseconds(cpu.as_secs_f64())),
                self.limits.memory,
            ),
            [machine::build(), self.system.as_deref().unwrap_or_default()].concat(),
        )
    }

    /// The command as one would type it.
    pub fn command(&self) -> String {
        shell_words::join(
            std::iter::once("pegsat").chain(self.arguments.iter().map(String::as_str)),
        )
    }
}

/// Limits are told apart to the millisecond.
pub(super) fn milliseconds(seconds: f64) -> u64 {
    (seconds * 1000.0).round() as u64
}

/// The options that set limits and ask for JSON.
pub fn limit_arguments(limits: &Limits) -> Vec<String> {
    let mut words = vec![
        "--timeout".to_string(),
        humantime::format_duration(limits.timeout)
            .to_string()
            .replace(' ', ""),
    ];
    if let Some(bytes) = limits.memory {
        words.extend(["--memory".to_string(), bytes.to_string()]);
    }
    words.extend(["--format", "json"].map(String::from));
    words
}

/// A part of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_a_partition() {
        let all: Vec<usize> = (0..23).collect();
        let mut seen = Vec::new();
        assert_eq!(
            Shard { index: 2, count: 5 }.of(all.clone(), 2),
            [2, 3, 12, 13, 22]
        );
        for index in 1..=5 {
            let shard: Shard = format!("{index}/5").parse().unwrap();
            seen.extend(shard.of(all.clone(), 2));
        }
        seen.sort_unstable();
        assert_eq!(seen, all);
        for wrong in ["", "0/3", "4/3", "1", "1/0", "a/b", "1/2/3", "-1/2"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn slurm_names_a_shard() {
        let slurm = |values: &[(&str, &str)]| {
            let values: Vec<(String, String)> = values
                .iter()
                .map(|(k, v)| (k.to_string(), v.to_string()))
                .collect();
            Shard::of_slurm(move |name| {
                let found = values.iter().find(|(key, _)| key.ends_with(name));
                found.map(|(_, value)| value.clone())
            })
        };
        let array = |id, min, max, step, count| {
            slurm(&[
                ("SLURM_ARRAY_TASK_ID", id),
                ("SLURM_ARRAY_TASK_MIN", min),
                ("SLURM_ARRAY_TASK_MAX", max),
                ("SLURM_ARRAY_TASK_STEP", step),
                ("SLURM_ARRAY_TASK_COUNT", count),
            ])
        };
        assert_eq!(slurm(&[]).unwrap(), None);
        let shard = |index, count| Some(Shard { index, count });
        assert_eq!(array("6", "0", "9", "3", "4").unwrap(), shard(3, 4));
        assert_eq!(array("4", "1", "4", "1", "4").unwrap(), shard(4, 4));
        // One part made again, some parts, nonsense.
        assert!(array("3", "3", "3", "1", "1").is_err());
        assert!(array("7", "1", "7", "1", "3").is_err());
        assert!(array("0", "1", "4", "1", "4").is_err());
        assert!(array("x", "1", "4", "1", "4").is_err());
    }
}
