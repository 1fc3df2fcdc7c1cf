//! What the checker of its own crate, [`pegsat_check`], is told of a problem: cells, pegs and
//! goal. Nothing is called solved before it has replayed the jumps.

use super::text::JumpRecord;
use crate::{
    board::{Hole, JumpNumber},
    problem::{Problem, Survivor},
};
use pegsat_check::Game;
pub use pegsat_check::{Leap, Wrong};

/// Replays the jumps from the start and compares the end with the goal.
///
/// # Errors
/// At the first jump that cannot be made, or if the end is not the goal.
pub fn check(problem: &Problem, leaps: &[Leap]) -> Result<(), Wrong> {
    let board = problem.board();
    let lines = board.own_lines();
    let game = Game {
        lattice: &board.drawn_on().to_string(),
        cells: board.cells(),
        lines: lines.as_deref(),
        start: problem.start().pegs().collect(),
        goal: checked_goal(problem),
    };
    game.replay(leaps)
}

/// The goal as the checker reads it.
pub(crate) fn checked_goal(problem: &Problem) -> pegsat_check::Goal {
    let goal = problem.goal();
    let holes = |fixed: Option<bool>| -> Vec<Hole> {
        let holes = 0..problem.board().n_holes();
        holes.filter(|&hole| goal.fixed(hole) == fixed).collect()
    };
    let survivors = goal.survivors().iter();
    let mut survivors: Vec<pegsat_check::Survivor> = survivors
        .map(|&Survivor { peg, at }| pegsat_check::Survivor { peg, at })
        .collect();
    let picture = || pegsat_check::Picture {
        filled: holes(Some(true)),
        either: holes(None),
    };
    let is_said = !survivors.is_empty();
    let survivor = survivors.pop_if(|_| goal.survivor().is_some());
    pegsat_check::Goal {
        picture: goal.marks().filter(|_| !is_said).map(|_| picture()),
        pegs: goal.count().filter(|_| !is_said),
        dead_end: goal.stuck_with(),
        survivor,
        survivors,
    }
}

/// As [`check`], of jumps by their numbers.
///
/// # Errors
/// As [`check`], and at a number that the board does not have.
pub fn check_numbers(problem: &Problem, jumps: &[JumpNumber]) -> Result<(), Wrong> {
    let board = problem.board();
    let leap = |(index, &number): (usize, &JumpNumber)| match number.0 < board.jumps().len() {
        true => Ok(board.leap(number)),
        false => Err(Wrong::Number(index + 1, number.0)),
    };
    let leaps: Vec<Leap> = jumps
        .iter()
        .enumerate()
        .map(leap)
        .collect::<Result<_, _>>()?;
    check(problem, &leaps)
}

/// Whether what records say besides the ends of their jumps is true: the hole
/// leapt over, and the jump's number.
pub fn check_records(problem: &Problem, records: &[JumpRecord]) -> Result<(), Wrong> {
    let board = problem.board();
    for (index, record) in records.iter().enumerate() {
        let leap = record.leap();
        let wrong = |reason| Wrong::Jump {
            number: index + 1,
            leap,
            reason,
        };
        let number = board
            .jump_of(&leap)
            .or_else(|| board.jump_of(&(leap.from, leap.to).into()));
        let leapt_over = number.map(|number| board.cell(board.jump(number).over));
        if let Some((x, y)) = record.over.filter(|&over| leapt_over != Some(over)) {
            return Err(wrong(format!("it does not leap over {x},{y}")));
        }
        if let Some(stated) = record.number
            && number != Some(stated)
        {
            return Err(wrong(format!("its number is not {}", stated.0)));
        }
    }
    Ok(())
}
