//! Single functions of the library, by the room that they stand in.

mod board;
mod certificate;
mod engine;
mod formula;
mod isolated;
mod model;
mod problem;
mod shard;
mod solution;
#[cfg(target_os = "linux")]
mod supervise;
mod systems;
