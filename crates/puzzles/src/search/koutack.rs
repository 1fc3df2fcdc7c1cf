//! Koutack (B. Baufays and J. Colmonts, Louvain): tiles with letters on a grid. An empty cell
//! that has two or more occupied neighbours, up, right, down or left of it, takes all of them
//! as one pile. All tiles are to come to a single pile.
//!
//! A file has a row a line: a letter for a tile, `.` for an empty cell, spaces between them if
//! one likes. States are equal when the same letters lie on the same cells.
//!
//! With splits a pile of two or more that has two or more free neighbours may be dealt out to
//! them: in the order up, right, down, left, its letters in their order, one to each in turn.

use super::{Space, StartError};
use serde::Serialize;

/// The most tiles.
pub const MOST: usize = 32;

/// A grid with tiles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Koutack {
    width: usize,
    height: usize,
    /// The letters, in order.
    letters: Vec<char>,
    start: Tiles,
    has_splits: bool,
    /// Of each cell those up, right, down and left of it.
    beside: Vec<Vec<u8>>,
}

/// The cell of each tile, in the order of letters; of equal letters the lesser cell first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tiles([u8; MOST]);

/// What a tile that is none has for a cell.
const NOWHERE: u8 = u8::MAX;

/// A move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Move {
    /// The empty cell of this number takes its neighbours.
    Gather(u8),
    /// The pile on this cell is dealt out to its free neighbours.
    Split(u8),
}

impl Koutack {
    /// Reads a grid.
    ///
    /// # Errors
    /// If a row is longer or shorter than the first, a sign is neither a letter nor `.`, or
    /// there are no tiles, too many, or too many cells.
    pub fn parse(text: &str, has_splits: bool) -> Result<Self, StartError> {
        const WIDEST: usize = 15;
        let wrong = StartError::at;
        let (mut tiles, mut width, mut height) = (Vec::new(), 0, 0);
        for (line, row) in text.lines().enumerate() {
            let signs = row.char_indices().filter(|(_, sign)| !sign.is_whitespace());
            let signs: Vec<(usize, char)> = signs.collect();
            if signs.is_empty() {
                continue;
            }
            for (x, &(column, sign)) in signs.iter().enumerate() {
                match sign {
                    '.' => {}
                    letter if letter.is_ascii_alphanumeric() => {
                        tiles.push((letter, (height * signs.len() + x) as u8));
                    }
                    _ => return Err(wrong(line, column, "expected a letter or '.'")),
                }
            }
            if height > 0 && signs.len() != width {
                let reason = format!("{} cells; the first row has {width}", signs.len());
                return Err(wrong(line, 0, &reason));
            }
            (width, height) = (signs.len(), height + 1);
            if width > WIDEST || height > WIDEST {
                return Err(wrong(line, 0, "expected at most 15 rows of 15 cells"));
            }
        }
        if tiles.is_empty() || tiles.len() > MOST {
            return Err(wrong(0, 0, "expected 1 to 32 tiles"));
        }
        tiles.sort_unstable();
        let mut start = Tiles([NOWHERE; MOST]);
        for (place, (_, cell)) in start.0.iter_mut().zip(&tiles) {
            *place = *cell;
        }
        let beside = (0..width * height).map(|cell| {
            let (x, y) = (cell % width, cell / width);
            let up = (y > 0).then(|| cell - width);
            let right = (x + 1 < width).then_some(cell + 1);
            let down = (y + 1 < height).then_some(cell + width);
            let left = (x > 0).then(|| cell - 1);
            [up, right, down, left]
                .into_iter()
                .flatten()
                .map(|cell| cell as u8)
                .collect()
        });
        Ok(Koutack {
            width,
            height,
            letters: tiles.iter().map(|tile| tile.0).collect(),
            start,
            has_splits,
            beside: beside.collect(),
        })
    }

    /// The cells up, right, down and left of one, as far as there are any.
    pub fn beside(&self, cell: usize) -> &[u8] {
        &self.beside[cell]
    }

    /// How many tiles lie on each cell.
    pub fn piles(&self, state: &Tiles) -> Vec<u8> {
        let mut piles = vec![0; self.beside.len()];
        for &cell in &state.0[..self.letters.len()] {
            piles[usize::from(cell)] += 1;
        }
        piles
    }

    /// The grid as text: a letter, `.`, or for a pile the number of its tiles.
    pub fn picture(&self, state: &Tiles) -> String {
        let piles = self.piles(state);
        let sign = |cell: usize| match piles[cell] {
            0 => " .".to_string(),
            1 => {
                let tile = state.0.iter().position(|&place| usize::from(place) == cell);
                format!(" {}", tile.map_or('?', |tile| self.letters[tile]))
            }
            n => format!("{n:>2}"),
        };
        let row = |y: usize| {
            (0..self.width)
                .map(|x| sign(y * self.width + x))
                .collect::<String>()
        };
        (0..self.height).map(|y| row(y) + "\n").collect()
    }

    /// The move in words: column and row from 0.
    pub fn words(&self, step: Move) -> String {
        let place = |cell: u8| {
            let cell = usize::from(cell);
            format!("{},{}", cell % self.width, cell / self.width)
        };
        match step {
            Move::Gather(cell) => format!("gather at {}", place(cell)),
            Move::Split(cell) => format!("split {}", place(cell)),
        }
    }

    /// Of equal letters the lesser cell first.
    fn sorted(&self, mut tiles: Tiles) -> Tiles {
        let mut from = 0;
        for group in self.letters.chunk_by(|a, b| a == b) {
            tiles.0[from..from + group.len()].sort_unstable();
            from += group.len();
        }
        tiles
    }
}

impl Space for Koutack {
    type State = Tiles;
    type Move = Move;

    fn start(&self) -> Tiles {
        self.start
    }

    fn is_goal(&self, state: &Tiles) -> bool {
        state.0[..self.letters.len()]
            .iter()
            .all(|&cell| cell == state.0[0])
    }

    fn moves(&self, state: &Tiles, moves: &mut Vec<Move>) {
        let piles = self.piles(state);
        for (cell, beside) in self.beside.iter().enumerate() {
            let taken = beside
                .iter()
                .filter(|&&cell| piles[usize::from(cell)] > 0)
                .count();
            match piles[cell] {
                0 if taken >= 2 => moves.push(Move::Gather(cell as u8)),
                2.. if self.has_splits && beside.len() - taken >= 2 => {
                    moves.push(Move::Split(cell as u8));
                }
                _ => {}
            }
        }
    }

    fn after(&self, state: &Tiles, step: Move) -> Tiles {
        let mut tiles = *state;
        let own = &mut tiles.0[..self.letters.len()];
        match step {
            Move::Gather(cell) => {
                let beside = &self.beside[usize::from(cell)];
                let near = own.iter_mut().filter(|place| beside.contains(place));
                near.for_each(|place| *place = cell);
            }
            Move::Split(cell) => {
                let piles = self.piles(state);
                let beside = self.beside[usize::from(cell)].iter();
                let free: Vec<u8> = beside
                    .copied()
                    .filter(|&one| piles[usize::from(one)] == 0)
                    .collect();
                let dealt = own.iter_mut().filter(|place| **place == cell);
                dealt
                    .zip(free.iter().cycle())
                    .for_each(|(place, &to)| *place = to);
            }
        }
        self.sorted(tiles)
    }

    /// A move takes at most three piles away.
    fn estimate(&self, state: &Tiles) -> Option<u32> {
        let piles = self.piles(state).into_iter().filter(|&n| n > 0).count() as u32;
        Some((piles - 1).div_ceil(3))
    }
}
