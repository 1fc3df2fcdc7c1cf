//! Pictures of boards and positions in characters.
//!
//! `O` is a peg, `.` an empty hole, `?` either (goals only), a blank no hole.
//! A cell is two characters wide. Holes stand in every other column; on the
//! triangular lattice each row is indented by half a cell more or less than its
//! neighbours:
//!
//! ```text
//!   O O O          O
//! O O . O O       . O
//!   O O O        O O O
//! ```

use super::{Board, BoardError, Cell, Lattice, Position};

/// The most lines or columns of characters that a picture may have.
const MAX_EXTENT: usize = 2 * super::MAX_HOLES;

/// What a picture shows in a hole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mark {
    /// `O`: a peg.
    Peg,
    /// `.`: no peg.
    Empty,
    /// `?`: either, in goals only.
    Either,
}

impl Mark {
    /// The mark of a peg, of no peg, or of either.
    pub fn of(peg: Option<bool>) -> Self {
        match peg {
            Some(true) => Mark::Peg,
            Some(false) => Mark::Empty,
            None => Mark::Either,
        }
    }

    /// The mark's character.
    pub fn symbol(self) -> char {
        match self {
            Mark::Peg => 'O',
            Mark::Empty => '.',
            Mark::Either => '?',
        }
    }
}

/// Why a text is no picture of a board. Lines and columns count from 1, within
/// the picture.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("{message}")]
pub struct PictureError {
    /// The line of the picture.
    pub line: usize,
    /// The character in that line.
    pub column: usize,
    /// What is wrong there and what was expected.
    pub message: String,
}

/// Reads a picture: the board, and the mark in each of its holes.
///
/// # Errors
/// At the first character that is no mark, the first hole that is off the
/// lattice, or if the holes make no board.
pub fn parse_board(lattice: Lattice, text: &str) -> Result<(Board, Vec<Mark>), PictureError> {
    let mut marks: Vec<(Cell, Mark)> = Vec::new();
    let mut parity = None;
    for (row, line) in text.lines().enumerate() {
        for (column, symbol) in line.chars().enumerate() {
            let error = |message: String| PictureError {
                line: row + 1,
                column: column + 1,
                message,
            };
            let mark = match symbol {
                'O' => Mark::Peg,
                '.' => Mark::Empty,
                '?' => Mark::Either,
                ' ' => continue,
                _ => {
                    return Err(error(format!(
                        "found {symbol:?}; expected the letter O (peg), . (empty), a blank (no \
                         hole) or ? (either)"
                    )));
                }
            };
            if column.max(row) >= MAX_EXTENT {
                return Err(error(format!("beyond {MAX_EXTENT} lines or columns")));
            }
            if marks.len() == super::MAX_HOLES {
                return Err(error(BoardError::TooManyHoles(marks.len() + 1).to_string()));
            }
            let (x, y) = (column as i32, row as i32);
            let lean = lattice.lean() * y;
            let offset = (x + lean) % 2;
            if *parity.get_or_insert(offset) != offset {
                return Err(error(match lattice {
                    Lattice::Square | Lattice::Diagonal => {
                        "a hole between the columns; a cell is two characters \
                        wide: expected holes in every other column of all rows"
                            .into()
                    }
                    Lattice::Triangular => "a hole off the lattice; expected each row indented \
                        by half a cell (one character) more or less than the row above"
                        .into(),
                }));
            }
            marks.push((((x + lean - offset) / 2, y), mark));
        }
    }
    let board =
        Board::new(lattice, marks.iter().map(|&(cell, _)| cell)).map_err(|error| PictureError {
            line: text.lines().count().max(1),
            column: 1,
            message: error.to_string(),
        })?;
    marks.sort_by_key(|&((x, y), _)| (y, x));
    Ok((board, marks.into_iter().map(|(_, mark)| mark).collect()))
}

/// Reads the picture of a position on this board. Blanks may be missing where each
/// row has as many marks as the board has holes.
///
/// # Errors
/// As [`parse_board`]; if it shows another board, or has a `?`.
pub fn parse_position(board: &Board, text: &str) -> Result<Position, PictureError> {
    let error = |message: String| PictureError {
        line: 1,
        column: 1,
        message,
    };
    let (other, marks) = parse_board(board.drawn_on(), &in_place(text, board))?;
    if other.cells() != board.cells() {
        let (seen, name, holes) = (other.n_holes(), board.name(), board.n_holes());
        return Err(error(format!(
            "the picture has {seen} holes; expected the {holes} of {name} in their places"
        )));
    }
    if marks.contains(&Mark::Either) {
        return Err(error("'?' is for goals; expected O or .".into()));
    }
    let pegs = (0..marks.len()).filter(|&hole| marks[hole] == Mark::Peg);
    Ok(Position::of(marks.len(), pegs))
}

/// Rows of marks, each put where the board has it.
fn in_place(rows: &str, board: &Board) -> String {
    let full = draw_position(board, &board.full());
    let marks = |row: &str| row.chars().filter(|mark| !mark.is_whitespace()).count();
    if !full.lines().map(marks).eq(rows.lines().map(marks)) {
        return rows.into(); // it will be said what is wrong
    }
    let mut marks = rows.chars().filter(|mark| !mark.is_whitespace());
    let put = |place: char| match place.is_whitespace() {
        true => place,
        false => marks.next().unwrap_or(place),
    };
    full.chars().map(put).collect()
}

/// Where each hole stands in the picture, as (column, line), 0-based.
pub fn places(board: &Board) -> Vec<(usize, usize)> {
    let lean = board.drawn_on().lean();
    let column = |&(x, y): &Cell| 2 * x - lean * y;
    let left = board.cells().iter().map(column).min().unwrap_or(0);
    let place = |cell: &Cell| ((column(cell) - left) as usize, cell.1 as usize);
    board.cells().iter().map(place).collect()
}

/// Where each hole is drawn where there is room for more than characters, in columns of half a cell
/// and lines as [`places`] has them; on a circle where the board has lines of its own that a row of
/// holes does not show.
pub fn layout(board: &Board) -> Vec<(f64, f64)> {
    let is_a_row = board.cells().iter().all(|cell| cell.1 == 0);
    let follows = |line: &[usize; 3]| line[1] == line[0] + 1 && line[2] == line[1] + 1;
    let lines = board.own_lines().unwrap_or_default();
    if !is_a_row || lines.iter().all(follows) {
        let places = places(board).into_iter();
        return places
            .map(|(column, line)| (column as f64, line as f64))
            .collect();
    }
    let n = board.n_holes() as f64;
    let radius = (n / std::f64::consts::TAU * 1.2).max(1.0);
    let place = |hole: usize| {
        let (sine, cosine) = (hole as f64 / n * std::f64::consts::TAU).sin_cos();
        let (x, y) = (radius * (1.0 + sine), radius * (1.0 - cosine));
        ((200.0 * x).round() / 100.0, (100.0 * y).round() / 100.0)
    };
    (0..board.n_holes()).map(place).collect()
}

/// Draws a picture, one line a row, no blanks at line ends.
pub fn draw(board: &Board, symbol: impl Fn(usize) -> char) -> String {
    let mut rows: Vec<String> = Vec::new();
    for (hole, (column, line)) in places(board).into_iter().enumerate() {
        rows.resize(rows.len().max(line + 1), String::new());
        let row = &mut rows[line];
        let missing = column - row.len().min(column);
        row.extend(std::iter::repeat_n(' ', missing));
        row.push(symbol(hole));
    }
    rows.iter().map(|row| format!("{row}\n")).collect()
}

/// Draws a position.
pub fn draw_position(board: &Board, position: &Position) -> String {
    draw(board, |hole| if position.has_peg(hole) { 'O' } else { '.' })
}
