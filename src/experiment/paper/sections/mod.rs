//! The paper's experiments one by one: its figures, ours, and what that says.

mod finishes;
mod optima;
mod patterns;
mod reversals;
mod since;
mod sizes;
mod value_orders;

use super::{
    figures::{FIGURES, Figures, Seconds},
    plan::VALUES_BY,
};
use crate::{
    engine::Outcome,
    experiment::{
        plan::Question,
        plot::{Plot, PlotError},
        record::{Reason, Record},
        summary::{self, Group, seconds},
        table::Table,
    },
};
use std::cell::RefCell;

/// A section of the report.
#[derive(Debug, Clone)]
pub struct Section {
    /// Its title, with its number.
    pub title: String,
    /// What the paper did.
    pub paper: String,
    /// What was done here.
    pub ours: String,
    /// Tables.
    pub tables: Vec<Table>,
    /// Plots.
    pub plots: Vec<Plot>,
    /// What the comparison can and cannot say.
    pub verdict: String,
}

/// All sections, and the figures in them, one a row.
///
/// # Errors
/// If a plot cannot be drawn.
pub fn all(records: &[&Record]) -> Result<(Vec<Section>, Table), PlotError> {
    let figures = FIGURES
        .as_ref()
        .ok_or_else(|| PlotError::new("the paper's figures", "instances/paper.json is damaged"))?;
    let all = All {
        records,
        figures,
        compared: RefCell::default(),
    };
    let sections = vec![
        all.sizes(),
        all.reversals()?,
        all.value_orders(),
        all.patterns()?,
        all.optima(),
        all.finishes()?,
        all.since(),
    ];
    let mut compared = Table::new(
        "Figures",
        "",
        &[
            "table", "item", "method", "unit", "paper", "ours", "outcome",
        ],
    );
    compared.rows = all.compared.into_inner();
    Ok((sections, compared))
}

/// The records, and what they are compared with.
struct All<'a> {
    records: &'a [&'a Record],
    figures: &'a Figures,
    /// Each figure of the paper's with ours, one value a cell.
    compared: RefCell<Vec<Vec<String>>>,
}

/// A ratio with two digits that count.
fn times(ratio: f64) -> String {
    match ratio {
        r if r >= 100.0 => {
            let unit = 10_f64.powf(r.log10().floor() - 1.0);
            format!("{:.0}×", (r / unit).round() * unit)
        }
        r if r >= 10.0 => format!("{r:.0}×"),
        r => format!("{r:.1}×"),
    }
}

impl<'a> All<'a> {
    /// A figure of the paper's and ours, in a cell: `paper → ours (ratio)`; and noted
    /// for the table of all figures.
    fn beside(
        &self,
        [table, item, method]: [&str; 3],
        paper: Option<Seconds>,
        ours: Option<&Record>,
    ) -> String {
        let our_time = ours.map(summary::time);
        let finite = our_time.filter(|time| time.is_finite());
        let outcome = ours.map(|record| match (record.outcome, record.reason) {
            (Outcome::Solved, _) => "solved",
            (Outcome::Unsolvable, _) => "unsolvable",
            (Outcome::Unknown, reason) => reason.map_or("unknown", Reason::word),
        });
        if paper.is_some() || ours.is_some() {
            let number = |time: Option<f64>| time.map(|time| time.to_string());
            self.note(
                [table, item, method, "s"],
                number(paper.flatten()),
                number(finite),
                outcome,
            );
        }
        let our_word = match (ours, our_time) {
            (None, _) | (_, None) => String::new(),
            (_, Some(time)) if time.is_finite() => seconds(time),
            (Some(record), _) => match record.reason {
                None | Some(Reason::Timeout) => "-".into(),
                Some(reason) => reason.word().into(),
            },
        };
        match (paper, our_time) {
            (None, _) => our_word,
            (Some(paper), None) => format!("{} →", paper.map_or("-".into(), seconds)),
            (Some(None), _) => format!("- → {our_word}"),
            (Some(Some(paper)), Some(time)) if time.is_finite() => {
                let ratio = paper / time.max(0.001);
                format!("{} → {our_word} ({})", seconds(paper), times(ratio))
            }
            (Some(Some(paper)), _) => format!("{} → {our_word}", seconds(paper)),
        }
    }

    /// Notes a figure: table, item, method and unit; the paper's and ours.
    fn note(
        &self,
        place: [&str; 4],
        paper: Option<String>,
        ours: Option<String>,
        outcome: Option<&str>,
    ) {
        let mut row: Vec<String> = place.map(String::from).to_vec();
        row.extend([paper, ours].map(Option::unwrap_or_default));
        row.push(outcome.unwrap_or_default().into());
        self.compared.borrow_mut().push(row);
    }

    /// The record of this run by the least seed, if it was made; by the solver
    /// that is not special to Table 5.
    fn find(&self, question: Question, method: &str, problem: &str) -> Option<&'a Record> {
        let same = |record: &&&Record| {
            record.question == question
                && record.method == method
                && record.problem == problem
                && record.solver != VALUES_BY
        };
        let found = self.records.iter().filter(same);
        found.min_by_key(|record| record.seed).copied()
    }

    /// All runs of a method on a problem.
    fn group(&self, label: &str, method: &str, problem: &str) -> Group<'a> {
        let same = |record: &&&Record| {
            record.question == Question::Solve
                && record.method == method
                && record.problem == problem
                && record.solver != VALUES_BY
        };
        Group {
            label: label.into(),
            records: self.records.iter().filter(same).copied().collect(),
        }
    }
}
