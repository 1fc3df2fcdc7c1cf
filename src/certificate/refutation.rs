//! Refutations: model C's formula, and the DRAT proof that a solver wrote.
//!
//! C, because each of its clauses speaks of one step, or of two neighbouring
//! ones: what it says can be checked against the rules clause by clause, without
//! an encoder. (In D and E a variable may stand for what a whole chain of jumps
//! has led to.) The formula has as many steps as every solution has jumps, so
//! goals with open holes, which have no such number, are not for it.

use super::digest;
use crate::{
    board::Hole,
    formula::{AtMostOne, Cnf, Encoders, dimacs},
    model::{self, Meaning, Options},
    problem::{Goal, Problem},
    run::{self, RunError},
};
use serde::Serialize;

/// The model whose formula is refuted.
pub const MODEL: &str = "C";

/// The formula with its meaning, and the name of the file with its proof.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Refutation {
    steps: usize,
    variables: Vec<Variable>,
    clauses: Vec<Vec<i32>>,
    proof: String,
    proof_sha256: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Variable {
    /// Step, and the two ends of the jump.
    Move(usize, Hole, Hole),
    /// Step and hole.
    Peg(usize, Hole),
}

/// Whether the problem has one number of steps.
pub fn applies(problem: &Problem) -> bool {
    problem
        .n_jumps()
        .is_some_and(|jumps| jumps.start() == jumps.end())
        && !matches!(problem.goal(), Goal::Pegs(0))
}

/// How the formula is made: without auxiliary variables, and nothing added.
pub fn options() -> (Options, Encoders) {
    let at_most_one = AtMostOne::Pairwise;
    (Options::default(), Encoders { at_most_one })
}

/// The formula, whose proof stands in the file called `proof` with this text.
///
/// # Errors
/// If it is too large.
pub fn refutation(problem: &Problem, proof: &str, text: &[u8]) -> Result<Refutation, RunError> {
    let model = model::by_name(MODEL)?;
    let (options, encoders) = options();
    let (encoding, cnf) = run::encode(problem, model, &options, &encoders)?;
    Ok(Refutation {
        steps: problem.n_jumps().map_or(0, |jumps| *jumps.end()),
        variables: variables(problem, &encoding.meanings),
        clauses: clauses(&cnf),
        proof: proof.into(),
        proof_sha256: digest(text),
    })
}

fn variables(problem: &Problem, meanings: &[Meaning]) -> Vec<Variable> {
    let board = problem.board();
    let variable = |meaning: &Meaning| match *meaning {
        Meaning::Move { step, jump } => {
            let jump = board.jumps()[jump];
            Some(Variable::Move(step, jump.from, jump.to))
        }
        Meaning::State { step, hole } => Some(Variable::Peg(step, board.hole_at(hole)?)),
        _ => None, // C has no other variables
    };
    meanings.iter().filter_map(variable).collect()
}

fn clauses(cnf: &Cnf) -> Vec<Vec<i32>> {
    let number = |lit: &crate::formula::Lit| dimacs::number(*lit) as i32;
    cnf.clauses
        .iter()
        .map(|clause| clause.iter().map(number).collect())
        .collect()
}
