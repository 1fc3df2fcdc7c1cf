//! Solvers that implement rustsat's traits: batsat, and CaDiCaL as an option.

use super::{Backend, Context, SolverError, Verdict};
use crate::{
    formula::{Cnf, Var},
    watch::Poll,
};
use batsat::{SolverInterface, lbool};
use rustsat::{
    solvers::{Solve, SolverResult},
    types::TernaryVal,
};

/// A solver with rustsat's interface.
pub(super) struct Rustsat<S> {
    pub(super) name: &'static str,
    /// Makes it with its variables, and the values to try first.
    pub(super) make: fn(u32, Poll) -> anyhow::Result<S>,
}

/// Work is told to the watch in pieces of this size.
pub(super) const PIECE: u64 = 1000;

/// What batsat calls while it searches.
#[derive(Default)]
pub(super) struct Callbacks(Option<Poll>);

impl batsat::Callbacks for Callbacks {
    fn on_new_clause(&mut self, clause: &[batsat::Lit], source: batsat::clause::Kind) {
        // A conflict costs more than its clause; how much is an estimate.
        if source == batsat::clause::Kind::Learnt {
            self.work(10 + 2 * clause.len() as u64);
        }
    }

    /// Before every decision.
    fn stop(&self) -> bool {
        self.work(1)
    }
}

impl Callbacks {
    fn work(&self, work: u64) -> bool {
        self.0.as_ref().is_some_and(|poll| !poll.ask(work))
    }
}

/// batsat.
pub(super) type Batsat = rustsat_batsat::Solver<Callbacks>;

pub(super) fn batsat(n_vars: u32, poll: Poll) -> anyhow::Result<Batsat> {
    let mut solver = Batsat::default();
    solver.batsat_mut().cb_mut().0 = Some(poll);
    for _ in 0..n_vars {
        solver.batsat_mut().new_var(lbool::UNDEF, true);
    }
    Ok(solver)
}

/// CaDiCaL.
#[cfg(feature = "cadical")]
pub(super) type Cadical = rustsat_cadical::CaDiCaL<'static, 'static>;

#[cfg(feature = "cadical")]
pub(super) fn cadical(n_vars: u32, poll: Poll) -> anyhow::Result<Cadical> {
    use rustsat::solvers::{ControlSignal, Terminate};
    /// The work between two questions of CaDiCaL: an estimate.
    const A_QUESTION: u64 = 10;
    let mut solver = Cadical::default();
    if n_vars > 0 {
        solver.reserve(Var::new(n_vars - 1))?;
    }
    solver.attach_terminator(move || match poll.ask(A_QUESTION) {
        true => ControlSignal::Continue,
        false => ControlSignal::Terminate,
    });
    Ok(solver)
}

impl<S: Solve> Backend for Rustsat<S> {
    fn solve(&self, cnf: &Cnf, mut context: Context<'_>) -> Result<Verdict, SolverError> {
        if context.proof.is_some() {
            return Err(SolverError::no_proof(self.name));
        }
        if cnf.clauses.iter().any(<[_]>::is_empty) {
            return Ok(Verdict::Unsatisfiable); // not all of them take the empty clause
        }
        let poll = Poll::new(context.watch, PIECE);
        let verdict = self
            .search(cnf, &mut context, poll.clone())
            .map_err(|error| SolverError::Failed(format!("{} failed: {error}", self.name)))?;
        if verdict == Verdict::Unknown {
            poll.check()?;
        }
        Ok(verdict)
    }
}

impl<S: Solve> Rustsat<S> {
    fn search(&self, cnf: &Cnf, context: &mut Context<'_>, poll: Poll) -> anyhow::Result<Verdict> {
        let mut solver = (self.make)(cnf.n_vars, poll)?;
        for clause in cnf.clauses.iter() {
            solver.add_clause(clause.iter().copied().collect())?;
        }
        loop {
            match solver.solve()? {
                SolverResult::Unsat => return Ok(Verdict::Unsatisfiable),
                SolverResult::Interrupted => return Ok(Verdict::Unknown),
                SolverResult::Sat => {}
            }
            let value = |var| Ok(solver.var_val(Var::new(var))? == TernaryVal::True);
            let assignment: anyhow::Result<Vec<bool>> = (0..cnf.n_vars).map(value).collect();
            let assignment = assignment?;
            let lacking = context.lacking(&assignment);
            if lacking.is_empty() {
                return Ok(Verdict::Satisfiable(assignment));
            }
            for clause in lacking {
                solver.add_clause(clause.into_iter().collect())?;
            }
        }
    }
}

/// The version in CaDiCaL's signature, `cadical-X.Y.Z`.
#[cfg(feature = "cadical")]
pub(super) fn cadical_version() -> Option<String> {
    let solver = Cadical::default();
    solver
        .signature()
        .split_once('-')
        .map(|(_, version)| version.to_string())
}
