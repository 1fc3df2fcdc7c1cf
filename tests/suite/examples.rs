//! The examples of every help text do what they say.
//!
//! What they print is in `examples.txt`, for each that ends soon: up to 40 lines, with an N
//! for whatever is measured. Of experiments, whose tables are times, and of what CaDiCaL or
//! several jobs find it has one line.
//! `PEGSAT_BLESS=1` writes that file again.

use crate::common::{cli::*, in_parallel, long};
use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    process::{Command, Stdio},
    sync::Mutex,
    time::{Duration, Instant},
};
use tempfile::TempDir;

const FILE: &str = "tests/suite/examples.txt";

/// The subcommands that have help.
fn subcommands() -> Vec<String> {
    let help = printed(&["--help"]);
    let commands = help.split_once("Commands:\n").unwrap().1;
    let names = commands.lines().take_while(|line| !line.is_empty());
    let names = names.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names
        .map(|line| line.split_whitespace().next().unwrap().to_string())
        .filter(|name| name != "help")
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

/// How long anything may take that has to end.
const PATIENCE: Duration = Duration::from_secs(600);

/// Runs an example by a shell; its status and what it printed, if it ends in time.
fn run(example: &str, folder: &Path, limit: Duration) -> Option<(i32, String)> {
    let program = assert_cmd::cargo::cargo_bin("pegsat");
    let path = format!(
        "{}:{}",
        program.parent().unwrap().display(),
        std::env::var("PATH").unwrap()
    );
    let out = folder.join(".out");
    let mut child = Command::new("sh")
        .args(["-c", &format!("exec 2>/dev/null; {example}")])
        .current_dir(folder)
        .env("PATH", path)
        .env("HOME", folder)
        .env("XDG_CACHE_HOME", folder)
        .stdin(Stdio::null())
        .stdout(fs::File::create(&out).unwrap())
        .spawn()
        .unwrap();
    let begin = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            let text = fs::read_to_string(out).unwrap();
            return Some((status.code().unwrap(), text));
        }
        if begin.elapsed() > limit {
            for pid in descendants(child.id()).into_iter().chain([child.id()]) {
                let _ = nix::sys::signal::kill(
                    nix::unistd::Pid::from_raw(pid as i32),
                    nix::sys::signal::Signal::SIGKILL,
                );
            }
            child.wait().unwrap();
            return None;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
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
    let most = match others.iter().any(|name| example.contains(name)) {
        true => 1,
        false => 40,
    };
    let lines: Vec<String> = text.lines().take(most).map(masked_line).collect();
    lines.join("\n").trim_end().into()
}

/// A line of up to 100 characters, with an N for each number that has a unit.
fn masked_line(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let unit = |index: usize| {
        let next = words.get(index + 1).copied().unwrap_or_default();
        let next: String = next.chars().filter(|c| c.is_alphabetic()).collect();
        matches!(next.as_str(), "s" | "ms" | "microseconds" | "MiB" | "runs")
    };
    let mut masked: Vec<&str> = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let is_number = word.starts_with(|c: char| c.is_ascii_digit());
        masked.push(if is_number && unit(index) { "N" } else { word });
    }
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
    in_parallel(&helps, |words| {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let examples = examples(&printed(&words));
        assert!(!examples.is_empty() || words[0] == "man", "{words:?}");
        // Those of one subcommand may build on each other.
        let folder = TempDir::new().unwrap();
        write(&folder, "my.peg", "start:\nO O .\nO O .\ngoal: pegs 1\n");
        write(&folder, "mine.json", r#"["central", "my.peg"]"#);
        fs::create_dir_all(
            folder
                .path()
                .join(".local/share/bash-completion/completions"),
        )
        .unwrap();
        fs::create_dir_all(folder.path().join("reversals")).unwrap();
        let solve = "pegsat solve central --format json -o solution.json";
        assert_eq!(run(solve, folder.path(), PATIENCE).unwrap().0, 0);
        let records = "pegsat compare --suite central --models E --shard 1/2 -o reversals";
        if words[0] == "merge" {
            assert_eq!(run(records, folder.path(), PATIENCE).unwrap().0, 0);
        }
        if words[0] == "reproduce" {
            // A record is enough for a report.
            let paper = folder.path().join("results/paper");
            fs::create_dir_all(&paper).unwrap();
            fs::copy("results/paper/records.jsonl", paper.join("records.jsonl")).unwrap();
        }
        for example in examples {
            let program = example.split(' ').next().unwrap();
            if program != "pegsat" && !installed(program) {
                continue;
            }
            if example.contains('@') {
                continue; // tests/suite/field.rs asks other systems
            }
            if example.contains("cmd:'cadical") && !installed("cadical") {
                continue;
            }
            let soon = if long() {
                PATIENCE
            } else {
                Duration::from_millis(300)
            };
            if let Some((status, text)) = run(&example, folder.path(), soon) {
                // Nothing but solvers ends with 10 or 20.
                let expected = match program {
                    "pegsat" => matches!(status, 0 | 1 | 3),
                    _ => matches!(status, 0 | 10 | 20),
                };
                assert!(expected, "{example}: {status}\n{text}");
                let text = masked(&example, &text);
                found.lock().unwrap().insert(example, text);
            }
        }
    });
    let found = found.into_inner().unwrap();
    assert!(found.len() > 20, "{} examples ended soon", found.len());
    let text: String = found.iter().map(|(k, v)| format!("$ {k}\n{v}\n")).collect();
    if std::env::var_os("PEGSAT_BLESS").is_some() {
        fs::write(FILE, text).unwrap();
        return;
    }
    let golden = fs::read_to_string(FILE).unwrap();
    for block in golden.strip_prefix("$ ").unwrap().split("\n$ ") {
        let (example, expected) = block.split_once('\n').unwrap_or((block, ""));
        // A slow machine may not come to its end.
        if let Some(text) = found.get(example) {
            assert_eq!(text, expected.trim_end(), "{example}");
        }
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
