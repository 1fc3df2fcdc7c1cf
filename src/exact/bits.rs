//! Positions as integers: bit h is a peg in hole h.

use crate::board::Hole;
use std::{
    fmt::Debug,
    hash::Hash,
    ops::{BitAnd, BitOr, BitXor},
};

/// An integer of as many bits as a board has holes, or more.
pub trait Bits:
    Copy
    + Ord
    + Hash
    + Default
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + 'static
{
    /// The most holes.
    const MOST_HOLES: usize;

    /// The position with a peg in this hole alone.
    fn hole(hole: Hole) -> Self;

    /// Bits 8k to 8k+7.
    fn byte(self, k: usize) -> usize;

    /// The number of pegs.
    fn n_pegs(self) -> u32;

    /// Well mixed bits, to spread positions by.
    fn mixed(self) -> u64;

    /// As 16 bytes, least first.
    fn to_wide(self) -> u128;

    /// Whether there is a peg in the hole.
    fn has(self, hole: Hole) -> bool {
        self & Self::hole(hole) != Self::default()
    }
}

/// An odd constant without pattern: 2^64 over the golden ratio.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

impl Bits for u64 {
    const MOST_HOLES: usize = 64;

    fn hole(hole: Hole) -> Self {
        1 << hole
    }

    fn byte(self, k: usize) -> usize {
        (self >> (8 * k)) as usize & 0xff
    }

    fn n_pegs(self) -> u32 {
        self.count_ones()
    }

    fn mixed(self) -> u64 {
        let mixed = self.wrapping_mul(MIX);
        (mixed ^ (mixed >> 32)).wrapping_mul(MIX)
    }

    fn to_wide(self) -> u128 {
        self.into()
    }
}

impl Bits for u128 {
    const MOST_HOLES: usize = 128;

    fn hole(hole: Hole) -> Self {
        1 << hole
    }

    fn byte(self, k: usize) -> usize {
        (self >> (8 * k)) as usize & 0xff
    }

    fn n_pegs(self) -> u32 {
        self.count_ones()
    }

    fn mixed(self) -> u64 {
        (self as u64).mixed() ^ ((self >> 64) as u64).wrapping_add(MIX).mixed()
    }

    fn to_wide(self) -> u128 {
        self
    }
}
