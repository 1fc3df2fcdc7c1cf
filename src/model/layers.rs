//! What the layered models D and E share: how many layers there may be, and
//! values that are known before any solver runs.

use super::{
    Encoding, Meaning, ModelError, Options,
    additions::{CLASS, class},
    unary,
    value::{Value, add_clause},
};
use crate::{
    formula::{FormulaError, Lit, MAX_VARIABLES, Relation},
    problem::Problem,
};
use std::collections::HashSet;

/// As many layers as any solution can need; `None` if the goal has too many
/// pegs.
///
/// A solution of n jumps fits into n layers, for both models: every layer can
/// hold any single jump that is possible when it begins, and none later need
/// hold one. So a refutation with this many layers refutes the problem.
pub fn enough(problem: &Problem) -> Option<usize> {
    problem.n_jumps().map(|jumps| *jumps.end())
}

/// Whether a refutation of the formula that these options ask for refutes the
/// problem: it must allow as many layers, or sweeps, as any solution can need.
pub fn is_complete(problem: &Problem, options: &Options) -> bool {
    let enough = enough(problem).unwrap_or(0);
    let bounds = [options.layers, options.sweeps];
    bounds.into_iter().flatten().all(|bound| bound >= enough)
}

/// The number of layers to state.
pub(super) fn number(problem: &Problem, options: &Options) -> Result<usize, ModelError> {
    let layers = options.layers.or(enough(problem)).unwrap_or(0);
    // Four variables a jump: the jump, and a value for each of its holes.
    let a_layer = 4 * problem.board().jumps().len() as u64 + problem.board().n_holes() as u64;
    match a_layer.checked_mul(layers as u64) {
        Some(0..=MAX_VARIABLES) => Ok(layers),
        _ => Err(FormulaError::TooLarge.into()),
    }
}

/// Requires the goal of the values at the end, one a hole.
pub(super) fn add_goal(
    encoding: &mut Encoding,
    problem: &Problem,
    options: &Options,
    end: &[Value],
) {
    if options.additions.has(&CLASS) {
        class::at_the_end(encoding, problem, end);
    }
    encoding.formula.family("the goal");
    let goal = problem.goal();
    // Jumps remove one peg each and the start is known, so that the number of pegs follows
    // from the number of jumps: where the marks tell it, they say it all.
    for (hole, &value) in end.iter().enumerate() {
        match goal.fixed(hole) {
            Some(true) => add_clause(encoding, &[value]),
            Some(false) => add_clause(encoding, &[!value]),
            None => {}
        }
    }
    let known = end.iter().filter(|&&value| value == Value::Known(true));
    let known = known.count();
    if let Some(pegs) = goal.stuck_with() {
        for jump in problem.board().jumps() {
            add_clause(encoding, &[!end[jump.from], !end[jump.over], end[jump.to]]);
        }
        // A layer may hold many jumps, so their number says nothing.
        let empty = distinct(encoding, end).into_iter().map(|lit| !lit);
        let empty: Vec<Lit> = empty.collect();
        match (known + empty.len()).checked_sub(pegs) {
            None => encoding.formula.add_clause(&[]),
            Some(most) => unary::at_most(encoding, &empty, most),
        }
    }
    if let Some(pegs) = goal.pegs_anywhere() {
        let lits = distinct(encoding, end);
        match (pegs.checked_sub(known), lits.len()) {
            (None, _) => encoding.formula.add_clause(&[]),
            (Some(missing), n) if missing > n => encoding.formula.add_clause(&[]),
            (Some(1), _) => encoding.formula.add_exactly_one(lits),
            (Some(missing), _) => {
                let terms = lits.into_iter().map(|lit| (lit, 1));
                encoding
                    .formula
                    .add_linear(terms, Relation::Equal, missing as isize);
            }
        }
    }
}

/// The literals among the values, with other names where a variable comes
/// twice: holes that one jump alone can change share it.
fn distinct(encoding: &mut Encoding, values: &[Value]) -> Vec<Lit> {
    let mut seen = HashSet::new();
    let mut lits = Vec::new();
    for value in values {
        let Value::Lit(lit) = *value else { continue };
        if seen.insert(lit.var()) {
            lits.push(lit);
            continue;
        }
        let name = encoding.new_lit(Meaning::Auxiliary);
        encoding.formula.add_implication(lit, name);
        encoding.formula.add_implication(name, lit);
        lits.push(name);
    }
    lits
}
