//! Exhaustion: every position that can be reached, and none is final.

use crate::exact;
use serde::Serialize;

/// The positions, up to symmetries that fix the goal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Exhaustion {
    symmetries: Vec<Vec<usize>>,
    /// In hexadecimal: bit h is a peg in hole h.
    positions: Vec<String>,
}

impl From<exact::Reachable> for Exhaustion {
    fn from((symmetries, positions): exact::Reachable) -> Self {
        Exhaustion {
            symmetries,
            positions: positions.iter().map(|bits| format!("{bits:x}")).collect(),
        }
    }
}
