//! Identical and symmetric states to depth k (§4.1, §4.4).
//!
//! Levels are explored from the start: each kept sequence is extended by each
//! possible jump, in order. Of the sequences that lead to one state, or to
//! states that a symmetry of the goal maps to each other, the first is kept.
//! Sequences are met in lexicographic order, so the kept one is the least of
//! its class (the head of [`super`] says why that matters).
//!
//! **Stated** on board states where the model has them: for a kept state b at
//! level i that several sequences reach, `state[i] = b → moves[1..i]` is its
//! sequence; a state that is only symmetric to a kept one is excluded. A model
//! without states gets one clause for each dropped extension of a kept
//! sequence. Where the goal has no symmetry only identical states are merged.

use super::{
    super::{Encoding, Moves, steps::signed},
    Addition, Additions, ModelError, OF_STEPS, PLAIN, Steps,
    self_symmetry::{self, SELF_SYMMETRY},
};
use crate::{
    board::{Hole, JumpNumber, Position},
    formula::{FormulaError, Lit},
    problem::Problem,
    watch::Watch,
};
use std::collections::{HashMap, HashSet};

/// The most levels that it may explore.
const MAX_DEPTH: usize = 64;

/// The addition `states`.
pub const MERGED_STATES: Addition = Addition {
    word: "states",
    form: "states=K",
    summary: "one representative for identical and symmetric states to depth K, at most 64 \
              (§4.1, 4.4)",
    models: OF_STEPS,
    read: |value| {
        let depth: usize = value.parse().ok()?;
        (depth <= MAX_DEPTH).then(|| depth.to_string())
    },
    reorders: |_| true,
    post: |steps, value| {
        steps.refuse_survivor("states")?;
        merge(steps, value.parse().unwrap_or_default())
    },
    ..PLAIN
};

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
}

/// Explores levels 0 to `depth` (or to the last with a state). With
/// `independence` extensions that break that order are not looked at.
///
/// # Errors
/// If a level keeps more than [`MAX_KEPT`] states, or the watch ends it.
pub fn explore(
    problem: &Problem,
    depth: usize,
    independence: bool,
    watch: &Watch,
) -> Result<Vec<Level>, ModelError> {
    let start = Kept {
        state: problem.start().clone(),
        sequence: vec![],
        several: false,
    };
    let mut levels = vec![Level {
        kept: vec![start],
        sequences: 1,
        ..Level::default()
    }];
    let symmetries = problem.goal_symmetries();
    for i in 0..depth {
        watch.check().map_err(FormulaError::Stopped)?;
        let level = extend(problem, &levels[i].kept, &symmetries, independence);
        if level.kept.len() > MAX_KEPT {
            return Err(ModelError::Refused {
                addition: format!("states={depth}"),
                reason: format!("level {} has more than {MAX_KEPT} states; take less", i + 1),
            });
        }
        if level.kept.is_empty() {
            break;
        }
        levels.push(level);
    }
    Ok(levels)
}

/// One level from the one above it.
fn extend(problem: &Problem, above: &[Kept], symmetries: &[&[Hole]], independence: bool) -> Level {
    let board = problem.board();
    let mut level = Level::default();
    let mut classes: HashMap<Position, usize> = HashMap::new();
    let mut excluded = std::collections::BTreeSet::new();
    for (parent, kept) in above.iter().enumerate() {
        for (number, jump) in board.numbered_jumps() {
            let out_of_order =
                |&last: &JumpNumber| last > number && board.jump(last).disjoint(jump);
            if !kept.state.allows(jump)
                || independence && kept.sequence.last().is_some_and(out_of_order)
            {
                continue;
            }
            level.sequences += 1;
            let state = kept.state.after(jump);
            let class = symmetries
                .iter()
                .map(|symmetry| state.image(symmetry))
                .min();
            let Some(class) = class else { continue }; // the identity is always there
            let next = level.kept.len();
            let known = *classes.entry(class).or_insert(next);
            if known == next {
                let mut sequence = kept.sequence.clone();
                sequence.push(number);
                level.kept.push(Kept {
                    state,
                    sequence,
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

/// The sequences of first moves that `states` and `self` leave, all as long as the longest that
/// they speak of, and no longer than so many moves, which are certain; none without them.
pub fn first_moves(
    problem: &Problem,
    additions: &Additions,
    certain: usize,
    watch: &Watch,
) -> Result<Vec<Vec<JumpNumber>>, ModelError> {
    let depth = additions.values(&MERGED_STATES).next();
    let depth: usize = depth.map_or(0, |depth| depth.parse().unwrap_or_default());
    let merged = explore(problem, depth.min(certain), false, watch)?.pop();
    let merged = merged.map_or(Vec::new(), |level| level.kept);
    let mut merged: Vec<_> = merged.into_iter().map(|kept| kept.sequence).collect();
    let mut own = match additions.has(&SELF_SYMMETRY) {
        true => self_symmetry::first_moves(problem, certain.min(2))?,
        false => vec![Vec::new()],
    };
    let lengths = [&merged, &own].map(|rows| rows.first().map_or(0, Vec::len));
    if lengths[0] < lengths[1] {
        std::mem::swap(&mut merged, &mut own);
    }
    let own: HashSet<Vec<JumpNumber>> = own.into_iter().collect();
    let short = lengths[0].min(lengths[1]);
    merged.retain(|row| own.contains(&row[..short]));
    Ok(merged.into_iter().filter(|row| !row.is_empty()).collect())
}

/// Adds the constraints to depth `depth`.
fn merge(steps: &mut Steps<'_>, depth: usize) -> Result<(), ModelError> {
    let Steps {
        encoding,
        problem,
        moves,
        states,
    } = steps;
    if problem.goal_symmetries().len() == 1 && problem.board().symmetries().len() > 1 {
        encoding.notes.push(format!(
            "states={depth}: the goal has no symmetry, so identical states are merged, symmetric ones not"
        ));
    }
    if moves.n_certain() < depth.min(moves.n_steps()) {
        encoding.notes.push(format!(
            "states={depth}: only {} moves are certain for this goal, so no more levels are merged",
            moves.n_certain()
        ));
    }
    // Only as deep as moves are certain: an idle step would leave a state of an
    // earlier level where the clauses expect this level's.
    let watch = encoding.formula.watch();
    let levels = explore(problem, depth.min(moves.n_certain()), false, &watch)?;
    for i in 1..levels.len() {
        match states {
            Some(states) => on_states(encoding, moves, &states.at[i], &levels[i]),
            None => on_moves(encoding, moves, i, &levels[i - 1], &levels[i]),
        }
    }
    Ok(())
}

/// State b after step i → moves[1..i] is its representative; states that are
/// only symmetric to a kept one never.
fn on_states(encoding: &mut Encoding, moves: &Moves, state: &[Lit], level: &Level) {
    let found = || {
        level
            .kept
            .iter()
            .map(|kept| &kept.state)
            .chain(&level.excluded)
    };
    // Holes in which the level's states do not differ need not be named.
    let differing: Vec<Hole> = (0..state.len())
        .filter(|&hole| {
            let pegs = found().filter(|position| position.has_peg(hole)).count();
            0 < pegs && pegs < found().count()
        })
        .collect();
    let other_than = |position: &Position| -> Vec<Lit> {
        differing
            .iter()
            .map(|&hole| signed(state[hole], !position.has_peg(hole)))
            .collect()
    };
    for kept in level.kept.iter().filter(|kept| kept.several) {
        let mut clause = other_than(&kept.state);
        for (t, &jump) in kept.sequence.iter().enumerate() {
            clause.push(moves.jumps(t)[jump.0]);
            encoding.formula.add_clause(&clause);
            clause.pop();
        }
    }
    for position in &level.excluded {
        encoding.formula.add_clause(&other_than(position));
    }
}

/// After a kept sequence, no jump that leads to a state kept elsewhere.
fn on_moves(encoding: &mut Encoding, moves: &Moves, i: usize, above: &Level, level: &Level) {
    for &(parent, jump) in &level.dropped {
        let sequence = above.kept[parent].sequence.iter().chain([&jump]);
        let clause: Vec<Lit> = sequence
            .enumerate()
            .map(|(t, &jump)| !moves.jumps(t)[jump.0])
            .collect();
        debug_assert_eq!(clause.len(), i);
        encoding.formula.add_clause(&clause);
    }
}
