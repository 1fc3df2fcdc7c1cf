//! `pegsat show`

use super::{
    answer,
    args::{self, Format, ShowArgs},
    check::read_all,
    output::{self, NewFile, Output},
};
use crate::{
    problem::{self, Goal, Problem, file},
    solution::{checker, picture, svg, text},
};
use anyhow::{Context, Result, anyhow};
use serde::Serialize;
use std::{fs::File, sync::atomic::AtomicBool};

#[derive(Serialize)]
struct Shown<'a> {
    problem: &'a str,
    board: &'a str,
    holes: usize,
    board_jumps: usize,
    symmetries: usize,
    pegs: usize,
    goal_pegs: [usize; 2],
    peg: String,
    jumps: Option<Vec<text::JumpRecord>>,
}

/// Draws, and returns the exit status.
pub(super) fn run(args: &ShowArgs) -> Result<u8> {
    let (problem, jumps) = subject(&args.subject)?;
    output::distinct(&[
        ("PROBLEM|SOLUTION", Some(args.subject.as_ref())),
        ("--svg", args.svg.as_deref()),
        ("--output", args.output.as_deref()),
    ])?;
    if let Some(path) = &args.svg {
        let drawing = match &jumps {
            Some(jumps) => svg::solution(&problem, jumps),
            None => svg::problem(&problem),
        };
        let mut file = NewFile::create(path)?;
        file.fill(&AtomicBool::new(false), |out| {
            out.write_all(drawing.as_bytes())
        })?;
        file.commit()?;
    }
    let text = match args.format {
        Format::Json => answer::json(&shown(&problem, jumps.as_deref())),
        Format::Text => described(&problem, jumps.as_deref()),
    };
    Output::open(args.output.as_deref())?.write(&text)?;
    Ok(0)
}

fn described(problem: &Problem, jumps: Option<&[usize]>) -> String {
    let board = problem.board();
    let width = answer::terminal_width();
    let boards = match jumps {
        Some(jumps) => picture::solution(problem, jumps, width),
        None => picture::problem(problem, width),
    };
    format!(
        "{}: {} board, {} holes, {} jumps, {} symmetries; {} pegs\n{boards}",
        problem.name(),
        board.name(),
        board.n_holes(),
        board.jumps().len(),
        board.symmetries().len(),
        problem.start().n_pegs(),
    )
}

fn shown<'a>(problem: &'a Problem, jumps: Option<&[usize]>) -> Shown<'a> {
    let board = problem.board();
    let goal = match problem.goal() {
        Goal::Pegs(pegs) => [*pegs, *pegs],
        goal @ Goal::Picture(_) => [*goal.pegs().start(), *goal.pegs().end()],
    };
    Shown {
        problem: problem.name(),
        board: board.name(),
        holes: board.n_holes(),
        board_jumps: board.jumps().len(),
        symmetries: board.symmetries().len(),
        pegs: problem.start().n_pegs(),
        goal_pegs: goal,
        peg: file::write(problem),
        jumps: jumps.map(|jumps| answer::jump_records(board, jumps)),
    }
}

/// The problem, and the jumps of its solution if the subject is one.
fn subject(subject: &str) -> Result<(Problem, Option<Vec<usize>>)> {
    let Some(json) = json_text(subject)? else {
        return Ok((args::problem(subject)?, None));
    };
    let parsed = text::parse(&json).with_context(|| format!("{subject}: is no solution"))?;
    let problem = match (&parsed.peg, &parsed.problem) {
        (Some(peg), name) => file::parse(name.as_deref().unwrap_or(subject), peg)?,
        (None, Some(name)) => problem::named(name)?,
        (None, None) => {
            return Err(anyhow!(
                "{subject}: does not say which problem it solves; expected JSON as 'pegsat solve \
                 --format json' writes it"
            ));
        }
    };
    checker::check(&problem, &parsed.leaps)
        .and_then(|()| checker::check_records(&problem, &parsed.records))
        .with_context(|| format!("{subject}: is no solution of {}", problem.name()))?;
    let numbers = answer::numbers(problem.board(), &parsed.leaps)
        .ok_or_else(|| anyhow!("{subject}: a jump is not on the board"))?;
    Ok((problem, Some(numbers)))
}

/// The text of a file that holds JSON; `None` if it is no file, or another one.
fn json_text(path: &str) -> Result<Option<String>> {
    if path.ends_with(".peg") || !std::path::Path::new(path).is_file() {
        return Ok(None);
    }
    let cannot = || format!("{path}: cannot be read");
    let mut text = String::new();
    File::open(path)
        .and_then(|file| read_all(file, &mut text))
        .with_context(cannot)?;
    Ok(text.trim_start().starts_with(['{', '[']).then_some(text))
}
