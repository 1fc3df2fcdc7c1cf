//! Peg duotaire (C. Moore and D. Eppstein, *One-Dimensional Peg Solitaire, and Duotaire*,
//! 2000): two players make jumps in turn, one jump a turn; who cannot has lost. Both have the
//! same moves, so that a position has a nim-value: the least number that no move leads to.

use super::Game;
use pegsat::{
    board::{Board, Hole, Position},
    exact::Bits,
    watch::{Reserved, Stop, Watch},
};
use std::collections::HashMap;

/// The game on a board of at most 64 holes.
pub struct Duotaire {
    /// Of each jump the holes, and those of them that must hold a peg.
    jumps: Vec<[u64; 2]>,
    symmetries: Vec<Vec<Hole>>,
}

/// The most pegs of a row.
pub const LONGEST_ROW: usize = 21;

impl Duotaire {
    /// On a board; none if it has more than 64 holes.
    pub fn new(board: &Board) -> Option<Self> {
        let jump = |jump: &pegsat::board::Jump| {
            [u64::holes(jump.holes()), u64::holes([jump.from, jump.over])]
        };
        (board.n_holes() <= 64).then(|| Duotaire {
            jumps: board.jumps().iter().map(jump).collect(),
            symmetries: board.symmetries().iter().skip(1).cloned().collect(),
        })
    }

    /// Where a game on the board begins: all holes are filled but the one nearest to the
    /// middle.
    pub fn start(board: &Board) -> Position {
        let n = board.n_holes() as i32;
        let cells = board.cells().iter();
        let (sum_x, sum_y) = cells.fold((0, 0), |(a, b), (x, y)| (a + x, b + y));
        let apart = |&hole: &Hole| {
            let (x, y) = board.cell(hole);
            (x * n - sum_x).abs() + (y * n - sum_y).abs()
        };
        board.vacancy((0..board.n_holes()).min_by_key(apart).unwrap_or_default())
    }

    /// A row of this number of pegs, up to [`LONGEST_ROW`], with as many holes on each side as they
    /// can come to; and the position.
    pub fn row(pegs: usize) -> Option<(Self, u64)> {
        if pegs > LONGEST_ROW {
            return None;
        }
        let length = 3 * pegs.max(1);
        let jump = |from: usize| {
            let all = 0b111 << from;
            [[all, 0b011 << from], [all, 0b110 << from]]
        };
        let duotaire = Duotaire {
            jumps: (0..length - 2).flat_map(jump).collect(),
            symmetries: vec![(0..length).rev().collect()],
        };
        Some((duotaire, ((1_u64 << pegs) - 1) << pegs))
    }

    /// The nim-value of a position.
    pub fn nim_value(&self, position: u64, watch: &Watch) -> Result<u32, Stop> {
        let mut known = Known {
            values: HashMap::new(),
            room: Reserved::none(watch),
        };
        self.value(position, &mut known, watch)
    }

    fn value(&self, position: u64, known: &mut Known, watch: &Watch) -> Result<u32, Stop> {
        let key = self.representative(position);
        if let Some(&value) = known.values.get(&key) {
            return Ok(value);
        }
        watch.work(1)?;
        let (mut moves, mut reached) = (Vec::new(), 0_u128);
        self.moves(&position, &mut moves);
        for step in moves {
            reached |= 1
                << self
                    .value(self.after(&position, step), known, watch)?
                    .min(127);
        }
        let value = reached.trailing_ones();
        let one = size_of::<(u64, u32)>() as u64 + 1;
        let values = &mut known.values;
        if values.len() == values.capacity() {
            // While the table moves, the old one stands beside one of twice its slots, an
            // eighth of which stay free.
            let slots = 3 * values.capacity().max(1 << 9) as u64 * 8 / 7;
            known.room.grow(slots * one)?;
        }
        values.insert(key, value);
        Ok(value)
    }
}

/// Nim-values of positions, and the memory for them.
struct Known {
    values: HashMap<u64, u32>,
    room: Reserved,
}

impl Game for Duotaire {
    /// Bit h is a peg in hole h.
    type Position = u64;
    /// A jump's number.
    type Move = u16;

    fn moves(&self, position: &u64, moves: &mut Vec<u16>) {
        let jumps = (0..).zip(&self.jumps);
        let possible = jumps.filter(|(_, [holes, pegs])| position & holes == *pegs);
        moves.extend(possible.map(|(number, _)| number));
    }

    fn after(&self, position: &u64, step: u16) -> u64 {
        position ^ self.jumps[usize::from(step)][0]
    }

    fn representative(&self, position: u64) -> u64 {
        let image = |symmetry: &Vec<Hole>| {
            let pegs = (0..symmetry.len()).filter(|&hole| position.has(hole));
            u64::holes(pegs.map(|hole| symmetry[hole]))
        };
        self.symmetries.iter().map(image).fold(position, u64::min)
    }
}
