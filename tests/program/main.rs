//! Tests of the program, as its users run it. `PEGSAT_LONG=1` runs the long forms of those that
//! sample.

#![allow(clippy::unwrap_used, clippy::panic)] // a failure here is a failed test

#[path = "../suite/common/mod.rs"]
mod common;

mod command;

mod answers;
mod attempts;
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
mod limits;
mod optimise;
mod oracle;
mod public;
mod reproduce;
mod seams;
mod search;
mod trust;
