//! Model C, the combination (Jefferson, Miguel, Miguel and Tarim 2006, §2.2).
//!
//! **Variables.** `moves[t]` = a jump, for t = 1..n, as one 0/1 variable a jump;
//! `bState[h,t]` = a peg in hole h before step t, for t = 1..n+1.
//!
//! **Constraints**, for each hole h and step t, where Changes(h) = PegIn(h) ∪
//! PegOut(h) are the jumps that end in h and those that start in or leap over h:
//! 1. `bState[h,t] = bState[h,t+1]  ⟺  moves[t] ∉ Changes(h)`
//! 2. `bState[h,t] = 0 ∧ bState[h,t+1] = 1  ⟺  moves[t] ∈ PegIn(h)`
//! 3. `bState[h,t] = 1 ∧ bState[h,t+1] = 0  ⟺  moves[t] ∈ PegOut(h)`
//!
//! and exactly one jump a step, start and goal.
//!
//! For Fool's Solitaire (§7) there is a transition more, the DeadEnd: `moves[t]` =
//! DeadEnd ⟹ no jump is possible at t, nor made later. For Long-hop Solitaire
//! (§8) `hops[t]` says that the move at t begins a sweep, and for a peg that must survive
//! `survivor[h,t]` that it is in h.
//!
//! As clauses, (2) and (3) are two binary clauses for each member of the set
//! and one clause for the other direction. (1) says nothing more: a jump of
//! Changes(h) flips h by (2) or (3), and a flip without one is excluded by
//! theirs, so each of its clauses contains one of (2) or (3) and is not written
//! a second time.
//!
//! **Size** on a board of h holes and j jumps, n steps: h(n+1) + jn variables;
//! n(6j + 2h) clauses of the families, n(1 + j(j-1)/2) for one jump a step
//! (pairwise), h + at most h units for start and goal. The paper counts 3hn
//! constraints: 3,069 on central.

use super::{
    Encoding, Model, ModelError, Moves, Options, PLAIN, States,
    steps::{self, Changes, signed},
    survivor, sweeps,
};
use crate::{board::Hole, formula::Lit, problem::Problem, watch::Watch};

/// Model C.
pub const C: Model = Model {
    name: "C",
    summary: "board states and moves, step by step (the paper's combined model)",
    follows_survivors: true,
    takes_sweeps: true,
    rows_a_step: [0, 3, 0],
    state,
    ..PLAIN
};

fn state(problem: &Problem, options: &Options, watch: &Watch) -> Result<Encoding, ModelError> {
    let steps = steps::steps(problem)?;
    let mut encoding = Encoding::watched(watch);
    let states = States::declare(&mut encoding, problem, *steps.end());
    let moves = Moves::declare(&mut encoding, problem, &steps);
    let changes = Changes::of(problem);
    for t in 0..moves.n_steps() {
        if encoding.formula.is_full() {
            break;
        }
        let jumps = moves.jumps(t);
        for hole in 0..problem.board().n_holes() {
            // Families 2 and 3.
            let (peg_in, peg_out) = (&changes.peg_in[hole], &changes.peg_out[hole]);
            flips(&mut encoding, &states, jumps, peg_in, t, hole, true);
            flips(&mut encoding, &states, jumps, peg_out, t, hole, false);
        }
    }
    if problem.goal().stuck_with().is_some() {
        dead_end(&mut encoding, problem, &states, &moves);
    }
    survivor::post(&mut encoding, problem, &states, &moves);
    let additions = match options.sweeps {
        Some(most) => sweeps::post(&mut encoding, problem, &moves, &options.additions, most)?,
        None => options.additions.clone(),
    };
    additions.post(encoding, problem, &moves, Some(&states))
}

/// Where the move is DeadEnd, and at the end, no jump is possible.
fn dead_end(encoding: &mut Encoding, problem: &Problem, states: &States, moves: &Moves) {
    encoding
        .formula
        .family("no jump is possible at the dead end");
    for (t, state) in states.at.iter().enumerate() {
        let dead_end = match t == moves.n_steps() {
            true => None,
            false => match moves.idle(t) {
                Some(idle) => Some(!idle),
                None => continue,
            },
        };
        for jump in problem.board().jumps() {
            let holes = [!state[jump.from], !state[jump.over], state[jump.to]];
            let clause: Vec<Lit> = dead_end.into_iter().chain(holes).collect();
            encoding.formula.add_clause(&clause);
        }
    }
}

/// `hole` turns to `peg` from t to t+1 ⟺ one of these jumps is made at t.
fn flips(
    encoding: &mut Encoding,
    states: &States,
    jumps: &[Lit],
    causes: &[usize],
    t: usize,
    hole: Hole,
    peg: bool,
) {
    encoding.formula.family(match peg {
        true => "2. bState[h,t] = 0 and bState[h,t+1] = 1 exactly where moves[t] is in PegIn(h)",
        false => "3. bState[h,t] = 1 and bState[h,t+1] = 0 exactly where moves[t] is in PegOut(h)",
    });
    let before = signed(states.at[t][hole], !peg);
    let after = signed(states.at[t + 1][hole], peg);
    for &jump in causes {
        encoding.formula.add_implication(jumps[jump], before);
        encoding.formula.add_implication(jumps[jump], after);
    }
    let mut clause = vec![!before, !after];
    clause.extend(causes.iter().map(|&jump| jumps[jump]));
    encoding.formula.add_clause(&clause);
}
