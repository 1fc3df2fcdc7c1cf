//! A large board window by window; docs/large-boards.md has the method, and what was tried.
//!
//! A board can be cleared piece by piece: take the hole farthest from the finish that is not
//! yet as the goal wants it, and ask about a *window* of some fifty holes around it
//! (`window.rs`). There the hole and a *block* around it become as the goal has them, what
//! was settled stays so, and of the other pegs few may be lost; those beyond a *rim* beside
//! the block stay where they are. What is left near the finish, the *core*, is asked of all
//! roads as a whole. Where there is no answer, the last windows near by are taken back.
//!
//! It is incomplete: it may give up, and never says that there is no solution. Windows are
//! limited by work, so the same solver and seed do the same every time.

mod map;
mod settle;
mod window;

use super::{
    ask::Ask,
    error::EngineError,
    evidence::End,
    finding::{Event, Finding},
    race,
    roads::{Road, Trip},
};
use crate::{
    board::{Hole, JumpNumber, Position, picture::Mark},
    problem::{Goal, Problem, class},
    watch::{MILLISECOND, Watch},
};
use map::{Map, STEP};
use std::{cmp::Reverse, collections::HashMap};
use window::WindowSolver;

/// Targets count as equally far if their distances differ by less than this.
const TARGET_BAND: u32 = STEP;

/// Windows within this distance, squared, are near by.
const NEAR_BY: i64 = 50;

/// The holes of the core. With those around it formulas take far longer.
const CORE: usize = 80;

/// The work for the core; as much more each fourth time that it was asked in vain.
const CORE_WORK: u64 = 200 * MILLISECOND;
const TIMES: usize = 4;

/// How many windows are taken back when the core has no answer; as many more each time.
const BACK_FOR_CORE: usize = 5;

/// Clearing starts over with another seed once windows were taken back `RETURNS` times, plus
/// once for each `HOLES_A_RETURN` holes; with each start it may go back that much more often.
/// It gives up after `BEGINNINGS` starts.
const RETURNS: usize = 30;
const HOLES_A_RETURN: usize = 20;
const BEGINNINGS: usize = 8;

/// A large board window by window.
pub(super) struct Windows {
    /// How windows are answered, and the core.
    ask: Ask,
}

impl Windows {
    /// With the solver and the seed of this question.
    pub(super) fn new(ask: &Ask) -> Self {
        Windows {
            ask: Ask {
                solver: ask.solver.clone(),
                seed: ask.seed,
                ..Ask::default()
            },
        }
    }
}

impl Road for Windows {
    fn name(&self) -> &'static str {
        "windows"
    }

    fn goes_first(&self) -> bool {
        true
    }

    fn go(&self, trip: &mut Trip<'_>) -> Result<Finding, EngineError> {
        let Trip { problem, watch, .. } = *trip;
        if !applies(problem) || !class::allows(problem) {
            return Ok(Finding::Nothing);
        }
        let goal = wanted(problem);
        let Some(finish) = finish(problem, &goal) else {
            return Ok(Finding::Nothing);
        };
        let Some(lattice) = problem.board().lattice() else {
            return Ok(Finding::Nothing);
        };
        let map = Map::new(problem.board(), lattice, goal, finish);
        let clearing = Clearing {
            problem,
            map: &map,
            ask: &self.ask,
            solver: WindowSolver::new(&self.ask),
            watch,
            position: problem.start().clone(),
            made: Vec::new(),
            last: None,
            returns: 0,
            in_vain: HashMap::new(),
        };
        clearing.run(trip.report)
    }
}

/// Whether such boards and goals are for windows.
pub(super) fn applies(problem: &Problem) -> bool {
    problem.board().lattice().is_some()
        && !problem.goal().has_survivors()
        && problem.goal().stuck_with().is_none()
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
    let may = |hole: &Hole| match problem.goal().pegs_anywhere() {
        Some(1) => class::finishes(problem)[*hole],
        Some(_) => true,
        None => goal[*hole] == Some(true),
    };
    let finishes = (0..board.n_holes()).filter(may).min_by_key(apart);
    finishes.or_else(|| (0..board.n_holes()).min_by_key(apart))
}

/// A window that was answered.
struct Made {
    target: Hole,
    jumps: Vec<JumpNumber>,
}

/// A board on its way to the goal.
struct Clearing<'a> {
    problem: &'a Problem,
    map: &'a Map<'a>,
    /// What is asked for the core.
    ask: &'a Ask,
    solver: WindowSolver,
    watch: &'a Watch,
    position: Position,
    made: Vec<Made>,
    /// The target that was asked for last.
    last: Option<Hole>,
    /// How often it went back: another seed gives other answers.
    returns: usize,
    /// How often each target, or the core, was asked in vain.
    in_vain: HashMap<Option<Hole>, usize>,
}

/// The work of choosing a window, without its formula: estimated.
const WORK_OF_A_WINDOW: u64 = 50;

impl Clearing<'_> {
    fn run(mut self, report: &mut dyn FnMut(Event)) -> Result<Finding, EngineError> {
        let n = self.map.board.n_holes();
        let mut order: Vec<Hole> = (0..n).collect();
        order.sort_by_key(|&hole| (Reverse(self.map.far[hole]), hole));
        let (outer, core) = order.split_at(n.saturating_sub(CORE));
        for times in 1..=BEGINNINGS {
            let returns = self.returns + times * (RETURNS + n / HOLES_A_RETURN);
            if self.clear(outer, core, returns, report)? {
                return Ok(Finding::Ended(End::Solved {
                    layer_sizes: Some(self.made.iter().map(|made| made.jumps.len()).collect()),
                    jumps: self.made.into_iter().flat_map(|made| made.jumps).collect(),
                }));
            }
            self.position = self.problem.start().clone();
            self.made.clear();
            self.in_vain.clear();
        }
        Ok(Finding::Nothing)
    }

    /// Clears the outer holes and then the core, until windows were taken back `returns`
    /// times; whether it is done.
    fn clear(
        &mut self,
        outer: &[Hole],
        core: &[Hole],
        returns: usize,
        report: &mut dyn FnMut(Event),
    ) -> Result<bool, EngineError> {
        let mut first = 0;
        while self.returns < returns {
            if self.has_few_enough() {
                return Ok(true);
            }
            self.watch.work(WORK_OF_A_WINDOW)?;
            report(Event::Cleared {
                pegs: self.position.n_pegs(),
                of: self.problem.start().n_pegs(),
            });
            while first < outer.len() && self.map.is_settled(outer[first], &self.position) {
                first += 1;
            }
            let before = self.returns;
            match self.target(&outer[first..]) {
                Some(target) => self.settle(target)?,
                None if self.finish(core)? => return Ok(true),
                None => {}
            }
            if self.returns > before || self.leaves_behind(outer.get(first)) {
                first = 0;
            }
        }
        Ok(false)
    }

    /// Whether as many pegs are left as are asked for anywhere; jumps too many are undone.
    fn has_few_enough(&mut self) -> bool {
        let Some(pegs) = self.problem.goal().pegs_anywhere() else {
            return false;
        };
        let mut lacking = pegs.saturating_sub(self.position.n_pegs());
        while lacking > 0
            && let Some(mut made) = self.made.pop()
        {
            let kept = made.jumps.len().saturating_sub(lacking);
            for number in made.jumps.split_off(kept).into_iter().rev() {
                self.undo(number);
                lacking -= 1;
            }
            if kept > 0 {
                self.made.push(made);
            }
        }
        self.position.n_pegs() == pegs
    }

    /// Whether the last window left a peg, where none is to be, no nearer than this hole: a
    /// hole that is brought takes one along.
    fn leaves_behind(&self, first: Option<&Hole>) -> bool {
        let far = first.map_or(0, |&hole| self.map.far[hole]);
        let jumps = self.made.last().map_or(&[][..], |made| &made.jumps);
        let mut ends = jumps.iter().map(|&number| self.map.board.jump(number).to);
        ends.any(|hole| self.map.far[hole] >= far && !self.map.is_settled(hole, &self.position))
    }

    /// The next hole to be settled, of these, the farthest first: of those that are about as far
    /// as the farthest one the nearest to the last target. `None` if all are settled.
    fn target(&self, holes: &[Hole]) -> Option<Hole> {
        let is_open = |hole: &Hole| !self.map.is_settled(*hole, &self.position);
        let mut open = holes.iter().copied().filter(is_open).peekable();
        let &far = open.peek()?;
        let least = self.map.far[far].saturating_sub(TARGET_BAND);
        let band = open.take_while(|&hole| self.map.far[hole] >= least);
        let nearest = |last| band.min_by_key(|&hole| self.map.apart(hole, last));
        self.last.map_or(Some(far), nearest)
    }

    /// Asks windows for the target; makes the jumps, or goes back if there are none.
    fn settle(&mut self, target: Hole) -> Result<(), EngineError> {
        self.last = Some(target);
        self.solver.seed = self.returns as u64; // another one gives other answers
        let (position, solver) = (&self.position, &mut self.solver);
        match settle::settle(self.map, position, target, solver, self.watch)? {
            Some(jumps) => self.make(target, jumps),
            None => self.go_back(Some(target)),
        }
        Ok(())
    }

    fn make(&mut self, target: Hole, jumps: Vec<JumpNumber>) {
        for &number in &jumps {
            self.position = self.position.after(self.map.board.jump(number));
        }
        self.made.push(Made { target, jumps });
    }

    /// Takes back the last windows near the target, one more each time; of the core all are
    /// near. With them go those that moved the same holes later.
    fn go_back(&mut self, target: Option<Hole>) {
        self.returns += 1;
        let times = self.in_vain.entry(target).or_default();
        *times += 1;
        let back = match target {
            Some(_) => *times,
            None => *times * BACK_FOR_CORE,
        };
        let is_near = |made: &Made| {
            target.is_none_or(|target| self.map.apart(made.target, target) <= NEAR_BY)
        };
        let near = self
            .made
            .iter()
            .enumerate()
            .rev()
            .filter(|(_, made)| is_near(made));
        let near: Vec<usize> = near.map(|(index, _)| index).take(back).collect();
        let Some(&first) = near.last() else { return };
        let mut is_moved = vec![false; self.map.board.n_holes()];
        let mut gone = Vec::new();
        for (index, made) in (first..).zip(self.made.split_off(first)) {
            let jumps = made.jumps.iter().map(|&number| self.map.board.jump(number));
            let holes = jumps.flat_map(|jump| [jump.from, jump.over, jump.to]);
            if near.contains(&index) || holes.clone().any(|hole| is_moved[hole]) {
                holes.for_each(|hole| is_moved[hole] = true);
                gone.extend(made.jumps);
            } else {
                self.made.push(made);
            }
        }
        gone.into_iter().rev().for_each(|number| self.undo(number));
    }

    fn undo(&mut self, number: JumpNumber) {
        let jump = self.map.board.jump(number);
        self.position.put(jump.from);
        self.position.put(jump.over);
        self.position.remove(jump.to);
    }

    /// Asks all roads for the core: makes the jumps, or goes back; whether there are any.
    fn finish(&mut self, core: &[Hole]) -> Result<bool, EngineError> {
        let mut holes = core.to_vec();
        holes.sort_unstable();
        let goal = match self.problem.goal().pegs_anywhere() {
            Some(pegs) => Goal::anywhere(pegs),
            None => Goal::picture(holes.iter().map(|&h| Mark::of(self.map.goal[h])).collect()),
        };
        let part = self.map.part(&holes, &self.position, goal);
        let times = self.in_vain.get(&None).copied().unwrap_or(0);
        let shares = 1 + times / TIMES;
        let limited = self.watch.within(CORE_WORK * shares as u64);
        let End::Solved { jumps, .. } = race::settle(&part, self.ask, None, None, &limited)?.end
        else {
            self.watch.check()?;
            self.go_back(None);
            return Ok(false);
        };
        self.make(core[0], self.map.jumps(&holes, &part, &jumps));
        Ok(true)
    }
}
