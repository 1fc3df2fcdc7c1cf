//! Tests of the program, as its users run it. `PEGSAT_LONG=1` runs the long forms of those that
//! sample.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failure here is a failed test"
)]
#![allow(
    clippy::too_many_lines,
    unreachable_pub,
    reason = "tables of cases are long, and tests have no public face"
)]

#[path = "../../../../tests/suite/common/mod.rs"]
mod common;

mod command;

mod answers;
mod attempts;
mod bench;
mod boards;
mod cli;
mod compare;
mod cubes;
mod engine;
mod examples;
mod explain;
mod explore;
mod external;
mod field;
mod files;
mod hint;
mod input;
mod limits;
mod lrat;
mod many;
mod optimise;
mod oracle;
mod public;
mod refusals;
mod reproduce;
mod seams;
mod search;
mod starts;
mod surroundings;
mod trust;
