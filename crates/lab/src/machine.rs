//! The machine that a run was made on.

use pegsat::{solver, supervise::tree, systems::registry};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{fs, sync::LazyLock};

/// Sixteen digits of the hash of this program's file; empty if it is gone.
pub fn build() -> &'static str {
    static BUILD: LazyLock<String> = LazyLock::new(|| {
        let file = std::env::current_exe().and_then(fs::read);
        file.map_or(String::new(), |bytes| {
            format!("{:x}", Sha256::digest(&bytes))[..16].into()
        })
    });
    &BUILD
}

/// The version of a solver as one names it: of a program what it says when it is
/// asked for `--version`, if it answers within two seconds.
pub fn solver_version(name: &str) -> Option<String> {
    match name.strip_prefix("cmd:") {
        None => solver::version(name),
        Some(command) => {
            let words = shell_words::split(command).ok()?;
            registry::first_line(words.first()?, &["--version".into()])
        }
    }
}

/// How many processes wanted to run at a time in the last minute, if the system tells.
pub fn load() -> Option<f64> {
    let text = fs::read_to_string("/proc/loadavg").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

/// A machine, as every record names it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The operating system, its release and the kind of processor.
    pub system: String,
    /// The processor's name, if the system tells it.
    pub processor: Option<String>,
    /// Processors that this program may use.
    pub cores: usize,
    /// Bytes of memory, if the system tells them.
    pub memory_bytes: Option<u64>,
}

impl Machine {
    /// This one.
    pub fn this() -> Self {
        let system = nix::sys::utsname::uname().map_or(String::new(), |name| {
            let parts = [name.sysname(), name.release(), name.machine()];
            parts.map(|part| part.to_string_lossy()).join(" ")
        });
        let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let mut lines = cpuinfo.lines().filter_map(|line| line.split_once(':'));
        let processor = lines.find(|(key, _)| key.trim() == "model name");
        Machine {
            system,
            processor: processor.map(|(_, name)| name.trim().to_string()),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            memory_bytes: tree::kilobytes("/proc/meminfo", "MemTotal:"),
        }
    }

    /// In words.
    pub fn text(&self) -> String {
        let memory = self.memory_bytes.map_or(String::new(), |bytes| {
            format!(", {:.0} GiB of memory", bytes as f64 / f64::from(1 << 30))
        });
        format!(
            "{}, {} core{}{memory}, {}",
            self.processor
                .as_deref()
                .unwrap_or("a processor without a name"),
            self.cores,
            if self.cores == 1 { "" } else { "s" },
            self.system
        )
    }
}
