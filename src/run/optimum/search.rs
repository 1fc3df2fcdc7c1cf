//! The search for an optimum, by two runs at a time.

use super::{News, Objective, Optimum, OptimumError, Question, Refuted};
use crate::{
    model::{self, Step, order},
    problem::Goal,
    run::{
        Grounds, Task,
        plan::Plan,
        supervise::{self, End, Limits, Reason, Record, SuperviseError},
    },
    solution::checker,
};
use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{RecvTimeoutError, Sender, channel},
    },
    thread::{Scope, ScopedJoinHandle},
    time::{Duration, Instant},
};

/// How often signals are looked at.
const TICK: Duration = Duration::from_millis(5);

/// The side that a run works from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Below,
    Above,
}

/// A run under way.
struct Run<'scope> {
    side: Side,
    /// What it is to find or refute; `None`: any solution.
    most: Option<usize>,
    cancel: Arc<AtomicBool>,
    thread: ScopedJoinHandle<'scope, ()>,
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
        lost: Vec::new(),
        failed: None,
        found: Optimum::default(),
    };
    search.playouts(interrupted, news)?;
    std::thread::scope(|scope| {
        let mut runs: Vec<Run<'_>> = Vec::new();
        let outcome = loop {
            if interrupted.load(Ordering::Relaxed) {
                search.found.reason = Some(Reason::Interrupted);
            }
            if search.found.is_settled() || search.found.reason.is_some() {
                break Ok(());
            }
            search.begin_more(scope, &mut runs);
            if runs.is_empty() {
                break Ok(()); // both sides are lost
            }
            let is_over = runs.iter().any(|run| run.thread.is_finished());
            match ended.recv_timeout(TICK) {
                Ok(run) => {
                    if let Err(error) = search.take(run, &mut runs, news) {
                        break Err(error);
                    }
                }
                Err(RecvTimeoutError::Timeout) if is_over => break Ok(()), // it panicked
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break Ok(()),
            }
        };
        for run in &runs {
            run.cancel.store(true, Ordering::Relaxed);
        }
        // What they found while they were told to end is not lost either.
        while outcome.is_ok() && !runs.is_empty() {
            match ended.recv_timeout(TICK) {
                Ok(run) => search.take(run, &mut runs, news)?,
                Err(_) if runs.iter().all(|run| run.thread.is_finished()) => break,
                Err(_) => {}
            }
        }
        outcome
    })?;
    let found = &mut search.found;
    if found.is_settled() {
        found.reason = None;
    } else if found.reason.is_none() {
        // The side below goes on for as long as it can.
        let below = search.lost.iter().find(|lost| lost.0 == Side::Below);
        found.reason = below.map(|lost| lost.1);
    }
    match search.failed {
        Some(error) if found.best.is_none() && found.bound == 0 => Err(error.into()),
        _ => Ok(search.found),
    }
}

struct Search<'a> {
    program: &'a Path,
    question: Question<'a>,
    limits: Limits,
    begin: Instant,
    send: Sender<Ended>,
    /// Sides that cannot go on, and why.
    lost: Vec<(Side, Reason)>,
    failed: Option<SuperviseError>,
    found: Optimum,
}

/// How many games are played at random, and for how long.
const PLAYOUTS: usize = 1000;
const PLAYING: Duration = Duration::from_millis(200);

impl<'a> Search<'a> {
    /// Games at random, each of which comes to a dead end.
    fn playouts(
        &mut self,
        interrupted: &AtomicBool,
        news: &mut dyn FnMut(&News),
    ) -> Result<(), OptimumError> {
        let problem = self.question.problem;
        if self.question.objective != Objective::JumpsToDeadEnd {
            return Ok(());
        }
        let mut random = fastrand::Rng::with_seed(self.question.task.seed);
        let time = self
            .limits
            .timeout
            .map_or(PLAYING, |limit| limit.min(PLAYING));
        for _ in 0..PLAYOUTS {
            if self.begin.elapsed() >= time || interrupted.load(Ordering::Relaxed) {
                break;
            }
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
            self.solved(jumps, None, news)?;
        }
        Ok(())
    }

    /// Begins a run from each side that has none and can use one.
    fn begin_more<'scope>(
        &mut self,
        scope: &'scope Scope<'scope, 'a>,
        runs: &mut Vec<Run<'scope>>,
    ) {
        for side in [Side::Below, Side::Above] {
            let is_busy = runs.iter().any(|run| run.side == side);
            if is_busy || self.lost.iter().any(|lost| lost.0 == side) {
                continue;
            }
            let most = match side {
                Side::Below => Some(self.found.bound),
                Side::Above => self.found.value().map(|value| value - 1),
            };
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
            let thread = scope.spawn(move || {
                let record = supervise::run(program, &plan, limits, &stop, &mut |_| {});
                let _ = send.send((side, record)); // nobody may be listening any more
            });
            runs.push(Run {
                side,
                most,
                cancel,
                thread,
            });
        }
    }

    /// Whether a step of the model is a layer of jumps. Then few layers hold a
    /// solution soonest, if any, so that is how the side above looks for one; what
    /// is refuted needs as many as there may be jumps.
    fn has_layers(&self) -> bool {
        let model = model::by_name(&self.question.task.model);
        model.is_ok_and(|model| matches!(model.step(), Step::Layer | Step::Pass))
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
            any.options.additions.class = *problem.goal() == Goal::Pegs(1);
            any.seed = task.seed;
            any.solver = task.solver.clone();
            any.scratch = scratch;
            return Plan {
                task: any,
                jobs: 1,
                orders,
            };
        };
        let mut task = objective.task(problem, task, most);
        if side == Side::Below && proofs {
            task.proof = Some(task.scratch.join(format!("{most}.drat")));
        }
        task.scratch = scratch;
        if side == Side::Above {
            // In the end both sides are at the same formula: with two seeds one of
            // them may be lucky. (A proof is of the formula as it is written.)
            task.seed = (task.seed.wrapping_mul(1009) + 1) % (1 << 53);
            if self.has_layers() {
                task.options.layers = Some(most.min(most / 2 + 1));
            }
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
        runs: &mut Vec<Run<'_>>,
        news: &mut dyn FnMut(&News),
    ) -> Result<(), OptimumError> {
        let Some(place) = runs.iter().position(|run| run.side == side) else {
            return Ok(());
        };
        let run = runs.swap_remove(place);
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                self.found.message = Some(error.to_string());
                self.failed = Some(error);
                self.lost.push((side, Reason::SolverFailed));
                return Ok(());
            }
        };
        self.found.peak_memory = self.found.peak_memory.max(record.peak_memory);
        let is_cancelled = run.cancel.load(Ordering::Relaxed);
        match (&record.end, run.most) {
            (End::Solved { jumps, .. }, most) => self.solved(jumps.clone(), most, news)?,
            // Few layers are no refutation, and where proofs are wanted, one without
            // is none: that is left to the side below.
            (End::Unknown(Reason::Layers), Some(_)) if self.has_layers() => {
                self.lost.push((side, Reason::Layers));
            }
            (End::Unsolvable(Grounds::Formula) | End::Unknown(Reason::Layers), Some(_))
                if side == Side::Above && self.question.proofs =>
            {
                self.lost.push((side, Reason::Layers));
            }
            (End::Unsolvable(Grounds::Formula), Some(most)) => self.refuted(most, &record, news)?,
            (End::Unknown(Reason::Layers), Some(most)) => self.refuted(most, &record, news)?,
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
        // Proofs are large: only that of the best refutation stays.
        let kept = self
            .found
            .refuted
            .as_ref()
            .and_then(|refuted| refuted.proof.as_ref());
        if let Some(proof) = record
            .task
            .proof
            .as_ref()
            .filter(|proof| kept != Some(*proof))
        {
            let _ = std::fs::remove_file(proof); // there may be none
        }
        // What a run looks for may have been found meanwhile.
        let value = self.found.value();
        for run in runs.iter().filter(|_| value.is_some()) {
            if run.most.is_none_or(|most| value <= Some(most)) {
                run.cancel.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    }

    /// Notes a solution, of at most `most` if that was asked for.
    fn solved(
        &mut self,
        jumps: Vec<usize>,
        most: Option<usize>,
        news: &mut dyn FnMut(&News),
    ) -> Result<(), OptimumError> {
        let Question {
            problem, objective, ..
        } = self.question;
        let value = objective.value(problem, &jumps);
        let is_better = self.found.value().is_none_or(|best| value < best);
        if most.is_none() && !is_better {
            return Ok(()); // one game of many
        }
        checker::check_numbers(&objective.problem(problem, most.unwrap_or(value)), &jumps)?;
        if value < self.found.bound || most.is_some_and(|most| most < value) {
            let bound = self.found.bound;
            return Err(OptimumError::Contradiction { value, bound });
        }
        if is_better {
            self.found.best = Some((value, jumps));
            self.tell(news);
        }
        Ok(())
    }

    /// Notes that no solution is as good as `most`.
    fn refuted(
        &mut self,
        most: usize,
        record: &Record,
        news: &mut dyn FnMut(&News),
    ) -> Result<(), OptimumError> {
        if let Some(value) = self.found.value().filter(|&value| value <= most) {
            return Err(OptimumError::Contradiction {
                value,
                bound: most + 1,
            });
        }
        if most < self.found.bound {
            return Ok(());
        }
        let refuted = Refuted {
            most,
            solve: record.solve,
            size: record.size,
            proof: record.task.proof.clone(),
        };
        let old = self.found.refuted.replace(refuted);
        if let Some(proof) = old.and_then(|old| old.proof) {
            let _ = std::fs::remove_file(proof);
        }
        self.found.bound = most + 1;
        let jumps = self.question.problem.n_jumps();
        let is_all = jumps.is_none_or(|jumps| most >= *jumps.end());
        match self.question.objective == Objective::Sweeps && is_all {
            true => self.found.is_unsolvable = true, // no solution has more sweeps than jumps
            false => self.tell(news),
        }
        Ok(())
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
