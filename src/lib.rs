//! Pegsat solves peg solitaire by constraint models.
//!
//! ```
//! let problem = pegsat::problem::named("triangle5/reversal:0,0")?;
//! let settings = pegsat::Settings::default();
//! let answer = pegsat::solve(&problem, &settings, &pegsat::Watch::new())?;
//!
//! let pegsat::End::Solved { jumps, .. } = answer.end else {
//!     return Err("the triangle of 15 holes can be cleared".into());
//! };
//! assert_eq!(jumps.len(), 13);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The flow is one way: [`problem`] → [`model`] → [`formula`] → [`solver`] →
//! decoded jumps → checker ([`solution`]); [`exact`] is exhaustive search,
//! [`certificate`] why there is no solution. The [`engine`] takes all these roads.
//! With the feature `isolated` (Unix) it can work in a process of its own.

#[cfg(feature = "isolated")]
pub mod isolated;

pub mod board;
pub mod certificate;
pub mod engine;
pub mod exact;
pub mod formula;
pub mod model;
pub mod printed;
pub mod problem;
pub mod shard;
pub mod solution;
pub mod solver;
#[cfg(feature = "isolated")]
pub mod supervise;
pub mod systems;
pub mod watch;

pub use engine::{Answer, End, Evidence, Settings, certify, optimise, solve};
pub use pegsat_check as check;
pub use watch::Watch;
