//! What may be asked of the engine, what it does where nothing is said, and every refusal of
//! what does not go together.

use super::{
    error::EngineError,
    objective::Objective,
    task::{self, Checks, Task},
};
use crate::{
    formula::{AtMostOne, cubes::Split, words::words},
    model::{
        self, Additions, Layers, Method, Model, Options, Order, Part, Search, Step,
        additions::CLASS, layers, order,
    },
    problem::Problem,
    shard::Shard,
    solver,
};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The model where none is named.
pub const DEFAULT_MODEL: &str = "E";

/// The solver where none is named.
pub const DEFAULT_SOLVER: &str = "varisat";

/// The most jumps of a board for which, where nothing is said, 'at most one'
/// is stated pairwise.
const MANY_JUMPS: usize = 200;

words! {
    /// Which roads are taken.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Approach: (Approach, &'static str) {
        /// All that may help, in turns; where another model than the default one is
        /// named, or a number of layers, its formulas and what refutes a problem at
        /// once.
        #[default]
        Auto = "auto",
        /// Formulas of the model, and what refutes a problem at once.
        Formula = "formula",
        /// The position class.
        PositionClass = "position-class",
        /// A pagoda function.
        Pagoda = "pagoda",
        /// Weights, and cases of how often jumps are made.
        JumpBounds = "jump-bounds",
        /// The same, and of the jumps that touch what must change which can be the first and
        /// the last.
        Ends = "ends",
        /// The same, and rounded rows of their linear program.
        CuttingPlanes = "cutting-planes",
        /// Weights, and a number for each way in which patches of the board can be filled.
        Tables = "tables",
        /// Every position that can be reached.
        Exhaustion = "exhaustion",
        /// Model C's formula, and a proof that nothing satisfies it.
        Refutation = "refutation",
        /// After each number of jumps only the positions whose pegs lie closest.
        Beam = "beam",
        /// A large board window by window.
        Windows = "windows",
    }
    |_, names| format!("expected one of {names}")
}

/// What is wanted of a problem.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wants {
    /// A solution, or that there is none.
    #[default]
    Solution,
    /// A certificate that there is no solution, or a solution.
    Certificate,
    /// The solution with the least of this, and why there is no better one.
    Fewest(Objective),
    /// A solution of at most this value, by one formula in parts.
    AtMost(Objective, usize),
}

/// Declares the question: fields with what they are where nothing is said, and for each of them a
/// method that sets it.
macro_rules! question {
    ($($(#[$about:meta])* $field:ident: $type:ty = $default:expr,)*) => {
        /// What is wanted of a problem, and how it is to be found.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        #[non_exhaustive]
        pub struct Ask {
            $($(#[$about])* pub $field: $type,)*
        }

        impl Default for Ask {
            fn default() -> Self {
                Ask { $($field: $default,)* }
            }
        }

        impl Ask {
            $(
                /// This question with the field set.
                #[must_use]
                pub fn $field(mut self, $field: $type) -> Self {
                    self.$field = $field;
                    self
                }
            )*
        }
    };
}

question! {
    /// What is wanted.
    wants: Wants = Wants::Solution,
    /// The model's letter; `None` for the default one, or the best one for an optimum.
    model: Option<String> = None,
    /// What is added to it; `None` for what is best for the default model, and for
    /// nothing otherwise.
    additions: Option<Additions> = None,
    /// How many layers; `None` to find a number.
    layers: Option<usize> = None,
    /// The order of jumps in a layer; `None` for the best known, and others in turn.
    order: Option<Order> = None,
    /// The most sweeps allowed, for models that count them.
    sweeps: Option<usize> = None,
    /// How moves are searched one after the other, in place of a solver; what a system that
    /// can be told is told. For dead ends, after 0, 1, 2, … jumps in turn; for sweeps, first
    /// any solution, then each time a better one.
    search: Option<Search> = None,
    /// The solver's name, or `cmd:PROGRAM ARGS`.
    solver: String = DEFAULT_SOLVER.into(),
    /// Shuffles variables and clauses; 0 leaves them as they are.
    seed: u64 = 0,
    /// How many attempts may run at the same time, in threads.
    /// With one, the same problem and question give the same answer.
    jobs: usize = 1,
    /// Which roads are taken.
    approach: Approach = Approach::Auto,
    /// What is left out of all that may help.
    without: Vec<Part> = Vec::new(),
    /// Where to write a DRAT proof of the formula, if it is refuted; for an optimum a folder,
    /// where each refutation leaves one.
    proof: Option<PathBuf> = None,
    /// Whether refutations count by the solver's word, unchecked.
    trust: bool = false,
    /// The name of the file beside a certificate that holds the proof of a
    /// refutation; `None` to keep it within the certificate.
    proof_name: Option<String> = None,
    /// Which part of the formula is asked for, and how it is split; `None` for the whole.
    part: Option<(Shard, Split)> = None,
}

/// A model, and how it is to state a problem.
pub struct Stated {
    /// The model.
    pub model: &'static Model,
    /// Its options.
    pub options: Options,
    /// How 'at most one' becomes clauses.
    pub at_most_one: AtMostOne,
}

impl Stated {
    /// The number of layers, for a model that has them: where none is said, as many as any
    /// solution can need.
    pub fn layers(&self, problem: &Problem) -> Option<usize> {
        let enough = || layers::enough(problem).unwrap_or(0);
        let has_layers = self.model.step.is_layer();
        has_layers.then(|| self.options.layers.unwrap_or_else(enough))
    }
}

impl From<&Method> for Ask {
    /// What a method asks, but for its system.
    fn from(method: &Method) -> Self {
        Ask {
            model: Some(method.model.into()),
            additions: method.additions.clone(),
            layers: method.layers.and_then(Layers::number),
            order: method.order,
            search: method.search,
            without: method.without.clone(),
            ..Ask::default()
        }
    }
}

impl Ask {
    /// The model and how it states the problem.
    ///
    /// # Errors
    /// If the model is unknown, or what is asked for does not suit it.
    pub fn stated(&self, problem: &Problem) -> Result<Stated, EngineError> {
        let model = model::by_name(self.model.as_deref().unwrap_or(DEFAULT_MODEL))?;
        let name = model.name;
        let unfit = |what: &str| Err(EngineError::Refused(what.into()));
        let is_default = name == DEFAULT_MODEL && self.additions.is_none();
        let is_free = self.layers.is_none() && self.order.is_none() && self.proof.is_none();
        if self.approach == Approach::Windows && !(is_default && is_free) {
            return unfit(
                "--approach windows: windows choose model, additions, layers and order \
                 themselves; leave those and --proof out",
            );
        }
        let takes_one = !matches!(self.approach, Approach::Auto | Approach::Formula);
        if takes_one && !self.without.is_empty() {
            return unfit(&format!(
                "--without: --approach {} is one way alone; leave one of the two out",
                self.approach
            ));
        }
        if self.layers.is_some() && !model.step.is_layer() {
            return unfit(&format!(
                "--layers: model {name} has steps of one jump; models D, E and S have layers"
            ));
        }
        let enough = layers::enough(problem).unwrap_or(0).max(1);
        if let Some(layers) = self.layers.filter(|&layers| layers > enough) {
            let name = problem.name();
            return unfit(&format!(
                "--layers {layers}: {name} has solutions of at most {enough} jumps, so expected 1 \
                 to {enough}"
            ));
        }
        if self.order.is_some() && model.step != Step::Pass {
            return unfit(&format!(
                "--order: the jumps of a step of model {name} have no order; those of model E do"
            ));
        }
        let options = Options {
            additions: match &self.additions {
                Some(additions) => additions.clone(),
                // Without it one peg anywhere takes a hundred times longer. A proof
                // should not rest on it.
                None => {
                    let may = name == DEFAULT_MODEL && self.proof.is_none();
                    let helps = problem.goal().pegs_anywhere() == Some(1);
                    Additions::default().with_if(may && helps, &CLASS)
                }
            },
            layers: self.layers,
            order: self.order.unwrap_or_else(|| order::best_first(problem)[0]),
            sweeps: self.sweeps,
        };
        Ok(Stated {
            model,
            options,
            at_most_one: at_most_one(problem),
        })
    }

    /// For the best solution, and nothing else said.
    pub fn fewest(objective: Objective) -> Self {
        Ask::default().wants(Wants::Fewest(objective))
    }

    /// What is to be small, if an optimum is asked for.
    pub fn objective(&self) -> Option<Objective> {
        match self.wants {
            Wants::Solution | Wants::Certificate => None,
            Wants::Fewest(objective) | Wants::AtMost(objective, _) => Some(objective),
        }
    }

    /// That any solution is wanted, or a certificate, and of the whole formula.
    pub(super) fn wants_no_optimum(&self) -> Result<(), EngineError> {
        match self.objective().is_none() && self.part.is_none() {
            true => Ok(()),
            false => Err(EngineError::Refused(
                "an optimum, or a part, is asked for in another way: see Wants".into(),
            )),
        }
    }

    /// Whether a solver is named that is not the one where none is.
    pub fn names_solver(&self) -> bool {
        self.solver != DEFAULT_SOLVER
    }

    /// The first attempt with a formula; where an optimum is asked for, how each of its formulas
    /// is stated.
    ///
    /// # Errors
    /// If what is asked for does not go together.
    pub fn task(&self, problem: &Problem) -> Result<Task, EngineError> {
        self.proof_fits()?;
        match self.objective() {
            None => self.task_of_a_solution(problem),
            Some(objective) => self.task_of_an_optimum(problem, objective),
        }
    }

    /// That all this goes together, about this problem.
    ///
    /// # Errors
    /// If it does not.
    pub fn check(&self, problem: &Problem) -> Result<(), EngineError> {
        match (self.part, self.wants) {
            (Some(_), _) => self.whole(problem).map(drop),
            (None, Wants::AtMost(..)) => Err(EngineError::Refused(
                "--most: one of at most so much is asked for in parts, so say --cube".into(),
            )),
            (None, _) => self.task(problem).map(drop),
        }
    }

    fn task_of_a_solution(&self, problem: &Problem) -> Result<Task, EngineError> {
        let Stated {
            model,
            options,
            at_most_one,
        } = self.stated(problem)?;
        if self.proof.is_some() && (model.is_relaxed)(problem) {
            return Err(EngineError::Refused(format!(
                "--proof: on this board clauses are added to the formula of model {} while it is \
                 solved; 'pegsat optimise --proof' keeps them with the proof",
                model.name
            )));
        }
        self.search_fits_the_rest()?;
        let solver = task::searcher(self.search, model, &self.solver, self.names_solver())?;
        Ok(Task {
            // A proof is about one formula, so one that is large enough.
            climb: (model.step.is_layer() && options.layers.is_none() && self.proof.is_none())
                .then_some(0),
            options,
            at_most_one,
            solver: solver.into(),
            seed: self.seed,
            search: self.search,
            proof: self.proof.clone(),
            checks: if self.trust {
                Checks::None
            } else {
                Checks::Complete
            },
            ..Task::new(problem, model)
        })
    }

    fn task_of_an_optimum(
        &self,
        problem: &Problem,
        objective: Objective,
    ) -> Result<Task, EngineError> {
        let plain = Ask::default().wants(self.wants).seed(self.seed);
        if objective == Objective::Pegs {
            if *self != plain.trust(self.trust) {
                return Err(EngineError::Refused(
                    "fewest pegs: this takes every way to an answer, and certifies the bound; \
                     leave model, additions, search, solver and proof out"
                        .into(),
                ));
            }
            return Ok(Task {
                seed: self.seed,
                ..Task::new(problem, objective.model(None))
            });
        }
        let stated = Ask {
            model: self.model.clone(),
            additions: self.additions.clone(),
            search: self.search,
            solver: self.solver.clone(),
            proof: self.proof.clone(),
            trust: self.trust,
            part: self.part,
            ..plain
        };
        if *self != stated {
            return Err(EngineError::Refused(
                "an optimum is asked for by a model, additions, a search, a solver and a seed; \
                 leave layers, order, sweeps, jobs, approach and without out"
                    .into(),
            ));
        }
        let best = objective.model(Some(problem));
        let model = self.model.as_deref().map_or(Ok(best), model::by_name)?;
        let name = model.name;
        if objective == Objective::Sweeps && !model.counts_sweeps() {
            return Err(EngineError::Refused(format!(
                "model {name} does not count sweeps; expected {}",
                model::named(|model| model.counts_sweeps())
            )));
        }
        let solver = task::searcher(self.search, model, &self.solver, self.names_solver())?;
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
            None if name == best.name => objective.additions(problem, model),
            None => Additions::default(),
        };
        // Certificates are about model S's formula without further variables.
        let is_certified = self.proof.is_some() && model.step == Step::Sweep;
        if !is_certified {
            task.at_most_one = at_most_one(problem);
        }
        Ok(task)
    }

    /// Whether seed and jobs go with the proof, if one is wanted.
    pub(super) fn proof_fits(&self) -> Result<(), EngineError> {
        let unfit = |text: &str| Err(EngineError::Refused(text.into()));
        if self.proof.is_none() {
            return Ok(());
        }
        if self.seed != 0 {
            return unfit(
                "--proof with --seed: a proof is about the exported formula, so leave --seed out",
            );
        }
        if self.jobs > 1 {
            return unfit(
                "--proof with --jobs: only one attempt writes a proof, so leave --jobs out",
            );
        }
        Ok(())
    }

    /// Whether the rest goes with the search.
    fn search_fits_the_rest(&self) -> Result<(), EngineError> {
        let unfit = |text: String| Err(EngineError::Refused(text));
        match self.search {
            Some(search) if self.jobs > 1 => unfit(format!(
                "--jobs: with --search {search} every attempt would do the same; leave --jobs out"
            )),
            Some(search) if !matches!(self.approach, Approach::Auto | Approach::Formula) => {
                unfit(format!(
                    "--search {search} needs a formula, and --approach {} has none: leave one of them \
                     out",
                    self.approach
                ))
            }
            Some(search) if self.proof.is_some() => unfit(format!(
                "--proof: --search {search} writes none; leave one of them out"
            )),
            _ => Ok(()),
        }
    }

    /// That a list of all solutions leaves nothing of this question out.
    ///
    /// # Errors
    /// If they bound the sweeps, which a list does not.
    pub fn allow_lists(&self) -> Result<(), EngineError> {
        let model = model::by_name(self.model.as_deref().unwrap_or(DEFAULT_MODEL))?;
        if self.sweeps.is_some() || self.layers.is_some() && model.step == Step::Sweep {
            return Err(EngineError::Refused(
                "a list has solutions of any number of sweeps, so leave the bound on sweeps out, or \
                 ask for one solution"
                    .into(),
            ));
        }
        Ok(())
    }

    /// Whether all roads may be taken: nothing is asked for that only a formula has.
    pub(super) fn takes_all_roads(&self, model: &str) -> bool {
        let free = self.layers.is_none() && self.sweeps.is_none();
        self.approach == Approach::Auto
            && model == DEFAULT_MODEL
            && free
            && !solver::is_program(&self.solver)
            && self.search.is_none()
            && self.proof.is_none()
    }
}

/// How 'at most one' becomes clauses, by the board's size.
pub fn at_most_one(problem: &Problem) -> AtMostOne {
    match problem.board().jumps().len() > MANY_JUMPS {
        true => AtMostOne::Ladder,
        false => AtMostOne::Pairwise,
    }
}
