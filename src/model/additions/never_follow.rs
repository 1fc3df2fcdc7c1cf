//! Pairs of moves that cannot follow each other. They follow from the model, and may help a
//! solver to see sooner that a branch is dead; `docs/tried.md` says what each gave.

use super::{Addition, ModelError, OF_STEPS, Steps};
use crate::board::Jump;

/// The addition `no-reversal`.
pub struct NoReversal;

impl Addition for NoReversal {
    fn word(&self) -> &'static str {
        "no-reversal"
    }

    fn summary(&self) -> &'static str {
        "redundant: no move goes straight back"
    }

    fn models(&self) -> &'static [&'static str] {
        OF_STEPS
    }

    fn post(&self, steps: &mut Steps<'_>, _value: &str) -> Result<(), ModelError> {
        exclude(steps, |first, second| {
            second.from == first.to && second.to == first.from
        });
        Ok(())
    }
}

/// The addition `neighbours`.
pub struct Neighbours;

impl Addition for Neighbours {
    fn word(&self) -> &'static str {
        "neighbours"
    }

    fn summary(&self) -> &'static str {
        "redundant: no move right after one that takes what it needs"
    }

    fn models(&self) -> &'static [&'static str] {
        OF_STEPS
    }

    fn turn(&self) -> u8 {
        2
    }

    fn post(&self, steps: &mut Steps<'_>, _value: &str) -> Result<(), ModelError> {
        exclude(steps, |first, second| {
            let emptied = |hole| hole == first.from || hole == first.over;
            emptied(second.from) || emptied(second.over) || second.to == first.to
        });
        Ok(())
    }
}

/// Excludes these pairs of moves in a row.
fn exclude(steps: &mut Steps<'_>, excluded: impl Fn(&Jump, &Jump) -> bool) {
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
}
