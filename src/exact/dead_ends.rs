//! The earliest dead end, from both ends.
//!
//! A position is a dead end if, for each jump into an empty hole, the hole that it comes
//! from or the one that it leads over is empty, too. Where few holes are empty such
//! positions are few, and can be listed. With pegs and empty holes exchanged, a jump that
//! is taken back is a jump: so a dead end can be reached if pegs in its empty holes can be
//! reduced to pegs in the holes that are empty at the start, a small problem.
//!
//! Dead ends are listed by their number of empty holes, and positions are made level by
//! level from the start; of the two, the one that has done less goes on.

use super::{
    bits::Bits,
    cuts::Cuts,
    decide::{Seen, search},
    geometry::Geometry,
    levels,
};
use crate::{
    board::{JumpNumber, Position},
    problem::{Problem, class},
    watch::{Stop, Watch},
};
use std::ops::ControlFlow;

/// How the earliest dead end was found.
pub(super) enum Earliest {
    /// From its end, with the jumps that lead to it.
    Way(Vec<JumpNumber>),
    /// From the start.
    Position(Position),
}

/// So many steps of the listing take as long as one position of a level: an estimate.
const STEPS_A_POSITION: u64 = 4;

/// The part of the limit of memory that positions on the way back may have.
const MEMORY_PART: u64 = 4;

/// The earliest dead end. The geometry's symmetries are those that fix the start.
pub(super) fn earliest<B: Bits, const S: usize>(
    geometry: &Geometry<B, S>,
    problem: &Problem,
    watch: &Watch,
) -> Result<Option<Earliest>, Stop> {
    let mut listed = Listed::new(geometry, problem, watch);
    // Until memory ends it.
    let mut listing = Ok(None);
    let mut made = 0;
    let mut position = None;
    let levels = levels::levels(geometry, watch, &mut |level, end| {
        made += level.positions;
        position = end;
        if position.is_some() {
            return ControlFlow::Break(());
        }
        while let (Ok(None), true) = (&listing, listed.steps < made * STEPS_A_POSITION) {
            listing = listed.next();
        }
        match listing {
            Ok(None) | Err(Stop::Memory(_)) => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    });
    match levels {
        Err(Stop::Memory(_)) => {
            while let Ok(None) = listing {
                listing = listed.next();
            }
        }
        other => other?,
    }
    match (position, listing) {
        (Some(position), _) => {
            let position = Geometry::<B, S>::position(problem.board().n_holes(), position);
            Ok(Some(Earliest::Position(position)))
        }
        (None, Ok(way)) => Ok(way.map(Earliest::Way)),
        (None, Err(stop)) => Err(stop),
    }
}

/// Dead ends by the number of jumps that lead to them, and whether one can be reached.
struct Listed<'a, B, const S: usize> {
    geometry: &'a Geometry<B, S>,
    watch: &'a Watch,
    /// Nothing is cut off.
    cuts: Cuts<'a>,
    /// All holes, and those that are empty at the start.
    holes: B,
    start: B,
    /// For each hole and each jump into it, the hole it comes from and the one it leads over.
    into: Vec<Vec<B>>,
    /// Sets of holes in which the number of pegs stays even or odd.
    parities: Vec<B>,
    /// Positions, pegs and empty holes exchanged, that do not lead back to the start.
    seen: Seen<'a, B>,
    jumps: usize,
    steps: u64,
}

impl<'a, B: Bits, const S: usize> Listed<'a, B, S> {
    fn new(geometry: &'a Geometry<B, S>, problem: &'a Problem, watch: &'a Watch) -> Self {
        let n = problem.board().n_holes();
        let mut into = vec![Vec::new(); n];
        for jump in problem.board().jumps() {
            into[jump.to].push(B::holes([jump.from, jump.over]));
        }
        let sets = class::invariant_sets(problem.board()).into_iter();
        let holes = B::holes(0..n);
        Listed {
            geometry,
            watch,
            cuts: Cuts::new(problem, &[], None),
            holes,
            start: holes & !geometry.start,
            into,
            parities: sets.map(B::holes).collect(),
            seen: Seen::new(watch.limit() / MEMORY_PART, watch),
            jumps: 0,
            steps: 0,
        }
    }

    /// The way to a dead end that comes after the next number of jumps, if there is one.
    fn next(&mut self) -> Result<Option<Vec<JumpNumber>>, Stop> {
        let empty = self.start.count_ones() as usize + self.jumps;
        self.jumps += 1;
        self.extend(B::zero(), B::zero(), empty)
    }

    /// The way to a dead end where these holes are empty, and `more` besides, and these
    /// are full.
    fn extend(&mut self, empty: B, full: B, more: usize) -> Result<Option<Vec<JumpNumber>>, Stop> {
        self.steps += 1;
        if self.steps.is_multiple_of(1 << 12) {
            self.watch.work(1 << 9)?;
        }
        // Jumps that lack nothing yet: the one with the fewest holes to choose from, and
        // how many have no hole in common.
        let mut tightest: Option<B> = None;
        let (mut met, mut apart) = (B::zero(), 0);
        let mut left = empty;
        while left != B::zero() {
            let hole = left.trailing_zeros() as usize;
            left = left & (left - B::one());
            for &sources in &self.into[hole] {
                if sources & empty != B::zero() {
                    continue;
                }
                let choice = sources & !full;
                if choice == B::zero() {
                    return Ok(None);
                }
                if choice & met == B::zero() {
                    met = met | choice;
                    apart += 1;
                }
                if tightest.is_none_or(|tightest| choice.count_ones() < tightest.count_ones()) {
                    tightest = Some(choice);
                }
            }
        }
        if apart > more {
            return Ok(None);
        }
        let choice = match tightest {
            Some(choice) => choice,
            None if more == 0 => return self.reach(empty),
            None => self.holes & !(empty | full),
        };
        let (mut choice, mut full) = (choice, full);
        while choice != B::zero() {
            let hole = choice & !(choice - B::one());
            choice = choice ^ hole;
            let way = self.extend(empty | hole, full, more - 1)?;
            if way.is_some() {
                return Ok(way);
            }
            full = full | hole;
        }
        Ok(None)
    }

    /// The jumps from the start to the position with these holes empty.
    fn reach(&mut self, empty: B) -> Result<Option<Vec<JumpNumber>>, Stop> {
        let odd = |holes: B| holes.count_ones() % 2;
        let differ = |&set: &B| odd(empty & set) != odd(self.start & set);
        if self.parities.iter().any(differ) {
            return Ok(None);
        }
        let (start, seen, cuts) = (self.start, &mut self.seen, &mut self.cuts);
        let before = seen.len();
        let is_start = |position| position == start;
        let most = self.jumps - 1;
        let way = search(self.geometry, empty, is_start, most, seen, cuts, self.watch)?;
        self.steps += STEPS_A_POSITION * (seen.len() - before) as u64;
        Ok(way.map(|jumps| jumps.into_iter().rev().collect()))
    }
}
