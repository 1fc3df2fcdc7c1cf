//! How many literals are true, modulo two.

use super::{Encoding, Meaning};
use crate::formula::Lit;

/// An even number of the literals is true: a clause for each way in which that is not so.
pub(super) fn is_even(encoding: &mut Encoding, lits: &[Lit]) {
    for odd in (0..1_u32 << lits.len()).filter(|mask| mask.count_ones() % 2 == 1) {
        let excluded = lits.iter().enumerate().map(
            |(place, &lit)| {
                if odd >> place & 1 == 1 { !lit } else { lit }
            },
        );
        let clause: Vec<Lit> = excluded.collect();
        encoding.formula.add_clause(&clause);
    }
}

/// The most literals that are stated together.
const MOST: usize = 4;

/// An odd number of many literals is true, or an even one. While they are too many the
/// first ones give way to a new one at the end, which is true if an odd number of them is.
pub(super) fn is_odd(encoding: &mut Encoding, lits: &[Lit], odd: bool) {
    let mut rest = lits.to_vec();
    match rest.first_mut() {
        Some(first) if odd => *first = !*first,
        None if odd => encoding.formula.add_clause(&[]),
        _ => {}
    }
    while rest.len() > MOST {
        let name = encoding.new_lit(Meaning::Auxiliary);
        let mut part: Vec<Lit> = rest.drain(..MOST - 1).collect();
        part.push(name);
        is_even(encoding, &part);
        rest.push(name);
    }
    is_even(encoding, &rest);
}
