//! `pegsat verify`

use super::{
    answer::json,
    args::{self, Format, VerifyArgs},
    check, limits,
    output::Output,
};
use crate::{
    certificate::verify::{self, Accepted, Goal, Rejection},
    problem::{self, Problem},
};
use anyhow::{Context, Result};
use serde::Serialize;
use std::{fs, io, path::Path};

#[derive(Serialize)]
struct Verdict<'a> {
    problem: Option<&'a str>,
    accepted: bool,
    /// Why it is rejected.
    reason: Option<String>,
    kind: Option<&'a str>,
    work: Option<&'a str>,
}

/// Checks, prints the verdict, and returns the exit status.
pub(super) fn run(args: &VerifyArgs) -> Result<u8> {
    let name = args.file.display().to_string();
    limits::apply(&args.limits, &name, args.format)?;
    let problem = args.problem.as_deref().map(args::problem).transpose()?;
    let output = Output::open(args.output.as_deref())?;
    let mut text = String::new();
    let read = fs::File::open(&args.file).and_then(|file| check::read_all(file, &mut text));
    // What is no text is no certificate; what cannot be read is an error.
    match read {
        Err(error) if error.kind() == io::ErrorKind::InvalidData => text.clear(),
        read => read.with_context(|| format!("{name}: cannot be read"))?,
    }
    let folder = args.file.parent().unwrap_or(Path::new("."));
    let verdict = verify::verify(&text, &|file| fs::read(folder.join(file))).and_then(|accepted| {
        match &problem {
            Some(problem) if !is_about(&accepted, problem) => Err(Rejection(format!(
                "it is about another problem than {}",
                problem.name()
            ))),
            _ => Ok(accepted),
        }
    });
    let text = match (args.format, &verdict) {
        (Format::Json, Ok(accepted)) => json(&Verdict {
            problem: Some(&accepted.name),
            accepted: true,
            reason: None,
            kind: Some(&accepted.kind),
            work: Some(&accepted.work),
        }),
        (Format::Json, Err(Rejection(reason))) => json(&Verdict {
            problem: None,
            accepted: false,
            reason: Some(reason.clone()),
            kind: None,
            work: None,
        }),
        (Format::Text, Ok(accepted)) => format!(
            "accepted: {} ({}); no sequence of jumps solves\n{}",
            accepted.kind,
            accepted.work,
            drawn(accepted)
        ),
        (Format::Text, Err(Rejection(reason))) => format!("rejected: {reason}\n"),
    };
    output.write(&text)?;
    Ok(if verdict.is_ok() { 0 } else { 1 })
}

/// Whether the certificate speaks of this problem.
fn is_about(accepted: &Accepted, problem: &Problem) -> bool {
    let holes = 0..problem.board().n_holes();
    let goal = problem.goal();
    let same_goal = match (&accepted.goal, goal) {
        (Goal::Pegs(pegs), problem::Goal::Pegs(wanted)) => pegs == wanted,
        (Goal::Picture { filled, either }, problem::Goal::Picture(_)) => {
            holes.clone().all(|hole| match goal.fixed(hole) {
                Some(peg) => filled.contains(&hole) == peg && !either.contains(&hole),
                None => either.contains(&hole),
            })
        }
        _ => false,
    };
    same_goal
        && accepted.lattice == problem.board().lattice().to_string()
        && accepted.cells == problem.board().cells()
        && holes
            .clone()
            .all(|hole| accepted.start.contains(&hole) == problem.start().has_peg(hole))
}

/// The problem that the certificate is about, as a problem file: drawn from the
/// certificate itself, so that people see what was shown.
fn drawn(accepted: &Accepted) -> String {
    let mark = |hole: usize, in_goal: bool| match &accepted.goal {
        _ if !in_goal => accepted.start.contains(&hole),
        Goal::Picture { filled, .. } => filled.contains(&hole),
        Goal::Pegs(_) => false,
    };
    let open = |hole: usize| matches!(&accepted.goal, Goal::Picture { either, .. } if either.contains(&hole));
    let picture = |in_goal: bool| {
        let triangular = accepted.lattice == "triangular";
        let (left, top) = (
            accepted.cells.iter().map(|cell| cell.0).min().unwrap_or(0),
            accepted.cells.iter().map(|cell| cell.1).min().unwrap_or(0),
        );
        let bottom = accepted.cells.iter().map(|cell| cell.1).max().unwrap_or(0);
        let column = |&(x, y): &(i32, i32)| match triangular {
            true => 2 * (x - left) + (bottom - y),
            false => 2 * (x - left),
        };
        let mut rows = vec![Vec::new(); (bottom - top) as usize + 1];
        for (hole, cell) in accepted.cells.iter().enumerate() {
            let symbol = match (in_goal && open(hole), mark(hole, in_goal)) {
                (true, _) => '?',
                (false, true) => 'O',
                (false, false) => '.',
            };
            rows[(cell.1 - top) as usize].push((column(cell), symbol));
        }
        let indent = rows
            .iter()
            .flatten()
            .map(|&(column, _)| column)
            .min()
            .unwrap_or(0);
        let mut text = String::new();
        for mut row in rows {
            row.sort_unstable();
            let mut line = String::new();
            for (column, symbol) in row {
                while (line.chars().count() as i32) < column - indent {
                    line.push(' ');
                }
                line.push(symbol);
            }
            text.push_str(&line);
            text.push('\n');
        }
        text
    };
    let goal = match accepted.goal {
        Goal::Pegs(pegs) => format!(" pegs {pegs}\n"),
        Goal::Picture { .. } => format!("\n{}", picture(true)),
    };
    format!(
        "lattice: {}\nstart:\n{}goal:{goal}",
        accepted.lattice,
        picture(false)
    )
}
