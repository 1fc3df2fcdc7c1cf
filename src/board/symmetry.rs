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
