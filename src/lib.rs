//! Pegsat solves peg solitaire by constraint models.
//!
//! ```
//! let problem = pegsat::named_problem("triangle5/reversal:0,0")?;
//! let ask = pegsat::Ask::default();
//! let answer = pegsat::solve(&problem, &ask, &pegsat::Watch::new())?;
//!
//! let pegsat::End::Solved { jumps, .. } = answer.end else {
//!     return Err("the triangle of 15 holes can be cleared".into());
//! };
//! assert_eq!(jumps.len(), 13);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The flow is one way: a [`Problem`] is stated by a [`Model`] as a [`Formula`], turned into
//! clauses ([`encode()`]), given to a solver ([`Backend`]), and what that finds is decoded into
//! jumps and checked ([`check_solution`]). [`decide`] and [`outlook`] are exhaustive search; a
//! [`Certificate`] says why there is no solution. [`solve`], [`optimise`] and [`certify`] use
//! all of these. With the feature `isolated` (Unix) they can ask programs as solvers.
//!
//! This page is the public interface. The modules behind it are for Pegsat's other crates:
//! they are hidden here, and may change in any version.

#[doc(hidden)]
pub mod asked;
#[doc(hidden)]
pub mod board;
#[doc(hidden)]
pub mod certificate;
#[doc(hidden)]
pub mod engine;
#[doc(hidden)]
pub mod exact;
#[doc(hidden)]
pub mod formula;
#[cfg(feature = "isolated")]
#[doc(hidden)]
pub mod isolated;
#[doc(hidden)]
pub mod model;
#[doc(hidden)]
pub mod nearest;
#[doc(hidden)]
pub mod printed;
#[doc(hidden)]
pub mod problem;
#[doc(hidden)]
pub mod shard;
#[doc(hidden)]
pub mod solution;
#[doc(hidden)]
pub mod solver;
#[cfg(feature = "isolated")]
#[doc(hidden)]
pub mod supervise;
#[doc(hidden)]
pub mod systems;
#[doc(hidden)]
pub mod watch;

pub use board::{
    Board, BoardError, BoardNameError, Cell, Hole, Jump, JumpNumber, Lattice, Position,
    named as named_board,
};
pub use certificate::Certificate;
pub use engine::{
    Answer, Approach, Ask, Checked, End, EngineError, Evidence, Reason, Seconds, Size, Wants,
    certify, encode, optimise,
    optimum::{Objective, Optimum},
    solve,
};
pub use exact::{Decision, Outlook, Questions, decide, outlook};
pub use formula::{AtMostOne, Cnf, Formula, FormulaError, Lit, Var};
pub use model::{
    Additions, Encoding, Layers, Meaning, Method, Model, ModelError, Options, Order, Search,
    ValueOrder, by_name as named_model,
};
pub use pegsat_check as check;
pub use problem::{
    Goal, Problem, ProblemNameError,
    file::{FileError, parse as parse_problem, write as write_problem},
    named as named_problem,
};
pub use solution::checker::{Wrong, check_numbers as check_solution};
pub use solver::{Backend, Context, SolverError, Verdict, by_name as named_solver};
pub use watch::{Progress, Stop, Watch};
