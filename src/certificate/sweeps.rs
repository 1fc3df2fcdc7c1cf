//! Certificates that no solution has so few sweeps: what model S's formula is made of, and
//! the DRAT proof that a solver wrote of it.

use crate::{
    board::Hole,
    formula::dimacs,
    model::{Additions, Meaning, Model, ModelError, Options, s},
    problem::{Goal, Problem},
};
use serde::Serialize;
use std::collections::BTreeSet;

/// What the formula is made of, and the name of the file with its proof.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Sweeps {
    most: usize,
    lines: Vec<[Hole; 2]>,
    closed: Vec<Vec<usize>>,
    regions: Vec<Vec<Hole>>,
    symmetries: Vec<Vec<Hole>>,
    proof: String,
    proof_sha256: String,
}

/// Whether a certificate can say that no solution of the problem has at most so many
/// sweeps, by the formula with these additions.
pub fn applies(problem: &Problem, additions: &Additions, most: usize) -> bool {
    let known = Additions {
        self_symmetry: additions.self_symmetry,
        corners: additions.corners,
        regions: additions.regions,
        ..Additions::default()
    };
    let jumps = problem.n_jumps();
    let has_number = jumps
        .as_ref()
        .is_some_and(|jumps| jumps.start() == jumps.end());
    let is_known = match problem.goal() {
        Goal::Picture(_) => has_number,
        goal => *goal == Goal::Pegs(1),
    };
    *additions == known && is_known && most > 0 && jumps.is_some_and(|jumps| most <= *jumps.end())
}

/// The refutation of at most `most` sweeps, with the clauses in DIMACS numbers that were
/// added to the formula on the way, and its proof's file and SHA-256.
///
/// # Errors
/// If the formula cannot be made.
pub fn refutation(
    problem: &Problem,
    additions: &Additions,
    most: usize,
    added: &[Vec<i32>],
    proof: &str,
    proof_sha256: String,
) -> Result<Sweeps, ModelError> {
    let s::Parts {
        lines,
        mut closed,
        regions,
        symmetries,
    } = s::parts(problem, additions);
    let options = Options {
        layers: Some(most),
        ..Options::from(additions.clone())
    };
    let meanings = s::S.encode(problem, &options)?.meanings;
    let jumps = problem.board().jumps();
    let line = |&number: &i32| {
        let used = number < 0;
        match meanings.get(dimacs::lit(number).vidx()) {
            Some(&Meaning::Line { jump, .. }) if used => {
                let ends = [jumps[jump].from, jumps[jump].to];
                lines.iter().position(|line| *line == ends)
            }
            _ => None,
        }
    };
    let ways: BTreeSet<Vec<usize>> = added
        .iter()
        .map(|clause| clause.iter().filter_map(line).collect())
        .collect();
    closed.extend(ways);
    Ok(Sweeps {
        most,
        lines,
        closed,
        regions,
        symmetries,
        proof: proof.into(),
        proof_sha256,
    })
}
