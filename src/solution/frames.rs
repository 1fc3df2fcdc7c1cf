//! A solution as positions to draw: after each jump, or after each layer.

use crate::{
    board::{Hole, JumpNumber, Position},
    problem::Problem,
};

/// A position on the way and what led to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// A few words on it.
    pub caption: String,
    /// The position.
    pub position: Position,
    /// What was last done to each hole since the frame before.
    pub changes: Vec<Change>,
}

/// What was done to a hole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Nothing.
    None,
    /// A peg left it.
    Left,
    /// The peg in it was leapt over and removed.
    Removed,
    /// A peg came.
    Came,
}

/// The start, and the position after each jump.
///
/// # Panics
/// If a jump is not on the board.
pub fn by_jump(problem: &Problem, jumps: &[JumpNumber]) -> Vec<Frame> {
    frames(problem, jumps, &vec![1; jumps.len()], |index, jump| {
        format!("{}: {}", index + 1, problem.board().jump_text(jump[0]))
    })
}

/// The start, and the position after each layer; `sizes` says how many jumps
/// each of them holds.
///
/// # Panics
/// If a jump is not on the board, or the sizes sum to more than the jumps.
pub fn by_layer(problem: &Problem, jumps: &[JumpNumber], sizes: &[usize]) -> Vec<Frame> {
    frames(problem, jumps, sizes, |index, jumps| {
        let s = if jumps.len() == 1 { "" } else { "s" };
        format!("layer {}: {} jump{s}", index + 1, jumps.len())
    })
}

fn frames(
    problem: &Problem,
    jumps: &[JumpNumber],
    sizes: &[usize],
    caption: impl Fn(usize, &[JumpNumber]) -> String,
) -> Vec<Frame> {
    let board = problem.board();
    let mut position = problem.start().clone();
    let mut frames = vec![Frame {
        caption: "start".into(),
        position: position.clone(),
        changes: vec![Change::None; board.n_holes()],
    }];
    let mut rest = jumps;
    for (index, &size) in sizes.iter().enumerate() {
        let (layer, later) = rest.split_at(size);
        rest = later;
        let mut changes = vec![Change::None; board.n_holes()];
        for &number in layer {
            let jump = board.jump(number);
            position = position.after(jump);
            let mut change = |hole: Hole, change| changes[hole] = change;
            change(jump.from, Change::Left);
            change(jump.over, Change::Removed);
            change(jump.to, Change::Came);
        }
        frames.push(Frame {
            caption: caption(index, layer),
            position: position.clone(),
            changes,
        });
    }
    frames
}

/// How many of the jumps go into each layer if every layer is the longest run
/// of neighbours that share no hole: for solutions without layers of their own.
pub fn disjoint_layers(problem: &Problem, jumps: &[JumpNumber]) -> Vec<usize> {
    let mut sizes: Vec<usize> = Vec::new();
    for (index, &number) in jumps.iter().enumerate() {
        let jump = problem.board().jump(number);
        let begin = index - sizes.last().copied().unwrap_or(0);
        let mut layer = jumps[begin..index].iter();
        match sizes.last_mut() {
            Some(size) if layer.all(|&other| jump.disjoint(problem.board().jump(other))) => {
                *size += 1;
            }
            _ => sizes.push(1),
        }
    }
    sizes
}
