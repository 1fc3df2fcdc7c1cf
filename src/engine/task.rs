//! A formula, and how it is decided: encode, solve, decode.

mod in_order;
mod proof;

use super::{
    error::EngineError,
    evidence::{End, Evidence, Size},
    finding::{Encoded, Event, Finding},
};
use crate::{
    check::{self, Checking, Rejection},
    formula::{AtMostOne, Clauses, Cnf, Lit, Shuffled, cubes, dimacs},
    model::{self, Encoding, Meaning, Model, Options, Search, layers, order},
    problem::Problem,
    solution::decode,
    solver::{self, Context, Kept, Verdict},
    watch::{Poll, Stopwatch, Watch},
};
pub(super) use in_order::searcher;
use proof::ProofSink;
use serde::{Deserialize, Serialize};
use std::{
    fs::File,
    io::{BufRead, BufReader, BufWriter, Cursor, Write},
    path::PathBuf,
    time::Duration,
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
    /// How 'at most one' becomes clauses.
    pub at_most_one: AtMostOne,
    /// The solver's name, or `cmd:PROGRAM ARGS`.
    pub solver: String,
    /// Shuffles variables and clauses; 0 leaves them as they are written.
    pub seed: u64,
    /// How it is searched, where no solver is asked.
    #[serde(default)]
    pub search: Option<Search>,
    /// Where to write a proof of unsatisfiability.
    pub proof: Option<PathBuf>,
    /// Whose refutations are checked.
    pub checks: Checks,
    /// Literals to be true, in DIMACS numbers, where a part of the formula is asked: a refutation
    /// of the part does not refute the whole.
    #[serde(default)]
    pub given: Option<Vec<i32>>,
}

impl Task {
    /// The problem by this model, as it is stated where nothing else is said: by
    /// varisat, without additions, with all layers that a solution can need.
    pub fn new(problem: &Problem, model: &Model) -> Self {
        Task {
            model: model.name.into(),
            options: Options {
                order: order::best_first(problem)[0],
                ..Options::default()
            },
            climb: None,
            at_most_one: AtMostOne::default(),
            solver: "varisat".into(),
            seed: 0,
            search: None,
            proof: None,
            checks: Checks::All,
            given: None,
        }
    }
}

/// Which refutations are checked. One whose proof is wanted in a file is checked too,
/// unless none is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Checks {
    /// Each.
    All,
    /// Programs', and those that say that there is no solution at all.
    Complete,
    /// None: every solver is trusted.
    None,
}

/// What is said of a program's claim.
pub(crate) const UNCHECKED: &str = "the program says that there is no solution, but gave no proof \
                                    that can be checked; name {proof} in its arguments if it \
                                    writes DRAT, or say --trust";

/// A longer proof of an embedded solver's is not kept for a check: the solver does its work
/// again, and the proof is checked while it is written. In binary form varisat writes 2.3 to
/// 7 bytes a microsecond, so this is 5 to 15 seconds' work.
const LARGEST_PROOF: usize = 32 << 20;

/// The same of a program's, which counts for nothing without it.
const LARGEST_PROGRAM_PROOF: usize = 1 << 30;

/// The work of a lemma's check: estimated.
const WORK_OF_A_LEMMA: u64 = 10;

/// States the problem by the model and turns it into clauses; the encoding
/// keeps the meanings and notes, its formula is used up.
pub fn encode(
    problem: &Problem,
    model: &Model,
    options: &Options,
    at_most_one: AtMostOne,
    watch: &Watch,
) -> Result<(Encoding, Cnf), EngineError> {
    let mut encoding = model.encode(problem, options, watch)?;
    let cnf = std::mem::take(&mut encoding.formula).into_cnf(at_most_one)?;
    Ok((encoding, cnf))
}

/// Does the task, and reports on the way.
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
        is_relaxed: (model.is_relaxed)(problem),
        options: task.options.clone(),
        watch,
        encoding: 0.0,
        solving: 0.0,
        report,
    };
    match (task.search, task.climb) {
        (Some(Search::Moves(order)), _) => work.search(order),
        (_, Some(ahead)) if model.step.is_layer() => work.climb(ahead),
        _ => {
            let (encoding, cnf) = work.encode()?;
            work.decide(encoding, cnf)
        }
    }
}

/// A task in progress.
struct Work<'a> {
    problem: &'a Problem,
    task: &'a Task,
    model: &'static Model,
    is_relaxed: bool,
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
    /// The formula as clauses; that of the encoding is used up.
    fn encode(&mut self) -> Result<(Encoding, Cnf), EngineError> {
        let begin = Stopwatch::start();
        let at_most_one = self.task.at_most_one;
        let formula = encode(
            self.problem,
            self.model,
            &self.options,
            at_most_one,
            self.watch,
        )?;
        self.encoded_since(&begin, &formula.1.clauses)?;
        Ok(formula)
    }

    /// The time since then was that of encoding, which is counted as work.
    fn encoded_since(&mut self, begin: &Stopwatch, clauses: &Clauses) -> Result<(), EngineError> {
        self.encoding += begin.seconds();
        let literals = clauses.n_literals() as u64;
        Ok(self.watch.work(literals / LITERALS_A_UNIT)?)
    }

    /// The layers of the formula, if its model has layers.
    fn layers(&self) -> Option<usize> {
        match self.options.layers {
            _ if !self.model.step.is_layer() => None,
            None => layers::enough(self.problem),
            some => some,
        }
    }

    /// Reports that a formula of this size goes to the solver.
    fn encoded(&mut self, encoding: &Encoding, size: Size) {
        let layers = self.layers();
        (self.report)(Event::Encoded(Encoded {
            size,
            seconds: self.encoding,
            notes: encoding.notes.clone(),
            layers,
        }));
    }

    /// The time of the solver since then, what it waited left out.
    fn solved_since(&mut self, begin: &Stopwatch, waited: Duration) {
        let waited = self.watch.waited() - waited;
        self.solving += begin.elapsed().saturating_sub(waited).as_secs_f64();
    }

    /// The solution that an assignment tells.
    fn solution(&self, encoding: &Encoding, assignment: Vec<bool>) -> Finding {
        let board = self.problem.board();
        let sizes = |n| decode::step_sizes(board, &encoding.meanings, &assignment, n);
        Finding::Ended(End::Solved {
            jumps: decode::jumps(board, &encoding.meanings, &assignment),
            layer_sizes: self.layers().map(sizes),
        })
    }

    /// Solves and decodes.
    fn decide(&mut self, encoding: Encoding, mut cnf: Cnf) -> Result<Finding, EngineError> {
        let begin = Stopwatch::start();
        for &number in self.task.given.iter().flatten() {
            cnf.clauses.push([dimacs::lit(number)]);
        }
        let mut shuffled = Shuffled::new(cnf, self.task.seed);
        self.encoding += begin.seconds();
        self.encoded(&encoding, Size::of(&shuffled.cnf));
        let is_part = self.task.given.is_some();
        let is_complete = !is_part && layers::is_complete(self.problem, &self.options);
        let checks = match self.task.checks {
            Checks::None => false,
            Checks::All => true,
            Checks::Complete => is_complete || is_part || self.is_program(),
        };
        let stated = shuffled.cnf.clauses.len();
        let (verdict, proof) = loop {
            let mut proof = self.proof(checks)?;
            let verdict = self.solve(&mut shuffled, &encoding.meanings, &mut proof)?;
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
            Verdict::Unsatisfiable if !checks && self.task.checks != Checks::None => {
                Finding::Refuted(None)
            }
            Verdict::Unsatisfiable => match (self.check(&mut shuffled, proof)?, is_complete) {
                (Ok(evidence), true) => Finding::Ended(End::Unsolvable(evidence)),
                (Ok(evidence), false) => Finding::Refuted(Some(evidence)),
                (Err(why), _) => Finding::Claimed(why),
            },
            Verdict::Unknown => Finding::GaveUp,
            Verdict::Satisfiable(assignment) => {
                if !shuffled.cnf.is_satisfied_by(&assignment) {
                    return Err(EngineError::WrongAssignment(self.task.solver.clone()));
                }
                self.solution(&encoding, shuffled.original(assignment))
            }
        })
    }

    /// Solves; what a relaxed formula lacks is added to it.
    fn solve(
        &mut self,
        shuffled: &mut Shuffled,
        meanings: &[Meaning],
        proof: &mut ProofSink<'_>,
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
        let verdict = self.backend()?.solve(
            &shuffled.cnf,
            Context {
                is_binary: matches!(proof, ProofSink::Kept(_) | ProofSink::Checked(_)),
                proof: proof.writer(),
                lacks: self.is_relaxed.then_some(lacks),
                watch: self.watch,
            },
        );
        added
            .into_iter()
            .for_each(|clause| shuffled.cnf.clauses.push(clause));
        self.solved_since(&begin, waited);
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
        let lacking = (self.model.lacks)(self.problem, meanings, &original);
        let renamed = |clause: Vec<Lit>| clause.into_iter().map(|lit| shuffled.shuffled(lit));
        lacking
            .into_iter()
            .map(|clause| renamed(clause).collect())
            .collect()
    }

    /// Where the solver's proof goes.
    fn proof(&self, is_checked: bool) -> Result<ProofSink<'static>, EngineError> {
        let task = self.task;
        if let Some(path) = &task.proof {
            let file = File::create(path).map_err(|error| solver::SolverError::Io {
                path: path.clone(),
                error,
            })?;
            return Ok(ProofSink::File(BufWriter::new(file), path.clone()));
        }
        // What is added to a relaxed formula while it is solved cannot be in a proof.
        let can_be = self.backend()?.writes_proofs() && (self.is_program() || !self.is_relaxed);
        Ok(match is_checked && can_be {
            true => ProofSink::Kept(Kept::new(match self.is_program() {
                true => LARGEST_PROGRAM_PROOF,
                false => LARGEST_PROOF,
            })),
            false => ProofSink::None,
        })
    }

    fn backend(&self) -> Result<Box<dyn solver::Backend>, EngineError> {
        Ok(solver::by_name(&self.task.solver)?)
    }

    fn is_program(&self) -> bool {
        solver::is_program(&self.task.solver)
    }

    /// Checks the proof of a refutation; the inner error is why it cannot be.
    fn check(
        &mut self,
        shuffled: &mut Shuffled,
        proof: ProofSink<'_>,
    ) -> Result<Result<Evidence, String>, EngineError> {
        let read: Box<dyn BufRead> = match proof {
            _ if self.task.checks == Checks::None => return Ok(Ok(Evidence::Trust)),
            ProofSink::Kept(Kept {
                bytes, is_whole, ..
            }) if is_whole => Box::new(Cursor::new(bytes)),
            ProofSink::File(mut file, path) => {
                let io = solver::SolverError::Proof;
                file.flush().map_err(io)?;
                Box::new(BufReader::new(File::open(path).map_err(io)?))
            }
            _ if self.is_program() => return Ok(Err(UNCHECKED.into())),
            _ if !self.backend()?.writes_proofs() => return Ok(Err(self.no_proof())),
            _ => return self.check_again(shuffled).map(Ok),
        };
        let cnf = &shuffled.cnf;
        let poll = Poll::new(self.watch, 0);
        let go_on = || poll.ask(WORK_OF_A_LEMMA);
        match check::proof(cnf.n_vars as usize, dimacs::clauses(cnf), read, &go_on) {
            Ok(_) => Ok(Ok(Evidence::Proof)),
            Err(rejection) => Err(self.unproved(rejection, &poll)),
        }
    }

    /// Why a refutation cannot be checked.
    fn no_proof(&self) -> String {
        let solver = &self.task.solver;
        format!(
            "{solver} says that there is no solution, but writes no proof that could be checked; \
             try varisat, or say --trust"
        )
    }

    /// Why a refutation was not proved: the watch's word, if it has one.
    fn unproved(&self, rejection: Rejection, poll: &Poll) -> EngineError {
        match poll.check() {
            Err(stop) => stop.into(),
            Ok(()) => EngineError::Unproved {
                solver: self.task.solver.clone(),
                rejection,
            },
        }
    }

    /// Refutes the formula again, and checks the proof while it is written.
    fn check_again(&mut self, shuffled: &mut Shuffled) -> Result<Evidence, EngineError> {
        let poll = Poll::new(self.watch, 0);
        let go_on = || poll.ask(WORK_OF_A_LEMMA);
        let clauses = dimacs::clauses(&shuffled.cnf);
        let checking = Checking::new(shuffled.cnf.n_vars as usize, clauses, &go_on);
        let checking = checking.map_err(|rejection| self.unproved(rejection, &poll))?;
        let mut proof = ProofSink::Checked(Box::new(checking));
        let verdict = self.solve(shuffled, &[], &mut proof);
        let ProofSink::Checked(checking) = proof else {
            return Err(EngineError::Refused("a proof became another one".into()));
        };
        match (verdict, checking.finish()) {
            (Err(EngineError::Stopped(stop)), _) => Err(stop.into()),
            (_, Err(rejection)) => Err(self.unproved(rejection, &poll)),
            (Ok(_), Ok(_)) => Ok(Evidence::Proof),
            (Err(error), Ok(_)) => Err(error),
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
            let (encoding, cnf) = self.encode()?;
            if layers < enough {
                let begin = Stopwatch::start();
                let refuted = cubes::refutes(&cnf);
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
            match self.decide(encoding, cnf)? {
                Finding::Refuted(_) => {
                    (self.report)(Event::Refuted { layers });
                    layers += 1;
                }
                Finding::Claimed(_) if layers < enough => layers += 1,
                finding => return Ok(finding),
            }
        }
    }
}
