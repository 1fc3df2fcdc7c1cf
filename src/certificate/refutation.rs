//! Refutations: model C's formula, and the DRAT proof that a solver wrote.
//!
//! C, because each of its clauses speaks of one step, or of two neighbouring
//! ones: what it says can be checked against the rules clause by clause, without
//! an encoder. (In D and E a variable may stand for what a whole chain of jumps
//! has led to.) The formula has as many steps as every solution has jumps, so
//! goals with open holes, which have no such number, are not for it.

use super::{Certificate, Proof, named};
use crate::{
    board::Hole,
    formula::{AtMostOne, Cnf, dimacs},
    model::{Encoding, Meaning, ModelError, Options, c::C},
    problem::Problem,
    watch::Watch,
};
use serde::Serialize;

/// The formula with its meaning, and the name of the file with its proof.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Refutation {
    steps: usize,
    variables: Vec<Variable>,
    clauses: Vec<Vec<i32>>,
    proof: String,
    proof_sha256: String,
    /// The proof itself, where no file holds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof_text: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Variable {
    /// The step, and the jump as certificates name it.
    Move(Vec<usize>),
    /// Step and hole.
    Peg(usize, Hole),
    /// The same, of a peg that must survive; of several where it starts.
    Survivor(Vec<usize>),
}

/// Whether the problem has one number of steps.
pub fn applies(problem: &Problem) -> bool {
    problem
        .n_jumps()
        .is_some_and(|jumps| jumps.start() == jumps.end())
        && problem.goal().pegs_anywhere() != Some(0)
        && problem.goal().stuck_with().is_none()
}

/// The formula: without auxiliary variables, and nothing added.
pub fn encode(problem: &Problem, watch: &Watch) -> Result<(Encoding, Cnf), ModelError> {
    let mut encoding = C.encode(problem, &Options::default(), watch)?;
    let formula = std::mem::take(&mut encoding.formula);
    let cnf = formula.into_cnf(AtMostOne::Pairwise)?;
    Ok((encoding, cnf))
}

/// The certificate of the formula and its proof of this SHA-256: in the file of this name beside
/// the certificate, or, without a name, as this text within it.
pub fn certificate(
    problem: &Problem,
    name: &str,
    sha256: String,
    text: Option<String>,
    watch: &Watch,
) -> Result<Certificate, ModelError> {
    let (encoding, cnf) = encode(problem, watch)?;
    let refutation = Refutation {
        steps: problem.n_jumps().map_or(0, |jumps| *jumps.end()),
        variables: variables(problem, &encoding.meanings),
        clauses: dimacs::clauses(&cnf).collect(),
        proof: name.into(),
        proof_sha256: sha256,
        proof_text: text,
    };
    let proof = Proof::Refutation(refutation);
    Ok(Certificate::new(problem, "refutation", proof))
}

fn variables(problem: &Problem, meanings: &[Meaning]) -> Vec<Variable> {
    let board = problem.board();
    let variable = |meaning: &Meaning| match *meaning {
        Meaning::Move { step, jump } => {
            let jump = named(board, board.jump(jump));
            Some(Variable::Move([vec![step], jump].concat()))
        }
        Meaning::State { step, hole } => Some(Variable::Peg(step, board.hole_at(hole)?)),
        Meaning::Survivor { step, hole, peg } => {
            let peg = peg.and_then(|peg| board.hole_at(peg));
            let said = [Some(step), board.hole_at(hole), peg];
            Some(Variable::Survivor(said.into_iter().flatten().collect()))
        }
        _ => None, // C has no other variables
    };
    meanings.iter().filter_map(variable).collect()
}
