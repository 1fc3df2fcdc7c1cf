//! Tables: a number for each way in which the holes of a window can be filled, beside the
//! weights of all holes.
//!
//! Weights know nothing of what a part of the board must go through to become empty; a table
//! does. Its values are distances: if jump j costs c(j), the value of a filling is the length
//! of a shortest way to it, from the one at the start, by jumps of which the window sees what
//! they do in it. So no jump raises the value by more than it costs, and a solution's jumps
//! cost as much as the way to the goal's filling at least. With weights w and one cost of each
//! jump for each window that it touches, where w(to) - w(from) - w(over) and the costs are
//! together at most 0 for every jump, the goal is out of reach if it is worth more than the
//! start. (As pattern databases of planners, with costs shared out among them: M. Katz and
//! C. Domshlak, *Optimal additive composition of abstraction-based admissible heuristics*,
//! 2008; F. Pommerening et al., *From non-negative to general operator cost partitioning*,
//! 2015.)
//!
//! The best weights and costs are those of a linear program, made by cutting planes (J. E.
//! Kelley, 1960): shortest ways bound what a window is worth, and ways around that cost less
//! than nothing are forbidden, as they are found. As elsewhere it is solved in floating point,
//! and what it says is believed only in integers.

use super::separation::{Sum, Table};
use crate::{
    board::{Board, Hole, Jump},
    problem::{Problem, pagoda},
    watch::{Stop, Watch},
};
use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Solution, SolveOutcome, Variable};
use std::collections::VecDeque;

/// A window has so many columns and rows, and this many holes at least.
const SIDE: i32 = 3;
const FEWEST: usize = 6;

/// So many windows are tried before all of them: on many boards they are arms or corners.
const FIRST: usize = 4;

/// The largest cost of a jump where no weight is more than 1, and the largest worth of a window.
const LARGEST_COST: f64 = 3.0;
const LARGEST_WORTH: f64 = 100.0;

/// The largest factor by which weights and costs are made whole.
const LARGEST_FACTOR: i64 = 100;

/// What costs are multiplied by for shortest ways while the program is solved, and the least
/// by which a way must be too short.
const SCALE: f64 = 1e6;
const LEAST: f64 = 1e-4;

/// Steps along shortest ways that are a unit of work: an estimate.
const STEPS_A_UNIT: usize = 100;

/// Weights and tables that show the goal, a picture, out of reach. `None` if there are none, or
/// they are not found.
///
/// # Errors
/// If the watch ends it.
pub(super) fn separating(problem: &Problem, watch: &Watch) -> Result<Option<Sum>, Stop> {
    if problem.goal().marks().is_none() {
        return Ok(None); // any number of pegs may be anywhere in a window
    }
    let windows = windows(problem.board());
    let mut tried = 0;
    for n_windows in [FIRST.min(windows.len()), windows.len()] {
        if n_windows > tried {
            tried = n_windows;
            let windows = windows[..n_windows].iter();
            let windows = windows.map(|holes| Window::new(problem, holes.clone()));
            if let Some(sum) = Program::new(problem, windows.collect()).solve(watch)? {
                return Ok(Some(sum));
            }
        }
    }
    Ok(None)
}

/// Disjoint windows, those first whose holes share the fewest jumps with others.
fn windows(board: &Board) -> Vec<Vec<Hole>> {
    let cells = board.cells();
    let mut all: Vec<(usize, Vec<Hole>)> = Vec::new();
    let columns = cells.iter().map(|cell| cell.0).max().unwrap_or(0);
    let rows = cells.iter().map(|cell| cell.1).max().unwrap_or(0);
    for (left, top) in (1 - SIDE..=columns).flat_map(|x| (1 - SIDE..=rows).map(move |y| (x, y))) {
        let is_in = |&hole: &Hole| {
            let (x, y) = cells[hole];
            (left..left + SIDE).contains(&x) && (top..top + SIDE).contains(&y)
        };
        let holes: Vec<Hole> = (0..board.n_holes()).filter(is_in).collect();
        let is_shared = |jump: &&Jump| {
            let inside = jump.holes().into_iter().filter(|hole| holes.contains(hole));
            (1..3).contains(&inside.count())
        };
        if holes.len() >= FEWEST && all.iter().all(|(_, other)| *other != holes) {
            all.push((board.jumps().iter().filter(is_shared).count(), holes));
        }
    }
    all.sort_by(|(one, holes), (other, others)| {
        (one * others.len(), holes).cmp(&(other * holes.len(), others))
    });
    let mut chosen: Vec<Vec<Hole>> = Vec::new();
    for (_, holes) in all {
        if !chosen.iter().flatten().any(|hole| holes.contains(hole)) {
            chosen.push(holes);
        }
    }
    chosen
}

/// A jump as a window sees it: the bits of its holes there, and those that have a peg before.
struct Seen {
    jump: usize,
    touched: usize,
    before: usize,
}

/// A window. A filling is a number: bit k for its hole k.
struct Window {
    holes: Vec<Hole>,
    jumps: Vec<Seen>,
    start: usize,
    /// The fillings of final positions: the bits that are known of them, and their pegs.
    known: usize,
    pegs: usize,
}

/// What is found of the ways of a window.
enum Ways {
    /// The lengths of shortest ones to all fillings. None is longer than `far` but those to
    /// fillings that are not reached.
    Lengths { lengths: Vec<i64>, far: i64 },
    /// A way around that costs less than nothing: how often it has each of the jumps.
    Around(Vec<i64>),
}

impl Window {
    fn new(problem: &Problem, holes: Vec<Hole>) -> Self {
        let bits = |those: &dyn Fn(Hole) -> bool| -> usize {
            let set = holes.iter().enumerate().filter(|(_, hole)| those(**hole));
            set.map(|(bit, _)| 1 << bit).sum()
        };
        let seen = |(number, jump): (usize, &Jump)| Seen {
            jump: number,
            touched: bits(&|hole| jump.holes().contains(&hole)),
            before: bits(&|hole| hole == jump.from || hole == jump.over),
        };
        let jumps = problem.board().jumps().iter().enumerate().map(seen);
        Window {
            jumps: jumps.filter(|seen| seen.touched != 0).collect(),
            start: bits(&|hole| problem.start().has_peg(hole)),
            known: bits(&|hole| problem.goal().fixed(hole).is_some()),
            pegs: bits(&|hole| problem.goal().fixed(hole) == Some(true)),
            holes,
        }
    }

    /// Shortest ways from the start's filling, by the costs of its jumps.
    fn ways(&self, costs: &[i64], steps: &mut usize) -> (Ways, Vec<Option<(usize, usize)>>) {
        let n = 1 << self.holes.len();
        let far = costs.iter().map(|cost| cost.abs()).sum::<i64>() * n as i64;
        // What is not reached is as good as far away, so that all fillings have a length.
        let mut lengths = vec![2 * far + 1; n];
        lengths[self.start] = 0;
        let mut by: Vec<Option<(usize, usize)>> = vec![None; n];
        let mut is_queued = vec![true; n];
        let mut queue = VecDeque::from([self.start]);
        queue.extend((0..n).filter(|&filling| filling != self.start));
        let mut shortened = 0;
        while let Some(filling) = queue.pop_front() {
            is_queued[filling] = false;
            *steps += self.jumps.len();
            for (number, seen) in self.jumps.iter().enumerate() {
                let length = lengths[filling] + costs[number];
                let next = filling ^ seen.touched;
                if filling & seen.touched != seen.before || length >= lengths[next] {
                    continue;
                }
                lengths[next] = length;
                by[next] = Some((filling, number));
                if !std::mem::replace(&mut is_queued[next], true) {
                    queue.push_back(next);
                }
                shortened += 1;
                if shortened % n == 0
                    && let Some(around) = self.around(&by)
                {
                    return (Ways::Around(around), by);
                }
            }
        }
        (Ways::Lengths { lengths, far }, by)
    }

    /// A way around along these last jumps of ways.
    fn around(&self, by: &[Option<(usize, usize)>]) -> Option<Vec<i64>> {
        let mut seen_from = vec![usize::MAX; by.len()];
        for first in 0..by.len() {
            let mut at = first;
            while seen_from[at] == usize::MAX {
                seen_from[at] = first;
                let Some((before, _)) = by[at] else { break };
                at = before;
            }
            if seen_from[at] == first && by[at].is_some() {
                let mut times = vec![0; self.jumps.len()];
                let last = at;
                while let Some((before, number)) = by[at] {
                    times[number] += 1;
                    at = before;
                    if at == last {
                        return Some(times);
                    }
                }
            }
        }
        None
    }

    /// The filling of a final position with the least length.
    fn nearest(&self, lengths: &[i64]) -> usize {
        let finals = (0..lengths.len()).filter(|filling| filling & self.known == self.pegs);
        finals.min_by_key(|&filling| lengths[filling]).unwrap_or(0)
    }
}

/// The linear program of weights, costs, and what windows are worth.
struct Program<'a> {
    problem: &'a Problem,
    windows: Vec<Window>,
    program: microlp::Problem,
    weights: Vec<Variable>,
    /// The value of the final positions by weights.
    value: Variable,
    /// By window: what it is worth, and the costs of its jumps.
    worth: Vec<Variable>,
    costs: Vec<Vec<Variable>>,
}

impl<'a> Program<'a> {
    fn new(problem: &'a Problem, windows: Vec<Window>) -> Self {
        let board = problem.board();
        let mut program = microlp::Problem::new(OptimizationDirection::Maximize);
        let weights: Vec<Variable> = (0..board.n_holes())
            .map(|hole| program.add_var(-f64::from(problem.start().has_peg(hole)), (-1.0, 1.0)))
            .collect();
        let all = f64::from(u32::MAX);
        let value = program.add_var(1.0, (-all, all));
        let mut goal = pagoda::goal_value(&mut program, problem, &weights, 1.0);
        goal.push((value, -1.0));
        program.add_constraint(goal, ComparisonOp::Eq, 0.0);
        let mut rises: Vec<LinearExpr> = Vec::new();
        for jump in board.jumps() {
            let mut rise = LinearExpr::empty();
            rise.add(weights[jump.to], 1.0);
            rise.add(weights[jump.from], -1.0);
            rise.add(weights[jump.over], -1.0);
            rises.push(rise);
        }
        let (mut worth, mut costs) = (Vec::new(), Vec::new());
        for window in &windows {
            worth.push(program.add_var(1.0, (-LARGEST_WORTH, LARGEST_WORTH)));
            let mut cost = |seen: &Seen| {
                let cost = program.add_var(0.0, (-LARGEST_COST, LARGEST_COST));
                rises[seen.jump].add(cost, 1.0);
                cost
            };
            costs.push(window.jumps.iter().map(&mut cost).collect());
        }
        for rise in rises {
            program.add_constraint(rise, ComparisonOp::Le, 0.0);
        }
        Program {
            problem,
            windows,
            program,
            weights,
            value,
            worth,
            costs,
        }
    }

    fn solve(&self, watch: &Watch) -> Result<Option<Sum>, Stop> {
        let jumps = self.windows.iter().map(|window| window.jumps.len());
        let mut size =
            self.weights.len() + self.problem.board().jumps().len() + jumps.sum::<usize>();
        let Some(mut solution) = pagoda::optimum(self.program.clone(), size, watch)? else {
            return Ok(None);
        };
        while solution.objective() > LEAST {
            let mut steps = 0;
            let (margin, cuts) = self.cuts(&solution, &mut steps);
            watch.work((steps / STEPS_A_UNIT) as u64)?;
            if margin > LEAST
                && let Some(sum) = self.in_integers(&solution, watch)?
            {
                return Ok(Some(sum));
            }
            if cuts.is_empty() {
                return Ok(None);
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

    /// By how much the goal is worth more than the start, and what the solution breaks: a
    /// window is not worth more than a shortest way, and no way around costs less than nothing.
    fn cuts(&self, solution: &Solution, steps: &mut usize) -> (f64, Vec<LinearExpr>) {
        let at_start = self.problem.start().pegs().map(|hole| self.weights[hole]);
        let at_start: f64 = at_start.map(|weight| solution.var_value(weight)).sum();
        let mut margin = solution.var_value(self.value) - at_start;
        let mut cuts = Vec::new();
        for ((window, variables), &worth) in self.windows.iter().zip(&self.costs).zip(&self.worth) {
            let scaled = |&cost: &Variable| (solution.var_value(cost) * SCALE).ceil() as i64 + 1;
            let costs: Vec<i64> = variables.iter().map(scaled).collect();
            let mut cut = LinearExpr::empty();
            let (ways, by) = window.ways(&costs, steps);
            let times = match ways {
                Ways::Around(times) => {
                    margin = f64::NEG_INFINITY;
                    times
                }
                Ways::Lengths { lengths, far } => {
                    let mut at = window.nearest(&lengths);
                    if lengths[at] > far {
                        margin += LARGEST_WORTH; // no way leads there
                        continue;
                    }
                    let length = lengths[at] as f64 / SCALE;
                    margin += length;
                    if solution.var_value(worth) < length + LEAST {
                        continue;
                    }
                    let mut times = vec![0; costs.len()];
                    while let Some((before, number)) = by[at] {
                        times[number] += 1;
                        at = before;
                    }
                    cut.add(worth, 1.0);
                    times
                }
            };
            for (&cost, times) in variables.iter().zip(times).filter(|(_, times)| *times > 0) {
                cut.add(cost, -(times as f64));
            }
            cuts.push(cut);
        }
        (margin, cuts)
    }

    /// The weights and tables of the first factor by whose integers the goal is worth more
    /// than the start.
    fn in_integers(&self, solution: &Solution, watch: &Watch) -> Result<Option<Sum>, Stop> {
        for factor in 1..=LARGEST_FACTOR {
            let whole = |variable: &Variable| {
                (solution.var_value(*variable) * factor as f64).round() as i64
            };
            let weights: Vec<i64> = self.weights.iter().map(whole).collect();
            // What each jump may still cost; the last window that it touches takes all of it.
            let jumps = self.problem.board().jumps().iter();
            let mut left: Vec<i64> = jumps.map(|jump| pagoda::loss(&weights, jump)).collect();
            let mut windows_left = vec![0; left.len()];
            for seen in self.windows.iter().flat_map(|window| &window.jumps) {
                windows_left[seen.jump] += 1;
            }
            let start = self.problem.start().pegs();
            let mut margin = pagoda::least_value(self.problem, &weights)
                - start.map(|hole| weights[hole]).sum::<i64>();
            let is_touched = windows_left.iter().map(|&windows| windows > 0);
            if left
                .iter()
                .zip(is_touched)
                .any(|(&left, touched)| !touched && left < 0)
            {
                continue;
            }
            let (mut tables, mut steps) = (Vec::new(), 0);
            for (window, variables) in self.windows.iter().zip(&self.costs) {
                let mut cost = |(seen, variable): (&Seen, &Variable)| {
                    windows_left[seen.jump] -= 1;
                    let cost = match windows_left[seen.jump] {
                        0 => left[seen.jump],
                        _ => whole(variable),
                    };
                    left[seen.jump] -= cost;
                    cost
                };
                let costs: Vec<i64> = window.jumps.iter().zip(variables).map(&mut cost).collect();
                let (Ways::Lengths { lengths, .. }, _) = window.ways(&costs, &mut steps) else {
                    break;
                };
                margin += lengths[window.nearest(&lengths)];
                tables.push(Table {
                    holes: window.holes.clone(),
                    values: lengths,
                });
            }
            watch.work((steps / STEPS_A_UNIT) as u64)?;
            if tables.len() == self.windows.len() && margin > 0 {
                return Ok(Some(Sum {
                    weights,
                    sets: Vec::new(),
                    rounded: Vec::new(),
                    tables,
                }));
            }
        }
        Ok(None)
    }
}
