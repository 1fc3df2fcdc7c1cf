//! What is said of an optimum when the search has to stop before.

use crate::command::*;
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use predicates::str::contains;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use tempfile::TempDir;

#[test]
fn a_limit_keeps_value_and_bound() {
    let words = [
        "optimise",
        "central",
        "--fewest",
        "sweeps",
        "--timeout",
        "3s",
    ];
    let answer = json(&[&words[..], &["--format", "json"]].concat(), 3);
    assert_eq!(
        (&answer["outcome"], &answer["reason"]),
        (&"unknown".into(), &"timeout".into())
    );
    assert!(answer["bound"].as_u64().unwrap() <= 18, "{answer}");
    if let Some(value) = answer["value"].as_u64() {
        assert!((18..=31).contains(&value), "{answer}");
        assert_eq!(answer["sweeps"], value);
        assert_eq!(answer["jumps"].as_array().unwrap().len(), 31);
    }
    let history = answer["history"].as_array().unwrap();
    assert_eq!(history.last().unwrap()["bound"], answer["bound"]);
    // For people, as it comes and at the end.
    pegsat(&words)
        .assert()
        .code(3)
        .stdout(contains("unknown: timeout; at"))
        .stderr(contains("at least"));
}

#[test]
fn ctrl_c_keeps_value_and_bound_and_leaves_no_child() {
    let folder = TempDir::new().unwrap();
    let proof = folder.path().join("p.drat").display().to_string();
    let words = [
        "optimise", "central", "--fewest", "sweeps", "--format", "json",
    ];
    let mut child = start(&[&words[..], &["--proof", &proof]].concat());
    // Until there are both.
    let mut told = BufReader::new(child.stderr.take().unwrap()).lines();
    let is_both = |line: &String| line.contains("at most") && !line.contains("at least 0");
    assert!(told.any(|line| is_both(&line.unwrap())));
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(3));
    let mut text = String::new();
    child.stdout.unwrap().read_to_string(&mut text).unwrap();
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["reason"], "interrupted");
    let number = |key: &str| answer[key].as_u64().unwrap();
    assert!(number("bound") > 0 && number("bound") <= 18, "{answer}");
    assert!((18..=31).contains(&number("value")), "{answer}");
    // The proof of the bound is kept, too.
    assert_eq!(answer["refuted"], number("bound") - 1);
    assert!(names_in(folder.path()).starts_with(&["p.drat".into(), "p.drat.cnf".into()]));
}

#[test]
fn what_a_worker_told_is_kept_if_it_says_no_more() {
    let words = [
        "optimise", "central", "--fewest", "sweeps", "--format", "json", "--memory", "4G",
    ];
    let mut child = start(&[&words[..], &["--timeout", "3s"]].concat());
    let mut told = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(told.any(|line| line.unwrap().contains("at most")));
    for worker in await_descendants(child.id(), 1) {
        kill(Pid::from_raw(worker as i32), Signal::SIGSTOP).unwrap();
    }
    let mut text = String::new();
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut text)
        .unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(3));
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["reason"], "timeout");
    assert_eq!(answer["sweeps"], answer["value"]);
    assert_eq!(answer["jumps"].as_array().unwrap().len(), 31);
    let history = answer["history"].as_array().unwrap();
    assert_eq!(history.last().unwrap()["value"], answer["value"]);
}

#[test]
fn solvers_that_fail_lose_nothing() {
    let words = [
        "optimise",
        "central",
        "--fewest",
        "jumps-to-dead-end",
        "--format",
        "json",
    ];
    let broken = ["--solver", "cmd:false"];
    let answer = json(&[&words[..], &broken].concat(), 3);
    assert_eq!(answer["reason"], "solver-failed");
    assert!(
        answer["value"].as_u64().unwrap() >= 6,
        "a game at random is a dead end too"
    );
    assert_eq!(answer["bound"], 0);
    let words = [
        "optimise",
        "central",
        "--fewest",
        "sweeps",
        "--solver",
        "cmd:/nonexistent",
    ];
    pegsat(&words)
        .assert()
        .code(2)
        .stderr(contains("/nonexistent"));
}
