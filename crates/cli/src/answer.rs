//! Answers as `solve` and `decode` print them: JSON and text.

use super::args::Format;
use pegsat::{
    board::{Board, Cell},
    engine::{Outcome, Seconds, Size, optimum::News},
    problem::Problem,
    solution::{checker::Leap, frames, n_sweeps, picture, text::JumpRecord},
};
use serde::Serialize;
use serde_json::value::RawValue;
use std::fmt::Write;

/// The exit status of this outcome.
pub fn status(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Solved => 0,
        Outcome::Unsolvable => 1,
        Outcome::Unknown => 3,
    }
}

/// A solver in JSON.
#[derive(Debug, Clone, Serialize)]
pub struct SolverName {
    /// The name, as on the command line.
    pub name: String,
    /// The version, where it is known.
    pub version: Option<String>,
}

/// A certificate in JSON.
#[derive(Debug, Clone, Serialize)]
pub struct Evidence {
    /// What it is, such as `drat`.
    pub kind: String,
    /// Where it is.
    pub file: Option<String>,
    /// The certificate itself, if it is in no file: what `verify` reads, but for
    /// the end of the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub document: Option<Box<RawValue>>,
}

/// An answer, a JSON object with these fields. Fields are added, never renamed.
#[derive(Debug, Clone, Serialize)]
pub struct Printed {
    /// The problem's name.
    pub problem: String,
    /// The outcome.
    pub outcome: Outcome,
    /// Why it is unknown.
    pub reason: Option<&'static str>,
    /// By what the answer was checked: `replay` for solutions; `certificate`,
    /// `exhaustion` or `proof` where there is none; null where it is a solver's word.
    pub checked: Option<&'static str>,
    /// What led to the answer: `formula`, `exhaustion`, `position-class`, …
    pub road: Option<String>,
    /// The options that lead to the same answer again, by its road alone.
    pub again: Option<String>,
    /// The model's letter.
    pub model: String,
    /// What was added to it.
    pub additions: Vec<String>,
    /// The number of layers, for models that have them.
    pub layers: Option<usize>,
    /// The most sweeps that were allowed, where a model of steps bounds them.
    pub most_sweeps: Option<usize>,
    /// The order of jumps in a layer, for models that have one.
    pub order: Option<String>,
    /// How many jumps each layer of the solution holds.
    pub layer_sizes: Option<Vec<usize>>,
    /// The most layers that were refuted.
    pub refuted_layers: Option<usize>,
    /// In which order they were, for models that have one.
    pub refuted_order: Option<String>,
    /// How many attempts were begun.
    pub attempts: Option<usize>,
    /// The solver.
    pub solver: SolverName,
    /// The seed.
    pub seed: u64,
    /// Which jumps the solver was to try first.
    pub prefer: Option<pegsat::model::Prefer>,
    /// The jumps of the solution.
    pub jumps: Option<Vec<JumpRecord>>,
    /// How many sweeps they are.
    pub sweeps: Option<usize>,
    /// All solutions, if several were asked for, the one above first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Vec<Vec<JumpRecord>>>,
    /// The formula's size.
    pub formula: Option<Size>,
    /// Seconds.
    pub seconds: Seconds,
    /// The most memory in use.
    pub peak_memory_bytes: Option<u64>,
    /// What proves that there is no solution.
    pub certificate: Option<Evidence>,
    /// How 'at most one' became clauses.
    pub at_most_one: Option<pegsat::formula::AtMostOne>,
    /// What went wrong.
    pub message: Option<String>,
    /// What the user should know.
    pub notes: Vec<String>,
    /// The problem as a `.peg` file, so that the answer stands for itself.
    pub peg: String,
    /// This program's version.
    pub pegsat: &'static str,
    /// What `--cube` adds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cube: Option<super::cube::CubeRecord>,
    /// What `optimise` adds.
    #[serde(flatten)]
    pub optimum: Option<Optimum>,
}

/// What `optimise` adds to an answer.
#[derive(Debug, Clone, Serialize)]
pub struct Optimum {
    /// What is to be small: `jumps-to-dead-end` or `sweeps`.
    pub objective: &'static str,
    /// What it is for the solution, the best that was found.
    pub value: Option<usize>,
    /// No solution has less; null if there is no solution at all.
    pub bound: Option<usize>,
    /// By what the bound was checked: `proof` or `exhaustion`; null where nothing had to be
    /// refuted, or it is a solver's word that was to be trusted.
    pub bound_checked: Option<&'static str>,
    /// What the last refutation shows: no solution has at most so much. A
    /// certificate is of this.
    pub refuted: Option<usize>,
    /// What became known on the way.
    pub history: Vec<News>,
}

impl Printed {
    /// That nothing is known; `model` and `solver` as they were asked for.
    pub fn unknown_of(problem: &str, model: &str, solver: &str, seed: u64) -> Self {
        Printed {
            problem: problem.into(),
            outcome: Outcome::Unknown,
            reason: None,
            checked: None,
            road: None,
            again: None,
            model: model.into(),
            additions: Vec::new(),
            layers: None,
            most_sweeps: None,
            order: None,
            layer_sizes: None,
            refuted_layers: None,
            refuted_order: None,
            attempts: None,
            solver: SolverName {
                name: solver.into(),
                version: pegsat::solver::version(solver),
            },
            seed,
            prefer: None,
            jumps: None,
            sweeps: None,
            solutions: None,
            formula: None,
            seconds: Seconds::default(),
            peak_memory_bytes: None,
            certificate: None,
            at_most_one: None,
            message: None,
            notes: Vec::new(),
            peg: String::new(),
            pegsat: env!("CARGO_PKG_VERSION"),
            cube: None,
            optimum: None,
        }
    }

    /// The answer of a subcommand that was ended from outside: the same object, but for the
    /// reason, as where it came to its end.
    pub fn ended(self, format: Format) -> impl Fn(&'static str) -> String + Send + 'static {
        move |reason| match format {
            Format::Text => format!("unknown: {reason}\n"),
            Format::Json => json(&Printed {
                reason: Some(reason),
                ..self.clone()
            }),
        }
    }

    /// The answer in the format asked for; `numbers` are the solution's jumps.
    pub fn render(&self, problem: &Problem, numbers: &[usize], format: Format) -> String {
        match format {
            Format::Json => json(self),
            Format::Text => self.text(problem, numbers),
        }
    }

    /// For people.
    fn text(&self, problem: &Problem, numbers: &[usize]) -> String {
        let mut text = self.heading(problem);
        let verdict = match self.outcome {
            Outcome::Solved => format!(
                "solved: {}{}",
                counted(numbers.len(), self.sweeps.unwrap_or_default()),
                match self.road.as_deref() {
                    Some("beam") => " by a beam of positions, without a formula",
                    Some("windows") => ", window by window",
                    _ => "",
                }
            ),
            Outcome::Unsolvable => {
                let checked = match self.checked {
                    Some("proof") => "; its proof was checked",
                    Some(_) => "",
                    None => "; unchecked, by the solver's word (--trust)",
                };
                format!("unsolvable: no sequence of jumps reaches the goal{checked}")
            }
            Outcome::Unknown => format!("unknown: {}", self.unknown()),
        };
        let _ = writeln!(text, "{verdict}{}", self.figures());
        if let Some(certificate) = &self.certificate {
            let place = certificate.file.as_ref().map(|file| format!(" in {file}"));
            let _ = writeln!(
                text,
                "certificate: {}{}",
                certificate.kind,
                place.unwrap_or_default()
            );
        }
        if self.outcome == Outcome::Solved {
            text.push_str(&drawn(problem, numbers));
        }
        text
    }

    /// What was asked, and how it was stated.
    pub(super) fn heading(&self, problem: &Problem) -> String {
        let additions = match self.additions.is_empty() {
            true => String::new(),
            false => format!(" with {}", self.additions.join(", ")),
        };
        let version = self
            .solver
            .version
            .as_ref()
            .map_or(String::new(), |v| format!(" {v}"));
        format!(
            "{} ({}, {} pegs): model {}{additions}{}, {}{version}, seed {}\n",
            self.problem,
            problem.board().name(),
            problem.start().n_pegs(),
            self.model,
            self.layering(),
            self.solver.name,
            self.seed,
        )
    }

    /// The layers and their order.
    fn layering(&self) -> String {
        let layers = match self.layers {
            None => return String::new(),
            Some(1) => ", 1 layer".into(),
            Some(layers) => format!(", {layers} layers"),
        };
        match &self.order {
            None => layers,
            Some(order) => format!("{layers} in order {order}"),
        }
    }

    /// Why nothing is known, and what is.
    pub(super) fn unknown(&self) -> String {
        let refuted = match self.refuted_layers {
            None => String::new(),
            Some(1) => "no solution in 1 layer".into(),
            Some(layers) => format!("no solution in {layers} layers or fewer"),
        };
        let refuted = match &self.refuted_order {
            Some(order) => format!("{refuted} in order {order}"),
            None => refuted,
        };
        match (self.reason, refuted.as_str()) {
            (None, "") if self.most_sweeps.is_some() && self.message.is_none() => {
                let sweeps = self.most_sweeps.unwrap_or_default();
                format!("no solution in {sweeps} sweeps or fewer; try more, or leave --sweeps out")
            }
            (Some(reason), "") => reason.into(),
            (Some(reason), refuted) => format!("{reason}; {refuted}"),
            (None, "") => self.message.clone().unwrap_or("no answer".into()),
            (None, refuted) => match &self.message {
                Some(message) => format!("{message}; {refuted}"),
                None => format!("{refuted}; try more, or --layers auto"),
            },
        }
    }

    /// Time, size and memory, as far as they are known.
    fn figures(&self) -> String {
        let mut figures = Vec::new();
        if self.seconds.total > 0.0 {
            let part = |name: &str, seconds: Option<f64>| {
                seconds.map(|seconds| format!("{name} {}", human_seconds(seconds)))
            };
            let parts: Vec<String> = [
                part("encode", self.seconds.encode),
                part("solve", self.seconds.solve),
            ]
            .into_iter()
            .flatten()
            .collect();
            let parts = if parts.is_empty() {
                String::new()
            } else {
                format!(" ({})", parts.join(", "))
            };
            figures.push(format!("{}{parts}", human_seconds(self.seconds.total)));
        }
        if let Some(size) = self.formula {
            figures.push(format!(
                "{} variables, {} clauses",
                size.variables, size.clauses
            ));
        }
        if let Some(bytes) = self.peak_memory_bytes {
            figures.push(format!("{} MiB", bytes.div_ceil(1 << 20)));
        }
        figures.iter().map(|figure| format!("; {figure}")).collect()
    }
}

/// Any value as JSON for the output: a line.
pub fn json(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value).unwrap_or_else(|error| format!("\"{error}\""));
    text + "\n"
}

/// The answer of a subcommand that was ended from outside: the word for the limit.
pub fn ended(name: &str, format: Format) -> impl Fn(&'static str) -> String + Send + 'static {
    let name = name.to_string();
    move |reason| match format {
        Format::Text => format!("unknown: {reason}\n"),
        Format::Json => json(&serde_json::json!({
            "problem": name, "outcome": "unknown", "accepted": null, "reason": reason,
        })),
    }
}

/// The jumps of these numbers as JSON has them.
pub fn jump_records(board: &Board, numbers: &[usize]) -> Vec<JumpRecord> {
    let record = |&number: &usize| {
        let jump = board.jumps()[number];
        JumpRecord {
            from: board.cell(jump.from),
            over: Some(board.cell(jump.over)),
            to: board.cell(jump.to),
            number: Some(number),
        }
    };
    numbers.iter().map(record).collect()
}

/// Jumps and sweeps in words: `1 jump in 1 sweep`.
pub fn counted(jumps: usize, sweeps: usize) -> String {
    let one = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    format!("{} in {}", one(jumps, "jump"), one(sweeps, "sweep"))
}

/// The number of sweeps of these jumps.
pub fn sweeps(records: &[JumpRecord]) -> usize {
    let leaps: Vec<Leap> = records.iter().map(|jump| (jump.from, jump.to)).collect();
    n_sweeps(&leaps)
}

/// The numbers of jumps given by their ends; `None` if one is not on the board.
pub fn numbers(board: &Board, leaps: &[(Cell, Cell)]) -> Option<Vec<usize>> {
    let number =
        |&(from, to): &(Cell, Cell)| board.jump_between(board.hole_at(from)?, board.hole_at(to)?);
    leaps.iter().map(number).collect()
}

/// A solution, drawn jump by jump, and its jumps.
pub fn drawn(problem: &Problem, numbers: &[usize]) -> String {
    let jumps = numbers.iter();
    let jumps: Vec<String> = jumps
        .map(|&number| problem.board().jump_text(number))
        .collect();
    let boards = solution(problem, numbers);
    format!("{boards}\n{}\n", wrap(&jumps, terminal_width()))
}

/// Draws a solution, jump by jump, unless it would fill screen after screen.
pub fn solution(problem: &Problem, numbers: &[usize]) -> String {
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
pub fn chains(board: &Board, jumps: &[usize]) -> String {
    let mut text = String::new();
    let mut last = None;
    for jump in jumps.iter().map(|&number| board.jumps()[number]) {
        let cell = |hole| {
            let (x, y) = board.cell(hole);
            format!("{x},{y}")
        };
        if last != Some(jump.from) {
            let space = if text.is_empty() { "" } else { " " };
            let _ = write!(text, "{space}{}", cell(jump.from));
        }
        let _ = write!(text, "-{}", cell(jump.to));
        last = Some(jump.to);
    }
    text
}

/// How wide text may be.
pub fn terminal_width() -> usize {
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
