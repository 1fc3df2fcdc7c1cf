//! Problems for planners: the problem file to the domain `models/sweeps.pddl`,
//! in which a plan costs as much as it has sweeps.

use super::{Goal, Problem};
use crate::board::Hole;
use std::io::{self, Write};

/// The domain's file.
pub const DOMAIN: &str = include_str!("../../models/sweeps.pddl");

/// Whether the goal can be said without counting pegs: a picture.
pub fn can_state(problem: &Problem) -> bool {
    matches!(problem.goal(), Goal::Picture(_))
}

/// Writes the problem; of a goal that is no picture nothing is said.
///
/// # Errors
/// If `out` cannot be written.
pub fn write(out: &mut dyn Write, problem: &Problem, comments: &[String]) -> io::Result<()> {
    let board = problem.board();
    let name = |hole: Hole| {
        let (x, y) = board.cell(hole);
        let number = |number: i32| number.to_string().replace('-', "m");
        format!("h{}-{}", number(x), number(y))
    };
    for comment in comments {
        writeln!(out, "; {comment}")?;
    }
    writeln!(out, "(define (problem peg)\n  (:domain peg-sweeps)")?;
    let holes: Vec<String> = (0..board.n_holes()).map(name).collect();
    writeln!(out, "  (:objects {} - hole)", holes.join(" "))?;
    writeln!(out, "  (:init (resting) (= (total-cost) 0)")?;
    for jump in board.jumps() {
        let [from, over, to] = jump.holes().map(name);
        writeln!(out, "    (line {from} {over} {to})")?;
    }
    for (hole, name) in holes.iter().enumerate() {
        let state = if problem.start().has_peg(hole) {
            "peg"
        } else {
            "empty"
        };
        writeln!(out, "    ({state} {name})")?;
    }
    writeln!(out, "  )\n  (:goal (and")?;
    for (hole, name) in holes.iter().enumerate() {
        match problem.goal().fixed(hole) {
            Some(true) => writeln!(out, "    (peg {name})")?,
            Some(false) => writeln!(out, "    (empty {name})")?,
            None => {}
        }
    }
    writeln!(out, "  ))\n  (:metric minimize (total-cost)))")
}
