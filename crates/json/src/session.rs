//! What questions are about, and what they come to.

use crate::error::Error;
use pegsat::Problem;
use serde::Serialize;

/// One problem, or none, and what is kept of it.
#[derive(Debug, Clone, Default)]
pub struct Session {
    pub(crate) problem: Option<Problem>,
    #[cfg(feature = "desk")]
    pub(crate) stored: Option<std::sync::Arc<pegsat::exact::Stored>>,
}

/// What a question comes to.
#[derive(Debug, Default)]
pub struct Told {
    /// The answer, as JSON.
    pub answer: String,
    /// The session about the problem that was opened, if one was.
    pub opened: Option<Session>,
}

impl Told {
    /// This answer, which opens nothing.
    pub(crate) fn of(answer: &impl Serialize) -> Result<Self, Error> {
        Ok(Told {
            answer: serde_json::to_string(answer).map_err(Error::failed)?,
            opened: None,
        })
    }
}

impl Session {
    /// About this problem.
    pub fn about(problem: Problem) -> Self {
        Session {
            problem: Some(problem),
            ..Session::default()
        }
    }

    /// The problem.
    ///
    /// # Errors
    /// If none is open.
    pub fn problem(&self) -> Result<&Problem, Error> {
        self.problem
            .as_ref()
            .ok_or_else(|| Error::usage("no problem is open"))
    }
}
