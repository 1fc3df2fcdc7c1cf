//! Studies: experiments that are written down as data, `crates/lab/studies/*.json`. A
//! study says which runs are made, what others published of the same, and what is
//! told of it: sections of text, tables and plots, which `shows.rs` makes of records.

mod shows;

use super::{
    plan::{Batch, Limits, Query, Run},
    record::Record,
    report::{self, File},
    table,
};
use anyhow::{Context, Result, anyhow, bail};
use include_dir::{Dir, include_dir};
use maud::html;
use pegsat::{nearest::listed, systems::SystemError};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use shows::{Shown, Wanted};
use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap, HashSet},
    path::Path,
    time::Duration,
};

static STUDIES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/studies");

/// The names of the studies.
fn names() -> Vec<Cow<'static, str>> {
    let stems = STUDIES.files().filter_map(|file| file.path().file_stem());
    stems.map(|stem| stem.to_string_lossy()).collect()
}

/// Figures by method and problem; `None` where there was no answer within the limit.
type Figures = BTreeMap<String, BTreeMap<String, Option<f64>>>;

/// The same by table.
type Published = BTreeMap<String, Figures>;

/// A study.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// Its title.
    pub title: String,
    /// The [`digest`] of the records that its findings were written of. Of other records none of
    /// them is told: not `best`, not what a section `says`, and of other sentences not what
    /// stands between `{{` and `}}`.
    #[serde(default)]
    borne_by: String,
    /// What is new and best in it: the first lines of its report.
    #[serde(default)]
    best: String,
    /// How its report is to be read.
    pub note: String,
    /// Where the published figures are from.
    #[serde(default)]
    pub source: String,
    /// Problems by a name that stands for them in batches and tables.
    #[serde(default)]
    sets: BTreeMap<String, Vec<String>>,
    /// Published figures; where there are none, the paper's.
    #[serde(default)]
    published: Published,
    /// What a method is called there, if not the same.
    #[serde(default)]
    columns: BTreeMap<String, String>,
    full: Amount,
    quick: Option<Amount>,
    sections: Vec<Section>,
}

/// How much is run.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Amount {
    timeout_seconds: f64,
    cpu_seconds: Option<f64>,
    memory_bytes: Option<u64>,
    batches: Vec<Batch>,
}

/// A section of the report.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    title: String,
    /// What is told, a paragraph each, before tables and plots.
    text: Vec<String>,
    shows: Vec<Wanted>,
    /// What the comparison can and cannot say.
    #[serde(default)]
    says: String,
}

/// Runs, and how many processors each of them uses.
pub type Group = (usize, Vec<Run>);

impl Study {
    /// The study of this name, or of this JSON file.
    pub fn named(name: &str) -> Result<Self> {
        let read;
        let text = match STUDIES.get_file(format!("{name}.json")) {
            Some(file) => file.contents_utf8().unwrap_or_default(),
            None if name.ends_with(".json") => {
                read = std::fs::read_to_string(name).with_context(|| name.to_string())?;
                &read
            }
            None => bail!(
                "'{name}' is no study and no JSON file of one; studies: {}",
                listed(name, &names())
            ),
        };
        let mut study: Study = serde_json::from_str(text).map_err(|error| {
            anyhow!("{name}: {error}; expected a study as crates/lab/studies/ has them")
        })?;
        if study.published.is_empty() {
            study.published = papers().context("crates/lab/paper.json")?;
        }
        let sets = &study.sets;
        let expand = |problems: &mut Vec<String>| {
            let words = std::mem::take(problems).into_iter();
            let many = words.flat_map(|word| sets.get(&word).cloned().unwrap_or(vec![word]));
            *problems = many.collect();
        };
        let amounts = std::iter::once(&mut study.full).chain(&mut study.quick);
        for batch in amounts.flat_map(|amount| &mut amount.batches) {
            expand(&mut batch.problems);
        }
        for section in &mut study.sections {
            section
                .shows
                .iter_mut()
                .flat_map(Wanted::problems)
                .for_each(expand);
        }
        Ok(study)
    }

    /// Its runs, in order: those that use one processor first. Limits that are given take
    /// the place of the study's. Methods of systems that are not here are left out, and
    /// returned. Problems without a name get files in `folder`.
    pub fn runs(
        &self,
        is_quick: bool,
        (timeout, memory): (Option<Duration>, Option<u64>),
        folder: &Path,
    ) -> Result<(Vec<Group>, Vec<String>)> {
        let amount = match (is_quick, &self.quick) {
            (false, _) => &self.full,
            (true, Some(quick)) => quick,
            (true, None) => bail!("this study has no quick form; leave --quick out"),
        };
        let own = Duration::from_secs_f64(amount.timeout_seconds);
        let limits = Limits {
            timeout: timeout.unwrap_or(own),
            cpu: amount.cpu_seconds.map(Duration::from_secs_f64),
            memory: memory.or(amount.memory_bytes),
        };
        let (mut groups, mut absent) = (BTreeMap::<usize, Vec<Run>>::new(), Vec::new());
        for batch in &amount.batches {
            let mut batch = batch.clone();
            batch.memory_bytes = memory.or(batch.memory_bytes);
            batch.methods.retain(|method| {
                let is_absent = Batch::here(method).is_err_and(|error| {
                    matches!(error.downcast_ref(), Some(SystemError::Missing { .. }))
                });
                if is_absent {
                    absent.push(method.clone());
                }
                !is_absent
            });
            let entries = batch.entries(folder)?;
            let runs = batch.runs(&entries, limits, None)?;
            groups.entry(batch.processors).or_default().extend(runs);
        }
        absent.sort();
        absent.dedup();
        Ok((groups.into_iter().collect(), absent))
    }

    /// Whether its findings, if it has any, were written of these records.
    pub fn is_borne_by(&self, records: &[&Record]) -> bool {
        let has_findings = |section: &Section| {
            !section.says.is_empty() || section.text.iter().any(|text| text.contains("{{"))
        };
        let has_none = self.best.is_empty()
            && !self.note.contains("{{")
            && !self.sections.iter().any(has_findings);
        has_none || self.borne_by == digest(records)
    }

    /// The study as it is told of these records: without findings that they do not bear out.
    fn told(&self, records: &[&Record]) -> Told {
        let is_borne = self.is_borne_by(records);
        let told = |text: &str| sentences(text, is_borne);
        let found = |text: &str| if is_borne { text.into() } else { String::new() };
        let sections = self.sections.iter().map(|section| SectionTold {
            title: section.title.clone(),
            text: section.text.iter().map(|text| told(text)).collect(),
            says: found(&section.says),
            is_empty: section.shows.is_empty(),
        });
        Told {
            best: found(&self.best),
            note: told(&self.note),
            sections: sections.collect(),
        }
    }

    /// Everything that is made of the records, as files: the report in Markdown and
    /// HTML, CSV files, a picture a plot.
    pub fn files(&self, records: &[&Record]) -> Result<Vec<File>> {
        let words = self.told(records);
        let records = &longest(records);
        let made = shows::Shows::new(&self.published, &self.columns, records);
        let mut sections = Vec::new();
        for (section, told) in self.sections.iter().zip(&words.sections) {
            let shown = section.shows.iter().map(|wanted| made.show(wanted));
            let mut shown = shown.collect::<Result<Vec<Shown>>>()?;
            shown.retain(|one| !matches!(one, Shown::Table(table) if table.rows.is_empty()));
            sections.push((told, shown));
        }
        let told = [
            words.best.clone(),
            report::provenance(records),
            words.note.clone(),
            self.missing(records)?,
        ];
        let told = Vec::from_iter(told.into_iter().filter(|text| !text.is_empty()));
        let mut files = vec![
            ("report.md".to_string(), self.markdown(&told, &sections)),
            (
                "report.html".to_string(),
                self.html(&told, &sections, records),
            ),
            ("runs.csv".to_string(), table::runs(records).csv()),
        ];
        for (name, table) in made.tidy() {
            files.push((name.into(), table.csv()));
        }
        for shown in sections.into_iter().flat_map(|(_, shown)| shown) {
            if let Shown::Plot(plot) = shown {
                files.push((format!("{}.svg", plot.name), plot.svg));
            }
        }
        Ok(files)
    }

    /// By method how many runs are missing; empty if none is.
    fn missing(&self, records: &[&Record]) -> Result<String> {
        let made: HashSet<_> = records.iter().map(|record| asked(record)).collect();
        let mut counts = BTreeMap::<String, (usize, usize)>::new();
        for batch in &self.full.batches {
            for run in batch.planned(&batch.entries(Path::new(""))?, Limits::default())? {
                let is_made = made.contains(&asked(&Record::of(&run)));
                let (left, all) = counts.entry(run.method).or_default();
                *left += usize::from(!is_made);
                *all += 1;
            }
        }
        counts.retain(|_, (left, _)| *left > 0);
        let words = counts.iter();
        let words = words.map(|(by, (left, all))| format!("`{by}` ({left} of {all})"));
        let missing = words.collect::<Vec<_>>().join(", ");
        Ok(match missing.is_empty() {
            true => missing,
            false => format!("Runs of the full plan that are missing: {missing}."),
        })
    }

    fn markdown(&self, told: &[String], sections: &[(&SectionTold, Vec<Shown>)]) -> String {
        let mut text = format!("# {}\n", self.title);
        for paragraph in told {
            text.push_str(&format!("\n{paragraph}\n"));
        }
        for (section, shown) in sections {
            text.push_str(&format!("\n## {}\n", section.title));
            for paragraph in &section.text {
                text.push_str(&format!("\n{paragraph}\n"));
            }
            for one in shown {
                text.push_str(&match one {
                    Shown::Table(table) => format!("\n#{}", table.section()),
                    Shown::Plot(plot) => format!("\n![{}]({}.svg)\n", plot.title, plot.name),
                });
            }
            if shown.is_empty() && !section.is_empty {
                text.push_str(&format!("\n{NO_RUNS}\n"));
            }
            if !section.says.is_empty() {
                text.push_str(&format!("\n**What this says.** {}\n", section.says));
            }
        }
        text
    }

    fn html(
        &self,
        told: &[String],
        sections: &[(&SectionTold, Vec<Shown>)],
        records: &[&Record],
    ) -> String {
        let body = html! {
            @for paragraph in told { p { (paragraph) } }
            @for (section, shown) in sections {
                h2 { (section.title) }
                @for paragraph in &section.text { p { (paragraph) } }
                @for one in shown {
                    @match one {
                        Shown::Table(table) => { (table.html(3)) },
                        Shown::Plot(plot) => { (report::figure(plot)) },
                    }
                }
                @if shown.is_empty() && !section.is_empty { p { (NO_RUNS) } }
                @if !section.says.is_empty() {
                    p { b { "What this says. " } (section.says) }
                }
            }
            (report::boards(records))
        };
        report::page(&self.title, &body)
    }
}

/// What is told of records.
struct Told {
    best: String,
    note: String,
    sections: Vec<SectionTold>,
}

/// What is told in a section.
struct SectionTold {
    title: String,
    text: Vec<String>,
    says: String,
    /// Whether it shows neither tables nor plots.
    is_empty: bool,
}

/// The sentences, without findings (between `{{` and `}}`) unless these are borne out.
fn sentences(text: &str, is_borne: bool) -> String {
    let mut told = String::new();
    for (index, part) in text.split("{{").enumerate() {
        let (finding, rest) = match index {
            0 => ("", part),
            _ => part.split_once("}}").unwrap_or((part, "")),
        };
        if is_borne {
            told.push_str(finding);
        }
        told.push_str(rest);
    }
    told.trim().into()
}

/// What tells records from others: the SHA-256 of all of them, in whatever order.
pub fn digest(records: &[&Record]) -> String {
    let lines = records.iter().map(serde_json::to_string);
    let mut lines: Vec<String> = lines.map(Result::unwrap_or_default).collect();
    lines.sort_unstable();
    format!("{:x}", Sha256::digest(lines.join("\n")))
}

/// What is said in place of tables without rows.
const NO_RUNS: &str = "There are no runs of this yet.";

/// The paper's figures.
fn papers() -> Result<Published, serde_json::Error> {
    #[derive(Deserialize)]
    struct Paper {
        tables: Published,
    }
    let paper: Paper = serde_json::from_str(include_str!("../../paper.json"))?;
    Ok(paper.tables)
}

/// What a run is of, whatever its limits and its build.
fn asked(record: &Record) -> (String, Query, String, String, u64) {
    let (name, _, question, method, solver, seed, ..) = record.key();
    (name, question, method, solver, seed)
}

/// Of runs that differ in nothing but the limit of time, the one with the longest: a
/// quick run may have come before.
fn longest<'a>(records: &[&'a Record]) -> Vec<&'a Record> {
    let mut longest: HashMap<_, &Record> = HashMap::new();
    for &record in records {
        let kept = longest.entry(asked(record)).or_insert(record);
        if record.timeout_seconds > kept.timeout_seconds {
            *kept = record;
        }
    }
    let is_kept = |record: &&&Record| longest.values().any(|kept| std::ptr::eq(*kept, **record));
    records.iter().filter(is_kept).copied().collect()
}
