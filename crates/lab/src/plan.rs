//! Plans: which runs are to be made, and in which order.

mod seeds;

pub use super::suite::Query;
pub use seeds::Seeds;

use super::{
    machine,
    suite::{self, Entry},
};
use anyhow::{Result, anyhow, bail, ensure};
use pegsat::{
    model::{Method, Part},
    solver,
    systems::registry::{self, System},
};
use serde::Deserialize;
use std::{path::Path, time::Duration};

/// What a run's solver is called where there is none.
pub const NO_SOLVER: &str = "none";

/// The method of a run that takes all roads, as the program does where no method is
/// named.
pub const AUTO: &str = "auto";

/// One run to be made.
#[derive(Debug, Clone)]
pub struct Run {
    /// The problem.
    pub entry: Entry,
    /// What is asked of it.
    pub question: Query,
    /// By which method, as the record names it.
    pub method: String,
    /// By which solver.
    pub solver: String,
    /// With which seed.
    pub seed: u64,
    /// What it may take.
    pub limits: Limits,
    /// The words of its command line.
    pub arguments: Vec<String>,
    /// Eight digits that stand for the description of the system, if one is asked.
    pub system: Option<String>,
    /// The version of the solver or system, if it is known.
    pub solver_version: Option<String>,
    /// The command that checks the proof that it writes, if it is to write one.
    pub check: Option<String>,
}

/// What a run may take.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Limits {
    /// Wall-clock time.
    pub timeout: Duration,
    /// Time in all processors together, of all its processes.
    pub cpu: Option<Duration>,
    /// Bytes of memory.
    pub memory: Option<u64>,
}

impl Run {
    /// A run of this program's `solve` or `optimise`; without a method, as it decides
    /// where nothing is said.
    pub fn new(
        entry: &Entry,
        question: Query,
        method: Option<&Method>,
        solver: &str,
        seed: u64,
        limits: Limits,
    ) -> Self {
        let mut arguments: Vec<String> = match question.objective() {
            None => vec!["solve".into(), entry.argument.clone()],
            Some(objective) => {
                let words = ["optimise", &entry.argument, "--fewest", objective];
                words.map(String::from).into()
            }
        };
        if let Some(method) = method {
            arguments.extend(["--model".into(), method.to_string()]);
            if question == Query::Solve {
                // What is compared is formulas.
                arguments.extend(["--approach", "formula"].map(String::from));
            }
            // Records hold what solvers say, and the time that takes; what contradicts
            // each other is told.
            arguments.push("--trust".into());
        }
        if method.is_none_or(|method| method.system.is_none() && method.search.is_none()) {
            arguments.extend(["--solver".into(), solver.into()]);
        }
        arguments.extend(["--seed".into(), seed.to_string()]);
        arguments.extend(limit_arguments(&limits));
        Run {
            entry: entry.clone(),
            question,
            method: method.map_or(AUTO.into(), Method::to_string),
            solver: solver.into(),
            seed,
            limits,
            arguments,
            system: None,
            solver_version: solver::version(solver),
            check: None,
        }
    }

    /// The command as one would type it.
    pub fn command(&self) -> String {
        shell_words::join(
            std::iter::once("pegsat").chain(self.arguments.iter().map(String::as_str)),
        )
    }
}

/// The options that set limits and ask for JSON.
fn limit_arguments(limits: &Limits) -> Vec<String> {
    let mut words = vec![
        "--timeout".to_string(),
        humantime::format_duration(limits.timeout)
            .to_string()
            .replace(' ', ""),
    ];
    if let Some(bytes) = limits.memory {
        words.extend(["--memory".to_string(), bytes.to_string()]);
    }
    words.extend(["--format", "json"].map(String::from));
    words
}

/// Every problem by every method with every seed.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Batch {
    /// Suites, files of them, or single problems.
    pub problems: Vec<String>,
    /// Models with additions, by other systems too; or `auto`. For [`Query::Sequences`], additions.
    pub methods: Vec<String>,
    /// Embedded solvers, or programs after `cmd:`, for methods that name none.
    #[serde(default = "default_solvers")]
    pub solvers: Vec<String>,
    /// Seeds; what has none is asked with the first one alone.
    pub seeds: Seeds,
    /// What is asked, where it is not what the suites ask.
    pub question: Option<Query>,
    /// How many jumps the sequences have that are counted.
    pub depth: Option<usize>,
    /// Bytes of memory, where they are not those of all batches.
    pub memory_bytes: Option<u64>,
    /// Seconds, where they are not those of all batches.
    pub timeout_seconds: Option<f64>,
    /// How many processors a run uses.
    #[serde(default = "one")]
    pub processors: usize,
    /// The command of a checker of proofs, which is given the formula and the proof of
    /// each bound.
    pub check: Option<String>,
}

fn one() -> usize {
    1
}

/// The solver where none is named.
pub const DEFAULT_SOLVER: &str = "varisat";

fn default_solvers() -> Vec<String> {
    vec![DEFAULT_SOLVER.into()]
}

/// Who makes a run.
struct By {
    method: Option<Method>,
    solver: String,
    version: Option<String>,
    system: Option<System>,
    /// Where all roads are taken, what is left out, as `--without` has it.
    without: Vec<Part>,
}

impl By {
    /// Asks for the version, if it is here.
    fn ask(&mut self) -> Result<()> {
        if let Some(command) = self.solver.strip_prefix("cmd:") {
            find_command(command, "--solvers")?;
        }
        self.version = match &self.system {
            Some(system) => system.version()?,
            None => machine::solver_version(&self.solver),
        };
        Ok(())
    }
}

/// What a word such as `auto+without=beam` leaves out.
fn left_out(word: &str, parts: &[&str]) -> Result<Vec<Part>> {
    let read = |part: &&str| match part.strip_prefix("without=") {
        Some(part) => part.parse(),
        None => Err(format!("only without=PART follows {AUTO}")),
    };
    let read: Result<_, String> = parts.iter().map(read).collect();
    read.map_err(|error| anyhow!("'{word}': {error}"))
}

impl Batch {
    /// The problems, each once.
    pub fn entries(&self, folder: &Path) -> Result<Vec<Entry>> {
        let mut entries: Vec<Entry> = Vec::new();
        for word in &self.problems {
            for entry in suite::find(word, folder)? {
                let same = |other: &&Entry| {
                    other.problem.name() == entry.problem.name() && other.question == entry.question
                };
                match entries.iter().find(same) {
                    None => entries.push(entry),
                    Some(other) if other.digest() == entry.digest() => {}
                    Some(_) => bail!("two problems are called '{}'", entry.problem.name()),
                }
            }
        }
        Ok(entries)
    }

    /// Its runs of these problems. Seeds change last, so that a machine that slows down
    /// slows all methods alike. `systems` is a file of further systems.
    ///
    /// # Errors
    /// If methods, solvers and questions do not go together, or a system is not here.
    pub fn runs(
        &self,
        entries: &[Entry],
        limits: Limits,
        systems: Option<&Path>,
    ) -> Result<Vec<Run>> {
        self.listed(entries, limits, systems, By::ask)
    }

    /// The same runs, for counting: solvers need not be installed, and versions stay empty.
    pub fn planned(&self, entries: &[Entry], limits: Limits) -> Result<Vec<Run>> {
        self.listed(entries, limits, None, |_| Ok(()))
    }

    fn listed(
        &self,
        entries: &[Entry],
        limits: Limits,
        systems: Option<&Path>,
        look: fn(&mut By) -> Result<()>,
    ) -> Result<Vec<Run>> {
        let own = self.timeout_seconds.map(Duration::from_secs_f64);
        let limits = Limits {
            timeout: own.unwrap_or(limits.timeout),
            memory: self.memory_bytes.or(limits.memory),
            ..limits
        };
        if self.question == Some(Query::Sequences) {
            return Ok(self.sequences(entries, limits));
        }
        let question = |entry: &Entry| self.question.unwrap_or(entry.question);
        let mut all = Vec::new();
        for word in &self.methods {
            all.extend(self.by(word, systems)?);
        }
        all.iter_mut().try_for_each(look)?;
        let is_best = entries.iter().any(|entry| question(entry) != Query::Solve);
        let unfit = |m: &&Method| !m.is_plain();
        let mut methods = all.iter().filter_map(|by| by.method.as_ref());
        if let Some(method) = methods.find(unfit).filter(|_| is_best) {
            bail!("{method}: with --fewest, neither layers nor order can be chosen");
        }
        let mut runs = Vec::new();
        for seed in &self.seeds.0 {
            for entry in entries {
                for by in &all {
                    let has_seeds = by.system.as_ref().is_none_or(System::has_seeds);
                    if !has_seeds && self.seeds.0.first() != Some(seed) {
                        continue; // it would do the same again
                    }
                    let (method, solver) = (by.method.as_ref(), by.solver.as_str());
                    let mut run = Run::new(entry, question(entry), method, solver, *seed, limits);
                    run.solver_version = by.version.clone();
                    for part in &by.without {
                        run.method.push_str(&format!("+without={part}"));
                        run.arguments.extend(["--without".into(), part.to_string()]);
                    }
                    run.check = self
                        .check
                        .clone()
                        .filter(|_| run.question.objective().is_some());
                    if run.check.is_some() && method.is_none() && solver.starts_with("cmd:") {
                        run.arguments.push("--trust".into()); // the checker is asked
                    }
                    if let Some(system) = &by.system {
                        run.system = Some(system.digest());
                        if let Some(file) = systems {
                            let file = std::path::absolute(file).unwrap_or(file.into());
                            let file = file.display().to_string();
                            run.arguments.extend(["--systems".into(), file]);
                        }
                    }
                    runs.push(run);
                }
            }
        }
        Ok(runs)
    }

    /// Whether the system that the method names is here and whole.
    pub fn here(word: &str) -> Result<()> {
        if let Ok(method) = word.parse::<Method>()
            && let Some(system) = registry::asked(&method, None)?
        {
            system.version()?;
        }
        Ok(())
    }

    /// Who a method's word means: the system that it names, a search of this program's own, or all
    /// solvers.
    fn by(&self, word: &str, systems: Option<&Path>) -> Result<Vec<By>> {
        let (method, without) = match word.split('+').collect::<Vec<_>>()[..] {
            [AUTO, ref parts @ ..] => (None, left_out(word, parts)?),
            _ => (Some(word.parse::<Method>()?), Vec::new()),
        };
        if let Some(method) = &method
            && let Some(system) = registry::asked(method, systems)?
        {
            return Ok(vec![By {
                solver: system.name.clone(),
                version: None,
                method: Some(method.clone()),
                system: Some(system),
                without: Vec::new(),
            }]);
        }
        if method
            .as_ref()
            .is_some_and(|method| method.search.is_some())
        {
            return Ok(vec![By {
                solver: NO_SOLVER.into(),
                version: None,
                method,
                system: None,
                without,
            }]);
        }
        let by = |solver: &String| {
            solver::by_name(solver)?;
            Ok(By {
                method: method.clone(),
                version: None,
                solver: solver.clone(),
                system: None,
                without: without.clone(),
            })
        };
        self.solvers.iter().map(by).collect()
    }

    /// Runs of `explore`.
    fn sequences(&self, entries: &[Entry], limits: Limits) -> Vec<Run> {
        let depth = self.depth.unwrap_or(1);
        let run = |(entry, method): (&Entry, &String)| {
            let added = method.replace('+', ",");
            let words = ["explore".into(), entry.argument.clone()].into_iter();
            let words = words.chain([format!("--sequences={depth}"), format!("--add={added}")]);
            Run {
                entry: entry.clone(),
                question: Query::Sequences,
                method: method.clone(),
                solver: NO_SOLVER.into(),
                seed: 0,
                limits,
                arguments: words.chain(limit_arguments(&limits)).collect(),
                system: None,
                solver_version: None,
                check: None,
            }
        };
        let methods = |entry| self.methods.iter().map(move |method| (entry, method));
        entries.iter().flat_map(methods).map(run).collect()
    }
}

/// Whether the checkers of these runs' proofs are here.
pub fn find_checkers(runs: &[&Run]) -> Result<()> {
    let mut checkers: Vec<&String> = runs.iter().filter_map(|run| run.check.as_ref()).collect();
    checkers.sort();
    checkers.dedup();
    let mut checkers = checkers.into_iter();
    checkers.try_for_each(|checker| find_command(checker, "--check"))
}

/// Whether the program of the command is here.
fn find_command(command: &str, option: &str) -> Result<()> {
    let words = shell_words::split(command).unwrap_or_default();
    let program = words.into_iter().next().unwrap_or_default();
    let is_there = registry::find_program(&program).is_some();
    ensure!(is_there, "{option}: {program}: there is no such program");
    Ok(())
}
