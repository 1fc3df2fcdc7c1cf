//! Optima: the best solution, and why there is no better one.
//!
//! Solutions of at most so many sweeps, or dead ends after at most so many jumps,
//! are asked for from both sides, by two runs at a time: from below with the
//! least number that is not refuted yet, from above with one less than the best
//! solution has. The first answer that closes the gap ends both. Every answer is
//! kept, so however the search ends there is a best solution and a bound.

use super::{
    Grounds, Size, Task,
    plan::Plan,
    supervise::{self, End, Limits, Reason, Record, SuperviseError},
};
use crate::{
    model::{self, Step, order},
    problem::{Goal, Problem, file},
    solution::{
        checker::{self, Wrong},
        n_sweeps,
    },
};
use serde::Serialize;
use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{RecvTimeoutError, Sender, channel},
    },
    thread::Scope,
    time::{Duration, Instant},
};

/// What is to be small.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Objective {
    /// The jumps until none is possible, whatever the goal: Fool's Solitaire.
    JumpsToDeadEnd,
    /// The sweeps of a solution: Long-hop Solitaire.
    Sweeps,
}

impl Objective {
    /// The problem whose solutions have a value of at most `most`, as far as a
    /// goal can say it.
    pub fn problem(self, problem: &Problem, most: usize) -> Problem {
        match self {
            Objective::Sweeps => problem.clone(),
            Objective::JumpsToDeadEnd => {
                let start = problem.start();
                let goal = Goal::DeadEnd(start.n_pegs().saturating_sub(most));
                Problem::new(problem.name(), problem.board().clone(), start.clone(), goal)
            }
        }
    }

    /// The task of finding a solution of at most `most`, like `task` for the rest.
    pub fn task(self, problem: &Problem, task: &Task, most: usize) -> Task {
        let mut task = task.clone();
        task.peg = file::write(&self.problem(problem, most));
        if self == Objective::Sweeps {
            let by_layers = model::by_name(&task.model).is_some_and(|m| m.step() == Step::Sweep);
            match by_layers {
                true => task.options.layers = Some(most),
                false => task.options.sweeps = Some(most),
            }
        }
        task
    }

    /// The value of a solution, by the numbers of its jumps.
    fn value(self, problem: &Problem, jumps: &[usize]) -> usize {
        let board = problem.board();
        let leap = |&number: &usize| {
            let jump = board.jumps()[number];
            (board.cell(jump.from), board.cell(jump.to))
        };
        match self {
            Objective::JumpsToDeadEnd => jumps.len(),
            Objective::Sweeps => n_sweeps(&jumps.iter().map(leap).collect::<Vec<_>>()),
        }
    }
}

/// What is asked.
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// What of its solutions is to be small.
    pub objective: Objective,
    /// Model, solver and the rest of what each run does.
    pub task: &'a Task,
    /// Whether refutations are to leave proofs, in the task's scratch folder.
    pub proofs: bool,
}

/// A refutation: no solution is that good.
#[derive(Debug, Clone, PartialEq)]
pub struct Refuted {
    /// The value.
    pub most: usize,
    /// Seconds in the solver.
    pub solve: Option<f64>,
    /// The formula's size.
    pub size: Option<Size>,
    /// The proof, if it was asked for.
    pub proof: Option<PathBuf>,
}

/// What became known, and when.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct News {
    /// The value of the best solution.
    pub value: Option<usize>,
    /// No solution is better than this.
    pub bound: usize,
    /// Seconds since the beginning.
    pub seconds: f64,
}

/// What is known at the end.
#[derive(Debug, Clone, Default)]
pub struct Optimum {
    /// The best solution: its value, and its jumps by number.
    pub best: Option<(usize, Vec<usize>)>,
    /// No solution is better than this.
    pub bound: usize,
    /// The best refutation.
    pub refuted: Option<Refuted>,
    /// Whether there is no solution at all.
    pub is_unsolvable: bool,
    /// What became known on the way.
    pub news: Vec<News>,
    /// Why it ended early.
    pub reason: Option<Reason>,
    /// What went wrong.
    pub message: Option<String>,
    /// The most memory in use by one run, in bytes.
    pub peak_memory: Option<u64>,
}

impl Optimum {
    /// Whether nothing is left to be known.
    pub fn is_settled(&self) -> bool {
        self.is_unsolvable || self.value() == Some(self.bound)
    }

    fn value(&self) -> Option<usize> {
        self.best.as_ref().map(|best| best.0)
    }
}

/// Why the search could not go on.
#[derive(Debug, thiserror::Error)]
pub enum OptimumError {
    /// A run could not be made.
    #[error(transparent)]
    Run(#[from] SuperviseError),
    /// A solution does not replay.
    #[error("a solution does not replay: this is a bug, please report it: {0}")]
    Wrong(#[from] Wrong),
}

/// How often signals are looked at.
const TICK: Duration = Duration::from_millis(5);

/// The side that a run works from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Below,
    Above,
}

/// A run under way.
struct Run {
    side: Side,
    /// What it is to find or refute; `None`: any solution.
    most: Option<usize>,
    cancel: Arc<AtomicBool>,
}

type Ended = (Side, Result<Record, SuperviseError>);

/// Searches until the optimum is known, a limit is reached or `interrupted` is
/// set; `news` hears of each better solution and bound. Runs are made by
/// `program`, which is this one.
///
/// # Errors
/// If a run cannot be made, or a solution does not replay.
pub fn search(
    program: &Path,
    question: Question<'_>,
    limits: Limits,
    interrupted: &AtomicBool,
    news: &mut dyn FnMut(&News),
) -> Result<Optimum, OptimumError> {
    let (send, ended) = channel();
    let mut search = Search {
        program,
        question,
        limits,
        begin: Instant::now(),
        send,
        runs: Vec::new(),
        lost: Vec::new(),
        found: Optimum::default(),
    };
    search.playouts(news);
    std::thread::scope(|scope| {
        let outcome = loop {
            if interrupted.load(Ordering::Relaxed) {
                search.found.reason = Some(Reason::Interrupted);
            }
            if search.found.is_settled() {
                search.found.reason = None;
            }
            if search.found.is_settled() || search.found.reason.is_some() {
                break Ok(());
            }
            search.begin_more(scope);
            if search.runs.is_empty() {
                break Ok(()); // both sides are lost
            }
            match ended.recv_timeout(TICK) {
                Ok(run) => {
                    if let Err(error) = search.take(run, news) {
                        break Err(error);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break Ok(()),
            }
        };
        for run in &search.runs {
            run.cancel.store(true, Ordering::Relaxed);
        }
        outcome
    })?;
    let found = &mut search.found;
    if !found.is_settled() && found.reason.is_none() {
        found.reason = search.lost.last().map(|lost| lost.1);
    }
    Ok(search.found)
}

struct Search<'a> {
    program: &'a Path,
    question: Question<'a>,
    limits: Limits,
    begin: Instant,
    send: Sender<Ended>,
    runs: Vec<Run>,
    /// Sides that cannot go on, and why.
    lost: Vec<(Side, Reason)>,
    found: Optimum,
}

/// How many games are played at random.
const PLAYOUTS: usize = 1000;

impl<'a> Search<'a> {
    /// Games at random, each of which comes to a dead end.
    fn playouts(&mut self, news: &mut dyn FnMut(&News)) {
        let problem = self.question.problem;
        if self.question.objective != Objective::JumpsToDeadEnd {
            return;
        }
        let mut random = fastrand::Rng::with_seed(self.question.task.seed);
        for _ in 0..PLAYOUTS {
            let (mut position, mut jumps) = (problem.start().clone(), Vec::new());
            let all = problem.board().jumps().iter().enumerate();
            while let Some((number, jump)) = random.choice(
                all.clone()
                    .filter(|(_, jump)| position.allows(jump))
                    .collect::<Vec<_>>(),
            ) {
                jumps.push(number);
                position = position.after(jump);
            }
            self.solved(jumps, news);
        }
    }

    /// Begins a run from each side that has none and can use one.
    fn begin_more<'scope>(&mut self, scope: &'scope Scope<'scope, 'a>) {
        for side in [Side::Below, Side::Above] {
            let is_busy = self.runs.iter().any(|run| run.side == side);
            if is_busy || self.lost.iter().any(|lost| lost.0 == side) {
                continue;
            }
            let most = match side {
                Side::Below => Some(self.found.bound),
                Side::Above => self.found.value().map(|value| value - 1),
            };
            let is_other_at_it = self.runs.iter().any(|run| run.most == most);
            if most.is_some() && is_other_at_it && !self.has_layers() {
                continue;
            }
            let cancel = Arc::new(AtomicBool::new(false));
            let plan = self.plan(side, most);
            let (program, send, stop) = (self.program, self.send.clone(), cancel.clone());
            let limits = Limits {
                timeout: self
                    .limits
                    .timeout
                    .map(|limit| limit.saturating_sub(self.begin.elapsed())),
                memory: self.limits.memory.map(|memory| memory / 2),
            };
            scope.spawn(move || {
                let record = supervise::run(program, &plan, limits, &stop, &mut |_| {});
                let _ = send.send((side, record)); // nobody may be listening any more
            });
            self.runs.push(Run { side, most, cancel });
        }
    }

    /// Whether a step of the model is a layer of jumps. Then few layers hold a
    /// solution soonest, if any, so that is how the side above looks for one; what
    /// is refuted needs as many as there may be jumps.
    fn has_layers(&self) -> bool {
        let model = model::by_name(&self.question.task.model);
        model.is_some_and(|model| matches!(model.step(), Step::Layer | Step::Pass))
    }

    fn plan(&self, side: Side, most: Option<usize>) -> Plan {
        let Question {
            problem,
            objective,
            task,
            proofs,
        } = self.question;
        let folder = match side {
            Side::Below => "below",
            Side::Above => "above",
        };
        let scratch = task.scratch.join(folder);
        let Some(most) = most else {
            // Any solution: by the model that is best at that.
            let orders = order::best_first(problem);
            let mut any = Task::new(problem, &model::e::E);
            any.climb = Some(0);
            any.seed = task.seed;
            any.scratch = scratch;
            return Plan {
                task: any,
                jobs: 1,
                orders,
            };
        };
        let mut task = objective.task(problem, task, most);
        task.proof = proofs.then(|| task.scratch.join(format!("{folder}-{most}.drat")));
        task.scratch = scratch;
        if side == Side::Above && self.has_layers() {
            task.options.layers = Some(most / 2 + 1);
        }
        Plan {
            task,
            jobs: 1,
            orders: Vec::new(),
        }
    }

    /// Takes in how a run ended.
    fn take(
        &mut self,
        (side, record): Ended,
        news: &mut dyn FnMut(&News),
    ) -> Result<(), OptimumError> {
        let Some(place) = self.runs.iter().position(|run| run.side == side) else {
            return Ok(());
        };
        let run = self.runs.swap_remove(place);
        let record = record?;
        self.found.peak_memory = self.found.peak_memory.max(record.peak_memory);
        let is_cancelled = run.cancel.load(Ordering::Relaxed);
        match (&record.end, run.most) {
            (End::Solved { jumps, .. }, most) => {
                let Question {
                    problem, objective, ..
                } = self.question;
                let problem = most.map_or(problem.clone(), |most| objective.problem(problem, most));
                checker::check_numbers(&problem, jumps)?;
                self.solved(jumps.clone(), news);
            }
            (End::Unsolvable(Grounds::Formula), Some(most)) => self.refuted(most, &record, news),
            (End::Unknown(Reason::Layers), Some(_)) if self.has_layers() => {
                self.lost.push((side, Reason::Layers)); // more layers are for the side below
            }
            (End::Unknown(Reason::Layers), Some(most)) => self.refuted(most, &record, news),
            (End::Unsolvable(_), _) => self.found.is_unsolvable = true,
            (End::Unknown(_), _) if is_cancelled => {}
            (End::Unknown(reason @ (Reason::Timeout | Reason::Interrupted)), _) => {
                self.found.reason = Some(*reason);
            }
            (End::Unknown(reason), _) => {
                self.lost.push((side, *reason));
                self.found.message = record.message.or(self.found.message.take());
            }
        }
        // What a run looks for may have been found meanwhile.
        for run in &self.runs {
            let is_found = run
                .most
                .is_some_and(|most| self.found.value() <= Some(most));
            if self.found.value().is_some() && (run.most.is_none() || is_found) {
                run.cancel.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    }

    /// Notes a solution.
    fn solved(&mut self, jumps: Vec<usize>, news: &mut dyn FnMut(&News)) {
        let value = self.question.objective.value(self.question.problem, &jumps);
        if self.found.value().is_none_or(|best| value < best) {
            self.found.best = Some((value, jumps));
            self.tell(news);
        }
    }

    /// Notes that no solution is as good as `most`.
    fn refuted(&mut self, most: usize, record: &Record, news: &mut dyn FnMut(&News)) {
        if most < self.found.bound {
            return;
        }
        self.found.bound = most + 1;
        self.found.refuted = Some(Refuted {
            most,
            solve: record.solve,
            size: record.size,
            proof: record.task.proof.clone(),
        });
        let jumps = self.question.problem.n_jumps();
        let is_all = jumps.is_none_or(|jumps| most >= *jumps.end());
        if self.question.objective == Objective::Sweeps && is_all {
            self.found.is_unsolvable = true; // no solution has more sweeps than jumps
            return;
        }
        self.tell(news);
    }

    fn tell(&mut self, news: &mut dyn FnMut(&News)) {
        let one = News {
            value: self.found.value(),
            bound: self.found.bound,
            seconds: self.begin.elapsed().as_secs_f64(),
        };
        news(&one);
        self.found.news.push(one);
    }
}
