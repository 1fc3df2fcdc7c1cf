//! The problem file (`.peg`): a picture that a person can draw.
//!
//! ```text
//! # O peg   . empty   ? either   blank: no hole
//! lattice: square
//! start:
//!   O O O
//! O O . O O
//! goal:
//!   . . .
//! . . O . .
//! ```
//!
//! Below `lines:` each row has three holes that a peg may jump along, `2,0 3,0 4,0`; below `edges:`
//! two holes of a graph, each path of three of which is a line; both besides the lattice's lines,
//! or, with `lines: only`, in their place. Below `walls:` each row has two neighbours that no jump
//! passes between. `lattice:` is `square` (also if left out), `triangular`, or `diagonal`, which is drawn as
//! `square` and has jumps across the corners too; `goal: pegs N` in place of a picture asks for N pegs anywhere, `goal: dead-end N` for a position
//! without a possible jump and N pegs or more (none said: any number),
//! `goal: survivor X,Y at X,Y` for the peg that starts in the first hole (column, row)
//! to be the last one, in the second hole or, without `at`, anywhere; several such pegs stand one
//! after the other, or below each other. `goal: fewest pegs` asks for
//! an optimum, and `?` in the start for any one of those pegs to be taken away first: which
//! [`parse_asked`] alone reads. `#` begins a line of comment.
//! A blank line inside a picture is a row without holes. Pictures as others draw them are read too
//! ([`crate::board::foreign`]); a picture alone is asked for one last peg.

pub use super::drawn::is_comment;
use super::{
    Goal, Problem, Survivor,
    block::{Block, Wrong},
    drawn::{self, Alone},
    own_lines,
};
use crate::board::{Board, Cell, Hole, Lattice, Position, parse_cell, picture, picture::Mark};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

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
    /// It asks for an optimum.
    #[error(
        "{0}: 'goal: fewest pegs' asks for an optimum, which 'pegsat solve' and 'pegsat optimise \
         --fewest pegs' look for; elsewhere say how many, as 'goal: pegs 1'"
    )]
    Fewest(String),
    /// Its start is open.
    #[error(
        "{0}: '?' in the start, for 'take any one of these pegs away', is for 'pegsat solve' alone; \
         elsewhere say which, by '.'"
    )]
    Open(String),
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

impl FileError {
    /// The same of a text that begins at this line of a file.
    #[must_use]
    pub fn below(mut self, first: usize) -> Self {
        if let FileError::Syntax { line, .. } = &mut self {
            *line = (*line + first).saturating_sub(1);
        }
        self
    }
}

/// Reads a problem file.
///
/// # Errors
/// If the file cannot be read, is not UTF-8, or is no problem.
pub fn read(path: &Path) -> Result<Problem, FileError> {
    let name = path.display().to_string();
    read_asked(path)?.closed(&name)
}

/// Reads a problem file, with what no single problem says.
///
/// # Errors
/// As [`read`].
pub fn read_asked(path: &Path) -> Result<Read, FileError> {
    use std::io::Read as _;
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
    parse_asked(&path.display().to_string(), &text)
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

/// What lines of a problem file begin with, before a colon.
pub const KEYS: [&str; 6] = ["lattice", "lines", "edges", "walls", "start", "goal"];

/// What was read so far; every field at most once.
#[derive(Default)]
struct Parsed {
    lattice: Option<Lattice>,
    /// `lines`, `edges` and `walls`, and whether they say `only`.
    sections: Vec<(String, bool, Block)>,
    start: Option<Block>,
    goal: Option<(Asked, Block)>,
}

impl Parsed {
    /// What stands below this key.
    fn block(&mut self, key: &str) -> Option<&mut Block> {
        match key {
            "start" => self.start.as_mut(),
            "goal" => self.goal.as_mut().map(|(_, block)| block),
            _ => {
                let mut sections = self.sections.iter_mut();
                let section = sections.find(|section| section.0 == key);
                section.map(|(_, _, block)| block)
            }
        }
    }
}

impl From<Alone> for Parsed {
    fn from(
        Alone {
            lattice,
            start,
            goal,
        }: Alone,
    ) -> Self {
        let (asked, block) = match goal {
            Some(block) => (Asked::Picture, block),
            None => (Asked::Pegs(1), Block::at(start.key_line)),
        };
        Parsed {
            lattice,
            start: Some(start),
            goal: Some((asked, block)),
            ..Parsed::default()
        }
    }
}

/// What a goal asks for.
enum Asked {
    Picture,
    Pegs(usize),
    DeadEnd(usize),
    /// `survivor X,Y at X,Y`, once or more.
    Survivors(Vec<(Cell, Option<Cell>)>),
    /// `fewest pegs`
    FewestPegs,
}

impl Asked {
    /// Reads what follows `goal:`.
    fn parse(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        Some(match words[..] {
            [] => Asked::Picture,
            ["pegs", pegs] => Asked::Pegs(pegs.parse().ok()?),
            ["fewest", "pegs"] => Asked::FewestPegs,
            ["dead-end"] => Asked::DeadEnd(0),
            ["dead-end", pegs] => Asked::DeadEnd(pegs.parse().ok()?),
            ["survivor", ..] => Asked::Survivors(Self::survivors(&words)?),
            _ => return None,
        })
    }

    fn survivors(mut words: &[&str]) -> Option<Vec<(Cell, Option<Cell>)>> {
        let mut survivors = Vec::new();
        while let ["survivor", peg, rest @ ..] = words {
            let (at, rest) = match rest {
                ["at", at, rest @ ..] => (Some(parse_cell(at)?), rest),
                _ => (None, rest),
            };
            survivors.push((parse_cell(peg)?, at));
            words = rest;
        }
        words.is_empty().then_some(survivors)
    }
}

/// That the pegs of these cells are the last ones, each in the second cell if one is named.
fn surviving(
    board: &Board,
    start: &Position,
    cells: &[(Cell, Option<Cell>)],
) -> Result<Goal, String> {
    let hole = |(x, y): Cell| {
        let missing = || format!("the board has no hole at {x},{y}");
        board.hole_at((x, y)).ok_or_else(missing)
    };
    let mut survivors: Vec<Survivor> = Vec::new();
    for &((x, y), at) in cells {
        let (peg, at) = (hole((x, y))?, at.map(hole).transpose()?);
        if !start.has_peg(peg) {
            return Err(format!(
                "the start has no peg in {x},{y} that could survive"
            ));
        }
        let is_same = |other: &Survivor| other.peg == peg || at.is_some() && other.at == at;
        if survivors.iter().any(is_same) {
            return Err("two pegs that must survive have the same hole".into());
        }
        survivors.push(Survivor { peg, at });
    }
    Ok(Goal::all_surviving(board.n_holes(), survivors))
}

/// Reads a problem from text; `name` is what errors and the problem are called.
///
/// # Errors
/// At the first line that is not as the format has it.
pub fn parse(name: &str, text: &str) -> Result<Problem, FileError> {
    let read = parse_asked(name, text)?;
    read.closed(name)
}

impl Read {
    /// The problem, if it is one and no more.
    ///
    /// # Errors
    /// If an optimum is asked for, or the start is open.
    pub fn closed(self, name: &str) -> Result<Problem, FileError> {
        match (self.is_fewest, self.open.is_empty()) {
            (true, _) => Err(FileError::Fewest(name.into())),
            (_, false) => Err(FileError::Open(name.into())),
            _ => Ok(self.problem),
        }
    }
}

/// What a problem file asks.
#[derive(Debug, Clone)]
pub struct Read {
    /// The problem.
    pub problem: Problem,
    /// Whether as few pegs as possible are asked for; then the goal of the problem is one peg.
    pub is_fewest: bool,
    /// The pegs of the start, `?` in its picture, of which any one may be taken away at first.
    pub open: Vec<Hole>,
}

impl From<Problem> for Read {
    fn from(problem: Problem) -> Self {
        Read {
            problem,
            is_fewest: false,
            open: Vec::new(),
        }
    }
}

/// As [`parse`], with what no single problem says.
///
/// # Errors
/// As [`parse`].
pub fn parse_asked(name: &str, text: &str) -> Result<Read, FileError> {
    let syntax = |(line, column, message)| FileError::Syntax {
        name: name.into(),
        line,
        column,
        message,
    };
    let parsed = match drawn::alone(text).map_err(syntax)? {
        Some(alone) => alone.into(),
        None => parse_lines(text).map_err(syntax)?,
    };
    let is_fewest = matches!(parsed.goal, Some((Asked::FewestPegs, _)));
    let found = resolve(parsed, text.lines().count().max(1)).map_err(syntax)?;
    let (board, start, goal, open) = found;
    Ok(Read {
        problem: Problem::new(name, board, start, goal),
        is_fewest,
        open,
    })
}

/// Sorts the lines into keys and pictures.
fn parse_lines(text: &str) -> Result<Parsed, Wrong> {
    let mut parsed = Parsed::default();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text); // a byte-order mark
    let mut open = None;
    for (line, number) in text.lines().zip(1..) {
        let line = line.trim_end();
        if is_comment(line.trim_start()) {
            continue;
        }
        if let Some((key, value)) = line.split_once(':') {
            let has_rows = parse_key(&mut parsed, number, key, value.trim())?;
            open = has_rows.then_some(key);
        } else if let (Some("goal"), Some((goal, block))) = (open, &mut parsed.goal)
            && (line.trim_start().starts_with("survivor") || matches!(goal, Asked::Survivors(_)))
        {
            match (goal, Asked::parse(line)) {
                _ if line.is_empty() => {}
                (goal @ Asked::Picture, Some(more)) if block.text.trim().is_empty() => *goal = more,
                (Asked::Survivors(cells), Some(Asked::Survivors(more))) => cells.extend(more),
                _ => {
                    let expected = "expected 'survivor X,Y' or 'survivor X,Y at X,Y'";
                    return Err((number, 1, format!("'{}'; {expected}", line.trim())));
                }
            }
        } else if let Some(block) = open.and_then(|key| parsed.block(key)) {
            block.numbers.push(number);
            block.text.push_str(line);
            block.text.push('\n');
        } else if !line.is_empty() {
            return Err((number, 1, format!("expected {}", keys())));
        }
    }
    Ok(parsed)
}

/// The keys, as errors name them.
fn keys() -> String {
    let (last, others) = KEYS.split_last().unwrap_or((&"", &[]));
    format!("{}: or {last}:", others.join(":, "))
}

/// Takes in a line `key: value`; whether rows follow.
fn parse_key(parsed: &mut Parsed, number: usize, key: &str, value: &str) -> Result<bool, Wrong> {
    let at_value = |message: String| (number, key.len() + 2, message);
    let block = Block::at(number);
    let taken = match key {
        "lattice" => parsed.lattice.is_some(),
        "start" => parsed.start.is_some(),
        "goal" => parsed.goal.is_some(),
        _ if KEYS.contains(&key) => parsed.block(key).is_some(),
        _ => {
            let key: String = key.chars().take(40).flat_map(char::escape_debug).collect();
            return Err((number, 1, format!("'{key}:'; expected {}", keys())));
        }
    };
    if taken {
        return Err((number, 1, format!("a second '{key}:'; expected only one")));
    }
    match (key, value) {
        ("lattice", _) => parsed.lattice = Some(value.parse().map_err(at_value)?),
        ("start", "") => parsed.start = Some(block),
        ("start", _) => {
            return Err(at_value(format!(
                "'{value}'; expected the picture on the next line"
            )));
        }
        ("lines" | "edges", "" | "only") | ("walls", "") => {
            (parsed.sections).push((key.into(), value == "only", block));
            return Ok(true);
        }
        ("lines" | "edges" | "walls", _) => {
            let only = if key == "walls" { "" } else { "only, or " };
            return Err(at_value(format!(
                "'{value}'; expected {only}holes on the next lines"
            )));
        }
        _ => {
            let asked = Asked::parse(value).ok_or_else(|| {
                let words = "'pegs N', 'fewest pegs', 'dead-end N', 'survivor X,Y' or 'survivor X,Y at X,Y', or a \
                             picture on the next line";
                at_value(format!("'{value}'; expected {words}"))
            })?;
            let has_lines = matches!(asked, Asked::Survivors(_));
            parsed.goal = Some((asked, block));
            return Ok(has_lines || value.is_empty());
        }
    }
    Ok(value.is_empty())
}

/// Makes board, start and goal of what was read, and says which pegs are `?`.
fn resolve(parsed: Parsed, last_line: usize) -> Result<(Board, Position, Goal, Vec<Hole>), Wrong> {
    let missing = |key: &str| (last_line, 1, format!("the text ends without '{key}'"));
    let lattice = parsed.lattice.unwrap_or(Lattice::Square);
    let mut start_block = parsed.start.ok_or_else(|| missing("start:"))?;
    let mut goal = parsed.goal;
    let drawn = goal
        .as_mut()
        .filter(|(asked, _)| matches!(asked, Asked::Picture));
    drawn::translate(lattice, &mut start_block, drawn.map(|(_, block)| block))?;
    let (board, marks) = picture_of(&start_block, lattice)?;
    let board = own_lines::of(board, &parsed.sections)?;
    let open = (0..marks.len()).filter(|&hole| marks[hole] == Mark::Either);
    let open: Vec<Hole> = open.collect();
    let pegs = (0..marks.len()).filter(|&hole| marks[hole] != Mark::Empty);
    let start = Position::of(board.n_holes(), pegs);
    let (asked, block) = goal.ok_or_else(|| missing("goal:"))?;
    let in_words = |message: String| (block.key_line, 6, message);
    let goal = match asked {
        Asked::Pegs(pegs) | Asked::DeadEnd(pegs) if pegs > board.n_holes() => {
            let message = format!("{pegs} pegs, but the board has {} holes", board.n_holes());
            return Err(in_words(message));
        }
        Asked::Pegs(pegs) => Goal::anywhere(pegs),
        Asked::FewestPegs => Goal::anywhere(1),
        Asked::DeadEnd(pegs) => Goal::dead_end(pegs),
        Asked::Survivors(cells) => surviving(&board, &start, &cells).map_err(in_words)?,
        Asked::Picture => {
            let (goal_board, marks) = picture_of(&block, lattice)?;
            if goal_board.cells() != board.cells() {
                return Err(other_shape(&start_block, &block));
            }
            Goal::picture(marks)
        }
    };
    Ok((board, start, goal, open))
}

/// Where the goal's picture has other holes than the start's.
fn other_shape(start: &Block, goal: &Block) -> Wrong {
    let expected = "expected the same holes as in the start";
    let holes = |block: &Block| -> Vec<usize> {
        let count = |row: &str| row.chars().filter(|mark| !mark.is_whitespace()).count();
        let counts = block.text.lines().map(count);
        counts.skip_while(|&holes| holes == 0).collect()
    };
    let above = goal.text.lines().take_while(|row| row.trim().is_empty());
    let above = above.count();
    let (of_start, of_goal) = (holes(start), holes(goal));
    let rows = of_start.len().max(of_goal.len());
    let number = |rows: &[usize], row: usize| rows.get(row).copied().unwrap_or(0);
    let mut unlike = (0..rows).filter(|&row| number(&of_start, row) != number(&of_goal, row));
    match unlike.next() {
        Some(row) => {
            let (wanted, seen) = (number(&of_start, row), number(&of_goal, row));
            let message =
                format!("{seen} holes in a row that has {wanted} in the start; {expected}");
            (goal.line(above + row + 1), 1, message)
        }
        None => (
            goal.key_line,
            1,
            format!("holes in other places; {expected}"),
        ),
    }
}

/// Reads the picture in a block; errors get the file's line numbers.
fn picture_of(block: &Block, lattice: Lattice) -> Result<(Board, Vec<Mark>), Wrong> {
    if block.text.trim().is_empty() {
        let message = "no picture follows; expected rows of O and .".into();
        return Err((block.key_line, 1, message));
    }
    picture::parse_board(lattice, &block.text)
        .map_err(|error| (block.line(error.line), error.column, error.message))
}

/// Writes a problem as a file's text; [`parse`] reads it back.
pub fn write(problem: &Problem) -> String {
    write_open(problem, &[])
}

/// The same of a start that is [open](Read::open) at these holes.
pub fn write_open(problem: &Problem, open: &[Hole]) -> String {
    let board = problem.board();
    let start = picture::draw(board, |hole| {
        let is_open = open.contains(&hole);
        Mark::of((!is_open).then(|| problem.start().has_peg(hole))).symbol()
    });
    let mark = |hole| Mark::of(problem.goal().fixed(hole)).symbol();
    let goal = match problem.goal().words(board) {
        Some(words) => format!("goal: {words}\n"),
        None => format!("goal:\n{}", picture::draw(board, mark)),
    };
    format!("{}start:\n{start}{goal}", head(board))
}

/// What such a text says of the board besides its holes.
pub fn head(board: &Board) -> String {
    let (lattice, lines) = (board.drawn_on(), own_lines::written(board));
    format!("lattice: {lattice}\n{lines}")
}
