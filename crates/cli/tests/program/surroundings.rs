//! What the program makes of where it runs: a terminal or not, colours, a home, processors.

use crate::command::*;
use predicates::{prelude::PredicateBooleanExt, str::contains};
use std::process::Command;
use tempfile::TempDir;

/// What it prints on a terminal, with these variables.
fn on_a_terminal(words: &str, variables: &[(&str, &str)]) -> String {
    let program = assert_cmd::cargo::cargo_bin("pegsat");
    let output = Command::new("script")
        .args([
            "-qec",
            &format!("{} {words}", program.display()),
            "/dev/null",
        ])
        .env_remove("NO_COLOR")
        .env("TERM", "xterm")
        .envs(variables.iter().copied())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

const COLOUR: &str = "\x1b[32m";

#[test]
fn colours_are_for_terminals_that_want_them() {
    let solve = "solve ipc2008:p01";
    assert!(on_a_terminal(solve, &[]).contains(COLOUR));
    assert!(!on_a_terminal(solve, &[("NO_COLOR", "1")]).contains(COLOUR));
    let never = format!("{solve} --color never");
    assert!(!on_a_terminal(&never, &[]).contains(COLOUR));
    let always = on_a_terminal(&format!("{solve} --color always"), &[("NO_COLOR", "1")]);
    assert!(always.contains(COLOUR));
    // No terminal, no colour; unless that is asked for.
    let mut plain = pegsat(&["solve", "ipc2008:p01"]);
    plain
        .env_remove("NO_COLOR")
        .assert()
        .stdout(contains("\x1b").not());
    pegsat(&["solve", "ipc2008:p01", "--color", "always"])
        .assert()
        .stdout(contains(COLOUR));
}

#[test]
fn progress_is_for_terminals_and_for_those_who_ask() {
    let words = ["solve", "central"];
    pegsat(&words).assert().code(0).stderr("");
    let each = contains("pegsat: 3 layers: ").and(contains("pegsat: 4 layers: "));
    pegsat(&words)
        .arg("--verbose")
        .assert()
        .code(0)
        .stderr(each);
    assert!(on_a_terminal("solve central", &[]).contains("solving central"));
    assert!(!on_a_terminal("solve central --quiet", &[]).contains("solving central"));
}

/// Nothing is written at home: without one all goes on.
#[test]
fn no_home_is_needed() {
    let nowhere = "/proc/nowhere";
    let records = TempDir::new().unwrap();
    let folder = records.path().display().to_string();
    for words in [
        &["solve", "central"][..],
        &["hint", "central"],
        &["explore", "triangle5/free:0,0", "--levels"],
        &["systems"],
        &[
            "compare",
            "--suite",
            "pattern:1",
            "--models",
            "E",
            "-o",
            &folder,
        ],
    ] {
        let mut command = pegsat(words);
        for name in ["HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"] {
            command.env(name, nowhere);
        }
        command.assert().code(0);
        let mut command = pegsat(words);
        command.env_remove("HOME").assert().code(0);
    }
}

/// The records of a comparison of this solver on one problem.
fn compared(solver: &str, options: &[&str], said: &str) -> Vec<serde_json::Value> {
    let folder = TempDir::new().unwrap();
    let output = folder.path().display().to_string();
    let words = [
        "compare",
        "--suite",
        "pattern:3",
        "--models",
        "C",
        "--solvers",
        solver,
    ];
    pegsat(&[&words[..], options, &["-o", &output]].concat())
        .assert()
        .stderr(contains(said));
    let records = std::fs::read_to_string(folder.path().join("records.jsonl")).unwrap();
    let records = records
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    records.collect()
}

#[test]
fn a_run_may_have_so_much_of_a_processor_and_must_have_so_much() {
    // One that never rests is ended after half a second of a processor, whatever the clock says.
    let limits = ["--cpu", "500ms", "--timeout", "5m"];
    let busy = compared("cmd:sh -c 'while :; do :; done'", &limits, "timeout");
    assert_eq!(busy.len(), 1);
    assert_eq!(busy[0]["reason"], "timeout");
    assert_eq!(busy[0]["cpu_limit_seconds"], 0.5);
    assert_eq!(busy[0]["timeout_seconds"], 300.0);
    assert!(busy[0]["cpu_seconds"].as_f64() > Some(0.4), "{busy:?}");
    // One that sleeps had too little of one: it is made again, twice, and told.
    let idle = compared(
        "cmd:sh -c 'sleep 0.7'",
        &["--share", "0.9"],
        "of a processor",
    );
    assert_eq!(idle.len(), 1);
    assert_eq!(idle[0]["tries"], 3);
    // Without the option it is made once.
    let idle = compared("cmd:sh -c 'sleep 0.7'", &[], "1 run");
    assert_eq!(idle[0]["tries"], 1);
}
