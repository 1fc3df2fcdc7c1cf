//! The English board's jump numbers, as in Table 1 of Jefferson et al. (2006).

use super::{Board, Cell, listed};
use serde::Deserialize;

#[derive(Deserialize)]
struct Transition {
    from: Cell,
    to: Cell,
}

/// Puts the jumps of the English board into the paper's order, which the table has.
pub(super) fn renumber(board: &mut Board) {
    let text = include_str!("../../instances/english-jumps.json");
    let hole = |cell| board.hole_at(cell).expect("the table is on the board");
    let jump = |transition: Transition| {
        let number = board.jump_between(hole(transition.from), hole(transition.to));
        *board.jump(number.expect("the table lists jumps"))
    };
    board.jumps = listed(text).into_iter().map(jump).collect();
}
