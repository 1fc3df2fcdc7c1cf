//! Limits and signals of a subcommand, from its first step to its answer.

use super::{INTERRUPTED, UNKNOWN, args::LimitArgs, catch_signals, output::Output, warn};
use anyhow::{Context, Result};
use pegsat::{
    engine::{EngineError, Reason},
    formula::FormulaError,
    model::ModelError,
    supervise::tree,
    watch::{Progress, Stop, Watch},
};
use std::{
    path::{Path, PathBuf},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// How often limits and signals are looked at.
const TICK: Duration = Duration::from_millis(5);

/// How long one may take that is told to end and can say what it knows.
const GRACE: Duration = Duration::from_secs(2);

/// A worker that was told to end may exceed the memory by one part in `EXCESS_PART` and
/// `EXCESS` bytes while it says what it knows.
const EXCESS_PART: u64 = 20;
const EXCESS: u64 = 8 << 20;

/// Sees to it that this process keeps its limits, whatever it does: one that waits
/// for its input or is deep in its work is ended from outside.
pub(super) struct Guard {
    pub(super) limits: LimitArgs,
    state: Arc<State>,
}

/// That of the subcommand that runs.
static SPEAKER: OnceLock<Arc<State>> = OnceLock::new();

/// Ends this process with the guard's answer, if this error says that a limit was reached or
/// the user ended the work, and no answer is on its way.
pub(super) fn speak_of(error: &anyhow::Error) {
    let Some(stop) = error.chain().find_map(stop_in) else {
        return;
    };
    if let Some(state) = SPEAKER
        .get()
        .filter(|state| !state.said.load(Ordering::SeqCst))
    {
        let _ = state.ended.set(stop);
        loop {
            std::thread::park();
        }
    }
}

/// Why the watch ended the work, if that is what this error says.
fn stop_in(error: &(dyn std::error::Error + 'static)) -> Option<Stop> {
    if let Some(io) = error.downcast_ref::<std::io::Error>() {
        return stop_in(io.get_ref()?);
    }
    if let Some(engine) = error.downcast_ref::<EngineError>() {
        return engine.stop().cloned();
    }
    let formula = match error.downcast_ref::<ModelError>() {
        Some(ModelError::Formula(formula)) => Some(formula),
        _ => error.downcast_ref::<FormulaError>(),
    };
    match formula {
        Some(FormulaError::Stopped(stop)) => Some(stop.clone()),
        _ => error.downcast_ref::<Stop>().cloned(),
    }
}

#[derive(Default)]
struct State {
    /// Nobody else may speak any more.
    said: AtomicBool,
    /// Why the work ended, if it cannot say what is known.
    ended: OnceLock<Stop>,
    /// Whoever works and asks it when to end.
    worker: OnceLock<Watch>,
}

impl Guard {
    /// Begins to watch. When a limit is reached or a signal comes, `answer` says so
    /// with the reason, and the process ends. No output may be open for
    /// writing yet.
    pub(super) fn begin(
        limits: &LimitArgs,
        output: Option<&Path>,
        answer: impl Fn(Reason) -> String + Send + 'static,
    ) -> Result<Self> {
        catch_signals()?;
        // What cannot be written shall be known before the work.
        Output::probe(output)?;
        let guard = Guard {
            limits: limits.clone(),
            state: Arc::default(),
        };
        let (state, memory) = (guard.state.clone(), limits.memory);
        let output: Option<PathBuf> = output.map(Into::into);
        let watch = guard.watch(None, |_| {});
        let _ = SPEAKER.set(guard.state.clone());
        let work = move || {
            let stop = state.wait(&watch, memory);
            let reason = Reason::from(&stop);
            if state.said.swap(true, Ordering::SeqCst) {
                return; // the answer is on its way
            }
            warn(&format!("unknown: {}", reason.name()));
            let written =
                Output::open(output.as_deref()).and_then(|output| output.write(&answer(reason)));
            if let Err(error) = written {
                warn(&format!("{error:#}"));
            }
            std::process::exit(UNKNOWN.into());
        };
        std::thread::Builder::new()
            .spawn(work)
            .context("limits cannot be watched")?;
        Ok(guard)
    }

    fn watch(
        &self,
        memory: Option<u64>,
        listener: impl Fn(&Progress) + Send + Sync + 'static,
    ) -> Watch {
        let mut watch = Watch::new()
            .interrupted_by(INTERRUPTED.clone())
            .telling(listener);
        if let Some(timeout) = self.limits.timeout {
            watch = watch.timeout(timeout);
        }
        match memory {
            Some(memory) => watch.memory(memory),
            None => watch,
        }
    }

    /// A watch for somebody who ends in time and says what is known then: he is
    /// given the time for that.
    pub(super) fn worker(&self, listener: impl Fn(&Progress) + Send + Sync + 'static) -> Watch {
        self.watched(self.limits.memory, listener)
    }

    /// The same for exhaustive search, which takes most of what the machine has to spare where
    /// no limit is given, so that it is this program that ends it.
    pub(super) fn searcher(&self, listener: impl Fn(&Progress) + Send + Sync + 'static) -> Watch {
        let available = || tree::kilobytes("/proc/meminfo", "MemAvailable:");
        let spare = || available().map_or(4 << 30, |bytes| bytes / 5 * 4);
        self.watched(Some(self.limits.memory.unwrap_or_else(spare)), listener)
    }

    fn watched(
        &self,
        memory: Option<u64>,
        listener: impl Fn(&Progress) + Send + Sync + 'static,
    ) -> Watch {
        let watch = self.watch(memory, listener);
        let _ = self.state.worker.set(watch.clone());
        watch
    }

    /// Ends the watch, before the answer is written. If it has come to an end
    /// by itself, that is the answer, and this does not return.
    pub(super) fn end(&self) {
        if self.state.said.swap(true, Ordering::SeqCst) {
            loop {
                std::thread::park();
            }
        }
    }
}

impl State {
    /// Waits for the end, and for the worker's if there is one.
    fn wait(&self, watch: &Watch, memory: Option<u64>) -> Stop {
        let mut told = None;
        loop {
            std::thread::sleep(TICK);
            if self.said.load(Ordering::Relaxed) {
                return Stop::Interrupted; // no answer is printed
            }
            if let Some(stop) = self.ended.get() {
                return stop.clone();
            }
            let resident = memory.and_then(|_| tree::resident());
            let stop = match memory.filter(|&limit| resident > Some(limit)) {
                Some(limit) => Some(Stop::Memory(limit)),
                None => watch.check().err(),
            };
            let Some(stop) = stop else { continue };
            let Some(worker) = self.worker.get() else {
                return stop;
            };
            // Memory gives no time: who is that far above the limit ends at once.
            if memory.is_some_and(|limit| resident > Some(limit + limit / EXCESS_PART + EXCESS)) {
                return stop;
            }
            if let Stop::Memory(_) = stop {
                worker.exceed_memory();
            }
            if told.get_or_insert_with(Instant::now).elapsed() > GRACE {
                return stop;
            }
        }
    }
}
