//! What a section shows: tables and plots, each of a kind that is written here once,
//! of problems and methods that the study names.

mod tables;

use super::{Figures, Published};
use crate::{
    best,
    plan::{DEFAULT_SOLVER, NO_SOLVER, Query},
    plot::{self, Plot},
    record::{Reason, Record},
    summary::{self, Group, quartiles, seconds},
    table::{Table, text as number},
};
use anyhow::Result;
use pegsat::engine::Outcome;
use serde::Deserialize;
use std::{
    cell::RefCell,
    collections::{BTreeMap, HashMap},
};

/// What is wanted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    kind: Kind,
    title: String,
    #[serde(default)]
    note: String,
    /// The name of a plot's file.
    #[serde(default)]
    name: String,
    #[serde(default)]
    problems: Vec<String>,
    /// Methods as they stand in records, with `@solver` if it is not the default one.
    #[serde(default)]
    methods: Vec<String>,
    question: Option<Query>,
    /// The table of published times.
    published: Option<String>,
    /// The unit of the best values, where they are told and published, by the method
    /// that is called so, in the same table.
    values: Option<String>,
    /// Methods, each with the one that it is compared with.
    #[serde(default)]
    pairs: Vec<(String, String)>,
    /// Whether these pairs are one family of hypotheses, whose tests are corrected together.
    #[serde(default)]
    family: bool,
    /// Names of problems together, with their table of published times.
    #[serde(default)]
    sets: Vec<Set>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Set {
    name: String,
    problems: Vec<String>,
    published: Option<String>,
    /// The pairs that are compared on them, if not all.
    #[serde(default)]
    pairs: Vec<(String, String)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    /// Problems by methods: seconds of the first seed, published ones before.
    Times,
    /// Methods by sets of problems: answers, and the median.
    Answers,
    /// Methods: the size of the formula on one problem.
    Sizes,
    /// Problems: choices by depth, published ones before.
    Choices,
    /// Problems by methods: choices of the first seed, published ones before.
    Decisions,
    /// Pairs of methods on sets of problems: effect, interval, test.
    Effects,
    /// Methods on two problems: medians over seeds, effect, interval, test.
    Finishes,
    /// Problems: the least value that any of the methods found, and by the first of them
    /// the bound, the refuted formula, and its proof.
    Optima,
    /// Methods, and the best of them on each problem: answers, PAR2, contributions.
    VirtualBest,
    /// Problems on which a method is faster than the first one of the list.
    Faster,
    /// A plot.
    Cactus,
}

/// What is shown.
pub(super) enum Shown {
    /// A table.
    Table(Table),
    /// A plot.
    Plot(Plot),
}

/// Makes tables and plots of records.
pub(super) struct Shows<'a> {
    published: &'a Published,
    /// What methods are called there.
    columns: &'a BTreeMap<String, String>,
    /// By method, with the solver, and problem.
    found: HashMap<(String, &'a str), Vec<&'a Record>>,
    /// Published figures beside ours, one value a cell.
    compared: RefCell<Table>,
    effects: RefCell<Table>,
}

/// What a method is called here: without the solver where that is the default one.
fn label(record: &Record) -> String {
    let (method, solver) = (&record.method, &record.solver);
    match [NO_SOLVER, DEFAULT_SOLVER].contains(&solver.as_str()) || method.contains('@') {
        true => method.clone(),
        false => format!("{method}@{solver}"),
    }
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

/// Seconds, or '-' for no answer within the limit.
fn median(times: impl Iterator<Item = f64>) -> String {
    quartiles(times).map_or(String::new(), |times| seconds(times.median))
}

/// What is known of an optimum, where it is not just proved.
fn best(record: Option<&Record>) -> String {
    match record.map(|record| (record.is_decided(), record.value, record.bound)) {
        Some((true, Some(value), _)) => format!("{value}: "),
        Some((false, Some(value), Some(bound))) => format!("{bound} to {value}: "),
        _ => String::new(),
    }
}

impl Wanted {
    /// All lists of problems, where names of sets stand for several.
    pub(super) fn problems(&mut self) -> impl Iterator<Item = &mut Vec<String>> {
        let sets = self.sets.iter_mut().map(|set| &mut set.problems);
        std::iter::once(&mut self.problems).chain(sets)
    }

    fn table(&self, columns: &str) -> Table {
        Table::new(&self.title, &self.note, columns)
    }

    /// The same plot, with the name and title that are wanted.
    fn plot(&self, plot: Plot) -> Shown {
        Shown::Plot(Plot {
            name: self.name.clone(),
            title: self.title.clone(),
            ..plot
        })
    }
}

impl<'a> Shows<'a> {
    pub(super) fn new(
        published: &'a Published,
        columns: &'a BTreeMap<String, String>,
        records: &'a [&'a Record],
    ) -> Self {
        let mut found: HashMap<_, Vec<&Record>> = HashMap::new();
        for &record in records {
            let key = (label(record), record.problem.as_str());
            found.entry(key).or_default().push(record);
        }
        let compared = "table|problem|method|unit|published|ours|outcome";
        let effects = "method|against|problems|n|open|ratio|from|to|faster|slower|p";
        Shows {
            published,
            columns,
            found,
            compared: RefCell::new(Table::new("", "", compared)),
            effects: RefCell::new(Table::new("", "", effects)),
        }
    }

    /// What all tables show, with one value a cell, as far as there is any.
    pub(super) fn tidy(self) -> Vec<(&'static str, Table)> {
        let files = [
            ("compared.csv", self.compared.into_inner()),
            ("effects.csv", self.effects.into_inner()),
        ];
        files
            .into_iter()
            .filter(|(_, table)| !table.rows.is_empty())
            .collect()
    }

    /// A table or plot.
    pub(super) fn show(&self, wanted: &Wanted) -> Result<Shown> {
        let groups = || -> Vec<Group<'a>> {
            let groups = wanted
                .methods
                .iter()
                .map(|method| self.group(wanted, method));
            groups.filter(|group| !group.records.is_empty()).collect()
        };
        Ok(Shown::Table(match wanted.kind {
            Kind::Times => self.times(wanted),
            Kind::Answers => self.answers(wanted),
            Kind::Sizes => self.sizes(wanted),
            Kind::Choices => self.choices(wanted),
            Kind::Decisions => self.decisions(wanted),
            Kind::Effects => self.pairs(wanted),
            Kind::Finishes => self.finishes(wanted),
            Kind::VirtualBest => best::table(&wanted.title, &wanted.note, &groups()),
            Kind::Faster => self.faster(wanted),
            Kind::Optima => self.optima(wanted),
            Kind::Cactus => return Ok(wanted.plot(plot::cactus(&groups())?)),
        }))
    }

    /// The runs of the method on the problem.
    fn of(&self, wanted: &Wanted, method: &str, problem: &str) -> Vec<&'a Record> {
        let question = wanted.question.unwrap_or(Query::Solve);
        let found = self.found.get(&(method.to_string(), problem));
        let records = found.into_iter().flatten().copied();
        records
            .filter(|record| record.question == question)
            .collect()
    }

    /// That by the least seed.
    fn first(&self, wanted: &Wanted, method: &str, problem: &str) -> Option<&'a Record> {
        let found = self.of(wanted, method, problem).into_iter();
        found.min_by_key(|record| record.seed)
    }

    /// Those of all of the problems.
    fn group(&self, wanted: &Wanted, method: &str) -> Group<'a> {
        self.group_of(wanted, method, &wanted.problems)
    }

    fn group_of(&self, wanted: &Wanted, method: &str, problems: &[String]) -> Group<'a> {
        let records = problems
            .iter()
            .flat_map(|problem| self.of(wanted, method, problem));
        Group {
            label: method.into(),
            records: records.collect(),
        }
    }

    /// What the method is called in published tables.
    fn column<'b>(&'b self, method: &'b str) -> &'b str {
        self.columns.get(method).map_or(method, String::as_str)
    }

    /// The published table that is wanted.
    fn theirs(&self, wanted: &Wanted) -> Option<&'a Figures> {
        self.published.get(wanted.published.as_ref()?)
    }

    /// The published time; the outer `None` where none was to be had.
    fn published(&self, wanted: &Wanted, method: &str, problem: &str) -> Option<Option<f64>> {
        let column = self.theirs(wanted)?.get(self.column(method))?;
        Some(column.get(problem).copied().flatten())
    }

    /// Notes a figure: problem, method and unit; the published one and ours.
    fn note(
        &self,
        wanted: &Wanted,
        place: [&str; 3],
        published: Option<impl ToString>,
        ours: Option<impl ToString>,
        outcome: Option<&str>,
    ) {
        let table = wanted.title.split(':').next().unwrap_or_default();
        let mut row = vec![table.to_string()];
        row.extend(place.map(String::from));
        row.extend([number(published), number(ours)]);
        row.push(outcome.unwrap_or_default().into());
        self.compared.borrow_mut().rows.push(row);
    }

    /// Times in a cell: `published → ours (ratio)`; and noted.
    fn beside(&self, wanted: &Wanted, problem: &str, method: &str) -> String {
        let published = self.published(wanted, method, problem);
        let ours = self.first(wanted, method, problem);
        let our_time = ours.map(summary::time);
        if published.is_some() || ours.is_some() {
            let outcome = ours.map(|record| match (record.outcome, record.reason) {
                (Outcome::Solved, _) => "solved",
                (Outcome::Unsolvable, _) => "unsolvable",
                (Outcome::Unknown, reason) => reason.map_or("unknown", Reason::word),
            });
            let finite = our_time.filter(|time| time.is_finite());
            let theirs = published.flatten();
            self.note(wanted, [problem, method, "s"], theirs, finite, outcome);
        }
        let our_word = match (ours, our_time) {
            (None, _) | (_, None) => String::new(),
            (_, Some(time)) if time.is_finite() => seconds(time),
            (Some(record), _) => match record.reason {
                None | Some(Reason::Timeout) => "-".into(),
                Some(reason) => reason.word().into(),
            },
        };
        match (published, our_time) {
            (None, _) => our_word,
            (Some(published), None) => format!("{} →", published.map_or("-".into(), seconds)),
            (Some(None), _) => format!("- → {our_word}"),
            (Some(Some(published)), Some(time)) if time.is_finite() => {
                let ratio = published / time.max(0.001);
                format!("{} → {our_word} ({})", seconds(published), times(ratio))
            }
            (Some(Some(published)), _) => format!("{} → {our_word}", seconds(published)),
        }
    }

    fn times(&self, wanted: &Wanted) -> Table {
        let mut table = wanted.table("problem");
        let values = wanted.values.as_ref();
        if let Some(unit) = values {
            table
                .columns
                .extend([format!("published: {unit}"), unit.clone()]);
        }
        // Methods that only others had.
        let others = self.theirs(wanted).into_iter().flat_map(BTreeMap::keys);
        let others: Vec<&String> = others
            .filter(|name| {
                let mut methods = wanted.methods.iter();
                !methods.any(|method| self.column(method) == *name) && Some(*name) != values
            })
            .collect();
        table
            .columns
            .extend(others.iter().map(|name| format!("published: {name}")));
        table.columns.extend(wanted.methods.iter().cloned());
        for problem in &wanted.problems {
            let mut row = vec![problem.clone()];
            if let Some(unit) = values {
                let theirs = self.published(wanted, unit, problem).flatten();
                let mut ours = wanted.methods.iter().filter_map(|method| {
                    let record = self.first(wanted, method, problem)?;
                    record.value.filter(|_| record.is_decided())
                });
                let ours = ours.next();
                row.extend([number(theirs), number(ours)]);
                self.note(wanted, [problem, "", unit], theirs, ours, None);
            }
            row.extend(others.iter().map(|name| {
                let time = self.published(wanted, name, problem);
                time.flatten().map_or("-".into(), |value| value.to_string())
            }));
            row.extend(wanted.methods.iter().map(|method| {
                let best = match values {
                    Some(_) => best(self.first(wanted, method, problem)),
                    None => String::new(),
                };
                format!("{best}{}", self.beside(wanted, problem, method))
            }));
            table.rows.push(row);
        }
        table
    }

    fn answers(&self, wanted: &Wanted) -> Table {
        let mut table = wanted.table("method");
        let published = |set: &Set| self.published.get(set.published.as_ref()?);
        for set in &wanted.sets {
            let name = &set.name;
            if published(set).is_some() {
                table.columns.push(format!("published: {name}"));
            }
            table
                .columns
                .extend([name.clone(), format!("{name}: median s")]);
        }
        let mut methods = wanted.methods.clone();
        let counted = self.theirs(wanted);
        methods.extend(counted.into_iter().flat_map(BTreeMap::keys).cloned());
        for method in methods {
            let mut row = vec![method.clone()];
            for set in &wanted.sets {
                if let Some(table) = published(set) {
                    let times = table.get(self.column(&method));
                    let solved = times.map(|times| times.values().flatten().count());
                    let counted = counted.and_then(|table| *table.get(&method)?.get(&set.name)?);
                    row.push(number(solved.map(|n| n as f64).or(counted)));
                }
                let group = self.group_of(wanted, &method, &set.problems);
                let (n, all) = (group.decided().len(), group.records.len());
                row.push(if all == 0 {
                    String::new()
                } else {
                    format!("{n} of {all}")
                });
                row.push(median(
                    group.records.iter().map(|record| summary::time(record)),
                ));
            }
            if row.iter().skip(1).any(|cell| !cell.is_empty()) {
                table.rows.push(row);
            }
        }
        table
    }
}
