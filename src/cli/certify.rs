//! `pegsat certify`

use super::{
    INTERRUPTED, UNKNOWN,
    answer::{self, json},
    args::{self, CertifyArgs, Format, Kind},
    catch_signals, limits,
    output::{self, NewFile, Output},
    warn,
};
use crate::{
    certificate::{self, Certificate, Effort, exhaustion, refutation},
    exact::{Stop, Watch},
    model::{self, order},
    problem::Problem,
    run::{
        Task,
        plan::Plan,
        supervise::{self, End, Limits, Reason, Record},
    },
    solution::{checker, text::JumpRecord},
    solver,
};
use anyhow::{Context, Result, bail};
use serde::Serialize;
use std::{
    path::Path,
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

/// How long a solution is looked for before search is certified.
const QUICK: Duration = Duration::from_secs(2);

/// What is spent on bounds of jumps where no kind is asked for: nodes of the
/// tree, and time; and where it is.
const BOUNDS: (usize, Duration) = (400, Duration::from_secs(5));
const ALL_BOUNDS: (usize, Duration) = (100_000, Duration::from_secs(24 * 3600));

/// Boards of more holes are left alone by bounds where no kind is asked for.
const MOST_HOLES: usize = 100;

/// So few positions are listed at once.
const FEW_POSITIONS: usize = 5_000;

/// The most positions that are listed in a certificate.
const MOST_POSITIONS: usize = 200_000;

/// What came of it.
enum Found {
    Certificate(Box<Certificate>, Option<Vec<u8>>),
    Solution(Vec<usize>),
    Nothing(Option<Reason>),
}

#[derive(Serialize)]
struct Report<'a> {
    problem: &'a str,
    outcome: &'a str,
    reason: Option<&'static str>,
    certificate: Option<Written>,
    jumps: Option<Vec<JumpRecord>>,
    sweeps: Option<usize>,
    seconds: Seconds,
    tried: &'a [&'static str],
}

#[derive(Serialize)]
struct Written {
    kind: &'static str,
    file: String,
    proof: Option<String>,
}

#[derive(Serialize)]
struct Seconds {
    total: f64,
}

/// Tries what there is from cheap to dear, writes the certificate, and returns
/// the exit status.
pub(super) fn run(args: &CertifyArgs) -> Result<u8> {
    let begin = Instant::now();
    let problem = args::problem(&args.problem)?;
    solver::by_name(&args.solver)?;
    let proof_path = args.output.with_file_name(proof_name(&args.output));
    output::distinct(&[
        ("PROBLEM", Some(args.problem.as_ref())),
        ("--output", Some(&args.output)),
        ("the proof", Some(&proof_path)),
    ])?;
    if args.output.as_os_str() == "-" {
        bail!("--output -: a certificate may have a proof beside it, so expected a file's name");
    }
    catch_signals()?;
    let mut file = NewFile::create(&args.output)?;
    if file.is_direct() && args.kind == Some(Kind::Refutation) {
        bail!("--output: a refutation has a proof beside it, so expected a regular file");
    }
    let name = args.output.display().to_string();

    let mut search = Search {
        args,
        problem: &problem,
        deadline: args.limits.timeout.map(|timeout| begin + timeout),
        proof_name: proof_name(&args.output),
        tried: Vec::new(),
    };
    let found = search.run()?;
    let tried = std::mem::take(&mut search.tried);
    let mut report = Report {
        problem: problem.name(),
        outcome: "unknown",
        reason: None,
        certificate: None,
        jumps: None,
        sweeps: None,
        seconds: Seconds {
            total: begin.elapsed().as_secs_f64(),
        },
        tried: &tried,
    };
    let (status, text) = match found {
        Found::Certificate(certificate, proof) => {
            if let Some(proof) = &proof {
                if file.is_direct() {
                    bail!("{name}: a refutation has a file beside it, so expected a regular file");
                }
                let mut beside = NewFile::create(&proof_path)?;
                beside.fill(&INTERRUPTED, |out| out.write_all(proof))?;
                beside.commit()?;
            }
            file.fill(&INTERRUPTED, |out| {
                out.write_all(certificate.text().as_bytes())
            })?;
            file.commit()?;
            let proof = proof.map(|_| proof_path.display().to_string());
            let beside = proof.as_ref().map(|proof| format!(" and {proof}"));
            let text = format!(
                "unsolvable: {}; certificate: {} in {name}{}; {:.2} s\n",
                problem.name(),
                certificate.kind,
                beside.unwrap_or_default(),
                report.seconds.total,
            );
            report.outcome = "unsolvable";
            report.certificate = Some(Written {
                kind: certificate.kind,
                file: name,
                proof,
            });
            (0, text)
        }
        Found::Solution(jumps) => {
            checker::check_numbers(&problem, &jumps)
                .context("a solution does not replay: this is a bug, please report it")?;
            let records = answer::jump_records(problem.board(), &jumps);
            let words: Vec<String> = jumps
                .iter()
                .map(|&number| problem.board().jump_text(number))
                .collect();
            let text = format!(
                "solved: {} has a solution, so there is no certificate\n{}\n",
                problem.name(),
                words.join(" ")
            );
            report.outcome = "solved";
            report.sweeps = Some(answer::sweeps(&records));
            report.jumps = Some(records);
            (1, text)
        }
        Found::Nothing(reason) => {
            report.reason = reason.and_then(Reason::word);
            let why = report
                .reason
                .map_or(String::new(), |reason| format!(": {reason}"));
            let text = format!("unknown{why}; tried {}\n", tried.join(", "));
            (UNKNOWN, text)
        }
    };
    Output::Stdout.write(&match args.format {
        Format::Json => json(&report),
        Format::Text => text,
    })?;
    Ok(status)
}

/// The name of the proof beside a certificate.
fn proof_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    format!("{name}.drat")
}

struct Search<'a> {
    args: &'a CertifyArgs,
    problem: &'a Problem,
    deadline: Option<Instant>,
    proof_name: String,
    tried: Vec<&'static str>,
}

impl Search<'_> {
    fn left(&self) -> Option<Duration> {
        let now = Instant::now();
        self.deadline
            .map(|deadline| deadline.saturating_duration_since(now))
    }

    /// Why to end, if it is time for that.
    fn stopped(&self) -> Option<Reason> {
        if INTERRUPTED.load(Ordering::Relaxed) {
            return Some(Reason::Interrupted);
        }
        let left = self.left();
        left.is_some_and(|left| left.is_zero())
            .then_some(Reason::Timeout)
    }

    /// So much time, or what is left of it.
    fn at_most(&self, time: Duration) -> Duration {
        self.left().map_or(time, |left| left.min(time))
    }

    fn run(&mut self) -> Result<Found> {
        match self.args.kind {
            Some(kind) => self.by(kind),
            None => self.by_any(),
        }
    }

    fn by_any(&mut self) -> Result<Found> {
        let found = self.by(Kind::Pagoda)?; // parity first
        if !matches!(found, Found::Nothing(None)) {
            return Ok(found);
        }
        let found = self.exhaust(FEW_POSITIONS)?;
        if matches!(found, Found::Certificate(..)) {
            return Ok(found);
        }
        self.tried.push("solving");
        if let Found::Solution(jumps) = self.solve()? {
            return Ok(Found::Solution(jumps));
        }
        for kind in [Kind::JumpBounds, Kind::Exhaustion, Kind::Refutation] {
            if kind == Kind::JumpBounds && self.problem.board().n_holes() > MOST_HOLES {
                continue;
            }
            let found = self.by(kind)?;
            if !matches!(found, Found::Nothing(None)) {
                return Ok(found);
            }
        }
        Ok(Found::Nothing(None))
    }

    /// By one kind of certificate; cheaper ones count where they are part of it.
    fn by(&mut self, kind: Kind) -> Result<Found> {
        if let Some(reason) = self.stopped() {
            return Ok(Found::Nothing(Some(reason)));
        }
        let (nodes, time) = match (kind, self.args.kind) {
            (Kind::PositionClass, _) => (0, BOUNDS.1),
            (Kind::Pagoda, None) => (1, BOUNDS.1),
            (Kind::Pagoda, Some(_)) => (1, ALL_BOUNDS.1),
            (_, None) => BOUNDS,
            (_, Some(_)) => ALL_BOUNDS,
        };
        let effort = Effort {
            nodes,
            until: Instant::now() + self.at_most(time),
            interrupted: &INTERRUPTED,
        };
        self.tried.push(kind.name());
        match kind {
            Kind::PositionClass | Kind::Pagoda | Kind::JumpBounds => {
                let found = certificate::without_search(self.problem, effort);
                let nothing = || Found::Nothing(self.stopped());
                Ok(found.map_or_else(nothing, |found| Found::Certificate(found.into(), None)))
            }
            Kind::Exhaustion => self.exhaust(MOST_POSITIONS),
            Kind::Refutation => self.refute(),
        }
    }

    /// By the positions, if they are no more than `most`.
    fn exhaust(&self, most: usize) -> Result<Found> {
        let memory = self
            .args
            .limits
            .memory
            .unwrap_or_else(limits::available_memory);
        let watch = Watch::new(self.left(), memory, &INTERRUPTED, &|_| {});
        match exhaustion::exhaust(self.problem, most, &watch) {
            Ok(Some(proof)) => {
                let certificate = Certificate::by_exhaustion(self.problem, proof);
                Ok(Found::Certificate(certificate.into(), None))
            }
            Ok(None) | Err(Stop::TooManyHoles(_) | Stop::Memory(_)) => Ok(Found::Nothing(None)),
            Err(Stop::Timeout) => Ok(Found::Nothing(Some(Reason::Timeout))),
            Err(Stop::Interrupted) => Ok(Found::Nothing(Some(Reason::Interrupted))),
        }
    }

    /// Looks for a solution for a short time.
    fn solve(&self) -> Result<Found> {
        let orders = order::best_first(self.problem);
        let task = Task {
            climb: Some(0),
            ..Task::new(self.problem, &model::e::E)
        };
        let limits = Limits {
            timeout: Some(self.at_most(QUICK)),
            memory: self.args.limits.memory,
        };
        Ok(match self.supervise(task, orders, limits)?.end {
            End::Solved { jumps, .. } => Found::Solution(jumps),
            _ => Found::Nothing(None),
        })
    }

    fn refute(&self) -> Result<Found> {
        if !refutation::applies(self.problem) {
            return Ok(Found::Nothing(None));
        }
        let scratch = tempfile::Builder::new().prefix("pegsat-").tempdir();
        let scratch = scratch.context("a folder for temporary files cannot be made")?;
        let path = scratch.path().join("proof");
        let (options, encoders) = refutation::options();
        let task = Task {
            options,
            encoders,
            solver: self.args.solver.clone(),
            proof: Some(path.clone()),
            ..Task::new(self.problem, &model::c::C)
        };
        let limits = Limits {
            timeout: self.left(),
            memory: self.args.limits.memory,
        };
        let record = self.supervise(task, Vec::new(), limits)?;
        if let Some(message) = &record.message {
            warn(message);
        }
        Ok(match record.end {
            End::Solved { jumps, .. } => Found::Solution(jumps),
            End::Unknown(reason) => Found::Nothing(Some(reason)),
            End::Unsolvable(_) => {
                let proof = std::fs::read(&path).context("the solver wrote no proof")?;
                let refuted = refutation::refutation(self.problem, &self.proof_name, &proof)?;
                let certificate = Certificate::by_refutation(self.problem, refuted);
                Found::Certificate(certificate.into(), Some(proof))
            }
        })
    }

    fn supervise(
        &self,
        mut task: Task,
        orders: Vec<model::Order>,
        limits: Limits,
    ) -> Result<Record> {
        let scratch = tempfile::Builder::new().prefix("pegsat-").tempdir();
        let scratch = scratch.context("a folder for temporary files cannot be made")?;
        task.scratch = scratch.path().into();
        let program = std::env::current_exe().context("this program does not find itself")?;
        let plan = Plan {
            task,
            jobs: 1,
            orders,
        };
        Ok(supervise::run(
            &program,
            &plan,
            limits,
            &INTERRUPTED,
            &mut |_| {},
        )?)
    }
}
