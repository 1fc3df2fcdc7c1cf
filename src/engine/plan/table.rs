//! The plan as a table: a row a road beside formulas, with where it is taken, when it begins, and
//! its price.

use crate::{
    board::{Board, Cell, Hole},
    certificate::{Besides, refutation},
    engine::{
        ask::{Ask, DEFAULT_SOLVER},
        roads::{Refutation, Road, beam, exhaustive, exhaustive_at_first, weights},
    },
    exact,
    model::layers,
    problem::Problem,
};
use std::sync::Arc;

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

/// The most holes of a board on which exhaustion begins early from any start, and bounds on jumps
/// too: what the beam has not solved by then has mostly no solution.
const SMALL: usize = 40;

/// The most pegs of a start that exhaustion is soon done with.
const FEW_PEGS: usize = 24;

/// The most memory for exhaustion beside formulas, in bytes.
const MEMORY: u64 = 512 << 20;

/// The most nodes of a tree of bounds, with a solution's ends and rounded rows.
const NODES: usize = 4000;

/// The largest formula of model C to be refuted, in jumps times steps.
const LARGEST_REFUTATION: usize = 20_000;

/// The fewest holes of a board that is cleared window by window, if its start is almost
/// full and if it is any; the work after which formulas are tried beside on one and the
/// other; and the fewest holes where they wait until windows give up.
const WINDOWS_OF_FULL: usize = 160;
const WINDOWS: usize = 300;
const SHORTLY_ALONE: u64 = 1000;
const ALONE: u64 = 10_000;
const HUGE: usize = 1000;

/// What the plan looks at.
pub(super) struct Facts<'a> {
    problem: &'a Problem,
    ask: &'a Ask,
    refuter: Option<&'a str>,
    /// The road of large boards, if this one can be cleared so.
    windows: Option<&'a Arc<dyn Road>>,
    holes: usize,
    /// Whether all roads may be taken.
    pub(super) all: bool,
    /// Whether the start has few pegs.
    few: bool,
    /// Whether the goal fixes few pegs. Where it has them all over the board, formulas take a
    /// second and windows find nothing.
    fixes_few: bool,
}

/// A row of the plan.
struct Row {
    /// The milliseconds of work before the road begins, and its price: for `price` units of work
    /// of the formulas it gets one, for a price of 0 all that it asks for. `None`: it is not taken.
    turn: fn(&Facts<'_>) -> Option<(u64, u64)>,
    road: fn(&Facts<'_>) -> Option<Arc<dyn Road>>,
}

/// The roads beside formulas. Of two that have as much right to a turn the earlier row has it.
const ROWS: [Row; 12] = [
    Row {
        // Where a proof is wanted, the solver is asked for it: this row and the next two are left out.
        turn: |facts| facts.ask.proof.is_none().then_some((0, 1)),
        road: |_| Some(Arc::new(weights(Besides::Nothing, 0))),
    },
    Row {
        turn: |facts| match facts.leaves_most_holes_open() {
            true => facts.weights().map(|_| (0, 0)),
            false => facts.weights(),
        },
        road: |_| Some(Arc::new(weights(Besides::Nothing, 1))),
    },
    Row {
        turn: |facts| facts.weights(),
        road: |_| Some(Arc::new(weights(Besides::Ends, 1))),
    },
    Row {
        turn: |facts| (facts.can_be_listed() && facts.few).then_some((0, 1)),
        road: |_| Some(Arc::new(exhaustive(MEMORY))),
    },
    Row {
        turn: |facts| (facts.can_be_listed() && !facts.few).then_some((50, 1)),
        road: |_| Some(Arc::new(exhaustive_at_first())),
    },
    Row {
        turn: |facts| facts.can_be_searched().then_some((facts.short_roads(), 1)),
        road: |facts| Some(Arc::new(beam(facts.ask.seed))),
    },
    Row {
        turn: |facts| {
            let price = if facts.windows_often_fail() { 4 } else { 1 };
            facts.has_windows().then_some((0, price))
        },
        road: |facts| facts.windows.cloned(),
    },
    // Rounded rows without a tree are over soon, though on lattices with more than four directions
    // they take ten times as long; but not on small boards where short roads begin late.
    Row {
        turn: |facts| {
            let late = facts.trees()?;
            match facts.holes {
                ..=MOST_HOLES => facts.are_short_roads_soon().then_some((SOON, 3)),
                _ if facts.is_square() => Some((late / 16, 1)),
                _ => Some((late / 4, 1)),
            }
        },
        road: |_| Some(Arc::new(weights(Besides::Rounded, 1))),
    },
    Row {
        turn: |facts| Some((facts.trees()?, 2)),
        road: |_| Some(Arc::new(weights(Besides::Rounded, NODES))),
    },
    // On boards of the size of Wiegleb's that are as ragged, tables decide most of what other
    // weights leave, so there they go before all.
    Row {
        turn: |facts| {
            let sizes = SMALL + 1..=MOST_HOLES;
            let decides = facts.is_square()
                && is_ragged(facts.problem.board())
                && sizes.contains(&facts.holes);
            Some((facts.trees()?, u64::from(!decides)))
        },
        road: |_| Some(Arc::new(weights(Besides::Tables, 1))),
    },
    Row {
        turn: |facts| {
            let begins = match facts.problem.goal().survivors().len() {
                2.. => 100, // exhaustion comes late there
                _ if facts.few => 1000,
                _ => 30_000,
            };
            (facts.all && facts.can_be_refuted()).then_some((begins, 4))
        },
        road: |facts| {
            // Not every solver writes proofs.
            let solver = facts.refuter.unwrap_or(DEFAULT_SOLVER);
            let proof = facts.ask.proof_name.as_deref();
            Some(Arc::new(Refutation::new(facts.problem, solver, proof)))
        },
    },
    Row {
        turn: |facts| {
            let is_left = facts.can_be_searched() && !(facts.few && facts.can_be_listed());
            is_left.then_some(match facts.holes {
                _ if !facts.can_be_listed() => (2000, 1),
                holes if holes <= SMALL => (1000, 1),
                holes if holes <= MOST_HOLES => (2000, 1),
                _ => (facts.late(), 2),
            })
        },
        road: |_| Some(Arc::new(exhaustive(MEMORY))),
    },
];

impl<'a> Facts<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        ask: &'a Ask,
        model: &str,
        refuter: Option<&'a str>,
        windows: Option<&'a Arc<dyn Road>>,
    ) -> Self {
        let holes = problem.board().n_holes();
        let has_peg = |&hole: &Hole| problem.goal().fixed(hole) == Some(true);
        Facts {
            problem,
            ask,
            refuter,
            windows,
            holes,
            all: ask.takes_all_roads(model),
            few: problem.start().n_pegs() <= FEW_PEGS,
            fixes_few: (0..holes).filter(has_peg).count() <= holes / 10,
        }
    }

    /// The roads that are taken, with the milliseconds of work before each, and its price.
    pub(super) fn roads(&self) -> Vec<(Arc<dyn Road>, u64, u64)> {
        let taken = ROWS.iter().filter_map(|row| {
            let (begins, price) = (row.turn)(self)?;
            Some(((row.road)(self)?, begins, price))
        });
        taken.collect()
    }

    /// Whether exhaustion gets most of the work after a while.
    pub(super) fn hurries(&self, road: &dyn Road) -> bool {
        self.few && road.name() == "exhaustion"
    }

    /// The milliseconds of work after which formulas are tried beside windows; `None`: when those
    /// give up.
    pub(super) fn formulas_begin(&self) -> Option<u64> {
        match self.holes {
            HUGE.. => None,
            WINDOWS.. if !self.windows_often_fail() => Some(ALONE),
            _ => Some(SHORTLY_ALONE),
        }
    }

    fn can_be_searched(&self) -> bool {
        self.all && self.holes <= exact::MOST_HOLES
    }

    /// Whether exhaustion has a certificate: its lists say where one peg is that must survive, not
    /// several.
    fn can_be_listed(&self) -> bool {
        self.can_be_searched() && self.problem.goal().survivors().len() <= 1
    }

    fn can_be_refuted(&self) -> bool {
        let steps = layers::enough(self.problem).unwrap_or(0);
        let size = steps * self.problem.board().jumps().len();
        refutation::applies(self.problem) && size <= LARGEST_REFUTATION
    }

    fn has_windows(&self) -> bool {
        let is_full = self.problem.start().n_pegs() >= self.holes / 10 * 9;
        let enough = if is_full { WINDOWS_OF_FULL } else { WINDOWS };
        let is_large = self.all && self.holes >= enough;
        is_large && self.windows.is_some() && self.fixes_few
    }

    /// Whether windows, if they are tried, often fail: on a board that is not huge, from a start
    /// with few pegs for its size. Then formulas begin soon, and get most of the work.
    fn windows_often_fail(&self) -> bool {
        self.holes < HUGE && self.problem.start().n_pegs() < self.holes / 4 * 3
    }

    /// Whether roads of a few milliseconds begin soon.
    fn are_short_roads_soon(&self) -> bool {
        self.fixes_few && !self.few
    }

    /// The milliseconds of work before them.
    fn short_roads(&self) -> u64 {
        match self.are_short_roads_soon() {
            true => SOON,
            false => LATER,
        }
    }

    /// The turn and price of weights, if they are looked for: on larger boards their two linear
    /// programs take a twentieth of the work before.
    fn weights(&self) -> Option<(u64, u64)> {
        if self.ask.proof.is_some() {
            return None;
        }
        let holes = self.holes;
        let begins = match holes {
            ..=MOST_HOLES if self.few || !self.all => 0,
            ..=MOST_HOLES => self.short_roads(),
            ..=MOST_HOLES_OF_WEIGHTS if self.all => (holes * holes / 100) as u64,
            _ => return None,
        };
        Some((begins, 1))
    }

    /// Whether the goal says nothing of more than half of the holes, as where a peg is to come far
    /// (Conway's soldiers). Then a pagoda function is often all there is to find.
    fn leaves_most_holes_open(&self) -> bool {
        let goal = self.problem.goal();
        let is_open = |&hole: &Hole| goal.fixed(hole).is_none();
        goal.marks().is_some() && 2 * (0..self.holes).filter(is_open).count() > self.holes
    }

    /// The milliseconds of work before trees of bounds, and tables, if they are looked for.
    fn trees(&self) -> Option<u64> {
        (self.all && self.holes <= MOST_HOLES_OF_BOUNDS).then(|| self.late())
    }

    fn late(&self) -> u64 {
        match self.holes {
            ..=MOST_HOLES => 60,
            holes => (holes * holes / 2) as u64,
        }
    }

    fn is_square(&self) -> bool {
        let lattice = self.problem.board().lattice();
        lattice.is_some_and(|lattice| lattice.directions().len() <= 4)
    }
}

/// Whether the board fills less than three quarters of the rectangle around it.
fn is_ragged(board: &Board) -> bool {
    let extent = |along: fn(&Cell) -> i32| board.cells().iter().map(along).max().unwrap_or(0) + 1;
    let rectangle = i64::from(extent(|cell| cell.0)) * i64::from(extent(|cell| cell.1));
    4 * (board.n_holes() as i64) < 3 * rectangle
}
