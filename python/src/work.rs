//! Work in a thread of its own, so that Python goes on and Ctrl-C is heard.

use crate::limits::Limits;
use cap::Cap;
use pegsat::Watch;
use pyo3::{exceptions::PyRuntimeError, prelude::*, types::PyDict};
use std::{
    alloc::System,
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

/// Ends work that was given it, in whatever thread.
#[pyclass(frozen, module = "pegsat._native")]
#[derive(Clone, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

#[pymethods]
impl Stop {
    #[new]
    fn new() -> Self {
        Stop::default()
    }

    /// Ends the work.
    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
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

/// Does the task with a watch of these limits, without Python's lock, until `stop` is set. On the
/// main thread Ctrl-C ends it, as whatever exception the signal raises; others hear of no signals.
pub(crate) fn work<T: Send>(
    py: Python<'_>,
    limits: Limits,
    listener: Option<Py<PyAny>>,
    stop: Stop,
    task: impl FnOnce(&Watch) -> T + Send,
) -> PyResult<T> {
    let mut watch = Watch::new().interrupted_by(stop.0.clone());
    if let Some(timeout) = limits.timeout {
        watch = watch.timeout(timeout);
    }
    if let Some(bytes) = limits.memory {
        watch = watch.memory(bytes);
    }
    let (sender, come) = mpsc::channel();
    if listener.is_some() {
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
                    if is_main || listener.is_some() || worker.is_finished() {
                        break;
                    }
                }
            });
            if raised.is_none() {
                let heard = listener.as_ref().map(|one| tell(py, one, &come));
                if let Err(error) = heard.unwrap_or(Ok(())).and_then(|()| py.check_signals()) {
                    stop.set();
                    raised = Some(error);
                }
            }
        }
        if let (None, Some(listener)) = (&raised, &listener) {
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
