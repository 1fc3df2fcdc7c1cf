//! The problem file (`.peg`): a picture that a person can draw.
//!
//! ```text
//! # O peg   . empty   ? either (goal only)   blank: no hole
//! lattice: square
//! start:
//!   O O O
//! O O . O O
//! goal:
//!   . . .
//! . . O . .
//! ```
//!
//! `lattice:` is `square` (also if left out) or `triangular`; `goal: pegs N` in
//! place of a picture asks for N pegs anywhere, `goal: dead-end N` for a position
//! without a possible jump and N pegs or more (none said: any number),
//! `goal: survivor X,Y at X,Y` for the peg that starts in the first hole (column, row)
//! to be the last one, in the second hole or, without `at`, anywhere. `#` begins a line
//! of comment.
//! A blank line inside a picture is a row without holes.

use super::{Goal, Problem};
use crate::board::{
    Board, Lattice, Position, parse_cell,
    picture::{self, Mark},
};
use sha2::{Digest, Sha256};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// The largest problem file that is read, in bytes.
pub const MAX_BYTES: u64 = 4 << 20;

/// Why a problem file is refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The file cannot be read.
    #[error("{path}: cannot be read: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// The file is larger than [`MAX_BYTES`].
    #[error("{0}: larger than {MAX_BYTES} bytes, so no .peg file")]
    TooLarge(PathBuf),
    /// The text is no problem.
    #[error("{name}:{line}:{column}: {message}")]
    Syntax {
        /// The file, or what else the text came from.
        name: String,
        /// Line, from 1.
        line: usize,
        /// Character in the line, from 1.
        column: usize,
        /// What is wrong there and what was expected.
        message: String,
    },
}

/// Reads a problem file.
///
/// # Errors
/// If the file cannot be read, is not UTF-8, or is no problem.
pub fn read(path: &Path) -> Result<Problem, FileError> {
    use std::io::Read;
    let io = |error| FileError::Io {
        path: path.into(),
        error,
    };
    let mut text = String::new();
    let file = std::fs::File::open(path).map_err(io)?;
    file.take(MAX_BYTES + 1)
        .read_to_string(&mut text)
        .map_err(io)?;
    if text.len() as u64 > MAX_BYTES {
        return Err(FileError::TooLarge(path.into()));
    }
    parse(&path.display().to_string(), &text)
}

/// The SHA-256 of the problem's text: the same for problems that differ in nothing
/// but their names.
pub fn sha256(problem: &Problem) -> [u8; 32] {
    Sha256::digest(write(problem)).into()
}

/// The same in hexadecimal.
pub fn digest(problem: &Problem) -> String {
    format!("{:x}", Sha256::digest(write(problem)))
}

/// What is wrong, and where in the text: line and column.
type Wrong = (usize, usize, String);

/// A line `key: value`, and the lines below it with their numbers.
struct Section<'a> {
    line: usize,
    value: &'a str,
    picture: Vec<(usize, &'a str)>,
}

/// The sections that a text may have, and how the first line of each is written.
const KEYS: [&str; 3] = ["lattice", "start", "goal"];

/// Reads a problem from text; `name` is what errors and the problem are called.
///
/// # Errors
/// At the first line that is not as the format has it.
pub fn parse(name: &str, text: &str) -> Result<Problem, FileError> {
    let read = sections(text).and_then(|sections| resolve(&sections, text.lines().count().max(1)));
    let (board, start, goal) = read.map_err(|(line, column, message)| FileError::Syntax {
        name: name.into(),
        line,
        column,
        message,
    })?;
    Ok(Problem::new(name, board, start, goal))
}

/// Sorts the lines into sections.
fn sections(text: &str) -> Result<BTreeMap<&str, Section<'_>>, Wrong> {
    let mut sections: BTreeMap<&str, Section<'_>> = BTreeMap::new();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text); // a byte-order mark
    let mut open = None;
    for (line, number) in text.lines().map(str::trim_end).zip(1..) {
        let wrong = |message: String| Err((number, 1, message));
        if line.trim_start().starts_with('#') {
            continue;
        }
        if let Some((key, value)) = line.split_once(':') {
            if !KEYS.contains(&key) {
                let key: String = key.chars().take(40).flat_map(char::escape_debug).collect();
                return wrong(format!("'{key}:'; expected lattice:, start: or goal:"));
            }
            let (value, picture) = (value.trim(), Vec::new());
            if sections
                .insert(
                    key,
                    Section {
                        line: number,
                        value,
                        picture,
                    },
                )
                .is_some()
            {
                return wrong(format!("a second '{key}:'; expected only one"));
            }
            open = value.is_empty().then_some(key);
        } else if let Some(section) = open.and_then(|key| sections.get_mut(key)) {
            section.picture.push((number, line));
        } else if !line.is_empty() {
            return wrong("expected lattice:, start: or goal:".into());
        }
    }
    Ok(sections)
}

/// Makes board, start and goal of what was read.
fn resolve(
    sections: &BTreeMap<&str, Section<'_>>,
    last_line: usize,
) -> Result<(Board, Position, Goal), Wrong> {
    let section = |key: &str| {
        let missing = || (last_line, 1, format!("the text ends without '{key}:'"));
        sections.get(key).ok_or_else(missing)
    };
    let lattice = match sections.get("lattice") {
        None => Lattice::Square,
        Some(section) => match section.value {
            "square" => Lattice::Square,
            "triangular" => Lattice::Triangular,
            other => {
                let message = format!("lattice '{other}'; expected square or triangular");
                return Err((section.line, "lattice: ".len(), message));
            }
        },
    };
    let section_of_start = section("start")?;
    if !section_of_start.value.is_empty() {
        let message = format!(
            "'{}'; expected the picture on the next line",
            section_of_start.value
        );
        return Err((section_of_start.line, "start: ".len(), message));
    }
    let (board, marks) = section_of_start.board(lattice)?;
    if marks.contains(&Mark::Either) {
        let mut lines = section_of_start.picture.iter();
        let found =
            lines.find_map(|&(line, row)| Some((line, row.chars().position(|c| c == '?')?)));
        let (line, column) = found.unwrap_or((section_of_start.line, 0));
        let message = "'?' in the start; expected O or . (either is for goals)".into();
        return Err((line, column + 1, message));
    }
    let pegs = (0..marks.len()).filter(|&hole| marks[hole] == Mark::Peg);
    let start = Position::of(board.n_holes(), pegs);
    let section = section("goal")?;
    let goal = match section.value {
        "" => {
            let (other, marks) = section.board(lattice)?;
            if other != board {
                let message = format!(
                    "the goal's board ({}) is not the start's ({}); expected the same holes",
                    other.name(),
                    board.name()
                );
                return Err((section.line, 1, message));
            }
            Goal::picture(marks)
        }
        words => in_words(words, &board, &start).map_err(|message| (section.line, 6, message))?,
    };
    Ok((board, start, goal))
}

impl Section<'_> {
    /// The board that is drawn below the line; errors get the file's line numbers.
    fn board(&self, lattice: Lattice) -> Result<(Board, Vec<Mark>), Wrong> {
        let lines: Vec<&str> = self.picture.iter().map(|line| line.1).collect();
        picture::parse_board(lattice, &lines.join("\n")).map_err(|error| {
            let line = self
                .picture
                .get(error.line - 1)
                .map_or(self.line, |line| line.0);
            (line, error.column, error.message)
        })
    }
}

/// The goal that follows `goal:`.
fn in_words(text: &str, board: &Board, start: &Position) -> Result<Goal, String> {
    let unread = || {
        format!(
            "'{text}'; expected 'pegs N', 'dead-end N', 'survivor X,Y' or 'survivor X,Y at X,Y', or \
             a picture on the next line"
        )
    };
    let pegs = |word: &str| match word.parse().map_err(|_| unread())? {
        pegs if pegs > board.n_holes() => Err(format!(
            "{pegs} pegs, but the board has {} holes",
            board.n_holes()
        )),
        pegs => Ok(pegs),
    };
    let hole = |word: &str| {
        let (x, y) = parse_cell(word).ok_or_else(unread)?;
        let missing = || format!("the board has no hole at {x},{y}");
        board.hole_at((x, y)).ok_or_else(missing)
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let (peg, at) = match words[..] {
        ["pegs", n] => return pegs(n).map(Goal::anywhere),
        ["dead-end"] => return Ok(Goal::dead_end(0)),
        ["dead-end", n] => return pegs(n).map(Goal::dead_end),
        ["survivor", peg] => (hole(peg)?, None),
        ["survivor", peg, "at", at] => (hole(peg)?, Some(hole(at)?)),
        _ => return Err(unread()),
    };
    if !start.has_peg(peg) {
        let (x, y) = board.cell(peg);
        return Err(format!(
            "the start has no peg in {x},{y} that could survive"
        ));
    }
    Ok(Goal::surviving(board.n_holes(), peg, at))
}

/// Writes a problem as a file's text; [`parse`] reads it back.
pub fn write(problem: &Problem) -> String {
    let board = problem.board();
    let start = picture::draw_position(board, problem.start());
    let mark = |hole| Mark::of(problem.goal().fixed(hole)).symbol();
    let goal = match problem.goal().words(board) {
        Some(words) => format!("goal: {words}\n"),
        None => format!("goal:\n{}", picture::draw(board, mark)),
    };
    format!("lattice: {}\nstart:\n{start}{goal}", board.lattice())
}
