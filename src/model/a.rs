//! Model A, the integer program (Jefferson, Miguel, Miguel and Tarim 2006, §2.1).
//!
//! **Variables**, all 0/1. `M[i,j,t,d]` = the peg of hole i,j jumps in direction
//! d at step t, one for each jump and step; `bState[i,j,t]` for t = 1..n+1.
//!
//! **Constraints.** For each jump and step t
//! - (2)-(13): `M ≤ bState[from,t]`, `M ≤ bState[over,t]`, `M ≤ 1 - bState[to,t]`.
//!
//! With `aggregated` these three are one, `3M ≤ bState[from,t] + bState[over,t] + 1 -
//! bState[to,t]`, as in MIPLIB's `peg-solitaire-a3`, whose 4,587 rows and 4,552
//! columns are those of `french/free:0,2`.
//!
//! For each hole h and step t, a linear equation over up to 14 variables
//! - (14): `bState[h,t] - bState[h,t+1] = out - in`, where `out` is the sum of the
//!   moves at t that take the peg of h, and `in` of those that bring one.
//!
//! For each step
//! - (15): `Σ M[·,·,t,·] = 1`.
//!
//! The start is fixed. The paper maximises the pegs in the goal's holes at the
//! end; a solution is where all are there, so the goal is required here, and
//! the objective is kept for the formats that have one (OPB, LP, MPS; addition `objective`). For the SAT
//! solver (14) goes through a pseudo-Boolean encoding as the equation that it
//! is (weights ±1: rustsat's totalizer).
//!
//! For Fool's Solitaire (§7): steps after the dead end are idle, and there is an
//! indicator `C[i,j,I]` for each hole i,j and the last state I: the peg of i,j can
//! jump.
//! - `bState[from,I] + bState[over,I] - bState[to,I] - C[from,I] ≤ 1` for each
//!   jump, and `Σ C = 0`.
//!
//! **Size** on a board of h holes and j jumps: h(n+1) + jn variables and
//! n(3j + h + 1) constraints, 8,122 on central; the clauses of (14) come on top.

use super::{
    Encoding, Meaning, Model, ModelError, Moves, Options, PLAIN, States,
    additions::{AGGREGATED, aggregated, objective},
    steps::{self, Changes},
};
use crate::{
    board::Hole,
    formula::{Lit, Relation},
    problem::Problem,
    watch::Watch,
};

/// Model A.
pub const A: Model = Model {
    name: "A",
    summary: "integer program: states, moves, and a linear equation a hole and step",
    rows_a_step: [3, 1, 1],
    state,
    ..PLAIN
};

fn state(problem: &Problem, options: &Options, watch: &Watch) -> Result<Encoding, ModelError> {
    let steps = steps::steps(problem)?;
    let mut encoding = Encoding::watched(watch);
    let states = States::declare(&mut encoding, problem, *steps.end());
    let moves = Moves::declare(&mut encoding, problem, &steps); // with (15)
    let changes = Changes::of(problem);
    for t in 0..moves.n_steps() {
        if encoding.formula.is_full() {
            break;
        }
        let needs = match options.additions.has(&AGGREGATED) {
            true => aggregated::needs,
            false => preconditions,
        };
        needs(&mut encoding, problem, moves.jumps(t), &states.at[t]);
        for hole in 0..problem.board().n_holes() {
            balance(&mut encoding, &states, moves.jumps(t), &changes, t, hole);
        }
    }
    objective::state(&mut encoding, problem, &states, &options.additions);
    if problem.goal().stuck_with().is_some() {
        dead_end(&mut encoding, problem, &states);
    }
    options
        .additions
        .post(encoding, problem, &moves, Some(&states))
}

/// (2)-(13): a move needs peg, peg and hole.
fn preconditions(encoding: &mut Encoding, problem: &Problem, moves: &[Lit], state: &[Lit]) {
    encoding
        .formula
        .family("(2)-(13). a jump needs peg, peg and hole");
    for (jump, &made) in problem.board().jumps().iter().zip(moves) {
        encoding.formula.add_implication(made, state[jump.from]);
        encoding.formula.add_implication(made, state[jump.over]);
        encoding.formula.add_implication(made, !state[jump.to]);
    }
}

/// (14): what a hole loses is what moves take less what they bring.
fn balance(
    encoding: &mut Encoding,
    states: &States,
    moves: &[Lit],
    changes: &Changes,
    t: usize,
    hole: Hole,
) {
    (encoding.formula).family("(14). what a hole loses is what moves take less what they bring");
    let mut terms = vec![(states.at[t][hole], -1), (states.at[t + 1][hole], 1)];
    terms.extend(changes.peg_out[hole].iter().map(|&jump| (moves[jump], 1)));
    terms.extend(changes.peg_in[hole].iter().map(|&jump| (moves[jump], -1)));
    encoding.formula.add_linear(terms, Relation::Equal, 0);
}

/// No peg can jump in the last state.
fn dead_end(encoding: &mut Encoding, problem: &Problem, states: &States) {
    encoding.formula.family("no peg can jump in the last state");
    let end = &states.at[states.at.len() - 1];
    let holes = 0..problem.board().n_holes();
    let can_jump = encoding.new_lits(holes.map(|_| Meaning::Auxiliary));
    for jump in problem.board().jumps() {
        let terms = [
            (end[jump.from], 1),
            (end[jump.over], 1),
            (end[jump.to], -1),
            (can_jump[jump.from], -1),
        ];
        encoding.formula.add_linear(terms, Relation::AtMost, 1);
    }
    let terms = can_jump.into_iter().map(|lit| (lit, 1));
    encoding.formula.add_linear(terms, Relation::Equal, 0);
}
