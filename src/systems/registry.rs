//! Which systems there are, and where.

use super::{Form, Format, SystemError};
use crate::{
    model::{Method, PDDL, PDDL_SWEEPS, Search},
    nearest::listed,
};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// A system.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct System {
    /// The name, as in `C@gecode`.
    pub name: String,
    /// One line on what it is.
    pub summary: String,
    /// The program: a name that is looked for in the systems' folder and on the
    /// path, or a path.
    pub program: String,
    /// The command that prints its version, and fails where it is not whole; without
    /// words, the program need only be there.
    #[serde(default)]
    pub version: Vec<String>,
    /// How to install it.
    #[serde(default)]
    pub install: String,
    /// What it is given.
    pub takes: Format,
    /// Which models, if not all that the format states.
    #[serde(default)]
    pub models: Vec<String>,
    /// Its command line, with `{program}`, `{data}`, `{model}` (the twin's file),
    /// `{models}` (the folder of all twins), `{letter}` (the model's), `{seed}`,
    /// `{out}` (a file for the answer, which is on standard output otherwise) and
    /// `{proof}` (a file for a DRAT proof).
    pub command: Vec<String>,
    /// What it prints, where that stands last, before how many choices its search took, or
    /// nodes its tree has; numbers after further marks are taken off that.
    #[serde(default)]
    pub choices: Vec<String>,
    /// Words after those that make it search as the paper did (`search=paper`), where the
    /// statement cannot say so.
    #[serde(default)]
    pub paper_search: Vec<String>,
    /// How its answer is read.
    pub answers: Form,
    /// What it can show.
    pub proves: Proves,
    /// Whether its first answer is the best one, though it does not say so, as that of
    /// optimal planners.
    #[serde(default)]
    pub finds_best: bool,
    /// The exit statuses by which it says that there is no solution, where what it
    /// writes does not.
    #[serde(default)]
    pub refuted_by_status: Vec<i32>,
}

/// What a system can show of a problem without a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Proves {
    /// Nothing: it finds solutions.
    No,
    /// That there is none, or none better, by its word.
    Word,
    /// The same by a proof that can be checked.
    Drat,
}

impl System {
    /// What is wrong with its description, if something is.
    fn check(&self) -> Result<(), &'static str> {
        let texts = [&self.name, &self.summary, &self.program, &self.install];
        let is_clean = |text: &&&String| !text.chars().any(char::is_control);
        let fits = match self.answers {
            Form::Sat => matches!(self.takes, Format::Dimacs | Format::Opb),
            Form::Highs | Form::Scip | Form::Cbc => matches!(self.takes, Format::Lp | Format::Mps),
            Form::MiniZinc => matches!(self.takes, Format::MiniZinc | Format::PyCsp3),
            Form::Xcsp3 => matches!(self.takes, Format::Xcsp3 | Format::PyCsp3),
            Form::Asp => self.takes == Format::Asp,
            Form::Plan => self.takes == Format::Pddl,
        };
        let is_name = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        match () {
            () if texts.iter().filter(is_clean).count() < texts.len() => {
                Err("its texts hold control characters")
            }
            () if self.name.is_empty() || !self.name.chars().all(is_name) => {
                Err("its name is to be of letters, digits and - _ .")
            }
            () if self.command.is_empty() => Err("its command has no words"),
            () if !self.mentions("{data}") => Err("its command does not mention {data}"),
            () if !fits => Err("answers of this form do not belong to what it takes"),
            () => Ok(()),
        }
    }
}

#[derive(Deserialize)]
struct Written {
    systems: Vec<System>,
}

/// The most bytes of a file of systems.
const MOST: u64 = 1 << 20;

/// The systems of `systems/systems.json`, after those of this file, if one is
/// given: its own come first.
pub fn all(file: Option<&Path>) -> Result<Vec<System>, SystemError> {
    use std::io::Read;
    let read = |text: &str, path: &Path| -> Result<Vec<System>, SystemError> {
        let place = path.display();
        let written: Written = serde_json::from_str(text).map_err(|error| {
            let expected = "{\"systems\": […]} as systems/systems.json has it";
            SystemError::Unfit(format!("{place}: {error}; expected {expected}"))
        })?;
        for system in &written.systems {
            let wrong = |reason| format!("{place}: system '{}': {reason}", system.name);
            system.check().map_err(wrong).map_err(SystemError::Unfit)?;
        }
        Ok(written.systems)
    };
    let mut systems = Vec::new();
    if let Some(path) = file {
        let mut text = String::new();
        std::fs::File::open(path)
            .and_then(|file| file.take(MOST).read_to_string(&mut text))
            .and_then(|read| match read as u64 {
                MOST => Err(std::io::Error::other("it is longer than a mebibyte")),
                _ => Ok(()),
            })
            .map_err(|error| SystemError::Unfit(format!("{}: {error}", path.display())))?;
        systems.extend(read(&text, path)?);
    }
    let own = include_str!("../../systems/systems.json");
    systems.extend(read(own, Path::new("systems/systems.json"))?);
    Ok(systems)
}

/// The system of this name.
pub fn by_name(name: &str, systems: Vec<System>) -> Result<System, SystemError> {
    let names: Vec<&str> = systems.iter().map(|one| one.name.as_str()).collect();
    let known = listed(name, &names);
    let mut systems = systems.into_iter();
    let found = systems.find(|one| one.name == name);
    found.ok_or_else(|| {
        SystemError::Unfit(format!(
            "no system is called '{name}' (--systems FILE adds some); expected one of {known}"
        ))
    })
}

/// The system that the method names, if it names one; `file` is one of further systems.
pub fn asked(method: &Method, file: Option<&Path>) -> Result<Option<System>, SystemError> {
    let Some(name) = &method.system else {
        return match [PDDL, PDDL_SWEEPS].contains(&method.model) {
            true => Err(SystemError::Unfit(format!(
                "{method}: it goes with a planner, such as {method}@lama"
            ))),
            false => Ok(None),
        };
    };
    let system = by_name(name, all(file)?)?;
    match system.takes(method.model) {
        true => Ok(Some(system)),
        false => Err(SystemError::Unfit(system.refusal(method.model))),
    }
}

impl System {
    /// Where its program is.
    pub fn place(&self) -> Result<PathBuf, SystemError> {
        find_program(&self.program).ok_or_else(|| self.missing())
    }

    fn missing(&self) -> SystemError {
        SystemError::Missing {
            name: self.name.clone(),
            program: self.program.clone(),
            install: self.install.clone(),
        }
    }

    /// Its version, if it is here and whole: none where it does not say.
    #[cfg(feature = "isolated")]
    pub fn version(&self) -> Result<Option<String>, SystemError> {
        let program = self.place()?.display().to_string();
        let words = crate::solver::process::words(&self.version, &[("{program}", program)]);
        let Some((program, arguments)) = words.split_first() else {
            return Ok(None);
        };
        let line = first_line(program, arguments);
        line.map(Some).ok_or_else(|| self.missing())
    }

    /// Eight digits that stand for its description.
    pub fn digest(&self) -> String {
        use sha2::{Digest, Sha256};
        let text = serde_json::to_string(self).unwrap_or_default();
        format!("{:x}", Sha256::digest(text))[..8].into()
    }

    /// Whether seeds make a difference to it; clauses are shuffled by them.
    pub fn has_seeds(&self) -> bool {
        self.takes == Format::Dimacs || self.mentions("{seed}")
    }

    /// Whether it can be given this model.
    pub fn takes(&self, model: &str) -> bool {
        let is_planning = model == PDDL || model == PDDL_SWEEPS;
        let by_format = match &self.takes.twins()[..] {
            [] => !is_planning,
            twins => twins.contains(&model),
        };
        by_format && (self.models.is_empty() || self.models.iter().any(|one| one == model))
    }

    /// Why it cannot be given this model.
    pub fn refusal(&self, model: &str) -> String {
        let models = match (&self.models[..], &self.takes.twins()[..]) {
            ([], []) => "any model with a formula".into(),
            ([], twins) => twins.join(", "),
            (models, _) => models.join(", "),
        };
        let (name, takes) = (&self.name, self.takes);
        format!("{model}@{name}: {name} takes {takes}, and so {models}")
    }

    /// Whether it can be told how to search with this model, in the statement or by options.
    pub fn can_be_told_how(&self, model: &str) -> bool {
        let in_statement = matches!(self.takes, Format::MiniZinc | Format::PyCsp3);
        !self.takes.is_formula(model) && (in_statement || !self.paper_search.is_empty())
    }

    /// The words that make it search so; none where the statement says it, or nothing can.
    pub fn search_words(&self, search: Option<Search>) -> &[String] {
        match search == Some(Search::PAPER) {
            true => &self.paper_search,
            false => &[],
        }
    }

    /// Whether the command has this placeholder.
    pub fn mentions(&self, placeholder: &str) -> bool {
        self.command.iter().any(|word| word.contains(placeholder))
    }
}

/// The folder of systems that were installed by `systems/install`:
/// `PEGSAT_SYSTEMS`, or `pegsat` in the user's data.
fn folder() -> Option<PathBuf> {
    let of = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let data = || of("XDG_DATA_HOME").map(PathBuf::from);
    let home = || of("HOME").map(|home| Path::new(&home).join(".local/share"));
    of("PEGSAT_SYSTEMS")
        .map(PathBuf::from)
        .or_else(|| Some(data().or_else(home)?.join("pegsat")))
}

/// The file that a program's name leads to, by itself, in the systems' folder, or by
/// the path.
pub fn find_program(name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        return Some(PathBuf::from(name)).filter(|place| place.is_file());
    }
    let own = folder().map(|folder| folder.join("bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = own.into_iter().chain(std::env::split_paths(&path));
    folders.find_map(|folder| Some(folder.join(name)).filter(|place| place.is_file()))
}

/// The first line with a digit that a command prints, if it succeeds within three
/// seconds.
#[cfg(feature = "isolated")]
pub fn first_line(program: &str, arguments: &[String]) -> Option<String> {
    use crate::{solver::process, watch::Watch};
    const PATIENCE: std::time::Duration = std::time::Duration::from_secs(3);
    const LONGEST: usize = 80;
    let mut command = std::process::Command::new(program);
    command.args(arguments);
    let (text, status) = process::said(command, &Watch::new().timeout(PATIENCE))?;
    let mut lines = text.lines().map(str::trim);
    let line = lines.find(|line| line.contains(|c: char| c.is_ascii_digit()))?;
    let line: String = line
        .chars()
        .filter(|c| !c.is_control())
        .take(LONGEST)
        .collect();
    status.success().then_some(line)
}
