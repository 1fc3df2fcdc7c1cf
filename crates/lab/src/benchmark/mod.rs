//! The benchmark `pegsat-bench`: problems found by seed, each with its answer, the evidence of
//! it and a difficulty. It stands in `crates/lab/pegsat-bench/`, and within this program.

mod state;

pub use pegsat::check::digest;
pub use state::{companions, model_of, state};

use anyhow::{Context, Result, bail, ensure};
use flate2::read::GzDecoder;
use include_dir::{Dir, include_dir};
use pegsat::{
    certificate,
    check::{self, Accepted, opened},
    problem::{Problem, file},
    solution::{checker, n_sweeps, text},
    supervise::open_regular,
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{
    fs::File,
    io::{self, Read},
    path::{Component, Path, PathBuf},
};

static OWN: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/pegsat-bench");

/// The name of the list in its folder, and the folders beside it.
pub const MANIFEST: &str = "manifest.json";
/// Of the problems, as `.peg` files.
pub const PROBLEMS: &str = "problems";
/// Of solutions, certificates and proofs, each compressed by gzip.
pub const EVIDENCE: &str = "evidence";

/// The most bytes that are read of a file, and that it may come to.
const MOST: u64 = 64 << 20;

/// What a problem is in the benchmark for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// There is a solution.
    Solvable,
    /// Weights or rounded rows show that there is none, the position class does not.
    Weights,
    /// Of what is tried here only exhaustive search shows that there is none.
    Search,
    /// The fewest sweeps, or the earliest dead end; and one less.
    Optimum,
    /// The last peg is to be the one that starts in a hole.
    Survivor,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 5] = [
        Kind::Solvable,
        Kind::Weights,
        Kind::Search,
        Kind::Optimum,
        Kind::Survivor,
    ];

    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Solvable => "solvable",
            Kind::Weights => "weights",
            Kind::Search => "search",
            Kind::Optimum => "optimum",
            Kind::Survivor => "survivor",
        }
    }
}

/// Whether there is a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// There is one.
    Solvable,
    /// There is none.
    Unsolvable,
}

impl Answer {
    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Answer::Solvable => "solvable",
            Answer::Unsolvable => "unsolvable",
        }
    }
}

/// A problem of the benchmark.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    /// Its name, and its file's: `NAME.peg`.
    pub name: String,
    /// What it is for.
    pub kind: Kind,
    /// A solution may have at most this number of sweeps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sweeps: Option<usize>,
    /// The answer.
    pub answer: Answer,
    /// How it is known: `solution`, or the kind of certificate.
    pub known_by: String,
    /// The solution's or certificate's file, without `.gz`.
    pub evidence: String,
    /// The models whose formula alone settles it; see the manifest's `about`.
    pub decided_by: Vec<String>,
    /// By what name or seed it was found.
    pub found: String,
    /// Of the `.peg` file, in hexadecimal.
    pub sha256: String,
}

/// A formula, model or data of a problem for other systems.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statement {
    /// The problem's name.
    pub problem: String,
    /// The format.
    pub format: String,
    /// The model that it states.
    pub model: String,
    /// The file; none if the problem cannot be stated so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Its length.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// Its digest, in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// Why the problem cannot be stated so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why_not: Option<String>,
}

/// The list of a benchmark.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Its name.
    pub name: String,
    /// Changes with every change of a problem or an answer.
    pub version: u32,
    /// What the fields say.
    pub about: String,
    /// Its problems.
    pub problems: Vec<Listed>,
    /// What was written of them for other systems.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub statements: Vec<Statement>,
}

/// A benchmark: this program's own, or one in a folder.
#[derive(Debug)]
pub struct Benchmark {
    folder: Option<PathBuf>,
    /// Its list.
    pub manifest: Manifest,
}

impl Benchmark {
    /// The one in this folder, or this program's own.
    pub fn open(folder: Option<&Path>) -> Result<Self> {
        let manifest = bytes(folder, MANIFEST)
            .and_then(|bytes| Ok(serde_json::from_slice(&bytes)?))
            .with_context(|| place(folder, MANIFEST))?;
        Ok(Benchmark {
            folder: folder.map(Into::into),
            manifest,
        })
    }

    /// Bytes of one of its files.
    pub fn bytes(&self, path: &str) -> Result<Vec<u8>> {
        let folder = self.folder.as_deref();
        bytes(folder, path).with_context(|| place(folder, path))
    }

    /// A problem, as its file states it.
    pub fn problem(&self, listed: &Listed) -> Result<Problem> {
        let bytes = self.bytes(&format!("{PROBLEMS}/{}.peg", listed.name))?;
        Ok(file::parse(&listed.name, &String::from_utf8_lossy(&bytes))?)
    }

    /// The files of the evidence for an answer: a certificate may have its proof beside it.
    pub fn evidence(&self, listed: &Listed) -> Vec<String> {
        let proof = listed
            .evidence
            .strip_suffix(".json")
            .filter(|name| name.ends_with(".drat"));
        let names = [Some(&*listed.evidence), proof].into_iter().flatten();
        names.map(|name| format!("{EVIDENCE}/{name}.gz")).collect()
    }

    /// Checks the answer to a problem from its evidence, and its digest.
    pub fn verify(&self, listed: &Listed, go_on: &dyn Fn() -> bool) -> Result<()> {
        let peg = self.bytes(&format!("{PROBLEMS}/{}.peg", listed.name))?;
        if digest(&peg) != listed.sha256 {
            bail!("the .peg file is not the one whose digest is listed");
        }
        let (problem, folder) = (self.problem(listed)?, self.folder.as_deref());
        let evidence = |name: &str| -> io::Result<Vec<u8>> {
            let packed = bytes(folder, &format!("{EVIDENCE}/{name}.gz"))?;
            limited(GzDecoder::new(&*packed))
        };
        let path = format!("{EVIDENCE}/{}.gz", listed.evidence);
        let found = evidence(&listed.evidence).with_context(|| place(folder, &path))?;
        let found = String::from_utf8(found)?;
        match listed.answer {
            Answer::Solvable => replay(&problem, listed.sweeps, &found),
            Answer::Unsolvable => {
                let beside = |name: &str| evidence(name).map(opened);
                let accepted = check::verify(&found, &beside, go_on)?;
                refutes(&problem, listed, &accepted)
            }
        }
    }

    /// Checks that a file for other systems is there as it was written.
    pub fn verify_statement(&self, statement: &Statement) -> Result<()> {
        let (Some(path), Some(listed)) = (&statement.path, &statement.sha256) else {
            let says = "it names neither a file with its digest nor why there is none";
            ensure!(statement.why_not.is_some(), says);
            return Ok(());
        };
        let folder = self.folder.as_deref().unwrap_or(Path::new(""));
        let found = || -> io::Result<String> {
            inside(path)?;
            let mut hasher = Sha256::new();
            io::copy(&mut open_regular(&folder.join(path))?, &mut hasher)?;
            Ok(format!("{:x}", hasher.finalize()))
        };
        let found = found().with_context(|| path.clone())?;
        ensure!(
            found == *listed,
            "{path}: not the file whose digest is listed"
        );
        Ok(())
    }
}

/// Where a file is, for messages.
fn place(folder: Option<&Path>, path: &str) -> String {
    let own = Path::new("pegsat-bench");
    folder.unwrap_or(own).join(path).display().to_string()
}

/// Refuses paths that lead out of the folder.
fn inside(path: &str) -> io::Result<()> {
    let is_inside = Path::new(path)
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    match is_inside {
        true => Ok(()),
        false => Err(io::Error::other("it lies outside of the folder")),
    }
}

fn bytes(folder: Option<&Path>, path: &str) -> io::Result<Vec<u8>> {
    inside(path)?;
    match folder {
        Some(folder) => limited(File::open(folder.join(path))?),
        None => match OWN.get_file(path) {
            Some(file) => Ok(file.contents().into()),
            None => Err(io::ErrorKind::NotFound.into()),
        },
    }
}

fn limited(reader: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(MOST + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > MOST {
        true => Err(io::Error::other("it has more than 64 MiB")),
        false => Ok(bytes),
    }
}

/// Whether this is a solution of few sweeps.
fn replay(problem: &Problem, most: Option<usize>, solution: &str) -> Result<()> {
    let parsed = text::parse(solution)?;
    checker::check(problem, &parsed.leaps)?;
    let sweeps = n_sweeps(&parsed.leaps);
    match most {
        Some(most) if sweeps > most => bail!("the solution has {sweeps} sweeps, more than {most}"),
        _ => Ok(()),
    }
}

/// Whether what was accepted is the answer to this problem.
fn refutes(problem: &Problem, listed: &Listed, accepted: &Accepted) -> Result<()> {
    let is_about = certificate::is_about(accepted, problem);
    ensure!(is_about, "the certificate is about another problem");
    match (accepted.most_sweeps, listed.sweeps) {
        (Some(most), None) => bail!("the certificate speaks of solutions of {most} sweeps alone"),
        (Some(most), Some(asked)) if most < asked => {
            bail!("the certificate speaks of {most} sweeps, not of {asked}")
        }
        _ => ensure!(
            accepted.kind == listed.known_by,
            "the certificate's kind is {}",
            accepted.kind
        ),
    }
    Ok(())
}
