//! Level by level: the positions after k jumps, and those that can still win.

use super::{
    bits::Bits,
    geometry::{Direction, Geometry, marks},
    set::{POSITIONS_A_UNIT, Set, every, expand},
};
use crate::{
    board::Hole,
    problem::{Problem, class},
    watch::{Stop, Watch},
};
use serde::Serialize;
use std::ops::{ControlFlow, RangeInclusive};

/// One level: the positions after one number of jumps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Level {
    /// How many jumps.
    pub jumps: usize,
    /// Positions, up to the symmetries.
    pub positions: u64,
    /// Positions, all images counted.
    pub raw: u64,
    /// Those from which no jump can be made.
    pub dead_ends: u64,
    /// The same, all images counted.
    pub raw_dead_ends: u64,
}

/// The levels of a problem from its start, whatever its goal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Levels {
    /// The levels, as far as they were made.
    pub levels: Vec<Level>,
    /// How many symmetries fix the start.
    pub symmetries: usize,
    /// The first dead end by jumps, as the holes that hold a peg.
    #[serde(skip)]
    pub earliest: Option<(usize, Vec<Hole>)>,
}

impl Levels {
    /// All positions up to symmetry, and with all images.
    pub fn totals(&self) -> (u64, u64) {
        let levels = self.levels.iter();
        levels.fold((0, 0), |(positions, raw), level| {
            (positions + level.positions, raw + level.raw)
        })
    }
}

/// Counts a level as work.
pub(super) fn count_work<B: Bits>(set: &Set<'_, B>, watch: &Watch) -> Result<(), Stop> {
    watch.work(set.len() as u64 / POSITIONS_A_UNIT)
}

/// Makes every level; calls `made` with each that is whole, so that all that is
/// known stays known if the search has to stop, until that says so.
pub(super) fn levels<B: Bits, const S: usize>(
    geometry: &Geometry<B, S>,
    watch: &Watch,
    made: &mut dyn FnMut(Level, Option<B>) -> ControlFlow<()>,
) -> Result<(), Stop> {
    let start = geometry.canonical(geometry.start);
    let mut set = Set::of([start], watch)?;
    for jumps in 0.. {
        if set.is_empty() {
            break;
        }
        watch.level(jumps + 1);
        let positions = set.len() as u64;
        let (next, seen) = expand(geometry, &set, Direction::Forward, every)?;
        set = next;
        let level = Level {
            jumps,
            positions,
            raw: seen.raw,
            dead_ends: seen.ends,
            raw_dead_ends: seen.raw_ends,
        };
        if made(level, seen.end).is_break() {
            break;
        }
    }
    Ok(())
}

/// The positions of each level from which the goal can be reached, and which
/// can be reached from the start. The geometry's symmetries fix start and goal.
pub(super) struct Winning<'a, B> {
    /// By jumps from the start.
    pub(super) levels: Vec<Set<'a, B>>,
}

/// The most final positions to search back from.
const MOST_FINALS: usize = 1 << 12;

impl<'a, B: Bits> Winning<'a, B> {
    /// Searches from both ends, always from where the next level is likely to
    /// be smaller, until they meet; then each half is filtered by the other. If
    /// the goal has too many positions, from the start alone.
    pub(super) fn new<const S: usize>(
        geometry: &Geometry<B, S>,
        problem: &Problem,
        watch: &'a Watch,
    ) -> Result<Self, Stop> {
        let Some(jumps) = problem.n_jumps() else {
            return Ok(Winning { levels: Vec::new() });
        };
        let n_levels = jumps.end() + 1;
        let accepts = Accepts::of_marked(problem);
        let start = geometry.canonical(geometry.start);
        let finals = finals(geometry, problem);
        let ends = |level: usize| -> Vec<B> {
            let pegs = problem.start().n_pegs() - level;
            let finals = finals.iter().flatten().copied();
            let finals = finals.filter(|&position| geometry.n_pegs(position) == pegs);
            finals
                .map(|position| geometry.canonical(position))
                .collect()
        };
        // Made so far: 0..=low from the start, high..n_levels from the end.
        let (mut forward, mut backward) = (vec![Set::of([start], watch)?], Vec::new());
        let mut high = n_levels;
        if finals.is_some() {
            high -= 1;
            backward.push(Set::of(ends(high), watch)?);
        }
        while forward.len() <= high && forward.len() < n_levels {
            watch.level(forward.len());
            let (ahead, behind) = (&forward[forward.len() - 1], backward.last());
            match behind.filter(|behind| behind.len() <= ahead.len()) {
                Some(behind) => {
                    let (mut set, _) = expand(geometry, behind, Direction::Backward, every)?;
                    high -= 1;
                    let new = ends(high);
                    if !new.is_empty() {
                        set = Set::of(set.iter().chain(new), watch)?;
                    }
                    backward.push(set);
                }
                None => {
                    let (set, _) = expand(geometry, ahead, Direction::Forward, every)?;
                    forward.push(set);
                }
            }
        }
        backward.reverse(); // now backward[k] is level high + k
        let meeting = forward.len() - 1;
        let is_final = |position| accepts.holds(position);
        let mut levels: Vec<Option<Set<'_, B>>> = (0..n_levels).map(|_| None).collect();
        levels[meeting] = Some(match backward.first() {
            Some(behind) => forward[meeting].filtered(|position| behind.contains(position))?,
            None => forward[meeting].filtered(is_final)?,
        });
        for level in (0..meeting).rev() {
            watch.level(level);
            forward.pop();
            let (next, here) = (levels[level + 1].as_ref(), &forward[level]);
            let mut finals = here.filtered(is_final)?;
            if let Some(next) = next {
                let (set, _) = expand(geometry, next, Direction::Backward, |position| {
                    here.contains(position)
                })?;
                finals = match finals.is_empty() {
                    true => set,
                    false => Set::of(set.iter().chain(finals.iter()), watch)?,
                };
            }
            levels[level] = Some(finals);
        }
        let mut behind = backward.into_iter().skip(1);
        for level in meeting + 1..n_levels {
            watch.level(level);
            let (Some(before), Some(here)) = (&levels[level - 1], behind.next()) else {
                break;
            };
            let keep = |position| here.contains(position);
            let (set, _) = expand(geometry, before, Direction::Forward, keep)?;
            levels[level] = Some(set);
        }
        Ok(Winning {
            levels: levels.into_iter().flatten().collect(),
        })
    }
}

impl<B: Bits> Winning<'_, B> {
    /// All positions, each level sorted as a whole.
    pub(super) fn sorted(&self, watch: &Watch) -> Result<Vec<Vec<u128>>, Stop> {
        let positions: usize = self.levels.iter().map(Set::len).sum();
        let _room = watch.reserve((positions * size_of::<u128>()) as u64)?;
        let level = |set: &Set<'_, B>| {
            let mut level: Vec<u128> = set.iter().map(Into::into).collect();
            level.sort_unstable();
            level
        };
        Ok(self.levels.iter().map(level).collect())
    }
}

/// The goal as masks.
pub struct Accepts<B> {
    care: B,
    pegs: B,
    /// The bits of holes, and the fewest and most of them that may be set; `None` where the
    /// marks say it.
    count: Option<(B, RangeInclusive<usize>)>,
    /// Of each jump that must not be possible the holes, and those of them that must hold
    /// a peg.
    jumps: Vec<[B; 2]>,
}

impl<B: Bits> Accepts<B> {
    /// The goal of this problem, for positions that say where each peg is that must survive.
    pub(super) fn of_marked(problem: &Problem) -> Self {
        let mut accepts = Self::new(problem);
        let survivors = problem.goal().survivors();
        if survivors.len() > 1 {
            let marks = survivors.iter().zip(marks(problem));
            let marks = marks.filter_map(|(survivor, mark)| Some(mark[survivor.at?]));
            match marks.collect::<Option<Vec<usize>>>() {
                // A peg cannot come to where it is to end: no position has one peg of none.
                None => accepts.count = Some((B::zero(), 1..=1)),
                Some(marks) => {
                    accepts.care = accepts.care | B::holes(marks.iter().copied());
                    accepts.pegs = accepts.pegs | B::holes(marks);
                }
            }
        }
        accepts
    }

    /// The goal of this problem, whichever pegs are there that must survive.
    pub fn new(problem: &Problem) -> Self {
        let goal = problem.goal();
        let holes = 0..problem.board().n_holes();
        let union = |wanted: &dyn Fn(Option<bool>) -> bool| {
            let wanted = holes.clone().filter(|&hole| wanted(goal.fixed(hole)));
            B::holes(wanted)
        };
        let jumps = problem.board().jumps().iter();
        let jumps = jumps.filter(|_| goal.stuck_with().is_some());
        // A peg that must survive is there all the way.
        let is_told = goal.marks().is_some() && goal.stuck_with().is_none();
        Accepts {
            care: union(&|fixed| fixed.is_some()),
            pegs: union(&|fixed| fixed == Some(true)),
            count: (!is_told).then(|| (B::holes(holes), goal.pegs())),
            jumps: jumps
                .map(|jump| [B::holes(jump.holes()), B::holes([jump.from, jump.over])])
                .collect(),
        }
    }

    /// Whether the goal accepts the position.
    pub fn holds(&self, position: B) -> bool {
        let count = self.count.as_ref();
        let mut jumps = self.jumps.iter();
        position & self.care == self.pegs
            && count.is_none_or(|(holes, range)| {
                range.contains(&((position & *holes).count_ones() as usize))
            })
            && !jumps.any(|&[holes, pegs]| position & holes == pegs)
    }
}

/// All final positions, if they are few.
pub(super) fn finals<B: Bits, const S: usize>(
    geometry: &Geometry<B, S>,
    problem: &Problem,
) -> Option<Vec<B>> {
    let goal = problem.goal();
    let holes = 0..problem.board().n_holes();
    let open = |hole: &usize| goal.fixed(*hole) != Some(false);
    let mut finals: Vec<B> = match (goal.marks(), goal.survivor()) {
        _ if goal.survivors().len() > 1 => return None,
        (Some(_), None) => {
            let pegs = holes.clone().filter(|&hole| goal.fixed(hole) == Some(true));
            let mut finals = vec![B::holes(pegs)];
            for hole in holes.filter(|&hole| goal.fixed(hole).is_none()) {
                if 2 * finals.len() > MOST_FINALS {
                    return None;
                }
                let with: Vec<B> = finals.iter().map(|&f| f | B::hole(hole)).collect();
                finals.extend(with);
            }
            let most = problem.start().n_pegs() as u32;
            finals.retain(|position| position.count_ones() <= most);
            finals
        }
        _ if goal.count() == Some(1) => {
            let possible = class::finishes(problem);
            let holes = holes.filter(open).filter(|&hole| possible[hole]);
            holes.map(|hole| geometry.one_peg(hole)).collect()
        }
        _ => return None,
    };
    let accepts = Accepts::new(problem);
    finals.retain(|&position| accepts.holds(position));
    Some(finals)
}
