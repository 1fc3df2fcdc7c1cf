//! Limits and signals for subcommands that work in this process itself.

use super::{
    INTERRUPTED, UNKNOWN,
    answer::json,
    args::{Format, LimitArgs},
    catch_signals,
    output::Output,
    warn,
};
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

/// A watch over this process.
pub(super) struct Watch {
    said: Arc<AtomicBool>,
}

impl Watch {
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
        let watch = Watch { said: said.clone() };
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
                if memory.is_some_and(|limit| resident().is_some_and(|bytes| bytes > limit)) {
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
        Ok(watch)
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

/// Bytes of resident memory of this process, where it is known.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}
