//! A system at work on a problem: its files in a folder of their own, its process
//! attended, its answer read.

use super::{
    Data, Fewest, Proves, System, SystemAnswer, SystemError,
    answer::About,
    statement::{FILES, write_formula},
};
use crate::{
    model::{self, Meaning, Options, Search, layers},
    problem::Problem,
    solution::decode,
    solver::{
        SolverError,
        process::{self, Output},
    },
    watch::Watch,
};
use serde::{Deserialize, Serialize};
use std::{
    fs,
    io::{self, Read},
    path::Path,
    process::{Command, ExitStatus},
};

/// What a system is asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SystemQuestion {
    /// The system.
    pub system: System,
    /// The model's letter, or `pddl`, or `pddl+sweeps`.
    pub model: String,
    /// What is added to it, and how many layers it has.
    pub options: Options,
    /// What is to be small.
    pub fewest: Fewest,
    /// The seed.
    pub seed: u64,
    /// How it is to search, if it can be told.
    pub search: Option<Search>,
}

impl SystemQuestion {
    /// Whether a refutation says that there is no solution: not so of a formula with
    /// few layers.
    pub fn is_complete(&self, problem: &Problem) -> bool {
        let is_formula = self.system.takes.is_formula(&self.model);
        !is_formula || layers::is_complete(problem, &self.options)
    }
}

/// What a system says, and how many choices its search took, if it counts them.
pub type Said = (SystemAnswer, Option<u64>);

/// Asks the system, and returns what it says; a solution is not replayed yet.
pub fn ask(problem: &Problem, asked: &SystemQuestion, watch: &Watch) -> Result<Said, SystemError> {
    let SystemQuestion { system, model, .. } = asked;
    let format = system.takes;
    if !system.takes(model) {
        return Err(SystemError::Unfit(system.refusal(model)));
    }
    let program = system.place()?;
    let scratch = process::scratch()?;
    let folder = scratch.path();
    let data_file = folder.join(format!("problem.{}", format.ending()));
    let mut meanings = Vec::new();
    let data;
    let about = if format.is_formula(model) {
        if asked.fewest != Fewest::Nothing {
            let reason = "a formula asks for any solution, not for the best one";
            return Err(SystemError::unsuited(model, format, reason));
        }
        let mut encoding = model::by_name(model)?.encode(problem, &asked.options, watch)?;
        let formula = std::mem::take(&mut encoding.formula);
        formula.whole()?;
        process::write(&data_file, |out| {
            write_formula(format, out, &formula, None, &[])
        })?;
        meanings = encoding.meanings;
        About::Formula(formula.n_vars())
    } else {
        data = stated(problem, asked, watch)?;
        process::write(&data_file, |out| data.write(format, out, &[]))?;
        About::Data(&data)
    };
    write_twins(folder)?;
    let answer_file = folder.join("answer");
    let text = |path: &Path| path.display().to_string();
    let model_file = format.file(model).map(|name| text(&folder.join(name)));
    let values = [
        ("{program}", text(&program)),
        ("{models}", text(folder)),
        ("{model}", model_file.unwrap_or_default()),
        ("{letter}", model.clone()),
        ("{data}", text(&data_file)),
        ("{out}", text(&answer_file)),
        ("{seed}", asked.seed.to_string()),
    ];
    let words = process::words(&system.command, &values);
    let Some((program, arguments)) = words.split_first() else {
        return Err(failed(asked, "its command has no words".into()).into());
    };
    let mut command = Command::new(program);
    command
        .args(arguments)
        .args(system.search_words(asked.search))
        .current_dir(folder);
    // What it prints is read when it has ended: it says what is wrong, if something is.
    let Output { read, status } = process::attend(command, watch, keep)?;
    let output = read.map_err(|error| failed(asked, error.to_string()))?;
    let answer = match system.mentions("{out}") {
        false => Ok(output.clone()),
        true => fs::read(&answer_file),
    };
    let choices = choices(&system.choices, &String::from_utf8_lossy(&output));
    let said = heard(problem, asked, &about, &meanings, answer, &output, status)?;
    Ok((said, choices))
}

/// The number after the first of these marks, less those after the others.
pub fn choices(marks: &[String], output: &str) -> Option<u64> {
    let mut numbers = marks.iter().map(|mark| number_after(mark, output));
    let first = numbers.next()??;
    numbers.try_fold(first, |left, number| left.checked_sub(number?))
}

/// The number after this mark, where it stands last; with commas and colours, if the
/// system prints them.
fn number_after(mark: &str, output: &str) -> Option<u64> {
    const PLAIN: &str = "\u{1b}[0m";
    let rest = output.rsplit_once(mark)?.1.lines().next()?;
    let rest = rest.trim_start().trim_start_matches(PLAIN);
    rest.split_whitespace()
        .next()?
        .replace(',', "")
        .parse()
        .ok()
}

/// What a twin is given, with how to search unless the command says that.
fn stated<'a>(
    problem: &'a Problem,
    asked: &'a SystemQuestion,
    watch: &Watch,
) -> Result<Data<'a>, SystemError> {
    let (format, additions) = (asked.system.takes, &asked.options.additions);
    let data = Data::new(
        problem,
        format,
        &asked.model,
        additions,
        asked.fewest,
        watch,
    )?;
    match asked.system.search_words(asked.search) {
        [] => data.searching(format, asked.search),
        _ => Ok(data),
    }
}

/// Writes the twins into this folder.
fn write_twins(folder: &Path) -> Result<(), SolverError> {
    for (name, text) in FILES {
        process::write(&folder.join(name), |out| out.write_all(text.as_bytes()))?;
    }
    Ok(())
}

/// What a system says in this answer; `output` is what it printed besides, or the same.
fn heard(
    problem: &Problem,
    asked: &SystemQuestion,
    about: &About<'_>,
    meanings: &[Meaning],
    answer: io::Result<Vec<u8>>,
    output: &[u8],
    status: ExitStatus,
) -> Result<SystemAnswer, SystemError> {
    let system = &asked.system;
    let is_empty = answer.as_ref().map_or(true, Vec::is_empty);
    let said = match answer {
        Ok(bytes) => system.answers.read(&mut &bytes[..], about),
        Err(error) => Err(error.into()),
    };
    let code = status.code();
    match said {
        Ok(SystemAnswer::Assignment(assignment)) => {
            let jumps = decode::jumps(problem.board(), meanings, &assignment);
            Ok(SystemAnswer::Jumps(jumps.into(), false))
        }
        Ok(SystemAnswer::Jumps(found, best)) => {
            let best = system.proves != Proves::No && (best || system.finds_best);
            Ok(SystemAnswer::Jumps(found, best))
        }
        // A refutation by a system that crashed does not count.
        Ok(SystemAnswer::Unsolvable) if !matches!(code, Some(0 | 20)) => {
            let reason = format!("says that there is no solution, but ended with {status}");
            Err(failed(asked, reason).into())
        }
        Ok(SystemAnswer::Unsolvable) if system.proves == Proves::No => Ok(SystemAnswer::Unknown),
        Ok(said) => Ok(said),
        Err(_) if is_empty && code.is_some_and(|code| system.refuted_by_status.contains(&code)) => {
            Ok(match system.proves {
                Proves::No => SystemAnswer::Unknown,
                Proves::Word | Proves::Drat => SystemAnswer::Unsolvable,
            })
        }
        Err(error) => {
            let last = String::from_utf8_lossy(output);
            let last = last.lines().rev().find(|line| !line.trim().is_empty());
            let last = last.map_or(String::new(), |line| {
                format!("; it printed last: {}", line.trim())
            });
            Err(failed(
                asked,
                format!("ended with {status}; its answer: {error}{last}"),
            )
            .into())
        }
    }
}

fn failed(asked: &SystemQuestion, reason: String) -> SolverError {
    SolverError::Failed(format!("{}: {reason}", asked.system.name))
}

/// The most that is kept of what a system prints, in bytes.
const MOST: u64 = 256 << 20;

fn keep(input: impl Read) -> Result<Vec<u8>, super::answer::OutputError> {
    let mut bytes = Vec::new();
    input.take(MOST).read_to_end(&mut bytes)?;
    Ok(bytes)
}
