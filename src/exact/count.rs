//! How many solutions there are, as sequences of jumps.

use super::{
    bits::Bits,
    geometry::Geometry,
    levels::{Accepts, Winning, count_work},
    threads,
};
use crate::watch::{Reserved, Stop, Watch};
use num_bigint::BigUint;
use num_traits::CheckedAdd;

/// The number of sequences of jumps from the start that end in a position that
/// the goal accepts; one that goes on from there to another counts again. First in small
/// numbers, and in large ones if they do not suffice.
pub(super) fn count<B: Bits, const S: usize>(
    geometry: &Geometry<B, S>,
    winning: &Winning<'_, B>,
    accepts: &Accepts<B>,
    watch: &Watch,
) -> Result<BigUint, Stop> {
    match count_in::<u128, B, S>(geometry, winning, accepts, watch)? {
        Some(count) => Ok(count.into()),
        None => Ok(count_in(geometry, winning, accepts, watch)?.unwrap_or_default()),
    }
}

/// From the last level to the first: the sequences from a position are those
/// from each position one jump on, together, and the empty one if it is final.
fn count_in<N: From<u8> + CheckedAdd + Clone + Send + Sync, B: Bits, const S: usize>(
    geometry: &Geometry<B, S>,
    winning: &Winning<'_, B>,
    accepts: &Accepts<B>,
    watch: &Watch,
) -> Result<Option<N>, Stop> {
    let mut later: Option<(Vec<Vec<N>>, Reserved)> = None;
    for (level, set) in winning.levels.iter().enumerate().rev() {
        count_work(set, watch)?;
        watch.level(level);
        let next = winning.levels.get(level + 1);
        let of_one = |position: B| -> Option<N> {
            let mut sum = N::from(accepts.holds(position).into());
            if let (Some(next), Some((later, _))) = (next, &later) {
                for (_, after) in geometry.jumps(position) {
                    if let Some((shard, place)) = next.find(geometry.canonical(after)) {
                        sum = sum.checked_add(&later[shard][place])?;
                    }
                }
            }
            Some(sum)
        };
        let room = watch.reserve((set.len() * size_of::<N>()) as u64)?;
        let shards = set.shards();
        let counts = threads::map(shards.len(), |shard| -> Result<Option<Vec<N>>, Stop> {
            watch.check()?;
            let positions = shards[shard].iter();
            Ok(positions.map(|&position| of_one(position)).collect())
        });
        let counts: Result<Vec<_>, Stop> = counts.into_iter().collect();
        let counts: Option<Vec<Vec<N>>> = counts?.into_iter().collect();
        match counts {
            None => return Ok(None),
            Some(counts) => later = Some((counts, room)),
        }
    }
    let first = later.and_then(|(counts, _)| counts.into_iter().flatten().next());
    Ok(Some(first.unwrap_or_else(|| N::from(0))))
}
