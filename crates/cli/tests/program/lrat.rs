//! LRAT proofs, held against the formula beside them by a checker that knows nothing but LRAT: each
//! hint must be a clause that is neither satisfied nor open.

use crate::{command::*, common::long};
use std::{
    collections::{HashMap, HashSet},
    fs,
};
use tempfile::TempDir;

type Clause = HashSet<i32>;

fn numbers(text: &str) -> Vec<i32> {
    text.split_whitespace()
        .map(|word| word.parse().unwrap())
        .collect()
}

/// Whether the lines of a proof refute the clauses of a formula, both as text.
fn refutes(formula: &str, proof: &str) -> Result<(), String> {
    let lines = formula.lines().filter(|line| !line.starts_with(['c', 'p']));
    let clauses = lines.map(|line| numbers(line).into_iter().filter(|&l| l != 0).collect());
    let mut clauses: HashMap<i32, Clause> = (1..).zip(clauses).collect();
    for line in proof.lines() {
        let (number, rest) = line.split_once(' ').ok_or(line)?;
        if let Some(deleted) = rest.strip_prefix("d ") {
            for number in numbers(deleted).into_iter().filter(|&number| number != 0) {
                clauses
                    .remove(&number)
                    .ok_or(format!("{line}: no clause {number}"))?;
            }
            continue;
        }
        let all = numbers(rest);
        let mut parts = all.split(|&number| number == 0);
        let (lemma, hints) = (parts.next().ok_or(line)?, parts.next().ok_or(line)?);
        let mut is_true: HashSet<i32> = lemma.iter().map(|literal| -literal).collect();
        let mut is_refuted = false;
        for hint in hints {
            let clause = clauses
                .get(hint)
                .ok_or(format!("{line}: no clause {hint}"))?;
            if clause.iter().any(|literal| is_true.contains(literal)) {
                return Err(format!("{line}: hint {hint} is satisfied"));
            }
            let open: Vec<&i32> = clause.iter().filter(|&l| !is_true.contains(&-l)).collect();
            match open[..] {
                [] => is_refuted = true,
                [&unit] => drop(is_true.insert(unit)),
                _ => return Err(format!("{line}: hint {hint} is open")),
            }
        }
        if !is_refuted {
            return Err(format!("{line}: no conflict"));
        }
        if lemma.is_empty() {
            return Ok(());
        }
        clauses.insert(
            number.parse().map_err(|_| line)?,
            lemma.iter().copied().collect(),
        );
    }
    Err("it has no empty clause".into())
}

/// As many of each kind, problems by chance: the checker accepts each, and none of them with a
/// hint left out.
#[test]
fn proofs_fit_the_formula_beside_them() {
    let wanted = if long() { 200 } else { 4 };
    let mut random = fastrand::Rng::with_seed(10);
    for kind in ["sweeps", "jumps-to-dead-end", "refutation"] {
        let (mut accepted, mut tried) = (0, 0);
        while accepted < wanted {
            tried += 1;
            assert!(tried < 60 * wanted, "{kind}: {accepted} of {tried}");
            let folder = TempDir::new().unwrap();
            let (columns, rows) = (random.usize(3..5), 3);
            let mut picture = || -> String {
                let row = |random: &mut fastrand::Rng| {
                    let marks: Vec<&str> = (0..columns)
                        .map(|_| if random.u8(0..10) < 6 { "O" } else { "." })
                        .collect();
                    marks.join(" ") + "\n"
                };
                (0..rows).map(|_| row(&mut random)).collect()
            };
            let text = format!("start:\n{}goal: pegs 1\n", picture());
            let peg = write(&folder, "p.peg", &text);
            let out = folder.path().join("o").display().to_string();
            let words = match kind {
                "refutation" => vec!["certify", &peg, "--kind", kind, "-o", &out, "--lrat"],
                _ => vec![
                    "optimise", &peg, "--fewest", kind, "--proof", &out, "--lrat",
                ],
            };
            let said = pegsat(&[&words[..], &["--timeout", "1s", "-q"]].concat())
                .output()
                .unwrap();
            // A refutation has the formula of model C.
            let (lrat, cnf) = (format!("{out}.json.lrat"), format!("{out}.cnf"));
            let lrat = if kind == "refutation" {
                format!("{out}.lrat")
            } else {
                lrat
            };
            let (Some(0 | 1), Ok(proof)) = (said.status.code(), fs::read_to_string(&lrat)) else {
                continue;
            };
            if kind == "refutation" {
                let words = ["export", &peg, "--model", "C", "--to"];
                pegsat(&[&words[..], &["dimacs", "-o", &cnf]].concat())
                    .assert()
                    .code(0);
            }
            let formula = fs::read_to_string(&cnf).unwrap();
            let verdict = refutes(&formula, &proof);
            assert_eq!(verdict, Ok(()), "{kind}:\n{text}");
            let shorter = proof.trim_end().rsplit_once(' ').unwrap().0;
            let shorter = shorter.rsplit_once(' ').unwrap().0.to_string() + " 0";
            assert!(refutes(&formula, &shorter).is_err());
            accepted += 1;
        }
    }
}
