//! One attempt: a task in a worker process of its own, as its parent sees it.
//!
//! The worker leads a process group, which is paused, resumed and ended as a
//! whole; see [`super::worker`] for what happens if this process dies first.

use super::{
    Answer, Event, Size, Task, processes,
    record::{End, Limits, Reason, Record},
    supervise::SuperviseError,
    worker::Instruction,
};
use std::{
    io::{BufRead, BufReader, Read, Write},
    os::unix::process::{CommandExt, ExitStatusExt},
    path::Path,
    process::{Child, ChildStderr, ChildStdin, Command, ExitStatus, Stdio},
    sync::{Arc, Mutex, PoisonError, mpsc::Sender},
    thread::JoinHandle,
    time::{Duration, Instant},
};
use wait4::Wait4;

/// What a worker says: its number and an event, or `None` when it is silent for
/// ever.
pub(super) type Message = (usize, Option<Event>);

/// A worker and what is known of it.
pub(super) struct Attempt {
    pub(super) task: Task,
    child: Child,
    group: Group,
    stdin: Option<ChildStdin>,
    complaint: Complaint,
    used: Duration,
    since: Option<Instant>,
    encoded: Option<Encoded>,
    notes: Vec<String>,
    pub(super) refuted: Option<usize>,
    decided: Option<(Answer, f64)>,
    failed: Option<(bool, String)>,
    resident: Option<u64>,
    pub(super) peak: Option<u64>,
}

/// What a worker told of its formula.
#[derive(Clone, Copy)]
struct Encoded {
    size: Size,
    seconds: f64,
    layers: Option<usize>,
}

impl Attempt {
    /// Starts a worker on the task; what it says comes with this number.
    pub(super) fn start(
        program: &Path,
        task: Task,
        limits: Limits,
        number: usize,
        messages: Sender<Message>,
    ) -> Result<Self, SuperviseError> {
        let start_error = |error| SuperviseError::Start {
            program: program.into(),
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
        let group = Group::new(&child);
        let mut stdin = child.stdin.take();
        let instruction = Instruction {
            task,
            memory: limits.memory,
        };
        if let Some(stdin) = &mut stdin {
            let text =
                serde_json::to_string(&instruction).map_err(|error| start_error(error.into()))?;
            // If the worker is dead already, its end says more than this error.
            let _ = writeln!(stdin, "{text}").and_then(|()| stdin.flush());
        }
        let stdout = child.stdout.take();
        std::thread::spawn(move || {
            if let Some(stdout) = stdout {
                forward(BufReader::new(stdout), number, &messages);
            }
            let _ = messages.send((number, None));
        });
        Ok(Attempt {
            task: instruction.task,
            complaint: Complaint::listen(child.stderr.take()),
            child,
            group,
            stdin,
            used: Duration::ZERO,
            since: Some(Instant::now()),
            encoded: None,
            notes: Vec::new(),
            refuted: None,
            decided: None,
            failed: None,
            resident: None,
            peak: None,
        })
    }

    /// For how long it has been running, pauses left out.
    pub(super) fn used(&self) -> Duration {
        self.used + self.since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// Lets it run, or not.
    pub(super) fn set_running(&mut self, running: bool) {
        if running == self.since.is_some() {
            return;
        }
        self.used = self.used();
        self.since = running.then(Instant::now);
        self.group.set_running(running);
    }

    /// It has nothing more to say, so time goes on without it.
    pub(super) fn stop_counting(&mut self) {
        self.used = self.used();
        self.since = None;
    }

    /// Notes an event; whether it is the last one.
    pub(super) fn take(&mut self, event: Event) -> bool {
        match event {
            Event::Encoded {
                size,
                seconds,
                notes,
                layers,
            } => {
                self.encoded = Some(Encoded {
                    size,
                    seconds,
                    layers,
                });
                self.notes = notes;
                // The peak is read here too, for runs that end within a tick.
                self.measure();
                false
            }
            Event::Refuted { layers } => {
                self.refuted = self.refuted.max(Some(layers));
                false
            }
            Event::Decided { answer, seconds } => {
                if answer == Answer::Refuted {
                    self.refuted = self.encoded.and_then(|encoded| encoded.layers);
                }
                self.decided = Some((answer, seconds));
                self.measure();
                true
            }
            Event::Failed { usage, message } => {
                self.failed = Some((usage, message));
                true
            }
        }
    }

    /// The answer, if there is one that settles the matter.
    pub(super) fn is_conclusive(&self) -> bool {
        let decided = self.decided.as_ref().map(|decided| &decided.0);
        decided.is_some_and(|answer| *answer != Answer::Unknown)
            || self.failed.as_ref().is_some_and(|failed| failed.0)
    }

    /// Looks at the memory in use, and returns it. While paused it stays as it
    /// was.
    pub(super) fn measure(&mut self) -> Option<u64> {
        if self.since.is_some() || self.resident.is_none() {
            let memory = processes::memory(self.child.id());
            self.resident = memory.map(|memory| memory.resident);
            self.peak = self.peak.max(memory.map(|memory| memory.peak));
        }
        self.resident
    }

    /// Ends the worker and its programs, if they have not ended, and says what
    /// is known; `stopped` says who ended it early.
    ///
    /// # Errors
    /// If the task was faulty.
    pub(super) fn end(
        mut self,
        stopped: Option<Reason>,
        limits: Limits,
    ) -> Result<Record, SuperviseError> {
        let used = self.used();
        self.group.end(); // on every path: a program may have outlived its worker
        let usage = self.child.wait4();
        drop(self.stdin.take());
        self.group.done();
        if let Ok(usage) = &usage {
            self.peak = processes::peak_at_end(self.peak, usage.rusage.maxrss);
        }
        let complaint = self.complaint.end();
        if let Some((true, message)) = self.failed {
            return Err(SuperviseError::Usage(message));
        }
        let said = self.failed.as_ref().map(|(_, message)| message.clone());
        let out_of_memory = limits.memory.is_some_and(|limit| {
            ran_out(&format!("{} {complaint}", said.as_deref().unwrap_or("")))
                || self.peak.is_some_and(|peak| peak >= limit - limit / 10)
        });
        let failure = || {
            let ended = describe(usage.as_ref().ok().map(|usage| usage.status));
            let parts = [said.clone().unwrap_or(ended), complaint.clone()];
            let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
            parts.join("; ")
        };
        let (end, message) = match (self.decided.as_ref().map(|decided| &decided.0), stopped) {
            (
                Some(Answer::Solved {
                    jumps,
                    layer_sizes,
                    assignment,
                }),
                _,
            ) => (
                End::Solved {
                    jumps: jumps.clone(),
                    layer_sizes: layer_sizes.clone(),
                    assignment: assignment.clone(),
                },
                None,
            ),
            (Some(Answer::Unsolvable { grounds }), _) => (End::Unsolvable(*grounds), None),
            (Some(Answer::Refuted), _) => (End::Unknown(Reason::Layers), None),
            (_, Some(reason)) => (End::Unknown(reason), None),
            (_, None) if out_of_memory => (End::Unknown(Reason::Memory), None),
            (Some(Answer::Unknown), None) => (
                End::Unknown(Reason::SolverFailed),
                Some("the solver gave up".into()),
            ),
            (None, None) => (End::Unknown(Reason::SolverFailed), Some(failure())),
        };
        let order = self.task.options.order;
        Ok(Record {
            end,
            message,
            attempts: 1,
            layers: self.encoded.and_then(|encoded| encoded.layers),
            refuted: self.refuted.map(|layers| (layers, order)),
            size: self.encoded.map(|encoded| encoded.size),
            encode: self.encoded.map(|encoded| encoded.seconds),
            solve: match (&self.decided, self.encoded.map(|encoded| encoded.seconds)) {
                (Some((_, seconds)), _) => Some(*seconds),
                // What it ran for without encoding, pauses left out.
                (None, Some(encoding)) => Some((used.as_secs_f64() - encoding).max(0.0)),
                (None, None) => None,
            },
            total: 0.0,
            peak_memory: self.peak,
            notes: self.notes,
            task: self.task,
        })
    }
}

fn describe(status: Option<ExitStatus>) -> String {
    match status.map(|status| (status, status.signal())) {
        None => "the worker is lost".into(),
        Some((_, Some(signal))) => format!("the worker was ended by signal {signal}"),
        Some((status, None)) => format!("the worker ended with {status}"),
    }
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

    fn set_running(&self, running: bool) {
        if let Some(group) = self.0 {
            processes::set_running(group, running);
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

fn forward(stdout: impl BufRead, number: usize, messages: &Sender<Message>) {
    for line in stdout.lines() {
        let Ok(line) = line else { return };
        let Ok(event) = serde_json::from_str(&line) else {
            continue;
        };
        if messages.send((number, Some(event))).is_err() {
            return;
        }
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
