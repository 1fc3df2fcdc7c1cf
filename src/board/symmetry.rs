//! The symmetries of a board, found from its shape, or from lines of its own.
//!
//! Every element of the lattice's point group is applied to all cells; it is a
//! symmetry if the image, moved back to the origin, is the same set of cells.

use super::{Cell, Hole, Jump, Lattice};
use std::collections::{HashMap, HashSet};

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

/// The most symmetries that are used of a board with lines of its own; of one that has more, a
/// group of those that leave some holes where they are.
const MOST: usize = 1000;

/// The most holes of such a board whose symmetries are looked for, and the most comparisons.
const MOST_HOLES: usize = 200;
const MOST_WORK: usize = 5_000_000;

/// Symmetries that take jumps to jumps, a group of them, the identity first: all, if there are no
/// more than [`MOST`] and they are found with little work; and whether there may be others.
pub(super) fn of_lines(n_holes: usize, jumps: &[Jump]) -> (Vec<Vec<Hole>>, bool) {
    let mut group = vec![(0..n_holes).collect()];
    if n_holes > MOST_HOLES || jumps.len() > MOST_WORK / 100 {
        return (group, true);
    }
    let mut search = Search::new(n_holes, jumps);
    // With fewer and fewer holes that stay where they are.
    for fixed in (0..n_holes).rev() {
        search.found.clear();
        search.image.fill(None);
        if search.extend(0, fixed).is_none() {
            return (group, true);
        }
        group = std::mem::take(&mut search.found);
    }
    (group, false)
}

/// A search for permutations of the holes that take jumps to jumps.
struct Search<'a> {
    jumps: &'a [Jump],
    all: HashSet<[Hole; 3]>,
    /// The jumps that touch each hole.
    touching: Vec<Vec<usize>>,
    /// Holes that a symmetry may exchange have the same colour.
    colours: Vec<usize>,
    /// The order in which holes get an image.
    order: Vec<Hole>,
    image: Vec<Option<Hole>>,
    is_taken: Vec<bool>,
    work: usize,
    found: Vec<Vec<Hole>>,
}

impl<'a> Search<'a> {
    fn new(n_holes: usize, jumps: &'a [Jump]) -> Self {
        let mut touching = vec![Vec::new(); n_holes];
        for (number, jump) in jumps.iter().enumerate() {
            jump.holes()
                .iter()
                .for_each(|&hole| touching[hole].push(number));
        }
        let colours = colours(n_holes, jumps, &touching);
        // Each hole beside one before it, so that a wrong image is soon seen.
        let mut order: Vec<Hole> = Vec::with_capacity(n_holes);
        let mut is_in = vec![false; n_holes];
        for first in 0..n_holes {
            let mut next = order.len();
            if !std::mem::replace(&mut is_in[first], true) {
                order.push(first);
            }
            while let Some(&hole) = order.get(next) {
                next += 1;
                for other in touching[hole]
                    .iter()
                    .flat_map(|&number| jumps[number].holes())
                {
                    if !std::mem::replace(&mut is_in[other], true) {
                        order.push(other);
                    }
                }
            }
        }
        Search {
            jumps,
            all: jumps.iter().map(Jump::holes).collect(),
            touching,
            colours,
            order,
            image: vec![None; n_holes],
            is_taken: vec![false; n_holes],
            work: 0,
            found: Vec::new(),
        }
    }

    /// Every way to go on from the image of the holes before this place; the first `fixed` of them
    /// stay. `None` where there are too many, or it takes too long.
    fn extend(&mut self, place: usize, fixed: usize) -> Option<()> {
        let Some(&hole) = self.order.get(place) else {
            let image = self.image.iter().flatten().copied().collect();
            self.found.push(image);
            return (self.found.len() <= MOST).then_some(());
        };
        // The hole itself first, so that the identity is.
        let others = (0..self.order.len()).filter(|&other| other != hole && place >= fixed);
        for other in std::iter::once(hole).chain(others) {
            if self.is_taken[other] || self.colours[hole] != self.colours[other] {
                continue;
            }
            self.image[hole] = Some(other);
            if self.keeps_jumps(hole)? {
                self.is_taken[other] = true;
                let more = self.extend(place + 1, fixed);
                self.is_taken[other] = false;
                more?;
            }
            self.image[hole] = None;
        }
        Some(())
    }

    /// Whether the jumps at this hole whose other holes have images, too, are taken to jumps.
    fn keeps_jumps(&mut self, hole: Hole) -> Option<bool> {
        self.work += self.touching[hole].len() + 1;
        let mut jumps = self.touching[hole].iter().map(|&number| self.jumps[number]);
        let is_kept = |jump: Jump| match jump.holes().map(|hole| self.image[hole]) {
            [Some(from), Some(over), Some(to)] => self.all.contains(&[from, over, to]),
            _ => true,
        };
        (self.work <= MOST_WORK).then(|| jumps.all(is_kept))
    }
}

/// Colours that symmetries keep: by the colours of what is left, leapt over and landed in with a
/// hole, again and again.
fn colours(n_holes: usize, jumps: &[Jump], touching: &[Vec<usize>]) -> Vec<usize> {
    let mut colours = vec![0; n_holes];
    let mut count = 1;
    loop {
        let signature = |hole: Hole| {
            let of = |&number: &usize| {
                let holes = jumps[number].holes();
                let role = holes.iter().position(|&other| other == hole);
                (role, holes.map(|other| colours[other]))
            };
            let mut jumps: Vec<_> = touching[hole].iter().map(of).collect();
            jumps.sort_unstable();
            (colours[hole], jumps)
        };
        let signatures: Vec<_> = (0..n_holes).map(signature).collect();
        let mut different: Vec<_> = signatures.iter().collect();
        different.sort_unstable();
        different.dedup();
        if different.len() == count {
            return colours;
        }
        count = different.len();
        let rank = |one| different.partition_point(|other| *other < one);
        colours = signatures.iter().map(rank).collect();
    }
}
