//! `pegsat optimise`

use super::{
    UNKNOWN, answer,
    args::{self, OptimiseArgs},
    asked, cube, executor,
    limits::Guard,
    output::{self, Output, ProofFiles, beside, file_name},
    progress::Progress,
    verify, warn,
};
use anyhow::{Context, Result, anyhow, bail};
use pegsat::{
    asked::Question,
    engine::{
        self, Ask, Outcome, Reason, Wants,
        optimum::{Objective, Optimum, Refuted},
    },
    formula::dimacs,
    isolated::scratch::Scratch,
    printed::{Bounds, Document, Printed},
    problem::Problem,
    systems::System,
    watch::{Progress as Told, Watch},
};
use sha2::{Digest, Sha256};
use std::{
    fmt::Write,
    path::Path,
    sync::{Mutex, PoisonError, atomic::AtomicBool},
};

/// A number of what is made small, with its unit.
fn count(fewest: Objective, n: usize) -> String {
    let what = match fewest {
        Objective::JumpsToDeadEnd => "jump",
        Objective::Sweeps => "sweep",
        Objective::Pegs => "peg",
    };
    answer::number(n, what)
}

/// Searches, prints, and returns the exit status.
pub(super) fn run(args: &OptimiseArgs) -> Result<u8> {
    let ended = answer::ended_with(nothing(args), args.print.format());
    let guard = Guard::begin(&args.limits, args.print.output.as_deref(), ended)?;
    let problem = match args.fewest {
        Objective::Pegs | Objective::JumpsToDeadEnd => {
            let mut read = args::asked(&args.problem)?;
            read.is_fewest = false;
            read.closed(&args.problem)?
        }
        Objective::Sweeps => args::problem(&args.problem)?,
    };
    search(args, &problem, &guard)
}

/// The same, of a problem that was read, with a guard that watches over it.
pub(super) fn search(args: &OptimiseArgs, problem: &Problem, guard: &Guard) -> Result<u8> {
    let (ask, system) = asked(args)?;
    let mut question = Question::new(ask, system.as_ref(), problem)?;
    if question.ask.part.is_some() {
        return part(args, problem, question, guard);
    }
    let files = Files::create(args)?;
    let output = Output::open(args.print.output.as_deref())?;
    question.ask.proof = files.as_ref().map(|files| files.scratch.path().into());
    let progress = Progress::new("encoding");
    let watch = guard.worker(listener(args.fewest, &progress));
    let executor = executor(&question, args.limits.memory)?;
    let found = executor.ask(problem, &question, &watch);
    let found = found.map_err(|error| match &question.ask.proof {
        Some(folder) if error.is_output() => anyhow!("{}: {error}", folder.display()),
        _ => error.into(),
    })?;
    guard.end();
    drop(progress);
    found.message.iter().for_each(|message| warn(message));
    let optimum = found
        .optimum
        .as_deref()
        .context("no optimum was asked for")?;
    let asked = Request {
        args,
        problem,
        ask: &question.ask,
    };
    let kept = match (files, optimum.decisive(problem)) {
        (Some(files), Some(refuted)) => files.keep(&asked, refuted).map(Some),
        (Some(_), None) => {
            warn("no proof is written: no formula had to be refuted");
            Ok(None)
        }
        _ => Ok(None),
    };
    // The answer does not depend on the proof, which may be too large to keep.
    let (kept, failed) = match kept {
        Ok(kept) => (kept, None),
        Err(error) => (None, Some(error)),
    };
    let (kept, is_certified) = kept.unzip();
    let certificate = kept.or_else(|| certificate(optimum));
    let answer = Printed {
        certificate,
        peak_memory_bytes: found.peak_memory.or_else(super::peak_memory),
        ..Printed::of(problem, &found)
    };
    let text = || text(&asked, optimum, &answer, is_certified == Some(true));
    output.write(&answer::either(args.print.format(), &answer, text))?;
    match failed {
        Some(error) => Err(error.context("the proof is not kept")),
        None => Ok(answer::status(answer.outcome)),
    }
}

/// What shows the bound, where a file of its own does not.
fn certificate(found: &Optimum) -> Option<Document> {
    let certificate = found.evidence.as_ref()?.certificate()?;
    Some(Document::of(certificate))
}

/// The answer that nothing is known.
fn nothing(args: &OptimiseArgs) -> Printed {
    let best = args.fewest.model(None).name;
    let model = args.model.as_ref().map_or(best, |method| method.model);
    let solver = asked::answers(args.solver.as_ref(), args.model.as_ref(), args.search);
    Printed {
        optimum: Some(Bounds {
            objective: args.fewest,
            value: None,
            bound: Some(0),
            bound_checked: None,
            refuted: None,
            history: Vec::new(),
        }),
        ..Printed::unknown_of(&args.problem, model, &solver, args.seed)
    }
}

/// What the arguments ask.
fn asked(args: &OptimiseArgs) -> Result<(Ask, Option<System>)> {
    let method = args.model.as_ref();
    if let Some(method) = method
        && !method.is_plain()
    {
        bail!(
            "--model {method}: expected a model, additions and perhaps a search, such as \
             S+self+regions or C+search=paper"
        );
    }
    let additions = method.and_then(|method| method.additions.clone());
    let wants = match args.most {
        Some(most) => Wants::AtMost(args.fewest, most),
        None => Wants::Fewest(args.fewest),
    };
    let ask = Ask::default()
        .wants(wants)
        .model(method.map(|method| method.model.to_string()))
        .additions(asked::given("--add", args.add.clone(), additions)?)
        .solver(asked::solver(args.solver.as_ref()))
        .seed(args.seed)
        .search(asked::given(
            "--search",
            args.search,
            method.and_then(|method| method.search),
        )?)
        .trust(args.trust)
        .proof(args.proof.clone())
        .part(args.cube.part());
    let system = asked::system(method, &args.systems, args.solver.is_some())?;
    Ok((ask, system))
}

/// Decides a part of the formula.
fn part(args: &OptimiseArgs, problem: &Problem, question: Question, guard: &Guard) -> Result<u8> {
    let asked = cube::PartRequest {
        problem,
        question,
        file: args.proof.as_deref(),
        format: args.print.format(),
        output: args.print.output.as_deref(),
        solved: UNKNOWN,
    };
    cube::run(asked, guard)
}

/// Tells what becomes known, a line each.
fn listener(fewest: Objective, progress: &Progress) -> impl Fn(&Told) + Send + Sync + 'static {
    let line = progress.listener();
    let last = Mutex::new(String::new());
    move |told| {
        if let &Told::Bounds {
            value,
            bound,
            seconds,
            ..
        } = told
        {
            let text = known(fewest, value, bound);
            line(told);
            let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
            if *last != text {
                warn(&format!("{text} ({seconds:.1} s)"));
                *last = text;
            }
        }
    }
}

/// What was asked.
struct Request<'a> {
    args: &'a OptimiseArgs,
    problem: &'a Problem,
    ask: &'a Ask,
}

/// The proof and what is written beside it, and a folder for proofs on the way.
struct Files {
    written: ProofFiles,
    scratch: Scratch,
}

impl Files {
    /// Those of `--proof`, if it is asked for.
    fn create(args: &OptimiseArgs) -> Result<Option<Self>> {
        let others = [
            ("PROBLEM", Some(args.problem.as_ref())),
            ("--output", args.print.output.as_deref()),
        ];
        output::distinct(&others)?;
        let Some(path) = args.proof.as_deref() else {
            return Ok(None);
        };
        Ok(Some(Files {
            written: ProofFiles::create("--proof", path, &others)?,
            scratch: Scratch::new().context("a folder for temporary files cannot be made")?,
        }))
    }

    /// Keeps the proof of the last refutation and its formula, and a certificate where there
    /// can be one: whether there is.
    fn keep(self, asked: &Request<'_>, refuted: &Refuted) -> Result<(Document, bool)> {
        let Files {
            mut written,
            scratch: _scratch,
        } = self;
        let args = asked.args;
        let path = refuted.proof.as_deref().context("no proof was asked for")?;
        let mut from = std::fs::File::open(path).context("the solver wrote no proof")?;
        let cnf = asked.ask.formula(asked.problem, refuted, &Watch::new())?;
        let mut comments = vec![
            format!("pegsat {}", env!("CARGO_PKG_VERSION")),
            format!(
                "no solution of at most {}",
                count(args.fewest, refuted.most)
            ),
        ];
        let name = args.proof.as_deref().map(file_name).unwrap_or_default();
        let certificate = (asked.ask).certificate(
            asked.problem,
            refuted,
            (&name, digest(path)?),
            &Watch::new(),
        )?;
        let (cnf, is_numbered) = output::as_numbered(cnf, certificate.as_ref());
        if !refuted.added.is_empty() && !is_numbered {
            let added = refuted.added.len();
            comments.push(format!(
                "the last {added} clauses say that sweeps are connected"
            ));
        }
        // After Ctrl-C too: what was refuted until then is kept.
        let go_on = AtomicBool::new(false);
        (written.formula).fill(&go_on, |mut out| dimacs::write(&mut out, &cnf, &comments))?;
        (written.proof).fill(&go_on, |mut out| {
            std::io::copy(&mut from, &mut out).map(drop)
        })?;
        written.keep(certificate.as_ref(), &go_on)?;
        let is_certified = certificate.is_some();
        match args.proof.as_deref().filter(|_| args.lrat) {
            Some(proof) if is_certified => verify::hints_of(&beside(proof, ".json"))?,
            Some(_) => warn("no LRAT is written: there is no certificate of this proof"),
            None => {}
        }
        let evidence = Document {
            kind: "drat".into(),
            file: args.proof.as_ref().map(|path| path.display().to_string()),
            proof: None,
            document: None,
        };
        Ok((evidence, is_certified))
    }
}

/// The SHA-256 of a file, in hexadecimal.
fn digest(path: &Path) -> Result<String> {
    let mut digest = Sha256::new();
    std::io::copy(&mut std::fs::File::open(path)?, &mut digest)?;
    Ok(format!("{:x}", digest.finalize()))
}

/// What a bound rests on, in words.
fn grounds(evidence: &engine::Evidence) -> &'static str {
    match evidence {
        engine::Evidence::Proof => "a formula was refuted, and the proof was checked",
        engine::Evidence::Certificate(_) => "a certificate was checked",
        engine::Evidence::Exhaustion => "by exhaustive search",
        engine::Evidence::Trust => "unchecked, by the solver's word (--trust)",
    }
}

/// Value and bound in words.
fn known(fewest: Objective, value: Option<usize>, bound: usize) -> String {
    match value {
        Some(value) if value == bound => format!("{}: proved", count(fewest, value)),
        Some(value) => format!("at most {}, at least {bound}", count(fewest, value)),
        None => format!("at least {}", count(fewest, bound)),
    }
}

/// What was asked; fewest pegs are asked of no model and no solver.
fn heading(asked: &Request<'_>, answer: &Printed) -> String {
    let problem = asked.problem;
    match asked.args.fewest {
        Objective::Pegs => {
            let pegs = answer::number(problem.start().n_pegs(), "peg");
            format!("{} ({}, {pegs})\n", problem.name(), problem.board().name())
        }
        _ => answer::heading(answer, problem),
    }
}

/// What is shown of better ones: that there is none, or none below the bound.
fn shown(fewest: Objective, found: &Optimum, answer: &Printed) -> Option<String> {
    match answer.outcome {
        Outcome::Solved => Some("no better one".into()),
        Outcome::Unknown => Some(format!("none below {}", count(fewest, found.bound))),
        Outcome::Unsolvable => None,
    }
}

fn text(asked: &Request<'_>, found: &Optimum, answer: &Printed, is_certified: bool) -> String {
    let args = asked.args;
    if let (true, Objective::Pegs, Some((_, jumps))) = (super::is_quiet(), args.fewest, &found.best)
    {
        return format!("{}\n", answer::chains(asked.problem.board(), jumps));
    }
    let mut text = heading(asked, answer);
    let value = found.best.as_ref().map(|best| best.0);
    let verdict = match answer.outcome {
        Outcome::Solved => format!("optimum: {}", count(args.fewest, found.bound)),
        Outcome::Unsolvable => "unsolvable: no sequence of jumps reaches the goal".into(),
        Outcome::Unknown => {
            let message = answer.message.as_deref();
            let reason = answer.reason.map(Reason::name).or(message);
            let reason = reason.unwrap_or("no answer");
            format!(
                "unknown: {reason}; {}",
                known(args.fewest, value, found.bound)
            )
        }
    };
    let choices = answer
        .choices
        .map(|n| format!("; {}", answer::number(n as usize, "choice")));
    let choices = choices.unwrap_or_default();
    let _ = writeln!(text, "{verdict}; {:.2} s{choices}", answer.seconds.total);
    if let (Some(evidence), Some(shown)) = (&found.evidence, shown(args.fewest, found, answer)) {
        let _ = writeln!(text, "{shown}: {}", grounds(evidence));
    }
    if let Some(refuted) = &found.refuted
        && answer.outcome == Outcome::Solved
    {
        let seconds = refuted
            .solve
            .map_or(String::new(), |s| format!(" in {s:.2} s"));
        let size = refuted.size.map_or(String::new(), |size| {
            format!(": {} variables, {} clauses", size.variables, size.clauses)
        });
        let most = count(args.fewest, refuted.most);
        let _ = writeln!(text, "refuted: at most {most}{seconds}{size}");
    }
    if let Some(Document {
        file: Some(file), ..
    }) = &answer.certificate
    {
        let more = match is_certified {
            true => format!("; pegsat verify {file}.json checks it"),
            false => String::new(),
        };
        let _ = writeln!(text, "proof in {file}, of the formula in {file}.cnf{more}");
    }
    if let Some((value, jumps)) = &found.best {
        let problem = args.fewest.problem(asked.problem, *value);
        text.push_str(&answer::solution(&problem, jumps));
        let _ = writeln!(text, "\n{}", answer::chains(problem.board(), jumps));
    }
    text
}
