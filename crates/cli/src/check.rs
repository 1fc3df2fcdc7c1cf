//! `pegsat check`

use super::{
    answer,
    args::{self, CheckArgs},
    input, terminal,
};
use anyhow::{Context, Result, bail};
use pegsat::{
    board::Board,
    solution::{checker, n_sweeps, text},
};
use serde::Serialize;
use std::path::Path;

/// The largest solution that is read, in bytes.
pub(super) const MAX_BYTES: u64 = 64 << 20;

#[derive(Serialize)]
struct Verdict<'a> {
    problem: &'a str,
    accepted: bool,
    /// What is wrong, with the number of the first wrong jump.
    reason: Option<String>,
    first_wrong_jump: Option<usize>,
    n_jumps: usize,
    sweeps: usize,
}

/// Replays, prints the verdict, and returns the exit status.
pub(super) fn run(args: &CheckArgs) -> Result<u8> {
    let inputs = &[
        Some(args.problem.as_str()),
        args.solution.first().map(String::as_str),
    ];
    let guard = args.print.guard(&args.limits, &args.problem, inputs)?;
    let problem = args::problem(&args.problem)?;
    let board = Some(problem.board());
    let (name, text) = read(&args.solution, board, "the solution")?;
    let parsed = text::parse_on(board, &text).with_context(|| format!("{name}: not a solution"))?;
    let verdict = checker::check(&problem, &parsed.leaps)
        .and_then(|()| checker::check_records(&problem, &parsed.records));
    let reason = verdict.as_ref().err().map(ToString::to_string);
    let answer = Verdict {
        problem: problem.name(),
        accepted: verdict.is_ok(),
        first_wrong_jump: match &verdict {
            Err(checker::Wrong::Jump { number, .. }) => Some(*number),
            _ => None,
        },
        n_jumps: parsed.leaps.len(),
        sweeps: n_sweeps(&parsed.leaps),
        reason,
    };
    let text = || match &answer.reason {
        None => format!(
            "accepted: {} solve{} {}\n",
            answer::counted(answer.n_jumps, answer.sweeps),
            if answer.n_jumps == 1 { "s" } else { "" },
            answer.problem
        ),
        Some(reason) => format!("rejected: {}\n", terminal::line(reason)),
    };
    guard.end();
    args.print.write(&answer, text)?;
    Ok(if answer.accepted { 0 } else { 1 })
}

/// The text of jumps, and what to call it: standard input, a file, or the words, given `by`.
pub(super) fn read(words: &[String], board: Option<&Board>, by: &str) -> Result<(String, String)> {
    match words {
        [word] if word == "-" || Path::new(word).exists() => {
            Ok((input::name(word), input::text(word, MAX_BYTES)?))
        }
        [word] if !word.contains(char::is_whitespace) && text::parse_on(board, word).is_err() => {
            bail!("{word}: neither a file that can be read nor jumps such as 3,1-3,3")
        }
        words => Ok((by.into(), words.join(" "))),
    }
}
