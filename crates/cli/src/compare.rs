//! `pegsat compare` and `pegsat merge`

use super::{
    INTERRUPTED, UNKNOWN,
    answer::{self, json},
    args::{CompareArgs, Format, MergeArgs},
    catch_signals,
    output::{NewFile, Output, file_name},
    runs, warn,
};
use anyhow::{Context, Result, bail};
use pegsat::engine::Outcome;
use pegsat_lab::{
    execute::{self, Stop},
    journal::{self, Journal},
    machine::{self, Machine},
    plan::{Batch, Limits, Query, Run, find_checkers},
    record::{Reason, Record},
    report,
    runner::{self, How, Told},
    suite::Entry,
    summary, table,
};
use std::{
    collections::{BTreeMap, HashMap, HashSet},
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
    let (batch, limits) = asked(args);
    let entries = batch.entries(&folder)?;
    let runs = batch.runs(&entries, limits, args.systems.systems.as_deref())?;
    let (runs, file) = match args.shard {
        None => (runs, RECORDS.to_string()),
        Some(shard) => {
            warn(&format!("part {shard} of the runs"));
            let group = runs.len() / (entries.len() * args.seeds.0.len()).max(1);
            let file = format!("records-{}-of-{}.jsonl", shard.index, shard.count);
            (shard.of(runs, group), file)
        }
    };
    make_folder(&folder)?;
    write_problems(entries.iter())?;
    catch_signals()?;
    let file = folder.join(file);
    let mut journal = opened(&file)?;
    let elsewhere = other_records(&folder, &file)?;
    warn_of_other_builds(journal.records().iter().chain(&elsewhere));
    let how = How {
        jobs: args.jobs.into(),
        share: args.share,
    };
    let all = make_runs(&runs, how, &mut journal, &elsewhere)?;
    let known = journal.records().iter().chain(&elsewhere);
    let (records, planned) = of_plan(&runs, known);
    let part = args
        .shard
        .map_or(String::new(), |shard| format!(", part {shard}"));
    let title = format!("{name}: {} of {planned} runs{part}", records.len());
    // Several parts may share the folder: what is made of all comes of 'merge'.
    let output = args.shard.is_none().then_some(folder.as_path());
    finish(&title, &records, args.format, output)?;
    warn_of_refusals(&records);
    if !all {
        warn(&format!(
            "interrupted: {} of {planned} runs are recorded; the same command goes on from there",
            records.len()
        ));
        return Ok(UNKNOWN);
    }
    Ok(0)
}

/// What the arguments ask.
fn asked(args: &CompareArgs) -> (Batch, Limits) {
    let batch = Batch {
        problems: args.suite.clone(),
        methods: args.models.clone(),
        solvers: solver_words(&args.solvers),
        seeds: args.seeds.clone(),
        question: args.fewest.map(Query::from),
        depth: None,
        memory_bytes: None,
        timeout_seconds: None,
        processors: 1,
        check: args.check.clone(),
    };
    let limits = Limits {
        timeout: args.limits.timeout.unwrap_or(match args.cpu {
            Some(cpu) => cpu.saturating_mul(2),
            None => TIMEOUT,
        }),
        cpu: args.cpu,
        memory: args.limits.memory,
    };
    (batch, limits)
}

fn warn_of_other_builds<'a>(records: impl Iterator<Item = &'a Record>) {
    let others = records.filter(|record| record.build.as_deref() != Some(machine::build()));
    let others = others.count();
    if others > 0 {
        warn(&format!(
            "{others} records are by other builds of pegsat and do not count here: their runs are \
             made again"
        ));
    }
}

/// Says why methods were refused, each for its first problem.
fn warn_of_refusals(records: &[&Record]) {
    let mut told = HashSet::new();
    for record in records {
        if record.reason == Some(Reason::Refused) && told.insert(&record.method) {
            let why = record.message.as_deref().unwrap_or("no word");
            let (method, problem) = (&record.method, &record.problem);
            warn(&format!("{method} cannot be asked of {problem}: {why}"));
        }
    }
}

/// The plan's own records, in its order, and how many it has when all are made.
fn of_plan<'a>(runs: &[Run], known: impl Iterator<Item = &'a Record>) -> (Vec<&'a Record>, usize) {
    let mut first: HashMap<_, &Record> = HashMap::new();
    for record in known {
        first.entry(record.key()).or_insert(record);
    }
    let keys: HashSet<_> = runs.iter().map(|run| Record::of(run).key()).collect();
    let records = runs
        .iter()
        .filter_map(|run| first.remove(&Record::of(run).key()));
    (records.collect(), keys.len())
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
        let name = file_name(&path);
        if name.starts_with("records") && name.ends_with(".jsonl") && path != own {
            records.extend(held(&path)?);
        }
    }
    Ok(records)
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
    find_checkers(&missing)?;
    let program = std::env::current_exe().context("this program does not find itself")?;
    if let Some(load) = machine::load()
        && !missing.is_empty()
        && load + how.jobs as f64 > Machine::this().cores as f64 + BUSY
    {
        warn(&format!(
            "other programs keep {load:.1} processors of this machine busy: runs will take longer than on an idle one"
        ));
    }
    let mut progress = runs::Runs::new(missing.len(), known.len());
    let execute = |run: &Run, stop: &Stop<'_>| execute::execute(&program, run, stop);
    let mut told = |told: Told<'_>| match told {
        Told::Kept(record) => progress.tell(record),
        Told::Again(record, share) => warn(&format!(
            "again: {} by {} had {:.0} % of a processor",
            record.problem,
            record.method,
            100.0 * share
        )),
    };
    let all = runner::run(&missing, how, &execute, journal, &INTERRUPTED, &mut told)?;
    Ok(all && !INTERRUPTED.load(Ordering::Relaxed) || missing.is_empty())
}

/// The columns of the table of methods that are printed; files have all.
const SHOWN: &[&str] = &[
    "method",
    "runs",
    "solved",
    "unsolvable",
    "timeout",
    "memory",
    "failed",
    "refused",
    "median s",
    "PAR2",
];

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
            // A screen has no room for the rest.
            let methods = methods.only(SHOWN);
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
    let parts = args.files.iter().map(|path| held(path));
    let parts = parts.collect::<Result<Vec<_>, _>>()?;
    if parts.iter().all(Vec::is_empty) {
        bail!("there are no records in these files");
    }
    make_folder(&args.output)?;
    let whole = args.output.join(RECORDS);
    let mut journal = opened(&whole)?;
    let itself = whole.canonicalize().ok();
    let others = args.files.iter().zip(parts);
    let others = others.filter(|(path, _)| path.canonicalize().ok() != itself);
    let own = journal.records().to_vec();
    let (own_once, own_twice) = journal::merge(vec![own.clone()]);
    let parts = std::iter::once(own).chain(others.map(|(_, part)| part));
    let parts: Vec<Vec<Record>> = parts.collect();
    agree(parts.iter().flatten())?;
    let (records, twice) = journal::merge(parts);
    let twice = twice - own_twice;
    let mut digests: HashMap<&str, &str> = HashMap::new();
    for record in &records {
        let digest = digests.entry(&record.problem).or_insert(&record.digest);
        if *digest != record.digest {
            bail!("two different problems are called '{}'", record.problem);
        }
    }
    if twice > 0 {
        warn(&format!(
            "left out, of runs that were there already: {}",
            answer::number(twice, "record")
        ));
    }
    // Its own records come first, and each of them once.
    for record in records.iter().skip(own_once.len()) {
        journal.add(record.clone())?;
    }
    let records: Vec<&Record> = records.iter().collect();
    let n_runs = answer::number(records.len(), "run");
    let title = format!("{}: {n_runs}", file_name(&args.output));
    finish(&title, &records, args.format, Some(&args.output))?;
    Ok(0)
}

/// That no two records of a run answer it differently.
fn agree<'r>(records: impl Iterator<Item = &'r Record>) -> Result<()> {
    let mut answers: HashMap<_, Outcome> = HashMap::new();
    let decided =
        records.filter(|record| matches!(record.outcome, Outcome::Solved | Outcome::Unsolvable));
    for record in decided {
        let answer = *answers.entry(record.key()).or_insert(record.outcome);
        if answer != record.outcome {
            bail!(
                "{}: two records of the run by {} say {answer} and {}; nothing is merged",
                record.problem,
                record.method,
                record.outcome
            );
        }
    }
    Ok(())
}

/// Opens the file of records, and says what was dropped of it.
pub(super) fn opened(path: &Path) -> Result<Journal> {
    let journal = Journal::open(path)?;
    say_dropped(path, journal.dropped());
    Ok(journal)
}

/// The records of a file that is not to be written to.
pub(super) fn held(path: &Path) -> Result<Vec<Record>> {
    let held = journal::read(path)?;
    say_dropped(path, held.dropped);
    Ok(held.records)
}

fn say_dropped(path: &Path, bytes: u64) {
    if bytes > 0 {
        let bytes = answer::number(bytes as usize, "byte");
        warn(&format!(
            "{}: its last line, of {bytes}, is no whole record and is left out",
            path.display()
        ));
    }
}

pub(super) fn make_folder(folder: &Path) -> Result<()> {
    if folder.exists() && !folder.is_dir() {
        bail!("{}: is a file; expected a folder", folder.display());
    }
    fs::create_dir_all(folder).with_context(|| format!("{}: cannot be made", folder.display()))
}

/// Writes the problems that stand in suites themselves.
pub(super) fn write_problems<'a>(entries: impl Iterator<Item = &'a Entry>) -> Result<()> {
    let places = entries.filter_map(|entry| Some((entry.write.as_ref()?, &entry.problem)));
    for (path, problem) in places.collect::<BTreeMap<_, _>>() {
        make_folder(path.parent().unwrap_or(path))?;
        write(path, &pegsat::problem::file::write(problem))?;
    }
    Ok(())
}

/// Writes a file that appears whole or not at all.
pub(super) fn write(path: &Path, contents: &str) -> Result<()> {
    NewFile::create(path)?.finish(contents.as_bytes(), &AtomicBool::new(false))
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
