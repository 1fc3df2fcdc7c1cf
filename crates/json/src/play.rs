//! Positions, and jumps one by one.

use crate::error::Error;
use pegsat::{
    JumpNumber, Position, Problem,
    solution::{checker, frames, n_sweeps, text},
};
use serde_json::{Value, json};

/// The text of a position.
pub(crate) fn written(position: &Position) -> String {
    let holes = 0..position.n_holes();
    holes
        .map(|hole| if position.has_peg(hole) { '1' } else { '0' })
        .collect()
}

fn read(problem: &Problem, text: &str) -> Result<Position, Error> {
    let n_holes = problem.board().n_holes();
    if text.len() != n_holes || text.bytes().any(|byte| !matches!(byte, b'0' | b'1')) {
        let text = format!("expected a position of {n_holes} holes, each 0 or 1");
        return Err(Error::usage(text));
    }
    let pegs = (0..).zip(text.bytes()).filter(|&(_, byte)| byte == b'1');
    Ok(Position::of(n_holes, pegs.map(|(hole, _)| hole)))
}

/// The problem whose start is this position; of none the problem itself.
pub(crate) fn from_here(problem: &Problem, position: Option<&str>) -> Result<Problem, Error> {
    let Some(position) = position else {
        return Ok(problem.clone());
    };
    let here = problem.starting(read(problem, position)?);
    here.ok_or_else(|| Error::usage("a peg that must survive cannot be played here"))
}

pub(crate) fn look(problem: &Problem, position: &str) -> Result<Value, Error> {
    let position = read(problem, position)?;
    Ok(json!({
        "jumps": problem.board().possible(&position).collect::<Vec<_>>(),
        "pegs": position.n_pegs(),
        "done": problem.accepts(&position),
    }))
}

fn no_such_jump() -> Error {
    Error::usage("no such jump")
}

pub(crate) fn after(problem: &Problem, position: &str, jump: usize) -> Result<Value, Error> {
    let position = read(problem, position)?;
    let jump = problem.board().jumps().get(jump);
    let jump = jump.ok_or_else(no_such_jump)?;
    if !position.allows(jump) {
        return Err(Error::usage("this jump cannot be made"));
    }
    Ok(json!({ "position": written(&position.after(jump)) }))
}

/// That all these jumps are on the board.
pub(crate) fn on_board(problem: &Problem, jumps: &[JumpNumber]) -> Result<(), Error> {
    let n_jumps = problem.board().jumps().len();
    match jumps.iter().all(|jump| jump.0 < n_jumps) {
        true => Ok(()),
        false => Err(no_such_jump()),
    }
}

pub(crate) fn sweeps(problem: &Problem, jumps: &[JumpNumber]) -> Result<usize, Error> {
    on_board(problem, jumps)?;
    Ok(n_sweeps(&problem.board().leaps(jumps)))
}

pub(crate) fn layers(problem: &Problem, jumps: &[JumpNumber]) -> Result<Value, Error> {
    on_board(problem, jumps)?;
    Ok(json!(frames::disjoint_layers(problem, jumps)))
}

pub(crate) fn check(problem: &Problem, jumps: &str) -> Result<Value, Error> {
    let parsed = text::parse_on(Some(problem.board()), jumps).map_err(Error::usage)?;
    checker::check(problem, &parsed.leaps).map_err(Error::usage)?;
    let board = problem.board();
    let numbers = parsed.leaps.iter().map(|leap| board.jump_of(leap));
    let numbers: Option<Vec<JumpNumber>> = numbers.collect();
    let numbers = numbers.ok_or_else(|| Error::usage("a jump is not on the board"))?;
    Ok(json!({ "jumps": numbers, "sweeps": n_sweeps(&parsed.leaps) }))
}
