//! From an assignment back to jumps.

use crate::model::Meaning;

/// The jumps, by number, of the `move` variables that are true, in the order
/// of their steps. Variables without a meaning are auxiliary.
pub fn jumps(meanings: &[Meaning], assignment: &[bool]) -> Vec<usize> {
    let moves = moves(meanings, assignment);
    moves.into_iter().map(|(_, jump)| jump).collect()
}

/// How many jumps each of the steps `1..=n_steps` holds, for models whose steps
/// are layers.
pub fn step_sizes(meanings: &[Meaning], assignment: &[bool], n_steps: usize) -> Vec<usize> {
    let mut sizes = vec![0; n_steps];
    for (step, _) in moves(meanings, assignment) {
        if let Some(size) = sizes.get_mut(step.wrapping_sub(1)) {
            *size += 1;
        }
    }
    sizes
}

/// Step and jump of the `move` variables that are true, in order.
fn moves(meanings: &[Meaning], assignment: &[bool]) -> Vec<(usize, usize)> {
    let mut moves: Vec<(usize, usize)> = meanings
        .iter()
        .zip(assignment)
        .filter_map(|(meaning, &value)| match *meaning {
            Meaning::Move { step, jump } if value => Some((step, jump)),
            _ => None,
        })
        .collect();
    moves.sort_by_key(|&(step, _)| step); // stable: within a step as the model lists them
    moves
}
