//! Which pegs can be the last one: back from one peg, for all starts at once.

use super::{
    bits::Bits,
    few,
    geometry::Direction,
    set::{Set, every, expand},
};
use crate::{
    board::{Board, Hole},
    problem::{Goal, Problem},
    watch::{Stop, Watch},
};

/// Every start with one vacancy, and every peg of it, that can end with this peg alone,
/// in this hole: vacancy and peg, in order.
pub fn survivors(board: &Board, finish: Hole, watch: &Watch) -> Result<Vec<(Hole, Hole)>, Stop> {
    let n = board.n_holes();
    let goal = Goal::surviving(n, finish, Some(finish));
    // Any start will do: only the symmetries and the track of the finish count.
    let problem = Problem::new("", board.clone(), board.full(), goal);
    let problem = &problem;
    with_geometry!(problem, few(problem.goal_symmetries()), geometry => {
        let mut set = Set::of([geometry.canonical(geometry.one_peg(finish))], watch)?;
        for pegs in 2..n {
            watch.level(pegs);
            (set, _) = expand(&geometry, &set, Direction::Backward, every)?;
        }
        let mut found = Vec::new();
        for bits in set.iter().flat_map(|bits| geometry.images(bits)) {
            let vacancy = (0..n).find(|&hole| !bits.has(hole));
            found.extend(vacancy.zip(geometry.survivor(bits)));
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    })
}
