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
    let rows = |widths: &[i32]| {
        let middle = widths.iter().max().copied().unwrap_or(0);
        widths
            .iter()
            .zip(0..)
            .flat_map(|(&width, y)| (0..width).map(move |x| ((middle - width) / 2 + x, y)))
            .collect::<Vec<Cell>>()
    };
    let (lattice, cells) = match name {
        "english" => (Lattice::Square, rows(&[3, 3, 7, 7, 7, 3, 3])),
        "french" => (Lattice::Square, rows(&[3, 5, 7, 7, 7, 5, 3])),
        "wiegleb" => (Lattice::Square, rows(&[3, 3, 3, 9, 9, 9, 3, 3, 3])),
        "diamond" => (Lattice::Square, rows(&[1, 3, 5, 7, 9, 7, 5, 3, 1])),
        _ => sized(name)?,
    };
    Board::new(lattice, cells).map_err(|error| BoardNameError::Size {
        name: name.into(),
        error,
    })
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
    let has_cells_of = |lattice: Lattice, n_holes: usize, inside: fn(Cell) -> bool| {
        board.lattice() == lattice && cells.len() == n_holes && cells.iter().all(|&c| inside(c))
    };
    let area = width as usize * height as usize;
    let triangle = height as usize * (height as usize + 1) / 2;
    if has_cells_of(Lattice::Square, area, |_| true) {
        return if width == height {
            format!("square{width}")
        } else {
            format!("rect{width}x{height}")
        };
    }
    if has_cells_of(Lattice::Triangular, triangle, |(x, y)| x <= y) {
        return format!("triangle{height}");
    }
    if has_cells_of(Lattice::Square, 33, |(x, y)| {
        let (dx, dy) = ((x - 3).abs(), (y - 3).abs());
        dx.max(dy) <= 3 && dx.min(dy) <= 1
    }) {
        return "english".into();
    }
    if has_cells_of(Lattice::Square, 37, |(x, y)| {
        let (dx, dy) = ((x - 3).abs(), (y - 3).abs());
        dx.max(dy) <= 3 && dx + dy <= 4
    }) {
        return "french".into();
    }
    if has_cells_of(Lattice::Square, 45, |(x, y)| {
        let (dx, dy) = ((x - 4).abs(), (y - 4).abs());
        dx.max(dy) <= 4 && dx.min(dy) <= 1
    }) {
        return "wiegleb".into();
    }
    if has_cells_of(Lattice::Square, 41, |(x, y)| {
        (x - 4).abs() + (y - 4).abs() <= 4
    }) {
        return "diamond".into();
    }
    format!("{} holes, {} lattice", cells.len(), board.lattice())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_make_boards_and_boards_know_their_names() {
        let expected = [
            ("english", 33),
            ("french", 37),
            ("wiegleb", 45),
            ("diamond", 41),
            ("triangle5", 15),
            ("triangle2", 3),
            ("square9", 81),
            ("square1", 1),
            ("rect6x8", 48),
            ("rect1x5", 5),
        ];
        for (name, holes) in expected {
            let board = named(name).unwrap();
            assert_eq!((board.n_holes(), board.name()), (holes, name));
        }
    }

    #[test]
    fn wrong_names_and_sizes_are_errors() {
        for name in [
            "",
            "engish",
            "square",
            "square-3",
            "rect3",
            "rectx",
            "rect3x",
            "triangle+4",
        ] {
            assert!(
                matches!(named(name), Err(BoardNameError::Unknown(_))),
                "{name}"
            );
        }
        let sizes = [
            "square0",
            "rect0x99999999999999999999999",
            "square224",
            "triangle999999999999",
        ];
        for name in sizes {
            assert!(
                matches!(named(name), Err(BoardNameError::Size { .. })),
                "{name}"
            );
        }
    }
}
