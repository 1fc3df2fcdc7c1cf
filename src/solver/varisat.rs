//! varisat, the embedded default.

use super::{Backend, Context, SolverError, Verdict};
use crate::formula::{Cnf, Lit, dimacs};
use ::varisat::{ExtendFormula, ProofFormat, Solver};
use std::{fs::File, io::BufWriter, path::Path};

/// varisat.
pub(super) struct Varisat;

impl Backend for Varisat {
    fn solve(&self, cnf: &Cnf, context: Context<'_>) -> Result<Verdict, SolverError> {
        if !context.phases.is_empty() {
            return Err(SolverError::NoPhases("varisat".into()));
        }
        let failed = |error: &dyn ToString| SolverError::Embedded {
            solver: "varisat",
            reason: error.to_string(),
        };
        let mut solver = Solver::new();
        if let Some(path) = context.proof {
            let io = |error| SolverError::Io {
                path: path.into(),
                error,
            };
            let file = File::create(path).map_err(io)?;
            solver.write_proof(BufWriter::new(file), ProofFormat::Drat);
        }
        let mut clause = Vec::new();
        for lits in cnf.clauses.iter() {
            clause.clear();
            clause.extend(lits.iter().map(|&lit| to_varisat(lit)));
            solver.add_clause(&clause);
        }
        let satisfiable = solver.solve().map_err(|error| failed(&error))?;
        solver.close_proof().map_err(|error| failed(&error))?;
        if !satisfiable {
            if let Some(path) = context.proof {
                end_proof(path)?;
            }
            return Ok(Verdict::Unsatisfiable);
        }
        // Variables in no clause are not in varisat's model: false will do.
        let mut assignment = vec![false; cnf.n_vars as usize];
        for lit in solver.model().unwrap_or_default() {
            if let Some(value) = assignment.get_mut(lit.var().index()) {
                *value = lit.is_positive();
            }
        }
        Ok(Verdict::Satisfiable(assignment))
    }
}

/// varisat writes nothing where propagation refutes the formula while it is
/// read; the proof of that is the empty clause.
fn end_proof(path: &Path) -> Result<(), SolverError> {
    let io = |error| SolverError::Io {
        path: path.into(),
        error,
    };
    if path.metadata().map_err(io)?.len() == 0 {
        std::fs::write(path, "0\n").map_err(io)?;
    }
    Ok(())
}

fn to_varisat(lit: Lit) -> ::varisat::Lit {
    ::varisat::Lit::from_dimacs(dimacs::number(lit) as isize)
}
