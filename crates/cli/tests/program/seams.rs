//! Where parts meet: what an answer rests on, endless and large input, limits at every step,
//! and whose fault an error is.

use crate::{command::*, common::long};
use predicates::str::contains;
use serde_json::Value;
use std::{
    collections::BTreeSet,
    ffi::OsStr,
    fs,
    os::unix::ffi::OsStrExt,
    sync::atomic::{AtomicBool, Ordering},
};
use tempfile::TempDir;

/// The same with the last of its words in JSON.
fn with<'a>(words: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [words, more].concat()
}

const OPTIMUM: [&str; 6] = [
    "optimise",
    "triangle5/free:1,2",
    "--fewest",
    "sweeps",
    "--model",
    "S",
];

#[test]
fn an_optimum_says_what_its_bound_rests_on() {
    let answer = json(&with(&OPTIMUM, &["--format", "json"]), 0);
    assert_eq!(
        (&answer["value"], &answer["bound"]),
        (&11.into(), &11.into())
    );
    for field in ["checked", "bound_checked"] {
        assert_eq!(answer[field], "proof", "{answer}");
    }
    pegsat(&OPTIMUM)
        .assert()
        .code(0)
        .stdout(contains("optimum: 11 sweeps"))
        .stdout(contains("the proof was checked"));
    // Trust is said to be trust.
    let answer = json(&with(&OPTIMUM, &["--trust", "--format", "json"]), 0);
    assert!(answer["checked"].is_null() && answer["bound_checked"].is_null());
    pegsat(&with(&OPTIMUM, &["--trust"]))
        .assert()
        .code(0)
        .stdout(contains("unchecked, by the solver's word"));
}

/// A formula that is added to while it is solved has no proof of its first run.
#[test]
fn bounds_of_a_relaxed_model_are_checked_too() {
    let words = ["optimise", "triangle5/reversal:0,0", "--fewest", "sweeps"];
    let options = ["--model", "S+regions", "--format", "json"];
    let answer = json(&[&words[..], &options].concat(), 0);
    assert_eq!(
        (&answer["value"], &answer["bound"]),
        (&10.into(), &10.into())
    );
    assert_eq!(answer["bound_checked"], "proof", "{answer}");
}

#[test]
fn a_solver_without_proofs_is_not_believed() {
    let problem = "triangle4/pair:0,1:0,2";
    let words = [
        "solve",
        problem,
        "--model",
        "C",
        "--solver",
        "batsat",
        "--approach",
        "formula",
    ];
    let answer = json(&with(&words, &["--format", "json"]), 3);
    assert!(answer["checked"].is_null(), "{answer}");
    pegsat(&words)
        .assert()
        .code(3)
        .stdout(contains("batsat says that there is no solution"))
        .stdout(contains("--trust"));
    let answer = json(&with(&words, &["--trust", "--format", "json"]), 1);
    assert!(answer["checked"].is_null(), "{answer}");
    let words = with(&OPTIMUM, &["--solver", "batsat", "--format", "json"]);
    let answer = json(&words, 3);
    assert_eq!(answer["bound"], 0, "{answer}");
}

/// Everything but what is measured.
fn unmeasured(mut answer: Value) -> Value {
    if let Some(fields) = answer.as_object_mut() {
        for name in ["seconds", "peak_memory_bytes", "history"] {
            fields.remove(name);
        }
    }
    answer
}

/// Limits of memory and of time that are not reached change nothing, nor does load.
#[test]
fn the_same_bytes_within_limits_and_beside_load() {
    let questions: [&[&str]; 12] = [
        &["solve", "central"],
        &["solve", "central-free", "--model", "E+early"],
        &["solve", "pattern:3", "--model", "C+pagoda=auto"],
        &["solve", "rect4x4/pair:0,0:1,1"],
        &["solve", "random:12:3", "--approach", "exhaustion"],
        &["solve", "square9/pair:4,4:4,4", "--approach", "beam"],
        &["certify", "french/free:3,3", "-o", "/dev/null"],
        &["optimise", "triangle5/free:0,0", "--fewest", "sweeps"],
        &["optimise", "reversal:3,0", "--fewest", "jumps-to-dead-end"],
        &["explore", "triangle5/free:0,0", "--levels", "--count"],
        &[
            "search",
            "triangle5/free:0,0",
            "--strategy",
            "a-star",
            "--heuristic",
            "pagoda",
        ],
        &["game", "duotaire", "1x12"],
    ];
    let times = if long() { 10 } else { 3 };
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    std::hint::spin_loop()
                }
            });
        }
        for words in questions {
            let limits = ["--memory", "100M", "--timeout", "1m", "--format", "json"];
            let words = with(words, &limits);
            let answers: BTreeSet<String> = (0..times)
                .map(|_| {
                    let output = pegsat(&words).output().unwrap();
                    let answer = serde_json::from_slice(&output.stdout).unwrap();
                    unmeasured(answer).to_string()
                })
                .collect();
            assert_eq!(answers.len(), 1, "{words:?}: {answers:#?}");
        }
        stop.store(true, Ordering::Relaxed);
    });
}

#[test]
fn endless_input_is_an_error() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out").display().to_string();
    let pegsat = assert_cmd::cargo::cargo_bin("pegsat").display().to_string();
    for words in [
        format!("join /dev/zero -o {out}"),
        format!("merge /dev/zero -o {out}"),
        "decode --map /dev/zero /dev/null".into(),
        "verify /dev/zero".into(),
        "check central /dev/zero".into(),
        "solve /dev/zero".into(),
    ] {
        let script = format!("ulimit -v 1500000; exec {pegsat} {words}");
        let output = std::process::Command::new("sh")
            .args(["-c", &script])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let status = output.status.code();
        assert!(matches!(status, Some(1 | 2)), "{words}: {status:?} {said}");
        assert!(
            status == Some(1) || said.contains("/dev/zero"),
            "{words}: {said}"
        );
    }
}

/// Sets of positions end at their account, before the guard of the process has to end them.
#[test]
fn levels_end_within_their_memory_with_what_they_know() {
    let words = [
        "explore",
        "square6/survivor:0,0:1,0",
        "--levels",
        "--memory",
        "100M",
        "--format",
        "json",
    ];
    let answer = json(&words, 3);
    assert_eq!(answer["reason"], "memory", "{answer}");
    assert_eq!(answer["levels"].as_array().unwrap().len(), 11, "{answer}");
    let peak = answer["peak_memory_bytes"].as_u64().unwrap();
    assert!(peak <= 100 << 20, "{peak}");
}

/// A limit that is reached where a formula is made, split or joined ends as everywhere.
#[test]
fn a_limit_at_any_step_is_unknown_and_says_so_in_json() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out").display().to_string();
    for words in [
        &[
            "solve",
            "square40/free:0,0",
            "--cube",
            "1/8",
            "--model",
            "D",
            "--proof",
            &out,
        ][..],
        &["solve", "square20/pair:8,9:8,10", "--model", "A"],
        &[
            "export",
            "square40/free:0,0",
            "--model",
            "D",
            "--to",
            "dimacs",
            "-o",
            &out,
        ],
    ] {
        let is_export = words[0] == "export";
        let mut words = with(words, &["--timeout", "200ms"]);
        if !is_export {
            words.extend(["--format", "json"]);
        }
        let output = pegsat(&words).output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{words:?} {output:?}");
        if !is_export {
            let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
            assert_eq!(answer["reason"], "timeout", "{answer}");
            assert_eq!(answer["outcome"], "unknown", "{answer}");
        }
    }
    let digits = "123456789\n234567891\n".repeat(50);
    let digits = write(&folder, "digits", &digits);
    let words = [
        "search",
        "tenpair",
        &digits,
        "--timeout",
        "200ms",
        "--format",
        "json",
    ];
    let answer = json(&with(&words, &["--strategy", "breadth-first"]), 3);
    assert_eq!(answer["reason"], "timeout", "{answer}");
}

/// The names of all fields.
fn shape(answer: &Value) -> BTreeSet<String> {
    answer.as_object().unwrap().keys().cloned().collect()
}

#[test]
fn answers_have_one_shape_however_they_end() {
    for words in [
        &["optimise", "triangle5/free:1,2", "--fewest", "sweeps"][..],
        &["solve", "central"],
    ] {
        let words = with(words, &["--format", "json"]);
        let whole = shape(&json(&words, 0));
        // What waits for its input is ended from outside.
        let mut words = words.clone();
        words[1] = "-";
        words.extend(["--timeout", "10ms"]);
        let waiting = std::process::Command::new(assert_cmd::cargo::cargo_bin("pegsat"))
            .args(&words)
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let output = {
            let mut waiting = waiting;
            let _input = waiting.stdin.take(); // held open
            waiting.wait_with_output().unwrap()
        };
        assert_eq!(output.status.code(), Some(3));
        let ended: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(ended["reason"], "timeout", "{ended}");
        assert_eq!(shape(&ended), whole, "{words:?}");
    }
}

/// A system that is a script.
fn system(folder: &TempDir, script: &str, more: Value) -> String {
    let script = write(folder, "mine.sh", script);
    let mut system = serde_json::json!({
        "name": "mine", "summary": "a script", "program": "sh", "takes": "pddl",
        "command": ["{program}", script, "{data}", "{out}"], "answers": "plan", "proves": "no",
    });
    for (key, value) in more.as_object().unwrap() {
        system[key] = value.clone();
    }
    let systems = serde_json::json!({ "systems": [system] });
    write(folder, "systems.json", &systems.to_string())
}

#[test]
fn wrong_jumps_are_the_fault_of_the_system_that_gave_them() {
    let folder = TempDir::new().unwrap();
    let peg = write(&folder, "row.peg", "start:\nO O .\ngoal:\n. . O\n");
    let script = "echo '(jump h2-0 h1-0 h0-0)' > $2\n";
    let systems = system(&folder, script, serde_json::json!({}));
    for words in [
        &["solve", &peg, "--model", "pddl@mine"][..],
        &[
            "optimise",
            &peg,
            "--fewest",
            "sweeps",
            "--model",
            "pddl+sweeps@mine",
        ],
    ] {
        let output = pegsat(&with(words, &["--systems", &systems]))
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(3), "{words:?}: {said}");
        assert!(
            said.contains("mine gave jumps that are no solution"),
            "{said}"
        );
        assert!(!said.contains("bug"), "{said}");
    }
}

#[test]
fn a_system_that_hangs_has_no_version() {
    let folder = TempDir::new().unwrap();
    let version = serde_json::json!({"version": ["sh", "-c", "sleep 60; echo 1.0"]});
    let systems = system(&folder, "", version);
    let answer = json(&["systems", "--systems", &systems, "--format", "json"], 0);
    let listed = answer["systems"].as_array().unwrap();
    let mine = listed
        .iter()
        .find(|system| system["name"] == "mine")
        .unwrap();
    assert!(mine["version"].is_null(), "{mine}");
}

#[test]
fn exhaustion_without_memory_says_memory() {
    let words = [
        "solve",
        "wiegleb/free:4,4",
        "--approach",
        "exhaustion",
        "--memory",
        "60M",
    ];
    let answer = json(&with(&words, &["--format", "json"]), 3);
    assert_eq!(answer["reason"], "memory", "{answer}");
}

#[test]
fn a_part_with_an_altered_field_is_refused() {
    let folder = TempDir::new().unwrap();
    let [part, out] = ["part", "out"].map(|name| folder.path().join(name).display().to_string());
    let words = [
        "certify",
        "rect4x4/pair:0,0:1,1",
        "--cube",
        "1/2",
        "-o",
        &part,
    ];
    pegsat(&words).assert().code(3);
    let text = fs::read_to_string(&part).unwrap();
    let (head, proof) = text.split_once('\n').unwrap();
    for field in ["jumps", "model", "sweeps", "proof_name"] {
        let altered = head.replacen(
            &format!("\"{field}\":null"),
            &format!("\"{field}s\":null"),
            1,
        );
        assert_ne!(head, altered, "{field}");
        fs::write(&part, format!("{altered}\n{proof}")).unwrap();
        pegsat(&["join", &part, "-o", &out])
            .assert()
            .code(2)
            .stderr(contains("part"));
    }
}

#[test]
fn names_that_are_not_utf8_work_or_are_named() {
    let folder = TempDir::new().unwrap();
    let odd = |name: &[u8]| folder.path().join(OsStr::from_bytes(name));
    let [peg, certificate] = [odd(b"caf\xe9.peg"), odd(b"caf\xe9.json")];
    fs::write(&peg, "start:\nO O .\ngoal: pegs 1\n").unwrap();
    let program = || assert_cmd::Command::cargo_bin("pegsat").unwrap();
    program()
        .arg("solve")
        .arg(&peg)
        .assert()
        .code(2)
        .stderr(contains("caf\\xE9.peg"));
    program()
        .args(["certify", "pair:3,3:3,4", "-o"])
        .arg(&certificate)
        .assert()
        .code(0);
    program().arg("verify").arg(&certificate).assert().code(0);
    let map = odd(b"\xff.cnf");
    let export = [
        "export",
        "ipc2008:p01",
        "--model",
        "C",
        "--to",
        "dimacs",
        "-o",
    ];
    program().args(export).arg(&map).assert().code(0);
    let answer = write(&folder, "answer", "s UNKNOWN\n");
    program()
        .args(["decode", "--map"])
        .arg(odd(b"\xff.cnf.map.json"))
        .arg(answer)
        .assert()
        .code(3);
}

#[test]
fn one_jump_is_one_jump() {
    let folder = TempDir::new().unwrap();
    let peg = write(&folder, "row.peg", "start:\nO O .\ngoal:\n. . O\n");
    pegsat(&["solve", &peg])
        .assert()
        .code(0)
        .stdout(contains("solved: 1 jump in 1 sweep"));
    pegsat(&["check", &peg, "0,0-2,0"])
        .assert()
        .code(0)
        .stdout(contains("accepted: 1 jump in 1 sweep solves"));
}
