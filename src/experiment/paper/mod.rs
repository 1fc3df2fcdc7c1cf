//! The experiments of Jefferson, Miguel, Miguel and Tarim, *Modelling and Solving
//! English Peg Solitaire* (2006), made again: [`plan`] says which runs, [`figures`]
//! what the paper has, and [`sections`] puts both side by side.

pub mod figures;
pub mod pictures;
pub mod plan;
pub mod sections;

use super::{
    plot::PlotError,
    record::Record,
    report::{self, File},
    table::{self, Table},
};
use maud::html;
use sections::Section;
use std::collections::HashMap;

/// Everything that is made of the records, as files: the report in Markdown and
/// HTML, a CSV file a table, a picture a plot.
///
/// # Errors
/// If a plot cannot be drawn.
pub fn files(title: &str, records: &[&Record]) -> Result<Vec<File>, PlotError> {
    let records = &in_order(records);
    let (sections, compared) = sections::all(records)?;
    let mut files = vec![
        ("report.md".to_string(), markdown(title, &sections, records)),
        ("report.html".to_string(), html(title, &sections, records)),
        ("runs.csv".to_string(), table::runs(records).csv()),
    ];
    files.push(("compared.csv".to_string(), compared.csv()));
    for section in &sections {
        for plot in &section.plots {
            files.push((format!("{}.svg", plot.name), plot.svg.clone()));
        }
    }
    Ok(files)
}

/// The records by method; of runs that differ in nothing but the limit of time the
/// one with the longest (a quick run may have come before).
fn in_order<'a>(records: &[&'a Record]) -> Vec<&'a Record> {
    let mut longest: HashMap<_, &Record> = HashMap::new();
    for &record in records {
        let (name, _, question, method, solver, seed, ..) = record.key();
        let kept = longest
            .entry((name, question, method, solver, seed))
            .or_insert(record);
        if record.timeout_seconds > kept.timeout_seconds {
            *kept = record;
        }
    }
    let is_kept = |record: &&&Record| longest.values().any(|kept| std::ptr::eq(*kept, **record));
    let mut records: Vec<&Record> = records.iter().filter(is_kept).copied().collect();
    records.sort_by_key(|record| {
        let mut methods = plan::METHODS.iter();
        methods
            .position(|method| method.0 == record.method)
            .unwrap_or(usize::MAX)
    });
    records
}

fn markdown(title: &str, sections: &[Section], records: &[&Record]) -> String {
    let mut text = format!(
        "# {title}\n\n{}\n\n{}\n",
        report::provenance(records),
        HOW_TO_READ
    );
    for section in sections {
        text.push_str(&format!("\n## {}\n", section.title));
        for paragraph in [&section.paper, &section.ours] {
            text.push_str(&format!("\n{paragraph}\n"));
        }
        for table in &section.tables {
            text.push_str(&format!("\n### {}\n\n", table.title));
            if !table.note.is_empty() {
                text.push_str(&format!("{}\n\n", table.note));
            }
            text.push_str(&table.markdown());
        }
        for plot in &section.plots {
            text.push_str(&format!("\n![{}]({}.svg)\n", plot.title, plot.name));
        }
        text.push_str(&format!("\n**What this says.** {}\n", section.verdict));
    }
    text
}

fn html(title: &str, sections: &[Section], records: &[&Record]) -> String {
    let tables = |tables: &[Table]| {
        html! { @for table in tables { (table.html()) } }
    };
    let body = html! {
        p { (report::provenance(records)) }
        p { (HOW_TO_READ) }
        @for section in sections {
            h2 { (section.title) }
            p { (section.paper) }
            p { (section.ours) }
            (tables(&section.tables))
            @for plot in &section.plots { (report::figure(plot)) }
            p { b { "What this says. " } (section.verdict) }
        }
        (report::boards(records))
    };
    report::page(title, &body)
}

const HOW_TO_READ: &str = "The paper's figures are from a Pentium III of 750 MHz with 256 MB, with \
     ILOG Solver 5.3 and CPLEX 8.0 and a limit of one hour a run where nothing else is said. A cell \
     'a → b (c)' has the paper's seconds, ours, and how many times ours go into the paper's; '-' is \
     no answer within the limit, an empty place no figure. compared.csv has all figures, one value a \
     cell; runs.csv every run.";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{
        execute::{Ended, Observation},
        machine::Machine,
    };
    use std::time::{Duration, SystemTime};

    /// Without any answer, or without any run, there is a report all the same.
    #[test]
    fn every_section_stands_on_whatever_there_is() {
        let machine = Machine::this();
        let folder = std::path::Path::new("nowhere");
        let all = plan::runs(plan::Scope::Quick, (None, None), folder).unwrap();
        let seen = Observation {
            ended: Ended::OverTime,
            started: SystemTime::UNIX_EPOCH,
            wall: Duration::from_secs(5),
            cpu: Duration::from_secs(5),
            peak_memory: None,
            output: String::new(),
            errors: String::new(),
        };
        let records: Vec<Record> = all
            .iter()
            .filter_map(|run| Record::new(run, &seen, 1, &machine))
            .collect();
        for records in [records.iter().collect::<Vec<_>>(), Vec::new()] {
            let files = files("title", &records).unwrap();
            let report = &files[0].1;
            for number in 1..=7 {
                assert!(report.contains(&format!("\n## {number}. ")), "{number}");
            }
            for name in ["compared.csv", "runs.csv", "boards.svg"] {
                assert!(files.iter().any(|file| file.0 == name), "{name}");
            }
        }
    }
}
