//! Trees of bounds that grow, and the linear programs of a node: for weights, and for how often
//! each jump is made.

use super::{
    ends::Ends,
    separation::{EndsOf, Sum, Table},
};
use crate::{
    board::Hole,
    problem::{Problem, pagoda},
    watch::{Stop, Watch},
};
use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Variable};
use std::collections::HashMap;

/// How far a tree may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trees {
    /// The most nodes: 1 for no bounds of jumps, 0 for no weights.
    pub nodes: usize,
    /// What is looked at besides.
    pub besides: Besides,
}

/// What a tree's linear programs have besides the bounds of jumps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd)]
pub enum Besides {
    /// Nothing.
    Nothing,
    /// A solution's ends.
    Ends,
    /// These, and rounded rows.
    Rounded,
    /// Tables of patches, and neither bounds nor anything else.
    Tables,
}

/// The bounds of jumps that have any besides the first ones, by number.
pub(super) type Bounds = HashMap<usize, (i64, i64)>;

/// A tree that grows.
pub(super) struct Tree<'a> {
    pub(super) problem: &'a Problem,
    pub(super) watch: &'a Watch,
    /// The most jumps of a solution.
    pub(super) most: i64,
    /// Sets whose ends are looked at in every node.
    pub(super) ends: Vec<Ends>,
    /// Rows that are added in every node.
    pub(super) rounded: Vec<Rounded>,
    /// Whether only the start is spoken of: then by first jumps too, and sets that it must
    /// change.
    pub(super) from_start: bool,
    pub(super) trees: Trees,
}

/// A rounded row: half of a sum of others.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Rounded {
    /// By jump.
    pub(super) changes: Vec<i64>,
    /// Their sum, each times how often it is made, is this at least.
    pub(super) least: i64,
    /// The sum's rows: what becomes of these holes, …
    pub(super) holes: Vec<Hole>,
    /// … that a jump is the first to touch a set, …
    pub(super) first: Vec<usize>,
    /// … and one the last, …
    pub(super) last: Vec<usize>,
    /// … and rounded rows before it, by number.
    pub(super) rows: Vec<usize>,
    /// Or it is what this table says, and not rounded.
    pub(super) table: Option<Table>,
}

/// The largest factor that weights are tried with.
const LARGEST_FACTOR: i32 = 1000;

/// How often the least factor by which lifted weights may be whole is doubled: with the least
/// margin and 40,000 pegs they stay below what checkers read.
const MOST_DOUBLED: u32 = 4;

/// Margins below this are taken for none.
const LEAST_MARGIN: f64 = 1e-6;

/// The most that is taken from a jump at an end, where no weight is more than 1.
const MOST_TAKEN: f64 = 6.0;

/// More than any sum of weights.
const IMPOSSIBLE: i64 = 1 << 40;

impl Tree<'_> {
    /// A leaf's sum, which shows the goal out of reach within the bounds.
    pub(super) fn leaf(&self, bounds: &Bounds) -> Result<Option<Sum>, Stop> {
        let problem = self.problem;
        let board = problem.board();
        let mut program = microlp::Problem::new(OptimizationDirection::Maximize);
        // The margin: what a final position is worth at least, less the start, and what is
        // taken from the ends.
        let weights = pagoda::weights(&mut program, problem);
        let taken: Vec<[Variable; 2]> = self
            .ends
            .iter()
            .map(|_| {
                let most = [self.from_start, true].map(|is_taken| f64::from(is_taken) * MOST_TAKEN);
                most.map(|most| program.add_var(1.0, (0.0, most)))
            })
            .collect();
        let added: Vec<Variable> = self
            .rounded
            .iter()
            .map(|row| program.add_var(row.least as f64, (0.0, MOST_TAKEN)))
            .collect();
        pagoda::add_goal(&mut program, problem, &weights);
        for (number, jump) in board.jumps().iter().enumerate() {
            let mut rise = pagoda::rise(&weights, jump);
            for (ends, [first, last]) in self.ends.iter().zip(&taken) {
                if ends.first[number] {
                    rise.add(*first, 1.0);
                }
                if ends.last[number] {
                    rise.add(*last, 1.0);
                }
            }
            let mut most = 3.0 + 2.0 * MOST_TAKEN * self.ends.len() as f64;
            for (row, &added) in self.rounded.iter().zip(&added) {
                let change = row.changes[number] as f64;
                if change != 0.0 {
                    rise.add(added, change);
                    most += MOST_TAKEN * change.abs();
                }
            }
            if let Some(&(low, high)) = bounds.get(&number) {
                // The rise counts `high` times, or as a fall `low` times.
                let up = program.add_var(-(high as f64), (0.0, most));
                let down = program.add_var(low as f64, (0.0, most));
                rise.add(up, -1.0);
                rise.add(down, 1.0);
            }
            program.add_constraint(rise, ComparisonOp::Le, 0.0);
        }
        let Some(solution) = pagoda::optimum(program, self.size(), self.watch)? else {
            return Ok(None);
        };
        if solution.objective() < LEAST_MARGIN {
            return Ok(None);
        }
        let real = |variable: &Variable| solution.var_value(*variable);
        Ok(
            self.in_integers(bounds, solution.objective(), &|factor, lift| {
                let whole = |variable: &Variable| (real(variable) * factor).round() as i64;
                let lifted =
                    |variable: &Variable| ((real(variable) + lift) * factor).round() as i64;
                let times = |variable: &Variable| whole(variable).max(0);
                let sets = self.ends.iter().zip(&taken);
                let sets = sets.map(|(ends, [first, last])| EndsOf {
                    holes: ends.holes.clone(),
                    first: times(first),
                    last: times(last),
                });
                Sum {
                    weights: weights.iter().map(lifted).collect(),
                    sets: sets.collect(),
                    rounded: added.iter().map(times).enumerate().collect(),
                    tables: Vec::new(),
                }
            }),
        )
    }

    /// The first of these sums that holds, by the factor of its numbers. Small ones come first;
    /// but where weights fall off as powers of the golden ratio do, none of these is whole. Then
    /// every weight is lifted a little: that costs less than half of the margin, and as each jump
    /// takes a peg, lowers every rise by as much, so that rounding by a factor which is large
    /// enough raises none above 0.
    fn in_integers(
        &self,
        bounds: &Bounds,
        margin: f64,
        sum: &dyn Fn(f64, f64) -> Sum,
    ) -> Option<Sum> {
        let small = (1..=LARGEST_FACTOR).map(|factor| sum(f64::from(factor), 0.0));
        let lift = margin / (2 * self.problem.start().n_pegs().max(1)) as f64;
        let large = (1..=MOST_DOUBLED).map(|doubled| sum(f64::from(1 << doubled) / lift, lift));
        let mut sums = small.chain(large);
        let mut sum = sums.find(|sum| self.margin(bounds, sum) > 0)?;
        sum.sets.retain(|set| set.first != 0 || set.last != 0);
        sum.rounded.retain(|(_, times)| *times != 0);
        Some(sum)
    }

    /// The size of its linear programs.
    fn size(&self) -> usize {
        let board = self.problem.board();
        board.n_holes() + board.jumps().len() + 2 * self.ends.len() + self.rounded.len()
    }

    /// By how much the final positions are worth more than can be reached. The sum is of all
    /// `ends` and all `rounded` rows, in their order.
    fn margin(&self, bounds: &Bounds, sum: &Sum) -> i64 {
        let Sum {
            weights,
            sets,
            rounded,
            ..
        } = sum;
        let start = self.problem.start().pegs();
        let start: i64 = start.map(|hole| weights[hole]).sum();
        let jumps = self.problem.board().jumps().iter().enumerate();
        let rises: i64 = jumps
            .map(|(number, jump)| {
                let ends = self.ends.iter().zip(sets);
                let taken = ends.map(|(ends, set)| {
                    set.first * i64::from(ends.first[number])
                        + set.last * i64::from(ends.last[number])
                });
                let added = self.rounded.iter().zip(rounded);
                let added = added.map(|(row, (_, times))| row.changes[number] * times);
                let rise = taken.sum::<i64>() + added.sum::<i64>() - pagoda::loss(weights, jump);
                match bounds.get(&number) {
                    // Without a bound of its own a jump must not let the sum rise.
                    None if rise > 0 => IMPOSSIBLE,
                    None => 0,
                    Some(&(low, high)) => rise * if rise > 0 { high } else { low },
                }
            })
            .sum();
        let taken: i64 = sets.iter().map(|set| set.first + set.last).sum();
        let added = self.rounded.iter().zip(rounded);
        let added: i64 = added.map(|(row, (_, times))| row.least * times).sum();
        pagoda::least_value(self.problem, weights) - start - rises + taken + added
    }

    /// How often each jump is made, in a solution of the linear program.
    pub(super) fn times(&self, bounds: &Bounds) -> Result<Option<Vec<f64>>, Stop> {
        let problem = self.problem;
        let board = problem.board();
        let mut program = microlp::Problem::new(OptimizationDirection::Minimize);
        let times: Vec<Variable> = (0..board.jumps().len())
            .map(|number| {
                let (low, high) = *bounds.get(&number).unwrap_or(&(0, self.most));
                program.add_var(0.0, (low as f64, high.max(low) as f64))
            })
            .collect();
        let mut balance: Vec<LinearExpr> = vec![LinearExpr::empty(); board.n_holes()];
        for (&times, jump) in times.iter().zip(board.jumps()) {
            balance[jump.from].add(times, -1.0);
            balance[jump.over].add(times, -1.0);
            balance[jump.to].add(times, 1.0);
        }
        let mut pegs = LinearExpr::empty();
        for (hole, mut balance) in balance.into_iter().enumerate() {
            let at_start = f64::from(problem.start().has_peg(hole));
            let at_end = match problem.goal().fixed(hole) {
                Some(peg) => (f64::from(peg), f64::from(peg)),
                None => (0.0, 1.0),
            };
            let end = program.add_var(0.0, at_end);
            pegs.add(end, 1.0);
            balance.add(end, -1.0);
            program.add_constraint(balance, ComparisonOp::Eq, -at_start);
        }
        if let Some(wanted) = problem.goal().pegs_anywhere() {
            program.add_constraint(pegs, ComparisonOp::Eq, wanted as f64);
        }
        let first = self.ends.iter().filter(|_| self.from_start);
        let first = first.map(|ends| &ends.first);
        for those in first.chain(self.ends.iter().map(|ends| &ends.last)) {
            let made = times.iter().zip(those).filter(|(_, is_one)| **is_one);
            let made: Vec<(Variable, f64)> = made.map(|(&times, _)| (times, 1.0)).collect();
            program.add_constraint(made, ComparisonOp::Ge, 1.0);
        }
        for row in &self.rounded {
            let changes = row.changes.iter().map(|&change| change as f64);
            let made = times.iter().copied().zip(changes);
            let made: Vec<(Variable, f64)> = made.filter(|&(_, change)| change != 0.0).collect();
            program.add_constraint(made, ComparisonOp::Ge, row.least as f64);
        }
        let solution = pagoda::optimum(program, self.size(), self.watch)?;
        Ok(solution.map(|solution| {
            let numbers = times.iter().map(|&times| solution.var_value(times));
            numbers.collect()
        }))
    }
}
