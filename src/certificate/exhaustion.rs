//! Exhaustion: every position that can be reached and that no weights rule out, and none is
//! final.

use crate::exact;
use serde::Serialize;

/// The positions, up to symmetries that fix the goal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Exhaustion {
    symmetries: Vec<Vec<usize>>,
    /// In hexadecimal: bit h is a peg in hole h. Where a peg must survive, `@` and its
    /// hole follow.
    positions: Vec<String>,
    /// What rules out the positions that are not listed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cuts: Vec<exact::Cut>,
}

impl From<exact::Reachable> for Exhaustion {
    fn from(reached: exact::Reachable) -> Self {
        Exhaustion {
            symmetries: reached.symmetries,
            positions: reached.positions.into_iter().map(text).collect(),
            cuts: reached.cuts,
        }
    }
}

fn text((bits, survivor): (u128, Option<usize>)) -> String {
    match survivor {
        None => format!("{bits:x}"),
        Some(hole) => format!("{bits:x}@{hole}"),
    }
}
