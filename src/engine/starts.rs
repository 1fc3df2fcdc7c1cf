//! Several starts of one board: which of them can be won.

use super::{Answer, Ask, Checked, End, EngineError, Reason, Written, solve};
use crate::{
    board::{Board, Hole},
    problem::{Goal, Problem},
    watch::{MILLISECOND, Stop, Stopwatch, Watch},
};
use std::{collections::BTreeMap, sync::Arc};

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

/// The board with each hole empty in turn, up to symmetry, and one peg at the end; `name` is what
/// the board is called.
pub fn vacancies(board: &Board, name: &str, finish: Finish) -> Vec<Start> {
    let keeps = |symmetry: &&[Hole]| match finish {
        Finish::Hole(hole) => symmetry[hole] == hole,
        Finish::Any | Finish::Same => true,
    };
    let shared = Arc::new(board.clone());
    let symmetries = board.symmetries().iter().map(Vec::as_slice);
    let symmetries: Vec<&[Hole]> = symmetries.filter(keeps).collect();
    let all: Vec<Hole> = (0..board.n_holes()).collect();
    let cell = |hole| {
        let (x, y) = board.cell(hole);
        format!("{x},{y}")
    };
    let begun = |hole| {
        let last = match finish {
            Finish::Any => None,
            Finish::Same => Some(hole),
            Finish::Hole(last) => Some(last),
        };
        let from = cell(hole);
        let name = match last {
            None => format!("{name}/free:{from}"),
            Some(last) => format!("{name}/pair:{from}:{}", cell(last)),
        };
        let goal = last.map_or(Goal::anywhere(1), |last| {
            Goal::one_peg(board.n_holes(), last)
        });
        Problem::new(name, shared.clone(), board.vacancy(hole), goal)
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
    let survivors = problem.goal().survivors();
    let pegs: Vec<Hole> = pegs
        .iter()
        .copied()
        .filter(|&hole| survivors.iter().all(|survivor| survivor.peg != hole))
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
    let mut orbits: BTreeMap<Hole, Vec<Hole>> = BTreeMap::new();
    for &hole in holes {
        let least = symmetries.iter().map(|symmetry| symmetry[hole]).min();
        orbits.entry(least.unwrap_or(hole)).or_default().push(hole);
    }
    orbits.into_values().collect()
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
    Ok(None)
}

/// What a problem comes to whose start is open.
#[derive(Debug)]
pub struct Any {
    /// The start that is won; the problem as it was asked where none is, or none is known to be.
    pub problem: Problem,
    /// The answer; where none is won it rests on the weakest that a start's answer rests on.
    pub answer: Answer,
    /// Where none can be won, what shows it of each start; empty if one has no certificate.
    pub certificates: Vec<Written>,
}

/// Solves the problem, of whose pegs any one of these is taken away at first.
///
/// # Errors
/// As [`solve`]; if no peg may be taken.
pub fn any(problem: &Problem, pegs: &[Hole], ask: &Ask, watch: &Watch) -> Result<Any, EngineError> {
    let starts = without_one(problem, pegs);
    if starts.is_empty() {
        let text = "'?' in the start: the only such peg is the one that must survive";
        return Err(EngineError::Refused(text.into()));
    }
    let begin = Stopwatch::start();
    let mut answers: Vec<(usize, Answer)> = Vec::new();
    let stop = each(&starts, ask, watch, |number, answer| {
        let is_solved = matches!(answer.end, End::Solved { .. });
        answers.push((number, answer));
        !is_solved
    })?;
    let certificates: Vec<Written> = answers
        .iter()
        .filter_map(|(_, answer)| match &answer.end {
            End::Unsolvable(evidence) => evidence.certificate().cloned(),
            _ => None,
        })
        .collect();
    let are_all = certificates.len() == starts.len();
    let rank = |answer: &Answer| match (&answer.end, answer.end.checked()) {
        (End::Solved { .. }, _) => 0,
        (End::Unknown(_), _) => 1,
        (_, None) => 2,
        (_, Some(Checked::Proof)) => 3,
        (_, Some(Checked::Exhaustion)) => 4,
        (_, Some(_)) => 5,
    };
    let told = answers.into_iter().min_by_key(|(_, answer)| rank(answer));
    let Some((number, mut answer)) = told else {
        let answer = solve(&starts[0].problem, ask, watch)?; // the watch ended it before
        return Ok(Any {
            problem: problem.clone(),
            answer,
            certificates: Vec::new(),
        });
    };
    answer.seconds.total = begin.seconds();
    if rank(&answer) == 0 {
        return Ok(Any {
            problem: starts[number].problem.clone(),
            answer,
            certificates: Vec::new(),
        });
    }
    if let Some(stop) = stop {
        answer.end = End::Unknown((&stop).into());
    }
    // What was one start's alone.
    (answer.size, answer.layers, answer.refuted) = (None, None, None);
    Ok(Any {
        problem: problem.clone(),
        answer,
        certificates: if are_all { certificates } else { Vec::new() },
    })
}
