//! What the page and Python do not try: questions that are none, are about nothing, or lie.

#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

use pegsat::{Stop, Watch};
use pegsat_json::{Kind, Session, Told};
use serde_json::{Value, json};
use std::time::Duration;

fn ask(session: &Session, question: &Value) -> Result<Told, pegsat_json::Error> {
    session.ask(question.to_string().as_bytes(), &Watch::new())
}

fn answer(session: &Session, question: &Value) -> Value {
    serde_json::from_str(&ask(session, question).unwrap().answer).unwrap()
}

fn open(source: &str) -> Session {
    let told = ask(
        &Session::default(),
        &json!({ "do": "open", "source": source }),
    );
    told.unwrap().opened.unwrap()
}

#[test]
fn wrong_questions_are_errors() {
    let central = open("central");
    let none = "0".repeat(33);
    let encode = json!({ "do": "encode", "dimacs": true, "meanings": true, "model": "C" });
    let model = answer(&central, &encode);
    let decode = |dimacs: &str, literals: &[i64]| {
        json!({
            "do": "decode", "dimacs": dimacs, "meanings": model["meanings"], "layers": null,
            "model": literals,
        })
    };
    let dimacs = model["dimacs"].as_str().unwrap();
    for (question, says) in [
        (json!({ "do": "answer", "solutions": 0 }), "from 1"),
        (
            json!({ "do": "optimise", "fewest": "sweeps", "order": "ripple" }),
            "leave layers",
        ),
        (
            json!({ "do": "optimise", "fewest": "sweeps", "approach": "beam" }),
            "approach",
        ),
        (json!({}), "missing field `do`"),
        (json!({ "do": "fly" }), "unknown variant"),
        (json!({ "do": "look", "position": "" }), "33 holes"),
        (
            json!({ "do": "look", "position": "é".repeat(33) }),
            "33 holes",
        ),
        (
            json!({ "do": "jump", "position": none, "jump": 1e9 as u64 }),
            "no such jump",
        ),
        (
            json!({ "do": "jump", "position": none, "jump": 1 }),
            "cannot be made",
        ),
        (json!({ "do": "sweeps", "jumps": [1000] }), "no such jump"),
        (json!({ "do": "layers", "jumps": [1000] }), "no such jump"),
        (
            json!({ "do": "picture", "as": "svg", "jumps": [1000] }),
            "no such jump",
        ),
        (
            json!({ "do": "picture", "as": "svg", "jumps": [1], "layers": [usize::MAX, 2] }),
            "another number of jumps",
        ),
        (
            json!({ "do": "picture", "as": "animation", "jumps": [1], "seconds": -1 }),
            "0.01 to 60",
        ),
        (json!({ "do": "hint", "made": [1000] }), "does not have"),
        (
            json!({ "do": "pair", "vacancy": [9, 9], "finish": [3, 3] }),
            "no hole",
        ),
        (json!({ "do": "can-win", "picture": "O" }), "positions=True"),
        (json!({ "do": "verify", "text": "{}" }), "rejected"),
        (
            json!({ "do": "solve", "model": "C@gecode" }),
            "command line",
        ),
        (
            json!({ "do": "certify", "approach": "beam" }),
            "certifies nothing",
        ),
        (decode("", &[1]), "no formula"),
        (decode("p cnf 1 1\n2 0\n", &[1]), "no formula"),
        (decode("p cnf 99999999999 0\n", &[1]), "no formula"),
        (decode(dimacs, &[0]), "no literal"),
        (decode(dimacs, &[i64::MIN]), "no literal"),
        (decode(dimacs, &[1, -1]), "both"),
        (decode(dimacs, &[1]), "does not satisfy"),
        // A formula of its own choice, whose assignment is no solution.
        (decode("p cnf 1 0\n", &[1]), "after the last jump"),
    ] {
        let error = ask(&central, &question).unwrap_err();
        assert!(error.text.contains(says), "{question}: {error}");
        assert_eq!(error.kind, Kind::Usage, "{question}: {error}");
    }
    let error = ask(&Session::default(), &json!({ "do": "solve" })).unwrap_err();
    assert!(error.text.contains("no problem is open"));
}

#[test]
fn limits_and_files_have_kinds_of_their_own() {
    let large = open("square12/free:5,5");
    let explore = json!({ "do": "explore" });
    assert_eq!(ask(&large, &explore).unwrap_err().kind, Kind::Usage);
    let late = Watch::new().timeout(Duration::ZERO);
    let error = open("central").ask(explore.to_string().as_bytes(), &late);
    let error = error.unwrap_err();
    assert_eq!(error.kind, Kind::Timeout);
    assert_eq!(error.text, Stop::Timeout.to_string());
    // A limit that has come before anything was found is no panic.
    let list = json!({ "do": "answer", "solutions": "all" }).to_string();
    let told = open("start:\nO O .\ngoal:\n. . O\n").ask(list.as_bytes(), &late);
    assert!(told.is_ok_and(|told| told.answer.contains("\"are_all\":false")));
    let error = ask(&large, &json!({ "do": "read", "path": "no.peg" })).unwrap_err();
    assert!(matches!(
        error.kind,
        Kind::File(std::io::ErrorKind::NotFound)
    ));
}

#[test]
fn a_session_is_asked_by_many() {
    let central = open("central");
    let solved = answer(&central, &json!({ "do": "answer", "solutions": 2 }));
    assert_eq!(solved["others"].as_array().map(Vec::len), Some(1));
    let all = json!({ "do": "answer", "solutions": "all" });
    let told = answer(&open("start:\nO O .\ngoal:\n. . O\n"), &all);
    assert_eq!(told["are_all"], true);
    let kept = answer(&central, &json!({ "do": "problem" }));
    assert_eq!(kept["jumps"].as_array().map(Vec::len), Some(76));
}
