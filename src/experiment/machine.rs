//! The machine that a run was made on.

use serde::{Deserialize, Serialize};
use std::fs;

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
        let field = |file: &str, key: &str| {
            let text = fs::read_to_string(file).ok()?;
            let line = text.lines().find_map(|line| line.strip_prefix(key))?;
            Some(line.trim_start_matches([' ', '\t', ':']).trim().to_string())
        };
        let kilobytes = field("/proc/meminfo", "MemTotal")
            .and_then(|text| text.strip_suffix("kB")?.trim().parse::<u64>().ok());
        Machine {
            system,
            processor: field("/proc/cpuinfo", "model name"),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            memory_bytes: kilobytes.map(|kilobytes| kilobytes * 1024),
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
