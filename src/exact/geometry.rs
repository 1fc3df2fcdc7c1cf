//! The board as masks, and its symmetries as tables.
//!
//! A jump changes the same three holes as the jump back: it is the exclusive or
//! with a *line*. So whether a line can be jumped, and which way, is one
//! comparison of the three holes with two patterns; and as symmetries are linear
//! over exclusive or, the images of a successor are those of the position, each
//! changed by the image of the line. No table is looked at for a successor.

use super::bits::Bits;
use crate::board::{Board, Hole, Position};

/// Three holes in a line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<B, const S: usize> {
    mask: B,
    /// Which pegs of the line each of its jumps needs.
    before: [B; 2],
    /// Which are left after it.
    after: [B; 2],
    /// The jumps' numbers.
    jumps: [usize; 2],
    /// The mask under every symmetry.
    images: [B; S],
}

/// Which way jumps are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    /// As the rules have it.
    Forward,
    /// Taken back.
    Backward,
}

/// A board of as many holes as B has bits, or fewer, with a group of symmetries, at
/// most S of them; repeated to make S.
#[derive(Debug)]
pub(super) struct Geometry<B, const S: usize> {
    lines: Vec<Line<B, S>>,
    /// `tables[k][byte]`: the images of the pegs of byte k.
    tables: Vec<Vec<[B; S]>>,
    /// Symmetry number i moves hole h to `symmetries[i][h]`.
    pub(super) symmetries: Vec<Vec<Hole>>,
    /// The size of the group.
    n_symmetries: usize,
}

impl<B: Bits, const S: usize> Geometry<B, S> {
    pub(super) fn new(board: &Board, group: &[&[Hole]]) -> Self {
        let symmetries: Vec<Vec<Hole>> = (0..S)
            .map(|index| group[index % group.len()].to_vec())
            .collect();
        let image = |pegs: &[Hole]| -> [B; S] {
            std::array::from_fn(|index| B::holes(pegs.iter().map(|&peg| symmetries[index][peg])))
        };
        let jumps = board.jumps();
        let mut lines = Vec::with_capacity(jumps.len() / 2);
        for (number, jump) in jumps.iter().enumerate() {
            let back = board.jump_between(jump.to, jump.from);
            let back = back.expect("a line can be jumped both ways");
            if number < back {
                let [from, over, to] = jump.holes().map(B::hole);
                lines.push(Line {
                    mask: from | over | to,
                    before: [from | over, over | to],
                    after: [to, from],
                    jumps: [number, back],
                    images: image(&jump.holes()),
                });
            }
        }
        let n = board.n_holes();
        let tables = (0..n.div_ceil(8)).map(|k| {
            let pegs = |byte: usize| -> Vec<Hole> {
                let holes =
                    (8 * k..n.min(8 * k + 8)).filter(|hole| byte >> (hole - 8 * k) & 1 == 1);
                holes.collect()
            };
            (0..256).map(|byte| image(&pegs(byte))).collect()
        });
        Geometry {
            lines,
            tables: tables.collect(),
            n_symmetries: group.len(),
            symmetries,
        }
    }

    /// The position as an integer.
    pub(super) fn bits(position: &Position) -> B {
        B::holes(position.pegs())
    }

    /// And back.
    pub(super) fn position(n_holes: usize, bits: B) -> Position {
        let mut position = Position::empty(n_holes);
        let pegs = (0..n_holes).filter(|&hole| bits.has(hole));
        pegs.for_each(|hole| position.put(hole));
        position
    }

    /// The position under every symmetry.
    pub(super) fn images(&self, position: B) -> [B; S] {
        let mut images = [B::default(); S];
        for (k, table) in self.tables.iter().enumerate() {
            let row = &table[byte(position, k)];
            for (image, &part) in images.iter_mut().zip(row) {
                *image = *image | part;
            }
        }
        images
    }

    /// The least image, which stands for all of them.
    pub(super) fn canonical(&self, position: B) -> B {
        least(&self.images(position))
    }

    /// The least image, and the number of a symmetry that leads to it.
    pub(super) fn canonical_by(&self, position: B) -> (B, usize) {
        let images = self.images(position);
        let least = least(&images);
        let by = images.iter().position(|&image| image == least);
        (least, by.unwrap_or(0))
    }

    /// How many positions are images of this one.
    pub(super) fn orbit(&self, images: &[B; S], position: B) -> u64 {
        let alike = images[..self.n_symmetries].iter();
        let fixing = alike.filter(|&&image| image == position).count();
        (self.n_symmetries / fixing.max(1)) as u64
    }

    /// Calls `found` with the canonical form of every position one jump on, or
    /// back; repeats included. Returns how many there are.
    pub(super) fn neighbours(
        &self,
        position: B,
        images: &[B; S],
        direction: Direction,
        mut found: impl FnMut(B),
    ) -> usize {
        let mut count = 0;
        // First which lines, then what follows: two loops without surprises.
        for lines in self.lines.chunks(64) {
            let mut possible = 0u64;
            for (index, line) in lines.iter().enumerate() {
                let patterns = match direction {
                    Direction::Forward => &line.before,
                    Direction::Backward => &line.after,
                };
                let pegs = position & line.mask;
                let fits = (pegs == patterns[0]) | (pegs == patterns[1]);
                possible |= u64::from(fits) << index;
            }
            count += possible.count_ones() as usize;
            while possible != 0 {
                let line = &lines[possible.trailing_zeros() as usize];
                possible &= possible - 1;
                found(least(&std::array::from_fn::<B, S, _>(|index| {
                    images[index] ^ line.images[index]
                })));
            }
        }
        count
    }

    /// The first line from number `from` on that can be jumped, the jump's number,
    /// and the position after it.
    pub(super) fn jump_from(&self, position: B, from: usize) -> Option<(usize, usize, B)> {
        let lines = self.lines[from..].iter().enumerate();
        lines.into_iter().find_map(|(offset, line)| {
            let pegs = position & line.mask;
            let way = line.before.iter().position(|&before| pegs == before)?;
            Some((from + offset, line.jumps[way], position ^ line.mask))
        })
    }

    /// The jumps that can be made, by number, and what the position is after
    /// each.
    pub(super) fn jumps(&self, position: B) -> impl Iterator<Item = (usize, B)> {
        self.lines.iter().filter_map(move |line| {
            let pegs = position & line.mask;
            let way = line.before.iter().position(|&before| pegs == before)?;
            Some((line.jumps[way], position ^ line.mask))
        })
    }
}

fn least<B: Bits, const S: usize>(images: &[B; S]) -> B {
    images.iter().copied().fold(images[0], B::min)
}

/// Bits 8k to 8k+7.
fn byte<B: Bits>(position: B, k: usize) -> usize {
    let low = B::from(0xff).unwrap_or_default();
    ((position >> (8 * k)) & low).to_usize().unwrap_or_default()
}
