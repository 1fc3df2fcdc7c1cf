//! Model B, moves only (Jefferson, Miguel, Miguel and Tarim 2006, §2.2).
//!
//! **Variables.** `moves[t]` = a jump, for t = 1..n, and nothing else: no board
//! state, and no auxiliary variable that would be one in disguise.
//!
//! **Constraints.** For each step t, jump τ and precondition p of τ (a peg in
//! `from`, a peg in `over`, a hole in `to`):
//!
//! `moves[t] = τ  →  ∃ g < t: moves[g] ∈ Support(τ,p) ∧ ∀ g < k < t: moves[k] ∉ Conflict(τ,p)`
//!
//! where the start also supports what it establishes. Support(τ,p) are the
//! jumps that make p true, Conflict(τ,p) those that make it false. The goal is
//! as many preconditions of a move after the last.
//!
//! As clauses without further variables: a support that no conflict follows
//! exists just if after *each* conflict there is a support, and there is one
//! at all where the start does not establish p. So, for each h < t and
//! σ ∈ Conflict(τ,p),
//!
//! `moves[t] = τ ∧ moves[h] = σ  →  ⋁ (h < g < t, ρ ∈ Support(τ,p)) moves[g] = ρ`
//!
//! and `moves[t] = τ → ⋁ (g < t, ρ ∈ Support(τ,p)) moves[g] = ρ` unless the
//! start establishes p.
//!
//! **Size** on a board of j jumps: jn variables; 3jn constraints as the paper
//! counts them (7,068 on central); clauses grow with n² and literals with n³.

use super::{
    Encoding, Model, ModelError, Moves, Options, PLAIN,
    steps::{self, Changes},
};
use crate::{board::Hole, formula::Lit, problem::Problem, watch::Watch};

/// Model B.
pub const B: Model = Model {
    name: "B",
    summary: "moves alone: every precondition has an earlier support that no conflict follows",
    states_dead_ends: false,
    rows_a_step: [3, 0, 0],
    state,
    ..PLAIN
};

fn state(problem: &Problem, options: &Options, watch: &Watch) -> Result<Encoding, ModelError> {
    let steps = steps::steps(problem)?;
    let mut encoding = Encoding::watched(watch);
    let moves = Moves::declare(&mut encoding, problem, &steps);
    let changes = Changes::of(problem);
    let formula = &mut encoding.formula;
    formula
        .family("what a jump needs was so at the start, or is so by a jump before that none undid");
    // `made` (or, for the goal, always) requires that before step `t` the hole is as `peg`
    // says: the two kinds of clauses in the file's head.
    let mut require = |made: Option<Lit>, t: usize, hole: Hole, peg: bool| {
        if formula.is_full() {
            return;
        }
        let (peg_in, peg_out) = (&changes.peg_in[hole], &changes.peg_out[hole]);
        let (support, conflict) = match peg {
            true => (peg_in, peg_out),
            false => (peg_out, peg_in),
        };
        // made → supports since h, which grow as h goes back from t.
        let mut clause: Vec<Lit> = made.map(|lit| !lit).into_iter().collect();
        for h in (0..t).rev() {
            for &sigma in conflict {
                clause.push(!moves.jumps(h)[sigma]);
                formula.add_clause(&clause);
                clause.pop();
            }
            clause.extend(support.iter().map(|&rho| moves.jumps(h)[rho]));
        }
        if problem.start().has_peg(hole) != peg {
            formula.add_clause(&clause);
        }
    };
    for t in 0..moves.n_steps() {
        for (jump, &made) in problem.board().jumps().iter().zip(moves.jumps(t)) {
            for (hole, peg) in [(jump.from, true), (jump.over, true), (jump.to, false)] {
                require(Some(made), t, hole, peg);
            }
        }
    }
    for hole in 0..problem.board().n_holes() {
        if let Some(peg) = problem.goal().fixed(hole) {
            require(None, moves.n_steps(), hole, peg);
        }
    }
    options.additions.post(encoding, problem, &moves, None)
}
