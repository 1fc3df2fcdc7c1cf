//! The command line's contract: outputs and exit statuses.

use crate::command::*;
use predicates::str::{contains, is_match};
use serde_json::Value;
use std::fs;
use tempfile::TempDir;

#[test]
fn alone_it_prints_help() {
    pegsat(&[])
        .assert()
        .code(0)
        .stdout(contains("Usage: pegsat"));
    // As the package of the program is called otherwise.
    pegsat(&["--version"]).assert().code(0).stdout(concat!(
        "pegsat ",
        env!("CARGO_PKG_VERSION"),
        "\n"
    ));
    pegsat(&["man"])
        .assert()
        .code(0)
        .stdout(contains(".TH pegsat 1"));
}

#[test]
fn solve_prints_boards_and_jumps() {
    pegsat(&["solve", "triangle5/reversal:0,0"])
        .assert()
        .code(0)
        .stdout(contains("solved: 13 jumps in"))
        .stdout(contains("start "))
        .stdout(contains("13: "))
        .stderr("");
}

/// As printed with letters, in each of the forms, a solution is one again; beyond column z
/// there are no letters.
#[test]
fn jumps_are_written_with_letters_on_request() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("solution");
    let problem = "pair:d4:d4";
    let lettered = |more: &[&str]| {
        let asked = ["solve", problem, "--notation", "letters"];
        let run = pegsat(&[&asked, more].concat()).assert();
        String::from_utf8(run.get_output().stdout.clone()).unwrap()
    };
    for (more, word) in [(&["-q"][..], "-d4\n"), (&[], "31: ")] {
        let text = lettered(more);
        assert!(text.contains(word), "{text}");
        assert!(!text.contains(",3-"), "{text}");
        fs::write(&file, text).unwrap();
        let file = file.to_str().unwrap();
        pegsat(&["check", problem, file]).assert().code(0);
    }
    let file = file.to_str().unwrap();
    pegsat(&["show", file, "--notation", "letters"])
        .assert()
        .code(0)
        .stdout(is_match("31: [a-g][1-7]-d4").unwrap());
    let row = folder.path().join("row.peg");
    fs::write(
        &row,
        format!("start:\n{}O O .\ngoal: pegs 1\n", ". ".repeat(26)),
    )
    .unwrap();
    pegsat(&[
        "solve",
        row.to_str().unwrap(),
        "--notation",
        "letters",
        "-q",
    ])
    .assert()
    .code(0)
    .stdout(is_match("^2[67],0-2[58],0\n$").unwrap());
}

#[test]
fn json_has_the_fields_of_the_contract() {
    let words = [
        "solve",
        "ipc2008:p03",
        "--format",
        "json",
        "--add",
        "states=2,independence",
        "--model",
        "C",
    ];
    let answer = json(&words, 0);
    let fields = [
        "problem",
        "outcome",
        "reason",
        "model",
        "additions",
        "layers",
        "solver",
        "seed",
        "jumps",
        "sweeps",
        "formula",
        "seconds",
        "peak_memory_bytes",
        "certificate",
    ];
    for field in fields {
        assert!(answer.get(field).is_some(), "{field} is missing");
    }
    assert_eq!(answer["problem"], "ipc2008:p03");
    assert_eq!(answer["outcome"], "solved");
    assert_eq!(answer["reason"], Value::Null);
    assert_eq!(
        answer["additions"],
        serde_json::json!(["independence", "states=2"])
    );
    assert_eq!(answer["solver"]["name"], "varisat");
    assert_eq!(answer["jumps"].as_array().unwrap().len(), 6);
    assert_eq!(answer["jumps"][0]["from"].as_array().unwrap().len(), 2);
    assert!(answer["jumps"][0]["number"].is_u64());
    assert!(answer["formula"]["literals"].as_u64() > answer["formula"]["clauses"].as_u64());
    assert!(answer["seconds"]["total"].as_f64() >= answer["seconds"]["solve"].as_f64());
    assert!(answer["peak_memory_bytes"].as_u64().unwrap() > 1 << 20);
}

#[test]
fn unsolvable_is_status_1() {
    pegsat(&["solve", "square3/free:1,1"])
        .assert()
        .code(1)
        .stdout(contains("unsolvable"));
}

#[test]
fn seeds_repeat_runs() {
    let jumps = |seed: &str| {
        json(
            &[
                "solve",
                "ipc2008:p09",
                "--approach",
                "formula",
                "--seed",
                seed,
                "--format",
                "json",
            ],
            0,
        )["jumps"]
            .clone()
    };
    assert_eq!(jumps("3"), jumps("3"));
    assert!((1..6).any(|seed| jumps(&seed.to_string()) != jumps("0")));
}

#[test]
fn pseudo_boolean_answers_are_decoded() {
    let folder = TempDir::new().unwrap();
    let opb = folder.path().join("p.opb").display().to_string();
    pegsat(&[
        "export",
        "rect3x1/pair:2,0:2,0",
        "--model",
        "A",
        "--to",
        "opb",
        "-o",
        &opb,
    ])
    .assert()
    .code(0);
    // The solution by hand: states O O . and . . O, then the move.
    let map: Value = serde_json::from_slice(&fs::read(format!("{opb}.map.json")).unwrap()).unwrap();
    let values = map["variables"]
        .as_array()
        .unwrap()
        .iter()
        .zip(1..)
        .map(|(meaning, number)| {
            let is_true = match meaning["kind"].as_str().unwrap() {
                "move" => meaning["jump"] == 0,
                _ => (meaning["step"] == 2) == (meaning["hole"][0] == 2),
            };
            format!(" {}x{number}", if is_true { "" } else { "-" })
        });
    let out = write(
        &folder,
        "out",
        &format!("s OPTIMUM FOUND\nv{}\n", values.collect::<String>()),
    );
    let map = format!("{opb}.map.json");
    pegsat(&["decode", "--map", &map, &out])
        .assert()
        .code(0)
        .stdout(contains("solved: 1 jump"));
}

#[test]
fn quiet_solutions_are_lines_that_check_reads() {
    let words = ["solve", "triangle4/free:0,1", "--solutions", "2", "-q"];
    let output = pegsat(&words).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().count(), 2, "{text}");
    for line in text.lines() {
        pegsat(&["check", "triangle4/free:0,1", line])
            .assert()
            .code(0);
    }
}

#[test]
fn a_bound_on_sweeps_is_not_dropped_from_a_list() {
    for bound in ["--model C --sweeps 7", "--model S --layers 8"] {
        let words = format!("solve rect4x3/free:2,0 {bound} --solutions all");
        let words: Vec<&str> = words.split(' ').collect();
        pegsat(&words)
            .assert()
            .code(2)
            .stderr(contains("any number of sweeps"));
    }
}

#[test]
fn solutions_are_shown_and_checked_from_their_files() {
    let folder = TempDir::new().unwrap();
    let place = |name: &str| folder.path().join(name).display().to_string();
    let (answer, svg) = (place("answer.json"), place("answer.svg"));
    let words = [
        "solve",
        "triangle5/reversal:0,0",
        "--format",
        "json",
        "-o",
        &answer,
    ];
    pegsat(&words).assert().code(0).stdout("");
    pegsat(&["check", "triangle5/reversal:0,0", &answer])
        .assert()
        .code(0);
    pegsat(&["show", &answer])
        .assert()
        .code(0)
        .stdout(contains("13: "));
    pegsat(&["show", &answer, "--svg", &svg])
        .assert()
        .code(0)
        .stdout(contains("drawn in"));
    let drawing = fs::read_to_string(&svg).unwrap();
    // The holes once, on every board, and three that each jump changes.
    assert_eq!(drawing.matches("<circle").count(), 15 + 13 * 3);
    assert_eq!(drawing.matches("<use").count(), 14);
    assert!(drawing.starts_with("<svg ") && drawing.ends_with("</svg>\n"));
    // One board that plays: each hole's peg is hidden and shown as often as that changes, and
    // captions and marks move once for all positions.
    let film = place("film.svg");
    pegsat(&["show", &answer, "--svg", &film, "--animate"])
        .assert()
        .code(0)
        .stdout(contains("drawn in"));
    let film = fs::read_to_string(&film).unwrap();
    assert_eq!(film.matches("<animate ").count(), 15);
    assert_eq!(film.matches("<animateTransform ").count(), 1);
    assert_eq!(film.matches("<text ").count(), 14);
    pegsat(&["show", "central", "--svg", "x.svg", "--animate"])
        .assert()
        .code(2)
        .stderr(contains(
            "--animate: central is a problem; expected a solution",
        ));
    // As PNG where the name says so, in twice the size; another ending is an error.
    let png = place("answer.PNG");
    pegsat(&["show", &answer, "--svg", &png])
        .assert()
        .code(0)
        .stdout(contains("answer.PNG"));
    let bytes = fs::read(&png).unwrap();
    assert_eq!(bytes[..8], *b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    let size = format!("width=\"{}\" height=\"{}\"", number(16) / 2, number(20) / 2);
    assert!(drawing.contains(&size), "{size}");
    for words in [&[&*png, "--animate"][..], &["x.gif"]] {
        pegsat(&[&["show", &answer, "--svg"], words].concat())
            .assert()
            .code(2)
            .stderr(contains("a name that ends in .svg"));
    }
    // Altered, it is no solution any more.
    let altered = fs::read_to_string(&answer)
        .unwrap()
        .replacen("\"from\":[", "\"from\":[1", 1);
    let altered = write(&folder, "altered.json", &altered);
    pegsat(&["show", &altered])
        .assert()
        .code(2)
        .stderr(contains("not a solution of"));
}

#[test]
fn show_draws_problems() {
    pegsat(&["show", "central"])
        .assert()
        .code(0)
        .stdout(contains("33 holes, 76 jumps, 8 symmetries"));
    pegsat(&["show", "triangle3/free:0,0"])
        .assert()
        .code(0)
        .stdout(contains("goal: one peg anywhere"));
    let shown = json(&["show", "wiegleb/reversal:4,4", "--format", "json"], 0);
    assert_eq!(
        (&shown["holes"], &shown["goal_pegs"]),
        (&45.into(), &serde_json::json!([1, 1]))
    );
}

#[test]
fn colours_only_where_they_are_wanted() {
    let problem = "rect3x1/pair:2,0:2,0";
    pegsat(&["solve", problem, "--color", "always"])
        .assert()
        .stdout(contains("\u{1b}["));
    for words in [
        vec!["solve", problem],
        vec!["solve", problem, "--color", "never"],
    ] {
        let output = pegsat(&words).assert().get_output().stdout.clone();
        assert!(!output.contains(&0x1b));
    }
}

#[test]
fn lists_name_what_there_is() {
    pegsat(&["models"])
        .assert()
        .code(0)
        .stdout(contains("independence"));
    pegsat(&["boards"])
        .assert()
        .code(0)
        .stdout(contains("wiegleb"));
    let solvers = json(&["solvers", "--format", "json"], 0);
    assert_eq!(solvers["solvers"][0]["name"], "varisat");
    let problems = json(&["problems", "--format", "json"], 0);
    let names = problems["problems"].as_array().unwrap();
    assert_eq!(names.len(), 2 + 33 + 10 + 30);
    for name in names {
        pegsat(&["show", name.as_str().unwrap()]).assert().code(0);
    }
}

#[test]
fn a_refutation_comes_with_its_proof() {
    let folder = TempDir::new().unwrap();
    let proof = folder.path().join("proof.drat").display().to_string();
    let words = [
        "solve",
        "rect5x1/free:1,0",
        "--proof",
        &proof,
        "--format",
        "json",
    ];
    let answer = json(&words, 1);
    assert_eq!(
        answer["certificate"],
        serde_json::json!({ "kind": "drat", "file": proof })
    );
    assert!(
        fs::read_to_string(&proof)
            .unwrap()
            .lines()
            .any(|line| line.trim() == "0")
    );
    // No refutation, no proof.
    let other = folder.path().join("other.drat").display().to_string();
    pegsat(&["solve", "ipc2008:p01", "--proof", &other])
        .assert()
        .code(0);
    assert_eq!(names_in(folder.path()), ["proof.drat"]);
}
