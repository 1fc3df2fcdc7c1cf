//! Model C's formula is refuted, and the proof kept.

use super::{EngineError, Finding, Road, Trip, verified};
use crate::{
    certificate::{Certificate, refutation},
    check,
};

/// A refutation of model C's formula.
pub(in crate::engine) struct Refutation {
    /// The solver.
    pub(in crate::engine) solver: String,
    /// The name of the proof's file; `None` for a proof within the certificate.
    pub(in crate::engine) proof: Option<String>,
}

/// The largest proof that is kept in memory.
const LARGEST_PROOF: usize = 64 << 20;

impl Road for Refutation {
    fn name(&self) -> &'static str {
        "refutation"
    }

    fn go(&self, trip: &mut Trip<'_>) -> Result<Finding, EngineError> {
        let Trip { problem, watch, .. } = *trip;
        let name = self.proof.as_deref();
        if !refutation::applies(problem) {
            return Ok(Finding::Nothing);
        }
        match refutation::refute::<EngineError>(problem, &self.solver, LARGEST_PROOF, watch)? {
            refutation::Found::Solution(jumps) => Ok(Finding::solved(jumps)),
            refutation::Found::Nothing => Ok(Finding::Nothing),
            refutation::Found::Proof(proof) => {
                let proof = check::proof_as_text(proof).map_err(|rejection| {
                    let solver = self.solver.clone();
                    EngineError::Unproved { solver, rejection }
                })?;
                let refuted = refutation::refutation(problem, name, &proof, watch)?;
                let certificate = Certificate::by_refutation(problem, refuted);
                verified(certificate, name.map(|_| proof), watch)
            }
        }
    }
}
