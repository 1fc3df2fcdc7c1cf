//! `search` and `game` from the command line.

use crate::command::*;
use predicates::str::contains;
use tempfile::TempDir;

#[test]
fn spaces_are_searched_and_told() {
    let found = json(
        &[
            "search",
            "central",
            "--strategy",
            "depth-first",
            "--format",
            "json",
        ],
        0,
    );
    assert_eq!(found["outcome"], "solved");
    assert_eq!(found["moves"].as_array().unwrap().len(), 31);
    assert!(found["counts"]["explored"].as_u64() > Some(31));
    let words = [
        "search",
        "central-free",
        "--tree",
        "--strategy",
        "breadth-first",
    ];
    pegsat(&words)
        .args(["--memory", "64M"])
        .assert()
        .code(3)
        .stdout(contains("unknown: memory"));
    pegsat(&[
        "search",
        "triangle4/free:0,0",
        "--strategy",
        "breadth-first",
        "--symmetry",
    ])
    .assert()
    .code(1)
    .stdout(contains("unsolvable"));
    let queens = json(&["search", "queens", "6", "--format", "json"], 0);
    assert_eq!(queens["solutions"], serde_json::json!([4, 1]));
    pegsat(&["search", "queens", "20", "--formula"])
        .assert()
        .code(0)
        .stdout(contains("solved"));
    let folder = TempDir::new().unwrap();
    let grid = write(&folder, "grid", ". a .\nb . c\n. d .\n");
    let from_end = ["search", "koutack", &grid, "--from-end"];
    pegsat(&from_end)
        .args(["--strategy", "breadth-first"])
        .assert()
        .code(0)
        .stdout(contains("gather at 1,1\n . . .\n . 4 ."));
    pegsat(&["search", "koutack", &grid, "--formula"])
        .assert()
        .code(0)
        .stdout(contains("solved: 1 move,"));
    // Four piles that never come together, unless one is dealt out again.
    let grid = write(&folder, "splits", "a . b b\nc . . .\n");
    pegsat(&["search", "koutack", &grid])
        .assert()
        .code(1)
        .stdout(contains("unsolvable"));
    let dealt = "gather at 0,0\n 3 . . b\n . . . .\n\nsplit 0,0\n . 2 . b\n b . . .\n";
    pegsat(&["search", "koutack", &grid, "--splits"])
        .assert()
        .code(0)
        .stdout(contains(dealt));
    pegsat(&["search", "central", "--splits"])
        .assert()
        .code(2)
        .stderr(contains("--splits: does not go with"));
    let digits = write(&folder, "digits", "19\n");
    pegsat(&["search", "tenpair", &digits])
        .assert()
        .code(0)
        .stdout(contains("1 at 0,0 with 9 at 1,0"));
}

#[test]
fn what_is_wrong_with_a_search_is_said() {
    let folder = TempDir::new().unwrap();
    let grid = write(&folder, "grid", ". a\nb ?\n");
    for (words, error) in [
        (vec!["search", "koutack"], "expected a FILE"),
        (
            vec!["search", "koutack", &grid],
            "grid:2:3: expected a letter",
        ),
        (
            vec!["search", "queens", "0"],
            "expected a number from 1 to 32",
        ),
        (
            vec!["search", "central", "--deals", "1"],
            "--deals: does not go with",
        ),
        (vec!["search", "nothing"], "nothing"),
        (
            vec!["search", "central", "--strategy", "best"],
            "one of depth-first",
        ),
        (vec!["search", "rect20x10/free:0,0"], "200 holes"),
        (vec!["game", "checkers"], "expected --depth N"),
        (
            vec!["game", "duotaire", "1x40"],
            "expected 1xN with N up to",
        ),
    ] {
        pegsat(&words).assert().code(2).stderr(contains(error));
    }
}

#[test]
fn games_are_played() {
    pegsat(&["game", "checkers", "--perft", "5"])
        .assert()
        .code(0)
        .stdout(contains("  5 7361"));
    let with = json(&["game", "checkers", "--depth", "5", "--format", "json"], 0);
    let words = [
        "game",
        "checkers",
        "--depth",
        "5",
        "--no-alpha-beta",
        "--no-table",
    ];
    let without = json(
        &[&words[..], &["--no-ordering", "--format", "json"]].concat(),
        0,
    );
    assert_eq!(with["value"], without["value"]);
    assert!(with["nodes"]["visited"].as_u64() < without["nodes"]["visited"].as_u64());
    let row = json(&["game", "duotaire", "1x2", "--format", "json"], 0);
    assert!(
        row["nim_value"].as_u64() > Some(0),
        "two pegs can jump once: {row}"
    );
    pegsat(&["game", "duotaire", "triangle4"])
        .assert()
        .code(0)
        .stdout(contains("player wins"));
}
