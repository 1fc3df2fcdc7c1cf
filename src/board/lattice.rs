//! The lattices: their directions and their point groups.

use super::Cell;
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// How holes lie beside each other.
///
/// On the triangular lattice `x` counts along a row and rows lean by half a
/// cell, so that `(x, y)` neighbours `(x, y+1)` and `(x+1, y+1)` below it; a
/// triangle of side n is `0 <= x <= y < n`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lattice {
    /// Rows and columns, four directions.
    Square,
    /// Rows indented by half a cell, six directions.
    Triangular,
    /// Rows and columns, and jumps across the corners too: eight directions.
    Diagonal,
}

impl Lattice {
    /// All of them.
    const ALL: [Lattice; 3] = [Lattice::Square, Lattice::Triangular, Lattice::Diagonal];

    /// The steps to a hole's neighbours, clockwise from north (N, E, S, W; on
    /// the triangular lattice NE, E, SE, SW, W, NW).
    pub fn directions(self) -> &'static [Cell] {
        match self {
            Lattice::Square => &[(0, -1), (1, 0), (0, 1), (-1, 0)],
            Lattice::Triangular => &[(0, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1)],
            Lattice::Diagonal => &[
                (0, -1),
                (1, -1),
                (1, 0),
                (1, 1),
                (0, 1),
                (-1, 1),
                (-1, 0),
                (-1, -1),
            ],
        }
    }

    /// By how many half cells each row is drawn to the left of the row above.
    pub(super) fn lean(self) -> i32 {
        i32::from(self == Lattice::Triangular)
    }

    /// The image of `cell` under each element of the point group (8 or 12),
    /// the identity first.
    pub(super) fn point_images(self, cell: Cell) -> Vec<Cell> {
        let (order, turn): (usize, fn(Cell) -> Cell) = match self {
            Lattice::Square | Lattice::Diagonal => (4, |(x, y)| (-y, x)),
            Lattice::Triangular => (6, |(x, y)| (x - y, x)),
        };
        let (x, y) = cell;
        let mut images = Vec::with_capacity(2 * order);
        for mut image in [(x, y), (y, x)] {
            for _ in 0..order {
                images.push(image);
                image = turn(image);
            }
        }
        images
    }
}

impl fmt::Display for Lattice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl FromStr for Lattice {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let known = Lattice::ALL.into_iter();
        let mut asked = known.filter(|lattice| lattice.to_string() == word);
        asked
            .next()
            .ok_or_else(|| format!("lattice '{word}'; expected square, triangular or diagonal"))
    }
}

/// The cells moved to the origin, in order row by row, without repeats.
pub(super) fn normalise(cells: impl IntoIterator<Item = Cell>) -> Vec<Cell> {
    let mut cells: Vec<Cell> = cells.into_iter().collect();
    let left = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let top = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    cells
        .iter_mut()
        .for_each(|cell| *cell = (cell.0 - left, cell.1 - top));
    cells.sort_unstable_by_key(|&(x, y)| (y, x));
    cells.dedup();
    cells
}
