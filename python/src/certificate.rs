//! Certificates, and their check.

use crate::{picture::write, state::Reduced};
use pegsat::{certificate, check, engine::Written, problem};
use pyo3::prelude::*;
use std::path::{Path, PathBuf};

/// Why a problem has no solution: what `pegsat verify` reads.
#[pyclass(frozen, module = "pegsat")]
#[derive(Clone)]
pub struct Certificate(pub Written);

#[pymethods]
impl Certificate {
    /// Its kind, such as 'position-class' or 'pagoda'.
    #[getter]
    pub fn kind(&self) -> &str {
        &self.0.kind
    }

    /// Its text.
    #[getter]
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// Writes it into a file.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        write(&path, &self.0.text)
    }

    fn __repr__(&self) -> String {
        format!("<certificate: {}>", self.0.kind)
    }

    /// For pickle and copy.
    fn __reduce__(&self, py: Python<'_>) -> PyResult<Reduced> {
        self.reduced(py)
    }
}

/// A certificate was accepted.
#[pyclass(frozen, get_all, module = "pegsat")]
pub struct Accepted {
    /// The name that it gives its problem; that proves nothing.
    name: String,
    /// Its kind.
    kind: String,
    /// What was looked at, in words.
    work: String,
    /// None: there is no solution at all; otherwise none has at most this number of sweeps.
    most_sweeps: Option<usize>,
}

#[pymethods]
impl Accepted {
    fn __repr__(&self) -> String {
        format!("<accepted: {} ({})>", self.kind, self.work)
    }

    /// For pickle and copy.
    fn __reduce__(&self, py: Python<'_>) -> PyResult<Reduced> {
        self.reduced(py)
    }
}

/// Its fields.
type AcceptedParts = (String, String, String, Option<usize>);

impl Accepted {
    pub(crate) fn parts(&self) -> AcceptedParts {
        let (name, kind, work) = (self.name.clone(), self.kind.clone(), self.work.clone());
        (name, kind, work, self.most_sweeps)
    }

    pub(crate) fn of_parts((name, kind, work, most_sweeps): AcceptedParts) -> Self {
        Accepted {
            name,
            kind,
            work,
            most_sweeps,
        }
    }
}

/// Checks a certificate by a checker that shares nothing with what made it, and that it is
/// about this problem, if one is named.
pub(crate) fn verified(
    text: &str,
    folder: &Path,
    problem: Option<&problem::Problem>,
    go_on: &dyn Fn() -> bool,
) -> Result<Accepted, String> {
    let beside = |name: &str| {
        let path = folder.join(name);
        if !path.metadata()?.is_file() {
            return Err(std::io::Error::other("is no regular file")); // a pipe would be waited for
        }
        let file = std::fs::File::open(path)?;
        Ok(Box::new(std::io::BufReader::new(file)) as check::Opened)
    };
    let verdict = check::verify(text, &beside, go_on);
    let accepted = verdict.map_err(|rejection| rejection.to_string())?;
    if let Some(problem) = problem
        && !certificate::is_about(&accepted, problem)
    {
        return Err(format!(
            "it is about another problem than {}",
            problem.name()
        ));
    }
    Ok(Accepted {
        name: accepted.name,
        kind: accepted.kind,
        work: accepted.work,
        most_sweeps: accepted.most_sweeps,
    })
}
