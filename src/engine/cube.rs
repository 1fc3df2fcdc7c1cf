//! One question in parts, for several machines: each part is the formula with some
//! literals given, and the proofs of all parts are joined into one of the whole.

use super::{
    Answer, End, EngineError, Event, Finding, Grounds, Reason, Settings, Size, Task, encode,
    optimum::{Quest, Refuted},
    race::UNCHECKED,
    task::{self, Checks},
};
use crate::{
    certificate::{Certificate, layers as by_layers, refutation, verify},
    formula::{
        AtMostOne, Cnf, Encoders, Lit, Var,
        cubes::{self, Cubes, Split},
        dimacs,
    },
    model::{self, Meaning, Step, c::C, layers},
    problem::{Problem, file},
    shard::Shard,
    solution::checker,
    systems::registry,
    watch::{Stopwatch, Watch},
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{
    collections::{BTreeSet, HashMap, HashSet},
    io::{self, BufRead, Write},
    path::PathBuf,
};

/// A question with one formula.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ask {
    /// For a solution, by the formula that these settings state: with as many layers as any
    /// solution can need, unless they name a number.
    Solve(Settings),
    /// For a refutation of model C's formula, by the settings' solver.
    Certify(Settings),
    /// For a solution with a value of at most so much.
    Optimise(Quest, usize),
}

impl Ask {
    /// Replays a solution of the problem that is stated.
    ///
    /// # Errors
    /// The first wrong jump, or that it is not as good as was asked for.
    pub fn check(&self, stated: &Problem, jumps: &[usize]) -> Result<(), EngineError> {
        checker::check_numbers(stated, jumps)?;
        match self {
            Ask::Optimise(quest, most) if quest.objective.value(stated, jumps) > *most => Err(
                EngineError::Settings(format!("the solution has a value of more than {most}")),
            ),
            _ => Ok(()),
        }
    }

    /// The problem whose solutions are asked for, and how it is stated.
    ///
    /// # Errors
    /// If what is asked for does not go together.
    pub fn stated(&self, problem: &Problem) -> Result<(Problem, Task), EngineError> {
        let refuse = |text: &str| Err(EngineError::Settings(text.into()));
        let (system, trust) = match self {
            Ask::Solve(settings) | Ask::Certify(settings) => (&settings.system, settings.trust),
            Ask::Optimise(quest, _) => (&quest.system, quest.trust),
        };
        if let Some(system) = registry::other(system) {
            return Err(EngineError::Settings(format!(
                "--cube: a part is clauses, which {} does not take",
                system.name
            )));
        }
        let (problem, task) = match self {
            Ask::Solve(settings) => {
                let task = settings.task(problem)?;
                if model::by_name(&task.model)?.is_relaxed(problem) {
                    return refuse(
                        "--cube: on this board clauses are added to the formula while it is \
                         solved; 'pegsat optimise --cube' keeps them with the proof",
                    );
                }
                (problem.clone(), task)
            }
            Ask::Certify(_) if !refutation::applies(problem) => {
                return refuse(
                    "--cube: parts are of a refutation, and not all solutions of this problem \
                     have the same number of jumps",
                );
            }
            Ask::Certify(settings) => {
                let task = Task {
                    encoders: Encoders {
                        at_most_one: AtMostOne::Pairwise,
                    },
                    solver: settings.solver.clone(),
                    ..Task::new(problem, &C)
                };
                (problem.clone(), task)
            }
            Ask::Optimise(quest, most) => {
                // So that there can be a certificate.
                let proving = Quest {
                    proofs: Some(PathBuf::new()),
                    ..quest.clone()
                };
                let task = quest.objective.task(&proving.task(problem)?, *most);
                (quest.objective.problem(problem, *most), task)
            }
        };
        let checks = match trust {
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
}

/// A part that is asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cube {
    /// Of which question.
    pub ask: Ask,
    /// Which of its parts.
    pub shard: Shard,
    /// How it is split.
    pub split: Split,
    /// Where the solver's proof goes.
    pub proof: Option<PathBuf>,
}

/// What is kept of a part, so that parts can be joined.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// The version of the program.
    pub pegsat: String,
    /// The problem's name.
    pub problem: String,
    /// The problem as a `.peg` file.
    pub peg: String,
    /// Of which question this is a part.
    pub ask: Ask,
    /// Which part.
    pub shard: Shard,
    /// How the question was split.
    pub split: Split,
    /// The SHA-256 of the whole formula.
    pub formula: String,
    /// The literals that are given, in DIMACS numbers; null where the formula has not so
    /// many parts.
    pub literals: Option<Vec<i32>>,
    /// What was added to the formula on the way.
    pub added: Vec<Vec<i32>>,
    /// If no solution is in this part, what that stands on.
    pub refuted: Option<Grounds>,
    /// The jumps of a solution that is, by number.
    pub jumps: Option<Vec<usize>>,
    /// Seconds in the solver.
    pub seconds: f64,
    /// The SHA-256 of all this, with nothing here, and the proof that follows.
    pub seal: String,
}

/// A part, and the answer to whoever asked for it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Parted {
    /// The part.
    pub part: Part,
    /// The answer: a solution, or 'unknown', as other parts may have one.
    pub answer: Answer,
}

impl Parted {
    /// Nothing but why.
    ///
    /// # Errors
    /// If what is asked for does not go together.
    pub fn unknown(problem: &Problem, cube: &Cube, reason: Reason) -> Result<Self, EngineError> {
        let task = cube.ask.stated(problem)?.1;
        Ok(Parted {
            part: Part {
                pegsat: env!("CARGO_PKG_VERSION").into(),
                problem: problem.name().into(),
                peg: file::write(problem),
                ask: cube.ask.clone(),
                shard: cube.shard,
                split: cube.split,
                formula: String::new(),
                literals: None,
                added: Vec::new(),
                refuted: None,
                jumps: None,
                seconds: 0.0,
                seal: String::new(),
            },
            answer: Answer::unknown(task, reason),
        })
    }
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
        let (encoding, cnf) = encode(problem, model, &task.options, &task.encoders)?;
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

/// Decides one part.
///
/// # Errors
/// As [`super::solve`].
pub fn part(problem: &Problem, cube: &Cube, watch: &Watch) -> Result<Parted, EngineError> {
    let begin = Stopwatch::start();
    let (stated, mut task) = cube.ask.stated(problem)?;
    let Shard { index, count } = cube.shard;
    let whole = Whole::new(&stated, &task, cube.split, count, watch)?;
    let literals = whole.cubes.cubes.get(index - 1).map(|lits| numbers(lits));
    let Parted {
        mut part,
        mut answer,
    } = Parted::unknown(problem, cube, Reason::Cube)?;
    part.formula = whole.sha256;
    task.given.clone_from(&literals);
    task.proof.clone_from(&cube.proof);
    match &literals {
        None => {
            let parts = whole.cubes.cubes.len();
            answer.message = Some(match parts {
                0 => "unit propagation refutes the formula, so that no part needs a solver".into(),
                _ => format!("the formula has {parts} parts only, so that this one is empty"),
            });
            part.refuted = Some(Grounds::Proof);
        }
        Some(_) => {
            let mut hear = |event: Event| match event {
                Event::Encoded {
                    size,
                    seconds,
                    notes,
                    layers,
                } => {
                    answer.size = Some(size);
                    answer.seconds.encode = Some(seconds);
                    answer.notes = notes;
                    answer.layers = layers;
                }
                Event::Decided { seconds, added } => {
                    answer.seconds.solve = Some(seconds);
                    part.added = added;
                }
                Event::Refuted { .. } | Event::Cleared { .. } => {}
            };
            match task::perform(&stated, &task, watch, &mut hear) {
                Ok(Finding::Refuted(Grounds::Claim)) => {
                    answer.end = End::Unknown(Reason::Unchecked);
                    answer.message = Some(UNCHECKED.into());
                }
                Ok(Finding::Refuted(grounds)) => part.refuted = Some(grounds),
                Ok(Finding::Solved {
                    jumps,
                    layer_sizes,
                    assignment,
                }) => {
                    cube.ask.check(&stated, &jumps)?;
                    answer.end = End::Solved {
                        jumps,
                        layer_sizes,
                        assignment,
                    };
                }
                Ok(_) => answer.end = End::Unknown(Reason::SolverFailed),
                Err(EngineError::Stopped(stop)) => answer.end = End::Unknown((&stop).into()),
                Err(error) => return Err(error),
            }
        }
    }
    answer.seconds.total = begin.seconds();
    part.literals = literals;
    if let End::Solved { jumps, .. } = &answer.end {
        part.jumps = Some(jumps.clone());
    }
    part.seconds = answer.seconds.solve.unwrap_or_default();
    Ok(Parted { part, answer })
}

/// Parts that are put together.
pub struct Joint {
    /// The problem whose solutions were asked for.
    pub problem: Problem,
    /// How it is stated.
    pub task: Task,
    original: Problem,
    ask: Ask,
    shard: Shard,
    split: Split,
    whole: Whole,
    /// What was added to the formula by any part.
    added: BTreeSet<Vec<i32>>,
    seen: HashSet<usize>,
}

impl Joint {
    /// The formula and its parts made again, from what one part says of them.
    ///
    /// # Errors
    /// If what the part says makes no formula, or another one.
    pub fn new(part: &Part, watch: &Watch) -> Result<Self, EngineError> {
        let original = file::parse(&part.problem, &part.peg);
        let original = original.map_err(|error| EngineError::Settings(error.to_string()))?;
        let (problem, task) = part.ask.stated(&original)?;
        let whole = Whole::new(&problem, &task, part.split, part.shard.count, watch)?;
        Ok(Joint {
            problem,
            task,
            original,
            ask: part.ask.clone(),
            shard: part.shard,
            split: part.split,
            whole,
            added: BTreeSet::new(),
            seen: HashSet::new(),
        })
    }

    /// How many parts there are.
    pub fn n_parts(&self) -> usize {
        self.whole.cubes.cubes.len()
    }

    /// Replays the solution of a part.
    ///
    /// # Errors
    /// As [`Ask::check`].
    pub fn check(&self, jumps: &[usize]) -> Result<(), EngineError> {
        self.ask.check(&self.problem, jumps)
    }

    /// Takes in what a part says: whether it is needed and was not there yet.
    ///
    /// # Errors
    /// Why it is none of these parts.
    pub fn take(&mut self, part: &Part) -> Result<bool, String> {
        let (mine, its) = (self.shard.count, part.shard.count);
        if its != mine || part.split != self.split {
            return Err(format!(
                "it is one of {its} parts by {}, others are of {mine} by {}",
                part.split, self.split
            ));
        }
        if part.formula != self.whole.sha256 {
            return Err("it is of another formula than the first one".into());
        }
        let number = part.shard.index.wrapping_sub(1);
        let lits = self.whole.cubes.cubes.get(number);
        if lits.map(|lits| numbers(lits)) != part.literals {
            return Err("its literals are not those of this part".into());
        }
        if lits.is_none() || part.refuted.is_none() {
            return Ok(false);
        }
        let n_vars = self.whole.cnf.n_vars;
        let is_known = |lit: &i32| (1..=n_vars).contains(&lit.unsigned_abs());
        if !part.added.iter().flatten().all(is_known) {
            return Err("it adds clauses of variables that the formula has not".into());
        }
        self.added.extend(part.added.iter().cloned());
        Ok(self.seen.insert(number))
    }

    /// The parts that are missing, from 1.
    pub fn missing(&self) -> Vec<usize> {
        let all = 0..self.n_parts();
        all.filter(|number| !self.seen.contains(number))
            .map(|number| number + 1)
            .collect()
    }

    /// The formula, with all that was added to it.
    pub fn formula(&self) -> Cnf {
        let mut cnf = self.whole.cnf.clone();
        for clause in &self.added {
            cnf.clauses.push(clause.iter().map(|&lit| dimacs::lit(lit)));
        }
        cnf
    }

    /// Begins the joined proof.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin(&self, out: &mut dyn Write) -> io::Result<()> {
        let lemmas = self.whole.cubes.first.iter();
        lemmas
            .map(|lemma| numbers(lemma))
            .try_for_each(|lemma| say(out, "", &lemma))
    }

    /// Writes a part's proof as one of the whole formula: each lemma says that it holds in
    /// this part, and the last one that nothing does. Deletions are only of its own lemmas.
    ///
    /// # Errors
    /// If it cannot be read or written.
    pub fn lift(&self, part: &Part, proof: impl BufRead, out: &mut dyn Write) -> io::Result<()> {
        let given = part.literals.as_deref().unwrap_or_default();
        let mut refuted: Vec<i32> = given.iter().map(|lit| -lit).collect();
        refuted.sort_unstable();
        let mut own: HashMap<Vec<i32>, u32> = HashMap::new();
        verify::steps(proof, &mut |deletes, lemma| {
            let mut lifted = [lemma, &refuted].concat();
            lifted.sort_unstable();
            lifted.dedup();
            let is_true = |lit: &i32| lifted.binary_search(&-lit).is_ok();
            if lifted == refuted || lifted.iter().any(is_true) {
                return Ok(()); // what the part comes to is said at its end
            }
            if !deletes {
                say(out, "", &lifted)?;
                *own.entry(lifted).or_default() += 1;
            } else if let Some(times) = own.get_mut(&lifted) {
                say(out, "d ", &lifted)?;
                *times -= 1;
                if *times == 0 {
                    own.remove(&lifted);
                }
            }
            Ok(())
        })?;
        say(out, "", &refuted)?;
        let mut left: Vec<(Vec<i32>, u32)> = own.into_iter().collect();
        left.sort_unstable();
        for (lemma, times) in left {
            (0..times).try_for_each(|_| say(out, "d ", &lemma))?;
        }
        Ok(())
    }

    /// Ends it with what follows from all parts.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn end(&self, out: &mut dyn Write) -> io::Result<()> {
        let lemmas = self.whole.cubes.last.iter();
        lemmas
            .map(|lemma| numbers(lemma))
            .try_for_each(|lemma| say(out, "", &lemma))
    }

    /// What the joined proof shows, in words.
    pub fn shows(&self) -> String {
        match &self.ask {
            Ask::Optimise(quest, most) => quest.objective.refutation(*most),
            _ if self.is_complete() => "unsolvable: no sequence of jumps reaches the goal".into(),
            _ => "there is no solution within these layers or sweeps".into(),
        }
    }

    /// Whether the joined proof shows that there is no solution.
    pub fn is_complete(&self) -> bool {
        !matches!(self.ask, Ask::Optimise(..))
            && layers::is_complete(&self.problem, &self.task.options)
    }

    /// Whether parts added clauses to the formula, so that only a certificate's checker can
    /// tell whether they hold.
    pub fn has_added(&self) -> bool {
        !self.added.is_empty()
    }

    /// The certificate, if there can be one: for a proof in the file of this name.
    ///
    /// # Errors
    /// If the formula cannot be made.
    pub fn certificate(
        &self,
        name: &str,
        proof: &[u8],
    ) -> Result<Option<Certificate>, EngineError> {
        match &self.ask {
            Ask::Solve(_) => {
                let step = model::by_name(&self.task.model)?.step();
                let additions = &self.task.options.additions;
                let can_be = step == Step::Layer && self.is_complete();
                if !can_be || !by_layers::applies(&self.problem, additions) {
                    return Ok(None);
                }
                let sha256 = format!("{:x}", Sha256::digest(proof));
                let early = additions.early;
                let proof = by_layers::refutation(&self.problem, early, name, sha256);
                Ok(Some(Certificate::by_layers(&self.problem, proof)))
            }
            Ask::Certify(_) => {
                let refuted = refutation::refutation(&self.problem, Some(name), proof)?;
                Ok(Some(Certificate::by_refutation(&self.problem, refuted)))
            }
            Ask::Optimise(quest, most) => {
                let refuted = Refuted {
                    most: *most,
                    solve: None,
                    size: Some(Size::of(&self.whole.cnf)),
                    proof: None,
                    added: self.added.iter().cloned().collect(),
                };
                let sha256 = format!("{:x}", Sha256::digest(proof));
                quest.certificate(&self.original, &refuted, name, sha256)
            }
        }
    }
}

/// Writes a line of a proof.
fn say(out: &mut dyn Write, word: &str, clause: &[i32]) -> io::Result<()> {
    write!(out, "{word}")?;
    clause.iter().try_for_each(|lit| write!(out, "{lit} "))?;
    writeln!(out, "0")
}
