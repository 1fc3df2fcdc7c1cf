//! The scheduler: roads under way, each in a thread of its own that works in turns, and the one
//! loop that hears them. Whose turn is next, and what a finding settles, is a [`Policy`]: the race
//! for an answer, the sides of an optimum.
//!
//! Where threads cannot be had, a road runs within the call that grants its turn,
//! each time from its beginning and with twice the work of the time before.

use super::{
    error::EngineError,
    finding::{Event, Finding},
    roads::{Road, Trip},
};
use crate::{
    problem::Problem,
    watch::{MILLISECOND, Stop, Stopwatch, Turns, Watch},
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread::JoinHandle,
    time::Duration,
};

/// How often time and signals are looked at.
const TICK: Duration = Duration::from_millis(5);

/// What a road says.
enum Message {
    /// It has used up its turn.
    Wants,
    /// Something happened on the way.
    Event(Event),
    /// It has come to its end.
    Over(Result<Finding, EngineError>),
}

/// Whose turn is next, and what comes of what roads say.
pub(super) trait Policy {
    /// What it comes to.
    type End;

    /// The roads.
    fn scheduler(&self) -> &Scheduler;

    /// Begins roads, and grants turns; the end, if no road is left that could go on.
    fn turns(&mut self) -> Result<Option<Self::End>, EngineError>;

    /// Something happened on the way.
    fn hear(&mut self, number: usize, event: Event);

    /// A road has used up its turn.
    fn waits(&mut self, number: usize) -> Result<(), Stop>;

    /// A road has come to its end; the end of all, if that settles it.
    fn over(
        &mut self,
        number: usize,
        finding: Result<Finding, EngineError>,
    ) -> Result<Option<Self::End>, EngineError>;
}

/// Goes on until the policy comes to an end. Where the watch ends it, that is an error too:
/// [`EngineError::Stopped`].
pub(super) fn drive<P: Policy>(policy: &mut P) -> Result<P::End, EngineError> {
    loop {
        if let Some(end) = policy.turns()? {
            return Ok(end);
        }
        match policy.scheduler().next()? {
            (number, Message::Event(event)) => policy.hear(number, event),
            (number, Message::Wants) => policy.waits(number)?,
            (number, Message::Over(finding)) => {
                if let Some(end) = policy.over(number, finding)? {
                    return Ok(end);
                }
            }
        }
    }
}

/// The roads under way.
pub(super) struct Scheduler {
    problem: Problem,
    watch: Watch,
    /// How many of them may fill their memory at the same time.
    sides: u64,
    send: Sender<(usize, Message)>,
    said: Receiver<(usize, Message)>,
    runners: Vec<Runner>,
}

struct Runner {
    road: Arc<dyn Road>,
    problem: Problem,
    turns: Arc<Turns>,
    watch: Watch,
    begin: Stopwatch,
    thread: Option<JoinHandle<()>>,
    /// Without a thread: the work granted, and that of the last time.
    inline: Option<(u64, u64)>,
}

impl Scheduler {
    /// No roads yet, on this problem. Of the roads that work at the same time, `sides` may
    /// each fill their part of the memory.
    pub(super) fn new(problem: &Problem, watch: &Watch, sides: u64) -> Self {
        let (send, said) = channel();
        Scheduler {
            problem: problem.clone(),
            watch: watch.clone(),
            sides,
            send,
            said,
            runners: Vec::new(),
        }
    }

    /// Begins a road on the problem, or on another one, with `work` granted; its number.
    pub(super) fn begin(
        &mut self,
        road: Arc<dyn Road>,
        problem: Option<&Problem>,
        work: u64,
    ) -> usize {
        let number = self.runners.len();
        let heard = self.send.clone();
        let turns = Arc::new(Turns::new(move || {
            let _ = heard.send((number, Message::Wants)); // the receiver may be gone
        }));
        turns.grant(work);
        let watch = match self.sides {
            1 => self.watch.clone(),
            sides => self.watch.with_part_of_memory(sides),
        };
        let watch = watch.in_turns(turns.clone());
        let problem = problem.unwrap_or(&self.problem).clone();
        let thread = {
            let (road, problem) = (road.clone(), problem.clone());
            let (send, watch) = (self.send.clone(), watch.clone());
            let travel = move || {
                let said = go(&*road, &problem, &watch, &mut |event| {
                    let _ = send.send((number, Message::Event(event)));
                });
                let _ = send.send((number, Message::Over(said)));
            };
            std::thread::Builder::new().spawn(travel).ok()
        };
        let inline = thread.is_none().then_some((work, 0));
        self.runners.push(Runner {
            road,
            problem,
            turns,
            watch,
            begin: Stopwatch::start(),
            thread,
            inline,
        });
        self.go_inline(number);
        number
    }

    /// Grants a turn.
    pub(super) fn grant(&mut self, number: usize, work: u64) {
        let runner = &mut self.runners[number];
        if let Some((granted, _)) = &mut runner.inline {
            *granted = granted.saturating_add(work);
        } else {
            runner.turns.grant(work);
        }
        self.go_inline(number);
    }

    /// The work that a road has done.
    pub(super) fn used(&self, number: usize) -> u64 {
        let runner = &self.runners[number];
        runner
            .inline
            .map_or_else(|| runner.turns.used(), |inline| inline.0)
    }

    /// The work that all roads have done, those that have ended among them.
    pub(super) fn used_in_all(&self) -> u64 {
        (0..self.runners.len())
            .map(|number| self.used(number))
            .sum()
    }

    /// The road of this number.
    pub(super) fn road(&self, number: usize) -> &dyn Road {
        &*self.runners[number].road
    }

    /// For how long it has been going, waiting left out.
    pub(super) fn elapsed(&self, number: usize) -> Duration {
        let runner = &self.runners[number];
        runner.begin.elapsed().saturating_sub(runner.watch.waited())
    }

    /// Ends a road; what it still says counts for nothing.
    pub(super) fn end(&self, number: usize) {
        self.runners[number].turns.end();
    }

    /// What is said next, by which road.
    fn next(&self) -> Result<(usize, Message), Stop> {
        if let Ok(said) = self.said.try_recv() {
            self.watch.check()?;
            return Ok(said);
        }
        loop {
            let tick = self.watch.left().map_or(TICK, |left| left.min(TICK));
            match self.said.recv_timeout(tick) {
                Ok(said) => return Ok(said),
                Err(RecvTimeoutError::Timeout) => self.watch.check()?,
                Err(RecvTimeoutError::Disconnected) => return Err(Stop::Interrupted),
            }
        }
    }

    /// Runs a road without a thread, if enough is granted to do it again.
    fn go_inline(&mut self, number: usize) {
        let runner = &mut self.runners[number];
        let Some((granted, last)) = runner.inline else {
            return;
        };
        let send = |said| {
            let _ = self.send.send((number, said));
        };
        if granted < 2 * last {
            return send(Message::Wants);
        }
        runner.inline = Some((granted, granted));
        let turns = Arc::new(Turns::once(granted));
        let watch = runner.watch.in_turns(turns);
        let mut events = Vec::new();
        let said = go(&*runner.road, &runner.problem, &watch, &mut |event| {
            events.push(event);
        });
        events
            .into_iter()
            .for_each(|event| send(Message::Event(event)));
        match said {
            Err(EngineError::Stopped(Stop::Work)) => send(Message::Wants),
            said => send(Message::Over(said)),
        }
    }

    /// Ends all roads, and waits for their threads: nothing goes on afterwards. What they
    /// still say of choices made.
    pub(super) fn close(&mut self) -> Vec<(usize, Event)> {
        self.runners.iter().for_each(|runner| runner.turns.end());
        let threads = self
            .runners
            .iter_mut()
            .filter_map(|runner| runner.thread.take());
        for thread in threads {
            let _ = thread.join(); // a panic was an error of its road
        }
        let left = self.said.try_iter();
        let at_the_end = left.filter_map(|(number, said)| match said {
            Message::Event(event @ (Event::Decided { .. } | Event::Chosen(_))) => {
                Some((number, event))
            }
            _ => None,
        });
        at_the_end.collect()
    }
}

impl Drop for Scheduler {
    fn drop(&mut self) {
        self.close();
    }
}

/// Goes a road; a panic is an error like another.
fn go(
    road: &dyn Road,
    problem: &Problem,
    watch: &Watch,
    report: &mut dyn FnMut(Event),
) -> Result<Finding, EngineError> {
    let travel = || {
        watch.work(0)?;
        road.go(&mut Trip {
            problem,
            watch,
            report,
        })
    };
    catch_unwind(AssertUnwindSafe(travel)).unwrap_or_else(|_| {
        let road = road.name();
        Err(EngineError::Panicked { road })
    })
}

/// The length of a turn, given the work done so far: short at first, longer in
/// long runs.
pub(super) fn turn(used: u64) -> u64 {
    (used / 50).clamp(5 * MILLISECOND, 50 * MILLISECOND)
}
