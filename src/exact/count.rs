//! How many solutions there are, as sequences of jumps.

use super::{
    bits::Bits,
    geometry::Geometry,
    levels::{Accepts, Winning},
    watch::{Stop, Watch},
};
use num_bigint::BigUint;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

/// A number that sequences are counted in.
trait Count: Clone + Send + Sync {
    fn of(number: u8) -> Self;
    /// The sum; `None` if it is too large.
    fn plus(&self, other: &Self) -> Option<Self>;
}

impl Count for u128 {
    fn of(number: u8) -> Self {
        number.into()
    }

    fn plus(&self, other: &Self) -> Option<Self> {
        self.checked_add(*other)
    }
}

impl Count for BigUint {
    fn of(number: u8) -> Self {
        number.into()
    }

    fn plus(&self, other: &Self) -> Option<Self> {
        Some(self + other)
    }
}

/// The number of sequences of jumps from the start that end in a position that
/// the goal accepts; one that goes on from there to another counts again.
pub(super) fn count<B: Bits, const S: usize>(
    geometry: &Geometry<B, S>,
    winning: &Winning<'_, B>,
    accepts: &Accepts<B>,
    watch: &Watch<'_>,
) -> Result<BigUint, Stop> {
    match count_in::<u128, B, S>(geometry, winning, accepts, watch)? {
        Some(count) => Ok(count.into()),
        None => Ok(count_in(geometry, winning, accepts, watch)?.unwrap_or_default()),
    }
}

/// From the last level to the first: the sequences from a position are those
/// from each position one jump on, together, and the empty one if it is final.
fn count_in<N: Count, B: Bits, const S: usize>(
    geometry: &Geometry<B, S>,
    winning: &Winning<'_, B>,
    accepts: &Accepts<B>,
    watch: &Watch<'_>,
) -> Result<Option<N>, Stop> {
    let mut later: Option<Vec<Vec<N>>> = None;
    for (level, set) in winning.levels.iter().enumerate().rev() {
        watch.check()?;
        watch.level(level);
        let next = winning.levels.get(level + 1);
        let of_one = |position: B| -> Option<N> {
            let mut sum = N::of(accepts.holds(position).into());
            if let (Some(next), Some(later)) = (next, &later) {
                for (_, after) in geometry.jumps(position) {
                    if let Some((shard, place)) = next.find(geometry.canonical(after)) {
                        sum = sum.plus(&later[shard][place])?;
                    }
                }
            }
            Some(sum)
        };
        let shards = set.shards().par_iter().with_max_len(1);
        let counts: Option<Vec<Vec<N>>> = shards
            .map(|shard| shard.iter().map(|&position| of_one(position)).collect())
            .collect();
        match counts {
            None => return Ok(None),
            counts => later = counts,
        }
    }
    let first = later.and_then(|counts| counts.into_iter().flatten().next());
    Ok(Some(first.unwrap_or_else(|| N::of(0))))
}
