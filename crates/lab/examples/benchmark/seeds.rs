//! Boards, and the problems that seeds give on them.

use anyhow::Result;
use pegsat::{
    Goal,
    problem::{self, Problem, class, file},
};

/// Boards, and how many holes of a hundred have pegs at the start.
pub(crate) const SOLVABLE: [(&str, usize); 14] = [
    ("english", 80),
    ("french", 75),
    ("square6", 80),
    ("triangle8", 80),
    ("wiegleb", 80),
    ("shape", 70),
    ("square7", 85),
    ("triangle9", 85),
    ("diamond", 80),
    ("shape", 80),
    ("rect5x8", 85),
    ("square8", 85),
    ("triangle10", 85),
    ("shape", 85),
];
pub(crate) const WEIGHTS: [(&str, usize); 10] = [
    ("english", 60),
    ("french", 60),
    ("wiegleb", 70),
    ("shape", 60),
    ("diamond", 60),
    ("square7", 41),
    ("triangle8", 38),
    ("shape", 75),
    ("wiegleb", 65),
    ("diamond", 54),
];
pub(crate) const SEARCH: [(&str, usize); 12] = [
    ("english", 50),
    ("french", 50),
    ("square8", 38),
    ("wiegleb", 50),
    ("shape", 55),
    ("square7", 41),
    ("diamond", 54),
    ("rect5x8", 45),
    ("shape", 50),
    ("english", 60),
    ("french", 60),
    ("triangle8", 38),
];
/// Of these each is there with its optimum and with one less.
pub(crate) const SWEEPS: [(&str, usize); 5] = [
    ("english", 60),
    ("triangle6", 80),
    ("square6", 50),
    ("shape", 60),
    ("french", 55),
];
pub(crate) const DEAD_ENDS: [(&str, usize); 2] = [("french", 95), ("shape", 95)];
pub(crate) const SURVIVORS: [(&str, usize); 5] = [
    ("english", 55),
    ("french", 55),
    ("square6", 50),
    ("shape", 60),
    ("triangle7", 60),
];

/// The problem on this board that this seed gives, with its name or what it was made by.
pub(crate) fn by_seed(board: &str, share: usize, seed: u64) -> Result<Option<(Problem, String)>> {
    if board == "shape" {
        let problem = shape(share, seed)?;
        return Ok(problem.map(|problem| (problem, format!("shape of 36 holes, seed {seed}"))));
    }
    let holes = pegsat::named_board(board)?.n_holes();
    let name = format!("{board}/random:{}:{seed}", holes * share / 100);
    Ok(Some((problem::named(&name)?, name)))
}

/// 36 holes that grow from one by chance, with pegs, and a last one that the class allows.
fn shape(share: usize, seed: u64) -> Result<Option<Problem>> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut cells = vec![(0_i32, 0_i32)];
    while cells.len() < 36 {
        let (x, y) = cells[random.usize(..cells.len())];
        let (dx, dy) = [(0, 1), (1, 0), (0, -1), (-1, 0)][random.usize(..4)];
        let cell = (x + dx, y + dy);
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    let left = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let top = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    let pegs = random.choose_multiple(cells.clone(), 36 * share / 100);
    let picture = |mark: &dyn Fn((i32, i32)) -> char| {
        let rows = (top..top + 36).map(|y| {
            let row = (left..left + 36).map(|x| match cells.contains(&(x, y)) {
                true => format!("{} ", mark((x, y))),
                false => "  ".into(),
            });
            let row: String = row.collect();
            row.trim_end().to_string() + "\n"
        });
        rows.filter(|row| row.len() > 1).collect::<String>()
    };
    let start = picture(&|cell| if pegs.contains(&cell) { 'O' } else { '.' });
    let text = format!("lattice: square\nstart:\n{start}goal: pegs 1\n");
    let problem = file::parse(&format!("shape:{seed}"), &text)?;
    let allowed: Vec<_> = class::finishes(&problem)
        .iter()
        .enumerate()
        .filter(|(_, allowed)| **allowed)
        .map(|(hole, _)| hole)
        .collect();
    let Some(hole) = random.choice(allowed) else {
        return Ok(None);
    };
    Ok(Some(problem.with_goal(Goal::one_peg(36, hole))))
}
