//! Position classes: what parity says of a problem before any search.
//!
//! A jump changes three holes. So in a set of holes that meets every jump in
//! none or two of its holes, the number of pegs stays even or odd for ever. The
//! positions that agree in all these sets are a *position class*; on the square
//! lattice these are de Bruijn's classes (1972), the *rule of three* of the
//! lines x+y and x-y modulo 3, and here any board and lattice is treated alike:
//! positions are vectors over GF(2), jumps add vectors of weight three, and two
//! positions are of the same class if their difference is a sum of jumps.

use super::{Goal, Problem};
use crate::board::Hole;
use fixedbitset::FixedBitSet;

/// A space of vectors over GF(2), by a basis in echelon form.
struct Span {
    /// `basis[h]`: a vector whose lowest hole is h.
    basis: Vec<Option<FixedBitSet>>,
}

impl Span {
    fn of(n_holes: usize, vectors: impl IntoIterator<Item = FixedBitSet>) -> Self {
        let mut span = Span {
            basis: vec![None; n_holes],
        };
        for vector in vectors {
            let rest = span.reduce(vector);
            if let Some(lowest) = rest.minimum() {
                span.basis[lowest] = Some(rest);
            }
        }
        span
    }

    /// What is left of a vector: nothing if it lies in the space.
    fn reduce(&self, mut vector: FixedBitSet) -> FixedBitSet {
        let mut from = 0;
        while let Some(hole) = (from..self.basis.len()).find(|&hole| vector.contains(hole)) {
            if let Some(basis) = &self.basis[hole] {
                vector.symmetric_difference_with(basis);
            }
            from = hole + 1;
        }
        vector
    }

    fn contains(&self, vector: FixedBitSet) -> bool {
        self.reduce(vector).is_clear()
    }

    /// A vector orthogonal to the whole space, but not to this one; `None` if
    /// this one lies in the space.
    fn witness(&self, vector: FixedBitSet) -> Option<FixedBitSet> {
        // What is left has no bit where a basis vector begins, so any one of its
        // bits and, below it, what orthogonality asks for will do.
        let rest = self.reduce(vector);
        let mut witness = FixedBitSet::with_capacity(self.basis.len());
        witness.insert(rest.minimum()?);
        for (hole, basis) in self.basis.iter().enumerate().rev() {
            if let Some(basis) = basis {
                let odd = basis.intersection_count(&witness) % 2 == 1;
                witness.set(hole, odd);
            }
        }
        Some(witness)
    }
}

fn vector(n_holes: usize, holes: impl IntoIterator<Item = Hole>) -> FixedBitSet {
    let mut vector = FixedBitSet::with_capacity(n_holes);
    holes.into_iter().for_each(|hole| vector.insert(hole));
    vector
}

/// The sums of jumps and of these holes alone.
fn jumps_and(problem: &Problem, alone: impl IntoIterator<Item = Hole>) -> Span {
    let n = problem.board().n_holes();
    let jumps = problem.board().jumps().iter();
    let jumps = jumps.map(|jump| vector(n, jump.holes()));
    let alone = alone.into_iter().map(|hole| vector(n, [hole]));
    Span::of(n, jumps.chain(alone))
}

/// For each hole, whether the position with a single peg there is of the
/// start's class.
pub fn finishes(problem: &Problem) -> &[bool] {
    problem.analysis().finishes.get_or_init(|| {
        let n = problem.board().n_holes();
        let span = jumps_and(problem, []);
        let rest = span.reduce(vector(n, problem.start().pegs()));
        (0..n)
            .map(|hole| span.reduce(vector(n, [hole])) == rest)
            .collect()
    })
}

/// Whether the class of the start has a position that the goal accepts, as far
/// as parity can tell. `false` proves that there is no solution.
pub fn allows(problem: &Problem) -> bool {
    let allows = || match problem.goal() {
        Goal::Pegs(0) => problem.start().n_pegs() == 0,
        Goal::Pegs(1) => finishes(problem).contains(&true),
        Goal::Pegs(_) => true,
        Goal::Picture(_) | Goal::DeadEnd(_) => {
            let (span, difference) = difference(problem);
            span.contains(difference)
        }
    };
    *problem.analysis().allows.get_or_init(allows)
}

/// The sums of jumps and of holes that the goal leaves open, and the difference
/// of start and goal.
fn difference(problem: &Problem) -> (Span, FixedBitSet) {
    let n = problem.board().n_holes();
    let goal = problem.goal();
    let either = (0..n).filter(|&hole| goal.fixed(hole).is_none());
    let span = jumps_and(problem, either);
    let mut difference = vector(n, problem.start().pegs());
    let pegs = (0..n).filter(|&hole| goal.fixed(hole) == Some(true));
    difference.symmetric_difference_with(&vector(n, pegs));
    (span, difference)
}

/// A set of holes that meets every jump in none or two of its holes and no hole
/// that the goal leaves open, where start and goal differ by an odd number of
/// pegs: so there is no solution. `None` if there is no such set. For goals that
/// are pictures.
pub fn separating_set(problem: &Problem) -> Option<Vec<Hole>> {
    let (span, difference) = difference(problem);
    Some(span.witness(difference)?.ones().collect())
}

/// The same for one peg anywhere, for each hole where it might be.
pub fn separating_sets(problem: &Problem) -> Vec<Option<Vec<Hole>>> {
    let n = problem.board().n_holes();
    let span = jumps_and(problem, []);
    let start = span.reduce(vector(n, problem.start().pegs()));
    let set = |hole| {
        let mut difference = vector(n, [hole]);
        difference.symmetric_difference_with(&start);
        Some(span.witness(difference)?.ones().collect())
    };
    (0..n).map(set).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::named;

    fn finishes_of(name: &str) -> Vec<(i32, i32)> {
        let problem = named(name).unwrap();
        let finishes = finishes(&problem);
        let holes = (0..finishes.len()).filter(|&hole| finishes[hole]);
        holes.map(|hole| problem.board().cell(hole)).collect()
    }

    #[test]
    fn the_rule_of_three() {
        let five = [(3, 0), (0, 3), (3, 3), (6, 3), (3, 6)];
        assert_eq!(finishes_of("central-free"), five);
        let four = [(2, 0), (2, 3), (5, 3), (2, 6)];
        assert_eq!(finishes_of("english/free:2,0"), four);
    }

    #[test]
    fn the_french_central_game_is_impossible() {
        assert!(!allows(&named("french/reversal:3,3").unwrap()));
        assert!(allows(&named("central").unwrap()));
        assert!(!allows(&named("pair:3,3:3,4").unwrap()));
    }
}
