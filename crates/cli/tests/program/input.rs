//! Input of every kind: wrong, degenerate, hostile, large.

use crate::command::*;
use predicates::str::{contains, starts_with};
use std::fs;
use tempfile::TempDir;

#[test]
fn bad_usage_is_status_2_with_one_clear_error() {
    let folder = TempDir::new().unwrap();
    let broken = write(&folder, "broken.peg", "start:\nO O .\ngoal:\nO X .\n");
    let latin1 = folder.path().join("latin1.peg");
    fs::write(&latin1, b"start:\n\xff\n").unwrap();
    let other = write(&folder, "other.peg", "start:\nO O .\ngoal:\nO O . .\n");
    let fine = write(&folder, "fine.peg", "start:\nO O .\ngoal: pegs 1\n");
    let missing = folder.path().join("missing.peg").display().to_string();
    let out = folder
        .path()
        .join("no/such/folder/file")
        .display()
        .to_string();
    let place = folder.path().display().to_string();
    let cases: Vec<(Vec<&str>, &str)> = vec![
        (vec!["solve", "centrl"], "no problem is called 'centrl'"),
        (
            vec!["solve", &broken],
            "broken.peg:4:3: found 'X'; expected the letter O (peg)",
        ),
        (
            vec!["solve", &other],
            "other.peg:4:1: 4 holes in a row that has 3 in the start",
        ),
        (vec!["solve", &missing], "missing.peg: cannot be read"),
        (
            vec!["solve", latin1.to_str().unwrap()],
            "latin1.peg:2:1: not UTF-8",
        ),
        (
            vec!["solve", "--model", "Z"],
            "no model is called 'Z'; expected A, B, C",
        ),
        (
            vec!["solve", "--solver", "minisat"],
            "no solver is called 'minisat'",
        ),
        (
            vec!["solve", "--add", "independance"],
            "no addition is called 'independance'",
        ),
        (
            vec![
                "solve",
                "french/free:2,0",
                "--add",
                "pagoda=1",
                "--model",
                "C",
            ],
            "addition 'pagoda=1' is refused",
        ),
        (
            vec!["solve", "--add", "independence"],
            "addition 'independence' is refused",
        ),
        (
            vec!["solve", "--model", "A", "--add", "early"],
            "addition 'early' is refused",
        ),
        (
            vec!["solve", "--model", "C", "--layers", "4"],
            "model C has steps of one jump",
        ),
        (
            vec!["solve", "--model", "D", "--order", "wave"],
            "have no order",
        ),
        (
            vec!["solve", "--order", "wavy"],
            "no order is called 'wavy'",
        ),
        (vec!["solve", "--layers", "0"], "expected a number from 1"),
        (vec!["solve", "--jobs", "0"], "invalid value '0'"),
        (
            vec!["solve", "--proof", "p", "--jobs", "2"],
            "--proof with --jobs",
        ),
        (vec!["show", "central", "--layers"], "expected a solution"),
        (
            vec!["explore", "--table", "sweeps", "--levels"],
            "cannot be used with",
        ),
        (vec!["explore", "square12/free:5,5"], "144 holes"),
        (
            vec!["certify", "central", "--lrat"],
            "name a file with -o FILE",
        ),
        (vec!["certify", &fine, "-o", &fine], "are the same file"),
        (vec!["verify", "no/such/file"], "cannot be read"),
        (
            vec!["solve", "reversal:2,0", "--add", "self", "--model", "C"],
            "addition 'self' is refused",
        ),
        (
            vec!["solve", "--model", "D", "--add", "states=2"],
            "addition 'states' is refused",
        ),
        (
            vec!["solve", "--proof", "p", "--seed", "1"],
            "--proof with --seed",
        ),
        (
            vec!["solve", "--proof", "p", "--solver", "batsat"],
            "writes no proof",
        ),
        (
            vec!["solve", "--solver", "cmd:/no/such/program"],
            "/no/such/program: cannot be started",
        ),
        (vec!["solve", "--memory", "1"], "at least 16M"),
        (vec!["solve", &fine, "-o", &fine], "are the same file"),
        (vec!["explore", &fine, "-o", &fine], "are the same file"),
        (
            vec!["check", &fine, "0,0-2,0", "-o", &fine],
            "the same file",
        ),
        (vec!["verify", &fine, "-o", &fine], "are the same file"),
        (
            vec!["models", "C", "--problem", &fine, "-o", &fine],
            "are the same file",
        ),
        (
            vec!["decode", "--map", &broken, &fine, "-o", &fine],
            "and --output are the same file",
        ),
        (
            vec!["solve", "--model", "E+order=wave", "--order", "far"],
            "--order: --model says something else",
        ),
        (
            vec!["solve", "--model", "E+none", "--add", "early"],
            "--add: --model says something else",
        ),
        (vec!["solve", "--systems", &missing], "No such file"),
        (vec!["solve", "--seed", "-1"], "a whole number from 0"),
        (vec!["solve", "frech/free:2,2"], "did you mean 'french'?"),
        (
            vec!["solve", "french/central"],
            "expected french/reversal:3,3",
        ),
        (vec!["search", "qeens"], "did you mean 'queens'?"),
        (
            vec!["optimise", &fine, "--fewest", "sweeps", "-o", &fine],
            "are the same file",
        ),
        (
            vec!["solve", "--proof", "x", "-o", "x"],
            "--proof and --output are the same file",
        ),
        (
            vec!["solve", "--proof", "/dev/null"],
            "expected a regular file",
        ),
        (
            vec!["export", &fine, "--to", "lp", "-o", &fine],
            "are the same file",
        ),
        (
            vec!["show", &fine, "--svg", "x", "-o", "x"],
            "are the same file",
        ),
        (vec!["show", &place], "is a folder"),
        (vec!["solve", "./nope"], "./nope: cannot be read"),
        (
            vec!["solve", "english/pair:3,3"],
            "a pair is a vacancy and a last peg, such as english/pair:3,3:3,3",
        ),
        (
            vec!["solve", "--model", "C+independance"],
            "no addition is called 'independance'; did you mean 'independence'?",
        ),
        (vec!["solve", "--seed", "abc"], "expected a whole number"),
        (vec!["man", "slove"], "no subcommand is called 'slove'"),
        (vec!["solve", "-o", &out], "there is no folder"),
        (vec!["solve", "--timeout", "soon"], "invalid value 'soon'"),
        (vec!["solve", "--memory", "lots"], "expected a size such as"),
        (
            vec!["solve", "--modle", "C"],
            "unexpected argument '--modle'",
        ),
        (vec!["solve", "-o", &out], "cannot be written"),
        (vec!["solve", "-o", &place], "is a folder"),
        (
            vec!["solve", "pair:3,3:9,9"],
            "the english board has no hole at 9,9",
        ),
        (
            vec![
                "solve",
                "square18/free:8,8",
                "--approach",
                "windows",
                "--model",
                "A",
            ],
            "windows choose model",
        ),
        (
            vec!["solve", "square224/free:0,0"],
            "at most 50000 are supported",
        ),
        (
            vec!["export", "central", "--to", "dimacs", "-o", &out],
            "cannot be written",
        ),
        (
            vec![
                "export",
                "square90/free:0,0",
                "--to",
                "dimacs",
                "-o",
                "x.cnf",
            ],
            "the formula has more than",
        ),
        (
            vec!["check", "central", "3,1"],
            "neither a file that can be read nor jumps",
        ),
        (vec!["show", &missing], "cannot be read"),
        (vec!["decode", "--map", &broken, &broken], "not a map"),
        (vec!["nonsense"], "unrecognized subcommand"),
    ];
    for (words, message) in cases {
        let output = pegsat(&words)
            .current_dir(folder.path())
            .assert()
            .code(2)
            .stdout("");
        output
            .stderr(starts_with("error: "))
            .stderr(contains(message));
    }
    assert_eq!(
        names_in(folder.path()),
        ["broken.peg", "fine.peg", "latin1.peg", "other.peg"]
    );
}

#[test]
fn degenerate_problems_get_their_right_answer() {
    let folder = TempDir::new().unwrap();
    let cases = [
        (
            "no jump on the board",
            "start:\nO O\nO .\ngoal: pegs 1\n",
            1,
            0,
        ),
        (
            "no jump on the board nor needed",
            "start:\nO\ngoal:\nO\n",
            0,
            0,
        ),
        (
            "more pegs in the goal",
            "start:\nO . .\ngoal:\nO O .\n",
            1,
            0,
        ),
        (
            "more pegs anywhere in the goal",
            "start:\nO . .\ngoal: pegs 2\n",
            1,
            0,
        ),
        ("nothing to do", "start:\nO O .\ngoal:\nO O .\n", 0, 0),
        ("nothing to do, any", "start:\nO . O\ngoal: pegs 2\n", 0, 0),
        (
            "either that may stay",
            "start:\nO O .\ngoal:\n? ? ?\n",
            0,
            0,
        ),
        (
            "either, to be jumped",
            "start:\nO O .\ngoal:\n? ? O\n",
            0,
            1,
        ),
        ("no peg at all", "start:\n. . .\ngoal: pegs 1\n", 1, 0),
        ("no peg wanted", "start:\nO O .\ngoal: pegs 0\n", 1, 0),
        (
            "same pegs, another place",
            "start:\nO . .\ngoal:\n. . O\n",
            1,
            0,
        ),
    ];
    for (what, text, status, least_jumps) in cases {
        let file = write(&folder, "problem.peg", text);
        for model in ["A", "B", "C"] {
            let answer = json(
                &["solve", &file, "--model", model, "--format", "json"],
                status,
            );
            if status == 0 {
                let jumps = answer["jumps"].as_array().unwrap().len();
                assert!(jumps >= least_jumps, "{what} by {model}");
            } else {
                assert_eq!(answer["outcome"], "unsolvable", "{what} by {model}");
            }
        }
    }
}

#[test]
fn very_wide_boards_are_drawn() {
    let folder = TempDir::new().unwrap();
    let row = format!("start:\nO O .{}O\ngoal: pegs 2\n", " ".repeat(15_001));
    let wide = write(&folder, "wide.peg", &row);
    pegsat(&["solve", &wide])
        .assert()
        .code(0)
        .stdout(contains("solved: 1 jump"));
    let wider = write(
        &folder,
        "wider.peg",
        &format!("start:\nO O .{}O\ngoal: pegs 2\n", " ".repeat(200_001)),
    );
    pegsat(&["solve", &wider])
        .assert()
        .code(2)
        .stderr(contains("wider.peg:2:"));
}

#[test]
fn large_boards_are_encoded_without_options() {
    let words = [
        "solve",
        "square12/free:5,5",
        "--timeout",
        "100s",
        "--format",
        "json",
    ];
    let answer = json(&words, 0);
    assert_eq!(answer["jumps"].as_array().unwrap().len(), 142);
}

#[test]
fn decode_rejects_what_is_no_solution() {
    let folder = TempDir::new().unwrap();
    let cnf = folder.path().join("p.cnf").display().to_string();
    let map = format!("{cnf}.map.json");
    pegsat(&[
        "export",
        "ipc2008:p01",
        "--model",
        "C",
        "--to",
        "dimacs",
        "-o",
        &cnf,
    ])
    .assert()
    .code(0);
    let cases = [
        ("s SATISFIABLE\nv 1 0\n", 2, "the assignment is no solution"),
        ("s SATISFIABLE\n", 2, "gives no assignment"),
        ("v 99999999 0\n", 2, "the formula has"),
        ("", 2, "no answer"),
        ("s UNSATISFIABLE\n", 3, ""), // p01 has a solution
        ("s UNKNOWN\n", 3, ""),
    ];
    for (text, status, message) in cases {
        let output = write(&folder, "output", text);
        let assert = pegsat(&["decode", "--map", &map, &output])
            .assert()
            .code(status);
        assert.stderr(contains(message));
    }
}

#[test]
fn check_says_the_first_wrong_jump() {
    pegsat(&["check", "rect3x1/pair:2,0:2,0", "0,0-2,0"])
        .assert()
        .code(0)
        .stdout(starts_with("accepted"));
    pegsat(&["check", "central", "3,1-3,3", "3,1-3,3"])
        .assert()
        .code(1)
        .stdout(contains("rejected: jump 2 (3,1-3,3): no peg in 3,1"));
    let verdict = json(
        &["check", "central", "3,1-3,3 3,1-3,3", "--format", "json"],
        1,
    );
    assert_eq!(verdict["first_wrong_jump"], 2);
    pegsat(&["check", "central", "-", "--timeout", "5s", "--memory", "1G"])
        .write_stdin("[]")
        .assert()
        .code(1)
        .stdout(contains("rejected: after the last jump"));
}

#[test]
fn check_reads_more_than_the_ends_of_jumps() {
    let problem = "rect3x1/pair:2,0:2,0";
    let cases = [
        (
            r#"[{"from":[0,0],"over":[1,0],"to":[2,0],"number":0}]"#,
            0,
            "accepted",
        ),
        (
            r#"[{"from":[0,0],"over":[77,1],"to":[2,0]}]"#,
            1,
            "it does not leap over 77,1",
        ),
        (
            r#"[{"from":[0,0],"to":[2,0],"number":4242}]"#,
            1,
            "its number is not 4242",
        ),
    ];
    for (text, status, said) in cases {
        pegsat(&["check", problem, "-"])
            .write_stdin(text)
            .assert()
            .code(status)
            .stdout(contains(said));
    }
}
