//! Problems for planners, of the domains `models/peg.pddl` and `models/sweeps.pddl`.

use super::Data;
use crate::{
    board::{Cell, Hole},
    model::PDDL_SWEEPS,
};
use std::io::{self, Write};

/// Writes the problem; its goal is a picture.
pub(super) fn write(out: &mut dyn Write, data: &Data<'_>, comments: &[String]) -> io::Result<()> {
    let problem = data.problem;
    let board = problem.board();
    let name = |hole: Hole| name(board.cell(hole));
    let (domain, init, metric) = match data.model == PDDL_SWEEPS {
        true => (
            "peg-sweeps",
            " (resting) (= (total-cost) 0)",
            "\n  (:metric minimize (total-cost))",
        ),
        false => ("peg", "", ""),
    };
    for comment in comments {
        writeln!(out, "; {comment}")?;
    }
    writeln!(out, "(define (problem peg)\n  (:domain {domain})")?;
    let holes: Vec<String> = (0..board.n_holes()).map(name).collect();
    writeln!(out, "  (:objects {} - hole)", holes.join(" "))?;
    writeln!(out, "  (:init{init}")?;
    for jump in board.jumps() {
        let [from, over, to] = jump.holes().map(name);
        writeln!(out, "    (transition {from} {over} {to})")?;
    }
    for (hole, name) in holes.iter().enumerate() {
        let state = match problem.start().has_peg(hole) {
            true => "full",
            false => "empty",
        };
        writeln!(out, "    ({state} {name})")?;
    }
    writeln!(out, "  )\n  (:goal (and")?;
    for (hole, name) in holes.iter().enumerate() {
        match problem.goal().fixed(hole) {
            Some(true) => writeln!(out, "    (full {name})")?,
            Some(false) => writeln!(out, "    (empty {name})")?,
            None => {}
        }
    }
    writeln!(out, "  )){metric})")
}

/// The name of a hole, such as `h3-1`.
fn name((x, y): Cell) -> String {
    format!("h{x}-{y}")
}

/// The hole of this name.
pub(super) fn cell(name: &str) -> Option<Cell> {
    let (x, y) = name.strip_prefix('h')?.split_once('-')?;
    Some((x.parse().ok()?, y.parse().ok()?))
}
