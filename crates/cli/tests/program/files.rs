//! Files that are written: whole or not at all, and the same each time.

use crate::command::*;
use assert_cmd::Command;
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use predicates::str::contains;
use std::{fs, io::Read, path::Path};
use tempfile::TempDir;

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

/// Ends an export of some seconds by this signal; its status, and what it said.
fn export_ended_by(signal: Signal) -> (Option<i32>, String) {
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
    wait_until_it_catches(&mut child, Signal::SIGTERM);
    kill(Pid::from_raw(child.id() as i32), signal).unwrap();
    let status = child.wait().unwrap();
    let mut said = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut said)
        .unwrap();
    let names = names_in(folder.path());
    assert!(names.is_empty(), "{names:?}");
    (status.code(), said)
}

#[test]
fn an_interrupted_export_leaves_nothing() {
    let (status, said) = export_ended_by(Signal::SIGTERM);
    assert_eq!(status, Some(3), "{said}");
    assert!(said.contains("interrupted"), "{said}");
    // Nobody can catch this one.
    assert_eq!(export_ended_by(Signal::SIGKILL).0, None);
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
