//! Position classes: what parity says of a problem before any search.
//!
//! A jump changes three holes. So in a set of holes that meets every jump in
//! none or two of its holes, the number of pegs stays even or odd for ever. The
//! positions that agree in all these sets are a *position class*; on the square
//! lattice these are de Bruijn's classes (1972), the *rule of three* of the
//! lines x+y and x-y modulo 3, and here any board and lattice is treated alike:
//! positions are vectors over GF(2), jumps add vectors of weight three, and two
//! positions are of the same class if their difference is a sum of jumps.

use super::{Problem, track};
use crate::board::{Board, Hole};
use fixedbitset::FixedBitSet;

/// The classes of a board's positions: vectors over GF(2), one a hole, so that two
/// positions are of one class if and only if the sums over their pegs are equal.
struct Classes {
    of_hole: Vec<FixedBitSet>,
}

impl Classes {
    /// The classes where pegs in these open holes do not count.
    ///
    /// Of the three holes of a line each is the sum of the others. So holes are
    /// numbered by what is not known yet, a new unknown for each; the lines that
    /// are left over, and the open holes, are equations between the unknowns.
    fn new(board: &Board, open: impl Iterator<Item = Hole>) -> Self {
        let lines: Vec<[Hole; 3]> = board.lines().collect();
        let mut lines_at = vec![Vec::new(); board.n_holes()];
        for line in &lines {
            line.iter().for_each(|&hole| lines_at[hole].push(line));
        }
        let mut sums: Vec<Option<FixedBitSet>> = vec![None; board.n_holes()];
        let mut n_unknowns = 0;
        for hole in 0..board.n_holes() {
            if sums[hole].is_some() {
                continue;
            }
            let mut unknown = FixedBitSet::with_capacity(n_unknowns + 1);
            unknown.insert(n_unknowns);
            n_unknowns += 1;
            sums[hole] = Some(unknown);
            let mut fresh = vec![hole];
            while let Some(hole) = fresh.pop() {
                for line in &lines_at[hole] {
                    let mut unknown = line.iter().filter(|&&hole| sums[hole].is_none());
                    if let (Some(&third), None) = (unknown.next(), unknown.next()) {
                        let others = line.iter().filter_map(|&hole| sums[hole].as_ref());
                        sums[third] = Some(sum(n_unknowns, others));
                        fresh.push(third);
                    }
                }
            }
        }
        let of_hole = sums.iter().map(|one| sum(n_unknowns, one)).collect();
        let mut classes = Classes { of_hole };
        let of_lines = lines.iter().map(|line| classes.of(line.iter().copied()));
        let mut equations: Vec<FixedBitSet> = of_lines.collect();
        equations.extend(open.map(|hole| classes.of_hole[hole].clone()));
        // By the lowest unknown that each of them gives.
        let mut solved: Vec<Option<FixedBitSet>> = vec![None; n_unknowns];
        for mut equation in equations {
            reduce(&mut equation, &solved);
            if let Some(lowest) = equation.minimum() {
                solved[lowest] = Some(equation);
            }
        }
        for class in &mut classes.of_hole {
            reduce(class, &solved);
        }
        classes
    }

    /// The class of the position with pegs in these holes.
    fn of(&self, pegs: impl IntoIterator<Item = Hole>) -> FixedBitSet {
        let size = self.of_hole.first().map_or(0, FixedBitSet::len);
        sum(size, pegs.into_iter().map(|hole| &self.of_hole[hole]))
    }

    /// The holes whose class has this bit: a set that meets every jump in none or
    /// two of its holes.
    fn set(&self, bit: usize) -> Vec<Hole> {
        let holes = self.of_hole.iter().enumerate();
        let within = holes.filter(|(_, class)| class.contains(bit));
        within.map(|(hole, _)| hole).collect()
    }
}

fn sum<'a>(size: usize, all: impl IntoIterator<Item = &'a FixedBitSet>) -> FixedBitSet {
    let mut sum = FixedBitSet::with_capacity(size);
    all.into_iter()
        .for_each(|one| sum.symmetric_difference_with(one));
    sum
}

/// Puts in what is known of each unknown, by equations that hold none below it.
fn reduce(vector: &mut FixedBitSet, solved: &[Option<FixedBitSet>]) {
    for (unknown, equation) in solved.iter().enumerate() {
        if let (Some(equation), true) = (equation, vector.contains(unknown)) {
            vector.symmetric_difference_with(equation);
        }
    }
}

/// For each hole, whether the position with a single peg there is of the
/// start's class; of a peg that must survive, whether it can come there, too.
pub fn finishes(problem: &Problem) -> &[bool] {
    problem.analysis().finishes.get_or_init(|| {
        let classes = Classes::new(problem.board(), std::iter::empty());
        let start = classes.of(problem.start().pegs());
        let survivor = problem.goal().survivor();
        let track = survivor.map(|peg| track(problem.board(), peg));
        let open = |hole: Hole| track.as_ref().is_none_or(|track| track[hole]);
        let holes = classes.of_hole.iter().enumerate();
        holes
            .map(|(hole, class)| *class == start && open(hole))
            .collect()
    })
}

/// Whether the class of the start has a position that the goal accepts, as far
/// as parity can tell. `false` proves that there is no solution.
pub fn allows(problem: &Problem) -> bool {
    let goal = problem.goal();
    let last_pegs = || {
        let finishes = finishes(problem).iter().enumerate();
        finishes.filter(|&(hole, &may)| may && goal.fixed(hole) != Some(false))
    };
    let allows = || match (goal.marks(), goal.count()) {
        (None, Some(0)) => problem.start().n_pegs() == 0,
        (None, Some(1)) => last_pegs().next().is_some(),
        (Some(_), _) if goal.survivor().is_some() => last_pegs().next().is_some(),
        (Some(_), _) => difference(problem).1.is_clear(),
        (None, _) => true,
    };
    *problem.analysis().allows.get_or_init(allows)
}

/// The classes where the holes that the goal leaves open do not count, and the sum
/// of the start's and the goal's.
fn difference(problem: &Problem) -> (Classes, FixedBitSet) {
    let holes = 0..problem.board().n_holes();
    let goal = problem.goal();
    let open = holes.clone().filter(|&hole| goal.fixed(hole).is_none());
    let classes = Classes::new(problem.board(), open);
    let pegs = holes.filter(|&hole| goal.fixed(hole) == Some(true));
    let difference = classes.of(problem.start().pegs().chain(pegs));
    (classes, difference)
}

/// A set of holes that meets every jump in none or two of its holes and no hole
/// that the goal leaves open, where start and goal differ by an odd number of
/// pegs: so there is no solution. `None` if there is no such set. For goals that
/// are pictures.
pub fn separating_set(problem: &Problem) -> Option<Vec<Hole>> {
    let (classes, difference) = difference(problem);
    Some(classes.set(difference.minimum()?))
}

/// Few such sets, one of which tells the start from a single peg in each hole that
/// is no [finish](finishes).
pub fn separating_sets(problem: &Problem) -> Vec<Vec<Hole>> {
    let classes = Classes::new(problem.board(), std::iter::empty());
    let start = classes.of(problem.start().pegs());
    let mut left: Vec<&FixedBitSet> = classes.of_hole.iter().collect();
    let mut sets = Vec::new();
    for bit in 0..start.len() {
        let before = left.len();
        left.retain(|class| class.contains(bit) == start.contains(bit));
        if left.len() < before {
            sets.push(classes.set(bit));
        }
    }
    sets
}

/// The [invariant sets](invariant_sets) that say something of the end, because the goal
/// leaves it open.
pub fn sets_at_the_end(problem: &Problem) -> Vec<Vec<Hole>> {
    match problem.goal().marks() {
        None => invariant_sets(problem.board()),
        Some(_) => Vec::new(),
    }
}

/// Sets of holes that meet every jump in none or two of their holes: positions are of
/// one class if in each of these sets both have an odd number of pegs, or neither.
pub fn invariant_sets(board: &Board) -> Vec<Vec<Hole>> {
    let classes = Classes::new(board, std::iter::empty());
    let bits = classes.of_hole.first().map_or(0, FixedBitSet::len);
    let sets = (0..bits).map(|bit| classes.set(bit));
    sets.filter(|set| !set.is_empty()).collect()
}
