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

/// What is said of a board's vacancies.
fn vacancies(name: &str, finish: &str) -> Value {
    let words = [
        "explore",
        name,
        "--vacancies",
        "--finish",
        finish,
        "--format",
        "json",
    ];
    json(&words, 0)
}

/// Panics unless every hole is in one row, and what the row says is what the plainest search of
/// all says of each of its holes.
fn agrees(name: &str, finish: &str) {
    let board = board::named(name).unwrap();
    let answer = vacancies(name, finish);
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
        let answer = vacancies(name, finish);
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
            .stderr(contains("it is for one start"));
    }
}

/// A board of a file takes the names that a named board takes.
#[test]
fn own_boards_take_what_named_boards_take() {
    let folder = TempDir::new().unwrap();
    let peg = problem::file::write(&problem::named("triangle5/free:0,0").unwrap());
    let path = write(&folder, "own.peg", &peg);
    for (form, status) in [
        ("free:0,0", 0),
        ("reversal:1,2", 1),
        ("pair:0,0:0,3", 0),
        ("dead-end:0,0:6", 0),
        ("survivor:0,0:2,2:2,2", 0),
        ("random:9:1", 0),
    ] {
        let answer = |board: &str| {
            let name = format!("{board}/{form}");
            let output = pegsat(&["solve", &name, "--format", "json"]).assert();
            let output = output.get_output();
            let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
            (
                output.status.code(),
                answer["outcome"].clone(),
                answer["jumps"].clone(),
                answer["peg"].clone(),
            )
        };
        let (own, named) = (answer(&path), answer("triangle5"));
        assert_eq!(own, named, "{form}");
        assert!(
            own.0 == Some(status) || form.starts_with("survivor"),
            "{form}: {:?}",
            own.0
        );
    }
    let drawn = |board: &str| {
        let words = ["explore", board, "--vacancies", "--format", "json"];
        json(&words, 0)["picture"].clone()
    };
    assert_eq!(drawn(&path), drawn("triangle5"));
    let wrong = format!("{path}/free:9,9");
    pegsat(&["solve", &wrong])
        .assert()
        .code(2)
        .stderr(contains("9,9"));
    pegsat(&["solve", "none.peg/free:0,0"])
        .assert()
        .code(2)
        .stderr(contains("cannot be read"));
    // A suite of all its pairs.
    let suite = format!("pairs:{path}");
    let pairs = pegsat_lab::suite::find(&suite, folder.path()).unwrap();
    let known = pegsat_lab::suite::find("pairs:triangle5", folder.path()).unwrap();
    assert_eq!(pairs.len(), known.len());
    assert!(pairs.iter().all(|entry| entry.argument.starts_with(&path)));
}

/// What is said of an open start is what is known of the weakest of its starts.
#[test]
fn an_open_start_says_what_its_answer_rests_on() {
    let folder = TempDir::new().unwrap();
    let rows = "O O O O O\nO ? ? O O\nO O O O O\n";
    let goal = ". . . . .\n. . O . .\n. . . . .\n";
    let mixed = write(
        &folder,
        "mixed.peg",
        &format!("start:\n{rows}goal:\n{goal}"),
    );
    let trusting = json(
        &[
            "solve", &mixed, "--model", "D", "--trust", "--format", "json",
        ],
        1,
    );
    assert_eq!(trusting["outcome"], "unsolvable");
    let rests = (
        trusting["checked"].as_str(),
        trusting["certificate"].is_null(),
    );
    assert!(
        matches!(rests, (None, true) | (Some("certificate"), false)),
        "{rests:?}"
    );
    let unknown = json(&["solve", &mixed, "--timeout", "0", "--format", "json"], 3);
    assert!(unknown["peg"].as_str().unwrap().contains("O ? ? O O"));
    // In a list it is the same answer.
    let list = pegsat(&["solve", &mixed, &mixed]).assert().code(0);
    let text = String::from_utf8(list.get_output().stdout.clone()).unwrap();
    for line in text.lines() {
        let answer: Value = serde_json::from_str(line).unwrap();
        assert!(
            answer["peg"].as_str().unwrap().contains("O ? ? O O"),
            "{line}"
        );
        assert_eq!(answer["problem"], mixed);
    }
}

#[test]
fn an_open_start_that_cannot_be_asked_is_an_error() {
    let folder = TempDir::new().unwrap();
    let only = write(&folder, "only.peg", "start:\nO O . ?\ngoal: survivor 3,0\n");
    pegsat(&["solve", &only])
        .assert()
        .code(2)
        .stderr(contains("the one that must survive"));
    let list = pegsat(&["solve", "central", &only, "central", "-j", "2"])
        .assert()
        .code(2);
    assert_eq!(
        String::from_utf8_lossy(&list.get_output().stdout)
            .lines()
            .count(),
        3
    );
    let open = write(&folder, "open.peg", "start:\n? ? O\ngoal: pegs 1\n");
    let program = ["solve", &open, "--solver", "cmd:false"];
    pegsat(&program)
        .assert()
        .code(2)
        .stderr(contains("no question for other programs"));
    for words in [
        &["solve", &open, "-o", &open][..],
        &["solve", &open, "central", "-o", &open],
    ] {
        pegsat(words)
            .assert()
            .code(2)
            .stderr(contains("are the same file"));
    }
    let fewest = write(&folder, "fewest.peg", "start:\n? ? O\ngoal: fewest pegs\n");
    pegsat(&["solve", &fewest])
        .assert()
        .code(2)
        .stderr(contains("goes with no optimum"));
}
