//! A window's question, and who answers it: model E in two layers or three, with a limit on
//! the number of jumps.

use super::super::{error::EngineError, task::Task};
use crate::{
    board::{Board, Cell, Hole, JumpNumber, Lattice, Position, picture::Mark},
    formula::{Encoders, Lit, Relation, Shuffled, cubes},
    model::{Meaning, Model, Options, Order, e::E},
    problem::{Goal, Problem, class},
    solution::decode,
    solver::{self, Context, Verdict},
    watch::{Stop, Watch},
};
use std::{collections::HashMap, ops::RangeInclusive};

/// A part of a board and what is to become of it.
pub(super) struct Window {
    pub(super) cells: Vec<Cell>,
    /// Of each cell, whether it has a peg.
    pub(super) pegs: Vec<bool>,
    /// What it is to have.
    pub(super) marks: Vec<Mark>,
    /// How many pegs may be lost besides those in cells that are to be empty.
    pub(super) lost: usize,
    /// The work after which the question counts as refused.
    pub(super) work: u64,
}

impl Window {
    /// The left-most column and the top-most row.
    fn corner(&self) -> Cell {
        let left = self.cells.iter().map(|cell| cell.0).min();
        let top = self.cells.iter().map(|cell| cell.1).min();
        (left.unwrap_or(0), top.unwrap_or(0))
    }

    /// As a problem of its own, and for each of its holes the place of its cell here.
    ///
    /// # Panics
    /// If there is no cell, or more than a board has.
    pub(super) fn problem(&self, lattice: Lattice) -> (Problem, Vec<Hole>) {
        let board = Board::new(lattice, self.cells.iter().copied());
        let board = board.expect("a part of a board is one");
        let (left, top) = self.corner();
        let mut place_at = HashMap::new();
        for (place, &(x, y)) in self.cells.iter().enumerate() {
            place_at.insert((x - left, y - top), place);
        }
        let places = board.cells().iter().map(|cell| place_at[cell]);
        let places: Vec<usize> = places.collect();
        let pegs = (0..board.n_holes()).filter(|&hole| self.pegs[places[hole]]);
        let start = Position::of(board.n_holes(), pegs);
        let goal = places.iter().map(|&place| self.marks[place]).collect();
        let problem = Problem::new("window", board, start, Goal::picture(goal));
        (problem, places)
    }

    /// What makes it the same question as another one, wherever they lie.
    fn key(&self) -> Vec<u8> {
        let (left, top) = self.corner();
        let mut key = vec![self.lost as u8];
        for ((&(x, y), &peg), &mark) in self.cells.iter().zip(&self.pegs).zip(&self.marks) {
            let mark = match mark {
                Mark::Peg => 0,
                Mark::Empty => 1,
                Mark::Either => 2,
            };
            // A window is less than 256 cells wide.
            key.extend([(x - left) as u8, (y - top) as u8, 4 * u8::from(peg) + mark]);
        }
        key
    }
}

/// Jumps by the places of the cells that they begin and end in.
type Jumps = Vec<(usize, usize)>;

/// Numbers of layers that are tried. One layer alone finds less and takes longer; a fourth
/// hardly ever finds an answer where these have none.
const LAYERS: RangeInclusive<usize> = 2..=3;

/// The order of their jumps: with it windows are answered soonest.
const ORDER: Order = Order::Packages;

/// Answers windows, each once.
pub(super) struct WindowSolver {
    lattice: Lattice,
    solver: String,
    first_seed: u64,
    /// Other seeds give other answers.
    pub(super) seed: u64,
    answers: HashMap<Vec<u8>, Option<Jumps>>,
    answers_of: u64,
}

/// The most answers that are kept.
const MOST_ANSWERS: usize = 1 << 16;

impl WindowSolver {
    pub(super) fn new(lattice: Lattice, task: &Task) -> Self {
        WindowSolver {
            lattice,
            solver: task.solver.clone(),
            first_seed: task.seed,
            seed: 0,
            answers: HashMap::new(),
            answers_of: 0,
        }
    }

    /// Jumps that make of the window what is wanted; `None` if none were found.
    pub(super) fn ask(
        &mut self,
        window: &Window,
        watch: &Watch,
    ) -> Result<Option<Jumps>, EngineError> {
        if self.answers_of != self.seed || self.answers.len() >= MOST_ANSWERS {
            self.answers.clear();
            self.answers_of = self.seed;
        }
        let key = window.key();
        if let Some(answer) = self.answers.get(&key) {
            return Ok(answer.clone());
        }
        let answer = self.answer(window, watch)?;
        self.answers.insert(key, answer.clone());
        Ok(answer)
    }

    fn answer(&self, window: &Window, watch: &Watch) -> Result<Option<Jumps>, EngineError> {
        let (problem, places) = window.problem(self.lattice);
        if problem.n_jumps().is_none() || !class::allows(&problem) {
            return Ok(None);
        }
        let cells = window.pegs.iter().zip(&window.marks);
        let cleared = cells.filter(|&(&peg, &mark)| peg && mark == Mark::Empty);
        let most = cleared.count() + window.lost;
        let watch = watch.within(window.work);
        for layers in LAYERS {
            match self.by_formula(&problem, layers, most, &watch) {
                Ok(None) => {}
                Ok(Some(jumps)) => {
                    let ends = |&number: &JumpNumber| {
                        let jump = problem.board().jump(number);
                        (places[jump.from], places[jump.to])
                    };
                    return Ok(Some(jumps.iter().map(ends).collect()));
                }
                Err(EngineError::Stopped(Stop::Work)) => break,
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    /// At most `most` jumps, by a formula of `layers` layers.
    fn by_formula(
        &self,
        problem: &Problem,
        layers: usize,
        most: usize,
        watch: &Watch,
    ) -> Result<Option<Vec<JumpNumber>>, EngineError> {
        let options = Options {
            order: ORDER,
            layers: Some(layers),
            ..Options::default()
        };
        let model: &dyn Model = &E;
        let mut encoding = model.encode(problem, &options, watch)?;
        let mut formula = std::mem::take(&mut encoding.formula);
        let meanings = encoding.meanings.iter().enumerate();
        let moves = meanings.filter(|(_, meaning)| matches!(meaning, Meaning::Move { .. }));
        let made = moves.map(|(v, _)| (Lit::positive(v as u32), 1));
        formula.add_linear(made, Relation::AtMost, most as isize);
        let cnf = formula.into_cnf(&Encoders::default())?;
        if cubes::refutes(&cnf) {
            return Ok(None);
        }
        let seed = self.first_seed.wrapping_mul(1009) + self.seed;
        let shuffled = Shuffled::new(cnf, seed % (1 << 53));
        let backend = solver::by_name(&self.solver)?;
        match backend.solve(&shuffled.cnf, Context::new(watch))? {
            Verdict::Satisfiable(assignment) => {
                let assignment = shuffled.original(assignment);
                let jumps = decode::jumps(problem.board(), &encoding.meanings, &assignment);
                Ok(Some(jumps))
            }
            Verdict::Unsatisfiable | Verdict::Unknown => Ok(None),
        }
    }
}
