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
    sync::{Arc, Mutex, OnceLock, PoisonError},
    time::{Duration, Instant},
};

/// How often limits and signals are looked at.
const TICK: Duration = Duration::from_millis(5);

/// How long the work may take to say what is known, once it is told to end.
const GRACE: Duration = Duration::from_secs(2);

/// Meanwhile it may exceed the memory by one part in `EXCESS_PART` and `EXCESS` bytes.
const EXCESS_PART: u64 = 20;
const EXCESS: u64 = 8 << 20;

/// Keeps the limits of this process, whatever it does: where the work waits for input, or does
/// not look at the clock, a thread beside it says that a limit was reached, and ends the process.
pub(super) struct Guard {
    pub(super) limits: LimitArgs,
    /// What the work asks when to end, if it does.
    worker: Arc<OnceLock<Watch>>,
}

/// Says why the work ended without an answer.
type Ending = Box<dyn FnOnce(Reason) + Send>;

/// The right to print. The thread that takes it prints, and no other.
static RIGHT: Mutex<Option<Ending>> = Mutex::new(None);

/// Says that the work ended without an answer, and why, unless an answer is on its way; the
/// process ends then.
fn end_without_answer(stop: &Stop) {
    // Held to the end, so that another thread that wants it waits.
    let mut right = RIGHT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(say) = right.take() {
        say(stop.into());
        std::process::exit(UNKNOWN.into());
    }
}

/// Ends this process with the guard's answer, if this error says that a limit was reached or
/// the user ended the work, and no answer is on its way.
pub(super) fn speak_of(error: &anyhow::Error) {
    if let Some(stop) = error.chain().find_map(stop_in) {
        end_without_answer(&stop);
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
            worker: Arc::default(),
        };
        let output: Option<PathBuf> = output.map(Into::into);
        let say = move |reason: Reason| {
            warn(&format!("unknown: {}", reason.name()));
            let output = Output::open(output.as_deref());
            if let Err(error) = output.and_then(|output| output.write(&answer(reason))) {
                warn(&format!("{error:#}"));
            }
        };
        *RIGHT.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(say));
        let (watch, worker, memory) = (
            guard.watch(None, |_| {}),
            guard.worker.clone(),
            limits.memory,
        );
        let work = move || end_without_answer(&reached(&watch, &worker, memory));
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

    /// A watch for work that ends in time, and says what is known then: it is given the time for
    /// that.
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
        let _ = self.worker.set(watch.clone());
        watch
    }

    /// Takes the right to print, before the answer is written. If a limit was reached just now,
    /// that is the answer, and this does not return.
    pub(super) fn end(&self) {
        let mut right = RIGHT.lock().unwrap_or_else(PoisonError::into_inner);
        right.take();
    }
}

/// Waits until a limit is reached, and until the work has had time to say what is known then.
fn reached(watch: &Watch, worker: &OnceLock<Watch>, memory: Option<u64>) -> Stop {
    let mut told = None;
    loop {
        std::thread::sleep(TICK);
        let resident = memory.and_then(|_| tree::resident());
        let stop = match memory.filter(|&limit| resident > Some(limit)) {
            Some(limit) => Some(Stop::Memory(limit)),
            None => watch.check().err(),
        };
        let Some(stop) = stop else { continue };
        let Some(worker) = worker.get() else {
            return stop;
        };
        // There is no time to wait where memory runs out.
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
