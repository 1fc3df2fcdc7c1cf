//! The core: what is left near the finish, asked of all roads.

use super::{
    super::{answer::End, error::EngineError, roads::Solve, settings::Settings},
    map::Map,
    window::Window,
};
use crate::{
    board::{Hole, JumpNumber, Position, picture::Mark},
    problem::{Goal, Problem},
    watch::{MILLISECOND, Watch},
};

/// The holes of the core. With those around it formulas take far longer.
pub(super) const CORE: usize = 80;

/// The work for the core; as much more each fourth time that it was asked in vain.
const CORE_WORK: u64 = 200 * MILLISECOND;
const TIMES: usize = 4;

/// Jumps to the goal within the core, if they are found; it was asked `times` times in vain.
pub(super) fn ask(
    problem: &Problem,
    map: &Map,
    position: &Position,
    holes: &[Hole],
    (settings, solve): (&Settings, Solve),
    times: usize,
    watch: &Watch,
) -> Result<Option<Vec<JumpNumber>>, EngineError> {
    let mark = |&hole: &Hole| Mark::of(map.goal[hole]);
    let window = Window {
        cells: holes.iter().map(|&hole| map.board.cell(hole)).collect(),
        pegs: holes.iter().map(|&hole| position.has_peg(hole)).collect(),
        marks: holes.iter().map(mark).collect(),
        lost: 0,
        work: 0,
    };
    let (mut part, places) = window.problem(map.board.lattice());
    if let Some(pegs) = problem.goal().pegs_anywhere() {
        part = part.with_goal(Goal::anywhere(pegs));
    }
    let shares = settings.jobs * (1 + times / TIMES);
    let limited = watch.within(CORE_WORK * shares as u64);
    let End::Solved { jumps, .. } = solve(&part, settings, &limited)?.end else {
        watch.check()?;
        return Ok(None);
    };
    let number = |&number: &JumpNumber| {
        let jump = part.board().jump(number);
        map.number(holes[places[jump.from]], holes[places[jump.to]])
    };
    Ok(Some(jumps.iter().map(number).collect()))
}
