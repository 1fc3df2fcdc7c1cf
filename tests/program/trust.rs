//! Whom the program believes: nobody who gives no proof.

use crate::command::*;
use predicates::str::contains;
use std::{fs, os::unix::fs::PermissionsExt, path::Path};
use tempfile::TempDir;

/// A solver that says so whatever it is asked, and may write this as its proof.
fn liar(folder: &TempDir, proof: Option<&str>) -> String {
    let write = proof.map_or(String::new(), |proof| {
        format!("printf '{proof}' > \"$2\"\n")
    });
    let script = format!("#!/bin/sh\n{write}echo s UNSATISFIABLE\nexit 20\n");
    let path = folder.path().join("liar");
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    match proof {
        None => format!("cmd:{}", path.display()),
        Some(_) => format!("cmd:{} {{cnf}} {{proof}}", path.display()),
    }
}

#[test]
fn a_program_without_a_proof_is_not_believed() {
    let folder = TempDir::new().unwrap();
    let liar = liar(&folder, None);
    for model in ["C", "E", "E+layers=31"] {
        let words = ["solve", "central", "--model", model, "--solver", &liar];
        let answer = json(&[&words[..], &["--format", "json"]].concat(), 3);
        assert_eq!(answer["outcome"], "unknown", "{answer}");
        assert!(answer["checked"].is_null() && answer["certificate"].is_null());
        let message = answer["message"].as_str().unwrap();
        assert!(message.contains("--trust"), "{message}");
        pegsat(&words)
            .assert()
            .code(3)
            .stdout(contains("no proof that can be checked"));
        // Whoever trusts it is told that nothing was checked.
        let answer = json(&[&words[..], &["--trust", "--format", "json"]].concat(), 1);
        assert_eq!(answer["outcome"], "unsolvable", "{answer}");
        assert!(answer["checked"].is_null());
    }
    for (problem, fewest) in [
        ("ipc2008:p05", "sweeps"),
        ("reversal:3,0", "jumps-to-dead-end"),
    ] {
        let words = ["optimise", problem, "--fewest", fewest, "--solver", &liar];
        let limits = ["--timeout", "20s", "--format", "json"];
        let answer = json(&[&words[..], &limits].concat(), 3);
        assert_eq!(answer["bound"], 0, "{answer}");
    }
}

#[test]
fn a_proof_that_does_not_hold_is_neither_believed_nor_kept() {
    for proof in ["0\\n", "", "1 0\\n0\\n", "a\\000", "\\001\\002", "1 2"] {
        let folder = TempDir::new().unwrap();
        let liar = liar(&folder, Some(proof));
        let out = folder.path().join("out");
        let out = out.to_str().unwrap();
        let solve = ["solve", "central", "--model", "C", "--solver", &liar];
        pegsat(&solve)
            .assert()
            .code(3)
            .stderr(contains("is rejected"));
        pegsat(&[&solve[..], &["--proof", out]].concat())
            .assert()
            .code(3);
        assert!(!Path::new(out).exists());
        let certify = ["certify", "central", "--kind", "refutation", "-o", out];
        pegsat(&[&certify[..], &["--solver", &liar]].concat())
            .assert()
            .code(3);
        assert_eq!(names_in(folder.path()), ["liar"]);
    }
}

#[test]
fn answers_say_by_what_they_were_checked() {
    let cases = [
        (&["central"][..], 0, Some("replay")),
        (&["french/pair:3,3:3,3"], 1, Some("certificate")),
        (&["triangle5/pair:1,2:1,2"], 1, Some("certificate")),
        (
            &["triangle5/pair:1,2:1,2", "--model", "C"],
            1,
            Some("proof"),
        ),
        (
            &["triangle5/pair:1,2:1,2", "--model", "C", "--trust"],
            1,
            None,
        ),
        (
            &[
                "triangle5/pair:1,2:1,2",
                "--model",
                "C",
                "--solver",
                "batsat",
            ],
            3,
            None,
        ),
    ];
    for (words, status, checked) in cases {
        let words = [&["solve", "--format", "json"], words].concat();
        let answer = json(&words, status);
        assert_eq!(answer["checked"].as_str(), checked, "{words:?}");
    }
}

/// The set of another problem, under this one's name.
#[test]
fn a_stored_set_is_about_its_problem() {
    let (folder, home) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let ask = |problem: &str| {
        let words = [
            "explore",
            problem,
            "--from",
            "  ./ O O/O O O",
            "--format",
            "json",
        ];
        let mut command = pegsat(&words);
        command.env("XDG_CACHE_HOME", home.path());
        let output = command.assert().code(0).get_output().stdout.clone();
        let answer: serde_json::Value = serde_json::from_slice(&output).unwrap();
        answer["position"]["winning"].as_bool().unwrap()
    };
    let can = ask("triangle3/free:0,0");
    let sets = |under: &Path| -> Vec<std::path::PathBuf> {
        let mut found = vec![under.to_path_buf()];
        let mut next = 0;
        while let Some(path) = found.get(next).cloned() {
            if path.is_dir() {
                found.extend(
                    fs::read_dir(path)
                        .unwrap()
                        .map(|entry| entry.unwrap().path()),
                );
            }
            next += 1;
        }
        found.retain(|path| path.is_file());
        found
    };
    let first = sets(home.path());
    assert_eq!(first.len(), 1);
    let cannot = ask("triangle3/pair:0,0:0,0");
    let second = sets(home.path());
    let second = second.iter().find(|path| **path != first[0]).unwrap();
    let kept = folder.path().join("kept");
    fs::copy(second, &kept).unwrap();
    for (from, to) in [(&first[0], second), (&kept, &first[0])] {
        fs::copy(from, to).unwrap();
    }
    assert_eq!(ask("triangle3/free:0,0"), can);
    assert_eq!(ask("triangle3/pair:0,0:0,0"), cannot);
}

#[test]
fn the_last_peg_is_its_own_kind() {
    let folder = TempDir::new().unwrap();
    let problem = write(&folder, "none.peg", "start:\nO O .\ngoal: pegs 0\n");
    let answer = json(&["solve", &problem, "--format", "json"], 1);
    assert_eq!(answer["certificate"]["kind"], "last-peg");
}
