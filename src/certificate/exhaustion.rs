//! Exhaustion: every position that can be reached, and none is final.

use crate::exact;
use serde::Serialize;

/// The positions, up to symmetries that fix the goal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Exhaustion {
    symmetries: Vec<Vec<usize>>,
    /// In hexadecimal: bit h is a peg in hole h. Where a peg must survive, `@` and its
    /// hole follow.
    positions: Vec<String>,
}

impl From<exact::Reachable> for Exhaustion {
    fn from((symmetries, positions): exact::Reachable) -> Self {
        Exhaustion {
            symmetries,
            positions: positions.into_iter().map(text).collect(),
        }
    }
}

fn text((bits, survivor): (u128, Option<usize>)) -> String {
    match survivor {
        None => format!("{bits:x}"),
        Some(hole) => format!("{bits:x}@{hole}"),
    }
}
