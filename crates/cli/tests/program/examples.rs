//! The examples of every help text do what they say.
//!
//! What they print is in `examples.txt`: up to 40 lines, with an N for whatever is measured.
//! Numbers there only hold still what the program says; that they are right is for other tests.
//! Of experiments, whose tables are times, of what CaDiCaL or several jobs find, and of what takes
//! long under a limit it has one line. `PEGSAT_BLESS=1` writes that file again.
//!
//! Every example runs, but for those that take long ([`LONG`]; `PEGSAT_LONG=1` begins them, and
//! interrupts what is not at its end after [`PATIENCE`]) and those that need a program that is not
//! here; each that does not is named on standard error, with the reason.

use crate::{
    command::*,
    common::{in_parallel, long},
};
use std::{
    collections::BTreeMap,
    fs,
    io::Write,
    path::Path,
    process::{Command, Stdio},
    sync::Mutex,
    time::Instant,
};
use tempfile::TempDir;

const FILE: &str = "crates/cli/tests/program/examples.txt";

/// The subcommands that have help.
fn subcommands() -> Vec<String> {
    let help = printed(&["--help"]);
    let commands = help.split_once("Puzzles:\n").unwrap().1;
    let names = commands.lines().take_while(|line| !line.starts_with("  -"));
    let names = names.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names
        .map(|line| line.split_whitespace().next().unwrap().to_string())
        .collect()
}

fn printed(words: &[&str]) -> String {
    let output = pegsat(words).assert().code(0).get_output().stdout.clone();
    String::from_utf8(output).unwrap()
}

/// The examples of a help text; what follows three spaces is a remark.
fn examples(help: &str) -> Vec<String> {
    let mut after = help.lines().skip_while(|line| !line.starts_with("Example"));
    after.next();
    let lines = after.take_while(|line| line.starts_with("  "));
    lines
        .map(|line| line.trim().split("   ").next().unwrap().to_string())
        .collect()
}

/// Beginnings of examples that take from two seconds to days.
const LONG: [&str; 14] = [
    "pegsat compare --suite ipc2008 --models S",
    "pegsat compare --suite reversals --models C",
    "pegsat compare --suite xcsp-table xcsp-fool",
    "pegsat explore --table sweeps",
    "pegsat explore central --levels --dead-ends",
    "pegsat explore central --winning --count",
    "pegsat game duotaire diamond --timeout 5s",
    "pegsat optimise central --fewest sweeps --solver",
    "pegsat reproduce --quick",
    "pegsat reproduce -o",
    "pegsat reproduce --study experiment -o",
    "pegsat search central-free --strategy depth-first --tree",
    "pegsat search tenpair --strategy a-star",
    "pegsat solve central --solutions 3",
];

/// The seconds that one of these is given: then it is interrupted, as by Ctrl-C, and has to end as
/// one that was.
const PATIENCE: &str = "20";

/// What an example needs beside this program: where it says one of these words, these programs.
const NEEDS: [(&str, &str); 3] = [
    ("cadical", "cadical"),
    ("p05.out", "cadical"),
    (
        "@",
        "the systems of systems/install; crates/cli/tests/program/field.rs asks them",
    ),
];

fn is_long(example: &str) -> bool {
    LONG.iter().any(|beginning| example.starts_with(beginning))
}

/// Why an example is not run here, if it is not.
fn skipped(example: &str) -> Option<String> {
    if is_long(example) && !long() {
        return Some("takes long; PEGSAT_LONG=1 begins it".into());
    }
    let mut needs = NEEDS.iter().filter(|(word, _)| example.contains(word));
    let missing = needs.find(|(_, program)| !installed(program));
    missing.map(|(_, program)| format!("needs {program}"))
}

/// Runs an example by a shell; its status and what it printed.
fn run(example: &str, folder: &Path) -> (i32, String) {
    let program = assert_cmd::cargo::cargo_bin("pegsat");
    let path = format!(
        "{}:{}",
        program.parent().unwrap().display(),
        std::env::var("PATH").unwrap()
    );
    // The shell stays to tell the status where what it runs is interrupted.
    let script = format!("trap : INT; exec 2>/dev/null; {example}");
    let limit = ["--preserve-status", "--signal=INT", PATIENCE, "sh"];
    let (shell, limit) = match is_long(example) {
        true => ("timeout", &limit[..]),
        false => ("sh", &[][..]),
    };
    let output = Command::new(shell)
        .args(limit)
        .args(["-c", &script])
        .current_dir(folder)
        .env("PATH", path)
        .env("HOME", folder)
        .env("XDG_CACHE_HOME", folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (output.status.code().unwrap(), text)
}

/// The output, with an N for each number that is measured.
fn masked(example: &str, text: &str) -> String {
    let others = [
        "compare",
        "merge",
        "reproduce",
        "decode",
        "cadical",
        "--jobs",
    ];
    if example.ends_with(" systems") {
        return String::new(); // what is installed
    }
    let is_cut_short = is_long(example) && example.contains("--timeout");
    let most = match is_cut_short || others.iter().any(|name| example.contains(name)) {
        true => 1,
        false => 40,
    };
    let lines: Vec<String> = text.lines().take(most).map(masked_line).collect();
    lines.join("\n").trim_end().into()
}

/// A line of up to 100 characters, with an N for each number that has a unit; seconds have one
/// unit, however many there are.
fn masked_line(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let unit = |index: usize| {
        let next = words.get(index + 1).copied().unwrap_or_default();
        let next: String = next.chars().filter(|c| c.is_alphabetic()).collect();
        matches!(next.as_str(), "s" | "ms" | "microseconds" | "MiB" | "runs")
    };
    let measured: Vec<bool> = (words.iter().enumerate())
        .map(|(index, word)| word.starts_with(|c: char| c.is_ascii_digit()) && unit(index))
        .collect();
    let masked = words.iter().enumerate().map(|(index, word)| {
        let is_unit = index > 0 && measured[index - 1];
        match measured[index] {
            true => "N".into(),
            // A slower machine needs another unit.
            false if is_unit => word.replace("microseconds", "s").replace("ms", "s"),
            false => word.to_string(),
        }
    });
    let masked: Vec<String> = masked.collect();
    let line: String = masked.join(" ").chars().take(100).collect();
    line.trim_end().into()
}

#[test]
fn every_example_of_the_help_does_what_it_says() {
    let helps = subcommands()
        .into_iter()
        .map(|name| vec![name, "--help".into()]);
    let helps: Vec<Vec<String>> = std::iter::once(vec!["--help".to_string()])
        .chain(helps)
        .collect();
    let found = Mutex::new(BTreeMap::new());
    let left_out = Mutex::new(BTreeMap::new());
    in_parallel(&helps, |words| {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let examples = examples(&printed(&words));
        assert!(!examples.is_empty() || words[0] == "man", "{words:?}");
        // Those of one subcommand may build on each other.
        let folder = TempDir::new().unwrap();
        write(&folder, "my.peg", "start:\nO O .\nO O .\ngoal: pegs 1\n");
        write(&folder, "positions.txt", "central\n\nO O .\nO O .\n");
        write(&folder, "mine.json", r#"["central", "my.peg"]"#);
        fs::create_dir_all(
            folder
                .path()
                .join(".local/share/bash-completion/completions"),
        )
        .unwrap();
        fs::create_dir_all(folder.path().join("reversals")).unwrap();
        let solve = "pegsat solve central --format json -o solution.json";
        assert_eq!(run(solve, folder.path()).0, 0);
        let records = "pegsat compare --suite central --models E --shard 1/2 -o reversals";
        if words[0] == "merge" {
            assert_eq!(run(records, folder.path()).0, 0);
        }
        if words[0] == "reproduce" {
            // A record is enough for a report.
            let paper = folder.path().join("results/paper");
            fs::create_dir_all(&paper).unwrap();
            fs::copy(
                in_checkout("results/paper/records.jsonl"),
                paper.join("records.jsonl"),
            )
            .unwrap();
        }
        for example in examples {
            if let Some(why) = skipped(&example) {
                left_out.lock().unwrap().insert(example, why);
                continue;
            }
            let begin = Instant::now();
            let (status, text) = run(&example, folder.path());
            let is_ended = is_long(&example) && begin.elapsed().as_secs_f64() >= 20.0;
            // Nothing but solvers ends with 10 or 20.
            let expected = match example.starts_with("pegsat") {
                true => matches!(status, 0 | 1 | 3),
                false => matches!(status, 0 | 10 | 20),
            };
            assert!(expected, "{example}: {status}\n{text}");
            if is_ended {
                assert!(matches!(status, 0 | 3), "{example}: {status}\n{text}");
                let why = format!("was interrupted after {PATIENCE} s, with status {status}");
                left_out.lock().unwrap().insert(example, why);
                continue;
            }
            let text = masked(&example, &text);
            found.lock().unwrap().insert(example, text);
        }
    });
    let found = found.into_inner().unwrap();
    let left_out = left_out.into_inner().unwrap();
    let mut told = format!(
        "\nexamples: {} ran, {} skipped\n",
        found.len(),
        left_out.len()
    );
    for (example, why) in &left_out {
        told += &format!("skipped: {example}: {why}\n");
    }
    // By the handle, which the test runner does not capture.
    std::io::stderr().write_all(told.as_bytes()).unwrap();
    for beginning in LONG {
        let is_it = |example: &&String| example.starts_with(beginning);
        let known = found.keys().chain(left_out.keys()).any(|one| is_it(&one));
        assert!(known, "no example begins with {beginning}");
    }

    let golden = fs::read_to_string(in_checkout(FILE)).unwrap();
    let blocks = golden.strip_prefix("$ ").unwrap().split("\n$ ");
    let blocks = blocks.map(|block| block.split_once('\n').unwrap_or((block, "")));
    let golden: BTreeMap<&str, &str> = blocks.map(|(k, v)| (k, v.trim_end())).collect();
    if std::env::var_os("PEGSAT_BLESS").is_some() {
        let kept = golden
            .into_iter()
            .filter(|one| left_out.contains_key(one.0));
        let mut all: BTreeMap<&str, &str> = kept.collect();
        all.extend(found.iter().map(|(k, v)| (k.as_str(), v.as_str())));
        let text: String = all.iter().map(|(k, v)| format!("$ {k}\n{v}\n")).collect();
        fs::write(in_checkout(FILE), text).unwrap();
        return;
    }
    for (example, text) in &found {
        match golden.get(example.as_str()) {
            Some(expected) => assert_eq!(text, expected, "{example}"),
            // What comes to its end here may be interrupted where that file is written.
            None => assert!(is_long(example), "{FILE} lacks '{example}'"),
        }
    }
    for example in golden.keys() {
        let is_known = found.contains_key(*example) || left_out.contains_key(*example);
        assert!(is_known, "{FILE}: '{example}' is in no help text any more");
    }
}

fn installed(program: &str) -> bool {
    let mut command = Command::new(program);
    let command = command
        .arg("--help")
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok()
}
