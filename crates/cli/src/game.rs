//! `pegsat game`

use super::{
    UNKNOWN, answer,
    args::{self, GameArgs, GameName},
    output::Output,
};
use anyhow::{Context, Result, bail};
use pegsat::{
    JumpNumber, board,
    engine::Reason,
    exact::Bits,
    watch::{Stop, Watch},
};
use pegsat_puzzles::game::{
    Compiled, Nodes, Settings, WON, checkers::Checkers, duotaire::Duotaire,
};
use serde::Serialize;
use std::{fmt::Write, time::Instant};

/// What was found, as a JSON object.
#[derive(Default, Serialize)]
struct GameJson {
    game: String,
    reason: Option<Reason>,
    value: Option<i32>,
    depth: Option<u32>,
    line: Option<Vec<String>>,
    nodes: Option<Nodes>,
    /// Sequences of 1, 2, … moves.
    perft: Option<Vec<u64>>,
    nim_value: Option<u32>,
    seconds: f64,
    #[serde(skip)]
    text: String,
}

/// Searches, prints what was found, and returns the exit status.
pub(super) fn run(args: &GameArgs) -> Result<u8> {
    let begin = Instant::now();
    let name = match args.game {
        GameName::Checkers => "checkers".to_string(),
        GameName::Duotaire => format!("duotaire {}", args.position.as_deref().unwrap_or("english")),
    };
    let inputs = &[args.position.as_deref()];
    let guard = args.print.guard(&args.limits, &name, inputs)?;
    let output = Output::open(args.print.output.as_deref())?;
    let watch = guard.searcher(|_| {});
    let mut report = GameJson {
        game: name,
        ..GameJson::default()
    };
    let stop = match args.game {
        GameName::Checkers => checkers(args, &watch, &mut report)?,
        GameName::Duotaire => duotaire(args, &watch, &mut report)?,
    };
    guard.end();
    report.seconds = begin.elapsed().as_secs_f64();
    let status = match &stop {
        Some(stop) => {
            report.reason = Some(Reason::from(stop));
            let _ = writeln!(report.text, "unknown beyond that: {stop}");
            UNKNOWN
        }
        None => 0,
    };
    let _ = writeln!(report.text, "{:.2} s", report.seconds);
    let text = || report.text.clone();
    output.write(&answer::either(args.print.format(), &report, text))?;
    Ok(status)
}

fn checkers(args: &GameArgs, watch: &Watch, report: &mut GameJson) -> Result<Option<Stop>> {
    if args.position.is_some() {
        bail!("checkers begins with its first position; leave POSITION out");
    }
    let game = Checkers::default();
    let start = Checkers::start();
    report.text.push_str(&game.picture(&start));
    if args.depth.is_none() && args.perft.is_none() && args.limits.timeout.is_none() {
        bail!("checkers: expected --depth N, --perft N or --timeout TIME: no one sees to its end");
    }
    Ok(played(args, &game, &start, watch, report, |step| {
        step.to_string()
    }))
}

fn duotaire(args: &GameArgs, watch: &Watch, report: &mut GameJson) -> Result<Option<Stop>> {
    let word = args.position.as_deref().unwrap_or("english");
    let (game, position, text) = match word.strip_prefix("1x") {
        Some(pegs) => {
            let row = pegs.parse().ok().and_then(Duotaire::row);
            let most = pegsat_puzzles::game::duotaire::LONGEST_ROW;
            let (game, position) =
                row.with_context(|| format!("'{word}': expected 1xN with N up to {most}"))?;
            (game, position, None)
        }
        None => {
            let (board, position) = match board::named(word) {
                Ok(board) => {
                    let start = Duotaire::start(&board);
                    (board, start)
                }
                Err(_) => {
                    let problem = args::problem(word)?;
                    (problem.board().clone(), problem.start().clone())
                }
            };
            let game = Duotaire::new(&board);
            let game =
                game.with_context(|| format!("{word}: expected a board of at most 64 holes"))?;
            (game, u64::holes(position.pegs()), Some(board))
        }
    };
    let words = |step: u16| match &text {
        Some(board) => board.jump_text(JumpNumber(step.into())),
        None => {
            let (hole, is_left) = (step / 2, step % 2 == 1);
            if is_left {
                format!("{}-{hole}", hole + 2)
            } else {
                format!("{hole}-{}", hole + 2)
            }
        }
    };
    if args.perft.is_none() && args.depth.is_none() && !args.no_alpha_beta {
        return Ok(match game.nim_value(position, watch) {
            Ok(value) => {
                let who = if value > 0 { "first" } else { "second" };
                let _ = writeln!(report.text, "nim-value {value}: the {who} player wins");
                report.nim_value = Some(value);
                None
            }
            Err(stop) => Some(stop),
        });
    }
    Ok(played(args, &game, &position, watch, report, words))
}

/// Looks ahead, or counts.
fn played<G: Compiled>(
    args: &GameArgs,
    game: &G,
    position: &G::Position,
    watch: &Watch,
    report: &mut GameJson,
    words: impl Fn(G::Move) -> String,
) -> Option<Stop> {
    if let Some(most) = args.perft {
        let counts = report.perft.insert(Vec::new());
        for depth in 1..=most {
            match game.perft(position, depth, watch) {
                Ok(count) => {
                    let _ = writeln!(report.text, "{depth:>3} {count}");
                    counts.push(count);
                }
                Err(stop) => return Some(stop),
            }
        }
        return None;
    }
    let settings = Settings {
        depth: args.depth,
        alpha_beta: !args.no_alpha_beta,
        ordering: !args.no_ordering,
        table: !args.no_table,
    };
    let (found, stop) = game.search(position, settings, watch);
    if let Some(found) = found {
        let line: Vec<String> = found.line.iter().map(|&step| words(step)).collect();
        let moves = |n: i32| answer::number(n as usize, "move");
        let value = match found.value {
            won if won > WON - 1000 => format!("won in {}", moves(WON - won)),
            lost if lost < 1000 - WON => format!("lost in {}", moves(WON + lost)),
            value => format!("value {value}"),
        };
        let Nodes {
            visited,
            leaves,
            cuts,
            known,
        } = found.nodes;
        let _ = writeln!(
            report.text,
            "{value}, {} moves ahead: {}\n{visited} positions, {leaves} leaves, {cuts} cuts, {known} \
             known from before",
            found.depth,
            line.join(" ")
        );
        report.value = Some(found.value);
        report.depth = Some(found.depth);
        report.line = Some(line);
        report.nodes = Some(found.nodes);
    }
    stop
}
