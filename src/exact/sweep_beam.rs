//! Beam search by sweeps: after every number of sweeps only the most promising positions
//! are kept.
//!
//! A position is the dearer the more pegs it has, the further they lie apart, and the more
//! *regions* are full: sets of holes out of which no peg is taken before one of them has
//! begun a sweep (R. Merson's). Where few pegs are left, positions that cannot win are left
//! out. It finds solutions with few sweeps, and says nothing where it finds none.

use super::{
    beam::{Back, Price, Sums},
    bits::Bits,
    decide::Seen,
    geometry::Geometry,
    levels::finals,
};
use crate::{
    problem::{Problem, regions},
    watch::{Stop, Watch},
};

/// The positions that are kept after each number of sweeps at the first try; each further
/// try keeps twice as many.
const WIDTH: usize = 250;

/// The tries.
const TRIES: u32 = 12;

/// Levels from the finish back are added until one has more than this many positions for
/// each that is kept.
const BACK: usize = 80;

/// What a peg costs, and a full region, in squares of a hole's width.
const PEG: i64 = 16;
const REGION: i64 = 64;

/// So many positions are made in a unit of work.
const MADE_A_UNIT: u64 = 8;

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
        for width in (0..TRIES).map(|n| WIDTH << n) {
            back.extend(width * BACK)?;
            let beam = Beam {
                geometry: &geometry,
                problem,
                price: Price::new(problem, &mut random),
                regions: regions::disjoint(problem).into_iter().map(Bits::holes).collect(),
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
        for _ in 0..most {
            levels.push(beam.iter().map(|kept| kept.step.clone()).collect());
            let new = || Seen::new(u64::MAX, self.watch);
            let mut seen = new();
            let mut seen_at: Vec<Seen<'_, B>> = self.price.pegs.iter().map(|_| new()).collect();
            let mut next: Vec<(i64, Kept<B>)> = Vec::new();
            for (before, kept) in (0..).zip(&beam) {
                // Sweeps under way: position, sums, and jumps so far.
                let mut open: Vec<(B, Sums, Vec<u16>)> =
                    vec![(kept.position, kept.sums, Vec::new())];
                while let Some((position, sums, sweep)) = open.pop() {
                    let last = sweep.last().map(|&jump| self.jump(jump).to);
                    for (jump, after) in self.geometry.jumps(position) {
                        if last.is_some_and(|last| self.jump(jump as u16).from != last) {
                            continue;
                        }
                        // What follows depends on where the peg is.
                        let at = &mut seen_at[self.jump(jump as u16).to];
                        if !self.is_open(after) || !at.insert(after)? {
                            continue;
                        }
                        let sums = sums.plus(self.price.jumps[jump]);
                        let mut sweep = sweep.clone();
                        sweep.push(jump as u16);
                        if seen.insert(after)? {
                            let step = Step {
                                before,
                                sweep: sweep.clone().into(),
                            };
                            if self.back.is_final(after) {
                                return Ok(Some(path(&levels, step)));
                            }
                            let kept = Kept {
                                position: after,
                                sums,
                                step,
                            };
                            next.push((self.price(after, sums), kept));
                        }
                        open.push((after, sums, sweep));
                    }
                }
            }
            self.watch.work(next.len() as u64 / MADE_A_UNIT)?;
            if next.len() > width {
                next.select_nth_unstable_by_key(width, |(price, kept)| (*price, kept.position));
                next.truncate(width);
            }
            beam = next.into_iter().map(|(_, kept)| kept).collect();
        }
        Ok(None)
    }

    fn jump(&self, number: u16) -> &crate::board::Jump {
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
