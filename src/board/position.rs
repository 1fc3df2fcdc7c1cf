//! A position: which holes hold a peg. Boards of any size.

use super::{Hole, Jump};
use fixedbitset::FixedBitSet;

/// Which holes of a board hold a peg. Ordered and hashable, so that positions
/// can be kept in sets.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position(FixedBitSet);

impl Position {
    /// A position without pegs, for a board of `n_holes` holes.
    pub fn empty(n_holes: usize) -> Self {
        Position(FixedBitSet::with_capacity(n_holes))
    }

    /// A position with these pegs, for a board of `n_holes` holes.
    ///
    /// # Panics
    /// If the board has no such hole.
    pub fn of(n_holes: usize, pegs: impl IntoIterator<Item = Hole>) -> Self {
        let mut position = Position::empty(n_holes);
        pegs.into_iter().for_each(|hole| position.put(hole));
        position
    }

    /// Whether `hole` holds a peg.
    pub fn has_peg(&self, hole: Hole) -> bool {
        self.0.contains(hole)
    }

    /// Puts a peg into `hole`.
    ///
    /// # Panics
    /// If the board has no such hole.
    pub fn put(&mut self, hole: Hole) {
        self.0.insert(hole);
    }

    /// Takes the peg, if any, from `hole`.
    ///
    /// # Panics
    /// If the board has no such hole.
    pub fn remove(&mut self, hole: Hole) {
        self.0.set(hole, false);
    }

    /// The number of pegs.
    pub fn n_pegs(&self) -> usize {
        self.0.count_ones(..)
    }

    /// The holes that hold a peg, in order.
    pub fn pegs(&self) -> impl Iterator<Item = Hole> + '_ {
        self.0.ones()
    }

    /// The number of holes of the board.
    pub fn n_holes(&self) -> usize {
        self.0.len()
    }

    /// Whether the jump can be made: peg, peg, hole.
    pub fn allows(&self, jump: &Jump) -> bool {
        self.has_peg(jump.from) && self.has_peg(jump.over) && !self.has_peg(jump.to)
    }

    /// The position after the jump.
    pub fn after(&self, jump: &Jump) -> Self {
        let mut next = self.clone();
        next.remove(jump.from);
        next.remove(jump.over);
        next.put(jump.to);
        next
    }

    /// The image under a symmetry of the board (see
    /// [`Board::symmetries`](super::Board::symmetries)).
    pub fn image(&self, symmetry: &[Hole]) -> Self {
        Position::of(self.n_holes(), self.pegs().map(|hole| symmetry[hole]))
    }
}
