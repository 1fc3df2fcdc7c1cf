//! Fewest sweeps: how few pegs have to be picked up.
//!
//! A sweep is a run of jumps by one peg. From a winning position p, let g(p) be
//! the fewest sweeps to the goal, and f(p,h) the fewest if the peg in h, which
//! has jumped last, may go on without a new sweep. Then g(p) - 1 <= f(p,h) <=
//! g(p): whatever the peg in h does at no cost it does at the cost of one. So a
//! byte for g and a bit for each hole hold all of it:
//! * g(p) = 0 if p is final, else the least 1 + f(q, to) over the jumps to
//!   winning q;
//! * f(p,h) < g(p) if a jump of the peg in h leads to f(q, to) = g(p) - 1.

use super::{
    bits::Bits,
    geometry::Geometry,
    levels::{Accepts, Winning, count_work},
    set::Set,
    threads,
};
use crate::{
    board::{Hole, Jump, JumpNumber},
    problem::Problem,
    watch::{Reserved, Stop, Watch},
};

/// g, and the holes whose peg saves a sweep by going on.
type Cost<B> = (u8, B);

/// The costs of a set's positions, as they stand in its shards.
type Costs<B> = Vec<Vec<Cost<B>>>;

/// The fewest sweeps from each winning position, by level.
pub(super) struct FewestSweeps<'a, B, const S: usize> {
    geometry: &'a Geometry<B, S>,
    jumps: &'a [Jump],
    accepts: Accepts<B>,
    winning: &'a Winning<'a, B>,
    costs: Vec<Costs<B>>,
    _room: Reserved,
}

impl<'a, B: Bits, const S: usize> FewestSweeps<'a, B, S> {
    pub(super) fn new(
        geometry: &'a Geometry<B, S>,
        problem: &'a Problem,
        winning: &'a Winning<'a, B>,
        watch: &Watch,
    ) -> Result<Self, Stop> {
        let jumps = problem.board().jumps();
        let accepts = Accepts::of_marked(problem);
        let mut costs: Vec<Costs<B>> = Vec::new(); // from the last level on
        let mut room = Reserved::none(watch);
        for (level, set) in winning.levels.iter().enumerate().rev() {
            count_work(set, watch)?;
            watch.level(level);
            room.grow(room.bytes() + (set.len() * size_of::<Cost<B>>()) as u64)?;
            let search = LevelCosts {
                geometry,
                jumps,
                accepts: &accepts,
                next: winning.levels.get(level + 1).zip(costs.last()),
            };
            let shards = set.shards();
            let level = threads::map(shards.len(), |shard| -> Result<Vec<Cost<B>>, Stop> {
                watch.check()?;
                let positions = shards[shard].iter();
                Ok(positions.map(|&position| search.cost(position)).collect())
            });
            costs.push(level.into_iter().collect::<Result<Costs<B>, Stop>>()?);
        }
        costs.reverse();
        Ok(FewestSweeps {
            geometry,
            jumps,
            accepts,
            winning,
            costs,
            _room: room,
        })
    }

    /// Those from a position of a level; `None` if it cannot win.
    pub(super) fn from(&self, level: usize, position: B) -> Option<usize> {
        let set = self.winning.levels.get(level)?;
        let (shard, place) = set.find(self.geometry.canonical(position))?;
        Some(self.costs[level][shard][place].0.into())
    }

    /// The jumps of a solution that has the fewest; `None` if there is no solution.
    pub(super) fn solution(&self) -> Option<(usize, Vec<JumpNumber>)> {
        let mut position = self.geometry.start;
        let sweeps = self.from(0, position)?;
        let mut jumps = Vec::new();
        let mut last = None;
        let mut left = sweeps as u8;
        for level in 1.. {
            let search = LevelCosts {
                geometry: self.geometry,
                jumps: self.jumps,
                accepts: &self.accepts,
                next: self.winning.levels.get(level).zip(self.costs.get(level)),
            };
            if left == 0 && self.accepts.holds(position) {
                break;
            }
            // The step that keeps what is left to pay; one exists by definition.
            let step = search.steps(position).find(|&(number, _, cost)| {
                let goes_on = last == Some(self.jumps[number.0].from);
                cost + u8::from(!goes_on) == left
            });
            let Some((number, after, cost)) = step else {
                break;
            };
            (position, left) = (after, cost);
            last = Some(self.jumps[number.0].to);
            jumps.push(number);
        }
        Some((sweeps, jumps))
    }
}

/// One level, with what is known of the next one.
struct LevelCosts<'a, B, const S: usize> {
    geometry: &'a Geometry<B, S>,
    jumps: &'a [Jump],
    accepts: &'a Accepts<B>,
    next: Option<(&'a Set<'a, B>, &'a Costs<B>)>,
}

impl<B: Bits, const S: usize> LevelCosts<'_, B, S> {
    /// The jumps to winning positions: number, position, and the fewest sweeps
    /// from there if the peg that jumped goes on.
    fn steps(&self, position: B) -> impl Iterator<Item = (JumpNumber, B, u8)> {
        self.geometry.jumps(position).filter_map(|(number, after)| {
            let (next, costs) = self.next?;
            let (canonical, by) = self.geometry.canonical_by(after);
            let (shard, place) = next.find(canonical)?;
            let to: Hole = self.geometry.symmetries[by][self.jumps[number.0].to];
            let (fewest, saving) = costs[shard][place];
            Some((number, after, fewest - u8::from(saving.has(to))))
        })
    }

    fn cost(&self, position: B) -> Cost<B> {
        if self.accepts.holds(position) {
            return (0, B::default());
        }
        let least = self.steps(position).map(|(_, _, cost)| cost).min();
        let Some(least) = least else {
            return (0, B::default()); // not reached: the position can win
        };
        let saving = self.steps(position).filter(|&(_, _, cost)| cost == least);
        let saving = saving.map(|(number, _, _)| self.jumps[number.0].from);
        (least + 1, B::holes(saving))
    }
}
