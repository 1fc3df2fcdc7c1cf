//! The board as masks, and its symmetries as tables.
//!
//! A jump changes the same three holes as the jump back: it is the exclusive or
//! with a *line*. So whether a line can be jumped, and which way, is one
//! comparison of the three holes with two patterns; and as symmetries are linear
//! over exclusive or, the images of a successor are those of the position, each
//! changed by the image of the line. No table is looked at for a successor.
//!
//! Where pegs must survive, bits above those of the holes say where each of them is. There are more
//! lines then for each three holes: one for jumps of the other pegs, where no surviving peg is in
//! any of the three, and one for jumps of each surviving peg.

use super::bits::Bits;
use crate::{
    board::{Hole, Jump, JumpNumber, Position},
    problem::{Problem, track},
};

/// Three holes in a line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<B, const S: usize> {
    mask: B,
    /// Which pegs of the line each of its jumps needs.
    before: [B; 2],
    /// Which are left after it.
    after: [B; 2],
    /// What a jump changes.
    change: B,
    /// The jumps' numbers.
    jumps: [JumpNumber; 2],
    /// The change under every symmetry.
    images: [B; S],
}

/// A jump of a peg, as its position sees it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Leap<B> {
    mask: B,
    before: B,
    change: B,
    /// Its number.
    pub(super) jump: JumpNumber,
    pub(super) to: Hole,
}

impl<B: Bits> Leap<B> {
    /// The position after it, if it can be made.
    pub(super) fn after(&self, position: B) -> Option<B> {
        (position & self.mask == self.before).then(|| position ^ self.change)
    }
}

/// Which way jumps are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    /// As the rules have it.
    Forward,
    /// Taken back.
    Backward,
}

/// How many bits a problem's positions need: one a hole, and, where a peg must
/// survive, one for each hole that it can come to.
pub(super) fn n_bits(problem: &Problem) -> usize {
    let marks = marks(problem).into_iter().flatten();
    problem.board().n_holes() + marks.flatten().count()
}

/// Of each peg that must survive, of each hole that it can come to, the bit that says that it is
/// there.
pub(super) fn marks(problem: &Problem) -> Vec<Vec<Option<usize>>> {
    let mut next = problem.board().n_holes();
    let mut of = |peg: Hole| -> Vec<Option<usize>> {
        let track = track(problem.board(), peg).into_iter();
        track
            .map(|on| {
                let bit = next;
                next += usize::from(on);
                on.then_some(bit)
            })
            .collect()
    };
    let survivors = problem.goal().survivors().iter();
    survivors.map(|survivor| of(survivor.peg)).collect()
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
    /// The position at the start.
    pub(super) start: B,
    /// The bits of holes; those above them say where the peg is that must survive.
    holes: B,
    /// Of each peg that must survive, of each hole, its bit.
    marks: Vec<Vec<Option<usize>>>,
}

impl<B: Bits, const S: usize> Geometry<B, S> {
    pub(super) fn new(problem: &Problem, group: &[&[Hole]]) -> Self {
        let board = problem.board();
        let n = board.n_holes();
        let symmetries: Vec<Vec<Hole>> = (0..S)
            .map(|index| group[index % group.len()].to_vec())
            .collect();
        let marks = marks(problem);
        // Of each bit above the holes, the peg and the hole.
        let on_track: Vec<(usize, Hole)> = marks
            .iter()
            .enumerate()
            .flat_map(|(peg, mark)| (0..n).map(move |hole| (peg, hole, mark[hole])))
            .filter_map(|(peg, hole, bit)| bit.map(|_| (peg, hole)))
            .collect();
        // The symmetries fix where each of the pegs starts, and with it the track.
        let moved = |index: usize, bit: usize| match bit.checked_sub(n) {
            None => symmetries[index][bit],
            Some(mark) => {
                let (peg, hole) = on_track[mark];
                marks[peg][symmetries[index][hole]].unwrap_or(bit)
            }
        };
        let image = |bits: B| -> [B; S] {
            let bits: Vec<usize> = (0..n + on_track.len())
                .filter(|&bit| bits.has(bit))
                .collect();
            std::array::from_fn(|index| B::holes(bits.iter().map(|&bit| moved(index, bit))))
        };
        let mark = |peg: usize, hole: Hole| marks[peg][hole].map_or(B::zero(), B::hole);
        let all_marks =
            |hole: Hole| (0..marks.len()).fold(B::zero(), |all, peg| all | mark(peg, hole));
        let jumps = board.jumps();
        let mut lines = Vec::with_capacity(jumps.len() / 2);
        for (number, jump) in board.numbered_jumps() {
            let back = board.back(number);
            if number < back {
                let [from, over, to] = jump.holes().map(B::hole);
                let [at_from, at_over, at_to] = jump.holes().map(all_marks);
                let change = from | over | to;
                let line = Line {
                    mask: change | at_from | at_over | at_to,
                    before: [from | over, over | to],
                    after: [to, from],
                    change,
                    jumps: [number, back],
                    images: image(change),
                };
                lines.push(line);
                for peg in 0..marks.len() {
                    let [at_from, at_to] = [mark(peg, jump.from), mark(peg, jump.to)];
                    if at_from != B::zero() {
                        // The same by a peg that must survive.
                        let mut line = line;
                        line.before = [line.before[0] | at_from, line.before[1] | at_to];
                        line.after = [line.after[0] | at_to, line.after[1] | at_from];
                        line.change = change | at_from | at_to;
                        line.images = image(line.change);
                        lines.push(line);
                    }
                }
            }
        }
        let n_bits = n + on_track.len();
        let tables = (0..n_bits.div_ceil(8)).map(|k| {
            let bits = |byte: usize| {
                let bits = 8 * k..n_bits.min(8 * k + 8);
                B::holes(bits.filter(|bit| byte >> (bit - 8 * k) & 1 == 1))
            };
            (0..256).map(|byte| image(bits(byte))).collect()
        });
        Geometry {
            lines,
            tables: tables.collect(),
            n_symmetries: group.len(),
            start: B::holes(problem.start().pegs())
                | (problem.goal().survivors().iter().enumerate())
                    .fold(B::zero(), |all, (peg, survivor)| {
                        all | mark(peg, survivor.peg)
                    }),
            holes: B::holes(0..n),
            symmetries,
            marks,
        }
    }

    /// The jumps of a board by the hole that they come from.
    pub(super) fn leaps(&self, jumps: &[Jump]) -> Vec<Vec<Leap<B>>> {
        let mut leaps = vec![Vec::new(); self.symmetries[0].len()];
        for line in &self.lines {
            for (jump, before) in line.jumps.into_iter().zip(line.before) {
                leaps[jumps[jump.0].from].push(Leap {
                    mask: line.mask,
                    before,
                    change: line.change,
                    jump,
                    to: jumps[jump.0].to,
                });
            }
        }
        leaps
    }

    /// The holes with a peg.
    pub(super) fn pegs(&self, position: B) -> B {
        position & self.holes
    }

    /// How many of them there are.
    pub(super) fn n_pegs(&self, position: B) -> usize {
        self.pegs(position).count_ones() as usize
    }

    /// Where the peg is that must survive, if one must; of several the first.
    pub(super) fn survivor(&self, position: B) -> Option<Hole> {
        let is_there = |mark: &Option<usize>| mark.is_some_and(|mark| position.has(mark));
        self.marks.first()?.iter().position(is_there)
    }

    /// The holes with a peg as an integer, and where the peg is that must survive.
    pub(super) fn state(&self, position: B) -> (u128, Option<Hole>) {
        (self.pegs(position).into(), self.survivor(position))
    }

    /// The position with a peg in this hole alone: the one that must survive, if one
    /// must and it can come there.
    pub(super) fn one_peg(&self, hole: Hole) -> B {
        let mark = self.marks.first().and_then(|mark| mark[hole]);
        B::hole(hole) | mark.map_or(B::zero(), B::hole)
    }

    /// And back.
    pub(super) fn position(n_holes: usize, bits: B) -> Position {
        Position::of(n_holes, (0..n_holes).filter(|&hole| bits.has(hole)))
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
    pub(super) fn jump_from(&self, position: B, from: usize) -> Option<(usize, JumpNumber, B)> {
        let lines = self.lines[from..].iter().enumerate();
        lines.into_iter().find_map(|(offset, line)| {
            let pegs = position & line.mask;
            let way = line.before.iter().position(|&before| pegs == before)?;
            Some((from + offset, line.jumps[way], position ^ line.change))
        })
    }

    /// The jumps that can be made, by number, and what the position is after
    /// each.
    pub(super) fn jumps(&self, position: B) -> impl Iterator<Item = (JumpNumber, B)> {
        self.lines.iter().filter_map(move |line| {
            let pegs = position & line.mask;
            let way = line.before.iter().position(|&before| pegs == before)?;
            Some((line.jumps[way], position ^ line.change))
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
