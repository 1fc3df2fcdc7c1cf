//! `pegsat compare` and `pegsat merge`

use super::{
    INTERRUPTED, UNKNOWN,
    answer::json,
    args::{CompareArgs, Format, MergeArgs, SystemArgs},
    catch_signals,
    output::{NewFile, Output},
    runs, solve, warn,
};
use crate::{
    experiment::{
        execute::Processes,
        journal::{self, Journal},
        machine::{self, Machine},
        plan::{AUTO, Key, Limits, Question, Run, Shard},
        record::Record,
        report,
        runner::{self, How},
        suite::{self, Entry},
        summary, table,
    },
    model::Method,
    solver,
    systems::registry::{self, System},
};
use anyhow::{Context, Result, bail};
use std::{
    collections::{BTreeMap, HashMap},
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

/// Makes the runs that are missing, and tables and plots of all.
pub(super) fn compare(args: &CompareArgs) -> Result<u8> {
    let name = args.suite.join("-");
    let folder = match &args.output {
        Some(folder) => folder.clone(),
        None => format!("pegsat-{}", name.replace(['/', ':', ','], "-")).into(),
    };
    let entries = entries(&args.suite, &folder)?;
    let runs = plan(args, &entries)?;
    let shard = match args.shard {
        None => Shard::of_slurm(|name| std::env::var(name).ok())?,
        shard => shard,
    };
    let (runs, file) = match shard {
        None => (runs, RECORDS.to_string()),
        Some(shard) => {
            warn(&format!("part {shard} of the runs"));
            let group = runs.len() / (entries.len() * args.seeds.0.len()).max(1);
            let file = format!("records-{}-of-{}.jsonl", shard.index, shard.count);
            (shard.of(runs, group), file)
        }
    };
    make_folder(&folder)?;
    for entry in &entries {
        if let Some(path) = &entry.write {
            make_folder(path.parent().unwrap_or(&folder))?;
            write(path, &crate::problem::file::write(&entry.problem))?;
        }
    }
    catch_signals()?;
    let file = folder.join(file);
    let mut journal = Journal::open(&file)?;
    let elsewhere = other_records(&folder, &file)?;
    let others = |record: &&Record| record.build.as_deref() != Some(machine::build());
    let n_others = journal
        .records()
        .iter()
        .chain(&elsewhere)
        .filter(others)
        .count();
    if n_others > 0 {
        warn(&format!(
            "{n_others} records are by other builds of pegsat and do not count here: their runs are \
             made again"
        ));
    }
    let how = How {
        jobs: args.jobs.into(),
        share: args.share,
    };
    let all = make_runs(&runs, how, &mut journal, &elsewhere)?;
    // The plan's own records, in its order.
    let mut places: HashMap<Key, usize> = HashMap::new();
    for (place, run) in runs.iter().enumerate() {
        places.entry(run.key()).or_insert(place);
    }
    let known = journal.records().iter().chain(&elsewhere);
    let mut records: BTreeMap<usize, &Record> = BTreeMap::new();
    for record in known {
        if let Some(&place) = places.get(&record.key()) {
            records.entry(place).or_insert(record);
        }
    }
    let records: Vec<&Record> = records.into_values().collect();
    let part = shard.map_or(String::new(), |shard| format!(", part {shard}"));
    let title = format!("{name}: {} of {} runs{part}", records.len(), places.len());
    // Several parts may share the folder: what is made of all comes of 'merge'.
    let output = shard.is_none().then_some(folder.as_path());
    finish(&title, &records, args.format, output)?;
    if !all {
        warn(&format!(
            "interrupted: {} of {} runs are recorded; the same command goes on from there",
            records.len(),
            places.len()
        ));
        return Ok(UNKNOWN);
    }
    Ok(0)
}

/// How much more than its processors may be wanted of a machine that is not busy.
const BUSY: f64 = 0.5;

/// The most time for a run, where nothing else is said.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The file of records that no part of a plan writes.
const RECORDS: &str = "records.jsonl";

/// What the folder's other files of records hold: those of parts, or of the whole.
fn other_records(folder: &Path, own: &Path) -> Result<Vec<Record>> {
    let list = fs::read_dir(folder);
    let list = list.with_context(|| format!("{}: cannot be read", folder.display()))?;
    let mut paths: Vec<PathBuf> = list.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let mut records = Vec::new();
    for path in paths {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if name.starts_with("records") && name.ends_with(".jsonl") && path != own {
            records.extend(journal::read(&path)?);
        }
    }
    Ok(records)
}

/// The problems of the suites, each once.
fn entries(suites: &[String], folder: &Path) -> Result<Vec<Entry>> {
    let mut entries: Vec<Entry> = Vec::new();
    for word in suites {
        for entry in suite::find(word, folder)? {
            let same = |other: &&Entry| {
                other.problem.name() == entry.problem.name() && other.question == entry.question
            };
            match entries.iter().find(same) {
                None => entries.push(entry),
                Some(other) if other.digest() == entry.digest() => {}
                Some(_) => bail!("two problems are called '{}'", entry.problem.name()),
            }
        }
    }
    Ok(entries)
}

/// Every combination; a system without seeds gets the first one alone. Seeds change
/// last, so that a machine that slows down slows all methods alike.
fn plan(args: &CompareArgs, entries: &[Entry]) -> Result<Vec<Run>> {
    let asked = args.fewest.map(super::args::Fewest::question);
    let question = |entry: &Entry| asked.unwrap_or(entry.question);
    // None is 'auto': all roads.
    let methods: Vec<Option<Method>> = args
        .models
        .iter()
        .map(|word| match word.as_str() {
            AUTO => Ok(None),
            word => word.parse().map(Some),
        })
        .collect::<Result<_, _>>()?;
    let systems: Vec<Option<(System, Option<String>)>> = methods
        .iter()
        .map(|method| found(method.as_ref(), &args.systems))
        .collect::<Result<_>>()?;
    let solvers = solver_words(&args.solvers);
    let mut versions = Vec::new();
    for word in &solvers {
        solver::by_name(word)?;
        if let Some(command) = word.strip_prefix("cmd:") {
            let program = shell_words::split(command)?
                .into_iter()
                .next()
                .unwrap_or_default();
            if registry::find_program(&program).is_none() {
                bail!("--solvers: {program}: there is no such program");
            }
        }
        versions.push(machine::solver_version(word));
    }
    if entries
        .iter()
        .any(|entry| question(entry) != Question::Solve)
        && let Some(method) = methods
            .iter()
            .flatten()
            .find(|m| m.layers.is_some() || m.order.is_some() || m.prefer.is_some())
    {
        bail!(
            "--models: {method}: with --fewest, neither layers nor order nor what to prefer can be chosen"
        );
    }
    let limits = Limits {
        timeout: args.limits.timeout.unwrap_or(match args.cpu {
            Some(cpu) => cpu.saturating_mul(2),
            None => TIMEOUT,
        }),
        cpu: args.cpu,
        memory: args.limits.memory,
    };
    let mut runs = Vec::new();
    for &seed in &args.seeds.0 {
        for entry in entries {
            for (method, system) in methods.iter().zip(&systems) {
                if let Some((system, version)) = system {
                    if !system.has_seeds() && args.seeds.0.first() != Some(&seed) {
                        continue; // it would do the same again
                    }
                    let mut run = Run::new(
                        entry,
                        question(entry),
                        method.as_ref(),
                        &system.name,
                        seed,
                        limits,
                    );
                    run.solver_version = version.clone();
                    run.system = Some(system.digest());
                    if let Some(file) = &args.systems.systems {
                        let file = std::path::absolute(file).unwrap_or(file.clone());
                        run.arguments.push("--systems".into());
                        run.arguments.push(file.display().to_string());
                    }
                    runs.push(run);
                    continue;
                }
                for (word, version) in solvers.iter().zip(&versions) {
                    runs.push(Run {
                        solver_version: version.clone(),
                        ..Run::new(entry, question(entry), method.as_ref(), word, seed, limits)
                    });
                }
            }
        }
    }
    Ok(runs)
}

/// The system that the method names, with its version.
fn found(
    method: Option<&Method>,
    systems: &SystemArgs,
) -> Result<Option<(System, Option<String>)>> {
    let (Some(method), Some(system)) = (method, solve::system(method, systems, false)?) else {
        return Ok(None);
    };
    if !system.takes(method.model) {
        bail!("--models {}", system.refusal(method.model));
    }
    let version = system.version()?;
    Ok(Some((system, version)))
}

/// Names with commas between them; what follows `cmd:` is one command.
fn solver_words(arguments: &[String]) -> Vec<String> {
    let mut words = Vec::new();
    for argument in arguments {
        let mut rest = argument.as_str();
        while !rest.is_empty() {
            let (word, after) = match rest.split_once(',') {
                Some((word, after)) if !rest.starts_with("cmd:") => (word, after),
                _ => (rest, ""),
            };
            words.push(word.to_string());
            rest = after;
        }
    }
    words
}

/// Makes those of the runs that are missing, here and in what is known from
/// elsewhere; whether none is missing any more.
pub(super) fn make_runs(
    runs: &[Run],
    how: How,
    journal: &mut Journal,
    elsewhere: &[Record],
) -> Result<bool> {
    let known = [journal.records(), elsewhere].concat();
    let missing = runner::missing(runs, &known);
    let program = std::env::current_exe().context("this program does not find itself")?;
    if let Some(load) = machine::load()
        && !missing.is_empty()
        && load + how.jobs as f64 > Machine::this().cores as f64 + BUSY
    {
        warn(&format!(
            "this machine is busy: {load:.1} processes want to run beside these; times will be too long"
        ));
    }
    let mut progress = runs::Runs::new(missing.len(), known.len());
    let executor = Processes::new(&program);
    let mut told = |record: &Record| progress.tell(record);
    let all = runner::run(&missing, how, &executor, journal, &INTERRUPTED, &mut told)?;
    Ok(all && !INTERRUPTED.load(Ordering::Relaxed) || missing.is_empty())
}

/// Writes what comes of the records, and prints the table of methods.
fn finish(title: &str, records: &[&Record], format: Format, folder: Option<&Path>) -> Result<()> {
    let methods = table::methods(records);
    summary::contradictions(records)
        .iter()
        .for_each(|words| warn(words));
    if let Some(folder) = folder {
        for (name, contents) in report::files(title, records)? {
            write(&folder.join(name), &contents)?;
        }
    }
    let text = match format {
        Format::Text => {
            let place = folder.map_or(String::new(), |folder| {
                format!(
                    "\nTables, plots and report.html are in {}\n",
                    folder.display()
                )
            });
            format!("{title}\n\n{}{place}", methods.markdown())
        }
        Format::Json => {
            let rows = methods.rows.iter().map(|row| {
                let fields = methods.columns.iter().cloned().zip(row.iter().cloned());
                fields.map(|(name, cell)| (name, cell.into())).collect()
            });
            json(&serde_json::json!({
                "title": title,
                "runs": records.len(),
                "methods": rows.collect::<Vec<serde_json::Map<String, serde_json::Value>>>(),
                "folder": folder,
            }))
        }
    };
    Output::Stdout.write(&text)
}

/// Puts the records of several files together, and makes tables and plots. What
/// the folder's own file has is not written again: it may be the only copy.
pub(super) fn merge(args: &MergeArgs) -> Result<u8> {
    let mut parts = Vec::new();
    for path in &args.files {
        parts.push(journal::read(path)?);
    }
    if parts.iter().all(Vec::is_empty) {
        bail!("there are no records in these files");
    }
    make_folder(&args.output)?;
    let whole = args.output.join(RECORDS);
    let mut journal = Journal::open(&whole)?;
    let itself = whole.canonicalize().ok();
    let others = args.files.iter().zip(parts);
    let others = others.filter(|(path, _)| path.canonicalize().ok() != itself);
    let own = journal.records().to_vec();
    let n_own = own.len();
    let parts = std::iter::once(own).chain(others.map(|(_, part)| part));
    let (records, twice) = journal::merge(parts.collect());
    let mut digests: HashMap<&str, &str> = HashMap::new();
    for record in &records {
        let digest = digests.entry(&record.problem).or_insert(&record.digest);
        if *digest != record.digest {
            bail!("two different problems are called '{}'", record.problem);
        }
    }
    if twice > 0 {
        warn(&format!(
            "{twice} records of runs that were there already are left out"
        ));
    }
    // Its own records come first, and each of them once.
    for record in records.iter().skip(n_own) {
        journal.add(record.clone())?;
    }
    let records: Vec<&Record> = records.iter().collect();
    let stem = args
        .output
        .file_name()
        .unwrap_or_default()
        .to_string_lossy();
    let title = format!("{stem}: {} runs", records.len());
    finish(&title, &records, args.format, Some(&args.output))?;
    Ok(0)
}

pub(super) fn make_folder(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("{}: cannot be made", folder.display()))
}

/// Writes a file that appears whole or not at all.
pub(super) fn write(path: &Path, contents: &str) -> Result<()> {
    let mut file = NewFile::create(path)?;
    let never = AtomicBool::new(false);
    file.fill(&never, |out| out.write_all(contents.as_bytes()))?;
    file.commit()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_keep_their_commas() {
        let words = |arguments: &[&str]| {
            solver_words(
                &arguments
                    .iter()
                    .map(|word| word.to_string())
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(words(&["varisat,batsat"]), ["varisat", "batsat"]);
        assert_eq!(words(&["varisat,cmd:a -x,y"]), ["varisat", "cmd:a -x,y"]);
        assert_eq!(words(&["cmd:a b", "batsat"]), ["cmd:a b", "batsat"]);
    }
}
