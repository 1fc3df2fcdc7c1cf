//! Problems made of a start and a goal.

use crate::{either::either, work::usage};
use pegsat::{
    board::{self, Board, Cell, Hole, Position},
    problem::{self, Goal},
};
use pyo3::prelude::*;

/// A start or a goal: a picture, the holes with a peg, or a number of pegs.
pub(crate) enum Part {
    Picture(String),
    Holes(Vec<Cell>),
    Pegs(usize),
}
either!(
    Part, "a picture, the holes with a peg, or a number of pegs":
    Picture(String), Holes(Vec<Cell>), Pegs(usize)
);

/// A problem of a picture of its start, and a goal in the words of a .peg file.
pub(crate) fn drawn(lattice: Option<&str>, start: &str, goal: &str) -> PyResult<problem::Problem> {
    let lattice = lattice.map_or(String::new(), |lattice| format!("lattice: {lattice}\n"));
    let start = start.trim_matches('\n');
    problem::file::parse(
        "picture",
        &format!("{lattice}start:\n{start}\ngoal:{goal}\n"),
    )
    .map_err(usage)
}

/// The position with pegs in these holes.
pub(crate) fn position(board: &Board, pegs: &[Cell]) -> PyResult<Position> {
    let hole = |&(x, y): &Cell| {
        let hole = board.hole_at((x, y));
        hole.ok_or_else(|| usage(format!("the board has no hole at {x},{y}")))
    };
    let holes: PyResult<Vec<Hole>> = pegs.iter().map(hole).collect();
    Ok(Position::of(board.n_holes(), holes?))
}

/// A problem of a start and a goal.
pub(crate) fn of_parts(
    start: Part,
    goal: Option<Part>,
    board: Option<&str>,
    lattice: Option<&str>,
) -> PyResult<problem::Problem> {
    let goal = goal.unwrap_or(Part::Pegs(1));
    let begun = match (&start, board) {
        (Part::Picture(_), Some(_)) => {
            return Err(usage("a picture has its own board, so leave board out"));
        }
        (Part::Picture(start), None) => match &goal {
            Part::Picture(goal) => {
                return drawn(lattice, start, &format!("\n{}", goal.trim_matches('\n')));
            }
            Part::Pegs(pegs) => return drawn(lattice, start, &format!(" pegs {pegs}")),
            Part::Holes(_) => drawn(lattice, start, " pegs 1")?,
        },
        (Part::Holes(_), _) if lattice.is_some() => {
            return Err(usage(
                "a board by name has its own lattice, so leave lattice out",
            ));
        }
        (Part::Holes(pegs), name) => {
            let board = board::named(name.unwrap_or("english")).map_err(usage)?;
            let start = position(&board, pegs)?;
            problem::Problem::new("position", board, start, Goal::anywhere(1))
        }
        (Part::Pegs(_), _) => {
            return Err(usage(
                "a start is a picture or the holes with a peg, not a number",
            ));
        }
    };
    Ok(begun.with_goal(match goal {
        Part::Pegs(pegs) => Goal::anywhere(pegs),
        Part::Holes(ends) => Goal::exactly(&position(begun.board(), &ends)?),
        Part::Picture(_) => {
            return Err(usage(
                "where the start is a list of holes, the goal is one too, or a number of pegs",
            ));
        }
    }))
}
