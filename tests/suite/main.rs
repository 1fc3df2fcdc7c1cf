//! Tests of the library, in one program: one build, one queue.
//!
//! `PEGSAT_LONG=1` runs the long forms of those that sample.

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

mod common;
mod constraints;

mod campaigns;
mod certificates;
mod exact;
mod house;
mod layers;
mod lines;
mod models;
mod published;
mod roundtrips;
mod solvers;
mod still;
mod survivors;
mod sweeps;
mod texts;
mod twins;
mod units;
mod value_orders;
mod windows;
