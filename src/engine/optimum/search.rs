//! The search for an optimum, from both sides at a time.
//!
//! Both sides work in threads of their own, in turns of the same work, and what
//! they come to is taken in when both have ended their turn: so the same question
//! has the same answer, however fast each thread is. On small boards, and where no
//! model is named, exhaustive search is a third side.

use super::{
    News, Objective, Optimum, Quest, Refuted,
    ways::{self, Way},
};
use crate::{
    engine::{
        EngineError, Event, Finding, Reason, Size, Task,
        answer::Grounds,
        race::UNCHECKED,
        road::Road,
        runners::{Runners, Said, turn},
        settings::Settings,
    },
    model::{self, Step},
    problem::Problem,
    solution::checker,
    solver,
    watch::{MILLISECOND, Progress, Stop, Stopwatch, Watch},
};
use std::sync::Arc;

/// The side that a run works from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Below,
    Above,
    /// From the best solution that is known.
    Near,
    /// Exhaustive search.
    Both,
}

/// A run under way.
struct Run {
    side: Side,
    number: usize,
    /// What it is to find or refute; `None`: any solution.
    most: Option<usize>,
    task: Task,
    size: Option<Size>,
    solve: Option<f64>,
    added: Vec<Vec<i32>>,
    /// Whether it is in its turn.
    going: bool,
    over: Option<Result<Finding, EngineError>>,
}

/// Searches until the optimum is known or the watch ends it.
pub(in crate::engine) fn search(
    problem: &Problem,
    quest: &Quest,
    watch: &Watch,
) -> Result<Optimum, EngineError> {
    let task = quest.task(problem)?;
    let mut search = Search {
        problem,
        quest,
        watch,
        begin: Stopwatch::start(),
        runners: Runners::new(problem, watch),
        runs: Vec::new(),
        lost: Vec::new(),
        failed: None,
        found: Optimum::new(task),
        improved: 0,
        begun: Vec::new(),
    };
    search.begin_exhaustion();
    if let Err(stop) = search.go()? {
        search.found.reason = Some((&stop).into());
    }
    let found = &mut search.found;
    if found.is_settled() {
        found.reason = None;
    } else if found.reason.is_none() {
        // The side below goes on for as long as it can.
        let below = search.lost.iter().find(|lost| lost.0 == Side::Below);
        found.reason = below.map(|lost| lost.1);
    }
    match search.failed {
        Some(error) if found.best.is_none() && found.bound == 0 => Err(error),
        _ => Ok(search.found),
    }
}

struct Search<'a> {
    problem: &'a Problem,
    quest: &'a Quest,
    watch: &'a Watch,
    begin: Stopwatch,
    runners: Runners,
    runs: Vec<Run>,
    /// Sides that cannot go on, and why.
    lost: Vec<(Side, Reason)>,
    failed: Option<EngineError>,
    found: Optimum,
    /// The work in all when a better solution was last found.
    improved: u64,
    /// The side of each run that was begun, by number.
    begun: Vec<Side>,
}

/// The most holes of a board for which exhaustive search is tried: every position that
/// can still win for sweeps, those before the first dead end for dead ends.
const SMALL: usize = 33;
const SMALL_TO_DEAD_ENDS: usize = 64;

/// Once nothing better was found for this part of the work in all, but no less than
/// `SOME_WORK`, those who look for it have less.
const IN_VAIN: u64 = 3;
const SOME_WORK: u64 = 1000 * MILLISECOND;

/// What a side pays for its work: who has paid least has the next turn.
const PRICE: u64 = 4;
const PRICE_IN_VAIN: u64 = 32;
const PRICE_OF_EXHAUSTION: u64 = 1;

impl Search<'_> {
    /// Goes on until nothing is left to be known or to be done; the inner error is
    /// why the watch ended it.
    fn go(&mut self) -> Result<Result<(), Stop>, EngineError> {
        if self.quest.objective == Objective::JumpsToDeadEnd {
            let (jumps, result) = ways::playouts(self.problem, self.quest.seed, self.watch);
            jumps.map_or(Ok(()), |jumps| self.solved(jumps, None))?;
            if let Err(stop) = result {
                return Ok(Err(stop));
            }
        }
        while !self.found.is_settled() {
            self.begin_more();
            if self.runs.is_empty() {
                break; // both sides are lost
            }
            while self.runs.iter().any(|run| run.going) {
                match self.runners.next() {
                    Ok((number, said)) => self.hear(number, said),
                    Err(stop) => return Ok(Err(stop)),
                }
            }
            while let Some(place) = self.runs.iter().position(|run| run.over.is_some()) {
                let run = self.runs.swap_remove(place);
                self.settle(run)?;
                self.runs.sort_by_key(|run| run.side);
            }
            self.grant();
        }
        Ok(Ok(()))
    }

    /// Grants turns to those who have paid least.
    fn grant(&mut self) {
        let used = self.runners.used_in_all();
        let in_vain = used.saturating_sub(self.improved) > SOME_WORK.max(used / IN_VAIN);
        let paid = |side: Side| -> u64 {
            let price = match side {
                Side::Both => PRICE_OF_EXHAUSTION,
                Side::Near if in_vain => PRICE_IN_VAIN,
                Side::Above if in_vain && self.is_free() && !self.may_exhaust() => PRICE_IN_VAIN,
                _ => PRICE,
            };
            let begun = self.begun.iter().enumerate();
            let own = begun.filter(|(_, of)| **of == side);
            price
                * own
                    .map(|(number, _)| self.runners.used(number))
                    .sum::<u64>()
        };
        let paid: Vec<u64> = self.runs.iter().map(|run| paid(run.side)).collect();
        let least = paid.iter().min().copied().unwrap_or_default();
        for (run, paid) in self.runs.iter_mut().zip(paid) {
            if paid <= least + PRICE * turn(used) {
                run.going = true;
                self.runners.grant(run.number, turn(used));
            }
        }
    }

    fn hear(&mut self, number: usize, said: Said) {
        let Some(run) = self.runs.iter_mut().find(|run| run.number == number) else {
            return; // it was ended, and this was on the way
        };
        match said {
            Said::Wants => run.going = false,
            Said::Event(Event::Encoded { size, .. }) => run.size = Some(size),
            Said::Event(Event::Decided { seconds, added }) => {
                run.solve = Some(seconds);
                run.added = added;
            }
            Said::Event(Event::Refuted { .. } | Event::Cleared { .. }) => {}
            Said::Over(finding) => {
                run.going = false;
                run.over = Some(finding);
            }
        }
    }

    /// Begins a run from each side that has none and can use one.
    fn begin_more(&mut self) {
        for side in [Side::Below, Side::Above, Side::Near] {
            let is_busy = self.runs.iter().any(|run| run.side == side);
            if is_busy || self.lost.iter().any(|lost| lost.0 == side) {
                continue;
            }
            let most = match (self.found.value(), self.quest.objective) {
                _ if side == Side::Below => Some(self.found.bound),
                (Some(value), _) => Some(value - 1),
                (None, Objective::Sweeps) => None,
                // Every game comes to a dead end.
                (None, Objective::JumpsToDeadEnd) => Some(self.problem.start().n_pegs()),
            };
            let task = self.task(side, most);
            let best = self.found.best.as_ref();
            let (road, problem) = match (side, most, best) {
                (Side::Near, _, Some((_, jumps)))
                    if self.is_free() && !solver::is_program(&self.quest.solver) =>
                {
                    let way = Way::Shorten(jumps.clone(), task.clone().into());
                    (Road::Optimum(Arc::new(way)), self.problem.clone())
                }
                (Side::Near, ..) => continue,
                (Side::Above, Some(most), _) if self.is_free() => (
                    Road::Optimum(Arc::new(Way::Few(most, task.seed))),
                    self.problem.clone(),
                ),
                (_, Some(most), _) => {
                    let problem = self.quest.objective.problem(self.problem, most);
                    (Road::Formula(task.clone()), problem)
                }
                // Any solution: whichever way is best at that.
                (_, None, _) => {
                    // A program is slow to begin with.
                    let solver = match solver::is_program(&self.quest.solver) {
                        true => Settings::default().solver,
                        false => self.quest.solver.clone(),
                    };
                    let settings = Settings {
                        solver,
                        seed: self.quest.seed,
                        trust: self.quest.trust,
                        ..Settings::default()
                    };
                    (Road::All(Box::new(settings)), self.problem.clone())
                }
            };
            self.begin(side, road, &problem, most, task);
        }
        self.runs.sort_by_key(|run| run.side);
    }

    fn begin(
        &mut self,
        side: Side,
        road: Road,
        problem: &Problem,
        most: Option<usize>,
        task: Task,
    ) {
        let number = self.runners.begin(road, Some(problem), turn(0));
        self.begun.push(side);
        self.runs.push(Run {
            side,
            number,
            most,
            task,
            size: None,
            solve: None,
            added: Vec::new(),
            going: true,
            over: None,
        });
    }

    /// Where nobody asks for a model or a solver, what exhaustive search says holds too.
    fn begin_exhaustion(&mut self) {
        let problem = self.problem;
        let is_small = problem.board().n_holes()
            <= match self.quest.objective {
                Objective::Sweeps => SMALL,
                Objective::JumpsToDeadEnd => SMALL_TO_DEAD_ENDS,
            };
        if !self.names_solver()
            && self.names_no_model()
            && is_small
            && problem.goal().survivor().is_none()
        {
            let road = Road::Optimum(Arc::new(Way::Exhaustion(self.quest.objective)));
            self.begin(Side::Both, road, problem, None, self.found.task.clone());
        }
    }

    /// Whether it counts if no solution has few sweeps because all positions were seen.
    fn may_exhaust(&self) -> bool {
        self.is_free() && !self.names_solver() && self.quest.proofs.is_none()
    }

    fn names_solver(&self) -> bool {
        self.quest.solver != Quest::new(self.quest.objective).solver
    }

    fn names_no_model(&self) -> bool {
        self.quest.model.is_none() && self.quest.additions.is_none()
    }

    /// Whether solutions with few sweeps may be looked for by all means.
    fn is_free(&self) -> bool {
        self.names_no_model() && self.quest.objective == Objective::Sweeps
    }

    /// Whether a step of the model is a layer of jumps. Then few layers hold a
    /// solution soonest, if any, so that is how the side above looks for one; what
    /// is refuted needs as many as there may be jumps.
    fn has_layers(&self) -> bool {
        let model = model::by_name(&self.found.task.model);
        model.is_ok_and(|model| matches!(model.step(), Step::Layer | Step::Pass))
    }

    fn task(&self, side: Side, most: Option<usize>) -> Task {
        let Some(most) = most else {
            return self.found.task.clone();
        };
        let mut task = self.quest.objective.task(&self.found.task, most);
        if side == Side::Below {
            let folder = self.quest.proofs.as_ref();
            task.proof = folder.map(|folder| folder.join(format!("{most}.drat")));
        } else {
            // In the end both sides are at the same formula: with two seeds one of
            // them may be lucky. (A proof is of the formula as it is written.)
            task.seed = (task.seed.wrapping_mul(1009) + 1) % (1 << 53);
            if self.has_layers() {
                task.options.layers = Some(most.min(most / 2 + 1));
            }
        }
        task
    }

    /// Takes in what a run came to.
    fn settle(&mut self, mut run: Run) -> Result<(), EngineError> {
        let side = run.side;
        match (run.over.take(), run.most) {
            (Some(Ok(finding)), _) if side == Side::Both => self.settle_exhaustion(finding)?,
            (Some(Ok(Finding::Nothing)), Some(_)) if side == Side::Above && self.is_free() => {
                self.lost.push((side, Reason::Layers));
            }
            (Some(Ok(Finding::Solved { jumps, .. })), most) => self.solved(jumps, most)?,
            // Few layers are no refutation, and where proofs are wanted, one without
            // is none: that is left to the side below.
            (Some(Ok(Finding::Refuted(_))), Some(_)) if self.has_layers() => {
                self.lost.push((side, Reason::Layers));
            }
            (Some(Ok(Finding::Unsolvable { .. } | Finding::Refuted(_))), Some(_))
                if side == Side::Above
                    && match self.is_free() {
                        true => !self.may_exhaust(),
                        false => self.quest.proofs.is_some(),
                    } =>
            {
                self.lost.push((side, Reason::Layers));
            }
            (
                Some(Ok(Finding::Unsolvable { grounds, .. } | Finding::Refuted(grounds))),
                Some(most),
            ) => match grounds {
                Grounds::Claim => {
                    self.lost.push((side, Reason::Unchecked));
                    self.found.message = Some(UNCHECKED.into());
                }
                _ => self.refuted(most, grounds, &run)?,
            },
            (Some(Ok(Finding::Unsolvable { grounds, .. })), _) => {
                self.found.is_unsolvable = true;
                self.found.grounds = Some(grounds);
            }
            (Some(Ok(finding)), _) => {
                let gave_up = finding == Finding::GaveUp;
                let message = gave_up.then(|| "the solver gave up".to_string());
                self.lost.push((side, Reason::SolverFailed));
                self.found.message = message.or(self.found.message.take());
            }
            (Some(Err(EngineError::Stopped(Stop::Memory(_)))), _) => {
                self.lost.push((side, Reason::Memory));
            }
            // What the model refuses is no question; a formula that is too large is the
            // end of its side.
            (Some(Err(error)), _)
                if error.is_output() || (error.is_usage() && !error.is_too_large()) =>
            {
                return Err(error);
            }
            (Some(Err(error)), _) => {
                self.found.message = Some(error.to_string());
                self.failed = Some(error);
                self.lost.push((side, Reason::SolverFailed));
            }
            (None, _) => {}
        }
        // Proofs are large: only that of the best refutation stays.
        let kept = self.found.refuted.as_ref();
        let kept = kept.and_then(|refuted| refuted.proof.as_ref());
        if let Some(proof) = run.task.proof.as_ref().filter(|proof| kept != Some(*proof)) {
            let _ = std::fs::remove_file(proof); // there may be none
        }
        // What a run looks for may have been found meanwhile.
        if let Some(value) = self.found.value() {
            let runners = &self.runners;
            self.runs.retain(|run| {
                let is_open = run.most.is_some_and(|most| most < value) || run.side == Side::Both;
                let stays = is_open || run.over.is_some();
                if !stays {
                    runners.end(run.number);
                }
                stays
            });
        }
        Ok(())
    }

    /// Takes in what exhaustive search came to: the optimum, if anything.
    fn settle_exhaustion(&mut self, finding: Finding) -> Result<(), EngineError> {
        let best = match finding {
            Finding::Solved { jumps, .. } => Some(jumps),
            Finding::Unsolvable { .. } => None,
            _ => return Ok(()),
        };
        let bound = best.as_ref().map_or(usize::MAX, |jumps| {
            self.quest.objective.value(self.problem, jumps)
        });
        if let Some(value) = self.found.value().filter(|&value| value < bound) {
            return Err(EngineError::Contradiction { value, bound });
        }
        if let Some(jumps) = best {
            self.solved(jumps, None)?;
        }
        // There is no better one; a proof of that is a formula's.
        let seeks = |side: Side| matches!(side, Side::Above | Side::Near);
        let seeking = self.runs.iter().filter(|run| seeks(run.side));
        seeking.for_each(|run| self.runners.end(run.number));
        self.runs.retain(|run| !seeks(run.side));
        let lost = [Side::Above, Side::Near];
        self.lost.extend(lost.map(|side| (side, Reason::Layers)));
        if self.quest.proofs.is_none() {
            self.found.grounds = Some(Grounds::Exhaustion);
            self.found.refuted = None;
            match self.found.value() {
                None => self.found.is_unsolvable = true,
                Some(value) => {
                    self.found.bound = value;
                    self.tell();
                }
            }
        }
        Ok(())
    }

    /// Notes a solution, of at most `most` if that was asked for.
    fn solved(&mut self, jumps: Vec<usize>, most: Option<usize>) -> Result<(), EngineError> {
        let (problem, objective) = (self.problem, self.quest.objective);
        let value = objective.value(problem, &jumps);
        let is_better = self.found.value().is_none_or(|best| value < best);
        if most.is_none() && !is_better {
            return Ok(()); // one game of many
        }
        checker::check_numbers(&objective.problem(problem, most.unwrap_or(value)), &jumps)?;
        if value < self.found.bound || most.is_some_and(|most| most < value) {
            let bound = self.found.bound;
            return Err(EngineError::Contradiction { value, bound });
        }
        if is_better {
            self.improved = self.runners.used_in_all();
            self.found.best = Some((value, jumps));
            self.tell();
        }
        Ok(())
    }

    /// Notes that no solution is as good as `most`.
    fn refuted(&mut self, most: usize, grounds: Grounds, run: &Run) -> Result<(), EngineError> {
        if let Some(value) = self.found.value().filter(|&value| value <= most) {
            return Err(EngineError::Contradiction {
                value,
                bound: most + 1,
            });
        }
        if most < self.found.bound {
            return Ok(());
        }
        let refuted = Refuted {
            most,
            solve: run.solve,
            size: run.size,
            proof: run.task.proof.clone(),
            added: run.added.clone(),
        };
        let old = self.found.refuted.replace(refuted);
        if let Some(proof) = old.and_then(|old| old.proof) {
            let _ = std::fs::remove_file(proof);
        }
        if grounds == Grounds::Exhaustion {
            self.found.refuted = None; // by no formula
        }
        self.found.bound = most + 1;
        self.found.grounds = Some(grounds);
        let jumps = self.problem.n_jumps();
        let is_all = jumps.is_none_or(|jumps| most >= *jumps.end());
        match self.quest.objective == Objective::Sweeps && is_all {
            true => self.found.is_unsolvable = true, // no solution has more sweeps than jumps
            false => self.tell(),
        }
        Ok(())
    }

    fn tell(&mut self) {
        let one = News {
            value: self.found.value(),
            bound: self.found.bound,
            seconds: self.begin.seconds(),
        };
        self.watch.tell(&Progress::Bounds {
            value: one.value,
            bound: one.bound,
            seconds: one.seconds,
        });
        self.found.news.push(one);
    }
}
