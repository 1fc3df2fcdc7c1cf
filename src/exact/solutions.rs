//! All solutions, one after the other, on boards of any size.
//!
//! Depth first over the positions that can still win, from the end of a solution that is known:
//! so the first ones come at once, and nothing but what is known of positions is kept, within a
//! bound. What is forgotten is found out again.

use super::{Accepts, Bits, MOST_HOLES};
use crate::{
    board::{Board, Hole, JumpNumber, Position},
    formula::words::words,
    problem::Problem,
    watch::{MILLISECOND, Reserved, Stop, Watch},
};
use serde::{Deserialize, Serialize};
use std::{
    collections::{HashMap, HashSet},
    hash::Hash,
};

words! {
    /// Which solutions count as one.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Distinct: (Distinct, &'static str) {
        /// Those that a symmetry of the board turns into each other, which leaves start and goal
        /// as they are.
        Symmetry = "symmetry",
        /// Those that make the same jumps in another order.
        Order = "order",
    }
    |_, names| format!("expected one of {names}")
}

/// How a list of solutions ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// How many there are in it.
    pub number: u64,
    /// Whether it is known that there are no others.
    pub is_whole: bool,
    /// Why it ended before it was whole, if a limit did it.
    pub stop: Option<Stop>,
}

/// The work on the question whether there are more than were asked for.
const WORK_ON_MORE: u64 = 1000 * MILLISECOND;

/// The most memory for positions that are known to win or to lose: one part in this many.
const MEMORY_PART: u64 = 8;

/// This many positions are met in a unit of work: an estimate.
const POSITIONS_A_UNIT: u64 = 2;
/// Work is counted once for this many.
const BATCH: u64 = 256;

/// Calls `found` with solutions, the `first` of which is known, until there are no more, `most`
/// were found, it says `false`, or the watch ends it. A solution is a sequence of jumps at whose
/// end the goal holds; one that goes on from there to another such end is another.
pub fn solutions(
    problem: &Problem,
    first: &[JumpNumber],
    distinct: Option<Distinct>,
    most: Option<u64>,
    watch: &Watch,
    found: &mut dyn FnMut(&[JumpNumber]) -> bool,
) -> Listed {
    let lists = Lists { most, watch, found };
    match problem.board().n_holes() <= MOST_HOLES {
        true => lists.list(List::new(
            problem,
            Small::new(problem),
            first,
            distinct,
            watch,
        )),
        false => lists.list(List::new(problem, Large(problem), first, distinct, watch)),
    }
}

/// What is done with solutions.
struct Lists<'a> {
    most: Option<u64>,
    watch: &'a Watch,
    found: &'a mut dyn FnMut(&[JumpNumber]) -> bool,
}

impl Lists<'_> {
    fn list<R: Rules>(self, mut list: List<'_, R>) -> Listed {
        let mut listed = Listed {
            number: 0,
            is_whole: false,
            stop: None,
        };
        loop {
            let is_enough = self.most.is_some_and(|most| listed.number >= most);
            if is_enough {
                list.watch = self.watch.within(WORK_ON_MORE);
            }
            match list.next() {
                Ok(Some(_)) if is_enough => return listed,
                Ok(Some(jumps)) => {
                    listed.number += 1;
                    if !(self.found)(jumps) {
                        return listed;
                    }
                }
                Ok(None) => {
                    listed.is_whole = true;
                    return listed;
                }
                Err(stop) => {
                    listed.stop = Some(stop).filter(|_| !is_enough);
                    return listed;
                }
            }
        }
    }
}

/// A position on the way, and what is to be tried there.
struct Place {
    /// The next jump.
    next: usize,
    /// A jump that was tried first.
    skip: Option<JumpNumber>,
    /// The symmetries that leave the jumps up to here as they are.
    alike: Vec<usize>,
}

/// Positions as they are kept, and their jumps.
trait Rules {
    type Pegs: Clone + Eq + Hash;

    fn start(&self) -> Self::Pegs;
    /// Whether the jump can be made.
    fn allows(&self, pegs: &Self::Pegs, jump: JumpNumber) -> bool;
    /// After the jump, or before it.
    fn changed(&self, pegs: &Self::Pegs, jump: JumpNumber) -> Self::Pegs;
    fn n_pegs(&self, pegs: &Self::Pegs) -> usize;
    /// Whether the goal holds; a peg that must survive is still there.
    fn accepts(&self, pegs: &Self::Pegs) -> bool;
}

/// Positions in integers.
struct Small {
    start: u128,
    /// Of each jump its holes, and those that hold a peg before it.
    jumps: Vec<[u128; 2]>,
    accepts: Accepts<u128>,
}

impl Small {
    fn new(problem: &Problem) -> Self {
        let jumps = problem.board().jumps().iter();
        Small {
            start: u128::holes(problem.start().pegs()),
            jumps: jumps
                .map(|jump| {
                    [
                        u128::holes(jump.holes()),
                        u128::holes([jump.from, jump.over]),
                    ]
                })
                .collect(),
            accepts: Accepts::new(problem),
        }
    }
}

impl Rules for Small {
    type Pegs = u128;

    fn start(&self) -> u128 {
        self.start
    }

    fn allows(&self, pegs: &u128, jump: JumpNumber) -> bool {
        let [holes, before] = self.jumps[jump.0];
        pegs & holes == before
    }

    fn changed(&self, pegs: &u128, jump: JumpNumber) -> u128 {
        pegs ^ self.jumps[jump.0][0]
    }

    fn n_pegs(&self, pegs: &u128) -> usize {
        pegs.count_ones() as usize
    }

    fn accepts(&self, pegs: &u128) -> bool {
        self.accepts.holds(*pegs)
    }
}

/// On boards with more holes than an integer has bits.
struct Large<'a>(&'a Problem);

impl Rules for Large<'_> {
    type Pegs = Position;

    fn start(&self) -> Position {
        self.0.start().clone()
    }

    fn allows(&self, pegs: &Position, jump: JumpNumber) -> bool {
        pegs.allows(self.0.board().jump(jump))
    }

    fn changed(&self, pegs: &Position, jump: JumpNumber) -> Position {
        let mut pegs = pegs.clone();
        for hole in self.0.board().jump(jump).holes() {
            match pegs.has_peg(hole) {
                true => pegs.remove(hole),
                false => pegs.put(hole),
            }
        }
        pegs
    }

    fn n_pegs(&self, pegs: &Position) -> usize {
        pegs.n_pegs()
    }

    fn accepts(&self, pegs: &Position) -> bool {
        self.0.accepts(pegs)
    }
}

/// A position: its pegs, and where those are that must survive.
type Key<P> = (P, Vec<Hole>);

struct List<'a, R: Rules> {
    rules: R,
    board: &'a Board,
    /// The fewest pegs that the goal has.
    fewest: usize,
    watch: Watch,
    distinct: Option<Distinct>,
    /// Of each symmetry that counts, the image of each jump.
    images: Vec<Vec<JumpNumber>>,
    here: Key<R::Pegs>,
    /// Where the pegs that must survive are to end.
    ends: Vec<Option<Hole>>,
    jumps: Vec<JumpNumber>,
    places: Vec<Place>,
    known: Known<R::Pegs>,
    /// The sets of jumps that were found, where their order does not count.
    sets: HashSet<Vec<JumpNumber>>,
    /// Those that were begun with, as far as there is room.
    begun: Known<Vec<JumpNumber>>,
    /// How many jumps on the way are still those of the solution that was known.
    n_first: usize,
    room: Reserved,
    /// Whether the first solution is still to be told.
    is_new: bool,
    met: u64,
}

impl<'a, R: Rules> List<'a, R> {
    fn new(
        problem: &'a Problem,
        rules: R,
        first: &[JumpNumber],
        distinct: Option<Distinct>,
        watch: &Watch,
    ) -> Self {
        let board = problem.board();
        let first = shortest(&rules, first);
        let image = |symmetry: &[Hole], number: JumpNumber| {
            let jump = board.jump(number);
            let [from, over, to] = jump.holes().map(|hole| symmetry[hole]);
            let image = board.jump_over(from, over, to);
            image.unwrap_or(number) // a symmetry moves lines to lines
        };
        let images: Vec<Vec<JumpNumber>> = match distinct {
            Some(Distinct::Symmetry) => {
                let symmetries = problem.symmetries().into_iter().skip(1);
                let images = symmetries.map(|symmetry| {
                    let numbers = board.jump_numbers();
                    numbers.map(|number| image(symmetry, number)).collect()
                });
                images.collect()
            }
            _ => Vec::new(),
        };
        let moved = |by: &Vec<JumpNumber>| -> Vec<JumpNumber> {
            first.iter().map(|jump| by[jump.0]).collect()
        };
        let least = images.iter().map(moved).min();
        let first: Vec<JumpNumber> = match least {
            Some(least) if *least < *first => least,
            _ => first.to_vec(),
        };
        let survivors = problem.goal().survivors().iter();
        let mut list = List {
            board,
            fewest: *problem.goal().pegs().start(),
            watch: watch.clone(),
            distinct,
            here: (
                rules.start(),
                survivors.clone().map(|survivor| survivor.peg).collect(),
            ),
            ends: survivors.map(|survivor| survivor.at).collect(),
            rules,
            jumps: Vec::new(),
            places: vec![Place {
                next: 0,
                skip: None,
                alike: (0..images.len()).collect(),
            }],
            images,
            known: Known::new(board.n_holes() / 8, watch.limit() / MEMORY_PART),
            sets: HashSet::new(),
            begun: Known::new(
                problem.start().n_pegs() * size_of::<JumpNumber>(),
                watch.limit() / MEMORY_PART,
            ),
            n_first: first.len(),
            room: Reserved::none(watch),
            is_new: true,
            met: 0,
        };
        for jump in first {
            if let Some(place) = list.places.last_mut() {
                place.skip = Some(jump);
            }
            let alike = list.alike(jump).unwrap_or_default();
            list.make(jump, alike);
            list.is_begun();
        }
        list
    }

    /// The next solution.
    fn next(&mut self) -> Result<Option<&[JumpNumber]>, Stop> {
        loop {
            match std::mem::take(&mut self.is_new) || self.step()? {
                true if self.is_other()? => return Ok(Some(&self.jumps)),
                false if self.places.is_empty() => return Ok(None),
                _ => {}
            }
        }
    }

    /// Goes on or back by a jump; whether that comes to the goal.
    fn step(&mut self) -> Result<bool, Stop> {
        let Some(place) = self.places.last_mut() else {
            return Ok(false);
        };
        let numbers = (place.next..self.board.jumps().len()).map(JumpNumber);
        let mut numbers = numbers.filter(|number| Some(*number) != place.skip);
        let next = numbers.find(|&number| self.rules.allows(&self.here.0, number));
        let Some(number) = next else {
            self.places.pop();
            if let Some(jump) = self.jumps.pop() {
                self.n_first = self.n_first.min(self.jumps.len());
                self.here = before(&self.rules, self.board, &self.here, jump);
            }
            return Ok(false);
        };
        place.next = number.0 + 1;
        let Some(alike) = self.alike(number).filter(|_| !self.is_late(number)) else {
            return Ok(false);
        };
        let Some(next) = after(&self.rules, self.board, &self.here, number) else {
            return Ok(false);
        };
        if !self.can_win(next)? {
            return Ok(false);
        }
        self.make(number, alike);
        if self.is_begun() {
            self.places.pop();
            self.jumps.pop();
            self.here = before(&self.rules, self.board, &self.here, number);
            return Ok(false);
        }
        Ok(self.is_final(&self.here))
    }

    fn make(&mut self, jump: JumpNumber, alike: Vec<usize>) {
        if let Some(next) = after(&self.rules, self.board, &self.here, jump) {
            self.here = next;
        }
        self.jumps.push(jump);
        self.places.push(Place {
            next: 0,
            skip: None,
            alike,
        });
    }

    /// The symmetries that leave the jumps so far, and this one, as they are; `None` if one makes
    /// a lesser sequence of them, which stands for it.
    fn alike(&self, jump: JumpNumber) -> Option<Vec<usize>> {
        let mut alike = Vec::new();
        for &symmetry in &self.places.last()?.alike {
            match self.images[symmetry][jump.0].cmp(&jump) {
                std::cmp::Ordering::Less => return None,
                std::cmp::Ordering::Equal => alike.push(symmetry),
                std::cmp::Ordering::Greater => {}
            }
        }
        Some(alike)
    }

    /// Whether the jump might as well have been made before a greater one, as it shares no hole
    /// with that or with those between: then an order that is tried sooner has the same jumps.
    /// That of the known solution is tried first, so its jumps are not looked at.
    fn is_late(&self, jump: JumpNumber) -> bool {
        let holes = self.board.jump(jump).holes();
        let is_apart = |before: &&JumpNumber| {
            let others = self.board.jump(**before).holes();
            others.iter().all(|hole| !holes.contains(hole))
        };
        let jumps = self.jumps[self.n_first..].iter().rev();
        let mut apart = jumps.take_while(is_apart);
        self.distinct == Some(Distinct::Order) && apart.any(|&before| jump < before)
    }

    /// Whether the goal holds, and each peg that must survive is where it is to end.
    fn is_final(&self, (pegs, survivors): &Key<R::Pegs>) -> bool {
        let mut ends = self.ends.iter().zip(survivors);
        self.rules.accepts(pegs) && ends.all(|(end, hole)| end.is_none_or(|end| end == *hole))
    }

    /// Whether the jumps so far were made in another order before, where that does not count.
    /// Of the orders of a solution the one that is tried first begins with such orders only, so
    /// it is never missed.
    fn is_begun(&mut self) -> bool {
        if self.distinct != Some(Distinct::Order) {
            return false;
        }
        let mut set = self.jumps.clone();
        set.sort_unstable();
        let key = (set, Vec::new());
        let is_begun = self.begun.get(&key).is_some();
        if !is_begun {
            self.begun.insert(key, true);
        }
        is_begun
    }

    /// Whether this solution counts.
    fn is_other(&mut self) -> Result<bool, Stop> {
        if self.distinct != Some(Distinct::Order) {
            return Ok(true);
        }
        let mut set = self.jumps.clone();
        set.sort_unstable();
        let bytes = size_of_val(&*set) + 2 * size_of::<Vec<JumpNumber>>();
        let is_new = self.sets.insert(set);
        if is_new {
            self.room.grow(self.room.bytes() + bytes as u64)?;
        }
        Ok(is_new)
    }

    /// Whether the goal holds in this position, or can be reached from it.
    fn can_win(&mut self, from: Key<R::Pegs>) -> Result<bool, Stop> {
        if let Some(wins) = self.known.get(&from) {
            return Ok(wins);
        }
        let mut way = vec![(from, 0)];
        let mut wins = false;
        while let Some((here, next)) = way.last_mut() {
            if *next == 0 {
                self.met += 1;
                if self.met.is_multiple_of(BATCH) {
                    self.watch.work(BATCH / POSITIONS_A_UNIT)?;
                }
                let known = self.known.get(here);
                wins = known.unwrap_or_else(|| self.is_final(here));
                if wins {
                    break;
                }
                if known.is_some() || self.rules.n_pegs(&here.0) <= self.fewest {
                    way.pop();
                    continue;
                }
            }
            let numbers = (*next..self.board.jumps().len()).map(JumpNumber);
            let mut numbers = numbers.filter(|&number| self.rules.allows(&here.0, number));
            let found = numbers
                .find_map(|number| Some((number, after(&self.rules, self.board, here, number)?)));
            match found {
                Some((number, after)) => {
                    *next = number.0 + 1;
                    way.push((after, 0));
                }
                None => {
                    if let Some((here, _)) = way.pop() {
                        self.known.insert(here, false);
                    }
                }
            }
        }
        if wins {
            let way = way.into_iter();
            way.for_each(|(here, _)| self.known.insert(here, true));
        }
        Ok(wins)
    }
}

/// The first of these jumps, up to where the goal holds; they may go on from there.
fn shortest<'j>(rules: &impl Rules, jumps: &'j [JumpNumber]) -> &'j [JumpNumber] {
    let mut here = rules.start();
    for (made, &jump) in jumps.iter().enumerate() {
        if rules.accepts(&here) {
            return &jumps[..made];
        }
        here = rules.changed(&here, jump);
    }
    jumps
}

/// The position after a jump that can be made, unless it takes the peg that must survive.
fn after<R: Rules>(
    rules: &R,
    board: &Board,
    (pegs, survivors): &Key<R::Pegs>,
    jump: JumpNumber,
) -> Option<Key<R::Pegs>> {
    let ends = board.jump(jump);
    if survivors.contains(&ends.over) {
        return None;
    }
    let next = |&peg: &Hole| if peg == ends.from { ends.to } else { peg };
    let survivors = survivors.iter().map(next).collect();
    Some((rules.changed(pegs, jump), survivors))
}

/// The position before it.
fn before<R: Rules>(
    rules: &R,
    board: &Board,
    (pegs, survivors): &Key<R::Pegs>,
    jump: JumpNumber,
) -> Key<R::Pegs> {
    let ends = board.jump(jump);
    let back = |&peg: &Hole| if peg == ends.to { ends.from } else { peg };
    (
        rules.changed(pegs, jump),
        survivors.iter().map(back).collect(),
    )
}

/// What is known of positions, as far as there is room: two sets, of which the older goes when
/// the younger is full.
struct Known<P> {
    most: usize,
    young: HashMap<Key<P>, bool>,
    old: HashMap<Key<P>, bool>,
}

impl<P: Eq + Hash> Known<P> {
    /// With so much memory, of which a key needs `key_bytes` besides.
    fn new(key_bytes: usize, bytes: u64) -> Self {
        /// Of an entry, besides what its key needs.
        const BYTES: usize = 120;
        let each = BYTES + key_bytes;
        Known {
            most: (bytes as usize / 2 / each).max(1000),
            young: HashMap::new(),
            old: HashMap::new(),
        }
    }

    fn get(&self, key: &Key<P>) -> Option<bool> {
        self.young.get(key).or_else(|| self.old.get(key)).copied()
    }

    fn insert(&mut self, key: Key<P>, wins: bool) {
        if self.young.len() >= self.most {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, wins);
    }
}
