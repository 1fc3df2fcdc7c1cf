//! How a search ends, and what its answer rests on.

use crate::{
    board::JumpNumber,
    formula::{Cnf, Formula, words::words},
    watch::Stop,
};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// How a search ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// With the jumps of a solution, which were replayed.
    Solved {
        /// Jump numbers.
        jumps: Vec<JumpNumber>,
        /// For models with layers, how many of the jumps each layer holds.
        layer_sizes: Option<Vec<usize>>,
    },
    /// With the answer that there is no solution, and what it rests on.
    Unsolvable(Evidence),
    /// Without an answer.
    Unknown(Reason),
}

impl End {
    /// By what the answer was checked.
    pub fn checked(&self) -> Option<Checked> {
        match self {
            End::Solved { .. } => Some(Checked::Replay),
            End::Unsolvable(evidence) => evidence.checked(),
            End::Unknown(_) => None,
        }
    }

    /// How it ended in a word, and why it did without an answer.
    pub fn outcome(&self) -> (Outcome, Option<Reason>) {
        match self {
            End::Solved { .. } => (Outcome::Solved, None),
            End::Unsolvable(_) => (Outcome::Unsolvable, None),
            End::Unknown(reason) => (Outcome::Unknown, Some(*reason)),
        }
    }
}

words! {
    /// Why a search ended without an answer.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Reason: (Reason, &'static str) {
        /// The time limit was reached.
        Timeout = "timeout",
        /// The memory limit was reached.
        Memory = "memory",
        /// The user asked to stop.
        Interrupted = "interrupted",
        /// The solver died, gave up, or printed nonsense.
        SolverFailed = "solver-failed",
        /// There is no solution within the number of layers that was asked for.
        Layers = "layers",
        /// There is no solution in the part that was asked for.
        Cube = "cube",
        /// A solver says that there is no solution, and nothing has checked that.
        Unchecked = "unchecked",
    }
}

impl From<&Stop> for Reason {
    fn from(stop: &Stop) -> Self {
        match stop {
            Stop::Timeout => Reason::Timeout,
            Stop::Memory(_) => Reason::Memory,
            Stop::Interrupted | Stop::Work | Stop::TooManyHoles(_) => Reason::Interrupted,
        }
    }
}

impl Reason {
    /// Whether it is a failure, which is told as a reason; of others the number of refuted
    /// layers or the message says why.
    pub fn is_failure(self) -> bool {
        !matches!(self, Reason::Layers | Reason::Cube | Reason::Unchecked)
    }
}

words! {
    /// How a search ended, in a word.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Outcome: (Outcome, &'static str) {
        /// With a checked solution, the best one if that was asked for. Exhaustive
        /// search says `done` when it has come to its end.
        #[serde(alias = "done")]
        Solved = "solved",
        /// There is no solution.
        Unsolvable = "unsolvable",
        /// A limit was reached, the user stopped it, or the solver failed.
        #[default]
        Unknown = "unknown",
    }
}

/// Seconds that something took; none for what did not happen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Seconds {
    /// To make the formula.
    pub encode: Option<f64>,
    /// In the solver.
    pub solve: Option<f64>,
    /// In all.
    pub total: f64,
}

/// The size of a formula as the solver gets it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Size {
    /// Variables.
    pub variables: u64,
    /// Clauses.
    pub clauses: u64,
    /// Literals in all clauses.
    pub literals: u64,
}

impl Size {
    /// The size of this formula as a solver of constraints gets it: a variable for each set
    /// of literals of which one is true, and for each other literal; clauses and sums.
    pub fn as_stated(formula: &Formula) -> Self {
        let sets = formula.exactly_ones();
        let in_sets: HashSet<u32> = sets.iter().flatten().map(|lit| lit.vidx32()).collect();
        let terms: usize = formula.linear().iter().map(|one| one.terms.len()).sum();
        Size {
            variables: (formula.n_vars() as usize - in_sets.len() + sets.len()) as u64,
            clauses: (formula.clauses().len() + formula.linear().len()) as u64,
            literals: (formula.clauses().n_literals() + terms) as u64,
        }
    }

    /// The size of this formula.
    pub fn of(cnf: &Cnf) -> Self {
        Size {
            variables: cnf.n_vars.into(),
            clauses: cnf.clauses.len() as u64,
            literals: cnf.clauses.n_literals() as u64,
        }
    }
}

/// What an 'unsolvable', or the bound of an optimum, rests on. What a solver says and
/// nothing has checked is no evidence, but [`Finding::Claimed`](super::Finding).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Evidence {
    /// The solver refuted a formula that any solution satisfies, by a proof that
    /// was checked.
    Proof,
    /// A certificate, which was verified.
    Certificate(Box<Written>),
    /// Exhaustive search saw every position that matters; they are too many for a
    /// certificate.
    Exhaustion,
    /// Nothing but the word of a solver, which the question trusts.
    Trust,
}

impl Evidence {
    /// By what the answer was checked.
    pub fn checked(&self) -> Option<Checked> {
        match self {
            Evidence::Certificate(_) => Some(Checked::Certificate),
            Evidence::Exhaustion => Some(Checked::Exhaustion),
            Evidence::Proof => Some(Checked::Proof),
            Evidence::Trust => None,
        }
    }

    /// The certificate, if it is one.
    pub fn certificate(&self) -> Option<&Written> {
        match self {
            Evidence::Certificate(written) => Some(written),
            _ => None,
        }
    }

    /// Whether it is the refutation of a formula.
    pub fn is_formula(&self) -> bool {
        matches!(self, Evidence::Proof | Evidence::Trust)
    }
}

words! {
    /// By what an answer was checked.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Checked: (Checked, &'static str) {
        /// A solution: its jumps were replayed.
        Replay = "replay",
        /// A certificate was verified.
        Certificate = "certificate",
        /// Exhaustive search saw everything itself.
        Exhaustion = "exhaustion",
        /// The proof that a formula has no solution was checked.
        Proof = "proof",
    }
}

/// A certificate as it is written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Written {
    /// Its kind, such as `position-class`.
    pub kind: String,
    /// Its text.
    pub text: String,
    /// The proof that stands in a file beside it, if one does.
    pub proof: Option<String>,
}
