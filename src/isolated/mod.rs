//! The engine in a process of its own: for limits of memory, which only the system
//! can keep, and for other programs, which have to end with it.

mod executor;
pub mod scratch;
pub mod worker;

pub use executor::Isolated;

/// The exit status of a program whose parent attends to it, where the machine is at
/// fault and not what was asked.
pub const FAULT: i32 = 4;
