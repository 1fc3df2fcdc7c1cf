//! Positions as integers: bit h is a peg in hole h.

use crate::board::Hole;
use num_traits::PrimInt;
use std::{fmt::Debug, hash::Hash};

/// An integer of as many bits as a board has holes, or more.
pub trait Bits: PrimInt + Hash + Default + Debug + Into<u128> + Send + Sync + 'static {
    /// Well mixed bits, to spread positions by.
    fn mixed(self) -> u64;

    /// The position with a peg in this hole alone.
    fn hole(hole: Hole) -> Self {
        Self::one() << hole
    }

    /// The position with pegs in these holes.
    fn holes(holes: impl IntoIterator<Item = Hole>) -> Self {
        let holes = holes.into_iter();
        holes.fold(Self::zero(), |bits, hole| bits | Self::hole(hole))
    }

    /// Whether there is a peg in the hole.
    fn has(self, hole: Hole) -> bool {
        self & Self::hole(hole) != Self::zero()
    }
}

/// An odd constant without pattern: 2^64 over the golden ratio.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

impl Bits for u64 {
    fn mixed(self) -> u64 {
        let mixed = self.wrapping_mul(MIX);
        (mixed ^ (mixed >> 32)).wrapping_mul(MIX)
    }
}

impl Bits for u128 {
    fn mixed(self) -> u64 {
        (self as u64).mixed() ^ ((self >> 64) as u64).wrapping_add(MIX).mixed()
    }
}
