//! Boards by name.

use super::{Board, BoardError, Cell, Lattice, MAX_HOLES};

/// The names that [`named`] knows, with a line on each; `N`, `W` and `H` stand
/// for numbers.
pub const NAMED_BOARDS: &[(&str, &str)] = &[
    (
        "english",
        "33 holes, a cross of 3×3 squares; jumps numbered as in the paper's Table 1",
    ),
    (
        "french",
        "37 holes, the English board with four more in its corners",
    ),
    (
        "wiegleb",
        "45 holes, the English board with arms three long",
    ),
    ("diamond", "41 holes, a square on its corner"),
    (
        "triangleN",
        "triangle of side N, for example triangle5 with 15 holes",
    ),
    (
        "squareN",
        "square of side N, for example square6 with 36 holes",
    ),
    (
        "rectWxH",
        "W columns and H rows, for example rect6x8 with 48 holes",
    ),
];

/// Why there is no board of a given name.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardNameError {
    /// The name is not one of [`NAMED_BOARDS`].
    #[error(
        "no board is called '{0}'; known are english, french, wiegleb, diamond, triangleN, \
         squareN and rectWxH (with numbers for N, W, H), and any shape as a picture in a .peg file"
    )]
    Unknown(String),
    /// The size in the name makes no board.
    #[error("board '{name}': {error}")]
    Size {
        /// The name as given.
        name: String,
        /// What is wrong with its size.
        error: BoardError,
    },
}

/// The board of this name.
///
/// # Errors
/// If the name is unknown, or its size is zero or above [`MAX_HOLES`].
pub fn named(name: &str) -> Result<Board, BoardNameError> {
    let (lattice, cells) = match SHAPES.iter().find(|shape| shape.0 == name) {
        Some((_, widths)) => (Lattice::Square, rows(widths)),
        None => sized(name)?,
    };
    Board::new(lattice, cells).map_err(|error| BoardNameError::Size {
        name: name.into(),
        error,
    })
}

/// The boards that are no triangle and no rectangle: how wide their rows are, each in the middle.
const SHAPES: [(&str, &[i32]); 4] = [
    ("english", &[3, 3, 7, 7, 7, 3, 3]),
    ("french", &[3, 5, 7, 7, 7, 5, 3]),
    ("wiegleb", &[3, 3, 3, 9, 9, 9, 3, 3, 3]),
    ("diamond", &[1, 3, 5, 7, 9, 7, 5, 3, 1]),
];

/// The cells of such a board, row by row.
fn rows(widths: &[i32]) -> Vec<Cell> {
    let middle = widths.iter().max().copied().unwrap_or(0);
    let row = |(y, &width): (i32, &i32)| {
        let left = (middle - width) / 2;
        (left..left + width).map(move |x| (x, y))
    };
    (0..).zip(widths).flat_map(row).collect()
}

/// The cells of `triangleN`, `squareN` or `rectWxH`.
fn sized(name: &str) -> Result<(Lattice, Vec<Cell>), BoardNameError> {
    let unknown = || BoardNameError::Unknown(name.into());
    let number = |text: &str| -> Result<usize, BoardNameError> {
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(unknown());
        }
        Ok(text.parse().unwrap_or(usize::MAX)) // only overflow is left: far too large below
    };
    let too_large = |holes: usize| BoardNameError::Size {
        name: name.into(),
        error: BoardError::TooManyHoles(holes),
    };
    if let Some(side) = name.strip_prefix("triangle") {
        let side = number(side)?;
        let holes = side.saturating_mul(side.saturating_add(1)) / 2;
        if holes > MAX_HOLES {
            return Err(too_large(holes));
        }
        let side = side as i32;
        let cells = (0..side)
            .flat_map(|y| (0..=y).map(move |x| (x, y)))
            .collect();
        return Ok((Lattice::Triangular, cells));
    }
    let (width, height) = if let Some(side) = name.strip_prefix("square") {
        (number(side)?, number(side)?)
    } else {
        let sides = name
            .strip_prefix("rect")
            .and_then(|rest| rest.split_once('x'));
        let (width, height) = sides.ok_or_else(unknown)?;
        (number(width)?, number(height)?)
    };
    let holes = width.saturating_mul(height);
    if holes > MAX_HOLES {
        return Err(too_large(holes));
    }
    // One side may still be huge if the other is 0: then there is no cell at all.
    let (width, height) = if holes == 0 {
        (0, 0)
    } else {
        (width as i32, height as i32)
    };
    let cells = (0..height)
        .flat_map(|y| (0..width).map(move |x| (x, y)))
        .collect();
    Ok((Lattice::Square, cells))
}

/// The name of a board's shape, or a description of it.
pub(super) fn name_of(board: &Board) -> String {
    let cells = board.cells();
    let width = cells.iter().map(|cell| cell.0 + 1).max().unwrap_or(0);
    let height = cells.iter().map(|cell| cell.1 + 1).max().unwrap_or(0);
    let triangle = height as usize * (height as usize + 1) / 2;
    let is_square = board.lattice() == Lattice::Square;
    let mut shapes = SHAPES.iter().filter(|_| is_square);
    match shapes.find(|shape| rows(shape.1) == cells) {
        Some((name, _)) => name.to_string(),
        None if is_square && cells.len() == width as usize * height as usize => {
            match width == height {
                true => format!("square{width}"),
                false => format!("rect{width}x{height}"),
            }
        }
        None if !is_square && cells.len() == triangle && cells.iter().all(|(x, y)| x <= y) => {
            format!("triangle{height}")
        }
        None => format!("{} holes, {} lattice", cells.len(), board.lattice()),
    }
}
