//! Beam search: of every level only the most promising positions are kept.
//!
//! From the finish back every position of few pegs that can still win is made; from
//! the start on a beam of positions whose pegs lie closest together goes down to meet
//! them. It finds solutions, often at once, and says nothing where it finds none.

use super::{
    bits::Bits,
    decide::Seen,
    geometry::{Direction, Geometry},
    levels::finals,
};
use crate::{
    board::{Cell, JumpNumber, Lattice},
    problem::Problem,
    watch::{Stop, Watch},
};

/// The positions that are kept of every level at the first try; each further try keeps
/// twice as many.
const WIDTH: usize = 125;

/// The tries.
const TRIES: u32 = 9;

/// Levels from the finish back are added until one has more than a quarter of this many
/// positions for each that is kept.
pub(super) const BACK: usize = 80;

/// The most that chance adds for a peg, in squares of a hole's width, to the sum of the
/// squared distances of the pegs from their centre.
const CHANCE: i64 = 2;

/// So many positions are made in a unit of work: estimated from runs on the English board
/// and the square of 11.
const MADE_A_UNIT: u64 = 16;

/// The jumps of a solution, by number; `None` if none was found, or if the goal has
/// more final positions than can be searched back from.
pub fn beam(problem: &Problem, seed: u64, watch: &Watch) -> Result<Option<Vec<JumpNumber>>, Stop> {
    // Symmetric positions count by themselves: to bring each to one form costs more
    // than it saves here.
    with_geometry!(problem, geometry => {
        let Some(finals) = finals(&geometry, problem) else {
            return Ok(None);
        };
        let mut random = fastrand::Rng::with_seed(seed);
        let mut back = Back::new(&geometry, finals, watch);
        for width in (0..TRIES).map(|n| WIDTH << n) {
            back.extend(width * BACK)?;
            let price = Price::new(problem, &mut random);
            let met = down(&geometry, &price, &back, width, watch)?;
            if let Some((mut jumps, position)) = met {
                jumps.extend(back.finish(position));
                return Ok(Some(jumps));
            }
        }
        Ok(None)
    })
}

/// The positions from which a final one can be reached, by pegs.
pub(super) struct Back<'a, B, const S: usize> {
    geometry: &'a Geometry<B, S>,
    finals: Vec<B>,
    /// The fewest and the most pegs of a final position.
    fewest: usize,
    most: usize,
    levels: Vec<Seen<'a, B>>,
    watch: &'a Watch,
}

impl<'a, B: Bits, const S: usize> Back<'a, B, S> {
    pub(super) fn new(geometry: &'a Geometry<B, S>, finals: Vec<B>, watch: &'a Watch) -> Self {
        let pegs = finals.iter().map(|&position| geometry.n_pegs(position));
        let (fewest, most) = (pegs.clone().min(), pegs.max());
        Back {
            geometry,
            finals,
            fewest: fewest.unwrap_or(0),
            most: most.unwrap_or(0),
            levels: Vec::new(),
            watch,
        }
    }

    /// Adds levels, until the last has a quarter of `positions`.
    pub(super) fn extend(&mut self, positions: usize) -> Result<(), Stop> {
        loop {
            let pegs = self.fewest + self.levels.len();
            let last = self.levels.last();
            let is_enough = last.is_some_and(|last| last.len() == 0 || 4 * last.len() > positions);
            if is_enough && pegs > self.most {
                return Ok(());
            }
            let mut next = Seen::new(u64::MAX, self.watch);
            for &position in &self.finals {
                if self.geometry.n_pegs(position) == pegs {
                    next.insert(position)?;
                }
            }
            for position in last.into_iter().flat_map(Seen::iter) {
                let images = self.geometry.images(position);
                let mut result = Ok(true);
                let backward = Direction::Backward;
                (self.geometry).neighbours(position, &images, backward, |before| {
                    if result.is_ok() {
                        result = next.insert(before);
                    }
                });
                result?;
            }
            self.watch.work(next.len() as u64 / MADE_A_UNIT)?;
            self.levels.push(next);
        }
    }

    /// The pegs of the highest level.
    pub(super) fn top(&self) -> usize {
        self.fewest + self.levels.len().saturating_sub(1)
    }

    pub(super) fn contains(&self, position: B) -> bool {
        let level = self.geometry.n_pegs(position).checked_sub(self.fewest);
        let level = level.and_then(|level| self.levels.get(level));
        level.is_some_and(|level| level.contains(position))
    }

    /// The jumps from a position that it contains to a final one.
    fn finish(&self, mut position: B) -> Vec<JumpNumber> {
        let mut jumps = Vec::new();
        while !self.finals.contains(&position) {
            let mut next = self.geometry.jumps(position);
            let Some((jump, after)) = next.find(|&(_, after)| self.contains(after)) else {
                debug_assert!(false, "a position of a level leads to the next");
                break;
            };
            jumps.push(jump);
            position = after;
        }
        jumps
    }
}

/// Where pegs are: the sums of their coordinates, of the squares of these, and of what
/// chance says of their holes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sums([i64; 4]);

impl Sums {
    pub(super) fn plus(self, other: Sums) -> Sums {
        Sums(std::array::from_fn(|index| self.0[index] + other.0[index]))
    }

    /// The sum of the squared distances from the centre, times the number of pegs, with
    /// its share of chance.
    pub(super) fn price(self, n_pegs: i64) -> i64 {
        let Sums([x, y, squares, chance]) = self;
        n_pegs * (squares + chance) - x * x - y * y
    }
}

/// What is paid for positions.
pub(super) struct Price {
    /// By hole.
    pub(super) pegs: Vec<Sums>,
    /// By jump: what it changes.
    jumps: Vec<Sums>,
}

impl Price {
    /// Parts of a hole's width, so that chance has fine steps.
    pub(super) const SCALE: i64 = 8;

    pub(super) fn new(problem: &Problem, random: &mut fastrand::Rng) -> Self {
        let board = problem.board();
        let pegs: Vec<Sums> = (board.cells().iter())
            .map(|&cell| {
                let (x, y) = in_plane(board.drawn_on(), cell);
                let chance = random.i64(0..CHANCE * Self::SCALE * Self::SCALE);
                Sums([x, y, x * x + y * y, chance])
            })
            .collect();
        let minus = |sums: Sums| Sums(sums.0.map(|sum| -sum));
        let jumps = board.jumps().iter().map(|jump| {
            let [from, over] = [jump.from, jump.over].map(|hole| minus(pegs[hole]));
            from.plus(over).plus(pegs[jump.to])
        });
        Price {
            jumps: jumps.collect(),
            pegs,
        }
    }
}

/// Where a cell is in the plane, in parts of [`Price::SCALE`] of a hole's width: rows of the
/// triangular lattice lean, and lie closer.
fn in_plane(lattice: Lattice, (x, y): Cell) -> (i64, i64) {
    let (x, y) = (i64::from(x), i64::from(y));
    match lattice {
        Lattice::Square | Lattice::Diagonal => (Price::SCALE * x, Price::SCALE * y),
        Lattice::Triangular => (Price::SCALE * x - Price::SCALE / 2 * y, 7 * y),
    }
}

/// A position of the beam.
#[derive(Debug, Clone, Copy)]
struct Kept<B> {
    position: B,
    sums: Sums,
    step: Step,
}

/// The place of the position before, in its level, and the jump that led on.
#[derive(Debug, Clone, Copy, Default)]
struct Step {
    before: u32,
    jump: u32,
}

/// The jumps that lead to where the last step does.
fn path(levels: &[Vec<Step>], mut step: Step) -> Vec<JumpNumber> {
    let mut jumps = Vec::new();
    for level in levels.iter().rev() {
        jumps.push(JumpNumber(step.jump as usize));
        step = level[step.before as usize];
    }
    jumps.reverse();
    jumps
}

/// Goes from the start to a position among those from the finish back: the jumps, and
/// the position.
fn down<B: Bits, const S: usize>(
    geometry: &Geometry<B, S>,
    price: &Price,
    back: &Back<'_, B, S>,
    width: usize,
    watch: &Watch,
) -> Result<Option<(Vec<JumpNumber>, B)>, Stop> {
    let start = geometry.start;
    if back.contains(start) {
        return Ok(Some((Vec::new(), start)));
    }
    let pegs = (0..price.pegs.len()).filter(|&hole| start.has(hole));
    let mut beam = vec![Kept {
        position: start,
        sums: pegs.fold(Sums::default(), |sums, hole| sums.plus(price.pegs[hole])),
        step: Step::default(),
    }];
    let mut levels: Vec<Vec<Step>> = Vec::new();
    let mut next: Vec<(i64, Kept<B>)> = Vec::new();
    for n_pegs in (back.top()..geometry.n_pegs(start)).rev() {
        levels.push(beam.iter().map(|kept| kept.step).collect());
        let mut seen = Seen::new(u64::MAX, watch);
        for (before, kept) in (0..).zip(&beam) {
            for (jump, position) in geometry.jumps(kept.position) {
                if !seen.insert(position)? {
                    continue;
                }
                let sums = kept.sums.plus(price.jumps[jump.0]);
                let jump = jump.0 as u32;
                let step = Step { before, jump };
                if n_pegs == back.top() && back.contains(position) {
                    return Ok(Some((path(&levels, step), position)));
                }
                let kept = Kept {
                    position,
                    sums,
                    step,
                };
                next.push((sums.price(n_pegs as i64), kept));
            }
        }
        watch.work(next.len() as u64 / MADE_A_UNIT)?;
        if next.len() > width {
            // Where prices are alike, the position decides.
            next.select_nth_unstable_by_key(width, |(price, kept)| (*price, kept.position));
            next.truncate(width);
        }
        beam.clear();
        beam.extend(next.drain(..).map(|(_, kept)| kept));
    }
    Ok(None)
}
