//! What exhaustive search is bounded by, and who is told of its progress.

use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::{Duration, Instant},
};

/// Why exhaustive search ended early.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The time is up.
    #[error("the time limit was reached")]
    Timeout,
    /// The user asked for it.
    #[error("interrupted")]
    Interrupted,
    /// The next set of positions does not fit into memory.
    #[error("memory: {0} bytes do not hold the next level")]
    Memory(u64),
    /// More holes than an integer has bits.
    #[error("the board has {0} holes; exhaustive search holds up to 128")]
    TooManyHoles(usize),
}

/// What the program needs besides.
const PROGRAM: u64 = 8 << 20;

/// This part of the memory, one in so many, is for batches of positions.
const BATCHES_PART: u64 = 8;

/// Where the search stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The level that is being made: so many jumps from the start.
    pub level: usize,
    /// Positions looked at so far.
    pub positions: u64,
}

/// Limits, the wish to end, and progress. Shared by all threads.
pub struct Watch<'a> {
    interrupted: &'a AtomicBool,
    deadline: Option<Instant>,
    /// Bytes in all; for sets; and for positions on their way there.
    limit: u64,
    memory: u64,
    batches: u64,
    used: AtomicU64,
    peak: AtomicU64,
    level: AtomicU64,
    positions: AtomicU64,
    progress: &'a (dyn Fn(Progress) + Sync),
}

impl<'a> Watch<'a> {
    /// No more than `memory` bytes in all, as far as they are for sets of
    /// positions and what belongs to these, and an end once
    /// `timeout` has passed or `interrupted` is set.
    pub fn new(
        timeout: Option<Duration>,
        memory: u64,
        interrupted: &'a AtomicBool,
        progress: &'a (dyn Fn(Progress) + Sync),
    ) -> Self {
        let sets = memory.saturating_sub(PROGRAM);
        Watch {
            interrupted,
            deadline: timeout.and_then(|timeout| Instant::now().checked_add(timeout)),
            limit: memory,
            memory: sets - sets / BATCHES_PART,
            batches: sets / BATCHES_PART,
            used: AtomicU64::new(0),
            peak: AtomicU64::new(0),
            level: AtomicU64::new(0),
            positions: AtomicU64::new(0),
            progress,
        }
    }

    /// The bytes for positions that are gathered before they are put into sets.
    pub(super) fn batches(&self) -> u64 {
        self.batches
    }

    /// The most bytes that were in use for sets of positions.
    pub fn peak(&self) -> u64 {
        self.peak.load(Ordering::Relaxed)
    }

    /// Whether to go on.
    pub(super) fn check(&self) -> Result<(), Stop> {
        if self.interrupted.load(Ordering::Relaxed) {
            return Err(Stop::Interrupted);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Stop::Timeout),
            _ => Ok(()),
        }
    }

    /// Notes that a level is begun.
    pub(super) fn level(&self, level: usize) {
        self.level.store(level as u64, Ordering::Relaxed);
        self.looked_at(0);
    }

    /// Notes that so many more positions were looked at.
    pub(super) fn looked_at(&self, positions: u64) {
        let before = self.positions.fetch_add(positions, Ordering::Relaxed);
        (self.progress)(Progress {
            level: self.level.load(Ordering::Relaxed) as usize,
            positions: before + positions,
        });
    }

    /// Asks for memory before it is taken.
    pub(super) fn take(&self, bytes: u64) -> Result<(), Stop> {
        let used = self.used.fetch_add(bytes, Ordering::Relaxed) + bytes;
        if used > self.memory {
            self.used.fetch_sub(bytes, Ordering::Relaxed);
            return Err(Stop::Memory(self.limit));
        }
        self.peak.fetch_max(used, Ordering::Relaxed);
        Ok(())
    }

    /// Says that memory was given back.
    pub(super) fn give_back(&self, bytes: u64) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }
}
