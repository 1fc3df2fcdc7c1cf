//! The child's side: reads an instruction from standard input, answers its
//! question, and writes a message a line to standard output.
//!
//! The parent holds the other end of standard input open as long as it lives.
//! When it closes, the worker ends itself and every program that it started: it
//! leads a process group of its own, and programs that leave the group stay its
//! descendants.

use super::scratch;
use crate::{
    asked::{Executor, Here, Question},
    engine::Answer,
    problem::file,
    supervise::tree,
    watch::{Progress, Watch},
};
use nix::{
    sys::{
        resource::{Resource, setrlimit},
        signal::{Signal, kill},
    },
    unistd::{getpgrp, getpid},
};
use serde::{Deserialize, Serialize};
use std::{
    io::{BufRead, Read, Write},
    path::{Path, PathBuf},
    sync::{Arc, OnceLock, atomic::AtomicBool},
    time::Duration,
};

/// A question, and the limits to answer it under.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Instruction {
    /// The problem's name.
    pub(super) problem: String,
    /// The problem as the text of a `.peg` file.
    pub(super) peg: String,
    pub(super) question: Question,
    /// The most memory to use, in bytes.
    pub(super) memory: Option<u64>,
    pub(super) timeout: Option<Duration>,
    /// With this each line of the worker begins.
    pub(super) secret: String,
    /// The folder for temporary files that the parent made, and that folder's secret.
    pub(super) scratch: (PathBuf, String),
}

/// Address space for stacks and the like.
const ROOM: u64 = 256 << 20;

/// What the worker says.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Message {
    Progress(Progress),
    Reply(Box<Answer>),
    Failed {
        /// Whether what was asked is at fault.
        usage: bool,
        message: String,
    },
}

/// What each line begins with.
static SECRET: OnceLock<String> = OnceLock::new();

/// Does what one instruction says. Returns the exit status.
pub fn main() -> u8 {
    let mut line = String::new();
    if std::io::stdin().lock().read_line(&mut line).is_err() {
        return 2;
    }
    let instruction: Instruction = match serde_json::from_str(&line) {
        Ok(instruction) => instruction,
        Err(error) => return fail(true, format!("the worker has no instruction: {error}")),
    };
    drop(line);
    let _ = SECRET.set(instruction.secret.clone());
    // Other programs of this user shall not look into this one.
    #[cfg(target_os = "linux")]
    let _ = nix::sys::prctl::set_dumpable(false);
    match prepare(&instruction) {
        Ok(watch) => {
            let status = answer(&instruction, &watch);
            tree::end_below(std::process::id()); // a program may not have ended yet
            status
        }
        Err(message) => fail(false, message),
    }
}

fn answer(instruction: &Instruction, watch: &Watch) -> u8 {
    let problem = match file::parse(&instruction.problem, &instruction.peg) {
        Ok(problem) => problem,
        Err(error) => return fail(true, error.to_string()),
    };
    match Here.ask(&problem, &instruction.question, watch) {
        Ok(reply) => {
            send(&Message::Reply(Box::new(reply)));
            0
        }
        Err(error) => fail(error.is_usage() || error.is_output(), error.to_string()),
    }
}

/// Sees to limits, signals, and the end of the parent.
fn prepare(instruction: &Instruction) -> Result<Watch, String> {
    #[cfg(target_os = "linux")]
    let _ = nix::sys::prctl::set_child_subreaper(true);
    let flag: Arc<AtomicBool> = Arc::default();
    for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP] {
        signal_hook::flag::register(signal, flag.clone())
            .map_err(|error| format!("the worker cannot take signals: {error}"))?;
    }
    let watching = std::thread::Builder::new().stack_size(256 << 10);
    let (folder, secret) = instruction.scratch.clone();
    watching
        .spawn(move || end_with_parent(&folder, &secret))
        .map_err(|error| format!("the worker cannot watch its parent: {error}"))?;
    let mut watch = Watch::new().interrupted_by(flag).telling(|progress| {
        // Levels are too many to be told one by one.
        if !matches!(progress, Progress::Level { .. }) {
            send(&Message::Progress(progress.clone()));
        }
    });
    if let Some(timeout) = instruction.timeout {
        watch = watch.timeout(timeout);
    }
    if let Some(bytes) = instruction.memory {
        watch = watch.memory(bytes);
        // The parent looks at what is resident. This stops what grows too fast for
        // that, or asks for it at once; room that was never used is no matter.
        let room = bytes.saturating_mul(2).saturating_add(ROOM);
        setrlimit(Resource::RLIMIT_AS, room, room)
            .map_err(|error| format!("memory cannot be limited to {room} bytes: {error}"))?;
    }
    Ok(watch)
}

fn fail(usage: bool, message: String) -> u8 {
    send(&Message::Failed { usage, message });
    2
}

fn send(message: &Message) {
    let mut out = std::io::stdout().lock();
    let secret = SECRET.get().map_or("", String::as_str);
    let written = write!(out, "{secret} ")
        .and_then(|()| Ok(serde_json::to_writer(&mut out, message)?))
        .and_then(|()| writeln!(out))
        .and_then(|()| out.flush());
    if written.is_err() {
        std::process::exit(2); // the parent is gone
    }
}

/// Waits until the parent is gone, then ends this process and its descendants,
/// and removes the folder for temporary files that the parent made for it.
fn end_with_parent(folder: &Path, secret: &str) {
    let mut byte = [0];
    while !matches!(std::io::stdin().lock().read(&mut byte), Ok(0) | Err(_)) {}
    tree::end_below(std::process::id()); // the parent is gone
    scratch::remove(folder, secret);
    if getpgrp() == getpid() {
        tree::end_group(std::process::id());
    }
    let _ = kill(getpid(), Signal::SIGKILL);
}
