//! Three-purges (Berlekamp, Conway and Guy, *Winning Ways*, chapter 23).
//!
//! Of three pegs a, b, c in a row and, on either side of a, a peg x and a hole y, the jumps x
//! over a to y, c over b to a, y over a back to x take away the row and leave the rest as it
//! was.

use crate::board::{Board, Hole, JumpNumber, Position};

/// A three-purge.
pub(super) struct Purge {
    /// In the order in which they are made.
    pub(super) jumps: [JumpNumber; 3],
    /// a, b, c, x, y.
    pub(super) holes: [Hole; 5],
}

impl Purge {
    /// How many of its jumps have been made, if the next one can be made, and those after it.
    pub(super) fn stage(&self, position: &Position) -> Option<usize> {
        const PEGS: [[bool; 5]; 3] = [
            [true, true, true, true, false],
            [false, true, true, false, true],
            [true, false, false, false, true],
        ];
        let now = self.holes.map(|hole| position.has_peg(hole));
        PEGS.iter().position(|pegs| *pegs == now)
    }
}

/// Every three-purge of the board; none of one with lines of its own, which may have too many.
pub(super) fn all(board: &Board) -> Vec<Purge> {
    if board.lattice().is_none() {
        return Vec::new();
    }
    let mut over = vec![Vec::new(); board.n_holes()];
    for (number, jump) in board.numbered_jumps() {
        over[jump.over].push(number);
    }
    let mut purges = Vec::new();
    for (inward, row) in board.numbered_jumps() {
        let [c, b, a] = row.holes();
        for &out in &over[a] {
            let [x, _, y] = board.jump(out).holes();
            if ![b, c].iter().any(|hole| [x, y].contains(hole)) {
                purges.push(Purge {
                    jumps: [out, inward, board.back(out)],
                    holes: [a, b, c, x, y],
                });
            }
        }
    }
    purges
}
