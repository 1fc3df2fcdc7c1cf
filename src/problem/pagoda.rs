//! The pagoda function that says most of a problem.
//!
//! A pagoda function gives every hole a weight such that no jump raises the sum
//! over the pegs (Conway). The less the start is worth above the goal, the less
//! a game may lose on its way, and the more positions are out. So of all
//! functions that value the goal at 1 the one is taken that values the start
//! least: a linear program, solved in floating point; its weights are multiplied
//! by 1, 2, …, rounded, and taken only if no jump raises the integers.

use super::Problem;
use crate::{
    board::Jump,
    watch::{Stop, Watch},
};
use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Variable};

/// The largest factor that weights are tried with.
const LARGEST_FACTOR: i64 = 1000;

/// No weight is larger than this many times the goal's value.
const LARGEST_WEIGHT: f64 = 8.0;

/// Work an iteration of the simplex method, a row or column of the program: measured. In
/// WebAssembly a road whose turn is used up begins again, so there they count less, and most
/// programs end within a turn.
const ITERATIONS_A_UNIT: u64 = if cfg!(target_family = "wasm") {
    100
} else {
    14
};

/// What the sum loses by the jump.
pub fn loss(weights: &[i64], jump: &Jump) -> i64 {
    weights[jump.from] + weights[jump.over] - weights[jump.to]
}

/// The least sum of a position that the goal accepts.
pub fn least_value(problem: &Problem, weights: &[i64]) -> i64 {
    match problem.goal().pegs_anywhere() {
        None => (0..weights.len())
            .map(|hole| match problem.goal().fixed(hole) {
                Some(true) => weights[hole],
                Some(false) => 0,
                None => weights[hole].min(0),
            })
            .sum(),
        Some(pegs) => {
            let mut sorted = weights.to_vec();
            sorted.sort_unstable();
            sorted.iter().take(pegs).sum()
        }
    }
}

/// A variable of a linear program for the weight of every hole, none more than 1, less what they
/// are worth at the start.
pub(crate) fn weights(program: &mut microlp::Problem, problem: &Problem) -> Vec<Variable> {
    let peg = |hole| f64::from(problem.start().has_peg(hole));
    (0..problem.board().n_holes())
        .map(|hole| program.add_var(-peg(hole), (-1.0, 1.0)))
        .collect()
}

/// Adds what a final position is worth at least, by these weights.
pub(crate) fn add_goal(program: &mut microlp::Problem, problem: &Problem, weights: &[Variable]) {
    let all = f64::from(u32::MAX);
    let value = program.add_var(1.0, (-all, all));
    let mut goal = goal_value(program, problem, weights, 1.0);
    goal.push((value, -1.0));
    program.add_constraint(goal, ComparisonOp::Eq, 0.0);
}

/// By how much a jump raises the sum of the weights.
pub(crate) fn rise(weights: &[Variable], jump: &Jump) -> LinearExpr {
    let mut rise = LinearExpr::empty();
    rise.add(weights[jump.to], 1.0);
    rise.add(weights[jump.from], -1.0);
    rise.add(weights[jump.over], -1.0);
    rise
}

/// The least value of a position that the goal accepts, as a sum of variables of
/// a linear program: it is at most that much where the program makes it so, or
/// maximises it. No weight is larger than `largest`.
pub fn goal_value(
    program: &mut microlp::Problem,
    problem: &Problem,
    weights: &[Variable],
    largest: f64,
) -> Vec<(Variable, f64)> {
    let mut goal: Vec<(Variable, f64)> = Vec::new();
    match problem.goal().pegs_anywhere() {
        None => {
            for (hole, &weight) in weights.iter().enumerate() {
                match problem.goal().fixed(hole) {
                    Some(true) => goal.push((weight, 1.0)),
                    Some(false) => {}
                    None => {
                        // Worth its weight or nothing, whichever is less.
                        let least = program.add_var(0.0, (-largest, 0.0));
                        let terms = [(least, 1.0), (weight, -1.0)];
                        program.add_constraint(terms, ComparisonOp::Le, 0.0);
                        goal.push((least, 1.0));
                    }
                }
            }
        }
        Some(pegs) => {
            // The least sum of `pegs` weights: the most of pegs·level - Σ max(0, level - w).
            let level = program.add_var(0.0, (-largest, largest));
            goal.push((level, pegs as f64));
            for &weight in weights {
                let below = program.add_var(0.0, (0.0, 2.0 * largest));
                let terms = [(level, 1.0), (weight, -1.0), (below, -1.0)];
                program.add_constraint(terms, ComparisonOp::Le, 0.0);
                goal.push((below, -1.0));
            }
        }
    }
    goal
}

/// The optimum of a linear program, if there is one. Nothing but the watch's deadline ends
/// it early, and then there is no answer: so what it comes to does not depend on the clock.
pub(crate) fn optimum(
    mut program: microlp::Problem,
    size: usize,
    watch: &Watch,
) -> Result<Option<microlp::Solution>, Stop> {
    watch.check()?;
    if let Some(left) = watch.left() {
        program.set_time_limit(left);
    }
    let solution = match program.solve() {
        Ok(microlp::SolveOutcome::Solution(solution)) => solution,
        Ok(microlp::SolveOutcome::Interrupted(_)) => return Err(Stop::Timeout),
        Err(_) => return Ok(None),
    };
    let iterations = solution.stats().lp_iterations;
    watch.work(iterations * size as u64 / ITERATIONS_A_UNIT)?;
    Ok(Some(solution))
}

/// The weights of every hole; `None` if no function values the goal at more
/// than nothing.
pub fn tightest(problem: &Problem, watch: &Watch) -> Result<Option<Vec<i64>>, Stop> {
    let known = &problem.analysis().pagoda;
    if let Some(found) = known.get() {
        return Ok(found.clone());
    }
    let found = find(problem, watch)?;
    Ok(known.get_or_init(|| found).clone())
}

fn find(problem: &Problem, watch: &Watch) -> Result<Option<Vec<i64>>, Stop> {
    let board = problem.board();
    let mut program = microlp::Problem::new(OptimizationDirection::Minimize);
    let bounds = (-LARGEST_WEIGHT, LARGEST_WEIGHT);
    let weights: Vec<Variable> = (0..board.n_holes())
        .map(|hole| program.add_var(f64::from(problem.start().has_peg(hole)), bounds))
        .collect();
    let goal = goal_value(&mut program, problem, &weights, LARGEST_WEIGHT);
    program.add_constraint(goal, ComparisonOp::Eq, 1.0);
    for jump in board.jumps() {
        let terms = [
            (weights[jump.from], 1.0),
            (weights[jump.over], 1.0),
            (weights[jump.to], -1.0),
        ];
        program.add_constraint(terms, ComparisonOp::Ge, 0.0);
    }
    let size = board.n_holes() + board.jumps().len();
    let Some(solution) = optimum(program, size, watch)? else {
        return Ok(None);
    };
    let real: Vec<f64> = weights
        .iter()
        .map(|&weight| solution.var_value(weight))
        .collect();
    let rounded = |factor: i64| -> Vec<i64> {
        let scaled = real.iter().map(|weight| weight * factor as f64);
        scaled.map(|weight| weight.round() as i64).collect()
    };
    // Rounding may make another function of it: the one that says most counts,
    // which is the first whose factor makes all weights whole.
    let pagodas = (1..=LARGEST_FACTOR).map(rounded).filter(|weights| {
        board.jumps().iter().all(|jump| loss(weights, jump) >= 0)
            && least_value(problem, weights) > 0
    });
    Ok(pagodas.min_by(|a, b| slack(problem, a).total_cmp(&slack(problem, b))))
}

/// How many times the goal's least value the start is worth.
pub fn slack(problem: &Problem, weights: &[i64]) -> f64 {
    let start: i64 = problem.start().pegs().map(|hole| weights[hole]).sum();
    start as f64 / least_value(problem, weights) as f64
}
