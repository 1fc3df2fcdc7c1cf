//! Why there is no answer at all.

use crate::{
    check::Rejection, formula::FormulaError, model::ModelError, solution::checker::Wrong,
    solver::SolverError, watch::Stop,
};

/// Why there is no answer at all, not even 'unknown'.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// There is no such model, or it does not state that, or an addition was refused.
    #[error(transparent)]
    Additions(ModelError),
    /// What is asked for does not go together.
    #[error("{0}")]
    Refused(String),
    /// The formula cannot be made.
    #[error(transparent)]
    Formula(FormulaError),
    /// The solver failed.
    #[error(transparent)]
    Solver(SolverError),
    /// The watch ended it.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The solver's assignment does not satisfy the formula.
    #[error("solver {0} gave an assignment that does not satisfy the formula")]
    WrongAssignment(String),
    /// A solution does not replay.
    #[error("a solution does not replay: this is a bug, please report it: {0}")]
    Wrong(#[from] Wrong),
    /// Jumps that another system gave are no solution.
    #[error("{system} gave jumps that are no solution: {wrong}")]
    WrongJumps {
        /// The system.
        system: String,
        /// The first wrong jump.
        wrong: Wrong,
    },
    /// A certificate is not accepted.
    #[error("the certificate of kind {kind} is rejected: {rejection}")]
    Rejected {
        /// Its kind.
        kind: &'static str,
        /// Why.
        rejection: Rejection,
    },
    /// The solver's proof does not hold.
    #[error("the proof by solver {solver} is rejected: {rejection}")]
    Unproved {
        /// The solver.
        solver: String,
        /// Why.
        rejection: Rejection,
    },
    /// Two answers cannot both be true.
    #[error(
        "a solution with {value} was found, but fewer than {bound} refuted: \
         this is a bug, please report it"
    )]
    Contradiction {
        /// The solution's value.
        value: usize,
        /// The bound.
        bound: usize,
    },
    /// A road ended in a panic.
    #[error("the road '{road}' ended in a panic: this is a bug, please report it")]
    Panicked {
        /// The road.
        road: &'static str,
    },
    /// Another process, which was to answer, did not.
    #[error("{0}")]
    Process(String),
}

impl EngineError {
    /// Why the watch ended it, if it did.
    pub fn stop(&self) -> Option<&Stop> {
        match self {
            EngineError::Stopped(stop) => Some(stop),
            _ => None,
        }
    }
}

impl From<FormulaError> for EngineError {
    fn from(error: FormulaError) -> Self {
        match error {
            FormulaError::Stopped(stop) => EngineError::Stopped(stop),
            error => EngineError::Formula(error),
        }
    }
}

impl From<ModelError> for EngineError {
    fn from(error: ModelError) -> Self {
        match error {
            ModelError::Formula(error) => error.into(),
            error => EngineError::Additions(error),
        }
    }
}

impl From<SolverError> for EngineError {
    fn from(error: SolverError) -> Self {
        match error {
            SolverError::Stopped(stop) => EngineError::Stopped(stop),
            error => EngineError::Solver(error),
        }
    }
}

impl EngineError {
    /// Whether a formula would be too large.
    pub(super) fn is_too_large(&self) -> bool {
        matches!(self, EngineError::Formula(_))
    }

    /// Whether a file could not be written: no other road helps.
    pub fn is_output(&self) -> bool {
        use SolverError::{Io, Proof};
        matches!(self, EngineError::Solver(Io { .. } | Proof(_)))
    }

    /// Whether what was asked is at fault, not the solver or the machine.
    pub fn is_usage(&self) -> bool {
        match self {
            EngineError::Additions(_) | EngineError::Formula(_) | EngineError::Refused(_) => true,
            EngineError::Solver(error) => matches!(error, SolverError::Asked(_)),
            _ => false,
        }
    }
}
