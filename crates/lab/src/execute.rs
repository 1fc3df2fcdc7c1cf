//! Making a run: a process, its limits, and what is seen of it from outside.

use super::plan::Run;
use pegsat::{
    solver::process, supervise::Supervised, systems::registry::find_program, watch::Watch,
};
use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    os::unix::process::ExitStatusExt,
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant, SystemTime},
};

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// With this status.
    Status(i32),
    /// By this signal.
    Signal(i32),
    /// It was ended here, beyond its time.
    OverTime,
    /// It was ended here, beyond its memory.
    OverMemory,
}

/// What was seen of a run.
#[derive(Debug, Clone)]
pub struct Observation {
    /// How it ended.
    pub ended: Ended,
    /// When it began.
    pub started: SystemTime,
    /// From start to end.
    pub wall: Duration,
    /// User and system time of the process and those that it waited for.
    pub cpu: Duration,
    /// The most memory of the process tree, in bytes.
    pub peak_memory: Option<u64>,
    /// What it printed.
    pub output: String,
    /// What it said on standard error.
    pub errors: String,
    /// The proof that it wrote, if it was to and did.
    pub proof: Option<ProofCheck>,
}

/// A proof, and what became of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ProofCheck {
    /// Its size.
    pub bytes: u64,
    /// The seconds of the checker.
    pub seconds: f64,
    /// Whether the checker accepted it; none if it did not say.
    pub accepted: Option<bool>,
}

/// Says whether runs are to end early.
pub type Stop<'a> = dyn Fn() -> bool + Sync + 'a;

/// What came of a run; `None` if it was to end early.
pub type Executed = io::Result<Option<Observation>>;

/// What makes runs.
pub type Execute<'a> = dyn Fn(&Run, &Stop<'_>) -> Executed + Sync + 'a;

/// How often limits are looked at, at first and later, unless a look takes long.
const TICK: (Duration, Duration) = (Duration::from_millis(1), Duration::from_millis(20));

/// How much longer than its limit this program may take to say so.
const GRACE: Duration = Duration::from_secs(5);

/// By what part this program may be beyond its limit of memory before it is ended:
/// it looks at its memory itself, and says so.
const SLACK: u64 = 8;

/// How much longer than a run the checker of its proof may take.
const CHECKING: u32 = 20;

/// How much is kept of what a process prints: an answer may hold a certificate of many megabytes.
const MOST: u64 = 256 << 20;

/// Makes the run in a process of its own, of `program`, which is this one.
pub fn execute(program: &Path, run: &Run, stop: &Stop<'_>) -> Executed {
    observed(program, run, stop).map_err(|error| {
        let program = program.display();
        io::Error::new(error.kind(), format!("{program}: cannot be run: {error}"))
    })
}

/// The error, with the folder where temporary files were to go.
fn without_place(error: io::Error) -> io::Error {
    let folder = std::env::temp_dir();
    let text = format!("temporary files in {} (TMPDIR): {error}", folder.display());
    io::Error::new(error.kind(), text)
}

fn observed(program: &Path, run: &Run, stop: &Stop<'_>) -> Executed {
    let mut output = tempfile::tempfile().map_err(without_place)?;
    let mut errors = tempfile::tempfile().map_err(without_place)?;
    let mut command = Command::new(program);
    command.arg("--attended"); // it ends when its standard input does
    // Proofs are large: they are checked, and not kept.
    let scratch = run.check.as_ref().map(|_| tempfile::tempdir());
    let scratch = scratch.transpose()?;
    let proof = scratch.as_ref().map(|folder| folder.path().join("proof"));
    command.args(&run.arguments);
    if let Some(proof) = &proof {
        command.arg("--proof").arg(proof);
    }
    command
        .stdin(Stdio::piped())
        .stdout(output.try_clone()?)
        .stderr(errors.try_clone()?);
    let started = SystemTime::now();
    let begin = Instant::now();
    let (mut process, pipes) = Supervised::start(&mut command, true)?;
    let deadline = run.limits.timeout.saturating_add(GRACE);
    let cpu_limit = run.limits.cpu.map(|cpu| cpu.as_secs_f64());
    let (mut ended_here, mut stopped) = (None, false);
    let ended = loop {
        let tick = (begin.elapsed() / 4).clamp(TICK.0, TICK.1);
        if let Some(ended) = process.wait_for(process.rest(tick))? {
            break ended;
        }
        let (resident, cpu) = (process.resident(), process.cpu());
        let over = |limit: u64| resident > Some(limit + limit / SLACK);
        if stop() {
            stopped = true;
        } else if begin.elapsed() > deadline || cpu_limit.is_some_and(|limit| cpu > limit) {
            ended_here.get_or_insert(Ended::OverTime);
        } else if run.limits.memory.is_some_and(over) {
            ended_here.get_or_insert(Ended::OverMemory);
        }
        if stopped || ended_here.is_some() {
            process.end();
        }
    };
    let wall = begin.elapsed();
    drop(pipes.stdin);
    if stopped || stop() {
        return Ok(None); // it may have been asked to end as well
    }
    let (cpu, status) = (ended.cpu, ended.status);
    let ended = match (ended_here, status.code(), status.signal()) {
        (Some(ended), _, _) => ended,
        (None, Some(code), _) => Ended::Status(code),
        (None, None, signal) => Ended::Signal(signal.unwrap_or(0)),
    };
    Ok(Some(Observation {
        ended,
        started,
        wall,
        cpu,
        peak_memory: process.peak(),
        output: text(&mut output)?,
        errors: text(&mut errors)?,
        proof: match (&run.check, &proof) {
            (Some(checker), Some(proof)) => checked(checker, proof, run.limits.timeout),
            _ => None,
        },
    }))
}

/// What the checker, a command, says of the proof and the formula beside it.
fn checked(checker: &str, proof: &Path, timeout: Duration) -> Option<ProofCheck> {
    let bytes = proof.metadata().ok()?.len();
    let mut words = shell_words::split(checker).ok()?.into_iter();
    let mut command = Command::new(find_program(&words.next()?)?);
    command
        .args(words)
        .arg(proof.with_extension("cnf")) // as 'optimise' names it
        .arg(proof);
    let begin = Instant::now();
    let watch = Watch::new().timeout(timeout.saturating_mul(CHECKING));
    let said = process::said(command, &watch).map(|(text, _)| text);
    let has = |line: &str| {
        said.as_ref()
            .is_some_and(|text| text.lines().any(|one| one == line))
    };
    Some(ProofCheck {
        bytes,
        seconds: begin.elapsed().as_secs_f64(),
        accepted: match (has("s VERIFIED"), has("s NOT VERIFIED")) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        },
    })
}

fn text(file: &mut File) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.take(MOST).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into())
}
