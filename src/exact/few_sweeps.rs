//! Few sweeps: positions by the number of sweeps that lead to them.
//!
//! Each full *region*, a set of holes out of which no peg is taken before one of them has
//! begun a sweep, needs a sweep of its own (R. Merson's bound; `problem/regions.rs`), so
//! positions with more disjoint full ones than sweeps to come are left out. Where too many are
//! left, only the most promising ones are kept: those with few pegs, close together, and
//! few full regions. Each try keeps more than the one before. One that could keep all of
//! them was exhaustive: if it finds no solution there is none with so few sweeps.

use super::{
    beam::{Back, Price, Sums},
    bits::Bits,
    decide::Seen,
    geometry::{Geometry, Leap},
    levels::{Accepts, finals},
};
use crate::{
    board::{Hole, JumpNumber},
    problem::{Problem, regions::Regions, track},
    watch::{Stop, Watch},
};
use std::cell::Cell;

/// The positions that are kept after each number of sweeps at the first try; each further
/// try keeps twice as many.
const WIDTH: usize = 500;

/// What a peg costs, a full region, and the mean squared distance of the pegs from their
/// centre, in squares of a hole's width.
const PEG: i64 = 16;
const REGION: i64 = 64;
const DISTANCE: i64 = 16;

/// Of each level up to this many times as many positions wait for the choice.
const MOST_WAITING: usize = 4;

/// For each position that is kept this number of positions with few pegs is made, from the
/// finish back.
const BACK: usize = 8;

/// The part of the limit of memory that levels may have, and as much for what is seen.
const MEMORY_PART: u64 = 4;

/// So many ends of a peg's sweeps are compared one by one.
const FEW: usize = 32;

/// So many ends of sweeps are looked at in a unit of work, which is counted in batches.
const ENDS_A_UNIT: u64 = 4;
const BATCH: u64 = 1 << 14;

/// The jumps of a solution with no more than `most` sweeps; `None` if there is none.
pub fn few_sweeps(
    problem: &Problem,
    most: usize,
    seed: u64,
    watch: &Watch,
) -> Result<Option<Vec<JumpNumber>>, Stop> {
    with_geometry!(problem, geometry => {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut search = SweepBeam::new(&geometry, problem, watch);
        if search.accepts.holds(geometry.start) {
            return Ok(Some(Vec::new()));
        }
        let mut width = WIDTH;
        loop {
            if let Some(back) = &mut search.back {
                back.extend(width * BACK)?;
            }
            let price = Price::new(problem, &mut random);
            if let Some(known) = search.down(width, most, &price)? {
                return Ok(known);
            }
            width *= 2;
        }
    })
}

struct SweepBeam<'a, B, const S: usize> {
    geometry: &'a Geometry<B, S>,
    leaps: Vec<Vec<Leap<B>>>,
    accepts: Accepts<B>,
    /// The holes of each region.
    regions: Vec<B>,
    /// Families of disjoint regions, a bit for each, with how many of them may stay full.
    families: Vec<(u128, usize)>,
    /// Where one peg is to be left: sets of holes that leaps connect, with the holes that
    /// these lead over.
    tracks: Option<Vec<(B, B)>>,
    /// Of positions with few pegs all that can win, if the final ones are few.
    back: Option<Back<'a, B, S>>,
    /// The ends of sweeps that are not counted as work yet.
    ends: Cell<u64>,
    watch: &'a Watch,
}

/// The positions after a number of sweeps, each with the place of the one before.
type Level<B> = Vec<(B, u32)>;

/// The same with a price.
type Priced<B> = (i64, B, u32);

impl<'a, B: Bits, const S: usize> SweepBeam<'a, B, S> {
    fn new(geometry: &'a Geometry<B, S>, problem: &Problem, watch: &'a Watch) -> Self {
        let regions = Regions::of(problem);
        // Regions beyond the number of bits are left out.
        let holes = regions.holes.iter().take(u128::BITS as usize);
        let families = regions.families.iter().map(|family| {
            let bit = |&place: &usize| 1u128.checked_shl(place as u32).unwrap_or(0);
            let bits = family.iter().map(bit).fold(0, |bits, bit| bits | bit);
            (bits, regions.stay(family, problem.goal()))
        });
        let leaps = geometry.leaps(problem.board().jumps());
        let one_is_left = *problem.goal().pegs().end() == 1;
        SweepBeam {
            regions: holes
                .map(|region| B::holes(region.iter().copied()))
                .collect(),
            families: families.collect(),
            tracks: one_is_left.then(|| tracks(problem, &leaps)),
            leaps,
            back: finals(geometry, problem).map(|finals| Back::new(geometry, finals, watch)),
            accepts: Accepts::of_marked(problem),
            geometry,
            ends: Cell::new(0),
            watch,
        }
    }

    /// The jumps from the start to a final position by `most` sweeps or fewer; the inner
    /// `None` if there is none, the outer if that is not known, as positions had to be left
    /// out for their price.
    fn down(
        &self,
        width: usize,
        most: usize,
        price: &Price,
    ) -> Result<Option<Option<Vec<JumpNumber>>>, Stop> {
        let mut levels: Vec<Level<B>> = vec![vec![(self.geometry.start, 0)]];
        let memory = self.watch.limit() / MEMORY_PART;
        let kept = most.saturating_mul(size_of::<(B, u32)>());
        let waiting = 2 * MOST_WAITING * (size_of::<(B, u32)>() + size_of::<Priced<B>>());
        let bytes = kept.saturating_add(waiting).saturating_mul(width) as u64;
        if bytes > memory {
            return Err(Stop::Memory(self.watch.limit()));
        }
        let _held = self.watch.reserve(bytes)?;
        let mut is_all = true;
        for left in (0..most).rev() {
            let mut next: Level<B> = Vec::new();
            let mut seen = Seen::new(memory, self.watch);
            for (place, &(position, _)) in (0..).zip(&levels[most - 1 - left]) {
                let mut last: Option<Vec<B>> = None;
                for hole in self.pegs(position) {
                    if last.is_some() {
                        break;
                    }
                    self.sweep(position, hole, &mut |after| {
                        if self.accepts.holds(after) {
                            last = Some(vec![after]);
                        } else if left > 0 && self.may_win(after, left) {
                            if left == 1 {
                                let end = self.last_sweep(after)?;
                                last = end.map(|end| vec![end, after]);
                            } else if seen.insert(after)? {
                                next.push((after, place));
                            }
                        }
                        Ok(last.is_some())
                    })?;
                }
                if let Some(way) = last {
                    return Ok(Some(Some(self.jumps(&levels, place, way)?)));
                }
                if next.len() > MOST_WAITING * width {
                    is_all = false;
                    self.keep(&mut next, width, price)?;
                }
            }
            if next.len() > width {
                is_all = false;
                self.keep(&mut next, width, price)?;
            }
            next.shrink_to_fit();
            levels.push(next);
        }
        Ok(is_all.then_some(None))
    }

    fn pegs(&self, position: B) -> impl Iterator<Item = Hole> {
        (0..self.leaps.len()).filter(move |&hole| position.has(hole))
    }

    /// Whether the position may win with `left` sweeps left, as far as is known: no more
    /// regions of a family are full than that, besides those that may stay full.
    fn may_win(&self, position: B, left: usize) -> bool {
        let has_few = |back: &&Back<'_, B, S>| self.geometry.n_pegs(position) <= back.top();
        let back = self.back.as_ref().filter(has_few);
        if back.is_some_and(|back| !back.contains(position)) {
            return false;
        }
        let full = self.full(position);
        let may_go_on = |(family, stay): &(u128, usize)| n_bits(full & family) <= left + stay;
        self.families.iter().all(may_go_on)
    }

    /// The regions that are full, as bits.
    fn full(&self, position: B) -> u128 {
        let regions = self.regions.iter().enumerate();
        regions.fold(0, |full, (place, &region)| {
            full | u128::from(position & region == region) << place
        })
    }

    /// A final position that is one sweep away.
    fn last_sweep(&self, position: B) -> Result<Option<B>, Stop> {
        let movers = match &self.tracks {
            None => position,
            // The last peg leaps over all others, and meets none of them on its track.
            Some(tracks) => tracks.iter().fold(B::zero(), |movers, &(track, over)| {
                let own = position & track;
                let others = self.geometry.pegs(position) & !track;
                match own.count_ones() == 1 && others & !over == B::zero() {
                    true => movers | own,
                    false => movers,
                }
            }),
        };
        let mut end = None;
        for hole in self.pegs(movers) {
            self.sweep(position, hole, &mut |after| {
                end = self.accepts.holds(after).then_some(after);
                Ok(end.is_some())
            })?;
            if end.is_some() {
                break;
            }
        }
        Ok(end)
    }

    /// Tells every position that a sweep of the peg in this hole leads to, each once, until
    /// `tell` says that it is enough.
    fn sweep(
        &self,
        position: B,
        hole: Hole,
        tell: &mut impl FnMut(B) -> Result<bool, Stop>,
    ) -> Result<(), Stop> {
        let mut open: Vec<(B, Hole)> = vec![(position, hole)];
        // Where the peg is follows from the position. Mostly there are few.
        let mut few: Vec<B> = Vec::new();
        let mut many = Seen::new(u64::MAX, self.watch);
        while let Some((position, hole)) = open.pop() {
            for leap in &self.leaps[hole] {
                let Some(after) = leap.after(position) else {
                    continue;
                };
                if few.contains(&after) {
                    continue;
                }
                if few.len() < FEW {
                    few.push(after);
                } else if !many.insert(after)? {
                    continue;
                }
                self.count()?;
                if tell(after)? {
                    return Ok(());
                }
                open.push((after, leap.to));
            }
        }
        Ok(())
    }

    /// Counts an end of a sweep, or a price, which is as much work.
    fn count(&self) -> Result<(), Stop> {
        let ends = self.ends.get() + 1;
        self.ends.set(ends % BATCH);
        match ends == BATCH {
            true => self.watch.work(BATCH / ENDS_A_UNIT),
            false => Ok(()),
        }
    }

    /// Keeps the most promising ones. Where prices are alike, the position decides.
    fn keep(&self, level: &mut Level<B>, width: usize, price: &Price) -> Result<(), Stop> {
        let mut priced: Vec<Priced<B>> = Vec::with_capacity(level.len());
        for &(position, before) in level.iter() {
            self.count()?;
            priced.push((self.price(position, price), position, before));
        }
        priced.select_nth_unstable(width);
        priced.truncate(width);
        let kept = priced.into_iter();
        level.clear();
        level.extend(kept.map(|(_, position, before)| (position, before)));
        Ok(())
    }

    fn price(&self, position: B, price: &Price) -> i64 {
        let pegs = self.pegs(position).map(|hole| price.pegs[hole]);
        let sums = pegs.fold(Sums::default(), Sums::plus);
        let n = self.geometry.n_pegs(position) as i64;
        let full = self.full(position);
        let families = self.families.iter();
        let counts = families.map(|(family, _)| n_bits(full & family));
        let full = counts.max().unwrap_or(0) as i64;
        let unit = Price::SCALE * Price::SCALE;
        (n * PEG + full * REGION) * unit + DISTANCE * sums.price(n) / (n * n).max(1)
    }

    /// The jumps of the sweeps that lead to this place of the last level, and of those that
    /// lead on by a way from there, which is given from its end back.
    fn jumps(
        &self,
        levels: &[Level<B>],
        mut place: u32,
        mut way: Vec<B>,
    ) -> Result<Vec<JumpNumber>, Stop> {
        for level in levels.iter().rev() {
            let (position, before) = level[place as usize];
            way.push(position);
            place = before;
        }
        way.reverse();
        let mut jumps = Vec::new();
        for sweep in way.windows(2) {
            let mut is_there = false;
            for hole in self.pegs(sweep[0]) {
                let mut seen = Seen::new(u64::MAX, self.watch);
                is_there = self.leads_to(sweep[0], hole, sweep[1], &mut seen, &mut jumps)?;
                if is_there {
                    break;
                }
            }
            debug_assert!(is_there, "a sweep led from one to the other");
        }
        Ok(jumps)
    }

    /// Whether the peg in this hole can go on to a position, without passing one that was
    /// seen, and if so by which jumps.
    fn leads_to(
        &self,
        position: B,
        hole: Hole,
        to: B,
        seen: &mut Seen<'_, B>,
        jumps: &mut Vec<JumpNumber>,
    ) -> Result<bool, Stop> {
        for leap in &self.leaps[hole] {
            // Of what is to be there at most the peg itself is missing.
            let after = leap
                .after(position)
                .filter(|&after| self.geometry.pegs(to & !after).count_ones() <= 1);
            let Some(after) = after else {
                continue;
            };
            if !seen.insert(after)? {
                continue;
            }
            self.count()?;
            jumps.push(leap.jump);
            if after == to || self.leads_to(after, leap.to, to, seen, jumps)? {
                return Ok(true);
            }
            jumps.pop();
        }
        Ok(false)
    }
}

fn n_bits(bits: u128) -> usize {
    bits.count_ones() as usize
}

/// The sets of holes that leaps connect, with the holes that these lead over.
fn tracks<B: Bits>(problem: &Problem, leaps: &[Vec<Leap<B>>]) -> Vec<(B, B)> {
    let board = problem.board();
    let mut tracks: Vec<(B, B)> = Vec::new();
    for hole in (0..leaps.len()).filter(|&hole| !leaps[hole].is_empty()) {
        if tracks.iter().any(|(on, _)| on.has(hole)) {
            continue;
        }
        let on = track(board, hole);
        let jumps = board.jumps().iter().filter(|jump| on[jump.from]);
        tracks.push((
            B::holes((0..on.len()).filter(|&hole| on[hole])),
            B::holes(jumps.map(|jump| jump.over)),
        ));
    }
    tracks
}
