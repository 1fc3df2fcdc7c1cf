//! Data for the MiniZinc models: `models/peg.mzn` says what each of it is.

use super::{Data, Fewest};
use crate::{board::Cell, model::Search};
use std::{
    fmt::Display,
    io::{self, Write},
};

/// Writes it; holes are named by their cells, jumps numbered from 1.
pub(super) fn write(out: &mut dyn Write, data: &Data<'_>, comments: &[String]) -> io::Result<()> {
    let board = data.problem.board();
    let start = data.problem.start();
    let jumps = board.jumps();
    for comment in comments {
        writeln!(out, "% {comment}")?;
    }
    let name = |(column, row): &Cell| format!("h_{column}_{row}");
    let holes: Vec<String> = board.cells().iter().map(name).collect();
    writeln!(out, "HOLE = {{{}}};", holes.join(", "))?;
    writeln!(out, "n_jumps = {};", jumps.len())?;
    for (index, name) in ["from", "over", "to"].into_iter().enumerate() {
        let holes = list(jumps.iter().map(|jump| &holes[jump.holes()[index]]));
        writeln!(out, "{name} = {holes};")?;
    }
    let pegs = (0..board.n_holes()).map(|hole| u8::from(start.has_peg(hole)));
    writeln!(out, "start = {};", list(pegs))?;
    writeln!(out, "goal = {};", list(data.goal()))?;
    writeln!(out, "min_steps = {};", data.steps.0)?;
    writeln!(out, "max_steps = {};", data.steps.1)?;
    writeln!(out, "dead_end = {};", data.dead_end())?;
    let fewest = match data.fewest {
        Fewest::Nothing => 0,
        Fewest::Jumps => 1,
        Fewest::Sweeps => 2,
    };
    writeln!(out, "fewest = {fewest};")?;
    writeln!(out, "independence = {};", data.independence)?;
    if let Some(layers) = data.n_layers() {
        writeln!(out, "n_layers = {layers};")?;
    } else {
        let depth = data.first_moves.first().map_or(0, Vec::len);
        let moves = list(data.first_moves.iter().flatten().map(|jump| jump.0 + 1));
        let n = data.first_moves.len();
        writeln!(out, "first_moves = array2d(1..{n}, 1..{depth}, {moves});")?;
    }
    let search = match data.search {
        None => 0,
        Some(Search::Moves(_)) => 1,
        Some(Search::Own) => 2,
    };
    writeln!(out, "search = {search};")?;
    writeln!(out, "n_pagodas = {};", data.pagodas.len())?;
    let weights = list(data.pagodas.iter().flat_map(|(weights, _)| weights));
    let n = data.pagodas.len();
    writeln!(out, "pagoda = array2d(1..{n}, HOLE, {weights});")?;
    let goals = list(data.pagodas.iter().map(|(_, goal)| goal));
    writeln!(out, "pagoda_goal = {goals};")
}

fn list<T: Display>(values: impl Iterator<Item = T>) -> String {
    let values: Vec<String> = values.map(|value| value.to_string()).collect();
    format!("[{}]", values.join(", "))
}
