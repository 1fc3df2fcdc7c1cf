//! The search for an optimum, from both sides at a time.
//!
//! Both sides work in threads of their own, in turns of the same work, and what
//! they come to is taken in when both have ended their turn: so the same question
//! has the same answer, however fast each thread is. On small boards, and where no
//! model is named, exhaustive search is a third side.

mod settle;

use super::{
    super::{
        answer::Answer,
        ask::Ask,
        error::EngineError,
        evidence::{Reason, Size},
        finding::{Event, Finding},
        roads::{Formula, Road},
        scheduler::{Policy, Scheduler, drive, turn},
        task::Task,
    },
    Objective, Optimum, ways,
};
use crate::{
    model::{self, Step},
    problem::Problem,
    solver,
    watch::{MILLISECOND, Stop, Stopwatch, Watch},
};
use std::sync::Arc;

/// The side that a run works from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Below,
    Above,
    /// Exhaustive search.
    Both,
}

/// A run under way.
struct SideRun {
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
    asked: &Ask,
    objective: Objective,
    watch: &Watch,
) -> Result<Answer, EngineError> {
    let task = asked.task(problem)?;
    let mut search = OptimumSearch {
        problem,
        asked,
        objective,
        watch,
        begin: Stopwatch::start(),
        runners: Scheduler::new(problem, watch, FILL_MEMORY),
        runs: Vec::new(),
        lost: Vec::new(),
        failed: None,
        found: Optimum::new(objective),
        task,
        reason: None,
        message: None,
        choices: None,
        improved: 0,
        begun: Vec::new(),
    };
    search.begin_exhaustion();
    match search.go() {
        Err(EngineError::Stopped(stop)) => {
            search.reason = Some((&stop).into());
            for (number, event) in search.runners.close() {
                search.hear(number, event);
            }
        }
        ended => ended?,
    }
    // The side below goes on for as long as it can.
    let below = search.lost.iter().find(|lost| lost.0 == Side::Below);
    let reason = search.reason.or_else(|| below.map(|lost| lost.1));
    let found = search.found;
    match search.failed {
        Some(error) if found.best.is_none() && found.bound == 0 => Err(error),
        _ => Ok(Answer {
            message: search.message,
            choices: search.choices,
            ..super::answer(problem, search.task, found, reason, search.begin.seconds())
        }),
    }
}

/// Sides that keep positions: that above, and exhaustive search.
const FILL_MEMORY: u64 = 2;

struct OptimumSearch<'a> {
    problem: &'a Problem,
    asked: &'a Ask,
    objective: Objective,
    watch: &'a Watch,
    begin: Stopwatch,
    runners: Scheduler,
    runs: Vec<SideRun>,
    /// Sides that cannot go on, and why.
    lost: Vec<(Side, Reason)>,
    failed: Option<EngineError>,
    /// How it is searched for.
    task: Task,
    found: Optimum,
    /// Why it ended early, what went wrong, and the choices in all.
    reason: Option<Reason>,
    message: Option<String>,
    choices: Option<u64>,
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

impl Policy for OptimumSearch<'_> {
    type End = ();

    fn scheduler(&self) -> &Scheduler {
        &self.runners
    }

    /// When all runs have ended their turn, takes in what they came to, and gives them the next.
    fn turns(&mut self) -> Result<Option<()>, EngineError> {
        if self.runs.iter().any(|run| run.going) {
            return Ok(None);
        }
        while let Some(place) = self.runs.iter().position(|run| run.over.is_some()) {
            let run = self.runs.swap_remove(place);
            self.settle(run)?;
            self.runs.sort_by_key(|run| run.side);
        }
        self.grant();
        if self.found.is_settled() {
            return Ok(Some(()));
        }
        self.begin_more();
        Ok(self.runs.is_empty().then_some(())) // both sides are lost
    }

    fn hear(&mut self, number: usize, event: Event) {
        let Some(run) = self.run(number) else { return };
        match event {
            Event::Encoded(encoded) => run.size = Some(encoded.size),
            Event::Decided { seconds, added } => {
                run.solve = Some(seconds);
                run.added = added;
            }
            Event::Chosen(choices) => *self.choices.get_or_insert(0) += choices,
            Event::Refuted { .. } | Event::Cleared { .. } => {}
        }
    }

    fn waits(&mut self, number: usize) -> Result<(), Stop> {
        if let Some(run) = self.run(number) {
            run.going = false;
        }
        Ok(())
    }

    fn over(
        &mut self,
        number: usize,
        finding: Result<Finding, EngineError>,
    ) -> Result<Option<()>, EngineError> {
        if let Some(run) = self.run(number) {
            run.going = false;
            run.over = Some(finding);
        }
        Ok(None)
    }
}

impl OptimumSearch<'_> {
    /// The run of this number; `None` if it was ended, as its words may still be on the way.
    fn run(&mut self, number: usize) -> Option<&mut SideRun> {
        self.runs.iter_mut().find(|run| run.number == number)
    }

    /// Goes on until nothing is left to be known or to be done.
    fn go(&mut self) -> Result<(), EngineError> {
        if self.objective == Objective::JumpsToDeadEnd && !self.is_ordered() {
            let (jumps, result) =
                ways::playouts(self.problem, self.asked.seed, self.watch, |one, best| {
                    one < best
                });
            jumps.map_or(Ok(()), |jumps| self.solved(jumps, None))?;
            result?;
        }
        drive(self)
    }

    /// Grants turns to those who have paid least.
    fn grant(&mut self) {
        let used = self.runners.used_in_all();
        let in_vain = used.saturating_sub(self.improved) > SOME_WORK.max(used / IN_VAIN);
        let paid = |side: Side| -> u64 {
            let price = match side {
                Side::Both => PRICE_OF_EXHAUSTION,
                Side::Above if in_vain && self.is_free() && !self.above_refutes() => PRICE_IN_VAIN,
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

    /// The sides that have runs.
    fn sides(&self) -> &'static [Side] {
        match (self.is_ordered(), self.objective) {
            (true, Objective::JumpsToDeadEnd) => &[Side::Below],
            (true, Objective::Sweeps | Objective::Pegs) => &[Side::Above],
            (false, _) => &[Side::Below, Side::Above],
        }
    }

    /// Begins a run from each side that has none and can use one.
    fn begin_more(&mut self) {
        for &side in self.sides() {
            let is_busy = self.runs.iter().any(|run| run.side == side);
            if is_busy || self.lost.iter().any(|lost| lost.0 == side) {
                continue;
            }
            let most = match (self.found.value(), self.objective) {
                _ if side == Side::Below => Some(self.found.bound),
                (Some(value), _) => Some(value - 1),
                (None, Objective::Sweeps) => None,
                // Every game comes to a dead end.
                (None, Objective::JumpsToDeadEnd | Objective::Pegs) => {
                    Some(self.problem.start().n_pegs())
                }
            };
            let task = self.task(side, most);
            let (road, problem): (Arc<dyn Road>, _) = match (side, most) {
                (Side::Above, Some(most)) if self.is_free() => {
                    let road = ways::few_sweeps(most, task.seed);
                    (Arc::new(road), self.problem.clone())
                }
                (_, Some(most)) => {
                    let objective = self.objective;
                    let problem = match self.is_ordered() {
                        true => objective.problem_of_exactly(self.problem, most),
                        false => objective.problem(self.problem, most),
                    };
                    (Arc::new(Formula(task.clone())), problem)
                }
                (_, None) if self.is_ordered() => {
                    (Arc::new(Formula(task.clone())), self.problem.clone())
                }
                // Any solution: whichever way is best at that.
                (_, None) => {
                    // A program is slow to begin with.
                    let solver = match solver::is_program(&self.asked.solver) {
                        true => Ask::default().solver,
                        false => self.asked.solver.clone(),
                    };
                    let ask = Ask {
                        solver,
                        seed: self.asked.seed,
                        trust: self.asked.trust,
                        ..Ask::default()
                    };
                    (Arc::new(ways::all_roads(ask)), self.problem.clone())
                }
            };
            self.begin(side, road, &problem, most, task);
        }
        self.runs.sort_by_key(|run| run.side);
    }

    fn begin(
        &mut self,
        side: Side,
        road: Arc<dyn Road>,
        problem: &Problem,
        most: Option<usize>,
        task: Task,
    ) {
        let number = self.runners.begin(road, Some(problem), turn(0));
        self.begun.push(side);
        self.runs.push(SideRun {
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

    /// Where neither a model nor a solver is named, exhaustive search may answer as well.
    fn begin_exhaustion(&mut self) {
        let problem = self.problem;
        let is_small = problem.board().n_holes()
            <= match self.objective {
                Objective::Sweeps => SMALL,
                Objective::JumpsToDeadEnd | Objective::Pegs => SMALL_TO_DEAD_ENDS,
            };
        if !self.names_solver()
            && self.names_no_model()
            && is_small
            && !problem.goal().has_survivors()
        {
            let road = Arc::new(ways::exhaustion(self.objective));
            self.begin(Side::Both, road, problem, None, self.task.clone());
        }
    }

    /// Whether a refutation by the side above counts: where a proof is asked for it has to
    /// be that of the formula below, and where a solver is named that solver's.
    fn above_refutes(&self) -> bool {
        self.asked.proof.is_none() && !(self.is_free() && self.names_solver())
    }

    fn names_solver(&self) -> bool {
        self.asked.names_solver()
    }

    /// Whether moves are made in order, so that one side alone is asked.
    fn is_ordered(&self) -> bool {
        self.asked.search.is_some()
    }

    fn names_no_model(&self) -> bool {
        self.asked.model.is_none() && self.asked.additions.is_none()
    }

    /// Whether solutions with few sweeps may be looked for by all means.
    fn is_free(&self) -> bool {
        let is_on_a_lattice = self.problem.board().lattice().is_some();
        self.names_no_model() && self.objective == Objective::Sweeps && is_on_a_lattice
    }

    /// Whether a step of the model is a layer of jumps. Then few layers hold a
    /// solution soonest, if any, so that is how the side above looks for one; what
    /// is refuted needs as many as there may be jumps.
    fn has_layers(&self) -> bool {
        let model = model::by_name(&self.task.model);
        model.is_ok_and(|model| matches!(model.step, Step::Layer | Step::Pass))
    }

    fn task(&self, side: Side, most: Option<usize>) -> Task {
        let Some(most) = most else {
            return self.task.clone();
        };
        let mut task = self.objective.task(&self.task, most);
        if side == Side::Below {
            let folder = self.asked.proof.as_ref();
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
}
