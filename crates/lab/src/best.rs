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

/// What every method costs on every problem.
struct Costs {
    /// By problem, then by method; none where it was not asked.
    rows: Vec<Vec<Option<Cost>>>,
    /// What a problem costs that nobody was asked.
    penalty: f64,
}

impl Costs {
    fn of(groups: &[Group<'_>]) -> Self {
        let all: Vec<&Record> = groups
            .iter()
            .flat_map(|group| group.records.clone())
            .collect();
        let row = |problem: &String| -> Vec<Option<Cost>> {
            let costs = groups.iter().map(|group| cost(&group.of(problem)));
            costs.collect()
        };
        let rows = summary::problems(&all);
        let rows = rows.iter().map(row);
        Costs {
            rows: rows.filter(|row| row.iter().any(Option::is_some)).collect(),
            penalty: 2.0 * all.iter().map(|record| record.limit()).fold(0.0, f64::max),
        }
    }

    /// The mean of the best, with all methods or without one.
    fn par2(&self, without: Option<usize>) -> f64 {
        let seconds =
            |row: &Vec<Option<Cost>>| best(row, without).map_or(self.penalty, |cost| cost.seconds);
        self.rows.iter().map(seconds).sum::<f64>() / self.rows.len().max(1) as f64
    }

    /// The row of a method.
    fn cells(&self, method: usize) -> Vec<String> {
        let own = self.rows.iter();
        let own: Vec<_> = own.filter_map(|row| Some((row, row[method]?))).collect();
        let answered = || own.iter().filter(|(_, cost)| cost.is_answered);
        let is_best = |(row, cost): &&(&Vec<Option<Cost>>, Cost)| best(row, None) == Some(*cost);
        let is_alone = |(row, _): &&(&Vec<Option<Cost>>, Cost)| {
            !best(row, Some(method)).is_some_and(|other| other.is_answered)
        };
        let sum: f64 = own.iter().map(|(_, cost)| cost.seconds).sum();
        vec![
            own.len().to_string(),
            answered().count().to_string(),
            seconds(sum / own.len().max(1) as f64),
            answered().filter(is_best).count().to_string(),
            answered().filter(is_alone).count().to_string(),
            seconds(self.par2(Some(method)) - self.par2(None)),
        ]
    }
}

/// The best of a problem's costs, with all methods or without one.
fn best(row: &[Option<Cost>], without: Option<usize>) -> Option<Cost> {
    let others = row.iter().enumerate();
    let others = others.filter(|(method, _)| Some(*method) != without);
    let costs = others.filter_map(|(_, cost)| *cost);
    costs.min_by(|a, b| a.seconds.total_cmp(&b.seconds))
}

/// One row for the virtual best, and one a method.
pub fn table(title: &str, note: &str, groups: &[Group<'_>]) -> Table {
    let columns = "method|problems|answered|PAR2|best on|alone|contribution s";
    let mut table = Table::new(title, note, columns);
    let costs = Costs::of(groups);
    let answered = costs.rows.iter().filter_map(|row| best(row, None));
    let answered = answered.filter(|cost| cost.is_answered).count();
    let [problems, answered] = [costs.rows.len(), answered].map(|count| count.to_string());
    let par2 = seconds(costs.par2(None));
    let mut row = vec!["virtual best".into(), problems, answered, par2];
    row.resize(table.columns.len(), "-".into());
    table.rows.push(row);
    for (method, group) in groups.iter().enumerate() {
        let cells = std::iter::once(group.label.clone()).chain(costs.cells(method));
        table.rows.push(cells.collect());
    }
    table
}
