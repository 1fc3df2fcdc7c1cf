//! `pegsat solve`

use super::{
    INTERRUPTED,
    answer::{self, Answer, Certificate, SolverName},
    args::{self, Layers, ModelArgs, SolveArgs, SolveFormat},
    catch_signals,
    output::{self, NewFile, Output},
    progress::Progress,
    warn,
};
use crate::{
    certificate::{self, Effort},
    formula::{AtMostOne, Encoders},
    model::{self, Additions, Model, Options, Step, layers, order},
    problem::{Goal, Problem, class},
    run::{
        Grounds, Task,
        plan::Plan,
        record::{Outcome, Seconds},
        supervise::{self, End, Record},
    },
    solution::checker,
    solver,
};
use anyhow::{Context, Result, bail};
use serde_json::value::RawValue;
use std::{
    fmt::Write,
    time::{Duration, Instant},
};

/// The model where none is named.
const DEFAULT_MODEL: &str = "E";

/// The most jumps of a board for which, where nothing is said, 'at most one'
/// is stated pairwise.
const MANY_JUMPS: usize = 200;

/// The model, options and encodings that the arguments ask for.
pub(super) fn model(
    args: &ModelArgs,
    problem: &Problem,
) -> Result<(&'static dyn Model, Options, Encoders)> {
    let model = model::by_name(args.model.as_deref().unwrap_or(DEFAULT_MODEL))?;
    let name = model.name();
    let is_default = args.model.is_none();
    if args.layers.is_some() && !model.step().is_layer() {
        bail!("--layers: model {name} has steps of one jump; models D, E and S have layers");
    }
    if args.order.is_some() && model.step() != Step::Pass {
        bail!("--order: the jumps of a step of model {name} have no order; those of model E do");
    }
    let options = Options {
        additions: match &args.add {
            Some(additions) => additions.clone(),
            // Without it one peg anywhere takes a hundred times longer. A proof
            // should not rest on it.
            None => Additions {
                class: is_default && *problem.goal() == Goal::Pegs(1),
                ..Additions::default()
            },
        },
        layers: match args.layers {
            // More than enough layers would only be empty.
            Some(Layers::Number(layers)) => Some(layers::enough(problem).unwrap_or(0).min(layers)),
            Some(Layers::Auto) | None => None,
        },
        order: args.order.unwrap_or_else(|| order::best_first(problem)[0]),
        sweeps: args.sweeps,
    };
    Ok((model, options, encoders(args.at_most_one, problem)))
}

/// The encodings, as asked for or as the board's size suggests.
pub(super) fn encoders(at_most_one: Option<AtMostOne>, problem: &Problem) -> Encoders {
    let many = problem.board().jumps().len() > MANY_JUMPS;
    let default = match many {
        true => AtMostOne::Ladder,
        false => AtMostOne::default(),
    };
    Encoders {
        at_most_one: at_most_one.unwrap_or(default),
    }
}

/// Solves, prints, and returns the exit status.
pub(super) fn run(args: &SolveArgs) -> Result<u8> {
    let begin = Instant::now();
    if args.proof.is_some() && args.seed != 0 {
        bail!("--proof with --seed: a proof is about the exported formula, so leave --seed out");
    }
    let problem = args::problem(&args.problem)?;
    if args.proof.is_some() && args.jobs > 1 {
        bail!("--proof with --jobs: only one attempt writes a proof, so leave --jobs out");
    }
    let (model, mut options, encoders) = model(&args.model, &problem)?;
    if args.proof.is_some() && args.model.add.is_none() {
        options.additions.class = false;
    }
    if args.prefer.is_some() && model.step() == Step::Sweep {
        bail!(
            "--prefer: the variables of model {} are not jumps",
            model.name()
        );
    }
    solver::by_name(&args.solver)?; // an unknown name is an error before any work
    output::distinct(&[
        ("PROBLEM", Some(args.problem.as_ref())),
        ("--proof", args.proof.as_deref()),
        ("--output", args.output.as_deref()),
    ])?;
    catch_signals()?;
    let output = Output::open(args.output.as_deref())?;
    let proof = args.proof.as_deref().map(NewFile::create).transpose()?;
    if proof.as_ref().is_some_and(NewFile::is_direct) {
        bail!("--proof: expected a regular file, for the proof is kept only if it is whole");
    }
    let scratch = tempfile::Builder::new().prefix("pegsat-").tempdir();
    let scratch = scratch.context("a folder for temporary files cannot be made")?;
    let task = Task {
        // A proof is about one formula, so one that is large enough.
        climb: (model.step().is_layer() && options.layers.is_none() && args.proof.is_none())
            .then_some(0),
        options,
        encoders,
        solver: args.solver.clone(),
        seed: args.seed,
        prefer: args.prefer.map(Into::into),
        proof: proof.as_ref().map(|proof| proof.path_so_far().into()),
        scratch: scratch.path().into(),
        assignment: args.format == SolveFormat::Competition,
        ..Task::new(&problem, model)
    };
    let program = std::env::current_exe().context("this program does not find itself")?;
    let progress = Progress::new(
        &format!("{} by model {}", problem.name(), model.name()),
        &args.solver,
    );
    let plan = Plan {
        jobs: args.jobs.into(),
        orders: match (args.model.order, model.step()) {
            (None, Step::Pass) => order::best_first(&problem),
            _ => Vec::new(),
        },
        task,
    };
    let certified = match args.proof {
        None => without_search(&problem),
        Some(_) => None, // a proof is asked of the solver
    };
    let record = match &certified {
        Some(certificate) => {
            let grounds = match certificate.kind {
                "position-class" => Grounds::PositionClass,
                _ => Grounds::Weights,
            };
            let seconds = begin.elapsed().as_secs_f64();
            Record::without_run(plan.task, End::Unsolvable(grounds), seconds)
        }
        None => supervise::run(
            &program,
            &plan,
            args.limits.limits(),
            &INTERRUPTED,
            &mut |event| {
                progress.update(event);
            },
        )?,
    };
    drop(progress);
    record.notes.iter().for_each(|note| warn(note));
    if let Some(message) = &record.message {
        warn(message);
    }
    let jumps = match &record.end {
        End::Solved { jumps, .. } => {
            checker::check_numbers(&problem, jumps).context(
                "the solver's solution does not replay: this is a bug, please report it",
            )?;
            jumps.clone()
        }
        _ => Vec::new(),
    };
    let certificate = match (proof, &record.end) {
        (_, End::Unsolvable(Grounds::PositionClass | Grounds::Weights)) => {
            certified.map(|certificate| Certificate {
                kind: certificate.kind.into(),
                file: None,
                document: RawValue::from_string(certificate.text().trim_end().into()).ok(),
            })
        }
        (Some(proof), End::Unsolvable(_)) if proof.is_empty() => {
            warn("the solver wrote no proof");
            drop(proof);
            None
        }
        (Some(proof), End::Unsolvable(_)) => {
            proof.commit()?;
            args.proof.as_ref().map(|path| Certificate {
                kind: "drat".into(),
                file: Some(path.display().to_string()),
                document: None,
            })
        }
        _ => None, // a proof of nothing is dropped
    };
    let answer = answer_of(&problem, &record, &jumps, certificate);
    let text = match args.format {
        SolveFormat::Text => answer.render(&problem, &jumps, args::Format::Text),
        SolveFormat::Json => answer.render(&problem, &jumps, args::Format::Json),
        SolveFormat::Competition => competition(&answer, &problem, &record, &jumps),
    };
    output.write(&text)?;
    Ok(match (args.format, answer.outcome) {
        (SolveFormat::Competition, Outcome::Solved) => 10,
        (SolveFormat::Competition, Outcome::Unsolvable) => 20,
        (SolveFormat::Competition, Outcome::Unknown) => 0,
        (_, outcome) => outcome.status(),
    })
}

/// The largest board for which a pagoda function is looked for: the linear
/// program takes milliseconds there.
const MOST_HOLES: usize = 50;

/// A certificate that costs next to nothing beside the search, if there is one.
fn without_search(problem: &Problem) -> Option<certificate::Certificate> {
    if class::allows(problem) && problem.board().n_holes() > MOST_HOLES {
        return None;
    }
    let effort = Effort {
        nodes: 1,
        until: Instant::now() + Duration::from_secs(1),
        interrupted: &INTERRUPTED,
    };
    certificate::without_search(problem, effort)
}

fn answer_of(
    problem: &Problem,
    record: &Record,
    jumps: &[usize],
    certificate: Option<Certificate>,
) -> Answer {
    let (outcome, reason) = match &record.end {
        End::Solved { .. } => (Outcome::Solved, None),
        End::Unsolvable(_) => (Outcome::Unsolvable, None),
        End::Unknown(reason) => (Outcome::Unknown, reason.word()),
    };
    let task = &record.task;
    let has_order = model::by_name(&task.model).is_ok_and(|m| m.step() == Step::Pass);
    let solved = outcome == Outcome::Solved;
    let records = solved.then(|| answer::jump_records(problem.board(), jumps));
    Answer {
        problem: task.problem.clone(),
        outcome,
        reason,
        model: task.model.clone(),
        additions: task.options.additions.names(),
        layers: record.layers,
        most_sweeps: task.options.sweeps,
        order: has_order.then(|| task.options.order.to_string()),
        layer_sizes: match &record.end {
            End::Solved { layer_sizes, .. } => layer_sizes.clone(),
            _ => None,
        },
        refuted_layers: record.refuted.map(|refuted| refuted.0),
        refuted_order: record
            .refuted
            .filter(|_| has_order)
            .map(|refuted| refuted.1.to_string()),
        attempts: Some(record.attempts),
        solver: SolverName {
            name: task.solver.clone(),
            version: solver::version(&task.solver),
        },
        seed: task.seed,
        prefer: task.prefer,
        sweeps: records.as_deref().map(answer::sweeps),
        jumps: records,
        formula: record.size,
        seconds: Seconds {
            encode: record.encode,
            solve: record.solve,
            total: record.total,
        },
        peak_memory_bytes: record.peak_memory,
        certificate,
        at_most_one: Some(task.encoders.at_most_one),
        message: record.message.clone(),
        notes: record.notes.clone(),
        peg: task.peg.clone(),
        pegsat: env!("CARGO_PKG_VERSION"),
        optimum: None,
    }
}

/// As solvers of the SAT competition answer: c, s and v lines. The literals
/// are those of the formula that `export` writes for the same options, with the
/// layers and the order that a comment gives.
fn competition(answer: &Answer, problem: &Problem, record: &Record, jumps: &[usize]) -> String {
    let mut text = format!("c pegsat {} on {}\n", answer.pegsat, answer.problem);
    let verdict = match answer.outcome {
        Outcome::Solved => "SATISFIABLE",
        Outcome::Unsolvable => "UNSATISFIABLE",
        Outcome::Unknown => "UNKNOWN",
    };
    if let Some(reason) = answer.reason {
        let _ = writeln!(text, "c reason: {reason}");
    }
    if let Some(layers) = answer.layers {
        let order = answer.order.as_deref().unwrap_or("none");
        let _ = writeln!(text, "c layers {layers}, order {order}");
    }
    for (index, &number) in jumps.iter().enumerate() {
        let _ = writeln!(
            text,
            "c jump {}: {}",
            index + 1,
            problem.board().jump_text(number)
        );
    }
    if answer.outcome == Outcome::Unknown && answer.refuted_layers.is_some() {
        let _ = writeln!(text, "c {}", answer.unknown());
    }
    let _ = writeln!(text, "s {verdict}");
    if let End::Solved {
        assignment: Some(assignment),
        ..
    } = &record.end
    {
        let mut line = String::from("v");
        for (index, &value) in assignment.iter().enumerate() {
            let literal = format!(" {}{}", if value { "" } else { "-" }, index + 1);
            if line.len() + literal.len() > 78 {
                let _ = writeln!(text, "{line}");
                line = String::from("v");
            }
            line.push_str(&literal);
        }
        let _ = writeln!(text, "{line}\nv 0");
    }
    text
}
