//! Several starts of one board: `pegsat explore --vacancies`, and `?` in the start of what
//! `pegsat solve` is asked.

use super::{
    UNKNOWN,
    answer::{self, Total},
    args::{self, ExploreArgs},
    progress,
};
use anyhow::{Result, bail};
use pegsat::{
    asked::Question,
    board::{self, Board, Cell, parse_cell, picture},
    engine::{
        Answer, Ask, End, Outcome, Reason,
        starts::{self, Any, Finish, Start},
    },
    printed::{Document, Printed},
    problem::file::{self, Read},
    solution::text::JumpRecord,
    watch::Watch,
};
use serde::Serialize;
use serde_json::value::RawValue;
use std::{fmt::Write, time::Instant};

/// What is known of a board's vacancies, as a JSON object.
#[derive(Serialize)]
struct VacanciesJson {
    format: &'static str,
    version: u32,
    board: String,
    /// `any`, `same`, or the cell.
    finish: String,
    outcome: &'static str,
    reason: Option<Reason>,
    vacancies: Vec<VacancyJson>,
    /// The board: `+` for a vacancy that can be won, `-` for one that cannot, `?` where neither
    /// is known.
    picture: Vec<String>,
    seconds: Total,
    peak_memory_bytes: Option<u64>,
}

#[derive(Serialize)]
struct VacancyJson {
    /// One, and those that symmetries turn it into.
    holes: Vec<Cell>,
    problem: String,
    outcome: Outcome,
    reason: Option<Reason>,
    road: Option<String>,
    jumps: Option<Vec<JumpRecord>>,
    certificate: Option<Document>,
    #[serde(skip)]
    text: String,
}

/// The board that is asked about: its name, or that of a problem on it.
pub(super) fn board_of(text: &str) -> Result<Board> {
    match args::asked(text) {
        Ok(read) => Ok(read.problem.board().clone()),
        Err(error) => board::named(text).map_err(|_| error),
    }
}

/// Where the last peg is to be, as `--finish` says.
fn finish_of(board: &Board, text: &str) -> Result<Finish> {
    let hole = |text: &str| board.hole_at(parse_cell(text)?);
    Ok(match text {
        "any" => Finish::Any,
        "same" => Finish::Same,
        _ => match hole(text) {
            Some(hole) => Finish::Hole(hole),
            None => bail!("--finish '{text}': expected any, same or a hole of the board, as 3,3"),
        },
    })
}

/// Says of each vacancy whether it can be won, and returns the exit status.
pub(super) fn vacancies(args: &ExploreArgs) -> Result<u8> {
    let begin = Instant::now();
    let inputs = &[Some(args.problem.as_str())];
    let guard = args.print.guard(&args.limits, &args.problem, inputs)?;
    let board = board_of(&args.problem)?;
    let finish = args.finish.as_deref().unwrap_or("any");
    let called = match args.problem.ends_with(".peg") {
        true => &*args.problem,
        false => board.name(),
    };
    let starts = starts::vacancies(&board, called, finish_of(&board, finish)?);
    let mut rows: Vec<VacancyJson> = starts.iter().map(|start| row(start, None)).collect();
    let bar = progress::line();
    let watch = guard.worker(|_| {});
    let mut known = 0;
    let stop = starts::each(&starts, &Ask::default(), &watch, |number, answer| {
        known += 1;
        bar.set_message(format!("{known} of {} vacancies are known", starts.len()));
        rows[number] = row(&starts[number], Some(&answer));
        true
    })?;
    bar.finish_and_clear();
    guard.end();
    let mut marks = vec!['?'; board.n_holes()];
    for (start, row) in starts.iter().zip(&rows) {
        start.holes.iter().for_each(|&hole| {
            marks[hole] = match row.outcome {
                Outcome::Solved => '+',
                Outcome::Unsolvable => '-',
                Outcome::Unknown => '?',
            };
        });
    }
    let drawn = picture::draw(&board, |hole| marks[hole]);
    let is_done = rows.iter().all(|row| row.outcome != Outcome::Unknown);
    let report = VacanciesJson {
        format: "pegsat-vacancies",
        version: 1,
        board: called.into(),
        finish: finish.into(),
        outcome: if is_done { "done" } else { "unknown" },
        reason: stop.as_ref().map(Reason::from),
        vacancies: rows,
        picture: drawn.lines().map(String::from).collect(),
        seconds: Total {
            total: begin.elapsed().as_secs_f64(),
        },
        peak_memory_bytes: super::peak_memory(),
    };
    args.print
        .write(&report, || text(&report, &marks, &drawn))?;
    Ok(if is_done { 0 } else { UNKNOWN })
}

/// What is known of a start.
fn row(start: &Start, answer: Option<&Answer>) -> VacancyJson {
    let board = start.problem.board();
    let end = answer.map(|answer| &answer.end);
    let (outcome, reason) = end.map_or((Outcome::Unknown, None), End::outcome);
    let road = answer.and_then(|answer| answer.road.clone());
    let by = road.as_deref().unwrap_or("nothing");
    let (jumps, certificate, text) = match end {
        Some(End::Solved { jumps, .. }) => (
            Some(JumpRecord::of(board, jumps)),
            None,
            answer::chains(board, jumps),
        ),
        Some(End::Unsolvable(evidence)) => (
            None,
            evidence.certificate().map(Document::of),
            format!("cannot be won ({by})"),
        ),
        _ => (None, None, "open".into()),
    };
    let cell = board.cell_text(start.holes[0]);
    let like = start.holes.len();
    VacancyJson {
        holes: start.holes.iter().map(|&hole| board.cell(hole)).collect(),
        problem: start.problem.name().into(),
        outcome,
        reason,
        road,
        jumps,
        certificate,
        text: format!("{cell:>5} {like:>6}  {text}"),
    }
}

fn text(report: &VacanciesJson, marks: &[char], drawn: &str) -> String {
    let last = match report.finish.as_str() {
        "any" => "anywhere".into(),
        "same" => "where the vacancy was".into(),
        cell => format!("in {cell}"),
    };
    let mut text = format!("{}: one hole empty, the last peg {last}\n", report.board);
    let count = |mark| marks.iter().filter(|&&one| one == mark).count();
    let (won, lost, open) = (count('+'), count('-'), count('?'));
    let _ = writeln!(
        text,
        "+ can be won: {won}, - cannot: {lost}, ? not known: {open}\n"
    );
    let _ = writeln!(text, "{drawn}\nempty  alike  jumps");
    for row in &report.vacancies {
        let _ = writeln!(text, "{}", row.text);
    }
    let _ = writeln!(text, "{:.2} s", report.seconds.total);
    text
}

/// What a problem comes to whose start is open: the start that is won, or the problem as it was
/// asked, and the answer as it is written.
pub(super) fn any_of(read: &Read, question: &Question, watch: &Watch) -> Result<(Any, Printed)> {
    let name = read.problem.name();
    if read.is_fewest {
        bail!("{name}: '?' in the start goes with no optimum; say which peg is taken away first");
    }
    if question.asks_a_program() {
        bail!(
            "{name}: '?' in the start is no question for other programs; say which peg is taken away first"
        );
    }
    let any = starts::any(&read.problem, &read.open, &question.ask, watch)?;
    let mut printed = Printed {
        peak_memory_bytes: super::peak_memory(),
        ..Printed::of(&any.problem, &any.answer)
    };
    if printed.outcome != Outcome::Solved {
        printed.peg = file::write_open(&read.problem, &read.open);
    }
    if !any.certificates.is_empty() {
        let list = any.certificates.iter().map(|one| one.text.trim_end());
        let list = format!("[{}]", list.collect::<Vec<_>>().join(","));
        printed.certificate = Some(Document {
            kind: "each-start".into(),
            file: None,
            proof: None,
            document: RawValue::from_string(list).ok(),
        });
    }
    Ok((any, printed))
}
