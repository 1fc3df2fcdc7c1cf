//! Work in a thread of its own, so that Python goes on and Ctrl-C is heard.

use crate::either::either;
use cap::Cap;
use pegsat::{Watch, engine::EngineError, watch::Stop};
use pyo3::{
    exceptions::{
        PyFileNotFoundError, PyMemoryError, PyOSError, PyPermissionError, PyRuntimeError,
        PyTimeoutError, PyValueError,
    },
    prelude::*,
    types::PyDict,
};
use std::{
    alloc::System,
    fmt::Display,
    io::ErrorKind,
    ops::RangeInclusive,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver},
    },
    thread,
    time::Duration,
};

/// How often signals are looked for.
const PERIOD: Duration = Duration::from_millis(20);

/// Counts the bytes that this module holds. What the process has in memory would tell less:
/// an allocator keeps what earlier answers gave back, and hands it out again unseen.
#[global_allocator]
static ALLOCATED: Cap<System> = Cap::new(System, usize::MAX);

/// As on the command line.
const LEAST_MEMORY: u64 = 16 << 20;

/// A time as the command line has it: seconds, or a text such as 30s or 5m.
pub(crate) enum Time {
    Seconds(f64),
    Text(String),
}
either!(Time, "seconds, or a text such as '30s'": Seconds(f64), Text(String));

/// Bytes as the command line has them: a number, or a text such as 2G.
pub(crate) enum Size {
    Bytes(Number),
    Text(String),
}
either!(Size, "bytes, or a text such as '2G'": Bytes(Number), Text(String));

/// A whole number, as Python has it.
pub(crate) type Number = i128;

/// The number, if it is one of these.
pub(crate) fn within(name: &str, number: Number, range: RangeInclusive<u64>) -> PyResult<u64> {
    let found = u64::try_from(number).ok();
    found.filter(|found| range.contains(found)).ok_or_else(|| {
        let (least, most) = range.into_inner();
        usage(match most {
            u64::MAX => format!("{name}={number}: expected {least} or more, below 2 to the 64"),
            _ => format!("{name}={number}: expected {least} to {most}"),
        })
    })
}

/// Limits of time and memory, and who hears how it goes.
pub(crate) struct Limits {
    timeout: Option<Duration>,
    memory: Option<u64>,
    listener: Option<Py<PyAny>>,
}

impl Limits {
    pub(crate) fn new(timeout: Option<Time>, memory: Option<Size>) -> PyResult<Self> {
        let seconds = |seconds: f64| {
            let duration = Duration::try_from_secs_f64(seconds);
            duration.map_err(|_| usage(format!("timeout={seconds}: expected seconds from 0")))
        };
        let timeout = timeout.map(|time| match time {
            Time::Seconds(number) => seconds(number),
            Time::Text(text) => match text.parse() {
                Ok(number) => seconds(number),
                Err(_) => humantime::parse_duration(&text)
                    .map_err(|_| usage(format!("timeout='{text}': expected a time such as 30s"))),
            },
        });
        let memory = memory.map(|size| match size {
            Size::Bytes(bytes) => within("memory", bytes, 0..=u64::MAX),
            Size::Text(text) => parse_size::Config::new()
                .with_binary()
                .parse_size(&text)
                .map_err(|_| {
                    usage(format!(
                        "memory='{text}': expected a size such as 500M or 2G"
                    ))
                }),
        });
        let memory = memory.transpose()?;
        if let Some(bytes) = memory.filter(|&bytes| bytes < LEAST_MEMORY) {
            let text = "too little to run in; expected at least 16M";
            return Err(usage(format!("memory={bytes}: {text}")));
        }
        Ok(Limits {
            timeout: timeout.transpose()?,
            memory,
            listener: None,
        })
    }

    /// Calls this with what is told of the work, as dictionaries.
    pub(crate) fn telling(self, listener: Option<Py<PyAny>>) -> Self {
        Limits { listener, ..self }
    }
}

/// Tells the listener what has come in.
fn tell(py: Python<'_>, listener: &Py<PyAny>, come: &Receiver<String>) -> PyResult<()> {
    for text in come.try_iter() {
        let fields = py.import("json")?.call_method1("loads", (text,))?;
        listener.call1(py, (fields,))?;
    }
    Ok(())
}

/// Tells the listener that there is no more to come.
fn tell_end(py: Python<'_>, listener: &Py<PyAny>) -> PyResult<()> {
    let told = PyDict::new(py);
    told.set_item("kind", "ended")?;
    listener.call1(py, (told,)).map(drop)
}

/// Does the task with a watch of these limits, without Python's lock. On the main thread
/// Ctrl-C ends it, as whatever exception the signal raises; others hear of no signals.
pub(crate) fn work<T: Send>(
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
    let (sender, come) = mpsc::channel();
    if limits.listener.is_some() {
        watch = watch.telling(move |progress| {
            let told = serde_json::to_string(progress).unwrap_or_default();
            let _ = sender.send(told); // nobody may listen any more
        });
    }
    let before = ALLOCATED.allocated();
    let is_main = is_main_thread(py)?;
    thread::scope(|scope| {
        let caller = thread::current();
        let watch = &watch;
        let worker = thread::Builder::new().spawn_scoped(scope, move || {
            let result = task(watch);
            caller.unpark();
            result
        });
        let worker = worker.map_err(no_thread)?;
        let mut raised = None;
        while !worker.is_finished() {
            py.detach(|| {
                loop {
                    thread::park_timeout(PERIOD);
                    let used = ALLOCATED.allocated().saturating_sub(before) as u64;
                    if limits.memory.is_some_and(|most| used > most) {
                        watch.exceed_memory();
                    }
                    if is_main || limits.listener.is_some() || worker.is_finished() {
                        break;
                    }
                }
            });
            if raised.is_none() {
                let heard = limits.listener.as_ref().map(|one| tell(py, one, &come));
                if let Err(error) = heard.unwrap_or(Ok(())).and_then(|()| py.check_signals()) {
                    interrupted.store(true, Ordering::Relaxed);
                    raised = Some(error);
                }
            }
        }
        if let (None, Some(listener)) = (&raised, &limits.listener) {
            let told = tell(py, listener, &come);
            raised = told.and_then(|()| tell_end(py, listener)).err();
        }
        match (raised, worker.join()) {
            (Some(error), _) => Err(error),
            (None, Ok(result)) => Ok(result),
            (None, Err(_)) => Err(panicked()),
        }
    })
}

fn no_thread(error: std::io::Error) -> PyErr {
    PyRuntimeError::new_err(format!("a thread cannot be made: {error}"))
}

fn panicked() -> PyErr {
    PyRuntimeError::new_err("the engine ended in a panic: this is a bug, please report it")
}

/// Signals are for the main thread alone; another that asked for the lock again and again
/// would be in the way when Python ends.
fn is_main_thread(py: Python<'_>) -> PyResult<bool> {
    let threading = py.import("threading")?;
    let main = threading.call_method0("main_thread")?;
    Ok(threading.call_method0("current_thread")?.is(&main))
}

/// What was asked is at fault.
pub(crate) fn usage(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A file could not be read or written: the exception is the one for its kind.
pub(crate) fn file(kind: ErrorKind, text: impl Display) -> PyErr {
    let text = text.to_string();
    match kind {
        ErrorKind::NotFound => PyFileNotFoundError::new_err(text),
        ErrorKind::PermissionDenied => PyPermissionError::new_err(text),
        ErrorKind::InvalidData => PyValueError::new_err(text),
        _ => PyOSError::new_err(text),
    }
}

/// Why work ended.
pub(crate) fn stopped(stop: &Stop) -> PyErr {
    let text = stop.to_string();
    match stop {
        Stop::Timeout => PyTimeoutError::new_err(text),
        Stop::Memory(_) => PyMemoryError::new_err(text),
        Stop::TooManyHoles(_) => PyValueError::new_err(text),
        Stop::Interrupted | Stop::Work => PyRuntimeError::new_err(text),
    }
}

/// An error of the engine.
pub(crate) fn engine(error: EngineError) -> PyErr {
    match error {
        EngineError::Stopped(stop) => stopped(&stop),
        error if error.is_usage() => usage(error),
        error => PyRuntimeError::new_err(error.to_string()),
    }
}
