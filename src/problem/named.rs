//! Problems by name: `central`, `reversal:2,0`, `french/pair:3,0:3,6`, …

use super::{Goal, Problem, class};
use crate::{
    board::{self, Board, BoardNameError, Cell, Hole, Position},
    nearest::nearest,
};
use serde::Deserialize;

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

/// Why there is no problem of a given name.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProblemNameError {
    /// The name has none of the forms of [`NAMED_PROBLEMS`].
    #[error("no problem is called '{name}'{help}")]
    Unknown {
        /// The name.
        name: String,
        /// What is expected, or was perhaps meant.
        help: String,
    },
    /// The board before the slash is unknown or impossible.
    #[error("problem '{name}': {error}")]
    Board {
        /// The problem's name.
        name: String,
        /// What is wrong with the board.
        error: BoardNameError,
    },
    /// The form is for the English board only.
    #[error("problem '{0}': patterns and competition problems are on the English board only")]
    EnglishOnly(String),
    /// The coordinates cannot be read.
    #[error("problem '{name}': '{text}' is no hole; expected column,row such as 3,0")]
    Coordinates {
        /// The problem's name.
        name: String,
        /// What stands in the place of coordinates.
        text: String,
    },
    /// There is no hole at the coordinates.
    #[error(
        "problem '{name}': the {board} board has no hole at {},{} (columns and rows count from 0)",
        cell.0,
        cell.1
    )]
    NoHole {
        /// The problem's name.
        name: String,
        /// The board's name.
        board: String,
        /// The coordinates.
        cell: Cell,
    },
    /// The hole whose peg must survive is empty at the start.
    #[error("problem '{0}': the hole of the peg that must survive is empty at the start")]
    NoSurvivor(String),
    /// The number is out of range.
    #[error("problem '{name}': expected {expected}")]
    Number {
        /// The problem's name.
        name: String,
        /// The range.
        expected: &'static str,
    },
}

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
    if let Ok(board) = board::named(text) {
        let (x, y) = board.cell(board.n_holes() / 2);
        return format!(
            ", it is a board; expected a problem on it, such as {text}/reversal:{x},{y}, \
             {text}/free:{x},{y} or {text}/pair:{x},{y}:{x},{y} ('pegsat show' draws them)"
        );
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
    let board = board::named(board_name).map_err(|error| ProblemNameError::Board {
        name: name.into(),
        error,
    })?;
    let unknown = || ProblemNameError::Unknown {
        name: name.into(),
        help: help(name),
    };
    let (kind, rest) = form.split_once(':').unwrap_or((form, ""));
    let hole = |text: &str| hole(name, &board, text);
    let vacancy = |at: &str| hole(at).map(|at| board.vacancy(at));
    let one_peg = |at: &str| hole(at).map(|at| Goal::one_peg(board.n_holes(), at));
    let (start, goal) = match (kind, rest) {
        ("central", "") if name == form => (vacancy("3,3")?, one_peg("3,3")?),
        ("central-free", "") if name == form => (vacancy("3,3")?, Goal::anywhere(1)),
        ("reversal", at) => (vacancy(at)?, one_peg(at)?),
        ("free", at) => (vacancy(at)?, Goal::anywhere(1)),
        ("dead-end", rest) => {
            let (at, jumps) = match rest.split_once(':') {
                Some((at, jumps)) => (at, Some(jumps.parse().map_err(|_| unknown())?)),
                None => (rest, None),
            };
            let start = vacancy(at)?;
            let pegs = jumps.map_or(0, |jumps: usize| start.n_pegs().saturating_sub(jumps));
            (start, Goal::dead_end(pegs))
        }
        ("pair", ends) => {
            let (from, to) = ends.split_once(':').ok_or_else(unknown)?;
            (vacancy(from)?, one_peg(to)?)
        }
        ("survivor", holes) => {
            let (from, holes) = holes.split_once(':').ok_or_else(unknown)?;
            survivor(name, &board, from, holes)?
        }
        ("pattern" | "ipc2008", number) => {
            if board.name() != "english" {
                return Err(ProblemNameError::EnglishOnly(name.into()));
            }
            numbered(&board, kind, number).ok_or_else(|| ProblemNameError::Number {
                name: name.into(),
                expected: match kind {
                    "pattern" => "pattern:1 to pattern:10",
                    _ => "ipc2008:p01 to ipc2008:p30",
                },
            })?
        }
        ("random", rest) => {
            let found = match rest.split_once(':').map(|(p, s)| (p.parse(), s.parse())) {
                Some((Ok(pegs), Ok(seed))) => random(&board, pegs, seed),
                _ => None,
            };
            found.ok_or_else(|| ProblemNameError::Number {
                name: name.into(),
                expected: "random:PEGS:SEED, with fewer pegs than the board has holes",
            })?
        }
        _ => return Err(unknown()),
    };
    Ok(Problem::new(name, board, start, goal))
}

/// Start and goal where the peg of a hole must survive: `PEG` or `PEG:AT` after the vacancy.
fn survivor(
    name: &str,
    board: &Board,
    from: &str,
    holes: &str,
) -> Result<(Position, Goal), ProblemNameError> {
    let hole = |text: &str| hole(name, board, text);
    let (peg, at) = match holes.split_once(':') {
        Some((peg, at)) => (peg, Some(at)),
        None => (holes, None),
    };
    let (start, peg) = (board.vacancy(hole(from)?), hole(peg)?);
    if !start.has_peg(peg) {
        return Err(ProblemNameError::NoSurvivor(name.into()));
    }
    let at = at.map(hole).transpose()?;
    Ok((start, Goal::surviving(board.n_holes(), peg, at)))
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
fn hole(name: &str, board: &Board, text: &str) -> Result<Hole, ProblemNameError> {
    let cell = board::parse_cell(text);
    let cell = cell.ok_or_else(|| ProblemNameError::Coordinates {
        name: name.into(),
        text: text.into(),
    })?;
    board.hole_at(cell).ok_or_else(|| ProblemNameError::NoHole {
        name: name.into(),
        board: board.name().into(),
        cell,
    })
}
