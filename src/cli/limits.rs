//! Limits of subcommands that work in this process itself.

use super::{
    UNKNOWN,
    answer::json,
    args::{Format, LimitArgs},
    output::Output,
    warn,
};
use anyhow::{Context, Result};
use nix::sys::resource::{Resource, setrlimit};

/// Puts this process under the limits. When the time is up it says so, in the
/// fields of a verdict on the problem or file called `name`, and ends.
pub(super) fn apply(limits: &LimitArgs, name: &str, format: Format) -> Result<()> {
    if let Some(bytes) = limits.memory {
        setrlimit(Resource::RLIMIT_AS, bytes, bytes)
            .with_context(|| format!("memory cannot be limited to {bytes} bytes"))?;
    }
    if let Some(timeout) = limits.timeout {
        let name = name.to_string();
        let watch = move || {
            std::thread::sleep(timeout);
            warn("unknown: timeout");
            if format == Format::Json {
                let nothing: Option<bool> = None;
                let answer = serde_json::json!({
                    "problem": name, "accepted": nothing, "reason": "timeout",
                });
                let _ = Output::Stdout.write(&json(&answer));
            }
            std::process::exit(UNKNOWN.into());
        };
        std::thread::Builder::new()
            .spawn(watch)
            .context("the time limit cannot be watched")?;
    }
    Ok(())
}
