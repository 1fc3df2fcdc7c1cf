//! The runner: makes those runs of a plan that have no record yet, several at a time, and keeps
//! the record of each as it ends.

use super::{execute::Execute, journal::Journal, machine::Machine, plan::Run, record::Record};
use anyhow::Result;
use std::{
    collections::HashSet,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

/// The runs that have no record yet.
pub fn missing<'a>(runs: &'a [Run], records: &[Record]) -> Vec<&'a Run> {
    let mut known: HashSet<_> = records.iter().map(Record::key).collect();
    let is_new = |run: &&Run| known.insert(Record::of(run).key());
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

/// What the runner tells.
#[derive(Debug, Clone, Copy)]
pub enum Told<'a> {
    /// A run has ended, and its record is kept.
    Kept(&'a Record),
    /// A run is made again, as it had too little of a processor: this part of one.
    Again(&'a Record, f64),
}

/// How often a run is made at most.
const TRIES: u32 = 3;

/// Makes these runs, some at a time, in their order. The record of a
/// run is kept before its thread makes another; then `told` hears of it. Returns whether all
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
    told: &mut (dyn FnMut(Told<'_>) + Send),
) -> Result<bool> {
    let machine = Machine::this();
    let over = AtomicBool::new(false);
    let next = AtomicUsize::new(0);
    let stop = || over.load(Ordering::Relaxed) || interrupted.load(Ordering::Relaxed);
    let kept = Mutex::new((0, journal, told));
    let make = |run: &Run| -> Result<()> {
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
            if tries < TRIES {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                (kept.2)(Told::Again(best, share(best)));
            }
        }
        let Some(record) = best else { return Ok(()) };
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        let (n_kept, journal, told) = &mut *kept;
        let record = journal.add(record)?;
        *n_kept += 1;
        told(Told::Kept(record));
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
