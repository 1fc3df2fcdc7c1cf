//! Sweeps in a model of steps: Long-hop Solitaire (Jefferson, Miguel, Miguel and
//! Tarim 2006, §8), where a solution is to have few of them.
//!
//! **Variables.** `hops[t]` = the move at t begins a sweep (the paper's *hop*).
//!
//! **Constraints**, for each step t but the first, whose move begins one:
//! 1. `moves[t-1] = j ∧ ¬hops[t]  ⟹  moves[t]` starts where j ends, or is idle;
//! 2. `moves[t-1] = j ∧ moves[t] = k  ⟹  ¬hops[t]`, if k starts where j ends; and
//!    idle moves begin none;
//!
//! and `Σ hops ≤` the bound.
//!
//! **Independence** (§8.2). Exchanging two neighbours that share no hole may tear
//! a sweep, so four moves must be looked at: the first must not go on with the
//! sweep before, nor the move after them with that of the second. Then the
//! exchange costs no sweep, and the lexicographically least of the solutions
//! within the bound survives.
//!
//! **Size** on a board of j jumps, n steps: n variables, jn clauses of (1), at
//! most 3jn of (2), and the totalizer.

use super::{Additions, Encoding, Meaning, ModelError, Moves, additions::INDEPENDENCE};
use crate::{
    formula::{Lit, Relation},
    problem::Problem,
};

/// Allows no more than `most` sweeps; returns the additions that are left to be
/// posted.
pub(super) fn post(
    encoding: &mut Encoding,
    problem: &Problem,
    moves: &Moves,
    additions: &Additions,
    most: usize,
) -> Result<Additions, ModelError> {
    let mut all = additions.each();
    if let Some((addition, value)) = all.find(|(addition, value)| (addition.reorders)(value)) {
        return Err(ModelError::Refused {
            addition: format!("{}={value}", addition.word)
                .trim_end_matches('=')
                .into(),
            reason: "it reorders moves, which --sweeps does not allow; leave one out".into(),
        });
    }
    encoding
        .formula
        .family("sweeps: where one begins, and how many there are");
    let hops = hops(encoding, problem, moves);
    if additions.has(&INDEPENDENCE) {
        independence(encoding, problem, moves, &hops);
    }
    let hops = hops.into_iter().map(|hop| (hop, 1));
    encoding
        .formula
        .add_linear(hops, Relation::AtMost, most as isize);
    Ok(additions.clone().without(&INDEPENDENCE))
}

/// Families 1 and 2; returns `hops`.
fn hops(encoding: &mut Encoding, problem: &Problem, moves: &Moves) -> Vec<Lit> {
    let jumps = problem.board().jumps();
    let hops = encoding.new_lits((1..=moves.n_steps()).map(|step| Meaning::Hop { step }));
    for (t, &hop) in hops.iter().enumerate() {
        if let Some(idle) = moves.idle(t) {
            encoding.formula.add_implication(idle, !hop);
        }
        if t == 0 {
            let begins = moves.idle(t).into_iter().chain([hop]);
            encoding.formula.add_clause(&begins.collect::<Vec<Lit>>());
            continue;
        }
        for (j, &before) in jumps.iter().zip(moves.jumps(t - 1)) {
            let next = jumps.iter().zip(moves.jumps(t));
            let going_on: Vec<Lit> = next
                .filter(|(k, _)| k.from == j.to)
                .map(|(_, &move_)| move_)
                .collect();
            for &move_ in &going_on {
                encoding.formula.add_clause(&[!before, !move_, !hop]);
            }
            let mut clause = vec![!before, hop];
            clause.extend(going_on);
            clause.extend(moves.idle(t));
            encoding.formula.add_clause(&clause);
        }
    }
    hops
}

/// Two moves that share no hole stand in number order, unless the exchange would
/// tear a sweep.
fn independence(encoding: &mut Encoding, problem: &Problem, moves: &Moves, hops: &[Lit]) {
    let jumps = problem.board().jumps();
    for t in 1..moves.n_steps() {
        if encoding.formula.is_full() {
            break;
        }
        // The first move begins a sweep, and so does the one after the second,
        // if there is one.
        let torn = [Some(!hops[t - 1]), hops.get(t + 1).map(|&hop| !hop)];
        let idle = (t + 1 < moves.n_steps()).then(|| moves.idle(t + 1));
        let idle = idle.flatten();
        for (later, a) in jumps.iter().enumerate() {
            for (earlier, b) in jumps[..later].iter().enumerate() {
                if !a.disjoint(b) {
                    continue;
                }
                let pair = [!moves.jumps(t - 1)[later], !moves.jumps(t)[earlier]];
                let mut clause: Vec<Lit> =
                    pair.into_iter().chain(torn.into_iter().flatten()).collect();
                encoding.formula.add_clause(&clause);
                if let Some(idle) = idle {
                    // An idle move goes on with nothing.
                    clause.pop();
                    clause.push(!idle);
                    encoding.formula.add_clause(&clause);
                }
            }
        }
    }
}
