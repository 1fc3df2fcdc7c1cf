//! Tests of the library, in one program: one build, one queue.
//!
//! `PEGSAT_LONG=1` runs the long forms of those that sample.

#![allow(clippy::unwrap_used, clippy::panic)] // a failure here is a failed test

mod common;

mod campaigns;
mod layers;
mod models;
mod roundtrips;
mod solvers;
mod sweeps;
mod windows;
