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

/// How often disjoint ones are picked.
const TRIES: u64 = 50;

/// Disjoint regions, small ones first, each sorted: as many that are full at the start as
/// are found by always taking one that excludes the fewest others.
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
    let is_full = |region: &BTreeSet<Hole>| region.iter().all(|&h| problem.start().has_peg(h));
    let least = |region: &&BTreeSet<Hole>| {
        !all.iter()
            .any(|other| other != *region && other.is_subset(region))
    };
    let (full, others): (Vec<_>, Vec<_>) = all.iter().filter(least).partition(|r| is_full(r));
    let picks = (0..TRIES).map(|seed| {
        let mut random = fastrand::Rng::with_seed(seed);
        pick(&full, &mut random)
    });
    let mut disjoint: Vec<&BTreeSet<Hole>> = picks.rev().max_by_key(Vec::len).unwrap_or_default();
    for region in others {
        if disjoint.iter().all(|other| other.is_disjoint(region)) {
            disjoint.push(region);
        }
    }
    let mut disjoint: Vec<Vec<Hole>> = disjoint
        .into_iter()
        .map(|region| region.iter().copied().collect())
        .collect();
    disjoint.sort_by_key(|region| (region.len(), region.clone()));
    disjoint
}

/// Disjoint ones of these, one after another.
fn pick<'a>(regions: &[&'a BTreeSet<Hole>], random: &mut fastrand::Rng) -> Vec<&'a BTreeSet<Hole>> {
    let mut left = regions.to_vec();
    random.shuffle(&mut left);
    let mut picked = Vec::new();
    let excludes = |left: &[&BTreeSet<Hole>], one: &BTreeSet<Hole>| {
        left.iter().filter(|other| !other.is_disjoint(one)).count()
    };
    while let Some(&next) = left.iter().min_by_key(|one| excludes(&left, one)) {
        picked.push(next);
        left.retain(|other| other.is_disjoint(next));
    }
    picked
}

/// Adds the least regions that hold these holes, with their sizes.
fn grow(over: &[Vec<[Hole; 2]>], holes: &BTreeSet<Hole>, all: &mut BTreeSet<BTreeSet<Hole>>) {
    if holes.len() > LARGEST {
        return;
    }
    let mut lines = holes.iter().flat_map(|&hole| &over[hole]);
    match lines.find(|ends| !ends.iter().any(|end| holes.contains(end))) {
        None => {
            all.insert(holes.clone());
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
        assert_eq!(count("triangle8/free:1,4"), 13);
        assert_eq!(count("triangle10/free:1,3"), 17);
        assert_eq!(count("triangle10/free:1,4"), 18);
        assert_eq!(count("triangle12/free:1,3"), 22);
    }

    #[test]
    fn a_full_region_stays_full_until_one_of_its_pegs_begins() {
        let problem = named("triangle8/free:1,4").unwrap();
        let regions = disjoint(&problem);
        let jumps = problem.board().jumps();
        let mut random = fastrand::Rng::with_seed(1);
        let mut emptied = 0;
        for _ in 0..200 {
            let mut position = problem.start().clone();
            // The position when the peg began that is under way, where it began, and
            // where it is.
            let mut sweep = (position.clone(), usize::MAX, usize::MAX);
            while let Some(jump) = {
                let possible = jumps.iter().filter(|jump| position.allows(jump));
                random.choice(possible.collect::<Vec<_>>())
            } {
                if sweep.2 != jump.from {
                    sweep = (position.clone(), jump.from, jump.from);
                }
                let (before, begin, _) = &sweep;
                position = position.after(jump);
                for region in &regions {
                    let full = |position: &crate::board::Position| {
                        region.iter().all(|&hole| position.has_peg(hole))
                    };
                    if full(before) && !full(&position) {
                        assert!(region.contains(begin), "{region:?}");
                        emptied += 1;
                    }
                }
                sweep.2 = jump.to;
            }
        }
        assert!(emptied > 1000);
    }
}
