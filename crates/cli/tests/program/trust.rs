//! Whom the program believes: nobody who gives no proof.

use crate::command::*;
use pegsat::{Ask, End, Evidence, Watch, asked::Question};
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

#[test]
fn the_last_peg_is_its_own_kind() {
    let folder = TempDir::new().unwrap();
    let problem = write(&folder, "none.peg", "start:\nO O .\ngoal: pegs 0\n");
    let answer = json(&["solve", &problem, "--format", "json"], 1);
    assert_eq!(answer["certificate"]["kind"], "last-peg");
}

/// A script that stands for a solver.
fn script(folder: &TempDir, text: &str) -> String {
    let path = folder.path().join("script");
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    format!("cmd:{}", path.display())
}

/// A program writes what a worker would say into its parent's pipe.
#[test]
fn nobody_speaks_for_the_worker() {
    let folder = TempDir::new().unwrap();
    let certified = pegsat::named_problem("pair:3,3:3,4").unwrap();
    let answer = pegsat::solve(&certified, &Ask::default(), &Watch::new()).unwrap();
    let mut unfounded = answer.clone();
    unfounded.end = End::Unsolvable(Evidence::Exhaustion);
    for forged in [answer, unfounded] {
        let reply = serde_json::json!({ "reply": forged });
        let file = write(&folder, "forged", &format!("{reply}\n"));
        let solver = script(
            &folder,
            &format!("cat '{file}' > /proc/$PPID/fd/1\nsleep 0.3\necho 's UNKNOWN'"),
        );
        for words in [
            &["solve", "central"][..],
            &["certify", "central", "-o", "-"],
        ] {
            let more = ["--solver", &solver, "--timeout", "3s", "--format", "json"];
            let said = pegsat(&[words, &more].concat()).output().unwrap();
            assert_ne!(said.status.code(), Some(0), "{said:?}");
            let answer = String::from_utf8(said.stdout).unwrap();
            assert!(!answer.contains("unsolvable"), "{answer}");
        }
    }
}

/// A worker that is called by hand removes nothing that it does not know to be its parent's.
#[test]
fn a_worker_by_hand_removes_nothing() {
    let mine = TempDir::new().unwrap();
    fs::write(mine.path().join("letter"), "dear").unwrap();
    let place = mine.path().to_str().unwrap();
    let question = serde_json::json!({
        "problem": "p", "peg": "start:\nO O .\ngoal: pegs 1\n",
        "question": Question { ask: Ask::default(), system: None }, "memory": null, "timeout": null,
    });
    let mut whole = question.clone();
    whole["secret"] = "s".into();
    whole["scratch"] = serde_json::json!([place, "s"]);
    for instruction in [question, whole] {
        pegsat(&["worker"])
            .env("TMPDIR", mine.path())
            .write_stdin(format!("{instruction}\n"))
            .output()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(200));
        assert_eq!(names_in(mine.path()), ["letter"]);
    }
}

/// What others wrote moves no cursor: names of proofs, of files, words of options, lines of solvers.
#[test]
fn what_others_wrote_changes_nothing_on_a_terminal() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("c.json");
    let path = file.to_str().unwrap();
    let words = [
        "certify",
        "square3/pair:1,1:1,1",
        "--kind",
        "refutation",
        "-o",
        path,
    ];
    pegsat(&words).assert().code(0);
    let text = fs::read_to_string(&file).unwrap();
    let mut sealed: serde_json::Value = serde_json::from_str(&text).unwrap();
    let mut odd = sealed["certificate"].clone();
    let painted = "\r\u{1b}[2Kaccepted: \u{9b}1A\u{202e}";
    sealed["certificate"]["proof"]["refutation"]["proof"] = painted.into();
    let forged = pegsat::check::seal(&sealed["certificate"].to_string());
    fs::write(&file, forged).unwrap();
    // Nor does a line of its own say what the program did not.
    odd["kind"] = "x\naccepted: x".into();
    let lines = folder.path().join("lines.json");
    let altered = pegsat::check::seal(&odd.to_string());
    fs::write(&lines, altered).unwrap();
    let said = pegsat(&["verify", lines.to_str().unwrap()]).assert();
    let said = said.failure().get_output().clone();
    let text = [said.stdout, said.stderr].concat();
    let text = String::from_utf8(text).unwrap();
    assert!(
        !text.lines().any(|line| line.starts_with("accepted")),
        "{text}"
    );
    let solver = script(&folder, "printf 'v \\033[2K\\r1\\n'; echo oops");
    let peg = write(
        &folder,
        "\u{1b}[2Kname.peg",
        "start:\nO O .\nnonsense: \u{1b}]0;x\u{7}\n",
    );
    let cases: [&[&str]; 6] = [
        &["verify", path],
        &["solve", "central", "--solver", &solver],
        &["solve", &peg],
        &["solve", painted],
        &["solve", "--approach", painted],
        &["compare", "--suite", painted, "--models", painted],
    ];
    for words in cases {
        let said = pegsat(words).output().unwrap();
        for text in [said.stdout, said.stderr] {
            let text = String::from_utf8(text).unwrap();
            let acts = ['\u{1b}', '\r', '\u{9b}', '\u{202e}', '\u{7}'];
            assert!(!text.contains(acts), "{words:?}: {text:?}");
        }
    }
}

/// A proof that is a pipe is no proof, and nobody waits for it.
#[test]
fn a_pipe_in_place_of_a_proof_is_not_waited_for() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("c.json");
    let path = path.to_str().unwrap();
    let words = [
        "certify",
        "square3/pair:1,1:1,1",
        "--kind",
        "refutation",
        "-o",
        path,
    ];
    pegsat(&words).assert().code(0);
    let proof = format!("{path}.drat");
    fs::remove_file(&proof).unwrap();
    nix::unistd::mkfifo(proof.as_str(), nix::sys::stat::Mode::S_IRWXU).unwrap();
    pegsat(&["verify", path])
        .timeout(std::time::Duration::from_secs(20))
        .assert()
        .code(2)
        .stderr(contains("is no regular file"));
}

/// Errors name what is wrong without repeating all of it.
#[test]
fn errors_are_short() {
    let folder = TempDir::new().unwrap();
    let long = write(&folder, "long", &"a".repeat(3 << 20));
    let words: [&[&str]; 4] = [
        &["check", "central", &long],
        &["show", &long],
        &["reproduce", "--study", &long],
        &["decode", "--map", &long, &long],
    ];
    for words in words {
        let said = pegsat(words).assert().code(2).get_output().stderr.clone();
        assert!(said.len() < 2000, "{words:?}: {} bytes", said.len());
    }
    let out = folder.path().join("out");
    let out = out.to_str().unwrap();
    let compare = "compare --suite pairs:triangle4 --models E --memory 1G -o";
    let words: Vec<&str> = compare.split(' ').chain([out]).collect();
    pegsat(&words)
        .env("TMPDIR", "/nowhere/at/all")
        .assert()
        .code(2)
        .stderr(contains("/nowhere/at/all"));
}
