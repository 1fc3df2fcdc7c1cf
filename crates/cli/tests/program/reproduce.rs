//! `reproduce` from the command line.

use crate::command::*;
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use predicates::str::contains;
use std::fs;
use tempfile::TempDir;

#[test]
fn the_paper_is_reproduced_in_parts_and_again_from_the_records() {
    let folder = TempDir::new().unwrap();
    let output = folder.path().join("out");
    let out = output.to_str().unwrap();
    let wrong = ["reproduce", "--quick", "--only", "nothing", "-o", out];
    pegsat(&wrong)
        .assert()
        .code(2)
        .stderr(contains("no run is by 'nothing'"));
    assert!(!output.exists());

    let words = [
        "reproduce",
        "--quick",
        "--only",
        "independence+self=7:axes,E+class",
        "-o",
        out,
    ];
    pegsat(&words)
        .assert()
        .code(3)
        .stderr(contains("runs are missing"));
    let made = records(&output.join("records.jsonl"));
    assert_eq!(made.len(), 7 + 2 * 20);
    assert!(made.iter().all(|record| record["outcome"] == "solved"));
    let before = report(&output);
    assert!(before.contains_key("report.md") && before.contains_key("reversals.svg"));
    let text = String::from_utf8(before["report.md"].clone()).unwrap();
    assert!(text.contains("| E+class"), "{text}");

    let again = folder.path().join("again");
    fs::create_dir(&again).unwrap();
    fs::copy(output.join("records.jsonl"), again.join("records.jsonl")).unwrap();
    let words = ["reproduce", "--no-run", "-o", again.to_str().unwrap()];
    pegsat(&words).assert().code(0);
    assert!(report(&again) == before, "the same records, another report");
}

#[test]
fn the_readme_shows_rows_of_the_reports_main_table() {
    let report = include_str!("../../../../results/paper/report.md");
    let (_, section) = report.split_once("### Methods").unwrap();
    let lines = section.lines().skip_while(|line| !line.starts_with('|'));
    let table: Vec<&str> = lines.take_while(|line| line.starts_with('|')).collect();
    assert!(table.len() > 9);
    let readme = include_str!("../../../../README.md").lines();
    let shown: Vec<&str> = readme.filter(|line| line.starts_with('|')).collect();
    assert!(shown.len() == 6 && shown.iter().all(|row| table.contains(row)));
}

#[test]
fn systems_end_with_their_run_and_the_runner() {
    let folder = TempDir::new().unwrap();
    let script = write(&folder, "slow.sh", "sleep 60 & wait\n");
    let systems = serde_json::json!({"systems": [{
        "name": "slow", "summary": "sleeps", "program": "sh", "takes": "asp",
        "command": ["{program}", script, "{data}"], "answers": "asp", "proves": "no",
    }]});
    let systems = write(&folder, "systems.json", &systems.to_string());
    // At its own limit a run leaves nothing behind either.
    let mark = folder.path().display().to_string();
    let words = [
        "solve",
        "central",
        "--model",
        "C@slow",
        "--systems",
        &systems,
        "--timeout",
        "0.3",
    ];
    for _ in 0..5 {
        pegsat(&words).assert().code(3).stdout(contains("timeout"));
        let left = processes_called(&mark);
        assert!(left.is_empty(), "{left:?}");
    }
    let output = folder.path().join("an output");
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("pegsat"))
        .args([
            "compare",
            "--suite",
            "central",
            "--models",
            "C@slow",
            "--systems",
            &systems,
            "-o",
        ])
        .arg(&output)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    // The run, its worker, the script, and what it started.
    let below = await_descendants(child.id(), 4);
    kill(Pid::from_raw(child.id() as i32), Signal::SIGKILL).unwrap();
    child.wait().unwrap();
    await_end(&below);
}

/// Stopped before its first record it says so, and can be gone on with.
#[test]
fn nothing_recorded_yet_is_no_error() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().display().to_string();
    let words = [
        "reproduce",
        "--study",
        "paper",
        "--only",
        "A",
        "--problems",
        "reversal:3,1",
        "-o",
        &out,
    ];
    let child = start(&words);
    std::thread::sleep(std::time::Duration::from_millis(1500));
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
    let ended = child.wait_with_output().unwrap();
    let said = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(3), "{said}");
    assert!(said.contains("no run has ended"), "{said}");
}
