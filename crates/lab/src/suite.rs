//! Suites: lists of problems, by name or from a file.

use super::benchmark::{Benchmark, Kind, Listed};
use anyhow::{Context, Result, anyhow, bail, ensure};
use pegsat::{
    board,
    engine::optimum::Objective,
    nearest::listed,
    problem::{self, Problem, file},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{
    io::Read,
    path::{Path, PathBuf},
};

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
    /// As few pegs as possible, which no model is asked for.
    Pegs,
    /// The choices of a search for all sequences that are left when alike states are merged.
    Sequences,
}

impl From<Objective> for Query {
    fn from(fewest: Objective) -> Self {
        match fewest {
            Objective::JumpsToDeadEnd => Query::JumpsToDeadEnd,
            Objective::Sweeps => Query::Sweeps,
            Objective::Pegs => Query::Pegs,
        }
    }
}

impl Query {
    /// What `optimise` calls it, if it is for that.
    pub fn objective(self) -> Option<&'static str> {
        match self {
            Query::Solve | Query::Sequences => None,
            Query::JumpsToDeadEnd => Some("jumps-to-dead-end"),
            Query::Sweeps => Some("sweeps"),
            Query::Pegs => Some("pegs"),
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
    pub fn named(name: &str) -> Result<Self, problem::ProblemNameError> {
        Ok(Entry::of(name, problem::named(name)?))
    }

    fn of(argument: &str, problem: Problem) -> Self {
        Entry {
            argument: argument.into(),
            problem,
            question: Query::Solve,
            is_file: false,
            write: None,
        }
    }

    /// Sixteen digits that stand for the problem's text.
    pub fn digest(&self) -> String {
        file::digest(&self.problem)[..16].into()
    }
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
#[serde(untagged, expecting = "no list of problems")]
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
    let text = include_str!("../suites.json");
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
    let benchmark = "the benchmark, but for its bounds on sweeps: 'pegsat bench --help'";
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
pub fn find(word: &str, folder: &Path) -> Result<Vec<Entry>> {
    if let Some(suite) = named_suites().into_iter().find(|suite| suite.name == word) {
        return entries(
            Path::new("crates/lab/suites.json"),
            suite.problems,
            suite.fewest,
            folder,
        );
    }
    let named = |word: &str| {
        Entry::named(word).map_err(|problem| {
            anyhow!(
                "'{word}' is no suite, no JSON file of problems and no problem ({problem}); \
                 suites: {}",
                listed(word, &names())
            )
        })
    };
    if let Some(path) = word.strip_prefix(PAIRS)
        && path.ends_with(".peg")
    {
        return pairs_of_file(path);
    }
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
    let problem = match ends_in("peg") || path.exists() || word.contains(".peg/") {
        true => from_file(word)?,
        false => named(word)?,
    };
    Ok(vec![problem])
}

/// The benchmark's problems, of one kind or name where one is given, but for those with a bound on
/// sweeps, which no question says.
fn benchmark(word: &str, which: Option<&str>, folder: &Path) -> Result<Vec<Entry>> {
    let bench = Benchmark::open(None)?;
    let is_meant = |listed: &&Listed| {
        let named = |which| which == listed.kind.word() || which == listed.name;
        listed.sweeps.is_none() && which.is_none_or(named)
    };
    let mut listed = bench.manifest.problems.iter().filter(is_meant).peekable();
    ensure!(
        listed.peek().is_some(),
        "'{word}' is no part of the benchmark; expected {BENCHMARK}:KIND, one of {}",
        Kind::ALL.map(Kind::word).join(", ")
    );
    let entry = |listed: &Listed| {
        let peg = file::write(&bench.problem(listed)?);
        from_text(&listed.name, &peg, folder).context(BENCHMARK)
    };
    listed.map(entry).collect()
}

/// The pairs of a file's board that its position class allows, by names such as
/// `my.peg/pair:0,0:2,0`.
fn pairs_of_file(path: &str) -> Result<Vec<Entry>> {
    let read = file::read_asked(Path::new(path))?;
    let board = read.problem.board();
    let pairs = problem::allowed_pairs(board).into_iter();
    let name = |(from, to)| {
        let [(x, y), (to_x, to_y)] = [from, to].map(|hole| board.cell(hole));
        format!("{path}/pair:{x},{y}:{to_x},{to_y}")
    };
    pairs.map(|pair| from_file(&name(pair))).collect()
}

fn from_file(path: &str) -> Result<Entry> {
    let problem = match problem::on_a_file(path) {
        Some(found) => found?,
        None => file::read(Path::new(path))?,
    };
    let mut entry = Entry::of(path, problem);
    entry.is_file = true;
    Ok(entry)
}

/// The most bytes of a suite's file.
const MOST: u64 = 16 << 20;

fn read(path: &Path, folder: &Path) -> Result<Vec<Entry>> {
    let place = path.display();
    let mut text = String::new();
    std::fs::File::open(path)
        .and_then(|file| file.take(MOST).read_to_string(&mut text))
        .with_context(|| format!("{place}: cannot be read"))?;
    let written = serde_json::from_str(&text).map_err(|error| {
        anyhow!(
            "{place}: {error}; expected [\"central\", \"my.peg\", …] or {{\"problems\": […]}}, \
             where {{\"name\": …, \"peg\": …}} is a problem too"
        )
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
) -> Result<Vec<Entry>> {
    let beside = path.parent().unwrap_or(Path::new(""));
    let make = |one: Value| match serde_json::from_value(one.clone()) {
        Ok(WrittenProblem::Word(word)) if word.ends_with(".peg") => {
            from_file(&beside.join(word).display().to_string())
        }
        Ok(WrittenProblem::Word(word)) => Ok(Entry::named(&word)?),
        Ok(WrittenProblem::Text { name, peg }) => from_text(&name, &peg, folder),
        Err(_) => bail!("{one} is neither a name nor {{\"name\": …, \"peg\": …}}"),
    };
    let place = path.display();
    let entry = |(number, one)| -> Result<Entry> {
        let mut entry = make(one).with_context(|| format!("{place}: problem {number}"))?;
        entry.question = fewest.unwrap_or(entry.question);
        Ok(entry)
    };
    let problems = (1..).zip(list).map(entry);
    let problems = problems.collect::<Result<Vec<Entry>>>()?;
    ensure!(!problems.is_empty(), "{place}: has no problems");
    Ok(problems)
}

/// A problem that stands in a suite's file.
fn from_text(name: &str, peg: &str, folder: &Path) -> Result<Entry> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_,.:".contains(c);
    ensure!(
        !name.is_empty() && name.chars().all(plain) && !name.starts_with(['.', '-']),
        "'{name}' is no name for a file; expected letters, digits and - _ , . :"
    );
    let place = folder.join("problems").join(format!("{name}.peg"));
    let mut entry = Entry::of(&place.display().to_string(), file::parse(name, peg)?);
    (entry.is_file, entry.write) = (true, Some(place));
    Ok(entry)
}
