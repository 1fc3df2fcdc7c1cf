//! Experiments: many problems by many methods, each run in a process of its own.
//!
//! A [`plan`] is made of [`suite`]s, [methods](pegsat::model::Method), solvers and seeds. The
//! [`runner`] lets an [`executor`](execute) make its runs, and keeps a
//! [`record`] of each as it ends, in a [`journal`] that survives the runner.
//! What comes of the records is made from them alone: [`table`]s, [`plot`]s and
//! the [`report`]. A [`study`] is such an experiment as data, with what others published.

pub mod benchmark;
pub mod best;
pub mod effects;
pub mod execute;
pub mod journal;
pub mod machine;
pub mod plan;
pub mod plot;
pub mod record;
pub mod report;
pub mod runner;
pub mod study;
pub mod suite;
pub mod summary;
pub mod table;
