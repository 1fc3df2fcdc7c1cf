//! Facts for the answer-set programs: `models/jumps.lp` says what each of them is.

use super::{Data, Fewest};
use std::io::{self, Write};

/// Writes them; holes and jumps are numbered from 0.
pub(super) fn write(out: &mut dyn Write, data: &Data<'_>, comments: &[String]) -> io::Result<()> {
    let board = data.problem.board();
    for comment in comments {
        writeln!(out, "% {comment}")?;
    }
    writeln!(out, "hole(0..{}).", board.n_holes() - 1)?;
    for (number, jump) in board.jumps().iter().enumerate() {
        let [from, over, to] = jump.holes();
        writeln!(out, "jump({number},{from},{over},{to}).")?;
    }
    for hole in data.problem.start().pegs() {
        writeln!(out, "start({hole}).")?;
    }
    for (hole, goal) in data.goal().enumerate().filter(|(_, goal)| *goal >= 0) {
        writeln!(out, "goal({hole},{goal}).")?;
    }
    let (fewest, most) = data.steps;
    let pegs = data.problem.start().n_pegs();
    writeln!(out, "steps({fewest},{most}).")?;
    writeln!(out, "pegs({},{}).", pegs - most, pegs - fewest)?;
    if let Some(layers) = data.n_layers() {
        // clingo counts them from none.
        writeln!(out, "#const imax = {}.", layers + 1)?;
    }
    if data.dead_end() {
        writeln!(out, "dead_end.")?;
    }
    match data.fewest {
        Fewest::Nothing => {}
        Fewest::Jumps => writeln!(out, "fewest(jumps).")?,
        Fewest::Sweeps => writeln!(out, "fewest(sweeps).")?,
    }
    if data.independence {
        writeln!(out, "independence.")?;
    }
    if let Some(depth) = data.first_moves.first().map(Vec::len) {
        writeln!(out, "first_moves({depth}).")?;
    }
    for (row, moves) in data.first_moves.iter().enumerate() {
        for (place, jump) in moves.iter().enumerate() {
            writeln!(out, "first_moves({row},{},{}).", place + 1, jump.0)?;
        }
    }
    for (number, (weights, goal)) in data.pagodas.iter().enumerate() {
        for (hole, weight) in weights
            .iter()
            .enumerate()
            .filter(|(_, weight)| **weight != 0)
        {
            writeln!(out, "pagoda({number},{hole},{weight}).")?;
        }
        writeln!(out, "pagoda_goal({number},{goal}).")?;
    }
    Ok(())
}
