//! The parent's side: the engine in a worker process, under limits of time and
//! memory, and until the user interrupts it.

use super::{
    scratch::Scratch,
    secret::secret,
    worker::{Instruction, Message},
};
use crate::{
    asked::{Executor, Question},
    board::JumpNumber,
    certificate, check,
    engine::{
        Answer, End, EngineError, Evidence, Reason, Size, cube,
        optimum::{News, Objective, Optimum},
    },
    problem::{Problem, file},
    solution::checker,
    supervise::Supervised,
    systems::inquiry,
    watch::{Progress, Stop, Watch},
};
use std::{
    io::{BufRead, BufReader, Read, Write},
    os::unix::process::ExitStatusExt,
    path::PathBuf,
    process::{ChildStderr, ChildStdout, Command, ExitStatus, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, RecvTimeoutError, channel},
    },
    thread::JoinHandle,
    time::{Duration, Instant},
};

/// How often memory, time and signals are looked at, unless a look takes long.
const TICK: Duration = Duration::from_millis(2);

/// How long a worker that was told to end may take to say what it knows. It ends its programs
/// and removes their files first, and a proof may have gigabytes.
const GRACE: Duration = Duration::from_secs(1);

/// A process of its own for each question.
#[derive(Debug, Clone)]
pub struct Isolated {
    /// The program: this one, which does [`super::worker::main`] when it is called
    /// with the word `worker`.
    pub program: PathBuf,
    /// The most memory, in bytes, of the worker and each program that it starts.
    pub memory: Option<u64>,
}

impl Executor for Isolated {
    fn ask(
        &self,
        problem: &Problem,
        question: &Question,
        watch: &Watch,
    ) -> Result<Answer, EngineError> {
        let failed = |what: &str| {
            let program = self.program.display();
            let text = format!("{program}: cannot be started as a worker: {what}");
            EngineError::Process(text)
        };
        let scratch = Scratch::new();
        let scratch = scratch.map_err(|error| {
            let folder = std::env::temp_dir();
            failed(&format!(
                "a folder in {} (TMPDIR): {error}",
                folder.display()
            ))
        })?;
        let secret = secret().map_err(|error| failed(&error.to_string()))?;
        let mut command = Command::new(&self.program);
        command
            .arg("worker")
            .env("TMPDIR", scratch.path())
            // What one thread gives back is there for the others.
            .env("MALLOC_ARENA_MAX", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let started = Supervised::start(&mut command, true);
        let (process, mut pipes) = started.map_err(|error| failed(&error.to_string()))?;
        let instruction = Instruction {
            problem: problem.name().into(),
            peg: file::write(problem),
            question: question.clone(),
            memory: self.memory,
            timeout: watch.left(),
            secret: secret.clone(),
            scratch: (scratch.path().into(), scratch.secret().into()),
        };
        if let Some(stdin) = &mut pipes.stdin {
            let text =
                serde_json::to_string(&instruction).map_err(|error| failed(&error.to_string()))?;
            // If the worker is dead already, its end says more than this error.
            let _ = writeln!(stdin, "{text}").and_then(|()| stdin.flush());
        }
        let run = Worker {
            problem,
            question,
            messages: listen(pipes.stdout.take(), secret),
            complaint: Complaint::listen(pipes.stderr.take()),
            memory: self.memory,
            process,
            size: None,
            best: None,
            news: Vec::new(),
        };
        run.attend(watch) // standard input stays open until then
    }
}

/// What the worker says, line by line, until it says no more. What does not begin with the secret
/// is not the worker's.
fn listen(stdout: Option<ChildStdout>, secret: String) -> Receiver<Message> {
    let (send, messages) = channel();
    std::thread::spawn(move || {
        let lines = stdout.map(|stdout| BufReader::new(stdout).lines());
        for line in lines.into_iter().flatten() {
            let Ok(line) = line else { continue };
            let said = line.strip_prefix(&secret);
            let message = said.and_then(|said| serde_json::from_str(said).ok());
            let Some(message) = message else { continue };
            if send.send(message).is_err() {
                return;
            }
        }
    });
    messages
}

/// A worker at work.
struct Worker<'a> {
    problem: &'a Problem,
    question: &'a Question,
    messages: Receiver<Message>,
    complaint: Complaint,
    memory: Option<u64>,
    process: Supervised,
    size: Option<Size>,
    /// What was told of an optimum: the best solution, and what became known.
    best: Option<(usize, Vec<JumpNumber>)>,
    news: Vec<News>,
}

impl Worker<'_> {
    /// Waits for the reply, or says how the worker ended without one.
    fn attend(mut self, watch: &Watch) -> Result<Answer, EngineError> {
        let mut reason = None;
        let mut told: Option<Instant> = None;
        let reply = loop {
            match self.messages.recv_timeout(self.process.rest(TICK)) {
                Ok(Message::Progress(progress)) => {
                    self.keep(&progress);
                    watch.tell(&progress);
                }
                Ok(Message::Reply(reply)) => {
                    self.process.resident();
                    break Some(reply);
                }
                Ok(Message::Failed { usage, message }) => {
                    self.process.resident();
                    if usage {
                        self.end();
                        return Err(EngineError::Refused(message));
                    }
                    return self.ended(None, Some(message));
                }
                Err(RecvTimeoutError::Disconnected) => break None,
                Err(RecvTimeoutError::Timeout) => {}
            }
            let resident = self.process.resident();
            if self.memory.is_some_and(|limit| resident > Some(limit)) {
                return self.ended(Some(Reason::Memory), None);
            }
            if let (Err(stop), None) = (watch.check(), told) {
                reason = Some((&stop).into());
                told = Some(Instant::now());
                self.process.tell_to_end();
            }
            if told.is_some_and(|told| told.elapsed() > GRACE) {
                break None;
            }
        };
        let Some(mut answer) = reply else {
            return self.ended(reason, None);
        };
        self.end();
        self.believe(&answer, watch)?;
        answer.peak_memory = self.process.peak();
        // It knows only that it was told to end; why, is known here.
        if let (End::Unknown(said @ Reason::Interrupted), Some(why)) = (&mut answer.end, reason) {
            *said = why;
        }
        Ok(*answer)
    }

    /// Replays the solution of a reply and verifies its certificate, against the problem that was
    /// asked about.
    fn believe(&self, answer: &Answer, watch: &Watch) -> Result<(), EngineError> {
        let bad = |what: String| {
            EngineError::Process(format!(
                "the worker's answer does not hold, so it is not passed on: {what}"
            ))
        };
        let ask = &self.question.ask;
        let (problem, evidence) = match (&answer.optimum, &answer.part, ask.objective()) {
            (None, Some(_), _) if ask.part.is_some() => {
                if let End::Solved { jumps, .. } = &answer.end {
                    let (stated, _) = ask.whole(self.problem)?;
                    let replayed = ask.replay(&stated, jumps);
                    replayed.map_err(|wrong| bad(wrong.to_string()))?;
                }
                return Ok(()); // it is verified when parts are joined
            }
            (None, None, None) if ask.part.is_none() => {
                if let End::Solved { jumps, .. } = &answer.end {
                    let replayed = checker::check_numbers(self.problem, jumps);
                    replayed.map_err(|wrong| bad(wrong.to_string()))?;
                }
                let evidence = match &answer.end {
                    End::Unsolvable(evidence) => Some(evidence),
                    _ => None,
                };
                (self.problem.clone(), evidence)
            }
            (Some(optimum), None, Some(objective)) if ask.part.is_none() => {
                if let Some((value, jumps)) = &optimum.best {
                    replays(objective, self.problem, *value, jumps).map_err(bad)?;
                }
                let below = optimum.bound.saturating_sub(1);
                let problem = objective.problem(self.problem, below);
                (problem, optimum.evidence.as_ref())
            }
            _ => return Err(bad("it is of another question".into())),
        };
        match evidence {
            Some(Evidence::Trust) if !ask.trust => Err(bad("nobody asked for trust".into())),
            Some(Evidence::Certificate(written)) => {
                let beside = |_: &str| {
                    let missing = || std::io::Error::other("no file stands beside it");
                    let proof = written
                        .proof
                        .as_ref()
                        .map(|proof| proof.clone().into_bytes());
                    proof.map(check::opened).ok_or_else(missing)
                };
                let go_on = || watch.check() != Err(Stop::Interrupted);
                match check::verify(&written.text, &beside, &go_on) {
                    Ok(accepted) if !certificate::is_about(&accepted, &problem) => {
                        Err(bad("its certificate is about another problem".into()))
                    }
                    Ok(accepted) if accepted.kind != written.kind => {
                        Err(bad("its certificate is of another kind".into()))
                    }
                    Ok(_) => Ok(()),
                    Err(_) if !go_on() => Err(Stop::Interrupted.into()),
                    Err(rejection) => Err(bad(rejection.to_string())),
                }
            }
            _ => Ok(()),
        }
    }

    /// Keeps what is known so far, should there be no reply.
    fn keep(&mut self, progress: &Progress) {
        self.process.resident();
        match *progress {
            Progress::Formula {
                variables, clauses, ..
            } => {
                self.size = Some(Size {
                    variables,
                    clauses,
                    literals: 0,
                });
            }
            Progress::Bounds {
                value,
                ref jumps,
                bound,
                seconds,
            } => {
                self.best = value.map(|value| (value, jumps.clone()));
                self.news.push(News {
                    value,
                    bound,
                    seconds,
                });
            }
            _ => {}
        }
    }

    /// Ends the worker and its programs, if they have not ended.
    fn end(&mut self) -> Option<ExitStatus> {
        self.process.end(); // on every path: a program may have outlived its worker
        self.process.wait().ok().map(|ended| ended.status)
    }

    /// The reply in the worker's place.
    fn ended(
        mut self,
        reason: Option<Reason>,
        said: Option<String>,
    ) -> Result<Answer, EngineError> {
        // One that is about to end by itself says more by that.
        let begin = Instant::now();
        while reason.is_none() && begin.elapsed() < GRACE && self.process.resident().is_some() {
            std::thread::sleep(Duration::from_millis(1));
        }
        let status = self.end();
        let complaint = self.complaint.end();
        let out_of_memory = self.memory.is_some_and(|limit| {
            ran_out(&format!("{} {complaint}", said.as_deref().unwrap_or("")))
                || self
                    .process
                    .peak()
                    .is_some_and(|peak| peak >= limit - limit / 10)
        });
        let reason = match reason {
            Some(reason) => reason,
            None if out_of_memory => Reason::Memory,
            None => Reason::SolverFailed,
        };
        let message = (reason == Reason::SolverFailed).then(|| {
            let parts = [said.unwrap_or_else(|| describe(status)), complaint];
            let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
            parts.join("; ")
        });
        let peak = self.process.peak();
        let (best, news, size) = (self.best.take(), std::mem::take(&mut self.news), self.size);
        let Question { ask, system } = self.question;
        let mut answer = match system {
            _ if ask.part.is_some() => cube::unknown(self.problem, ask, reason)?,
            Some(system) => Answer::unknown(inquiry::task(system, ask, self.problem)?, reason),
            None => Answer::unknown(ask.task(self.problem)?, reason),
        };
        match ask.objective() {
            Some(objective) if ask.part.is_none() => {
                let is_one = |best: &(usize, Vec<JumpNumber>)| {
                    replays(objective, self.problem, best.0, &best.1).is_ok()
                };
                let mut optimum = Optimum::new(objective);
                optimum.best = best.filter(is_one);
                optimum.bound = news.last().map_or(optimum.bound, |news| news.bound);
                optimum.news = news;
                answer.end = optimum.end(Some(reason));
                answer.optimum = Some(optimum.into());
            }
            _ => answer.size = size,
        }
        answer.message = message;
        answer.peak_memory = peak;
        Ok(answer)
    }
}

/// Whether these jumps have this value.
fn replays(
    objective: Objective,
    problem: &Problem,
    value: usize,
    jumps: &[JumpNumber],
) -> Result<(), String> {
    let stated = objective.problem(problem, value);
    checker::check_numbers(&stated, jumps).map_err(|wrong| wrong.to_string())?;
    match objective.value(problem, jumps) {
        real if real == value => Ok(()),
        real => Err(format!("a value of {value}, which is {real}")),
    }
}

fn describe(status: Option<ExitStatus>) -> String {
    match status.map(|status| (status, status.signal())) {
        None => "the worker is lost".into(),
        Some((_, Some(signal))) => format!("the worker was ended by signal {signal}"),
        Some((status, None)) => format!("the worker ended with {status}"),
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
    fn end(&self) -> String {
        let patience = Instant::now();
        while !self.reader.is_finished() && patience.elapsed() < Duration::from_millis(200) {
            std::thread::sleep(Duration::from_millis(1));
        }
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&kept).trim().to_string()
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
