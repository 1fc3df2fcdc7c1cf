//! Checkers (English draughts): men move one square diagonally forward, kings backward too;
//! who can capture must, and on with the same piece as long as it can; a man that comes to
//! the last row becomes a king, which ends the move. Black moves first.
//!
//! Squares are numbered 1 to 32 as usual, row by row from black's side.

use super::Game;
use std::fmt;

/// The game.
#[derive(Debug, Clone)]
pub struct Checkers {
    /// Of each square its neighbour in four directions: first those down the board.
    beside: [[Option<u8>; 4]; 32],
}

/// Pieces as bits of squares, and who is to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// Pieces of the player to move.
    own: u32,
    /// Those of the other.
    other: u32,
    /// Those of both that are kings.
    kings: u32,
    black_moves: bool,
}

/// A move: from, to, and what it captures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move {
    from: u8,
    to: u8,
    captured: u32,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.captured == 0 { '-' } else { 'x' };
        write!(f, "{}{sign}{}", self.from + 1, self.to + 1)
    }
}

/// What a man and a king are worth.
const MAN: i32 = 100;
const KING: i32 = 150;

impl Default for Checkers {
    fn default() -> Self {
        let square = |row: i32, column: i32| {
            let is_on = (0..8).contains(&row) && (0..8).contains(&column);
            is_on.then_some((row * 4 + column / 2) as u8)
        };
        let mut beside = [[None; 4]; 32];
        for (number, beside) in (0..).zip(&mut beside) {
            let row = number / 4;
            // Dark squares: in even rows the odd columns.
            let column = number % 4 * 2 + (row + 1) % 2;
            for (way, (down, right)) in [(1, -1), (1, 1), (-1, -1), (-1, 1)].into_iter().enumerate()
            {
                beside[way] = square(row + down, column + right);
            }
        }
        Checkers { beside }
    }
}

impl Checkers {
    /// Twelve men each, black to move.
    pub fn start() -> Position {
        Position {
            own: 0x0000_0fff,
            other: 0xfff0_0000,
            kings: 0,
            black_moves: true,
        }
    }

    /// The ways of a piece.
    fn ways(position: &Position, square: u8) -> std::ops::Range<usize> {
        match (position.kings >> square & 1 == 1, position.black_moves) {
            (true, _) => 0..4,
            (false, true) => 0..2,
            (false, false) => 2..4,
        }
    }

    fn captures(
        &self,
        position: &Position,
        from: u8,
        at: u8,
        captured: u32,
        moves: &mut Vec<Move>,
    ) {
        // The piece itself has left its square.
        let taken = (position.own | position.other) & !(1 << from) & !captured;
        let mut goes_on = false;
        for way in Self::ways(position, from) {
            let Some(over) = self.beside[usize::from(at)][way] else {
                continue;
            };
            let Some(to) = self.beside[usize::from(over)][way] else {
                continue;
            };
            if position.other & !captured & 1 << over == 0 || taken & 1 << to != 0 {
                continue;
            }
            goes_on = true;
            let captured = captured | 1 << over;
            match self.is_crowned(position, from, to) {
                true => moves.push(Move { from, to, captured }),
                false => self.captures(position, from, to, captured, moves),
            }
        }
        if !goes_on && captured != 0 {
            moves.push(Move {
                from,
                to: at,
                captured,
            });
        }
    }

    /// Whether a man becomes a king there.
    fn is_crowned(&self, position: &Position, from: u8, to: u8) -> bool {
        let last = if position.black_moves { 28..32 } else { 0..4 };
        position.kings >> from & 1 == 0 && last.contains(&to)
    }

    /// The board as text: b and w for men, B and W for kings.
    pub fn picture(&self, position: &Position) -> String {
        let (black, white) = match position.black_moves {
            true => (position.own, position.other),
            false => (position.other, position.own),
        };
        let sign = |square: usize| {
            let bit = 1 << square;
            match (
                black & bit != 0,
                white & bit != 0,
                position.kings & bit != 0,
            ) {
                (true, _, false) => " b",
                (true, _, true) => " B",
                (_, true, false) => " w",
                (_, true, true) => " W",
                _ => " .",
            }
        };
        let row = |row: usize| {
            let dark = (0..4).map(|column| sign(row * 4 + column));
            match row % 2 {
                0 => dark.map(|sign| format!("  {sign}")).collect::<String>(),
                _ => dark.map(|sign| format!("{sign}  ")).collect(),
            }
        };
        (0..8)
            .map(|number| row(number).trim_end().to_string() + "\n")
            .collect()
    }
}

/// The squares of a set.
fn squares(set: u32) -> impl Iterator<Item = u8> {
    (0..32).filter(move |square| set >> square & 1 == 1)
}

impl Game for Checkers {
    type Position = Position;
    type Move = Move;

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        for from in squares(position.own) {
            self.captures(position, from, from, 0, moves);
        }
        if !moves.is_empty() {
            return;
        }
        let taken = position.own | position.other;
        for from in squares(position.own) {
            for way in Self::ways(position, from) {
                if let Some(to) = self.beside[usize::from(from)][way]
                    && taken & 1 << to == 0
                {
                    moves.push(Move {
                        from,
                        to,
                        captured: 0,
                    });
                }
            }
        }
    }

    fn after(&self, position: &Position, step: Move) -> Position {
        let Move { from, to, captured } = step;
        let was_king = position.kings >> from & 1 == 1;
        let mut kings = position.kings & !(1 << from) & !captured;
        if was_king || self.is_crowned(position, from, to) {
            kings |= 1 << to;
        }
        Position {
            own: position.other & !captured,
            other: position.own & !(1 << from) | 1 << to,
            kings,
            black_moves: !position.black_moves,
        }
    }

    /// Men by how far they are, kings by how near the middle.
    fn estimate(&self, position: &Position) -> i32 {
        let worth = |set: u32, is_black: bool| -> i32 {
            let one = |square: u8| {
                let row = i32::from(square / 4);
                match position.kings >> square & 1 == 1 {
                    true => KING + 3 * row.min(7 - row),
                    false if is_black => MAN + 2 * row,
                    false => MAN + 2 * (7 - row),
                }
            };
            squares(set).map(one).sum()
        };
        let black = position.black_moves;
        worth(position.own, black) - worth(position.other, !black)
    }

    /// What captures most, then what makes a king.
    fn promise(&self, position: &Position, step: Move) -> i32 {
        let crowned = self.is_crowned(position, step.from, step.to);
        10 * step.captured.count_ones() as i32 + i32::from(crowned)
    }
}
