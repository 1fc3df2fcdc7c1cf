//! Model C's formula is refuted, and the proof kept.

use super::{EngineError, Finding, Road, Task, Trip, verified};
use crate::{
    certificate::refutation,
    check,
    model::c::C,
    problem::Problem,
    solution::decode,
    solver::{self, Context, Kept, SolverError, Verdict},
    watch::Watch,
};

/// A refutation of model C's formula.
pub(in crate::engine) struct Refutation {
    task: Task,
    proof: Option<String>,
}

/// The largest proof that is kept in memory.
const LARGEST_PROOF: usize = 64 << 20;

impl Road for Refutation {
    fn name(&self) -> &'static str {
        "refutation"
    }

    fn task(&self) -> Option<&Task> {
        Some(&self.task)
    }

    fn go(&self, trip: &mut Trip<'_>) -> Result<Finding, EngineError> {
        let Trip { problem, watch, .. } = *trip;
        if !refutation::applies(problem) {
            return Ok(Finding::Nothing);
        }
        let mut kept = Kept::new(LARGEST_PROOF).ending();
        let (encoding, cnf) = refutation::encode(problem, watch)?;
        let context = Context {
            proof: Some(&mut kept),
            ..Context::new(watch)
        };
        match solver::by_name(&self.task.solver)?.solve(&cnf, context) {
            Ok(Verdict::Satisfiable(assignment)) => {
                let jumps = decode::jumps(problem.board(), &encoding.meanings, &assignment);
                Ok(Finding::solved(jumps))
            }
            Ok(Verdict::Unsatisfiable) => self.certified(problem, kept.bytes, watch),
            // It gave up, or the proof became too large.
            Ok(Verdict::Unknown) | Err(SolverError::Proof(_)) => Ok(Finding::Nothing),
            Err(error) => Err(error.into()),
        }
    }
}

impl Refutation {
    /// By this solver; the name of the proof's file, or `None` for a proof within the certificate.
    pub(in crate::engine) fn new(problem: &Problem, solver: &str, proof: Option<&str>) -> Self {
        let task = Task {
            solver: solver.into(),
            ..Task::new(problem, &C)
        };
        let proof = proof.map(String::from);
        Refutation { task, proof }
    }

    /// What this proof certifies.
    fn certified(
        &self,
        problem: &Problem,
        proof: Vec<u8>,
        watch: &Watch,
    ) -> Result<Finding, EngineError> {
        let proof = check::proof_as_text(proof).map_err(|rejection| {
            let solver = self.task.solver.clone();
            EngineError::Unproved { solver, rejection }
        })?;
        let name = self.proof.as_deref();
        let text = || String::from_utf8_lossy(&proof).into_owned();
        let text = name.is_none().then(text);
        let sha256 = check::digest(&proof);
        let name_or_none = name.unwrap_or_default();
        let certificate = refutation::certificate(problem, name_or_none, sha256, text, watch)?;
        verified(certificate, name.map(|_| proof), watch)
    }
}
