//! The child's side: reads an [`Instruction`] from standard input, does what it
//! says, and writes an [`Event`] a line to standard output.
//!
//! The parent holds the other end of standard input open as long as it lives.
//! When it closes, the worker ends itself and every program that it started: it
//! leads a process group of its own, and programs that leave the group stay its
//! descendants.

use super::{Event, Task, perform, processes};
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
    path::Path,
    sync::Arc,
};

/// A task, and the limit to do it under.
#[derive(Debug, Serialize, Deserialize)]
pub struct Instruction {
    /// What is to be done.
    pub task: Task,
    /// The most memory to use, in bytes of address space.
    pub memory: Option<u64>,
}

/// Does what one instruction says. Returns the exit status.
pub fn main() -> u8 {
    let mut line = String::new();
    if std::io::stdin().lock().read_line(&mut line).is_err() {
        return 2;
    }
    let instruction: Instruction = match serde_json::from_str(&line) {
        Ok(instruction) => instruction,
        Err(error) => {
            return fail(
                true,
                format!("the worker was given no instruction: {error}"),
            );
        }
    };
    drop(line);
    #[cfg(target_os = "linux")]
    let _ = nix::sys::prctl::set_child_subreaper(true);
    // A paused worker must be woken when its parent dies, or it could not clear
    // up: Linux is asked for it; elsewhere the system sends SIGHUP and SIGCONT to
    // a group that is orphaned, which it must survive for that long.
    #[cfg(target_os = "linux")]
    let _ = nix::sys::prctl::set_pdeathsig(Signal::SIGCONT);
    let woken = signal_hook::flag::register(signal_hook::consts::SIGHUP, Arc::default());
    if let Err(error) = woken {
        return fail(false, format!("the worker cannot take signals: {error}"));
    }
    if let Err(error) = std::fs::create_dir_all(&instruction.task.scratch) {
        let folder = instruction.task.scratch.display();
        return fail(false, format!("{folder}: cannot be made: {error}"));
    }
    let scratch = instruction.task.scratch.clone();
    let watch = move || end_with_parent(&scratch);
    if let Err(error) = std::thread::Builder::new()
        .stack_size(256 << 10)
        .spawn(watch)
    {
        return fail(
            false,
            format!("the worker cannot watch its parent: {error}"),
        );
    }
    // Only now: what was needed so far must not fail under the user's limit.
    if let Some(bytes) = instruction.memory
        && let Err(error) = setrlimit(Resource::RLIMIT_AS, bytes, bytes)
    {
        return fail(
            false,
            format!("memory cannot be limited to {bytes} bytes: {error}"),
        );
    }
    match perform(&instruction.task, &mut |event| send(&event)) {
        Ok(_) => 0,
        Err(error) => fail(error.is_usage(), error.to_string()),
    }
}

fn fail(usage: bool, message: String) -> u8 {
    send(&Event::Failed { usage, message });
    2
}

fn send(event: &Event) {
    let mut out = std::io::stdout().lock();
    let written = serde_json::to_writer(&mut out, event)
        .map_err(std::io::Error::from)
        .and_then(|()| writeln!(out))
        .and_then(|()| out.flush());
    if written.is_err() {
        std::process::exit(2); // nobody listens any more
    }
}

/// Waits until the parent is gone, then ends this process and its descendants,
/// and removes the files that the parent would have removed.
fn end_with_parent(scratch: &Path) {
    let mut byte = [0];
    while !matches!(std::io::stdin().lock().read(&mut byte), Ok(0) | Err(_)) {}
    processes::end_below(std::process::id()); // nobody writes there any more
    let _ = std::fs::remove_dir_all(scratch);
    if let Some(folder) = scratch.parent() {
        let _ = std::fs::remove_dir(folder); // the last worker finds it empty
    }
    if getpgrp() == getpid() {
        processes::end_group(std::process::id());
    }
    let _ = kill(getpid(), Signal::SIGKILL);
}
