//! The parent's side: a task in a child process, under limits of time and
//! memory, and until the user interrupts it.
//!
//! However it ends there is a [`Record`]. The worker leads a process group of
//! its own, which is ended as a whole; see [`super::worker`] for what happens
//! if this process dies first.

use super::{Answer, Event, Size, Task, processes, worker::Order};
use serde::{Deserialize, Serialize};
use std::{
    io::{BufRead, BufReader, Read, Write},
    os::unix::process::{CommandExt, ExitStatusExt},
    path::PathBuf,
    process::{Child, ChildStderr, Command, ExitStatus, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread::JoinHandle,
    time::{Duration, Instant},
};
use wait4::Wait4;

/// How often limits and signals are looked at.
const TICK: Duration = Duration::from_millis(20);

/// What a run may use.
#[derive(Debug, Clone, Copy, Default)]
pub struct Limits {
    /// Wall-clock time for everything, encoding included.
    pub timeout: Option<Duration>,
    /// Bytes of memory, of the worker and each program that it starts.
    pub memory: Option<u64>,
}

/// Why a run ended without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The time limit was reached.
    Timeout,
    /// The memory limit was reached.
    Memory,
    /// The user asked to stop.
    Interrupted,
    /// The solver died, gave up, or printed nonsense.
    SolverFailed,
}

impl Reason {
    /// The word for it in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Reason::Timeout => "timeout",
            Reason::Memory => "memory",
            Reason::Interrupted => "interrupted",
            Reason::SolverFailed => "solver-failed",
        }
    }
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// With these jumps, which nobody has checked yet.
    Solved {
        /// Jump numbers.
        jumps: Vec<usize>,
        /// The assignment, if it was asked for.
        assignment: Option<Vec<bool>>,
    },
    /// With the answer that there is no solution.
    Unsolvable,
    /// Without an answer.
    Unknown(Reason),
}

/// What is known of a run.
#[derive(Debug, Clone)]
pub struct Record {
    /// How it ended.
    pub end: End,
    /// The formula's size, if it was made.
    pub size: Option<Size>,
    /// Seconds to encode, if that ended.
    pub encode: Option<f64>,
    /// Seconds in the solver, so far if it was ended.
    pub solve: Option<f64>,
    /// Seconds in all.
    pub total: f64,
    /// The most memory that was in use at a time, in bytes.
    pub peak_memory: Option<u64>,
    /// What the user should know of the additions.
    pub notes: Vec<String>,
    /// What went wrong, if something did.
    pub message: Option<String>,
}

/// Why a run could not even be made.
#[derive(Debug, thiserror::Error)]
pub enum SuperviseError {
    /// The worker could not be started.
    #[error("{program}: cannot be started as a worker: {error}")]
    Start {
        /// The program.
        program: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// The task is faulty.
    #[error("{0}")]
    Usage(String),
}

/// Runs the task by `program`, which is this one: called with the word
/// `worker` it must do [`super::worker::main`].
///
/// `progress` is told of events and, every 20 ms, that time passes.
///
/// # Errors
/// If the worker cannot be started, or the task is faulty.
pub fn run(
    program: &PathBuf,
    task: &Task,
    limits: Limits,
    interrupted: &AtomicBool,
    progress: &mut dyn FnMut(Option<&Event>),
) -> Result<Record, SuperviseError> {
    let begin = Instant::now();
    let start_error = |error| SuperviseError::Start {
        program: program.clone(),
        error,
    };
    let mut child = Command::new(program)
        .arg("worker")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()
        .map_err(start_error)?;
    let mut group = Group::new(&child);
    let mut stdin = child.stdin.take();
    let order = Order {
        task: task.clone(),
        memory: limits.memory,
    };
    if let Some(stdin) = &mut stdin {
        let text = serde_json::to_string(&order).map_err(|error| start_error(error.into()))?;
        // If the worker is dead already, its end says more than this error.
        let _ = writeln!(stdin, "{text}").and_then(|()| stdin.flush());
    }
    let (events, stderr) = listen(&mut child);
    let mut watch = Watch::new(begin, limits, child.id());
    let stopped = watch.until_silence(&events, interrupted, progress);
    group.end(); // on every path: a program may have outlived its worker
    let usage = child.wait4();
    drop(stdin);
    group.done();
    let complaint = stderr.end();
    let status = usage.as_ref().ok().map(|usage| usage.status);
    if let Ok(usage) = &usage {
        watch.peak = watch.peak.max(Some(usage.rusage.maxrss));
    }
    watch.record(stopped, status, complaint)
}

/// The worker's process group; ended when this is dropped, whatever happens.
struct Group(Option<u32>);

impl Group {
    fn new(child: &Child) -> Self {
        Group(Some(child.id()))
    }

    fn end(&self) {
        if let Some(group) = self.0 {
            processes::end_group(group);
        }
    }

    /// The worker has been waited for: its number may be another's from now on.
    fn done(&mut self) {
        self.0 = None;
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.end();
    }
}

/// Reads the worker's events and the end of what it complains about.
fn listen(child: &mut Child) -> (Receiver<Event>, Complaint) {
    let (send, events) = channel();
    let stdout = child.stdout.take();
    std::thread::spawn(move || stdout.map(|stdout| forward(BufReader::new(stdout), &send)));
    (events, Complaint::listen(child.stderr.take()))
}

/// The end of what the worker and its programs say on standard error.
struct Complaint {
    kept: Arc<Mutex<Vec<u8>>>,
    reader: JoinHandle<()>,
}

impl Complaint {
    /// How many bytes are kept.
    const KEPT: usize = 4096;

    fn listen(stderr: Option<ChildStderr>) -> Self {
        let kept: Arc<Mutex<Vec<u8>>> = Arc::default();
        let sink = kept.clone();
        let reader = std::thread::spawn(move || {
            let mut buffer = [0; Self::KEPT];
            let Some(mut stderr) = stderr else { return };
            while let Ok(n @ 1..) = stderr.read(&mut buffer) {
                let mut kept = sink.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend_from_slice(&buffer[..n]);
                let excess = kept.len().saturating_sub(Self::KEPT);
                kept.drain(..excess);
            }
        });
        Complaint { kept, reader }
    }

    /// What was said, now that the worker is gone. A process that escaped may
    /// still hold the pipe open, so the end is not waited for without limit.
    fn end(self) -> String {
        let patience = Instant::now();
        while !self.reader.is_finished() && patience.elapsed() < Duration::from_millis(200) {
            std::thread::sleep(Duration::from_millis(1));
        }
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&kept).trim().to_string()
    }
}

fn forward(stdout: impl BufRead, send: &Sender<Event>) {
    for line in stdout.lines() {
        let Ok(line) = line else { return };
        let Ok(event) = serde_json::from_str(&line) else {
            continue;
        };
        if send.send(event).is_err() {
            return;
        }
    }
}

/// What is seen of a run while it goes on.
struct Watch {
    begin: Instant,
    limits: Limits,
    pid: u32,
    encoded: Option<(Size, f64, Instant)>,
    notes: Vec<String>,
    decided: Option<(Answer, f64)>,
    failed: Option<(bool, String)>,
    peak: Option<u64>,
}

impl Watch {
    fn new(begin: Instant, limits: Limits, pid: u32) -> Self {
        Watch {
            begin,
            limits,
            pid,
            encoded: None,
            notes: Vec::new(),
            decided: None,
            failed: None,
            peak: None,
        }
    }

    /// Takes in events until the worker has answered or is gone, or until a
    /// limit or the user stops it; the answer is who did.
    fn until_silence(
        &mut self,
        events: &Receiver<Event>,
        interrupted: &AtomicBool,
        progress: &mut dyn FnMut(Option<&Event>),
    ) -> Option<Reason> {
        loop {
            let left = self
                .limits
                .timeout
                .map(|limit| limit.saturating_sub(self.begin.elapsed()));
            match events.recv_timeout(left.unwrap_or(TICK).min(TICK)) {
                Ok(event) => {
                    progress(Some(&event));
                    if self.take(event) {
                        return None;
                    }
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => progress(None),
            }
            self.peak = self.peak.max(processes::resident(self.pid));
            if interrupted.load(Ordering::Relaxed) {
                return Some(Reason::Interrupted);
            }
            if left.is_some_and(|left| left.is_zero()) {
                return Some(Reason::Timeout);
            }
            if self
                .limits
                .memory
                .is_some_and(|limit| self.peak > Some(limit))
            {
                return Some(Reason::Memory);
            }
        }
    }

    /// Notes an event; whether it is the last one.
    fn take(&mut self, event: Event) -> bool {
        match event {
            Event::Encoded {
                size,
                seconds,
                notes,
            } => {
                self.encoded = Some((size, seconds, Instant::now()));
                self.notes = notes;
                // The peak is read here too, for runs that end within a tick.
                self.peak = self.peak.max(processes::resident(self.pid));
                false
            }
            Event::Decided { answer, seconds } => {
                self.decided = Some((answer, seconds));
                true
            }
            Event::Failed { usage, message } => {
                self.failed = Some((usage, message));
                true
            }
        }
    }

    /// The record of the run, now that it is over.
    fn record(
        self,
        stopped: Option<Reason>,
        status: Option<ExitStatus>,
        complaint: String,
    ) -> Result<Record, SuperviseError> {
        if let Some((true, message)) = self.failed {
            return Err(SuperviseError::Usage(message));
        }
        let out_of_memory = self.limits.memory.is_some_and(|limit| {
            let text = format!("{} {complaint}", self.failed.as_ref().map_or("", |f| &f.1));
            ran_out(&text) || self.peak.is_some_and(|peak| peak >= limit - limit / 10)
        });
        let failure = || {
            let said = self.failed.as_ref().map(|(_, message)| message.clone());
            let ended = status.map_or("the worker is lost".into(), |status| {
                match status.signal() {
                    Some(signal) => format!("the worker was ended by signal {signal}"),
                    None => format!("the worker ended with {status}"),
                }
            });
            let parts = [said.unwrap_or(ended), complaint.clone()];
            parts
                .into_iter()
                .filter(|part| !part.is_empty())
                .collect::<Vec<_>>()
                .join("; ")
        };
        let (end, message) = match (self.decided.as_ref().map(|decided| &decided.0), stopped) {
            (Some(Answer::Solved { jumps, assignment }), _) => (
                End::Solved {
                    jumps: jumps.clone(),
                    assignment: assignment.clone(),
                },
                None,
            ),
            (Some(Answer::Unsolvable), _) => (End::Unsolvable, None),
            (_, Some(reason)) => (End::Unknown(reason), None),
            (_, None) if out_of_memory => (End::Unknown(Reason::Memory), None),
            (Some(Answer::Unknown), None) => (
                End::Unknown(Reason::SolverFailed),
                Some("the solver gave up".into()),
            ),
            (None, None) => (End::Unknown(Reason::SolverFailed), Some(failure())),
        };
        Ok(Record {
            end,
            message,
            size: self.encoded.map(|encoded| encoded.0),
            encode: self.encoded.map(|encoded| encoded.1),
            solve: match (&self.decided, self.encoded) {
                (Some((_, seconds)), _) => Some(*seconds),
                (None, Some((_, _, since))) => Some(since.elapsed().as_secs_f64()),
                (None, None) => None,
            },
            total: self.begin.elapsed().as_secs_f64(),
            peak_memory: self.peak,
            notes: self.notes,
        })
    }
}

/// Whether a complaint says that memory could not be had.
fn ran_out(text: &str) -> bool {
    let text = text.to_lowercase();
    [
        "memory allocation of",
        "out of memory",
        "bad_alloc",
        "cannot allocate memory",
        "out-of-memory",
    ]
    .iter()
    .any(|words| text.contains(words))
}
