//! The solutions with the fewest sweeps, whatever the order of these: what a catalogue says of a
//! pair of vacancy and finish.
//!
//! Two sweeps are alike if they begin in the same hole, end in the same hole and take the same
//! pegs: a loop may be made either way. Two solutions are alike if their sweeps are, in any order,
//! or if a symmetry that fixes start and goal makes them so. So read, G. Bell's catalogue of the
//! triangle of 15 holes has the numbers that are found here, all but the last sweeps of one pair
//! (4 there and 7 here).
//!
//! Which pegs are left follows from the set of sweeps that were made. So sets are made sweep by
//! sweep, each kept once, and only those after which as many sweeps are left as must be.

use super::{
    bits::Bits,
    geometry::{Geometry, Leap},
    levels::Winning,
    sweeps::FewestSweeps,
};
use crate::{
    board::Hole,
    problem::Problem,
    watch::{Reserved, Stop, Watch},
};
use std::collections::{BTreeMap, BTreeSet};

/// What the solutions with the fewest sweeps are like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shortest {
    /// The sweeps of each.
    pub sweeps: usize,
    /// Of how many solutions, up to the order of sweeps and symmetry, the longest, the second
    /// longest and the last sweep have so many jumps; the longest ones first. Where the order
    /// leaves a choice the last sweep is as long as it can be.
    pub kinds: Vec<([usize; 3], usize)>,
    /// The sweeps with which one can end, up to symmetry.
    pub last_sweeps: usize,
}

impl Shortest {
    /// How many solutions there are, up to the order of sweeps and symmetry.
    pub fn solutions(&self) -> usize {
        self.kinds.iter().map(|kind| kind.1).sum()
    }

    /// The longest sweep of any, and of the one whose longest sweep is shortest.
    pub fn longest(&self) -> [usize; 2] {
        let longest = || self.kinds.iter().map(|kind| kind.0[0]);
        [longest().max(), longest().min()].map(Option::unwrap_or_default)
    }

    /// The longest last sweep.
    pub fn longest_last(&self) -> usize {
        let last = self.kinds.iter().map(|kind| kind.0[2]);
        last.max().unwrap_or_default()
    }
}

/// The solutions with the fewest sweeps; `None` if there is no solution.
///
/// # Errors
/// If a limit was reached.
pub fn shortest(problem: &Problem, watch: &Watch) -> Result<Option<Shortest>, Stop> {
    let group = super::few(problem.symmetries());
    with_geometry!(problem, group, geometry => {
        let winning = Winning::new(&geometry, problem, watch)?;
        let fewest = FewestSweeps::new(&geometry, problem, &winning, watch)?;
        let jumps = problem.board().jumps();
        let all: Vec<Vec<Hole>> = problem.symmetries().into_iter().map(<[Hole]>::to_vec).collect();
        let search = Search {
            all,
            leaps: geometry.leaps(jumps),
            overs: jumps.iter().map(|jump| jump.over).collect(),
            n_holes: problem.board().n_holes(),
            geometry: &geometry,
            fewest: &fewest,
            watch,
        };
        search.shortest()
    })
}

/// From, to, and the pegs that are taken.
type Sweep = (Hole, Hole, u128);

/// In order.
type Sweeps = Vec<Sweep>;

/// What ordered sets of a tree cost beside their sweeps.
const BESIDE: usize = 64;

struct Search<'a, B, const S: usize> {
    /// The symmetries that fix start and goal; the geometry may have a part of them.
    all: Vec<Vec<Hole>>,
    leaps: Vec<Vec<Leap<B>>>,
    /// Of each jump.
    overs: Vec<Hole>,
    n_holes: usize,
    geometry: &'a Geometry<B, S>,
    fewest: &'a FewestSweeps<'a, B, S>,
    watch: &'a Watch,
}

impl<B: Bits, const S: usize> Search<'_, B, S> {
    fn shortest(&self) -> Result<Option<Shortest>, Stop> {
        let Some(sweeps) = self.fewest.from(0, self.geometry.start) else {
            return Ok(None);
        };
        let mut room = Reserved::none(self.watch);
        let mut sets = BTreeMap::from([(Sweeps::new(), self.geometry.start)]);
        // Of each whole set its longest last sweep.
        let mut whole = BTreeMap::<Sweeps, usize>::new();
        let mut last_sweeps = BTreeSet::new();
        for left in (0..sweeps).rev() {
            let mut next = BTreeMap::new();
            for (set, &position) in &sets {
                self.watch.check()?;
                for (sweep, after) in self.sweeps(position, left)? {
                    let mut more = set.clone();
                    more.push(sweep);
                    if left == 0 {
                        let length = sweep.2.count_ones() as usize;
                        let more = self.canonical(&more, &self.all).0;
                        let longest = whole.entry(more).or_default();
                        *longest = length.max(*longest);
                        last_sweeps.insert(self.canonical(&[sweep], &self.all).0);
                    } else {
                        let (more, by) = self.canonical(&more, &self.geometry.symmetries);
                        next.entry(more).or_insert_with(|| self.image(after, by));
                    }
                }
                let each = BESIDE + (sweeps - left) * size_of::<Sweep>();
                room.grow((each * (sets.len() + next.len() + whole.len())) as u64)?;
            }
            sets = next;
        }
        if sweeps == 0 {
            whole.insert(Sweeps::new(), 0);
        }
        let mut kinds = BTreeMap::new();
        for (set, last) in &whole {
            let mut lengths: Vec<u32> = set.iter().map(|sweep| sweep.2.count_ones()).collect();
            lengths.sort_unstable();
            let mut lengths = lengths.into_iter().rev().map(|length| length as usize);
            let mut next = || lengths.next().unwrap_or_default();
            *kinds.entry([next(), next(), *last]).or_default() += 1;
        }
        Ok(Some(Shortest {
            sweeps,
            kinds: kinds.into_iter().rev().collect(),
            last_sweeps: last_sweeps.len(),
        }))
    }

    /// The sweeps from a position after which so many are left, each once, with the position
    /// after it.
    fn sweeps(&self, position: B, left: usize) -> Result<BTreeMap<Sweep, B>, Stop> {
        let level = self.level(position);
        let pegs = (0..self.n_holes).filter(|&hole| position.has(hole));
        let mut open: Vec<(Sweep, B)> = pegs.map(|peg| ((peg, peg, 0), position)).collect();
        // Where a sweep ends and what it takes say the position after it.
        let mut seen = BTreeMap::new();
        while let Some(((from, at, taken), position)) = open.pop() {
            self.watch.check()?;
            for leap in &self.leaps[at] {
                let Some(after) = leap.after(position) else {
                    continue;
                };
                let sweep = (from, leap.to, taken | 1 << self.overs[leap.jump.0]);
                if seen.contains_key(&sweep) {
                    continue;
                }
                let fewest = self
                    .fewest
                    .from(level + sweep.2.count_ones() as usize, after);
                seen.insert(sweep, (after, fewest));
                if fewest.is_some() {
                    open.push((sweep, after));
                }
            }
        }
        let ends = seen.into_iter();
        let ends = ends.filter(|(_, (_, fewest))| *fewest == Some(left));
        Ok(ends.map(|(sweep, (after, _))| (sweep, after)).collect())
    }

    /// The jumps that led to it.
    fn level(&self, position: B) -> usize {
        self.geometry.n_pegs(self.geometry.start) - self.geometry.n_pegs(position)
    }

    /// The least image, in order, and the number of the symmetry.
    fn canonical(&self, sweeps: &[Sweep], symmetries: &[Vec<Hole>]) -> (Sweeps, usize) {
        let symmetries = symmetries.iter().enumerate();
        let images = symmetries.map(|(number, symmetry)| {
            let moved = sweeps.iter().map(|&(from, to, taken)| {
                let holes = (0..self.n_holes).filter(|&hole| taken >> hole & 1 == 1);
                let taken = holes.fold(0, |taken, hole| taken | 1 << symmetry[hole]);
                (symmetry[from], symmetry[to], taken)
            });
            let mut moved: Sweeps = moved.collect();
            moved.sort_unstable();
            (moved, number)
        });
        images.min().unwrap_or_default()
    }

    fn image(&self, position: B, symmetry: usize) -> B {
        self.geometry.images(position)[symmetry]
    }
}
