//! `pegsat hint`

use super::{
    answer::{self, Total},
    args::{self, HintArgs},
    check, input,
    limits::Guard,
};
use anyhow::{Context, Result, anyhow};
use pegsat::{
    JumpNumber,
    board::{Position, foreign, picture},
    engine::{
        Checked, End, Evidence, Outcome, Reason,
        hint::{self, Back, Hint, Judged, Verdict},
    },
    printed::Document,
    problem::{Problem, file},
    solution::text::{self, JumpRecord},
};
use serde::Serialize;
use std::{fmt::Write, path::Path, time::Instant};

/// What is known, as a JSON object.
#[derive(Serialize)]
struct HintJson {
    problem: String,
    /// `won`, `lost` or `open`.
    outcome: Verdict,
    reason: Option<Reason>,
    /// The jump that wins; null at the goal, and where none is known.
    jump: Option<JumpRecord>,
    /// That jump, and those after it to the goal.
    jumps: Option<Vec<JumpRecord>>,
    checked: Option<Checked>,
    road: Option<String>,
    certificate: Option<Document>,
    /// With `--judge`, every jump that can be made.
    judged: Option<Vec<JudgedJson>>,
    /// Of a lost game, how many jumps are to be taken back, and whether fewer do not help.
    back: Option<usize>,
    back_is_least: Option<bool>,
    /// The position as a `.peg` file; null where the peg that must survive was taken.
    peg: Option<String>,
    seconds: Total,
    peak_memory_bytes: Option<u64>,
}

#[derive(Serialize)]
struct JudgedJson {
    jump: JumpRecord,
    outcome: Verdict,
    checked: Option<Checked>,
}

/// Looks for a jump that wins, prints it, and returns the exit status.
pub(super) fn run(args: &HintArgs) -> Result<u8> {
    let begin = Instant::now();
    let inputs = &[
        Some(args.problem.as_str()),
        args.from.as_deref(),
        args.after.as_deref(),
    ];
    let guard: Guard = args.print.guard(&args.limits, &args.problem, inputs)?;
    let mut problem = args::problem(&args.problem)?;
    if let Some(from) = &args.from {
        let position = position(from, &problem)?;
        problem = problem.starting(position).with_context(|| {
            let name = &args.problem;
            format!(
                "{name}: a picture does not say where the peg is that must survive; give --after"
            )
        })?;
    }
    let made = made(args.after.as_deref(), &problem)?;
    let watch = guard.worker(|_| {});
    let hint = hint::hint(&problem, &made, args.judge, &watch)?;
    guard.end();
    let mut report = report(args, &problem, &hint);
    report.seconds.total = begin.elapsed().as_secs_f64();
    let text = || described(args, &problem, &made, &hint, report.seconds.total);
    args.print.write(&report, text)?;
    Ok(answer::status(match hint.verdict {
        Verdict::Won => Outcome::Solved,
        Verdict::Lost => Outcome::Unsolvable,
        Verdict::Open => Outcome::Unknown,
    }))
}

/// The jumps so far.
fn made(after: Option<&str>, problem: &Problem) -> Result<Vec<JumpNumber>> {
    let Some(words) = after else {
        return Ok(Vec::new());
    };
    let board = problem.board();
    let (name, text) = check::read(&[words.into()], Some(board), "--after")?;
    let parsed = text::parse_on(Some(board), &text).with_context(|| name.clone())?;
    let leaps = parsed.leaps.iter().zip(1..);
    leaps
        .map(|(leap, number)| {
            let found =
                answer::numbers(board, &[*leap]).and_then(|numbers| numbers.first().copied());
            found.ok_or_else(|| anyhow!("{name}: jump {number} ({leap}) is no jump of the board"))
        })
        .collect()
}

/// The position of a picture: a file, `-`, or the rows themselves, with `/` between them.
fn position(from: &str, problem: &Problem) -> Result<Position> {
    let (name, rows) = match from {
        _ if from == "-" || Path::new(from).exists() => {
            (input::name(from), input::text(from, file::MAX_BYTES)?)
        }
        _ => (
            "--from: no file, and as a picture".into(),
            from.replace('/', "\n"),
        ),
    };
    foreign::parse_position(problem.board(), &rows).with_context(|| name)
}

fn report(args: &HintArgs, problem: &Problem, hint: &Hint) -> HintJson {
    let board = problem.board();
    let end = hint.answer.as_ref().map(|answer| &answer.end);
    let jumps = JumpRecord::of(board, &hint.jumps);
    let certificate = match end {
        Some(End::Unsolvable(Evidence::Certificate(certificate))) => {
            Some(Document::of(certificate))
        }
        _ => None,
    };
    let judged = |judged: &Judged| JudgedJson {
        jump: JumpRecord::of(board, &[judged.jump]).remove(0),
        outcome: judged.verdict,
        checked: judged.checked,
    };
    HintJson {
        problem: problem.name().into(),
        outcome: hint.verdict,
        reason: end
            .and_then(|end| end.outcome().1)
            .filter(|reason| reason.is_failure()),
        jump: jumps.first().cloned(),
        jumps: (hint.verdict == Verdict::Won).then_some(jumps),
        checked: end.map_or(Some(Checked::Replay), End::checked),
        road: hint.answer.as_ref().and_then(|answer| answer.road.clone()),
        certificate,
        judged: args.judge.then(|| hint.judged.iter().map(judged).collect()),
        back: hint.back.map(|back| back.jumps),
        back_is_least: hint.back.map(|back| back.is_least),
        peg: hint.from.as_ref().map(file::write),
        seconds: Total::default(),
        peak_memory_bytes: super::peak_memory(),
    }
}

fn described(
    args: &HintArgs,
    problem: &Problem,
    made: &[JumpNumber],
    hint: &Hint,
    seconds: f64,
) -> String {
    let board = problem.board();
    let mut text = problem.name().to_string();
    if let Some(here) = &hint.from {
        let _ = write!(text, ", {}", answer::number(here.start().n_pegs(), "peg"));
        if !made.is_empty() {
            let _ = write!(text, " after {}", answer::number(made.len(), "jump"));
        }
        let _ = writeln!(
            text,
            ":\n{}",
            picture::draw_position(board, here.start()).trim_end()
        );
    } else {
        text.push('\n');
    }
    let _ = writeln!(text, "{}; {seconds:.2} s", verdict(problem, hint));
    if hint.verdict == Verdict::Lost {
        let back = match hint.back {
            Some(Back { jumps, is_least }) => {
                let fewer = if is_least {
                    ""
                } else {
                    "; fewer may be enough"
                };
                let jumps = answer::number(jumps, "jump");
                format!("with {jumps} taken back it can be won{fewer}")
            }
            None if made.is_empty() => String::new(),
            None => "no earlier position is known to be won".into(),
        };
        if !back.is_empty() {
            let _ = writeln!(text, "{back}");
        }
    }
    for judged in &hint.judged {
        let word = match judged.verdict {
            Verdict::Won => "wins",
            Verdict::Lost => "loses",
            Verdict::Open => "open",
        };
        let _ = writeln!(text, "{}  {word}", board.jump_text(judged.jump));
    }
    if args.judge && hint.judged.is_empty() {
        let _ = writeln!(text, "no jump can be made");
    }
    text
}

/// What is known, in words.
fn verdict(problem: &Problem, hint: &Hint) -> String {
    let end = hint.answer.as_ref().map(|answer| &answer.end);
    match (hint.verdict, hint.jumps.first()) {
        (Verdict::Won, None) => "won: this is the goal".into(),
        (Verdict::Won, Some(&jump)) => format!(
            "won: {} wins, {} from the goal",
            problem.board().jump_text(jump),
            answer::number(hint.jumps.len(), "jump"),
        ),
        (Verdict::Lost, _) => {
            let why = match end {
                None => "the peg that must survive was taken".into(),
                Some(End::Unsolvable(Evidence::Certificate(certificate))) => {
                    format!("certificate: {}", certificate.kind)
                }
                Some(End::Unsolvable(Evidence::Exhaustion)) => "by exhaustive search".into(),
                Some(_) => "a formula was refuted, and the proof was checked".into(),
            };
            format!("lost: no jumps lead from here to the goal ({why})")
        }
        (Verdict::Open, _) => {
            let reason = end.and_then(|end| end.outcome().1).map_or("", Reason::name);
            format!("open: neither a way to the goal nor a proof of none was found ({reason})")
        }
    }
}
