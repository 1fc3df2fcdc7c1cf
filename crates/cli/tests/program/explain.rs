//! `explain`, and `verify -v`.

use crate::command::*;
use predicates::str::contains;
use tempfile::TempDir;

fn said(words: &[&str]) -> String {
    let output = pegsat(words).assert().code(0);
    String::from_utf8(output.get_output().stdout.clone()).unwrap()
}

/// Each on one screen of 80 columns, but for the sentences, which a terminal wraps.
fn fits(text: &str) {
    let lines: usize = text.lines().map(|line| line.chars().count() / 80 + 1).sum();
    assert!(lines <= 40, "{lines} lines:\n{text}");
}

#[test]
fn a_parity_is_drawn_and_counted() {
    let text = said(&["explain", "rect4x4/pair:0,0:1,1"]);
    assert!(
        text.contains("- - - -\n- # # -\n- # # -\n- - - -\n"),
        "{text}"
    );
    assert!(text.contains("none or two are marked"));
    assert!(text.contains("At the start it is 4, even; at the goal it would be 1, odd."));
    fits(&text);
    // Of one peg anywhere the sets rule out the last holes.
    let text = said(&["explain", "triangle4/free:0,0"]);
    assert!(
        text.contains("with the last peg in a hole with # it would be 1, odd"),
        "{text}"
    );
    fits(&text);
}

/// Conway's soldiers: the weights fall off as the Fibonacci numbers do.
#[test]
fn a_pagoda_function_is_drawn_and_added_up() {
    let folder = TempDir::new().unwrap();
    let rows = |row: &str, n: usize| format!("{row}\n").repeat(n);
    let (empty, full, open) = (". . . . . . .", "O O O O O O O", "? ? ? ? ? ? ?");
    let peg = format!(
        "start:\n{}{}goal:\n. . . O . . .\n{}",
        rows(empty, 5),
        rows(full, 3),
        rows(open, 7)
    );
    let peg = write(&folder, "soldiers.peg", &peg);
    let text = said(&["explain", &peg]);
    assert!(
        text.contains("no jump raises the sum (a pagoda function)"),
        "{text}"
    );
    let sums = text.lines().last().unwrap();
    let numbers: Vec<i64> = sums
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|word| word.parse().ok())
        .collect();
    assert!(numbers[0] < numbers[1], "{sums}");
    fits(&text);
}

/// A pagoda function is found where it is asked for, though parity shows the same.
#[test]
fn the_kind_that_is_asked_for_is_the_kind_that_is_made() {
    let folder = TempDir::new().unwrap();
    let peg = write(
        &folder,
        "row.peg",
        "start:\nO O . . . .\ngoal:\n. . . . O .\n",
    );
    for kind in ["position-class", "pagoda"] {
        let file = folder.path().join(format!("{kind}.json"));
        let file = file.to_str().unwrap();
        pegsat(&["certify", &peg, "--kind", kind, "-o", file])
            .assert()
            .code(0);
        pegsat(&["verify", file])
            .assert()
            .code(0)
            .stdout(contains(format!("accepted: {kind}")));
        let text = said(&["explain", file]);
        let verbose = said(&["verify", "-v", file]);
        // The same reasons, under another head.
        let reasons = &text[text.find("\n\nGive").or(text.find("\n\nCount")).unwrap()..];
        assert!(verbose.ends_with(reasons), "{verbose}\n{reasons}");
    }
}

#[test]
fn every_kind_is_explained() {
    let folder = TempDir::new().unwrap();
    for (problem, kind, words) in [
        (
            "english/random:17:10",
            "jump-bounds",
            "Jumps change the sum",
        ),
        (
            "english/random:17:4",
            "ends",
            "which of them can be the first and the last",
        ),
        (
            "english/random:17:10",
            "cutting-planes",
            "may be rounded: that decides",
        ),
        ("english/random:17:4", "tables", "Give each hole a weight"),
        (
            "triangle5/reversal:1,2",
            "exhaustion",
            "The start is one of 849 positions",
        ),
        (
            "triangle5/reversal:1,2",
            "refutation",
            "nothing satisfies it",
        ),
        (
            "rect3x5/reversal:1,1",
            "exhaustion",
            "\nO . O\nO . O\nO O O\nO . O\nO O O\n",
        ),
    ] {
        let file = folder.path().join("why.json");
        let file = file.to_str().unwrap();
        pegsat(&["certify", problem, "--kind", kind, "-o", file])
            .assert()
            .code(0);
        let text = said(&["explain", file]);
        assert!(text.contains(words), "{problem} {kind}: {text}");
    }
    // One position, and weights that rule out all others: no dead end.
    let file = folder.path().join("cut.json");
    let file = file.to_str().unwrap();
    pegsat(&[
        "certify",
        "french/reversal:3,3",
        "--kind",
        "exhaustion",
        "-o",
        file,
    ])
    .assert()
    .code(0);
    let text = said(&["explain", file]);
    assert!(
        text.contains("that weights of holes rule out") && !text.contains("dead end"),
        "{text}"
    );
    let dead_end = write(&folder, "end.peg", "start:\nO . O\n. O .\ngoal: pegs 1\n");
    let text = said(&["certify", &dead_end, "--kind", "exhaustion"]);
    let file = write(&folder, "end.json", &text);
    let text = said(&["explain", &file]);
    assert!(
        text.contains("A dead end: at the start no jump can be made"),
        "{text}"
    );
    fits(&text);
}

#[test]
fn what_is_no_reason_is_not_explained() {
    let folder = TempDir::new().unwrap();
    pegsat(&["explain", "central"])
        .assert()
        .code(2)
        .stderr(contains("can be won, in 31 jumps"));
    let broken = write(
        &folder,
        "broken.json",
        "{\"sha256\":\"0\",\"certificate\":{}}\n",
    );
    let verdict = pegsat(&["explain", &broken]).assert().code(1);
    verdict.stdout(contains("rejected: it was altered or damaged"));
    let two = said(&["certify", "french/reversal:3,3"]).repeat(2);
    let two = write(&folder, "two.json", &two);
    pegsat(&["explain", &two])
        .assert()
        .code(2)
        .stderr(contains("has several certificates"));
    let limit = ["explain", "wiegleb/pair:4,0:4,0", "--timeout", "0.2"];
    pegsat(&limit).assert().code(3);
}
