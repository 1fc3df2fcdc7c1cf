//! Pairs: from one vacancy to one peg.

use super::{Goal, Problem, class};
use crate::board::{Board, Hole};

/// The problem with one vacancy at the start and one peg at the end.
pub fn pair(board: &Board, vacancy: Hole, finish: Hole) -> Problem {
    let text = |hole| {
        let (x, y) = board.cell(hole);
        format!("{x},{y}")
    };
    let name = format!("{}/pair:{}:{}", board.name(), text(vacancy), text(finish));
    let goal = Goal::one_peg(board.n_holes(), finish);
    Problem::new(name, board.clone(), board.vacancy(vacancy), goal)
}

/// The pairs that the position class allows, by vacancy, then finish.
pub fn allowed_pairs(board: &Board) -> Vec<(Hole, Hole)> {
    let holes = 0..board.n_holes();
    let allowed = |vacancy: Hole| {
        let start = board.vacancy(vacancy);
        let problem = Problem::new("", board.clone(), start, Goal::anywhere(1));
        let finishes = class::finishes(&problem).to_vec().into_iter().enumerate();
        finishes.filter_map(move |(finish, allowed)| allowed.then_some((vacancy, finish)))
    };
    holes.flat_map(allowed).collect()
}

/// The first of every set of pairs that the board's symmetries make alike.
pub fn up_to_symmetry(board: &Board, pairs: &[(Hole, Hole)]) -> Vec<(Hole, Hole)> {
    let is_first = |&&(vacancy, finish): &&(Hole, Hole)| {
        let mut images = board.symmetries().iter();
        images.all(|symmetry| (vacancy, finish) <= (symmetry[vacancy], symmetry[finish]))
    };
    pairs.iter().filter(is_first).copied().collect()
}
