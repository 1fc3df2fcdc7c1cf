//! Problems for planners, of the domains `models/peg.pddl` and `models/sweeps.pddl`.

use super::Data;
use crate::{
    board::{Cell, Hole},
    model::PDDL_SWEEPS,
    problem::Problem,
};
use std::io::{self, Write};

/// The most final positions of a disjunction.
const MOST_FINAL: usize = 10_000;

/// Whether the goal is stated: a picture, so many pegs anywhere as a disjunction of all positions
/// that have them, or a dead end with any number of pegs; if not, why.
pub(super) fn states(problem: &Problem) -> Result<(), &'static str> {
    let goal = problem.goal();
    let n = problem.board().n_holes();
    match (goal.stuck_with(), goal.pegs_anywhere()) {
        (Some(1..), _) => {
            Err("it does not count the pegs of a dead end; 'goal: dead-end 0' does without")
        }
        (None, Some(pegs)) => {
            // n over pegs, as far as that is small.
            let number = (0..pegs).try_fold(1_usize, |number, k| {
                Some(number.checked_mul(n - k)? / (k + 1)).filter(|&number| number <= MOST_FINAL)
            });
            number
                .map(|_| ())
                .ok_or("it lists the positions with so many pegs, and there are over 10,000")
        }
        _ => Ok(()),
    }
}

/// Writes the problem, whose goal is [stated](states).
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
    if problem.goal().marks().is_none() {
        writeln!(out, "  (:requirements :adl)")?;
    }
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
    writeln!(out, "  )")?;
    match (problem.goal().pegs_anywhere(), problem.goal().stuck_with()) {
        (Some(pegs), None) => {
            writeln!(out, "  (:goal (or")?;
            // Sets of so many holes, each as what is full in one.
            let mut full = vec![Vec::new()];
            for _ in 0..pegs {
                full = full
                    .into_iter()
                    .flat_map(|full: Vec<Hole>| {
                        let from = full.last().map_or(0, |last| last + 1);
                        (from..holes.len()).map(move |next| [&full[..], &[next]].concat())
                    })
                    .collect();
            }
            for full in full {
                let states = holes.iter().enumerate().map(|(hole, name)| {
                    let state = match full.contains(&hole) {
                        true => "full",
                        false => "empty",
                    };
                    format!(" ({state} {name})")
                });
                let states: String = states.collect();
                writeln!(out, "    (and{states})")?;
            }
        }
        (_, Some(_)) => {
            // Planners make a derived predicate of that; of a disjunction for each jump they would
            // make all products.
            writeln!(out, "  (:goal (forall (?from ?over ?to - hole) (not (and")?;
            writeln!(
                out,
                "    (transition ?from ?over ?to) (full ?from) (full ?over) (empty ?to)))"
            )?;
        }
        (None, None) => {
            writeln!(out, "  (:goal (and")?;
            for (hole, name) in holes.iter().enumerate() {
                match problem.goal().fixed(hole) {
                    Some(true) => writeln!(out, "    (full {name})")?,
                    Some(false) => writeln!(out, "    (empty {name})")?,
                    None => {}
                }
            }
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
