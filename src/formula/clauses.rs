//! Clauses in one flat list, four bytes a literal.

use super::{Lit, MAX_LITERALS};
use rustsat::{OutOfMemory, encodings::CollectClauses, types::Clause};

/// A list of clauses.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Clauses {
    lits: Vec<Lit>,
    ends: Vec<usize>,
    full: bool,
}

impl Clauses {
    /// Adds a clause. Once [`Clauses::is_full`], it is dropped.
    pub fn push(&mut self, clause: impl IntoIterator<Item = Lit>) {
        if self.full {
            return;
        }
        self.lits.extend(clause);
        self.ends.push(self.lits.len());
        self.full = self.lits.len() > MAX_LITERALS;
    }

    /// Whether there are more than [`MAX_LITERALS`] literals.
    pub fn is_full(&self) -> bool {
        self.full
    }

    /// The number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no clause.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The number of literals in all clauses.
    pub fn n_literals(&self) -> usize {
        self.lits.len()
    }

    /// Clause number `index`.
    ///
    /// # Panics
    /// If there is none of that number.
    pub fn get(&self, index: usize) -> &[Lit] {
        let begin = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.lits[begin..self.ends[index]]
    }

    /// The clauses in order.
    pub fn iter(&self) -> impl Iterator<Item = &[Lit]> {
        (0..self.len()).map(|index| self.get(index))
    }
}

/// The encoders of rustsat write into the list.
impl CollectClauses for Clauses {
    fn n_clauses(&self) -> usize {
        self.len()
    }

    fn extend_clauses<T>(&mut self, clauses: T) -> Result<(), OutOfMemory>
    where
        T: IntoIterator<Item = Clause>,
    {
        clauses.into_iter().for_each(|clause| self.push(clause));
        Ok(())
    }
}

/// A formula in conjunctive normal form: what solvers and DIMACS take.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cnf {
    /// The number of variables, all below it.
    pub n_vars: u32,
    /// The clauses.
    pub clauses: Clauses,
}

impl Cnf {
    /// Whether the assignment, a truth value a variable, satisfies every clause.
    ///
    /// # Panics
    /// If the assignment is shorter than the variables that are used.
    pub fn is_satisfied_by(&self, assignment: &[bool]) -> bool {
        let is_true = |lit: &Lit| assignment[lit.vidx()] == lit.is_pos();
        self.clauses.iter().all(|clause| clause.iter().any(is_true))
    }
}
