//! The English board's jump numbers, as in Table 1 of Jefferson et al. (2006).

use super::{Board, Hole, Jump};
use serde::Deserialize;

#[derive(Deserialize)]
struct Table {
    transitions: Vec<Transition>,
}

#[derive(Deserialize)]
struct Transition {
    number: usize,
    from: (i32, i32),
    to: (i32, i32),
}

/// Puts the jumps of the English board into the paper's order.
pub(super) fn renumber(board: &mut Board) {
    let text = include_str!("../../instances/english-jumps.json");
    let table: Table = serde_json::from_str(text).expect("the table is part of the program");
    let mut rank = vec![usize::MAX; board.jumps.len()];
    for transition in &table.transitions {
        let end = |cell| -> Hole { board.hole_at(cell).expect("the table is on the board") };
        let jump = board.jump_between(end(transition.from), end(transition.to));
        rank[jump.expect("the table lists jumps").0] = transition.number;
    }
    let mut order: Vec<usize> = (0..board.jumps.len()).collect();
    order.sort_by_key(|&jump| rank[jump]);
    let jumps: Vec<Jump> = order.into_iter().map(|jump| board.jumps[jump]).collect();
    board.jumps = jumps;
}
