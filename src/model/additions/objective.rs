//! What an optimiser is to make large in model A, for the formats that have an objective (OPB,
//! LP, MPS) and the systems that read them.
//!
//! In each the goal is required besides, so that every feasible point is a solution and the
//! objective does no more than guide: in the paper's words (§5.4), neither of its functions "is
//! a genuine objective", and its solver determined their optimum while it read the model.
//! - `final`, which stands where nothing is said: the pegs in the holes that must hold one at
//!   the end. For one peg that is equation (1), for patterns the sum of §6.1.
//! - `penalty`: less the pegs in all other holes, of the earlier version that §5.4 speaks of.
//! - `none`.

use super::{
    super::{Encoding, States},
    Addition, Additions, PLAIN,
};
use crate::{board::Hole, formula::Lit, problem::Problem};

/// The addition `objective`.
pub const OBJECTIVE: Addition = Addition {
    word: "objective",
    form: "objective=final|penalty|none",
    summary: "what systems with an objective maximise: pegs in the goal's holes (final, the \
              default: the paper's, §5.1, §6.1), less those elsewhere (penalty, §5.4), or nothing",
    models: &["A"],
    read: |value| matches!(value, "final" | "penalty" | "none").then(|| value.into()),
    ..PLAIN
};

/// States it of the last state.
pub(in crate::model) fn state(
    encoding: &mut Encoding,
    problem: &Problem,
    states: &States,
    additions: &Additions,
) {
    let Some(end) = states.at.last() else { return };
    let is_wanted = |hole: Hole| problem.goal().fixed(hole) == Some(true);
    let holes = 0..problem.board().n_holes();
    let asked = additions.values(&OBJECTIVE).next();
    if asked.is_some() {
        let note =
            "objective: for systems that take one (as LP, MPS or OPB); others know nothing of it";
        encoding.notes.push(note.into());
    }
    let lits: Vec<Lit> = match asked {
        Some("none") => Vec::new(),
        Some("penalty") => {
            let others = holes.filter(|&hole| !is_wanted(hole));
            others.map(|hole| !end[hole]).collect()
        }
        _ => holes
            .filter(|&hole| is_wanted(hole))
            .map(|hole| end[hole])
            .collect(),
    };
    encoding.formula.set_objective(lits);
}
