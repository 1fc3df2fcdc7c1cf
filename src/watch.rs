//! What bounds everything that takes time, and who is told of its progress.
//!
//! One [`Watch`] a question: a flag that ends it, a deadline, a budget of memory,
//! and a listener for progress. Code that works counts its work by
//! [`Watch::work`] and ends when that says so. Roads that are taken in turns have
//! a watch each, in which the same call waits for the next
//! turn: so turns are measured in work and not in time, and come the same way on
//! every machine.

mod turns;

pub use turns::Turns;

use crate::board::JumpNumber;
use serde::{Deserialize, Serialize};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// Why work ended early.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The time is up.
    #[error("the time limit was reached")]
    Timeout,
    /// The user asked for it, or the answer is not needed any more.
    #[error("interrupted")]
    Interrupted,
    /// What comes next does not fit into memory.
    #[error("memory: {0} bytes are too few; raise --memory")]
    Memory(u64),
    /// The budget of work is used up.
    #[error("the budget of work is used up")]
    Work,
    /// More holes than an integer has bits.
    #[error(
        "the board has {0} holes; exhaustive search holds up to 128, and fewer where a peg must survive"
    )]
    TooManyHoles(usize),
}

/// What listeners hear of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Progress {
    /// Exhaustive search has begun a level: the positions at one distance from the start.
    Level {
        /// The level.
        level: usize,
        /// Positions looked at so far.
        positions: u64,
    },
    /// A formula is made.
    Formula {
        /// Its variables.
        variables: u64,
        /// Its clauses.
        clauses: u64,
        /// Its layers, if its model has them.
        layers: Option<usize>,
    },
    /// A formula is refuted, which is an answer; a certificate is looked for.
    Refuted,
    /// Part of a large board is cleared.
    Cleared {
        /// Pegs that are left.
        pegs: usize,
        /// Pegs at the start.
        of: usize,
    },
    /// More is known of an optimum.
    Bounds {
        /// The value of the best solution.
        value: Option<usize>,
        /// Its jumps by number; none if there is no solution yet.
        jumps: Vec<JumpNumber>,
        /// No solution is better than this.
        bound: usize,
        /// Seconds since the beginning.
        seconds: f64,
    },
}

/// One unit of work is about a microsecond of one present processor. Whoever
/// works says how its steps count; only their ratio matters.
pub const MILLISECOND: u64 = 1000;

/// Bytes where no limit is given: an answer shall not depend on the machine's
/// memory.
const MEMORY: u64 = 2 << 30;

/// What the program needs besides: these bytes, or half of what little there is; and one part
/// in this many of the rest, which the allocator keeps in pieces (measured: a twentieth).
const PROGRAM: u64 = 20 << 20;
const IN_PIECES_PART: u64 = 12;

/// One part in this many of the memory is for batches of positions.
const BATCHES_PART: u64 = 8;

/// Limits, the wish to end, and progress. Clones are the same watch.
#[derive(Clone)]
pub struct Watch {
    shared: Arc<Shared>,
    account: Arc<Account>,
    turns: Option<Arc<Turns>>,
    /// What is left of the work that may be done.
    budget: Option<Arc<AtomicU64>>,
}

impl std::fmt::Debug for Watch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watch").finish_non_exhaustive()
    }
}

/// Who is told of progress.
type Listener = Box<dyn Fn(&Progress) + Send + Sync>;

#[derive(Default)]
struct Shared {
    interrupted: Arc<AtomicBool>,
    /// Set by the guard, which measures the process.
    exceeded: AtomicBool,
    deadline: Option<Instant>,
    level: AtomicU64,
    positions: AtomicU64,
    listener: Option<Listener>,
}

/// A budget of memory. Sides that work at the same time have an account each, so that
/// what one of them may take does not depend on how fast the others are.
struct Account {
    /// Bytes in all; for sets; and for positions on their way there.
    limit: u64,
    sets: u64,
    batches: u64,
    used: AtomicU64,
}

impl Account {
    fn new(limit: u64) -> Arc<Self> {
        let rest = limit - PROGRAM.min(limit / 2);
        let sets = rest - rest / IN_PIECES_PART;
        Arc::new(Account {
            limit,
            sets: sets - sets / BATCHES_PART,
            batches: sets / BATCHES_PART,
            used: AtomicU64::new(0),
        })
    }
}

/// Memory that a [`Watch`] granted; given back when this is dropped.
pub struct Reserved {
    watch: Watch,
    bytes: u64,
}

impl Reserved {
    /// Nothing yet.
    pub fn none(watch: &Watch) -> Self {
        Reserved {
            watch: watch.clone(),
            bytes: 0,
        }
    }

    /// The bytes granted.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Asks for more, so that it is this many bytes in all; fewer change nothing.
    ///
    /// # Errors
    /// If there is less left.
    pub fn grow(&mut self, bytes: u64) -> Result<(), Stop> {
        let more = bytes.saturating_sub(self.bytes);
        self.watch.take(more)?;
        self.bytes += more;
        Ok(())
    }
}

impl Drop for Reserved {
    fn drop(&mut self) {
        let bytes = self.bytes;
        self.watch.account.used.fetch_sub(bytes, Ordering::Relaxed);
    }
}

impl Default for Watch {
    fn default() -> Self {
        Watch::new()
    }
}

impl Watch {
    /// Without a deadline, with 2 GiB, and without a listener.
    pub fn new() -> Self {
        Watch {
            shared: Arc::default(),
            account: Account::new(MEMORY),
            turns: None,
            budget: None,
        }
    }

    fn with(mut self, change: impl FnOnce(&mut Shared)) -> Self {
        if let Some(shared) = Arc::get_mut(&mut self.shared) {
            change(shared);
        }
        self
    }

    /// With an end once this time has passed, from now on. Before it is cloned.
    #[must_use]
    pub fn timeout(self, timeout: Duration) -> Self {
        self.with(|shared| shared.deadline = now().and_then(|now| now.checked_add(timeout)))
    }

    /// With no more than `bytes` in all, as far as they are for sets of positions
    /// and what belongs to these. Before it is cloned.
    #[must_use]
    pub fn memory(self, bytes: u64) -> Self {
        Watch {
            account: Account::new(bytes),
            ..self
        }
    }

    /// With an end once this flag is set. Before it is cloned.
    #[must_use]
    pub fn interrupted_by(self, flag: Arc<AtomicBool>) -> Self {
        self.with(|shared| shared.interrupted = flag)
    }

    /// With a listener to progress. Before it is cloned.
    #[must_use]
    pub fn telling(self, listener: impl Fn(&Progress) + Send + Sync + 'static) -> Self {
        self.with(|shared| shared.listener = Some(Box::new(listener)))
    }

    /// The time left; `None` without a deadline.
    pub fn left(&self) -> Option<Duration> {
        let now = now()?;
        let deadline = self.shared.deadline?;
        Some(deadline.saturating_duration_since(now))
    }

    /// Whether to go on.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self) -> Result<(), Stop> {
        let ended = self.turns.as_ref().is_some_and(|turns| turns.is_ended());
        if ended || self.shared.interrupted.load(Ordering::Relaxed) {
            return Err(Stop::Interrupted);
        }
        if self.shared.exceeded.load(Ordering::Relaxed) {
            return Err(Stop::Memory(self.account.limit));
        }
        match self.left() {
            Some(Duration::ZERO) => Err(Stop::Timeout),
            _ => Ok(()),
        }
    }

    /// Counts work; in turns, waits for the next turn if this one is used up.
    ///
    /// # Errors
    /// Why to end.
    pub fn work(&self, work: u64) -> Result<(), Stop> {
        self.work_held(work, &mut |_| {})
    }

    /// As [`Watch::work`]; `hold` is called with `true` before it waits, and with
    /// `false` when it goes on.
    pub fn work_held(&self, work: u64, hold: &mut dyn FnMut(bool)) -> Result<(), Stop> {
        match &self.turns {
            Some(turns) => turns.work(work, hold)?,
            None => self.check()?,
        }
        match &self.budget {
            None => Ok(()),
            Some(budget) => {
                let left = budget.load(Ordering::Relaxed).saturating_sub(work);
                budget.store(left, Ordering::Relaxed);
                if left == 0 { Err(Stop::Work) } else { Ok(()) }
            }
        }
    }

    /// Tells the listener.
    pub fn tell(&self, progress: &Progress) {
        if let Some(listener) = &self.shared.listener {
            listener(progress);
        }
    }

    /// This watch for a road that works in turns.
    pub(crate) fn in_turns(&self, turns: Arc<Turns>) -> Self {
        Watch {
            turns: Some(turns),
            budget: None,
            ..self.clone()
        }
    }

    /// This watch with an account of its own, of one part in `parts` of the memory.
    pub(crate) fn with_part_of_memory(&self, parts: u64) -> Self {
        Watch {
            account: Account::new(self.account.limit / parts),
            ..self.clone()
        }
    }

    /// This watch for a part of the work, which ends with [`Stop::Work`] once it has
    /// taken `work`.
    pub(crate) fn within(&self, work: u64) -> Self {
        Watch {
            budget: Some(Arc::new(AtomicU64::new(work))),
            ..self.clone()
        }
    }

    /// For how long it waited for turns.
    pub(crate) fn waited(&self) -> Duration {
        let turns = self.turns.as_ref();
        turns.map_or(Duration::ZERO, |turns| turns.waited())
    }

    /// The bytes that it may take in all.
    pub fn limit(&self) -> u64 {
        self.account.limit
    }

    /// The bytes for positions that are gathered before they are put into sets.
    pub(crate) fn batches(&self) -> u64 {
        self.account.batches
    }

    /// Notes that a level is begun.
    pub fn level(&self, level: usize) {
        self.shared.level.store(level as u64, Ordering::Relaxed);
        self.looked_at(0);
    }

    /// Notes that this many more positions were looked at.
    pub fn looked_at(&self, positions: u64) {
        let shared = &self.shared;
        let before = shared.positions.fetch_add(positions, Ordering::Relaxed);
        self.tell(&Progress::Level {
            level: shared.level.load(Ordering::Relaxed) as usize,
            positions: before + positions,
        });
    }

    /// Ends the work: it takes more memory than it may.
    pub fn exceed_memory(&self) {
        self.shared.exceeded.store(true, Ordering::Relaxed);
    }

    /// Asks for memory before it is taken.
    ///
    /// # Errors
    /// If there is less left.
    pub fn reserve(&self, bytes: u64) -> Result<Reserved, Stop> {
        let mut reserved = Reserved::none(self);
        reserved.grow(bytes)?;
        Ok(reserved)
    }

    fn take(&self, bytes: u64) -> Result<(), Stop> {
        let account = &self.account;
        let used = account.used.fetch_add(bytes, Ordering::Relaxed) + bytes;
        if used > account.sets {
            account.used.fetch_sub(bytes, Ordering::Relaxed);
            return Err(Stop::Memory(account.limit));
        }
        Ok(())
    }
}

/// Asks a watch for something that only wants a yes or a no, and keeps why it was no. Clones are
/// the same.
#[derive(Clone)]
pub struct Poll {
    watch: Watch,
    piece: u64,
    untold: Rc<Cell<u64>>,
    stopped: Rc<RefCell<Option<Stop>>>,
}

impl Poll {
    /// Tells the watch of work in pieces of this size; of 0, whenever it is asked.
    pub fn new(watch: &Watch, piece: u64) -> Self {
        Poll {
            watch: watch.clone(),
            piece,
            untold: Rc::default(),
            stopped: Rc::default(),
        }
    }

    /// Counts work; whether to go on.
    pub fn ask(&self, work: u64) -> bool {
        let untold = self.untold.get() + work;
        let told = untold - untold.checked_rem(self.piece).unwrap_or(0);
        self.untold.set(untold - told);
        if told > 0 || self.piece == 0 {
            *self.stopped.borrow_mut() = self.watch.work(told).err();
        }
        self.stopped.borrow().is_none()
    }

    /// Why not, if the last answer was no.
    pub fn check(&self) -> Result<(), Stop> {
        self.stopped.borrow().clone().map_or(Ok(()), Err)
    }
}

/// The time; `None` where the system has no clock that the library can ask.
fn now() -> Option<Instant> {
    let has_clock = cfg!(not(all(target_family = "wasm", target_os = "unknown")));
    has_clock.then(Instant::now)
}

/// Measures time, where there is a clock.
#[derive(Debug, Clone, Copy)]
pub struct Stopwatch(Option<Instant>);

impl Stopwatch {
    /// Starts it.
    pub fn start() -> Self {
        Stopwatch(now())
    }

    /// The time since then; nothing where there is no clock.
    pub fn elapsed(self) -> Duration {
        self.0.map_or(Duration::ZERO, |begin| begin.elapsed())
    }

    /// The same in seconds.
    pub fn seconds(self) -> f64 {
        self.elapsed().as_secs_f64()
    }
}
