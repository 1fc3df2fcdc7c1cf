//! Limits and signals for subcommands that work in this process itself.

use super::{
    INTERRUPTED, UNKNOWN,
    answer::json,
    args::{Format, LimitArgs},
    catch_signals,
    output::Output,
    warn,
};
use crate::isolated::processes;
use anyhow::{Context, Result};
use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// How often limits and signals are looked at.
const TICK: Duration = Duration::from_millis(10);

/// What sees to it that this process keeps its limits.
pub(super) struct Guard {
    said: Arc<AtomicBool>,
}

impl Guard {
    /// Begins to watch. When a limit is reached or a signal comes, this says so
    /// in the fields of a verdict on the problem or file called `name`, and the
    /// process ends. No answer may be open for writing yet.
    pub(super) fn begin(
        limits: &LimitArgs,
        name: &str,
        format: Format,
        output: Option<PathBuf>,
    ) -> Result<Self> {
        catch_signals()?;
        // What cannot be written shall be known before the work.
        drop(Output::open(output.as_deref())?);
        let said: Arc<AtomicBool> = Arc::default();
        let guard = Guard { said: said.clone() };
        let (name, memory) = (name.to_string(), limits.memory);
        let deadline = limits
            .timeout
            .and_then(|timeout| Instant::now().checked_add(timeout));
        let work = move || {
            let reason = loop {
                std::thread::sleep(TICK);
                if INTERRUPTED.load(Ordering::Relaxed) {
                    break "interrupted";
                }
                if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    break "timeout";
                }
                if memory.is_some_and(|limit| {
                    processes::memory(std::process::id()).is_some_and(|now| now.resident > limit)
                }) {
                    break "memory";
                }
            };
            if said.swap(true, Ordering::SeqCst) {
                return; // the answer is on its way
            }
            warn(&format!("unknown: {reason}"));
            let answer = match format {
                Format::Text => format!("unknown: {reason}\n"),
                Format::Json => {
                    let nothing: Option<bool> = None;
                    json(&serde_json::json!({
                        "problem": name, "accepted": nothing, "reason": reason,
                    }))
                }
            };
            let written = Output::open(output.as_deref()).and_then(|output| output.write(&answer));
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

    /// Ends the watch, before the answer is written. If it has come to an end
    /// by itself, that is the answer, and this does not return.
    pub(super) fn end(self) {
        if self.said.swap(true, Ordering::SeqCst) {
            loop {
                std::thread::park();
            }
        }
    }
}

/// Where no limit is given: most of what the machine has to spare, so that it
/// is this program that ends the search.
pub(super) fn available_memory() -> u64 {
    let available = processes::kilobytes("/proc/meminfo", "MemAvailable:");
    available.map_or(4 << 30, |bytes| bytes / 5 * 4)
}
