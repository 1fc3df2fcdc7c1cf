//! `pegsat reproduce`

use super::{
    UNKNOWN,
    answer::json,
    args::{Format, ReproduceArgs},
    catch_signals,
    compare::{held, make_folder, make_runs, opened, write, write_problems},
    output::Output,
    warn,
};
use anyhow::{Result, bail};
use pegsat::nearest::listed;
use pegsat_lab::{
    machine::Machine,
    plan::Run,
    record::Record,
    runner::{self, How},
    study::Study,
    summary,
};
use std::{collections::BTreeSet, path::Path};

/// A run that had less of a processor is made again.
const SHARE: f64 = 0.95;

/// Makes the runs that are missing, and the report of all.
pub(super) fn run(args: &ReproduceArgs) -> Result<u8> {
    let study = Study::named(&args.study)?;
    let folder = args.output.as_path();
    let file = folder.join("records.jsonl");
    let (records, missing) = match args.no_run {
        true => (held(&file)?, 0),
        false => measure(args, &study, folder, &file)?,
    };
    if records.is_empty() && missing > 0 {
        warn(&format!("no run has ended; {missing} are missing"));
        return Ok(UNKNOWN);
    }
    if records.is_empty() {
        bail!("{}: holds no records", file.display());
    }
    let records: Vec<&Record> = records.iter().collect();
    summary::contradictions(&records)
        .iter()
        .for_each(|words| warn(words));
    if !study.is_borne_by(&records) {
        // Who writes findings of these records names them in the study.
        let digest = pegsat_lab::study::digest(&records);
        warn(&format!(
            "the study's findings are of other records, and are left out (these: {digest})"
        ));
    }
    for (name, contents) in study.files(&records)? {
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

/// The names of problems in a list with commas or blanks; a comma before a digit is within a name.
fn split(words: &[String]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for word in words {
        for (index, part) in word.split(',').enumerate() {
            match names.last_mut() {
                Some(name) if index > 0 && part.starts_with(|c: char| c.is_ascii_digit()) => {
                    *name += &format!(",{part}");
                }
                _ => names.push(part.into()),
            }
        }
    }
    names
}

/// Makes the runs that are wanted; all records, and how many runs are missing.
fn measure(
    args: &ReproduceArgs,
    study: &Study,
    folder: &Path,
    file: &Path,
) -> Result<(Vec<Record>, usize)> {
    let limits = (args.limits.timeout, args.limits.memory);
    let (groups, absent) = study.runs(args.quick, limits, folder)?;
    let runs = || groups.iter().flat_map(|(_, runs)| runs);
    let methods: BTreeSet<&str> = runs().map(|run| run.method.as_str()).collect();
    for word in args.only.iter().flatten() {
        if !methods.contains(word.as_str()) {
            let names = listed(word, &Vec::from_iter(methods));
            bail!("--only: no run is by '{word}'; expected {names}");
        }
    }
    let problems: BTreeSet<&str> = runs().map(|run| run.entry.problem.name()).collect();
    let asked = args.problems.as_deref().map(split);
    for word in asked.iter().flatten() {
        if !problems.contains(word.as_str()) {
            let names = listed(word, &Vec::from_iter(problems));
            bail!("--problems: no run is of '{word}'; expected {names}");
        }
    }
    if !absent.is_empty() {
        let absent = absent.join(", ");
        warn(&format!(
            "left out, as their systems are not installed: {absent}"
        ));
    }
    make_folder(folder)?;
    write_problems(runs().map(|run| &run.entry))?;
    catch_signals()?;
    let mut journal = opened(file)?;
    let jobs = args.jobs.unwrap_or_else(|| match args.quick {
        true => Machine::this().cores.min(256) as u16,
        false => 1,
    });
    let is_wanted = |run: &&Run| {
        let is_in = |list: &Option<Vec<String>>, word: &str| {
            let mut list = list.iter().flatten().peekable();
            list.peek().is_none() || list.any(|one| one == word)
        };
        is_in(&args.only, &run.method) && is_in(&asked, run.entry.problem.name())
    };
    for (processors, runs) in &groups {
        let wanted: Vec<Run> = runs.iter().filter(is_wanted).cloned().collect();
        let how = How {
            jobs: usize::from(jobs).div_ceil(*processors),
            share: Some(SHARE),
        };
        if !make_runs(&wanted, how, &mut journal, &[])? {
            break;
        }
    }
    let all: Vec<Run> = groups.into_iter().flat_map(|(_, runs)| runs).collect();
    let missing = runner::missing(&all, journal.records()).len();
    Ok((journal.records().to_vec(), missing))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_their_commas() {
        let words = |words: &[&str]| {
            split(
                &words
                    .iter()
                    .map(|word| word.to_string())
                    .collect::<Vec<_>>(),
            )
        };
        let names = ["central", "pair:3,3:3,4", "reversal:3,1"];
        assert_eq!(words(&["central,pair:3,3:3,4,reversal:3,1"]), names);
        assert_eq!(words(&["central", "pair:3,3:3,4", "reversal:3,1"]), names);
    }
}
