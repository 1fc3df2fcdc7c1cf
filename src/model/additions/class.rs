//! Position class at the end: where the goal leaves the end open, it is of the start's class
//! ([`class`]). It follows from the rules.

use super::{
    super::{
        Encoding, parity,
        value::{Value, add_clause},
    },
    Addition, PLAIN,
};
use crate::{
    formula::Lit,
    problem::{Problem, class},
};

/// The addition `class`.
pub const CLASS: Addition = Addition {
    word: "class",
    summary: "redundant: where the goal leaves the end open, it is of the start's position class",
    models: &["A", "C", "D", "E", "S"],
    post: |steps, _| {
        if let Some(end) = steps.states_for("class")?.at.last() {
            let end: Vec<Value> = end.iter().copied().map(Value::Lit).collect();
            at_the_end(steps.encoding, steps.problem, &end);
        }
        Ok(())
    },
    ..PLAIN
};

/// States it of these values at the end, one a hole.
pub(in crate::model) fn at_the_end(encoding: &mut Encoding, problem: &Problem, end: &[Value]) {
    if problem.goal().pegs_anywhere() == Some(1) {
        for (&value, &possible) in end.iter().zip(class::finishes(problem)) {
            if !possible {
                add_clause(encoding, &[!value]);
            }
        }
        return;
    }
    for set in class::sets_at_the_end(problem) {
        let pegs = set.iter().filter(|&&hole| problem.start().has_peg(hole));
        let mut odd = pegs.count() % 2 == 1;
        let mut lits: Vec<Lit> = Vec::new();
        for hole in set {
            match end[hole] {
                Value::Known(peg) => odd ^= peg,
                // Holes may share a variable.
                Value::Lit(lit) => match lits.iter().position(|l| l.var() == lit.var()) {
                    Some(place) => odd ^= lits.remove(place) != lit,
                    None => lits.push(lit),
                },
            }
        }
        parity::is_odd(encoding, &lits, odd);
    }
}
