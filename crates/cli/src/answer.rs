//! Answers as `solve` and `decode` print them: JSON and text.

use super::{
    args::{Format, LimitArgs, PrintArgs},
    limits::Guard,
    output::{self, Output},
    terminal,
};
use anyhow::Result;
use pegsat::{
    board::{Board, JumpNumber},
    check::Leap,
    engine::{Checked, Outcome, Reason, Seconds},
    printed::Printed,
    problem::Problem,
    solution::{frames, picture},
};
use serde::Serialize;
use std::fmt::Write;

/// Seconds in all, as JSON has them.
#[derive(Default, Serialize)]
pub(crate) struct Total {
    pub(crate) total: f64,
}

/// The exit status of this outcome.
pub(crate) fn status(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Solved => 0,
        Outcome::Unsolvable => 1,
        Outcome::Unknown => 3,
    }
}

/// The answer of a subcommand that was ended from outside: the same object, but for the
/// reason, as where it came to its end.
pub(crate) fn ended_with(
    answer: Printed,
    format: Format,
) -> impl Fn(Reason) -> String + Send + 'static {
    move |reason| match format {
        Format::Text => format!("unknown: {}\n", reason.name()),
        Format::Json => json(&Printed {
            reason: Some(reason),
            ..answer.clone()
        }),
    }
}

/// The answer in the format asked for; `numbers` are the solution's jumps.
pub(crate) fn render(
    answer: &Printed,
    problem: &Problem,
    numbers: &[JumpNumber],
    format: Format,
) -> String {
    either(format, answer, || text(answer, problem, numbers))
}

/// For people.
fn text(answer: &Printed, problem: &Problem, numbers: &[JumpNumber]) -> String {
    if super::is_quiet() && answer.outcome == Outcome::Solved {
        return format!("{}\n", chains(problem.board(), numbers));
    }
    let mut text = verdict(answer, problem, numbers);
    if answer.outcome == Outcome::Solved {
        text.push_str(&drawn(problem, numbers));
    }
    text
}

/// What was asked, and the answer without the jumps.
pub(crate) fn verdict(answer: &Printed, problem: &Problem, numbers: &[JumpNumber]) -> String {
    let mut text = heading(answer, problem);
    let verdict = match answer.outcome {
        Outcome::Solved => format!(
            "solved: {}{}",
            counted(numbers.len(), answer.sweeps.unwrap_or_default()),
            match answer.road.as_deref() {
                Some("beam") => " by a beam of positions, without a formula",
                Some("exhaustion") => " by exhaustive search, without a formula",
                Some("windows") => ", window by window",
                _ => "",
            }
        ),
        Outcome::Unsolvable => {
            let checked = match answer.checked {
                Some(Checked::Proof) => "; its proof was checked",
                Some(Checked::Exhaustion) => ", by exhaustive search",
                Some(_) => "",
                None => "; unchecked, by the solver's word (--trust)",
            };
            format!("unsolvable: no sequence of jumps reaches the goal{checked}")
        }
        Outcome::Unknown => format!("unknown: {}", terminal::line(&unknown(answer))),
    };
    let _ = writeln!(text, "{verdict}{}", figures(answer));
    if let Some(certificate) = &answer.certificate {
        let place = certificate.file.as_ref().map(|file| format!(" in {file}"));
        let (kind, place) = (
            &certificate.kind,
            terminal::line(&place.unwrap_or_default()),
        );
        let _ = writeln!(text, "certificate: {kind}{place} (see 'pegsat explain')");
    }
    text
}

/// What was asked, and how it was stated.
pub(crate) fn heading(answer: &Printed, problem: &Problem) -> String {
    let additions = match answer.additions.is_empty() {
        true => String::new(),
        false => format!(" with {}", answer.additions.join(", ")),
    };
    let version = answer
        .solver
        .version
        .as_ref()
        .map_or(String::new(), |v| format!(" {v}"));
    format!(
        "{} ({}, {}): model {}{additions}{}, {}{version}, seed {}\n",
        answer.problem,
        problem.board().name(),
        number(problem.start().n_pegs(), "peg"),
        answer.model,
        layering(answer),
        answer.solver.name,
        answer.seed,
    )
}

/// The layers and their order.
fn layering(answer: &Printed) -> String {
    let layers = match answer.layers {
        None => return String::new(),
        Some(layers) => format!(", {}", number(layers, "layer")),
    };
    match &answer.order {
        None => layers,
        Some(order) => format!("{layers} in order {order}"),
    }
}

/// Why nothing is known, and what is.
pub(crate) fn unknown(answer: &Printed) -> String {
    let refuted = match answer.refuted_layers {
        None => String::new(),
        Some(1) => "no solution in 1 layer".into(),
        Some(layers) => format!("no solution in {layers} layers or fewer"),
    };
    let refuted = match &answer.refuted_order {
        Some(order) => format!("{refuted} in order {order}"),
        None => refuted,
    };
    match (answer.reason, refuted.as_str()) {
        (None, "") if answer.most_sweeps.is_some() && answer.message.is_none() => {
            let sweeps = number(answer.most_sweeps.unwrap_or_default(), "sweep");
            format!("no solution in {sweeps} or fewer; try more, or leave --sweeps out")
        }
        (Some(reason), "") => reason.name().into(),
        (Some(reason), refuted) => format!("{}; {refuted}", reason.name()),
        (None, "") => answer
            .message
            .clone()
            .unwrap_or("nothing was decided; '--approach auto' tries all ways".into()),
        (None, refuted) => match &answer.message {
            Some(message) => format!("{message}; {refuted}"),
            None => format!("{refuted}; try more, or --layers auto"),
        },
    }
}

/// Time, size and memory, as far as they are known.
fn figures(answer: &Printed) -> String {
    let mut figures = Vec::new();
    if answer.seconds.total > 0.0 {
        let Seconds { encode, solve, .. } = answer.seconds;
        let parts = [("encode", encode), ("solve", solve)].into_iter();
        let parts =
            parts.filter_map(|(name, part)| Some(format!("{name} {}", human_seconds(part?))));
        let parts = parts.collect::<Vec<_>>().join(", ");
        let total = human_seconds(answer.seconds.total);
        figures.push(match parts.as_str() {
            "" => total,
            parts => format!("{total} ({parts})"),
        });
    }
    if let Some(size) = answer.formula {
        figures.push(format!(
            "{} variables, {} clauses",
            size.variables, size.clauses
        ));
    }
    if let Some(choices) = answer.choices {
        figures.push(number(choices as usize, "choice"));
    }
    if let Some(bytes) = answer.peak_memory_bytes {
        figures.push(format!("{} MiB", bytes.div_ceil(1 << 20)));
    }
    figures.iter().map(|figure| format!("; {figure}")).collect()
}

/// Any value as JSON for the output: a line.
pub(crate) fn json(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value).unwrap_or_else(|error| format!("\"{error}\""));
    text + "\n"
}

/// The value as JSON, or what `text` says for people.
pub(crate) fn either(
    format: Format,
    value: &impl Serialize,
    text: impl FnOnce() -> String,
) -> String {
    match format {
        Format::Json => json(value),
        Format::Text => text(),
    }
}

impl PrintArgs {
    /// Begins to watch over a subcommand. `name` is what it is about, `inputs` what it reads: the
    /// output is none of these files.
    pub(crate) fn guard(
        &self,
        limits: &LimitArgs,
        name: &str,
        inputs: &[Option<&str>],
    ) -> Result<Guard> {
        let output = self.output.as_deref();
        for path in inputs.iter().flatten() {
            output::distinct(&[(path, Some(path.as_ref())), ("--output", output)])?;
        }
        Guard::begin(limits, output, ended(name, self.format()))
    }

    /// Writes the value as JSON, or what `text` says for people.
    pub(crate) fn write(
        &self,
        value: &impl Serialize,
        text: impl FnOnce() -> String,
    ) -> Result<()> {
        Output::open(self.output.as_deref())?.write(&either(self.format(), value, text))
    }
}

/// The answer of a subcommand that was ended from outside: the word for the limit.
pub(crate) fn ended(name: &str, format: Format) -> impl Fn(Reason) -> String + Send + 'static {
    let name = name.to_string();
    move |reason| match format {
        Format::Text => format!("unknown: {}\n", reason.name()),
        Format::Json => json(&serde_json::json!({
            "problem": name, "outcome": "unknown", "accepted": null, "reason": reason,
        })),
    }
}

/// Jumps and sweeps in words: `1 jump in 1 sweep`.
pub(crate) fn counted(jumps: usize, sweeps: usize) -> String {
    format!("{} in {}", number(jumps, "jump"), number(sweeps, "sweep"))
}

/// A number of things: `1 jump`, `2 jumps`.
pub(crate) fn number(n: usize, what: &str) -> String {
    match (n, what.strip_suffix('y')) {
        (1, _) => format!("1 {what}"),
        (_, Some(stem)) => format!("{n} {stem}ies"),
        (_, None) => format!("{n} {what}s"),
    }
}

/// The numbers of jumps given by their ends; `None` if one is not on the board.
pub(crate) fn numbers(board: &Board, leaps: &[Leap]) -> Option<Vec<JumpNumber>> {
    leaps.iter().map(|leap| board.jump_of(leap)).collect()
}

/// A solution, drawn jump by jump, and its jumps.
pub(crate) fn drawn(problem: &Problem, numbers: &[JumpNumber]) -> String {
    let jumps = numbers.iter();
    let jumps: Vec<String> = jumps
        .map(|&number| problem.board().jump_text(number))
        .collect();
    let boards = solution(problem, numbers);
    format!("{boards}\n{}\n", wrap(&jumps, terminal_width()))
}

/// Draws a solution, jump by jump, unless it would fill screen after screen.
pub(crate) fn solution(problem: &Problem, numbers: &[JumpNumber]) -> String {
    /// In holes of all boards together.
    const MOST: usize = 1_000_000;
    if numbers.len() * problem.board().n_holes() > MOST {
        let boards = numbers.len() + 1;
        return format!(
            "\n({boards} boards: too many to be drawn here; see 'pegsat show --layers --svg')\n"
        );
    }
    picture::solution(
        problem,
        &frames::by_jump(problem, numbers),
        terminal_width(),
    )
}

/// Jumps as one chain a sweep.
pub(crate) fn chains(board: &Board, jumps: &[JumpNumber]) -> String {
    let mut text = String::new();
    let mut last = None;
    for &number in jumps {
        let jump = board.jump(number);
        if last != Some(jump.from) {
            let space = if text.is_empty() { "" } else { " " };
            let _ = write!(text, "{space}{}", board.cell_text(jump.from));
        }
        let _ = write!(text, "-{}", board.landing_text(number));
        last = Some(jump.to);
    }
    text
}

/// How wide text may be.
pub(crate) fn terminal_width() -> usize {
    use std::io::IsTerminal;
    if !std::io::stdout().is_terminal() {
        return 80;
    }
    let width = terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0));
    width.clamp(40, 200)
}

fn human_seconds(seconds: f64) -> String {
    if seconds < 0.9995 {
        format!("{:.0} ms", seconds * 1e3)
    } else {
        format!("{seconds:.1} s")
    }
}

/// The words in lines no wider than `width`.
fn wrap(words: &[String], width: usize) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        if column > 0 && column + 1 + word.len() > width {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.len();
    }
    text
}
