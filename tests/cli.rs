//! The command line's contract: outputs, exit statuses, and what is left behind.

#![allow(clippy::unwrap_used, clippy::panic)] // a failure here is a failed test

mod common;

use assert_cmd::Command;
use common::cli::*;
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use predicates::str::{contains, is_match, starts_with};
use serde_json::Value;
use std::{
    fs,
    io::Read,
    path::Path,
    time::{Duration, Instant},
};
use tempfile::TempDir;

#[test]
fn alone_it_prints_help() {
    pegsat(&[])
        .assert()
        .code(0)
        .stdout(contains("Usage: pegsat"));
}

#[test]
fn every_subcommand_has_help() {
    let lists = ["problems", "boards", "models", "solvers"];
    for name in ["solve", "export", "decode", "check", "show"]
        .into_iter()
        .chain(lists)
    {
        pegsat(&[name, "--help"])
            .assert()
            .code(0)
            .stdout(contains("Example"));
    }
    for name in ["problems", "boards", "models", "solvers"] {
        pegsat(&[name, "--help"])
            .assert()
            .code(0)
            .stdout(contains("Usage"));
    }
}

#[test]
fn solve_prints_boards_and_jumps() {
    pegsat(&["solve", "triangle5/reversal:0,0"])
        .assert()
        .code(0)
        .stdout(contains("solved: 13 jumps in"))
        .stdout(contains("start "))
        .stdout(contains("13: "))
        .stderr("");
}

#[test]
fn json_has_the_fields_of_the_contract() {
    let words = [
        "solve",
        "ipc2008:p03",
        "--format",
        "json",
        "--add",
        "states=2,independence",
        "--model",
        "C",
    ];
    let answer = json(&words, 0);
    let fields = [
        "problem",
        "outcome",
        "reason",
        "model",
        "additions",
        "layers",
        "solver",
        "seed",
        "jumps",
        "sweeps",
        "formula",
        "seconds",
        "peak_memory_bytes",
        "certificate",
    ];
    for field in fields {
        assert!(answer.get(field).is_some(), "{field} is missing");
    }
    assert_eq!(answer["problem"], "ipc2008:p03");
    assert_eq!(answer["outcome"], "solved");
    assert_eq!(answer["reason"], Value::Null);
    assert_eq!(
        answer["additions"],
        serde_json::json!(["independence", "states=2"])
    );
    assert_eq!(answer["solver"]["name"], "varisat");
    assert_eq!(answer["jumps"].as_array().unwrap().len(), 6);
    assert_eq!(answer["jumps"][0]["from"].as_array().unwrap().len(), 2);
    assert!(answer["jumps"][0]["number"].is_u64());
    assert!(answer["formula"]["literals"].as_u64() > answer["formula"]["clauses"].as_u64());
    assert!(answer["seconds"]["total"].as_f64() >= answer["seconds"]["solve"].as_f64());
    assert!(answer["peak_memory_bytes"].as_u64().unwrap() > 1 << 20);
}

#[test]
fn unsolvable_is_status_1_and_20() {
    pegsat(&["solve", "square3/free:1,1"])
        .assert()
        .code(1)
        .stdout(contains("unsolvable"));
    pegsat(&["solve", "square3/free:1,1", "--format", "competition"])
        .assert()
        .code(20)
        .stdout(is_match("(?m)^s UNSATISFIABLE$").unwrap());
}

#[test]
fn competition_output_is_a_model_of_the_exported_formula() {
    let folder = TempDir::new().unwrap();
    let cnf = folder.path().join("p.cnf");
    let cnf = cnf.to_str().unwrap();
    for seed in ["0", "5"] {
        let words = [
            "solve",
            "ipc2008:p02",
            "--format",
            "competition",
            "--seed",
            seed,
        ];
        let output = pegsat(&words).assert().code(10).get_output().stdout.clone();
        let text = String::from_utf8(output).unwrap();
        assert!(
            text.lines()
                .all(|line| ["c ", "s ", "v "].iter().any(|p| line.starts_with(p)))
        );
        let layering = text.lines().find_map(|line| line.strip_prefix("c layers "));
        let (layers, order) = layering.unwrap().split_once(", order ").unwrap();
        pegsat(&[
            "export",
            "ipc2008:p02",
            "--to",
            "dimacs",
            "--layers",
            layers,
            "--order",
            order,
            "-o",
            cnf,
        ])
        .assert()
        .code(0);
        let answer = write(&folder, "answer", &text);
        let map = format!("{cnf}.map.json");
        let decoded = json(&["decode", "--map", &map, &answer, "--format", "json"], 0);
        assert_eq!(decoded["outcome"], "solved");
    }
}

#[test]
fn seeds_repeat_runs() {
    let jumps = |seed: &str| {
        json(
            &["solve", "ipc2008:p09", "--seed", seed, "--format", "json"],
            0,
        )["jumps"]
            .clone()
    };
    assert_eq!(jumps("3"), jumps("3"));
    assert!((1..6).any(|seed| jumps(&seed.to_string()) != jumps("0")));
}

#[test]
fn a_time_limit_ends_as_timeout() {
    let mut words = LONG.to_vec();
    words.extend(["--timeout", "1s", "--format", "json"]);
    let begin = Instant::now();
    let answer = json(&words, 3);
    assert!(begin.elapsed() < Duration::from_secs(10));
    assert_eq!(
        (&answer["outcome"], &answer["reason"]),
        (&"unknown".into(), &"timeout".into())
    );
    assert_eq!(
        answer["formula"]["variables"], 25_484,
        "what is known is kept"
    );
    words.truncate(6);
    words.extend(["--format", "competition"]);
    pegsat(&words)
        .assert()
        .code(0)
        .stdout(contains("s UNKNOWN"))
        .stdout(contains("timeout"));
}

#[test]
fn a_memory_limit_ends_as_memory() {
    let words = [
        "solve", "central", "--model", "B", "--memory", "100M", "--format", "json",
    ];
    let answer = json(&words, 3);
    assert_eq!(
        (&answer["outcome"], &answer["reason"]),
        (&"unknown".into(), &"memory".into())
    );
    // Of an external program too.
    let greedy = "cmd:sh -c 'python3 -c \"x=bytearray(10**9)\" || exit 1'";
    let words = [
        "solve",
        "ipc2008:p01",
        "--solver",
        greedy,
        "--memory",
        "300M",
        "--format",
        "json",
    ];
    if Path::new("/usr/bin/python3").exists() {
        let answer = json(&words, 3);
        assert!(["memory", "solver-failed"].contains(&answer["reason"].as_str().unwrap()));
    }
}

#[test]
fn ctrl_c_ends_as_interrupted_and_leaves_no_child() {
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let folder = TempDir::new().unwrap();
        let out = folder.path().join("answer.json");
        let mut words = LONG.to_vec();
        words.extend(["--format", "json", "-o", out.to_str().unwrap()]);
        let mut child = start(&words);
        let workers = await_descendants(child.id(), 1);
        std::thread::sleep(Duration::from_millis(200));
        kill(Pid::from_raw(child.id() as i32), signal).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(3));
        await_end(&workers);
        let answer: Value = serde_json::from_slice(&fs::read(&out).unwrap()).unwrap();
        assert_eq!(answer["reason"], "interrupted");
        assert_eq!(names_in(folder.path()), ["answer.json"]);
    }
}

#[test]
fn no_child_outlives_a_killed_parent() {
    // The worker alone, and a program with a child of its own below it.
    let solvers = [
        ("varisat", 1),
        ("cmd:sh -c 'sleep 600 & wait'", 3),
        ("cmd:sh -c 'setsid sleep 600 & wait'", 3), // a group of its own
    ];
    for (solver, count) in solvers {
        let mut words = LONG.to_vec();
        words.extend(["--solver", solver]);
        let mut child = start(&words);
        let below = await_descendants(child.id(), count);
        kill(Pid::from_raw(child.id() as i32), Signal::SIGKILL).unwrap();
        child.wait().unwrap();
        await_end(&below);
    }
}

#[test]
fn a_time_limit_ends_the_children_of_programs_too() {
    let mut words = LONG.to_vec();
    words.extend([
        "--solver",
        "cmd:sh -c 'sleep 600 & wait'",
        "--timeout",
        "1s",
    ]);
    let mut child = start(&words);
    let below = await_descendants(child.id(), 3);
    assert_eq!(child.wait().unwrap().code(), Some(3));
    await_end(&below);
}

#[test]
fn dying_and_lying_solvers_are_unknown() {
    let cases = [
        ("cmd:false", "ended with exit status: 1"),
        ("cmd:sh -c 'kill -9 $$'", "signal: 9"),
        ("cmd:echo hello", "expected a c, s or v line"),
        ("cmd:echo s SATISFIABLE", "expected a c, s or v line"), // the file follows on the line
        (
            "cmd:sh -c 'echo s SATISFIABLE; echo v 1 0'",
            "does not satisfy the formula",
        ),
        ("cmd:sh -c 'echo s SATISFIABLE; echo v 1'", "cut off"),
        ("cmd:sh -c 'echo s UNKNOWN'", "gave up"),
        (
            "cmd:sh -c 'echo s UNSATISFIABLE; kill -SEGV $$'",
            "signal: 11",
        ),
        (
            "cmd:sh -c 'echo hello; exec sleep 600'",
            "say {out} in its arguments",
        ),
        ("cmd:sh -c 'kill -9 $PPID'", "signal 9"), // the worker itself
    ];
    for (solver, message) in cases {
        let words = [
            "solve",
            "ipc2008:p01",
            "--solver",
            solver,
            "--format",
            "json",
        ];
        let output = pegsat(&words)
            .assert()
            .code(3)
            .stderr(contains(message))
            .get_output()
            .clone();
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(answer["reason"], "solver-failed", "{solver}");
    }
}

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
            "broken.peg:4:3: found 'X'; expected O (peg)",
        ),
        (
            vec!["solve", &other],
            "other.peg:3:1: the goal's board (rect4x1) is not the start's",
        ),
        (vec!["solve", &missing], "missing.peg: cannot be read"),
        (
            vec!["solve", latin1.to_str().unwrap()],
            "latin1.peg: cannot be read",
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
                "french/free:3,3",
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
            vec!["solve", "reversal:2,0", "--add", "self", "--model", "C"],
            "addition 'self' is refused",
        ),
        (
            vec!["solve", "--model", "B", "--add", "count"],
            "addition 'count' is refused",
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
        (vec!["solve", "--timeout", "soon"], "invalid value 'soon'"),
        (vec!["solve", "--memory", "lots"], "expected a size such as"),
        (
            vec!["solve", "--modle", "C"],
            "unexpected argument '--modle'",
        ),
        (vec!["solve", "-o", &out], "cannot be written"),
        (vec!["solve", "-o", &place], "is a folder"),
        (
            vec!["solve", "square101/free:0,0"],
            "at most 10000 are supported",
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
        (vec!["decode", "--map", &broken, &broken], "is no map"),
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
fn a_full_disk_is_an_error_and_leaves_nothing() {
    use std::os::unix::fs::FileTypeExt;
    for words in [
        vec!["solve", "ipc2008:p01", "-o", "/dev/full"],
        vec!["check", "ipc2008:p01", "3,3-3,5", "-o", "/dev/full"],
        vec!["problems", "-o", "/dev/full"],
        vec!["show", "central", "--svg", "/dev/full"],
    ] {
        pegsat(&words)
            .assert()
            .code(2)
            .stderr(contains("/dev/full: cannot be written"));
    }
    assert!(
        fs::metadata("/dev/full")
            .unwrap()
            .file_type()
            .is_char_device()
    );
    // A file that may not grow: the system's limit stands for the disk's.
    let folder = TempDir::new().unwrap();
    let program = assert_cmd::cargo::cargo_bin("pegsat");
    let script = format!(
        "ulimit -f 100; '{}' export central --to dimacs -o central.cnf",
        program.display()
    );
    Command::new("sh")
        .args(["-c", &script])
        .current_dir(folder.path())
        .assert()
        .code(2)
        .stderr(contains("cannot be written: File too large"));
    assert!(names_in(folder.path()).is_empty());
}

#[test]
fn an_old_file_stays_when_a_new_one_cannot_be_written() {
    let folder = TempDir::new().unwrap();
    let old = write(&folder, "central.cnf", "old");
    let program = assert_cmd::cargo::cargo_bin("pegsat");
    let script = format!(
        "ulimit -f 100; '{}' export central --to dimacs -o {old}",
        program.display()
    );
    Command::new("sh").args(["-c", &script]).assert().code(2);
    assert_eq!(fs::read_to_string(&old).unwrap(), "old");
    assert_eq!(names_in(folder.path()), ["central.cnf"]);
}

#[test]
fn an_interrupted_export_leaves_nothing() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("central.cnf");
    let words = [
        "export",
        "square7/free:3,3",
        "--model",
        "B",
        "--to",
        "dimacs",
        "-o",
    ];
    let mut child = start(&[&words[..], &[out.to_str().unwrap()]].concat());
    while names_in(folder.path()).is_empty() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(2));
    }
    kill(Pid::from_raw(child.id() as i32), Signal::SIGTERM).unwrap();
    let status = child.wait().unwrap();
    let mut said = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut said)
        .unwrap();
    // Signals are caught only a moment after the files are opened.
    assert!(
        status.code() == Some(3) || status.code().is_none(),
        "{status}: {said}"
    );
    if status.code() == Some(3) {
        assert!(said.contains("interrupted"), "{said}");
        assert!(
            names_in(folder.path()).is_empty(),
            "{:?}",
            names_in(folder.path())
        );
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    let program = assert_cmd::cargo::cargo_bin("pegsat");
    let script = format!(
        "'{}' problems | true; exit ${{PIPESTATUS[0]}}",
        program.display()
    );
    Command::new("bash")
        .args(["-c", &script])
        .assert()
        .code(0)
        .stderr("");
}

#[test]
fn exports_are_the_same_bytes_each_time() {
    let folder = TempDir::new().unwrap();
    let place = |name: &str| folder.path().join(name).display().to_string();
    for (format, model) in [
        ("dimacs", "A"),
        ("dimacs", "C"),
        ("opb", "A"),
        ("lp", "A"),
        ("opb", "C"),
    ] {
        for name in ["one", "two"] {
            let words = [
                "export",
                "ipc2008:p04",
                "--model",
                model,
                "--to",
                format,
                "-o",
            ];
            pegsat(&[&words[..], &[&place(name)]].concat())
                .assert()
                .code(0)
                .stdout("");
        }
        assert_eq!(
            fs::read(place("one")).unwrap(),
            fs::read(place("two")).unwrap()
        );
        let maps = ["one.map.json", "two.map.json"].map(|name| fs::read(place(name)).unwrap());
        assert_eq!(maps[0], maps[1]);
    }
}

#[test]
fn dimacs_headers_keep_the_contract() {
    let folder = TempDir::new().unwrap();
    // A file whose name would break the header, were it written as it is.
    let peg = write(&folder, "p cnf 1 1.peg", "start:\nO O .\ngoal: pegs 1\n");
    let out = folder.path().join("out.cnf").display().to_string();
    pegsat(&["export", &peg, "--model", "C", "--to", "dimacs", "-o", &out])
        .assert()
        .code(0);
    let text = fs::read_to_string(&out).unwrap();
    assert_eq!(text.matches("p cnf").count(), 1);
    let header = text
        .lines()
        .position(|line| line.starts_with("p cnf "))
        .unwrap();
    assert!(
        text.lines()
            .take(header)
            .all(|line| line.starts_with("c ") && line.len() < 140)
    );
    let counts: Vec<usize> = text.lines().nth(header).unwrap()[6..]
        .split(' ')
        .map(|number| number.parse().unwrap())
        .collect();
    assert_eq!(text.lines().count() - header - 1, counts[1]);
    let literals = text
        .lines()
        .skip(header + 1)
        .flat_map(|line| line.split(' '));
    let most = literals
        .map(|word| word.parse::<i64>().unwrap().unsigned_abs())
        .max();
    assert_eq!(most, Some(counts[0] as u64));
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
        ("s UNSATISFIABLE\n", 1, ""),
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

#[test]
fn very_wide_boards_are_drawn() {
    let folder = TempDir::new().unwrap();
    let row = format!("start:\nO O .{}O\ngoal: pegs 2\n", " ".repeat(15_001));
    let wide = write(&folder, "wide.peg", &row);
    pegsat(&["solve", &wide])
        .assert()
        .code(0)
        .stdout(contains("solved: 1 jumps"));
    let wider = write(
        &folder,
        "wider.peg",
        &format!("start:\nO O .{}O\ngoal: pegs 2\n", " ".repeat(70_001)),
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
fn pseudo_boolean_answers_are_decoded() {
    let folder = TempDir::new().unwrap();
    let opb = folder.path().join("p.opb").display().to_string();
    pegsat(&[
        "export",
        "rect3x1/pair:2,0:2,0",
        "--model",
        "A",
        "--to",
        "opb",
        "-o",
        &opb,
    ])
    .assert()
    .code(0);
    // The solution by hand: states O O . and . . O, then the move.
    let map: Value = serde_json::from_slice(&fs::read(format!("{opb}.map.json")).unwrap()).unwrap();
    let values = map["variables"]
        .as_array()
        .unwrap()
        .iter()
        .zip(1..)
        .map(|(meaning, number)| {
            let is_true = match meaning["kind"].as_str().unwrap() {
                "move" => meaning["jump"] == 0,
                _ => (meaning["step"] == 2) == (meaning["hole"][0] == 2),
            };
            format!(" {}x{number}", if is_true { "" } else { "-" })
        });
    let out = write(
        &folder,
        "out",
        &format!("s OPTIMUM FOUND\nv{}\n", values.collect::<String>()),
    );
    let map = format!("{opb}.map.json");
    pegsat(&["decode", "--map", &map, &out])
        .assert()
        .code(0)
        .stdout(contains("solved: 1 jumps"));
}

#[test]
fn special_files_get_no_map() {
    pegsat(&["export", "ipc2008:p01", "--to", "dimacs", "-o", "/dev/null"])
        .assert()
        .code(0)
        .stderr(contains("no map is written"));
    assert!(!Path::new("/dev/null.map.json").exists());
    let output = pegsat(&["export", "ipc2008:p01", "--to", "dimacs", "-o", "-"])
        .assert()
        .code(0);
    assert!(output.get_output().stdout.starts_with(b"c pegsat"));
}

#[test]
fn links_stay_links() {
    let folder = TempDir::new().unwrap();
    let target = write(&folder, "target", "old");
    let link = folder.path().join("link");
    std::os::unix::fs::symlink(&target, &link).unwrap();
    pegsat(&["problems", "-o", link.to_str().unwrap()])
        .assert()
        .code(0);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&target).unwrap().contains("central"));
}

#[test]
fn solutions_are_shown_and_checked_from_their_files() {
    let folder = TempDir::new().unwrap();
    let place = |name: &str| folder.path().join(name).display().to_string();
    let (answer, svg) = (place("answer.json"), place("answer.svg"));
    let words = [
        "solve",
        "triangle5/reversal:0,0",
        "--format",
        "json",
        "-o",
        &answer,
    ];
    pegsat(&words).assert().code(0).stdout("");
    pegsat(&["check", "triangle5/reversal:0,0", &answer])
        .assert()
        .code(0);
    pegsat(&["show", &answer, "--svg", &svg])
        .assert()
        .code(0)
        .stdout(contains("13: "));
    let drawing = fs::read_to_string(&svg).unwrap();
    assert_eq!(drawing.matches("<circle").count(), 14 * 15);
    assert!(drawing.starts_with("<svg ") && drawing.ends_with("</svg>\n"));
    // Altered, it is no solution any more.
    let altered = fs::read_to_string(&answer)
        .unwrap()
        .replacen("\"from\":[", "\"from\":[1", 1);
    let altered = write(&folder, "altered.json", &altered);
    pegsat(&["show", &altered])
        .assert()
        .code(2)
        .stderr(contains("is no solution of"));
}

#[test]
fn show_draws_problems() {
    pegsat(&["show", "central"])
        .assert()
        .code(0)
        .stdout(contains("33 holes, 76 jumps, 8 symmetries"));
    pegsat(&["show", "triangle3/free:0,0"])
        .assert()
        .code(0)
        .stdout(contains("goal: pegs 1"));
    let shown = json(&["show", "wiegleb/reversal:4,4", "--format", "json"], 0);
    assert_eq!(
        (&shown["holes"], &shown["goal_pegs"]),
        (&45.into(), &serde_json::json!([1, 1]))
    );
}

#[test]
fn colours_only_where_they_are_wanted() {
    let problem = "rect3x1/pair:2,0:2,0";
    pegsat(&["solve", problem, "--color", "always"])
        .assert()
        .stdout(contains("\u{1b}["));
    for words in [
        vec!["solve", problem],
        vec!["solve", problem, "--color", "never"],
    ] {
        let output = pegsat(&words).assert().get_output().stdout.clone();
        assert!(!output.contains(&0x1b));
    }
}

#[test]
fn lists_name_what_there_is() {
    pegsat(&["models"])
        .assert()
        .code(0)
        .stdout(contains("independence"));
    pegsat(&["boards"])
        .assert()
        .code(0)
        .stdout(contains("wiegleb"));
    let solvers = json(&["solvers", "--format", "json"], 0);
    assert_eq!(solvers["solvers"][0]["name"], "varisat");
    let problems = json(&["problems", "--format", "json"], 0);
    for name in problems["problems"].as_array().unwrap() {
        pegsat(&["show", name.as_str().unwrap()]).assert().code(0);
    }
}

#[test]
fn a_refutation_comes_with_its_proof() {
    let folder = TempDir::new().unwrap();
    let proof = folder.path().join("proof.drat").display().to_string();
    let words = [
        "solve",
        "rect5x1/free:1,0",
        "--proof",
        &proof,
        "--format",
        "json",
    ];
    let answer = json(&words, 1);
    assert_eq!(
        answer["certificate"],
        serde_json::json!({ "kind": "drat", "file": proof })
    );
    assert!(
        fs::read_to_string(&proof)
            .unwrap()
            .lines()
            .any(|line| line.trim() == "0")
    );
    // No refutation, no proof.
    let other = folder.path().join("other.drat").display().to_string();
    pegsat(&["solve", "ipc2008:p01", "--proof", &other])
        .assert()
        .code(0);
    assert_eq!(names_in(folder.path()), ["proof.drat"]);
}
