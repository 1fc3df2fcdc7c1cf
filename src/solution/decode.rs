//! From an assignment back to jumps.

use crate::model::Meaning;

/// The jumps, by number, of the `move` variables that are true, in the order
/// of their steps. Variables without a meaning are auxiliary.
pub fn jumps(meanings: &[Meaning], assignment: &[bool]) -> Vec<usize> {
    let mut moves: Vec<(usize, usize)> = meanings
        .iter()
        .zip(assignment)
        .filter_map(|(meaning, &value)| match *meaning {
            Meaning::Move { step, jump } if value => Some((step, jump)),
            _ => None,
        })
        .collect();
    moves.sort_by_key(|&(step, _)| step); // stable: within a step as the model lists them
    moves.into_iter().map(|(_, jump)| jump).collect()
}
