//! Pairs of moves that cannot follow each other. They follow from the model, and may help a
//! solver to see sooner that a branch is dead; `docs/tried.md` says what each gave.

use super::{Addition, ModelError, OF_STEPS, PLAIN, Steps};
use crate::board::Jump;

/// The addition `no-reversal`.
pub const NO_REVERSAL: Addition = Addition {
    word: "no-reversal",
    summary: "redundant: no move goes straight back",
    models: OF_STEPS,
    post: |steps, _| {
        exclude(steps, |first, second| {
            second.from == first.to && second.to == first.from
        })
    },
    ..PLAIN
};

/// The addition `neighbours`.
pub const NEIGHBOURS: Addition = Addition {
    word: "neighbours",
    summary: "redundant: no move right after one that takes what it needs",
    models: OF_STEPS,
    turn: 2,
    post: |steps, _| {
        exclude(steps, |first, second| {
            let emptied = |hole| hole == first.from || hole == first.over;
            emptied(second.from) || emptied(second.over) || second.to == first.to
        })
    },
    ..PLAIN
};

/// Excludes these pairs of moves in a row.
fn exclude(
    steps: &mut Steps<'_>,
    excluded: impl Fn(&Jump, &Jump) -> bool,
) -> Result<(), ModelError> {
    let jumps = steps.problem.board().jumps();
    for t in 1..steps.moves.n_steps() {
        for (first, &before) in jumps.iter().zip(steps.moves.jumps(t - 1)) {
            for (second, &after) in jumps.iter().zip(steps.moves.jumps(t)) {
                if excluded(first, second) {
                    steps.encoding.formula.add_clause(&[!before, !after]);
                }
            }
        }
    }
    Ok(())
}
