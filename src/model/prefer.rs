//! Value orders: which jumps a solver is to try first (§6 and Table 5 of
//! Jefferson et al. 2006).

use super::Meaning;
use crate::{
    board::Board,
    formula::{Lit, Var, words::words},
};
use serde::{Deserialize, Serialize};

words! {
    /// The jumps to try first.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Prefer: (Prefer, &'static str) {
        /// Those that begin in a corner: in a hole that no jump leads over.
        Corners = "corners",
        /// Those that do not.
        Inner = "inner",
    }
    |_, _| "expected corners or inner".into()
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
