//! What may be asked of the engine, and what it does where nothing is said.

use super::{
    error::EngineError,
    task::{self, Checks, Task},
};
use crate::{
    formula::{AtMostOne, words::words},
    model::{
        self, Additions, Layers, Method, Model, Options, Order, Part, Search, Step,
        additions::CLASS, layers, order,
    },
    problem::Problem,
    solver,
};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The model where none is named.
pub const DEFAULT_MODEL: &str = "E";

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

/// Declares settings: fields with what they are where nothing is said, and for each of them a
/// method that sets it.
macro_rules! settings {
    ($(#[$meta:meta])* pub struct $owner:ident {
        $($(#[$about:meta])* $field:ident: $type:ty = $default:expr,)*
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        #[non_exhaustive]
        pub struct $owner {
            $($(#[$about])* pub $field: $type,)*
        }

        impl Default for $owner {
            fn default() -> Self {
                $owner { $($field: $default,)* }
            }
        }

        impl $owner {
            $(
                #[doc = concat!("The same, with another [`", stringify!($field), "`](Self#structfield.", stringify!($field), ").")]
                #[must_use]
                pub fn $field(mut self, $field: $type) -> Self {
                    self.$field = $field;
                    self
                }
            )*
        }
    };
}
pub(super) use settings;

settings! {
    /// How a problem is to be solved.
    pub struct Settings {
        /// The model's letter; `None` for the default one.
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
        /// How a solver of constraints searches; `None`: as it does by itself.
        search: Option<Search> = None,
        /// The solver's name, or `cmd:PROGRAM ARGS`.
        solver: String = "varisat".into(),
        /// Shuffles variables and clauses; 0 leaves them as they are.
        seed: u64 = 0,
        /// How many attempts may run at the same time, in threads.
        /// With one, the same problem and settings give the same answer.
        jobs: usize = 1,
        /// Which roads are taken.
        approach: Approach = Approach::Auto,
        /// What is left out of all that may help.
        without: Vec<Part> = Vec::new(),
        /// Where to write a DRAT proof of the formula, if it is refuted.
        proof: Option<PathBuf> = None,
        /// Whether refutations count by the solver's word, unchecked.
        trust: bool = false,
        /// The name of the file beside a certificate that holds the proof of a
        /// refutation; `None` to keep it within the certificate.
        proof_name: Option<String> = None,
    }
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

impl From<&Method> for Settings {
    /// What a method asks, but for its system.
    fn from(method: &Method) -> Self {
        Settings {
            model: Some(method.model.into()),
            additions: method.additions.clone(),
            layers: method.layers.and_then(Layers::number),
            order: method.order,
            search: method.search,
            without: method.without.clone(),
            ..Settings::default()
        }
    }
}

impl Settings {
    /// The model and how it states the problem.
    ///
    /// # Errors
    /// If the model is unknown, or what is asked for does not suit it.
    pub fn stated(&self, problem: &Problem) -> Result<Stated, EngineError> {
        let model = model::by_name(self.model.as_deref().unwrap_or(DEFAULT_MODEL))?;
        let name = model.name;
        let unfit = |what: &str| Err(EngineError::Settings(what.into()));
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
                "--without: --approach {} takes one road; leave one of them out",
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

    /// The first attempt with a formula.
    ///
    /// # Errors
    /// If what is asked for does not go together.
    pub fn task(&self, problem: &Problem) -> Result<Task, EngineError> {
        let Stated {
            model,
            options,
            at_most_one,
        } = self.stated(problem)?;
        if self.proof.is_some() && (model.is_relaxed)(problem) {
            return Err(EngineError::Settings(format!(
                "--proof: on this board clauses are added to the formula of model {} while it is \
                 solved; 'pegsat optimise --proof' keeps them with the proof",
                model.name
            )));
        }
        self.search_fits_the_rest()?;
        let is_named = self.solver != Settings::default().solver;
        let solver = task::searcher(self.search, model, &self.solver, is_named)?;
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

    /// Whether the rest goes with the search.
    fn search_fits_the_rest(&self) -> Result<(), EngineError> {
        let unfit = |text: String| Err(EngineError::Settings(text));
        match self.search {
            Some(search) if self.jobs > 1 => unfit(format!(
                "--jobs: --search {search} leaves nothing to chance, and every attempt would do \
                 the same; leave it out"
            )),
            Some(search) if !matches!(self.approach, Approach::Auto | Approach::Formula) => {
                unfit(format!(
                    "--search {search}: it is over a formula, and --approach {} takes none",
                    self.approach
                ))
            }
            Some(search) if self.proof.is_some() => unfit(format!(
                "--proof: --search {search} writes none; leave one of them out"
            )),
            _ => Ok(()),
        }
    }

    /// That a list of all solutions leaves nothing of these settings out.
    ///
    /// # Errors
    /// If they bound the sweeps, which a list does not.
    pub fn allow_lists(&self) -> Result<(), EngineError> {
        let model = model::by_name(self.model.as_deref().unwrap_or(DEFAULT_MODEL))?;
        if self.sweeps.is_some() || self.layers.is_some() && model.step == Step::Sweep {
            return Err(EngineError::Settings(
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
