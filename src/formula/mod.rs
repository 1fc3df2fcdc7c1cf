//! Formulas: clauses and linear constraints over 0/1 variables.
//!
//! A model states a [`Formula`]. [`Formula::into_cnf`] turns its linear
//! constraints into clauses, for the embedded solvers and DIMACS alike;
//! [`opb`], [`lp`] and [`mps`] write them as the constraints that they are.

mod clauses;
pub mod cubes;
pub mod dimacs;
mod encode;
pub mod lp;
pub mod mps;
pub mod opb;
mod shuffle;
pub(crate) mod words;

pub use clauses::{Clauses, Cnf};
pub use encode::AtMostOne;
pub use rustsat::types::{Lit, Var};
pub use shuffle::Shuffled;

use crate::watch::{Stop, Watch};
use std::sync::Arc;

/// How many literals a formula may have; four bytes each.
pub const MAX_LITERALS: usize = 1 << 28;

/// How many variables a model may state.
pub const MAX_VARIABLES: u64 = 1 << 26;

/// Why a formula cannot be made.
#[derive(Debug, Clone, thiserror::Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormulaError {
    /// More than [`MAX_VARIABLES`] variables of the model, or more than
    /// [`MAX_LITERALS`] literals.
    #[error(
        "the formula has more than {MAX_VARIABLES} variables or {MAX_LITERALS} literals; \
         leave additions such as independence out, try fewer --layers, \
         or a smaller board"
    )]
    TooLarge,
    /// The watch ended it.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// How a linear sum is bounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// Σ ≥ bound
    AtLeast,
    /// Σ ≤ bound
    AtMost,
    /// Σ = bound
    Equal,
}

/// A linear constraint Σ weight·literal ⋈ bound over 0/1 literals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Linear {
    /// The weighted literals.
    pub terms: Vec<(Lit, isize)>,
    /// ≥, ≤ or =.
    pub relation: Relation,
    /// The right-hand side.
    pub bound: isize,
}

/// Two sets of literals, of each of which exactly one is true, and which of them exclude
/// each other: a table of two variables with a value a literal.
#[derive(Debug, Clone)]
pub struct Pairs {
    /// The first set.
    pub first: Vec<Lit>,
    /// The second.
    pub second: Vec<Lit>,
    /// Places in both sets that are not true together.
    pub excluded: Arc<[(usize, usize)]>,
}

impl Pairs {
    /// For each literal that it is false, or one of the other set that it does not exclude
    /// is true. Unit propagation of these clauses leaves no value without a partner.
    pub fn supports(&self) -> Vec<Vec<Lit>> {
        let mut first = vec![vec![true; self.second.len()]; self.first.len()];
        let mut second = vec![vec![true; self.first.len()]; self.second.len()];
        for &(one, other) in &*self.excluded {
            first[one][other] = false;
            second[other][one] = false;
        }
        let clauses = |of: &[Lit], by: &[Lit], fits: Vec<Vec<bool>>| -> Vec<Vec<Lit>> {
            let clause = |(&lit, fits): (&Lit, Vec<bool>)| -> Vec<Lit> {
                let partners = by.iter().zip(fits).filter(|(_, fits)| *fits);
                std::iter::once(!lit)
                    .chain(partners.map(|(&partner, _)| partner))
                    .collect()
            };
            of.iter().zip(fits).map(clause).collect()
        };
        let mut all = clauses(&self.first, &self.second, first);
        all.extend(clauses(&self.second, &self.first, second));
        all
    }
}

/// Constraints that say the same of other holes or steps.
#[derive(Debug, Clone, Copy)]
pub struct Family {
    /// What they say, as the model's head has it.
    pub name: &'static str,
    /// How many clauses, sets of which exactly one is true, and linear constraints come before.
    pub begins: [usize; 3],
}

/// Variables `0..n_vars`, clauses, and linear constraints over them.
#[derive(Debug, Clone, Default)]
pub struct Formula {
    n_vars: u32,
    clauses: Clauses,
    exactly_one: Vec<Vec<Lit>>,
    linear: Vec<Linear>,
    pairs: Vec<Pairs>,
    n_terms: usize,
    objective: Vec<Lit>,
    families: Vec<Family>,
    watch: Option<Watch>,
    stopped: Option<Stop>,
}

/// The clauses after which the watch is asked.
const CLAUSES_A_LOOK: usize = 1 << 12;

impl Formula {
    /// A formula without variables and constraints.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same, which takes no more clauses once the watch says so.
    pub fn watched(watch: &Watch) -> Self {
        Formula {
            watch: Some(watch.clone()),
            ..Self::default()
        }
    }

    /// What bounds it.
    pub(crate) fn watch(&self) -> Watch {
        self.watch.clone().unwrap_or_default()
    }

    /// A new variable, as its positive literal.
    pub fn new_lit(&mut self) -> Lit {
        let lit = Var::new(self.n_vars).pos_lit();
        self.n_vars += 1;
        lit
    }

    /// The number of variables.
    pub fn n_vars(&self) -> u32 {
        self.n_vars
    }

    /// The clauses, without those that encode the other constraints.
    pub fn clauses(&self) -> &Clauses {
        &self.clauses
    }

    /// The sets of literals of which exactly one is true.
    pub fn exactly_ones(&self) -> &[Vec<Lit>] {
        &self.exactly_one
    }

    /// The linear constraints.
    pub fn linear(&self) -> &[Linear] {
        &self.linear
    }

    /// What clauses say of two sets at a time, for solvers that propagate more.
    pub fn pairs(&self) -> &[Pairs] {
        &self.pairs
    }

    /// The literals of which as many as possible should be true, for formats
    /// that have an objective; empty if there is none.
    pub fn objective(&self) -> &[Lit] {
        &self.objective
    }

    /// What is added from now on belongs to this family.
    pub fn family(&mut self, name: &'static str) {
        if self.families.last().is_none_or(|last| last.name != name) {
            let begins = [
                self.clauses.len(),
                self.exactly_one.len(),
                self.linear.len(),
            ];
            self.families.push(Family { name, begins });
        }
    }

    /// The families in their order; one may come again.
    pub fn families(&self) -> &[Family] {
        &self.families
    }

    /// Requires one of the literals. The empty clause is never true.
    pub fn add_clause(&mut self, lits: &[Lit]) {
        if self.stopped.is_some() {
            return;
        }
        self.clauses.push(lits.iter().copied());
        if let Some(watch) = &self.watch
            && self.clauses.len().is_multiple_of(CLAUSES_A_LOOK)
        {
            self.stopped = watch.check().err();
        }
    }

    /// Requires `conclusion` whenever `premise` holds.
    pub fn add_implication(&mut self, premise: Lit, conclusion: Lit) {
        self.add_clause(&[!premise, conclusion]);
    }

    /// Requires that no two literals of an excluded pair are true, by a clause each.
    pub fn exclude_pairs(&mut self, pairs: Pairs) {
        for &(one, other) in &*pairs.excluded {
            self.add_clause(&[!pairs.first[one], !pairs.second[other]]);
        }
        self.pairs.push(pairs);
    }

    /// Requires exactly one of the literals.
    pub fn add_exactly_one(&mut self, lits: Vec<Lit>) {
        self.exactly_one.push(lits);
    }

    /// Requires a linear constraint Σ weight·literal ⋈ bound.
    pub fn add_linear(
        &mut self,
        terms: impl IntoIterator<Item = (Lit, isize)>,
        relation: Relation,
        bound: isize,
    ) {
        if !self.is_full() {
            let terms: Vec<(Lit, isize)> = terms.into_iter().collect();
            self.n_terms += terms.len();
            self.linear.push(Linear {
                terms,
                relation,
                bound,
            });
        }
    }

    /// States what an optimiser should make true as often as it can.
    pub fn set_objective(&mut self, lits: Vec<Lit>) {
        self.objective = lits;
    }

    /// Whether the formula takes no more: it has outgrown [`MAX_LITERALS`], or the watch
    /// ended it. What is added from then on is dropped, and [`Formula::whole`] fails.
    pub fn is_full(&self) -> bool {
        self.whole().is_err()
    }

    /// Whether nothing that was added is missing.
    ///
    /// # Errors
    /// Why something is.
    pub fn whole(&self) -> Result<(), FormulaError> {
        match &self.stopped {
            Some(stop) => Err(stop.clone().into()),
            None if self.clauses.is_full() || self.n_terms > MAX_LITERALS => {
                Err(FormulaError::TooLarge)
            }
            None => Ok(()),
        }
    }

    /// Whether an assignment satisfies it, a truth value a variable.
    pub fn is_satisfied_by(&self, assignment: &[bool]) -> bool {
        let holds = |lit: &Lit| assignment.get(lit.vidx()) == Some(&lit.is_pos());
        let is_kept = |linear: &Linear| {
            let terms = linear.terms.iter().filter(|(lit, _)| holds(lit));
            let sum: isize = terms.map(|(_, weight)| weight).sum();
            match linear.relation {
                Relation::AtLeast => sum >= linear.bound,
                Relation::AtMost => sum <= linear.bound,
                Relation::Equal => sum == linear.bound,
            }
        };
        let mut sets = self.exactly_one.iter();
        self.clauses.iter().all(|clause| clause.iter().any(holds))
            && sets.all(|set| set.iter().filter(|lit| holds(lit)).count() == 1)
            && self.linear.iter().all(is_kept)
    }

    /// Everything as clauses: the formula's own first, then the encodings of
    /// its linear constraints, whose auxiliary variables come after its own.
    ///
    /// # Errors
    /// If there are more than [`MAX_LITERALS`] literals, or the watch ended it.
    pub fn into_cnf(self, at_most_one: AtMostOne) -> Result<Cnf, FormulaError> {
        encode::into_cnf(self, at_most_one)
    }
}
