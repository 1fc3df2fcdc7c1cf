//! Answers as they are written: the one JSON object of `solve`, `optimise`, `certify`, `join` and
//! `decode`, which experiments read again.

use crate::{
    board::JumpNumber,
    engine::{
        Answer, Checked, End, Evidence, Outcome, Reason, Seconds, Size, Task, Written,
        cube::Part,
        optimum::{News, Objective, Optimum},
    },
    formula::AtMostOne,
    model::{self, Search, Step},
    problem::{Problem, file},
    solution::{n_sweeps, text::JumpRecord},
    solver,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// A solver.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct SolverName {
    /// The name, as on the command line.
    pub name: String,
    /// The version, where it is known.
    pub version: Option<String>,
}

/// A certificate, or a proof.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Document {
    /// What it is, such as `drat`.
    pub kind: String,
    /// Where it is.
    pub file: Option<String>,
    /// Where the proof is that it refers to, if that is in a file of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<String>,
    /// The certificate itself, if it is in no file: what `verify` reads, but for
    /// the end of the line.
    #[serde(skip_serializing_if = "Option::is_none", skip_deserializing)]
    pub document: Option<Box<RawValue>>,
}

impl Document {
    /// A certificate that is in no file.
    pub fn of(certificate: &Written) -> Self {
        Document {
            kind: certificate.kind.clone(),
            file: None,
            proof: None,
            document: RawValue::from_string(certificate.text.trim_end().into()).ok(),
        }
    }
}

/// Why there is no answer, as JSON.
#[derive(Debug, Serialize)]
pub struct Failure<'a> {
    format: &'static str,
    version: u32,
    /// The problem, where it is one's fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<&'a str>,
    /// What is wrong.
    pub error: &'a str,
}

impl<'a> Failure<'a> {
    /// Of this problem, if it is about one.
    pub fn new(problem: Option<&'a str>, error: &'a str) -> Self {
        Failure {
            format: "pegsat-error",
            version: VERSION,
            problem,
            error,
        }
    }
}

/// The version of the JSON that answers and errors are: docs/answer.schema.json.
pub const VERSION: u32 = 1;

/// An answer, a JSON object with these fields. Fields are added, never renamed.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Printed {
    /// `pegsat-answer`.
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// The problem's name.
    pub problem: String,
    /// The outcome.
    pub outcome: Outcome,
    /// Why it is unknown; null too where `refuted_layers` or the message says it.
    pub reason: Option<Reason>,
    /// By what the answer was checked; null where it is a solver's word.
    pub checked: Option<Checked>,
    /// What led to the answer: `formula`, `exhaustion`, `position-class`, …
    pub road: Option<String>,
    /// What was begun on the way, in the same words.
    pub tried: Vec<String>,
    /// The model's letter.
    pub model: String,
    /// What was added to it.
    pub additions: Vec<String>,
    /// The number of layers, for models that have them.
    pub layers: Option<usize>,
    /// The most sweeps that were allowed, where a model of steps bounds them.
    pub most_sweeps: Option<usize>,
    /// The order of jumps in a layer, for models that have one.
    pub order: Option<String>,
    /// How many jumps each layer of the solution holds.
    pub layer_sizes: Option<Vec<usize>>,
    /// The most layers that were refuted.
    pub refuted_layers: Option<usize>,
    /// In which order they were, for models that have one.
    pub refuted_order: Option<String>,
    /// How many attempts were begun.
    pub attempts: Option<usize>,
    /// The solver.
    pub solver: SolverName,
    /// The seed.
    pub seed: u64,
    /// How a solver of constraints was to search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<Search>,
    /// How many choices it made, or nodes its tree has, where it counts them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choices: Option<u64>,
    /// The jumps of the solution.
    pub jumps: Option<Vec<JumpRecord>>,
    /// How many sweeps they are.
    pub sweeps: Option<usize>,
    /// The formula's size.
    pub formula: Option<Size>,
    /// Seconds.
    pub seconds: Seconds,
    /// The most memory in use.
    pub peak_memory_bytes: Option<u64>,
    /// What proves that there is no solution.
    pub certificate: Option<Document>,
    /// How 'at most one' became clauses.
    pub at_most_one: Option<AtMostOne>,
    /// What went wrong.
    pub message: Option<String>,
    /// What the user should know.
    pub notes: Vec<String>,
    /// The problem as a `.peg` file, so that the answer stands for itself.
    pub peg: String,
    /// This program's version.
    pub pegsat: String,
    /// What `--cube` adds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cube: Option<PartRecord>,
    /// What `join` adds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub join: Option<JoinRecord>,
    /// What `optimise` adds.
    #[serde(flatten)]
    pub optimum: Option<Bounds>,
}

/// What `optimise` adds to an answer.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Bounds {
    /// What is to be small.
    pub objective: Objective,
    /// What it is for the solution, the best that was found.
    pub value: Option<usize>,
    /// No solution has less; null if there is no solution at all.
    pub bound: Option<usize>,
    /// By what the bound was checked; null where nothing had to be refuted, or it is a
    /// solver's word that was to be trusted.
    pub bound_checked: Option<Checked>,
    /// What the last refutation shows: no solution has at most this. A
    /// certificate is of this.
    pub refuted: Option<usize>,
    /// What became known on the way.
    pub history: Vec<News>,
}

/// What `--cube` adds to an answer.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PartRecord {
    /// Which part, from 1.
    pub index: usize,
    /// Of how many, as they were asked for.
    pub count: usize,
    /// How the formula was split.
    pub split: String,
    /// The literals that are given; null if the formula has fewer parts.
    pub literals: Option<Vec<i32>>,
    /// Whether no solution is in it.
    pub refuted: bool,
    /// By what that was checked.
    pub checked: Option<Checked>,
    /// Where the part is kept.
    pub file: Option<String>,
}

impl PartRecord {
    /// What there is to say of a part, but for where it is kept.
    fn of(part: &Part) -> Option<Self> {
        let (shard, split) = part.ask.part?;
        Some(PartRecord {
            index: shard.index,
            count: shard.count,
            split: split.to_string(),
            literals: part.literals.clone(),
            refuted: part.refuted.is_some(),
            checked: part.refuted.as_ref().and_then(Evidence::checked),
            file: None,
        })
    }
}

/// What `join` adds to an answer.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct JoinRecord {
    /// What the joined proof shows, if all its parts are there.
    pub shows: Option<String>,
    /// How many parts the formula has.
    pub parts: usize,
    /// Which of them are missing, from 1.
    pub missing: Vec<usize>,
    /// Seconds in the solver of the parts that are there, sorted.
    pub seconds: Vec<f64>,
}

impl Printed {
    /// That nothing is known; `model` and `solver` as they were asked for.
    pub fn unknown_of(problem: &str, model: &str, solver: &str, seed: u64) -> Self {
        Printed {
            format: "pegsat-answer".into(),
            version: VERSION,
            problem: problem.into(),
            model: model.into(),
            solver: SolverName {
                name: solver.into(),
                version: solver::version(solver),
            },
            seed,
            pegsat: env!("CARGO_PKG_VERSION").into(),
            ..Printed::default()
        }
    }

    /// The same about a problem that is known.
    pub fn unknown(problem: &Problem, task: &Task) -> Self {
        Printed {
            additions: task.options.additions.names(),
            search: task.search,
            at_most_one: Some(task.at_most_one),
            peg: file::write(problem),
            ..Printed::unknown_of(problem.name(), &task.model, &task.solver, task.seed)
        }
    }

    /// With these jumps as the solution, which they were replayed as.
    #[must_use]
    pub fn with_jumps(self, problem: &Problem, jumps: &[JumpNumber]) -> Self {
        let board = problem.board();
        Printed {
            sweeps: Some(n_sweeps(&board.leaps(jumps))),
            jumps: Some(JumpRecord::of(board, jumps)),
            ..self
        }
    }

    /// What a question came to; where a part is kept is said by who keeps it.
    pub fn of(problem: &Problem, answer: &Answer) -> Self {
        let printed = match &answer.optimum {
            Some(optimum) => Printed::of_optimum(problem, answer, optimum),
            None => Printed::of_solution(problem, answer),
        };
        Printed {
            cube: answer.part.as_deref().and_then(PartRecord::of),
            ..printed
        }
    }

    fn of_solution(problem: &Problem, answer: &Answer) -> Self {
        let (outcome, reason) = answer.end.outcome();
        let task = &answer.task;
        let has_order = model::by_name(&task.model).is_ok_and(|m| m.step == Step::Pass);
        let refuted = answer.refuted;
        let printed = Printed {
            outcome,
            reason: reason.filter(|reason| reason.is_failure()),
            checked: answer.end.checked(),
            road: answer.road.clone(),
            tried: answer.tried.clone(),
            layers: answer.layers,
            most_sweeps: task.options.sweeps,
            order: has_order.then(|| task.options.order.to_string()),
            refuted_layers: refuted.map(|refuted| refuted.0),
            refuted_order: refuted
                .filter(|_| has_order)
                .map(|refuted| refuted.1.to_string()),
            attempts: Some(answer.attempts),
            choices: answer.choices,
            formula: answer.size,
            seconds: answer.seconds,
            peak_memory_bytes: answer.peak_memory,
            message: answer.message.clone(),
            notes: answer.notes.clone(),
            ..Printed::unknown(problem, task)
        };
        match &answer.end {
            End::Solved {
                jumps, layer_sizes, ..
            } => Printed {
                layer_sizes: layer_sizes.clone(),
                ..printed.with_jumps(problem, jumps)
            },
            _ => printed,
        }
    }

    fn of_optimum(problem: &Problem, answer: &Answer, found: &Optimum) -> Self {
        let (outcome, reason) = answer.end.outcome();
        let value = found.value();
        let printed = Printed {
            outcome,
            reason: reason.filter(|reason| reason.is_failure()),
            checked: match &found.evidence {
                _ if !found.is_settled() => None,
                Some(evidence) => evidence.checked(),
                None => Some(Checked::Replay), // no solution can be better
            },
            choices: answer.choices,
            formula: answer.size,
            seconds: answer.seconds,
            peak_memory_bytes: answer.peak_memory,
            message: answer.message.clone(),
            optimum: Some(Bounds {
                objective: found.objective,
                value,
                bound: (!found.is_unsolvable).then_some(found.bound),
                bound_checked: found.evidence.as_ref().and_then(Evidence::checked),
                refuted: found.decisive(problem).map(|refuted| refuted.most),
                history: found.news.clone(),
            }),
            ..Printed::unknown(
                &found.objective.problem(problem, value.unwrap_or(0)),
                &answer.task,
            )
        };
        match &found.best {
            Some((_, jumps)) => printed.with_jumps(problem, jumps),
            None => printed,
        }
    }
}
