//! Many problems in one process, and the JSON that answers and errors are.

use crate::command::*;
use predicates::str::contains;
use serde_json::Value;
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    process::{Command, Stdio},
};
use tempfile::TempDir;

const LIST: &str = "\
# names, pictures and .peg files
central
centrl

  O O
O O . O

start:
O O .
goal: fewest pegs

lattice: squar
french/reversal:3,3
O Q O
";

/// The lines of standard output.
fn lines(words: &[&str], input: &str, code: i32) -> Vec<Value> {
    let output = pegsat(words).write_stdin(input).assert().code(code);
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn a_list_is_answered_in_order_and_a_bad_line_is_a_line() {
    for jobs in ["1", "2"] {
        let answers = lines(&["solve", "--each", "-", "-j", jobs], LIST, 2);
        let said = answers.iter().map(|answer| {
            let name = answer["problem"].as_str().unwrap();
            let what = answer["outcome"].as_str().or(answer["error"].as_str());
            (name, what.unwrap())
        });
        let said: Vec<_> = said.collect();
        assert_eq!(said[0], ("central", "solved"));
        assert!(said[1].1.contains("did you mean 'central'"), "{said:?}");
        assert_eq!(said[2], ("standard input:5", "unsolvable"));
        assert_eq!(said[3], ("standard input:8", "solved"));
        assert_eq!(answers[3]["objective"], "pegs");
        assert!(
            said[4]
                .1
                .starts_with("standard input:12:9: lattice 'squar'")
        );
        assert_eq!(said[5], ("french/reversal:3,3", "unsolvable"));
        assert!(
            said[6].1.starts_with("standard input:14:3: found 'Q'"),
            "{said:?}"
        );
        assert_eq!(said.len(), 7);
    }
}

/// A bad line within a picture makes the picture one error, and no other problem of its halves.
#[test]
fn a_bad_line_spoils_its_picture_alone() {
    let list =
        b"\xef\xbb\xbfcentral\r\n\r\nO O .\nXX.\nO O .\n\nO O .\nO \xff .\nO O .\n\ncentral\n";
    let output = pegsat(&["solve", "--each", "-"])
        .write_stdin(&list[..])
        .assert()
        .code(2);
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    let answers: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let is_error: Vec<bool> = answers
        .iter()
        .map(|answer| answer["error"].is_string())
        .collect();
    assert_eq!(is_error, [false, true, true, false], "{text}");
}

#[test]
fn several_on_the_command_line_are_answered_as_each_alone() {
    let names = [
        "central",
        "reversal:2,0",
        "triangle5/reversal:0,0",
        "french/reversal:3,3",
    ];
    let together = lines(&[&["solve"][..], &names].concat(), "", 0);
    let same = |answer: &Value| {
        let mut answer = answer.clone();
        for unlike in ["seconds", "peak_memory_bytes"] {
            answer[unlike] = Value::Null;
        }
        answer
    };
    for (name, answer) in names.iter().zip(&together) {
        let status = i32::from(answer["outcome"] != "solved");
        let alone = json(&["solve", name, "--format", "json"], status);
        assert_eq!(same(answer), same(&alone), "{name}");
    }
    let text = ["solve", "central", "tenpair", "--format", "text"];
    pegsat(&text)
        .assert()
        .code(2)
        .stdout(contains("central: solved: 31 jumps"))
        .stdout(contains("\ntenpair: error: "));
}

/// Answers come while the list is still being written, and a list without end can be left.
#[test]
fn answers_do_not_wait_for_the_end_of_the_list() {
    let mut process = Command::new(env!("CARGO_BIN_EXE_pegsat"))
        .args(["solve", "--each", "-", "-j", "2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = process.stdin.take().unwrap();
    let mut output = BufReader::new(process.stdout.take().unwrap());
    for name in ["central", "reversal:2,0"] {
        writeln!(input, "{name}").unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert!(line.contains(name), "{line}");
    }
    drop(output);
    // What is written for nobody ends the program; the list's writer hears of it.
    let refused = (0..1_000_000).find_map(|_| writeln!(input, "rect3x1/free:0,0").err());
    assert_eq!(refused.unwrap().kind(), std::io::ErrorKind::BrokenPipe);
    process.wait().unwrap();
}

#[test]
fn limits_are_for_each_problem() {
    let folder = TempDir::new().unwrap();
    let list = write(&folder, "list", "tenpair\nwiegleb/pair:4,0:4,0\ncentral\n");
    let file = folder.path().join("out.json");
    let words = [
        "solve",
        "--each",
        &list,
        "--timeout",
        "0.3",
        "-o",
        file.to_str().unwrap(),
    ];
    pegsat(&words).assert().code(2);
    let text = fs::read_to_string(file).unwrap();
    let answers: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers[1]["reason"], "timeout");
    assert_eq!(answers[2]["outcome"], "solved");
}

#[test]
fn what_is_for_one_problem_is_refused() {
    for option in [
        &["--cube", "1/2"][..],
        &["--proof", "x"],
        &["--solutions", "3"],
    ] {
        let words = [&["solve", "central", "reversal:2,0"][..], option].concat();
        pegsat(&words)
            .assert()
            .code(2)
            .stderr(contains("it is for one problem"));
    }
}

#[test]
fn a_list_that_is_no_text_is_an_error_in_a_line() {
    let long = "O O . O\n".repeat(600_000);
    for (input, what) in [
        (long.as_bytes(), "over 4194304 bytes"),
        (&[b'0'; 5_000_000][..], "a line of over"),
        (&[0xff, b'\n'][..], "not UTF-8"),
    ] {
        let output = pegsat(&["solve", "--each", "-"])
            .write_stdin(input)
            .assert()
            .code(2);
        let text = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
        assert!(text.contains(what) && text.lines().count() == 1, "{text}");
    }
}

#[test]
fn without_a_name_a_file_is_read_and_a_pipe_is_not() {
    let folder = TempDir::new().unwrap();
    let peg = write(&folder, "my.peg", "start:\nO O .\ngoal: pegs 1\n");
    let from = |input: Stdio| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pegsat"));
        let output = command.args(["solve", "-v"]).stdin(input).output().unwrap();
        assert!(output.status.success());
        let [out, err] =
            [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        (out, err)
    };
    let (out, _) = from(fs::File::open(peg).unwrap().into());
    assert!(
        out.starts_with("standard input (") && out.contains("solved: 1 jump"),
        "{out}"
    );
    let (out, err) = from(Stdio::piped());
    assert!(out.starts_with("central ("), "{out}");
    assert!(err.contains("'-' reads the problem"), "{err}");
    let (out, err) = from(Stdio::null());
    assert!(
        out.starts_with("central (") && !err.contains("'-'"),
        "{err}"
    );
}

#[test]
fn errors_are_json_where_that_is_asked_for() {
    for words in [
        &["solve", "centrl", "--format", "json"][..],
        &["solve", "--modle", "C", "--format=json"],
        &["show", "nothing.peg", "--format", "json"],
        &[
            "certify", "central", "--kind", "nothing", "--format", "json",
        ],
    ] {
        let error = &lines(words, "", 2)[0];
        assert_eq!(error["format"], "pegsat-error", "{words:?}");
        valid(error);
    }
    pegsat(&["solve", "centrl"]).assert().code(2).stdout("");
}

/// Panics where the value is not as the schema has it: what of JSON Schema the file uses.
fn follows(value: &Value, schema: &Value, place: &str) {
    let Some(keys) = schema.as_object() else {
        panic!("{place}: no schema")
    };
    for (key, rule) in keys {
        match key.as_str() {
            "$schema" | "title" => {}
            "const" => assert_eq!(value, rule, "{place}"),
            "enum" => assert!(rule.as_array().unwrap().contains(value), "{place}: {value}"),
            "type" => {
                let kind = match value {
                    Value::Null => "null",
                    Value::Bool(_) => "boolean",
                    Value::Number(number) if number.is_f64() => "number",
                    Value::Number(_) => "integer",
                    Value::String(_) => "string",
                    Value::Array(_) => "array",
                    Value::Object(_) => "object",
                };
                let kinds = rule.as_array().cloned().unwrap_or(vec![rule.clone()]);
                let fits = |one: &Value| one == kind || (one == "number" && kind == "integer");
                assert!(kinds.iter().any(fits), "{place}: {value}");
            }
            "items" => {
                for item in value.as_array().into_iter().flatten() {
                    follows(item, rule, place);
                }
            }
            "required" => {
                for name in rule.as_array().unwrap() {
                    let is_there = value
                        .as_object()
                        .is_none_or(|o| o.contains_key(name.as_str().unwrap()));
                    assert!(is_there, "{place}: {name} is missing");
                }
            }
            // Every field is described.
            "properties" => {
                for (name, one) in value.as_object().into_iter().flatten() {
                    follows(one, &rule[name], &format!("{place}.{name}"));
                }
            }
            other => panic!("the schema has '{other}', which this test does not know"),
        }
    }
}

/// Panics where this is neither an answer nor an error of the schema.
fn valid(value: &Value) {
    let schema = include_str!("../../../../docs/answer.schema.json");
    let schema: Value = serde_json::from_str(schema).unwrap();
    let is_error = usize::from(value["format"] == "pegsat-error");
    follows(
        value,
        &schema["oneOf"][is_error],
        &value["format"].to_string(),
    );
}

#[test]
fn answers_are_as_the_schema_says() {
    let folder = TempDir::new().unwrap();
    let open = write(&folder, "open.peg", "start:\n? ? O\nO O O\ngoal: pegs 1\n");
    for (words, status) in [
        (&["solve", "central"][..], 0),
        (&["solve", "french/reversal:3,3"], 1),
        (
            &[
                "solve",
                "triangle5/reversal:1,2",
                "--approach",
                "refutation",
            ],
            1,
        ),
        (&["solve", "central", "--timeout", "0"], 3),
        (
            &["solve", "central", "--model", "C", "--search", "paper"],
            0,
        ),
        (&["solve", "central", "--model", "D", "--layers", "2"], 3),
        (&["solve", "triangle5/free:0,0", "--solutions", "3"], 0),
        (&["optimise", "ipc2008:p01", "--fewest", "sweeps"], 0),
        (&["optimise", "central", "--fewest", "pegs"], 0),
        (&["certify", "french/reversal:3,3"], 0),
        (&["solve", &open], 1),
    ] {
        let words = [words, &["--format", "json"]].concat();
        valid(&json(&words, status));
    }
}
