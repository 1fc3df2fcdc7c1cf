//! One target: the windows that are asked for it, one after another.

use super::{
    super::error::EngineError,
    map::{Map, STEP},
    window::{Window, WindowSolver},
};
use crate::{
    board::{Hole, JumpNumber, Position, picture::Mark},
    problem::Goal,
    watch::{MILLISECOND, Watch},
};
use std::collections::{HashMap, VecDeque};

/// How a window is asked.
#[derive(Debug, Clone, Copy)]
struct Try {
    /// The holes of the window, or somewhat more: all up to a number of steps from the target.
    holes: usize,
    /// The block: holes up to this number of steps away that are not much nearer to the finish.
    block: usize,
    /// Pegs up to this number of steps from the block may be moved for good.
    rim: usize,
    /// How many pegs may be lost besides those of the block.
    lost: usize,
    /// The work after which it counts as refused.
    work: u64,
}

/// A window that is large enough for most.
const LARGE: Try = Try {
    holes: 70,
    block: 1,
    rim: 3,
    lost: 2,
    work: 20 * MILLISECOND,
};

/// Where the board is narrow it is cleared across: pegs that are left beside a wall are
/// out of reach soon.
const ACROSS: Try = Try {
    holes: 40,
    block: 3,
    work: 15 * MILLISECOND,
    ..LARGE
};

/// The windows that are asked one after another. Of the numbers that were tried these were
/// the fastest on squares (docs/large-boards.md).
const TRIES: [Try; 5] = [
    Try {
        holes: 40,
        rim: 2,
        work: 10 * MILLISECOND,
        ..LARGE
    },
    LARGE,
    Try { block: 0, ..LARGE },
    Try {
        block: 0,
        rim: 4,
        lost: 4,
        work: 30 * MILLISECOND,
        ..LARGE
    },
    Try {
        holes: 110,
        block: 0,
        rim: 5,
        lost: 8,
        work: 60 * MILLISECOND,
    },
];

/// Holes that are nearer to the finish than the target by more than this are not in its
/// block.
const BLOCK_BAND: u32 = 3 * STEP;

/// The board is narrow at a target if at most `NARROW` holes within `NARROW_STEPS` steps of
/// it are as far from the finish as it is.
const NARROW: usize = 9;
const NARROW_STEPS: usize = 6;

/// Where no hole is within this number of steps, one is brought.
const HOLE_AWAY: usize = 3;

fn lacks_a_hole(map: &Map, position: &Position, target: Hole) -> bool {
    let around = map.around(target, HOLE_AWAY);
    around.iter().all(|&(hole, _)| position.has_peg(hole))
}

/// Jumps that settle the target, if they are found.
pub(super) fn settle(
    map: &Map,
    position: &Position,
    target: Hole,
    asker: &mut WindowSolver,
    watch: &Watch,
) -> Result<Option<Vec<JumpNumber>>, EngineError> {
    let mut jumps = match lacks_a_hole(map, position, target) {
        true => bring_a_hole(map, position, target),
        false => Vec::new(),
    };
    let brought = jumps.iter().fold(position.clone(), |position, &number| {
        position.after(map.board.jump(number))
    });
    let across = is_narrow(map, target).then_some(&ACROSS);
    for how in across.into_iter().chain(&TRIES) {
        let (holes, window) = window(map, &brought, target, how);
        if let Some(found) = asker.ask(&window, watch)? {
            jumps.extend(map.jumps(&holes, &window.part, &found));
            return Ok(Some(jumps));
        }
    }
    Ok(None)
}

fn is_narrow(map: &Map, target: Hole) -> bool {
    let around = map.around(target, NARROW_STEPS);
    let as_far = |&&(hole, _): &&(Hole, usize)| map.far[hole].abs_diff(map.far[target]) <= STEP / 2;
    around.iter().filter(as_far).count() <= NARROW
}

/// A window around the target, and its holes.
fn window(map: &Map, position: &Position, target: Hole, how: &Try) -> (Vec<Hole>, Window) {
    let around = map.at_least(target, how.holes);
    let is_in_block = |&&(hole, step): &&(Hole, usize)| {
        step <= how.block
            && map.far[hole].saturating_add(BLOCK_BAND) >= map.far[target]
            && !map.is_settled(hole, position)
    };
    let block: Vec<Hole> = around.iter().filter(is_in_block).map(|one| one.0).collect();
    let mut beside: HashMap<Hole, usize> = block.iter().map(|&hole| (hole, 0)).collect();
    let inside = |hole| around.binary_search_by_key(&hole, |one| one.0).is_ok();
    map.spread(&mut beside, block.clone(), how.rim, inside);
    let mark = |&(hole, _): &(Hole, usize)| {
        let is_fixed = block.contains(&hole) || map.is_settled(hole, position);
        match map.goal[hole].filter(|_| is_fixed) {
            Some(true) => Mark::Peg,
            Some(false) => Mark::Empty,
            None if map.goal[hole].is_none() => Mark::Either,
            None if !position.has_peg(hole) || beside.contains_key(&hole) => Mark::Either,
            None => Mark::Peg,
        }
    };
    let marks = around.iter().map(mark).collect();
    let holes: Vec<Hole> = around.into_iter().map(|one| one.0).collect();
    let window = Window {
        part: map.part(&holes, position, Goal::picture(marks)),
        lost: how.lost,
        work: how.work,
    };
    (holes, window)
}

/// Jumps that move a hole near the target; none if there is no way.
fn bring_a_hole(map: &Map, position: &Position, target: Hole) -> Vec<JumpNumber> {
    let n = map.board.n_holes();
    let holes = (0..n).filter(|&hole| !position.has_peg(hole));
    let mut next: VecDeque<Hole> = holes.collect();
    let mut seen: Vec<bool> = (0..n).map(|hole| !position.has_peg(hole)).collect();
    let mut by: Vec<Option<JumpNumber>> = vec![None; n];
    let goals = map.around(target, 2);
    let is_goal = |hole| goals.binary_search_by_key(&hole, |one| one.0).is_ok();
    // Pegs that the goal wants are left alone.
    let is_free = |hole: Hole| position.has_peg(hole) && map.goal[hole] != Some(true);
    while let Some(hole) = next.pop_front() {
        if is_goal(hole) {
            let mut way = Vec::new();
            let mut at = hole;
            while let Some(number) = by[at] {
                way.push(number);
                at = map.board.jump(number).to;
            }
            way.reverse();
            // A way that crosses itself may not be one.
            let mut after = position.clone();
            let is_way = way.iter().all(|&number| {
                let jump = map.board.jump(number);
                let allowed = after.allows(jump);
                after = after.after(jump);
                allowed
            });
            return if is_way { way } else { Vec::new() };
        }
        for &number in &map.jumps_to[hole] {
            let jump = map.board.jump(number);
            if !seen[jump.from] && is_free(jump.from) && is_free(jump.over) {
                seen[jump.from] = true;
                by[jump.from] = Some(number);
                next.push_back(jump.from);
            }
        }
    }
    Vec::new()
}
