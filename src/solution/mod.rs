//! Solutions: decoded from assignments, replayed by a checker, read, drawn.

pub mod checker;
pub mod decode;
pub mod frames;
pub mod picture;
pub mod svg;
mod sweeps;
pub mod text;

pub use sweeps::n_sweeps;
