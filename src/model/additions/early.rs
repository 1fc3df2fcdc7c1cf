//! Jumps in the earliest layer that holds them (the normal form of process semantics;
//! Heljanko 2001). The head of [`super`] says why a solution is left.

use super::{
    super::{
        Encoding,
        steps::Changes,
        value::{Value, add_clause},
    },
    Addition, PLAIN,
};
use crate::{formula::Lit, problem::Problem};

/// The addition `early`.
pub const EARLY: Addition = Addition {
    word: "early",
    summary: "no jump that the layer before could hold as well",
    models: &["D", "E"],
    ..PLAIN
};

/// In disjoint layers: a jump is made only if a jump of the layer before, it or another,
/// changes one of its holes; `before` are that layer's jumps.
pub(in crate::model) fn in_layer(
    encoding: &mut Encoding,
    problem: &Problem,
    changes: &Changes,
    before: &[Value],
    jumps: &[Value],
) {
    // Where it could not be made in the layer before, nothing is to be said.
    let stood = |number: usize| {
        before
            .get(number)
            .is_some_and(|&x| x != Value::Known(false))
    };
    for (number, jump) in problem.board().jumps().iter().enumerate() {
        if !stood(number) {
            continue;
        }
        let touching = jump.holes().into_iter().flat_map(|hole| {
            changes.peg_in[hole]
                .iter()
                .chain(&changes.peg_out[hole])
                .copied()
        });
        let mut touching: Vec<usize> = touching.collect();
        touching.sort_unstable();
        touching.dedup();
        let mut clause = vec![!jumps[number]];
        clause.extend(touching.into_iter().map(|jump| before[jump]));
        add_clause(encoding, &clause);
    }
}

/// In a pass: the jump `x` is made only if one of these is, which changed one of its holes
/// since it could have been made in the pass before, or then.
pub(in crate::model) fn in_pass<'a>(
    encoding: &mut Encoding,
    since: impl Iterator<Item = &'a Lit>,
    x: Lit,
) {
    let mut clause: Vec<Lit> = since.copied().collect();
    clause.sort_unstable();
    clause.dedup();
    clause.push(!x);
    encoding.formula.add_clause(&clause);
}
