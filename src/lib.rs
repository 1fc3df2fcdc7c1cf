//! Pegsat solves peg solitaire by constraint models.
//!
//! The flow is one way: [`problem`] → [`model`] → [`formula`] → [`solver`] →
//! decoded jumps → checker ([`solution`]). [`run`] does it all, here or in a
//! child process with limits; [`exact`] is the exhaustive search that the models
//! are tested against; [`experiment`] compares many runs; [`cli`] is the program.
//!
//! ```
//! use pegsat::{formula::Encoders, model, problem, run, solution, solver};
//!
//! let problem = problem::named("triangle5/reversal:0,0")?;
//! let e = model::by_name("E")?;
//! let options = model::Options { layers: Some(4), ..model::Options::default() };
//! let (encoding, cnf) = run::encode(&problem, e, &options, &Encoders::default())?;
//!
//! let solver = solver::by_name("varisat")?;
//! let scratch = std::env::temp_dir();
//! let context = solver::Context::new(&scratch);
//! let solver::Verdict::Satisfiable(assignment) = solver.solve(&cnf, context)? else {
//!     return Err("the triangle of 15 holes can be cleared".into());
//! };
//!
//! let jumps = solution::decode::jumps(problem.board(), &encoding.meanings, &assignment);
//! solution::checker::check_numbers(&problem, &jumps)?;
//! assert_eq!(jumps.len(), 13);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod board;
pub mod certificate;
pub mod cli;
pub mod exact;
pub mod experiment;
pub mod formula;
pub mod model;
pub mod problem;
pub mod run;
pub mod solution;
pub mod solver;
