//! Solutions as people and programs write them.
//!
//! Text is jumps such as `3,1-3,3`, separated by blanks or lines; `3,1-3,3-5,3`
//! is two jumps by one peg, `d2d4`, `D2-D4`, `d2->d4` and `d2 d4` are read, with commas and the
//! numbers of moves, `0,0-2,0/1,0` names the hole leapt over, where lines of the board's own
//! leave it open, and `d2-d4-f4` the same as Beasley and Bell write it. Where the board is known
//! ([`parse_on`]) holes may have numbers: of a triangular lattice 1, 2, … row by row, else the
//! column and the row from 1, `46-44` for `3,5-3,3` (Gardner; *Winning Ways*). `#` begins a
//! comment. JSON is an array of objects
//! with `from` and `to`, or an object whose `jumps` is one, as `solve` prints. What
//! it prints for people is read as well.

use crate::board::{Board, Cell, JumpNumber, Lattice, parse_cell};
use pegsat_check::Leap;
use serde::{Deserialize, Serialize};

/// A jump in JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JumpRecord {
    /// The cell left.
    pub from: Cell,
    /// The cell leapt over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<Cell>,
    /// The cell landed in.
    pub to: Cell,
    /// The jump's number on its board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<JumpNumber>,
}

impl JumpRecord {
    /// The jump by its cells.
    pub(crate) fn leap(&self) -> Leap {
        let JumpRecord { from, over, to, .. } = *self;
        Leap { from, to, over }
    }

    /// The jumps of these numbers.
    pub fn of(board: &Board, numbers: &[JumpNumber]) -> Vec<Self> {
        let record = |&number: &JumpNumber| {
            let jump = board.jump(number);
            JumpRecord {
                from: board.cell(jump.from),
                over: Some(board.cell(jump.over)),
                to: board.cell(jump.to),
                number: Some(number),
            }
        };
        numbers.iter().map(record).collect()
    }
}

/// A solution as read: its jumps and, from JSON, the problem it is for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Parsed {
    /// The jumps in order.
    pub leaps: Vec<Leap>,
    /// The same as JSON has them, with what it says besides; empty for text.
    pub records: Vec<JumpRecord>,
    /// The problem's name, if stated.
    pub problem: Option<String>,
    /// The problem's `.peg` text, if stated.
    pub peg: Option<String>,
    /// How many of the jumps each layer holds, if stated.
    pub layer_sizes: Option<Vec<usize>>,
}

/// Why a text is no solution.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseError {
    /// Not a jump.
    #[error("line {line}, column {column}: '{found}'; expected a jump such as 3,1-3,3")]
    Jump {
        /// Line, from 1.
        line: usize,
        /// Character in the line, from 1.
        column: usize,
        /// What stands there.
        found: String,
    },
    /// Not the JSON that was expected.
    #[error("as JSON: {0}; expected an object with 'jumps', or an array of jumps with from and to")]
    Json(#[from] serde_json::Error),
    /// It is an answer without a solution.
    #[error("outcome '{0}'; expected 'solved'")]
    NoJumps(String),
}

#[derive(Deserialize)]
struct Printed {
    jumps: Option<Vec<JumpRecord>>,
    outcome: Option<String>,
    problem: Option<String>,
    peg: Option<String>,
    layer_sizes: Option<Vec<usize>>,
}

/// Reads a solution.
///
/// # Errors
/// At the first word that is no jump, or if JSON is not as expected.
pub fn parse(text: &str) -> Result<Parsed, ParseError> {
    parse_on(None, text)
}

/// The same of jumps on this board.
///
/// # Errors
/// As [`parse`].
pub fn parse_on(board: Option<&Board>, text: &str) -> Result<Parsed, ParseError> {
    let from_records = |records: Vec<JumpRecord>| Parsed {
        leaps: records.iter().map(JumpRecord::leap).collect(),
        records,
        ..Parsed::default()
    };
    match text.trim_start().as_bytes().first() {
        Some(b'[') => Ok(from_records(serde_json::from_str(text)?)),
        Some(b'{') => {
            let answer: Printed = serde_json::from_str(text)?;
            let outcome = answer.outcome.unwrap_or_else(|| "not stated".into());
            let jumps = answer.jumps.ok_or(ParseError::NoJumps(outcome))?;
            Ok(Parsed {
                problem: answer.problem,
                peg: answer.peg,
                layer_sizes: answer.layer_sizes,
                ..from_records(jumps)
            })
        }
        _ => {
            let lines: Vec<&str> = text.lines().collect();
            let (problem, jumps) = match printed(&lines)? {
                Some((problem, jumps)) => (Some(problem), jumps),
                None => (None, text.into()),
            };
            Ok(Parsed {
                leaps: parse_jumps(board, &jumps)?,
                problem,
                ..Parsed::default()
            })
        }
    }
}

/// The line above solutions of a line each, and the beginning of that which says how many there
/// are.
pub const ONE_A_LINE: &str = "solutions, one a line:";
pub const LISTED: &str = "listed: ";

/// The problem's name, and the jumps, of what `solve` and `optimise` print; `None`
/// for other text.
fn printed(lines: &[&str]) -> Result<Option<(String, String)>, ParseError> {
    let first = lines.first().copied().unwrap_or_default();
    let Some((heading, _)) = first.split_once("): model ") else {
        return Ok(None);
    };
    let problem = heading.rsplit_once(" (").map_or(heading, |(name, _)| name);
    let verdict = lines.get(1).and_then(|line| line.split(':').next());
    if !matches!(verdict, Some("solved" | "optimum")) {
        return Err(ParseError::NoJumps(verdict.unwrap_or("missing").into()));
    }
    // The jumps stand at the end, after an empty line; other solutions may follow.
    let is_end = |line: &&str| line.starts_with("solution ") || line.starts_with(LISTED);
    let end = lines.iter().position(is_end);
    let end = end.map_or(lines.len(), |end| end - 1);
    let last = lines[..end]
        .iter()
        .rev()
        .take_while(|line| !line.is_empty());
    let last: Vec<&str> = last.copied().collect();
    if let Some(heading) = lines.iter().position(|&line| line == ONE_A_LINE) {
        let first = lines.get(heading + 1).copied().unwrap_or_default();
        return Ok(Some((problem.into(), first.into())));
    }
    Ok(Some((
        problem.into(),
        last.into_iter().rev().collect::<Vec<_>>().join("\n"),
    )))
}

/// Reads jumps as text.
fn parse_jumps(board: Option<&Board>, text: &str) -> Result<Vec<Leap>, ParseError> {
    let mut leaps = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("");
        let wrong = |word: &str| {
            let at = word.as_ptr() as usize - line.as_ptr() as usize;
            ParseError::Jump {
                line: index + 1,
                column: line[..at].chars().count() + 1,
                found: word.into(),
            }
        };
        // The first of two cells with a blank between them.
        let mut begun: Option<&str> = None;
        for word in line.split_whitespace().filter(|word| !is_number(word)) {
            let plain = plain(word);
            let is_cell =
                plain.starts_with(|c: char| c.is_ascii_alphabetic()) && !plain.contains('-');
            let chained = match begun.take() {
                Some(first) if is_cell => chain(board, &format!("{}-{plain}", self::plain(first))),
                Some(first) => return Err(wrong(first)),
                None if is_cell && parse_cell(&plain).is_some() => {
                    begun = Some(word);
                    continue;
                }
                None => chain(board, &plain),
            };
            leaps.extend(chained.ok_or_else(|| wrong(word))?);
        }
        if let Some(word) = begun {
            return Err(wrong(word));
        }
    }
    Ok(leaps)
}

/// Whether the word is the number of a move: `1.` or `1)`.
fn is_number(word: &str) -> bool {
    let number = word.strip_suffix(['.', ')']);
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
}

/// A word as we write it: `D2d4,` and `d2->d4` are `d2-d4`.
fn plain(word: &str) -> String {
    let word = word.trim_end_matches([',', ';', '.']).to_ascii_lowercase();
    let word = word.replace("->", "-").replace(['→', '–'], "-");
    let mut plain = String::new();
    for letter in word.chars() {
        if letter.is_ascii_lowercase() && plain.ends_with(|c: char| c.is_ascii_digit()) {
            plain.push('-');
        }
        plain.push(letter);
    }
    plain
}

/// A cell as a jump on this board names it.
fn cell(board: Option<&Board>, text: &str) -> Option<Cell> {
    let is_number = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    let Some(board) = board.filter(|_| is_number) else {
        return parse_cell(text);
    };
    if board.lattice() == Some(Lattice::Triangular) {
        let hole = text.parse::<usize>().ok()?.checked_sub(1)?;
        return board.cells().get(hole).copied();
    }
    match text.as_bytes() {
        [x @ b'1'..=b'9', y @ b'1'..=b'9'] => Some((i32::from(x - b'1'), i32::from(y - b'1'))),
        _ => None,
    }
}

/// The jumps of `3,1-3,3-5,3`, each landing with the hole leapt over or without: `0,0-2,0/1,0`.
fn chain(board: Option<&Board>, word: &str) -> Option<Vec<Leap>> {
    let cell = |text: &str| cell(board, text);
    let mut holes = word.split('-');
    let mut from = cell(holes.next()?)?;
    let mut leaps = Vec::new();
    for landing in holes {
        let (to, over) = match landing.split_once('/') {
            Some((to, over)) => (cell(to)?, Some(cell(over)?)),
            None => (cell(landing)?, None),
        };
        leaps.push(Leap { from, to, over });
        from = to;
    }
    (!leaps.is_empty()).then_some(leaps)
}
