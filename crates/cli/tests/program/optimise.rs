//! `optimise`: optima against exhaustive search, their proofs, and what is refused.

mod ends;

use crate::{
    command::*,
    common::{self, long},
};
use pegsat::{
    exact::{self, Watch},
    problem::{Goal, Problem, file},
};
use predicates::{prelude::PredicateBooleanExt, str::contains};
use serde_json::Value;
use std::fs;
use tempfile::TempDir;

fn fool(problem: &str, model: &str) -> Value {
    let words = ["optimise", problem, "--fewest", "jumps-to-dead-end"];
    let more = ["--model", model, "--format", "json"];
    json(&[&words[..], &more].concat(), 0)
}

fn sweeps(problem: &str, model: &str) -> Value {
    let words = ["optimise", problem, "--fewest", "sweeps", "--model", model];
    json(&[&words[..], &["--format", "json"]].concat(), 0)
}

/// The solution as `check` takes it.
fn chain(answer: &Value) -> String {
    let jumps = answer["jumps"].as_array().unwrap();
    let cell = |cell: &Value| format!("{},{}", cell[0], cell[1]);
    let jump = |jump: &Value| format!("{}-{}", cell(&jump["from"]), cell(&jump["to"]));
    jumps.iter().map(jump).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_published_dead_ends_are_proved() {
    let known: Value =
        serde_json::from_str(&fs::read_to_string(in_checkout("instances/known.json")).unwrap())
            .unwrap();
    let table = known["fools_minimum_jumps"].as_object().unwrap();
    assert_eq!(table.len(), 7);
    for (vacancy, jumps) in table {
        let answer = fool(&format!("reversal:{vacancy}"), "D+early+class");
        let jumps = jumps.as_u64().unwrap();
        assert_eq!(answer["objective"], "jumps-to-dead-end");
        assert_eq!(
            (&answer["value"], &answer["bound"]),
            (&jumps.into(), &jumps.into())
        );
        assert_eq!(answer["outcome"], "solved");
        // It replays, to a dead end that comes no later.
        let chain = chain(&answer);
        let jumps: Vec<&str> = chain.split(' ').collect();
        let problem = format!("dead-end:{vacancy}:{}", jumps.len());
        pegsat(&[&["check", &problem][..], &jumps].concat())
            .assert()
            .code(0);
        let problem = format!("dead-end:{vacancy}:{}", jumps.len() - 1);
        pegsat(&[&["check", &problem][..], &jumps].concat())
            .assert()
            .code(1);
    }
}

/// By exhaustive search, where a formula takes minutes. The first value is published (Jefferson et
/// al. 2006, Table 7); the others only hold still, and their dead ends are replayed.
#[test]
fn dead_ends_of_larger_boards_are_proved_at_once() {
    for (problem, jumps) in [
        ("free:2,1", 13),
        ("french/free:3,0", 15),
        ("wiegleb/free:3,3", 15),
    ] {
        let words = ["optimise", problem, "--fewest", "jumps-to-dead-end"];
        let answer = json(&[&words[..], &["--format", "json"]].concat(), 0);
        assert_eq!(answer["checked"], "exhaustion", "{problem}");
        assert_eq!(answer["value"], jumps, "{problem}");
        assert_eq!(answer["bound"], jumps, "{problem}");
        assert_eq!(answer["jumps"].as_array().unwrap().len(), jumps);
    }
}

#[test]
fn every_model_finds_the_same_dead_end() {
    for model in ["A", "C", "D", "E", "S"] {
        assert_eq!(fool("central", model)["value"], 6, "model {model}");
        assert_eq!(
            fool("triangle5/free:0,0", model)["bound"],
            6,
            "model {model}"
        );
    }
    // The triangle's number by exhaustive search.
    let explored = json(
        &[
            "explore",
            "triangle5/free:0,0",
            "--dead-ends",
            "--format",
            "json",
        ],
        0,
    );
    assert_eq!(explored["earliest_dead_end"]["jumps"], 6);
}

#[test]
fn the_fewest_sweeps_are_those_of_exhaustive_search() {
    let most = if long() { 28 } else { 12 };
    let english = (1..=most).map(|number| format!("ipc2008:p{number:02}"));
    let triangle = ["triangle5/free:0,0", "triangle5/free:0,2"].map(String::from);
    for problem in english.chain(triangle) {
        let answer = sweeps(&problem, "S");
        let words = ["explore", &problem, "--fewest-sweeps", "--format", "json"];
        let explored = json(&words, 0);
        assert_eq!(answer["value"], explored["fewest_sweeps"], "{problem}");
        assert_eq!(answer["sweeps"], answer["value"], "{problem}");
        assert_eq!(answer["bound"], answer["value"], "{problem}");
        let chain = chain(&answer);
        let jumps: Vec<&str> = chain.split(' ').collect();
        pegsat(&[&["check", &problem][..], &jumps].concat())
            .assert()
            .code(0);
    }
    for problem in ["ipc2008:p05", "ipc2008:p09"] {
        assert_eq!(sweeps(problem, "C")["value"], sweeps(problem, "S")["value"]);
    }
}

/// `verify` makes the formula of dead ends itself.
#[test]
fn the_proof_of_a_dead_end_is_certified() {
    let folder = TempDir::new().unwrap();
    let proof = folder.path().join("fool.drat").display().to_string();
    for model in ["D+early", "D", "D+early+class"] {
        let words = ["optimise", "free:3,3", "--fewest", "jumps-to-dead-end"];
        let own = ["--model", model, "--proof", &proof];
        pegsat(&[&words[..], &own].concat()).assert().code(0);
        let certificate = format!("{proof}.json");
        let about = ["verify", &certificate, "--problem", "dead-end:3,3:5"];
        pegsat(&about)
            .assert()
            .code(0)
            .stdout(contains("accepted: layers"));
        let other = ["verify", &certificate, "--problem", "dead-end:3,3:6"];
        pegsat(&other).assert().code(1);
    }
}

/// A refutation of few sweeps is none of the problem, whoever asks for it.
#[test]
fn few_sweeps_are_not_taken_for_all() {
    let folder = TempDir::new().unwrap();
    let cnf = folder.path().join("p.cnf").display().to_string();
    let refuted = folder.path().join("out").display().to_string();
    fs::write(&refuted, "s UNSATISFIABLE\n").unwrap();
    for (model, bound) in [("C", "--sweeps"), ("S", "--layers")] {
        let words = ["ipc2008:p04", "--model", model, bound];
        pegsat(&[&["solve"], &words[..], &["3"]].concat())
            .assert()
            .code(3)
            .stdout(contains("no solution in 3"));
        pegsat(&[&["solve"], &words[..], &["4"]].concat())
            .assert()
            .code(0);
        let export = ["--to", "dimacs", "-o", &cnf];
        pegsat(&[&["export"], &words[..], &["3"], &export].concat())
            .assert()
            .code(0);
        let map = format!("{cnf}.map.json");
        pegsat(&["decode", "--map", &map, &refuted, "--trust"])
            .assert()
            .code(3)
            .stdout(contains("no solution in 3"));
    }
}

#[test]
fn degenerate_problems_have_their_optima() {
    let folder = TempDir::new().unwrap();
    let no_jump = write(&folder, "none.peg", "start:\nO . O\ngoal:\nO . O\n");
    assert_eq!(fool(&no_jump, "D")["value"], 0);
    assert_eq!(sweeps(&no_jump, "S")["value"], 0);
    assert_eq!(sweeps(&no_jump, "C")["value"], 0);
    let open = write(&folder, "open.peg", "start:\nO O . O .\ngoal:\n? ? ? ? ?\n");
    assert_eq!(sweeps(&open, "S")["value"], 0);
    let more = write(&folder, "more.peg", "start:\nO . .\ngoal:\nO O O\n");
    for problem in ["pair:3,3:3,4", "square3/free:1,1", &more] {
        let words = [
            "optimise", problem, "--fewest", "sweeps", "--format", "json",
        ];
        let answer = json(&words, 1);
        assert_eq!(answer["outcome"], "unsolvable");
        assert_eq!(answer["value"], Value::Null);
        assert_eq!(answer["bound"], Value::Null);
    }
}

#[test]
fn what_cannot_be_asked_is_an_error_before_any_work() {
    let cases: [(&[&str], &str); 7] = [
        (&["central"], "--fewest"),
        (&["central", "--fewest", "holes"], "invalid value 'holes'"),
        (
            &["nowhere", "--fewest", "sweeps"],
            "no problem is called 'nowhere'",
        ),
        (
            &["central", "--fewest", "sweeps", "--model", "E"],
            "does not count sweeps",
        ),
        (
            &["central", "--fewest", "jumps-to-dead-end", "--model", "B"],
            "no board state",
        ),
        (
            &[
                "central", "--fewest", "sweeps", "--add", "states=2", "--model", "C",
            ],
            "reorders moves",
        ),
        (
            &[
                "central", "--fewest", "sweeps", "--proof", "p", "--seed", "1",
            ],
            "--proof with --seed",
        ),
    ];
    for (words, expected) in cases {
        pegsat(&[&["optimise"][..], words].concat())
            .assert()
            .code(2)
            .stderr(contains(expected));
    }
}

#[test]
fn a_proof_stands_beside_its_formula() {
    let folder = TempDir::new().unwrap();
    let proof = folder.path().join("p.drat").display().to_string();
    let words = [
        "optimise",
        "ipc2008:p08",
        "--fewest",
        "sweeps",
        "--proof",
        &proof,
    ];
    let answer = json(&[&words[..], &["--format", "json"]].concat(), 0);
    assert_eq!(answer["certificate"]["kind"], "drat");
    let names = ["p.drat", "p.drat.cnf", "p.drat.json"];
    assert_eq!(names_in(folder.path()), names);
    // The certificate says what was refuted.
    let certificate = format!("{proof}.json");
    let words = ["verify", &certificate, "--problem", "ipc2008:p08"];
    let verdict = json(&[&words[..], &["--format", "json"]].concat(), 0);
    assert_eq!(verdict["kind"], "sweeps");
    assert_eq!(
        verdict["most_sweeps"].as_u64().unwrap() + 1,
        answer["value"].as_u64().unwrap()
    );
    pegsat(&words)
        .assert()
        .code(0)
        .stdout(contains("no sequence of 5 sweeps, or fewer, solves"));
    let words = ["verify", &certificate, "--problem", "ipc2008:p09"];
    pegsat(&words)
        .assert()
        .code(1)
        .stdout(contains("another problem"));
    // The formula is the one that `export` writes, but for the order of its clauses: here it is
    // that of the certificate's checker, whose hints name them.
    let exported = folder.path().join("e.cnf").display().to_string();
    let words = [
        "export",
        "ipc2008:p08",
        "--model",
        "S",
        "--layers",
        "5",
        "--add",
    ];
    let more = ["regions", "--to", "dimacs", "-o", &exported];
    pegsat(&[&words[..], &more].concat()).assert().code(0);
    let clauses = |path: &str| {
        let text = fs::read_to_string(path).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with('c'));
        let mut clauses: Vec<Vec<String>> = lines
            .map(|line| {
                let mut clause: Vec<String> = line.split(' ').map(String::from).collect();
                clause.sort_unstable();
                clause
            })
            .collect();
        clauses.sort_unstable();
        clauses
    };
    assert_eq!(clauses(&exported), clauses(&format!("{proof}.cnf")));
    // Where parity refutes the problem there is no proof, and none is kept.
    let proof = folder.path().join("q.drat").display().to_string();
    let words = [
        "optimise",
        "pair:3,3:3,4",
        "--fewest",
        "sweeps",
        "--proof",
        &proof,
    ];
    pegsat(&words)
        .assert()
        .code(1)
        .stderr(contains("no proof is written"));
    assert_eq!(names_in(folder.path()).len(), 5);
}

/// On boards with too many closed ways to list a sweep may fall apart; what is lacking is
/// added until none does, by solvers that go on and by those that begin again.
#[test]
fn sweeps_that_fall_apart_are_no_sweeps() {
    // One jump, and a ring of pegs that a second part of the same sweep would clear.
    let rows = |pegs: &[(usize, usize)]| -> String {
        let mark = |x, y| if pegs.contains(&(x, y)) { "O" } else { "." };
        let row = |y| (0..9).map(|x| mark(x, y)).collect::<Vec<_>>().join(" ");
        (0..9).map(|y| row(y) + "\n").collect()
    };
    let start = rows(&[(1, 0), (0, 1), (2, 1), (1, 2), (6, 6), (7, 6)]);
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("ring.peg");
    fs::write(&file, format!("start:\n{start}goal:\n{}", rows(&[(8, 6)]))).unwrap();
    let ring = file.display().to_string();
    for solver in ["varisat", "batsat"] {
        for seed in ["0", "3"] {
            let words = [
                "solve", &ring, "--model", "S", "--layers", "1", "--solver", solver,
            ];
            let more = ["--seed", seed, "--format", "json"];
            let answer = json(&[&words[..], &more].concat(), 3);
            assert_eq!(answer["refuted_layers"], 1, "{solver} {seed}");
        }
    }
    let words = [
        "solve",
        &ring,
        "--model",
        "S",
        "--approach",
        "formula",
        "--format",
        "json",
    ];
    assert_eq!(json(&words, 1)["checked"], "proof");
    pegsat(&["solve", &ring, "--model", "S", "--proof", "p"])
        .assert()
        .code(2)
        .stderr(contains("optimise --proof"));
}

/// Model S against exhaustive search on boards where it leaves connectivity to the answer.
#[test]
fn sweeps_on_large_boards_agree_with_exhaustive_search() {
    let mut random = fastrand::Rng::with_seed(9);
    let folder = TempDir::new().unwrap();
    for (name, count) in [("square9/free:4,4", 2), ("triangle8/free:2,4", 3)] {
        let board = pegsat::problem::named(name).unwrap().board().clone();
        for number in 0..count {
            // Back from one peg, by chance.
            let last = random.usize(..board.n_holes());
            let mut position = pegsat::board::Position::of(board.n_holes(), [last]);
            for _ in 0..11 {
                let back = |jump: &&pegsat::board::Jump| {
                    let [from, over, to] = jump.holes().map(|hole| position.has_peg(hole));
                    !from && !over && to
                };
                let jumps: Vec<_> = board.jumps().iter().filter(back).collect();
                let Some(jump) = random.choice(jumps) else {
                    break;
                };
                position.remove(jump.to);
                position.put(jump.from);
                position.put(jump.over);
            }
            let goal = pegsat::problem::Goal::one_peg(board.n_holes(), last);
            let problem = pegsat::problem::Problem::new("back", board.clone(), position, goal);
            let file = folder
                .path()
                .join(format!("{number}.peg"))
                .display()
                .to_string();
            fs::write(&file, pegsat::problem::file::write(&problem)).unwrap();
            let words = ["explore", &file, "--fewest-sweeps", "--format", "json"];
            let fewest = json(&words, 0)["fewest_sweeps"].clone();
            let found = sweeps(&file, "S");
            assert_eq!(
                [&found["value"], &found["bound"]],
                [&fewest, &fewest],
                "{name} {number}"
            );
        }
    }
}

/// Where exhaustive search may answer, it says what the models say.
#[test]
fn all_ways_to_an_optimum_agree() {
    let folder = TempDir::new().unwrap();
    for name in ["triangle5/free:1,2", "ipc2008:p13"] {
        let words = ["optimise", name, "--fewest", "sweeps", "--format", "json"];
        let fast = json(&words, 0);
        let (value, bound) = (&fast["value"], &fast["bound"]);
        let by_model = sweeps(name, "S");
        assert_eq!(
            [value, bound],
            [&by_model["value"], &by_model["bound"]],
            "{name}"
        );
        let proof = folder.path().join("p.drat").display().to_string();
        let words = ["optimise", name, "--fewest", "sweeps", "--proof", &proof];
        let answer = json(&[&words[..], &["--format", "json"]].concat(), 0);
        assert_eq!(
            [&answer["value"], &answer["bound"]],
            [value, bound],
            "{name}"
        );
        assert_eq!(fast["checked"], "exhaustion");
        let refuted = answer["refuted"].as_u64().unwrap();
        assert_eq!(refuted + 1, value.as_u64().unwrap(), "{name}");
    }
}

/// As few pegs as possible, against the last level that exhaustive search comes to: the values of
/// a contest's three boards among them.
#[test]
fn fewest_pegs_are_those_of_the_last_level() {
    let folder = TempDir::new().unwrap();
    let contest = [
        ("    O\n  O O .\nO . . O O\n  . O .\n    .\n", None),
        ("O O O O O\n. . . . .\nO . O . O\n", None),
        ("O . O O . O O\n", Some(2)),
        ("O . O . O\n", Some(3)),
        (".\n", Some(0)),
    ];
    let mut files = Vec::new();
    for (index, (picture, value)) in contest.into_iter().enumerate() {
        let text = format!("start:\n{picture}goal: fewest pegs\n");
        files.push((write(&folder, &format!("{index}.peg"), &text), value));
    }
    let mut random = fastrand::Rng::with_seed(4);
    for board in common::small_boards() {
        let start = common::position(board.n_holes(), random.u64(..));
        let problem = Problem::new("small", board, start, Goal::anywhere(1));
        let text = file::write(&problem).replace("goal: pegs 1", "goal: fewest pegs");
        files.push((write(&folder, &format!("{}.peg", files.len()), &text), None));
    }
    for (path, value) in files {
        let answer = json(&["solve", &path, "--format", "json"], 0);
        let optimise = ["optimise", &path, "--fewest", "pegs", "--format", "json"];
        assert_eq!(json(&optimise, 0)["value"], answer["value"]);
        let text = fs::read_to_string(&path).unwrap();
        let file::Read {
            problem, is_fewest, ..
        } = file::parse_asked("p", &text).unwrap();
        assert!(is_fewest);
        let (levels, ended) = exact::levels(&problem, &Watch::new());
        ended.unwrap();
        let least = problem.start().n_pegs() + 1 - levels.levels.len();
        assert_eq!(
            (&answer["value"], &answer["bound"]),
            (&least.into(), &least.into())
        );
        assert!(value.is_none_or(|value| value == least), "{text}");
        if least > 1 {
            let shown = format!("{}\n", answer["certificate"]["document"]);
            assert!(
                answer["bound_checked"] == "exhaustion" || shown.len() > 100,
                "{answer}"
            );
        }
        pegsat(&["hint", &path])
            .assert()
            .code(2)
            .stderr(contains("say how many"));
    }
    let words = ["optimise", "--fewest", "pegs", "--model", "C"];
    pegsat(&words)
        .assert()
        .code(2)
        .stderr(contains("leave model"));
}

/// What a limit leaves is said as what it is.
#[test]
fn bounds_below_the_value_are_not_called_the_best() {
    let words = [
        "optimise",
        "square20/free:8,8",
        "--fewest",
        "pegs",
        "--timeout",
        "1s",
    ];
    pegsat(&words)
        .assert()
        .code(3)
        .stdout(contains("none below 2 pegs: ").and(contains("no better one").not()));
    let counted = [
        "explore",
        "french/free:2,0",
        "--count",
        "--timeout",
        "300ms",
    ];
    pegsat(&counted)
        .assert()
        .code(3)
        .stdout(contains("positions were looked at"));
    let table = [
        "explore",
        "french/free:2,0",
        "--table",
        "sweeps",
        "--timeout",
        "2s",
    ];
    let table = json(&[&table[..], &["--format", "json"]].concat(), 3);
    assert!(table["reached"]["positions"].as_u64().unwrap() > 0);
    pegsat(&["solve", "--layers", "99999999"])
        .assert()
        .code(2)
        .stderr(contains("expected 1 to 31"));
}
