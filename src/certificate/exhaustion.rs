//! Exhaustion: every position that can be reached, and none is final.

use crate::{
    exact::{self, Stop, Watch},
    problem::Problem,
};
use serde::Serialize;

/// The positions, up to symmetries that fix the goal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Exhaustion {
    symmetries: Vec<Vec<usize>>,
    /// In hexadecimal: bit h is a peg in hole h.
    positions: Vec<String>,
}

/// All positions, if they are no more than `most` and none is final; `None` if
/// one is, or they are more.
///
/// # Errors
/// If a limit was reached, or the board has too many holes.
pub fn exhaust(
    problem: &Problem,
    most: usize,
    watch: &Watch<'_>,
) -> Result<Option<Exhaustion>, Stop> {
    let (symmetries, positions) = match exact::reachable(problem, most, watch)? {
        Some(found) => found,
        None => return Ok(None),
    };
    Ok(Some(Exhaustion {
        symmetries,
        positions: positions.iter().map(|bits| format!("{bits:x}")).collect(),
    }))
}
