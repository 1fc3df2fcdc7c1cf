//! What systems print or write, read as jumps, or as an assignment of a formula.

mod columns;
mod instantiation;

use self::{columns::columns, instantiation::instantiation};
use super::{Data, Format, pddl};
use crate::{
    board::{Hole, JumpNumber},
    solution::{checker::Wrong, decode::trail},
    solver::{Verdict, output},
};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Read},
};

pub use crate::solver::output::OutputError;

/// How an answer is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// `s` and `v` lines of SAT and pseudo-Boolean solvers, and MiniSat's file.
    Sat,
    /// The solution file of HiGHS.
    Highs,
    /// The solution file of SCIP.
    Scip,
    /// The solution file of CBC.
    Cbc,
    /// What the MiniZinc models print.
    MiniZinc,
    /// The `s` and `v` lines of XCSP3, with an instantiation.
    Xcsp3,
    /// What clingo prints.
    Asp,
    /// A plan.
    Plan,
}

/// What a system says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SystemAnswer {
    /// A solution, and whether it is the best one.
    Jumps(FoundJumps, bool),
    /// An assignment of a formula.
    Assignment(Vec<bool>),
    /// There is no solution.
    Unsolvable,
    /// Nothing.
    Unknown,
}

/// A solution.
#[derive(Debug, Clone, Default)]
pub struct FoundJumps {
    /// Its jumps by number.
    pub jumps: Vec<JumpNumber>,
    /// The line of each, where it was read.
    pub lines: Vec<usize>,
}

impl FoundJumps {
    /// The line of the jump that is wrong, if it was read.
    pub fn line(&self, wrong: &Wrong) -> Option<usize> {
        let place = wrong.jump().saturating_sub(1);
        self.lines.get(place).or(self.lines.last()).copied()
    }

    fn at(jumps: Vec<JumpNumber>, line: usize) -> Self {
        let lines = vec![line; jumps.len().max(1)];
        FoundJumps { jumps, lines }
    }
}

impl From<Vec<JumpNumber>> for FoundJumps {
    fn from(jumps: Vec<JumpNumber>) -> Self {
        let lines = Vec::new();
        FoundJumps { jumps, lines }
    }
}

/// Where it was read makes no difference.
impl PartialEq for FoundJumps {
    fn eq(&self, other: &Self) -> bool {
        self.jumps == other.jumps
    }
}

impl Eq for FoundJumps {}

/// What the answer is about.
pub enum About<'a> {
    /// A formula with this number of variables.
    Formula(u32),
    /// A twin's data.
    Data(&'a Data<'a>),
}

impl Form {
    /// The form of answers to a problem in this format; those of integer programs
    /// are told apart by their first line.
    pub fn of(format: Format, first_line: &str) -> Form {
        match format {
            Format::Text | Format::Dimacs | Format::Opb => Form::Sat,
            Format::Lp | Format::Mps => match first_line.trim() {
                line if line.starts_with("Model status") => Form::Highs,
                line if line.starts_with("solution status") => Form::Scip,
                line if line.starts_with(['s', 'v', 'x', '-', 'c']) => Form::Sat,
                _ => Form::Cbc,
            },
            // PyCSP3's own solvers answer as XCSP3's do.
            Format::PyCsp3 if !first_line.starts_with(['m', '=']) => Form::Xcsp3,
            Format::MiniZinc | Format::PyCsp3 => Form::MiniZinc,
            Format::Xcsp3 => Form::Xcsp3,
            Format::Asp => Form::Asp,
            Format::Pddl => Form::Plan,
        }
    }

    /// Reads an answer of this form.
    ///
    /// # Errors
    /// At a line that is not as expected, or if there is no answer.
    pub fn read(
        self,
        input: &mut dyn BufRead,
        about: &About<'_>,
    ) -> Result<SystemAnswer, OutputError> {
        match (self, about) {
            (Form::Sat, About::Formula(n)) => Ok(match output::parse(input, *n)? {
                Verdict::Satisfiable(assignment) => SystemAnswer::Assignment(assignment),
                Verdict::Unsatisfiable => SystemAnswer::Unsolvable,
                Verdict::Unknown => SystemAnswer::Unknown,
            }),
            (Form::Highs | Form::Scip | Form::Cbc, About::Formula(n)) => {
                columns(self, Lines::new(input), *n)
            }
            (Form::Xcsp3, _) => instantiation(Lines::new(input), about),
            (Form::MiniZinc, About::Data(data)) => minizinc(Lines::new(input), data),
            (Form::Asp, About::Data(data)) => answer_sets(Lines::new(input), data),
            (Form::Plan, About::Data(data)) => plan(Lines::new(input), data),
            _ => Err(OutputError::Incomplete(
                "the answer is not of the form that the map's format has".into(),
            )),
        }
    }

    /// The same, where only the format is known.
    pub fn read_any(
        format: Format,
        input: &mut dyn BufRead,
        about: &About<'_>,
    ) -> Result<SystemAnswer, OutputError> {
        const SEEN: u64 = 4096;
        let mut seen = Vec::new();
        (&mut *input).take(SEEN).read_until(b'\n', &mut seen)?;
        let form = Form::of(format, &String::from_utf8_lossy(&seen));
        form.read(&mut BufReader::new(seen.chain(input)), about)
    }
}

/// Lines of bounded length, with their numbers.
struct Lines<'a> {
    input: &'a mut dyn BufRead,
    number: usize,
}

impl<'a> Lines<'a> {
    /// The longest line, in bytes: an XCSP3 solution stands in one.
    const LONGEST: u64 = 64 << 20;

    fn new(input: &'a mut dyn BufRead) -> Self {
        Lines { input, number: 0 }
    }

    fn next(&mut self) -> Result<Option<String>, OutputError> {
        let mut bytes = Vec::new();
        self.number += 1;
        let mut input = (&mut *self.input).take(Self::LONGEST);
        if input.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        if bytes.len() as u64 == Self::LONGEST {
            return Err(self.wrong("it is too long for a line of an answer"));
        }
        let text = String::from_utf8(bytes).map_err(|_| self.wrong("it is not UTF-8"))?;
        Ok(Some(text.trim().to_string()))
    }

    fn wrong(&self, message: impl Into<String>) -> OutputError {
        OutputError::Line {
            line: self.number,
            message: message.into(),
        }
    }
}

/// A word that can be printed.
fn short(word: &str) -> String {
    word.chars().filter(|c| !c.is_control()).take(40).collect()
}

/// What is wrong with a refutation after a solution.
const AFTER_ALL: &str = "it says that there is no solution, after it has given one";

fn no_answer() -> OutputError {
    OutputError::Incomplete("it holds no answer".into())
}

/// `moves = […]`, dashes after each solution, and a line of equals signs at the end.
fn minizinc(mut lines: Lines<'_>, data: &Data<'_>) -> Result<SystemAnswer, OutputError> {
    let n_jumps = data.problem.board().jumps().len();
    let mut found = None;
    let mut whole = None;
    let mut best = false;
    while let Some(line) = lines.next()? {
        match line.as_str() {
            "----------" => whole = found.take().or(whole),
            "==========" => best = true,
            "=====UNSATISFIABLE=====" if whole.is_none() => return Ok(SystemAnswer::Unsolvable),
            "=====UNSATISFIABLE=====" => return Err(lines.wrong(AFTER_ALL)),
            "=====UNKNOWN=====" => return Ok(SystemAnswer::Unknown),
            "=====ERROR=====" => return Err(lines.wrong("the solver reports an error")),
            _ => {
                let list = line
                    .strip_suffix(']')
                    .and_then(|line| line.split_once(" = ["));
                let Some((name @ ("moves" | "sweep"), list)) = list else {
                    continue; // comments and warnings
                };
                let words = list.split(',').map(str::trim);
                let mut numbers = words.filter(|word| !word.is_empty()).map(|word| {
                    let number: Option<usize> = word.parse().ok();
                    let number = number.filter(|&number| number <= n_jumps || name == "sweep");
                    number.ok_or_else(|| {
                        let word = short(word);
                        lines.wrong(format!(
                            "'{word}'; expected a jump from 1 to {n_jumps}, or 0 for none"
                        ))
                    })
                });
                // A sweep's first number is the hole where it starts.
                let from = (name == "sweep").then(|| numbers.next()).flatten();
                let numbers: Vec<usize> = numbers.collect::<Result<_, _>>()?;
                let some = numbers.into_iter().filter(|&number| number > 0);
                let jumps = some.map(|number| JumpNumber(number - 1)).collect();
                match from {
                    None => found = Some(FoundJumps::at(jumps, lines.number)),
                    Some(from) => {
                        let (from, whole) =
                            (from?.saturating_sub(1), found.get_or_insert_default());
                        let jumps = sweep(data, jumps, from, &lines)?;
                        whole.lines.extend(jumps.iter().map(|_| lines.number));
                        whole.jumps.extend(jumps);
                    }
                }
            }
        }
    }
    match whole {
        Some(found) => Ok(SystemAnswer::Jumps(found, best)),
        None if found.is_some() => Err(OutputError::Incomplete(
            "no ---------- follows the solution: the output is cut off".into(),
        )),
        None => Err(no_answer()),
    }
}

/// The jumps along these lines, from this hole on.
fn sweep(
    data: &Data<'_>,
    along: Vec<JumpNumber>,
    from: Hole,
    lines: &Lines<'_>,
) -> Result<Vec<JumpNumber>, OutputError> {
    let most = data.steps.1;
    if along.len() > most {
        return Err(lines.wrong(format!("a sweep of more than {most} jumps")));
    }
    Ok(trail(data.problem.board(), along, from))
}

/// The atoms `move(T,J)` of the last answer set; of sweeps, whose moves are in no order,
/// `from(T,H)` too.
fn answer_sets(mut lines: Lines<'_>, data: &Data<'_>) -> Result<SystemAnswer, OutputError> {
    let n_jumps = data.problem.board().jumps().len();
    let is_sweeps = data.model == "S";
    let mut found: Option<FoundJumps> = None;
    let (mut expected, mut status) = (false, None);
    while let Some(line) = lines.next()? {
        if expected {
            let mut steps: BTreeMap<usize, (Vec<JumpNumber>, Hole)> = BTreeMap::new();
            for atom in line.split_whitespace() {
                let inner = atom.strip_suffix(')').and_then(|atom| atom.split_once('('));
                let inner = inner.and_then(|(name, two)| Some((name, two.split_once(',')?)));
                let read = inner.and_then(|(name, (step, number))| {
                    let (step, number) = (step.parse().ok()?, number.parse().ok()?);
                    let (moves, from) = steps.entry(step).or_default();
                    match name {
                        "move" if number < n_jumps => moves.push(JumpNumber(number)),
                        "from" if is_sweeps => *from = number,
                        _ => return None,
                    }
                    Some(())
                });
                read.ok_or_else(|| {
                    let atom = short(atom);
                    lines.wrong(format!(
                        "'{atom}'; expected move(STEP,JUMP), jumps below {n_jumps}"
                    ))
                })?;
            }
            let steps = steps.into_values().map(|(moves, from)| match is_sweeps {
                true => sweep(data, moves, from, &lines),
                false => Ok(moves),
            });
            let jumps: Vec<Vec<JumpNumber>> = steps.collect::<Result<_, _>>()?;
            found = Some(FoundJumps::at(jumps.concat(), lines.number));
        }
        expected = line.starts_with("Answer:");
        match line.as_str() {
            // As sweeps are added one by one, there is no solution with fewer.
            "SATISFIABLE" => status = Some(SystemAnswer::Jumps(FoundJumps::default(), is_sweeps)),
            "OPTIMUM FOUND" => status = Some(SystemAnswer::Jumps(FoundJumps::default(), true)),
            "UNSATISFIABLE" if found.is_none() => return Ok(SystemAnswer::Unsolvable),
            "UNSATISFIABLE" => return Err(lines.wrong(AFTER_ALL)),
            "UNKNOWN" => status = Some(SystemAnswer::Unknown),
            _ => {}
        }
    }
    match (status, found) {
        (Some(SystemAnswer::Jumps(_, best)), Some(found)) => Ok(SystemAnswer::Jumps(found, best)),
        (Some(SystemAnswer::Jumps(..)), None) => Err(OutputError::Incomplete(
            "it says satisfiable, but gives no answer set".into(),
        )),
        // Ended early, with what it had found.
        (_, Some(found)) => Ok(SystemAnswer::Jumps(found, false)),
        (Some(status), None) => Ok(status),
        (None, None) => Err(no_answer()),
    }
}

/// An action a line: `(jump h3-1 h3-2 h3-3)`, `(begin-sweep …)`, `(go-on …)`.
fn plan(mut lines: Lines<'_>, data: &Data<'_>) -> Result<SystemAnswer, OutputError> {
    let board = data.problem.board();
    let mut found = FoundJumps::default();
    while let Some(line) = lines.next()? {
        let action = line
            .split(';')
            .next()
            .unwrap_or_default()
            .trim()
            .to_lowercase();
        if action.is_empty() {
            continue;
        }
        let wrong = || {
            lines.wrong(format!(
                "'{}'; expected an action such as (jump h3-1 h3-2 h3-3)",
                short(&action)
            ))
        };
        let inner = action
            .strip_prefix('(')
            .and_then(|rest| rest.strip_suffix(')'));
        let words: Vec<&str> = inner.ok_or_else(wrong)?.split_whitespace().collect();
        match words[..] {
            ["end-sweep", _] => {}
            ["jump" | "begin-sweep" | "go-on", from, over, to] => {
                let hole = |name: &str| pddl::cell(name).and_then(|cell| board.hole_at(cell));
                let holes = hole(from).zip(hole(over)).zip(hole(to));
                let jump = holes.and_then(|((from, over), to)| board.jump_over(from, over, to));
                found.jumps.push(jump.ok_or_else(wrong)?);
                found.lines.push(lines.number);
            }
            _ => return Err(wrong()),
        }
    }
    Ok(SystemAnswer::Jumps(found, false))
}
