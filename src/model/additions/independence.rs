//! Independence (§4.2): moves that share no hole commute, so of two such
//! neighbours the one with the lesser number comes first.
//!
//! `independence=2` looks a move further: a move b that commutes with both
//! moves before it, a and then c, could stand before them, so b < a is excluded
//! as well. (Where c could change places with a or b the first rule has excluded
//! that already; only c < b with a hole in common with a is left.) That leaves
//! fewer orders of the same moves, and the least one among them.

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

/// `moves[t] = a ∧ moves[t+1] = c → moves[t+2] ≠ b` for jumps c < b < a where b
/// shares no hole with a and c, and c shares one with a.
pub(super) fn post_second(encoding: &mut Encoding, problem: &Problem, moves: &Moves) {
    let jumps = problem.board().jumps();
    let mut triples = Vec::new();
    for (last, a) in jumps.iter().enumerate() {
        for (least, c) in jumps[..last]
            .iter()
            .enumerate()
            .filter(|(_, c)| !c.disjoint(a))
        {
            let between = (least + 1..last).map(|number| (number, jumps[number]));
            let commuting = between.filter(|(_, b)| b.disjoint(a) && b.disjoint(c));
            triples.extend(commuting.map(|(middle, _)| (last, least, middle)));
        }
    }
    for t in 2..moves.n_steps() {
        if encoding.formula.is_full() {
            break;
        }
        for &(a, c, b) in &triples {
            let (first, second) = (moves.jumps(t - 2)[a], moves.jumps(t - 1)[c]);
            encoding
                .formula
                .add_clause(&[!first, !second, !moves.jumps(t)[b]]);
        }
    }
}
