//! Value orders: which jumps a solver is to try first (§6 and Table 5 of
//! Jefferson et al. 2006).

use super::Meaning;
use crate::{
    board::Board,
    formula::{Lit, Var},
};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// The jumps to try first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Prefer {
    /// Those that begin in a corner: in a hole that no jump leads over.
    Corners,
    /// Those that do not.
    Inner,
}

impl fmt::Display for Prefer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Prefer::Corners => "corners",
            Prefer::Inner => "inner",
        })
    }
}

impl FromStr for Prefer {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "corners" => Ok(Prefer::Corners),
            "inner" => Ok(Prefer::Inner),
            _ => Err("expected corners or inner".into()),
        }
    }
}

impl Prefer {
    /// The phases of the variables of jumps: made for those that are preferred,
    /// not made for the others.
    pub fn phases(self, board: &Board, meanings: &[Meaning]) -> Vec<Lit> {
        let phase = |(variable, meaning): (u32, &Meaning)| match meaning {
            Meaning::Move { jump, .. } => {
                let begins_there = board.is_corner(board.jump(*jump).from);
                let made = begins_there == (self == Prefer::Corners);
                Some(Var::new(variable).lit(!made))
            }
            _ => None,
        };
        (0..).zip(meanings).filter_map(phase).collect()
    }
}
