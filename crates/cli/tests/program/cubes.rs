//! One question in parts, and their proofs joined.

mod split;

use crate::command::*;
use predicates::str::contains;
use serde_json::Value;
use std::fs;
use tempfile::TempDir;

/// Decides all parts of a question: their files, and what is known of each.
fn parts(folder: &TempDir, words: &[&str], n: usize, more: &[&str]) -> Vec<(String, Value)> {
    let part = |index: usize| {
        let file = folder.path().join(format!("part{index}"));
        let file = file.display().to_string();
        let _ = fs::remove_file(&file);
        let cube = format!("{index}/{n}");
        let place = match words[0] {
            "certify" => "-o",
            _ => "--proof",
        };
        let own = ["--cube", &cube, place, &file, "--format", "json"];
        let output = pegsat(&[words, &own, more].concat()).output().unwrap();
        let said = serde_json::from_slice(&output.stdout);
        let said: Value = said.unwrap_or_else(|_| panic!("{output:?}"));
        assert!(matches!(output.status.code(), Some(0 | 1 | 3)), "{said}");
        (file, said)
    };
    (1..=n).map(part).collect()
}

/// What comes of joining them.
fn joined(folder: &TempDir, parts: &[(String, Value)], status: i32) -> Value {
    let proof = folder.path().join("joined.drat").display().to_string();
    let mut words = vec!["join", "-o", &proof, "--format", "json"];
    words.extend(parts.iter().map(|(file, _)| file.as_str()));
    json(&words, status)
}

#[test]
fn what_no_part_has_is_proved_of_the_whole() {
    let folder = TempDir::new().unwrap();
    let proof = folder.path().join("joined.drat").display().to_string();
    let questions: [(&[&str], usize, &str); 7] = [
        (
            &[
                "optimise",
                "triangle6/free:0,1",
                "--fewest",
                "sweeps",
                "--most",
                "8",
            ],
            6,
            "no solution has 8 sweeps or fewer",
        ),
        // Connectivity is added to this formula while it is solved.
        (
            &[
                "optimise",
                "square9/reversal:4,4",
                "--fewest",
                "sweeps",
                "--most",
                "9",
                "--model",
                "S+none",
            ],
            3,
            "no solution has 9 sweeps or fewer",
        ),
        (
            &[
                "optimise",
                "square5/free:2,2",
                "--fewest",
                "jumps-to-dead-end",
                "--most",
                "5",
            ],
            4,
            "no dead end comes after 5 jumps or fewer",
        ),
        (
            &["certify", "rect4x4/pair:0,0:1,1"],
            5,
            "unsolvable: no sequence of jumps reaches the goal",
        ),
        (
            &["solve", "triangle5/free:1,2", "--model", "E+layers=3"],
            4,
            "there is no solution within these layers or sweeps",
        ),
        (
            &["solve", "rect4x3/pair:1,1:1,1", "--model", "D"],
            4,
            "unsolvable: no sequence of jumps reaches the goal",
        ),
        (
            &["solve", "rect4x3/pair:1,1:1,1", "--model", "D"],
            1,
            "unsolvable: no sequence of jumps reaches the goal",
        ),
    ];
    for (number, (words, n, shows)) in questions.into_iter().enumerate() {
        // Splits differ in nothing that comes after them.
        let splits = ["first", "lookahead"];
        for split in &splits[..if number == 0 { 2 } else { 1 }] {
            let parts = parts(&folder, words, n, &["--split", split]);
            for (_, said) in &parts {
                assert_eq!(said["cube"]["refuted"], true, "{words:?} {said}");
                assert_eq!(said["cube"]["checked"], "proof", "{words:?}");
                assert!(said["cube"]["file"].is_string(), "{words:?}");
                assert_eq!(said["outcome"], "unknown", "{words:?}");
            }
            let all = joined(&folder, &parts, 0);
            assert_eq!(all["join"]["shows"], shows, "{words:?}");
            let is_whole = shows.starts_with("unsolvable");
            let outcome = if is_whole { "unsolvable" } else { "unknown" };
            assert_eq!(all["outcome"], outcome, "{words:?}");
            if words[0] != "solve" && !words.contains(&"jumps-to-dead-end") {
                let certificate = all["certificate"]["file"].as_str().unwrap();
                pegsat(&["verify", certificate]).assert().code(0);
            }
            // Without the last part there is no proof.
            if parts.len() == all["join"]["parts"] && n > 1 {
                let known = fs::read(&proof).unwrap();
                let some = joined(&folder, &parts[..n - 1], 3);
                assert_eq!(some["join"]["missing"], serde_json::json!([n]));
                assert_eq!(fs::read(&proof).unwrap(), known);
            }
        }
    }
}

#[test]
fn a_solution_is_in_some_part() {
    let folder = TempDir::new().unwrap();
    for words in [
        &["solve", "triangle5/reversal:0,0", "--model", "E"][..],
        &["solve", "rect4x3/pair:0,0:3,0", "--model", "C"],
        &[
            "optimise",
            "triangle5/free:0,2",
            "--fewest",
            "sweeps",
            "--most",
            "9",
        ],
        &["certify", "rect4x3/pair:1,0:1,0"],
    ] {
        let parts = parts(&folder, words, 4, &["--memory", "2G"]);
        let has_solution = |said: &Value| said["outcome"] == "solved";
        let solved: Vec<&Value> = (parts.iter().map(|(_, said)| said))
            .filter(|said| has_solution(said))
            .collect();
        assert!(!solved.is_empty(), "{words:?}");
        let all = joined(&folder, &parts, 1);
        assert_eq!(all["outcome"], "solved");
        assert!(!all["jumps"].as_array().unwrap().is_empty());
    }
}

#[test]
fn parts_may_be_there_twice() {
    let folder = TempDir::new().unwrap();
    let own = parts(&folder, &["certify", "rect4x4/pair:0,0:1,1"], 2, &[]);
    let more = [own.clone(), own].concat();
    joined(&folder, &more, 0);
}

#[test]
fn what_is_kept_is_not_made_again_and_damage_is_seen() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let first = path("part1");
    let words = [
        "certify",
        "rect4x4/pair:0,0:1,1",
        "--cube",
        "1/2",
        "-o",
        &first,
    ];
    pegsat(&words).assert().code(3);
    let whole = fs::read(&first).unwrap();
    pegsat(&words)
        .assert()
        .code(3)
        .stderr(contains("there already"));
    assert_eq!(fs::read(&first).unwrap(), whole);

    let join = |parts: &[&str]| {
        let joined = path("joined");
        pegsat(&[&["join", "-o", &joined], parts].concat()).assert()
    };
    let second = path("part2");
    let mut words = words;
    words[3] = "2/2";
    words[5] = &second;
    pegsat(&words).assert().code(3);
    join(&[&first, &second])
        .code(0)
        .stdout(contains("unsolvable"));

    // Of another question, another split, another formula.
    let other = path("other");
    let others: [&[&str]; 3] = [
        &[
            "certify",
            "rect4x4/pair:0,0:1,1",
            "--cube",
            "1/3",
            "-o",
            &other,
        ],
        &[
            "certify",
            "rect4x4/pair:0,0:1,1",
            "--cube",
            "1/2",
            "--split",
            "lookahead",
            "-o",
            &other,
        ],
        &[
            "certify",
            "rect4x4/pair:0,0:0,1",
            "--cube",
            "1/2",
            "-o",
            &other,
        ],
    ];
    for words in others {
        pegsat(words).assert().code(3);
        join(&[&first, &other]).code(2).stderr(contains("other"));
    }
    // Damage, a part of its file, and what is no part.
    let mut damaged = whole.clone();
    let last = damaged.len() - 4;
    damaged[last] ^= 1;
    let cut = whole[..whole.len() - 10].to_vec();
    for (bytes, says) in [
        (damaged, "altered or damaged"),
        (cut, "altered or damaged"),
        (b"c pegsat part {}\n".to_vec(), "is no part"),
        (Vec::new(), "is no part"),
        (vec![0xFF; 100], "is no part"),
    ] {
        fs::write(&other, &bytes).unwrap();
        join(&[&other, &second]).code(2).stderr(contains(says));
    }
    // A proof that proves nothing, sealed again: the whole is rejected.
    let text = String::from_utf8(whole).unwrap();
    let (head, proof) = text.split_once('\n').unwrap();
    for empty in ["", "1 0\n", "99999999 0\n"] {
        fs::write(&other, sealed(head, empty)).unwrap();
        join(&[&other, &second])
            .code(2)
            .stderr(contains("the joined proof is rejected"));
    }
    fs::write(&other, sealed(head, proof)).unwrap();
    join(&[&other, &second]).code(0);
    assert!(!names_in(folder.path()).contains(&"joined.tmp".to_string()));
}

/// A part's file, altered, with a checksum that fits.
fn sealed(head: &str, proof: &str) -> String {
    use sha2::{Digest, Sha256};
    let (rest, _) = head.rsplit_once("\"seal\":\"").unwrap();
    let json = rest.strip_prefix("c pegsat part ").unwrap();
    let all = format!("{json}\"seal\":\"\"}}\n{proof}");
    let seal = format!("{:x}", Sha256::digest(all.as_bytes()));
    format!("{rest}\"seal\":\"{seal}\"}}\n{proof}")
}

/// What somebody says in a part's file, with a checksum that fits, is believed of nobody.
#[test]
fn what_a_part_says_is_checked() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (part, forged, joined) = (path("part"), path("forged"), path("joined"));
    let head_of = |words: &[&str]| -> String {
        let own = ["--cube", "1/1", "--proof", &part];
        let _ = fs::remove_file(&part);
        pegsat(&[words, &own].concat()).output().unwrap();
        let text = fs::read_to_string(&part).unwrap();
        text.lines().next().unwrap().to_string()
    };
    let join = |head: &str| {
        fs::write(&forged, sealed(head, "")).unwrap();
        pegsat(&["join", &forged, "-o", &joined]).assert()
    };
    // Clauses that no part of the formula may need, in place of a proof.
    let solved = head_of(&["solve", "triangle5/free:0,0", "--model", "C"]);
    let lie = solved.replace("\"refuted\":null", "\"refuted\":\"proof\"");
    let lie = lie.replace("\"added\":[]", "\"added\":[[1],[-1]]");
    assert_ne!(lie, solved);
    join(&lie).code(2).stderr(contains("added clauses"));
    // A solution that is not as good as it says.
    let sweeps = ["optimise", "triangle5/free:0,0", "--fewest", "sweeps"];
    let good = head_of(&[&sweeps[..], &["--most", "10"]].concat());
    join(&good).code(1);
    let few = head_of(&[&sweeps[..], &["--most", "8"]].concat());
    let between = |text: &str, from: &str, to: &str| {
        let begin = text.find(from).unwrap();
        let end = begin + text[begin..].find(to).unwrap();
        (begin, end)
    };
    let (begin, end) = between(&good, "\"jumps\":", ",\"seconds\"");
    let jumps = good[begin..end].to_string();
    let lie = few.replace("\"jumps\":null", &jumps);
    let (begin, end) = between(&lie, "\"refuted\":", ",\"jumps\"");
    let lie = format!("{}\"refuted\":null{}", &lie[..begin], &lie[end..]);
    join(&lie).code(2).stderr(contains("more than 8"));
    // What was taken on trust stays so.
    let words = ["certify", "rect4x4/pair:0,0:1,1"];
    let own = ["--cube", "1/1", "-o", &part];
    let _ = fs::remove_file(&part);
    pegsat(&[&words[..], &own].concat()).assert().code(3);
    pegsat(&["join", &part, "-o", &joined]).assert().code(0);
    let trusted = [
        "solve",
        "rect4x4/pair:0,0:1,1",
        "--model",
        "C",
        "--cube",
        "1/1",
        "--trust",
        "--proof",
        &forged,
    ];
    for _ in 0..2 {
        let said = json(&[&trusted[..], &["--format", "json"]].concat(), 3);
        assert_eq!(said["cube"]["refuted"], true);
        assert_eq!(said["cube"]["checked"], Value::Null);
    }
}

#[test]
fn what_cannot_be_split_is_refused() {
    for (words, says) in [
        (&["solve", "--cube", "0/3"][..], "expected i/n"),
        (&["solve", "--cube", "3"], "expected i/n"),
        (&["solve", "--split", "first"], "--cube"),
        (
            &["solve", "--cube", "1/2", "--split", "x"],
            "expected first or lookahead",
        ),
        (
            &["solve", "--cube", "1/2", "--jobs", "2"],
            "leave --jobs and --approach out",
        ),
        (
            &["optimise", "--fewest", "sweeps", "--cube", "1/2"],
            "--most",
        ),
        (&["optimise", "--fewest", "sweeps", "--most", "2"], "--cube"),
        (
            &[
                "certify", "central", "--cube", "1/2", "--kind", "pagoda", "-o", "x",
            ],
            "leave --kind out",
        ),
        (
            &[
                "export", "central", "--to", "opb", "--cubes", "2", "-o", "-",
            ],
            "expected dimacs",
        ),
        (
            &[
                "export", "central", "--to", "dimacs", "--cubes", "0", "-o", "-",
            ],
            "--cubes",
        ),
        (&["join", "-o", "x"], "PART"),
        (&["join", "nowhere", "-o", "x"], "nowhere: cannot be read"),
        (
            &["join", "nowhere", "-o", "no/x"],
            "no/x: cannot be written",
        ),
    ] {
        pegsat(words).assert().code(2).stderr(contains(says));
    }
}

#[test]
fn icnf_has_the_clauses_and_the_cubes_of_the_parts() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (cnf, icnf) = (path("p.cnf"), path("p.icnf"));
    let problem = ["rect4x4/pair:0,0:1,1", "--model", "C", "--to", "dimacs"];
    pegsat(&[&["export"], &problem[..], &["-o", &cnf]].concat())
        .assert()
        .code(0);
    let cubes = ["--cubes", "5", "-o", &icnf];
    pegsat(&[&["export"], &problem[..], &cubes].concat())
        .assert()
        .code(0);
    let body = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| !line.starts_with(['c', 'p']));
        lines.map(str::to_string).collect()
    };
    let clauses = body(&fs::read_to_string(&cnf).unwrap());
    let all = fs::read_to_string(&icnf).unwrap();
    assert!(all.contains("\np inccnf\n"));
    let all = body(&all);
    assert_eq!(all[..clauses.len()], clauses);
    let parts = parts(
        &folder,
        &["solve", "rect4x4/pair:0,0:1,1", "--model", "C"],
        5,
        &[],
    );
    let expected: Vec<String> = parts
        .iter()
        .map(|(_, said)| {
            let literals = said["cube"]["literals"].as_array().unwrap();
            let literals = literals.iter().map(|lit| format!("{lit} "));
            format!("a {}0", literals.collect::<String>())
        })
        .collect();
    assert_eq!(all[clauses.len()..], expected);
}
