//! Certificates that there is no dead end so early, or no way to a picture: by model D's
//! formula, and the DRAT proof that a solver wrote of it.

use crate::{
    board::Hole,
    model::Additions,
    problem::{Goal, Problem},
};
use serde::Serialize;

/// What the formula is made of, and the name of the file with its proof.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Layers {
    jumps: Vec<[Hole; 2]>,
    early: bool,
    proof: String,
    proof_sha256: String,
}

/// Whether a certificate can be about this problem's formula with these additions.
pub fn applies(problem: &Problem, additions: &Additions) -> bool {
    let known = Additions {
        early: additions.early,
        ..Additions::default()
    };
    *additions == known && matches!(problem.goal(), Goal::Picture(_) | Goal::DeadEnd(_))
}

/// The refutation, with its proof's file and SHA-256.
pub fn refutation(problem: &Problem, early: bool, proof: &str, proof_sha256: String) -> Layers {
    let jumps = problem.board().jumps().iter();
    Layers {
        jumps: jumps.map(|jump| [jump.from, jump.to]).collect(),
        early,
        proof: proof.into(),
        proof_sha256,
    }
}
