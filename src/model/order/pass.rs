//! The passes that orders are made of, and the geometry behind them.

use crate::{
    board::{Board, Cell, Hole, JumpNumber, Lattice},
    model::purges,
    problem::Problem,
};
use std::rc::Rc;

/// One way to go over all jumps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Pass {
    /// The board's numbering.
    Number,
    /// The numbering backward.
    Backward,
    /// One direction after the other, each sorted along itself.
    Direction,
    /// All directions at once, by how far a jump has come across the board.
    Along,
    /// The reverse of that.
    Against,
    /// From near the start's vacancies outwards.
    FromVacancies,
    /// From near the goal's pegs outwards.
    FromFinishes,
    /// From afar towards the goal's pegs.
    ToFinishes,
    /// One three-purge after the other, from afar towards the goal's pegs.
    Packages,
}

/// The board as points of the plane, for distances.
pub(super) struct Plane<'a> {
    board: &'a Board,
    points: Vec<(f64, f64)>,
    middle: (f64, f64),
    /// Where holes spread from: the empty holes of the start. A start that is
    /// half empty has no such place; the board's middle will do.
    vacancies: Vec<(f64, f64)>,
    /// Where pegs are drawn to: the pegs of the goal, or the board's middle.
    finishes: Vec<(f64, f64)>,
}

impl<'a> Plane<'a> {
    pub(super) fn of(problem: &'a Problem) -> Self {
        let board = problem.board();
        let points: Vec<(f64, f64)> = board
            .cells()
            .iter()
            .map(|&cell| point(board.drawn_on(), cell))
            .collect();
        let n = points.len() as f64;
        let middle = (
            points.iter().map(|point| point.0).sum::<f64>() / n,
            points.iter().map(|point| point.1).sum::<f64>() / n,
        );
        let places = |wanted: &dyn Fn(Hole) -> bool| -> Vec<(f64, f64)> {
            let holes = (0..points.len()).filter(|&hole| wanted(hole));
            let places: Vec<_> = holes.map(|hole| points[hole]).collect();
            match places.len() {
                n if n > 0 && 2 * n <= points.len() => places,
                _ => vec![middle],
            }
        };
        Plane {
            board,
            vacancies: places(&|hole| !problem.start().has_peg(hole)),
            finishes: places(&|hole| problem.goal().fixed(hole) == Some(true)),
            points,
            middle,
        }
    }

    /// The jumps' numbers in the order of the pass.
    pub(super) fn jumps(&self, pass: Pass) -> Rc<[JumpNumber]> {
        let numbers = self.board.jump_numbers();
        match pass {
            Pass::Number => numbers.collect(),
            Pass::Backward => numbers.rev().collect(),
            Pass::Direction => self.by_direction().into(),
            Pass::Along => self.along().into(),
            Pass::Against => self.along().into_iter().rev().collect(),
            Pass::FromVacancies => self.outwards(&self.vacancies).into(),
            Pass::FromFinishes => self.outwards(&self.finishes).into(),
            Pass::ToFinishes => self.outwards(&self.finishes).into_iter().rev().collect(),
            Pass::Packages => self.packages().into(),
        }
    }

    /// The distance from the nearest of these places.
    fn distance(&self, hole: Hole, places: &[(f64, f64)]) -> f64 {
        let point = self.points[hole];
        let to = |place: &(f64, f64)| (point.0 - place.0).hypot(point.1 - place.1);
        places.iter().map(to).fold(f64::INFINITY, f64::min)
    }

    /// By the distance of both ends from the nearest of these places.
    fn outwards(&self, places: &[(f64, f64)]) -> Vec<JumpNumber> {
        let holes = 0..self.points.len();
        let distances: Vec<f64> = holes.map(|hole| self.distance(hole, places)).collect();
        self.sorted(|&number| {
            let jump = self.board.jump(number);
            rounded(distances[jump.from] + distances[jump.to])
        })
    }

    /// By three-purges, those far from the finish first, where x is the end nearer to it. A
    /// jump of several purges counts for the first; one of none comes last.
    fn packages(&self) -> Vec<JumpNumber> {
        let far = |hole: Hole| rounded(self.distance(hole, &self.finishes));
        let mut purges = Vec::new();
        for purge in purges::all(self.board) {
            let [a, b, _, x, y] = purge.holes;
            if (far(x), x) < (far(y), y) {
                purges.push((-far(b), a, purge.jumps));
            }
        }
        purges.sort_unstable();
        let mut seen = vec![false; self.board.jumps().len()];
        let mut order = Vec::with_capacity(seen.len());
        let all = purges.into_iter().flat_map(|(_, _, purge)| purge);
        for jump in all.chain(self.board.jump_numbers()) {
            if !std::mem::replace(&mut seen[jump.0], true) {
                order.push(jump);
            }
        }
        order
    }

    /// Directions, each sorted along itself.
    fn by_direction(&self) -> Vec<JumpNumber> {
        let directions = self.board.drawn_on().directions();
        let direction = |number: JumpNumber| {
            let jump = self.board.jump(number);
            let (from, over) = (self.board.cell(jump.from), self.board.cell(jump.over));
            let step = (over.0 - from.0, over.1 - from.1);
            directions.iter().position(|&direction| direction == step)
        };
        self.sorted(|&number| (direction(number), self.progress(number)))
    }

    /// All directions at once, by progress.
    fn along(&self) -> Vec<JumpNumber> {
        self.sorted(|&number| self.progress(number))
    }

    /// How far a jump has come along its direction, from the middle.
    fn progress(&self, number: JumpNumber) -> i64 {
        let jump = self.board.jump(number);
        let [from, over, to] = jump.holes().map(|hole| self.points[hole]);
        let (dx, dy) = ((to.0 - from.0) / 2.0, (to.1 - from.1) / 2.0);
        rounded((over.0 - self.middle.0) * dx + (over.1 - self.middle.1) * dy)
    }

    /// The jumps by a key, and those of the same key by number.
    fn sorted<K: Ord>(&self, key: impl FnMut(&JumpNumber) -> K) -> Vec<JumpNumber> {
        let mut pass: Vec<JumpNumber> = self.board.jump_numbers().collect();
        pass.sort_by_cached_key(key);
        pass
    }
}

/// Distances are compared to a thousandth, so that rounding decides no tie.
fn rounded(distance: f64) -> i64 {
    (distance * 1e3).round() as i64
}

/// A hole as a point; neighbours along a row are at distance 1.
fn point(lattice: Lattice, (x, y): Cell) -> (f64, f64) {
    let (x, y) = (f64::from(x), f64::from(y));
    match lattice {
        Lattice::Square | Lattice::Diagonal => (x, y),
        Lattice::Triangular => (x - y / 2.0, y * 3f64.sqrt() / 2.0),
    }
}
