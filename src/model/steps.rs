//! What the step-by-step models A, B and C share: moves, states, and the
//! decision which constraint families the paper calls the same.
//!
//! Steps and states are counted from 0 here and from 1 in [`Meaning`]s, as in
//! the paper: `moves.at[t]` leads from `states.at[t]` to `states.at[t + 1]`.

use super::{Encoding, Meaning, ModelError};
use crate::{
    formula::{FormulaError, Lit, MAX_VARIABLES},
    problem::Problem,
};
use std::ops::RangeInclusive;

/// The fewest and most steps of a solution.
pub(super) fn steps(problem: &Problem) -> Result<RangeInclusive<usize>, ModelError> {
    let steps = problem.n_jumps().unwrap_or(0..=0);
    let a_step = (problem.board().jumps().len() + problem.board().n_holes() + 1) as u64;
    match a_step * (*steps.end() as u64 + 1) {
        0..=MAX_VARIABLES => Ok(steps),
        _ => Err(FormulaError::TooLarge.into()),
    }
}

/// Variables `moves[t] = jump`, a row a step.
#[derive(Debug)]
pub struct Moves {
    /// `at[t][jump]`; where idling is possible there is one literal more.
    pub at: Vec<Vec<Lit>>,
    n_jumps: usize,
}

impl Moves {
    /// Makes the variables of steps `0..most`, requires exactly one a step, and
    /// lets steps from `fewest` on be idle, once the goal is reached. Goals
    /// with a fixed number of pegs leave no room for idling.
    pub fn declare(
        encoding: &mut Encoding,
        problem: &Problem,
        steps: &RangeInclusive<usize>,
    ) -> Self {
        let n_jumps = problem.board().jumps().len();
        let mut at = Vec::new();
        for t in 0..*steps.end() {
            let step = t + 1;
            let jumps = problem.board().jump_numbers();
            let mut lits = encoding.new_lits(jumps.map(|jump| Meaning::Move { step, jump }));
            if t >= *steps.start() {
                lits.push(encoding.new_lit(Meaning::Idle { step }));
            }
            encoding.formula.family("exactly one jump a step");
            encoding.formula.add_exactly_one(lits.clone());
            at.push(lits);
        }
        encoding.formula.family("no jump after the last");
        let moves = Moves { at, n_jumps };
        for t in 1..moves.n_steps() {
            if let (Some(idle), Some(still)) = (moves.idle(t - 1), moves.idle(t)) {
                encoding.formula.add_implication(idle, still);
            }
        }
        moves
    }

    /// The number of steps.
    pub fn n_steps(&self) -> usize {
        self.at.len()
    }

    /// The number of steps, from the first, that cannot be idle.
    pub fn n_certain(&self) -> usize {
        (0..self.n_steps())
            .take_while(|&t| self.idle(t).is_none())
            .count()
    }

    /// The literals of step `t`, by jump.
    pub fn jumps(&self, t: usize) -> &[Lit] {
        &self.at[t][..self.n_jumps]
    }

    /// The literal for no jump at step `t`, if that is possible.
    pub fn idle(&self, t: usize) -> Option<Lit> {
        self.at[t].get(self.n_jumps).copied()
    }
}

/// Variables `bState[hole, t]`, a row a time.
#[derive(Debug)]
pub struct States {
    /// `at[t][hole]`, for t from 0 to the number of steps.
    pub at: Vec<Vec<Lit>>,
}

impl States {
    /// Makes the variables for `n_steps` steps, and fixes start and goal.
    pub fn declare(encoding: &mut Encoding, problem: &Problem, n_steps: usize) -> Self {
        let cells = problem.board().cells().iter();
        let row = |step| {
            let holes = cells.clone();
            encoding.new_lits(holes.map(|&hole| Meaning::State { step, hole }))
        };
        let at: Vec<Vec<Lit>> = (1..=n_steps + 1).map(row).collect();
        encoding.formula.family("the start");
        for (hole, &lit) in at[0].iter().enumerate() {
            encoding
                .formula
                .add_clause(&[signed(lit, problem.start().has_peg(hole))]);
        }
        encoding.formula.family("the goal");
        for (hole, &lit) in at[n_steps].iter().enumerate() {
            if let Some(peg) = problem.goal().fixed(hole) {
                encoding.formula.add_clause(&[signed(lit, peg)]);
            }
        }
        States { at }
    }
}

/// The literal or its negation.
pub(super) fn signed(lit: Lit, positive: bool) -> Lit {
    if positive { lit } else { !lit }
}

/// For each hole the jumps that change it, by what they do there.
pub(super) struct Changes {
    /// `PegIn(hole)`: jumps that bring a peg.
    pub(super) peg_in: Vec<Vec<usize>>,
    /// `PegOut(hole)`: jumps that take the peg, by leaving or by leaping over.
    pub(super) peg_out: Vec<Vec<usize>>,
}

impl Changes {
    pub(super) fn of(problem: &Problem) -> Self {
        let n_holes = problem.board().n_holes();
        let mut changes = Changes {
            peg_in: vec![Vec::new(); n_holes],
            peg_out: vec![Vec::new(); n_holes],
        };
        for (number, jump) in problem.board().jumps().iter().enumerate() {
            changes.peg_out[jump.from].push(number);
            changes.peg_out[jump.over].push(number);
            changes.peg_in[jump.to].push(number);
        }
        changes
    }
}
