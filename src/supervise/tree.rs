//! A process and its descendants, as `/proc` lists them; elsewhere none are
//! seen, and the process group has to do.

use nix::{
    sys::signal::{Signal, kill, killpg},
    unistd::Pid,
};
use std::fs;

/// The process and its descendants.
pub fn tree(pid: u32) -> Vec<u32> {
    let mut found = vec![pid];
    let mut next = 0;
    while let Some(&pid) = found.get(next) {
        let tasks = fs::read_dir(format!("/proc/{pid}/task"))
            .into_iter()
            .flatten()
            .flatten();
        let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
        for list in lists {
            let children = list.split_whitespace();
            found.extend(children.filter_map(|pid| pid.parse::<u32>().ok()));
        }
        next += 1;
    }
    found
}

/// The resident memory of this process, in bytes, where that is known.
pub fn resident() -> Option<u64> {
    kilobytes("/proc/self/status", "VmRSS:")
}

/// The bytes that a file of `/proc` gives in kilobytes after this key.
pub fn kilobytes(file: &str, key: &str) -> Option<u64> {
    value(&fs::read_to_string(file).ok()?, key)
}

fn value(text: &str, key: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// The memory of a process and its descendants, in bytes.
#[derive(Debug, Clone, Copy)]
pub struct Memory {
    /// What is resident now, of all of them.
    pub resident: u64,
    /// The most that all of them now, or one of them ever, had resident.
    pub peak: u64,
}

/// The memory of the process and its descendants together; `None` where that is
/// not known, or the process is gone.
pub fn memory(pid: u32) -> Option<Memory> {
    let of_one = |pid: u32| {
        let text = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        Some((value(&text, "VmRSS:")?, value(&text, "VmHWM:")?))
    };
    let all = tree(pid).into_iter().filter_map(of_one);
    let (resident, peak) = all.reduce(|sum, one| (sum.0 + one.0, sum.1.max(one.1)))?;
    Some(Memory {
        resident,
        peak: peak.max(resident),
    })
}

/// The peak of a child that has ended, from what was seen of it and the `maxrss`
/// that the system gives. The latter counts what the child had before it became
/// another program too, which is this process's own memory, so that it says
/// something only where it is more than this process ever had.
pub fn peak_at_end(seen: Option<u64>, maxrss: u64) -> Option<u64> {
    match kilobytes("/proc/self/status", "VmHWM:") {
        Some(inherited) if maxrss <= inherited => seen,
        _ => seen.max(Some(maxrss)),
    }
}

/// Seconds of processor time of the process, its descendants, and those that they
/// have waited for; `None` where that is not known.
pub fn cpu_seconds(pid: u32) -> Option<f64> {
    let ticks = nix::unistd::sysconf(nix::unistd::SysconfVar::CLK_TCK).ok()??;
    let of_one = |pid: u32| -> Option<f64> {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name may hold anything; after it utime is the 12th field.
        let (_, fields) = stat.rsplit_once(')')?;
        let fields = fields.split_whitespace().skip(11).take(4);
        let sum: f64 = fields.filter_map(|field| field.parse::<f64>().ok()).sum();
        Some(sum / ticks as f64)
    };
    let all = tree(pid).into_iter().filter_map(of_one);
    all.reduce(|sum, seconds| sum + seconds)
}

/// Ends the descendants of the process, those that left its group too, and
/// then its group, which it leads itself.
pub fn end_group(leader: u32) {
    end_below(leader);
    if let Ok(group) = i32::try_from(leader) {
        let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
    }
}

/// Ends the descendants of the process.
pub fn end_below(pid: u32) {
    let raw = |pid: u32| i32::try_from(pid).ok().map(Pid::from_raw);
    for pid in tree(pid).into_iter().skip(1).filter_map(raw) {
        let _ = kill(pid, Signal::SIGKILL); // an error means that it is gone
    }
}
