//! Certificates that there is no dead end so early, or no way to a picture: by model D's
//! formula, and the DRAT proof that a solver wrote of it.

use super::{Certificate, Proof, named};
use crate::{
    board::Hole,
    model::{
        Additions,
        additions::{CLASS, EARLY},
    },
    problem::{Problem, class},
};
use serde::Serialize;

/// What the formula is made of, and the name of the file with its proof.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Layers {
    jumps: Vec<Vec<Hole>>,
    early: bool,
    /// Sets of holes in which the number of pegs stays even or odd, if the end is to be so.
    sets: Vec<Vec<Hole>>,
    proof: String,
    proof_sha256: String,
}

/// Whether a certificate can be about this problem's formula with these additions.
pub fn applies(problem: &Problem, additions: &Additions) -> bool {
    let goal = problem.goal();
    additions.are_among(&[&EARLY, &CLASS]) && !goal.has_survivors() && goal.count().is_none()
}

/// The certificate, with its proof's file and SHA-256.
pub fn certificate(
    problem: &Problem,
    additions: &Additions,
    proof: &str,
    proof_sha256: String,
) -> Certificate {
    let jumps = problem.board().jumps().iter();
    let layers = Layers {
        jumps: jumps.map(|jump| named(problem.board(), jump)).collect(),
        early: additions.has(&EARLY),
        sets: match additions.has(&CLASS) {
            true => class::sets_at_the_end(problem),
            false => Vec::new(),
        },
        proof: proof.into(),
        proof_sha256,
    };
    Certificate::new(problem, "layers", Proof::Layers(layers))
}
