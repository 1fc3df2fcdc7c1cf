//! Regions: sets of holes that, once full, stay so until one of their pegs begins a sweep.
//!
//! A peg is taken by a leap over it. Where each line that leads over a hole of the set ends
//! in the set too, the peg that leaps must come from that end, as both ends cannot be
//! reached while they hold pegs: so it begins there. A corner is a region by itself. Known
//! from R. Merson's bound on the moves of a solution (J. D. Beasley, *The Ins and Outs of
//! Peg Solitaire*, 1985); how many disjoint ones are full bounds the sweeps that are left.

use super::{Goal, Problem};
use crate::board::{Board, Hole};
use std::{cmp::Reverse, collections::BTreeSet};

/// The most holes of a region that is looked for: seven inside a triangular board.
const LARGEST: usize = 7;

/// The most holes of a board whose regions are looked for, which takes less than a tenth of
/// a second there; on larger ones corners are all.
const LARGE: usize = 400;

/// How many families are kept in which most regions are full; at most twice as many in all.
const FAMILIES: usize = 8;

/// How often disjoint regions are picked for each kind of families, or once if that is more
/// than this work, which grows with the third power of their number.
const TRIES: u64 = 200;
const WORK: u64 = 50_000_000;

/// Some regions, and families of disjoint ones.
#[derive(Debug, Clone, Default)]
pub struct Regions {
    /// The holes of each region, sorted.
    pub holes: Vec<Vec<Hole>>,
    /// Families, as places in that list, small regions first, as `stay` needs them.
    pub families: Vec<Vec<usize>>,
}

impl Regions {
    /// Families of which many regions are full at the start, most in the first.
    pub fn of(problem: &Problem) -> &Self {
        problem.analysis().regions.get_or_init(|| find(problem))
    }

    /// The corners, as one family.
    fn corners(board: &Board) -> Self {
        let corners = (0..board.n_holes()).filter(|&hole| board.is_corner(hole));
        let mut regions = Regions::default();
        regions.push(corners.map(|hole| vec![hole]).collect());
        regions
    }

    /// Adds a family, and says whether it is a new one.
    fn push(&mut self, mut family: Vec<Vec<Hole>>) -> bool {
        family.sort_by_key(|region| (region.len(), region.clone()));
        let place = |region: Vec<Hole>| match self.holes.iter().position(|one| *one == region) {
            Some(place) => place,
            None => {
                self.holes.push(region);
                self.holes.len() - 1
            }
        };
        let family = family.into_iter().map(place).collect();
        let is_new = !self.families.contains(&family);
        if is_new {
            self.families.push(family);
        }
        is_new
    }

    /// How many of a family may be full though none of the sweeps that are left, at least
    /// one, begins there: those that the goal leaves full. Where one peg is left there is
    /// none: if the hole where it ends was full before the last sweep, that began there.
    pub(crate) fn stay(&self, family: &[usize], goal: &Goal) -> usize {
        let most = *goal.pegs().end();
        if most == 1 {
            return 0;
        }
        let may_stay = |region: &&Vec<Hole>| {
            let fixed = |&hole: &Hole| goal.fixed(hole);
            !region.iter().map(fixed).any(|fixed| fixed == Some(false))
        };
        let family = family.iter().map(|&place| &self.holes[place]);
        // Each needs its pegs; those that need fewest come first.
        let pegs = family.filter(may_stay).scan(0, |pegs, region| {
            *pegs += region.len();
            Some(*pegs)
        });
        pegs.take_while(|&pegs| pegs <= most).count()
    }
}

/// Picks disjoint regions again and again: first as many as possible, then beginning with
/// the one that was picked least, which is kept if it has one region less at most.
fn find(problem: &Problem) -> Regions {
    if problem.board().n_holes() > LARGE {
        return Regions::corners(problem.board());
    }
    let all = all(problem.board());
    let is_full = |region: &&Region| region.iter().all(|&hole| problem.start().has_peg(hole));
    let (full, others): (Vec<&Region>, Vec<&Region>) = all.iter().partition(is_full);
    let work = (full.len() as u64).pow(3).max(1);
    let tries = (WORK / work).clamp(1, TRIES);
    let excludes: Vec<Vec<bool>> = full
        .iter()
        .map(|one| full.iter().map(|other| !one.is_disjoint(other)).collect())
        .collect();
    let family = |picked: &[usize]| {
        let mut disjoint: Vec<&Region> = picked.iter().map(|&one| full[one]).collect();
        for region in &others {
            if disjoint.iter().all(|other| other.is_disjoint(region)) {
                disjoint.push(region);
            }
        }
        let sorted = |region: &Region| region.iter().copied().collect();
        disjoint.into_iter().map(sorted).collect()
    };
    let random = fastrand::Rng::with_seed;
    let mut picks: Vec<Vec<usize>> = (0..tries)
        .map(|seed| pick(&excludes, None, &mut random(seed)))
        .collect();
    picks.sort_by_key(|picked| Reverse(picked.len()));
    let fewest = picks[0].len().saturating_sub(1);
    let mut regions = Regions::default();
    let mut times = vec![0; full.len()];
    for picked in &picks {
        if regions.families.len() < FAMILIES && regions.push(family(picked)) {
            picked.iter().for_each(|&one| times[one] += 1);
        }
    }
    for seed in 0..tries {
        let least = (0..full.len()).min_by_key(|&one| times[one]);
        let picked = pick(&excludes, least, &mut random(seed));
        picked.iter().for_each(|&one| times[one] += 1);
        if picked.len() >= fewest {
            regions.push(family(&picked));
        }
        if regions.families.len() >= 2 * FAMILIES {
            break;
        }
    }
    regions
}

/// Numbers of regions that do not exclude each other: the first as given, then always one
/// that excludes the fewest others.
fn pick(excludes: &[Vec<bool>], first: Option<usize>, random: &mut fastrand::Rng) -> Vec<usize> {
    let mut left: Vec<usize> = (0..excludes.len()).collect();
    random.shuffle(&mut left);
    let mut picked = Vec::new();
    let fewest = |left: &[usize]| {
        let excluded = |one: usize| left.iter().filter(|&&other| excludes[one][other]).count();
        left.iter().copied().min_by_key(|&one| excluded(one))
    };
    let mut next = first.or_else(|| fewest(&left));
    while let Some(one) = next {
        picked.push(one);
        left.retain(|&other| !excludes[one][other]);
        next = fewest(&left);
    }
    picked
}

type Region = BTreeSet<Hole>;

/// The regions of up to `LARGEST` holes that hold no smaller one.
fn all(board: &Board) -> Vec<Region> {
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
    let is_least = |region: &&Region| {
        let holds = |other: &Region| other.len() < region.len() && other.is_subset(region);
        !all.iter().any(holds)
    };
    all.iter().filter(is_least).cloned().collect()
}

/// Adds regions of up to `LARGEST` holes that hold these.
fn grow(over: &[Vec<[Hole; 2]>], holes: &Region, all: &mut BTreeSet<Region>) {
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
