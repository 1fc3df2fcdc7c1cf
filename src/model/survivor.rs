//! Pegs that must survive (one of the goals in Persson, *Kan ett datorprogram spela
//! solitär?*, 2010).
//!
//! **Variables.** `survivor[h,t]` = the peg is in hole h before step t, for the holes
//! that it can come to (its [track]). In C steps are jumps; in E there is a value for
//! each hole between two jumps of a pass that may move the peg there.
//!
//! **Constraints**, of each such peg. The peg is where it starts; and for each jump x from a over b to c:
//! 1. `survivor[a] ∧ x ⟹ survivor'[c]`;
//! 2. `survivor[h] ⟹ survivor'[h] ∨ x₁ ∨ … ∨ xₖ`, where these are the jumps from h;
//! 3. `x ⟹ ¬survivor[b]`.
//!
//! No more is needed: `survivor` is true where the peg is, and whatever else is true only
//! forbids jumps. Of several pegs each that is to end in a certain hole is in no other at the end.
//! C states too that there is a peg where `survivor` is true, and E that the
//! peg has left where it jumped from.
//!
//! **Size** on a track of h holes, left by j jumps: in C at most h(n+1) variables and n(2j +
//! 2h) clauses; in E two variables and up to five clauses for each jump of a pass that may
//! move the peg.

use super::{
    Encoding, Meaning, Moves, States,
    value::{Value, add_clause},
};
use crate::{
    board::{Board, Cell, Hole, Jump},
    formula::Lit,
    problem::{self, Problem, track},
};

/// States it of model C, of each peg that must survive.
pub(super) fn post(encoding: &mut Encoding, problem: &Problem, states: &States, moves: &Moves) {
    let survivors = problem.goal().survivors();
    if !survivors.is_empty() {
        encoding
            .formula
            .family("where the peg is that must survive");
    }
    for survivor in survivors {
        post_one(encoding, problem, survivor, states, moves);
    }
}

/// Where a peg starts, as variables say it: of several.
fn named(problem: &Problem, peg: Hole) -> Option<Cell> {
    let is_one_of_several = problem.goal().survivors().len() > 1;
    is_one_of_several.then(|| problem.board().cell(peg))
}

fn post_one(
    encoding: &mut Encoding,
    problem: &Problem,
    survivor: &problem::Survivor,
    states: &States,
    moves: &Moves,
) {
    let board = problem.board();
    let peg = named(problem, survivor.peg);
    let track = track(board, survivor.peg);
    let row = |t: usize, encoding: &mut Encoding| -> Vec<Option<Lit>> {
        let on_track = track.iter().zip(board.cells());
        let step = t + 1;
        let meaning = |hole| Meaning::Survivor { step, hole, peg };
        on_track
            .map(|(&on, &cell)| on.then(|| encoding.new_lit(meaning(cell))))
            .collect()
    };
    let at: Vec<_> = (0..states.at.len()).map(|t| row(t, encoding)).collect();
    let formula = &mut encoding.formula;
    let at_start = at[0][survivor.peg].into_iter().collect::<Vec<Lit>>();
    formula.add_clause(&at_start);
    if let (Some(end), Some(last), Some(_)) = (survivor.at, at.last(), peg) {
        let others = last.iter().enumerate().filter(|&(hole, _)| hole != end);
        for lit in others.filter_map(|(_, lit)| *lit) {
            formula.add_clause(&[!lit]);
        }
    }
    for (survivor, state) in at.iter().zip(&states.at) {
        for (&survivor, &peg) in survivor.iter().zip(state) {
            if let Some(survivor) = survivor {
                formula.add_implication(survivor, peg);
            }
        }
    }
    for t in 0..moves.n_steps() {
        if formula.is_full() {
            break;
        }
        let jumps = || board.jumps().iter().zip(moves.jumps(t));
        for (hole, (before, after)) in at[t].iter().zip(&at[t + 1]).enumerate() {
            let (Some(before), &Some(after)) = (*before, after) else {
                continue;
            };
            let mut stays = vec![!before, after];
            for (jump, &x) in jumps() {
                match (jump.from == hole, at[t + 1][jump.to]) {
                    (true, Some(to)) => {
                        stays.push(x);
                        formula.add_clause(&[!before, !x, to]);
                    }
                    _ if jump.over == hole => formula.add_implication(x, !before),
                    _ => {}
                }
            }
            formula.add_clause(&stays);
        }
    }
}

/// Where a peg is on its way through the passes of model E.
pub(super) struct Survivor<'a> {
    board: &'a Board,
    /// Whether it is in the hole.
    at: Vec<Value>,
    /// Where it is to end.
    end: Option<Hole>,
    /// Where it starts, if it is one of several.
    peg: Option<Cell>,
}

impl<'a> Survivor<'a> {
    /// At the start, each that must survive.
    pub(super) fn all(problem: &'a Problem) -> Vec<Self> {
        let of = |survivor: &problem::Survivor| {
            let holes = 0..problem.board().n_holes();
            Survivor {
                board: problem.board(),
                at: holes
                    .map(|hole| Value::Known(hole == survivor.peg))
                    .collect(),
                end: survivor.at,
                peg: named(problem, survivor.peg),
            }
        };
        problem.goal().survivors().iter().map(of).collect()
    }

    /// That it is where it is to end.
    pub(super) fn end(&self, encoding: &mut Encoding) {
        if let (Some(end), Some(_)) = (self.end, self.peg) {
            let others = self.at.iter().enumerate().filter(|&(hole, _)| hole != end);
            others.for_each(|(_, &value)| add_clause(encoding, &[!value]));
        }
    }

    /// Takes in a jump, made if `x` is true.
    pub(super) fn jump(&mut self, encoding: &mut Encoding, jump: &Jump, x: Lit, layer: usize) {
        let made = Value::Lit(x);
        add_clause(encoding, &[!made, !self.at[jump.over]]);
        let (from, to) = (self.at[jump.from], self.at[jump.to]);
        if from == Value::Known(false) {
            return;
        }
        let mut later = |hole| {
            let hole = self.board.cell(hole);
            let (step, peg) = (layer, self.peg);
            Value::Lit(encoding.new_lit(Meaning::Survivor { step, hole, peg }))
        };
        let (left, came) = (later(jump.from), later(jump.to));
        add_clause(encoding, &[!from, !made, came]);
        add_clause(encoding, &[!to, came]);
        add_clause(encoding, &[!from, made, left]);
        add_clause(encoding, &[!left, !made]);
        add_clause(encoding, &[!left, from]);
        (self.at[jump.from], self.at[jump.to]) = (left, came);
    }
}
