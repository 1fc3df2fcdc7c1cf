//! Peg solitaire as a state space: positions are integers, bit h is a peg in hole h; on a
//! board of n holes bit n + h is the peg there that must survive, if one must.

use super::Space;
use pegsat::{
    board::{Board, Hole, JumpNumber, Position},
    exact::{Accepts, Bits},
    model::value_order::{Ranking, ValueOrder},
    nearest::listed,
    problem::{Problem, pagoda},
    watch::{Stop, Watch},
};
use std::str::FromStr;

/// In which order jumps are tried.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Order {
    /// By their numbers.
    #[default]
    Numbers,
    /// As Persson's agent has them (*Kan ett datorprogram spela solitär?*, 2010): for each
    /// hole, row by row, the jumps of its peg to the right, left, up and down, appended to
    /// the fringe, so that depth first takes the last one.
    Persson,
    /// As Peroni's lecture notes on backtracking look for them: around each empty hole.
    Peroni,
    /// By chance, by this seed.
    Chance(u64),
    /// By what each leaves, as a solver of constraints may try them.
    Value(ValueOrder),
}

impl FromStr for Order {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "numbers" => Ok(Order::Numbers),
            "persson" => Ok(Order::Persson),
            "peroni" => Ok(Order::Peroni),
            _ => {
                let seed = text
                    .strip_prefix("chance=")
                    .and_then(|seed| seed.parse().ok());
                let order = ValueOrder::named(text).map(Order::Value);
                order.or(seed.map(Order::Chance)).ok_or_else(|| {
                    let names = ValueOrder::ALL.map(|one| one.1);
                    let names = [&["numbers", "persson", "peroni"], &names[..]].concat();
                    format!("expected chance=SEED, or one of {}", listed(text, &names))
                })
            }
        }
    }
}

/// What is taken for the rest of the way.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Estimate {
    /// Nothing.
    None,
    /// The pegs that are too many: exact, as every jump takes one.
    #[default]
    Pegs,
    /// That, and nothing is beyond reach by the pagoda function of the problem.
    Pagoda,
    /// Pegs without a neighbour, twice, and those that are too many: not a bound.
    Isolated,
    /// How far pegs are from each other, beside those that are too many: not a bound.
    Spread,
}

impl Estimate {
    /// All, by name.
    pub const ALL: [(Estimate, &str); 5] = [
        (Estimate::None, "none"),
        (Estimate::Pegs, "pegs"),
        (Estimate::Pagoda, "pagoda"),
        (Estimate::Isolated, "isolated"),
        (Estimate::Spread, "spread"),
    ];
}

/// A problem's positions.
pub struct Pegs<B> {
    start: B,
    accepts: Accepts<B>,
    /// In the order in which they are tried: the jump's number, its holes, and those of them
    /// that must hold a peg.
    jumps: Vec<(u16, [B; 2])>,
    /// By number: the holes of a jump.
    holes: Vec<B>,
    /// The same of the peg that must survive: where it leaves and lands.
    ends: Vec<[B; 2]>,
    is_stacked: bool,
    /// Where the order depends on the position.
    ranking: Option<Ranking>,
    estimate: Estimate,
    /// The least pegs of a goal.
    goal_pegs: u32,
    /// Weights of the holes, and what a position needs.
    weights: Option<(Vec<i64>, i64)>,
    /// Of each hole those beside it.
    beside: Vec<B>,
    cells: Vec<(i32, i32)>,
    /// What symmetries of the problem make of holes.
    symmetries: Vec<Vec<Hole>>,
}

/// How many bits the positions of a problem need.
pub fn n_bits(problem: &Problem) -> usize {
    let n = problem.board().n_holes();
    match problem.goal().survivor() {
        None => n,
        Some(_) => 2 * n,
    }
}

impl<B: Bits> Pegs<B> {
    /// The space of a problem whose positions have no more bits than the integer; with
    /// `symmetry` positions that are symmetric to each other count as one.
    pub fn new(
        problem: &Problem,
        order: Order,
        estimate: Estimate,
        symmetry: bool,
        watch: &Watch,
    ) -> Result<Self, Stop> {
        let board = problem.board();
        let n = board.n_holes();
        let survivor = problem.goal().survivor();
        let masks = |number: JumpNumber| {
            let jump = board.jump(number);
            let mut holes = B::holes(jump.holes());
            if survivor.is_some() {
                holes = holes | B::hole(n + jump.over); // which must be clear
            }
            (number.0 as u16, [holes, B::holes([jump.from, jump.over])])
        };
        let weights = match estimate {
            Estimate::Pagoda => pagoda::tightest(problem, watch)?,
            _ => None,
        };
        let worth = |weights: Vec<i64>| {
            let least = pagoda::least_value(problem, &weights);
            (weights, least)
        };
        let neighbours = |hole: Hole| {
            let jumps = board.jumps().iter();
            B::holes(jumps.filter(|jump| jump.from == hole).map(|jump| jump.over))
        };
        let holes = 0..board.n_holes();
        let symmetries = problem
            .goal_symmetries()
            .into_iter()
            .skip(1)
            .filter(|_| symmetry);
        Ok(Pegs {
            start: B::holes(problem.start().pegs().chain(survivor.map(|peg| n + peg))),
            accepts: Accepts::new(problem),
            jumps: in_order(board, order).into_iter().map(masks).collect(),
            holes: board
                .jumps()
                .iter()
                .map(|jump| B::holes(jump.holes()))
                .collect(),
            ends: match survivor {
                None => Vec::new(),
                Some(_) => board
                    .jumps()
                    .iter()
                    .map(|jump| [B::hole(n + jump.from), B::hole(n + jump.to)])
                    .collect(),
            },
            is_stacked: order == Order::Persson,
            ranking: match order {
                Order::Value(order) => Some(Ranking::new(problem, order, watch)?),
                _ => None,
            },
            estimate,
            goal_pegs: *problem.goal().pegs().start() as u32 + u32::from(survivor.is_some()),
            weights: weights.map(worth),
            beside: holes.map(neighbours).collect(),
            cells: board.cells().to_vec(),
            symmetries: symmetries.map(<[_]>::to_vec).collect(),
        })
    }

    /// The holes with pegs.
    fn pegs(&self, position: B) -> impl Iterator<Item = Hole> + '_ {
        (0..self.cells.len()).filter(move |&hole| position.has(hole))
    }
}

/// The numbers of the jumps in this order.
fn in_order(board: &Board, order: Order) -> Vec<JumpNumber> {
    let mut numbers: Vec<JumpNumber> = board.jump_numbers().collect();
    // Right, left, up, down; the diagonals of other lattices come last.
    let direction = |number: JumpNumber| {
        let leap = board.leap(number);
        let ((x, y), (to_x, to_y)) = (leap.from, leap.to);
        match ((to_x - x).signum(), (to_y - y).signum()) {
            (1, 0) => 0,
            (-1, 0) => 1,
            (0, -1) => 2,
            (0, 1) => 3,
            _ => 4,
        }
    };
    match order {
        Order::Numbers | Order::Value(_) => {}
        Order::Persson => numbers.sort_by_key(|&n| {
            let (x, y) = board.leap(n).from;
            (y, x, direction(n))
        }),
        Order::Peroni => numbers.sort_by_key(|&n| {
            let (x, y) = board.leap(n).to;
            (y, x, direction(n))
        }),
        Order::Chance(seed) => fastrand::Rng::with_seed(seed).shuffle(&mut numbers),
    }
    numbers
}

impl<B: Bits> Space for Pegs<B> {
    type State = B;
    /// A jump's number.
    type Move = u16;

    fn start(&self) -> B {
        self.start
    }

    fn is_goal(&self, state: &B) -> bool {
        self.accepts.holds(*state)
    }

    fn moves(&self, state: &B, moves: &mut Vec<u16>) {
        let possible = self
            .jumps
            .iter()
            .filter(|(_, [holes, pegs])| *state & *holes == *pegs);
        moves.extend(possible.map(|(number, _)| *number));
        if let Some(ranking) = &self.ranking {
            let position = Position::of(self.cells.len(), self.pegs(*state));
            moves.sort_by_cached_key(|&number| ranking.of(&position, JumpNumber(number.into())));
        }
    }

    fn after(&self, state: &B, step: u16) -> B {
        let after = *state ^ self.holes[usize::from(step)];
        match self.ends.get(usize::from(step)) {
            Some(&[from, to]) if *state & from != B::zero() => after ^ from ^ to,
            _ => after,
        }
    }

    fn estimate(&self, state: &B) -> Option<u32> {
        let rest = state.count_ones().saturating_sub(self.goal_pegs);
        match self.estimate {
            Estimate::None => Some(0),
            Estimate::Pegs => Some(rest),
            Estimate::Pagoda => {
                let Some((weights, least)) = &self.weights else {
                    return Some(rest);
                };
                let sum: i64 = self.pegs(*state).map(|hole| weights[hole]).sum();
                (sum >= *least).then_some(rest)
            }
            Estimate::Isolated => {
                let alone = |&hole: &Hole| *state & self.beside[hole] == B::zero();
                let isolated = self.pegs(*state).filter(alone).count() as u32;
                Some(rest + 2 * isolated)
            }
            Estimate::Spread => {
                let cells: Vec<(i32, i32)> =
                    self.pegs(*state).map(|hole| self.cells[hole]).collect();
                let apart = |&(x, y): &(i32, i32)| {
                    let all = cells.iter().map(|(a, b)| (x - a).abs() + (y - b).abs());
                    all.sum::<i32>()
                };
                let sum: i32 = cells.iter().map(apart).sum();
                Some(rest + sum as u32 / (cells.len().max(1) as u32))
            }
        }
    }

    fn representative(&self, state: B) -> B {
        let n = self.cells.len();
        let survivor = (n..2 * n).find(|&bit| !self.ends.is_empty() && state.has(bit));
        let image = |symmetry: &Vec<Hole>| {
            let survivor = survivor.map(|bit| n + symmetry[bit - n]);
            B::holes(self.pegs(state).map(|hole| symmetry[hole]).chain(survivor))
        };
        self.symmetries.iter().map(image).fold(state, B::min)
    }

    fn is_stacked(&self) -> bool {
        self.is_stacked
    }
}
