//! Redundant constraints: they follow from the model, and may help a solver to
//! see sooner that a branch is dead. `docs/tried.md` says what each gave.

use super::{
    super::{
        Encoding, Moves, States,
        layers::{self, Value},
    },
    ModelError,
};
use crate::{
    board::Jump,
    formula::{Linear, Relation},
    problem::Problem,
};

/// The model's board states, without which the addition cannot be.
fn of_model<'a>(states: Option<&'a States>, addition: &str) -> Result<&'a States, ModelError> {
    states.ok_or_else(|| ModelError::Refused {
        addition: addition.into(),
        reason: "the model has no board states".into(),
    })
}

/// The pegs on the board before each step: one less than before the last.
pub(super) fn count(
    encoding: &mut Encoding,
    problem: &Problem,
    moves: &Moves,
    states: Option<&States>,
) -> Result<(), ModelError> {
    let states = of_model(states, "count")?;
    let pegs = problem.start().n_pegs() as isize;
    for t in 1..moves.n_steps() {
        if moves.idle(t - 1).is_some() {
            break; // from here on the number of jumps is open
        }
        let terms = states.at[t].iter().map(|&lit| (lit, 1)).collect();
        let bound = pegs - t as isize;
        encoding.formula.add_linear(Linear {
            terms,
            relation: Relation::Equal,
            bound,
        });
    }
    Ok(())
}

/// An end of the start's position class, where the goal leaves it open.
pub(super) fn class(
    encoding: &mut Encoding,
    problem: &Problem,
    states: Option<&States>,
) -> Result<(), ModelError> {
    let states = of_model(states, "class")?;
    if let Some(end) = states.at.last() {
        let end: Vec<Value> = end.iter().copied().map(Value::Lit).collect();
        layers::keep_class(encoding, problem, &end);
    }
    Ok(())
}

/// No move straight back.
pub(super) fn no_reversal(encoding: &mut Encoding, problem: &Problem, moves: &Moves) {
    never_follow(encoding, problem, moves, |first, second| {
        second.from == first.to && second.to == first.from
    });
}

/// No move that needs what the move before it took away.
pub(super) fn neighbours(encoding: &mut Encoding, problem: &Problem, moves: &Moves) {
    never_follow(encoding, problem, moves, |first, second| {
        let emptied = |hole| hole == first.from || hole == first.over;
        emptied(second.from) || emptied(second.over) || second.to == first.to
    });
}

/// Excludes these pairs of moves in a row.
fn never_follow(
    encoding: &mut Encoding,
    problem: &Problem,
    moves: &Moves,
    excluded: impl Fn(&Jump, &Jump) -> bool,
) {
    let jumps = problem.board().jumps();
    for t in 1..moves.n_steps() {
        for (first, &before) in jumps.iter().zip(moves.jumps(t - 1)) {
            for (second, &after) in jumps.iter().zip(moves.jumps(t)) {
                if excluded(first, second) {
                    encoding.formula.add_clause(&[!before, !after]);
                }
            }
        }
    }
}
