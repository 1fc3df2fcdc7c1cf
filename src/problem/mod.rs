//! Problems: a board, a start and a goal; read from `.peg` files or by name.

mod block;
pub mod class;
mod drawn;
pub mod file;
mod goal;
mod named;
mod own_lines;
pub mod pagoda;
mod pairs;
pub mod regions;

pub use goal::{Goal, Survivor};
pub use named::{NAMED_PROBLEMS, ProblemNameError, all_names, named, on_a_file};
pub use pairs::{allowed_pairs, pair, up_to_symmetry};

use crate::board::{Board, Hole, JumpNumber, Position};
use std::{
    ops::RangeInclusive,
    sync::{Arc, OnceLock},
};

/// A puzzle: from `start`, by jumps, to the goal. Clones share what they hold, and
/// what was worked out of it.
#[derive(Debug, Clone)]
pub struct Problem(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    name: String,
    board: Arc<Board>,
    start: Position,
    goal: Goal,
    analysis: Analysis,
}

impl Problem {
    /// The same problem, whose cells are written with [letters](Board::lettered).
    pub fn lettered(&self) -> Self {
        let board = self.board().clone().lettered();
        Problem::new(
            self.name(),
            board,
            self.start().clone(),
            self.goal().clone(),
        )
    }

    /// A problem on this board.
    ///
    /// # Panics
    /// If start or goal are for a board with another number of holes, or the start
    /// lacks the peg that must survive.
    pub fn new(
        name: impl Into<String>,
        board: impl Into<Arc<Board>>,
        start: Position,
        goal: Goal,
    ) -> Self {
        let board = board.into();
        assert_eq!(
            start.n_holes(),
            board.n_holes(),
            "the start is for another board"
        );
        assert!(
            goal.is_for(&start),
            "the goal is for another board, or the start has no peg to survive"
        );
        // Names are printed: a file's may hold anything.
        let name = name.into().replace(acts, "?");
        let analysis = Analysis::default();
        Problem(Arc::new(Parts {
            name,
            board,
            start,
            goal,
            analysis,
        }))
    }

    /// The same by another name.
    #[must_use]
    pub fn called(&self, name: &str) -> Self {
        let (board, start) = (self.0.board.clone(), self.start().clone());
        Problem::new(name, board, start, self.goal().clone())
    }

    /// The same with another goal.
    ///
    /// # Panics
    /// If the goal is for a board with another number of holes.
    #[must_use]
    pub fn with_goal(&self, goal: Goal) -> Self {
        let (board, start) = (self.0.board.clone(), self.start().clone());
        Problem::new(self.name(), board, start, goal)
    }

    /// The problem with the same goal that begins in this position; `None` if the goal names a
    /// peg by its hole at the start, so that a position does not say where that peg is.
    ///
    /// # Panics
    /// If the position is for a board with another number of holes.
    pub fn starting(&self, position: Position) -> Option<Self> {
        let is_named = self.goal().has_survivors();
        let (name, board) = (self.name(), self.0.board.clone());
        (!is_named).then(|| Problem::new(name, board, position, self.goal().clone()))
    }

    /// The problem that is left after this jump; `None` if the jump cannot be made, or takes the
    /// peg that must survive.
    pub fn after(&self, jump: JumpNumber) -> Option<Self> {
        let jump = self.board().jumps().get(jump.0)?;
        let mut survivors = self.goal().survivors().iter();
        if !self.start().allows(jump) || survivors.any(|survivor| survivor.peg == jump.over) {
            return None;
        }
        let goal = self.goal().clone().after(jump.from, jump.to);
        let (name, board) = (self.name(), self.0.board.clone());
        Some(Problem::new(name, board, self.start().after(jump), goal))
    }

    /// What is known of it, worked out when it is first asked for.
    pub fn analysis(&self) -> &Analysis {
        &self.0.analysis
    }

    /// The name or file that the problem was asked for by.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.0.board
    }

    /// The position at the start.
    pub fn start(&self) -> &Position {
        &self.0.start
    }

    /// The goal.
    pub fn goal(&self) -> &Goal {
        &self.0.goal
    }

    /// Whether the start is what the goal asks for.
    pub fn is_solved(&self) -> bool {
        let mut survivors = self.goal().survivors().iter();
        self.accepts(self.start())
            && survivors.all(|survivor| survivor.at.is_none_or(|at| at == survivor.peg))
    }

    /// Whether the position is a final one, whichever pegs have survived.
    pub fn accepts(&self, position: &Position) -> bool {
        let as_fixed = |hole| {
            let fixed = self.0.goal.fixed(hole);
            fixed.is_none_or(|peg| peg == position.has_peg(hole))
        };
        let is_stuck = || {
            let mut jumps = self.0.board.jumps().iter();
            !jumps.any(|jump| position.allows(jump))
        };
        self.0.goal.pegs().contains(&position.n_pegs())
            && (0..position.n_holes()).all(as_fixed)
            && (self.0.goal.stuck_with().is_none() || is_stuck())
    }

    /// The fewest and most jumps that a solution can have: every jump removes
    /// one peg. `None` if the goal needs more pegs than there are.
    pub fn n_jumps(&self) -> Option<RangeInclusive<usize>> {
        let pegs = self.0.start.n_pegs();
        let goal = self.0.goal.pegs();
        let most = pegs.checked_sub(*goal.start())?;
        Some(pegs.saturating_sub(*goal.end())..=most)
    }

    /// The symmetries of the board that leave the goal as it is, the identity
    /// first.
    pub fn goal_symmetries(&self) -> Vec<&[Hole]> {
        let all = self.board().symmetries();
        let numbers = self.analysis().goal_symmetries.get_or_init(|| {
            let numbers = 0..all.len();
            numbers
                .filter(|&number| self.goal().is_fixed_by(&all[number]))
                .collect()
        });
        numbers.iter().map(|&number| &*all[number]).collect()
    }

    /// Those of them that leave the start as it is, too.
    pub fn symmetries(&self) -> Vec<&[Hole]> {
        let mut symmetries = self.goal_symmetries();
        symmetries.retain(|symmetry| self.start().image(symmetry) == *self.start());
        symmetries
    }
}

/// Whether a terminal does more with it than show it: controls, and marks that turn the direction
/// of writing or begin a line.
pub fn acts(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// What is worked out of a problem once, when it is first asked for, and passed
/// on with it: by [`class`], [`pagoda`], `regions` and [`Problem::goal_symmetries`].
#[derive(Debug, Default)]
pub struct Analysis {
    goal_symmetries: OnceLock<Vec<usize>>,
    finishes: OnceLock<Vec<bool>>,
    allows: OnceLock<bool>,
    pagoda: OnceLock<Option<Vec<i64>>>,
    regions: OnceLock<regions::Regions>,
}

/// For each hole, whether a peg can come there from this hole by jumps, as far as
/// the board's shape tells.
pub fn track(board: &Board, hole: Hole) -> Vec<bool> {
    let mut ends = vec![Vec::new(); board.n_holes()];
    for jump in board.jumps() {
        ends[jump.from].push(jump.to);
    }
    let mut track = vec![false; board.n_holes()];
    track[hole] = true;
    let mut fresh = vec![hole];
    while let Some(from) = fresh.pop() {
        for &to in &ends[from] {
            if !std::mem::replace(&mut track[to], true) {
                fresh.push(to);
            }
        }
    }
    track
}
