//! What a move needs as one linear constraint, as in MIPLIB's instance of the puzzle:
//! `3M ≤ bState[from,t] + bState[over,t] + 1 - bState[to,t]`. Model A states it in place of
//! three.

use super::{super::Encoding, Addition, PLAIN};
use crate::{
    formula::{Lit, Relation},
    problem::Problem,
};

/// The addition `aggregated`.
pub const AGGREGATED: Addition = Addition {
    word: "aggregated",
    summary: "what a move needs as one row in place of three, as in MIPLIB's instance",
    models: &["A"],
    ..PLAIN
};

/// States it of the moves of a step, and the state before it.
pub(in crate::model) fn needs(
    encoding: &mut Encoding,
    problem: &Problem,
    moves: &[Lit],
    state: &[Lit],
) {
    for (jump, &made) in problem.board().jumps().iter().zip(moves) {
        let terms = [
            (state[jump.from], 1),
            (state[jump.over], 1),
            (state[jump.to], -1),
            (made, -3),
        ];
        encoding.formula.add_linear(terms, Relation::AtLeast, -1);
    }
}
