//! The program as its users run it, and the processes below it.

use assert_cmd::Command;
use serde_json::Value;
use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    process::{Child, Stdio},
    time::{Duration, Instant},
};
use tempfile::TempDir;

pub fn pegsat(words: &[&str]) -> Command {
    let mut command = Command::cargo_bin("pegsat").unwrap();
    command.args(words);
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

/// Waits until there are `count` processes below `pid`.
pub fn await_descendants(pid: u32, count: usize) -> Vec<u32> {
    let begin = Instant::now();
    loop {
        let found = descendants(pid);
        if found.len() >= count {
            return found;
        }
        assert!(
            begin.elapsed() < Duration::from_secs(20),
            "no child was started"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Waits until these processes are gone (or are only waiting to be reaped).
pub fn await_end(pids: &[u32]) {
    let begin = Instant::now();
    let alive = |pid: &&u32| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        stat.rsplit(')')
            .next()
            .is_some_and(|rest| !rest.is_empty() && !rest.starts_with(" Z"))
    };
    while pids.iter().any(|pid| alive(&pid)) {
        assert!(
            begin.elapsed() < Duration::from_secs(20),
            "a child outlived its parent"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
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
