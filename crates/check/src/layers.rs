//! No dead end so early, or no way to a picture: model D's formula, and a proof that nothing
//! satisfies it.
//!
//! A layer is a set of jumps that share no hole. A solution of n jumps has n layers at most,
//! so the formula has as many as there may be jumps. It is made here, as FORMAT.md
//! has it, and the proof is checked against that.

use crate::{
    Means, Rejection,
    argument::parity_set,
    board::{Claim, Jump, Named, count},
    formula::{Formula, check_size},
    reject,
};
use serde::Deserialize;
use std::{collections::HashSet, ops::Neg};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Layers {
    /// Every jump, in the order of its variables.
    jumps: Vec<Named>,
    /// Whether a jump has to change a hole that the layer before changes.
    early: bool,
    /// Sets of holes that meet every jump evenly: the end is even or odd there as the
    /// start is.
    sets: Vec<Vec<usize>>,
    /// The file with the DRAT proof, beside the certificate, and its SHA-256.
    proof: String,
    proof_sha256: String,
}

/// The largest formula, in jumps times layers, and in holes that are counted times what they
/// are counted up to.
const LARGEST: u128 = 1_000_000;

/// What is known at once, or a literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Value {
    Known(bool),
    Literal(i32),
}

impl Neg for Value {
    type Output = Value;

    fn neg(self) -> Value {
        match self {
            Value::Known(known) => Value::Known(!known),
            Value::Literal(literal) => Value::Literal(-literal),
        }
    }
}

const NEVER: Value = Value::Known(false);

impl Formula {
    /// One of these, unless that is known.
    fn require(&mut self, values: &[Value]) {
        if values.contains(&Value::Known(true)) {
            return;
        }
        let literals = values.iter().filter_map(|value| match value {
            Value::Literal(literal) => Some(*literal),
            Value::Known(_) => None,
        });
        let clause: Vec<i32> = literals.collect();
        self.add(&clause);
    }

    fn variable(&mut self) -> Value {
        Value::Literal(self.variables(1)[0])
    }
}

impl Layers {
    pub(crate) fn check(&self, claim: Claim<'_>, means: &Means<'_>) -> Result<String, Rejection> {
        let Claim {
            board,
            start,
            finals,
        } = claim;
        if !start.survivors.is_empty() || finals.pegs.is_some() {
            return reject("layers are for a goal that is a picture or a dead end");
        }
        let Some(layers) = count(&start.pegs).checked_sub(finals.fewest_pegs()) else {
            return reject("the goal has more pegs than the start");
        };
        check_size(board.jumps.len() as u128 * layers as u128, LARGEST)?;
        let mut named = HashSet::new();
        let mut jumps: Vec<&Jump> = Vec::new();
        for &name in &self.jumps {
            match board.named(name).filter(|&jump| named.insert(jump)) {
                Some(jump) => jumps.push(&board.jumps[jump]),
                None => return reject(format!("{name} is no jump, or is named twice")),
            }
        }
        if jumps.len() < board.jumps.len() {
            return reject("it does not name every jump");
        }
        for set in &self.sets {
            parity_set(board, set)?;
        }
        let formula = self.formula(claim, &jumps, layers, means.go_on)?;
        formula.refuted(&self.proof, &self.proof_sha256, means)
    }

    fn formula(
        &self,
        claim: Claim<'_>,
        jumps: &[&Jump],
        layers: usize,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Formula, Rejection> {
        let (n, start, finals) = (claim.board.n, claim.start, claim.finals);
        // Which jumps empty each hole, and which fill it.
        let (mut out, mut into) = (vec![Vec::new(); n], vec![Vec::new(); n]);
        for (number, jump) in jumps.iter().enumerate() {
            out[jump.from].push(number);
            out[jump.over].push(number);
            into[jump.to].push(number);
        }
        let mut formula = Formula::default();
        let mut before: Vec<Value> = start.pegs.iter().map(|&peg| Value::Known(peg)).collect();
        let mut earlier: Option<Vec<Value>> = None;
        for _ in 0..layers {
            if !go_on() {
                return reject("it was not read to its end");
            }
            let mut made = Vec::new();
            for jump in jumps {
                let needs = [before[jump.from], before[jump.over], -before[jump.to]];
                made.push(match needs.contains(&NEVER) {
                    true => NEVER,
                    false => formula.variable(),
                });
            }
            let mut after = Vec::new();
            for hole in 0..n {
                let mut changing = out[hole].iter().chain(&into[hole]);
                after.push(match changing.any(|&jump| made[jump] != NEVER) {
                    true => formula.variable(),
                    false => before[hole],
                });
            }
            for hole in 0..n {
                let all = |set: &[usize]| -> Vec<Value> {
                    let made = set.iter().map(|&jump| made[jump]);
                    made.filter(|&value| value != NEVER).collect()
                };
                change(&mut formula, &all(&out[hole]), before[hole], -after[hole]);
                change(&mut formula, &all(&into[hole]), -before[hole], after[hole]);
            }
            if let (true, Some(earlier)) = (self.early, &earlier) {
                for (number, jump) in jumps.iter().enumerate() {
                    if earlier[number] == NEVER {
                        continue; // it could not be made before
                    }
                    let holes = [jump.from, jump.over, jump.to];
                    let touching = holes
                        .iter()
                        .flat_map(|&hole| out[hole].iter().chain(&into[hole]));
                    let mut clause = vec![-made[number]];
                    clause.extend(touching.map(|&jump| earlier[jump]));
                    formula.require(&clause);
                }
            }
            earlier = Some(made);
            before = after;
        }
        for set in &self.sets {
            keep_parity(&mut formula, set, &start.pegs, &before);
        }
        for (&value, wanted) in before.iter().zip(finals.picture.iter().flatten()) {
            match wanted {
                Some(true) => formula.require(&[value]),
                Some(false) => formula.require(&[-value]),
                None => {}
            }
        }
        if let Some(pegs) = finals.dead_end {
            dead_end(&mut formula, jumps, &before, pegs)?;
        }
        Ok(formula)
    }
}

/// The end is odd or even in the set as the start is. What is known of the end is as at the start.
fn keep_parity(formula: &mut Formula, set: &[usize], start: &[bool], end: &[Value]) {
    let mut odd = false;
    let mut literals = Vec::new();
    for &hole in set {
        if let Value::Literal(literal) = end[hole] {
            odd ^= start[hole];
            literals.push(literal);
        }
    }
    if odd && let Some(first) = literals.first_mut() {
        *first = -*first;
    }
    formula.even_of_many(&literals);
}

/// No jump is possible at the end, and this number of pegs is left, or more.
fn dead_end(
    formula: &mut Formula,
    jumps: &[&Jump],
    end: &[Value],
    pegs: usize,
) -> Result<(), Rejection> {
    for jump in jumps {
        formula.require(&[-end[jump.from], -end[jump.over], end[jump.to]]);
    }
    let known = end.iter().filter(|&&value| value == Value::Known(true));
    let empty = end.iter().filter_map(|value| match value {
        Value::Literal(literal) => Some(-literal),
        Value::Known(_) => None,
    });
    let empty: Vec<i32> = empty.collect();
    match (known.count() + empty.len()).checked_sub(pegs) {
        None => formula.add(&[]),
        Some(most) => {
            check_size(empty.len() as u128 * most as u128, LARGEST)?;
            if let Some(more) = formula.totalizer(&empty, most + 1, false).get(most) {
                formula.add(&[-more]);
            }
        }
    }
    Ok(())
}

/// What these jumps do to a hole: `before` says that it is as they need it, `after` that it
/// is as they leave it. No two of them are made, and nothing else does that.
fn change(formula: &mut Formula, jumps: &[Value], before: Value, after: Value) {
    for (place, &jump) in jumps.iter().enumerate() {
        formula.require(&[-jump, before]);
        formula.require(&[-jump, after]);
        for &other in &jumps[..place] {
            formula.require(&[-other, -jump]);
        }
    }
    // Where nothing can do it the hole is as before, and this says nothing.
    let clause = [&[-before, -after], jumps].concat();
    formula.require(&clause);
}
