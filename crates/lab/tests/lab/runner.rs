use super::{run_of, seen};
use pegsat::engine::Outcome;
use pegsat_lab::{
    execute::{Ended, Execute, Observation, Stop},
    journal::{self, Journal},
    machine::Machine,
    plan::Run,
    record::{Reason, Record},
    runner::{How, missing, run},
    summary,
};
use std::{
    io,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    time::Duration,
};

fn observation(ended: Ended, output: &str) -> Observation {
    Observation {
        cpu: Duration::from_millis(1250),
        ..seen(ended, output, 1.5)
    }
}

const UNSOLVABLE: &str = r#"{"outcome":"unsolvable","reason":null}"#;

fn plan() -> Vec<Run> {
    let mut runs = Vec::new();
    for seed in 0..3 {
        for name in ["triangle4/free:0,0", "triangle4/free:0,1"] {
            runs.extend(["C", "E"].map(|method| run_of(name, method, seed, 1)));
        }
    }
    runs
}

/// Makes what is missing in a new opening of the file; what was made, and
/// how it ended.
fn go_on(
    path: &std::path::Path,
    jobs: usize,
    execute: &Execute<'_>,
    interrupted: &AtomicBool,
) -> anyhow::Result<bool> {
    let plan = plan();
    let mut journal = Journal::open(path)?;
    let missing = missing(&plan, journal.records());
    run(
        &missing,
        How { jobs, share: None },
        execute,
        &mut journal,
        interrupted,
        &mut |_| {},
    )
}

#[test]
fn every_run_is_made_once_however_often_it_is_interrupted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records.jsonl");
    let interrupted = AtomicBool::new(false);
    let n_made = AtomicUsize::new(0);
    // Each third run interrupts the runner and is lost.
    let execute = |_: &Run, _: &Stop<'_>| {
        if n_made.fetch_add(1, Ordering::Relaxed) % 3 == 2 {
            interrupted.store(true, Ordering::Relaxed);
            return Ok(None);
        }
        Ok(Some(observation(Ended::Status(1), UNSOLVABLE)))
    };
    let mut rounds = 0;
    while !go_on(&path, 1, &execute, &interrupted).unwrap() {
        interrupted.store(false, Ordering::Relaxed);
        rounds += 1;
        assert!(rounds < 20);
    }
    assert!(rounds >= 4, "{rounds}");
    let journal = Journal::open(&path).unwrap();
    assert_eq!(journal.records().len(), plan().len());
    let lost = n_made.load(Ordering::Relaxed) - plan().len();
    assert_eq!(lost, rounds, "only runs under way are made again");
    let record = &journal.records()[0];
    assert_eq!((record.wall_seconds, record.cpu_seconds), (1.5, 1.25));
    assert_eq!(record.outcome, Outcome::Unsolvable);
}

#[test]
fn half_a_line_is_dropped_and_anything_else_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records.jsonl");
    let never = AtomicBool::new(false);
    let execute = |_: &Run, _: &Stop<'_>| Ok(Some(observation(Ended::Status(1), UNSOLVABLE)));
    assert!(go_on(&path, 3, &execute, &never).unwrap());
    let whole = std::fs::read_to_string(&path).unwrap();
    for cut in [1, 2, 40, 300] {
        std::fs::write(&path, &whole[..whole.len() - cut]).unwrap();
        assert!(go_on(&path, 2, &execute, &never).unwrap());
        assert_eq!(Journal::open(&path).unwrap().records().len(), plan().len());
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(
            text.lines()
                .all(|line| line.starts_with('{') && line.ends_with('}'))
        );
    }
    std::fs::write(&path, format!("{whole}{{}}\n{whole}")).unwrap();
    let error = Journal::open(&path).unwrap_err().to_string();
    assert!(
        error.contains(&format!("line {}", plan().len() + 1)),
        "{error}"
    );
}

#[test]
fn an_error_ends_all_and_keeps_what_was_made() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records.jsonl");
    let n_made = AtomicUsize::new(0);
    let execute = |_: &Run, _: &Stop<'_>| match n_made.fetch_add(1, Ordering::Relaxed) {
        0..4 => Ok(Some(observation(Ended::Status(1), UNSOLVABLE))),
        _ => Err(io::ErrorKind::NotFound.into()),
    };
    let never = AtomicBool::new(false);
    assert!(go_on(&path, 1, &execute, &never).is_err());
    assert_eq!(Journal::open(&path).unwrap().records().len(), 4);
    assert_eq!(n_made.load(Ordering::Relaxed), 5);
}

#[test]
fn every_end_has_its_reason() {
    let machine = Machine::this();
    let run = &plan()[0];
    let end = |ended, output: &str| {
        let record = Record::new(run, &observation(ended, output), 1, &machine).unwrap();
        (record.outcome, record.reason)
    };
    let unknown = |reason| (Outcome::Unknown, Some(reason));
    assert_eq!(
        end(Ended::Status(1), UNSOLVABLE),
        (Outcome::Unsolvable, None)
    );
    assert_eq!(end(Ended::OverTime, ""), unknown(Reason::Timeout));
    assert_eq!(end(Ended::OverMemory, ""), unknown(Reason::Memory));
    assert_eq!(end(Ended::Signal(9), ""), unknown(Reason::SolverFailed));
    assert_eq!(end(Ended::Status(2), ""), unknown(Reason::Refused));
    assert_eq!(end(Ended::Status(0), "{"), unknown(Reason::SolverFailed));
    let said = |reason: &str| format!(r#"{{"outcome":"unknown","reason":{reason}}}"#);
    for (word, reason) in [
        ("\"timeout\"", Reason::Timeout),
        ("\"memory\"", Reason::Memory),
        ("\"solver-failed\"", Reason::SolverFailed),
        ("null,\"refuted_layers\":3", Reason::Layers),
    ] {
        assert_eq!(
            end(Ended::Status(3), &said(word)),
            unknown(reason),
            "{word}"
        );
    }
    // What was interrupted is no run.
    let seen = observation(Ended::Status(3), &said("\"interrupted\""));
    assert_eq!(Record::new(run, &seen, 1, &machine), None);
    let seen = observation(Ended::Signal(nix::libc::SIGTERM), "");
    assert_eq!(Record::new(run, &seen, 1, &machine), None);
    // A solution that does not replay is none.
    let lie = r#"{"outcome":"solved","reason":null,"jumps":[{"number":0}]}"#;
    assert_eq!(end(Ended::Status(0), lie), unknown(Reason::SolverFailed));
}

#[test]
fn a_value_below_what_another_run_proved_is_a_contradiction() {
    let seen = observation(Ended::Status(1), UNSOLVABLE);
    let mut proved = Record::new(&plan()[0], &seen, 1, &Machine::this()).unwrap();
    proved.outcome = Outcome::Unknown;
    (proved.value, proved.bound) = (Some(9), Some(8));
    let mut found = proved.clone();
    found.bound = None;
    for (value, contradictions) in [(8, 0), (7, 1)] {
        found.value = Some(value);
        let words = summary::contradictions(&[&proved, &found]);
        assert_eq!(words.len(), contradictions, "{words:?}");
    }
}

#[test]
fn merging_counts_each_run_once() {
    let machine = Machine::this();
    let seen = observation(Ended::Status(1), UNSOLVABLE);
    let records: Vec<Record> = plan()
        .iter()
        .map(|run| Record::new(run, &seen, 1, &machine).unwrap())
        .collect();
    let parts = vec![records[..7].to_vec(), records[5..].to_vec()];
    let (merged, left_out) = journal::merge(parts);
    assert_eq!((merged.len(), left_out), (records.len(), 2));
    assert_eq!(merged, records);
}

/// Records that are twice there, torn, foreign, or without their end of line, in every place:
/// what is a record is kept, what is cut is said, and what holds none is left as it is.
#[test]
fn no_record_is_lost_without_a_word() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records.jsonl");
    let never = AtomicBool::new(false);
    let execute = |_: &Run, _: &Stop<'_>| Ok(Some(observation(Ended::Status(1), UNSOLVABLE)));
    assert!(go_on(&path, 1, &execute, &never).unwrap());
    let text = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().take(3).collect();
    let torn = &lines[0][..lines[0].len() / 2];
    let foreign = r#"{"name":"something else"}"#;
    let kinds = [lines[0], lines[1], torn, foreign, "x", "", "  "];
    for first in kinds {
        for second in kinds {
            for third in kinds {
                for end in ["\n", ""] {
                    let written = format!("{first}\n{second}\n{third}{end}");
                    std::fs::write(&path, &written).unwrap();
                    let is_record = |line: &&&str| lines.contains(line);
                    let whole: &[&str] = if end.is_empty() {
                        &[first, second]
                    } else {
                        &kinds[..0]
                    };
                    let all = [first, second, third];
                    let whole = if end.is_empty() { whole } else { &all[..] };
                    let is_bad = |line: &&str| !line.trim().is_empty() && !lines.contains(line);
                    let last = all.iter().rev().take(usize::from(end.is_empty()));
                    let known = whole.iter().filter(is_record).count()
                        + last.clone().filter(is_record).count();
                    let cut = last
                        .filter(|line| !is_record(line))
                        .map(|line| line.len())
                        .sum::<usize>();
                    let opened = Journal::open(&path);
                    let read = journal::read(&path);
                    let is_blank = written.trim().is_empty();
                    if whole.iter().any(is_bad) || (known == 0 && !is_blank) {
                        // A foreign line that is whole, or no record at all: nothing is changed.
                        assert!(opened.is_err() && read.is_err(), "{written}");
                        drop(opened);
                        assert_eq!(std::fs::read_to_string(&path).unwrap(), written);
                        continue;
                    }
                    let (opened, read) = (opened.unwrap(), read);
                    assert_eq!(opened.records().len(), known, "{written}");
                    assert_eq!(opened.dropped() as usize, cut, "{written}");
                    // It was read again after the other had mended it.
                    assert_eq!(read.unwrap().records.len(), known, "{written}");
                    drop(opened);
                    let mended = std::fs::read_to_string(&path).unwrap();
                    assert_eq!(
                        mended.lines().filter(|line| lines.contains(line)).count(),
                        known
                    );
                    assert!(mended.is_empty() || mended.ends_with('\n'), "{written}");
                }
            }
        }
    }
}
