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
        let question = match record.question {
            Query::Plain => Query::Solve,
            question => question,
        };
        (&record.problem, &record.digest, question)
    }
    let by = |one: &Record| format!("{} by {} with seed {}", one.method, one.solver, one.seed);
    let mut found: HashMap<_, &Record> = HashMap::new();
    let mut words = Vec::new();
    for &record in records.iter().filter(|record| record.is_decided()) {
        let other = found.entry(key(record)).or_insert(record);
        if (other.outcome, other.value) != (record.outcome, record.value) {
            let is = |one: &Record| format!("{} is {:?} {:?}", by(one), one.outcome, one.value);
            let (other, own) = (is(other), is(record));
            words.push(format!(
                "contradiction on {}: {other}, {own}",
                record.problem
            ));
        }
    }
    // What was proved: a bound, or that there is no solution, which is above every value.
    let proved = |record: &Record| match record.outcome {
        Outcome::Unsolvable => usize::MAX,
        _ => record.bound.unwrap_or(0),
    };
    let mut best: HashMap<_, &Record> = HashMap::new();
    for &record in records {
        let other = best.entry(key(record)).or_insert(record);
        if proved(record) > proved(other) {
            *other = record;
        }
    }
    for &record in records {
        let (Some(value), other) = (record.value, best[&key(record)]) else {
            continue;
        };
        if value < proved(other) && !(record.is_decided() && other.is_decided()) {
            let (own, other) = (by(record), by(other));
            words.push(format!(
                "contradiction on {}: {own} found {value}, {other} proved that there is none",
                record.problem
            ));
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_by_nearest_rank() {
        assert_eq!(quartiles([]), None);
        let one = quartiles([5.0]).unwrap();
        assert_eq!((one.lower, one.median, one.upper), (5.0, 5.0, 5.0));
        let four = quartiles([4.0, f64::INFINITY, 1.0, 3.0]).unwrap();
        assert_eq!((four.lower, four.median, four.upper), (1.0, 3.0, 4.0));
        let five = quartiles([5.0, 4.0, 3.0, 2.0, 1.0]).unwrap();
        assert_eq!((five.lower, five.median, five.upper), (2.0, 3.0, 4.0));
    }

    #[test]
    fn seconds_have_three_digits() {
        assert_eq!(seconds(0.0123), "0.012");
        assert_eq!(seconds(1.234), "1.23");
        assert_eq!(seconds(12.34), "12.3");
        assert_eq!(seconds(1234.5), "1234");
        assert_eq!(seconds(f64::INFINITY), "-");
    }
}
