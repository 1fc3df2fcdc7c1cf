//! The states that sequences of jumps lead to, level by level, with identical and symmetric ones
//! merged: each kept sequence is extended by each possible jump, in order. Of the sequences that
//! lead to one state, or to states that a symmetry of the goal maps to each other, the first is
//! kept. Sequences are met in lexicographic order, so the kept one is the least of its class (the
//! head of [`super`] says why that matters).

use super::{super::steps::signed, ModelError, orbits::Orbits};
use crate::{
    board::{Hole, JumpNumber, Position},
    formula::{FormulaError, Lit},
    problem::Problem,
    watch::Watch,
};
use std::collections::{BTreeSet, HashMap};

/// The most states that may be kept on one level.
pub const MAX_KEPT: usize = 1_000_000;

/// A kept state and the least sequence that leads to it.
#[derive(Debug, Clone)]
pub struct Kept {
    /// The state.
    pub state: Position,
    /// The jumps that lead there from the start.
    pub sequence: Vec<JumpNumber>,
    /// Whether other sequences lead to the very same state.
    pub several: bool,
}

/// What was found at one depth.
#[derive(Debug, Clone, Default)]
pub struct Level {
    /// The kept states, in the order of their sequences.
    pub kept: Vec<Kept>,
    /// States that are only symmetric to a kept one.
    pub excluded: Vec<Position>,
    /// Dropped extensions: index of the sequence kept one level up, and jump.
    pub dropped: Vec<(usize, JumpNumber)>,
    /// How many sequences were looked at: extensions of those kept one level
    /// up.
    pub sequences: usize,
    /// The choices of a search that looks at them: of the extensions of one sequence, each but
    /// the last.
    pub choices: usize,
}

/// Which sequences are looked at, and which lead to one state.
pub(super) struct Sequences<'a> {
    problem: &'a Problem,
    symmetries: Vec<&'a [Hole]>,
    /// Whether those that break independence are left out.
    pub(super) are_ordered: bool,
    /// What self-symmetry leaves out.
    pub(super) orbits: Option<Orbits<'a>>,
}

impl<'a> Sequences<'a> {
    /// All of a problem.
    pub(super) fn of(problem: &'a Problem) -> Self {
        Sequences {
            problem,
            symmetries: problem.goal_symmetries(),
            are_ordered: false,
            orbits: None,
        }
    }

    /// Levels 0 to `depth` (or to the last with a state), for the addition of this name.
    ///
    /// # Errors
    /// If a level keeps more than [`MAX_KEPT`] states, or the watch ends it.
    pub(super) fn levels(
        &self,
        name: &str,
        depth: usize,
        watch: &Watch,
    ) -> Result<Vec<Level>, ModelError> {
        let start = Kept {
            state: self.problem.start().clone(),
            sequence: vec![],
            several: false,
        };
        let mut levels = vec![Level {
            kept: vec![start],
            sequences: 1,
            ..Level::default()
        }];
        for i in 0..depth {
            watch.check().map_err(FormulaError::Stopped)?;
            let level = self.extended(&levels[i].kept);
            if level.kept.len() > MAX_KEPT {
                return Err(ModelError::Refused {
                    addition: format!("{name}={depth}"),
                    reason: format!("level {} has more than {MAX_KEPT} states; lower K", i + 1),
                });
            }
            if level.kept.is_empty() {
                break;
            }
            levels.push(level);
        }
        Ok(levels)
    }

    /// The jumps by which one is extended.
    fn jumps(&self, kept: &Kept) -> Vec<JumpNumber> {
        let board = self.problem.board();
        let out_of_order = |number: JumpNumber, last: JumpNumber| {
            last > number && board.jump(last).disjoint(board.jump(number))
        };
        let mut jumps = match &self.orbits {
            Some(orbits) => orbits.split(kept.sequence.len(), &kept.state).0,
            None => board.possible(&kept.state).collect(),
        };
        if let (true, Some(&last)) = (self.are_ordered, kept.sequence.last()) {
            jumps.retain(|&number| !out_of_order(number, last));
        }
        jumps
    }

    /// One level from the one above it.
    fn extended(&self, above: &[Kept]) -> Level {
        let mut level = Level::default();
        let mut classes: HashMap<Position, usize> = HashMap::new();
        let mut excluded = BTreeSet::new();
        for (parent, kept) in above.iter().enumerate() {
            let jumps = self.jumps(kept);
            level.sequences += jumps.len();
            level.choices += jumps.len().saturating_sub(1);
            for number in jumps {
                let state = kept.state.after(self.problem.board().jump(number));
                let images = self.symmetries.iter();
                let class = images.map(|symmetry| state.image(symmetry)).min();
                let Some(class) = class else { continue }; // the identity is always there
                let next = level.kept.len();
                let known = *classes.entry(class).or_insert(next);
                if known == next {
                    let sequence = kept.sequence.iter().copied().chain([number]);
                    level.kept.push(Kept {
                        state,
                        sequence: sequence.collect(),
                        several: false,
                    });
                    if level.kept.len() > MAX_KEPT {
                        return level;
                    }
                    continue;
                }
                level.dropped.push((parent, number));
                if level.kept[known].state == state {
                    level.kept[known].several = true;
                } else {
                    excluded.insert(state);
                }
            }
        }
        level.excluded = excluded.into_iter().collect();
        level
    }
}

/// That some of the holes is not as in the position.
pub(super) fn other_than(state: &[Lit], holes: &[Hole], position: &Position) -> Vec<Lit> {
    let holes = holes.iter();
    holes
        .map(|&hole| signed(state[hole], !position.has_peg(hole)))
        .collect()
}
