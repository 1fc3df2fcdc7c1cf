//! `pegsat explore --vacancies --each`: many boards, a line each.

use super::{
    INTERRUPTED, UNKNOWN, answer,
    args::{ExploreArgs, Format},
    input,
    many::{self, Line, failed},
    output, starts, terminal,
};
use anyhow::{Result, bail};
use pegsat::{
    board::{Board, Hole, lines},
    engine::{
        Ask, End,
        starts::{Finish, each, vacancies},
    },
    exact::{self, OneEmpty},
    problem::class,
    watch::Watch,
};
use serde::Serialize;
use std::{
    io::{BufRead, Read},
    path::Path,
    time::Duration,
};

/// The longest line that is read, in bytes.
const LONGEST: u64 = 1 << 20;

/// What is known of a board, as a JSON object.
#[derive(Serialize)]
struct BoardJson<'a> {
    format: &'static str,
    version: u32,
    board: &'a str,
    holes: usize,
    lines: usize,
    /// A character a hole, row by row: `+` where the vacancy can be won, `-` where it cannot, `?`
    /// where neither is known.
    vacancies: String,
    /// How many the position class leaves; null where there was no time to tell.
    allowed: Option<usize>,
    /// The fewest pegs that can be left; null where that is not known.
    fewest_pegs: Option<usize>,
}

/// Says of each board which vacancies can be won, and returns the exit status.
pub(super) fn run(args: &ExploreArgs) -> Result<u8> {
    let path = args.each.as_deref().unwrap_or(Path::new("-"));
    let output = args.print.output.as_deref();
    output::distinct(&[("--each", Some(path)), ("--output", output)])?;
    let format = args.print.format.unwrap_or(Format::Json);
    let (timeout, memory) = (args.limits.timeout, args.limits.memory);
    let answer = move |line: Result<String>| {
        let name = line.as_deref().unwrap_or_default();
        let found = match &line {
            Err(error) => Err(anyhow::anyhow!("{error:#}")),
            Ok(name) => of_board(name, format, timeout, memory),
        };
        found.unwrap_or_else(|error| failed(format, name, &format!("{error:#}")))
    };
    let lines = names(input::open(path, u64::MAX)?);
    many::each(Box::new(lines), Box::new(answer), args.jobs, format, output)
}

/// The lines that say something, without the head that a file of graphs may have.
fn names(mut lines: Box<dyn BufRead + Send>) -> impl Iterator<Item = Result<String>> + Send {
    let mut is_over = false;
    let mut next = move || -> Result<Option<String>> {
        while !is_over {
            let mut line = Vec::new();
            let read = (&mut lines).take(LONGEST).read_until(b'\n', &mut line)? as u64;
            is_over = read == 0 || read == LONGEST;
            if read == LONGEST {
                bail!("a line of over {LONGEST} bytes; what follows was not read");
            }
            let Ok(line) = String::from_utf8(line) else {
                bail!("not UTF-8; expected text in that encoding");
            };
            let line = line.trim_start_matches('\u{feff}').trim();
            let line = line.trim_start_matches(">>graph6<<");
            if !line.is_empty() && !line.starts_with('#') {
                return Ok(Some(line.into()));
            }
        }
        Ok(None)
    };
    std::iter::from_fn(move || next().transpose())
}

fn of_board(
    name: &str,
    format: Format,
    timeout: Option<Duration>,
    memory: Option<u64>,
) -> Result<Line> {
    // Mostly they are small graphs, and very many: no board is made of these.
    let graph = lines::graph6(name)
        .ok()
        .filter(|graph| graph.0 <= exact::MOST_SMALL);
    let (holes, own) = match graph {
        Some((n, edges)) => (n, lines::paths(n, &edges)?),
        None => {
            let board = starts::board_of(name).or_else(|error| {
                let graph = starts::board_of(&format!("graph6:{name}"));
                graph.map_err(|_| match lines::graph6(name) {
                    Err(reason) => anyhow::anyhow!("{error:#}; as graph6: {reason}"),
                    Ok(_) => error,
                })
            })?;
            let own: Vec<lines::Line> = board.lines().collect();
            if board.n_holes() > exact::MOST_SMALL {
                let mut watch = Watch::new().interrupted_by(INTERRUPTED.clone());
                if let Some(timeout) = timeout {
                    watch = watch.timeout(timeout);
                }
                if let Some(memory) = memory {
                    watch = watch.memory(memory);
                }
                return by_search(&board, name, own.len(), format, &watch);
            }
            (board.n_holes(), own)
        }
    };
    let Some(found) = exact::one_empty(holes, &own) else {
        bail!("a board needs at least one hole");
    };
    let OneEmpty { won, allowed, .. } = found;
    let mark = |won: &bool| if *won { '+' } else { '-' };
    Ok(line(
        &BoardJson {
            vacancies: won.iter().map(mark).collect(),
            allowed: Some(allowed.iter().filter(|&&allowed| allowed).count()),
            fewest_pegs: Some(found.fewest_pegs),
            ..BoardJson::new(name, holes, own.len())
        },
        format,
    ))
}

/// The same of a larger board, hole by hole up to symmetry.
fn by_search(
    board: &Board,
    name: &str,
    lines: usize,
    format: Format,
    watch: &Watch,
) -> Result<Line> {
    let starts = vacancies(board, name, Finish::Any);
    let mut marks = vec!['?'; board.n_holes()];
    each(&starts, &Ask::default(), watch, |number, answer| {
        let mark = match answer.end {
            End::Solved { .. } => '+',
            End::Unsolvable(_) => '-',
            End::Unknown(_) => '?',
        };
        let holes: &[Hole] = &starts[number].holes;
        holes.iter().for_each(|&hole| marks[hole] = mark);
        true
    })?;
    let mut allowed = Some(0);
    for start in &starts {
        if watch.check().is_err() {
            allowed = None;
            break;
        }
        let count = match class::allows(&start.problem) {
            true => start.holes.len(),
            false => 0,
        };
        allowed = allowed.map(|allowed| allowed + count);
    }
    Ok(line(
        &BoardJson {
            fewest_pegs: marks.contains(&'+').then_some(1),
            allowed,
            vacancies: marks.into_iter().collect(),
            ..BoardJson::new(name, board.n_holes(), lines)
        },
        format,
    ))
}

impl<'a> BoardJson<'a> {
    fn new(board: &'a str, holes: usize, lines: usize) -> Self {
        BoardJson {
            format: "pegsat-board",
            version: 1,
            board,
            holes,
            lines,
            vacancies: String::new(),
            allowed: None,
            fewest_pegs: None,
        }
    }
}

fn line(known: &BoardJson<'_>, format: Format) -> Line {
    let count = |mark| known.vacancies.chars().filter(|&one| one == mark).count();
    let (won, open) = (count('+'), count('?'));
    let text = match format {
        Format::Json => answer::json(known),
        Format::Text => {
            let BoardJson { holes, allowed, .. } = known;
            let name = terminal::line(known.board);
            let open = if open > 0 {
                format!(", {open} open")
            } else {
                String::new()
            };
            let pegs = known
                .fewest_pegs
                .map_or(String::new(), |pegs| format!(", fewest pegs {pegs}"));
            let allowed =
                allowed.map_or(String::new(), |allowed| format!(", class allows {allowed}"));
            format!("{name}: {won} of {holes} vacancies won{open}{allowed}{pegs}\n")
        }
    };
    let status = if open > 0 { UNKNOWN } else { 0 };
    Line { text, status }
}
