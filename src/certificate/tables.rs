//! Tables: a number for each way in which the holes of a patch can be filled, beside the
//! weights of all holes.
//!
//! Weights know nothing of what a part of the board must go through to become empty; a table
//! does. Its values are distances: if jump j costs c(j), the value of a filling is the length of
//! a shortest way to it, from the one at the start, by what the patch sees of jumps. So no jump
//! raises the value by more than it costs. With weights w, and costs of each jump for each
//! patch that it touches, where these and w(to) - w(from) - w(over) are together at most 0, the
//! goal is out of reach if it is worth more than the start. (Planners do so with pattern
//! databases: F. Pommerening et al., *From non-negative to general operator cost partitioning*,
//! 2015.)
//!
//! The best weights and costs are those of a linear program, made by cutting planes (J. E.
//! Kelley, 1960): shortest ways bound what a patch is worth, and ways around that cost less
//! than nothing are forbidden, as they are found. As elsewhere it is solved in floating point,
//! and what it says is believed only in integers.

use super::{
    patches::{Patch, Seen, Ways, patches},
    program::Rounded,
    separation::Sum,
};
use crate::{
    board::Hole,
    problem::{Problem, pagoda},
    watch::{Stop, Watch},
};
use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Solution, SolveOutcome, Variable};

/// So many patches are tried before all of them: on many boards they are arms or corners.
const FIRST: usize = 4;

/// The largest cost of a jump where no weight is more than 1, and the largest worth of a patch.
const LARGEST_COST: f64 = 3.0;
const LARGEST_WORTH: f64 = 100.0;

/// The largest factor by which weights and costs are made whole.
const LARGEST_FACTOR: i64 = 100;

/// What costs are multiplied by for shortest ways while the program is solved, and the least
/// by which a way must be too short.
const SCALE: f64 = 1e6;
const LEAST: f64 = 1e-4;

/// By how much a row must be broken.
const LEAST_LACK: f64 = 1e-3;

/// Steps along shortest ways that are a unit of work: an estimate.
const STEPS_A_UNIT: usize = 100;

/// Weights and tables that show the goal, a picture, out of reach. `None` if there are none, or
/// they are not found.
pub(super) fn separating(problem: &Problem, watch: &Watch) -> Result<Option<Sum>, Stop> {
    if problem.goal().marks().is_none() {
        return Ok(None); // any number of pegs may be anywhere in a patch
    }
    let patches = patches(problem.board());
    if patches.is_empty() {
        return Ok(None);
    }
    let found = |patches: &[Vec<Hole>]| {
        let patches = patches.iter().map(|holes| Patch::new(problem, holes));
        Weights::new(problem, patches.collect()).sum(watch)
    };
    match found(&patches[..FIRST.min(patches.len())])? {
        None if patches.len() > FIRST => found(&patches),
        sum => Ok(sum),
    }
}

/// Rows of tables that these numbers of jumps break, one for each patch at most. (Those of all
/// patches, disjoint or not, refuted nothing more, and took up to ten times as long.)
pub(super) fn broken(
    problem: &Problem,
    times: &[f64],
    watch: &Watch,
) -> Result<Vec<Rounded>, Stop> {
    let mut rows = Vec::new();
    if problem.goal().marks().is_some() {
        for holes in patches(problem.board()) {
            rows.extend(breaking(Patch::new(problem, &holes), times, watch)?);
        }
    }
    Ok(rows)
}

/// A linear program of what patches are worth, and what jumps cost there.
struct Program {
    program: microlp::Problem,
    /// Its variables and rows.
    size: usize,
    patches: Vec<Patch>,
    /// By patch.
    worth: Vec<Variable>,
    costs: Vec<Vec<Variable>>,
}

impl Program {
    /// Adds the patches, with what each jump's cost counts.
    fn of(
        mut program: microlp::Problem,
        patches: Vec<Patch>,
        size: usize,
        counts: impl Fn(usize) -> f64,
    ) -> Self {
        let (mut worth, mut costs) = (Vec::new(), Vec::new());
        for patch in &patches {
            worth.push(program.add_var(1.0, (-LARGEST_WORTH, LARGEST_WORTH)));
            let bounds = (-LARGEST_COST, LARGEST_COST);
            let cost = |seen: &Seen| program.add_var(counts(seen.jump), bounds);
            costs.push(patch.jumps.iter().map(cost).collect());
        }
        Program {
            size: size + costs.iter().map(Vec::len).sum::<usize>(),
            program,
            patches,
            worth,
            costs,
        }
    }

    /// The costs of a patch's jumps, multiplied by a factor and made whole.
    fn whole(&self, patch: usize, solution: &Solution, factor: i64) -> Vec<i64> {
        let costs = self.costs[patch].iter();
        let costs = costs.map(|&cost| solution.var_value(cost) * factor as f64);
        costs.map(|cost| cost.round() as i64).collect()
    }

    /// What `found` makes of a solution whose objective is more than 0 by true shortest ways,
    /// counting its steps: of the best one, or if asked to of one on the way.
    fn solve<T>(
        &self,
        on_the_way: bool,
        watch: &Watch,
        found: impl Fn(&Solution, &mut usize) -> Option<T>,
    ) -> Result<Option<T>, Stop> {
        let mut size = self.size;
        let Some(mut solution) = pagoda::optimum(self.program.clone(), size, watch)? else {
            return Ok(None);
        };
        while solution.objective() > LEAST {
            let mut steps = 0;
            let (objective, cuts) = self.cuts(&solution, &mut steps);
            let is_right = objective > LEAST && (on_the_way || cuts.is_empty());
            let found = is_right.then(|| found(&solution, &mut steps)).flatten();
            watch.work((steps / STEPS_A_UNIT) as u64)?;
            if found.is_some() || cuts.is_empty() {
                return Ok(found);
            }
            for cut in cuts {
                size += 1;
                watch.work(size as u64)?;
                solution = match solution.add_constraint(cut, ComparisonOp::Le, 0.0) {
                    Ok(SolveOutcome::Solution(solution)) => solution,
                    Ok(SolveOutcome::Interrupted(_)) => return Err(Stop::Timeout),
                    Err(_) => return Ok(None),
                };
            }
        }
        Ok(None)
    }

    /// The objective with patches worth what shortest ways say, and what the solution breaks:
    /// a patch is not worth more, and no way around costs less than nothing.
    fn cuts(&self, solution: &Solution, steps: &mut usize) -> (f64, Vec<LinearExpr>) {
        let mut objective = solution.objective();
        let mut cuts = Vec::new();
        for ((patch, variables), &worth) in self.patches.iter().zip(&self.costs).zip(&self.worth) {
            let scaled = |&cost: &Variable| (solution.var_value(cost) * SCALE).ceil() as i64 + 1;
            let costs: Vec<i64> = variables.iter().map(scaled).collect();
            let mut cut = LinearExpr::empty();
            let times = match patch.ways(&costs, steps) {
                Ways::Around(times) => {
                    objective = f64::NEG_INFINITY;
                    times
                }
                Ways::Lengths { lengths, by, far } => {
                    let at = patch.nearest(&lengths);
                    if lengths[at] > far {
                        continue; // no way leads there
                    }
                    let over = solution.var_value(worth) - lengths[at] as f64 / SCALE;
                    objective -= over;
                    if over < LEAST {
                        continue;
                    }
                    cut.add(worth, 1.0);
                    patch.times(&by, at)
                }
            };
            for (&cost, times) in variables.iter().zip(times).filter(|(_, times)| *times > 0) {
                cut.add(cost, -(times as f64));
            }
            cuts.push(cut);
        }
        (objective, cuts)
    }
}

/// A row that these numbers of jumps break.
fn breaking(patch: Patch, times: &[f64], watch: &Watch) -> Result<Option<Rounded>, Stop> {
    let program = microlp::Problem::new(OptimizationDirection::Maximize);
    let program = Program::of(program, vec![patch], 0, |jump| -times[jump]);
    let patch = &program.patches[0];
    program.solve(false, watch, |solution, steps| {
        let row = |factor| {
            let costs = program.whole(0, solution, factor);
            let Ways::Lengths { lengths, .. } = patch.ways(&costs, steps) else {
                return None;
            };
            let row = patch.row(lengths, times.len());
            let made = row.changes.iter().zip(times);
            let made: f64 = made.map(|(&change, times)| change as f64 * times).sum();
            (row.least as f64 - made > LEAST_LACK).then_some(row)
        };
        (1..=LARGEST_FACTOR).find_map(row)
    })
}

/// The linear program of weights, and costs.
struct Weights<'a> {
    problem: &'a Problem,
    weights: Vec<Variable>,
    patches: Program,
}

impl<'a> Weights<'a> {
    fn new(problem: &'a Problem, patches: Vec<Patch>) -> Self {
        let board = problem.board();
        let mut program = microlp::Problem::new(OptimizationDirection::Maximize);
        let weights = pagoda::weights(&mut program, problem);
        pagoda::add_goal(&mut program, problem, &weights);
        let size = board.n_holes() + board.jumps().len();
        let mut patches = Program::of(program, patches, size, |_| 0.0);
        for (number, jump) in board.jumps().iter().enumerate() {
            let mut rise = pagoda::rise(&weights, jump);
            for (patch, costs) in patches.patches.iter().zip(&patches.costs) {
                let seen = patch.jumps.iter().zip(costs);
                let cost = seen.filter(|(seen, _)| seen.jump == number);
                cost.for_each(|(_, &cost)| rise.add(cost, 1.0));
            }
            patches.program.add_constraint(rise, ComparisonOp::Le, 0.0);
        }
        Weights {
            problem,
            weights,
            patches,
        }
    }

    /// The weights and tables by whose integers the goal is worth more than the start.
    fn sum(&self, watch: &Watch) -> Result<Option<Sum>, Stop> {
        self.patches.solve(true, watch, |solution, steps| {
            (1..=LARGEST_FACTOR).find_map(|factor| self.in_integers(solution, factor, steps))
        })
    }

    /// The same, multiplied by this factor.
    fn in_integers(&self, solution: &Solution, factor: i64, steps: &mut usize) -> Option<Sum> {
        let whole = |&weight: &Variable| solution.var_value(weight) * factor as f64;
        let weights = self.weights.iter().map(whole);
        let weights: Vec<i64> = weights.map(|weight| weight.round() as i64).collect();
        let start = self.problem.start().pegs().map(|hole| weights[hole]);
        let mut margin = pagoda::least_value(self.problem, &weights) - start.sum::<i64>();
        // What each jump may still cost; the last patch that it touches takes all of it.
        let jumps = self.problem.board().jumps().iter();
        let mut left: Vec<i64> = jumps.map(|jump| pagoda::loss(&weights, jump)).collect();
        let patches = &self.patches.patches;
        let mut patches_left = vec![0; left.len()];
        for seen in patches.iter().flat_map(|patch| &patch.jumps) {
            patches_left[seen.jump] += 1;
        }
        let mut untouched = left
            .iter()
            .zip(&patches_left)
            .filter(|(_, patches)| **patches == 0);
        if untouched.any(|(&left, _)| left < 0) {
            return None;
        }
        let mut tables = Vec::new();
        for (number, patch) in patches.iter().enumerate() {
            let mut costs = self.patches.whole(number, solution, factor);
            for (seen, cost) in patch.jumps.iter().zip(&mut costs) {
                patches_left[seen.jump] -= 1;
                if patches_left[seen.jump] == 0 {
                    *cost = left[seen.jump];
                }
                left[seen.jump] -= *cost;
            }
            let Ways::Lengths { lengths, .. } = patch.ways(&costs, steps) else {
                return None;
            };
            margin += lengths[patch.nearest(&lengths)];
            tables.push(patch.table(lengths));
        }
        (margin > 0).then_some(Sum {
            weights,
            sets: Vec::new(),
            rounded: Vec::new(),
            tables,
        })
    }
}
