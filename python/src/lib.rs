//! Questions and answers as JSON, for the Python of this package: nothing of the game and no
//! policy is here, only threads, limits and exceptions.

mod limits;
mod work;

use limits::Limits;
use pegsat::Watch;
use pegsat_json::{Error, Kind, Told};
use pyo3::{
    exceptions::{
        PyFileNotFoundError, PyMemoryError, PyOSError, PyPermissionError, PyRuntimeError,
        PyTimeoutError, PyValueError,
    },
    prelude::*,
};
use std::io::ErrorKind;
use work::Stop;

/// One problem, or none: what `pegsat_json::Session` is.
#[pyclass(frozen, module = "pegsat._native")]
#[derive(Default)]
struct Session(pegsat_json::Session);

/// An answer as JSON, and the session about the problem that was opened, if one was.
type Answer = (String, Option<Session>);

fn told(told: Result<Told, Error>) -> PyResult<Answer> {
    let told = told.map_err(raised)?;
    Ok((told.answer, told.opened.map(Session)))
}

/// The exception for an error.
fn raised(error: Error) -> PyErr {
    let text = error.text;
    match error.kind {
        Kind::Usage | Kind::File(ErrorKind::InvalidData) => PyValueError::new_err(text),
        Kind::Timeout => PyTimeoutError::new_err(text),
        Kind::Memory => PyMemoryError::new_err(text),
        Kind::File(ErrorKind::NotFound) => PyFileNotFoundError::new_err(text),
        Kind::File(ErrorKind::PermissionDenied) => PyPermissionError::new_err(text),
        Kind::File(_) => PyOSError::new_err(text),
        Kind::Failed => PyRuntimeError::new_err(text),
    }
}

#[pymethods]
impl Session {
    #[new]
    fn new() -> Self {
        Session::default()
    }

    /// The answer to what is soon answered.
    fn ask(&self, py: Python<'_>, question: &str) -> PyResult<Answer> {
        told(py.detach(|| self.0.ask(question.as_bytes(), &Watch::new())))
    }

    /// The answer, within limits; `progress` is called with dictionaries. What `stop` ends is an
    /// answer too.
    #[pyo3(signature = (question, timeout = None, memory = None, progress = None, stop = None))]
    fn work(
        &self,
        py: Python<'_>,
        question: &str,
        timeout: Option<&Bound<'_, PyAny>>,
        memory: Option<&Bound<'_, PyAny>>,
        progress: Option<Py<PyAny>>,
        stop: Option<&Stop>,
    ) -> PyResult<Answer> {
        let limits = Limits::new(timeout, memory)?;
        let task = |watch: &Watch| self.0.ask(question.as_bytes(), watch);
        let stop = stop.cloned().unwrap_or_default();
        told(work::work(py, limits, progress, stop, task)?)
    }
}

/// Questions and answers as JSON.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::{Session, Stop};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn version(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
