//! The longest sweep of any solution, and the longest with which one can end.
//!
//! From a winning position p let l(p,h) be the most jumps that the peg in h can make one after the
//! other, so that each leads to a winning position; for last sweeps, so that the last one reaches
//! the goal. It is one more than the most l(q, to) of the jumps of that peg. A number for each
//! position and hole holds that, one too large, as 0 says that there is none.

use super::{
    bits::Bits,
    geometry::{Direction, Geometry},
    levels::{Accepts, Winning, count_work},
    threads,
};
use crate::{
    board::{Hole, JumpNumber},
    problem::Problem,
    watch::{Reserved, Stop, Watch},
};

/// Which sweep is to be long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Long {
    /// Any one of a solution.
    Any,
    /// The last one.
    Last,
}

/// The lengths of a level's positions, for each hole, as they stand in its shards.
type Lengths = Vec<Vec<u8>>;

/// The number of jumps of the longest sweep, and the jumps of a solution that has it; `None` if
/// there is no solution.
pub(super) fn longest<B: Bits, const S: usize>(
    geometry: &Geometry<B, S>,
    problem: &Problem,
    winning: &Winning<'_, B>,
    long: Long,
    watch: &Watch,
) -> Result<Option<(usize, Vec<JumpNumber>)>, Stop> {
    let mut search = Search {
        geometry,
        problem,
        winning,
        accepts: Accepts::of_marked(problem),
        long,
        lengths: Vec::new(),
    };
    let n = problem.board().n_holes();
    let mut room = Reserved::none(watch);
    // From the last level on, so that the first is the last of the list.
    for (level, set) in winning.levels.iter().enumerate().rev() {
        count_work(set, watch)?;
        watch.level(level);
        room.grow(room.bytes() + (set.len() * n) as u64)?;
        let shards = set.shards();
        let lengths = threads::map(shards.len(), |shard| -> Result<Vec<u8>, Stop> {
            watch.check()?;
            let each = shards[shard].iter();
            Ok(each
                .flat_map(|&position| search.of_position(level, position))
                .collect())
        });
        let lengths = lengths.into_iter().collect::<Result<Lengths, Stop>>()?;
        search.lengths.push(lengths);
    }
    let mut best: Option<(u8, usize, B, Hole)> = None;
    for (level, set) in winning.levels.iter().enumerate() {
        for (shard, lengths) in search.at(level).iter().enumerate() {
            for (place, &length) in lengths.iter().enumerate() {
                if length > best.map_or(0, |best| best.0) {
                    best = Some((length, level, set.shards()[shard][place / n], place % n));
                }
            }
        }
    }
    Ok(best.map(|(length, level, position, hole)| {
        (
            usize::from(length) - 1,
            search.solution(level, position, hole),
        )
    }))
}

struct Search<'a, B, const S: usize> {
    geometry: &'a Geometry<B, S>,
    problem: &'a Problem,
    winning: &'a Winning<'a, B>,
    accepts: Accepts<B>,
    long: Long,
    lengths: Vec<Lengths>,
}

impl<B: Bits, const S: usize> Search<'_, B, S> {
    fn at(&self, level: usize) -> &Lengths {
        &self.lengths[self.winning.levels.len() - 1 - level]
    }

    /// What is known of the peg in a hole of a position; 0 where the position cannot win.
    fn length(&self, level: usize, position: B, hole: Hole) -> u8 {
        let (canonical, by) = self.geometry.canonical_by(position);
        let set = self.winning.levels.get(level);
        let found = set.and_then(|set| set.find(canonical));
        found.map_or(0, |(shard, place)| {
            let n = self.problem.board().n_holes();
            self.at(level)[shard][place * n + self.geometry.symmetries[by][hole]]
        })
    }

    /// Of each hole of a winning position.
    fn of_position(&self, level: usize, position: B) -> Vec<u8> {
        let board = self.problem.board();
        let may_end = self.long == Long::Any || self.accepts.holds(position);
        let mut lengths = vec![u8::from(may_end); board.n_holes()];
        for (number, after) in self.geometry.jumps(position) {
            let jump = board.jump(number);
            let length = self.length(level + 1, after, jump.to);
            if length > 0 {
                lengths[jump.from] = lengths[jump.from].max(length + 1);
            }
        }
        lengths
    }

    /// A solution in which that peg of that position goes so far; the position stands for its
    /// images.
    fn solution(&self, level: usize, position: B, hole: Hole) -> Vec<JumpNumber> {
        let board = self.problem.board();
        // Back to the start, and from there to an image of the position.
        let mut way = vec![position];
        for level in (0..level).rev() {
            let here = way[way.len() - 1];
            let images = self.geometry.images(here);
            let mut before = None;
            self.geometry
                .neighbours(here, &images, Direction::Backward, |position| {
                    if before.is_none() && self.winning.levels[level].contains(position) {
                        before = Some(position);
                    }
                });
            way.extend(before);
        }
        let mut position = self.geometry.start;
        let mut jumps = Vec::new();
        let mut make = |position: &mut B, wanted: &dyn Fn(JumpNumber, B) -> bool| {
            let step = self
                .geometry
                .jumps(*position)
                .find(|&(number, after)| wanted(number, after));
            step.map(|(number, after)| {
                jumps.push(number);
                *position = after;
                (number, jumps.len())
            })
        };
        for &next in way.iter().rev().skip(1) {
            make(&mut position, &|_, after| {
                self.geometry.canonical(after) == next
            });
        }
        let (_, by) = self.geometry.canonical_by(position);
        let moved = &self.geometry.symmetries[by];
        let own = (0..board.n_holes()).find(|&own| moved[own] == hole);
        let mut peg = own.unwrap_or(hole);
        let mut at = level;
        // The sweep.
        let mut left = self.length(at, position, peg);
        while left > 1 {
            let goes_on = |number: JumpNumber, after: B| {
                let jump = board.jump(number);
                jump.from == peg && self.length(at + 1, after, jump.to) == left - 1
            };
            let Some((number, made)) = make(&mut position, &goes_on) else {
                break;
            };
            (peg, at, left) = (board.jump(number).to, made, left - 1);
        }
        // And to the goal.
        while !self.accepts.holds(position) {
            let set = self.winning.levels.get(at + 1);
            let can_win = |_: JumpNumber, after: B| {
                set.is_some_and(|set| set.contains(self.geometry.canonical(after)))
            };
            let Some((_, made)) = make(&mut position, &can_win) else {
                break;
            };
            at = made;
        }
        jumps
    }
}
