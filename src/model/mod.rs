//! Models: ways to state a [`Problem`] as a [`Formula`].
//!
//! To add one: a file beside `c.rs` whose head states variables, constraints,
//! size and source, a constant of type [`Model`], and its lines in
//! [`MODELS`] and [`Model::head`]. The command line, the exporter and the suite in
//! `tests/suite/models.rs` take it from there.

pub mod a;
pub mod additions;
pub mod b;
pub mod c;
mod connected;
pub mod d;
pub mod e;
pub mod layers;
pub mod method;
pub mod order;
pub mod parity;
mod purges;
pub mod s;
mod steps;
mod survivor;
mod sweeps;
pub mod text;
mod tracks;
mod unary;
mod value;
pub mod value_order;

pub use additions::{Additions, ModelError};
pub use method::{Layers, Method, PDDL, PDDL_SWEEPS, Part};
pub use order::Order;
pub use steps::{Moves, States};
pub use value_order::{Search, ValueOrder};

use crate::{
    board::JumpNumber,
    formula::{Formula, Lit},
    problem::Problem,
    watch::Watch,
};
use serde::{Deserialize, Serialize};

/// Every model, by name.
pub const MODELS: &[Model] = &[a::A, b::B, c::C, d::D, e::E, s::S];

/// The model of this name, such as `C`, in either case.
///
/// # Errors
/// If there is none.
pub fn by_name(name: &str) -> Result<&'static Model, ModelError> {
    let mut models = MODELS.iter();
    let found = models.find(|model| model.name.eq_ignore_ascii_case(name));
    found.ok_or_else(|| ModelError::NoModel(name.into()))
}

/// A way to state a problem as a formula.
pub struct Model {
    /// The letter that it goes by.
    pub name: &'static str,
    /// One line on what it is.
    pub summary: &'static str,
    /// What its steps are.
    pub step: Step,
    /// Whether it states that no jump is possible at the end.
    pub states_dead_ends: bool,
    /// Whether it follows a peg that must survive.
    pub follows_survivors: bool,
    /// Whether it takes a bound on sweeps.
    pub takes_sweeps: bool,
    /// Constraints a step as its source counts them, start, goal and additions left out: for each
    /// jump, for each hole, and besides.
    rows_a_step: [u64; 3],
    /// Whether its formula leaves out what is too much to state, so that an assignment
    /// may be no solution; refutations hold all the same.
    pub is_relaxed: fn(&Problem) -> bool,
    /// Of a relaxed formula with these meanings: clauses that every solution satisfies,
    /// and this assignment does not; none if it is a solution.
    pub lacks: Lacks,
    /// States a problem which has nothing that the model says it does not state.
    state: fn(&Problem, &Options, &Watch) -> Result<Encoding, ModelError>,
}

/// By a problem, the meanings of its variables, and an assignment of them.
type Lacks = fn(&Problem, &[Meaning], &[bool]) -> Vec<Vec<Lit>>;

/// What most models have in common.
const PLAIN: Model = Model {
    name: "",
    summary: "",
    step: Step::Jump,
    states_dead_ends: true,
    follows_survivors: false,
    takes_sweeps: false,
    rows_a_step: [0; 3],
    is_relaxed: |_| false,
    lacks: |_, _, _| Vec::new(),
    state: |_, _, _| Ok(Encoding::default()),
};

impl Model {
    /// The lines at the head of its file, which explain it: variables, constraints, size.
    pub fn head(&self) -> impl Iterator<Item = &'static str> {
        let source = match self.name {
            "A" => include_str!("a.rs"),
            "B" => include_str!("b.rs"),
            "C" => include_str!("c.rs"),
            "D" => include_str!("d.rs"),
            "E" => include_str!("e.rs"),
            "S" => include_str!("s.rs"),
            _ => "",
        };
        source.lines().map_while(|line| line.strip_prefix("//!"))
    }

    /// The number of constraints as the model's source counts them; 0 if the goal needs more pegs
    /// than there are.
    pub fn stated_constraints(&self, problem: &Problem) -> u64 {
        let [a_jump, a_hole, besides] = self.rows_a_step;
        let (jumps, holes) = (problem.board().jumps().len(), problem.board().n_holes());
        let steps = problem.n_jumps().map_or(0, |steps| *steps.end());
        steps as u64 * (a_jump * jumps as u64 + a_hole * holes as u64 + besides)
    }

    /// States the problem.
    ///
    /// # Errors
    /// If the model does not state such a goal, bound or addition, or an addition would be
    /// unsound for this problem. A formula that is too large, or that the watch ended, says
    /// so itself ([`Formula::whole`]).
    pub fn encode(
        &self,
        problem: &Problem,
        options: &Options,
        watch: &Watch,
    ) -> Result<Encoding, ModelError> {
        options.additions.refuse_others(self)?;
        let goal = problem.goal();
        let refuse = |reason: String| {
            let model = self.name;
            Err(ModelError::Unsuited { model, reason })
        };
        if goal.has_survivors() && !self.follows_survivors {
            let others = named(|model| model.follows_survivors);
            return refuse(format!(
                "it does not follow a peg that must survive; expected {others}"
            ));
        }
        if options.sweeps.is_some() && !self.takes_sweeps {
            let (counting, layered) = (
                named(|model| model.takes_sweeps),
                named(|model| model.step == Step::Sweep),
            );
            return refuse(format!(
                "it takes no --sweeps; {counting} does, and every layer of {layered} is a sweep \
                 (--layers N)"
            ));
        }
        if goal.stuck_with().is_some() && !self.states_dead_ends {
            let others = named(|model| model.states_dead_ends);
            return refuse(format!(
                "it has no board state to see a dead end in; expected {others}"
            ));
        }
        if self.step == Step::Sweep && problem.board().lattice().is_none() {
            return refuse(NO_SETS.into());
        }
        if problem.n_jumps().is_none() {
            return Ok(Encoding::impossible());
        }
        (self.state)(problem, options, watch)
    }

    /// Whether it states that a solution has few sweeps: as a bound, or as its layers.
    pub fn counts_sweeps(&self) -> bool {
        self.takes_sweeps || self.step == Step::Sweep
    }

    /// The names of the [additions] that it takes.
    pub fn additions(&self) -> Vec<&'static str> {
        additions::taken_by(self).map(|one| one.word).collect()
    }
}

/// Why no sweep is a set of lines on such a board.
pub(crate) const NO_SETS: &str = "it takes a sweep for a set of lines, and on a board with lines of its own a peg may land where \
     it has leapt; expected another model";

/// The names of the models of which this is true.
pub fn named(is_one: impl Fn(&Model) -> bool) -> String {
    let models = MODELS.iter().filter(|model| is_one(model));
    models
        .map(|model| model.name)
        .collect::<Vec<_>>()
        .join(", ")
}

/// What a step of a model is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// One jump.
    Jump,
    /// A layer: a set of jumps; how many layers there are is to be chosen.
    Layer,
    /// A layer that is a pass over the jumps in an order, which is to be chosen
    /// too.
    Pass,
    /// A layer that is a sweep: jumps by one peg.
    Sweep,
}

impl Step {
    /// Whether the number of steps is to be chosen.
    pub fn is_layer(self) -> bool {
        self != Step::Jump
    }
}

/// How a model is to state a problem.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// What is added, for models whose steps are jumps.
    pub additions: Additions,
    /// How many layers, for models that have them; `None` for as many as any
    /// solution can need.
    pub layers: Option<usize>,
    /// The order of jumps in a layer, for models whose layers are passes.
    pub order: Order,
    /// The most sweeps allowed, for C; the layers of S are sweeps.
    pub sweeps: Option<usize>,
}

impl From<Additions> for Options {
    fn from(additions: Additions) -> Self {
        Options {
            additions,
            ..Options::default()
        }
    }
}

/// What users of a relaxed formula ([`Model::is_relaxed`]) should know.
pub const RELAXED: &str = "for this board the formula does not state that sweeps are connected: \
                           a solver's assignment may be no solution ('decode' checks it); its \
                           refutations hold";

/// What a variable of a formula means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Meaning {
    /// `moves[step] = jump`; steps from 1, jumps by the board's numbers. Where a
    /// step is a layer, its jumps are made in the order of the variables.
    Move {
        /// The step.
        step: usize,
        /// The jump's number.
        jump: JumpNumber,
    },
    /// `bState[hole, step]`: a peg in the hole before the step.
    #[serde(rename = "bState")]
    State {
        /// The step, from 1; the last one is the end.
        step: usize,
        /// Column and row.
        hole: (i32, i32),
    },
    /// A peg in the hole in the midst of a layer, after some of its jumps.
    Peg {
        /// The layer.
        step: usize,
        /// Column and row.
        hole: (i32, i32),
    },
    /// No peg in the hole in the midst of a layer, after some of its jumps.
    #[serde(rename = "no peg")]
    NoPeg {
        /// The layer.
        step: usize,
        /// Column and row.
        hole: (i32, i32),
    },
    /// The move at this step begins a sweep.
    Hop {
        /// The step.
        step: usize,
    },
    /// In this sweep the peg jumps along the line of this jump, or of its reverse.
    Line {
        /// The sweep.
        step: usize,
        /// The jump's number.
        jump: JumpNumber,
    },
    /// The sweep is by the peg in this hole.
    #[serde(rename = "sweep from")]
    SweepFrom {
        /// The sweep.
        step: usize,
        /// Column and row.
        hole: (i32, i32),
    },
    /// The sweep ends in this hole.
    #[serde(rename = "sweep to")]
    SweepTo {
        /// The sweep.
        step: usize,
        /// Column and row.
        hole: (i32, i32),
    },
    /// A peg that must survive is in the hole before the step; in a model of layers, in
    /// the midst of it.
    Survivor {
        /// The step.
        step: usize,
        /// Column and row.
        hole: (i32, i32),
        /// Where it starts, if it is one of several.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        peg: Option<(i32, i32)>,
    },
    /// Nothing of its own: another name for what the formula says elsewhere.
    Auxiliary,
    /// No jump at this step, nor later: the goal was reached before.
    Idle {
        /// The step.
        step: usize,
    },
}

/// A problem stated as a formula.
#[derive(Debug, Clone, Default)]
pub struct Encoding {
    /// The formula.
    pub formula: Formula,
    /// What each of its variables means.
    pub meanings: Vec<Meaning>,
    /// What the user should know, such as an addition that excludes nothing.
    pub notes: Vec<String>,
}

impl Encoding {
    /// Of nothing yet; its formula takes no more once the watch says so.
    pub(crate) fn watched(watch: &Watch) -> Self {
        Encoding {
            formula: Formula::watched(watch),
            ..Encoding::default()
        }
    }

    /// A new variable of this meaning, as its positive literal.
    pub fn new_lit(&mut self, meaning: Meaning) -> Lit {
        self.meanings.push(meaning);
        self.formula.new_lit()
    }

    /// The same for several.
    pub fn new_lits(&mut self, meanings: impl IntoIterator<Item = Meaning>) -> Vec<Lit> {
        meanings.into_iter().map(|one| self.new_lit(one)).collect()
    }

    /// The encoding of a problem that needs no model to be refuted: the empty clause.
    fn impossible() -> Self {
        let mut encoding = Encoding {
            notes: vec![TOO_MANY_PEGS.into()],
            ..Encoding::default()
        };
        encoding.formula.add_clause(&[]);
        encoding
    }
}

/// What is noted of goals with too many pegs, which the empty clause states.
pub const TOO_MANY_PEGS: &str = "the goal has more pegs than the start, and jumps only remove pegs";
