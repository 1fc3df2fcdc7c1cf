//! Exhaustive search: the oracle that every model is tested against.

use crate::{board::Position, problem::Problem};
use std::collections::HashSet;

/// What exhaustive search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// The jumps of a solution, by number.
    Solved(Vec<usize>),
    /// No sequence of jumps reaches the goal.
    Unsolvable,
    /// The limit on positions was reached first.
    Unknown,
}

/// Searches depth first, remembering positions, and looks at no more than
/// `max_positions` of them.
pub fn search(problem: &Problem, max_positions: usize) -> Found {
    let fewest_pegs = *problem.goal().pegs().start();
    let mut seen: HashSet<Position> = HashSet::from([problem.start().clone()]);
    // The path from the start: each position and the next jump to try there.
    let mut path: Vec<(Position, usize)> = vec![(problem.start().clone(), 0)];
    if problem.accepts(problem.start()) {
        return Found::Solved(Vec::new());
    }
    while let Some((position, next)) = path.last_mut() {
        let jumps = &problem.board().jumps()[*next..];
        let found = jumps.iter().position(|jump| position.allows(jump));
        let Some(offset) = found.filter(|_| position.n_pegs() > fewest_pegs) else {
            path.pop();
            continue;
        };
        let number = *next + offset;
        *next = number + 1;
        let position = position.after(&problem.board().jumps()[number]);
        if problem.accepts(&position) {
            return Found::Solved(path.iter().map(|(_, next)| next - 1).collect());
        }
        if seen.len() >= max_positions {
            return Found::Unknown;
        }
        if seen.insert(position.clone()) {
            path.push((position, 0));
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
