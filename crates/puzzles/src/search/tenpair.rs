//! TenPair (Freitas, Fernandes and Guimarães, Porto 2021): rows of nine cells with digits. Two
//! that are equal or sum to ten may be taken away if they stand in one row or one column with
//! nothing left between them, or one is the last left in its row and the other the first left
//! in the next one that has any. A deal, which costs nothing, appends all digits that are
//! left, in order, after the last cell. All are to be taken away.
//!
//! A file has a row a line, `.` for an empty cell, spaces between them if one likes.

use super::{Space, StartError};
use serde::Serialize;
use std::str::FromStr;

/// Cells in a row.
const WIDTH: usize = 9;

/// The usual start: the digits of 1 to 9 and of 11 to 19.
pub const START: &str = "123456789\n111213141\n516171819\n";

/// When one may deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Deals {
    /// So often, at any time.
    AtMost(u8),
    /// As often as one likes.
    Any,
    /// Only if no pair can be taken.
    Stuck,
}

impl FromStr for Deals {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "any" => Ok(Deals::Any),
            "stuck" => Ok(Deals::Stuck),
            _ => text
                .parse()
                .map(Deals::AtMost)
                .map_err(|_| "expected a number, any or stuck".into()),
        }
    }
}

/// One deal, as in the report.
impl Default for Deals {
    fn default() -> Self {
        Deals::AtMost(1)
    }
}

/// A game: its start and its rule of deals.
#[derive(Debug, Clone)]
pub struct TenPair {
    start: Digits,
    deals: Deals,
}

/// The cells row by row, 0 for an empty one, without rows that are empty; and how many deals
/// are left, where they are counted.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Digits {
    cells: Box<[u8]>,
    deals_left: u8,
}

/// A move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Move {
    /// The digits on these two cells are taken away.
    Pair(u16, u16),
    /// All that are left are dealt again.
    Deal,
}

impl TenPair {
    /// Reads a start.
    ///
    /// # Errors
    /// If a sign is neither a digit from 1 to 9 nor `.`, a row but the last has not nine cells,
    /// or there are too many.
    pub fn parse(text: &str, deals: Deals) -> Result<Self, StartError> {
        const MOST_CELLS: usize = 900;
        let wrong = StartError::at;
        let mut cells: Vec<u8> = Vec::new();
        for (line, row) in text.lines().enumerate() {
            if !row.trim().is_empty() && !cells.len().is_multiple_of(WIDTH) {
                return Err(wrong(line, 0, "the row before has not nine cells"));
            }
            let before = cells.len();
            for (column, sign) in row.char_indices().filter(|(_, sign)| !sign.is_whitespace()) {
                cells.push(match sign {
                    '.' => 0,
                    '1'..='9' => sign as u8 - b'0',
                    _ => return Err(wrong(line, column, "expected a digit from 1 to 9, or '.'")),
                });
                if cells.len() - before > WIDTH || cells.len() > MOST_CELLS {
                    return Err(wrong(
                        line,
                        column,
                        "expected nine cells a row, at most 100 rows",
                    ));
                }
            }
        }
        let deals_left = match deals {
            Deals::AtMost(n) => n,
            Deals::Any | Deals::Stuck => 0,
        };
        let start = Digits {
            cells: packed(cells),
            deals_left,
        };
        Ok(TenPair { start, deals })
    }

    /// The rows as text.
    pub fn picture(&self, state: &Digits) -> String {
        let sign = |&digit: &u8| match digit {
            0 => '.',
            _ => char::from(b'0' + digit),
        };
        let rows = state.cells.chunks(WIDTH);
        rows.map(|row| row.iter().map(sign).collect::<String>() + "\n")
            .collect()
    }

    /// The move in words: digits with column and row from 0.
    pub fn words(&self, state: &Digits, step: Move) -> String {
        let place = |cell: u16| {
            let cell = usize::from(cell);
            format!("{} at {},{}", state.cells[cell], cell % WIDTH, cell / WIDTH)
        };
        match step {
            Move::Pair(a, b) => format!("{} with {}", place(a), place(b)),
            Move::Deal => "deal".into(),
        }
    }

    /// The pairs that can be taken: each cell's next one below and in reading order.
    fn pairs(&self, state: &Digits, moves: &mut Vec<Move>) {
        let cells = &state.cells;
        let fits = |a: u8, b: u8| a == b || a + b == 10;
        for (a, &digit) in cells.iter().enumerate().filter(|(_, digit)| **digit > 0) {
            // The next in reading order stands in the same row, or begins the next one.
            let across = (a + 1..cells.len()).find(|&b| cells[b] > 0);
            let below = (a + WIDTH..cells.len())
                .step_by(WIDTH)
                .find(|&b| cells[b] > 0);
            let below = below.filter(|_| below != across);
            for b in [across, below].into_iter().flatten() {
                if fits(digit, cells[b]) {
                    moves.push(Move::Pair(a as u16, b as u16));
                }
            }
        }
    }
}

/// Without rows that are empty.
fn packed(cells: Vec<u8>) -> Box<[u8]> {
    let rows = cells
        .chunks(WIDTH)
        .filter(|row| row.iter().any(|&digit| digit > 0));
    rows.flatten().copied().collect()
}

impl Space for TenPair {
    type State = Digits;
    type Move = Move;

    fn start(&self) -> Digits {
        self.start.clone()
    }

    fn is_goal(&self, state: &Digits) -> bool {
        state.cells.is_empty()
    }

    fn moves(&self, state: &Digits, moves: &mut Vec<Move>) {
        let before = moves.len();
        self.pairs(state, moves);
        let is_stuck = moves.len() == before;
        let may_deal = match self.deals {
            Deals::AtMost(_) => state.deals_left > 0,
            Deals::Any => true,
            Deals::Stuck => is_stuck,
        };
        // As many cells as a move can name.
        if may_deal && !state.cells.is_empty() && state.cells.len() < usize::from(u16::MAX) / 2 {
            moves.push(Move::Deal);
        }
    }

    fn after(&self, state: &Digits, step: Move) -> Digits {
        let mut cells = state.cells.to_vec();
        let mut deals_left = state.deals_left;
        match step {
            Move::Pair(a, b) => {
                cells[usize::from(a)] = 0;
                cells[usize::from(b)] = 0;
            }
            Move::Deal => {
                let left: Vec<u8> = cells.iter().copied().filter(|&digit| digit > 0).collect();
                cells.extend(left);
                deals_left = deals_left.saturating_sub(1);
            }
        }
        Digits {
            cells: packed(cells),
            deals_left,
        }
    }

    fn cost(&self, step: Move) -> u32 {
        u32::from(step != Move::Deal)
    }

    /// Half of the digits that are left; where they are odd, a deal must come, and one pair
    /// more; no deal, no way.
    fn estimate(&self, state: &Digits) -> Option<u32> {
        let left = state.cells.iter().filter(|&&digit| digit > 0).count() as u32;
        let no_deals = matches!(self.deals, Deals::AtMost(_)) && state.deals_left == 0;
        match left.is_multiple_of(2) {
            false if no_deals => None,
            _ => Some(left.div_ceil(2)),
        }
    }

    fn heap(&self, state: &Digits) -> usize {
        state.cells.len()
    }
}
