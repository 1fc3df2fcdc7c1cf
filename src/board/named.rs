//! Boards by name.

use super::{Board, BoardError, Cell, Lattice, MAX_HOLES};
use crate::nearest::listed;

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
        "no board is called '{0}'; known are triangleN, squareN and rectWxH (with numbers for N, W, \
         H), any shape as a picture in a .peg file, {shapes}",
        shapes = listed(.0, &SHAPES.map(|shape| shape.0))
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
    let (form, sizes) = name.split_at(
        name.find(|c: char| c.is_ascii_digit())
            .ok_or_else(unknown)?,
    );
    let number = |text: &str| match text.bytes().all(|byte| byte.is_ascii_digit()) {
        true if !text.is_empty() => Ok(text.parse().unwrap_or(usize::MAX)), // if it is too large
        _ => Err(unknown()),
    };
    let sizes: Vec<usize> = sizes.split('x').map(number).collect::<Result<_, _>>()?;
    let (width, height, holes) = match (form, &sizes[..]) {
        ("triangle", &[n]) => (n, n, n.saturating_mul(n.saturating_add(1)) / 2),
        ("square", &[n]) => (n, n, n.saturating_mul(n)),
        ("rect", &[width, height]) => (width, height, width.saturating_mul(height)),
        _ => return Err(unknown()),
    };
    if holes > MAX_HOLES {
        let (name, error) = (name.into(), BoardError::TooManyHoles(holes));
        return Err(BoardNameError::Size { name, error });
    }
    // One side may still be huge if the other is 0: then there is no cell at all.
    let (width, height) = if holes == 0 {
        (0, 0)
    } else {
        (width as i32, height as i32)
    };
    let is_triangle = form == "triangle";
    let row = |y: i32| (0..if is_triangle { y + 1 } else { width }).map(move |x| (x, y));
    let lattice = if is_triangle {
        Lattice::Triangular
    } else {
        Lattice::Square
    };
    Ok((lattice, (0..height).flat_map(row).collect()))
}

/// The name of a board's shape, or a description of it.
pub(super) fn name_of(board: &Board) -> String {
    let cells = board.cells();
    let width = cells.iter().map(|cell| cell.0 + 1).max().unwrap_or(0);
    let height = cells.iter().map(|cell| cell.1 + 1).max().unwrap_or(0);
    let triangle = height as usize * (height as usize + 1) / 2;
    let is_square = board.lattice() == Lattice::Square;
    let is_triangle = board.lattice() == Lattice::Triangular;
    let mut shapes = SHAPES.iter().filter(|_| is_square);
    match shapes.find(|shape| rows(shape.1) == cells) {
        Some((name, _)) => name.to_string(),
        None if is_square && cells.len() == width as usize * height as usize => {
            match width == height {
                true => format!("square{width}"),
                false => format!("rect{width}x{height}"),
            }
        }
        None if is_triangle && cells.len() == triangle && cells.iter().all(|(x, y)| x <= y) => {
            format!("triangle{height}")
        }
        None => format!("{} holes, {} lattice", cells.len(), board.lattice()),
    }
}
