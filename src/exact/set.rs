//! Sets of positions: made by many threads, kept sorted.
//!
//! Positions are spread over [`SHARDS`] by well mixed bits, so that the threads
//! rarely meet and each table stays in the processor's cache. When a set is
//! whole its shards are sorted, and looked up by halving.

use super::{
    bits::Bits,
    geometry::{Direction, Geometry},
    threads,
};
use crate::watch::{Reserved, Stop, Watch};
use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicUsize, Ordering},
};

/// The number of shards, and its logarithm.
const SHARDS: usize = 1 << SHARD_BITS;
const SHARD_BITS: u32 = 10;

/// The most positions that a thread gathers for a shard before it puts them
/// there: the more, the less often a table is fetched into the cache.
const MOST_IN_BATCH: usize = 2048;

/// How many they may be where memory is short: a power of two, as their vectors grow to one.
fn batch_size<B>(watch: &Watch) -> usize {
    let one = rayon::current_num_threads() * SHARDS * size_of::<B>();
    let most = (watch.batches() as usize / one).clamp(16, MOST_IN_BATCH);
    1 << most.ilog2()
}

fn shard_of<B: Bits>(position: B) -> usize {
    (position.mixed() >> (64 - SHARD_BITS)) as usize
}

/// A set of positions, sorted within shards.
pub(super) struct Set<'a, B> {
    shards: Vec<Vec<B>>,
    watch: &'a Watch,
    _room: Reserved,
}

impl<'a, B: Bits> Set<'a, B> {
    /// The set of these.
    pub(super) fn of(
        positions: impl IntoIterator<Item = B>,
        watch: &'a Watch,
    ) -> Result<Self, Stop> {
        let mut shards = vec![Vec::new(); SHARDS];
        for position in positions {
            shards[shard_of(position)].push(position);
        }
        for shard in &mut shards {
            shard.sort_unstable();
            shard.dedup();
        }
        Set::made(shards, watch)
    }

    /// The set of these shards, if there is memory for it.
    fn made(shards: Vec<Vec<B>>, watch: &'a Watch) -> Result<Self, Stop> {
        let capacity: usize = shards.iter().map(Vec::capacity).sum();
        let _room = watch.reserve((capacity * size_of::<B>()) as u64)?;
        Ok(Set {
            shards,
            watch,
            _room,
        })
    }

    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.shards.iter().map(Vec::len).sum()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.shards.iter().all(Vec::is_empty)
    }

    pub(super) fn shards(&self) -> &[Vec<B>] {
        &self.shards
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = B> + '_ {
        self.shards.iter().flatten().copied()
    }

    /// Where a position stands: its shard, and its place there.
    pub(super) fn find(&self, position: B) -> Option<(usize, usize)> {
        let shard = shard_of(position);
        let place = self.shards[shard].binary_search(&position).ok()?;
        Some((shard, place))
    }

    pub(super) fn contains(&self, position: B) -> bool {
        self.find(position).is_some()
    }

    /// Those for which this holds.
    pub(super) fn filtered(&self, keep: impl Fn(B) -> bool + Sync) -> Result<Self, Stop> {
        let kept = |shard: usize| -> Vec<B> {
            let positions = self.shards[shard].iter().copied();
            positions.filter(|&position| keep(position)).collect()
        };
        Set::made(threads::map(SHARDS, kept), self.watch)
    }
}

/// Keeps every position.
pub(super) fn every<B>(_: B) -> bool {
    true
}

/// What was seen while a set was expanded.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Expanded<B> {
    /// Positions, all images counted.
    pub(super) raw: u64,
    /// Positions without any neighbour, up to symmetry and with all images.
    pub(super) ends: u64,
    pub(super) raw_ends: u64,
    /// The least of them.
    pub(super) end: Option<B>,
}

impl<B: Bits> Expanded<B> {
    fn and(self, other: Self) -> Self {
        Expanded {
            raw: self.raw + other.raw,
            ends: self.ends + other.ends,
            raw_ends: self.raw_ends + other.raw_ends,
            end: [self.end, other.end].into_iter().flatten().min(),
        }
    }
}

/// The positions one jump on from a set, or back, of which `keep` holds.
pub(super) fn expand<'a, B: Bits, const S: usize>(
    geometry: &Geometry<B, S>,
    from: &Set<'a, B>,
    direction: Direction,
    keep: impl Fn(B) -> bool + Sync,
) -> Result<(Set<'a, B>, Expanded<B>), Stop> {
    let watch = from.watch;
    let tables: Vec<Mutex<Table<B>>> = (0..SHARDS).map(|_| Mutex::default()).collect();
    let mut seen = Expanded::default();
    let mut rest = from.shards();
    while !rest.is_empty() {
        let (piece, later) = rest.split_at(piece(rest));
        seen = seen.and(fill(geometry, (piece, watch), direction, &keep, &tables)?);
        let positions: usize = piece.iter().map(Vec::len).sum();
        watch.work(positions as u64 / POSITIONS_A_UNIT)?;
        rest = later;
    }
    let shards = threads::map(SHARDS, |shard| {
        let mut table = tables[shard].lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *table).sorted()
    });
    Ok((Set::made(shards, watch)?, seen))
}

/// So many positions are a unit of work: an estimate.
pub(super) const POSITIONS_A_UNIT: u64 = 2;

/// The positions after which work is counted.
const POSITIONS_A_PIECE: usize = 1 << 18;

/// How many of these shards are expanded before work is counted.
fn piece<B>(shards: &[Vec<B>]) -> usize {
    let mut positions = 0;
    let is_full = |shard: &Vec<B>| {
        positions += shard.len();
        positions >= POSITIONS_A_PIECE
    };
    shards
        .iter()
        .position(is_full)
        .map_or(shards.len(), |last| last + 1)
}

/// The threads' work: each takes the next shard of `from` until none is left.
fn fill<B: Bits, const S: usize>(
    geometry: &Geometry<B, S>,
    (from, watch): (&[Vec<B>], &Watch),
    direction: Direction,
    keep: &(impl Fn(B) -> bool + Sync),
    tables: &[Mutex<Table<B>>],
) -> Result<Expanded<B>, Stop> {
    let next = AtomicUsize::new(0);
    let most = batch_size::<B>(watch);
    let put = |shard: usize, batch: &mut Vec<B>| -> Result<(), Stop> {
        let mut table = tables[shard].lock().unwrap_or_else(PoisonError::into_inner);
        table.insert_all(batch, watch)?;
        batch.clear();
        Ok(())
    };
    let work = |_| -> Result<Expanded<B>, Stop> {
        let mut batches: Vec<Vec<B>> = vec![Vec::new(); SHARDS];
        let mut full = Vec::new();
        let mut seen = Expanded::default();
        while let Some(shard) = from.get(next.fetch_add(1, Ordering::Relaxed)) {
            watch.check()?;
            for &position in shard {
                let images = geometry.images(position);
                let orbit = geometry.orbit(&images, position);
                let count = geometry.neighbours(position, &images, direction, |neighbour| {
                    if keep(neighbour) {
                        let shard = shard_of(neighbour);
                        let batch = &mut batches[shard];
                        batch.push(neighbour);
                        if batch.len() >= most {
                            full.push(shard);
                        }
                    }
                });
                seen.raw += orbit;
                if count == 0 {
                    seen.ends += 1;
                    seen.raw_ends += orbit;
                    seen.end = [seen.end, Some(position)].into_iter().flatten().min();
                }
                for shard in full.drain(..) {
                    put(shard, &mut batches[shard])?;
                }
            }
            watch.looked_at(shard.len() as u64);
        }
        let batches = batches.iter_mut().enumerate();
        batches
            .filter(|(_, batch)| !batch.is_empty())
            .try_for_each(|(shard, batch)| put(shard, batch))?;
        Ok(seen)
    };
    let seen = threads::map(rayon::current_num_threads(), work);
    seen.into_iter()
        .try_fold(Expanded::default(), |sum, seen| Ok(sum.and(seen?)))
}

/// An open-addressing table; a slot without pegs is free.
#[derive(Default)]
pub(super) struct Table<B> {
    slots: Vec<B>,
    len: usize,
    room: Option<Reserved>,
}

impl<B: Bits> Table<B> {
    /// How many are looked for at the same time.
    const FEW: usize = 16;

    /// The slots of a table that holds anything.
    const LEAST: usize = 64;

    fn insert_all(&mut self, positions: &[B], watch: &Watch) -> Result<(), Stop> {
        for few in positions.chunks(Self::FEW) {
            while 4 * (self.len + few.len()) > 3 * self.slots.len() {
                self.grow(u64::MAX, watch)?;
            }
            // First look at all slots, then at what stands there: so the memory
            // is asked for all of them at once, and not one after the other.
            let mut found = [B::default(); 16];
            for (found, &position) in found.iter_mut().zip(few) {
                *found = self.slots[slot(&self.slots, position)];
            }
            for (&found, &position) in found.iter().zip(few) {
                debug_assert!(position != B::default(), "after a jump there is a peg");
                if found != position && place(&mut self.slots, position) {
                    self.len += 1;
                }
            }
        }
        Ok(())
    }

    /// Puts a position with pegs there, in at most `memory` bytes; whether it is new.
    pub(super) fn insert(&mut self, position: B, memory: u64, watch: &Watch) -> Result<bool, Stop> {
        if 4 * (self.len + 1) > 3 * self.slots.len() {
            self.grow(memory, watch)?;
        }
        let is_new = place(&mut self.slots, position);
        self.len += usize::from(is_new);
        Ok(is_new)
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn contains(&self, position: B) -> bool {
        !self.slots.is_empty() && self.slots[slot_of(&self.slots, position)] == position
    }

    /// All of them, in no order that means anything.
    pub(super) fn iter(&self) -> impl Iterator<Item = B> + '_ {
        let slots = self.slots.iter().copied();
        slots.filter(|&slot| slot != B::default())
    }

    fn grow(&mut self, memory: u64, watch: &Watch) -> Result<(), Stop> {
        let larger = (2 * self.slots.len()).max(Self::LEAST);
        let bytes = (larger * size_of::<B>()) as u64;
        // Both tables stand side by side while the positions move.
        if bytes + bytes / 2 > memory {
            return Err(Stop::Memory(memory));
        }
        let room = watch.reserve(bytes)?;
        let mut slots = vec![B::default(); larger];
        for position in self.iter() {
            place(&mut slots, position);
        }
        (self.slots, self.room) = (slots, Some(room));
        Ok(())
    }

    fn sorted(self) -> Vec<B> {
        let mut shard = Vec::with_capacity(self.len);
        shard.extend(self.iter());
        shard.sort_unstable();
        shard
    }
}

/// Where a position is looked for first.
fn slot<B: Bits>(slots: &[B], position: B) -> usize {
    (position.mixed() >> 16) as usize & (slots.len() - 1)
}

/// Where a position stands, or the free slot where it would.
fn slot_of<B: Bits>(slots: &[B], position: B) -> usize {
    let mask = slots.len() - 1;
    let mut slot = slot(slots, position);
    while slots[slot] != position && slots[slot] != B::default() {
        slot = (slot + 1) & mask;
    }
    slot
}

/// Puts a position into its slot; whether it is new.
fn place<B: Bits>(slots: &mut [B], position: B) -> bool {
    let slot = slot_of(slots, position);
    let is_new = slots[slot] != position;
    if is_new {
        slots[slot] = position;
    }
    is_new
}
