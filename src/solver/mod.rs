//! Solvers: who decides whether a formula can be satisfied.
//!
//! To add one: a file with a type that implements [`Backend`] and a line in
//! [`SOLVERS`]; the suite in `tests/suite/solvers/` takes it from there.

pub(crate) mod depth_first;
mod embedded;
#[cfg(feature = "isolated")]
mod external;
pub mod output;
#[cfg(feature = "isolated")]
pub mod process;
mod varisat;

pub use depth_first::NAME as DEPTH_FIRST;

use crate::{
    formula::{Cnf, Lit},
    nearest::listed,
    watch::{Stop, Watch},
};
use std::{
    io::{self, Write},
    path::PathBuf,
};

/// What a solver says of a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Satisfied by this assignment, a truth value a variable.
    Satisfiable(Vec<bool>),
    /// No assignment satisfies it.
    Unsatisfiable,
    /// The solver gave up.
    Unknown,
}

/// Why a solver gave no verdict.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolverError {
    /// What was asked is at fault: there is no such solver or program, or it cannot do that.
    #[error("{0}")]
    Asked(String),
    /// The solver failed, or cannot be believed.
    #[error("{0}")]
    Failed(String),
    /// The watch ended it.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The proof cannot be written.
    #[error("the proof cannot be written: {0}")]
    Proof(io::Error),
    /// A file of the solver's could not be written.
    #[error("{path}: cannot be written: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
}

impl SolverError {
    /// The solver cannot write a proof.
    pub(crate) fn no_proof(solver: &str) -> Self {
        SolverError::Asked(format!(
            "solver {solver} writes no proof here; varisat does, and cmd: with {{proof}} in its arguments"
        ))
    }
}

/// The clauses that an assignment lacks.
pub type Lacks<'a> = dyn FnMut(&[bool]) -> Vec<Vec<Lit>> + 'a;

/// What a backend may use besides the formula.
pub struct Context<'a> {
    /// Where to write a proof of unsatisfiability, if one is wanted.
    pub proof: Option<&'a mut dyn Write>,
    /// Whether the proof is to be binary rather than text, if the solver is asked.
    pub is_binary: bool,
    /// Clauses that an assignment lacks, for formulas that leave some out: a solver that
    /// can go on adds them and does; others give the assignment as it is.
    pub lacks: Option<&'a mut Lacks<'a>>,
    /// Counts the work, and may hold or end it.
    pub watch: &'a Watch,
}

impl<'a> Context<'a> {
    /// Without a proof.
    pub fn new(watch: &'a Watch) -> Self {
        Context {
            proof: None,
            is_binary: false,
            lacks: None,
            watch,
        }
    }
}

impl Context<'_> {
    /// What this assignment lacks.
    fn lacking(&mut self, assignment: &[bool]) -> Vec<Vec<Lit>> {
        let lacks = self.lacks.as_mut();
        lacks.map_or_else(Vec::new, |lacks| lacks(assignment))
    }
}

/// A proof in memory, up to a size.
#[derive(Debug)]
pub struct Kept {
    /// Its bytes; none if it became too large.
    pub bytes: Vec<u8>,
    /// Whether it did not.
    pub is_whole: bool,
    most: usize,
    ends: bool,
}

impl Kept {
    /// Keeps at most `most` bytes; a larger proof is dropped.
    pub fn new(most: usize) -> Self {
        Kept {
            bytes: Vec::new(),
            is_whole: true,
            most,
            ends: false,
        }
    }

    /// The same, but a proof that is too large ends the search.
    #[must_use]
    pub fn ending(self) -> Self {
        Kept { ends: true, ..self }
    }
}

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + bytes.len() > self.most {
            self.is_whole = false;
            self.bytes = Vec::new();
            self.most = 0;
        }
        match self.is_whole {
            true => self.bytes.write(bytes),
            false if self.ends => Err(io::ErrorKind::OutOfMemory.into()),
            false => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A solver.
pub trait Backend {
    /// Whether it writes proofs.
    fn writes_proofs(&self) -> bool {
        false
    }

    /// Decides the formula.
    ///
    /// # Errors
    /// If the solver could not be run, or failed, or the watch ended it.
    fn solve(&self, cnf: &Cnf, context: Context<'_>) -> Result<Verdict, SolverError>;
}

/// A solver's line in the registry.
pub struct Entry {
    /// The name on the command line.
    pub name: &'static str,
    /// One line on what it is.
    pub summary: &'static str,
    /// Its version, if it is known.
    pub version: fn() -> Option<String>,
    /// Makes it.
    pub make: fn() -> Box<dyn Backend>,
}

/// The embedded solvers.
pub const SOLVERS: &[Entry] = &[
    Entry {
        name: "varisat",
        summary: "CDCL in Rust, the default; writes DRAT proofs",
        version: || locked_version("varisat"),
        make: || Box::new(varisat::Varisat),
    },
    Entry {
        name: "batsat",
        summary: "MiniSat reimplemented in Rust",
        version: || locked_version("batsat"),
        make: || {
            Box::new(embedded::Rustsat {
                name: "batsat",
                make: embedded::batsat,
            })
        },
    },
    #[cfg(feature = "cadical")]
    Entry {
        name: "cadical",
        summary: "CaDiCaL, in C++",
        version: || embedded::cadical_version(),
        make: || {
            Box::new(embedded::Rustsat {
                name: "cadical",
                make: embedded::cadical,
            })
        },
    },
];

/// What `auto` is.
const AUTO: &str = if cfg!(feature = "cadical") {
    "cadical"
} else {
    "varisat"
};

/// The name itself, or that of the fastest embedded solver for `auto`.
pub fn resolved(name: &str) -> &str {
    if name == "auto" { AUTO } else { name }
}

/// Whether the name is that of a program, which runs in a process of its own.
pub fn is_program(name: &str) -> bool {
    name.starts_with("cmd:")
}

/// The solver of this name, or `cmd:PROGRAM ARGS`.
///
/// # Errors
/// If there is none of that name, or the command cannot be split into words.
pub fn by_name(name: &str) -> Result<Box<dyn Backend>, SolverError> {
    #[cfg(feature = "isolated")]
    if let Some(command) = name.strip_prefix("cmd:") {
        return Ok(Box::new(external::External::new(command)?));
    }
    let entry = SOLVERS.iter().find(|entry| entry.name == resolved(name));
    entry.map(|entry| (entry.make)()).ok_or_else(|| {
        SolverError::Asked(format!("no solver is called '{name}'; {}", expected(name)))
    })
}

/// The version of an embedded solver.
pub fn version(name: &str) -> Option<String> {
    SOLVERS
        .iter()
        .find(|entry| entry.name == resolved(name))
        .and_then(|entry| (entry.version)())
}

/// The solvers that can be named, in place of a name that is none.
fn expected(name: &str) -> String {
    let names: Vec<&str> = SOLVERS.iter().map(|entry| entry.name).collect();
    if !cfg!(feature = "isolated") {
        return format!("expected auto, {}", listed(name, &names)); // the library asks no programs
    }
    let cadical = match cfg!(feature = "cadical") || name != "cadical" {
        true => "",
        false => "; cadical is built in with --features cadical",
    };
    format!(
        "expected cmd:'PROGRAM ARGS' such as cmd:'{program} -q', auto, {}{cadical}; 'pegsat systems' \
         lists what else can be asked, by --model E@SYSTEM",
        listed(name, &names),
        program = if name.chars().all(|c| c.is_ascii_alphanumeric()) && !name.is_empty() {
            name
        } else {
            "kissat"
        }
    )
}

/// The version of a dependency that this program was built with; none on the web page, which
/// shows no versions: the list would be a thirtieth of its module.
fn locked_version(package: &str) -> Option<String> {
    let lock = match cfg!(target_family = "wasm") {
        true => "",
        false => include_str!("../../Cargo.lock"),
    };
    let (_, rest) = lock.split_once(&format!("name = \"{package}\"\nversion = \""))?;
    rest.split('"').next().map(String::from)
}
