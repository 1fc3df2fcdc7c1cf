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

use super::{
    ask::{Approach, Ask},
    error::EngineError,
    roads::{ALL_NODES, Refutation, Road, Solve, beam, exhaustive, exhaustive_at_first, weights},
    task::Task,
    windows::{self, Windows},
};
use crate::{
    board::{Board, Cell, Hole},
    certificate::{Besides, refutation},
    exact,
    model::{self, Order, Part, Step, layers, order},
    problem::Problem,
    watch::MILLISECOND,
};
use std::sync::Arc;

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

/// The largest board on which all roads that refute begin soon: their linear programs take
/// milliseconds there. On larger ones they begin the later, the more holes there are.
const MOST_HOLES: usize = 50;

/// The largest board for which weights are looked for at all: with 2,304 holes two linear
/// programs took 18 seconds.
const MOST_HOLES_OF_WEIGHTS: usize = 400;

/// The largest board for which trees of bounds and tables are looked for.
const MOST_HOLES_OF_BOUNDS: usize = 100;

/// The milliseconds of work after which roads of a few milliseconds are tried: a beam of positions,
/// weights, rounded rows without a tree. Problems that formulas solve before have solutions of few
/// layers, which are easier to follow. Where the goal has pegs all over the board mostly formulas
/// solve it, and from few pegs exhaustion ends soon, so there they begin later.
const SOON: u64 = 12;
const LATER: u64 = 20;

/// The fewest holes of a board that is cleared window by window, if its start is almost
/// full and if it is any; the work after which formulas are tried beside on one and the
/// other; and the fewest holes where they wait until windows give up.
const WINDOWS_OF_FULL: usize = 160;
const WINDOWS: usize = 300;
const SHORTLY_ALONE: u64 = 1000 * MILLISECOND;
const ALONE: u64 = 10_000 * MILLISECOND;
const HUGE: usize = 1000;

/// The most holes of a board on which it begins early from any start, and bounds on jumps
/// too: what the beam has not solved by then has mostly no solution.
const SMALL: usize = 40;

/// The most pegs of a start that exhaustion is soon done with.
const FEW_PEGS: usize = 24;

/// From few pegs exhaustion gets eight units for each one of the formulas once this much work is
/// done, until it has done so much itself: what has a solution is mostly solved before.
const HURRY: u64 = 40 * MILLISECOND;
const HURRY_ENDS: u64 = 2000 * MILLISECOND;

/// The most memory for exhaustion beside formulas, in bytes.
const MEMORY: u64 = 512 << 20;

/// The most nodes of a tree of bounds, with a solution's ends and rounded rows.
const NODES: usize = 4000;

/// The largest formula of model C to be refuted, in jumps times steps.
const LARGEST_REFUTATION: usize = 20_000;

/// Whether the goal fixes few pegs. Where it has them all over the board, formulas take a
/// second and windows find nothing.
fn has_few_fixed_pegs(problem: &Problem) -> bool {
    let holes = problem.board().n_holes();
    let has_peg = |&hole: &Hole| problem.goal().fixed(hole) == Some(true);
    (0..holes).filter(has_peg).count() <= holes / 10
}

/// Whether windows, if they are tried, often fail: on a board that is not huge, from a start
/// with few pegs for its size. Then formulas begin soon, and get most of the work.
fn windows_often_fail(problem: &Problem) -> bool {
    let holes = problem.board().n_holes();
    holes < HUGE && problem.start().n_pegs() < holes / 4 * 3
}

/// Whether roads of a few milliseconds begin soon.
fn short_roads_are_soon(problem: &Problem) -> bool {
    has_few_fixed_pegs(problem) && problem.start().n_pegs() > FEW_PEGS
}

/// The milliseconds of work before them.
fn turn_of_short_roads(problem: &Problem) -> u64 {
    match short_roads_are_soon(problem) {
        true => SOON,
        false => LATER,
    }
}

/// The milliseconds of work before weights are looked for, if they are: on larger boards their
/// two linear programs take a twentieth of it.
fn turn_of_weights(problem: &Problem, all: bool, few: bool) -> Option<u64> {
    let holes = problem.board().n_holes();
    match holes {
        ..=MOST_HOLES if few || !all => Some(0),
        ..=MOST_HOLES => Some(turn_of_short_roads(problem)),
        ..=MOST_HOLES_OF_WEIGHTS if all => Some((holes * holes / 100) as u64),
        _ => None,
    }
}

/// Whether the goal says nothing of more than half of the holes, as where a peg is to come far
/// (Conway's soldiers). Then a pagoda function is often all there is to find.
fn leaves_most_holes_open(problem: &Problem) -> bool {
    let holes = problem.board().n_holes();
    let is_open = |&hole: &Hole| problem.goal().fixed(hole).is_none();
    problem.goal().marks().is_some() && 2 * (0..holes).filter(is_open).count() > holes
}

/// The milliseconds of work before trees of bounds, and tables, are.
fn turn_of_trees(holes: usize) -> u64 {
    match holes {
        ..=MOST_HOLES => 60,
        _ => (holes * holes / 2) as u64,
    }
}

/// Whether the board fills less than three quarters of the rectangle around it.
fn is_ragged(board: &Board) -> bool {
    let extent = |along: fn(&Cell) -> i32| board.cells().iter().map(along).max().unwrap_or(0) + 1;
    let rectangle = i64::from(extent(|cell| cell.0)) * i64::from(extent(|cell| cell.1));
    4 * (board.n_holes() as i64) < 3 * rectangle
}

/// Trees of bounds and tables, with their turns and prices. Rounded rows without a tree come first:
/// they are over soon, though on lattices with more than four directions they take ten times as
/// long; but not on small boards where short roads begin late. On boards of the size of Wiegleb's
/// that are as ragged, tables decide most of what other weights leave, so there they go before all.
fn trees(problem: &Problem) -> Vec<(impl Road + use<>, u64, u64)> {
    let holes = problem.board().n_holes();
    let late = turn_of_trees(holes);
    let is_square = problem.board().lattice().directions().len() <= 4;
    let (early, price) = match holes {
        ..=MOST_HOLES => (SOON, 3),
        _ if is_square => (late / 16, 1),
        _ => (late / 4, 1),
    };
    let decides =
        is_square && is_ragged(problem.board()) && (SMALL + 1..=MOST_HOLES).contains(&holes);
    let mut trees = vec![
        (weights(Besides::Rounded, 1), early, price),
        (weights(Besides::Rounded, NODES), late, 2),
        (weights(Besides::Tables, 1), late, u64::from(!decides)),
    ];
    match holes {
        ..=MOST_HOLES if !short_roads_are_soon(problem) => trees.split_off(1),
        ..=MOST_HOLES_OF_BOUNDS => trees,
        _ => Vec::new(),
    }
}

/// The milliseconds of work before exhaustion from many pegs, and its price.
fn turn_of_exhaustion(holes: usize) -> (u64, u64) {
    match holes {
        _ if holes <= SMALL => (1000, 1),
        _ if holes <= MOST_HOLES => (2000, 1),
        _ => (turn_of_trees(holes), 2),
    }
}

/// The one road that is asked for, if it is none of formulas.
fn only(ask: &Ask, task: &Task, refuter: Option<&str>, solve: Solve) -> Option<Arc<dyn Road>> {
    Some(match ask.approach {
        Approach::Auto | Approach::Formula => return None,
        Approach::PositionClass => Arc::new(weights(Besides::Nothing, 0)),
        Approach::Pagoda => Arc::new(weights(Besides::Nothing, 1)),
        Approach::JumpBounds => Arc::new(weights(Besides::Nothing, ALL_NODES)),
        Approach::Ends => Arc::new(weights(Besides::Ends, ALL_NODES)),
        Approach::Tables => Arc::new(weights(Besides::Tables, 1)),
        Approach::CuttingPlanes => Arc::new(weights(Besides::Rounded, ALL_NODES)),
        Approach::Exhaustion => Arc::new(exhaustive(u64::MAX)),
        Approach::Beam => Arc::new(beam(ask.seed)),
        Approach::Windows => Arc::new(Windows::new(task, solve)),
        Approach::Refutation => Arc::new(Refutation {
            solver: refuter.unwrap_or(&ask.solver).into(),
            proof: ask.proof_name.clone(),
        }),
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
    /// The roads that this question takes, by which `solve` is asked on the way; with a
    /// `refuter`, until there is a certificate, refutations by this solver.
    pub(super) fn of(
        problem: &Problem,
        ask: &Ask,
        refuter: Option<&str>,
        solve: Solve,
    ) -> Result<Self, EngineError> {
        let task = ask.task(problem)?;
        let mut plan = match only(ask, &task, refuter, solve) {
            Some(road) => Plan::only(road, task),
            None => {
                let step = model::by_name(&task.model)?.step;
                let plan = Plan::new(problem, ask, task, step, refuter, solve);
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
            first,
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
        solve: Solve,
    ) -> Self {
        let all = ask.takes_all_roads(&first.model);
        let few = problem.start().n_pegs() <= FEW_PEGS;
        let holes = problem.board().n_holes();
        let mut beside = Vec::new();
        let mut add = |road: Arc<dyn Road>, milliseconds: u64, price: u64| {
            beside.push(Beside::new(road, milliseconds, price));
        };
        if ask.proof.is_none() {
            // What is to be proved is asked of the solver.
            add(Arc::new(weights(Besides::Nothing, 0)), 0, 1);
            if let Some(late) = turn_of_weights(problem, all, few) {
                let (begins, price) = match leaves_most_holes_open(problem) {
                    true => (0, 0),
                    false => (late, 1),
                };
                add(Arc::new(weights(Besides::Nothing, 1)), begins, price);
                add(Arc::new(weights(Besides::Ends, 1)), late, 1);
            }
        }
        if all && holes <= exact::MOST_HOLES {
            match few {
                true => add(Arc::new(exhaustive(MEMORY)), 0, 1),
                false => add(Arc::new(exhaustive_at_first()), 50, 1),
            }
            let soon = turn_of_short_roads(problem);
            add(Arc::new(beam(ask.seed)), soon, 1);
        }
        let is_full = problem.start().n_pegs() >= holes / 10 * 9;
        let enough = if is_full { WINDOWS_OF_FULL } else { WINDOWS };
        if all && holes >= enough && windows::applies(problem) && has_few_fixed_pegs(problem) {
            let price = if windows_often_fail(problem) { 4 } else { 1 };
            let road = Windows::new(&first, solve);
            add(Arc::new(road), 0, price);
        }
        if all {
            for (tree, late, price) in trees(problem) {
                add(Arc::new(tree), late, price);
            }
            let steps = layers::enough(problem).unwrap_or(0);
            let size = steps * problem.board().jumps().len();
            if refutation::applies(problem) && size <= LARGEST_REFUTATION {
                let road = Refutation {
                    // Not every solver writes proofs.
                    solver: refuter.unwrap_or("varisat").into(),
                    proof: ask.proof_name.clone(),
                };
                add(Arc::new(road), if few { 1000 } else { 30_000 }, 4);
            }
            if !few && holes <= exact::MOST_HOLES {
                let (late, price) = turn_of_exhaustion(holes);
                add(Arc::new(exhaustive(MEMORY)), late, price);
            }
        }
        for beside in &mut beside {
            beside.hurries = few && beside.road.name() == "exhaustion";
        }
        Plan {
            jobs: ask.jobs.max(1),
            attempts: MOST.max(ask.jobs),
            orders: match (ask.order, step) {
                (None, Step::Pass) => order::best_first(problem),
                _ => Vec::new(),
            },
            preference: match holes {
                LARGE.. => PREFERENCE_ON_LARGE_BOARDS,
                _ => PREFERENCE,
            },
            first,
            formulas: true,
            formulas_begin: match holes {
                HUGE.. => u64::MAX,
                WINDOWS.. if !windows_often_fail(problem) => ALONE,
                _ => SHORTLY_ALONE,
            },
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
