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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::file;

    #[test]
    fn layers_are_drawn_as_a_whole() {
        let text = "start:\nO O . . O O .\ngoal:\n. . O . . . O\n";
        let problem = file::parse("row", text).unwrap();
        let board = problem.board();
        let number = |from, to| board.jump_between(from, to).unwrap();
        let jumps = [number(0, 2), number(4, 6)];
        assert_eq!(disjoint_layers(&problem, &jumps), [2]);
        let frames = by_layer(&problem, &jumps, &[0, 2]);
        let captions: Vec<&str> = frames.iter().map(|frame| frame.caption.as_str()).collect();
        assert_eq!(captions, ["start", "layer 1: 0 jumps", "layer 2: 2 jumps"]);
        assert_eq!(frames[0].position, frames[1].position);
        use Change::*;
        assert_eq!(
            frames[2].changes,
            [Left, Removed, Came, None, Left, Removed, Came]
        );
        assert_eq!(by_jump(&problem, &jumps)[2].caption, "2: 4,0-6,0");
    }

    #[test]
    fn jumps_that_share_a_hole_are_in_two_layers() {
        let text = "start:\nO O . O .\ngoal:\n. . . . O\n";
        let problem = file::parse("row", text).unwrap();
        let number = |from, to| problem.board().jump_between(from, to).unwrap();
        assert_eq!(
            disjoint_layers(&problem, &[number(0, 2), number(2, 4)]),
            [1, 1]
        );
        assert!(disjoint_layers(&problem, &[]).is_empty());
    }
}
