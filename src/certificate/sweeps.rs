//! Certificates that no solution has at most a number of sweeps: what model S's formula is made
//! of, and the DRAT proof that a solver wrote of it.

use super::{Certificate, Proof};
use crate::{
    formula::dimacs,
    model::{
        Additions, Meaning, ModelError, Options,
        additions::{Addition, REGIONS, SELF_SYMMETRY},
        s,
    },
    problem::Problem,
    watch::Watch,
};
use serde::Serialize;
use std::collections::BTreeSet;

/// What the formula is made of, and the name of the file with its proof.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Sweeps {
    most: usize,
    #[serde(flatten)]
    parts: s::Parts,
    proof: String,
    proof_sha256: String,
}

/// Whether a certificate can say that no solution of the problem has at most `most`
/// sweeps, by the formula with these additions.
pub fn applies(problem: &Problem, additions: &Additions, most: usize) -> bool {
    let known: &[&Addition] = &[&SELF_SYMMETRY, &REGIONS];
    let jumps = problem.n_jumps();
    let has_number = jumps
        .as_ref()
        .is_some_and(|jumps| jumps.start() == jumps.end());
    let goal = problem.goal();
    let is_known = match goal.marks() {
        _ if goal.has_survivors() || goal.stuck_with().is_some() => false,
        Some(_) => has_number,
        None => goal.count() == Some(1),
    };
    additions.are_among(known)
        && is_known
        && most > 0
        && jumps.is_some_and(|jumps| most <= *jumps.end())
}

/// The certificate that at most `most` sweeps are too few, with the clauses in DIMACS numbers
/// that were added to the formula on the way, and its proof's file and SHA-256.
pub fn certificate(
    problem: &Problem,
    additions: &Additions,
    most: usize,
    added: &[Vec<i32>],
    proof: &str,
    proof_sha256: String,
    watch: &Watch,
) -> Result<Certificate, ModelError> {
    let mut parts = s::parts(problem, additions);
    let options = Options {
        layers: Some(most),
        ..Options::from(additions.clone())
    };
    let meanings = s::S.encode(problem, &options, watch)?.meanings;
    let jumps = problem.board().jumps();
    let line = |&number: &i32| {
        let used = number < 0;
        match meanings.get(dimacs::lit(number).vidx()) {
            Some(&Meaning::Line { jump, .. }) if used => {
                let ends = [jumps[jump.0].from, jumps[jump.0].to];
                parts.lines.iter().position(|line| *line == ends)
            }
            _ => None,
        }
    };
    let ways: BTreeSet<Vec<usize>> = added
        .iter()
        .map(|clause| clause.iter().filter_map(line).collect())
        .collect();
    parts.closed.extend(ways);
    let sweeps = Sweeps {
        most,
        parts,
        proof: proof.into(),
        proof_sha256,
    };
    Ok(Certificate::new(problem, "sweeps", Proof::Sweeps(sweeps)))
}
