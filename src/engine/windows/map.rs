//! The board as windows see it: what lies beside what, and how far from the finish.

use crate::{
    board::{Board, Cell, Hole, JumpNumber, Lattice, Position},
    problem::{Goal, Problem},
};
use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap, VecDeque},
};

/// A step along the lattice; one across a square.
pub(super) const STEP: u32 = 10;
const DIAGONAL: u32 = 14;

/// A board, its distances, and what is to become of it.
pub(super) struct Map<'a> {
    pub(super) board: &'a Board,
    lattice: Lattice,
    /// For each hole whether the goal wants a peg, none, or does not care.
    pub(super) goal: Vec<Option<bool>>,
    near: Vec<Vec<Hole>>,
    /// How far each hole is from the finish, along the board.
    pub(super) far: Vec<u32>,
    /// The numbers of the jumps into each hole.
    pub(super) jumps_to: Vec<Vec<JumpNumber>>,
    numbers: HashMap<(Hole, Hole), JumpNumber>,
}

impl<'a> Map<'a> {
    pub(super) fn new(
        board: &'a Board,
        lattice: Lattice,
        goal: Vec<Option<bool>>,
        finish: Hole,
    ) -> Self {
        let near = neighbours(board, lattice);
        let numbers = board.numbered_jumps();
        Map {
            board,
            lattice,
            goal,
            far: distances(board, lattice, &near, finish),
            near,
            jumps_to: by_end(board),
            numbers: numbers
                .map(|(number, jump)| ((jump.from, jump.to), number))
                .collect(),
        }
    }

    /// Whether the hole is as the goal has it.
    pub(super) fn is_settled(&self, hole: Hole, position: &Position) -> bool {
        self.goal[hole].is_none_or(|peg| peg == position.has_peg(hole))
    }

    /// These holes, in rising order, as a board of their own, whose holes are in the same order.
    ///
    /// # Panics
    /// If there is none.
    pub(super) fn part(&self, holes: &[Hole], position: &Position, goal: Goal) -> Problem {
        let cells = holes.iter().map(|&hole| self.board.cell(hole));
        let board = Board::new(self.lattice, cells);
        let board = board.expect("a part of a board is one");
        let pegs = (0..holes.len()).filter(|&place| position.has_peg(holes[place]));
        let start = Position::of(holes.len(), pegs);
        Problem::new("window", board, start, goal)
    }

    /// The numbers here of jumps in such a part.
    pub(super) fn jumps(
        &self,
        holes: &[Hole],
        part: &Problem,
        jumps: &[JumpNumber],
    ) -> Vec<JumpNumber> {
        let number = |&number: &JumpNumber| {
            let jump = part.board().jump(number);
            self.numbers[&(holes[jump.from], holes[jump.to])]
        };
        jumps.iter().map(number).collect()
    }

    /// The distance of two holes through the air, squared.
    pub(super) fn apart(&self, one: Hole, other: Hole) -> i64 {
        let ((x, y), (a, b)) = (self.board.cell(one), self.board.cell(other));
        i64::from(x - a).pow(2) + i64::from(y - b).pow(2)
    }

    /// Holes within `radius` steps, by number, with their steps.
    pub(super) fn around(&self, hole: Hole, radius: usize) -> Vec<(Hole, usize)> {
        let mut steps = HashMap::from([(hole, 0)]);
        self.spread(&mut steps, vec![hole], radius, |_| true);
        let mut around: Vec<(Hole, usize)> = steps.into_iter().collect();
        around.sort_unstable();
        around
    }

    /// All holes within the least number of steps that gives at least `holes` of them.
    pub(super) fn at_least(&self, hole: Hole, holes: usize) -> Vec<(Hole, usize)> {
        let mut around = self.around(hole, 2);
        for radius in 3.. {
            let before = around.len();
            if before >= holes {
                break;
            }
            around = self.around(hole, radius);
            if around.len() == before {
                break; // the whole board
            }
        }
        around
    }

    /// Adds to `steps` the holes within `most` steps of those that are there.
    pub(super) fn spread(
        &self,
        steps: &mut HashMap<Hole, usize>,
        from: Vec<Hole>,
        most: usize,
        within: impl Fn(Hole) -> bool,
    ) {
        let mut next = VecDeque::from(from);
        while let Some(hole) = next.pop_front() {
            let step = steps[&hole] + 1;
            for &other in self.near[hole].iter().filter(|_| step <= most) {
                if within(other) && !steps.contains_key(&other) {
                    steps.insert(other, step);
                    next.push_back(other);
                }
            }
        }
    }
}

/// The holes beside each hole, across squares too.
fn neighbours(board: &Board, lattice: Lattice) -> Vec<Vec<Hole>> {
    let mut directions: Vec<Cell> = lattice.directions().to_vec();
    if lattice == Lattice::Square {
        directions.extend([(1, 1), (1, -1), (-1, 1), (-1, -1)]);
    }
    let beside = |&(x, y): &Cell| {
        let cells = directions.iter().map(|(dx, dy)| (x + dx, y + dy));
        cells.filter_map(|cell| board.hole_at(cell)).collect()
    };
    board.cells().iter().map(beside).collect()
}

/// How far each hole is from this one along the board.
fn distances(board: &Board, lattice: Lattice, near: &[Vec<Hole>], from: Hole) -> Vec<u32> {
    let mut far = vec![u32::MAX; board.n_holes()];
    let mut next = BinaryHeap::from([(Reverse(0), from)]);
    far[from] = 0;
    while let Some((Reverse(distance), hole)) = next.pop() {
        if distance > far[hole] {
            continue;
        }
        let (x, y) = board.cell(hole);
        for &other in &near[hole] {
            let (a, b) = board.cell(other);
            let is_diagonal = lattice != Lattice::Triangular && a != x && b != y;
            let distance = distance + if is_diagonal { DIAGONAL } else { STEP };
            if distance < far[other] {
                far[other] = distance;
                next.push((Reverse(distance), other));
            }
        }
    }
    far
}

/// The numbers of the jumps into each hole.
fn by_end(board: &Board) -> Vec<Vec<JumpNumber>> {
    let mut jumps_to = vec![Vec::new(); board.n_holes()];
    for (number, jump) in board.numbered_jumps() {
        jumps_to[jump.to].push(number);
    }
    jumps_to
}
