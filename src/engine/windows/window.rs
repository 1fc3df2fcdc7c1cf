//! A window's question, and who answers it: model E in two layers or three, with a limit on
//! the number of jumps.

use super::super::{ask::Ask, error::EngineError};
use crate::{
    board::{Hole, JumpNumber},
    formula::{AtMostOne, Lit, Relation, Shuffled, cubes},
    model::{Meaning, Options, Order, e::E},
    problem::{Problem, class, file},
    solution::decode,
    solver::{self, Context, Verdict},
    watch::{Stop, Watch},
};
use std::{collections::HashMap, ops::RangeInclusive};

/// A part of a board and what is to become of it.
pub(super) struct Window {
    pub(super) part: Problem,
    /// How many pegs may be lost besides those in holes that are to be empty.
    pub(super) lost: usize,
    /// The work after which the question counts as refused.
    pub(super) work: u64,
}

/// Numbers of layers that are tried. One layer alone finds less and takes longer; a fourth
/// hardly ever finds an answer where these have none.
const LAYERS: RangeInclusive<usize> = 2..=3;

/// The order of their jumps: with it windows are answered soonest.
const ORDER: Order = Order::Packages;

/// Answers windows, each once.
pub(super) struct WindowSolver {
    solver: String,
    first_seed: u64,
    /// Other seeds give other answers.
    pub(super) seed: u64,
    /// By the pegs that may be lost and the text of the part, wherever it lies.
    answers: HashMap<(usize, String), Option<Vec<JumpNumber>>>,
    answers_of: u64,
}

/// The most answers that are kept.
const MOST_ANSWERS: usize = 1 << 16;

impl WindowSolver {
    pub(super) fn new(ask: &Ask) -> Self {
        WindowSolver {
            solver: ask.solver.clone(),
            first_seed: ask.seed,
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
    ) -> Result<Option<Vec<JumpNumber>>, EngineError> {
        if self.answers_of != self.seed || self.answers.len() >= MOST_ANSWERS {
            self.answers.clear();
            self.answers_of = self.seed;
        }
        let key = (window.lost, file::write(&window.part));
        if let Some(answer) = self.answers.get(&key) {
            return Ok(answer.clone());
        }
        let answer = self.answer(window, watch)?;
        self.answers.insert(key, answer.clone());
        Ok(answer)
    }

    fn answer(
        &self,
        window: &Window,
        watch: &Watch,
    ) -> Result<Option<Vec<JumpNumber>>, EngineError> {
        let problem = &window.part;
        if problem.n_jumps().is_none() || !class::allows(problem) {
            return Ok(None);
        }
        let is_cleared = |hole: &Hole| problem.goal().fixed(*hole) == Some(false);
        let cleared = problem.start().pegs().filter(is_cleared);
        let most = cleared.count() + window.lost;
        let watch = watch.within(window.work);
        for layers in LAYERS {
            match self.by_formula(problem, layers, most, &watch) {
                Ok(None) => {}
                Err(EngineError::Stopped(Stop::Work)) => break,
                found => return found,
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
        let mut encoding = E.encode(problem, &options, watch)?;
        let mut formula = std::mem::take(&mut encoding.formula);
        let meanings = encoding.meanings.iter().enumerate();
        let moves = meanings.filter(|(_, meaning)| matches!(meaning, Meaning::Move { .. }));
        let made = moves.map(|(v, _)| (Lit::positive(v as u32), 1));
        formula.add_linear(made, Relation::AtMost, most as isize);
        let cnf = formula.into_cnf(AtMostOne::default())?;
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
