//! The checker of solutions and certificates.
//!
//! [`Game::replay`] replays a solution. [`verify`] reads a certificate that there is none,
//! trusts nothing in it, and shares no code with what finds certificates: it has its own
//! board, its own rules and its own reading of every argument, so that a mistake there cannot
//! repeat itself here.
//!
//! Every kind of certificate argues about *final positions*, those that the
//! goal accepts, and shows that none can be reached; but for `sweeps`, which shows
//! that none can be reached in so few.

mod argument;
mod board;
mod clause;
mod drat;
mod exhaustion;
mod formula;
mod hints;
mod layers;
mod refutation;
mod replay;
mod rows;
mod rup;
mod sweeps;

use board::{Board, Claim, Finals, Start};
use hints::Lasting;
pub use replay::{Game, Leap, Wrong};
pub use rup::Checking;
use rup::Rup;
use serde::{Deserialize, Serialize, de::IgnoredAny};
use sha2::{Digest, Sha256};
use std::{
    cell::RefCell,
    io::{self, BufRead, Write},
};

/// The first field of every certificate.
pub const FORMAT: &str = "pegsat-certificate";

/// The version of the format that is read.
pub const VERSION: u32 = 1;

/// Why a certificate is rejected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejection(pub String);

impl std::fmt::Display for Rejection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Rejection {}

/// Rejects with a reason.
fn reject<T>(reason: impl Into<String>) -> Result<T, Rejection> {
    Err(Rejection(reason.into()))
}

/// What an accepted certificate shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    /// The name that the certificate gives the problem; it proves nothing.
    pub name: String,
    /// The kind of certificate.
    pub kind: String,
    /// The lattice.
    pub lattice: String,
    /// The board's holes.
    pub cells: Vec<Cell>,
    /// Its lines, by holes, the one that is leapt over in the middle; `None`: those of the lattice.
    pub lines: Option<Vec<[usize; 3]>>,
    /// Which of them hold a peg at the start.
    pub start: Vec<usize>,
    /// What none of the positions that can be reached is.
    pub goal: Goal,
    /// `None`: no sequence of jumps leads to the goal. Otherwise none with at most this number
    /// of sweeps does.
    pub most_sweeps: Option<usize>,
    /// How much was looked at, in words.
    pub work: String,
}

/// A certificate as it stands in the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    format: String,
    version: u32,
    /// The version of the program that wrote it, and its name for the problem.
    #[serde(rename = "pegsat")]
    _pegsat: String,
    problem: String,
    lattice: String,
    cells: Vec<Cell>,
    lines: Option<Vec<[usize; 3]>>,
    start: Vec<usize>,
    goal: Goal,
    kind: String,
    proof: Proof,
}

/// A cell of the board: column and row.
pub type Cell = (i32, i32);

/// A goal: what is said of the end, all of which must hold.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Goal {
    /// What each hole must be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<Picture>,
    /// This number of pegs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pegs: Option<usize>,
    /// No jump possible, and at least this number of pegs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dead_end: Option<usize>,
    /// One peg, which is a certain one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub survivor: Option<Survivor>,
    /// In its place two or more pegs, which are certain ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub survivors: Vec<Survivor>,
}

impl Goal {
    /// The pegs that must survive, one or several.
    pub fn all_survivors(&self) -> impl Iterator<Item = &Survivor> + Clone {
        self.survivor.iter().chain(&self.survivors)
    }
}

/// Holes of a goal: those filled, those either way, all others empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Picture {
    /// Holes with a peg.
    pub filled: Vec<usize>,
    /// Holes that do not matter.
    pub either: Vec<usize>,
}

/// A peg that must be there at the end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Survivor {
    /// The hole where it starts.
    pub peg: usize,
    /// The hole where it is at the end; any if none is named.
    pub at: Option<usize>,
}

/// The argument.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Proof {
    /// One argument for every final position; or, for a goal of one peg
    /// anywhere, one for each hole.
    Cases(Vec<argument::Case>),
    Exhaustion(exhaustion::Exhaustion),
    Refutation(refutation::Refutation),
    Sweeps(sweeps::Sweeps),
    Layers(layers::Layers),
}

/// A file beside a certificate, opened.
pub type Opened = Box<dyn BufRead>;

/// These bytes as a file.
pub fn opened(bytes: Vec<u8>) -> Opened {
    Box::new(std::io::Cursor::new(bytes))
}

/// Opens the file of a name beside a certificate.
pub type Beside<'a> = dyn Fn(&str) -> std::io::Result<Opened> + 'a;

/// The SHA-256 in hexadecimal.
pub fn digest(bytes: &[u8]) -> String {
    format!("{:x}", Sha256::digest(bytes))
}

/// A certificate's text as its file has it: sealed by a checksum.
pub fn seal(certificate: &str) -> String {
    let sha256 = digest(certificate.as_bytes());
    format!("{{\"sha256\":\"{sha256}\",\"certificate\":{certificate}}}\n")
}

/// The text inside the seal, if it is whole.
fn unseal(text: &str) -> Result<&str, Rejection> {
    let inside = text.strip_prefix("{\"sha256\":\"");
    let inside =
        inside.and_then(|text| text.strip_suffix("}\n")?.split_once("\",\"certificate\":"));
    match inside {
        None => match serde_json::from_str::<IgnoredAny>(text) {
            Err(error) => reject(format!("it is no certificate: {error}")),
            Ok(_) => reject("no certificate (for solutions: 'check'), or text is outside it"),
        },
        Some((sha256, certificate)) if digest(certificate.as_bytes()) == sha256 => Ok(certificate),
        Some(_) => reject("it was altered or damaged: its checksum does not fit"),
    }
}

/// Checks a DRAT proof, as text or binary, that nothing satisfies these clauses of
/// variables from 1 to `n_vars`, in DIMACS numbers. Returns the number of lemmas.
/// `go_on` is asked before each of them.
///
/// # Errors
/// Why it is rejected; if `go_on` says no, because it was not read to its end.
pub fn proof<C: AsRef<[i32]>>(
    n_vars: usize,
    clauses: impl IntoIterator<Item = C>,
    proof: impl BufRead,
    go_on: &dyn Fn() -> bool,
) -> Result<usize, Rejection> {
    let mut rup = Rup::new(n_vars, None);
    for clause in clauses {
        rup.add(clause.as_ref())?;
    }
    rup.check(proof, go_on)
}

/// A DRAT proof in its text form, whichever form it has.
///
/// # Errors
/// If it has neither.
pub fn proof_as_text(proof: Vec<u8>) -> Result<Vec<u8>, Rejection> {
    drat::as_text(proof)
}

/// Reads the steps of a DRAT proof, as text or binary: whether each deletes, and its clause.
///
/// # Errors
/// If it cannot be read, and those of `each`.
pub fn steps(
    proof: impl BufRead,
    each: &mut dyn FnMut(bool, &[i32]) -> std::io::Result<()>,
) -> std::io::Result<()> {
    let unread = |rejection: Rejection| std::io::Error::other(rejection.to_string());
    let mut steps = drat::Steps::new(proof).map_err(unread)?;
    let mut clause = Vec::new();
    while let Some(deletes) = steps.next(&mut clause).map_err(unread)? {
        each(deletes, &clause)?;
    }
    Ok(())
}

/// The pegs at the start, and the positions that the goal accepts.
fn ends(board: &Board, start: &[usize], goal: &Goal) -> Result<(Start, Finals), Rejection> {
    let pegs = board.position(start, "start")?;
    let finals = Finals::new(board, goal)?;
    let holes = goal.all_survivors().map(|survivor| survivor.peg);
    if let Some(peg) = holes.clone().find(|&peg| pegs.get(peg) != Some(&true)) {
        return reject(format!("its start has no peg in hole {peg} to survive"));
    }
    let survivors: Vec<Survivor> = goal.all_survivors().cloned().collect();
    Ok((Start { pegs, survivors }, finals))
}

/// What a certificate is checked with.
struct Means<'a> {
    /// Opens a file beside it.
    beside: &'a Beside<'a>,
    /// Asked again and again.
    go_on: &'a dyn Fn() -> bool,
    /// Where a proof goes as LRAT.
    hints: RefCell<Option<&'a mut dyn Write>>,
    /// Where the formula goes; then nothing is checked, and nothing accepted.
    formula: RefCell<Option<&'a mut Cnf>>,
}

/// The number of variables, and the clauses, of a formula.
pub type Cnf = (usize, Vec<Vec<i32>>);

impl Means<'_> {
    fn go_on(&self) -> bool {
        (self.go_on)()
    }
}

/// Checks a certificate's text; `beside` opens a file that stands beside it.
/// `go_on` is asked again and again.
///
/// # Errors
/// Why it is rejected; if `go_on` says no, because it was not read to its end.
pub fn verify(
    text: &str,
    beside: &Beside<'_>,
    go_on: &dyn Fn() -> bool,
) -> Result<Accepted, Rejection> {
    verify_with(
        text,
        &Means {
            beside,
            go_on,
            hints: RefCell::new(None),
            formula: RefCell::new(None),
        },
    )
}

/// The same, and writes the proof beside it as LRAT: with the numbers of the clauses that make
/// each lemma follow. Besides what it shows, whether it has a proof.
///
/// # Errors
/// If the hints cannot be written; within, as [`verify`].
pub fn verify_writing_hints(
    text: &str,
    beside: &Beside<'_>,
    go_on: &dyn Fn() -> bool,
    hints: &mut dyn Write,
) -> io::Result<Result<(Accepted, bool), Rejection>> {
    let mut hints = Lasting::new(hints);
    let means = Means {
        beside,
        go_on,
        hints: RefCell::new(Some(&mut hints)),
        formula: RefCell::new(None),
    };
    let accepted = verify_with(text, &means);
    // Who read a proof took them.
    let has_proof = means.hints.into_inner().is_none();
    hints.end()?;
    Ok(accepted.map(|accepted| (accepted, has_proof)))
}

/// The formula that a certificate's proof refutes, its clauses in the order of the numbers that
/// [`verify_writing_hints`] writes; none where it needs no formula, or is rejected before.
pub fn formula(text: &str, go_on: &dyn Fn() -> bool) -> Option<Cnf> {
    let mut cnf = Cnf::default();
    let beside = |_: &str| Err(io::Error::other("nothing is read"));
    let means = Means {
        beside: &beside,
        go_on,
        hints: RefCell::new(None),
        formula: RefCell::new(Some(&mut cnf)),
    };
    let _ = verify_with(text, &means); // it accepts nothing
    let is_made = means.formula.into_inner().is_none();
    is_made.then_some(cnf)
}

fn verify_with(text: &str, means: &Means<'_>) -> Result<Accepted, Rejection> {
    let certificate: Document = serde_json::from_str(unseal(text)?)
        .map_err(|error| Rejection(format!("it is no certificate: {error}")))?;
    if certificate.format != FORMAT {
        return reject(format!("its format is not '{FORMAT}'"));
    }
    if certificate.version != VERSION {
        return reject(format!(
            "it has version {}, expected {VERSION}",
            certificate.version
        ));
    }
    let board = Board::new(
        &certificate.lattice,
        &certificate.cells,
        certificate.lines.as_deref(),
    )?;
    let (start, finals) = ends(&board, &certificate.start, &certificate.goal)?;
    let claim = Claim {
        board: &board,
        start: &start,
        finals: &finals,
    };
    let mut most_sweeps = None;
    let (kind, work) = match &certificate.proof {
        Proof::Cases(cases) => argument::check(claim, cases)?,
        Proof::Exhaustion(proof) => ("exhaustion", proof.check(claim, means.go_on)?),
        Proof::Refutation(proof) => ("refutation", proof.check(claim, means)?),
        Proof::Sweeps(proof) => {
            most_sweeps = Some(proof.most);
            ("sweeps", proof.check(claim, means)?)
        }
        Proof::Layers(proof) => ("layers", proof.check(claim, means)?),
    };
    if certificate.kind != kind {
        return reject(format!(
            "it says that its kind is '{}', but its proof is of kind {kind}",
            certificate.kind
        ));
    }
    Ok(Accepted {
        name: certificate.problem,
        kind: certificate.kind,
        lattice: certificate.lattice,
        cells: certificate.cells,
        lines: certificate.lines,
        start: certificate.start,
        goal: certificate.goal,
        most_sweeps,
        work,
    })
}
