//! `pegsat solve`

use super::{
    answer,
    args::{self, CubeArgs, ModelArgs, OptimiseArgs, Solutions, SolveArgs},
    asked::{answers, given, solver, stated, system},
    cube, executor,
    limits::Guard,
    listing, optimise,
    output::{self, NewFile, Output},
    progress::Progress,
    starts, warn,
};
use anyhow::{Context, Result, anyhow, bail};
use pegsat::{
    JumpNumber,
    asked::Question,
    engine::{self, Answer, Approach, Ask, End, Reason, ask, optimum::Objective},
    printed::{Document, Printed, SolverName},
    problem::{Problem, file::Read},
    systems::registry::System,
};
use std::{
    fs::{File, Metadata},
    os::{fd::AsFd, unix::fs::FileTypeExt},
    path::Path,
};

/// Solves, prints, and returns the exit status.
pub(super) fn run(args: &SolveArgs) -> Result<u8> {
    let name = named(args);
    let guard = Guard::begin(
        &args.limits,
        args.print.output.as_deref(),
        ended(args, name),
    )?;
    let read = args::asked(name)?;
    output::distinct(&[
        ("PROBLEM", Some(name.as_ref())),
        ("--proof", args.proof.as_deref()),
        ("--output", args.print.output.as_deref()),
    ])?;
    if !read.open.is_empty() {
        return open(args, &read, &guard);
    }
    let problem = read.problem;
    if read.is_fewest {
        return optimise::search(&fewest(args, name)?, &problem, &guard);
    }
    let (ask, system) = asked(args)?;
    let mut question = Question::new(ask, system.as_ref(), &problem)?;
    if question.ask.part.is_some() {
        return cube(args, &problem, question, &guard);
    }
    let output = Output::open(args.print.output.as_deref())?;
    let proof = args.proof.as_deref().map(NewFile::create).transpose()?;
    if proof.as_ref().is_some_and(NewFile::is_direct) {
        bail!("--proof: expected a regular file, for the proof is kept only if it is whole");
    }
    question.ask.proof = proof.as_ref().map(NewFile::path_so_far);
    let progress = Progress::new(&format!("solving {}", problem.name()));
    let executor = executor(&question, args.limits.memory)?;
    let watch = guard.worker(progress.listener());
    let answer = executor.ask(&problem, &question, &watch);
    let answer = answer.map_err(|error| match &args.proof {
        Some(path) if error.is_output() => anyhow!("{}: {error}", path.display()),
        _ => error.into(),
    })?;
    guard.end();
    drop(progress);
    warn_of(args, &answer);
    let certificate = certificate(args.proof.as_deref(), proof, &answer.end)?;
    let printed = printed(&problem, system.as_ref(), &answer, certificate);
    let jumps = match &answer.end {
        End::Solved { jumps, .. } => Some(jumps.as_slice()),
        _ => None,
    };
    if args.solutions != Solutions::Number(1) {
        return listing::run(args, &problem, &printed, jumps, output, &watch);
    }
    let jumps = jumps.unwrap_or_default();
    output.write(&answer::render(
        &printed,
        &problem,
        jumps,
        args.print.format(),
    ))?;
    Ok(answer::status(printed.outcome))
}

/// The problem: where none is named, the central game, or what a file holds that standard input
/// is read from.
fn named(args: &SolveArgs) -> &str {
    let is_file = |input: &Metadata| input.is_file() && input.len() > 0;
    match args.problems.first() {
        Some(name) => name,
        None if input().as_ref().is_some_and(is_file) => "-",
        None => "central",
    }
}

/// Solves a problem whose start is open.
fn open(args: &SolveArgs, read: &Read, guard: &Guard) -> Result<u8> {
    let output = Output::open(args.print.output.as_deref())?;
    let (ask, system) = asked_of_several(args, "start")?;
    let question = Question::new(ask, system.as_ref(), &read.problem)?;
    let progress = Progress::new(&format!("solving {}", read.problem.name()));
    let watch = guard.worker(progress.listener());
    let (any, printed) = starts::any_of(read, &question, &watch)?;
    guard.end();
    drop(progress);
    warn_of(args, &any.answer);
    let jumps: &[JumpNumber] = match &any.answer.end {
        End::Solved { jumps, .. } => jumps,
        _ => &[],
    };
    let text = answer::render(&printed, &any.problem, jumps, args.print.format());
    output.write(&text)?;
    Ok(answer::status(printed.outcome))
}

/// What standard input is.
fn input() -> Option<Metadata> {
    let input = std::io::stdin().as_fd().try_clone_to_owned().ok()?;
    File::from(input).metadata().ok()
}

/// What is asked where the goal is as few pegs as possible.
fn fewest(args: &SolveArgs, name: &str) -> Result<OptimiseArgs> {
    let ModelArgs {
        model,
        add,
        layers,
        sweeps,
        order,
    } = &args.model;
    let states = layers.is_some() || sweeps.is_some() || order.is_some();
    if states
        || args.solutions != Solutions::Number(1)
        || args.approach != Approach::Auto
        || args.cube.cube.is_some()
        || args.distinct.is_some()
        || !args.without.is_empty()
        || args.trust
        || args.jobs > 1
    {
        bail!(
            "{name}: 'goal: fewest pegs' asks for an optimum: it goes with --seed, --timeout, \
             --memory, --format and -o alone"
        );
    }
    Ok(OptimiseArgs {
        problem: name.into(),
        fewest: Objective::Pegs,
        model: model.clone(),
        add: add.clone(),
        systems: args.systems.clone(),
        solver: args.solver.clone(),
        seed: args.seed,
        search: args.search,
        limits: args.limits.clone(),
        trust: args.trust,
        cube: CubeArgs::default(),
        most: None,
        proof: args.proof.clone(),
        lrat: false,
        print: args.print.clone(),
    })
}

/// The answer where a limit or the user ends it.
fn ended(args: &SolveArgs, name: &str) -> impl Fn(Reason) -> String + Send + 'static {
    let model = args.model.model.as_ref();
    let model = model.map_or(ask::DEFAULT_MODEL, |method| method.model);
    let solver = answers(args.solver.as_ref(), args.model.model.as_ref(), args.search);
    let nothing = Printed::unknown_of(name, model, &solver, args.seed);
    answer::ended_with(nothing, args.print.format())
}

/// What the arguments ask.
pub(super) fn asked(args: &SolveArgs) -> Result<(Ask, Option<System>)> {
    let asked = stated(&args.model)?;
    let method = args.model.model.as_ref();
    let search = given("--search", args.search, asked.search)?;
    let without = [asked.without.clone(), args.without.clone()].concat();
    let lists = args.solutions != Solutions::Number(1);
    if args.distinct.is_some() && !lists {
        bail!("--distinct: say how many by --solutions N, or --solutions all");
    }
    let part = args.cube.part();
    if part.is_some() && lists {
        bail!("--cube: a part has one answer, so leave --solutions out");
    }
    let ask = asked
        .solver(solver(args.solver.as_ref()))
        .search(search)
        .seed(args.seed)
        .jobs(args.jobs.into())
        .approach(args.approach)
        .without(without)
        .trust(args.trust)
        .proof(args.proof.clone())
        .part(part);
    if lists {
        ask.allow_lists().context("--solutions")?;
    }
    let system = system(method, &args.systems, args.solver.is_some())?;
    Ok((ask, system))
}

/// The same of several problems, or starts: what only one has is refused.
pub(super) fn asked_of_several(args: &SolveArgs, what: &str) -> Result<(Ask, Option<System>)> {
    let alone = [
        ("--cube", args.cube.cube.is_some()),
        ("--proof", args.proof.is_some()),
        ("--solutions", args.solutions != Solutions::Number(1)),
    ];
    if let Some((option, _)) = alone.iter().find(|(_, is_given)| *is_given) {
        bail!("{option}: it is for one {what}; leave it out, or ask for one");
    }
    asked(args)
}

/// Says what the user should know besides the answer.
fn warn_of(args: &SolveArgs, answer: &Answer) {
    let is_pipe = |input: Metadata| input.file_type().is_fifo();
    if args.problems.is_empty() && input().is_some_and(is_pipe) {
        warn("this was the central game; '-' reads the problem from standard input");
    }
    answer.notes.iter().for_each(|note| warn(note));
    if let Some(message) = &answer.message
        && answer.end.outcome().1 != Some(Reason::Unchecked)
    {
        warn(message);
    }
}

/// The certificate, or the proof that is kept now; a proof of nothing is dropped.
pub(super) fn certificate(
    path: Option<&Path>,
    proof: Option<NewFile>,
    end: &End,
) -> Result<Option<Document>> {
    Ok(match (proof, end) {
        (_, End::Unsolvable(engine::Evidence::Certificate(certificate))) => {
            Some(Document::of(certificate))
        }
        (Some(proof), End::Unsolvable(_)) if proof.is_empty() => {
            warn("the solver wrote no proof");
            None
        }
        (Some(_), End::Solved { .. }) => {
            warn("no proof is written: there is a solution");
            None
        }
        (Some(proof), End::Unsolvable(_)) => {
            proof.commit()?;
            path.map(|path| Document {
                kind: "drat".into(),
                file: Some(path.display().to_string()),
                proof: None,
                document: None,
            })
        }
        _ => None,
    })
}

/// The answer as it is written.
pub(super) fn printed(
    problem: &Problem,
    system: Option<&System>,
    answer: &Answer,
    certificate: Option<Document>,
) -> Printed {
    let mut printed = Printed {
        certificate,
        peak_memory_bytes: answer.peak_memory.or_else(super::peak_memory),
        ..Printed::of(problem, answer)
    };
    if let Some(system) = system {
        printed.solver = SolverName {
            name: system.name.clone(),
            version: None, // to ask takes up to a second, beyond any limit
        };
    }
    printed
}

/// Decides one part of the formula.
fn cube(args: &SolveArgs, problem: &Problem, question: Question, guard: &Guard) -> Result<u8> {
    let asked = cube::PartRequest {
        problem,
        question,
        file: args.proof.as_deref(),
        format: args.print.format(),
        output: args.print.output.as_deref(),
        solved: 0,
    };
    cube::run(asked, guard)
}
