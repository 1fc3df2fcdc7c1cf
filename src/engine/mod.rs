//! The engine: from a problem to a checked answer.
//!
//! [`solve`], [`certify`] and [`optimise`] are functions of a problem, an [`Ask`] and a
//! [`Watch`](crate::watch::Watch). They work in this process, and nothing is returned that was
//! not replayed or verified. How they come to an answer:
//!
//! - [`ask`]: what may be asked, and what is done where nothing is said;
//! - [`task`]: one formula, or several while the number of layers is looked for;
//! - `roads`, `windows`: what can settle a problem, a file each;
//! - `scheduler`: the roads under way, each in a thread that works in turns;
//! - `plan`: which roads are taken, and when;
//! - `race`: the roads of a plan in turns, until one settles the matter;
//! - `solve`: the plan of a question, that of large boards in it;
//! - [`optimum`]: the best solution, from both sides;
//! - [`hint`]: whether a position can be won, and by which jump;
//! - [`starts`]: which of several starts can be won;
//! - [`cube`]: one formula in parts, and their proofs joined.

pub mod answer;
pub mod ask;
mod bounds;
pub mod cube;
mod error;
pub mod evidence;
mod finding;
pub mod hint;
mod objective;
pub mod optimum;
mod part;
mod plan;
mod race;
mod roads;
mod scheduler;
mod solve;
pub mod starts;
pub mod task;
mod windows;

pub use answer::Answer;
pub use ask::{Approach, Ask, Wants};
pub use error::EngineError;
pub use evidence::{Checked, End, Evidence, Outcome, Reason, Seconds, Size, Written};
pub use finding::{Encoded, Event, Finding};
pub use optimum::optimise;
pub use solve::{certify, solve};
pub use task::{Task, encode};
