//! Model D, disjoint layers: ∀-step plans (Kautz and Selman 1996; Rintanen,
//! Heljanko and Niemelä, *Planning as satisfiability: parallel plans and
//! algorithms for plan search*, Artificial Intelligence 170, 2006).
//!
//! A layer holds any set of jumps that share no hole, so that they can be made
//! in any order.
//!
//! **Variables.** `x[l,j]` = jump j is made in layer l, for l = 1..L;
//! `bState[h,l]` = a peg in hole h before layer l, for l = 1..L+1, known at first.
//! A jump that cannot be possible has no variable, and a hole that no jump of
//! a layer can change keeps its value.
//!
//! **Constraints** for each layer l, with PegIn(h) and PegOut(h) as in model C:
//! 1. `x[l,j] ⟹ bState[from,l] ∧ bState[over,l] ∧ ¬bState[to,l]`, and the
//!    opposite at l+1;
//! 2. `¬x[l,i] ∨ ¬x[l,j]` for two jumps of PegOut(h), or of PegIn(h); one of each
//!    cannot be together by (1), so jumps of a layer share no hole;
//! 3. `bState[h,l] ∧ ¬bState[h,l+1] ⟹ ⋁ PegOut(h)`, `¬bState[h,l] ∧ bState[h,l+1]
//!    ⟹ ⋁ PegIn(h)`: nothing changes by itself;
//!
//! and the goal at L+1.
//!
//! **Size** on a board of h holes and j jumps: at most (j + h)L variables, and
//! 6j + 2h + (at most 34h) clauses a layer, linear in holes times layers: a hole
//! of the square lattice has at most 8 jumps in PegOut and 4 in PegIn.
//!
//! **Layers.** As many as there are jumps in a solution always suffice.

use super::{
    Encoding, Meaning, Model, ModelError, Options, PLAIN, Step,
    additions::{EARLY, early},
    layers,
    steps::Changes,
    value::{Value, add_clause},
};
use crate::{board::Hole, problem::Problem, watch::Watch};

/// Model D.
pub const D: Model = Model {
    name: "D",
    summary: "disjoint layers: jumps that share no hole, side by side",
    step: Step::Layer,
    rows_a_step: [0, 3, 0],
    state,
    ..PLAIN
};

fn state(problem: &Problem, options: &Options, watch: &Watch) -> Result<Encoding, ModelError> {
    let layers = layers::number(problem, options)?;
    let mut encoding = Encoding::watched(watch);
    let changes = Changes::of(problem);
    let mut state: Vec<Value> = (0..problem.board().n_holes())
        .map(|hole| Value::Known(problem.start().has_peg(hole)))
        .collect();
    let mut before: Vec<Value> = Vec::new();
    for layer in 1..=layers {
        if encoding.formula.is_full() {
            break;
        }
        let stated = Layer::encode(&mut encoding, problem, &changes, &state, layer);
        if options.additions.has(&EARLY) {
            early::in_layer(&mut encoding, problem, &changes, &before, &stated.jumps);
        }
        before = stated.jumps;
        state = stated.after;
    }
    layers::add_goal(&mut encoding, problem, options, &state);
    Ok(encoding)
}

/// One layer: the values before and after it, and its jumps.
struct Layer<'a> {
    before: &'a [Value],
    after: Vec<Value>,
    /// By number; `Known(false)` for jumps that cannot be made.
    jumps: Vec<Value>,
}

impl<'a> Layer<'a> {
    /// Adds the variables and clauses of a layer.
    fn encode(
        encoding: &mut Encoding,
        problem: &Problem,
        changes: &Changes,
        before: &'a [Value],
        layer: usize,
    ) -> Self {
        let mut jumps = Vec::new();
        for (number, jump) in problem.board().numbered_jumps() {
            let needs = [before[jump.from], before[jump.over], !before[jump.to]];
            jumps.push(match needs.contains(&Value::Known(false)) {
                true => Value::Known(false),
                false => Value::Lit(encoding.new_lit(Meaning::Move {
                    step: layer,
                    jump: number,
                })),
            });
        }
        let possible = |set: &[usize]| set.iter().any(|&jump| jumps[jump] != Value::Known(false));
        let after = (0..before.len())
            .map(|hole| {
                if !possible(&changes.peg_in[hole]) && !possible(&changes.peg_out[hole]) {
                    return before[hole];
                }
                let hole = problem.board().cell(hole);
                Value::Lit(encoding.new_lit(Meaning::State {
                    step: layer + 1,
                    hole,
                }))
            })
            .collect();
        let layer = Layer {
            before,
            after,
            jumps,
        };
        for hole in 0..before.len() {
            layer.flips(encoding, &changes.peg_out[hole], hole, false);
            layer.flips(encoding, &changes.peg_in[hole], hole, true);
        }
        layer
    }

    /// The families for `hole`, which these jumps turn to `peg`.
    fn flips(&self, encoding: &mut Encoding, set: &[usize], hole: Hole, peg: bool) {
        let toward = |value: Value| if peg { value } else { !value };
        let (before, after) = (!toward(self.before[hole]), toward(self.after[hole]));
        let jumps: Vec<Value> = set
            .iter()
            .map(|&jump| self.jumps[jump])
            .filter(|&jump| jump != Value::Known(false))
            .collect();
        for (index, &jump) in jumps.iter().enumerate() {
            (encoding.formula).family("1. a jump finds peg, peg and hole, and leaves the opposite");
            add_clause(encoding, &[!jump, before]);
            add_clause(encoding, &[!jump, after]);
            encoding.formula.family("2. jumps of a layer share no hole");
            for &other in &jumps[..index] {
                add_clause(encoding, &[!other, !jump]);
            }
        }
        if self.before[hole] != self.after[hole] {
            encoding.formula.family("3. nothing changes by itself");
            let mut clause = vec![!before, !after];
            clause.extend(jumps);
            add_clause(encoding, &clause);
        }
    }
}
