//! Limits of time and memory, signals, and solvers that die or lie.

use crate::command::*;
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use predicates::str::contains;
use serde_json::Value;
use std::{fs, time::Duration};
use tempfile::TempDir;

#[test]
fn a_time_limit_ends_as_timeout() {
    let mut words = LONG.to_vec();
    words.extend(["--timeout", "1s", "--format", "json"]);
    let answer = json(&words, 3);
    assert_eq!(
        (&answer["outcome"], &answer["reason"]),
        (&"unknown".into(), &"timeout".into())
    );
    assert_eq!(
        answer["formula"]["variables"], 25_484,
        "what is known is kept"
    );
}

#[test]
fn a_memory_limit_ends_as_memory() {
    let words = [
        "solve", "central", "--model", "B", "--memory", "100M", "--format", "json",
    ];
    let answer = json(&words, 3);
    assert_eq!(
        (&answer["outcome"], &answer["reason"]),
        (&"unknown".into(), &"memory".into())
    );
    // Of an external program too.
    // (A line of a gigabyte, which tail keeps until it ends.)
    let greedy = "cmd:sh -c 'head -c 1000000000 /dev/zero | tail -n 1 > /dev/null'";
    let words = [
        "solve",
        "ipc2008:p01",
        "--solver",
        greedy,
        "--memory",
        "300M",
        "--format",
        "json",
    ];
    let answer = json(&words, 3);
    assert_eq!(answer["reason"], "memory", "{answer}");
}

#[test]
fn ctrl_c_ends_as_interrupted_and_leaves_no_child() {
    // In this process, and in one of its own.
    for (signal, limit) in [
        (Signal::SIGINT, None),
        (Signal::SIGTERM, None),
        (Signal::SIGINT, Some(["--memory", "4G"])),
    ] {
        let folder = TempDir::new().unwrap();
        let out = folder.path().join("answer.json");
        let mut words = LONG.to_vec();
        words.extend(["--format", "json", "-o", out.to_str().unwrap()]);
        words.extend(limit.iter().flatten());
        let mut child = start(&words);
        let workers = await_descendants(child.id(), limit.iter().len());
        std::thread::sleep(Duration::from_millis(300));
        kill(Pid::from_raw(child.id() as i32), signal).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(3));
        await_end(&workers);
        let answer: Value = serde_json::from_slice(&fs::read(&out).unwrap()).unwrap();
        assert_eq!(answer["reason"], "interrupted");
        assert_eq!(names_in(folder.path()), ["answer.json"]);
    }
}

#[test]
fn no_child_outlives_a_killed_parent() {
    // The worker alone, and a program with a child of its own below it.
    let solvers = [
        ("varisat", 1), // with a limit of memory
        ("cmd:sh -c 'sleep 600 & wait'", 3),
        ("cmd:sh -c 'setsid sleep 600 & wait'", 3), // a group of its own
    ];
    for (solver, count) in solvers {
        let mut words = LONG.to_vec();
        words.extend(["--solver", solver, "--memory", "4G"]);
        let mut child = start(&words);
        let below = await_descendants(child.id(), count);
        kill(Pid::from_raw(child.id() as i32), Signal::SIGKILL).unwrap();
        child.wait().unwrap();
        await_end(&below);
    }
}

#[test]
fn a_time_limit_ends_the_children_of_programs_too() {
    let mut words = LONG.to_vec();
    words.extend([
        "--solver",
        "cmd:sh -c 'sleep 600 & wait'",
        "--timeout",
        "1s",
    ]);
    let mut child = start(&words);
    let below = await_descendants(child.id(), 3);
    assert_eq!(child.wait().unwrap().code(), Some(3));
    await_end(&below);
}

#[test]
fn dying_and_lying_solvers_are_unknown() {
    let cases = [
        ("cmd:false", "ended with exit status: 1"),
        ("cmd:sh -c 'kill -9 $$'", "signal: 9"),
        ("cmd:echo hello", "expected a c, s or v line"),
        ("cmd:echo s SATISFIABLE", "or UNKNOWN after the s"), // the file follows on the line
        (
            "cmd:sh -c 'echo s SATISFIABLE; echo v 1 0'",
            "does not satisfy the formula",
        ),
        ("cmd:sh -c 'echo s SATISFIABLE; echo v 1'", "cut off"),
        ("cmd:sh -c 'echo s UNKNOWN'", "gave up"),
        (
            "cmd:sh -c 'echo s UNSATISFIABLE; kill -SEGV $$'",
            "signal: 11",
        ),
        (
            "cmd:sh -c 'echo hello; exec sleep 600'",
            "say {out} in its arguments",
        ),
        ("cmd:sh -c 'kill -9 $PPID'", "signal 9"), // the worker itself
    ];
    for (solver, message) in cases {
        let words = [
            "solve",
            "ipc2008:p01",
            "--solver",
            solver,
            "--format",
            "json",
        ];
        let output = pegsat(&words)
            .assert()
            .code(3)
            .stderr(contains(message))
            .get_output()
            .clone();
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(answer["reason"], "solver-failed", "{solver}");
    }
}
