//! What several runs come to: medians and quartiles, by method and problem.

use super::{
    plan::Query,
    record::{Reason, Record},
};
use pegsat::engine::Outcome;
use std::collections::HashMap;

/// A median and the quartiles; infinite where too few runs had an answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quartiles {
    /// A quarter is not above it.
    pub lower: f64,
    /// Half are not above it.
    pub median: f64,
    /// Three quarters are not above it.
    pub upper: f64,
}

/// Median and quartiles by nearest rank; `None` of nothing.
pub fn quartiles(values: impl IntoIterator<Item = f64>) -> Option<Quartiles> {
    let mut sorted: Vec<f64> = values.into_iter().collect();
    sorted.sort_by(f64::total_cmp);
    let rank = |quarters: usize| {
        let place = (quarters * sorted.len()).div_ceil(4).max(1) - 1;
        sorted.get(place).copied()
    };
    Some(Quartiles {
        lower: rank(1)?,
        median: rank(2)?,
        upper: rank(3)?,
    })
}

/// The runs of one method: records with the same question, model, additions and
/// solver.
#[derive(Debug, Clone)]
pub struct Group<'a> {
    /// What tells it from the other groups.
    pub label: String,
    /// Its records, in their order.
    pub records: Vec<&'a Record>,
}

/// The records by method, in the order in which methods appear. Labels name the
/// solver and the question only if there are several.
pub fn by_method<'a>(records: &[&'a Record]) -> Vec<Group<'a>> {
    let several = |differ: fn(&Record, &Record) -> bool| {
        let first = records.first();
        first.is_some_and(|first| records.iter().any(|record| differ(first, record)))
    };
    let solvers = several(|a, b| a.solver != b.solver);
    let limits = several(|a, b| a.limit() != b.limit());
    let questions = several(|a, b| a.question != b.question);
    let mut groups: Vec<Group<'a>> = Vec::new();
    for &record in records {
        let mut label = record.method.clone();
        if solvers && !label.contains('@') {
            label.push_str(&format!("@{}", record.solver));
        }
        if questions && let Some(objective) = record.question.objective() {
            label.push_str(&format!(", {objective}"));
        }
        if limits {
            label.push_str(&format!(", {} s", record.limit()));
        }
        match groups.iter_mut().find(|group| group.label == label) {
            Some(group) => group.records.push(record),
            None => groups.push(Group {
                label,
                records: vec![record],
            }),
        }
    }
    groups
}

/// Runs that contradict each other: one found a solution where another found that
/// there is none, optima that differ, or a value below a bound; in words.
pub fn contradictions(records: &[&Record]) -> Vec<String> {
    fn key(record: &Record) -> (&str, &str, Query) {
        (&record.problem, &record.digest, record.question)
    }
    // What was proved: a bound, an optimum, or that there is no solution, which is above every
    // value.
    let proved = |record: &Record| match record.outcome {
        Outcome::Unsolvable => usize::MAX,
        Outcome::Solved => record.bound.max(record.value).unwrap_or(0),
        Outcome::Unknown => record.bound.unwrap_or(0),
    };
    // What was found: a solution without a value is one of any.
    let found = |record: &Record| match record.outcome {
        Outcome::Solved => Some(record.value.unwrap_or(0)),
        _ => record.value,
    };
    let mut best: HashMap<_, (&Record, &Record)> = HashMap::new();
    for &record in records {
        let (least, bound) = best.entry(key(record)).or_insert((record, record));
        if found(record).is_some_and(|value| found(least).is_none_or(|least| value < least)) {
            *least = record;
        }
        if proved(record) > proved(bound) {
            *bound = record;
        }
    }
    let by = |one: &Record| format!("{} by {} with seed {}", one.method, one.solver, one.seed);
    let mut words = Vec::new();
    for (least, bound) in best.values() {
        let Some(value) = found(least).filter(|&value| value < proved(bound)) else {
            continue;
        };
        let value = least
            .value
            .map_or("a solution".into(), |_| value.to_string());
        let fewer = match bound.outcome {
            Outcome::Unsolvable => String::new(),
            _ => format!(" below {}", proved(bound)),
        };
        words.push(format!(
            "contradiction on {}: {} found {value}, {} proved that there is none{fewer}",
            least.problem,
            by(least),
            by(bound)
        ));
    }
    words.sort();
    words
}

/// The problems, in the order in which they appear.
pub fn problems(records: &[&Record]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for record in records {
        if !names.contains(&record.problem) {
            names.push(record.problem.clone());
        }
    }
    names
}

impl<'a> Group<'a> {
    /// Its records of the problem.
    pub fn of(&self, problem: &str) -> Vec<&'a Record> {
        let same = |record: &&&Record| record.problem == problem;
        self.records.iter().filter(same).copied().collect()
    }

    /// How many have this outcome.
    pub fn count(&self, outcome: Outcome) -> usize {
        let same = |record: &&&Record| record.outcome == outcome;
        self.records.iter().filter(same).count()
    }

    /// How many are unknown for this reason.
    pub fn failures(&self, reason: Reason) -> usize {
        let same = |record: &&&Record| record.reason == Some(reason);
        self.records.iter().filter(same).count()
    }

    /// The times of the runs that ended with an answer, from short to long.
    pub fn decided(&self) -> Vec<f64> {
        let decided = self.records.iter().filter(|record| record.is_decided());
        let mut times: Vec<f64> = decided.map(|record| record.measured()).collect();
        times.sort_by(f64::total_cmp);
        times
    }

    /// Mean seconds, where a run without an answer counts twice its limit.
    pub fn par2(&self) -> f64 {
        let penalty = |record: &&Record| match record.is_decided() {
            true => record.measured(),
            false => 2.0 * record.limit(),
        };
        self.records.iter().map(penalty).sum::<f64>() / self.records.len().max(1) as f64
    }
}

/// The quartiles of their times.
pub fn times(records: &[&Record]) -> Option<Quartiles> {
    quartiles(records.iter().map(|record| time(record)))
}

/// How many have an answer.
pub fn answers(records: &[&Record]) -> usize {
    records.iter().filter(|record| record.is_decided()).count()
}

/// Seconds to an answer, infinite without one.
pub fn time(record: &Record) -> f64 {
    match record.is_decided() {
        true => record.measured(),
        false => f64::INFINITY,
    }
}

/// Seconds with three digits that count.
pub fn seconds(value: f64) -> String {
    match value {
        v if !v.is_finite() => "-".into(),
        v if v < 1.0 => format!("{v:.3}"),
        v if v < 10.0 => format!("{v:.2}"),
        v if v < 100.0 => format!("{v:.1}"),
        v => format!("{v:.0}"),
    }
}
