//! Exhaustive search the plain way: the oracle that every model is tested against.

use pegsat::{Hole, Jump, JumpNumber, Position, Problem};
use std::collections::HashSet;

/// The jumps of a solution, by number; `None` if no sequence of jumps reaches the goal.
/// Searches depth first, and remembers every position.
pub fn search(problem: &Problem) -> Option<Vec<JumpNumber>> {
    let fewest_pegs = *problem.goal().pegs().start();
    // A position, and where the peg is that must survive.
    let start = (problem.start().clone(), problem.goal().survivor());
    let mut seen: HashSet<(Position, Option<Hole>)> = HashSet::from([start.clone()]);
    // The path from the start: each position and the next jump to try there.
    let mut path: Vec<(Position, Option<Hole>, usize)> = vec![(start.0, start.1, 0)];
    if problem.accepts(problem.start()) {
        return Some(Vec::new());
    }
    while let Some((position, survivor, next)) = path.last_mut() {
        let jumps = &problem.board().jumps()[*next..];
        let allows = |jump: &Jump| position.allows(jump) && *survivor != Some(jump.over);
        let found = jumps.iter().position(allows);
        let Some(offset) = found.filter(|_| position.n_pegs() > fewest_pegs) else {
            path.pop();
            continue;
        };
        let number = *next + offset;
        *next = number + 1;
        let jump = &problem.board().jumps()[number];
        let position = position.after(jump);
        let survivor = survivor.map(|peg| if peg == jump.from { jump.to } else { peg });
        if problem.accepts(&position) {
            // Its last peg is the one that must survive, if one must.
            let jumps = path.iter().map(|(_, _, next)| JumpNumber(next - 1));
            return Some(jumps.collect());
        }
        if seen.insert((position.clone(), survivor)) {
            path.push((position, survivor, 0));
        }
    }
    None
}
