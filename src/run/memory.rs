//! How much memory a process and its descendants use, from `/proc`.

use std::fs;

/// Bytes of resident memory of the process and its descendants together;
/// `None` where there is no `/proc`, or the process is gone.
pub(super) fn of_tree(pid: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes: u64 = resident
        .and_then(|text| text.trim().strip_suffix("kB")?.trim().parse().ok())
        .unwrap_or(0);
    let children = fs::read_dir(format!("/proc/{pid}/task"))
        .ok()?
        .flatten()
        .filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let of_children: u64 = children
        .flat_map(|text| {
            text.split_whitespace()
                .filter_map(|pid| pid.parse().ok())
                .collect::<Vec<u32>>()
        })
        .filter_map(of_tree)
        .sum();
    Some(kilobytes * 1024 + of_children)
}
