//! One question in parts, for several machines: each part is the formula with some
//! literals given, and the proofs of all parts are joined into one of the whole.
//!
//! - here: a question, and how one of its parts is decided;
//! - [`mod@file`]: a part as it is kept;
//! - [`join`]: the parts put together.

pub mod file;
pub mod join;

pub use super::part::Part;
pub use file::PartError;
pub use join::Joint;

use super::{
    answer::Answer,
    ask::{Approach, Ask, Wants},
    error::EngineError,
    evidence::{End, Evidence, Reason},
    finding::{Event, Finding},
    task::{self, Checks, Task, encode},
};
use crate::{
    board::JumpNumber,
    certificate::refutation,
    formula::{
        Cnf, Lit, Var,
        cubes::{self, Cubes, Split},
        dimacs,
    },
    model::{self, Meaning, c::C},
    problem::{self, Problem},
    shard::Shard,
    solution::checker,
    watch::{Stopwatch, Watch},
};
use sha2::{Digest, Sha256};
use std::path::PathBuf;

impl Ask {
    /// Replays a solution of the problem that is stated for a part.
    pub fn replay(&self, stated: &Problem, jumps: &[JumpNumber]) -> Result<(), EngineError> {
        checker::check_numbers(stated, jumps)?;
        match self.wants {
            Wants::AtMost(objective, most) if objective.value(stated, jumps) > most => Err(
                EngineError::Refused(format!("the solution has a value of more than {most}")),
            ),
            _ => Ok(()),
        }
    }

    /// The problem whose solutions are asked for, and the one formula that is split: with as many
    /// layers as any solution can need, unless it names a number.
    ///
    /// # Errors
    /// If it does not go together, or is no question that can be split.
    pub fn whole(&self, problem: &Problem) -> Result<(Problem, Task), EngineError> {
        let refuse = |text: &str| Err(EngineError::Refused(text.into()));
        self.proof_fits()?;
        let is_plain = self.jobs <= 1 && self.approach == Approach::Auto;
        let (problem, task) = match self.wants {
            Wants::Solution if !is_plain => {
                return refuse("--cube: a part is one formula, so leave --jobs and --approach out");
            }
            Wants::Solution => {
                // Where the part's proof goes changes no formula.
                let task = self.clone().proof(None).task(problem)?;
                if (model::by_name(&task.model)?.is_relaxed)(problem) {
                    return refuse(
                        "--cube: on this board clauses are added to the formula while it is \
                         solved; 'pegsat optimise --cube' keeps them with the proof",
                    );
                }
                (problem.clone(), task)
            }
            Wants::Certificate if !refutation::applies(problem) => {
                return refuse(
                    "--cube: a refutation needs one number of jumps in all solutions; \
                     'pegsat solve --cube' does not",
                );
            }
            Wants::Certificate => {
                let task = Task {
                    solver: self.solver.clone(),
                    ..Task::new(problem, &C)
                };
                (problem.clone(), task)
            }
            Wants::Fewest(_) => {
                return refuse(
                    "--cube: add --most N: what is split is whether N or fewer are enough",
                );
            }
            Wants::AtMost(objective, most) => {
                // So that there can be a certificate.
                let proving = self.clone().proof(Some(PathBuf::new()));
                let task = objective.task(&proving.task(problem)?, most);
                (objective.problem(problem, most), task)
            }
        };
        if task.search.is_some() {
            return refuse("--cube: parts are of clauses, so leave --search out");
        }
        let checks = match self.trust {
            true => Checks::None,
            false => Checks::All,
        };
        let climb = None;
        Ok((
            problem,
            Task {
                climb,
                checks,
                ..task
            },
        ))
    }

    /// The part that is asked for.
    fn its_part(&self) -> Result<(Shard, Split), EngineError> {
        let none = || EngineError::Refused("--cube: expected a part such as 2/8".into());
        self.part.ok_or_else(none)
    }
}

/// A part of which nothing is known yet.
fn fresh(problem: &Problem, ask: &Ask) -> Part {
    Part {
        pegsat: env!("CARGO_PKG_VERSION").into(),
        problem: problem.name().into(),
        peg: problem::file::write(problem),
        ask: ask.clone().proof(None),
        formula: String::new(),
        literals: None,
        added: Vec::new(),
        refuted: None,
        jumps: None,
        seconds: 0.0,
        seal: String::new(),
    }
}

/// The answer of a part that says nothing but why.
///
/// # Errors
/// As [`Ask::whole`].
pub fn unknown(problem: &Problem, ask: &Ask, reason: Reason) -> Result<Answer, EngineError> {
    let task = ask.whole(problem)?.1;
    Ok(Answer {
        part: Some(fresh(problem, ask).into()),
        ..Answer::unknown(task, reason)
    })
}

/// What a part says as an answer about this problem: nothing if it is of another one, by another
/// version, or its solution does not replay.
pub fn answer(part: Part, problem: &Problem, ask: &Ask) -> Option<Answer> {
    let (stated, task) = ask.whole(problem).ok()?;
    let asked = fresh(problem, ask);
    let is_asked = (&asked.ask, &asked.pegsat, &asked.peg) == (&part.ask, &part.pegsat, &part.peg);
    if !is_asked || !part.is_decided() {
        return None;
    }
    let mut answer = Answer::unknown(task, Reason::Cube);
    if let Some(jumps) = part.jumps.clone() {
        ask.replay(&stated, &jumps).ok()?;
        answer.end = End::Solved {
            jumps,
            layer_sizes: None,
        };
    }
    answer.part = Some(part.into());
    Some(answer)
}

/// The formula of a question, in parts.
struct Whole {
    cnf: Cnf,
    cubes: Cubes,
    sha256: String,
}

impl Whole {
    fn new(
        problem: &Problem,
        task: &Task,
        split: Split,
        count: usize,
        watch: &Watch,
    ) -> Result<Self, EngineError> {
        let model = model::by_name(&task.model)?;
        let (encoding, cnf) = encode(problem, model, &task.options, task.at_most_one, watch)?;
        let cubes = cubes::split(&cnf, &decisions(&encoding.meanings), split, count, || {
            watch.check()
        })?;
        let mut sha256 = Sha256::new();
        for clause in dimacs::clauses(&cnf) {
            clause
                .iter()
                .for_each(|lit| sha256.update(lit.to_le_bytes()));
            sha256.update(0i32.to_le_bytes());
        }
        let sha256 = format!("{:x}", sha256.finalize());
        Ok(Whole { cnf, cubes, sha256 })
    }
}

/// What may be decided, the first steps first: jumps, or where sweeps begin, end and go.
pub fn decisions(meanings: &[Meaning]) -> Vec<Var> {
    let place = |(number, meaning): (usize, &Meaning)| {
        let (step, rank) = match *meaning {
            Meaning::Move { step, .. } | Meaning::SweepFrom { step, .. } => (step, 0),
            Meaning::SweepTo { step, .. } => (step, 1),
            Meaning::Line { step, .. } => (step, 2),
            _ => return None,
        };
        Some((step, rank, number))
    };
    let mut places: Vec<(usize, u8, usize)> =
        meanings.iter().enumerate().filter_map(place).collect();
    places.sort_unstable();
    places
        .into_iter()
        .map(|(.., number)| Var::new(number as u32))
        .collect()
}

fn numbers(lits: &[Lit]) -> Vec<i32> {
    lits.iter().map(|&lit| dimacs::number(lit) as i32).collect()
}

/// Decides the part that is asked for; its proof goes where the question says.
pub fn part(problem: &Problem, ask: &Ask, watch: &Watch) -> Result<Answer, EngineError> {
    let begin = Stopwatch::start();
    let (stated, mut task) = ask.whole(problem)?;
    let (Shard { index, count }, split) = ask.its_part()?;
    let whole = Whole::new(&stated, &task, split, count, watch)?;
    let literals = whole.cubes.cubes.get(index - 1).map(|lits| numbers(lits));
    let mut part = fresh(problem, ask);
    let mut answer = Answer::unknown(task.clone(), Reason::Cube);
    part.formula = whole.sha256;
    task.given.clone_from(&literals);
    task.proof.clone_from(&ask.proof);
    match &literals {
        None => {
            let parts = whole.cubes.cubes.len();
            answer.message = Some(match parts {
                0 => "unit propagation refutes the formula, so that no part needs a solver".into(),
                _ => format!("the formula has {parts} parts only, so that this one is empty"),
            });
            part.refuted = Some(Evidence::Proof);
        }
        Some(_) => {
            let mut hear = |event: Event| match event {
                Event::Encoded(encoded) => {
                    answer.size = Some(encoded.size);
                    answer.seconds.encode = Some(encoded.seconds);
                    answer.notes = encoded.notes;
                    answer.layers = encoded.layers;
                }
                Event::Decided { seconds, added } => {
                    answer.seconds.solve = Some(seconds);
                    part.added = added;
                }
                Event::Chosen(choices) => answer.choices = Some(choices),
                Event::Refuted { .. } | Event::Cleared { .. } => {}
            };
            match task::perform(&stated, &task, watch, &mut hear) {
                Ok(Finding::Claimed(why)) => {
                    answer.end = End::Unknown(Reason::Unchecked);
                    answer.message = Some(why);
                }
                Ok(Finding::Refuted(Some(evidence))) => part.refuted = Some(evidence),
                Ok(Finding::Ended(end @ End::Solved { .. })) => answer.end = end,
                Ok(_) => answer.end = End::Unknown(Reason::SolverFailed),
                Err(EngineError::Stopped(stop)) => answer.end = End::Unknown((&stop).into()),
                Err(error) => return Err(error),
            }
        }
    }
    answer.seconds.total = begin.seconds();
    part.literals = literals;
    if let End::Solved { jumps, .. } = &answer.end {
        ask.replay(&stated, jumps)?;
        part.jumps = Some(jumps.clone());
    }
    part.seconds = answer.seconds.solve.unwrap_or_default();
    answer.part = Some(part.into());
    Ok(answer)
}
