//! Counting in unary: the totalizer (Bailleux and Boufkhad 2003).
//!
//! Its own, because here counts are compared with each other, or are part of formulas that
//! certificates are about; other bounds are linear constraints, which rustsat encodes.

use super::{Encoding, Meaning};
use crate::formula::Lit;

/// Allows at most `most` of these literals.
pub(super) fn at_most(encoding: &mut Encoding, lits: &[Lit], most: usize) {
    if let Some(&more) = totalizer(encoding, lits, most + 1, false).get(most) {
        encoding.formula.add_clause(&[!more]);
    }
}

/// Literals for 'at least 1, 2, … of these are true', equivalent to that.
pub(super) fn count(encoding: &mut Encoding, lits: &[Lit]) -> Vec<Lit> {
    totalizer(encoding, lits, lits.len(), true)
}

fn totalizer(encoding: &mut Encoding, lits: &[Lit], cap: usize, both_ways: bool) -> Vec<Lit> {
    if lits.len() <= 1 {
        return lits.to_vec();
    }
    let (left, right) = lits.split_at(lits.len() / 2);
    let left = totalizer(encoding, left, cap, both_ways);
    let right = totalizer(encoding, right, cap, both_ways);
    let names = (0..cap.min(lits.len())).map(|_| Meaning::Auxiliary);
    let sum = encoding.new_lits(names);
    // At least i and j make at least i + j; fewer than i + 1 and j + 1, fewer than
    // i + j + 1.
    let at_least = |count: &[Lit], i: usize| i.checked_sub(1).map(|i| !count[i]);
    for i in 0..=left.len() {
        for j in 0..=right.len() {
            let whole = (i + j).checked_sub(1).and_then(|k| sum.get(k));
            if let Some(&whole) = whole {
                let parts = [at_least(&left, i), at_least(&right, j)];
                let clause: Vec<Lit> = parts.into_iter().flatten().chain([whole]).collect();
                encoding.formula.add_clause(&clause);
            }
            if let (true, Some(&whole)) = (both_ways, sum.get(i + j)) {
                let parts = [left.get(i), right.get(j)].into_iter().flatten().copied();
                let clause: Vec<Lit> = parts.chain([!whole]).collect();
                encoding.formula.add_clause(&clause);
            }
        }
    }
    sum
}
