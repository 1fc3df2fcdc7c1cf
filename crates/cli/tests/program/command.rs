//! The program as its users run it, and the processes below it.

use assert_cmd::Command;
use serde_json::Value;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Child, Stdio},
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// A file of the checkout; tests run in the folder of their crate.
pub fn in_checkout(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

pub fn pegsat(words: &[&str]) -> Command {
    let mut command = Command::cargo_bin("pegsat").unwrap();
    command.args(words).current_dir(in_checkout(""));
    command
}

pub fn json(words: &[&str], status: i32) -> Value {
    let output = pegsat(words)
        .assert()
        .code(status)
        .get_output()
        .stdout
        .clone();
    serde_json::from_slice(&output).unwrap()
}

pub fn write(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    path.display().to_string()
}

pub fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Starts it in the background.
pub fn start(words: &[&str]) -> Child {
    std::process::Command::new(assert_cmd::cargo::cargo_bin("pegsat"))
        .args(words)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The processes below `pid`, from /proc.
pub fn descendants(pid: u32) -> Vec<u32> {
    // Each thread has children of its own.
    let threads = fs::read_dir(format!("/proc/{pid}/task"))
        .into_iter()
        .flatten();
    let lists = threads.map(|thread| fs::read_to_string(thread.unwrap().path().join("children")));
    let children: Vec<u32> = lists
        .flat_map(|list| {
            let list = list.unwrap_or_default();
            list.split_whitespace()
                .map(|pid| pid.parse().unwrap())
                .collect::<Vec<u32>>()
        })
        .collect();
    let below: Vec<u32> = children
        .iter()
        .flat_map(|&child| descendants(child))
        .collect();
    [children, below].concat()
}

/// What never happens is told after this long, on however slow a machine.
const PATIENCE: Duration = Duration::from_secs(600);

/// Waits until there is something.
pub fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        if begin.elapsed() > PATIENCE {
            panic!("in vain: {what}");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Waits until there are `count` processes below `pid`.
pub fn await_descendants(pid: u32, count: usize) -> Vec<u32> {
    let found = || Some(descendants(pid)).filter(|found| found.len() >= count);
    wait_for("a child is started", found)
}

/// The processes that were called with this in their command line, this one left out.
pub fn processes_called(mark: &str) -> Vec<u32> {
    let pids = fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let pid = entry.unwrap().file_name().to_str()?.parse().ok()?;
        let words = fs::read(format!("/proc/{pid}/cmdline")).ok()?;
        let is_called = String::from_utf8_lossy(&words).contains(mark);
        (is_called && pid != std::process::id()).then_some(pid)
    });
    pids.collect()
}

/// Waits until these processes are gone (or are only waiting to be reaped).
pub fn await_end(pids: &[u32]) {
    let alive = |pid: &&u32| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        stat.rsplit(')')
            .next()
            .is_some_and(|rest| !rest.is_empty() && !rest.starts_with(" Z"))
    };
    let none = || (!pids.iter().any(|pid| alive(&pid))).then_some(());
    wait_for("every child ends with its parent", none);
}

/// Model A on central: minutes of work.
pub const LONG: [&str; 4] = ["solve", "central", "--model", "A"];

/// The whole lines of a file of records; none if there is no file.
pub fn records(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap_or_default();
    let whole = text
        .split_inclusive('\n')
        .filter(|line| line.ends_with('\n'));
    whole
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The files of a report, but for the problems.
pub fn report(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let names = names_in(folder)
        .into_iter()
        .filter(|name| name != "problems");
    names
        .map(|name| (name.clone(), fs::read(folder.join(&name)).unwrap()))
        .collect()
}

/// Waits until the program has said what this signal is to do.
pub fn wait_until_it_catches(child: &mut Child, signal: nix::sys::signal::Signal) {
    let status = format!("/proc/{}/status", child.id());
    let catches = || {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        caught.is_some_and(|mask| mask >> (signal as i32 - 1) & 1 == 1)
    };
    while !catches() {
        assert_eq!(
            child.try_wait().unwrap(),
            None,
            "it ended before it was asked to"
        );
        std::thread::sleep(Duration::from_millis(1));
    }
}
