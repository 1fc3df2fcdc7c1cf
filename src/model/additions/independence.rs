//! Independence (§4.2): moves that share no hole commute, so of two such
//! neighbours the one with the lesser number comes first.

use super::super::{Encoding, Moves};
use crate::problem::Problem;

/// `moves[t] = a → moves[t+1] ≠ b` for disjoint jumps a > b.
pub(super) fn post(encoding: &mut Encoding, problem: &Problem, moves: &Moves) {
    let jumps = problem.board().jumps();
    for t in 1..moves.n_steps() {
        if encoding.formula.is_full() {
            break;
        }
        for (later, a) in jumps.iter().enumerate() {
            for (earlier, b) in jumps[..later].iter().enumerate() {
                if a.disjoint(b) {
                    let (first, second) = (moves.jumps(t - 1)[later], moves.jumps(t)[earlier]);
                    encoding.formula.add_clause(&[!first, !second]);
                }
            }
        }
    }
}
