//! Suites: lists of problems, by name or from a file.

use super::benchmark::{Benchmark, BenchmarkError, Kind, Listed};
use pegsat::{
    board,
    problem::{
        self, Problem,
        file::{self, FileError},
    },
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// What is asked of a problem.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Query {
    /// A solution.
    #[default]
    Solve,
    /// The fewest jumps to a dead end.
    JumpsToDeadEnd,
    /// A solution of the fewest sweeps.
    Sweeps,
    /// A solution, by tree search through all sequences of jumps.
    Plain,
    /// How many sequences are left when alike states are merged.
    Sequences,
}

impl Query {
    /// What `optimise` calls it, if it is for that.
    pub fn objective(self) -> Option<&'static str> {
        match self {
            Query::Solve | Query::Plain | Query::Sequences => None,
            Query::JumpsToDeadEnd => Some("jumps-to-dead-end"),
            Query::Sweeps => Some("sweeps"),
        }
    }
}

/// A problem of a suite.
#[derive(Debug, Clone)]
pub struct Entry {
    /// What stands for it on the command line: its name, or a file.
    pub argument: String,
    /// The problem.
    pub problem: Problem,
    /// What its suite asks of it.
    pub question: Query,
    /// Whether it comes from a file, so that its name says nothing elsewhere.
    pub is_file: bool,
    /// Where the file is to be written first, for problems that stand in the
    /// suite itself.
    pub write: Option<PathBuf>,
}

impl Entry {
    /// A problem that has a name.
    ///
    /// # Errors
    /// If it has none.
    pub fn named(name: &str) -> Result<Self, problem::ProblemNameError> {
        Ok(Entry {
            argument: name.into(),
            problem: problem::named(name)?,
            question: Query::Solve,
            is_file: false,
            write: None,
        })
    }

    /// Sixteen digits that stand for the problem's text.
    pub fn digest(&self) -> String {
        file::digest(&self.problem)[..16].into()
    }
}

/// Why there is no such suite.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "each says what it is as its text")]
pub enum SuiteError {
    #[error("'{word}' is no part of the benchmark; expected {BENCHMARK}:KIND, one of {kinds}")]
    Kind { word: String, kinds: String },
    #[error(
        "'{word}' is no suite, no JSON file of problems and no problem ({problem}); suites: {}",
        names().join(", ")
    )]
    Unknown {
        word: String,
        problem: problem::ProblemNameError,
    },
    #[error("{}: cannot be read: {error}", path.display())]
    Io {
        path: PathBuf,
        error: std::io::Error,
    },
    #[error(
        "{}: {error}; expected [\"central\", \"my.peg\", …] or {{\"problems\": […]}}, where \
         {{\"name\": …, \"peg\": …}} is a problem too", path.display()
    )]
    Json {
        path: PathBuf,
        error: serde_json::Error,
    },
    #[error("{}: problem {number}: {error}", path.display())]
    Problem {
        path: PathBuf,
        number: usize,
        error: Box<dyn std::error::Error + Send + Sync>,
    },
    #[error("{}: has no problems", .0.display())]
    Empty(PathBuf),
    #[error(transparent)]
    File(#[from] FileError),
    #[error(transparent)]
    Benchmark(#[from] BenchmarkError),
}

#[derive(Deserialize)]
struct Named {
    suites: Vec<NamedSuite>,
}

#[derive(Deserialize)]
struct NamedSuite {
    name: String,
    summary: String,
    fewest: Option<Query>,
    problems: Vec<Value>,
}

/// A suite's file.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    List(Vec<Value>),
    Object {
        fewest: Option<Query>,
        problems: Vec<Value>,
    },
}

#[derive(Deserialize)]
#[serde(untagged)]
enum WrittenProblem {
    Word(String),
    Text { name: String, peg: String },
}

/// The suite of the benchmark.
const BENCHMARK: &str = "pegsat-bench";

/// A suite of all pairs of a board that the position class allows: `pairs:BOARD`.
const PAIRS: &str = "pairs:";

fn named_suites() -> Vec<NamedSuite> {
    let text = include_str!("../instances/suites.json");
    serde_json::from_str::<Named>(text).map_or(Vec::new(), |named| named.suites)
}

/// The names of the suites.
pub fn names() -> Vec<String> {
    let suites = named_suites().into_iter().map(|suite| suite.name);
    suites.chain([BENCHMARK.into()]).collect()
}

/// The names of the suites with what they hold.
pub fn summaries() -> Vec<(String, String)> {
    let suites = named_suites().into_iter();
    let pairs = "every vacancy with every finish that its position class allows";
    let suites = suites.map(|suite| (suite.name, suite.summary));
    let benchmark = "the benchmark, but for its bounds on sweeps: 'pegsat bench list'";
    suites
        .chain([
            (BENCHMARK.into(), benchmark.into()),
            (format!("{BENCHMARK}:KIND"), "those of one kind".into()),
            (format!("{PAIRS}BOARD"), pairs.into()),
        ])
        .collect()
}

/// The suite of this name, in this JSON file, or of this single problem.
/// Problems that stand in the file itself get files in `folder`, see
/// [`Entry::write`].
///
/// # Errors
/// If it is none of these, or a problem of it is none.
pub fn find(word: &str, folder: &Path) -> Result<Vec<Entry>, SuiteError> {
    if let Some(suite) = named_suites().into_iter().find(|suite| suite.name == word) {
        return entries(
            Path::new("instances/suites.json"),
            suite.problems,
            suite.fewest,
            folder,
        );
    }
    let named = |word: &str| {
        Entry::named(word).map_err(|problem| SuiteError::Unknown {
            word: word.into(),
            problem,
        })
    };
    if let Some(board) = word.strip_prefix(PAIRS)
        && let Ok(board) = board::named(board)
    {
        let pairs = problem::allowed_pairs(&board).into_iter();
        let pairs = pairs.map(|(from, to)| problem::pair(&board, from, to));
        return pairs.map(|pair| named(pair.name())).collect();
    }
    if let Some(rest) = word.strip_prefix(BENCHMARK)
        && (rest.is_empty() || rest.starts_with(':'))
    {
        return benchmark(word, rest.strip_prefix(':'), folder);
    }
    let path = Path::new(word);
    let ends_in = |ending: &str| path.extension().is_some_and(|end| end == ending);
    if ends_in("json") {
        return read(path, folder);
    }
    let problem = match ends_in("peg") || path.exists() {
        true => from_file(word)?,
        false => named(word)?,
    };
    Ok(vec![problem])
}

/// The benchmark's problems, of one kind or name where one is given, but for those with a bound on
/// sweeps, which no question says.
fn benchmark(word: &str, which: Option<&str>, folder: &Path) -> Result<Vec<Entry>, SuiteError> {
    let bench = Benchmark::open(None)?;
    let is_meant = |listed: &&Listed| {
        let named = |which| which == listed.kind.word() || which == listed.name;
        listed.sweeps.is_none() && which.is_none_or(named)
    };
    let mut listed = bench.manifest.problems.iter().filter(is_meant).peekable();
    if listed.peek().is_none() {
        return Err(SuiteError::Kind {
            word: word.into(),
            kinds: Kind::ALL.map(Kind::word).join(", "),
        });
    }
    let entry = |(index, listed): (usize, &Listed)| {
        let peg = file::write(&bench.problem(listed)?);
        let entry = from_text(&listed.name, &peg, folder);
        entry.map_err(|error| SuiteError::Problem {
            path: BENCHMARK.into(),
            number: index + 1,
            error,
        })
    };
    listed.enumerate().map(entry).collect()
}

fn from_file(path: &str) -> Result<Entry, FileError> {
    Ok(Entry {
        argument: path.into(),
        problem: file::read(Path::new(path))?,
        question: Query::Solve,
        is_file: true,
        write: None,
    })
}

/// The most bytes of a suite's file.
const MOST: u64 = 16 << 20;

fn read(path: &Path, folder: &Path) -> Result<Vec<Entry>, SuiteError> {
    use std::io::Read;
    let io = |error| SuiteError::Io {
        path: path.into(),
        error,
    };
    let mut text = String::new();
    let file = std::fs::File::open(path).map_err(io)?;
    file.take(MOST).read_to_string(&mut text).map_err(io)?;
    let written = serde_json::from_str(&text).map_err(|error| SuiteError::Json {
        path: path.into(),
        error,
    })?;
    let (list, fewest) = match written {
        Written::List(list) => (list, None),
        Written::Object { problems, fewest } => (problems, fewest),
    };
    entries(path, list, fewest, folder)
}

/// The problems of the list that stands in this file.
fn entries(
    path: &Path,
    list: Vec<Value>,
    fewest: Option<Query>,
    folder: &Path,
) -> Result<Vec<Entry>, SuiteError> {
    let beside = path.parent().unwrap_or(Path::new(""));
    let make = |one: Value| match serde_json::from_value(one.clone()) {
        Ok(WrittenProblem::Word(word)) if word.ends_with(".peg") => {
            from_file(&beside.join(word).display().to_string()).map_err(Into::into)
        }
        Ok(WrittenProblem::Word(word)) => Entry::named(&word).map_err(Into::into),
        Ok(WrittenProblem::Text { name, peg }) => from_text(&name, &peg, folder),
        Err(_) => Err(format!("{one} is neither a name nor {{\"name\": …, \"peg\": …}}").into()),
    };
    let entry = |(index, one)| -> Result<Entry, SuiteError> {
        let mut entry = make(one).map_err(|error| SuiteError::Problem {
            path: path.into(),
            number: index + 1,
            error,
        })?;
        entry.question = fewest.unwrap_or(entry.question);
        Ok(entry)
    };
    let problems: Vec<Entry> = list
        .into_iter()
        .enumerate()
        .map(entry)
        .collect::<Result<_, _>>()?;
    match problems.is_empty() {
        true => Err(SuiteError::Empty(path.into())),
        false => Ok(problems),
    }
}

/// A problem that stands in a suite's file.
fn from_text(
    name: &str,
    peg: &str,
    folder: &Path,
) -> Result<Entry, Box<dyn std::error::Error + Send + Sync>> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_,.:".contains(c);
    if name.is_empty() || !name.chars().all(plain) || name.starts_with(['.', '-']) {
        return Err(format!(
            "'{name}' is no name for a file; expected letters, digits and - _ , . :"
        )
        .into());
    }
    let place = folder.join("problems").join(format!("{name}.peg"));
    Ok(Entry {
        argument: place.display().to_string(),
        problem: file::parse(name, peg)?,
        question: Query::Solve,
        is_file: true,
        write: Some(place),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_suite_holds_problems() {
        for name in names() {
            let suite = find(&name, Path::new("")).unwrap();
            assert!(!suite.is_empty(), "{name}");
        }
        assert_eq!(find("reversals", Path::new("")).unwrap().len(), 33);
        assert_eq!(find("central", Path::new("")).unwrap().len(), 2);
        assert_eq!(find("pattern:3", Path::new("")).unwrap().len(), 1);
        assert_eq!(find("pairs:english", Path::new("")).unwrap().len(), 125);
        assert_eq!(
            find("pegsat-bench:search", Path::new("")).unwrap().len(),
            12
        );
        assert_eq!(
            find("pegsat-bench:search-french-2", Path::new(""))
                .unwrap()
                .len(),
            1
        );
        assert!(find("pegsat-bench:nothing", Path::new("")).is_err());
        assert!(find("nothing", Path::new("")).is_err());
    }

    #[test]
    fn files_hold_names_files_and_texts() {
        let folder = tempfile::tempdir().unwrap();
        let peg = file::write(&problem::named("triangle4/free:0,0").unwrap());
        std::fs::write(folder.path().join("own.peg"), &peg).unwrap();
        let path = folder.path().join("suite.json");
        let list = serde_json::json!(["central", "own.peg", {"name": "inside", "peg": peg}]);
        for whole in [list.clone(), serde_json::json!({ "problems": list })] {
            std::fs::write(&path, whole.to_string()).unwrap();
            let suite = find(path.to_str().unwrap(), folder.path()).unwrap();
            assert_eq!(suite.len(), 3);
            assert_eq!(suite[1].digest(), suite[2].digest());
            assert_ne!(suite[0].digest(), suite[1].digest());
            assert!(suite[2].write.is_some());
        }
        for wrong in ["[]", "{}", "[1]", "[\"nothing\"]", "[\"no.peg\"]", "[", ""] {
            std::fs::write(&path, wrong).unwrap();
            assert!(
                find(path.to_str().unwrap(), folder.path()).is_err(),
                "{wrong}"
            );
        }
        let sly = serde_json::json!([{"name": "../out", "peg": peg}]);
        std::fs::write(&path, sly.to_string()).unwrap();
        assert!(find(path.to_str().unwrap(), folder.path()).is_err());
    }
}
