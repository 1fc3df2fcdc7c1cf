//! `compare` and `merge` from the command line: kills, shards, what is written.

use crate::command::*;
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use predicates::str::contains;
use serde_json::Value;
use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// What a run was, and how it ended; a run that is recorded twice is an error.
fn outcomes(records: &[Value]) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for record in records {
        let key = ["problem", "method", "solver", "seed"].map(|name| record[name].to_string());
        let end = format!("{} {}", record["outcome"], record["reason"]);
        let before = found.insert(key.join(" "), end);
        assert_eq!(before, None, "{key:?} is recorded twice");
    }
    found
}

/// Two problems that are solved, one that is not, one that takes too long, by
/// two models and two seeds.
fn words<'a>(suite: &'a str, folder: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let mut words = vec!["compare", "--suite", suite, "--models", "A,C+independence"];
    words.extend(["--seeds", "1-2", "--timeout", "700ms", "-o", folder]);
    words.extend(more);
    words
}

fn suite(folder: &TempDir) -> String {
    let peg = "start:\n O O .\ngoal:\n . . O\n";
    let list = serde_json::json!([
        "triangle4/free:0,1", "ipc2008:p01", "pair:3,3:3,4", "wiegleb/reversal:4,4",
        {"name": "own", "peg": peg},
    ]);
    write(folder, "suite.json", &list.to_string())
}

#[test]
fn whatever_is_killed_the_records_come_to_the_same() {
    let folder = TempDir::new().unwrap();
    let suite = suite(&folder);
    let (whole, broken) = (folder.path().join("whole"), folder.path().join("broken"));
    let (whole, broken) = (whole.to_str().unwrap(), broken.to_str().unwrap());
    pegsat(&words(&suite, whole, &["--jobs", "2"]))
        .assert()
        .code(0);
    let reference = records(&Path::new(whole).join("records.jsonl"));
    let expected = outcomes(&reference);
    assert_eq!(expected.len(), 20);
    for end in ["solved", "unsolvable", "unknown\" \"timeout"] {
        assert!(expected.values().any(|value| value.contains(end)), "{end}");
    }

    // Killed at any moment, between runs and inside them, again and again.
    let file = Path::new(broken).join("records.jsonl");
    let mut random = fastrand::Rng::with_seed(7);
    let (mut kills, mut known) = (0, 0);
    loop {
        let mut child = start(&words(&suite, broken, &["--jobs", "2"]));
        let begin = Instant::now();
        // The first ones early; a run that takes its time must come to an end at last.
        let most = if kills < 4 { 300 } else { 2000 };
        let patience = Duration::from_millis(random.u64(20..most));
        while begin.elapsed() < patience && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(2));
        }
        let below = descendants(child.id());
        let over = child.try_wait().unwrap();
        if over.is_none() {
            kill(Pid::from_raw(child.id() as i32), Signal::SIGKILL).unwrap();
            kills += 1;
        }
        let status = child.wait().unwrap();
        await_end(&below);
        let now = records(&file).len();
        assert!(now >= known, "records are lost");
        known = now;
        if over.is_some() {
            assert_eq!(status.code(), Some(0));
            break;
        }
        assert!(kills < 500, "there is no progress");
    }
    assert!(kills >= 4, "{kills}");
    assert_eq!(outcomes(&records(&file)), expected);
    for record in records(&file) {
        for field in [
            "command",
            "started",
            "pegsat",
            "machine",
            "wall_seconds",
            "cpu_seconds",
        ] {
            assert!(!record[field].is_null(), "{field} of {record}");
        }
    }
}

#[test]
fn killed_runs_are_recorded_with_a_reason() {
    let folder = TempDir::new().unwrap();
    let output = folder.path().join("out");
    let words = [
        "compare",
        "--suite",
        "wiegleb/reversal:4,4",
        "reversal:3,3",
        "--models",
        "A",
        "--timeout",
        "20s",
        "-o",
        output.to_str().unwrap(),
    ];
    let mut child = start(&words);
    // Runs are killed from outside, one after the other; the runner goes on.
    while child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(300));
        if let Some(&run) = descendants(child.id()).first() {
            let _ = kill(Pid::from_raw(run as i32), Signal::SIGKILL);
        }
    }
    let records = records(&output.join("records.jsonl"));
    assert_eq!(records.len(), 2);
    for record in records {
        assert_eq!(record["reason"], "solver-failed", "{record}");
        assert!(record["message"].as_str().unwrap().contains("signal 9"));
    }
}

#[test]
fn ctrl_c_keeps_what_is_known() {
    let folder = TempDir::new().unwrap();
    let output = folder.path().join("out");
    let suite = ["ipc2008:p01", "wiegleb/reversal:4,4", "central"];
    let mut words = vec!["compare", "--models", "A", "--timeout", "1m", "-o"];
    words.push(output.to_str().unwrap());
    words.push("--suite");
    words.extend(suite);
    let mut child = start(&words);
    let file = output.join("records.jsonl");
    wait_for("a record", || records(&file).pop());
    std::thread::sleep(Duration::from_millis(200));
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert_eq!(records(&file).len(), 1);
    assert!(output.join("report.html").exists());
}

#[test]
fn parts_come_to_the_whole() {
    let folder = TempDir::new().unwrap();
    let suite = suite(&folder);
    let output = folder.path().join("out");
    let out = output.to_str().unwrap();
    for part in ["1/3", "2/3", "3/3"] {
        pegsat(&words(&suite, out, &["--shard", part]))
            .assert()
            .code(0);
    }
    let parts: Vec<String> = (1..=3)
        .map(|n| {
            output
                .join(format!("records-{n}-of-3.jsonl"))
                .display()
                .to_string()
        })
        .collect();
    let counts: Vec<usize> = parts
        .iter()
        .map(|part| records(Path::new(part)).len())
        .collect();
    // Ten problems with a seed, two methods each.
    assert_eq!(counts, [8, 6, 6]);
    let mut merge = vec!["merge"];
    merge.extend(parts.iter().map(String::as_str));
    merge.extend(["-o", out]);
    pegsat(&merge).assert().code(0).stdout(contains("20 runs"));
    let all = records(&output.join("records.jsonl"));
    assert_eq!(outcomes(&all).len(), 20);
    // Merged again, the files are the same; and the merged file is complete.
    let before = fs::read(output.join("report.html")).unwrap();
    let whole = output.join("records.jsonl").display().to_string();
    pegsat(&["merge", &whole, "-o", out]).assert().code(0);
    assert_eq!(fs::read(output.join("report.html")).unwrap(), before);
    pegsat(&words(&suite, out, &[]))
        .assert()
        .code(0)
        .stderr(predicates::str::is_empty());
    assert_eq!(records(&output.join("records.jsonl")).len(), 20);
}

#[test]
fn what_is_written_stands_for_itself() {
    let folder = TempDir::new().unwrap();
    let output = folder.path().join("out");
    let out = output.to_str().unwrap();
    let words = [
        "compare", "--suite", "small", "--models", "C,E", "--seeds", "0-2", "-o", out,
    ];
    pegsat(&words).assert().code(0).stdout(contains("| E "));
    let names = names_in(&output);
    for name in [
        "cactus.svg",
        "effects.csv",
        "methods.csv",
        "problems.csv",
        "records.jsonl",
        "report.html",
        "runs.csv",
        "scatter-1.svg",
        "tables.md",
    ] {
        assert!(
            names.contains(&name.to_string()),
            "{name} is not in {names:?}"
        );
    }
    let page = fs::read_to_string(output.join("report.html")).unwrap();
    // Every solved board and every plot is on the page, and nothing is loaded.
    assert_eq!(page.matches("<details>").count(), 5);
    assert_eq!(page.matches("<figure>").count(), 2);
    // Its sections are listed before them.
    assert!(page.contains("href=\"#section-1\"") && page.contains("<h2 id=\"section-1\">"));
    let page = page.replace("href=\"#section-", "");
    let page = page.replace("<use href=\"#holes-", "");
    for loads in ["src=", "href=", "url(", "@import", "<script"] {
        assert!(!page.contains(loads), "{loads}");
    }
    let runs = fs::read_to_string(output.join("runs.csv")).unwrap();
    assert_eq!(runs.lines().count(), 1 + 7 * 2 * 3);
    let answer = json(&[&words[..], &["--format", "json"]].concat(), 0);
    assert_eq!(answer["runs"], 42);
    assert_eq!(answer["methods"][1]["method"], "E");
}

#[test]
fn bad_input_writes_nothing() {
    let folder = TempDir::new().unwrap();
    let output = folder.path().join("out");
    let out = output.to_str().unwrap();
    for (wrong, said) in [
        (vec!["--suite", "nothing"], "suites: central"),
        (
            vec!["--suite", "small", "--models", "X"],
            "no model is called 'X'",
        ),
        (vec!["--suite", "small", "--solvers", "none"], "none"),
        (vec!["--suite", "small", "--seeds", "5-1"], "0,3,10-19"),
        (vec!["--suite", "small", "--shard", "3/2"], "i/n"),
        (vec!["--suite", "small", "--jobs", "0"], "--jobs"),
        (vec!["--suite", "no.json"], "no.json"),
        (
            vec!["--suite", "small", "--solvers", "cmd:/no/such/program -q"],
            "no such program",
        ),
        (
            vec!["--suite", "small", "--models", "C+"],
            "nothing follows a +",
        ),
        (
            vec![
                "--suite",
                "ipc2008:p01",
                "--models",
                "E+order=wave",
                "--fewest",
                "sweeps",
            ],
            "neither layers nor order",
        ),
    ] {
        let words = [&["compare", "-o", out], &wrong[..]].concat();
        pegsat(&words).assert().code(2).stderr(contains(said));
        assert!(!output.exists(), "{wrong:?}");
    }
    // What cannot be combined is a record, not an end.
    let words = [
        "compare",
        "--suite",
        "ipc2008:p01",
        "--models",
        "D+pagoda=1,D",
        "-o",
        out,
    ];
    pegsat(&words).assert().code(0);
    let records = records(&output.join("records.jsonl"));
    assert_eq!(records[0]["reason"], "refused");
    assert_eq!(records[1]["outcome"], "solved");
}

#[test]
fn the_best_can_be_asked_for() {
    let folder = TempDir::new().unwrap();
    let output = folder.path().join("out");
    let words = [
        "compare",
        "--suite",
        "ipc2008:p01",
        "ipc2008:p02",
        "--models",
        "S,C",
        "--fewest",
        "sweeps",
        "-o",
        output.to_str().unwrap(),
    ];
    pegsat(&words).assert().code(0);
    let records = records(&output.join("records.jsonl"));
    assert_eq!(records.len(), 4);
    for pair in records.chunks(2) {
        assert_eq!(pair[0]["value"], pair[0]["bound"]);
        assert_eq!(pair[0]["value"], pair[1]["value"]);
    }
}

/// The checker is given formula and proof; what it rejects is no answer.
#[test]
fn a_checker_sees_the_proof_of_a_bound() {
    let folder = TempDir::new().unwrap();
    let says = |answer: &str| {
        let script =
            format!("head -c 6 $1 | grep -q '^[cp] ' && test -s $2 && echo 's {answer}'\n");
        let path = write(&folder, "checker.sh", &script);
        let output = folder.path().join(answer.replace(' ', "-"));
        let checker = format!("sh {path}");
        let words = [
            "compare",
            "--suite",
            "ipc2008:p05",
            "--models",
            "auto",
            "--fewest",
            "sweeps",
            "--check",
            &checker,
            "-o",
            output.to_str().unwrap(),
        ];
        pegsat(&words).assert().code(0);
        records(&output.join("records.jsonl")).remove(0)
    };
    let accepted = says("VERIFIED");
    assert_eq!(accepted["outcome"], "solved");
    assert!(accepted["proof_bytes"].as_u64() > Some(0));
    assert!(accepted["proof_checked_seconds"].is_number());
    let rejected = says("NOT VERIFIED");
    assert_eq!(rejected["reason"], "solver-failed");
    let absent = [
        "compare",
        "--fewest",
        "sweeps",
        "--check",
        "no-such-checker",
        "--suite",
    ];
    pegsat(&[&absent[..], &["ipc2008:p05", "-o", "nowhere"]].concat())
        .current_dir(&folder)
        .assert()
        .code(2)
        .stderr(contains(
            "--check: no-such-checker: there is no such program",
        ));
}

#[test]
fn merging_leaves_a_running_comparison_alone() {
    let folder = TempDir::new().unwrap();
    let output = folder.path().join("out");
    let out = output.to_str().unwrap();
    let words = [
        "compare",
        "--suite",
        "ipc2008:p01",
        "wiegleb/reversal:4,4",
        "--models",
        "A",
        "--timeout",
        "20s",
        "-o",
        out,
    ];
    let mut child = start(&words);
    let file = output.join("records.jsonl");
    wait_for("a record", || records(&file).pop());
    let path = file.to_str().unwrap();
    let said = contains("another pegsat is writing");
    pegsat(&["merge", path, "-o", out])
        .assert()
        .code(2)
        .stderr(said);
    // Both asked to end at once: what was under way is no record.
    for pid in descendants(child.id()) {
        let _ = kill(Pid::from_raw(pid as i32), Signal::SIGTERM);
    }
    kill(Pid::from_raw(child.id() as i32), Signal::SIGTERM).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert_eq!(records(&file).len(), 1);
}

#[test]
fn tampered_records_are_not_drawn() {
    let folder = TempDir::new().unwrap();
    let output = folder.path().join("out");
    let out = output.to_str().unwrap();
    let words = [
        "compare",
        "--suite",
        "ipc2008:p01",
        "triangle4/free:0,1",
        "-o",
        out,
    ];
    pegsat(&words).assert().code(0);
    let text = fs::read_to_string(output.join("records.jsonl")).unwrap();
    let first: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let jumps = first["jumps"].to_string();
    let other = folder.path().join("other");
    for (number, wrong) in ["[9999]", "[0,0,0]", "[]"].iter().enumerate() {
        let path = folder.path().join(format!("{number}.jsonl"));
        fs::write(
            &path,
            text.replace(&jumps, wrong)
                .replace("varisat", "a\\u0001<b>"),
        )
        .unwrap();
        let place = other.join(number.to_string());
        let place = place.to_str().unwrap();
        pegsat(&["merge", path.to_str().unwrap(), "-o", place])
            .assert()
            .code(0);
        let page = fs::read_to_string(Path::new(place).join("report.html")).unwrap();
        assert_eq!(page.matches("<details>").count(), 1, "{wrong}");
        assert!(!page.contains("<b>"), "markup comes from the records");
        for (name, contents) in report(Path::new(place)) {
            let is_picture = name.ends_with(".svg");
            assert!(!is_picture || !contents.contains(&1), "{name} is no XML");
        }
    }
    // A line that is no record is named, and nothing is written.
    let path = folder.path().join("broken.jsonl");
    fs::write(&path, format!("{text}nonsense\n")).unwrap();
    let none = other.join("none");
    pegsat(&[
        "merge",
        path.to_str().unwrap(),
        "-o",
        none.to_str().unwrap(),
    ])
    .assert()
    .code(2)
    .stderr(contains("line 3"));
    assert!(!none.exists());
}

/// What `merge` keeps: records that lack their end of line, runs that the folder's own file has
/// twice; and what is no file of records stays as it is.
#[test]
fn merge_loses_no_record_and_says_what_it_cuts() {
    let folder = TempDir::new().unwrap();
    let place = |name: &str| folder.path().join(name).display().to_string();
    let list = "triangle4/free:0,1,pair:3,3:3,4,square3/pair:1,1:1,1";
    let suite = list
        .replace(",pair", "\",\"pair")
        .replace(",square3", "\",\"square3");
    let suite = write(&folder, "suite.json", &format!("[\"{suite}\"]"));
    let made = [
        "compare",
        "--suite",
        &suite,
        "--models",
        "E",
        "-o",
        &place("made"),
    ];
    pegsat(&made).assert().code(0);
    let text = fs::read_to_string(place("made/records.jsonl")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3);
    let file = |name: &str, text: &str| write(&folder, name, text);
    let (one, two) = (
        file("one", &format!("{}\n", lines[0])),
        file("two", lines[1]),
    );
    let merged = ["merge", &one, &two, "-o", &place("both")];
    pegsat(&merged).assert().code(0).stderr("");
    assert_eq!(records(Path::new(&place("both/records.jsonl"))).len(), 2);
    // Its own file has a run twice.
    fs::create_dir(place("own")).unwrap();
    fs::write(place("own/records.jsonl"), format!("{0}\n{0}\n", lines[0])).unwrap();
    let rest = file(
        "rest",
        &format!("{}\n{}\n{}", lines[1], lines[2], &lines[0][..50]),
    );
    pegsat(&["merge", &rest, "-o", &place("own")])
        .assert()
        .code(0)
        .stderr(contains("its last line, of 50 bytes, is no whole record"));
    let own = fs::read_to_string(place("own/records.jsonl")).unwrap();
    let own: std::collections::BTreeSet<&str> = own.lines().collect();
    assert_eq!(own.len(), 3);
    // No file of records: refused, and left as it is.
    fs::create_dir(place("other")).unwrap();
    let other = "a".repeat(1 << 20);
    fs::write(place("other/records.jsonl"), &other).unwrap();
    let into = [
        "compare",
        "--suite",
        &suite,
        "--models",
        "E",
        "-o",
        &place("other"),
    ];
    for words in [&into[..], &["merge", &one, "-o", &place("other")]] {
        let error = pegsat(words).assert().code(2);
        let error = String::from_utf8(error.get_output().stderr.clone()).unwrap();
        assert!(
            error.contains("holds no record") && error.len() < 500,
            "{error}"
        );
        assert_eq!(
            fs::read_to_string(place("other/records.jsonl")).unwrap(),
            other
        );
    }
    pegsat(&["reproduce", "--problems", "centrall", "-o", &place("paper")])
        .assert()
        .code(2)
        .stderr(contains("did you mean 'central'?"));
}

#[test]
fn merge_refuses_two_answers_to_one_run() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out");
    let out = out.to_str().unwrap();
    let words = "compare --suite triangle4/pair:0,1:1,1 --models E -o";
    let words: Vec<&str> = words.split(' ').chain([out]).collect();
    pegsat(&words).assert().code(0);
    let file = folder.path().join("out/records.jsonl");
    let text = std::fs::read_to_string(&file).unwrap();
    let other = folder.path().join("other.jsonl");
    let outcome = [r#""outcome":"solved""#, r#""outcome":"unsolvable""#];
    assert!(text.contains(outcome[0]));
    std::fs::write(&other, text.replace(outcome[0], outcome[1])).unwrap();
    pegsat(&["merge", other.to_str().unwrap(), "-o", out])
        .assert()
        .code(2)
        .stderr(contains("say solved and unsolvable"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    let folders = [out, file.to_str().unwrap()];
    for (file, place, said) in [
        (folders[0], folders[0], "is a folder"),
        (folders[1], folders[1], "is a file; expected a folder"),
    ] {
        pegsat(&["merge", file, "-o", place])
            .assert()
            .code(2)
            .stderr(contains(said));
    }
}
