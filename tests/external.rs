//! Other people's solvers on exported formulas: `cadical` and `minisat`, where
//! they are installed. With `PEGSAT_EXTERNAL=required` (as in CI) their absence
//! is a failure.

#![allow(clippy::unwrap_used, clippy::panic)] // a failure here is a failed test

use assert_cmd::Command;
use predicates::str::contains;
use std::{fs, process::Stdio};
use tempfile::TempDir;

/// Whether the program can be started.
fn installed(program: &str) -> bool {
    let mut command = std::process::Command::new(program);
    let found = command
        .arg("--help")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok();
    let required = std::env::var("PEGSAT_EXTERNAL").is_ok_and(|value| value == "required");
    assert!(found || !required, "{program} is not installed");
    if !found {
        eprintln!("{program} is not installed: not tested");
    }
    found
}

fn pegsat(words: &[&str]) -> Command {
    let mut command = Command::cargo_bin("pegsat").unwrap();
    command.args(words);
    command
}

/// Exports the problem, has it solved, and returns what `decode` makes of it.
fn round(folder: &TempDir, problem: &str, model: &str, solver: &str) -> assert_cmd::assert::Assert {
    let place = |name: &str| folder.path().join(name).display().to_string();
    let (cnf, out) = (place("p.cnf"), place("p.out"));
    let words = [
        "export",
        problem,
        "--model",
        model,
        "--add",
        "independence",
        "--to",
        "dimacs",
        "-o",
        &cnf,
    ];
    pegsat(&words).assert().code(0);
    let mut command = std::process::Command::new(solver);
    let output = match solver {
        "minisat" => command.args([&cnf, &out]).output().unwrap(),
        _ => command.args(["-q", &cnf]).output().unwrap(),
    };
    assert!(matches!(output.status.code(), Some(10 | 20)), "{output:?}");
    if solver != "minisat" {
        fs::write(&out, &output.stdout).unwrap();
    }
    pegsat(&["decode", "--map", &format!("{cnf}.map.json"), &out]).assert()
}

#[test]
fn exported_formulas_are_solved_and_decoded() {
    let folder = TempDir::new().unwrap();
    for solver in ["cadical", "minisat"]
        .into_iter()
        .filter(|solver| installed(solver))
    {
        for model in ["A", "B", "C"] {
            round(&folder, "ipc2008:p08", model, solver)
                .code(0)
                .stdout(contains("solved: 11 jumps"));
            round(&folder, "square3/free:1,1", model, solver)
                .code(1)
                .stdout(contains("unsolvable"));
        }
        round(&folder, "central", "C", solver)
            .code(0)
            .stdout(contains("solved: 31 jumps"));
    }
}

#[test]
fn programs_solve_as_backends() {
    for (program, solver) in [
        ("cadical", "cmd:cadical -q"),
        ("minisat", "cmd:minisat {cnf} {out}"),
    ] {
        if installed(program) {
            let words = ["solve", "ipc2008:p08", "--solver", solver, "--seed", "4"];
            pegsat(&words)
                .assert()
                .code(0)
                .stdout(contains("solved: 11 jumps"));
            let words = ["solve", "square3/free:1,1", "--solver", solver];
            pegsat(&words)
                .assert()
                .code(1)
                .stdout(contains("unsolvable"));
        }
    }
}

#[test]
fn a_programs_proof_is_kept() {
    if installed("cadical") {
        let folder = TempDir::new().unwrap();
        let proof = folder.path().join("proof").display().to_string();
        let solver = "cmd:cadical -q --no-binary {cnf} {proof}";
        let words = [
            "solve",
            "rect5x1/free:1,0",
            "--solver",
            solver,
            "--proof",
            &proof,
        ];
        pegsat(&words).assert().code(1);
        assert!(
            fs::read_to_string(&proof)
                .unwrap()
                .lines()
                .any(|line| line.trim() == "0")
        );
    }
}
