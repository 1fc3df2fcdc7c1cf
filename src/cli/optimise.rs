//! `pegsat optimise`

use super::{
    INTERRUPTED,
    answer::{self, Answer, Certificate, SolverName},
    args::{self, Fewest, Format, OptimiseArgs},
    catch_signals,
    output::{self, NewFile, Output},
    progress::Progress,
    solve, warn,
};
use crate::{
    formula::dimacs,
    model::{self, Additions, Model},
    problem::{Problem, file},
    run::{
        Task,
        optimum::{self, News, Objective, Optimum, Question, Refuted},
        record::{Outcome, Seconds},
        supervise::Reason,
    },
    solver,
};
use anyhow::{Context, Result, bail};
use std::{fmt::Write, path::Path, sync::atomic::AtomicBool, time::Instant};

impl Fewest {
    fn objective(self) -> Objective {
        match self {
            Fewest::JumpsToDeadEnd => Objective::JumpsToDeadEnd,
            Fewest::Sweeps => Objective::Sweeps,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Fewest::JumpsToDeadEnd => "jumps-to-dead-end",
            Fewest::Sweeps => "sweeps",
        }
    }

    /// Of so many.
    fn count(self, number: usize) -> String {
        let what = match self {
            Fewest::JumpsToDeadEnd => "jump",
            Fewest::Sweeps => "sweep",
        };
        let plural = if number == 1 { "" } else { "s" };
        format!("{number} {what}{plural}")
    }
}

/// The model, and what is added where nothing is said.
fn model(args: &OptimiseArgs, problem: &Problem) -> Result<(&'static dyn Model, Additions)> {
    let name = match (&args.model, args.fewest) {
        (Some(name), _) => name.as_str(),
        (None, Fewest::JumpsToDeadEnd) => "D",
        (None, Fewest::Sweeps) => "S",
    };
    let model = model::by_name(name)?;
    if args.fewest == Fewest::Sweeps && !matches!(model.name(), "C" | "S") {
        bail!("--model {name}: it does not count sweeps; expected C or S");
    }
    let best = || args.fewest.objective().additions(problem, model);
    Ok((model, args.add.clone().unwrap_or_else(best)))
}

/// Searches, prints, and returns the exit status.
pub(super) fn run(args: &OptimiseArgs) -> Result<u8> {
    let begin = Instant::now();
    if args.proof.is_some() && args.seed != 0 {
        bail!("--proof with --seed: a proof is about the exported formula, so leave --seed out");
    }
    let problem = args::problem(&args.problem)?;
    let (model, additions) = model(args, &problem)?;
    solver::by_name(&args.solver)?;
    let formula_path = args.proof.as_deref().map(beside);
    output::distinct(&[
        ("PROBLEM", Some(args.problem.as_ref())),
        ("--proof", args.proof.as_deref()),
        ("the formula", formula_path.as_deref()),
        ("--output", args.print.output.as_deref()),
    ])?;
    catch_signals()?;
    let output = Output::open(args.print.output.as_deref())?;
    let proof = args.proof.as_deref().map(NewFile::create).transpose()?;
    let formula = formula_path.as_deref().map(NewFile::create).transpose()?;
    let scratch = tempfile::Builder::new().prefix("pegsat-").tempdir();
    let scratch = scratch.context("a folder for temporary files cannot be made")?;
    let mut task = Task {
        solver: args.solver.clone(),
        seed: args.seed,
        scratch: scratch.path().into(),
        ..Task::new(&problem, model)
    };
    task.options.additions = additions;
    task.encoders = solve::encoders(None, &problem);
    // What the model refuses is an error before any work.
    let question = Question {
        problem: &problem,
        objective: args.fewest.objective(),
        task: &task,
        proofs: args.proof.is_some(),
    };
    question.formula(0)?;
    let program = std::env::current_exe().context("this program does not find itself")?;
    let progress = Progress::new("", &args.solver);
    let tell = |news: &News| {
        let text = known(args.fewest, news.value, news.bound);
        progress.say(&format!("{text} ({:.1} s)", news.seconds));
    };
    let limits = args.limits.limits();
    let found = optimum::search(&program, question, limits, &INTERRUPTED, &mut |news| {
        tell(news);
    })?;
    drop(progress);
    found.message.iter().for_each(|message| warn(message));
    let kept = match (proof, formula, decisive(&question, &found)) {
        (Some(proof), Some(formula), Some(refuted)) => {
            keep_proof(args, &question, refuted, proof, formula).map(Some)
        }
        (Some(_), _, None) => {
            warn("no proof is written: nothing had to be refuted, or not by a formula");
            Ok(None)
        }
        _ => Ok(None),
    };
    // The answer does not depend on the proof, which may be too large to keep.
    let (certificate, failed) = match kept {
        Ok(certificate) => (certificate, None),
        Err(error) => (None, Some(error)),
    };
    let total = begin.elapsed().as_secs_f64();
    let answer = answer_of(args, &question, &found, certificate, total);
    output.write(&match args.print.format {
        Format::Json => answer::json(&answer),
        Format::Text => text(args, &question, &found, &answer),
    })?;
    match failed {
        Some(error) => Err(error.context("the proof is not kept")),
        None => Ok(answer.outcome.status()),
    }
}

/// The refutation that shows what is known, if there is one: where there is no
/// solution at all, one of as many sweeps as there may be jumps.
fn decisive<'a>(question: &Question<'_>, found: &'a Optimum) -> Option<&'a Refuted> {
    let most = question.problem.n_jumps().map_or(0, |jumps| *jumps.end());
    let shows = |refuted: &&Refuted| !found.is_unsolvable || refuted.most >= most;
    found.refuted.as_ref().filter(shows)
}

/// The formula's file beside a proof.
fn beside(proof: &Path) -> std::path::PathBuf {
    let name = proof.file_name().unwrap_or_default().to_string_lossy();
    proof.with_file_name(format!("{name}.cnf"))
}

/// Keeps the proof of the last refutation and its formula.
fn keep_proof(
    args: &OptimiseArgs,
    question: &Question<'_>,
    refuted: &Refuted,
    mut proof: NewFile,
    mut formula: NewFile,
) -> Result<Certificate> {
    let path = refuted.proof.as_deref().context("no proof was asked for")?;
    let mut from = std::fs::File::open(path).context("the solver wrote no proof")?;
    let cnf = question.formula(refuted.most)?;
    let comments = [
        format!("pegsat {}", env!("CARGO_PKG_VERSION")),
        format!("no solution of at most {}", args.fewest.count(refuted.most)),
    ];
    // After Ctrl-C too: what was refuted until then is kept.
    let go_on = AtomicBool::new(false);
    formula.fill(&go_on, |mut out| dimacs::write(&mut out, &cnf, &comments))?;
    proof.fill(&go_on, |mut out| {
        std::io::copy(&mut from, &mut out).map(drop)
    })?;
    formula.commit()?;
    proof.commit()?;
    Ok(Certificate {
        kind: "drat".into(),
        file: args.proof.as_ref().map(|path| path.display().to_string()),
        document: None,
    })
}

/// Value and bound in words.
fn known(fewest: Fewest, value: Option<usize>, bound: usize) -> String {
    match value {
        Some(value) if value == bound => format!("{}: proved", fewest.count(value)),
        Some(value) => format!("at most {}, at least {bound}", fewest.count(value)),
        None => format!("at least {}", fewest.count(bound)),
    }
}

fn answer_of(
    args: &OptimiseArgs,
    question: &Question<'_>,
    found: &Optimum,
    certificate: Option<Certificate>,
    total: f64,
) -> Answer {
    let Question {
        problem,
        objective,
        task,
        ..
    } = *question;
    let value = found.best.as_ref().map(|best| best.0);
    let board = problem.board();
    let records = found
        .best
        .as_ref()
        .map(|(_, jumps)| answer::jump_records(board, jumps));
    let decisive = decisive(question, found);
    Answer {
        problem: problem.name().into(),
        outcome: match (found.is_unsolvable, found.is_settled()) {
            (true, _) => Outcome::Unsolvable,
            (false, true) => Outcome::Solved,
            (false, false) => Outcome::Unknown,
        },
        reason: found.reason.and_then(Reason::word),
        model: task.model.clone(),
        additions: task.options.additions.names(),
        layers: None,
        most_sweeps: None,
        order: None,
        layer_sizes: None,
        refuted_layers: None,
        refuted_order: None,
        attempts: None,
        solver: SolverName {
            name: task.solver.clone(),
            version: solver::version(&task.solver),
        },
        seed: task.seed,
        prefer: None,
        sweeps: records.as_deref().map(answer::sweeps),
        jumps: records,
        formula: decisive.and_then(|refuted| refuted.size),
        seconds: Seconds {
            encode: None,
            solve: decisive.and_then(|refuted| refuted.solve),
            total,
        },
        peak_memory_bytes: found.peak_memory,
        certificate,
        at_most_one: Some(task.encoders.at_most_one),
        message: found.message.clone(),
        notes: Vec::new(),
        peg: file::write(&objective.problem(problem, value.unwrap_or(0))),
        pegsat: env!("CARGO_PKG_VERSION"),
        optimum: Some(answer::Optimum {
            objective: args.fewest.name(),
            value,
            bound: (!found.is_unsolvable).then_some(found.bound),
            refuted: decisive.map(|refuted| refuted.most),
            history: found.news.clone(),
        }),
    }
}

fn text(args: &OptimiseArgs, question: &Question<'_>, found: &Optimum, answer: &Answer) -> String {
    let mut text = answer.heading(question.problem);
    let value = found.best.as_ref().map(|best| best.0);
    let verdict = match answer.outcome {
        Outcome::Solved => format!("optimum: {}", args.fewest.count(found.bound)),
        Outcome::Unsolvable => "unsolvable: no sequence of jumps reaches the goal".into(),
        Outcome::Unknown => {
            let reason = answer.reason.unwrap_or("no answer");
            format!(
                "unknown: {reason}; {}",
                known(args.fewest, value, found.bound)
            )
        }
    };
    let _ = writeln!(text, "{verdict}; {:.2} s", answer.seconds.total);
    if let Some(refuted) = &found.refuted
        && answer.outcome == Outcome::Solved
    {
        let seconds = refuted
            .solve
            .map_or(String::new(), |s| format!(" in {s:.2} s"));
        let size = refuted.size.map_or(String::new(), |size| {
            format!(": {} variables, {} clauses", size.variables, size.clauses)
        });
        let most = args.fewest.count(refuted.most);
        let _ = writeln!(text, "refuted: at most {most}{seconds}{size}");
    }
    if let Some(Certificate {
        file: Some(file), ..
    }) = &answer.certificate
    {
        let _ = writeln!(text, "proof in {file}, of the formula in {file}.cnf");
    }
    if let Some((value, jumps)) = &found.best {
        let problem = question.objective.problem(question.problem, *value);
        text.push_str(&answer::solution(&problem, jumps));
        let _ = writeln!(text, "\n{}", answer::chains(problem.board(), jumps));
    }
    text
}
