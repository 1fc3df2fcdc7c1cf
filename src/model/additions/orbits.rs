//! What mirrors each other in a symmetric state: the symmetries of a goal that self-symmetry
//! speaks of, and which jumps they leave.

use super::ModelError;
use crate::{
    board::{Board, Hole, JumpNumber, Lattice, Position},
    problem::Problem,
};

/// The most moves that it may speak of.
const MAX_DEPTH: usize = 64;

/// The moves that it speaks of where no number is given: those that need no board states.
pub(super) const PLAIN_DEPTH: usize = 2;

/// The word for all symmetries but reflections in a diagonal.
const AXES: &str = "axes";

/// How many moves, and whether diagonals are left out.
pub(super) fn read(value: &str) -> Option<(usize, bool)> {
    let (depth, is_axes) = match value.split_once(':') {
        Some((depth, AXES)) => (depth, true),
        Some(_) => return None,
        None if value == AXES => ("", true),
        None => (value, false),
    };
    if depth.is_empty() {
        return (!value.starts_with(':')).then_some((PLAIN_DEPTH, is_axes));
    }
    let number = depth.parse().ok()?;
    ((1..=MAX_DEPTH).contains(&number) && depth == number.to_string()).then_some((number, is_axes))
}

/// Why it is refused.
fn refused(reason: &str) -> ModelError {
    ModelError::Refused {
        addition: "self".into(),
        reason: reason.into(),
    }
}

/// Why it is refused where start and goal have no symmetry.
pub(in crate::model) fn no_symmetry() -> ModelError {
    refused("no symmetry keeps both start and goal; leave self out")
}

/// Why its values are refused where steps are sweeps.
pub(in crate::model) fn of_moves() -> ModelError {
    refused("model S takes it as 'self' alone: of the first two sweeps, by all symmetries")
}

/// The symmetries that it speaks of, and of how many moves.
pub(super) struct Orbits<'a> {
    problem: &'a Problem,
    pub(super) depth: usize,
    symmetries: Vec<(&'a [Hole], Vec<JumpNumber>)>,
}

impl<'a> Orbits<'a> {
    /// What follows `self=`.
    ///
    /// # Errors
    /// If no symmetry is left, or the board has no diagonals to leave out.
    pub(super) fn of(problem: &'a Problem, value: &str) -> Result<Self, ModelError> {
        let (depth, is_axes) = read(value).unwrap_or((PLAIN_DEPTH, false));
        let board = problem.board();
        if is_axes && !matches!(board.lattice(), Some(Lattice::Square | Lattice::Diagonal)) {
            return Err(refused("this board has no axes; leave axes out"));
        }
        let mut symmetries = problem.goal_symmetries();
        if is_axes {
            symmetries.retain(|symmetry| !is_diagonal(board, symmetry));
        }
        let with_images = symmetries
            .iter()
            .map(|&symmetry| (symmetry, board.jump_images(symmetry)));
        let orbits = Orbits {
            problem,
            depth,
            symmetries: with_images.collect(),
        };
        let fixes_start = |symmetry: &&[Hole]| problem.start().image(symmetry) == *problem.start();
        if depth <= PLAIN_DEPTH && symmetries.iter().filter(|one| fixes_start(one)).count() < 2 {
            return Err(no_symmetry());
        }
        match symmetries.len() {
            0 | 1 => Err(refused("no symmetry keeps the goal; leave self out")),
            _ => Ok(orbits),
        }
    }

    /// The jumps possible in `state`, after so many moves: those that are left, the least of their
    /// orbits under the symmetries that fix the state, and the others.
    pub(super) fn split(
        &self,
        moves: usize,
        state: &Position,
    ) -> (Vec<JumpNumber>, Vec<JumpNumber>) {
        let fixing: Vec<&Vec<JumpNumber>> = match moves < self.depth {
            true => self.fixing(state).collect(),
            false => Vec::new(),
        };
        let possible = self.problem.board().possible(state);
        possible.partition(|&jump| fixing.iter().all(|images| images[jump.0] >= jump))
    }

    /// The images of jumps under each symmetry that fixes the state.
    pub(super) fn fixing(&self, state: &Position) -> impl Iterator<Item = &Vec<JumpNumber>> {
        let symmetries = self.symmetries.iter();
        let fixing = symmetries.filter(|(symmetry, _)| state.image(symmetry) == *state);
        fixing.map(|(_, images)| images)
    }

    /// Whether it leaves these first moves.
    pub(super) fn leave(&self, row: &[JumpNumber]) -> bool {
        let mut state = self.problem.start().clone();
        row.iter().enumerate().all(|(moves, &jump)| {
            let is_left = self.split(moves, &state).0.contains(&jump);
            state = state.after(self.problem.board().jump(jump));
            is_left
        })
    }

    /// The sequences of first moves with one more.
    pub(super) fn extended(&self, row: &[JumpNumber]) -> Vec<Vec<JumpNumber>> {
        let board = self.problem.board();
        let start = self.problem.start().clone();
        let moves = row.iter().map(|&jump| board.jump(jump));
        let state = moves.fold(start, |state, jump| state.after(jump));
        let with = |jump| row.iter().copied().chain([jump]).collect();
        board.possible(&state).map(with).collect()
    }
}

/// Whether it exchanges rows and columns, and is no rotation.
fn is_diagonal(board: &Board, symmetry: &[Hole]) -> bool {
    let cells = || board.cells().iter().zip(symmetry);
    let is_constant = |along: &dyn Fn((i32, i32), (i32, i32)) -> i32| {
        let mut all = cells().map(|(&from, &to)| along(from, board.cells()[to]));
        let first = all.next();
        all.all(|one| Some(one) == first)
    };
    let turns = |sign: i32| {
        is_constant(&|(x, _), to| to.1 - sign * x) && is_constant(&|(_, y), to| to.0 - sign * y)
    };
    turns(1) || turns(-1)
}
