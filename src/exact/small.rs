//! All vacancies of a small board at once: a bit for every position, and jumps taken back in all of
//! them together.

use crate::board::Hole;

/// The most holes of a small board.
pub const MOST_SMALL: usize = 16;

/// What one hole empty and all others full can come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OneEmpty {
    /// For each hole, whether one peg can be left where it is empty at first.
    pub won: Vec<bool>,
    /// The same, as far as the position class tells (see [`class`](crate::problem::class)).
    pub allowed: Vec<bool>,
    /// The fewest pegs that can be left, whichever hole is empty at first.
    pub fewest_pegs: usize,
}

/// Bit h of word w is the position of which 64w + h says, bit by bit, where pegs are.
type Positions = Vec<u64>;

/// Positions within a word with a peg in each of the first six holes.
const WITH_PEG: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// What the board with these lines comes to, each three holes, the one that is leapt over in the
/// middle; `None` if it has more than [`MOST_SMALL`] holes, or none.
pub fn one_empty(n_holes: usize, lines: &[[Hole; 3]]) -> Option<OneEmpty> {
    if n_holes == 0 || n_holes > MOST_SMALL {
        return None;
    }
    let ways = lines
        .iter()
        .flat_map(|&[a, over, b]| [[a, over, b], [b, over, a]]);
    let jumps: Vec<Back> = ways.map(Back::new).collect();
    let won = leading_to(1, n_holes, &jumps);
    let mut fewest_pegs = 1.min(n_holes - 1);
    let mut some = won.clone();
    while n_holes > 1 && !some.contains(&true) {
        fewest_pegs += 1;
        some = leading_to(fewest_pegs, n_holes, &jumps);
    }
    Some(OneEmpty {
        allowed: allowed(n_holes, lines),
        won,
        fewest_pegs,
    })
}

/// For each hole, whether the position in which it alone is empty differs from one peg somewhere by
/// a sum of lines, over GF(2).
fn allowed(n_holes: usize, lines: &[[Hole; 3]]) -> Vec<bool> {
    let mut by_highest = vec![0usize; n_holes];
    let reduced = |mut sum: usize, by_highest: &[usize]| {
        for (hole, line) in by_highest.iter().enumerate().rev() {
            if sum >> hole & 1 == 1 {
                sum ^= line;
            }
        }
        sum
    };
    for line in lines {
        let sum = line.iter().fold(0, |sum, hole| sum | 1 << hole);
        let mut sum: usize = sum;
        // By the highest hole that no line before it stands for.
        while sum != 0 {
            let highest = sum.ilog2() as usize;
            if by_highest[highest] == 0 {
                by_highest[highest] = sum;
                break;
            }
            sum ^= by_highest[highest];
        }
    }
    let full = reduced((1 << n_holes) - 1, &by_highest);
    let holes: Vec<usize> = (0..n_holes)
        .map(|hole| reduced(1 << hole, &by_highest))
        .collect();
    let is_allowed = |hole: &usize| holes.contains(&(full ^ hole));
    holes.iter().map(is_allowed).collect()
}

/// For each hole, whether so many pegs can be left where it is empty at first.
fn leading_to(pegs: usize, n_holes: usize, jumps: &[Back]) -> Vec<bool> {
    if pegs >= n_holes {
        return vec![false; n_holes];
    }
    let words = 1usize << n_holes.saturating_sub(6);
    let mut level: Positions = vec![0; words];
    for position in 0..1usize << n_holes {
        if position.count_ones() as usize == pegs {
            level[position / 64] |= 1 << (position % 64);
        }
    }
    for _ in pegs + 1..n_holes {
        let mut before: Positions = vec![0; words];
        for jump in jumps {
            jump.take_back(&level, &mut before);
        }
        level = before;
    }
    let full = (1usize << n_holes) - 1;
    let holes = (0..n_holes).map(|hole| full - (1 << hole));
    holes
        .map(|one| level[one / 64] >> (one % 64) & 1 == 1)
        .collect()
}

/// A jump that is taken back: within words, and from word to word.
struct Back {
    /// Positions of a word after it, as far as holes within words tell.
    after: u64,
    /// How far they are moved up or down.
    up: u32,
    down: u32,
    /// Bits of the words' numbers: those that are set after the jump, that are not, and that change.
    set: usize,
    clear: usize,
}

impl Back {
    fn new([from, over, to]: [Hole; 3]) -> Self {
        let mut back = Back {
            after: u64::MAX,
            up: 0,
            down: 0,
            set: 0,
            clear: 0,
        };
        for (hole, has_peg) in [(from, false), (over, false), (to, true)] {
            match (WITH_PEG.get(hole), has_peg) {
                (Some(with), true) => {
                    back.after &= with;
                    back.down += 1 << hole;
                }
                (Some(with), false) => {
                    back.after &= !with;
                    back.up += 1 << hole;
                }
                (None, true) => back.set |= 1 << (hole - 6),
                (None, false) => back.clear |= 1 << (hole - 6),
            }
        }
        back
    }

    fn take_back(&self, level: &[u64], before: &mut [u64]) {
        for (word, &positions) in level.iter().enumerate() {
            if word & self.set == self.set && word & self.clear == 0 {
                let after = positions & self.after;
                let moved = match self.up.checked_sub(self.down) {
                    Some(up) => after << up,
                    None => after >> (self.down - self.up),
                };
                before[word ^ self.set ^ self.clear] |= moved;
            }
        }
    }
}
