//! The pegs on the board before each step: one less than before the last. It follows from the
//! model, and may help a solver to see sooner that a branch is dead.

use super::{Addition, ModelError, OF_STATES, PLAIN, Steps};
use crate::formula::Relation;

/// The addition `count`.
pub const COUNT: Addition = Addition {
    word: "count",
    summary: "redundant: the pegs on the board at every step",
    models: OF_STATES,
    post,
    ..PLAIN
};

fn post(steps: &mut Steps<'_>, _value: &str) -> Result<(), ModelError> {
    let states = steps.states_for("count")?;
    let pegs = steps.problem.start().n_pegs() as isize;
    for t in 1..steps.moves.n_steps() {
        if steps.moves.idle(t - 1).is_some() {
            break; // from here on the number of jumps is open
        }
        let terms = states.at[t].iter().map(|&lit| (lit, 1));
        let pegs = pegs - t as isize;
        steps
            .encoding
            .formula
            .add_linear(terms, Relation::Equal, pegs);
    }
    Ok(())
}
