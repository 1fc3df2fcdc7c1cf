//! Exhaustive search: the oracle that every model is tested against, and what
//! only looking at every position can tell.
//!
//! Positions are integers (`bits.rs`), one for each set of symmetric ones
//! (`geometry.rs`), in sets by the number of jumps (`set.rs`): a jump takes one
//! peg, so no position stands in two levels, and no more than the levels asked
//! for are in memory. Boards of up to 128 holes.

/// Runs a body with the geometry of a board of this size and number of
/// symmetries.
macro_rules! with_geometry {
    ($problem:expr, $group:expr, $geometry:ident => $body:expr) => {
        with_geometry!(@ $problem, $group, $geometry, $body,
            (u64, 1) (u64, 2) (u64, 4) (u64, 8) (u64, 12)
            (u128, 1) (u128, 12))
    };
    // Without symmetries: a body for these alone is less code.
    ($problem:expr, $geometry:ident => $body:expr) => {{
        let problem: &$crate::problem::Problem = $problem;
        let group = &problem.goal_symmetries()[..1];
        with_geometry!(@ problem, group, $geometry, $body, (u64, 1) (u128, 1))
    }};
    (@ $problem:expr, $group:expr, $geometry:ident, $body:expr, $(($bits:ty, $most:literal))*) => {{
        let (problem, group): (&$crate::problem::Problem, _) = ($problem, $group);
        match ($crate::exact::geometry::n_bits(problem), group.len()) {
            $((bits, symmetries)
                if bits <= <$bits>::BITS as usize && symmetries <= $most =>
            {
                let $geometry = $crate::exact::geometry::Geometry::<$bits, $most>::new(problem, &group);
                $body
            })*
            _ => Err($crate::watch::Stop::TooManyHoles(problem.board().n_holes())),
        }
    }};
}

mod beam;
mod bits;
mod chances;
mod count;
mod cuts;
mod dead_ends;
mod decide;
mod few_sweeps;
mod geometry;
mod levels;
mod long_sweeps;
mod set;
mod shortest;
mod small;
mod solutions;
mod stored;
mod survivors;
mod sweeps;
mod threads;

pub use crate::watch::{Progress, Stop, Watch};
pub use beam::beam;
pub use bits::Bits;
pub use chances::Chances;
pub use cuts::{Cut, Cutting, Half};
pub use decide::{Decision, decide};
pub use few_sweeps::few_sweeps;
pub use levels::Accepts;
pub use levels::{Level, Levels};
pub use long_sweeps::Long;
pub use num_bigint::BigUint;
pub use shortest::{Shortest, shortest};
pub use small::{MOST_SMALL, OneEmpty, one_empty};
pub use solutions::{Distinct, Listed, solutions};
pub use stored::Stored;
pub use survivors::survivors;

/// The most holes of a board whose positions are integers.
pub const MOST_HOLES: usize = 128;

use crate::{
    board::{Board, Hole, JumpNumber},
    problem::{self, Goal, Problem},
};
use dead_ends::Earliest;
use levels::Winning;
use serde::{Serialize, Serializer};
use std::ops::ControlFlow;
use sweeps::FewestSweeps;

/// The most symmetries of which positions have images.
const MOST_SYMMETRIES: usize = 12;

/// As many of a group of symmetries as searches use, a group too: all, or those that leave more and
/// more holes where they are.
fn few(mut group: Vec<&[Hole]>) -> Vec<&[Hole]> {
    let mut fixed = 0;
    while group.len() > MOST_SYMMETRIES {
        group.retain(|symmetry| symmetry[fixed] == fixed);
        fixed += 1;
    }
    group
}

/// Every position that can be reached from the start, level by level, whatever
/// the goal. Whole levels stay known where the search had to stop.
pub fn levels(problem: &Problem, watch: &Watch) -> (Levels, Result<(), Stop>) {
    // Whichever peg must survive.
    let problem = &problem.with_goal(Goal::anywhere(1));
    let group = few(problem.symmetries());
    let mut made = Levels {
        levels: Vec::new(),
        symmetries: group.len(),
        earliest: None,
    };
    let result = with_geometry!(problem, group, geometry => {
        levels::levels(&geometry, watch, &mut |level, end| {
            if let (None, Some(end)) = (&made.earliest, end) {
                let holes = (0..problem.board().n_holes()).filter(|&hole| end.has(hole));
                made.earliest = Some((level.jumps, holes.collect()));
            }
            made.levels.push(level);
            ControlFlow::Continue(())
        })
    });
    (made, result)
}

/// The jumps of a shortest way to a dead end, whatever the goal.
pub fn earliest_dead_end(
    problem: &Problem,
    watch: &Watch,
) -> Result<Option<Vec<JumpNumber>>, Stop> {
    let problem = &problem.with_goal(Goal::anywhere(1));
    let end = with_geometry!(problem, few(problem.symmetries()), geometry => {
        dead_ends::earliest(&geometry, problem, watch)
    })?;
    match end {
        Some(Earliest::Way(jumps)) => Ok(Some(jumps)),
        Some(Earliest::Position(end)) => {
            let way = fewest_sweeps(&problem.with_goal(Goal::exactly(&end)), watch)?;
            Ok(way.map(|(_, jumps)| jumps))
        }
        None => Ok(None),
    }
}

/// How often play at random wins.
pub fn chances(problem: &Problem, watch: &Watch) -> Result<Chances, Stop> {
    with_geometry!(problem, few(problem.symmetries()), geometry => {
        chances::chances(&geometry, &Accepts::of_marked(problem), watch)
    })
}

/// What is asked of the positions that can still win.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Questions {
    /// How many solutions there are.
    pub count: bool,
    /// The fewest sweeps.
    pub fewest_sweeps: bool,
    /// The longest sweep.
    pub longest: Option<Long>,
}

/// What is known of the positions that can be reached and can still win.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outlook {
    /// How many symmetries fix start and goal.
    pub symmetries: usize,
    /// Their number after 0, 1, … jumps, up to these symmetries.
    pub winning: Vec<u64>,
    /// The number of solutions as sequences of jumps.
    pub count: Option<BigUint>,
    /// The fewest sweeps, with the jumps of a solution that shows it; `None` if
    /// it was not asked for or there is no solution.
    pub fewest_sweeps: Option<(usize, Vec<JumpNumber>)>,
    /// The jumps of the longest sweep, with those of a solution that has it; likewise.
    pub longest: Option<(usize, Vec<JumpNumber>)>,
}

/// Answers the questions.
///
/// # Errors
/// If a limit was reached.
pub fn outlook(problem: &Problem, questions: Questions, watch: &Watch) -> Result<Outlook, Stop> {
    let group = few(problem.symmetries());
    let n_symmetries = group.len();
    with_geometry!(problem, group, geometry => {
        let winning = Winning::new(&geometry, problem, watch)?;
        let accepts = Accepts::of_marked(problem);
        let count = match questions.count {
            true => Some(count::count(&geometry, &winning, &accepts, watch)?),
            false => None,
        };
        let fewest_sweeps = match questions.fewest_sweeps {
            true => FewestSweeps::new(&geometry, problem, &winning, watch)?.solution(),
            false => None,
        };
        let longest = match questions.longest {
            Some(long) => long_sweeps::longest(&geometry, problem, &winning, long, watch)?,
            None => None,
        };
        Ok(Outlook {
            longest,
            symmetries: n_symmetries,
            winning: winning.levels.iter().map(|set| set.len() as u64).collect(),
            count,
            fewest_sweeps,
        })
    })
}

/// The fewest sweeps of a solution, with the jumps of one that has so few; `None` if
/// there is no solution.
pub fn fewest_sweeps(
    problem: &Problem,
    watch: &Watch,
) -> Result<Option<(usize, Vec<JumpNumber>)>, Stop> {
    let questions = Questions {
        fewest_sweeps: true,
        ..Questions::default()
    };
    Ok(outlook(problem, questions, watch)?.fewest_sweeps)
}

/// A row of a table of pairs: what is told of one vacancy and one last peg.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairRow<T> {
    /// The vacancy at the start.
    pub start: Hole,
    /// The hole of the peg at the end.
    pub finish: Hole,
    /// What was found; `None` if there is no solution.
    pub found: Option<T>,
}

/// The pairs of vacancy and finish that the position class allows, one of each set of symmetric
/// pairs, in the order of the holes, and what `find` says of them, such as [`fewest_sweeps`].
///
/// # Errors
/// Those of `find`.
pub fn table<T>(
    board: &Board,
    find: impl Fn(&Problem) -> Result<Option<T>, Stop>,
    mut tell: impl FnMut(PairRow<T>),
) -> Result<(), Stop> {
    for (start, finish) in problem::up_to_symmetry(board, &problem::allowed_pairs(board)) {
        let found = find(&problem::pair(board, start, finish))?;
        tell(PairRow {
            start,
            finish,
            found,
        });
    }
    Ok(())
}

/// All that can be reached, but for positions that are ruled out; as JSON it stands in a
/// certificate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reachable {
    /// Symmetries that leave the goal as it is, each as the hole that every hole is moved to.
    pub symmetries: Vec<Vec<Hole>>,
    /// Positions up to these, each with where the peg is that must survive.
    #[serde(serialize_with = "in_hexadecimal")]
    pub positions: Vec<(u128, Option<Hole>)>,
    /// What rules out positions that are not listed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cuts: Vec<Cut>,
}

/// Bit h is a peg in hole h. Where a peg must survive, `@` and its hole follow.
fn in_hexadecimal<S: Serializer>(
    positions: &[(u128, Option<Hole>)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(positions.iter().map(|&(bits, survivor)| match survivor {
        None => format!("{bits:x}"),
        Some(hole) => format!("{bits:x}@{hole}"),
    }))
}
