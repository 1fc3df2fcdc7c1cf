//! Single functions of the library, by the room that they stand in.

mod board;
mod engine;
mod exact;
mod formula;
mod isolated;
mod model;
mod problem;
mod shard;
mod solution;
mod solver;
#[cfg(target_os = "linux")]
mod supervise;
mod systems;
