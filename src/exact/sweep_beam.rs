//! Beam search by sweeps: after every number of sweeps only the most promising positions
//! are kept.
//!
//! A position is the dearer the more pegs it has, the further they lie apart, and the more
//! *regions* are full: sets of holes out of which no peg is taken before one of them has
//! begun a sweep (R. Merson's). Where few pegs are left, positions that cannot win are left
//! out. It finds solutions with few sweeps, and says nothing where it finds none.

use super::{
    beam::{BACK, Back, Price, Sums},
    bits::Bits,
    decide::Seen,
    geometry::Geometry,
    levels::finals,
};
use crate::{
    board::Jump,
    problem::{Problem, regions},
    watch::{Stop, Watch},
};

/// The positions that are kept after each number of sweeps at the first try; each further
/// try keeps twice as many.
const WIDTH: usize = 250;

/// The tries.
const TRIES: u32 = 12;

/// What a peg costs, and a full region, in squares of a hole's width.
const PEG: i64 = 16;
const REGION: i64 = 64;

/// Of each level up to this many times as many positions wait for the choice.
const MOST_WAITING: usize = 4;

/// The bytes of a kept sweep, with what allocating it takes: an estimate.
const SWEEP: usize = 32;

/// So many positions are made in a unit of work, which is counted in batches.
const MADE_A_UNIT: u64 = 8;
const BATCH: usize = 1 << 12;

/// The jumps of a solution with no more than `most` sweeps; `None` if none was found, or
/// if the goal has more final positions than can be searched back from.
///
/// # Errors
/// If a limit was reached, or the board has too many holes.
pub fn sweep_beam(
    problem: &Problem,
    most: usize,
    seed: u64,
    watch: &Watch,
) -> Result<Option<Vec<usize>>, Stop> {
    with_geometry!(problem, geometry => {
        let Some(finals) = finals(&geometry, problem) else {
            return Ok(None);
        };
        let mut random = fastrand::Rng::with_seed(seed);
        let mut back = Back::new(&geometry, finals, watch);
        let regions = regions::disjoint(problem);
        for width in (0..TRIES).map(|n| WIDTH << n) {
            back.extend(width * BACK)?;
            let beam = Beam {
                geometry: &geometry,
                problem,
                price: Price::new(problem, &mut random),
                regions: regions.iter().map(|region| Bits::holes(region.iter().copied())).collect(),
                back: &back,
                watch,
            };
            if let Some(jumps) = beam.down(width, most)? {
                return Ok(Some(jumps));
            }
        }
        Ok(None)
    })
}

/// A position of the beam.
struct Kept<B> {
    position: B,
    sums: Sums,
    step: Step,
}

/// The place of the position before, in its level, and the sweep that led on.
#[derive(Clone, Default)]
struct Step {
    before: u32,
    sweep: Box<[u16]>,
}

/// The positions after one number of sweeps.
struct Level<'a, B> {
    /// With their prices.
    kept: Vec<(i64, Kept<B>)>,
    seen: Seen<'a, B>,
    /// By the hole of the peg that swept.
    seen_at: Vec<Seen<'a, B>>,
}

impl<'a, B: Bits> Level<'a, B> {
    fn new(n_holes: usize, watch: &'a Watch) -> Self {
        let new = || Seen::new(u64::MAX, watch);
        Level {
            kept: Vec::new(),
            seen: new(),
            seen_at: (0..n_holes).map(|_| new()).collect(),
        }
    }

    /// Keeps the most promising ones. Where prices are alike, the position decides.
    fn keep(&mut self, width: usize) {
        if self.kept.len() > width {
            let price = |(price, kept): &(i64, Kept<B>)| (*price, kept.position);
            self.kept.select_nth_unstable_by_key(width, price);
            self.kept.truncate(width);
        }
    }
}

/// Memory that is given back in the end.
struct Held<'a> {
    watch: &'a Watch,
    bytes: u64,
}

impl<'a> Held<'a> {
    fn new(watch: &'a Watch) -> Self {
        Held { watch, bytes: 0 }
    }

    fn reserve(&mut self, bytes: usize) -> Result<(), Stop> {
        self.watch.reserve(bytes as u64)?;
        self.bytes += bytes as u64;
        Ok(())
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.watch.give_back(self.bytes);
    }
}

struct Beam<'a, B, const S: usize> {
    geometry: &'a Geometry<B, S>,
    problem: &'a Problem,
    price: Price,
    regions: Vec<B>,
    back: &'a Back<'a, B, S>,
    watch: &'a Watch,
}

impl<B: Bits, const S: usize> Beam<'_, B, S> {
    fn price(&self, position: B, sums: Sums) -> i64 {
        let n = self.geometry.n_pegs(position) as i64;
        let full = self
            .regions
            .iter()
            .filter(|&&region| position & region == region);
        let unit = Price::SCALE * Price::SCALE;
        n * PEG * unit + full.count() as i64 * REGION * unit + sums.price(n) / n.max(1)
    }

    /// Goes from the start to a final position.
    fn down(&self, width: usize, most: usize) -> Result<Option<Vec<usize>>, Stop> {
        let start = self.geometry.start;
        let pegs = (0..self.price.pegs.len()).filter(|&hole| start.has(hole));
        let mut beam = vec![Kept {
            position: start,
            sums: pegs.fold(Sums::default(), |sums, hole| {
                sums.plus(self.price.pegs[hole])
            }),
            step: Step::default(),
        }];
        let mut levels: Vec<Vec<Step>> = Vec::new();
        let mut held = Held::new(self.watch);
        held.reserve(MOST_WAITING * width * size_of::<(i64, Kept<B>)>())?;
        for _ in 0..most {
            held.reserve(beam.len() * (size_of::<Step>() + SWEEP))?;
            levels.push(beam.iter().map(|kept| kept.step.clone()).collect());
            let mut next = Level::new(self.price.pegs.len(), self.watch);
            let mut told = 0;
            for (before, kept) in (0..).zip(&beam) {
                if let Some(step) = self.sweep_on(before, kept, &mut next)? {
                    return Ok(Some(path(&levels, step)));
                }
                if next.kept.len() > MOST_WAITING * width {
                    next.keep(width);
                }
                if next.seen.len() > told + BATCH {
                    self.watch
                        .work((next.seen.len() - told) as u64 / MADE_A_UNIT)?;
                    told = next.seen.len();
                }
            }
            self.watch
                .work((next.seen.len() - told) as u64 / MADE_A_UNIT)?;
            next.keep(width);
            beam = next.kept.into_iter().map(|(_, kept)| kept).collect();
        }
        Ok(None)
    }

    /// Adds what one more sweep leads to; a sweep that leads to a final position.
    fn sweep_on(
        &self,
        before: u32,
        kept: &Kept<B>,
        next: &mut Level<'_, B>,
    ) -> Result<Option<Step>, Stop> {
        // Sweeps under way: position, sums, and jumps so far.
        let mut open: Vec<(B, Sums, Vec<u16>)> = vec![(kept.position, kept.sums, Vec::new())];
        while let Some((position, sums, sweep)) = open.pop() {
            let last = sweep.last().map(|&jump| self.jump(jump).to);
            for (jump, after) in self.geometry.jumps(position) {
                if last.is_some_and(|last| self.jump(jump as u16).from != last) {
                    continue;
                }
                // What follows depends on where the peg is.
                let at = &mut next.seen_at[self.jump(jump as u16).to];
                if !self.is_open(after) || !at.insert(after)? {
                    continue;
                }
                let sums = sums.plus(self.price.jumps[jump]);
                let mut sweep = sweep.clone();
                sweep.push(jump as u16);
                if next.seen.insert(after)? {
                    let sweep = sweep.clone().into();
                    let step = Step { before, sweep };
                    if self.back.is_final(after) {
                        return Ok(Some(step));
                    }
                    let kept = Kept {
                        position: after,
                        sums,
                        step,
                    };
                    next.kept.push((self.price(after, sums), kept));
                }
                open.push((after, sums, sweep));
            }
        }
        Ok(None)
    }

    fn jump(&self, number: u16) -> &Jump {
        &self.problem.board().jumps()[usize::from(number)]
    }

    /// Whether the position may still win, as far as is known.
    fn is_open(&self, position: B) -> bool {
        self.geometry.n_pegs(position) > self.back.top() || self.back.contains(position)
    }
}

/// The jumps that lead to where the last step does.
fn path(levels: &[Vec<Step>], mut step: Step) -> Vec<usize> {
    let mut sweeps = Vec::new();
    for level in levels.iter().rev() {
        let before = level[step.before as usize].clone();
        sweeps.push(std::mem::replace(&mut step, before).sweep);
    }
    let jumps = sweeps.iter().rev().flat_map(|sweep| sweep.iter());
    jumps.map(|&jump| jump.into()).collect()
}
