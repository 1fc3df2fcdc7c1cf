//! Self-symmetry (§4.3): a symmetry of the goal that maps the current state to
//! itself maps each continuation to another one, so only the least jump of
//! each orbit need be tried.
//!
//! It is stated for the first two moves. On central the first move is then 7,
//! and of the second moves 26, the mirror image of 12, is out.

use super::{Addition, ModelError, PLAIN, Steps};
use crate::{
    board::{Hole, JumpNumber, Position},
    problem::Problem,
};

/// The addition `self`.
pub const SELF_SYMMETRY: Addition = Addition {
    word: "self",
    summary: "of what mirrors each other in a symmetric state, the first (§4.3)",
    models: &["A", "B", "C", "S"],
    turn: 0,
    reorders: |_| true,
    post: |steps, _| {
        steps.refuse_survivor("self")?;
        exclude(steps)
    },
    ..PLAIN
};

/// Why it is refused.
pub(in crate::model) fn no_symmetry() -> ModelError {
    ModelError::Refused {
        addition: "self".into(),
        reason: "no symmetry of the board leaves both start and goal as they are".into(),
    }
}

/// Excludes first and second moves that a symmetry maps to lesser ones.
fn exclude(steps: &mut Steps<'_>) -> Result<(), ModelError> {
    let Steps {
        encoding,
        problem,
        moves,
        ..
    } = steps;
    let symmetries = problem.goal_symmetries();
    let start = problem.start();
    if problem.symmetries().len() < 2 {
        return Err(no_symmetry());
    }
    if moves.n_steps() == 0 {
        return Ok(());
    }
    let images: Vec<Vec<JumpNumber>> = symmetries
        .iter()
        .map(|symmetry| problem.board().jump_images(symmetry))
        .collect();
    let (firsts, rest) = split(problem, &symmetries, &images, start);
    for jump in rest {
        encoding.formula.add_clause(&[!moves.jumps(0)[jump.0]]);
    }
    if moves.n_steps() == 1 {
        return Ok(());
    }
    for first in firsts {
        let state = start.after(problem.board().jump(first));
        let (_, rest) = split(problem, &symmetries, &images, &state);
        for second in rest {
            encoding
                .formula
                .add_clause(&[!moves.jumps(0)[first.0], !moves.jumps(1)[second.0]]);
        }
    }
    Ok(())
}

/// The jumps possible in `state`: least of their orbits under the symmetries
/// that fix the state, and the others.
fn split(
    problem: &Problem,
    symmetries: &[&[Hole]],
    images: &[Vec<JumpNumber>],
    state: &Position,
) -> (Vec<JumpNumber>, Vec<JumpNumber>) {
    let fixing: Vec<&Vec<JumpNumber>> = symmetries
        .iter()
        .zip(images)
        .filter(|(symmetry, _)| state.image(symmetry) == *state)
        .map(|(_, images)| images)
        .collect();
    let jumps = problem.board().numbered_jumps();
    let possible = jumps
        .filter(|(_, jump)| state.allows(jump))
        .map(|(number, _)| number);
    possible.partition(|&jump| fixing.iter().all(|images| images[jump.0] >= jump))
}
