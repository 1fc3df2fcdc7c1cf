//! The engine in a process of its own: for limits of memory, which only the system
//! can keep, and for other programs, which have to end with it.
//!
//! A program that the worker starts may write into the worker's pipe. So each line there begins
//! with a secret of the parent's, and the parent replays and verifies what it is told before it
//! says so itself.

mod executor;
pub mod scratch;
mod secret;
pub mod worker;

pub use executor::Isolated;

/// The exit status of a program whose parent attends to it, where the machine is at
/// fault and not what was asked.
pub const FAULT: i32 = 4;
