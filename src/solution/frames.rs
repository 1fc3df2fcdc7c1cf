//! A solution as positions to draw: after each jump, or after each layer.

use crate::{
    board::{Hole, JumpNumber, picture::Mark},
    problem::Problem,
};

/// A position and what led to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// A few words on it.
    pub caption: String,
    /// What is drawn in each hole.
    pub looks: Vec<Look>,
}

/// How a hole looks, with what was last done to it since the frame before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// As the mark says: nothing was done to it.
    Still(Mark),
    /// A peg left it.
    Left,
    /// The peg in it was leapt over and removed.
    Removed,
    /// A peg came.
    Came,
}

impl Look {
    /// The mark alone.
    pub fn mark(self) -> Mark {
        match self {
            Look::Still(mark) => mark,
            Look::Came => Mark::Peg,
            Look::Left | Look::Removed => Mark::Empty,
        }
    }
}

/// Start and goal of a problem.
pub fn start_and_goal(problem: &Problem) -> [Frame; 2] {
    let holes = || 0..problem.board().n_holes();
    let frame = |caption: String, mark: &dyn Fn(Hole) -> Option<bool>| Frame {
        caption,
        looks: holes()
            .map(|hole| Look::Still(Mark::of(mark(hole))))
            .collect(),
    };
    let caption = problem.goal().description(problem.board());
    [
        frame("start".into(), &|hole| Some(problem.start().has_peg(hole))),
        frame(
            caption.map_or("goal".into(), |goal| format!("goal: {goal}")),
            &|hole| problem.goal().fixed(hole),
        ),
    ]
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
    let [start, _] = start_and_goal(problem);
    let mut frames = vec![start];
    let mut rest = jumps;
    for (index, &size) in sizes.iter().enumerate() {
        let (layer, later) = rest.split_at(size);
        rest = later;
        let before = frames[index].looks.iter();
        let mut looks: Vec<Look> = before.map(|look| Look::Still(look.mark())).collect();
        for &number in layer {
            let [from, over, to] = problem.board().jump(number).holes();
            (looks[from], looks[over], looks[to]) = (Look::Left, Look::Removed, Look::Came);
        }
        let caption = caption(index, layer);
        frames.push(Frame { caption, looks });
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
