//! Solvers that implement rustsat's traits: batsat, and CaDiCaL as an option.

use super::{Backend, Context, SolverError, Verdict};
use crate::{
    formula::{Cnf, Lit, Var},
    watch::{Stop, Watch},
};
use batsat::{SolverInterface, lbool};
use rustsat::{
    solvers::{Solve, SolverResult},
    types::TernaryVal,
};
use std::{
    cell::{Cell, RefCell},
    marker::PhantomData,
    rc::Rc,
};

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

/// Counts work until it is worth telling the watch, and remembers its word.
#[derive(Clone)]
pub(super) struct Pace {
    watch: Watch,
    untold: Rc<Cell<u64>>,
    stopped: Rc<RefCell<Option<Stop>>>,
}

impl Pace {
    /// Work is told to the watch in pieces of this size.
    const PIECE: u64 = 1000;

    pub(super) fn new(watch: &Watch) -> Self {
        Pace {
            watch: watch.clone(),
            untold: Rc::default(),
            stopped: Rc::default(),
        }
    }

    /// Why the watch ended it, if it did.
    pub(super) fn stopped(&self) -> Option<Stop> {
        self.stopped.take()
    }

    /// Counts work; whether to end.
    pub(super) fn work(&self, work: u64) -> bool {
        let untold = self.untold.get() + work;
        self.untold.set(untold % Self::PIECE);
        if untold < Self::PIECE {
            return self.stopped.borrow().is_some();
        }
        let word = self.watch.work(untold - untold % Self::PIECE);
        *self.stopped.borrow_mut() = word.err();
        self.stopped.borrow().is_some()
    }
}

/// A solver that can be watched, and told which value of a variable to try first.
pub(super) trait Watched: Solve + Sized {
    /// Makes the solver with its variables, with these phases.
    fn make(n_vars: u32, phases: &[Lit], pace: Pace) -> anyhow::Result<Self>;
}

/// What batsat calls while it searches.
#[derive(Default)]
pub(super) struct Callbacks(Option<Pace>);

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
        self.0.as_ref().is_some_and(|pace| pace.work(work))
    }
}

/// batsat.
pub(super) type Batsat = rustsat_batsat::Solver<Callbacks>;

impl Watched for Batsat {
    fn make(n_vars: u32, phases: &[Lit], pace: Pace) -> anyhow::Result<Self> {
        let mut wanted = vec![lbool::UNDEF; n_vars as usize];
        for lit in phases {
            wanted[lit.vidx()] = if lit.is_pos() {
                lbool::TRUE
            } else {
                lbool::FALSE
            };
        }
        let mut solver = Batsat::default();
        solver.batsat_mut().cb_mut().0 = Some(pace);
        for phase in wanted {
            solver.batsat_mut().new_var(phase, true);
        }
        Ok(solver)
    }
}

/// CaDiCaL.
#[cfg(feature = "cadical")]
pub(super) type Cadical = rustsat_cadical::CaDiCaL<'static, 'static>;

#[cfg(feature = "cadical")]
impl Watched for Cadical {
    fn make(n_vars: u32, phases: &[Lit], pace: Pace) -> anyhow::Result<Self> {
        use rustsat::solvers::{ControlSignal, PhaseLit, Terminate};
        /// The work between two questions of CaDiCaL: an estimate.
        const A_QUESTION: u64 = 10;
        let mut solver = Cadical::default();
        if n_vars > 0 {
            solver.reserve(Var::new(n_vars - 1))?;
        }
        phases.iter().try_for_each(|&lit| solver.phase_lit(lit))?;
        solver.attach_terminator(move || match pace.work(A_QUESTION) {
            true => ControlSignal::Terminate,
            false => ControlSignal::Continue,
        });
        Ok(solver)
    }
}

impl<S: Watched> Backend for Rustsat<S> {
    fn solve(&self, cnf: &Cnf, mut context: Context<'_>) -> Result<Verdict, SolverError> {
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
        let pace = Pace::new(context.watch);
        let mut solver =
            S::make(cnf.n_vars, context.phases, pace.clone()).map_err(|error| failed(&error))?;
        for clause in cnf.clauses.iter() {
            solver
                .add_clause(clause.iter().copied().collect())
                .map_err(|error| failed(&error))?;
        }
        loop {
            match solver.solve().map_err(|error| failed(&error))? {
                SolverResult::Unsat => return Ok(Verdict::Unsatisfiable),
                SolverResult::Interrupted => {
                    return match pace.stopped() {
                        Some(stop) => Err(SolverError::Stopped(stop)),
                        None => Ok(Verdict::Unknown),
                    };
                }
                SolverResult::Sat => {}
            }
            let mut assignment = Vec::with_capacity(cnf.n_vars as usize);
            for var in 0..cnf.n_vars {
                let value = solver
                    .var_val(Var::new(var))
                    .map_err(|error| failed(&error))?;
                assignment.push(value == TernaryVal::True);
            }
            let lacking = context.lacking(&assignment);
            if lacking.is_empty() {
                return Ok(Verdict::Satisfiable(assignment));
            }
            for clause in lacking {
                let clause = clause.into_iter().collect();
                solver.add_clause(clause).map_err(|error| failed(&error))?;
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
