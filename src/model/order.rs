//! In which order a layer of model E passes over the jumps.
//!
//! Any order is sound, and with enough layers complete; but how many layers a
//! solution needs, and how hard it is to find, depends on it more than on
//! anything else: docs/performance.md compares.
//!
//! `wave` follows what a game does. Holes spread from the vacancy over the
//! board, so the first layer passes from near the vacancy outwards; pegs are
//! drawn together at the finish, so the last layer passes from afar inwards. A
//! jump read backwards in the complement of the board is the same jump, which
//! turns the one into the other. Between them the order `direction` has long
//! runs for single pegs and for columns of pegs.
//!
//! `ripple` passes outwards from the finish in the last layer too. It was met
//! by chance, and no argument for it is known: it mostly needs a layer more than
//! `wave`, and its solutions are found sooner. `along` was learnt: of 3,000
//! random orders, each sorting the jumps of every direction by a linear
//! function of their place, with or without turns from layer to layer, those
//! that solved central and squares of side 6 and 9 with fewest conflicts were
//! nearly all of this form. `mixed` is the best on central of 1,230 ways to
//! give each of four layers one of number, along and direction, or the reverse of
//! one of them.

use crate::{
    board::{Board, Cell, Hole, Lattice},
    problem::Problem,
};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// An order of jumps, layer by layer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// The board's numbering.
    #[default]
    Number,
    /// The numbering, forward and backward in turn.
    Zigzag,
    /// One direction after the other, each sorted along itself.
    Direction,
    /// The same, with another direction first in each layer.
    Turning,
    /// All directions at once, by how far a jump has come across the board.
    Along,
    /// The reverse of that.
    Against,
    /// From near the vacancies outwards.
    Near,
    /// From afar towards the finish.
    Far,
    /// Near in the first layer, far in the last, direction between.
    Wave,
    /// Near in the first layer, far in the last, along between.
    WaveAlong,
    /// Near in the first layer, far in the last, zigzag between.
    WaveZigzag,
    /// Near in the first and in the last layer, direction between.
    Ripple,
    /// Near in the first and in the last layer, zigzag between.
    RippleZigzag,
    /// Near in the first and in the last layer, along between.
    RippleAlong,
    /// Number in the first and in the last layer, along and direction in turn
    /// between.
    Mixed,
    /// Shuffled, differently in each layer.
    Random,
}

/// Every order, with a line on each.
pub const ORDERS: &[(Order, &str, &str)] = &[
    (
        Order::Number,
        "number",
        "the board's numbering of its jumps",
    ),
    (
        Order::Zigzag,
        "zigzag",
        "the numbering, forward and backward in turn",
    ),
    (
        Order::Direction,
        "direction",
        "one direction after the other, each sorted along itself",
    ),
    (
        Order::Turning,
        "turning",
        "the same, with another direction first in each layer",
    ),
    (
        Order::Along,
        "along",
        "all directions at once, by how far a jump has come across the board",
    ),
    (Order::Against, "against", "the reverse of along"),
    (
        Order::Near,
        "near",
        "from near the start's vacancies outwards",
    ),
    (Order::Far, "far", "from afar towards the goal's pegs"),
    (
        Order::Wave,
        "wave",
        "near in the first layer, far in the last, direction between",
    ),
    (
        Order::WaveAlong,
        "wave-along",
        "near in the first layer, far in the last, along between",
    ),
    (
        Order::WaveZigzag,
        "wave-zigzag",
        "near in the first layer, far in the last, zigzag between",
    ),
    (
        Order::Ripple,
        "ripple",
        "near in the first and the last layer, direction between",
    ),
    (
        Order::RippleZigzag,
        "ripple-zigzag",
        "near in the first and the last layer, zigzag between",
    ),
    (
        Order::RippleAlong,
        "ripple-along",
        "near in the first and the last layer, along between",
    ),
    (
        Order::Mixed,
        "mixed",
        "number in the first and the last layer, along and direction in turn between",
    ),
    (
        Order::Random,
        "random",
        "shuffled, differently in each layer",
    ),
];

impl Order {
    /// The jumps' numbers in the order of each layer, `layers` rows.
    pub fn passes(self, problem: &Problem, layers: usize) -> Vec<Vec<usize>> {
        let plane = Plane::of(problem);
        (0..layers)
            .map(|layer| self.pass(&plane, problem, layer, layers))
            .collect()
    }

    fn pass(self, plane: &Plane<'_>, problem: &Problem, layer: usize, layers: usize) -> Vec<usize> {
        let n = plane.board.jumps().len();
        let (first, last) = (layer == 0, layer + 1 == layers);
        match self {
            Order::Number => (0..n).collect(),
            Order::Zigzag if layer.is_multiple_of(2) => (0..n).collect(),
            Order::Zigzag => (0..n).rev().collect(),
            Order::Direction => plane.by_direction(0),
            Order::Turning => plane.by_direction(layer),
            Order::Along => plane.along(),
            Order::Against => reversed(plane.along()),
            Order::Near => plane.outwards(&plane.vacancies(problem)),
            Order::Far => reversed(plane.outwards(&plane.finishes(problem))),
            Order::Wave | Order::WaveAlong | Order::WaveZigzag if first => {
                Order::Near.pass(plane, problem, layer, layers)
            }
            Order::Wave | Order::WaveAlong | Order::WaveZigzag if last => {
                Order::Far.pass(plane, problem, layer, layers)
            }
            Order::Mixed if first || last => (0..n).collect(),
            Order::Mixed if layer.is_multiple_of(2) => plane.by_direction(0),
            Order::Mixed => plane.along(),
            Order::Ripple | Order::RippleZigzag | Order::RippleAlong if first || last => plane
                .outwards(&if first {
                    plane.vacancies(problem)
                } else {
                    plane.finishes(problem)
                }),
            Order::Ripple => Order::Direction.pass(plane, problem, layer, layers),
            Order::RippleAlong => Order::Along.pass(plane, problem, layer, layers),
            Order::RippleZigzag => Order::Zigzag.pass(plane, problem, layer - 1, layers),
            Order::Wave => Order::Direction.pass(plane, problem, layer, layers),
            Order::WaveAlong => Order::Along.pass(plane, problem, layer, layers),
            Order::WaveZigzag => Order::Zigzag.pass(plane, problem, layer - 1, layers),
            Order::Random => {
                let mut pass: Vec<usize> = (0..n).collect();
                fastrand::Rng::with_seed(layer as u64).shuffle(&mut pass);
                pass
            }
        }
    }
}

/// The orders to try for a problem where none is asked for, the best one first:
/// see docs/performance.md for the measurements behind it.
pub fn best_first(problem: &Problem) -> Vec<Order> {
    match problem.board().n_holes() {
        0..100 => vec![
            Order::Mixed,
            Order::Number,
            Order::Against,
            Order::Along,
            Order::Direction,
            Order::Wave,
        ],
        _ => vec![
            Order::Ripple,
            Order::Wave,
            Order::RippleZigzag,
            Order::Along,
        ],
    }
}

fn reversed(mut pass: Vec<usize>) -> Vec<usize> {
    pass.reverse();
    pass
}

/// The board as points of the plane, for distances.
struct Plane<'a> {
    board: &'a Board,
    points: Vec<(f64, f64)>,
    middle: (f64, f64),
}

impl<'a> Plane<'a> {
    fn of(problem: &'a Problem) -> Self {
        let board = problem.board();
        let points: Vec<(f64, f64)> = board
            .cells()
            .iter()
            .map(|&cell| point(board.lattice(), cell))
            .collect();
        let n = points.len() as f64;
        let middle = (
            points.iter().map(|point| point.0).sum::<f64>() / n,
            points.iter().map(|point| point.1).sum::<f64>() / n,
        );
        Plane {
            board,
            points,
            middle,
        }
    }

    /// Where holes spread from: the empty holes of the start. A start that is
    /// half empty has no such place; the board's middle will do.
    fn vacancies(&self, problem: &Problem) -> Vec<(f64, f64)> {
        self.places(|hole| !problem.start().has_peg(hole))
    }

    /// Where pegs are drawn to: the pegs of the goal, or the board's middle.
    fn finishes(&self, problem: &Problem) -> Vec<(f64, f64)> {
        self.places(|hole| problem.goal().fixed(hole) == Some(true))
    }

    fn places(&self, wanted: impl Fn(Hole) -> bool) -> Vec<(f64, f64)> {
        let places: Vec<_> = (0..self.points.len())
            .filter(|&hole| wanted(hole))
            .map(|h| self.points[h])
            .collect();
        match places.len() {
            n if n > 0 && 2 * n <= self.points.len() => places,
            _ => vec![self.middle],
        }
    }

    /// By the distance of both ends from the nearest of these places.
    fn outwards(&self, places: &[(f64, f64)]) -> Vec<usize> {
        let distances: Vec<f64> = self
            .points
            .iter()
            .map(|point| {
                let to = |place: &(f64, f64)| (point.0 - place.0).hypot(point.1 - place.1);
                places.iter().map(to).fold(f64::INFINITY, f64::min)
            })
            .collect();
        self.sorted(|&number| {
            let jump = self.board.jumps()[number];
            rounded(distances[jump.from] + distances[jump.to])
        })
    }

    /// Directions from number `first` on, each sorted along itself.
    fn by_direction(&self, first: usize) -> Vec<usize> {
        let directions = self.board.lattice().directions();
        let turned = |number: usize| {
            let jump = self.board.jumps()[number];
            let (from, over) = (self.board.cell(jump.from), self.board.cell(jump.over));
            let step = (over.0 - from.0, over.1 - from.1);
            let direction = directions.iter().position(|&direction| direction == step);
            (direction.unwrap_or(0) + directions.len() - first % directions.len())
                % directions.len()
        };
        self.sorted(|&number| (turned(number), self.progress(number)))
    }

    /// All directions at once, by progress.
    fn along(&self) -> Vec<usize> {
        self.sorted(|&number| self.progress(number))
    }

    /// How far a jump has come along its direction, from the middle.
    fn progress(&self, number: usize) -> i64 {
        let jump = self.board.jumps()[number];
        let [from, over, to] = jump.holes().map(|hole| self.points[hole]);
        let (dx, dy) = ((to.0 - from.0) / 2.0, (to.1 - from.1) / 2.0);
        rounded((over.0 - self.middle.0) * dx + (over.1 - self.middle.1) * dy)
    }

    /// The jumps by a key, and those of the same key by number.
    fn sorted<K: Ord>(&self, key: impl FnMut(&usize) -> K) -> Vec<usize> {
        let mut pass: Vec<usize> = (0..self.board.jumps().len()).collect();
        pass.sort_by_cached_key(key);
        pass
    }
}

/// Distances are compared to a thousandth, so that rounding decides no tie.
fn rounded(distance: f64) -> i64 {
    (distance * 1e3).round() as i64
}

/// A hole as a point; neighbours are at distance 1.
fn point(lattice: Lattice, (x, y): Cell) -> (f64, f64) {
    let (x, y) = (f64::from(x), f64::from(y));
    match lattice {
        Lattice::Square => (x, y),
        Lattice::Triangular => (x - y / 2.0, y * 3f64.sqrt() / 2.0),
    }
}

/// Why a text is no order.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("no order is called '{0}'; expected {list}", list = names())]
pub struct OrderError(String);

fn names() -> String {
    let names: Vec<&str> = ORDERS.iter().map(|(_, name, _)| *name).collect();
    names.join(", ")
}

impl FromStr for Order {
    type Err = OrderError;

    fn from_str(text: &str) -> Result<Self, OrderError> {
        let found = ORDERS.iter().find(|(_, name, _)| *name == text);
        found
            .map(|(order, _, _)| *order)
            .ok_or_else(|| OrderError(text.into()))
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = ORDERS.iter().find(|(order, _, _)| order == self);
        f.write_str(found.map_or("?", |(_, name, _)| name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::named;

    #[test]
    fn every_pass_holds_every_jump_once() {
        for name in [
            "central",
            "triangle5/reversal:0,0",
            "rect1x3/free:0,0",
            "square1/free:0,0",
        ] {
            let problem = named(name).unwrap();
            for &(order, word, _) in ORDERS {
                assert_eq!((word.parse(), order.to_string()), (Ok(order), word.into()));
                for layers in 1..=5 {
                    for mut pass in order.passes(&problem, layers) {
                        pass.sort_unstable();
                        assert!(pass.into_iter().eq(0..problem.board().jumps().len()));
                    }
                }
            }
        }
        assert!("nunber".parse::<Order>().is_err());
    }

    #[test]
    fn waves_begin_at_the_vacancy_and_end_at_the_finish() {
        let problem = named("square9/pair:4,4:4,4").unwrap();
        let passes = Order::Wave.passes(&problem, 4);
        let vacancy = problem.board().hole_at((4, 4)).unwrap();
        assert_eq!(problem.board().jumps()[passes[0][0]].to, vacancy);
        let last = problem.board().jumps()[*passes[3].last().unwrap()];
        assert!([last.from, last.to].contains(&vacancy));
        assert_eq!(passes[1..3], Order::Direction.passes(&problem, 2));
    }

    #[test]
    fn directions_go_along_themselves() {
        let problem = named("square5/free:2,2").unwrap();
        let pass = &Order::Direction.passes(&problem, 1)[0];
        let texts: Vec<String> = pass.iter().map(|&n| problem.board().jump_text(n)).collect();
        assert_eq!(texts[..2], ["0,4-0,2", "1,4-1,2"]); // north, from the lowest row
        assert_eq!(texts[15..17], ["0,0-2,0", "0,1-2,1"]); // east, from the first column
        let turned = &Order::Turning.passes(&problem, 2)[1];
        assert_eq!(problem.board().jump_text(turned[0]), "0,0-2,0");
    }
}
