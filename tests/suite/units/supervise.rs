//! Of `src/supervise`.

use pegsat::supervise::{
    Supervised,
    tree::{memory, peak_at_end},
};
use std::{
    io::{BufRead, BufReader},
    process::{Command, Stdio},
    time::Duration,
};
use wait4::Wait4;

/// One of the group that outlives its leader is ended all the same.
#[test]
fn a_group_ends_after_its_leader() {
    let mut command = Command::new("sh");
    command
        .args(["-c", "sleep 600 & echo begun"])
        .stdout(Stdio::piped());
    let (process, pipes) = Supervised::start(&mut command, false).unwrap();
    let mut out = BufReader::new(pipes.stdout.unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    assert_eq!(line, "begun\n");
    // The leader ends; the other one holds the pipe until it is ended too.
    std::thread::sleep(Duration::from_millis(100));
    process.end();
    line.clear();
    assert_eq!(out.read_line(&mut line).unwrap(), 0);
}

#[test]
fn a_peak_is_not_that_of_the_process_which_made_it() {
    const MUCH: usize = 256 << 20;
    drop(std::hint::black_box(vec![1_u8; MUCH]));
    let child = Command::new("sleep").arg("0.1").spawn().unwrap();
    let seen = memory(child.id()).map(|memory| memory.peak);
    let maxrss = child.wait4().unwrap().rusage.maxrss;
    let peak = peak_at_end(seen, maxrss).unwrap();
    assert!(peak > 0 && peak < MUCH as u64 / 4, "{peak}");
}
