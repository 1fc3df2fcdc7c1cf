//! The parent's side: attempts at a task in child processes, under limits of
//! time and memory, and until the user interrupts them.
//!
//! The first conclusive answer ends all of them, and however they end there is
//! a [`Record`]. No more than `jobs` of them run at a time; the others are
//! paused, and those with the least time so far take turns.

use super::{
    Event,
    attempt::{Attempt, Message},
    plan::Plan,
};
use crate::model::Order;
use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{
        atomic::{self, AtomicBool},
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    time::{Duration, Instant},
};

pub use super::record::{End, Limits, Reason, Record};

/// How often time and signals are looked at.
const TICK: Duration = Duration::from_millis(5);

/// The longest turn of an attempt. Turns begin with a tick and grow with the
/// time used, so that pausing and measuring stay cheap.
const LONGEST_TURN: Duration = Duration::from_millis(50);

/// Why a run could not even be made.
#[derive(Debug, thiserror::Error)]
pub enum SuperviseError {
    /// The worker could not be started.
    #[error("{program}: cannot be started as a worker: {error}")]
    Start {
        /// The program.
        program: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// The task is faulty.
    #[error("{0}")]
    Usage(String),
    /// No worker is left that could say anything.
    #[error("all workers are lost")]
    Lost,
}

/// Makes the plan's attempts by `program`, which is this one: called with the
/// word `worker` it must do [`super::worker::main`].
///
/// `progress` is told of events and, every 5 ms, that time passes.
///
/// # Errors
/// If a worker cannot be started, or the task is faulty.
pub fn run(
    program: &Path,
    plan: &Plan,
    limits: Limits,
    interrupted: &AtomicBool,
    progress: &mut dyn FnMut(Option<&Event>),
) -> Result<Record, SuperviseError> {
    let mut race = Race::new(program, plan, limits);
    race.begin_more()?;
    let stopped = loop {
        let left = race.time_left();
        match race.messages.recv_timeout(left.unwrap_or(TICK).min(TICK)) {
            Ok((number, Some(event))) => {
                progress(Some(&event));
                if race.take(number, event) {
                    break None;
                }
            }
            Ok((number, None)) => race.over(number),
            Err(RecvTimeoutError::Disconnected) => break None,
            Err(RecvTimeoutError::Timeout) => progress(None),
        }
        if interrupted.load(atomic::Ordering::Relaxed) {
            break Some(Reason::Interrupted);
        }
        if left.is_some_and(|left| left.is_zero()) {
            break Some(Reason::Timeout);
        }
        if let ControlFlow::Break(reason) = race.go_on()? {
            break reason;
        }
    };
    race.end(stopped)
}

/// The attempts so far.
struct Race<'a> {
    program: &'a Path,
    plan: &'a Plan,
    limits: Limits,
    begin: Instant,
    send: Sender<Message>,
    messages: Receiver<Message>,
    attempts: Vec<Option<Attempt>>,
    /// Attempts that have nothing more to say, in the order in which they ended.
    over: Vec<usize>,
    /// No more attempts at a time than this: memory does not suffice.
    most: usize,
    /// What attempts that were given up have used and refuted.
    spent: Duration,
    given_up: Vec<(usize, Order)>,
    turn: Instant,
    peak: u64,
}

impl<'a> Race<'a> {
    fn new(program: &'a Path, plan: &'a Plan, limits: Limits) -> Self {
        let (send, messages) = channel();
        Race {
            program,
            plan,
            limits,
            begin: Instant::now(),
            send,
            messages,
            attempts: Vec::new(),
            over: Vec::new(),
            most: usize::MAX,
            spent: Duration::ZERO,
            given_up: Vec::new(),
            turn: Instant::now(),
            peak: 0,
        }
    }

    fn time_left(&self) -> Option<Duration> {
        let limit = self.limits.timeout?;
        Some(limit.saturating_sub(self.begin.elapsed()))
    }

    /// The attempts that still go on.
    fn live(&self) -> Vec<usize> {
        let goes_on = |n: &usize| self.attempts[*n].is_some() && !self.over.contains(n);
        (0..self.attempts.len()).filter(goes_on).collect()
    }

    /// The time used in all attempts.
    fn used(&self) -> Duration {
        let live = self.attempts.iter().flatten().map(Attempt::used);
        self.spent + live.sum::<Duration>()
    }

    /// Begins the attempts whose time has come.
    fn begin_more(&mut self) -> Result<(), SuperviseError> {
        loop {
            let number = self.attempts.len();
            let is_time = self.used() >= self.plan.begins(number);
            if !is_time || self.live().len() >= self.most {
                return Ok(());
            }
            let refuted: Vec<_> = self
                .attempts
                .iter()
                .flatten()
                .filter_map(|attempt| Some((attempt.refuted?, attempt.task.options.order)))
                .chain(self.given_up.iter().copied())
                .collect();
            let Some(task) = self.plan.attempt(number, &refuted) else {
                return Ok(());
            };
            let started =
                Attempt::start(self.program, task, self.limits, number, self.send.clone());
            match started {
                Ok(attempt) => self.attempts.push(Some(attempt)),
                Err(error) if self.live().is_empty() => return Err(error),
                Err(_) => self.most = self.live().len(), // those that run go on
            }
        }
    }

    /// Notes an event; whether it settles the matter.
    fn take(&mut self, number: usize, event: Event) -> bool {
        let Some(attempt) = &mut self.attempts[number] else {
            return false; // it was ended, and this was on the way
        };
        if attempt.take(event) {
            let settled = attempt.is_conclusive();
            self.over(number);
            return settled;
        }
        false
    }

    /// Notes that an attempt has nothing more to say.
    fn over(&mut self, number: usize) {
        let Some(attempt) = &mut self.attempts[number] else {
            return;
        };
        if !self.over.contains(&number) {
            attempt.stop_counting();
            self.over.push(number);
        }
    }

    /// Looks at memory and lets attempts take turns; whether that is the end,
    /// and why.
    fn go_on(&mut self) -> Result<ControlFlow<Option<Reason>>, SuperviseError> {
        let live = self.live();
        if live.is_empty() {
            return Ok(ControlFlow::Break(None));
        }
        if self.turn.elapsed() < (self.begin.elapsed() / 50).clamp(TICK, LONGEST_TURN) {
            return Ok(ControlFlow::Continue(()));
        }
        self.turn = Instant::now();
        let in_use: u64 = live
            .iter()
            .filter_map(|&number| self.attempts[number].as_mut()?.measure())
            .sum();
        self.peak = self.peak.max(in_use);
        if self.limits.memory.is_some_and(|limit| in_use > limit) {
            let [.., _, last] = live[..] else {
                return Ok(ControlFlow::Break(Some(Reason::Memory)));
            };
            self.give_up(last)?;
            self.most = live.len() - 1;
        }
        self.begin_more()?;
        let mut live = self.live();
        let all = self.used();
        live.sort_by_key(|&number| {
            let used = self.attempts[number].as_ref().map(Attempt::used)?;
            Some(self.plan.rank(number, used, all))
        });
        for (rank, number) in live.into_iter().enumerate() {
            if let Some(attempt) = &mut self.attempts[number] {
                attempt.set_running(rank < self.plan.jobs);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Ends an attempt for which there is no memory.
    fn give_up(&mut self, number: usize) -> Result<(), SuperviseError> {
        if let Some(attempt) = self.attempts[number].take() {
            self.spent += attempt.used();
            let ended = attempt.end(Some(Reason::Memory), self.limits)?;
            self.given_up.extend(ended.refuted);
        }
        Ok(())
    }

    /// Ends all attempts, and says what is known: by the one that answered, else
    /// by the one that failed last, else by the first.
    fn end(self, stopped: Option<Reason>) -> Result<Record, SuperviseError> {
        let n_attempts = self.attempts.len();
        let decided = |n: &usize| {
            self.attempts[*n]
                .as_ref()
                .is_some_and(Attempt::is_conclusive)
        };
        let spokesman = (0..n_attempts)
            .find(decided)
            .or(self.over.last().copied().filter(|_| stopped.is_none()))
            .or((0..n_attempts).find(|&n| self.attempts[n].is_some()))
            .unwrap_or(0);
        let mut refuted = self
            .given_up
            .iter()
            .copied()
            .max_by_key(|given_up| given_up.0);
        let mut record = None;
        let mut error = None;
        for (number, attempt) in self.attempts.into_iter().enumerate() {
            let Some(attempt) = attempt else { continue };
            let ended = attempt.end(stopped, self.limits);
            match ended {
                Ok(ended) => {
                    refuted = std::cmp::max_by_key(refuted, ended.refuted, |r| r.map(|r| r.0));
                    if number == spokesman {
                        record = Some(ended);
                    }
                }
                Err(usage) if number == spokesman => error = Some(usage),
                Err(_) => {}
            }
        }
        if let Some(error) = error {
            return Err(error);
        }
        let mut record = record.ok_or(SuperviseError::Lost)?;
        record.attempts = n_attempts;
        record.refuted = refuted;
        record.total = self.begin.elapsed().as_secs_f64();
        record.peak_memory = record.peak_memory.max((self.peak > 0).then_some(self.peak));
        Ok(record)
    }
}
