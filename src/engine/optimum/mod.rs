//! Optima: the best solution, and why there is no better one.
//!
//! Solutions with a bounded number of sweeps, or dead ends after a bounded number of
//! jumps, are asked for from both sides, by two runs at a time: from below with the
//! least number that is not refuted yet, from above with one less than the best
//! solution has. The first answer that closes the gap ends both. Every answer is
//! kept, so however the search ends there is a best solution and a bound.

pub(super) mod pegs;
mod search;
mod ways;

pub(super) use search::search;

use super::{
    error::EngineError,
    evidence::{Evidence, Reason, Size},
    settings::{self, settings},
    task::{self, Checks, Task, encode},
};
use crate::{
    board::JumpNumber,
    certificate::{Certificate, layers, sweeps},
    formula::{Cnf, dimacs, words::words},
    model::{
        self, Additions, Model, Search, Step,
        additions::{CLASS, EARLY, INDEPENDENCE, REGIONS, SELF_SYMMETRY},
    },
    problem::{Goal, Problem},
    solution::n_sweeps,
    watch::Watch,
};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

words! {
    /// What is to be small.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Objective: (Objective, &'static str) {
        /// The jumps until none is possible, whatever the goal: Fool's Solitaire.
        JumpsToDeadEnd = "jumps-to-dead-end",
        /// The sweeps of a solution: Long-hop Solitaire.
        Sweeps = "sweeps",
        /// The pegs that are left, whatever the goal.
        Pegs = "pegs",
    }
    |_, names| format!("expected one of {names}")
}

impl Objective {
    /// The problem whose solutions have a value of at most `most`, as far as a
    /// goal can say it.
    pub fn problem(self, problem: &Problem, most: usize) -> Problem {
        match self {
            Objective::Sweeps => problem.clone(),
            Objective::JumpsToDeadEnd => {
                let pegs = problem.start().n_pegs();
                problem.with_goal(Goal::dead_end(pegs.saturating_sub(most)))
            }
            Objective::Pegs => problem.with_goal(Goal::anywhere(most)),
        }
    }

    /// The problem whose solutions have a value of exactly `most`, where it is known that none
    /// has a lesser one: of a dead end the number of jumps is known then.
    fn problem_of_exactly(self, problem: &Problem, most: usize) -> Problem {
        match self {
            Objective::Sweeps => problem.clone(),
            Objective::JumpsToDeadEnd => {
                let pegs = problem.start().n_pegs();
                problem.with_goal(Goal::dead_end_with(pegs.saturating_sub(most)))
            }
            Objective::Pegs => self.problem(problem, most),
        }
    }

    /// The task of finding a solution of at most `most`, like `task` for the rest.
    pub(super) fn task(self, task: &Task, most: usize) -> Task {
        let mut task = task.clone();
        if self == Objective::Sweeps {
            let by_layers = model::by_name(&task.model).is_ok_and(|m| m.step == Step::Sweep);
            match by_layers {
                true => task.options.layers = Some(most),
                false => task.options.sweeps = Some(most),
            }
        }
        task
    }

    /// In words that there is nothing as good as `most`.
    pub fn refutation(self, most: usize) -> String {
        match self {
            Objective::Sweeps => format!("no solution has {most} sweeps or fewer"),
            Objective::JumpsToDeadEnd => {
                format!("no dead end comes after {most} jumps or fewer")
            }
            Objective::Pegs => format!("no game leaves {most} pegs or fewer"),
        }
    }

    /// The model where none is named.
    pub fn model(self) -> &'static Model {
        match self {
            Objective::JumpsToDeadEnd => &model::d::D,
            Objective::Pegs => &model::e::E,
            Objective::Sweeps => &model::s::S,
        }
    }

    /// What is best added to this model, as far as the problem allows it.
    pub fn additions(self, problem: &Problem, model: &Model) -> Additions {
        let none = Additions::default();
        match model.step {
            Step::Jump => none.with(&INDEPENDENCE),
            Step::Layer | Step::Pass => none
                .with(&EARLY)
                .with_if(self == Objective::JumpsToDeadEnd, &CLASS),
            Step::Sweep if self == Objective::Sweeps => none
                .with_if(problem.symmetries().len() > 1, &SELF_SYMMETRY)
                .with(&REGIONS),
            Step::Sweep => none,
        }
    }

    /// The value of a solution, by the numbers of its jumps.
    pub(crate) fn value(self, problem: &Problem, jumps: &[JumpNumber]) -> usize {
        match self {
            Objective::JumpsToDeadEnd => jumps.len(),
            Objective::Pegs => problem.start().n_pegs() - jumps.len(),
            Objective::Sweeps => n_sweeps(&problem.board().leaps(jumps)),
        }
    }
}

settings! {
    /// What is asked; where nothing is said, by the best model and varisat, without proofs.
    pub struct Quest {
        /// What is to be small.
        objective: Objective = Objective::Sweeps,
        /// The model's letter; `None` for the best one.
        model: Option<String> = None,
        /// What is added to it; `None` for what is best for the best model, and for
        /// nothing otherwise.
        additions: Option<Additions> = None,
        /// The solver's name, or `cmd:PROGRAM ARGS`.
        solver: String = "varisat".into(),
        /// Shuffles variables and clauses; 0 leaves them as they are.
        seed: u64 = 0,
        /// The folder where refutations are to leave proofs.
        proofs: Option<PathBuf> = None,
        /// Whether refutations count by the solver's word, unchecked.
        trust: bool = false,
        /// How a solver of constraints searches. One that makes moves in order is asked for
        /// dead ends after 0, 1, 2, … jumps in turn, and for sweeps, first for any solution, then
        /// each time for a better one, as the paper did.
        #[serde(default)]
        search: Option<Search> = None,
    }
}

impl Quest {
    /// What is to be small, and nothing else said.
    pub fn new(objective: Objective) -> Self {
        Quest::default().objective(objective)
    }

    /// Whether moves are made in order, so that one side alone is asked.
    fn is_ordered(&self) -> bool {
        self.search.is_some()
    }

    /// Model, additions and solver.
    ///
    /// # Errors
    /// If the model is unknown, or does not count what is to be small.
    pub fn task(&self, problem: &Problem) -> Result<Task, EngineError> {
        if self.objective == Objective::Pegs {
            let plain = Quest::new(Objective::Pegs)
                .seed(self.seed)
                .trust(self.trust);
            if *self != plain {
                return Err(EngineError::Settings(
                    "fewest pegs: every number is asked for by all roads, and its bound has a \
                     certificate; leave model, additions, search, solver and proof out"
                        .into(),
                ));
            }
            return Ok(Task {
                seed: self.seed,
                ..Task::new(problem, self.objective.model())
            });
        }
        let best = self.objective.model();
        let model = self.model.as_deref().map_or(Ok(best), model::by_name)?;
        let name = model.name;
        if self.objective == Objective::Sweeps && !model.counts_sweeps() {
            return Err(EngineError::Settings(format!(
                "model {name} does not count sweeps; expected {}",
                model::named(|model| model.counts_sweeps())
            )));
        }
        let is_named = self.solver != Quest::new(self.objective).solver;
        let solver = task::searcher(self.search, model, &self.solver, is_named)?;
        let mut task = Task {
            solver: solver.into(),
            seed: self.seed,
            search: self.search,
            checks: match self.trust {
                true => Checks::None,
                false => Checks::All,
            },
            ..Task::new(problem, model)
        };
        task.options.additions = match &self.additions {
            Some(additions) => additions.clone(),
            None if name == best.name => self.objective.additions(problem, model),
            None => Additions::default(),
        };
        // Certificates are about model S's formula without further variables.
        let is_certified = self.proofs.is_some() && model.step == Step::Sweep;
        if !is_certified {
            task.at_most_one = settings::at_most_one(problem);
        }
        Ok(task)
    }

    /// The formula that was refuted, with what was added to it on the way.
    pub fn formula(
        &self,
        problem: &Problem,
        refuted: &Refuted,
        watch: &Watch,
    ) -> Result<Cnf, EngineError> {
        let task = self.objective.task(&self.task(problem)?, refuted.most);
        let model = model::by_name(&task.model)?;
        let problem = self.objective.problem(problem, refuted.most);
        let mut cnf = encode(&problem, model, &task.options, task.at_most_one, watch)?.1;
        for clause in &refuted.added {
            let lits = clause.iter().map(|&number| dimacs::lit(number));
            cnf.clauses.push(lits);
        }
        Ok(cnf)
    }

    /// The certificate of what was refuted, if there can be one; the proof's file and its
    /// SHA-256.
    pub fn certificate(
        &self,
        problem: &Problem,
        refuted: &Refuted,
        (proof, sha256): (&str, String),
        watch: &Watch,
    ) -> Result<Option<Certificate>, EngineError> {
        let task = self.task(problem)?;
        let additions = &task.options.additions;
        let (most, added) = (refuted.most, &refuted.added);
        let stated = self.objective.problem(problem, most);
        let step = model::by_name(&task.model)?.step;
        Ok(match (self.objective, step) {
            (Objective::Sweeps, Step::Sweep) if sweeps::applies(problem, additions, most) => {
                let found =
                    sweeps::certificate(problem, additions, most, added, proof, sha256, watch)?;
                Some(found)
            }
            (Objective::JumpsToDeadEnd, Step::Layer) if layers::applies(&stated, additions) => {
                Some(layers::certificate(&stated, additions, proof, sha256))
            }
            _ => None,
        })
    }
}

/// A refutation: no solution is that good.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Refuted {
    /// The value.
    pub most: usize,
    /// Seconds in the solver.
    pub solve: Option<f64>,
    /// The formula's size.
    pub size: Option<Size>,
    /// The proof, if it was asked for.
    pub proof: Option<PathBuf>,
    /// What was added to a relaxed formula on the way, in DIMACS numbers.
    #[serde(default)]
    pub added: Vec<Vec<i32>>,
}

/// What became known, and when.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct News {
    /// The value of the best solution.
    pub value: Option<usize>,
    /// No solution is better than this.
    pub bound: usize,
    /// Seconds since the beginning.
    pub seconds: f64,
}

/// What is known at the end.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Optimum {
    /// How it was searched for.
    pub task: Task,
    /// The best solution: its value, and its jumps by number.
    pub best: Option<(usize, Vec<JumpNumber>)>,
    /// No solution is better than this.
    pub bound: usize,
    /// The best refutation.
    pub refuted: Option<Refuted>,
    /// Whether there is no solution at all.
    pub is_unsolvable: bool,
    /// What the bound, or that there is no solution, rests on; none if nothing had to be
    /// refuted.
    pub evidence: Option<Evidence>,
    /// What became known on the way.
    pub news: Vec<News>,
    /// Why it ended early.
    pub reason: Option<Reason>,
    /// What went wrong.
    pub message: Option<String>,
    /// The most memory in use by one run, in bytes.
    pub peak_memory: Option<u64>,
    /// The choices of a solver of constraints, in all, or the nodes of a system's tree.
    #[serde(default)]
    pub choices: Option<u64>,
}

impl Optimum {
    /// Nothing is known yet.
    pub(crate) fn new(task: Task) -> Self {
        Optimum {
            task,
            best: None,
            bound: 0,
            refuted: None,
            is_unsolvable: false,
            evidence: None,
            news: Vec::new(),
            reason: None,
            message: None,
            peak_memory: None,
            choices: None,
        }
    }

    /// The refutation that shows what is known, if there is one: where there is no
    /// solution at all, one of as many sweeps as there may be jumps.
    pub fn decisive(&self, problem: &Problem) -> Option<&Refuted> {
        let most = problem.n_jumps().map_or(0, |jumps| *jumps.end());
        let shows = |refuted: &&Refuted| !self.is_unsolvable || refuted.most >= most;
        self.refuted.as_ref().filter(shows)
    }

    /// Whether nothing is left to be known.
    pub fn is_settled(&self) -> bool {
        self.is_unsolvable || self.value() == Some(self.bound)
    }

    /// The value of the best solution.
    pub fn value(&self) -> Option<usize> {
        self.best.as_ref().map(|best| best.0)
    }
}
