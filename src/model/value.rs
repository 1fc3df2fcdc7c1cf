//! Truth values that may be known while a formula is made.

use super::Encoding;
use crate::formula::Lit;
use std::ops::Not;

/// A truth value: known while the formula is made, or a literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    Known(bool),
    Lit(Lit),
}

impl Not for Value {
    type Output = Value;

    fn not(self) -> Value {
        match self {
            Value::Known(known) => Value::Known(!known),
            Value::Lit(lit) => Value::Lit(!lit),
        }
    }
}

/// Adds a clause over values: known ones satisfy it, or fall out. Holes that one
/// jump alone can change share their variable, so one may come twice, or both ways.
pub(super) fn add_clause(encoding: &mut Encoding, values: &[Value]) {
    let mut clause = Vec::with_capacity(values.len());
    for value in values {
        match *value {
            Value::Known(true) => return,
            Value::Known(false) => {}
            Value::Lit(lit) if clause.contains(&!lit) => return,
            Value::Lit(lit) if clause.contains(&lit) => {}
            Value::Lit(lit) => clause.push(lit),
        }
    }
    encoding.formula.add_clause(&clause);
}
