//! `explore`, `certify` and `verify` from the command line.

use crate::command::*;
use predicates::{prelude::*, str::contains};
use std::fs;
use tempfile::TempDir;

const TRIANGLE: &str = "triangle5/reversal:0,0";

#[test]
fn explore_answers_what_is_asked() {
    let answer = json(
        &[
            "explore",
            TRIANGLE,
            "--levels",
            "--dead-ends",
            "--winning",
            "--count",
            "--fewest-sweeps",
            "--format",
            "json",
        ],
        0,
    );
    assert_eq!(answer["outcome"], "done");
    assert_eq!(answer["levels"].as_array().unwrap().len(), 14);
    assert_eq!(answer["winning"].as_array().unwrap().len(), 14);
    assert_eq!(answer["fewest_sweeps"], 10);
    let solution = answer.to_string();
    let folder = TempDir::new().unwrap();
    let path = write(&folder, "solution.json", &solution);
    pegsat(&["check", TRIANGLE, &path])
        .assert()
        .code(0)
        .stdout(contains("13 jumps in 10 sweeps"));
    // Nothing asked for is the levels.
    let levels = json(&["explore", TRIANGLE, "--format", "json"], 0);
    assert_eq!(levels["levels"], answer["levels"]);
    assert_eq!(levels["winning"], serde_json::Value::Null);
    pegsat(&["explore", TRIANGLE, "--dead-ends"])
        .assert()
        .code(0)
        .stdout(contains("earliest dead end, after 6 jumps"));
}

#[test]
fn explore_ends_at_its_limits_with_what_it_knows() {
    for (limit, reason) in [
        (["--memory", "16M"], "memory"),
        (["--timeout", "200ms"], "timeout"),
    ] {
        let words = [
            &["explore", "french/free:3,3", "--format", "json"][..],
            &limit,
        ]
        .concat();
        let answer = json(&words, 3);
        assert_eq!(
            (&answer["outcome"], &answer["reason"]),
            (&"unknown".into(), &reason.into())
        );
        assert!(answer["levels"].as_array().unwrap().len() > 5);
    }
    pegsat(&["explore", "square12/free:5,5"])
        .assert()
        .code(2)
        .stderr(contains("144 holes"));
    let mut child = start(&["explore", "french/free:3,3", "--format", "json"]);
    wait_until_it_catches(&mut child, nix::sys::signal::Signal::SIGINT);
    nix::sys::signal::kill(
        nix::unistd::Pid::from_raw(child.id() as i32),
        nix::sys::signal::Signal::SIGINT,
    )
    .unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(3));
}

#[test]
fn explore_makes_the_table_of_a_board() {
    let answer = json(
        &[
            "explore",
            "rect4x4/free:0,0",
            "--table",
            "sweeps",
            "--format",
            "json",
        ],
        0,
    );
    for row in answer["table"].as_array().unwrap() {
        let cell = |end: &str| format!("{},{}", row[end][0], row[end][1]);
        let pair = format!("rect4x4/pair:{}:{}", cell("start"), cell("finish"));
        let words = ["explore", &pair, "--fewest-sweeps", "--format", "json"];
        assert_eq!(json(&words, 0)["fewest_sweeps"], row["sweeps"]);
    }
}

#[test]
fn explore_counts_solutions_with_the_fewest_sweeps() {
    let words = ["explore", "triangle5", "--table", "catalogue"];
    pegsat(&words).assert().code(0).stdout(
        contains("  0,2    2,3     10         5       2     2    2         1  5(2,2,2)\n")
            .and(contains("  1,2    1,2   none\n")),
    );
    let table = json(&[&words[..], &["--format", "json"]].concat(), 0);
    let row = &table["table"][0];
    let one = ["explore", TRIANGLE, "--shortest", "--format", "json"];
    assert_eq!(row["shortest"], json(&one, 0)["shortest"]);
    assert_eq!(row["shortest"]["solutions"], 15);
    pegsat(&["explore", "rect2x2/free:0,0", "--shortest"])
        .assert()
        .code(0)
        .stdout(contains("there is no solution"));
}

#[test]
fn certificates_are_written_and_verified() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("certificate.json").display().to_string();
    for (problem, kind) in [
        ("pair:3,3:3,4", "position-class"),
        ("square3/pair:1,1:1,1", "pagoda"),
        ("triangle5/pair:1,2:0,0", "exhaustion"),
        ("square3/pair:1,1:1,1", "refutation"),
    ] {
        let words = [
            "certify", problem, "--kind", kind, "-o", &file, "--format", "json",
        ];
        let answer = json(&words, 0);
        assert_eq!(answer["certificate"]["kind"], kind);
        let words = ["verify", &file, "--problem", problem, "--format", "json"];
        let verdict = json(&words, 0);
        assert_eq!(
            (&verdict["accepted"], &verdict["kind"]),
            (&true.into(), &kind.into())
        );
        pegsat(&["verify", &file, "--problem", "central"])
            .assert()
            .code(1)
            .stdout(contains("rejected: it is about another problem"));
    }
    // The proof of the last one stands beside it.
    fs::write(format!("{file}.drat"), "1 0\n").unwrap();
    pegsat(&["verify", &file])
        .assert()
        .code(1)
        .stdout(contains("checksum"));
    fs::remove_file(format!("{file}.drat")).unwrap();
    pegsat(&["verify", &file])
        .assert()
        .code(1)
        .stdout(contains("certificate.json.drat"));
    fs::write(&file, b"\xff\xfe").unwrap();
    pegsat(&["verify", &file])
        .assert()
        .code(1)
        .stdout(contains("no certificate"));
    pegsat(&["verify", "/no/such/file"]).assert().code(2);
}

#[test]
fn a_file_may_hold_several_certificates() {
    let folder = TempDir::new().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let mut text = String::new();
    for problem in ["pair:3,3:3,4", "square3/pair:1,1:1,1", "pair:3,3:3,5"] {
        pegsat(&["certify", problem, "-o", &file("one")])
            .assert()
            .code(0);
        text += &fs::read_to_string(file("one")).unwrap();
    }
    fs::write(file("all"), &text).unwrap();
    pegsat(&["verify", &file("all")])
        .assert()
        .code(0)
        .stdout("accepted: 3 of 3 certificates: 1 pagoda, 2 position-class\n");
    let (last, damaged) = (text.lines().last().unwrap(), text.lines().next().unwrap());
    let damaged = damaged.replace("3,4", "4,3");
    fs::write(file("all"), format!("{last}\n\n{damaged}\n{}", &last[1..])).unwrap();
    let verdict = json(&["verify", &file("all"), "--format", "json"], 1);
    assert_eq!(verdict["accepted"], false);
    assert_eq!(verdict["certificates"], 3);
    assert_eq!(verdict["kinds"]["position-class"], 1);
    assert_eq!(verdict["rejected"][0]["line"], 3);
    assert_eq!(verdict["rejected"][1]["line"], 4);
    let reason = verdict["rejected"][1]["reason"].as_str().unwrap();
    assert!(
        reason.ends_with(" at column 9"),
        "one line number: {reason}"
    );
    pegsat(&["verify", &file("all"), "--problem", "pair:3,3:3,4"])
        .assert()
        .code(2)
        .stderr(contains("so leave --problem out"));
}

/// What is drawn is what is argued about, wherever the certificate counts from.
#[test]
fn the_problem_that_is_drawn_is_the_one_that_was_verified() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("c.json");
    let path = file.to_str().unwrap();
    let certificate = |problem: &str| -> serde_json::Value {
        pegsat(&["certify", problem, "-o", path]).assert().success();
        let sealed: serde_json::Value =
            serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        sealed["certificate"].clone()
    };
    let verified = |certificate: &serde_json::Value, said: &str| {
        fs::write(&file, pegsat::check::seal(&certificate.to_string())).unwrap();
        let verdict = pegsat(&["verify", path]).assert().success();
        verdict.stdout(contains(said));
    };
    let mut lost = certificate("survivor:3,3:2,2");
    for cell in lost["cells"].as_array_mut().unwrap() {
        cell[0] = (cell[0].as_i64().unwrap() + 7).into();
    }
    verified(&lost, "goal: survivor 2,2\n");
    let mut pair = certificate("pair:3,3:2,3");
    pegsat(&["verify", path, "--lrat"])
        .assert()
        .code(2)
        .stderr(contains("has no proof"));
    pair["goal"]["dead_end"] = 1.into();
    verified(&pair, "\n# and besides: dead-end 1\n");
}

#[test]
fn certify_prints_solutions_and_admits_what_it_does_not_know() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("certificate.json").display().to_string();
    pegsat(&["certify", "central", "-o", &file])
        .assert()
        .code(1)
        .stdout(contains("solved: central has a solution"));
    let words = [
        "certify", "central", "--kind", "pagoda", "-o", &file, "--format", "json",
    ];
    assert_eq!(json(&words, 3)["outcome"], "unknown");
    let words = [
        "certify",
        "central",
        "--kind",
        "refutation",
        "--timeout",
        "100ms",
        "-o",
        &file,
        "--format",
        "json",
    ];
    assert_eq!(json(&words, 3)["reason"], "timeout");
    assert_eq!(names_in(folder.path()), Vec::<String>::new());
}

/// What `solve` says without a search it says with its certificate.
#[test]
fn solve_brings_the_certificate_along() {
    let folder = TempDir::new().unwrap();
    for (problem, kind) in [
        ("pair:3,3:3,4", "position-class"),
        ("square3/pair:1,1:1,1", "pagoda"),
        ("square12/pair:5,5:5,6", "position-class"),
    ] {
        let answer = json(&["solve", problem, "--format", "json"], 1);
        assert_eq!(answer["certificate"]["kind"], kind);
        let document = format!("{}\n", answer["certificate"]["document"]);
        // Key order is part of the document, so it is cut out of the text.
        let output = pegsat(&["solve", problem, "--format", "json"])
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let begin = text.find("{\"sha256\"").unwrap();
        let text = &text[begin..begin + document.len() - 1];
        let file = write(&folder, "certificate.json", &format!("{text}\n"));
        pegsat(&["verify", &file, "--problem", problem])
            .assert()
            .code(0);
    }
}

#[test]
fn sequences_are_counted_up_to_symmetry() {
    let words = [
        "explore",
        "free:3,3",
        "--sequences",
        "5",
        "--format",
        "json",
    ];
    let found = json(&words, 0);
    let counts: Vec<u64> = found["sequences"]
        .as_array()
        .unwrap()
        .iter()
        .map(|level| level["sequences"].as_u64().unwrap())
        .collect();
    // From one position four jumps lead to one; which sequences stay there depends on the order in
    // which positions are merged, so the others only hold still.
    assert_eq!(counts[..2], [1, 4]);
    assert_eq!(counts[2..], [3, 10, 41, 210]);
}

/// The 15 holes: wins, and all games, from each vacancy, as published (one public table counts
/// wins twice).
#[test]
fn chances_are_as_published() {
    let published = [
        ("0,0", "568630", "29760"),
        ("0,1", "294543", "14880"),
        ("0,2", "1149568", "85258"),
        ("1,2", "137846", "1550"),
    ];
    for (vacancy, games, won) in published {
        let problem = format!("triangle5/free:{vacancy}");
        let told = json(&["explore", &problem, "--chances", "--format", "json"], 0);
        let chances = &told["chances"];
        assert_eq!(chances["games"], games);
        assert_eq!(chances["won"], won);
        let by_chance = chances["by_chance"].as_f64().unwrap();
        assert!(by_chance > 0.001 && by_chance < 0.01, "{by_chance}");
        assert!(told["levels"].is_null() && told["winning"].is_null());
    }
}

/// The 15 holes: the most jumps of a sweep of a solution, and of the last one.
#[test]
fn long_sweeps_are_in_solutions() {
    for (vacancy, any, last) in [("0,0", 4, 4), ("0,1", 4, 4), ("0,2", 5, 5), ("1,2", 2, 1)] {
        let problem = format!("triangle5/free:{vacancy}");
        for (which, length) in [("any", any), ("last", last)] {
            let words = [
                "explore",
                &problem,
                "--longest-sweep",
                which,
                "--format",
                "json",
            ];
            let told = json(&words, 0);
            assert_eq!(told["longest_sweep"]["length"], length, "{vacancy} {which}");
            pegsat(&["check", &problem, "-"])
                .write_stdin(told["longest_sweep"]["jumps"].to_string())
                .assert()
                .success();
        }
    }
    pegsat(&["explore", "rect1x4/free:0,0", "--longest-sweep", "any"])
        .assert()
        .success()
        .stdout(contains("longest sweep: "));
}
