//! All integration tests, in one program: one build, one queue.
//!
//! `PEGSAT_LONG=1` runs the long forms of those that sample.

#![allow(clippy::unwrap_used, clippy::panic)] // a failure here is a failed test

mod common;

mod answers;
mod attempts;
mod campaigns;
mod cli;
mod compare;
mod cubes;
mod engine;
mod examples;
mod explore;
mod external;
mod field;
mod files;
mod input;
mod layers;
mod limits;
mod models;
mod optimise;
mod oracle;
mod public;
mod reproduce;
mod roundtrips;
mod seams;
mod search;
mod solvers;
mod sweeps;
mod trust;
mod windows;
