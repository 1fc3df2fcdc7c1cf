//! Exhaustive search: the oracle that every model is tested against.

use crate::{
    board::{Hole, Jump, JumpNumber, Position},
    problem::Problem,
};
use std::collections::HashSet;

/// What exhaustive search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// The jumps of a solution, by number.
    Solved(Vec<JumpNumber>),
    /// No sequence of jumps reaches the goal.
    Unsolvable,
    /// The limit on positions was reached first.
    Unknown,
}

/// Searches depth first, remembering positions, and looks at no more than
/// `max_positions` of them.
pub fn search(problem: &Problem, max_positions: usize) -> Found {
    let fewest_pegs = *problem.goal().pegs().start();
    // A position, and where the peg is that must survive.
    let start = (problem.start().clone(), problem.goal().survivor());
    let mut seen: HashSet<(Position, Option<Hole>)> = HashSet::from([start.clone()]);
    // The path from the start: each position and the next jump to try there.
    let mut path: Vec<(Position, Option<Hole>, usize)> = vec![(start.0, start.1, 0)];
    if problem.accepts(problem.start()) {
        return Found::Solved(Vec::new());
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
            return Found::Solved(
                path.iter()
                    .map(|(_, _, next)| JumpNumber(next - 1))
                    .collect(),
            );
        }
        if seen.len() >= max_positions {
            return Found::Unknown;
        }
        if seen.insert((position.clone(), survivor)) {
            path.push((position, survivor, 0));
        }
    }
    Found::Unsolvable
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{problem::named, solution::checker};

    #[test]
    fn small_boards_are_decided() {
        let answer = |name: &str| search(&named(name).unwrap(), 1 << 20);
        let solved = named("triangle5/free:0,0").unwrap();
        match search(&solved, 1 << 20) {
            Found::Solved(jumps) => checker::check_numbers(&solved, &jumps).unwrap(),
            other => panic!("{other:?}"),
        }
        assert_eq!(answer("square3/free:1,1"), Found::Unsolvable);
        assert_eq!(answer("square1/reversal:0,0"), Found::Unsolvable);
        assert_eq!(search(&named("central").unwrap(), 10), Found::Unknown);
    }
}
