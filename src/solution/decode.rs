//! From an assignment back to jumps.

use crate::{
    board::{Board, Hole, JumpNumber},
    model::Meaning,
};
use std::collections::BTreeMap;

/// The jumps, by number, that the true variables tell of, in the order of their
/// steps. Variables without a meaning are auxiliary.
pub fn jumps(board: &Board, meanings: &[Meaning], assignment: &[bool]) -> Vec<JumpNumber> {
    let steps = steps(board, meanings, assignment).into_values();
    steps.flat_map(|step| step.jumps(board)).collect()
}

/// How many jumps each of the steps `1..=n_steps` holds, for models whose steps
/// are layers.
pub fn step_sizes(
    board: &Board,
    meanings: &[Meaning],
    assignment: &[bool],
    n_steps: usize,
) -> Vec<usize> {
    let mut sizes = vec![0; n_steps];
    for (number, step) in steps(board, meanings, assignment) {
        if let Some(size) = sizes.get_mut(number.wrapping_sub(1)) {
            *size = step.jumps(board).len();
        }
    }
    sizes
}

/// What the true variables tell of one step.
#[derive(Default)]
struct Decoded {
    /// Jumps in the order of the variables.
    moves: Vec<JumpNumber>,
    /// A sweep: a jump, or its reverse, for each line of its way, and its start.
    lines: Vec<JumpNumber>,
    from: Option<Hole>,
}

fn steps(board: &Board, meanings: &[Meaning], assignment: &[bool]) -> BTreeMap<usize, Decoded> {
    let mut steps: BTreeMap<usize, Decoded> = BTreeMap::new();
    let told = meanings.iter().zip(assignment).filter(|(_, value)| **value);
    for (meaning, _) in told {
        match *meaning {
            Meaning::Move { step, jump } => steps.entry(step).or_default().moves.push(jump),
            Meaning::Line { step, jump } => steps.entry(step).or_default().lines.push(jump),
            Meaning::SweepFrom { step, hole } => {
                steps.entry(step).or_default().from = board.hole_at(hole);
            }
            _ => {}
        }
    }
    steps
}

impl Decoded {
    fn jumps(self, board: &Board) -> Vec<JumpNumber> {
        let mut jumps = self.moves;
        if let Some(from) = self.from {
            jumps.extend(trail(board, self.lines, from));
        }
        jumps
    }
}

/// The jumps along all these lines, each once, that begin in `from`: a trail,
/// found as Hierholzer does. Where there is none it ends early, which the
/// checker will see.
pub fn trail(board: &Board, mut lines: Vec<JumpNumber>, from: Hole) -> Vec<JumpNumber> {
    let mut way = vec![from];
    let mut holes = Vec::new(); // the trail from its end
    while let Some(&here) = way.last() {
        let next = lines.iter().enumerate().find_map(|(place, &line)| {
            let jump = board.jumps().get(line.0)?;
            let other = [(jump.from, jump.to), (jump.to, jump.from)];
            let (_, there) = other.into_iter().find(|(end, _)| *end == here)?;
            Some((place, there))
        });
        match next {
            Some((place, there)) => {
                lines.remove(place);
                way.push(there);
            }
            None => holes.extend(way.pop()),
        }
    }
    let pairs = holes.windows(2).rev();
    pairs
        .filter_map(|pair| board.jump_between(pair[1], pair[0]))
        .collect()
}
