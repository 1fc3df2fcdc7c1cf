//! Records: what is kept of a run, one JSON object a line.

use super::{
    execute::{Ended, Observation, ProofCheck},
    machine::{self, Machine},
    plan::{Query, Run},
};
use nix::libc::{SIGHUP, SIGINT, SIGTERM};
use pegsat::{
    JumpNumber,
    engine::{self, Outcome, Seconds, Size},
    isolated::FAULT,
    printed::Printed,
    problem::{Problem, file},
    solution::checker,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Why a run ended without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The time limit was reached.
    Timeout,
    /// The memory limit was reached.
    Memory,
    /// The solver or the program died, gave up, or said what is not so.
    SolverFailed,
    /// Model, addition and problem do not go together.
    Refused,
    /// All layers that were asked for were refuted.
    Layers,
}

impl Reason {
    /// A word for tables.
    pub fn word(self) -> &'static str {
        match self {
            Reason::Timeout => "timeout",
            Reason::Memory => "memory",
            Reason::SolverFailed => "failed",
            Reason::Refused => "refused",
            Reason::Layers => "layers",
        }
    }
}

/// What is kept of a run. Seconds and bytes are those of the whole process tree,
/// measured from outside, but for `seconds`, which the program told.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The problem's name.
    pub problem: String,
    /// Sixteen digits of the hash of the problem's text.
    pub digest: String,
    /// What was asked.
    pub question: Query,
    /// The model with what was added.
    pub method: String,
    /// The solver.
    pub solver: String,
    /// The seed.
    pub seed: u64,
    /// The time limit.
    pub timeout_seconds: f64,
    /// The limit of time in all processors together.
    pub cpu_limit_seconds: Option<f64>,
    /// The memory limit.
    pub memory_limit_bytes: Option<u64>,
    /// How it ended.
    pub outcome: Outcome,
    /// Why it is unknown.
    pub reason: Option<Reason>,
    /// From start to end.
    pub wall_seconds: f64,
    /// In all processors together.
    pub cpu_seconds: f64,
    /// The most memory in use.
    pub peak_memory_bytes: Option<u64>,
    /// Holes of the board.
    pub holes: usize,
    /// Pegs at the start.
    pub pegs: usize,
    /// Layers of the formula, for models that have them.
    pub layers: Option<usize>,
    /// The formula's size.
    pub formula: Option<Size>,
    /// How many decisions a solver of constraints made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choices: Option<u64>,
    /// Seconds as the program told them.
    pub seconds: Option<Seconds>,
    /// The solution's jumps by number, checked.
    pub jumps: Option<Vec<JumpNumber>>,
    /// Its sweeps.
    pub sweeps: Option<usize>,
    /// The best that was found, where the best was asked for.
    pub value: Option<usize>,
    /// No solution has less.
    pub bound: Option<usize>,
    /// Choices of a search for all sequences of 0, 1, … jumps that merging leaves.
    pub sequences: Option<Vec<usize>>,
    /// The kind of certificate of an 'unsolvable' that was found before any model
    /// was asked.
    pub certificate: Option<String>,
    /// The bytes of the proof of the bound, if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof_bytes: Option<u64>,
    /// The seconds after which a checker that is not this program accepted it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof_checked_seconds: Option<f64>,
    /// What went wrong.
    pub message: Option<String>,
    /// The problem itself, if it came from a file.
    pub peg: Option<String>,
    /// The command.
    pub command: String,
    /// When it began, in UTC.
    pub started: String,
    /// How often it was made: again where it had too little of a processor.
    #[serde(default = "once")]
    pub tries: u32,
    /// How many runs were made at a time.
    pub jobs: usize,
    /// This program's version.
    pub pegsat: String,
    /// Sixteen digits of the hash of this program's file.
    pub build: Option<String>,
    /// The version of the solver or system, if it is known.
    pub solver_version: Option<String>,
    /// Eight digits that stand for the description of the system, if one was asked.
    pub system: Option<String>,
    /// The machine.
    pub machine: Machine,
}

/// How long a message may be.
const LONGEST: usize = 400;

/// What tells a run from others: a run with the same key need not be made again. Limits are
/// told apart to the millisecond; the last is the build of this program, and the system.
pub type Key = (
    String,
    String,
    Query,
    String,
    String,
    u64,
    (u64, Option<u64>, Option<u64>),
    String,
);

impl Record {
    /// What is known of a run before it is made.
    pub fn of(run: &Run) -> Self {
        let problem = &run.entry.problem;
        Record {
            problem: problem.name().into(),
            digest: run.entry.digest(),
            question: run.question,
            method: run.method.clone(),
            solver: run.solver.clone(),
            seed: run.seed,
            timeout_seconds: run.limits.timeout.as_secs_f64(),
            cpu_limit_seconds: run.limits.cpu.map(|cpu| cpu.as_secs_f64()),
            memory_limit_bytes: run.limits.memory,
            holes: problem.board().n_holes(),
            pegs: problem.start().n_pegs(),
            peg: run.entry.is_file.then(|| file::write(problem)),
            command: run.command(),
            tries: 1,
            pegsat: env!("CARGO_PKG_VERSION").into(),
            build: Some(machine::build().into()),
            solver_version: run.solver_version.clone(),
            system: run.system.clone(),
            ..Record::default()
        }
    }

    /// What is to be kept of the run that was observed; nothing if it was
    /// interrupted.
    pub fn new(run: &Run, seen: &Observation, jobs: usize, machine: &Machine) -> Option<Self> {
        let problem = &run.entry.problem;
        let mut record = Record {
            wall_seconds: milli(seen.wall.as_secs_f64()),
            cpu_seconds: milli(seen.cpu.as_secs_f64()),
            peak_memory_bytes: seen.peak_memory,
            proof_bytes: seen.proof.map(|proof| proof.bytes),
            started: humantime::format_rfc3339_seconds(seen.started).to_string(),
            jobs,
            machine: machine.clone(),
            ..Record::of(run)
        };
        match seen.ended {
            Ended::OverTime => record.fail(Reason::Timeout, ""),
            Ended::OverMemory => record.fail(Reason::Memory, ""),
            // Asked to end, before it could catch that and say so.
            Ended::Signal(SIGINT | SIGTERM | SIGHUP) => return None,
            Ended::Signal(signal) => {
                record.fail(Reason::SolverFailed, &format!("ended by signal {signal}"));
            }
            Ended::Status(2) => record.fail(Reason::Refused, seen.errors.trim()),
            Ended::Status(FAULT) => record.fail(Reason::SolverFailed, seen.errors.trim()),
            Ended::Status(status) => match record.parse(&seen.output) {
                Ok(printed) if printed.reason == Some(engine::Reason::Interrupted) => return None,
                Ok(printed) => record.read(problem, printed),
                Err(error) => record.fail(
                    Reason::SolverFailed,
                    &format!(
                        "exit status {status}, and no answer: {error}; {}",
                        seen.errors.trim()
                    ),
                ),
            },
        }
        match seen.proof {
            Some(ProofCheck {
                accepted: Some(false),
                ..
            }) => {
                record.bound = None;
                record.fail(Reason::SolverFailed, "the checker rejects the proof");
            }
            Some(proof) => {
                let accepted = proof.accepted.map(|_| milli(proof.seconds));
                record.proof_checked_seconds = accepted;
            }
            None => {}
        }
        Some(record)
    }

    /// The key of the run that it is of.
    pub fn key(&self) -> Key {
        let milliseconds = |seconds: f64| (seconds * 1000.0).round() as u64;
        (
            self.problem.clone(),
            self.digest.clone(),
            self.question,
            self.method.clone(),
            self.solver.clone(),
            self.seed,
            (
                milliseconds(self.timeout_seconds),
                self.cpu_limit_seconds.map(milliseconds),
                self.memory_limit_bytes,
            ),
            [&self.build, &self.system]
                .map(|one| one.as_deref().unwrap_or_default())
                .concat(),
        )
    }

    fn fail(&mut self, reason: Reason, message: &str) {
        self.outcome = Outcome::Unknown;
        self.reason = Some(reason);
        let message: String = message.chars().take(LONGEST).collect();
        self.message = (!message.is_empty()).then_some(message);
    }

    /// The answer in what was printed; what is counted besides is taken in.
    fn parse(&mut self, text: &str) -> Result<Printed, serde_json::Error> {
        if self.question != Query::Sequences {
            return serde_json::from_str(text);
        }
        let told: Value = serde_json::from_str(text)?;
        if let Value::Array(levels) = &told["sequences"] {
            let counts = levels.iter().filter_map(|level| level["choices"].as_u64());
            self.sequences = Some(counts.map(|count| count as usize).collect());
        }
        serde_json::from_value(told)
    }

    fn read(&mut self, problem: &Problem, printed: Printed) {
        self.outcome = printed.outcome;
        self.layers = printed.layers;
        self.formula = printed.formula;
        self.choices = printed.choices;
        self.seconds = Some(Seconds {
            encode: printed.seconds.encode.map(milli),
            solve: printed.seconds.solve.map(milli),
            total: milli(printed.seconds.total),
        });
        if let Some(bounds) = printed.optimum {
            (self.value, self.bound) = (bounds.value, bounds.bound);
        }
        self.certificate = printed.certificate.map(|certificate| certificate.kind);
        if printed.outcome == Outcome::Unknown {
            let reason = match printed.reason {
                Some(engine::Reason::Timeout) => Reason::Timeout,
                Some(engine::Reason::Memory) => Reason::Memory,
                None if printed.refuted_layers.is_some() => Reason::Layers,
                _ => Reason::SolverFailed,
            };
            self.fail(reason, printed.message.as_deref().unwrap_or_default());
        }
        let Some(jumps) = printed.jumps else { return };
        let numbers: Vec<JumpNumber> = jumps.iter().filter_map(|jump| jump.number).collect();
        // A dead end is no solution of the problem, and checked by who found it.
        let is_solution = self.question != Query::JumpsToDeadEnd;
        if is_solution && let Err(wrong) = checker::check_numbers(problem, &numbers) {
            self.value = None;
            self.fail(
                Reason::SolverFailed,
                &format!("the solution does not replay: {wrong}"),
            );
            return;
        }
        self.jumps = Some(numbers);
        self.sweeps = printed.sweeps;
    }

    /// The part of a processor that it had; none for runs that are too short to say.
    pub fn share(&self) -> Option<f64> {
        const LONG: f64 = 0.5;
        (self.wall_seconds >= LONG).then(|| self.cpu_seconds / self.wall_seconds)
    }

    /// The seconds that count: of CPU where those are limited, from start to end else.
    pub fn measured(&self) -> f64 {
        match self.cpu_limit_seconds {
            Some(_) => self.cpu_seconds,
            None => self.wall_seconds,
        }
    }

    /// The limit of the same.
    pub fn limit(&self) -> f64 {
        self.cpu_limit_seconds.unwrap_or(self.timeout_seconds)
    }

    /// Whether it is an answer.
    pub fn is_decided(&self) -> bool {
        self.outcome != Outcome::Unknown
    }
}

fn once() -> u32 {
    1
}

/// Thousandths are enough.
fn milli(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}
