//! `pegsat solve --solutions`: solutions one after the other, as they are found.

use super::{
    UNKNOWN, answer,
    args::{Format, Solutions, SolveArgs},
    output::Output,
};
use anyhow::Result;
use pegsat::{
    JumpNumber,
    engine::{Outcome, Reason},
    exact::{self, Distinct, Listed},
    printed::Printed,
    problem::Problem,
    solution::{
        checker,
        text::{self, JumpRecord},
    },
    watch::Watch,
};
use std::io::{self, Write};

/// Lists them, the `first` of which is known, and returns the exit status. With an answer that
/// there is none, or that none is known, the list has none.
pub(super) fn run(
    args: &SolveArgs,
    problem: &Problem,
    printed: &Printed,
    first: Option<&[JumpNumber]>,
    output: Output,
    watch: &Watch,
) -> Result<u8> {
    let is_json = args.print.format() == Format::Json;
    let mut listed = Listed {
        number: 0,
        is_whole: printed.outcome == Outcome::Unsolvable,
        stop: None,
    };
    output.stream(|out| {
        begin(args, problem, printed, first, out)?;
        if let Some(first) = first {
            let mut written = Ok(());
            let mut number = 0;
            let found = &mut |jumps: &[JumpNumber]| {
                number += 1;
                let replayed = checker::check_numbers(problem, jumps).map_err(io::Error::other);
                written = replayed.and_then(|()| one(args, problem, number, jumps, out));
                written.is_ok()
            };
            listed = exact::solutions(
                problem,
                first,
                args.distinct,
                args.solutions.most(),
                watch,
                found,
            );
            written?;
        }
        match is_json {
            true => end_of_json(&listed, out),
            false if super::is_quiet() || first.is_none() => Ok(()),
            false => writeln!(out, "\n{}{}", text::LISTED, summary(args.distinct, &listed)),
        }
    })?;
    Ok(match listed.stop {
        Some(_) => UNKNOWN,
        None => answer::status(printed.outcome),
    })
}

/// What stands before the solutions.
fn begin(
    args: &SolveArgs,
    problem: &Problem,
    printed: &Printed,
    first: Option<&[JumpNumber]>,
    out: &mut dyn Write,
) -> io::Result<()> {
    if args.print.format() == Format::Json {
        // One object, of which the list is the end, so that it need not be kept.
        let text = answer::json(printed);
        let text = text.trim_end().trim_end_matches('}');
        return write!(out, "{text},\"solutions\":[");
    }
    match first {
        None => write!(
            out,
            "{}",
            answer::render(printed, problem, &[], Format::Text)
        ),
        Some(_) if super::is_quiet() => Ok(()),
        Some(jumps) => {
            write!(out, "{}", answer::verdict(printed, problem, jumps))?;
            match args.solutions {
                Solutions::All => writeln!(out, "\n{}", text::ONE_A_LINE),
                Solutions::Number(_) => Ok(()),
            }
        }
    }
}

/// A solution: in text a line of it, or its boards where a number was asked for.
fn one(
    args: &SolveArgs,
    problem: &Problem,
    number: u64,
    jumps: &[JumpNumber],
    out: &mut dyn Write,
) -> io::Result<()> {
    let board = problem.board();
    if args.print.format() == Format::Json {
        let comma = if number > 1 { "," } else { "" };
        let record = answer::json(&JumpRecord::of(board, jumps));
        return write!(out, "{comma}\n{}", record.trim_end());
    }
    if super::is_quiet() || args.solutions == Solutions::All {
        return writeln!(out, "{}", answer::chains(board, jumps));
    }
    if number > 1 {
        write!(out, "\nsolution {number}:\n")?;
    }
    write!(out, "{}", answer::drawn(problem, jumps))
}

fn end_of_json(listed: &Listed, out: &mut dyn Write) -> io::Result<()> {
    let reason = listed.stop.as_ref().map(Reason::from);
    let end = serde_json::json!({
        "solutions_found": listed.number,
        "solutions_are_all": listed.is_whole,
        "solutions_reason": reason,
    });
    let end = end.to_string();
    writeln!(out, "\n],{}", end.trim_start_matches('{'))
}

/// How many there are, in words.
fn summary(distinct: Option<Distinct>, listed: &Listed) -> String {
    let up_to = match distinct {
        None => "",
        Some(Distinct::Symmetry) => " up to symmetry",
        Some(Distinct::Order) => " up to the order of their jumps",
    };
    let number = answer::number(listed.number as usize, "solution");
    match (&listed.stop, listed.is_whole) {
        (Some(stop), _) => format!("{number}{up_to} so far; {stop}"),
        (None, true) => format!("{number}{up_to}: there are no others"),
        (None, false) => format!("{number}{up_to}; there may be more"),
    }
}
