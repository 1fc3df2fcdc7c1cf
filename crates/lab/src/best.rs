//! The virtual best: on each problem the best of all methods, and what each contributes to it.

use super::{
    record::{Reason, Record},
    summary::{self, Group, quartiles, seconds},
    table::Table,
};

/// What the table says of itself.
pub const NOTE: &str = "The virtual best takes on each problem the method with the least median \
    over seeds. PAR2 is the mean over problems, twice the limit where the median has no answer. \
    'Alone' are problems that no other method answers; the contribution is by how much the virtual \
    best's PAR2 grows without the method.";

/// What a method costs on a problem, and whether it answers it: medians over seeds.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Cost {
    seconds: f64,
    is_answered: bool,
}

fn cost(records: &[&Record]) -> Option<Cost> {
    let asked = records
        .iter()
        .filter(|record| record.reason != Some(Reason::Refused));
    let median = quartiles(asked.clone().map(|record| summary::time(record)))?.median;
    let limit = asked.map(|record| record.limit()).fold(0.0, f64::max);
    Some(Cost {
        seconds: if median.is_finite() {
            median
        } else {
            2.0 * limit
        },
        is_answered: median.is_finite(),
    })
}

/// One row for the virtual best, and one a method.
pub fn table(title: &str, note: &str, groups: &[Group<'_>]) -> Table {
    let mut table = Table::new(
        title,
        note,
        &[
            "method",
            "problems",
            "answered",
            "PAR2",
            "best on",
            "alone",
            "contribution s",
        ],
    );
    let all: Vec<&Record> = groups
        .iter()
        .flat_map(|group| group.records.clone())
        .collect();
    let problems = summary::problems(&all);
    // By problem, then by method.
    let costs: Vec<Vec<Option<Cost>>> = problems
        .iter()
        .map(|problem| {
            groups
                .iter()
                .map(|group| cost(&group.of(problem)))
                .collect()
        })
        .collect();
    let costs: Vec<_> = costs
        .into_iter()
        .filter(|row| row.iter().any(Option::is_some))
        .collect();
    let best = |row: &[Option<Cost>], without: Option<usize>| -> Option<Cost> {
        let others = row
            .iter()
            .enumerate()
            .filter(|(method, _)| Some(*method) != without);
        let costs = others.filter_map(|(_, cost)| *cost);
        costs.min_by(|a, b| a.seconds.total_cmp(&b.seconds))
    };
    // Without the only method that was asked a problem, it costs what no answer does.
    let par2 = |without: Option<usize>| -> f64 {
        let worst = |row: &[Option<Cost>]| {
            let record = all.iter().map(|record| record.limit()).fold(0.0, f64::max);
            best(row, without).map_or(2.0 * record, |cost| cost.seconds)
        };
        costs.iter().map(|row| worst(row)).sum::<f64>() / costs.len().max(1) as f64
    };
    let whole = par2(None);
    let answered = costs
        .iter()
        .filter(|row| best(row, None).is_some_and(|cost| cost.is_answered));
    table.rows.push(vec![
        "virtual best".into(),
        costs.len().to_string(),
        answered.count().to_string(),
        seconds(whole),
        "-".into(),
        "-".into(),
        "-".into(),
    ]);
    for (method, group) in groups.iter().enumerate() {
        let own: Vec<_> = costs
            .iter()
            .filter_map(|row| Some((row, row[method]?)))
            .collect();
        let answered = own.iter().filter(|(_, cost)| cost.is_answered);
        let is_best = |(row, cost): &&(&Vec<Option<Cost>>, Cost)| {
            cost.is_answered && best(row, None) == Some(*cost)
        };
        let is_alone = |(row, cost): &&(&Vec<Option<Cost>>, Cost)| {
            let other = best(row, Some(method));
            cost.is_answered && !other.is_some_and(|cost| cost.is_answered)
        };
        let sum: f64 = own.iter().map(|(_, cost)| cost.seconds).sum();
        table.rows.push(vec![
            group.label.clone(),
            own.len().to_string(),
            answered.count().to_string(),
            seconds(sum / own.len().max(1) as f64),
            own.iter().filter(is_best).count().to_string(),
            own.iter().filter(is_alone).count().to_string(),
            seconds(par2(Some(method)) - whole),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        execute::{Ended, Observation},
        machine::Machine,
        plan::{Limits, Query, Run},
        suite::Entry,
    };
    use std::time::{Duration, SystemTime};

    /// A run that took so many seconds to an answer, or ended at its limit of ten.
    fn run(problem: &str, method: &str, answered: Option<u64>) -> Record {
        let limits = Limits {
            timeout: Duration::from_secs(10),
            cpu: None,
            memory: None,
        };
        let (entry, method) = (Entry::named(problem).unwrap(), method.parse().unwrap());
        let run = Run::new(&entry, Query::Solve, Some(&method), "varisat", 0, limits);
        let time = Duration::from_secs(answered.unwrap_or(10));
        let seen = Observation {
            ended: answered.map_or(Ended::OverTime, |_| Ended::Status(1)),
            started: SystemTime::UNIX_EPOCH,
            wall: time,
            cpu: time,
            peak_memory: None,
            output: r#"{"outcome":"unsolvable","reason":null}"#.into(),
            errors: String::new(),
            proof: None,
        };
        Record::new(&run, &seen, 1, &Machine::this()).unwrap()
    }

    #[test]
    fn the_virtual_best_and_what_each_contributes() {
        let (p, q) = ("triangle4/free:0,0", "triangle4/free:0,1");
        let records = [
            run(p, "C", Some(1)),
            run(q, "C", None),
            run(p, "D", Some(3)),
            run(q, "D", Some(5)),
        ];
        let all: Vec<&Record> = records.iter().collect();
        let rows = table("", "", &summary::by_method(&all)).rows;
        assert_eq!(rows[0], ["virtual best", "2", "2", "3.00", "-", "-", "-"]);
        // (1 + 20) / 2; without it the best is 3 and 5, a second more in the mean.
        assert_eq!(rows[1][1..], ["2", "1", "10.5", "1", "0", "1.00"]);
        // (3 + 5) / 2; without it (1 + 20) / 2.
        assert_eq!(rows[2][1..], ["2", "2", "4.00", "1", "1", "7.50"]);
    }
}
