//! Weights that tell the start from the goal: pagoda functions (Conway), and
//! bounds on how often each jump is made (after Kiyomi and Matsui, *Integer
//! programming based algorithms for peg solitaire problems*, 2001).
//!
//! [`pegsat_check`]'s `argument.rs` says what the weights of a leaf must
//! fulfil. That is a linear program in the weights: to find the largest margin
//! by which the final positions are worth more than the start can become. Its
//! dual is the linear program of how often each jump is made, whose solutions
//! must be integers; where they are not, a jump with a broken number is bounded
//! from below or from above, which makes a tree.
//!
//! The program is solved in floating point. Its weights are multiplied by 1, 2,
//! …, rounded, and believed only if the integers fulfil what they must.

use crate::{
    board::{Hole, JumpNumber},
    problem::{Problem, pagoda},
    watch::{Stop, Watch},
};
use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Variable};
use serde::Serialize;
use std::collections::HashMap;

/// A node of a tree of bounds; children come after their parent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Node {
    /// The weight of every hole.
    Leaf(Vec<i64>),
    /// Two cases.
    Branch {
        /// The jump's two ends.
        jump: (Hole, Hole),
        /// It is made no more often than this, …
        at_most: i64,
        /// … which is this node, …
        then: usize,
        /// … or more often, which is this one.
        otherwise: usize,
    },
}

/// The bounds of jumps that have any besides the first ones, by number.
type Bounds = HashMap<usize, (i64, i64)>;

/// The tree of bounds that shows the goal out of reach, of at most `most_nodes`
/// nodes: 1 for a pagoda function, 0 for none. `None` if there is no such tree,
/// or it is not found.
///
/// # Errors
/// If the watch ends it.
pub fn separating_weights(
    problem: &Problem,
    most_nodes: usize,
    watch: &Watch,
) -> Result<Option<Vec<Node>>, Stop> {
    let most = problem.n_jumps().map_or(0, |jumps| *jumps.end()) as i64;
    let mut nodes: Vec<Node> = vec![Node::Leaf(Vec::new())];
    let mut open: Vec<(usize, Bounds)> = vec![(0, Bounds::new())];
    if most_nodes == 0 {
        return Ok(None);
    }
    while let Some((number, bounds)) = open.pop() {
        if let Some(weights) = leaf(problem, &bounds, watch)? {
            nodes[number] = Node::Leaf(weights);
            continue;
        }
        if nodes.len() + 2 > most_nodes {
            return Ok(None);
        }
        let Some((jump, at_most)) = broken(problem, &bounds, most, watch)? else {
            return Ok(None);
        };
        let ends = problem.board().jump(JumpNumber(jump));
        nodes[number] = Node::Branch {
            jump: (ends.from, ends.to),
            at_most,
            then: nodes.len(),
            otherwise: nodes.len() + 1,
        };
        let (low, high) = *bounds.get(&jump).unwrap_or(&(0, most));
        let mut below = bounds.clone();
        below.insert(jump, (low, at_most));
        let mut above = bounds;
        above.insert(jump, (at_most + 1, high));
        open.extend([(nodes.len(), below), (nodes.len() + 1, above)]);
        nodes.extend([Node::Leaf(Vec::new()), Node::Leaf(Vec::new())]);
    }
    Ok(Some(nodes))
}

/// The largest factor that weights are tried with.
const LARGEST_FACTOR: i64 = 1000;

/// Margins below this are taken for none.
const LEAST_MARGIN: f64 = 1e-6;

/// Integer weights that show the goal out of reach within the bounds.
fn leaf(problem: &Problem, bounds: &Bounds, watch: &Watch) -> Result<Option<Vec<i64>>, Stop> {
    let board = problem.board();
    let mut program = microlp::Problem::new(OptimizationDirection::Maximize);
    // The margin: what a final position is worth at least, less the start.
    let weights: Vec<Variable> = (0..board.n_holes())
        .map(|hole| program.add_var(-f64::from(problem.start().has_peg(hole)), (-1.0, 1.0)))
        .collect();
    let all = f64::from(u32::MAX);
    let value = program.add_var(1.0, (-all, all));
    let mut goal = pagoda::goal_value(&mut program, problem, &weights, 1.0);
    goal.push((value, -1.0));
    program.add_constraint(goal, ComparisonOp::Eq, 0.0);
    for (number, jump) in board.jumps().iter().enumerate() {
        let mut rise = LinearExpr::empty();
        rise.add(weights[jump.to], 1.0);
        rise.add(weights[jump.from], -1.0);
        rise.add(weights[jump.over], -1.0);
        if let Some(&(low, high)) = bounds.get(&number) {
            // The rise counts `high` times, or as a fall `low` times.
            let up = program.add_var(-(high as f64), (0.0, 3.0));
            let down = program.add_var(low as f64, (0.0, 3.0));
            rise.add(up, -1.0);
            rise.add(down, 1.0);
        }
        program.add_constraint(rise, ComparisonOp::Le, 0.0);
    }
    let Some(solution) = pagoda::optimum(program, size(problem), watch)? else {
        return Ok(None);
    };
    if solution.objective() < LEAST_MARGIN {
        return Ok(None);
    }
    let real: Vec<f64> = weights
        .iter()
        .map(|&weight| solution.var_value(weight))
        .collect();
    let whole = (1..=LARGEST_FACTOR).map(|factor| -> Vec<i64> {
        let scaled = real
            .iter()
            .map(|weight| (weight * factor as f64).round() as i64);
        scaled.collect()
    });
    let mut whole = whole.filter(|weights| margin(problem, bounds, weights) > 0);
    Ok(whole.next())
}

/// The size of its linear programs.
fn size(problem: &Problem) -> usize {
    problem.board().n_holes() + problem.board().jumps().len()
}

/// More than any sum of weights.
const IMPOSSIBLE: i64 = 1 << 40;

/// By how much the final positions are worth more than can be reached.
fn margin(problem: &Problem, bounds: &Bounds, weights: &[i64]) -> i64 {
    let start: i64 = problem.start().pegs().map(|hole| weights[hole]).sum();
    let jumps = problem.board().jumps().iter().enumerate();
    let rises: i64 = jumps
        .map(|(number, jump)| {
            let rise = -pagoda::loss(weights, jump);
            match bounds.get(&number) {
                // Without a bound of its own a jump must not let the sum rise.
                None if rise > 0 => IMPOSSIBLE,
                None => 0,
                Some(&(low, high)) => rise * if rise > 0 { high } else { low },
            }
        })
        .sum();
    pagoda::least_value(problem, weights) - start - rises
}

/// A jump that the linear program makes a broken number of times, and that
/// number rounded down; `None` if all numbers are whole.
fn broken(
    problem: &Problem,
    bounds: &Bounds,
    most: i64,
    watch: &Watch,
) -> Result<Option<(usize, i64)>, Stop> {
    let board = problem.board();
    let mut program = microlp::Problem::new(OptimizationDirection::Minimize);
    let times: Vec<Variable> = (0..board.jumps().len())
        .map(|number| {
            let (low, high) = *bounds.get(&number).unwrap_or(&(0, most));
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
    let Some(solution) = pagoda::optimum(program, size(problem), watch)? else {
        return Ok(None);
    };
    let numbers = times.iter().map(|&times| solution.var_value(times));
    let off = |number: f64| (number - number.round()).abs();
    let most_broken = numbers
        .enumerate()
        .max_by(|a, b| off(a.1).total_cmp(&off(b.1)));
    Ok(most_broken
        .filter(|&(_, number)| off(number) > 1e-6)
        .map(|(jump, number)| (jump, number.floor() as i64)))
}
