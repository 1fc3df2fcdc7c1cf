//! States by number, and which number a state has: the states stand in blocks, one after
//! another, and tables of numbers lead to them. Neither doubles as a whole, so that a state
//! of eight bytes never takes more than sixteen.

use super::{Counts, Room};
use pegsat::watch::{Stop, Watch};
use std::hash::{DefaultHasher, Hash, Hasher};

/// States in a block.
const BLOCK: usize = 1 << 14;

/// Tables, chosen by the first bits of the hash.
const TABLES: usize = 1 << 8;

/// A table is full when this number of ten slots is taken; then it grows by four of ten.
const FULL: usize = 8;
const GROWTH: usize = 4;

pub(super) struct Store<S> {
    blocks: Vec<Vec<S>>,
    /// One more than a state's number; 0 for none.
    tables: Vec<Table>,
    room: Room,
    bytes: usize,
}

#[derive(Default)]
struct Table {
    slots: Vec<u32>,
    taken: usize,
}

fn hash<S: Hash>(state: &S) -> u64 {
    let mut hasher = DefaultHasher::new();
    state.hash(&mut hasher);
    hasher.finish()
}

/// The slot where the search for a state begins.
fn first(hash: u64, slots: usize) -> usize {
    let rest = hash << TABLES.ilog2();
    ((u128::from(rest) * slots as u128) >> 64) as usize
}

impl<S: Eq + Hash> Store<S> {
    pub(super) fn new(watch: &Watch) -> Self {
        let mut tables = Vec::new();
        tables.resize_with(TABLES, Table::default);
        Store {
            blocks: Vec::new(),
            tables,
            room: Room::new(watch),
            bytes: 0,
        }
    }

    pub(super) fn len(&self) -> usize {
        match self.blocks.last() {
            Some(last) => (self.blocks.len() - 1) * BLOCK + last.len(),
            None => 0,
        }
    }

    pub(super) fn get(&self, number: usize) -> &S {
        &self.blocks[number / BLOCK][number % BLOCK]
    }

    /// Adds the state, without asking whether it is known; its number.
    pub(super) fn push(
        &mut self,
        state: S,
        heap: usize,
        counts: &mut Counts,
    ) -> Result<usize, Stop> {
        if self.blocks.last().is_none_or(|block| block.len() == BLOCK) {
            self.bytes += BLOCK * size_of::<S>();
            self.room.hold(self.bytes, counts)?;
            self.blocks.push(Vec::with_capacity(BLOCK));
        }
        if heap > 0 {
            self.bytes += heap;
            self.room.hold(self.bytes, counts)?;
        }
        let number = self.len();
        if let Some(last) = self.blocks.last_mut() {
            last.push(state);
        }
        Ok(number)
    }

    /// Adds the state if it is new; its number, and whether it is.
    pub(super) fn insert(
        &mut self,
        state: S,
        heap: usize,
        counts: &mut Counts,
    ) -> Result<(usize, bool), Stop> {
        let hash = hash(&state);
        let table = (hash >> (64 - TABLES.ilog2())) as usize;
        if self.tables[table].taken * 10 >= self.tables[table].slots.len() * FULL {
            self.grow(table, counts)?;
        }
        let slots = self.tables[table].slots.len();
        let mut slot = first(hash, slots);
        loop {
            match self.tables[table].slots[slot] {
                0 => break,
                known if *self.get(known as usize - 1) == state => {
                    return Ok((known as usize - 1, false));
                }
                _ => slot = if slot + 1 == slots { 0 } else { slot + 1 },
            }
        }
        let number = self.push(state, heap, counts)?;
        self.tables[table].slots[slot] =
            u32::try_from(number + 1).map_err(|_| Stop::Memory(u64::MAX))?;
        self.tables[table].taken += 1;
        Ok((number, true))
    }

    fn grow(&mut self, table: usize, counts: &mut Counts) -> Result<(), Stop> {
        let before = self.tables[table].slots.len();
        let slots = (before + before * GROWTH / 10).max(16);
        self.bytes += (slots - before) * size_of::<u32>();
        self.room.hold(self.bytes, counts)?;
        let mut grown = vec![0; slots];
        for &number in self.tables[table]
            .slots
            .iter()
            .filter(|&&number| number > 0)
        {
            let mut slot = first(hash(self.get(number as usize - 1)), slots);
            while grown[slot] != 0 {
                slot = if slot + 1 == slots { 0 } else { slot + 1 };
            }
            grown[slot] = number;
        }
        self.tables[table].slots = grown;
        Ok(())
    }
}
