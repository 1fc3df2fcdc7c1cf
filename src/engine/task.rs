//! A formula, and how it is decided: encode, solve, decode.

use super::answer::{Grounds, Size};
use super::{EngineError, Event, Finding};
use crate::{
    certificate::verify,
    formula::{Cnf, Encoders, Lit, Shuffled, dimacs, propagate},
    model::{self, Encoding, Meaning, Model, Options, Prefer, layers, order},
    problem::Problem,
    solution::decode,
    solver::{self, Context, Kept, Verdict},
    watch::{Stopwatch, Watch},
};
use serde::{Deserialize, Serialize};
use std::{
    fs::File,
    io::{BufRead, BufReader, BufWriter, Cursor, Write},
    path::PathBuf,
};

/// How a problem is stated, and who decides the formula.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// The model's letter.
    pub model: String,
    /// How the model states it.
    pub options: Options,
    /// To find the number of layers: start this many layers above the least number
    /// that propagation does not refute (none below the options' own is tried), and
    /// add one whenever the solver refutes them. `None` uses the options' number as
    /// it is.
    pub climb: Option<usize>,
    /// How linear constraints become clauses.
    pub encoders: Encoders,
    /// The solver's name, or `cmd:PROGRAM ARGS`.
    pub solver: String,
    /// Shuffles variables and clauses; 0 leaves them as they are written.
    pub seed: u64,
    /// Which jumps the solver is to try first, if it can be told.
    pub prefer: Option<Prefer>,
    /// Where to write a proof of unsatisfiability.
    pub proof: Option<PathBuf>,
    /// Whose refutations are checked.
    pub checks: Checks,
    /// Whether the assignment is wanted besides the jumps.
    pub assignment: bool,
    /// Literals that are given, in DIMACS numbers, where only a part of the formula is
    /// asked: its refutation is none of the whole.
    #[serde(default)]
    pub given: Option<Vec<i32>>,
}

impl Task {
    /// The problem by this model, as it is stated where nothing else is said: by
    /// varisat, without additions, with all layers that a solution can need.
    pub fn new(problem: &Problem, model: &dyn Model) -> Self {
        Task {
            model: model.name().into(),
            options: Options {
                order: order::best_first(problem)[0],
                ..Options::default()
            },
            climb: None,
            encoders: Encoders::default(),
            solver: "varisat".into(),
            seed: 0,
            prefer: None,
            proof: None,
            checks: Checks::All,
            assignment: false,
            given: None,
        }
    }
}

/// Whose refutations are checked, where there is a proof of them; one that is kept
/// in a file is checked anyhow, unless nobody's are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Checks {
    /// Every solver's, as far as the proof is not too large.
    All,
    /// Those of programs.
    Programs,
    /// Nobody's: programs are trusted.
    None,
}

/// A longer proof of an embedded solver's is not kept for a check. In binary form
/// varisat writes 2.3 to 7 bytes a microsecond, so this is 5 to 15 seconds' work.
const LARGEST_PROOF: usize = 32 << 20;

/// The same of a program's, which counts for nothing without it.
const LARGEST_PROGRAM_PROOF: usize = 1 << 30;

/// The work of a lemma's check: estimated.
const WORK_OF_A_LEMMA: u64 = 10;

/// States the problem by the model and turns it into clauses; the encoding
/// keeps the meanings and notes, its formula is used up.
///
/// # Errors
/// If an addition is refused or the formula is too large.
pub fn encode(
    problem: &Problem,
    model: &dyn Model,
    options: &Options,
    encoders: &Encoders,
) -> Result<(Encoding, Cnf), EngineError> {
    let mut encoding = model.encode(problem, options)?;
    let cnf = std::mem::take(&mut encoding.formula).into_cnf(encoders)?;
    Ok((encoding, cnf))
}

/// Does the task, and reports on the way.
///
/// # Errors
/// If the task is faulty, the solver fails, or the watch ends it.
pub fn perform(
    problem: &Problem,
    task: &Task,
    watch: &Watch,
    report: &mut dyn FnMut(Event),
) -> Result<Finding, EngineError> {
    let model = model::by_name(&task.model)?;
    let mut work = Work {
        problem,
        task,
        model,
        is_relaxed: model.is_relaxed(problem),
        backend: solver::by_name(&task.solver)?,
        options: task.options.clone(),
        watch,
        encoding: 0.0,
        solving: 0.0,
        report,
    };
    match task.climb {
        Some(ahead) if model.step().is_layer() => work.climb(ahead),
        _ => {
            let formula = work.encode()?;
            work.decide(formula)
        }
    }
}

/// A task in progress.
struct Work<'a> {
    problem: &'a Problem,
    task: &'a Task,
    model: &'static dyn Model,
    is_relaxed: bool,
    backend: Box<dyn solver::Backend>,
    options: Options,
    watch: &'a Watch,
    /// Seconds so far, waiting left out.
    encoding: f64,
    solving: f64,
    report: &'a mut dyn FnMut(Event),
}

/// So many literals are written in a unit of work.
const LITERALS_A_UNIT: u64 = 25;

impl Work<'_> {
    fn encode(&mut self) -> Result<(Encoding, Cnf), EngineError> {
        let begin = Stopwatch::start();
        let (encoding, cnf) = encode(self.problem, self.model, &self.options, &self.task.encoders)?;
        self.encoding += begin.seconds();
        self.watch
            .work(cnf.clauses.n_literals() as u64 / LITERALS_A_UNIT)?;
        Ok((encoding, cnf))
    }

    /// Solves and decodes.
    fn decide(&mut self, (encoding, mut cnf): (Encoding, Cnf)) -> Result<Finding, EngineError> {
        let begin = Stopwatch::start();
        for &number in self.task.given.iter().flatten() {
            cnf.clauses.push([dimacs::lit(number)]);
        }
        let mut shuffled = Shuffled::new(cnf, self.task.seed);
        let layers = match self.options.layers {
            _ if !self.model.step().is_layer() => None,
            None => layers::enough(self.problem),
            some => some,
        };
        self.encoding += begin.seconds();
        (self.report)(Event::Encoded {
            size: Size::of(&shuffled.cnf),
            seconds: self.encoding,
            notes: encoding.notes.clone(),
            layers,
        });
        let phases: Vec<Lit> = self.task.prefer.map_or(Vec::new(), |prefer| {
            let phases = prefer.phases(self.problem.board(), &encoding.meanings);
            phases
                .into_iter()
                .map(|lit| shuffled.shuffled(lit))
                .collect()
        });
        let is_part = self.task.given.is_some();
        let is_complete = !is_part && layers::is_complete(self.problem, &self.options);
        let stated = shuffled.cnf.clauses.len();
        let (verdict, proof) = loop {
            let mut proof = self.proof(is_complete || is_part)?;
            let verdict = self.solve(&mut shuffled, &encoding.meanings, &phases, &mut proof)?;
            // A solver that cannot go on begins again with what was added.
            let lacking = match &verdict {
                Verdict::Satisfiable(assignment) if self.is_relaxed => {
                    self.lacking(&shuffled, &encoding.meanings, assignment)
                }
                _ => Vec::new(),
            };
            if lacking.is_empty() {
                break (verdict, proof);
            }
            lacking
                .into_iter()
                .for_each(|clause| shuffled.cnf.clauses.push(clause));
        };
        let added = dimacs::clauses(&shuffled.cnf).skip(stated);
        (self.report)(Event::Decided {
            seconds: self.solving,
            added: added.collect(),
        });
        Ok(match verdict {
            Verdict::Unsatisfiable => {
                let grounds = self.check(&shuffled.cnf, proof)?;
                match is_complete {
                    true => Finding::Unsolvable {
                        grounds,
                        certificate: None,
                    },
                    false => Finding::Refuted(grounds),
                }
            }
            Verdict::Unknown => Finding::GaveUp,
            Verdict::Satisfiable(assignment) => {
                if !shuffled.cnf.is_satisfied_by(&assignment) {
                    return Err(EngineError::WrongAssignment(self.task.solver.clone()));
                }
                let assignment = shuffled.original(assignment);
                let board = self.problem.board();
                Finding::Solved {
                    jumps: decode::jumps(board, &encoding.meanings, &assignment),
                    layer_sizes: layers
                        .map(|n| decode::step_sizes(board, &encoding.meanings, &assignment, n)),
                    assignment: self.task.assignment.then_some(assignment),
                }
            }
        })
    }

    /// Solves; what a relaxed formula lacks is added to it.
    fn solve(
        &mut self,
        shuffled: &mut Shuffled,
        meanings: &[Meaning],
        phases: &[Lit],
        proof: &mut Proof,
    ) -> Result<Verdict, EngineError> {
        let begin = Stopwatch::start();
        let waited = self.watch.waited();
        let mut added: Vec<Vec<Lit>> = Vec::new();
        let mut lacks = |assignment: &[bool]| {
            let lacking = self.lacking(shuffled, meanings, assignment);
            added.extend(lacking.iter().cloned());
            lacking
        };
        let lacks: &mut solver::Lacks<'_> = &mut lacks;
        let verdict = self.backend.solve(
            &shuffled.cnf,
            Context {
                is_binary: matches!(proof, Proof::Kept(_)),
                proof: proof.writer(),
                phases,
                lacks: self.is_relaxed.then_some(lacks),
                watch: self.watch,
            },
        );
        added
            .into_iter()
            .for_each(|clause| shuffled.cnf.clauses.push(clause));
        let waited = self.watch.waited() - waited;
        self.solving += (begin.elapsed().saturating_sub(waited)).as_secs_f64();
        Ok(verdict?)
    }

    /// What an assignment of the shuffled formula lacks, as clauses of it.
    fn lacking(
        &self,
        shuffled: &Shuffled,
        meanings: &[Meaning],
        assignment: &[bool],
    ) -> Vec<Vec<Lit>> {
        let original = shuffled.original(assignment.to_vec());
        let lacking = self.model.lacks(self.problem, meanings, &original);
        let renamed = |clause: Vec<Lit>| clause.into_iter().map(|lit| shuffled.shuffled(lit));
        lacking
            .into_iter()
            .map(|clause| renamed(clause).collect())
            .collect()
    }

    /// Where the solver's proof goes.
    fn proof(&self, is_checked: bool) -> Result<Proof, EngineError> {
        let task = self.task;
        if let Some(path) = &task.proof {
            let file = File::create(path).map_err(|error| solver::SolverError::Io {
                path: path.clone(),
                error,
            })?;
            return Ok(Proof::File(BufWriter::new(file), path.clone()));
        }
        let kept = match (task.checks, solver::is_program(&task.solver)) {
            (Checks::None, _) | (Checks::Programs, false) => false,
            (_, true) => true,
            (Checks::All, false) => is_checked,
        };
        Ok(match kept && self.backend.writes_proofs() {
            true => Proof::Kept(Kept::new(match solver::is_program(&task.solver) {
                true => LARGEST_PROGRAM_PROOF,
                false => LARGEST_PROOF,
            })),
            false => Proof::None,
        })
    }

    /// Checks the proof of a refutation.
    fn check(&self, cnf: &Cnf, proof: Proof) -> Result<Grounds, EngineError> {
        let word = match solver::is_program(&self.task.solver) && self.task.checks != Checks::None {
            true => Grounds::Claim,
            false => Grounds::Word,
        };
        let read: Box<dyn BufRead> = match proof {
            Proof::Kept(Kept {
                bytes, is_whole, ..
            }) if is_whole => Box::new(Cursor::new(bytes)),
            Proof::File(mut file, path) => {
                let io = |error| solver::SolverError::Proof { error };
                file.flush().map_err(io)?;
                if self.task.checks == Checks::None {
                    return Ok(word);
                }
                Box::new(BufReader::new(File::open(path).map_err(io)?))
            }
            _ => return Ok(word),
        };
        let go_on = || self.watch.work(WORK_OF_A_LEMMA).is_ok();
        match verify::proof(cnf.n_vars as usize, dimacs::clauses(cnf), read, &go_on) {
            Ok(_) => Ok(Grounds::Proof),
            Err(rejection) => {
                self.watch.check()?;
                Err(EngineError::Unproved {
                    solver: self.task.solver.clone(),
                    rejection,
                })
            }
        }
    }

    /// Finds the number of layers: from that of the options on the first one
    /// that propagation does not refute, and `ahead` more; one more whenever
    /// they are refuted.
    ///
    /// Sound because the layers of an order can be left empty: what L layers
    /// hold, L+1 layers hold (a test of the orders shows that their passes are
    /// subsequences), so that a refutation speaks of fewer layers too. Sweeps
    /// cannot be empty, but cut in two, or idle at the end (see [`model::s`]).
    fn climb(&mut self, mut ahead: usize) -> Result<Finding, EngineError> {
        let enough = layers::enough(self.problem).unwrap_or(0);
        let mut layers = self.options.layers.unwrap_or(1).min(enough);
        loop {
            self.options.layers = Some(layers);
            let formula = self.encode()?;
            if layers < enough {
                let begin = Stopwatch::start();
                let refuted = propagate::refutes(&formula.1);
                self.encoding += begin.seconds();
                if refuted {
                    (self.report)(Event::Refuted { layers });
                    layers += 1;
                    continue;
                }
                if ahead > 0 {
                    layers = (layers + std::mem::take(&mut ahead)).min(enough);
                    continue;
                }
            }
            match self.decide(formula)? {
                Finding::Refuted(grounds) => {
                    if grounds != Grounds::Claim {
                        (self.report)(Event::Refuted { layers });
                    }
                    layers += 1;
                }
                finding => return Ok(finding),
            }
        }
    }
}

/// What becomes of a solver's proof.
enum Proof {
    None,
    /// It goes into a file that is wanted.
    File(BufWriter<File>, PathBuf),
    /// It is kept for a check.
    Kept(Kept),
}

impl Proof {
    fn writer(&mut self) -> Option<&mut dyn Write> {
        match self {
            Proof::None => None,
            Proof::File(file, _) => Some(file),
            Proof::Kept(kept) => Some(kept),
        }
    }
}
