//! Why a question is not answered.

use pegsat::{EngineError, FileError, Stop};
use std::{fmt, io};

/// Whose fault it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// What was asked.
    Usage,
    /// The limit of time was reached.
    Timeout,
    /// The limit of memory was reached.
    Memory,
    /// A file could not be read.
    File(io::ErrorKind),
    /// Something else went wrong.
    Failed,
}

/// Why a question is not answered.
#[derive(Debug, Clone)]
pub struct Error {
    /// Whose fault it is.
    pub kind: Kind,
    /// What is wrong, in words.
    pub text: String,
}

impl Error {
    /// What was asked is at fault.
    pub(crate) fn usage(error: impl fmt::Display) -> Self {
        Error {
            kind: Kind::Usage,
            text: error.to_string(),
        }
    }

    /// Something went wrong that nobody asked for.
    pub(crate) fn failed(error: impl fmt::Display) -> Self {
        Error {
            kind: Kind::Failed,
            text: error.to_string(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.fmt(f)
    }
}

impl std::error::Error for Error {}

impl From<Stop> for Error {
    fn from(stop: Stop) -> Self {
        Error {
            kind: match stop {
                Stop::Timeout => Kind::Timeout,
                Stop::Memory(_) => Kind::Memory,
                Stop::TooManyHoles(_) => Kind::Usage,
                Stop::Interrupted | Stop::Work => Kind::Failed,
            },
            text: stop.to_string(),
        }
    }
}

impl From<EngineError> for Error {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Stopped(stop) => stop.into(),
            error => Error {
                kind: match error.is_usage() {
                    true => Kind::Usage,
                    false => Kind::Failed,
                },
                text: error.to_string(),
            },
        }
    }
}

impl From<FileError> for Error {
    fn from(error: FileError) -> Self {
        Error {
            kind: match &error {
                FileError::Io { error, .. } => Kind::File(error.kind()),
                _ => Kind::Usage,
            },
            text: error.to_string(),
        }
    }
}
