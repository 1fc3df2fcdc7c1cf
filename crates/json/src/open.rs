//! Problems that are opened: by name, by text, drawn, or made of a start and a goal.

use crate::{
    error::Error,
    play,
    session::{Session, Told},
};
use pegsat::{
    Board, Goal, Hole, Position, Problem,
    board::{
        self, Cell, Lattice,
        picture::{self, Mark},
    },
    problem::{self, file},
};
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::Path;

/// A problem that is drawn cell by cell.
#[derive(Debug, Deserialize)]
pub struct Draw {
    /// The lattice.
    pub lattice: Lattice,
    /// Each cell with its peg at the start, and in the goal (null: either).
    pub cells: Vec<(Cell, bool, Option<bool>)>,
    /// So many pegs anywhere, in place of the cells' goal.
    pub pegs: Option<usize>,
}

/// A problem of a start and a goal.
#[derive(Debug, Deserialize)]
pub struct State {
    /// The start.
    pub start: Part,
    /// The goal; one peg anywhere where none is given.
    pub goal: Option<Part>,
    /// The board of a start that is no picture; the English one where none is named.
    pub board: Option<String>,
    /// The lattice of a picture.
    pub lattice: Option<String>,
}

/// A start or a goal.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Part {
    /// A picture.
    Picture(String),
    /// The holes with a peg.
    Holes(Vec<Cell>),
    /// A number of pegs.
    Pegs(usize),
}

/// The name of a problem that has none.
pub(crate) fn board_name() -> String {
    "board".into()
}

/// What is told of a problem.
pub(crate) fn description(problem: &Problem) -> Value {
    let (board, goal) = (problem.board(), problem.goal());
    json!({
        "name": problem.name(),
        "board": board.name(),
        "lattice": board.drawn_on(),
        "lines": board.own_lines(),
        "cells": board.cells(),
        "places": picture::layout(board),
        "start": play::written(problem.start()),
        "goal": (0..board.n_holes()).map(|hole| goal.fixed(hole)).collect::<Vec<_>>(),
        "says": goal.description(board),
        "jumps": board.jumps().iter().map(|jump| jump.holes()).collect::<Vec<_>>(),
        "solved": problem.is_solved(),
        "text": file::write(problem),
    })
}

fn opened(problem: Problem) -> Result<Told, Error> {
    Ok(Told {
        opened: Some(Session::about(problem.clone())),
        ..Told::of(&description(&problem))?
    })
}

pub(crate) fn named(source: &str, name: &str) -> Result<Told, Error> {
    opened(match source.contains('\n') {
        true => file::parse(name, source)?,
        false => problem::named(source).map_err(Error::usage)?,
    })
}

pub(crate) fn read(path: &Path) -> Result<Told, Error> {
    opened(file::read(path)?)
}

pub(crate) fn pair(problem: &Problem, vacancy: Cell, finish: Cell) -> Result<Told, Error> {
    let board = problem.board();
    let (vacancy, finish) = (hole(board, vacancy)?, hole(board, finish)?);
    opened(problem::pair(board, vacancy, finish))
}

pub(crate) fn starting(problem: &Problem, pegs: &[Cell]) -> Result<Told, Error> {
    let (board, goal) = (problem.board(), problem.goal());
    if goal.has_survivors() {
        return Err(Error::usage(
            "the goal names a peg by its hole at the start, so that the start cannot be another",
        ));
    }
    let start = position(board, pegs)?;
    let problem = Problem::new("position", board.clone(), start, goal.clone());
    opened(problem)
}

fn hole(board: &Board, (x, y): Cell) -> Result<Hole, Error> {
    let hole = board.hole_at((x, y));
    hole.ok_or_else(|| Error::usage(format!("the board has no hole at {x},{y}")))
}

/// The position with pegs in these holes.
fn position(board: &Board, pegs: &[Cell]) -> Result<Position, Error> {
    let holes: Result<Vec<Hole>, Error> = pegs.iter().map(|&peg| hole(board, peg)).collect();
    Ok(Position::of(board.n_holes(), holes?))
}

/// A problem of a picture of its start, and a goal in the words of a .peg file.
fn pictured(lattice: Option<&str>, start: &str, goal: &str) -> Result<Problem, Error> {
    let lattice = lattice.map_or(String::new(), |lattice| format!("lattice: {lattice}\n"));
    let start = start.trim_matches('\n');
    let text = format!("{lattice}start:\n{start}\ngoal:{goal}\n");
    Ok(file::parse("picture", &text)?)
}

pub(crate) fn of_parts(state: State) -> Result<Told, Error> {
    let refused = |text| Err(Error::usage(text));
    let lattice = state.lattice.as_deref();
    let goal = state.goal.unwrap_or(Part::Pegs(1));
    let begun = match (&state.start, &state.board, &goal) {
        (Part::Picture(_), Some(_), _) => {
            return refused("a picture has its own board, so leave board out");
        }
        (Part::Picture(start), None, Part::Picture(goal)) => {
            let goal = format!("\n{}", goal.trim_matches('\n'));
            return opened(pictured(lattice, start, &goal)?);
        }
        (Part::Picture(start), None, Part::Pegs(pegs)) => {
            return opened(pictured(lattice, start, &format!(" pegs {pegs}"))?);
        }
        (Part::Picture(start), None, Part::Holes(_)) => pictured(lattice, start, " pegs 1")?,
        (Part::Holes(_), ..) if lattice.is_some() => {
            return refused("a board by name has its own lattice, so leave lattice out");
        }
        (Part::Holes(pegs), name, _) => {
            let board = board::named(name.as_deref().unwrap_or("english")).map_err(Error::usage)?;
            let start = position(&board, pegs)?;
            Problem::new("position", board, start, Goal::anywhere(1))
        }
        (Part::Pegs(_), ..) => {
            return refused("a start is a picture or the holes with a peg, not a number");
        }
    };
    let goal = match goal {
        Part::Pegs(pegs) => Goal::anywhere(pegs),
        Part::Holes(ends) => Goal::exactly(&position(begun.board(), &ends)?),
        Part::Picture(_) => {
            return refused(
                "where the start is a list of holes, the goal is one too, or a number of pegs",
            );
        }
    };
    opened(begun.with_goal(goal))
}

/// The last column and row that can be drawn.
const MOST: i32 = 999;

/// The problem that was drawn: written as a file and read again, so that the same rules
/// hold for both.
pub(crate) fn drawn(drawn: &Draw) -> Result<Told, Error> {
    let cells = &drawn.cells;
    let is_far = |&((x, y), ..): &(Cell, bool, Option<bool>)| x.max(y) > MOST || x.min(y) < 0;
    if cells.iter().any(is_far) {
        let text = format!("expected columns and rows from 0 to {MOST}");
        return Err(Error::usage(text));
    }
    let board = Board::new(drawn.lattice, cells.iter().map(|cell| cell.0)).map_err(Error::usage)?;
    if board.n_holes() != cells.len() {
        return Err(Error::usage("a cell is drawn twice"));
    }
    // The board moves its holes to the corner and sorts them.
    let left = cells.iter().map(|cell| cell.0.0).min().unwrap_or(0);
    let top = cells.iter().map(|cell| cell.0.1).min().unwrap_or(0);
    let mut start = Position::empty(board.n_holes());
    let mut goal = vec![Mark::Empty; board.n_holes()];
    for &((x, y), peg, last) in cells {
        let hole = hole(&board, (x - left, y - top))?;
        goal[hole] = Mark::of(last);
        if peg {
            start.put(hole);
        }
    }
    let goal = match drawn.pegs {
        Some(pegs) => Goal::anywhere(pegs),
        None => Goal::picture(goal),
    };
    let problem = Problem::new("board", board, start, goal);
    named(&file::write(&problem), "board")
}
