//! Formulas with variables and clauses in random order, so that the luck of a
//! solver's heuristics can be measured as a distribution.

use super::{Clauses, Cnf, Lit, Var};

/// A formula whose variables were renamed and clauses reordered by a seed.
#[derive(Debug, Clone)]
pub struct Shuffled {
    /// The reordered formula.
    pub cnf: Cnf,
    /// The new name of every variable.
    renamed: Vec<u32>,
}

impl Shuffled {
    /// Shuffles by `seed`; seed 0 leaves everything as it was written.
    pub fn new(cnf: Cnf, seed: u64) -> Self {
        let mut renamed: Vec<u32> = (0..cnf.n_vars).collect();
        if seed == 0 {
            return Shuffled { cnf, renamed };
        }
        let mut random = fastrand::Rng::with_seed(seed);
        random.shuffle(&mut renamed);
        let mut order: Vec<usize> = (0..cnf.clauses.len()).collect();
        random.shuffle(&mut order);
        let mut clauses = Clauses::default();
        for index in order {
            let rename = |lit: &Lit| Var::new(renamed[lit.vidx()]).lit(lit.is_neg());
            clauses.push(cnf.clauses.get(index).iter().map(rename));
        }
        Shuffled {
            cnf: Cnf {
                n_vars: cnf.n_vars,
                clauses,
            },
            renamed,
        }
    }

    /// A literal of the original formula, as one of the shuffled one.
    pub fn shuffled(&self, lit: Lit) -> Lit {
        Var::new(self.renamed[lit.vidx()]).lit(lit.is_neg())
    }

    /// An assignment of the shuffled variables, as one of the original ones.
    ///
    /// # Panics
    /// If the assignment is shorter than the formula's variables.
    pub fn original(&self, assignment: Vec<bool>) -> Vec<bool> {
        let renamed = self.renamed.iter();
        renamed.map(|&var| assignment[var as usize]).collect()
    }
}
