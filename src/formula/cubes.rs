//! Cubes: a formula in parts, each with some literals given, so that every assignment
//! that satisfies the formula is in one of them.
//!
//! The parts are the leaves of a tree of decisions. A literal without which, or with
//! which, unit propagation finds a contradiction is no decision: a lemma says what it has
//! to be. So a proof that no part can be satisfied is [`Cubes::first`], the parts'
//! proofs, and [`Cubes::last`], where each clause follows from those before it by unit
//! propagation.

use super::{Cnf, Lit, Var, words::words};
use serde::{Deserialize, Serialize};
use std::{cmp::Reverse, collections::BinaryHeap, convert::Infallible};

words! {
    /// How decisions are chosen.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Split: (Split, &'static str) {
        /// The first variable that is open, in the order in which they are given.
        #[default]
        First = "first",
        /// The one that, true or false, decides most others.
        Lookahead = "lookahead",
    }
    |_, _| "expected first or lookahead".into()
}

/// A formula's parts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cubes {
    /// The literals that are given in each; none if the formula is refuted by lemmas.
    pub cubes: Vec<Vec<Lit>>,
    /// Lemmas that hold without the parts.
    pub first: Vec<Vec<Lit>>,
    /// Lemmas that follow once each part is refuted, the last one the empty clause.
    pub last: Vec<Vec<Lit>>,
}

/// Clauses that are read between two questions whether to go on.
const CLAUSES_A_LOOK: usize = 1 << 14;

/// So many open variables are looked at for a decision.
const LOOKED_AT: usize = 64;

/// Splits the formula into `most` parts, or as many as there can be, by decisions on these
/// variables. Which part is split next, the hardest, is a guess: that with the fewest
/// decisions times variables that are decided by them (Heule, Kullmann, Wieringa, Biere:
/// Cube and Conquer, 2011).
///
/// # Errors
/// Those of `go_on`, which is asked while the formula is read and before every decision that
/// is looked at.
pub fn split<E>(
    cnf: &Cnf,
    variables: &[Var],
    how: Split,
    most: usize,
    mut go_on: impl FnMut() -> Result<(), E>,
) -> Result<Cubes, E> {
    let mut cubes = Cubes::default();
    let mut state = Propagator::new(cnf, &mut go_on)?;
    let ranked = match how {
        Split::First => variables.to_vec(),
        Split::Lookahead => state.ranked(variables),
    };
    if state.is_contradictory || most == 0 {
        cubes.last.push(Vec::new());
        return Ok(cubes);
    }
    let mut open: BinaryHeap<(Reverse<usize>, Reverse<usize>)> = BinaryHeap::new();
    let mut nodes = vec![Node::default()];
    let (mut leaves, mut inner): (Vec<usize>, Vec<usize>) = Default::default();
    open.push((Reverse(0), Reverse(0)));
    while let Some((_, Reverse(number))) = open.pop() {
        if open.len() + leaves.len() + 1 >= most {
            leaves.push(number);
            continue;
        }
        go_on()?;
        let node = nodes[number].clone();
        state.undo(0);
        for &lit in node.decisions.iter().chain(&node.implied) {
            let holds = state.assume(lit);
            debug_assert!(holds, "a node without a contradiction was kept");
        }
        match state.decide(&ranked, how, &node, &mut cubes.first, &mut go_on)? {
            Decision::Dead => {}
            Decision::None => leaves.push(number),
            Decision::On(lit, implied) => {
                inner.push(number);
                for lit in [lit, !lit] {
                    let mut child = node.clone();
                    child.decisions.push(lit);
                    child.implied.extend(&implied);
                    let mark = state.trail.len();
                    state.assume(lit);
                    let decided = state.trail.len() - state.n_given;
                    state.undo(mark);
                    let is_easy = decided * child.decisions.len();
                    open.push((Reverse(is_easy), Reverse(nodes.len())));
                    nodes.push(child);
                }
            }
        }
    }
    leaves.sort_by(|&a, &b| nodes[a].decisions.cmp(&nodes[b].decisions));
    cubes.cubes = leaves
        .into_iter()
        .map(|leaf| nodes[leaf].decisions.clone())
        .collect();
    inner.sort_by_key(|&number| Reverse((nodes[number].decisions.len(), number)));
    cubes.last = inner
        .into_iter()
        .map(|number| negated(&nodes[number].decisions, None))
        .collect();
    if cubes.last.is_empty() {
        cubes.last.push(Vec::new());
    }
    Ok(cubes)
}

/// Whether unit propagation alone finds the formula contradictory. `true` is a
/// refutation; `false` says nothing.
pub fn refutes(cnf: &Cnf) -> bool {
    let Ok(state) = Propagator::new(cnf, &mut || Ok::<(), Infallible>(()));
    state.is_contradictory
}

/// A part: what was decided, and what the lemmas say then.
#[derive(Debug, Clone, Default)]
struct Node {
    decisions: Vec<Lit>,
    implied: Vec<Lit>,
}

/// What is done with a part.
enum Decision {
    /// The lemmas refute it.
    Dead,
    /// Nothing is open.
    None,
    /// It is split by this literal; lemmas say these others.
    On(Lit, Vec<Lit>),
}

/// That not all of these hold, nor the other.
fn negated(lits: &[Lit], other: Option<Lit>) -> Vec<Lit> {
    lits.iter().copied().chain(other).map(|lit| !lit).collect()
}

/// Unit propagation that can be undone: two watched literals a clause.
struct Propagator {
    /// All literals, the two watched ones of a clause first, and where each clause begins.
    lits: Vec<Lit>,
    starts: Vec<usize>,
    /// For each literal the clauses that watch it.
    watches: Vec<Vec<u32>>,
    /// By literal: whether it is true.
    is_true: Vec<bool>,
    trail: Vec<Lit>,
    /// How many of the trail's literals hold without any assumption.
    n_given: usize,
    propagated: usize,
    is_contradictory: bool,
}

fn code(lit: Lit) -> usize {
    2 * lit.vidx() + usize::from(lit.is_neg())
}

impl Propagator {
    fn new<E>(cnf: &Cnf, go_on: &mut impl FnMut() -> Result<(), E>) -> Result<Self, E> {
        let n_codes = 2 * cnf.n_vars as usize;
        let mut new = Propagator {
            lits: Vec::with_capacity(cnf.clauses.n_literals()),
            starts: vec![0],
            watches: vec![Vec::new(); n_codes],
            is_true: vec![false; n_codes],
            trail: Vec::new(),
            n_given: 0,
            propagated: 0,
            is_contradictory: false,
        };
        let mut units = Vec::new();
        for (number, clause) in cnf.clauses.iter().enumerate() {
            if number.is_multiple_of(CLAUSES_A_LOOK) {
                go_on()?;
            }
            match *clause {
                [] => new.is_contradictory = true,
                [unit] => units.push(unit),
                [first, second, ..] => {
                    let number = new.starts.len() as u32 - 1;
                    new.watches[code(first)].push(number);
                    new.watches[code(second)].push(number);
                    new.lits.extend(clause);
                    new.starts.push(new.lits.len());
                }
            }
        }
        let holds = units.into_iter().all(|unit| new.assume(unit));
        new.is_contradictory |= !holds;
        new.n_given = new.trail.len();
        Ok(new)
    }

    fn is_open(&self, var: Var) -> bool {
        let lit = var.pos_lit();
        !self.is_true[code(lit)] && !self.is_true[code(!lit)]
    }

    /// Takes back what was assumed after the trail was so long; what holds anyhow stays.
    fn undo(&mut self, mark: usize) {
        let mark = mark.max(self.n_given);
        for lit in self.trail.drain(mark..) {
            self.is_true[code(lit)] = false;
        }
        self.propagated = mark;
    }

    /// Assumes a literal, and all that follows: whether there is no contradiction.
    fn assume(&mut self, lit: Lit) -> bool {
        if self.is_true[code(!lit)] {
            return false;
        }
        if !self.is_true[code(lit)] {
            self.is_true[code(lit)] = true;
            self.trail.push(lit);
        }
        while let Some(&lit) = self.trail.get(self.propagated) {
            self.propagated += 1;
            if !self.falsify(!lit) {
                return false;
            }
        }
        true
    }

    /// Looks at the clauses that watch a literal that became false.
    fn falsify(&mut self, lit: Lit) -> bool {
        let mut watching = std::mem::take(&mut self.watches[code(lit)]);
        let mut holds = true;
        watching.retain(|&clause| {
            let number = clause as usize;
            let range = self.starts[number]..self.starts[number + 1];
            let clause_lits = &mut self.lits[range];
            if clause_lits[0] == lit {
                clause_lits.swap(0, 1);
            }
            let first = clause_lits[0];
            if !holds || self.is_true[code(first)] {
                return true;
            }
            let is_false = |lit: &Lit| self.is_true[code(!*lit)];
            if let Some(place) = (2..clause_lits.len()).find(|&at| !is_false(&clause_lits[at])) {
                clause_lits.swap(1, place);
                self.watches[code(clause_lits[1])].push(clause);
                return false;
            }
            if is_false(&first) {
                holds = false;
            } else {
                self.is_true[code(first)] = true;
                self.trail.push(first);
            }
            true
        });
        self.watches[code(lit)] = watching;
        holds
    }

    /// The variables, those with most clauses of two literals on both sides first.
    fn ranked(&self, variables: &[Var]) -> Vec<Var> {
        let mut weights = vec![1.0f64; self.is_true.len()];
        for clause in self.starts.windows(2) {
            let lits = &self.lits[clause[0]..clause[1]];
            let weight = 0.2f64.powi(lits.len().min(8) as i32 - 2);
            lits.iter().for_each(|&lit| weights[code(lit)] += weight);
        }
        let weight = |var: &Var| weights[code(var.pos_lit())] * weights[code(var.neg_lit())];
        let mut ranked = variables.to_vec();
        ranked.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
        ranked
    }

    /// How many variables are decided by this literal; `None` if it cannot be.
    fn reach(&mut self, lit: Lit) -> Option<usize> {
        let mark = self.trail.len();
        let holds = self.assume(lit);
        let reached = self.trail.len() - mark;
        self.undo(mark);
        holds.then_some(reached)
    }

    /// A decision for the part whose literals are assumed; lemmas say which literals can
    /// only be one way.
    fn decide<E>(
        &mut self,
        ranked: &[Var],
        how: Split,
        node: &Node,
        lemmas: &mut Vec<Vec<Lit>>,
        go_on: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<Decision, E> {
        let mut implied = Vec::new();
        loop {
            let mut best: Option<(usize, Lit)> = None;
            let mut looked_at = 0;
            for &var in ranked {
                if !self.is_open(var) {
                    continue;
                }
                go_on()?;
                let lit = var.pos_lit();
                let failed = match (self.reach(lit), self.reach(!lit)) {
                    (Some(yes), Some(no)) => {
                        let score = yes.saturating_mul(no);
                        if best.is_none_or(|best| score > best.0) {
                            best = Some((score, lit));
                        }
                        looked_at += 1;
                        if how == Split::First || looked_at == LOOKED_AT {
                            break;
                        }
                        continue;
                    }
                    (None, _) => lit,
                    (_, None) => !lit,
                };
                lemmas.push(negated(&node.decisions, Some(failed)));
                implied.push(!failed);
                if !self.assume(!failed) {
                    lemmas.push(negated(&node.decisions, None));
                    return Ok(Decision::Dead);
                }
            }
            let Some((_, lit)) = best else {
                return Ok(Decision::None);
            };
            // A later lemma may have settled it: then another one is looked for.
            let is_open = self.is_open(lit.var());
            if is_open && self.reach(lit).is_some() && self.reach(!lit).is_some() {
                return Ok(Decision::On(lit, implied));
            }
        }
    }
}
