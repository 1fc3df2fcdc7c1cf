//! The runner: makes the runs of a plan that no record is there of, several at a
//! time, and keeps the record of each as it ends.

use super::{
    execute::{Execute, ExecuteError},
    journal::{Journal, JournalError},
    machine::Machine,
    plan::Run,
    record::Record,
};
use std::{
    collections::HashSet,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

/// Why runs came to an end.
#[derive(Debug, thiserror::Error)]
pub enum RunnerError {
    /// A run could not be made.
    #[error(transparent)]
    Execute(#[from] ExecuteError),
    /// A record could not be kept.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// The runs that no record is there of.
pub fn missing<'a>(runs: &'a [Run], records: &[Record]) -> Vec<&'a Run> {
    let mut known: HashSet<_> = records.iter().map(Record::key).collect();
    let is_new = |run: &&Run| known.insert(run.key());
    runs.iter().filter(is_new).collect()
}

/// How runs are made.
#[derive(Debug, Clone, Copy)]
pub struct How {
    /// How many at a time.
    pub jobs: usize,
    /// A run that had less of a processor than this is made again, at most twice.
    pub share: Option<f64>,
}

/// How often a run is made at most.
const TRIES: u32 = 3;

/// Makes these runs, some at a time, in their order. Who made a run keeps its
/// record before it makes another; `told` hears of it then. Returns whether all
/// were made: not so if `interrupted` was set, or a run was.
///
/// # Errors
/// If a run cannot be made or a record cannot be kept; other runs under way are
/// given up then.
pub fn run(
    runs: &[&Run],
    how: How,
    execute: &Execute<'_>,
    journal: &mut Journal,
    interrupted: &AtomicBool,
    told: &mut (dyn FnMut(&Record) + Send),
) -> Result<bool, RunnerError> {
    let machine = Machine::this();
    let over = AtomicBool::new(false);
    let next = AtomicUsize::new(0);
    let stop = || over.load(Ordering::Relaxed) || interrupted.load(Ordering::Relaxed);
    let kept = Mutex::new((0, journal, told));
    let make = |run: &Run| -> Result<(), RunnerError> {
        let mut best: Option<Record> = None;
        for tries in 1..=TRIES {
            let Some(seen) = execute(run, &stop)? else {
                return Ok(());
            };
            let Some(record) = Record::new(run, &seen, how.jobs, &machine) else {
                return Ok(());
            };
            let share = |record: &Record| record.share().unwrap_or(1.0);
            if best
                .as_ref()
                .is_none_or(|best| share(best) < share(&record))
            {
                best = Some(record);
            }
            let Some(best) = &mut best else { continue };
            best.tries = tries;
            if how.share.is_none_or(|least| share(best) >= least) {
                break;
            }
        }
        let Some(record) = best else { return Ok(()) };
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        let (n_kept, journal, told) = &mut *kept;
        let record = journal.add(record)?;
        *n_kept += 1;
        told(record);
        Ok(())
    };
    let error = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..how.jobs.clamp(1, runs.len().max(1)) {
            scope.spawn(|| {
                while !stop()
                    && let Some(run) = runs.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    if let Err(wrong) = make(run) {
                        over.store(true, Ordering::Relaxed);
                        let mut error = error.lock().unwrap_or_else(PoisonError::into_inner);
                        error.get_or_insert(wrong);
                    }
                }
            });
        }
    });
    if let Some(error) = error.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    let kept = kept.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(kept.0 == runs.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        execute::{Ended, Observation, Stop},
        record::Reason,
    };
    use pegsat::engine::Outcome;
    use std::{io, time::Duration};

    fn observation(ended: Ended, output: &str) -> Observation {
        Observation {
            cpu: Duration::from_millis(1250),
            ..Observation::of(ended, output, 1.5)
        }
    }

    const UNSOLVABLE: &str = r#"{"outcome":"unsolvable","reason":null}"#;

    fn plan() -> Vec<Run> {
        let mut runs = Vec::new();
        for seed in 0..3 {
            for name in ["triangle4/free:0,0", "triangle4/free:0,1"] {
                runs.extend(["C", "E"].map(|method| Run::of(name, method, seed, 1)));
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
    ) -> Result<bool, RunnerError> {
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
            _ => Err(ExecuteError {
                program: "none".into(),
                error: io::ErrorKind::NotFound.into(),
            }),
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
            let words = crate::summary::contradictions(&[&proved, &found]);
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
        let (merged, left_out) = crate::journal::merge(parts);
        assert_eq!((merged.len(), left_out), (records.len(), 2));
        assert_eq!(merged, records);
    }
}
