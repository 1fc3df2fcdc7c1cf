//! What happens on a road, and what it comes to.

use super::evidence::{End, Evidence, Size};
use crate::board::JumpNumber;

/// What happens on a road with formulas, in order.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// A formula is made.
    Encoded(Encoded),
    /// No solution has this number of layers, or fewer.
    Refuted {
        /// The number of layers.
        layers: usize,
    },
    /// Of a large board, what is left to be cleared.
    Cleared {
        /// Pegs that are left.
        pegs: usize,
        /// Pegs at the start.
        of: usize,
    },
    /// The solver has answered.
    Decided {
        /// Seconds in the solver, for this formula and earlier ones.
        seconds: f64,
        /// What was added to a relaxed formula on the way, in DIMACS numbers.
        added: Vec<Vec<i32>>,
    },
    /// How many choices the search took, where the solver or system counts them.
    Chosen(u64),
}

/// A formula that was made.
#[derive(Debug, Clone, PartialEq)]
pub struct Encoded {
    /// Its size.
    pub size: Size,
    /// Seconds that took, and earlier ones.
    pub seconds: f64,
    /// What the user should know of the additions.
    pub notes: Vec<String>,
    /// Its layers, if its model has them.
    pub layers: Option<usize>,
}

/// What a road came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// To its end: a solution, which has not been checked yet, or that there is none.
    Ended(End),
    /// There is no solution within the layers that were asked for: by an embedded solver's
    /// word, or by evidence where that was asked for ([`Checks`](super::task::Checks)).
    Refuted(Option<Evidence>),
    /// A solver says that there is none, of whatever was asked, and nothing has checked
    /// that; why not.
    Claimed(String),
    /// The solver gave up.
    GaveUp,
    /// The road leads nowhere.
    Nothing,
}

impl Finding {
    /// A solution of steps of one jump.
    pub(super) fn solved(jumps: Vec<JumpNumber>) -> Self {
        Finding::Ended(End::Solved {
            jumps,
            layer_sizes: None,
        })
    }
}
