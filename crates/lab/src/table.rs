//! Tables of records, as Markdown, CSV and HTML.

use super::{
    record::{Reason, Record},
    summary::{self, Group, Quartiles, quartiles, seconds},
};
use maud::{Markup, html};
use pegsat::engine::Outcome;
use serde_json::Value;
use std::{borrow::Cow, fmt::Write};

/// A table: a title, a sentence on it, columns and rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// What it is of.
    pub title: String,
    /// How to read it.
    pub note: String,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows, a text a column.
    pub rows: Vec<Vec<String>>,
}

/// A cell that spreadsheets take for text: none of them begins as a formula does, unless it is a
/// number.
pub(crate) fn as_text(cell: &str) -> Cow<'_, str> {
    let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
    match is_formula && cell.parse::<f64>().is_err() {
        true => format!("'{cell}").into(),
        false => cell.into(),
    }
}

impl Table {
    /// An empty one, with these columns, a `|` between two of them.
    pub fn new(title: &str, note: &str, columns: &str) -> Self {
        let columns = columns.split('|').filter(|name| !name.is_empty());
        Table {
            title: title.into(),
            note: note.into(),
            columns: columns.map(Into::into).collect(),
            rows: Vec::new(),
        }
    }

    /// These columns alone, those of them that have something in some row.
    #[must_use]
    pub fn only(&self, names: &[&str]) -> Self {
        let says = |column: usize| {
            let mut cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.any(|cell| !["", "-", "0"].contains(&cell.as_str()))
        };
        let kept = |column: &usize| {
            names.contains(&self.columns[*column].as_str()) && (*column == 0 || says(*column))
        };
        let kept: Vec<usize> = (0..self.columns.len()).filter(kept).collect();
        let pick = |row: &Vec<String>| {
            kept.iter()
                .filter_map(|&column| row.get(column).cloned())
                .collect()
        };
        Table {
            columns: pick(&self.columns),
            rows: self.rows.iter().map(pick).collect(),
            ..self.clone()
        }
    }

    /// As Markdown, without the title.
    pub fn markdown(&self) -> String {
        let cell = |text: &String| text.replace('|', "\\|").replace('\n', " ");
        let cells = |row: &Vec<String>| row.iter().map(cell).collect::<Vec<_>>();
        let lines: Vec<_> = [&self.columns]
            .into_iter()
            .chain(&self.rows)
            .map(cells)
            .collect();
        let width = |column| {
            let own = lines.iter().filter_map(|line| line.get(column));
            own.map(|cell: &String| cell.chars().count())
                .max()
                .unwrap_or(0)
        };
        let n_columns = lines.iter().map(Vec::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..n_columns).map(width).collect();
        let mut text = String::new();
        for (number, line) in lines.iter().enumerate() {
            for (column, &width) in widths.iter().enumerate() {
                let cell = line.get(column).map_or("", String::as_str);
                let _ = write!(text, "| {cell:width$} ");
            }
            text.push_str("|\n");
            if number == 0 {
                let rules = widths.iter().map(|width| "-".repeat(width + 2));
                let _ = writeln!(text, "|{}|", rules.collect::<Vec<_>>().join("|"));
            }
        }
        text
    }

    /// With its title, as a section of a Markdown file.
    pub fn section(&self) -> String {
        let note = match self.note.is_empty() {
            true => String::new(),
            false => format!("{}\n\n", self.note),
        };
        format!("## {}\n\n{note}{}", self.title, self.markdown())
    }

    /// As CSV.
    pub fn csv(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let rows = std::iter::once(&self.columns).chain(&self.rows);
        for row in rows {
            // What is not there is nothing, not a dash.
            let cells = row.iter().map(|cell| if cell == "-" { "" } else { cell });
            let _ = writer.write_record(cells.map(|cell| as_text(cell).into_owned())); // memory takes everything
        }
        let bytes = writer.into_inner().unwrap_or_default();
        String::from_utf8_lossy(&bytes).into()
    }

    /// As HTML, with a heading of this level.
    pub fn html(&self, level: u8) -> Markup {
        html! {
            @if level == 2 { h2 { (self.title) } } @else { h3 { (self.title) } }
            @if !self.note.is_empty() { p { (self.note) } }
            div.wide { table {
                thead { tr { @for name in &self.columns { th { (name) } } } }
                tbody { @for row in &self.rows { tr { @for cell in row { td { (grouped(cell)) } } } } }
            } }
        }
    }
}

/// A count of five digits or more, in groups of three.
fn grouped(cell: &str) -> String {
    let is_count = cell.len() > 4 && cell.bytes().all(|byte| byte.is_ascii_digit());
    let mut text = String::new();
    for (place, digit) in cell.char_indices() {
        if is_count && place > 0 && (cell.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// One row a method: what became of its runs, and how long they took.
pub fn methods(records: &[&Record]) -> Table {
    let mut table = Table::new(
        "Methods",
        "Median seconds of all runs with quartiles, a run without an answer counting as longer than \
         any; PAR2 is the mean with twice the limit for it. Seconds of CPU are those of all runs, \
         memory is the most of any, clauses the median.",
        "method|runs|solved|unsolvable|timeout|memory|failed|refused|median s|quarter s|three q. s|\
         PAR2|CPU s|memory MB|clauses",
    );
    for group in summary::by_method(records) {
        let times = summary::times(&group.records);
        let peak = group
            .records
            .iter()
            .filter_map(|record| record.peak_memory_bytes)
            .max();
        let sizes = group.records.iter().filter_map(|record| record.formula);
        let clauses = quartiles(sizes.map(|size| size.clauses as f64));
        let failed = group.failures(Reason::SolverFailed) + group.failures(Reason::Layers);
        table.rows.push(vec![
            group.label.clone(),
            group.records.len().to_string(),
            group.count(Outcome::Solved).to_string(),
            group.count(Outcome::Unsolvable).to_string(),
            group.failures(Reason::Timeout).to_string(),
            group.failures(Reason::Memory).to_string(),
            failed.to_string(),
            group.failures(Reason::Refused).to_string(),
            times.map_or("-".into(), |times| seconds(times.median)),
            times.map_or("-".into(), |times| seconds(times.lower)),
            times.map_or("-".into(), |times| seconds(times.upper)),
            seconds(group.par2()),
            seconds(group.records.iter().map(|record| record.cpu_seconds).sum()),
            peak.map_or("-".into(), |bytes| format!("{:.0}", bytes as f64 / 1e6)),
            clauses.map_or("-".into(), |sizes| format!("{:.0}", sizes.median)),
        ]);
    }
    table
}

/// One row a problem, one column a method.
pub fn by_problem(records: &[&Record]) -> Table {
    let groups = summary::by_method(records);
    let mut table = Table::new(
        "Problems",
        "Median seconds over seeds ('certificate': decided before any model was asked); with how many of the runs had an answer, if not all. Where the \
         best was asked for, the best value stands before, or what is known of it.",
        "problem",
    );
    table
        .columns
        .extend(groups.iter().map(|group| group.label.clone()));
    for problem in summary::problems(records) {
        let cells = groups.iter().map(|group| cell(group, &problem));
        table
            .rows
            .push(std::iter::once(problem.clone()).chain(cells).collect());
    }
    table
}

/// The same with a row for each method and problem, and one value a cell.
pub fn by_problem_and_method(records: &[&Record]) -> Table {
    let groups = summary::by_method(records);
    let mut table = Table::new(
        "Problems",
        "",
        "problem|method|runs|answers|outcome|lower_s|median_s|upper_s|value|bound",
    );
    for problem in summary::problems(records) {
        for group in &groups {
            let of_problem = group.of(&problem);
            let Some(first) = of_problem.first() else {
                continue;
            };
            let decided = summary::answers(&of_problem);
            let times = summary::times(&of_problem);
            let time = |pick: fn(&Quartiles) -> f64| {
                let value = times.as_ref().map(pick).filter(|value| value.is_finite());
                value.map_or(String::new(), |value| format!("{value}"))
            };
            let number = |value: Option<usize>| value.map_or(String::new(), |n| n.to_string());
            let outcome = serde_json::to_value(first.outcome).unwrap_or_default();
            table.rows.push(vec![
                problem.clone(),
                group.label.clone(),
                of_problem.len().to_string(),
                decided.to_string(),
                outcome.as_str().unwrap_or_default().into(),
                time(|times| times.lower),
                time(|times| times.median),
                time(|times| times.upper),
                number(of_problem.iter().filter_map(|record| record.value).min()),
                number(of_problem.iter().filter_map(|record| record.bound).max()),
            ]);
        }
    }
    table
}

/// What a method made of a problem.
pub fn cell(group: &Group<'_>, problem: &str) -> String {
    let records = group.of(problem);
    let Some(first) = records.first() else {
        return String::new();
    };
    let decided = summary::answers(&records);
    let time = summary::times(&records);
    let time = time.map_or(String::new(), |times| seconds(times.median));
    let best = records.iter().filter_map(|record| record.value).min();
    let bound = records.iter().filter_map(|record| record.bound).max();
    let prefix = match (first.question.objective(), best, bound) {
        (None, _, _) => match first.outcome {
            Outcome::Unsolvable if first.certificate.is_some() => "certificate, ".to_string(),
            Outcome::Unsolvable => "unsolvable, ".to_string(),
            _ => String::new(),
        },
        (Some(_), Some(value), _) if decided > 0 => format!("{value}: "),
        (Some(_), Some(value), Some(bound)) => format!("{bound} to {value}: "),
        (Some(_), _, Some(bound)) => format!("from {bound}: "),
        (Some(_), _, None) => String::new(),
    };
    let missing = match (decided == records.len(), records.len(), first.reason) {
        (true, _, _) => String::new(),
        (false, 1, reason) => {
            return format!("{prefix}{}", reason.map_or("-", Reason::word));
        }
        (false, n, _) => format!(" ({decided} of {n})"),
    };
    format!("{prefix}{time}{missing}")
}

/// The columns of the table of runs: fields of a record, some of them within others, and what is
/// counted here.
const COLUMNS: &str = "problem|question|method|solver|solver_version|seed|timeout_seconds|\
    cpu_limit_seconds|memory_limit_bytes|outcome|reason|wall_seconds|cpu_seconds|cpu_share|tries|\
    jobs|peak_memory_bytes|holes|pegs|layers|variables|clauses|literals|encode_seconds|\
    solve_seconds|n_jumps|sweeps|value|bound|proof_bytes|proof_checked_seconds|started|pegsat|\
    build|command";

pub(crate) fn text<T: ToString>(value: Option<T>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

/// The text of a record's column.
fn column(record: &Record, fields: &Value, name: &str) -> String {
    let field = match name {
        "cpu_share" => return text(record.share().map(|share| format!("{share:.3}"))),
        "n_jumps" => return text(record.jumps.as_ref().map(Vec::len)),
        "variables" | "clauses" | "literals" => &fields["formula"][name],
        "encode_seconds" => &fields["seconds"]["encode"],
        "solve_seconds" => &fields["seconds"]["solve"],
        _ => &fields[name],
    };
    match (field, field.as_u64(), field.as_f64()) {
        (Value::String(text), ..) => text.clone(),
        (_, Some(whole), _) => whole.to_string(),
        (_, None, number) => text(number),
    }
}

/// Every run, a row each.
pub fn runs(records: &[&Record]) -> Table {
    let mut table = Table::new("Runs", "", COLUMNS);
    for record in records {
        let fields = serde_json::to_value(record).unwrap_or_default();
        let names = table.columns.iter();
        let row = names.map(|name| column(record, &fields, name)).collect();
        table.rows.push(row);
    }
    table
}
