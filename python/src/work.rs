//! Work in a thread of its own, so that Python goes on and Ctrl-C is heard.

use pegsat::{Watch, engine::EngineError, watch::Stop};
use pyo3::{
    exceptions::{PyMemoryError, PyOSError, PyRuntimeError, PyTimeoutError, PyValueError},
    prelude::*,
};
use std::{
    fmt::Display,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

/// How often signals are looked for.
const PERIOD: Duration = Duration::from_millis(20);

/// A time as the command line has it: seconds, or a text such as 30s or 5m.
#[derive(FromPyObject)]
pub enum Time {
    Seconds(f64),
    Text(String),
}

/// Bytes as the command line has them: a number, or a text such as 2G.
#[derive(FromPyObject)]
pub enum Size {
    Bytes(u64),
    Text(String),
}

/// Limits of time and memory.
pub struct Limits {
    timeout: Option<Duration>,
    memory: Option<u64>,
}

impl Limits {
    pub fn new(timeout: Option<Time>, memory: Option<Size>) -> PyResult<Self> {
        let seconds = |seconds: f64| {
            let duration = Duration::try_from_secs_f64(seconds);
            duration.map_err(|error| usage(format!("timeout={seconds}: {error}")))
        };
        let timeout = timeout.map(|time| match time {
            Time::Seconds(number) => seconds(number),
            Time::Text(text) => match text.parse() {
                Ok(number) => seconds(number),
                Err(_) => humantime::parse_duration(&text)
                    .map_err(|error| usage(format!("timeout='{text}': {error}"))),
            },
        });
        let memory = memory.map(|size| match size {
            Size::Bytes(bytes) => Ok(bytes),
            Size::Text(text) => parse_size::Config::new()
                .with_binary()
                .parse_size(&text)
                .map_err(|error| usage(format!("memory='{text}': {error}"))),
        });
        Ok(Limits {
            timeout: timeout.transpose()?,
            memory: memory.transpose()?,
        })
    }
}

/// Does the task with a watch of these limits, without Python's lock. Ctrl-C ends it, as
/// whatever exception the signal raises.
pub fn work<T: Send>(
    py: Python<'_>,
    limits: Limits,
    task: impl FnOnce(&Watch) -> T + Send,
) -> PyResult<T> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let mut watch = Watch::new().interrupted_by(interrupted.clone());
    if let Some(timeout) = limits.timeout {
        watch = watch.timeout(timeout);
    }
    if let Some(bytes) = limits.memory {
        watch = watch.memory(bytes);
    }
    thread::scope(|scope| {
        let caller = thread::current();
        let watch = &watch;
        let worker = scope.spawn(move || {
            let result = task(watch);
            caller.unpark();
            result
        });
        let mut raised = None;
        while !worker.is_finished() {
            py.detach(|| thread::park_timeout(PERIOD));
            if raised.is_none()
                && let Err(error) = py.check_signals()
            {
                interrupted.store(true, Ordering::Relaxed);
                raised = Some(error);
            }
        }
        match (raised, worker.join()) {
            (Some(error), _) => Err(error),
            (None, Ok(result)) => Ok(result),
            (None, Err(_)) => Err(PyRuntimeError::new_err(
                "the engine ended in a panic: this is a bug, please report it",
            )),
        }
    })
}

/// What was asked is at fault.
pub fn usage(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A file could not be read or written.
pub fn file(error: impl Display) -> PyErr {
    PyOSError::new_err(error.to_string())
}

/// Why work ended.
pub fn stopped(stop: &Stop) -> PyErr {
    let text = stop.to_string();
    match stop {
        Stop::Timeout => PyTimeoutError::new_err(text),
        Stop::Memory(_) => PyMemoryError::new_err(text),
        Stop::TooManyHoles(_) => PyValueError::new_err(text),
        Stop::Interrupted | Stop::Work => PyRuntimeError::new_err(text),
    }
}

/// An error of the engine.
pub fn engine(error: EngineError) -> PyErr {
    match error {
        EngineError::Stopped(stop) => stopped(&stop),
        error if error.is_usage() => usage(error),
        error => PyRuntimeError::new_err(error.to_string()),
    }
}
