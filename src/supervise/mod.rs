//! The one supervisor of other processes: workers, programs as solvers, runs of experiments.
//!
//! Each leads a process group of its own. It is looked at while it runs, held and let go on,
//! told to end, or ended with its group and its descendants; nothing of it is left once it was
//! waited for, or this is dropped.

pub mod tree;

#[cfg(target_os = "linux")]
use nix::sys::wait::{Id, WaitPidFlag, waitid};
use nix::{
    sys::signal::{Signal, kill, killpg},
    unistd::Pid,
};
use std::{
    fs::{File, OpenOptions},
    io,
    os::unix::{fs::OpenOptionsExt, process::CommandExt},
    path::Path,
    process::{ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    time::{Duration, Instant},
};
use wait4::{ResUse, Wait4};

/// Opens a regular file that another process may have put there: at a pipe it would wait for a
/// writer.
///
/// # Errors
/// If it cannot be opened, or is no regular file.
pub fn open_regular(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).custom_flags(nix::libc::O_NONBLOCK);
    let file = options.open(path)?;
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(io::Error::other("is no regular file")),
    }
}

/// How many times as long as a look at a process takes is waited before the next one: where it
/// has many descendants a look takes a millisecond. But limits are looked at so often in any case.
const REST: u32 = 50;
const MOST_REST: Duration = Duration::from_millis(50);

/// A process at work.
#[derive(Debug)]
pub struct Supervised {
    pid: u32,
    /// Its number may be another process's by now.
    is_gone: Arc<AtomicBool>,
    /// Hears that it has ended; it is reaped when that was answered, or this is dropped.
    has_ended: Receiver<()>,
    may_reap: Sender<()>,
    usage: Receiver<io::Result<ResUse>>,
    peak: Option<u64>,
    cpu: f64,
    /// What the last look at memory and time took.
    look: Duration,
}

/// Its ends of pipes, those that the command asked for.
#[derive(Debug)]
pub struct Pipes {
    /// What it reads.
    pub stdin: Option<ChildStdin>,
    /// What it prints.
    pub stdout: Option<ChildStdout>,
    /// What it says besides.
    pub stderr: Option<ChildStderr>,
}

/// How a process ended.
#[derive(Debug, Clone, Copy)]
pub struct Exit {
    /// Its status.
    pub status: ExitStatus,
    /// User and system time, of the process, those that it waited for, and those that were
    /// seen below it.
    pub cpu: Duration,
}

impl Supervised {
    /// Starts the command in a group of its own; whether those that it started end with it.
    pub fn start(command: &mut Command, ends_all: bool) -> io::Result<(Self, Pipes)> {
        let mut child = command.process_group(0).spawn()?;
        let pid = child.id();
        let pipes = Pipes {
            stdin: child.stdin.take(),
            stdout: child.stdout.take(),
            stderr: child.stderr.take(),
        };
        let is_gone = Arc::new(AtomicBool::new(false));
        let ((ended, has_ended), (may_reap, reaps)) = (channel(), channel());
        let (send, usage) = channel();
        let gone = is_gone.clone();
        std::thread::spawn(move || {
            if until_it_ends(pid) {
                if ends_all {
                    tree::end_group(pid);
                }
                let _ = (ended.send(()), reaps.recv()); // whoever started it may be gone
                gone.store(true, Ordering::SeqCst);
                let _ = send.send(child.wait4());
            } else {
                let _ = send.send(child.wait4());
                gone.store(true, Ordering::SeqCst);
                let _ = ended.send(());
            }
        });
        let process = Supervised {
            pid,
            is_gone,
            has_ended,
            may_reap,
            usage,
            peak: None,
            cpu: 0.0,
            look: Duration::ZERO,
        };
        Ok((process, pipes))
    }

    /// The bytes that it and its descendants have resident now; `None` where that is not
    /// known, or it is gone.
    pub fn resident(&mut self) -> Option<u64> {
        let begin = Instant::now();
        let memory = tree::memory(self.pid)?;
        self.look = begin.elapsed();
        self.peak = self.peak.max(Some(memory.peak));
        Some(memory.resident)
    }

    /// How long to wait before the next look: this long, or longer where a look takes its time.
    pub fn rest(&self, least: Duration) -> Duration {
        least.max((self.look * REST).min(MOST_REST))
    }

    /// The most bytes that it had resident, as far as that was seen.
    pub fn peak(&self) -> Option<u64> {
        self.peak
    }

    /// The seconds of processor time that it and its descendants had until now.
    pub fn cpu(&mut self) -> f64 {
        let begin = Instant::now();
        self.cpu = tree::cpu_seconds(self.pid).map_or(self.cpu, |cpu| self.cpu.max(cpu));
        self.look += begin.elapsed();
        self.cpu
    }

    /// Stops its group, or lets it go on.
    pub fn hold(&self, is_held: bool) {
        let signal = match is_held {
            true => Signal::SIGSTOP,
            false => Signal::SIGCONT,
        };
        if let Ok(group) = i32::try_from(self.pid) {
            let _ = killpg(Pid::from_raw(group), signal); // an error means that it is gone
        }
    }

    /// Asks it to end by itself.
    pub fn tell_to_end(&self) {
        if let Ok(pid) = i32::try_from(self.pid) {
            let _ = kill(Pid::from_raw(pid), Signal::SIGTERM); // it may be gone
        }
    }

    /// Ends its descendants, and then its group, unless it was waited for.
    pub fn end(&self) {
        if !self.is_gone.load(Ordering::SeqCst) {
            tree::end_group(self.pid);
        }
    }

    /// Waits until it has ended, at most this long; `None` if it goes on.
    pub fn wait_for(&mut self, patience: Duration) -> io::Result<Option<Exit>> {
        match self.has_ended.recv_timeout(patience) {
            Ok(()) => self.reap().map(Some),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(lost()),
        }
    }

    /// Waits until it has ended.
    pub fn wait(&mut self) -> io::Result<Exit> {
        self.has_ended.recv().map_err(|_| lost())?;
        self.reap()
    }

    fn reap(&mut self) -> io::Result<Exit> {
        let _ = self.may_reap.send(()); // where it can only be waited for, it was reaped
        let usage = self.usage.recv().map_err(|_| lost())??;
        self.peak = tree::peak_at_end(self.peak, usage.rusage.maxrss);
        let told = usage.rusage.utime + usage.rusage.stime;
        Ok(Exit {
            status: usage.status,
            // A descendant that was not waited for is only in what was seen on the way.
            cpu: told.max(Duration::from_secs_f64(self.cpu)),
        })
    }
}

/// Waits until the process has ended, and leaves it to be waited for, so that its number is
/// not given to another one; whether that can be had here.
fn until_it_ends(pid: u32) -> bool {
    #[cfg(target_os = "linux")]
    if let Ok(pid) = i32::try_from(pid) {
        let how = WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT;
        while waitid(Id::Pid(Pid::from_raw(pid)), how) == Err(nix::Error::EINTR) {}
        return true;
    }
    let _ = pid;
    false
}

fn lost() -> io::Error {
    io::Error::other("it cannot be waited for")
}

impl Drop for Supervised {
    /// A program may have left some of its own behind.
    fn drop(&mut self) {
        self.end();
    }
}
