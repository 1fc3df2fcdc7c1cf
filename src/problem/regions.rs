//! Regions: sets of holes that, once full, stay so until one of their pegs begins a sweep.
//!
//! A peg is taken by a leap over it. Where each line that leads over a hole of the set ends
//! in the set too, the peg that leaps must come from that end, as both ends cannot be
//! reached while they hold pegs: so it begins there. A corner is a region by itself. Known
//! from R. Merson's bound on the moves of a solution (J. D. Beasley, *The Ins and Outs of
//! Peg Solitaire*, 1985); how many disjoint ones are full bounds the sweeps that are left.

use super::Problem;
use crate::board::Hole;
use std::collections::BTreeSet;

/// The most holes of a region that is looked for: seven inside a triangular board.
const LARGEST: usize = 7;

/// Disjoint regions, small ones first, each sorted; as many as come of taking those first
/// that are full at the start.
pub(crate) fn disjoint(problem: &Problem) -> Vec<Vec<Hole>> {
    let board = problem.board();
    let mut over: Vec<Vec<[Hole; 2]>> = vec![Vec::new(); board.n_holes()];
    for jump in board.jumps() {
        if jump.from < jump.to {
            over[jump.over].push([jump.from, jump.to]);
        }
    }
    let mut all = BTreeSet::new();
    for hole in 0..board.n_holes() {
        grow(&over, &BTreeSet::from([hole]), &mut all);
    }
    let mut used = vec![false; board.n_holes()];
    let mut disjoint = Vec::new();
    let is_full = |region: &[Hole]| region.iter().all(|&hole| problem.start().has_peg(hole));
    let (full, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|(_, r)| is_full(r));
    for (_, region) in full.into_iter().chain(others) {
        if region.iter().all(|&hole| !used[hole]) {
            region.iter().for_each(|&hole| used[hole] = true);
            disjoint.push(region);
        }
    }
    disjoint.sort_by_key(Vec::len);
    disjoint
}

/// Adds the least regions that hold these holes, with their sizes.
fn grow(over: &[Vec<[Hole; 2]>], holes: &BTreeSet<Hole>, all: &mut BTreeSet<(usize, Vec<Hole>)>) {
    if holes.len() > LARGEST {
        return;
    }
    let mut lines = holes.iter().flat_map(|&hole| &over[hole]);
    match lines.find(|ends| !ends.iter().any(|end| holes.contains(end))) {
        None => {
            all.insert((holes.len(), holes.iter().copied().collect()));
        }
        Some(ends) => {
            for &end in ends {
                let mut more = holes.clone();
                more.insert(end);
                grow(over, &more, all);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::named;

    #[test]
    fn known_boards_have_as_many_as_fit() {
        let count = |name: &str| disjoint(&named(name).unwrap()).len();
        // As many as an exact search for the most finds on these boards.
        assert_eq!(count("central"), 12);
        assert_eq!(count("triangle5/free:1,2"), 6);
        assert_eq!(count("triangle10/free:1,3"), 15);
    }
}
