//! Every refusal of the command line: what was asked, the status, and what the user is told.
//!
//! `refusals.txt` has a line that begins with `$` for each question, with the answer below it.
//! The answers only hold still: `PEGSAT_BLESS=1` writes them again, for messages that get better.

use crate::{command::in_checkout, common::in_parallel};
use assert_cmd::Command;
use std::{fs, sync::Mutex};
use tempfile::TempDir;

/// Files that questions name, in the folder where they are asked.
const FILES: [(&str, &str); 11] = [
    ("few.peg", "start:\nO O .\ngoal: fewest pegs\n"),
    ("row.peg", "start:\nO O . O\ngoal: pegs 1\n"),
    ("broken.peg", "start:\nO O Q\ngoal: pegs 1\n"),
    ("keep.peg", "start:\nO O . O\ngoal: survivor 0,0\n"),
    ("jumps.txt", "0,0-2,0 3,0-1,0\n"),
    ("empty.txt", ""),
    ("list.json", "[]\n"),
    ("no.json", "{\"a\": 1}\n"),
    ("deals.txt", "1 2 x\n"),
    ("piles.txt", "1 2\n"),
    ("latin.peg", "start:\nO O ?\n"),
];

/// Asks, in a folder with these files; status and message.
fn asked(question: &str) -> String {
    let folder = TempDir::new().unwrap();
    for (name, text) in FILES {
        fs::write(folder.path().join(name), text).unwrap();
    }
    fs::write(folder.path().join("bytes.peg"), b"start:\nO \xff .\n").unwrap();
    fs::create_dir(folder.path().join("folder")).unwrap();
    let output = Command::cargo_bin("pegsat")
        .unwrap()
        .args(question.split(' '))
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(output.stdout.is_empty(), "{question}: printed something");
    let text = String::from_utf8(output.stderr).unwrap();
    let text = text.replace(folder.path().to_str().unwrap(), "FOLDER");
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let lines: Vec<&str> = lines.map(str::trim_end).collect();
    format!("{}\n{}", output.status.code().unwrap(), lines.join("\n"))
}

#[test]
fn every_refusal_says_what_is_wrong() {
    let path = in_checkout("crates/cli/tests/program/refusals.txt");
    let known = fs::read_to_string(&path).unwrap();
    let questions: Vec<&str> = known
        .lines()
        .filter_map(|line| line.strip_prefix("$ "))
        .collect();
    let answers = Mutex::new(vec![String::new(); questions.len()]);
    let numbered: Vec<(usize, &&str)> = questions.iter().enumerate().collect();
    in_parallel(&numbered, |&(number, question)| {
        let answer = format!("$ {question}\n{}\n", asked(question));
        answers.lock().unwrap()[number] = answer;
    });
    let answers = answers.into_inner().unwrap();
    if std::env::var_os("PEGSAT_BLESS").is_some() {
        fs::write(&path, answers.join("\n")).unwrap();
        return;
    }
    for (answer, known) in answers.iter().zip(known.split("\n\n")) {
        assert_eq!(
            answer.trim_end(),
            known.trim_end(),
            "PEGSAT_BLESS=1 if meant"
        );
    }
    assert!(questions.len() > 140, "{}", questions.len());
    let refused = answers.iter().filter(|answer| answer.contains("\n2\n"));
    assert_eq!(refused.count(), questions.len());
}
