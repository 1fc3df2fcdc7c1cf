//! Solvers that implement rustsat's traits: batsat, and CaDiCaL as an option.

use super::{Backend, Context, SolverError, Verdict};
use crate::formula::{Cnf, Lit, Var};
use batsat::{SolverInterface, lbool};
use rustsat::{
    solvers::{Solve, SolverResult},
    types::TernaryVal,
};
use std::marker::PhantomData;

/// A solver with rustsat's interface.
pub(super) struct Rustsat<S> {
    name: &'static str,
    solver: PhantomData<S>,
}

impl<S> Rustsat<S> {
    pub(super) fn new(name: &'static str) -> Self {
        Rustsat {
            name,
            solver: PhantomData,
        }
    }
}

/// A solver that can be told which value of a variable to try first.
pub(super) trait Phased {
    /// Makes the variables, with these phases.
    fn make(&mut self, n_vars: u32, phases: &[Lit]) -> anyhow::Result<()>;
}

impl Phased for rustsat_batsat::BasicSolver {
    fn make(&mut self, n_vars: u32, phases: &[Lit]) -> anyhow::Result<()> {
        let mut wanted = vec![lbool::UNDEF; n_vars as usize];
        for lit in phases {
            wanted[lit.vidx()] = if lit.is_pos() {
                lbool::TRUE
            } else {
                lbool::FALSE
            };
        }
        for phase in wanted {
            self.batsat_mut().new_var(phase, true);
        }
        Ok(())
    }
}

#[cfg(feature = "cadical")]
impl Phased for rustsat_cadical::CaDiCaL<'_, '_> {
    fn make(&mut self, n_vars: u32, phases: &[Lit]) -> anyhow::Result<()> {
        use rustsat::solvers::PhaseLit;
        if n_vars > 0 {
            self.reserve(Var::new(n_vars - 1))?;
        }
        phases.iter().try_for_each(|&lit| self.phase_lit(lit))
    }
}

impl<S: Solve + Phased + Default> Backend for Rustsat<S> {
    fn solve(&self, cnf: &Cnf, context: Context<'_>) -> Result<Verdict, SolverError> {
        if context.proof.is_some() {
            return Err(SolverError::NoProof(self.name.into()));
        }
        if cnf.clauses.iter().any(<[_]>::is_empty) {
            return Ok(Verdict::Unsatisfiable); // not all of them take the empty clause
        }
        let failed = |error: &dyn ToString| SolverError::Embedded {
            solver: self.name,
            reason: error.to_string(),
        };
        let mut solver = S::default();
        solver
            .make(cnf.n_vars, context.phases)
            .map_err(|error| failed(&error))?;
        for clause in cnf.clauses.iter() {
            solver
                .add_clause(clause.iter().copied().collect())
                .map_err(|error| failed(&error))?;
        }
        match solver.solve().map_err(|error| failed(&error))? {
            SolverResult::Unsat => return Ok(Verdict::Unsatisfiable),
            SolverResult::Interrupted => return Ok(Verdict::Unknown),
            SolverResult::Sat => {}
        }
        let mut assignment = Vec::with_capacity(cnf.n_vars as usize);
        for var in 0..cnf.n_vars {
            let value = solver
                .var_val(Var::new(var))
                .map_err(|error| failed(&error))?;
            assignment.push(value == TernaryVal::True);
        }
        Ok(Verdict::Satisfiable(assignment))
    }
}

/// The version in CaDiCaL's signature, `cadical-X.Y.Z`.
#[cfg(feature = "cadical")]
pub(super) fn cadical_version() -> Option<String> {
    let solver = rustsat_cadical::CaDiCaL::default();
    solver
        .signature()
        .split_once('-')
        .map(|(_, version)| version.to_string())
}
