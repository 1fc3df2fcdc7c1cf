//! Self-symmetry (§4.3): a symmetry of the goal that maps the current state to
//! itself maps each continuation to another one, so only the least jump of
//! each orbit need be tried.
//!
//! `self` states it for the first two moves: on central the first move is then 7,
//! and of the second moves 26, the mirror image of 12, is out. `self=K` states it
//! for the first K moves, of board states from the third on; `axes` leaves out the
//! reflections in a diagonal. Each symmetry is sound by itself (the head of
//! [`super`]), so they need not be a group.

use super::{
    Addition, ModelError, PLAIN, Steps,
    levels::{Sequences, other_than},
    orbits::{Orbits, PLAIN_DEPTH, read},
};
use crate::board::Hole;
use std::collections::BTreeSet;

/// The addition `self`.
pub const SELF_SYMMETRY: Addition = Addition {
    word: "self",
    form: "self[=K|=axes|=K:axes]",
    summary: "of moves that mirror each other in a symmetric state only the first (§4.3), for \
              two moves or K, at most 64; with axes, mirrors in diagonals do not count",
    models: &["A", "B", "C", "S"],
    read: |value| read(value).map(|_| value.into()),
    reorders: |_| true,
    post: |steps, value| {
        steps.refuse_survivor("self")?;
        exclude(steps, &Orbits::of(steps.problem, value)?)
    },
    ..PLAIN
};

/// Excludes moves that a symmetry of the state maps to lesser ones.
fn exclude(steps: &mut Steps<'_>, orbits: &Orbits<'_>) -> Result<(), ModelError> {
    let deep = match orbits.depth > PLAIN_DEPTH {
        true => steps.certain("self", orbits.depth, "it speaks of no more"),
        false => 0,
    };
    if deep > PLAIN_DEPTH {
        steps.states_for("self")?;
    }
    let Steps {
        encoding,
        problem,
        moves,
        states,
    } = steps;
    let mut rows = vec![(Vec::new(), problem.start().clone())];
    for i in 0..orbits.depth.min(PLAIN_DEPTH).min(moves.n_steps()) {
        let mut next = Vec::new();
        for (mut row, state) in rows {
            let (left, rest) = orbits.split(i, &state);
            for jump in rest {
                row.push(!moves.jumps(i)[jump.0]);
                encoding.formula.add_clause(&row);
                row.pop();
            }
            next.extend(left.into_iter().map(|jump| {
                let row = row.iter().copied().chain([!moves.jumps(i)[jump.0]]);
                (row.collect(), state.after(problem.board().jump(jump)))
            }));
        }
        rows = next;
    }
    let Some(states) = states.filter(|_| deep > PLAIN_DEPTH) else {
        return Ok(());
    };
    let watch = encoding.formula.watch();
    let levels = Sequences::of(problem).levels("self", deep - 1, &watch)?;
    let holes: Vec<Hole> = (0..problem.board().n_holes()).collect();
    for (i, level) in levels.iter().enumerate().skip(PLAIN_DEPTH) {
        // What leads to a state leads to its images, unless they are merged.
        let kept = level.kept.iter().map(|kept| &kept.state);
        let symmetric = kept.filter(|state| orbits.fixing(state).nth(1).is_some());
        let images = symmetric.flat_map(|state| {
            let images = problem.goal_symmetries().into_iter();
            images.map(|symmetry| state.image(symmetry))
        });
        for state in BTreeSet::from_iter(images) {
            let mut clause = other_than(&states.at[i], &holes, &state);
            for jump in orbits.split(i, &state).1 {
                clause.push(!moves.jumps(i)[jump.0]);
                encoding.formula.add_clause(&clause);
                clause.pop();
            }
        }
    }
    Ok(())
}
