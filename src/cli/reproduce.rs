//! `pegsat reproduce`

use super::{
    UNKNOWN,
    answer::json,
    args::{Format, ReproduceArgs},
    catch_signals,
    compare::{make_folder, make_runs, write},
    output::Output,
    warn,
};
use crate::experiment::{
    journal::{self, Journal},
    machine::Machine,
    paper::{
        self,
        plan::{self, Scope},
    },
    plan::Run,
    record::Record,
    runner::{self, How},
    summary,
};
use anyhow::{Result, bail};
use std::path::Path;

/// A run that had less of a processor is made again.
const SHARE: f64 = 0.95;

/// Makes the runs that are missing, and the report of all.
pub(super) fn run(args: &ReproduceArgs) -> Result<u8> {
    let folder = args.output.as_path();
    let file = folder.join("records.jsonl");
    let (records, missing) = match args.no_run {
        true => (journal::read(&file)?, 0),
        false => measure(args, folder, &file)?,
    };
    if records.is_empty() {
        bail!("{}: holds no records", file.display());
    }
    let records: Vec<&Record> = records.iter().collect();
    summary::contradictions(&records)
        .iter()
        .for_each(|words| warn(words));
    let title = "Modelling and Solving English Peg Solitaire, run again";
    for (name, contents) in paper::files(title, &records)? {
        write(&folder.join(name), &contents)?;
    }
    let place = folder.display();
    Output::Stdout.write(&match args.format {
        Format::Text => format!(
            "{} runs; the report is in {place}/report.md and {place}/report.html\n",
            records.len()
        ),
        Format::Json => json(&serde_json::json!({
            "runs": records.len(), "missing": missing, "folder": folder,
        })),
    })?;
    if missing > 0 {
        warn(&format!(
            "{missing} runs are missing; the same command goes on from there"
        ));
        return Ok(UNKNOWN);
    }
    Ok(0)
}

/// Makes the runs that are wanted; all records, and how many runs are missing.
fn measure(args: &ReproduceArgs, folder: &Path, file: &Path) -> Result<(Vec<Record>, usize)> {
    let scope = match args.quick {
        true => Scope::Quick,
        false => Scope::Full,
    };
    let runs = plan::runs(scope, (args.limits.timeout, args.limits.memory), folder)?;
    for word in args.only.iter().flatten() {
        if !runs.iter().any(|run| run.method == *word) {
            let mut names: Vec<&str> = runs.iter().map(|run| run.method.as_str()).collect();
            names.sort_unstable();
            names.dedup();
            bail!(
                "--only: no run is by '{word}'; expected {}",
                names.join(", ")
            );
        }
    }
    make_folder(folder)?;
    for (path, text) in plan::files(&runs) {
        make_folder(path.parent().unwrap_or(folder))?;
        write(&path, &text)?;
    }
    catch_signals()?;
    let mut journal = Journal::open(file)?;
    // Runs of two processes are made by half as many at a time.
    let is_wanted = |run: &&Run| {
        let only = args.only.as_ref();
        only.is_none_or(|only| only.contains(&run.method))
    };
    let runs_now = runs.iter().filter(is_wanted).cloned();
    let (double, single): (Vec<Run>, Vec<Run>) = runs_now.partition(plan::is_double);
    let jobs = args.jobs.unwrap_or_else(|| match scope {
        Scope::Quick => Machine::this().cores.min(256) as u16,
        Scope::Full => 1,
    });
    let how = |jobs: u16| How {
        jobs: jobs.into(),
        share: Some(SHARE),
    };
    let _ = make_runs(&single, how(jobs), &mut journal, &[])?
        && make_runs(&double, how(jobs.div_ceil(2)), &mut journal, &[])?;
    let missing = runner::missing(&runs, journal.records()).len();
    Ok((journal.records().to_vec(), missing))
}
