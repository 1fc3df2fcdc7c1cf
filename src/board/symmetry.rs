//! The symmetries of a board, found from its shape.
//!
//! Every element of the lattice's point group is applied to all cells; it is a
//! symmetry if the image, moved back to the origin, is the same set of cells.

use super::{Cell, Hole, Lattice};
use std::collections::HashMap;

/// All symmetries as hole permutations, the identity first.
pub(super) fn of_shape(
    lattice: Lattice,
    cells: &[Cell],
    index: &HashMap<Cell, Hole>,
) -> Vec<Vec<Hole>> {
    let images: Vec<Vec<Cell>> = cells
        .iter()
        .map(|&cell| lattice.point_images(cell))
        .collect();
    let mut symmetries: Vec<Vec<Hole>> = Vec::new();
    for element in 0..images.first().map_or(0, Vec::len) {
        let image: Vec<Cell> = images.iter().map(|all| all[element]).collect();
        let left = image.iter().map(|cell| cell.0).min().unwrap_or(0);
        let top = image.iter().map(|cell| cell.1).min().unwrap_or(0);
        let place = |&(x, y): &Cell| index.get(&(x - left, y - top)).copied();
        let moved: Option<Vec<Hole>> = image.iter().map(place).collect();
        // On a thin board two elements may act alike: a row of holes has two symmetries.
        if let Some(symmetry) = moved
            && !symmetries.contains(&symmetry)
        {
            symmetries.push(symmetry);
        }
    }
    symmetries
}

#[cfg(test)]
mod tests {
    use crate::board::named;

    #[test]
    fn symmetries_follow_from_the_shape() {
        let expected = [
            ("english", 8),
            ("french", 8),
            ("wiegleb", 8),
            ("diamond", 8),
            ("triangle5", 6),
            ("square4", 8),
            ("rect3x5", 4),
            ("rect1x5", 2),
            ("square1", 1),
        ];
        for (name, count) in expected {
            assert_eq!(named(name).unwrap().symmetries().len(), count, "{name}");
        }
    }

    #[test]
    fn symmetries_form_a_group() {
        for name in ["english", "triangle4", "rect2x3"] {
            let board = named(name).unwrap();
            let all = board.symmetries();
            assert!(all[0].iter().copied().eq(0..board.n_holes()));
            for a in all {
                for b in all {
                    let product: Vec<_> = a.iter().map(|&hole| b[hole]).collect();
                    assert!(all.contains(&product));
                }
            }
        }
    }

    #[test]
    fn a_hexagon_has_twelve_symmetries() {
        let text = "  O O O\n O O O O\nO O O O O\n O O O O\n  O O O\n";
        let (board, _) =
            crate::board::picture::parse_board(crate::board::Lattice::Triangular, text).unwrap();
        assert_eq!(board.symmetries().len(), 12);
    }
}
