//! Boards by name.

use super::{Board, BoardError, Cell, Lattice, MAX_HOLES, lines};
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
    ("torusWxH", "the same, whose rows and columns go round"),
    (
        "pathN",
        "a graph of N holes, of which every path of three is a line; likewise cycleN, completeN, \
         starN (a centre and N leaves), bipartiteAxB and hypercubeN (2^N holes)",
    ),
    (
        "graph6:TEXT",
        "any graph, in the format of nauty's programs: graph6:D?{ is a star",
    ),
];

/// Why there is no board of a given name.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardNameError {
    /// The name is not one of [`NAMED_BOARDS`].
    #[error(
        "no board is called '{0}'; known are triangleN, squareN and rectWxH (with numbers for N, W, \
         H), graphs as pathN and graph6:TEXT, any shape as a picture in a .peg file, {shapes}",
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
    /// What follows `graph6:` is no graph.
    #[error("board '{name}': {message}")]
    Graph {
        /// The name as given.
        name: String,
        /// What is wrong with it.
        message: String,
    },
}

/// The board of this name.
///
/// # Errors
/// If the name is unknown, or its size is zero or above [`MAX_HOLES`].
pub fn named(name: &str) -> Result<Board, BoardNameError> {
    let wrong = |error| BoardNameError::Size {
        name: name.into(),
        error,
    };
    if let Some(text) = name.strip_prefix("graph6:") {
        let (n, edges) = lines::graph6(text).map_err(|message| BoardNameError::Graph {
            name: name.into(),
            message,
        })?;
        let board = lines::Shape::graph(n, &edges).and_then(|shape| shape.board());
        return Ok(board.map_err(wrong)?.called(name));
    }
    if let Some((form, sizes)) = form_and_sizes(name)
        && let Some(shape) = lines::shape(form, &sizes)
    {
        let board = shape.and_then(|shape| shape.board());
        return Ok(board.map_err(wrong)?.called(name));
    }
    let (lattice, cells) = match SHAPES.iter().find(|shape| shape.0 == name) {
        Some((_, widths)) => (Lattice::Square, rows(widths)),
        None => sized(name)?,
    };
    Board::new(lattice, cells).map_err(wrong)
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

/// The letters of a name, and the numbers that follow, with `x` between them.
fn form_and_sizes(name: &str) -> Option<(&str, Vec<usize>)> {
    let (form, sizes) = name.split_at(name.find(|c: char| c.is_ascii_digit())?);
    let number = |text: &str| match text.bytes().all(|byte| byte.is_ascii_digit()) {
        true if !text.is_empty() => Some(text.parse().unwrap_or(usize::MAX)), // if it is too large
        _ => None,
    };
    let sizes = sizes.split('x').map(number).collect::<Option<_>>()?;
    Some((form, sizes))
}

/// The cells of `triangleN`, `squareN` or `rectWxH`.
fn sized(name: &str) -> Result<(Lattice, Vec<Cell>), BoardNameError> {
    let unknown = || BoardNameError::Unknown(name.into());
    let (form, sizes) = form_and_sizes(name).ok_or_else(unknown)?;
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
    let (width, height) = match holes {
        0 => (0, 0),
        _ => (width as i32, height as i32),
    };
    let is_triangle = form == "triangle";
    let row = |y: i32| (0..if is_triangle { y + 1 } else { width }).map(move |x| (x, y));
    let lattice = match is_triangle {
        true => Lattice::Triangular,
        false => Lattice::Square,
    };
    Ok((lattice, (0..height).flat_map(row).collect()))
}

/// The name of a board's shape, or a description of it.
pub(super) fn name_of(board: &Board) -> String {
    let cells = board.cells();
    let width = cells.iter().map(|cell| cell.0 + 1).max().unwrap_or(0);
    let height = cells.iter().map(|cell| cell.1 + 1).max().unwrap_or(0);
    let triangle = height as usize * (height as usize + 1) / 2;
    let lattice = board.drawn_on();
    let is_square = lattice == Lattice::Square;
    let is_triangle = lattice == Lattice::Triangular;
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
        None => format!("{} holes, {lattice} lattice", cells.len()),
    }
}
