//! varisat, the embedded default.
//!
//! It cannot be stopped, but it can be asked for a proof, which it writes all the
//! time while it learns. So its proof goes to a writer of ours, which counts the
//! bytes as work: it may hold the solver there until the next turn, and an error
//! from it ends the search.

use super::{Backend, Context, SolverError, Verdict};
use crate::{
    formula::{Cnf, Lit, dimacs},
    watch::Poll,
};
use ::varisat::{ExtendFormula, ProofFormat, Solver};
use std::{
    cell::RefCell,
    io::{self, Write},
};

/// varisat.
pub(super) struct Varisat;

/// A proof on its way: counted, and kept if it is wanted.
struct ProofWriter<'a> {
    poll: Poll,
    wanted: Option<&'a mut dyn Write>,
    bytes_a_unit: u64,
    seen: &'a RefCell<ProofState>,
}

/// What became of the proof.
#[derive(Default)]
struct ProofState {
    bytes: u64,
    failed: Option<io::Error>,
}

/// Bytes of a proof in a unit of work, in the binary form and as text: measured on
/// formulas of models C, D and E from 638 to 19,000 variables, 2.3 to 7 a
/// microsecond in the binary form, most of them 4 to 6, and 2.2 times that as text.
const BINARY: u64 = 5;
const TEXT: u64 = 11;

impl Write for ProofWriter<'_> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let mut seen = self.seen.borrow_mut();
        let bytes = buffer.len() as u64;
        seen.bytes += bytes;
        if !self.poll.ask(bytes / self.bytes_a_unit) {
            return Err(io::Error::other("stopped"));
        }
        if let Some(wanted) = &mut self.wanted
            && let Err(error) = wanted.write_all(buffer)
        {
            seen.failed = Some(error);
            return Err(io::Error::other("the proof cannot be written"));
        }
        Ok(buffer.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Backend for Varisat {
    fn writes_proofs(&self) -> bool {
        true
    }

    fn solve(&self, cnf: &Cnf, mut context: Context<'_>) -> Result<Verdict, SolverError> {
        let mut wanted = context.proof.take();
        let is_binary = context.is_binary || wanted.is_none();
        // To a DRAT proof it adds no clauses once it has solved.
        let goes_on = context.lacks.is_some() && wanted.is_none();
        let (seen, poll) = (RefCell::default(), Poll::new(context.watch, 0));
        let satisfiable = {
            let format = match (goes_on, is_binary) {
                (true, _) => ProofFormat::Varisat,
                (false, true) => ProofFormat::BinaryDrat,
                (false, false) => ProofFormat::Drat,
            };
            let mut solver = Solver::new();
            let proof = ProofWriter {
                poll: poll.clone(),
                wanted: wanted
                    .as_mut()
                    .map(|wanted| &mut **wanted as &mut dyn Write),
                bytes_a_unit: if is_binary { BINARY } else { TEXT },
                seen: &seen,
            };
            solver.write_proof(proof, format);
            let mut clause = Vec::new();
            let mut add = |solver: &mut Solver<'_>, lits: &[Lit]| {
                clause.clear();
                clause.extend(lits.iter().map(|&lit| to_varisat(lit)));
                solver.add_clause(&clause);
            };
            cnf.clauses.iter().for_each(|lits| add(&mut solver, lits));
            let answer = loop {
                let answer = solver.solve();
                let lacking = match answer {
                    Ok(true) if goes_on => context.lacking(&assignment(cnf, &solver)),
                    _ => Vec::new(),
                };
                if lacking.is_empty() {
                    break answer;
                }
                lacking.iter().for_each(|lits| add(&mut solver, lits));
            };
            let closed = solver.close_proof();
            match (answer, closed) {
                (Ok(false), Ok(())) => Ok(None),
                (Ok(true), _) => Ok(Some(assignment(cnf, &solver))),
                (Err(error), _) | (_, Err(error)) => Err(error.to_string()),
            }
        };
        poll.check()?;
        let ProofState { bytes, failed } = seen.into_inner();
        match (satisfiable, failed) {
            (_, Some(error)) => Err(SolverError::Proof(error)),
            (Ok(Some(assignment)), None) => Ok(Verdict::Satisfiable(assignment)),
            (Ok(None), None) => {
                // It writes nothing where propagation refutes the formula while it
                // is read; the proof of that is the empty clause.
                if let (0, Some(proof)) = (bytes, wanted) {
                    let empty: &[u8] = if is_binary { b"a\0" } else { b"0\n" };
                    proof.write_all(empty).map_err(SolverError::Proof)?;
                }
                Ok(Verdict::Unsatisfiable)
            }
            (Err(reason), None) => Err(SolverError::Failed(format!("varisat failed: {reason}"))),
        }
    }
}

/// Variables in no clause are not in varisat's model: false will do.
fn assignment(cnf: &Cnf, solver: &Solver<'_>) -> Vec<bool> {
    let mut assignment = vec![false; cnf.n_vars as usize];
    for lit in solver.model().unwrap_or_default() {
        if let Some(value) = assignment.get_mut(lit.var().index()) {
            *value = lit.is_positive();
        }
    }
    assignment
}

fn to_varisat(lit: Lit) -> ::varisat::Lit {
    ::varisat::Lit::from_dimacs(dimacs::number(lit) as isize)
}
