//! Several starts of one board: `explore --vacancies`, and `?` in a start.

use crate::{
    command::*,
    common::{in_parallel, oracle},
};
use pegsat::{
    board::{self, Hole},
    problem::{self, Goal, Problem},
};
use predicates::str::contains;
use serde::Deserialize;
use serde_json::{Value, value::RawValue};
use tempfile::TempDir;

/// Panics unless every hole is in one row, and what the row says is what the plainest search of
/// all says of each of its holes.
fn agrees(name: &str, finish: &str) {
    let board = board::named(name).unwrap();
    let words = [
        "explore",
        name,
        "--vacancies",
        "--finish",
        finish,
        "--format",
        "json",
    ];
    let answer = json(&words, 0);
    let mut seen = vec![0; board.n_holes()];
    for row in answer["vacancies"].as_array().unwrap() {
        for cell in row["holes"].as_array().unwrap() {
            let at = |index: usize| cell[index].as_i64().unwrap() as i32;
            let hole: Hole = board.hole_at((at(0), at(1))).unwrap();
            seen[hole] += 1;
            let goal = match finish {
                "any" => Goal::anywhere(1),
                "same" => Goal::one_peg(board.n_holes(), hole),
                _ => Goal::one_peg(board.n_holes(), board.hole_at((0, 0)).unwrap()),
            };
            let problem = Problem::new("", board.clone(), board.vacancy(hole), goal);
            let can_be_won = oracle::search(&problem).is_some();
            assert_eq!(
                row["outcome"] == "solved",
                can_be_won,
                "{name} {finish} {cell}"
            );
        }
        assert_eq!(row["jumps"].is_null(), row["outcome"] == "unsolvable");
        assert_eq!(row["certificate"].is_null(), row["outcome"] == "solved");
    }
    assert!(
        seen.iter().all(|&times| times == 1),
        "{name} {finish} {seen:?}"
    );
}

#[test]
fn vacancies_are_won_as_plain_search_says() {
    let boards = [
        "rect3x4",
        "rect2x6",
        "rect4x4",
        "triangle4",
        "triangle5",
        "rect1x7",
        "rect3x5",
    ];
    let finishes = ["any", "same", "0,0"];
    let questions = boards
        .iter()
        .flat_map(|board| finishes.map(|finish| (*board, finish)));
    in_parallel(&questions.collect::<Vec<_>>(), |&(board, finish)| {
        agrees(board, finish)
    });
}

/// Bell's catalogue: the vacancies of the 15 holes that cannot be won where they began are the
/// three in the middle. On the English board each vacancy can be won, on the French board 16.
#[test]
fn vacancies_of_known_boards() {
    let drawn = |name: &str, finish: &str| {
        let words = [
            "explore",
            name,
            "--vacancies",
            "--finish",
            finish,
            "--format",
            "json",
        ];
        let answer = json(&words, 0);
        let rows = answer["picture"].as_array().unwrap();
        rows.iter()
            .map(|row| row.as_str().unwrap().to_string())
            .collect::<Vec<_>>()
            .join("\n")
    };
    assert_eq!(
        drawn("triangle5", "same"),
        "    +\n   + +\n  + - +\n + - - +\n+ + + + +"
    );
    assert!(!drawn("english", "any").contains('-'));
    assert_eq!(drawn("french", "any").matches('+').count(), 16);
}

#[test]
fn a_limit_leaves_the_rows_that_are_known() {
    let words = ["explore", "square20", "--vacancies", "--timeout", "0.3"];
    let answer = json(&[&words[..], &["--format", "json"]].concat(), 3);
    assert_eq!(answer["reason"], "timeout");
    let rows = answer["vacancies"].as_array().unwrap();
    assert!(rows.iter().any(|row| row["outcome"] == "unknown"));
    pegsat(&words)
        .assert()
        .code(3)
        .stdout(contains("? not known"));
    pegsat(&["explore", "english", "--vacancies", "--finish", "9,9"])
        .assert()
        .code(2)
        .stderr(contains("expected any, same or a hole of the board"));
}

#[derive(Deserialize)]
struct Answer {
    certificate: Document,
}

#[derive(Deserialize)]
struct Document {
    document: Vec<Box<RawValue>>,
}

/// Of a start with `?` the answer is that of one of those pegs taken away, if any can be won.
#[test]
fn an_open_start_is_one_problem() {
    let folder = TempDir::new().unwrap();
    let board = board::named("triangle4").unwrap();
    let goal = problem::named("triangle4/free:0,0").unwrap().goal().clone();
    // Each set of two to four holes of the first three rows.
    for set in (0_u32..64).filter(|set| (2..=4).contains(&set.count_ones())) {
        let open: Vec<Hole> = (0..6).filter(|hole| set >> hole & 1 == 1).collect();
        let full = Problem::new("", board.clone(), board.full(), goal.clone());
        let peg = problem::file::write_open(&full, &open);
        let path = write(&folder, &format!("{set}.peg"), &peg);
        let answered = pegsat(&["solve", &path, "--format", "json"]).assert();
        let answer: Value = serde_json::from_slice(&answered.get_output().stdout).unwrap();
        let can_be_won = open.iter().any(|&hole| {
            let problem = Problem::new("", board.clone(), board.vacancy(hole), goal.clone());
            oracle::search(&problem).is_some()
        });
        assert_eq!(answer["outcome"] == "solved", can_be_won, "{peg}");
        match can_be_won {
            true => {
                let chosen = write(&folder, "chosen.peg", answer["peg"].as_str().unwrap());
                let solution = write(&folder, "chosen.json", &answer["jumps"].to_string());
                pegsat(&["check", &chosen, &solution]).assert().code(0);
            }
            false => {
                // As they stand there, byte for byte.
                let kept: Answer = serde_json::from_slice(&answered.get_output().stdout).unwrap();
                let list = kept.certificate.document.iter();
                let lines: Vec<&str> = list.map(|one| one.get()).collect();
                let lines = lines.join("\n") + "\n";
                let verdict = pegsat(&["verify", "-"]).write_stdin(lines).assert().code(0);
                verdict.stdout(contains("accepted"));
                assert_eq!(answer["peg"], peg);
            }
        }
    }
}

#[test]
fn an_open_start_is_refused_where_one_problem_is_asked_for() {
    let folder = TempDir::new().unwrap();
    let peg = write(&folder, "open.peg", "start:\nO ? ?\ngoal: pegs 1\n");
    for words in [
        &["show", &peg][..],
        &["certify", &peg],
        &["optimise", &peg, "--fewest", "pegs"],
    ] {
        pegsat(words)
            .assert()
            .code(2)
            .stderr(contains("'?' in the start"));
    }
    for option in [
        &["--cube", "1/2"][..],
        &["--proof", "x"],
        &["--solutions", "3"],
    ] {
        let words = [&["solve", &peg][..], option].concat();
        pegsat(&words)
            .assert()
            .code(2)
            .stderr(contains("it is for one problem"));
    }
}
