//! The checker from outside: what is true is accepted, what is not is rejected, each condition
//! for itself.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::too_many_lines,
    reason = "a failure here is a failed test"
)]

mod cases;
mod corpus;
mod exhaustion;
mod forged;
mod formulas;
mod proofs;
mod puzzle;
mod refutations;
