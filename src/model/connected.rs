//! Connected sweeps, where the closed ways are too many to list: what an assignment lacks.
//!
//! A sweep of model S whose lines fall apart has a part C without its start: closed, and
//! no other line of the sweep meets it. The clause of family 7 for C forbids that. It is
//! stated for every sweep, and for the images of C under the board's symmetries, as what
//! came once comes again.

use super::{
    Meaning,
    tracks::{self, Line},
};
use crate::{
    board::{Cell, Hole, JumpNumber},
    formula::{Lit, Var},
    problem::Problem,
};
use std::collections::{BTreeMap, BTreeSet};

/// The variables of a sweep, by index.
#[derive(Default)]
struct Sweep {
    /// By the jump of each line.
    lines: BTreeMap<JumpNumber, usize>,
    from: BTreeMap<Cell, usize>,
}

/// The clauses that this assignment lacks.
pub(super) fn lacking(
    problem: &Problem,
    meanings: &[Meaning],
    assignment: &[bool],
) -> Vec<Vec<Lit>> {
    let board = problem.board();
    let lines = tracks::lines(board);
    let mut sweeps: BTreeMap<usize, Sweep> = BTreeMap::new();
    for (index, meaning) in meanings.iter().enumerate() {
        match *meaning {
            Meaning::Line { step, jump } => {
                sweeps.entry(step).or_default().lines.insert(jump, index);
            }
            Meaning::SweepFrom { step, hole } => {
                sweeps.entry(step).or_default().from.insert(hole, index);
            }
            _ => {}
        }
    }
    let is_true = |index: &usize| assignment.get(*index) == Some(&true);
    let mut parts: BTreeSet<Vec<usize>> = BTreeSet::new();
    for sweep in sweeps.values() {
        let used: Vec<usize> = (0..lines.len())
            .filter(|&line| sweep.lines.get(&lines[line].jump).is_some_and(is_true))
            .collect();
        let own: Vec<Line> = used.iter().map(|&line| lines[line]).collect();
        for part in tracks::tracks(board.n_holes(), &own) {
            let starts = |&hole: &Hole| sweep.from.get(&board.cell(hole)).is_some_and(is_true);
            if !part.holes.iter().any(starts) {
                parts.extend(images(
                    problem,
                    &lines,
                    part.lines.iter().map(|&at| used[at]),
                ));
            }
        }
    }
    let clauses = parts.iter().flat_map(|part| {
        let way = tracks::closed_way(part.clone(), &lines);
        let lines = &lines;
        sweeps.values().map(move |sweep| {
            let line = |&line: &usize| variable(sweep.lines[&lines[line].jump]);
            let used = way.lines.iter().map(|one| !line(one));
            let leaving = way.leaving.iter().map(line);
            let from = way.holes.iter();
            let from = from.map(|&hole| variable(sweep.from[&board.cell(hole)]));
            used.chain(leaving).chain(from).collect()
        })
    });
    clauses.collect()
}

fn variable(index: usize) -> Lit {
    Var::new(index as u32).pos_lit()
}

/// A set of lines under every symmetry of the board, each sorted.
fn images(
    problem: &Problem,
    lines: &[Line],
    part: impl Iterator<Item = usize> + Clone,
) -> Vec<Vec<usize>> {
    let image = |symmetry: &Vec<Hole>| {
        let moved = part.clone().filter_map(|line| {
            let [a, b] = lines[line].ends.map(|end| symmetry[end]);
            lines
                .iter()
                .position(|line| line.ends == [a, b] || line.ends == [b, a])
        });
        let mut moved: Vec<usize> = moved.collect();
        moved.sort_unstable();
        moved
    };
    problem.board().symmetries().iter().map(image).collect()
}
