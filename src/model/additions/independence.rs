//! Independence (§4.2): moves that share no hole commute, so of two such
//! neighbours the one with the lesser number comes first.
//!
//! `independence=2` looks a move further: a move b that commutes with both
//! moves before it, a and then c, could stand before them, so b < a is excluded
//! as well. (Where c could change places with a or b the first rule has excluded
//! that already; only c < b with a hole in common with a is left.) That leaves
//! fewer orders of the same moves, and the least one among them.

use super::{
    super::{Encoding, Moves},
    Addition, OF_STEPS, PLAIN,
};
use crate::{formula::Pairs, problem::Problem};
use std::sync::Arc;

/// The addition `independence`.
pub const INDEPENDENCE: Addition = Addition {
    word: "independence",
    form: "independence[=2]",
    summary: "neighbouring moves without a common hole stand in number order (§4.2); with =2 \
              no move, either, that could stand before both moves ahead of it",
    models: OF_STEPS,
    read: |value| matches!(value, "" | "2").then(|| value.into()),
    // Of two neighbours: with a bound on sweeps, four moves are looked at.
    reorders: |value| !value.is_empty(),
    post: |steps, value| {
        of_neighbours(steps.encoding, steps.problem, steps.moves);
        if value == "2" {
            of_three(steps.encoding, steps.problem, steps.moves);
        }
        Ok(())
    },
    ..PLAIN
};

/// `moves[t] = a → moves[t+1] ≠ b` for disjoint jumps a > b.
fn of_neighbours(encoding: &mut Encoding, problem: &Problem, moves: &Moves) {
    let jumps = problem.board().jumps();
    let mut excluded = Vec::new();
    for (later, a) in jumps.iter().enumerate() {
        let earlier = jumps[..later].iter().enumerate();
        let commuting = earlier.filter(|(_, b)| a.disjoint(b));
        excluded.extend(commuting.map(|(earlier, _)| (later, earlier)));
    }
    let excluded: Arc<[(usize, usize)]> = excluded.into();
    for t in 1..moves.n_steps() {
        if encoding.formula.is_full() {
            break;
        }
        encoding.formula.exclude_pairs(Pairs {
            first: moves.at[t - 1].clone(),
            second: moves.at[t].clone(),
            excluded: excluded.clone(),
        });
    }
}

/// `moves[t] = a ∧ moves[t+1] = c → moves[t+2] ≠ b` for jumps c < b < a where b
/// shares no hole with a and c, and c shares one with a.
fn of_three(encoding: &mut Encoding, problem: &Problem, moves: &Moves) {
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
