//! Goals: what a solution must end in, as independent components.
//!
//! Who has to know of a new component, and where, is in docs/architecture.md, 'How to add'.

use crate::board::{Board, Hole, Position, picture::Mark};
use std::ops::RangeInclusive;

/// What a solution must end in: every component that is set must hold of the end.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Goal {
    marks: Option<Vec<Mark>>,
    pegs: Option<usize>,
    dead_end: Option<usize>,
    survivor: Option<Hole>,
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
        Goal {
            survivor: Some(peg),
            ..at.map_or(Goal::default(), |at| Goal::one_peg(n_holes, at))
        }
    }

    /// The same, where the peg that must survive has come to this hole.
    pub(super) fn surviving_from(self, hole: Hole) -> Self {
        Goal {
            survivor: Some(hole),
            ..self
        }
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
        self.pegs.or(self.survivor.map(|_| 1))
    }

    /// How many pegs at least a dead end must have, if the goal is one.
    pub fn stuck_with(&self) -> Option<usize> {
        self.dead_end
    }

    /// The hole that the peg which must survive starts in.
    pub fn survivor(&self) -> Option<Hole> {
        self.survivor
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
            && self.survivor.is_none_or(|peg| symmetry[peg] == peg)
    }

    /// In the words of a problem file, such as `pegs 1`; `None` if the goal is a picture.
    pub fn words(&self, board: &Board) -> Option<String> {
        let cell = |hole: Hole| {
            let (x, y) = board.cell(hole);
            format!("{x},{y}")
        };
        let at = (0..board.n_holes()).find(|&hole| self.fixed(hole) == Some(true));
        match (self.survivor, self.dead_end, self.pegs) {
            (Some(peg), ..) => {
                let at = at.map_or(String::new(), |at| format!(" at {}", cell(at)));
                Some(format!("survivor {}{at}", cell(peg)))
            }
            (_, Some(pegs), _) => Some(format!("dead-end {pegs}")),
            (.., pegs) => pegs.map(|pegs| format!("pegs {pegs}")),
        }
    }

    /// The same for people; `None` if the goal is a picture.
    pub fn description(&self, board: &Board) -> Option<String> {
        match (self.survivor, self.dead_end, self.pegs) {
            (None, Some(0), _) => Some("no jump left".into()),
            (None, Some(1), _) => Some("no jump left, with 1 peg or more".into()),
            (None, Some(pegs), _) => Some(format!("no jump left, with {pegs} pegs or more")),
            (None, None, Some(1)) => Some("one peg anywhere".into()),
            (None, None, Some(pegs)) => Some(format!("{pegs} pegs anywhere")),
            _ => self.words(board),
        }
    }

    /// Whether it can be a goal on a board with this number of holes, from this start.
    pub(super) fn is_for(&self, start: &Position) -> bool {
        let marks = self.marks.as_ref();
        marks.is_none_or(|marks| marks.len() == start.n_holes())
            && self.survivor.is_none_or(|peg| start.has_peg(peg))
    }
}
