//! Goals: what a solution must end in, as independent components.
//!
//! Who has to know of a new component, and where, is in CONTRIBUTING.md, 'How to add'.

use crate::board::{Board, Hole, Position, picture::Mark};
use std::ops::RangeInclusive;

/// What a solution must end in: every component that is set must hold of the end.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Goal {
    marks: Option<Vec<Mark>>,
    pegs: Option<usize>,
    dead_end: Option<usize>,
    survivors: Vec<Survivor>,
}

/// A peg that must be there at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Survivor {
    /// The hole that it starts in.
    pub peg: Hole,
    /// The hole that it ends in; any, if none is named.
    pub at: Option<Hole>,
}

impl Goal {
    /// A mark for every hole of the board.
    pub fn picture(marks: Vec<Mark>) -> Self {
        Goal {
            marks: Some(marks),
            ..Goal::default()
        }
    }

    /// This number of pegs, in any holes.
    pub fn anywhere(pegs: usize) -> Self {
        Goal {
            pegs: Some(pegs),
            ..Goal::default()
        }
    }

    /// No jump possible, and at least this number of pegs left (Fool's Solitaire).
    pub fn dead_end(pegs: usize) -> Self {
        Goal {
            dead_end: Some(pegs),
            ..Goal::default()
        }
    }

    /// No jump possible, and exactly this number of pegs left.
    pub(crate) fn dead_end_with(pegs: usize) -> Self {
        Goal {
            pegs: Some(pegs),
            ..Goal::dead_end(pegs)
        }
    }

    /// The peg that starts in this hole is the last one, in the hole `at` if one is named.
    pub fn surviving(n_holes: usize, peg: Hole, at: Option<Hole>) -> Self {
        Goal::all_surviving(n_holes, vec![Survivor { peg, at }])
    }

    /// These pegs, one or more, are the last ones, each where it is named.
    pub fn all_surviving(n_holes: usize, mut survivors: Vec<Survivor>) -> Self {
        survivors.sort_unstable();
        let ends: Option<Vec<Hole>> = survivors.iter().map(|survivor| survivor.at).collect();
        Goal {
            survivors,
            ..ends.map_or(Goal::default(), |ends| {
                Goal::exactly(&Position::of(n_holes, ends))
            })
        }
    }

    /// The same, where a peg that must survive has gone from one hole to another.
    pub(super) fn after(mut self, from: Hole, to: Hole) -> Self {
        let moved = self.survivors.iter_mut();
        moved
            .filter(|survivor| survivor.peg == from)
            .for_each(|survivor| survivor.peg = to);
        self.survivors.sort_unstable();
        self
    }

    /// Exactly this position.
    pub fn exactly(position: &Position) -> Self {
        let mark = |hole| Mark::of(Some(position.has_peg(hole)));
        Goal::picture((0..position.n_holes()).map(mark).collect())
    }

    /// One peg in this hole, and no other.
    pub fn one_peg(n_holes: usize, hole: Hole) -> Self {
        Goal::exactly(&Position::of(n_holes, [hole]))
    }

    /// A mark for every hole, if the goal says something of holes.
    pub fn marks(&self) -> Option<&[Mark]> {
        self.marks.as_deref()
    }

    /// What the goal says of one hole: a peg, no peg, or nothing.
    pub fn fixed(&self, hole: Hole) -> Option<bool> {
        match self.marks.as_ref()?[hole] {
            Mark::Peg => Some(true),
            Mark::Empty => Some(false),
            Mark::Either => None,
        }
    }

    /// The number of pegs, whatever the marks say of it.
    pub fn count(&self) -> Option<usize> {
        let survivors = Some(self.survivors.len()).filter(|&pegs| pegs > 0);
        self.pegs.or(survivors)
    }

    /// How many pegs at least a dead end must have, if the goal is one.
    pub fn stuck_with(&self) -> Option<usize> {
        self.dead_end
    }

    /// The pegs that must survive, by the holes that they start in.
    pub fn survivors(&self) -> &[Survivor] {
        &self.survivors
    }

    /// Whether some pegs must survive.
    pub fn has_survivors(&self) -> bool {
        !self.survivors.is_empty()
    }

    /// The hole that the peg which must survive starts in, if one alone must.
    pub fn survivor(&self) -> Option<Hole> {
        match self.survivors[..] {
            [survivor] => Some(survivor.peg),
            _ => None,
        }
    }

    /// How many pegs are asked for, if they may be in any holes.
    pub fn pegs_anywhere(&self) -> Option<usize> {
        match self.marks {
            None => self.count(),
            Some(_) => None,
        }
    }

    /// The fewest and most pegs that a final position can have; no number is in the range
    /// where components contradict each other.
    pub fn pegs(&self) -> RangeInclusive<usize> {
        let marks = self.marks.iter().flatten();
        let pegs = marks.clone().filter(|&&mark| mark == Mark::Peg).count();
        let open = marks.filter(|&&mark| mark == Mark::Either).count();
        let most = match self.marks {
            Some(_) => pegs + open,
            None => usize::MAX,
        };
        let (count, stuck) = (self.count(), self.dead_end);
        let fewest = pegs.max(count.unwrap_or(0)).max(stuck.unwrap_or(0));
        fewest..=most.min(count.unwrap_or(most))
    }

    /// Whether the goal is the same after this symmetry of the board.
    pub fn is_fixed_by(&self, symmetry: &[Hole]) -> bool {
        (0..symmetry.len()).all(|hole| self.fixed(hole) == self.fixed(symmetry[hole]))
            && self.survivors.iter().all(|survivor| {
                let is_fixed = |hole: Hole| symmetry[hole] == hole;
                is_fixed(survivor.peg) && survivor.at.is_none_or(is_fixed)
            })
    }

    /// In the words of a problem file, such as `pegs 1`; `None` if the goal is a picture.
    pub fn words(&self, board: &Board) -> Option<String> {
        let cell = |hole: Hole| {
            let (x, y) = board.cell(hole);
            format!("{x},{y}")
        };
        let survivors = self.survivors.iter().map(|survivor| {
            let at = survivor.at;
            let at = at.map_or(String::new(), |at| format!(" at {}", cell(at)));
            format!("survivor {}{at}", cell(survivor.peg))
        });
        match (self.has_survivors(), self.dead_end, self.pegs) {
            (true, ..) => Some(survivors.collect::<Vec<_>>().join(" ")),
            (_, Some(pegs), _) => Some(format!("dead-end {pegs}")),
            (.., pegs) => pegs.map(|pegs| format!("pegs {pegs}")),
        }
    }

    /// The same for people; `None` if the goal is a picture.
    pub fn description(&self, board: &Board) -> Option<String> {
        match (self.has_survivors(), self.dead_end, self.pegs) {
            (false, Some(0), _) => Some("no jump left".into()),
            (false, Some(1), _) => Some("no jump left, with 1 peg or more".into()),
            (false, Some(pegs), _) => Some(format!("no jump left, with {pegs} pegs or more")),
            (false, None, Some(1)) => Some("one peg anywhere".into()),
            (false, None, Some(pegs)) => Some(format!("{pegs} pegs anywhere")),
            _ => self.words(board),
        }
    }

    /// Whether it can be a goal on a board with this number of holes, from this start.
    pub(super) fn is_for(&self, start: &Position) -> bool {
        let marks = self.marks.as_ref();
        marks.is_none_or(|marks| marks.len() == start.n_holes())
            && self
                .survivors
                .iter()
                .all(|survivor| start.has_peg(survivor.peg))
    }
}
