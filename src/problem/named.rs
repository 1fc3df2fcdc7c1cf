//! Problems by name: `central`, `reversal:2,0`, `french/pair:3,0:3,6`, …

use super::{Goal, Problem, class, file};
use crate::{
    board::{self, Board, BoardNameError, Cell, Hole, Position},
    nearest::nearest,
};
use serde::Deserialize;
use std::path::Path;

/// The forms of names that [`named`] knows, with a line on each.
pub const NAMED_PROBLEMS: &[(&str, &str)] = &[
    (
        "central",
        "English board, centre empty, last peg in the centre (the default)",
    ),
    (
        "central-free",
        "English board, centre empty, one peg left anywhere",
    ),
    (
        "reversal:X,Y",
        "hole X,Y empty, last peg there (33 of them)",
    ),
    ("pair:X,Y:X,Y", "first hole empty, last peg in the second"),
    ("free:X,Y", "hole X,Y empty, one peg left anywhere"),
    (
        "dead-end:X,Y",
        "hole X,Y empty, until no jump is possible; dead-end:X,Y:N after at most N jumps",
    ),
    (
        "survivor:X,Y:X,Y",
        "first hole empty, the peg of the second is the last one; a third hole says where",
    ),
    (
        "pattern:N",
        "from the central vacancy to pattern N of the paper's Figure 7, N = 1 to 10",
    ),
    (
        "ipc2008:pNN",
        "planning competition 2008, p01 to p30: one peg left, in the centre",
    ),
    (
        "random:PEGS:SEED",
        "pegs in holes by chance, the last one in a hole by chance that the position class allows",
    ),
    (
        "BOARD/reversal:X,Y",
        "as above on another board; likewise BOARD/pair:…, free:…, dead-end:…, survivor:… \
         and random:…",
    ),
];

/// Why there is no problem of a given name: what is wrong with it, and what was expected.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ProblemNameError(String);

#[derive(Deserialize)]
struct Pattern {
    number: usize,
    goal: String,
}

#[derive(Deserialize)]
struct CompetitionProblem {
    name: String,
    start: String,
}

/// What is expected in place of a name that is none, or was perhaps meant.
fn help(text: &str) -> String {
    match board::named(text) {
        Ok(_) | Err(BoardNameError::Unknown(_)) => {}
        Err(error) => return format!("; {error}"),
    }
    if board::lines::graph6(text).is_ok_and(|graph| graph.0 > 0) {
        return format!(
            "; as a graph it is the board graph6:{text}, so expected graph6:{text}/free:0,0"
        );
    }
    if let Ok(board) = board::named(text) {
        let (x, y) = board.cell(board.n_holes() / 2);
        return format!(
            ", it is a board; expected a problem on it, such as {text}/reversal:{x},{y}, \
             {text}/free:{x},{y} or {text}/pair:{x},{y}:{x},{y} ('pegsat show' draws them)"
        );
    }
    if let Some((name, "central" | "central-free")) = text.split_once('/')
        && let Ok(board) = board::named(name)
    {
        let (x, y) = board.cell(board.n_holes() / 2);
        return format!("; it is on the English board, so expected {name}/reversal:{x},{y}");
    }
    if let Some((board, form)) = text.split_once('/')
        && let Some(vacancy) = form.strip_prefix("pair:")
        && !vacancy.contains(':')
    {
        return format!(
            "; a pair is a vacancy and a last peg, such as {board}/pair:{vacancy}:{vacancy}, and \
             {board}/free:{vacancy} leaves the last peg open"
        );
    }
    let boards = board::NAMED_BOARDS.iter().map(|board| board.0.to_string());
    let forms = NAMED_PROBLEMS.iter().map(|form| form.0.to_string());
    let names = all_names().into_iter().chain(boards).chain(forms);
    match nearest(text, names) {
        Some(best) => format!("; did you mean '{best}'? ('pegsat problems' lists them)"),
        None => "; expected a .peg file or a name such as central, reversal:2,0, pattern:3, \
              ipc2008:p05 or french/pair:3,0:3,6 ('pegsat problems' lists them)"
            .into(),
    }
}

/// The problem of this name.
///
/// # Errors
/// If the name has no known form, or names a board or hole that is not there.
pub fn named(name: &str) -> Result<Problem, ProblemNameError> {
    let (board_name, form) = name.split_once('/').unwrap_or(("english", name));
    let board = board::named(board_name).map_err(|error| wrong(name, &error.to_string()))?;
    on(&board, name, form)
}

/// The problem of a name on the board of a file, such as `my.peg/free:2,1`; `None` if the name is
/// not like that.
pub fn on_a_file(name: &str) -> Option<Result<Problem, ProblemNameError>> {
    let (path, form) = name.rsplit_once(".peg/")?;
    let read = file::read_asked(Path::new(&format!("{path}.peg")));
    let read = read.map_err(|error| wrong(name, &error.to_string()));
    Some(read.and_then(|read| on(read.problem.board(), name, form)))
}

fn wrong(name: &str, reason: &str) -> ProblemNameError {
    ProblemNameError(format!("problem '{name}': {reason}"))
}

/// The problem of this form on a board.
fn on(board: &Board, name: &str, form: &str) -> Result<Problem, ProblemNameError> {
    match start_and_goal(board, form, name == form) {
        Ok(Some((start, goal))) => Ok(Problem::new(name, board.clone(), start, goal)),
        Ok(None) => Err(ProblemNameError(format!(
            "no problem is called '{name}'{}",
            help(name)
        ))),
        Err(reason) => Err(wrong(name, &reason)),
    }
}

/// Start and goal of a name without its board; `None` if it has no known form, an error if what it
/// names is not there.
fn start_and_goal(
    board: &Board,
    form: &str,
    names_no_board: bool,
) -> Result<Option<(Position, Goal)>, String> {
    let (kind, rest) = form.split_once(':').unwrap_or((form, ""));
    let hole = |text: &str| hole(board, text);
    let vacancy = |at: &str| hole(at).map(|at| board.vacancy(at));
    let one_peg = |at: &str| hole(at).map(|at| Goal::one_peg(board.n_holes(), at));
    let (first, more) = match rest.split_once(':') {
        Some((first, more)) => (first, Some(more)),
        None => (rest, None),
    };
    Ok(Some(match (kind, first, more) {
        ("central", "", None) if names_no_board => (vacancy("3,3")?, one_peg("3,3")?),
        ("central-free", "", None) if names_no_board => (vacancy("3,3")?, Goal::anywhere(1)),
        ("reversal", ..) => (vacancy(rest)?, one_peg(rest)?),
        ("free", ..) => (vacancy(rest)?, Goal::anywhere(1)),
        ("dead-end", at, None) => (vacancy(at)?, Goal::dead_end(0)),
        ("dead-end", at, Some(jumps)) => {
            let Ok(jumps) = jumps.parse() else {
                return Ok(None);
            };
            let start = vacancy(at)?;
            let pegs = start.n_pegs().saturating_sub(jumps);
            (start, Goal::dead_end(pegs))
        }
        ("pair", from, Some(to)) => (vacancy(from)?, one_peg(to)?),
        ("survivor", from, Some(holes)) => {
            let (peg, at) = match holes.split_once(':') {
                Some((peg, at)) => (peg, Some(at)),
                None => (holes, None),
            };
            let (start, peg) = (vacancy(from)?, hole(peg)?);
            if !start.has_peg(peg) {
                return Err("the hole of the peg that must survive is empty at the start".into());
            }
            let at = at.map(hole).transpose()?;
            (start, Goal::surviving(board.n_holes(), peg, at))
        }
        ("pattern" | "ipc2008", ..) if board.name() != "english" => {
            return Err("patterns and competition problems are on the English board only".into());
        }
        ("pattern", ..) => {
            let found = numbered(board, kind, rest);
            found.ok_or("expected pattern:1 to pattern:10")?
        }
        ("ipc2008", ..) => {
            let found = numbered(board, kind, rest);
            found.ok_or("expected ipc2008:p01 to ipc2008:p30")?
        }
        ("random", pegs, seed) => {
            let seed = seed.and_then(|seed| seed.parse().ok());
            let found = pegs.parse().ok().zip(seed);
            let found = found.and_then(|(pegs, seed)| random(board, pegs, seed));
            found.ok_or("expected random:PEGS:SEED, with fewer pegs than the board has holes")?
        }
        _ => return Ok(None),
    }))
}

/// Start and goal of a pattern or a problem of the competition, on the English board.
fn numbered(board: &Board, kind: &str, number: &str) -> Option<(Position, Goal)> {
    let centre = board.hole_at((3, 3))?;
    if kind == "pattern" {
        let mut patterns = patterns().into_iter();
        let pattern = patterns.find(|pattern| pattern.number.to_string() == number)?;
        let goal = Goal::exactly(&position(&pattern.goal));
        return Some((board.vacancy(centre), goal));
    }
    let mut problems = competition().into_iter();
    let problem = problems.find(|problem| problem.name == number)?;
    let goal = Goal::one_peg(board.n_holes(), centre);
    Some((position(&problem.start), goal))
}

/// How many starts are drawn until one has a finish of its class.
const DRAWS: usize = 1000;

/// So many pegs by chance, and a last one that the position class allows; `None` if
/// the board has too few holes, or no start among many has such a finish.
fn random(board: &Board, pegs: usize, seed: u64) -> Option<(Position, Goal)> {
    let n = board.n_holes();
    if pegs == 0 || pegs >= n {
        return None;
    }
    let mut random = fastrand::Rng::with_seed(seed);
    for _ in 0..DRAWS {
        let start = Position::of(n, random.choose_multiple(0..n, pegs));
        let problem = Problem::new("", board.clone(), start, Goal::anywhere(1));
        let finishes = class::finishes(&problem).iter().enumerate();
        let allowed = finishes.filter(|finish| *finish.1);
        if let Some((hole, _)) = random.choice(allowed.collect::<Vec<_>>()) {
            return Some((problem.start().clone(), Goal::one_peg(n, hole)));
        }
    }
    None
}

/// Every name on the English board that is not made of coordinates chosen by
/// the user, and the 33 reversals.
pub fn all_names() -> Vec<String> {
    let mut names = vec!["central".to_string(), "central-free".into()];
    names.extend(reversals().iter().map(|(x, y)| format!("reversal:{x},{y}")));
    let patterns = patterns().into_iter().map(|one| one.number);
    names.extend(patterns.map(|number| format!("pattern:{number}")));
    let problems = competition().into_iter().map(|one| one.name);
    names.extend(problems.map(|name| format!("ipc2008:{name}")));
    names
}

fn reversals() -> Vec<Cell> {
    board::listed(include_str!("../../instances/reversals.json"))
}

fn patterns() -> Vec<Pattern> {
    board::listed(include_str!("../../instances/patterns.json"))
}

fn competition() -> Vec<CompetitionProblem> {
    board::listed(include_str!("../../instances/ipc2008.json"))
}

/// A position from a row of `0` and `1`, a character a hole.
fn position(bits: &str) -> Position {
    let pegs = (0..).zip(bits.bytes()).filter(|&(_, bit)| bit == b'1');
    Position::of(bits.len(), pegs.map(|(hole, _)| hole))
}

/// The hole at `X,Y`.
fn hole(board: &Board, text: &str) -> Result<Hole, String> {
    let unread = || format!("'{text}' is no hole; expected column,row such as 3,0");
    let (x, y) = board::parse_cell(text).ok_or_else(unread)?;
    board.hole_at((x, y)).ok_or_else(|| {
        let board = board.name();
        format!("the {board} board has no hole at {x},{y} (columns and rows count from 0)")
    })
}
