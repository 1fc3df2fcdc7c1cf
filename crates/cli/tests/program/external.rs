//! Other people's programs on exported formulas: the solvers `cadical` and
//! `minisat`, and the proof checker `rate`. `cargo test --release external -- --ignored`
//! runs these tests where the programs are installed, as CI does.

use assert_cmd::Command;
use predicates::str::contains;
use std::fs;
use tempfile::TempDir;

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
        "export", problem, "--model", model, "--to", "dimacs", "-o", &cnf,
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
    let map = format!("{cnf}.map.json");
    pegsat(&["decode", "--map", &map, "--trust", &out]).assert()
}

#[test]
#[ignore = "needs cadical, minisat and rate"]
fn exported_formulas_are_solved_and_decoded() {
    let folder = TempDir::new().unwrap();
    for solver in ["cadical", "minisat"] {
        for model in ["A+independence", "B+independence", "C+independence"] {
            round(&folder, "ipc2008:p08", model, solver)
                .code(0)
                .stdout(contains("solved: 11 jumps"));
            round(&folder, "square3/free:1,1", model, solver)
                .code(1)
                .stdout(contains("unsolvable"));
        }
        round(&folder, "reversal:3,0", "E+layers=9", solver)
            .code(0)
            .stdout(contains("solved: 31 jumps"));
    }
}

#[test]
#[ignore = "needs cadical, minisat and rate"]
fn programs_solve_as_backends() {
    for solver in ["cmd:cadical -q", "cmd:minisat {cnf} {out}"] {
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

#[test]
#[ignore = "needs cadical, minisat and rate"]
fn a_programs_proof_is_kept() {
    let folder = TempDir::new().unwrap();
    let proof = folder.path().join("proof").display().to_string();
    let solver = "cmd:cadical -q --no-binary {cnf} {proof}";
    let words = ["solve", "rect5x1/free:1,0", "--solver", solver];
    pegsat(&[&words[..], &["--proof", &proof]].concat())
        .assert()
        .code(1);
    let text = fs::read_to_string(&proof).unwrap();
    assert!(text.lines().any(|line| line.trim() == "0"));
}

/// Binary proofs, which CaDiCaL writes by default, are checked as well.
#[test]
#[ignore = "needs cadical, minisat and rate"]
fn a_binary_proof_is_checked() {
    let problem = "triangle5/pair:1,2:1,2";
    let solver = "cmd:cadical -q {cnf} {proof}";
    let words = ["solve", problem, "--model", "C", "--solver", solver];
    pegsat(&words)
        .assert()
        .code(1)
        .stdout(contains("its proof was checked"));
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("refuted.json").display().to_string();
    let words = ["certify", problem, "--kind", "refutation", "-o", &file];
    pegsat(&[&words[..], &["--solver", solver]].concat())
        .assert()
        .code(0);
    pegsat(&["verify", &file, "--problem", problem])
        .assert()
        .code(0);
}

/// Whether `rate` accepts the proof.
fn accepts(cnf: &str, proof: &str) -> bool {
    let mut rate = std::process::Command::new("rate");
    let output = rate.args(["--skip-unit-deletions", cnf, proof]).output();
    let text = String::from_utf8(output.unwrap().stdout).unwrap();
    text.contains("s VERIFIED")
}

/// What `optimise` refutes, the optimum less one.
#[test]
#[ignore = "needs cadical, minisat and rate"]
fn proofs_of_optima_are_accepted_by_an_independent_checker() {
    let folder = TempDir::new().unwrap();
    let proof = folder.path().join("p.drat").display().to_string();
    let by_cadical = "cmd:cadical -q --no-binary {cnf} {proof}";
    let cases = [
        (
            "reversal:3,1",
            "jumps-to-dead-end",
            "D",
            "varisat",
            "optimum: 10 jumps",
        ),
        (
            "reversal:2,0",
            "jumps-to-dead-end",
            "C",
            "varisat",
            "optimum: 9 jumps",
        ),
        (
            "reversal:3,0",
            "jumps-to-dead-end",
            "A",
            "varisat",
            "optimum: 6 jumps",
        ),
        (
            "reversal:3,2",
            "jumps-to-dead-end",
            "E",
            by_cadical,
            "optimum: 9 jumps",
        ),
        (
            "ipc2008:p28",
            "sweeps",
            "S",
            "varisat",
            "optimum: 12 sweeps",
        ),
        (
            "ipc2008:p13",
            "sweeps",
            "S",
            by_cadical,
            "optimum: 9 sweeps",
        ),
        ("ipc2008:p04", "sweeps", "C", "varisat", "optimum: 4 sweeps"),
    ];
    for (problem, objective, model, solver, expected) in cases {
        let words = ["optimise", problem, "--fewest", objective, "--model", model];
        let more = ["--solver", solver, "--proof", &proof];
        pegsat(&[&words[..], &more].concat())
            .assert()
            .code(0)
            .stdout(contains(expected));
        assert!(
            accepts(&format!("{proof}.cnf"), &proof),
            "{problem} {model}"
        );
        // Another formula's proof is none.
        let solvable = format!("{proof}.other");
        fs::write(&solvable, "p cnf 2 1\n1 2 0\n").unwrap();
        assert!(!accepts(&solvable, &proof), "{problem} {model}");
    }
}

/// Refutations by varisat and by cadical: their proofs of the very formula that
/// `export` writes are accepted by `rate`, and by `verify`, which has its own
/// checker.
#[test]
#[ignore = "needs cadical, minisat and rate"]
fn proofs_are_accepted_by_an_independent_checker() {
    let folder = TempDir::new().unwrap();
    let place = |name: &str| folder.path().join(name).display().to_string();
    let (cnf, certificate) = (place("p.cnf"), place("certificate.json"));
    let problem = "rect4x4/pair:0,0:1,1";
    let words = [
        "export", problem, "--model", "C", "--to", "dimacs", "-o", &cnf,
    ];
    pegsat(&words).assert().code(0);
    for solver in ["varisat", "cmd:cadical -q --no-binary {cnf} {proof}"] {
        let words = [
            "certify",
            problem,
            "--kind",
            "refutation",
            "--solver",
            solver,
            "-o",
            &certificate,
        ];
        pegsat(&words).assert().code(0);
        let proof = format!("{certificate}.drat");
        assert!(accepts(&cnf, &proof), "{problem} {solver}");
        pegsat(&["verify", &certificate, "--problem", problem])
            .assert()
            .code(0);
        // A proof cut short is no proof.
        let text = fs::read_to_string(&proof).unwrap();
        let half: Vec<&str> = text.lines().take(text.lines().count() / 2).collect();
        fs::write(&proof, half.join("\n") + "\n").unwrap();
        assert!(!accepts(&cnf, &proof), "{problem} {solver}");
    }
    // And what 'solve --proof' keeps, by models C and D.
    for model in ["C", "D"] {
        let proof = place("solve.drat");
        let (small, board) = ("square3/free:1,1", "square3");
        let words = [
            "export", small, "--model", model, "--to", "dimacs", "-o", &cnf,
        ];
        pegsat(&words).assert().code(0);
        let words = ["solve", small, "--model", model, "--proof", &proof];
        pegsat(&words).assert().code(1).stdout(contains(board));
        assert!(accepts(&cnf, &proof), "{model}");
    }
}
