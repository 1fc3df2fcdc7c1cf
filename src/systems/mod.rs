//! Other systems that decide problems: constraint, integer, answer-set and SAT
//! solvers, planners.
//!
//! A [`System`] is data: how its program is found, what it is given, and how its
//! answer is read ([`registry`]). It gets a formula, or the data of a twin in
//! `models/` ([`statement`]); what it prints becomes jumps ([`answer`]), which
//! have not been replayed yet. `run` asks one; [`inquiry`] replays what it says, and makes an
//! [`Answer`](crate::Answer) of it.

pub mod answer;
mod asp;
#[cfg(feature = "isolated")]
pub mod inquiry;
pub mod map;
mod minizinc;
mod pddl;
pub mod registry;
#[cfg(feature = "isolated")]
pub mod run;
pub mod statement;
mod xcsp3;

pub use answer::{Form, FoundJumps, SystemAnswer};
pub use registry::{Proves, System};
pub use statement::{Data, Fewest, Format, SystemError};
