//! Identical and symmetric states to depth k (§4.1, §4.4).
//!
//! `levels.rs` explores them.
//!
//! **Stated** on board states where the model has them: for a kept state b at
//! level i that several sequences reach, `state[i] = b → moves[1..i]` is its
//! sequence; a state that is only symmetric to a kept one is excluded. A model
//! without states gets one clause for each dropped extension of a kept
//! sequence. Where the goal has no symmetry only identical states are merged.

use super::{
    super::{Encoding, Moves},
    Addition, Additions, INDEPENDENCE, ModelError, OF_STEPS, PLAIN, Steps,
    levels::{Sequences, other_than},
    orbits::{Orbits, PLAIN_DEPTH},
    self_symmetry::SELF_SYMMETRY,
};
use crate::{
    board::{Hole, JumpNumber},
    formula::Lit,
    problem::Problem,
    watch::Watch,
};

pub use super::levels::{Kept, Level, MAX_KEPT};

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

/// [The levels](Level) of sequences, without those that `independence` and `self` of the additions
/// exclude.
///
/// # Errors
/// If there are other additions, a level keeps more than [`MAX_KEPT`] states, or the watch ends it.
pub fn explore(
    problem: &Problem,
    depth: usize,
    additions: &Additions,
    watch: &Watch,
) -> Result<Vec<Level>, ModelError> {
    if !additions.are_among(&[&INDEPENDENCE, &SELF_SYMMETRY]) {
        return Err(ModelError::Refused {
            addition: additions.to_string(),
            reason: "expected independence, self or both".into(),
        });
    }
    let own = additions.values(&SELF_SYMMETRY).next();
    let mut sequences = Sequences::of(problem);
    sequences.are_ordered = additions.has(&INDEPENDENCE);
    sequences.orbits = own.map(|value| Orbits::of(problem, value)).transpose()?;
    sequences.levels("states", depth, watch)
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
    let levels = Sequences::of(problem).levels("states", depth.min(certain), watch);
    let kept = levels?.pop();
    let kept = kept.map_or(Vec::new(), |level| level.kept);
    let mut rows: Vec<_> = kept.into_iter().map(|kept| kept.sequence).collect();
    if let Some(value) = additions.values(&SELF_SYMMETRY).next() {
        let orbits = Orbits::of(problem, value)?;
        for moves in 0..orbits.depth.min(PLAIN_DEPTH).min(certain) {
            if rows.first().is_some_and(|row| row.len() == moves) {
                rows = rows.iter().flat_map(|row| orbits.extended(row)).collect();
            }
        }
        rows.retain(|row| orbits.leave(row));
    }
    Ok(rows.into_iter().filter(|row| !row.is_empty()).collect())
}

/// Adds the constraints to depth `depth`.
fn merge(steps: &mut Steps<'_>, depth: usize) -> Result<(), ModelError> {
    let problem = steps.problem;
    if problem.goal_symmetries().len() == 1 && problem.board().symmetries().len() > 1 {
        steps.encoding.notes.push(format!(
            "states={depth}: the goal has no symmetry, so identical states are merged, symmetric ones not"
        ));
    }
    let certain = steps.certain("states", depth, "no more levels are merged");
    let Steps {
        encoding,
        moves,
        states,
        ..
    } = steps;
    let watch = encoding.formula.watch();
    let levels = Sequences::of(problem).levels("states", certain, &watch)?;
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
    for kept in level.kept.iter().filter(|kept| kept.several) {
        let mut clause = other_than(state, &differing, &kept.state);
        for (t, &jump) in kept.sequence.iter().enumerate() {
            clause.push(moves.jumps(t)[jump.0]);
            encoding.formula.add_clause(&clause);
            clause.pop();
        }
    }
    for position in &level.excluded {
        encoding
            .formula
            .add_clause(&other_than(state, &differing, position));
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
