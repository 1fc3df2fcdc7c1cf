//! Clauses as they are stored: literals as numbers, and where a clause begins.

/// A literal as a number, 2v for the variable v and 2v+1 for its negation: the place of
/// what is kept for it.
pub(crate) type Code = u32;

pub(crate) fn code(literal: i32) -> Code {
    2 * literal.unsigned_abs() + u32::from(literal.is_negative())
}

/// Where a clause begins in the store.
pub(crate) type Place = u32;

/// The same for every order of the literals.
pub(crate) fn sum(clause: &[Code]) -> u64 {
    let mixed = |&literal: &Code| {
        let spread = (u64::from(literal) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (spread ^ spread >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
    };
    clause.iter().map(mixed).fold(0, u64::wrapping_add)
}

/// A clause's literals, each once, in order.
pub(crate) fn sorted(literals: &[i32]) -> Vec<Code> {
    let mut clause: Vec<Code> = literals.iter().copied().map(code).collect();
    clause.sort_unstable();
    clause.dedup();
    clause
}

/// The variable of a literal.
pub(crate) fn variable(literal: Code) -> usize {
    literal as usize / 2
}

pub(crate) fn dimacs(literal: Code) -> i64 {
    let variable = i64::from(literal / 2);
    if literal & 1 == 0 {
        variable
    } else {
        -variable
    }
}

/// The literals of the clause in this place.
pub(crate) fn clause_at(store: &[u32], place: Place) -> &[Code] {
    let start = place as usize + 1;
    &store[start..start + store[start - 1] as usize]
}
