//! The roads of a plan, in turns until one of them settles the matter.

use super::{
    answer::Answer,
    ask::Ask,
    error::EngineError,
    evidence::{End, Evidence, Reason, Seconds},
    finding::{Encoded, Event, Finding},
    plan::{Beside, Plan},
    roads::{Formula, Road},
    scheduler::{Policy, Scheduler, drive, turn},
};
use crate::{
    model::Order,
    problem::Problem,
    solution::checker,
    watch::{MILLISECOND, Progress, Stop, Stopwatch, Watch},
};
use std::sync::Arc;

/// How a road stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Going,
    Waiting,
    Over,
}

/// A road that was begun.
struct Entry {
    /// Its place among the roads beside formulas, or among the attempts.
    place: Place,
    state: State,
    encoded: Option<Encoded>,
    refuted: Option<usize>,
    /// Seconds in the solver, once it has answered.
    solved: Option<f64>,
    choices: Option<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Beside(usize),
    Attempt(usize),
}

/// What is to be begun or granted next.
enum Next {
    Begin(Place, Arc<dyn Road>),
    Grant(usize),
}

struct Race<'a> {
    plan: &'a Plan,
    watch: &'a Watch,
    begin: Stopwatch,
    runners: Scheduler,
    entries: Vec<Entry>,
    n_attempts: usize,
    /// The work told to the watch.
    told: u64,
    /// The last road that failed, and how.
    failed: Option<(usize, Reason, Option<String>)>,
    refuted: Option<Refuted>,
    /// How far the windows of a large board came: pegs that are left, and that were there.
    cleared: Option<(usize, usize)>,
}

/// A refuted formula, where a certificate is looked for.
struct Refuted {
    /// The road.
    number: usize,
    evidence: Evidence,
    /// The work after which it has to do without.
    until: u64,
}

impl Policy for Race<'_> {
    /// How it ends, and by which road; `None` where no road is left.
    type End = Option<(End, usize)>;

    fn scheduler(&self) -> &Scheduler {
        &self.runners
    }

    fn turns(&mut self) -> Result<Option<Self::End>, EngineError> {
        while self.going() < self.plan.jobs {
            match self.next() {
                None => break,
                Some(Next::Begin(place, road)) => self.begin(place, road),
                Some(Next::Grant(number)) => {
                    self.entries[number].state = State::Going;
                    self.runners.grant(number, turn(self.runners.used_in_all()));
                }
            }
        }
        Ok((self.going() == 0).then_some(None))
    }

    fn waits(&mut self, number: usize) -> Result<(), Stop> {
        self.entries[number].state = State::Waiting;
        let used = self.runners.used_in_all();
        let work = used - self.told;
        self.told = used;
        self.watch.work(work)
    }

    fn hear(&mut self, number: usize, event: Event) {
        let entry = &mut self.entries[number];
        match event {
            Event::Encoded(encoded) => {
                self.watch.tell(&Progress::Formula {
                    variables: encoded.size.variables,
                    clauses: encoded.size.clauses,
                    layers: encoded.layers,
                });
                entry.encoded = Some(encoded);
            }
            Event::Refuted { layers } => entry.refuted = entry.refuted.max(Some(layers)),
            Event::Decided { seconds, .. } => entry.solved = Some(seconds),
            Event::Chosen(choices) => entry.choices = Some(choices),
            Event::Cleared { pegs, of } => {
                self.cleared = Some((pegs, of));
                self.watch.tell(&Progress::Cleared { pegs, of });
            }
        }
    }

    fn over(
        &mut self,
        number: usize,
        finding: Result<Finding, EngineError>,
    ) -> Result<Option<Self::End>, EngineError> {
        let entry = &mut self.entries[number];
        entry.state = State::Over;
        let failure = match finding {
            Ok(Finding::Ended(End::Unsolvable(evidence)))
                if (evidence.is_formula() && self.plan.wants_certificate)
                    || (evidence.certificate().is_none() && self.plan.needs_certificate) =>
            {
                // As much again, and two seconds, for a certificate.
                let until = match self.plan.needs_certificate {
                    true => u64::MAX,
                    false => 2 * self.runners.used_in_all() + 2000 * MILLISECOND,
                };
                self.refuted.get_or_insert(Refuted {
                    number,
                    evidence,
                    until,
                });
                self.watch.tell(&Progress::Refuted);
                return Ok(None);
            }
            Ok(Finding::Ended(end)) => return Ok(Some(Some((end, number)))),
            Ok(Finding::Claimed(why)) => (Reason::Unchecked, Some(why)),
            Ok(Finding::Refuted(_)) => {
                let layers = entry.encoded.as_ref().and_then(|encoded| encoded.layers);
                entry.refuted = entry.refuted.max(layers);
                return Ok(Some(Some((End::Unknown(Reason::Layers), number))));
            }
            Ok(Finding::Nothing) => return Ok(None),
            Ok(Finding::GaveUp) => (Reason::SolverFailed, Some("the solver gave up".into())),
            Err(EngineError::Stopped(stop)) => match stop {
                Stop::Memory(_) => (Reason::Memory, None),
                Stop::TooManyHoles(_) => (Reason::Layers, Some(stop.to_string())),
                _ => return Ok(None),
            },
            Err(error) if error.is_usage() || error.is_output() => return Err(error),
            Err(error) => (Reason::SolverFailed, Some(error.to_string())),
        };
        let (reason, message) = failure;
        self.failed = Some((number, reason, message));
        Ok(None)
    }
}

/// What the roads of this question come to, the solution replayed; `refuter` and `windows` are
/// the plan's.
pub(super) fn settle(
    problem: &Problem,
    ask: &Ask,
    refuter: Option<&str>,
    windows: Option<&Arc<dyn Road>>,
    watch: &Watch,
) -> Result<Answer, EngineError> {
    let plan = Plan::of(problem, ask, refuter, windows)?;
    let answer = Race::new(problem, &plan, watch).run()?;
    if let End::Solved { jumps, .. } = &answer.end {
        checker::check_numbers(problem, jumps)?;
    }
    Ok(answer)
}

impl<'a> Race<'a> {
    fn new(problem: &Problem, plan: &'a Plan, watch: &'a Watch) -> Self {
        Race {
            plan,
            watch,
            begin: Stopwatch::start(),
            runners: Scheduler::new(problem, watch, 1),
            entries: Vec::new(),
            n_attempts: 0,
            told: 0,
            failed: None,
            refuted: None,
            cleared: None,
        }
    }

    /// Goes on until there is an answer, no road is left, or the watch ends it.
    fn run(mut self) -> Result<Answer, EngineError> {
        match drive(&mut self) {
            Ok(Some((end, number))) => Ok(self.answer(end, Some(number))),
            Ok(None) => self.without_answer(),
            Err(EngineError::Stopped(stop)) => self.stopped(&stop),
            Err(error) => Err(error),
        }
    }

    fn going(&self) -> usize {
        let going = |entry: &&Entry| entry.state == State::Going;
        self.entries.iter().filter(going).count()
    }

    /// The work done by formulas.
    fn used_by_attempts(&self) -> u64 {
        let numbers = 0..self.entries.len();
        let attempts =
            numbers.filter(|&number| matches!(self.entries[number].place, Place::Attempt(_)));
        attempts.map(|number| self.runners.used(number)).sum()
    }

    /// The road whose turn it is: of those beside formulas and of all formulas
    /// together the one with the least work for its share.
    fn next(&self) -> Option<Next> {
        let used = self.runners.used_in_all();
        if let Some(refuted) = &self.refuted
            && used >= refuted.until
        {
            return None;
        }
        let mut best: Option<(u64, Next)> = None;
        let mut offer = |rank: u64, next: Next| {
            if best.as_ref().is_none_or(|best| rank < best.0) {
                best = Some((rank, next));
            }
        };
        for (index, beside) in self.plan.beside.iter().enumerate() {
            let place = Place::Beside(index);
            let number = self.entries.iter().position(|entry| entry.place == place);
            match number {
                None if used >= beside.begins || self.refuted.is_some() => {
                    offer(0, Next::Begin(place, beside.road.clone()));
                }
                Some(number) if self.entries[number].state == State::Waiting => {
                    let rank = beside.rank(self.runners.used(number), used);
                    offer(rank, Next::Grant(number));
                }
                _ => {}
            }
        }
        if self.refuted.is_none() && !self.formulas_wait(used) {
            let used = self.used_by_attempts();
            if let Some(next) = self.next_attempt(used) {
                offer(used / self.plan.jobs as u64, next);
            }
        }
        if best.is_none() && self.going() == 0 {
            return self.earliest();
        }
        best.map(|best| best.1)
    }

    /// Whether formulas of the whole board still wait for windows to end.
    fn formulas_wait(&self, used: u64) -> bool {
        let is_over = |index| {
            let place = Place::Beside(index);
            let mut entries = self.entries.iter();
            entries.any(|entry| entry.place == place && entry.state == State::Over)
        };
        let mut beside = self.plan.beside.iter().enumerate();
        let is_going =
            |(index, beside): (usize, &Beside)| beside.road.goes_first() && !is_over(index);
        used < self.plan.formulas_begin && beside.any(is_going)
    }

    /// The road whose time comes next, where none is left that has begun.
    fn earliest(&self) -> Option<Next> {
        let beside = self.plan.beside.iter().enumerate();
        let new = beside.filter(|(index, _)| {
            let place = Place::Beside(*index);
            self.entries.iter().all(|entry| entry.place != place)
        });
        let (index, beside) = new.min_by_key(|(_, beside)| beside.begins)?;
        Some(Next::Begin(Place::Beside(index), beside.road.clone()))
    }

    /// The attempt whose turn it is among them.
    fn next_attempt(&self, used: u64) -> Option<Next> {
        let index = self.n_attempts;
        if used >= self.plan.begins(index)
            && let Some(task) = self.plan.attempt(index, &self.refuted_layers())
        {
            return Some(Next::Begin(Place::Attempt(index), Arc::new(Formula(task))));
        }
        let waiting = self.entries.iter().enumerate();
        let ranks = waiting.filter_map(|(number, entry)| match (entry.place, entry.state) {
            (Place::Attempt(index), State::Waiting) => {
                let rank = self.plan.rank(index, self.runners.used(number), used);
                Some((rank, number))
            }
            _ => None,
        });
        ranks.min().map(|(_, number)| Next::Grant(number))
    }

    /// What was refuted so far: layers and order.
    fn refuted_layers(&self) -> Vec<(usize, Order)> {
        let entries = self.entries.iter().enumerate();
        let refuted = entries.filter_map(|(number, entry)| {
            let task = self.runners.road(number).task()?;
            Some((entry.refuted?, task.options.order))
        });
        refuted.collect()
    }

    fn begin(&mut self, place: Place, road: Arc<dyn Road>) {
        if let Place::Attempt(_) = place {
            self.n_attempts += 1;
        }
        self.entries.push(Entry {
            place,
            state: State::Going,
            encoded: None,
            refuted: None,
            solved: None,
            choices: None,
        });
        // Without threads a road begins again with each turn: what goes alone has one turn,
        // which never ends (a fourth of the largest number, as turns are doubled).
        let work = match cfg!(target_family = "wasm") && self.plan.is_one_road() {
            true => u64::MAX / 4,
            false => turn(self.runners.used_in_all()),
        };
        self.runners.begin(road, None, work);
    }

    /// The end where no road is left.
    fn without_answer(mut self) -> Result<Answer, EngineError> {
        // Roads that were ended have no answer either.
        if let Err(stop) = self.watch.check() {
            return self.stopped(&stop);
        }
        if let Some((end, number)) = self.refuted() {
            return Ok(self.answer(end, Some(number)));
        }
        let (number, reason, message) = match self.failed.take() {
            Some((number, reason, message)) => (Some(number), reason, message),
            None => (None, Reason::Layers, None),
        };
        let mut answer = self.answer(End::Unknown(reason), number);
        answer.message = message;
        Ok(answer)
    }

    /// The end by the refuted formula, and its road, if there is one and it is enough.
    fn refuted(&self) -> Option<(End, usize)> {
        let refuted = self.refuted.as_ref();
        let refuted = refuted.filter(|_| !self.plan.needs_certificate)?;
        Some((End::Unsolvable(refuted.evidence.clone()), refuted.number))
    }

    /// The end where the watch ended it: what was refuted before counts.
    fn stopped(mut self, stop: &Stop) -> Result<Answer, EngineError> {
        for (number, event) in self.runners.close() {
            self.hear(number, event);
        }
        if let Some((end, number)) = self.refuted() {
            return Ok(self.answer(end, Some(number)));
        }
        let message = self.cleared.map(|(pegs, of)| {
            format!("window by window, {pegs} of {of} pegs are still on the board")
        });
        let mut answer = self.answer(End::Unknown(stop.into()), None);
        answer.message = message;
        Ok(answer)
    }

    /// The names of the roads that were begun.
    fn tried(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for number in 0..self.entries.len() {
            let name = self.runners.road(number).name();
            if !names.iter().any(|known| known == name) {
                names.push(name.into());
            }
        }
        names
    }

    /// What is known, by the road that answered, else by the first attempt.
    fn answer(self, end: End, number: Option<usize>) -> Answer {
        let first = || {
            let mut entries = self.entries.iter();
            entries.position(|entry| entry.place == Place::Attempt(0))
        };
        let conclusive = !matches!(end, End::Unknown(_));
        let spokesman = number.or_else(first);
        let entry = spokesman.map(|number| &self.entries[number]);
        let road = spokesman.map(|number| self.runners.road(number));
        let encoded = entry.and_then(|entry| entry.encoded.as_ref());
        let refuted = self.refuted_layers().into_iter().max_by_key(|one| one.0);
        let task = road.and_then(<dyn Road>::task).unwrap_or(&self.plan.first);
        Answer {
            road: road
                .filter(|_| conclusive)
                .map(|road| road.name().to_string()),
            task: task.clone(),
            tried: self.tried(),
            attempts: self.n_attempts,
            layers: encoded.and_then(|encoded| encoded.layers),
            refuted,
            size: encoded.map(|encoded| encoded.size),
            choices: entry.and_then(|entry| entry.choices),
            seconds: Seconds {
                encode: encoded.map(|encoded| encoded.seconds),
                solve: match (entry.and_then(|entry| entry.solved), encoded, spokesman) {
                    (Some(seconds), ..) => Some(seconds),
                    // What it took without encoding, so far.
                    (None, Some(encoded), Some(number)) => {
                        let elapsed = self.runners.elapsed(number).as_secs_f64();
                        Some((elapsed - encoded.seconds).max(0.0))
                    }
                    _ => None,
                },
                total: self.begin.seconds(),
            },
            peak_memory: None,
            notes: encoded.map_or(Vec::new(), |encoded| encoded.notes.clone()),
            message: None,
            optimum: None,
            part: None,
            end,
        }
    }
}
