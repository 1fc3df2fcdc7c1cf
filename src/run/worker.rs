//! The child's side: reads an [`Order`] from standard input, does it, and
//! writes an [`Event`] a line to standard output.
//!
//! The parent holds the other end of standard input open as long as it lives.
//! When it closes, the worker ends itself and, being the leader of a process
//! group of its own, every program that it started.

use super::{Event, Task, perform};
use nix::{
    sys::{
        resource::{Resource, setrlimit},
        signal::{Signal, kill, killpg},
    },
    unistd::{getpgrp, getpid},
};
use serde::{Deserialize, Serialize};
use std::io::{BufRead, Read, Write};

/// A task, and the limit to do it under.
#[derive(Debug, Serialize, Deserialize)]
pub struct Order {
    /// What is to be done.
    pub task: Task,
    /// The most memory to use, in bytes of address space.
    pub memory: Option<u64>,
}

/// Does one order. Returns the exit status.
pub fn main() -> u8 {
    let mut line = String::new();
    if std::io::stdin().lock().read_line(&mut line).is_err() {
        return 2;
    }
    let order: Order = match serde_json::from_str(&line) {
        Ok(order) => order,
        Err(error) => return fail(true, format!("the worker was given no order: {error}")),
    };
    drop(line);
    if let Err(error) = std::thread::Builder::new()
        .stack_size(64 << 10)
        .spawn(end_with_parent)
    {
        return fail(
            false,
            format!("the worker cannot watch its parent: {error}"),
        );
    }
    // Only now: what was needed so far must not fail under the user's limit.
    if let Some(bytes) = order.memory
        && let Err(error) = setrlimit(Resource::RLIMIT_AS, bytes, bytes)
    {
        return fail(
            false,
            format!("memory cannot be limited to {bytes} bytes: {error}"),
        );
    }
    match perform(&order.task, &mut |event| send(&event)) {
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

/// Waits until the parent is gone, then ends this process and its group.
fn end_with_parent() {
    let mut byte = [0];
    while !matches!(std::io::stdin().lock().read(&mut byte), Ok(0) | Err(_)) {}
    if getpgrp() == getpid() {
        let _ = killpg(getpgrp(), Signal::SIGKILL);
    }
    let _ = kill(getpid(), Signal::SIGKILL);
}
