//! Self-symmetry (§4.3): a symmetry of the goal that maps the current state to
//! itself maps each continuation to another one, so only the least jump of
//! each orbit need be tried.
//!
//! It is stated for the first two moves. On central the first move is then 7,
//! and of the second moves 26, the mirror image of 12, is out.

use super::{Addition, ModelError, PLAIN, Steps};
use crate::{
    board::{JumpNumber, Position},
    problem::Problem,
};

/// The addition `self`.
pub const SELF_SYMMETRY: Addition = Addition {
    word: "self",
    summary: "of what mirrors each other in a symmetric state, the first (§4.3)",
    models: &["A", "B", "C", "S"],
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
    if problem.symmetries().len() < 2 {
        return Err(no_symmetry());
    }
    if moves.n_steps() == 0 {
        return Ok(());
    }
    let (firsts, rest) = split(problem, problem.start());
    for jump in rest {
        encoding.formula.add_clause(&[!moves.jumps(0)[jump.0]]);
    }
    if moves.n_steps() == 1 {
        return Ok(());
    }
    for first in firsts {
        let state = problem.start().after(problem.board().jump(first));
        for second in split(problem, &state).1 {
            encoding
                .formula
                .add_clause(&[!moves.jumps(0)[first.0], !moves.jumps(1)[second.0]]);
        }
    }
    Ok(())
}

/// The first moves that it leaves, one or two (none for none).
pub(super) fn first_moves(problem: &Problem, n: usize) -> Result<Vec<Vec<JumpNumber>>, ModelError> {
    if problem.symmetries().len() < 2 {
        return Err(no_symmetry());
    }
    let mut rows = vec![(Vec::new(), problem.start().clone())];
    for _ in 0..n {
        let next = rows.iter().flat_map(|(row, state)| {
            let jumps = split(problem, state).0.into_iter();
            jumps.map(|jump| {
                let row = row.iter().copied().chain([jump]).collect();
                (row, state.after(problem.board().jump(jump)))
            })
        });
        rows = next.collect();
    }
    Ok(rows.into_iter().map(|(row, _)| row).collect())
}

/// The jumps possible in `state`: least of their orbits under the symmetries
/// that fix the state, and the others.
fn split(problem: &Problem, state: &Position) -> (Vec<JumpNumber>, Vec<JumpNumber>) {
    let symmetries = problem.goal_symmetries();
    let fixing = symmetries
        .iter()
        .filter(|symmetry| state.image(symmetry) == *state);
    let fixing: Vec<_> = fixing
        .map(|symmetry| problem.board().jump_images(symmetry))
        .collect();
    let jumps = problem.board().numbered_jumps();
    let possible = jumps
        .filter(|(_, jump)| state.allows(jump))
        .map(|(number, _)| number);
    possible.partition(|&jump| fixing.iter().all(|images| images[jump.0] >= jump))
}
