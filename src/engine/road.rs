//! Roads: what can settle a problem, each on its own.
//!
//! Some find solutions, some show that there is none, some do both. None of them
//! knows of the others, and each can be taken up again from the beginning.

use super::{
    EngineError, Event, Finding,
    answer::{Evidence, Written},
    settings::Settings,
    solve,
    task::{self, Task},
    windows,
};
#[cfg(feature = "isolated")]
use crate::systems::{
    Said,
    run::{self, Asked},
};
use crate::{
    certificate::{self, Certificate, refutation},
    check, exact,
    problem::Problem,
    watch::{Asker, Stop, Watch},
};
use std::{fmt::Debug, sync::Arc};

/// A road.
#[derive(Debug, Clone)]
pub(super) enum Road {
    /// A lone peg, or the position class.
    Class,
    /// Weights, in trees of at most this number of nodes: 1 for a pagoda function.
    Weights(usize),
    /// Every position that can be reached, within this number of bytes of memory.
    Exhaustion(u64),
    /// Model C's formula is refuted, and the proof kept under this name.
    Refutation {
        /// The solver.
        solver: String,
        /// The name of the proof's file; `None` for a proof within the certificate.
        proof: Option<String>,
    },
    /// A formula, or several one after another.
    Formula(Task),
    /// A beam of positions, and the seed of its chance.
    Beam(u64),
    /// A large board window by window, by this task's solver, and by so many fronts.
    Windows(Task, usize),
    /// What only the search for an optimum goes.
    Optimum(Arc<dyn Way>),
    /// Another system, and whether its word is trusted.
    #[cfg(feature = "isolated")]
    System(Box<Asked>, bool),
    /// All roads that these settings take, in turns of their own.
    All(Box<Settings>),
}

/// A road that is defined elsewhere, so that only who goes it has its code.
pub(super) trait Way: Debug + Send + Sync {
    fn name(&self) -> &'static str;
    fn go(&self, problem: &Problem, watch: &Watch) -> Result<Finding, EngineError>;
}

/// The most positions that are listed in a certificate.
const MOST_POSITIONS: usize = 500_000;

/// The largest proof that is kept in memory.
const LARGEST_PROOF: usize = 64 << 20;

impl Road {
    /// Its name, as `--approach` has it and answers give it.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Road::Class => "position-class",
            Road::Weights(..=1) => "pagoda",
            Road::Weights(_) => "jump-bounds",
            Road::Exhaustion(_) => "exhaustion",
            Road::Refutation { .. } => "refutation",
            Road::Formula(_) => "formula",
            Road::Beam(_) => "beam",
            Road::Windows(..) => "windows",
            Road::Optimum(way) => way.name(),
            #[cfg(feature = "isolated")]
            Road::System(..) => "system",
            Road::All(_) => "all",
        }
    }

    /// Whether it states formulas.
    pub(super) fn task(&self) -> Option<&Task> {
        match self {
            Road::Formula(task) => Some(task),
            _ => None,
        }
    }

    /// Goes to its end.
    pub(super) fn go(
        &self,
        problem: &Problem,
        watch: &Watch,
        report: &mut dyn FnMut(Event),
    ) -> Result<Finding, EngineError> {
        match self {
            Road::Class => argue(problem, 0, watch),
            Road::Weights(nodes) => argue(problem, *nodes, watch),
            Road::Exhaustion(memory) => exhaust(problem, *memory, watch),
            Road::Refutation { solver, proof } => refute(problem, solver, proof.as_deref(), watch),
            Road::Formula(task) => task::perform(problem, task, watch, report),
            Road::Beam(seed) => perhaps(exact::beam(problem, *seed, watch)),
            Road::Optimum(way) => way.go(problem, watch),
            Road::Windows(task, fronts) => windows::go(problem, task, *fronts, watch, report),
            #[cfg(feature = "isolated")]
            Road::System(asked, trust) => Ok(match run::ask(problem, asked, watch)? {
                Said::Jumps(found, _) => {
                    let wrong = |wrong| EngineError::WrongJumps {
                        system: asked.system.name.clone(),
                        wrong,
                    };
                    crate::solution::checker::check_numbers(problem, &found.jumps)
                        .map_err(wrong)?;
                    Finding::solved(found.jumps)
                }
                Said::Unsolvable if !trust => Finding::Claimed(task::UNCHECKED.into()),
                Said::Unsolvable if asked.is_complete(problem) => {
                    Finding::Unsolvable(Evidence::Trust)
                }
                Said::Unsolvable => Finding::Refuted(Some(Evidence::Trust)),
                Said::Assignment(_) | Said::Unknown => Finding::GaveUp,
            }),
            Road::All(settings) => Ok(Finding::of(solve(problem, settings, watch)?.end)),
        }
    }
}

/// What may have found a solution.
fn perhaps(found: Result<Option<Vec<usize>>, Stop>) -> Result<Finding, EngineError> {
    match found {
        Ok(Some(jumps)) => Ok(Finding::solved(jumps)),
        Ok(None) | Err(Stop::Memory(_) | Stop::TooManyHoles(_)) => Ok(Finding::Nothing),
        Err(stop) => Err(stop.into()),
    }
}

fn argue(problem: &Problem, nodes: usize, watch: &Watch) -> Result<Finding, EngineError> {
    match certificate::without_search(problem, nodes, watch)? {
        None => Ok(Finding::Nothing),
        Some(certificate) => verified(certificate, None, watch),
    }
}

/// What was certified, verified before anybody hears of it.
fn verified(
    certificate: Certificate,
    proof: Option<Vec<u8>>,
    watch: &Watch,
) -> Result<Finding, EngineError> {
    let text = certificate.text();
    let beside = |_: &str| {
        let missing = || std::io::Error::other("no file stands beside it");
        proof.clone().map(check::opened).ok_or_else(missing)
    };
    let asker = Asker::new(watch, 0);
    if let Err(rejection) = check::verify(&text, &beside, &|| asker.ask()) {
        asker.check()?;
        let kind = certificate.kind;
        return Err(EngineError::Rejected { kind, rejection });
    }
    let written = Written {
        kind: certificate.kind.into(),
        text,
        proof: proof.map(|proof| String::from_utf8_lossy(&proof).into_owned()),
    };
    Ok(Finding::Unsolvable(Evidence::Certificate(written.into())))
}

fn exhaust(problem: &Problem, memory: u64, watch: &Watch) -> Result<Finding, EngineError> {
    match exact::decide(problem, memory, MOST_POSITIONS, watch) {
        Ok(exact::Decision::Solved(jumps)) => Ok(Finding::solved(jumps)),
        Ok(exact::Decision::Unsolvable(Some(closed))) => {
            let certificate = Certificate::by_exhaustion(problem, closed.into());
            verified(certificate, None, watch)
        }
        Ok(exact::Decision::Unsolvable(None)) => Ok(Finding::Unsolvable(Evidence::Exhaustion)),
        Err(stop) => Err(stop.into()),
    }
}

fn refute(
    problem: &Problem,
    solver: &str,
    name: Option<&str>,
    watch: &Watch,
) -> Result<Finding, EngineError> {
    if !refutation::applies(problem) {
        return Ok(Finding::Nothing);
    }
    match refutation::refute(problem, solver, LARGEST_PROOF, watch)? {
        refutation::Found::Solution(jumps) => Ok(Finding::solved(jumps)),
        refutation::Found::Nothing => Ok(Finding::Nothing),
        refutation::Found::Proof(proof) => {
            let proof = check::proof_as_text(proof).map_err(|rejection| {
                let solver = solver.to_string();
                EngineError::Unproved { solver, rejection }
            })?;
            let refuted = refutation::refutation(problem, name, &proof, watch)?;
            let certificate = Certificate::by_refutation(problem, refuted);
            verified(certificate, name.map(|_| proof), watch)
        }
    }
}
