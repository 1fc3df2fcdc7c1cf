//! The positions that can still win: made once, asked often.

use super::{Bits, Stop, Watch, few, levels::Winning};
use crate::{
    board::{Hole, JumpNumber, Position},
    problem::Problem,
};
use serde::{Deserialize, Serialize};

/// The positions from which a problem's goal can be reached, and which can be
/// reached from its start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stored {
    /// By jumps from the start; sorted, one for each set of symmetric ones.
    pub(super) levels: Vec<Vec<u128>>,
}

impl Stored {
    /// Makes the set by exhaustive search.
    pub fn make(problem: &Problem, watch: &Watch) -> Result<Self, Stop> {
        let levels = with_geometry!(problem, few(problem.symmetries()), geometry => {
            Winning::new(&geometry, problem, watch)?.sorted(watch)
        })?;
        Ok(Stored { levels })
    }

    /// Whether a game from the start to the goal can pass through the position.
    pub fn can_win(&self, problem: &Problem, position: &Position) -> bool {
        let jumps = problem.start().n_pegs().checked_sub(position.n_pegs());
        let level = jumps.and_then(|jumps| self.levels.get(jumps));
        level.is_some_and(|level| {
            let image = |s: &[Hole]| u128::holes(position.pegs().map(|peg| s[peg]));
            let least = few(problem.symmetries()).into_iter().map(image).min();
            level.binary_search(&least.unwrap_or_default()).is_ok()
        })
    }

    /// The jumps after which it still can, by number.
    pub fn keeping(&self, problem: &Problem, position: &Position) -> Vec<JumpNumber> {
        let jumps = problem.board().numbered_jumps();
        jumps
            .filter(|(_, jump)| position.allows(jump))
            .filter(|(_, jump)| self.can_win(problem, &position.after(jump)))
            .map(|(number, _)| number)
            .collect()
    }
}
