//! Tests of experiments.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failure here is a failed test"
)]

mod best;
mod effects;
mod runner;
mod study;
mod suite;
mod summary;
mod table;

use pegsat_lab::{
    execute::{Ended, Observation},
    plan::{Limits, Query, Run},
    suite::Entry,
};
use std::time::{Duration, SystemTime};

/// A run that solves the problem by varisat, in at most this many seconds.
fn run_of(problem: &str, method: &str, seed: u64, seconds: u64) -> Run {
    let (entry, method) = (Entry::named(problem).unwrap(), method.parse().unwrap());
    let limits = Limits {
        timeout: Duration::from_secs(seconds),
        cpu: None,
        memory: None,
    };
    Run::new(&entry, Query::Solve, Some(&method), "varisat", seed, limits)
}

/// What may be seen of a run of this many seconds.
fn seen(ended: Ended, output: &str, seconds: f64) -> Observation {
    let time = Duration::from_secs_f64(seconds);
    Observation {
        ended,
        started: SystemTime::UNIX_EPOCH,
        wall: time,
        cpu: time,
        peak_memory: None,
        output: output.into(),
        errors: String::new(),
        proof: None,
    }
}
