//! A large board window by window.
//!
//! One formula for a whole board grows hard fast. But a board can be cleared piece by
//! piece: take the hole farthest from the finish that is not yet as the goal wants it, and
//! ask about a *window* of some fifty holes around it (`window.rs`). There the hole and a
//! *block* around it become as the goal has them, what was settled stays so, and of the
//! other pegs few may be lost; those beyond a *rim* beside the block stay where they are.
//! What is left near the finish, the *core*, is asked of all roads as a whole.
//!
//! 1. Distances are along the board, not through the air, so that corridors and rings are
//!    cleared from their far ends. Of holes that are nearly as far as the farthest one the
//!    nearest to the window before is next: the front moves along, and stays smooth.
//! 2. Where no hole is near, one is brought: a jump moves a hole by two, so the way is found
//!    by breadth first over holes.
//! 3. Windows are asked in the order of [`TRIES`]: first those that lose least. A limit on
//!    the number of jumps is what keeps the rim full, for every jump takes a peg; where the
//!    rim is drained, what is left behind cannot be cleared.
//! 4. If no window has an answer, or the core has none, the last windows near by are taken
//!    back, each time one more, and others are asked with another seed.
//!
//! It is large-neighbourhood search with a rolling horizon. It is incomplete: it may give
//! up, and never says that there is no solution. With the same solver and seed it does the
//! same every time: windows are limited by work. The number of windows is about a fifth of
//! the number of holes, and each takes milliseconds whatever the board, so the time is
//! linear in the holes where little is taken back.

mod map;
mod window;

use super::{EngineError, Event, Finding, answer::End, settings::Settings, solve, task::Task};
use crate::{
    board::{Board, Hole, Position, picture::Mark},
    problem::{Goal, Problem, class},
    watch::{MILLISECOND, Watch},
};
use map::{Map, STEP};
use std::{
    cmp::Reverse,
    collections::{HashMap, VecDeque},
};
use window::{Asker, Window};

/// How a window is asked.
#[derive(Debug, Clone, Copy)]
struct Try {
    /// The holes of the window, or somewhat more: all up to a number of steps from the target.
    holes: usize,
    /// Those up to so many steps are in the block, if they are not much nearer to the finish.
    block: usize,
    /// Pegs up to so many steps from the block may be moved for good.
    rim: usize,
    /// So many pegs more than those of the block may be lost.
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
/// block; and by less than this, targets are as far as each other.
const BLOCK_BAND: u32 = 3 * STEP;
const TARGET_BAND: u32 = STEP;

/// Where no hole is within so many steps, one is brought.
const HOLE_AWAY: usize = 3;

/// The holes of the core, and how far around it may be jumped to.
const CORE: usize = 65;
const AROUND_CORE: usize = 1;

/// The work for the core; as much more each fourth time that it was asked in vain.
const CORE_WORK: u64 = 200 * MILLISECOND;

/// Windows within this distance, squared, are near by.
const NEAR_BY: i64 = 50;

/// It gives up when it went back more often than once for so many holes, and so often.
const HOLES_A_RETURN: usize = 2;
const RETURNS: usize = 200;

/// Clears the board, and hands what is left near the finish to all roads.
pub(super) fn go(
    problem: &Problem,
    task: &Task,
    watch: &Watch,
    report: &mut dyn FnMut(Event),
) -> Result<Finding, EngineError> {
    if !applies(problem) || !class::allows(problem) {
        return Ok(Finding::Nothing);
    }
    let (board, goal) = (problem.board(), wanted(problem));
    let Some(finish) = finish(problem, &goal) else {
        return Ok(Finding::Nothing);
    };
    let mut clearing = Clearing {
        problem,
        map: Map::new(board, finish),
        position: problem.start().clone(),
        goal,
        made: Vec::new(),
        ends: Vec::new(),
        asker: Asker::new(board.lattice(), task)?,
        task,
        watch,
    };
    clearing.run(report)
}

/// Whether such goals are for windows.
pub(super) fn applies(problem: &Problem) -> bool {
    matches!(problem.goal(), Goal::Picture(_) | Goal::Pegs(_))
}

/// For each hole whether the goal wants a peg, none, or does not care.
fn wanted(problem: &Problem) -> Vec<Option<bool>> {
    let goal = problem.goal();
    let wanted = |hole| match goal.pegs_anywhere() {
        Some(_) => Some(false), // they will be in the core
        None => goal.fixed(hole),
    };
    (0..problem.board().n_holes()).map(wanted).collect()
}

/// Of the holes where a last peg may be the one nearest to the middle of the board.
fn finish(problem: &Problem, goal: &[Option<bool>]) -> Option<Hole> {
    let board = problem.board();
    let n = board.n_holes() as i64;
    let cells = board.cells().iter();
    let (sum_x, sum_y) = cells.fold((0, 0), |(a, b), &(x, y)| {
        (a + i64::from(x), b + i64::from(y))
    });
    let apart = |hole: &Hole| {
        let (x, y) = board.cell(*hole);
        (i64::from(x) * n - sum_x).pow(2) + (i64::from(y) * n - sum_y).pow(2)
    };
    let may = |hole: &Hole| match problem.goal() {
        Goal::Pegs(1) => class::finishes(problem)[*hole],
        Goal::Pegs(_) => true,
        _ => goal[*hole] == Some(true),
    };
    let finishes = (0..board.n_holes()).filter(may).min_by_key(apart);
    finishes.or_else(|| (0..board.n_holes()).min_by_key(apart))
}

/// A board on its way to the goal.
struct Clearing<'a> {
    problem: &'a Problem,
    map: Map<'a>,
    goal: Vec<Option<bool>>,
    position: Position,
    /// The jumps so far.
    made: Vec<usize>,
    /// For each window so far, where it was, and how many jumps came before it.
    ends: Vec<(Hole, usize)>,
    asker: Asker,
    task: &'a Task,
    watch: &'a Watch,
}

/// The work of choosing a window, without its formula: estimated.
const WORK_OF_A_WINDOW: u64 = 50;

impl Clearing<'_> {
    fn run(&mut self, report: &mut dyn FnMut(Event)) -> Result<Finding, EngineError> {
        let n = self.problem.board().n_holes();
        let mut order: Vec<Hole> = (0..n).collect();
        order.sort_by_key(|&hole| (Reverse(self.map.far[hole]), hole));
        let outer = n.saturating_sub(CORE);
        let (outer, core) = order.split_at(outer);
        let (mut first, mut returns) = (0, 0);
        let mut in_vain: HashMap<Option<Hole>, usize> = HashMap::new();
        let pegs = self.problem.start().n_pegs();
        while returns <= RETURNS + n / HOLES_A_RETURN {
            self.watch.work(WORK_OF_A_WINDOW)?;
            report(Event::Cleared {
                pegs: self.position.n_pegs(),
                of: pegs,
            });
            while first < outer.len() && self.is_settled(outer[first]) {
                first += 1;
            }
            let target = self.target(&outer[first..]);
            let before = self.made.len();
            let times = in_vain.get(&target).copied().unwrap_or(0);
            let is_done = match target {
                None if self.finish(core, 1 + times as u64 / 4)? => {
                    let windows = self.ends.iter().map(|end| end.1).chain([self.made.len()]);
                    let windows: Vec<usize> = windows.collect();
                    let sizes = windows.windows(2).map(|pair| pair[1] - pair[0]);
                    return Ok(Finding::Solved {
                        layer_sizes: Some(sizes.collect()),
                        jumps: std::mem::take(&mut self.made),
                        assignment: None,
                    });
                }
                None => false,
                Some(target) => self.settle(target)?,
            };
            if let (true, Some(target)) = (is_done, target) {
                self.ends.push((target, before));
                continue;
            }
            *in_vain.entry(target).or_default() += 1;
            returns += 1;
            self.asker.seed += 1;
            self.go_back(target, times + 1, before);
            first = 0;
        }
        Ok(Finding::Nothing)
    }

    fn board(&self) -> &Board {
        self.problem.board()
    }

    fn is_settled(&self, hole: Hole) -> bool {
        self.goal[hole].is_none_or(|peg| peg == self.position.has_peg(hole))
    }

    /// The hole to be settled next, of these, the farthest first.
    fn target(&self, holes: &[Hole]) -> Option<Hole> {
        let mut open = holes
            .iter()
            .copied()
            .filter(|&hole| !self.is_settled(hole))
            .peekable();
        let far = *open.peek()?;
        let least = self.map.far[far].saturating_sub(TARGET_BAND);
        let band = open.take_while(|&hole| self.map.far[hole] >= least);
        match self.ends.last() {
            None => Some(far),
            Some(&(last, _)) => band.min_by_key(|&hole| self.map.apart(hole, last)),
        }
    }

    fn make(&mut self, jumps: Vec<usize>) {
        for &number in &jumps {
            let jump = self.board().jumps()[number];
            self.position.remove(jump.from);
            self.position.remove(jump.over);
            self.position.put(jump.to);
        }
        self.made.extend(jumps);
    }

    /// Takes jumps back until so many are left.
    fn take_back(&mut self, left: usize) {
        for number in self.made.split_off(left).into_iter().rev() {
            let jump = self.board().jumps()[number];
            self.position.put(jump.from);
            self.position.put(jump.over);
            self.position.remove(jump.to);
        }
    }

    /// Takes back the last windows, until `times` of them near the target are; of the core
    /// all are near.
    fn go_back(&mut self, target: Option<Hole>, times: usize, before: usize) {
        self.take_back(before);
        let mut left = times;
        while left > 0
            && let Some((hole, before)) = self.ends.pop()
        {
            self.take_back(before);
            let is_near = target.is_none_or(|target| self.map.apart(hole, target) <= NEAR_BY);
            left -= usize::from(is_near);
        }
    }

    /// Makes the jumps of a window that settles the hole, if one is found.
    fn settle(&mut self, target: Hole) -> Result<bool, EngineError> {
        let around = self.map.around(target, HOLE_AWAY);
        if around.iter().all(|&(hole, _)| self.position.has_peg(hole)) {
            self.bring_a_hole(target);
        }
        for how in &TRIES {
            let (holes, window) = self.window(target, how);
            if let Some(jumps) = self.asker.ask(&window, self.watch)? {
                let number = |&(from, to): &(usize, usize)| self.map.number(holes[from], holes[to]);
                self.make(jumps.iter().map(number).collect());
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A window around the target, and its holes.
    fn window(&self, target: Hole, how: &Try) -> (Vec<Hole>, Window) {
        let around = self.map.at_least(target, how.holes);
        let is_in_block = |&&(hole, step): &&(Hole, usize)| {
            step <= how.block
                && self.map.far[hole].saturating_add(BLOCK_BAND) >= self.map.far[target]
                && !self.is_settled(hole)
        };
        let block: Vec<Hole> = around.iter().filter(is_in_block).map(|one| one.0).collect();
        let mut beside: HashMap<Hole, usize> = block.iter().map(|&hole| (hole, 0)).collect();
        let inside = |hole| around.binary_search_by_key(&hole, |one| one.0).is_ok();
        self.map.spread(&mut beside, block.clone(), how.rim, inside);
        let mark = |&(hole, _): &(Hole, usize)| {
            let is_fixed = block.contains(&hole) || self.is_settled(hole);
            match self.goal[hole].filter(|_| is_fixed) {
                Some(true) => Mark::Peg,
                Some(false) => Mark::Empty,
                None if self.goal[hole].is_none() => Mark::Either,
                None if !self.position.has_peg(hole) || beside.contains_key(&hole) => Mark::Either,
                None => Mark::Peg,
            }
        };
        let window = Window {
            cells: around.iter().map(|one| self.board().cell(one.0)).collect(),
            pegs: (around.iter())
                .map(|one| self.position.has_peg(one.0))
                .collect(),
            marks: around.iter().map(mark).collect(),
            lost: how.lost,
            work: how.work,
        };
        (around.into_iter().map(|one| one.0).collect(), window)
    }

    /// Moves a hole near the target by jumps, if there is a way.
    fn bring_a_hole(&mut self, target: Hole) {
        let jumps = self.board().jumps();
        let n = self.board().n_holes();
        let holes = (0..n).filter(|&hole| !self.position.has_peg(hole));
        let mut next: VecDeque<Hole> = holes.collect();
        let mut seen: Vec<bool> = (0..n).map(|hole| !self.position.has_peg(hole)).collect();
        let mut by: Vec<Option<usize>> = vec![None; n];
        let goals = self.map.around(target, 2);
        let is_goal = |hole| goals.binary_search_by_key(&hole, |one| one.0).is_ok();
        // Pegs that the goal wants are left alone.
        let is_free = |hole: Hole| self.position.has_peg(hole) && self.goal[hole] != Some(true);
        while let Some(hole) = next.pop_front() {
            if is_goal(hole) {
                let mut way = Vec::new();
                let mut at = hole;
                while let Some(number) = by[at] {
                    way.push(number);
                    at = jumps[number].to;
                }
                way.reverse();
                // A way that crosses itself may not be one.
                let mut after = self.position.clone();
                let is_way = way.iter().all(|&number| {
                    let allowed = after.allows(&jumps[number]);
                    after = after.after(&jumps[number]);
                    allowed
                });
                if is_way {
                    self.make(way);
                }
                return;
            }
            for &number in &self.map.jumps_to[hole] {
                let jump = &jumps[number];
                if !seen[jump.from] && is_free(jump.from) && is_free(jump.over) {
                    seen[jump.from] = true;
                    by[jump.from] = Some(number);
                    next.push_back(jump.from);
                }
            }
        }
    }

    /// Asks formulas for the rest; whether they had an answer.
    fn finish(&mut self, core: &[Hole], share: u64) -> Result<bool, EngineError> {
        let mut steps: HashMap<Hole, usize> = core.iter().map(|&hole| (hole, 0)).collect();
        self.map
            .spread(&mut steps, core.to_vec(), AROUND_CORE, |_| true);
        let mut holes: Vec<Hole> = steps.into_keys().collect();
        holes.sort_unstable();
        let mark = |&hole: &Hole| match self.goal[hole] {
            Some(true) => Mark::Peg,
            Some(false) => Mark::Empty,
            None => Mark::Either,
        };
        let window = Window {
            cells: holes.iter().map(|&hole| self.board().cell(hole)).collect(),
            pegs: (holes.iter())
                .map(|&hole| self.position.has_peg(hole))
                .collect(),
            marks: holes.iter().map(mark).collect(),
            lost: 0,
            work: 0,
        };
        let (mut problem, places) = window.problem(self.board().lattice());
        if let &Goal::Pegs(pegs) = self.problem.goal() {
            problem = problem.with_goal(Goal::Pegs(pegs));
        }
        let settings = Settings {
            solver: self.task.solver.clone(),
            seed: self.task.seed,
            ..Settings::default()
        };
        let watch = self.watch.within(CORE_WORK * share);
        let End::Solved { jumps, .. } = solve(&problem, &settings, &watch)?.end else {
            self.watch.check()?;
            return Ok(false);
        };
        let number = |&number: &usize| {
            let jump = &problem.board().jumps()[number];
            self.map
                .number(holes[places[jump.from]], holes[places[jump.to]])
        };
        self.ends.push((core[0], self.made.len()));
        self.make(jumps.iter().map(number).collect());
        Ok(true)
    }
}
