//! Which roads are taken to an answer, and when.
//!
//! Where the number of layers is to be found, no single formula is sure to be
//! the right one: too few layers hold no solution, many make a solution hard to
//! find, and for each number the solver needs luck. So attempts are interleaved,
//! as algorithm B of Rintanen, Heljanko and Niemelä (2006) does with plan
//! lengths: each begins some layers above the least that propagation does not
//! refute, and goes on with one more when its number is refuted; each has its
//! own order, seed and layers ahead; and later ones begin when as much work is
//! done as a geometric sequence says. The attempts with the least work so far
//! run, so a new one catches up with the others first; but in long runs the
//! first attempt, whose order is the best known, gets most of the turns. If
//! attempt k alone would take work w, the run takes no more than until attempt
//! k begins plus w times the number of attempts begun by the end, which grows
//! with its logarithm; in long runs four times that, for what the first one gets.
//!
//! Beside the formulas, which count as one, stand roads that refute: each has its
//! share of the work from some time on. From a start with few pegs exhaustion is
//! over soon, whatever the answer, so it comes first and has as much as all
//! formulas; from others it is tried for milliseconds, as few positions may be
//! reached at all, and then comes late.

mod table;

use super::{
    ask::{Approach, Ask},
    error::EngineError,
    roads::{ALL_NODES, Refutation, Road, beam, exhaustive, pagoda, weights},
    task::Task,
};
use crate::{
    certificate::Besides,
    model::{self, Order, Part, Step, order},
    problem::Problem,
    watch::MILLISECOND,
};
use std::sync::Arc;
use table::Facts;

/// The work done by all formulas when the second attempt begins.
const SECOND: u64 = 20 * MILLISECOND;

/// The ratio of one such number to the one before, while orders are new, and when
/// they come again.
const GROWTH: f64 = 2.0;
const LATER_GROWTH: f64 = 8.0;

/// Once this much work is done the first attempt gets three quarters of it: its
/// order is the best known, and the others only guard against bad luck. On large
/// boards its lead is greater, and this comes sooner (square 15: 0.43 s instead of
/// 1.8 s at the median of nine seeds); on the French board that would cost a third.
const PREFERENCE: u64 = 1000 * MILLISECOND;
const PREFERENCE_ON_LARGE_BOARDS: u64 = 100 * MILLISECOND;

/// The fewest holes of a large board.
const LARGE: usize = 60;

/// Attempts begin 0 to this less one layers above the least.
const AHEAD: usize = 4;

/// The most attempts.
const MOST: usize = 24;

/// From few pegs exhaustion gets eight units for each one of the formulas once this much work is
/// done, until it has done so much itself: what has a solution is mostly solved before.
const HURRY: u64 = 40 * MILLISECOND;
const HURRY_ENDS: u64 = 2000 * MILLISECOND;

/// The one road that is asked for, if it is none of formulas.
fn only(
    problem: &Problem,
    ask: &Ask,
    refuter: Option<&str>,
    windows: Option<&Arc<dyn Road>>,
) -> Option<Arc<dyn Road>> {
    Some(match ask.approach {
        Approach::Auto | Approach::Formula => return None,
        Approach::Windows => return windows.cloned(),
        Approach::PositionClass => Arc::new(weights(Besides::Nothing, 0)),
        Approach::Pagoda => Arc::new(pagoda()),
        Approach::JumpBounds => Arc::new(weights(Besides::Nothing, ALL_NODES)),
        Approach::Ends => Arc::new(weights(Besides::Ends, ALL_NODES)),
        Approach::Tables => Arc::new(weights(Besides::Tables, 1)),
        Approach::CuttingPlanes => Arc::new(weights(Besides::Rounded, ALL_NODES)),
        Approach::Exhaustion => Arc::new(exhaustive(u64::MAX)),
        Approach::Beam => Arc::new(beam(ask.seed)),
        Approach::Refutation => {
            let solver = refuter.unwrap_or(&ask.solver);
            Arc::new(Refutation::new(problem, solver, ask.proof_name.as_deref()))
        }
    })
}

/// A road, and its share.
pub(super) struct Beside {
    pub(super) road: Arc<dyn Road>,
    /// The work done in all when it begins.
    pub(super) begins: u64,
    /// For `price` units of work of the formulas the road gets one; with a price of 0 it gets all
    /// the work that it asks for.
    price: u64,
    /// Whether it gets most of the work after a while.
    hurries: bool,
}

impl Beside {
    /// A road that begins after so many milliseconds of work.
    fn new(road: Arc<dyn Road>, milliseconds: u64, price: u64) -> Self {
        Beside {
            road,
            begins: milliseconds * MILLISECOND,
            price,
            hurries: false,
        }
    }

    /// The road with the least of this runs next: the work that it has `used`, of `all` that is
    /// done, by what it costs.
    pub(super) fn rank(&self, used: u64, all: u64) -> u64 {
        match self.hurries && all >= HURRY && used < HURRY_ENDS {
            true => used / 8,
            false => used * self.price,
        }
    }
}

/// The roads to an answer.
pub(super) struct Plan {
    /// The first attempt with a formula.
    pub(super) first: Task,
    /// Whether formulas are tried at all, and the work after which they begin beside
    /// windows.
    formulas: bool,
    pub(super) formulas_begin: u64,
    /// How many roads may be gone at the same time.
    pub(super) jobs: usize,
    /// The most attempts with a formula.
    attempts: usize,
    /// The orders to try, for models that have them, where none was asked for;
    /// the first is the first attempt's own.
    orders: Vec<Order>,
    /// The work of all formulas after which the first attempt is preferred.
    preference: u64,
    /// The other roads.
    pub(super) beside: Vec<Beside>,
    /// Whether a certificate is looked for when a formula is refuted; and whether
    /// nothing else will do.
    pub(super) wants_certificate: bool,
    pub(super) needs_certificate: bool,
}

impl Plan {
    /// The roads that this question takes, that of large boards among them if one is given; with
    /// a `refuter`, until there is a certificate, refutations by this solver.
    pub(super) fn of(
        problem: &Problem,
        ask: &Ask,
        refuter: Option<&str>,
        windows: Option<&Arc<dyn Road>>,
    ) -> Result<Self, EngineError> {
        let task = ask.task(problem)?;
        let mut plan = match only(problem, ask, refuter, windows) {
            Some(road) => Plan::only(road, task),
            None => {
                let step = model::by_name(&task.model)?.step;
                let plan = Plan::new(problem, ask, task, step, refuter, windows);
                plan.without(&ask.without)
            }
        };
        if refuter.is_some() {
            plan.wants_certificate = true;
            plan.needs_certificate = true;
        }
        Ok(plan)
    }

    /// Whether there is one road and no formulas.
    pub(super) fn is_one_road(&self) -> bool {
        !self.formulas && self.beside.len() == 1
    }

    /// One road alone.
    fn only(road: Arc<dyn Road>, first: Task) -> Self {
        Plan {
            first: road.task().cloned().unwrap_or(first),
            formulas: false,
            formulas_begin: 0,
            jobs: 1,
            attempts: MOST,
            orders: Vec::new(),
            preference: PREFERENCE,
            beside: vec![Beside::new(road, 0, 1)],
            wants_certificate: false,
            needs_certificate: false,
        }
    }

    /// The roads that the question allows; `first` is the first attempt.
    fn new(
        problem: &Problem,
        ask: &Ask,
        first: Task,
        step: Step,
        refuter: Option<&str>,
        windows: Option<&Arc<dyn Road>>,
    ) -> Self {
        let facts = Facts::new(problem, ask, &first.model, refuter, windows);
        let taken = facts.roads().into_iter().map(|(road, begins, price)| {
            let hurries = facts.hurries(&*road);
            let beside = Beside::new(road, begins, price);
            Beside { hurries, ..beside }
        });
        let beside = taken.collect();
        let begin = facts.formulas_begin();
        let all = facts.all;
        Plan {
            jobs: ask.jobs.max(1),
            attempts: MOST.max(ask.jobs),
            orders: match (ask.order, step) {
                (None, Step::Pass) => order::best_first(problem),
                _ => Vec::new(),
            },
            preference: match problem.board().n_holes() {
                LARGE.. => PREFERENCE_ON_LARGE_BOARDS,
                _ => PREFERENCE,
            },
            first,
            formulas: true,
            formulas_begin: begin.map_or(u64::MAX, |begin| begin * MILLISECOND),
            beside,
            wants_certificate: all,
            needs_certificate: false,
        }
    }

    /// The same, without these parts.
    fn without(mut self, parts: &[Part]) -> Self {
        const WEIGHTS: [&str; 5] = ["pagoda", "jump-bounds", "ends", "tables", "cutting-planes"];
        for part in parts {
            match part {
                Part::Orders => self.orders.truncate(1),
                Part::Attempts => self.attempts = self.jobs,
                _ => self
                    .beside
                    .retain(|beside| match (part, beside.road.name()) {
                        (Part::Roads, _) => false,
                        (Part::Weights | Part::Arguments, name) if WEIGHTS.contains(&name) => false,
                        (Part::Arguments, "position-class") => false,
                        (_, name) => name != part.name(),
                    }),
            }
        }
        self
    }

    /// Attempt number `index` with a formula, from 0. Those after the first have
    /// other seeds, drawn from the first one's; without a climb they are the same
    /// formula, and there are no more of them than can run together. `refuted` is
    /// what was refuted so far: the most layers, and their order.
    pub(super) fn attempt(&self, index: usize, refuted: &[(usize, Order)]) -> Option<Task> {
        let mut task = self.first.clone();
        if !self.formulas {
            return None;
        }
        if index == 0 {
            return Some(task);
        }
        task.seed = (task.seed.wrapping_mul(1009)).wrapping_add(index as u64) % (1 << 53);
        match &mut task.climb {
            Some(_) if index >= self.attempts => return None,
            None if index >= self.jobs || task.proof.is_some() => return None,
            None => {}
            Some(ahead) => {
                // All orders at the first number of layers, then at the next, …
                let n_orders = self.orders.len().max(1);
                *ahead += index / n_orders % AHEAD;
                if let Some(&order) = self.orders.get(index % n_orders) {
                    task.options.order = order;
                }
                let order = task.options.order;
                let ours = refuted.iter().filter(|refuted| refuted.1 == order);
                task.options.layers = ours.map(|(layers, _)| layers + 1).max();
            }
        }
        Some(task)
    }

    /// How much work all formulas must have done before this attempt begins.
    pub(super) fn begins(&self, index: usize) -> u64 {
        match index.checked_sub(self.jobs) {
            None => 0,
            Some(later) => {
                let new = later.min(self.orders.len().max(1));
                let growth = GROWTH.powi(new as i32) * LATER_GROWTH.powi((later - new) as i32);
                (SECOND as f64 * self.jobs as f64 * growth) as u64
            }
        }
    }

    /// The attempt with the least of this runs next: the work that it has done, or
    /// none for the first attempt as long as it lacks its share of `all`.
    pub(super) fn rank(&self, index: usize, used: u64, all: u64) -> u64 {
        let lacks = index == 0 && all > self.preference && used < all / 4 * 3;
        if lacks { 0 } else { used }
    }
}
