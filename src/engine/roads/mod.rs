//! Roads: what can settle a problem, each on its own, a file each, or a [`Call`].
//!
//! Some find solutions, some show that there is none, some do both. None of them
//! knows of the others, and each can be taken up again from the beginning.

mod argument;
mod exhaustion;
mod formula;
mod refutation;

pub(super) use argument::{ALL_NODES, pagoda, weights};
pub(super) use exhaustion::{exhaustive, exhaustive_at_first};
pub(super) use formula::Formula;
pub(super) use refutation::Refutation;

use super::{
    error::EngineError,
    evidence::{End, Evidence, Written},
    finding::{Event, Finding},
    task::{self, Task},
};
use crate::{
    board::JumpNumber,
    certificate::Certificate,
    check, exact,
    problem::Problem,
    watch::{Poll, Stop, Watch},
};

/// What can settle a problem.
pub(super) trait Road: Send + Sync {
    /// Its name, as `--approach` has it and answers give it.
    fn name(&self) -> &'static str;

    /// The task of its formula, if it states one.
    fn task(&self) -> Option<&Task> {
        None
    }

    /// Whether formulas wait while it goes, until their time has come.
    fn goes_first(&self) -> bool {
        false
    }

    /// Goes to its end, and reports on the way.
    fn go(&self, trip: &mut Trip<'_>) -> Result<Finding, EngineError>;
}

/// A road of this name that is one call.
pub(super) struct Call<F>(pub(super) &'static str, pub(super) F);

impl<F> Road for Call<F>
where
    F: Fn(&mut Trip<'_>) -> Result<Finding, EngineError> + Send + Sync,
{
    fn name(&self) -> &'static str {
        self.0
    }

    fn go(&self, trip: &mut Trip<'_>) -> Result<Finding, EngineError> {
        self.1(trip)
    }
}

/// A beam of positions, which finds and does not refute, with the seed of its chance.
pub(super) fn beam(seed: u64) -> impl Road {
    Call("beam", move |trip: &mut Trip<'_>| {
        perhaps(exact::beam(trip.problem, seed, trip.watch))
    })
}

/// What a road is given.
pub(super) struct Trip<'a> {
    /// The problem to be settled.
    pub(super) problem: &'a Problem,
    /// What counts its work, and ends it.
    pub(super) watch: &'a Watch,
    /// Who is told what happens on the way.
    pub(super) report: &'a mut dyn FnMut(Event),
}

/// What may have found a solution.
fn perhaps(found: Result<Option<Vec<JumpNumber>>, Stop>) -> Result<Finding, EngineError> {
    match found {
        Ok(Some(jumps)) => Ok(Finding::solved(jumps)),
        Ok(None) | Err(Stop::Memory(_) | Stop::TooManyHoles(_)) => Ok(Finding::Nothing),
        Err(stop) => Err(stop.into()),
    }
}

/// What was certified, once the checker has accepted it.
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
    let poll = Poll::new(watch, 0);
    if let Err(rejection) = check::verify(&text, &beside, &|| poll.ask(0)) {
        poll.check()?;
        let kind = certificate.kind;
        return Err(EngineError::Rejected { kind, rejection });
    }
    let written = Written {
        kind: certificate.kind.into(),
        text,
        proof: proof.map(|proof| String::from_utf8_lossy(&proof).into_owned()),
    };
    let evidence = Evidence::Certificate(written.into());
    Ok(Finding::Ended(End::Unsolvable(evidence)))
}
