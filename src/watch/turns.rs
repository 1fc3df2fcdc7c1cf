//! Turns that are measured in work: a road waits in [`Watch::work`] for its next one.
//!
//! [`Watch::work`]: super::Watch::work

use super::{Stop, Stopwatch};
use std::{
    sync::{
        Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

/// The turns of a road that works beside others: how much work is granted, and how much is
/// done. `heard` is called when it is used up.
pub struct Turns {
    state: Mutex<State>,
    granted: Condvar,
    ended: AtomicBool,
    /// `None` where waiting is impossible: then the end of a turn is an error.
    heard: Option<Box<dyn Fn() + Send + Sync>>,
}

#[derive(Default)]
struct State {
    granted: u64,
    used: u64,
    /// Whether more was asked for since.
    is_heard: bool,
    waited: Duration,
}

impl Turns {
    /// Nothing is granted yet; `heard` is called when more work is wanted.
    pub(crate) fn new(heard: impl Fn() + Send + Sync + 'static) -> Self {
        Turns {
            state: Mutex::default(),
            granted: Condvar::new(),
            ended: AtomicBool::new(false),
            heard: Some(Box::new(heard)),
        }
    }

    /// One turn of `work`, after which [`Watch::work`] says [`Stop::Work`].
    pub(crate) fn once(work: u64) -> Self {
        let turns = Turns {
            heard: None,
            ..Turns::new(|| {})
        };
        turns.grant(work);
        turns
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// For how long it waited for turns.
    pub(super) fn waited(&self) -> Duration {
        self.state().waited
    }

    /// The work done so far.
    pub(crate) fn used(&self) -> u64 {
        self.state().used
    }

    /// Grants `work` beyond what was done.
    pub(crate) fn grant(&self, work: u64) {
        let mut state = self.state();
        state.granted = state.used.saturating_add(work);
        state.is_heard = false;
        drop(state);
        self.granted.notify_all();
    }

    /// Ends the work, wherever it is.
    pub(crate) fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
        drop(self.state()); // one that is about to wait sees it, or hears what follows
        self.granted.notify_all();
    }

    pub(crate) fn is_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    /// Counts work, and waits for the next turn where this one is used up.
    pub(super) fn work(&self, work: u64, hold: &mut dyn FnMut(bool)) -> Result<(), Stop> {
        let mut state = self.state();
        state.used = state.used.saturating_add(work);
        if state.used >= state.granted && !self.is_ended() {
            let Some(heard) = &self.heard else {
                return Err(Stop::Work);
            };
            hold(true);
            let begin = Stopwatch::start();
            if !std::mem::replace(&mut state.is_heard, true) {
                heard();
            }
            while state.used >= state.granted && !self.is_ended() {
                state = self
                    .granted
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner);
            }
            state.waited += begin.elapsed();
            hold(false);
        }
        match self.is_ended() {
            true => Err(Stop::Interrupted),
            false => Ok(()),
        }
    }
}
