//! Exhaustive search the plain way: the oracle that every model is tested against.

use pegsat::{Hole, Jump, JumpNumber, Position, Problem};
use std::collections::HashSet;

/// The jumps of a solution, by number; `None` if no sequence of jumps reaches the goal.
/// Searches depth first, and remembers every position.
pub fn search(problem: &Problem) -> Option<Vec<JumpNumber>> {
    let fewest_pegs = *problem.goal().pegs().start();
    // A position, and where the pegs are that must survive.
    let wanted = problem.goal().survivors();
    let survivors: Vec<Hole> = wanted.iter().map(|survivor| survivor.peg).collect();
    let accepts = |position: &Position, survivors: &[Hole]| {
        let mut ends = wanted.iter().zip(survivors);
        problem.accepts(position)
            && ends.all(|(survivor, &hole)| survivor.at.is_none_or(|at| at == hole))
    };
    let start = (problem.start().clone(), survivors);
    let mut seen: HashSet<(Position, Vec<Hole>)> = HashSet::from([start.clone()]);
    if accepts(&start.0, &start.1) {
        return Some(Vec::new());
    }
    // The path from the start: each position and the next jump to try there.
    let mut path: Vec<(Position, Vec<Hole>, usize)> = vec![(start.0, start.1, 0)];
    while let Some((position, survivors, next)) = path.last_mut() {
        let jumps = &problem.board().jumps()[*next..];
        let allows = |jump: &Jump| position.allows(jump) && !survivors.contains(&jump.over);
        let found = jumps.iter().position(allows);
        let Some(offset) = found.filter(|_| position.n_pegs() > fewest_pegs) else {
            path.pop();
            continue;
        };
        let number = *next + offset;
        *next = number + 1;
        let jump = &problem.board().jumps()[number];
        let position = position.after(jump);
        let moved = |&peg: &Hole| if peg == jump.from { jump.to } else { peg };
        let survivors: Vec<Hole> = survivors.iter().map(moved).collect();
        if accepts(&position, &survivors) {
            let jumps = path.iter().map(|(_, _, next)| JumpNumber(next - 1));
            return Some(jumps.collect());
        }
        if seen.insert((position.clone(), survivors.clone())) {
            path.push((position, survivors, 0));
        }
    }
    None
}
