//! Several starts of one board: which of them can be won.

use super::{Answer, Ask, End, EngineError, Reason, solve};
use crate::{
    board::{Board, Hole},
    problem::{Goal, Problem, pair},
    watch::{MILLISECOND, Stop, Watch},
};

/// The work that each start gets at first; in each round four times as much.
const FIRST: u64 = 200 * MILLISECOND;

/// A start, and the holes that symmetries turn its vacancy into.
#[derive(Debug, Clone)]
pub struct Start {
    /// The problem that begins so.
    pub problem: Problem,
    /// The holes, the vacancy first.
    pub holes: Vec<Hole>,
}

/// Where the last peg of each vacancy is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finish {
    /// Anywhere.
    Any,
    /// Where the vacancy was.
    Same,
    /// In this hole.
    Hole(Hole),
}

/// The board with each hole empty in turn, up to symmetry, and one peg at the end.
pub fn vacancies(board: &Board, finish: Finish) -> Vec<Start> {
    let keeps = |symmetry: &&[Hole]| match finish {
        Finish::Hole(hole) => symmetry[hole] == hole,
        Finish::Any | Finish::Same => true,
    };
    let symmetries = board.symmetries().iter().map(Vec::as_slice);
    let symmetries: Vec<&[Hole]> = symmetries.filter(keeps).collect();
    let all: Vec<Hole> = (0..board.n_holes()).collect();
    let free = |hole| {
        let (x, y) = board.cell(hole);
        let name = format!("{}/free:{x},{y}", board.name());
        Problem::new(name, board.clone(), board.vacancy(hole), Goal::anywhere(1))
    };
    let begun = |hole| match finish {
        Finish::Any => free(hole),
        Finish::Same => pair(board, hole, hole),
        Finish::Hole(last) => pair(board, hole, last),
    };
    let start = |holes: Vec<Hole>| Start {
        problem: begun(holes[0]),
        holes,
    };
    orbits(&all, &symmetries).into_iter().map(start).collect()
}

/// The problem with each of these pegs taken away in turn, up to the symmetries that leave the
/// rest, them and the goal as they are.
pub fn without_one(problem: &Problem, pegs: &[Hole]) -> Vec<Start> {
    let mut symmetries = problem.symmetries();
    symmetries.retain(|symmetry| pegs.iter().all(|&hole| pegs.contains(&symmetry[hole])));
    let survivor = problem.goal().survivor();
    let pegs: Vec<Hole> = pegs
        .iter()
        .copied()
        .filter(|&hole| survivor != Some(hole))
        .collect();
    let start = |holes: Vec<Hole>| {
        let board = problem.board();
        let mut position = problem.start().clone();
        position.remove(holes[0]);
        let name = format!("{} without {}", problem.name(), board.cell_text(holes[0]));
        let goal = problem.goal().clone();
        let problem = Problem::new(name, board.clone(), position, goal);
        Start { problem, holes }
    };
    orbits(&pegs, &symmetries).into_iter().map(start).collect()
}

/// The holes that these symmetries turn into each other, set by set.
fn orbits(holes: &[Hole], symmetries: &[&[Hole]]) -> Vec<Vec<Hole>> {
    let mut orbits: Vec<Vec<Hole>> = Vec::new();
    for &hole in holes {
        let least = symmetries.iter().map(|symmetry| symmetry[hole]).min();
        let known = orbits.iter_mut().find(|orbit| Some(orbit[0]) == least);
        match known {
            Some(orbit) => orbit.push(hole),
            None => orbits.push(vec![hole]),
        }
    }
    orbits
}

/// Asks about each of them, in rounds with more and more work, so that what is soon known is soon
/// said: `told` hears each answer with the number of its start, and says whether to go on. What
/// ended it, if the watch did: those of which `told` has not heard are open.
///
/// # Errors
/// As [`solve`].
pub fn each(
    starts: &[Start],
    ask: &Ask,
    watch: &Watch,
    mut told: impl FnMut(usize, Answer) -> bool,
) -> Result<Option<Stop>, EngineError> {
    let mut open: Vec<usize> = (0..starts.len()).collect();
    let mut work = FIRST;
    while !open.is_empty() {
        let is_alone = open.len() == 1;
        let mut left = Vec::new();
        for number in open {
            if let Err(stop) = watch.check() {
                return Ok(Some(stop));
            }
            let part = match is_alone {
                true => watch.clone(),
                false => watch.within(work),
            };
            let answer = solve(&starts[number].problem, ask, &part)?;
            let is_cut = matches!(
                answer.end,
                End::Unknown(Reason::Interrupted | Reason::Timeout)
            );
            let is_over = !is_cut || is_alone && watch.check().is_ok();
            match is_over {
                true if !told(number, answer) => return Ok(None),
                true => {}
                false => left.push(number),
            }
        }
        open = left;
        work = work.saturating_mul(4);
    }
    Ok(watch.check().err())
}
