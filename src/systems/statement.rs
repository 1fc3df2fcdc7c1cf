//! What a system is given: a problem as the data of a twin in `models/`, or as the
//! formula of a model.

use super::{asp, minizinc, pddl, xcsp3};
use crate::{
    board::{Board, Cell, JumpNumber},
    formula::{Cnf, Formula, FormulaError, dimacs, lp, mps, opb, words::words},
    model::{
        Additions, ModelError, PDDL, PDDL_SWEEPS, Search,
        additions::{self, INDEPENDENCE},
        layers,
    },
    nearest::listed,
    problem::{Problem, pagoda},
    solver::SolverError,
    watch::Watch,
};
use serde::{Deserialize, Serialize};
use std::io::{self, Write};

words! {
    /// The formats in which other systems are given a problem.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Format: (Format, &'static str) {
        /// Clauses, for SAT solvers.
        #[default]
        Dimacs = "dimacs",
        /// Linear constraints, for pseudo-Boolean solvers.
        Opb = "opb",
        /// Linear constraints, for integer-programming solvers.
        Lp = "lp",
        /// The same, in columns.
        Mps = "mps",
        /// Data (`.dzn`) for `models/{A,B,C,E,S}.mzn`.
        MiniZinc = "minizinc",
        /// Data (JSON) for `models/{A,C}.py`, `models/cpsat.py` and `models/C_cpmpy.py`.
        PyCsp3 = "pycsp3",
        /// An XCSP3 instance: model C as it is, other models as linear constraints.
        Xcsp3 = "xcsp3",
        /// Facts for `models/jumps.lp` (C), `layers.lp` (D), `passes.lp` (E), `sweeps.lp` (S).
        Asp = "asp",
        /// A problem for `models/peg.pddl` or `models/sweeps.pddl`.
        Pddl = "pddl",
        /// Constraints by their names, to be read.
        Text = "text",
    }
}

impl Format {
    /// Whether the model's own formula is written, rather than data for a twin.
    pub fn is_formula(self, model: &str) -> bool {
        match self {
            Format::Text | Format::Dimacs | Format::Opb | Format::Lp | Format::Mps => true,
            Format::Xcsp3 => self.twin(model).is_none(),
            Format::MiniZinc | Format::PyCsp3 | Format::Asp | Format::Pddl => false,
        }
    }

    /// The models that have a twin in this format; none where every model's formula
    /// will do.
    pub fn twins(self) -> Vec<&'static str> {
        let twins = TWINS.iter();
        let twins = twins.filter(|twin| twin.0 == self && twin.2.is_some());
        twins.map(|twin| twin.1).collect()
    }

    /// The model whose twin is given where none is named.
    pub fn best_twin(self) -> &'static str {
        match self {
            Format::Pddl => PDDL_SWEEPS,
            _ => "C",
        }
    }

    fn twin(self, model: &str) -> Option<&'static Twin> {
        let mut twins = TWINS.iter();
        twins.find(|twin| twin.0 == self && twin.1 == model)
    }

    /// The file in `models/` that the data is for.
    pub fn file(self, model: &str) -> Option<&'static str> {
        self.twin(model)?.2
    }

    /// The ending of its files.
    pub fn ending(self) -> &'static str {
        match self {
            Format::Text => "txt",
            Format::Dimacs => "cnf",
            Format::Opb => "opb",
            Format::Lp | Format::Asp => "lp",
            Format::Mps => "mps",
            Format::MiniZinc => "dzn",
            Format::PyCsp3 => "json",
            Format::Xcsp3 => "xml",
            Format::Pddl => "pddl",
        }
    }
}

/// A model that is stated for other systems by hand: the format, the model, and the file in
/// `models/`; where there is none all is in the data.
type Twin = (Format, &'static str, Option<&'static str>);

const TWINS: &[Twin] = &[
    (Format::MiniZinc, "A", Some("A.mzn")),
    (Format::MiniZinc, "B", Some("B.mzn")),
    (Format::MiniZinc, "C", Some("C.mzn")),
    (Format::MiniZinc, "E", Some("E.mzn")),
    (Format::MiniZinc, "S", Some("S.mzn")),
    (Format::PyCsp3, "A", Some("A.py")),
    (Format::PyCsp3, "B", Some("cpsat.py")),
    (Format::PyCsp3, "C", Some("C.py")),
    (Format::Xcsp3, "C", None),
    (Format::Asp, "C", Some("jumps.lp")),
    (Format::Asp, "D", Some("layers.lp")),
    (Format::Asp, "E", Some("passes.lp")),
    (Format::Asp, "S", Some("sweeps.lp")),
    (Format::Pddl, PDDL, Some("peg.pddl")),
    (Format::Pddl, PDDL_SWEEPS, Some("sweeps.pddl")),
];

/// Whether the model's twins have a step for every jump, and so state independence.
fn has_steps(model: &str) -> bool {
    ["A", "B", "C"].contains(&model)
}

/// Whether they have states, and so state pagoda functions.
fn has_states(model: &str) -> bool {
    ["A", "C", "D", "E", "S"].contains(&model)
}

/// Whether they have the paper's `moves`, and so state which may come first, and the paper's search.
fn has_moves(model: &str) -> bool {
    ["B", "C"].contains(&model)
}

/// What they can be asked to keep small.
fn counts(model: &str) -> &'static [Fewest] {
    match model {
        PDDL_SWEEPS | "S" => &[Fewest::Sweeps],
        _ if has_steps(model) => &[Fewest::Jumps, Fewest::Sweeps],
        _ => &[],
    }
}

impl std::str::FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = if text == "cnf" { "dimacs" } else { text };
        let names = Format::ALL.map(|one| one.1);
        Format::named(text).ok_or_else(|| format!("expected one of {}", listed(text, &names)))
    }
}

/// The twins, and what they include: name and text.
pub const FILES: &[(&str, &str)] = &[
    ("peg.mzn", include_str!("../../models/peg.mzn")),
    ("A.mzn", include_str!("../../models/A.mzn")),
    ("B.mzn", include_str!("../../models/B.mzn")),
    ("C.mzn", include_str!("../../models/C.mzn")),
    ("E.mzn", include_str!("../../models/E.mzn")),
    ("S.mzn", include_str!("../../models/S.mzn")),
    ("A.py", include_str!("../../models/A.py")),
    ("C.py", include_str!("../../models/C.py")),
    ("C_cpmpy.py", include_str!("../../models/C_cpmpy.py")),
    ("cpsat.py", include_str!("../../models/cpsat.py")),
    ("jumps.lp", include_str!("../../models/jumps.lp")),
    ("layers.lp", include_str!("../../models/layers.lp")),
    ("passes.lp", include_str!("../../models/passes.lp")),
    ("sweeps.lp", include_str!("../../models/sweeps.lp")),
    ("peg.pddl", include_str!("../../models/peg.pddl")),
    ("sweeps.pddl", include_str!("../../models/sweeps.pddl")),
    ("exact_opb.py", include_str!("../../models/exact_opb.py")),
    ("scip_mps.py", include_str!("../../models/scip_mps.py")),
];

/// The text of the file that the data is for, if there is one.
pub fn text(format: Format, model: &str) -> &'static str {
    let name = format.file(model);
    let found = FILES.iter().find(|(file, _)| Some(*file) == name);
    found.map_or("", |(_, text)| text)
}

/// What is to be small.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fewest {
    /// Nothing: any solution will do.
    #[default]
    Nothing,
    /// The jumps.
    Jumps,
    /// The sweeps.
    Sweeps,
}

/// Why a system cannot be asked, or gave no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SystemError {
    /// It is not here.
    #[error("{name}: {program} is not installed, or does not answer; to install it: {install}")]
    Missing {
        /// The system.
        name: String,
        /// Its program.
        program: String,
        /// How to install it.
        install: String,
    },
    /// There is no such system or file, or it cannot be asked that; in words.
    #[error("{0}")]
    Unfit(String),
    /// An addition is refused.
    #[error(transparent)]
    Additions(#[from] ModelError),
    /// The formula cannot be made.
    #[error(transparent)]
    Formula(#[from] FormulaError),
    /// Its process failed, or was ended.
    #[error(transparent)]
    Process(#[from] SolverError),
}

impl SystemError {
    /// The twin does not state such a problem.
    pub(super) fn unsuited(model: &str, format: Format, reason: &str) -> Self {
        SystemError::Unfit(format!("model {model} as {format}: {reason}"))
    }
}

/// A problem as a twin's data.
pub struct Data<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// The model's letter, or [`PDDL`], or [`PDDL_SWEEPS`].
    pub model: &'a str,
    /// How many jumps a solution can have, at least and at most.
    pub steps: (usize, usize),
    /// What is to be small.
    pub fewest: Fewest,
    /// Whether disjoint neighbours stand in number order.
    pub independence: bool,
    /// The sequences of first moves that symmetric and identical states leave, all as long.
    pub first_moves: Vec<Vec<JumpNumber>>,
    /// Weights of holes, and what those of the pegs must come to.
    pub pagodas: Vec<(Vec<i64>, i64)>,
    /// How the system is to search, if not as the twin has it.
    pub search: Option<Search>,
}

impl<'a> Data<'a> {
    /// The data of this problem for the model's twin in this format.
    pub fn new(
        problem: &'a Problem,
        format: Format,
        model: &'a str,
        additions: &Additions,
        fewest: Fewest,
        watch: &Watch,
    ) -> Result<Self, SystemError> {
        let unsuited = |reason: &str| SystemError::unsuited(model, format, reason);
        if format.twin(model).is_none() {
            let twins = format.twins().join(", ");
            return Err(SystemError::Unfit(format!(
                "--to {format}: it does not take model {model}; expected {twins}"
            )));
        }
        let steps = problem
            .n_jumps()
            .ok_or_else(|| unsuited(crate::model::TOO_MANY_PEGS))?;
        if *steps.end() == 0 {
            return Err(unsuited(
                "there is no jump to be made: start and goal have as many pegs",
            ));
        }
        if model == "S" && problem.board().lattice().is_none() {
            return Err(unsuited(crate::model::NO_SETS));
        }
        if problem.goal().has_survivors() {
            return Err(unsuited("it does not follow a peg that must survive"));
        }
        let mut data = Data {
            problem,
            model,
            steps: (*steps.start(), *steps.end()),
            fewest,
            independence: false,
            first_moves: Vec::new(),
            pagodas: Vec::new(),
            search: None,
        };
        if format == Format::Pddl {
            pddl::states(problem).map_err(unsuited)?;
        }
        if fewest != Fewest::Nothing && !counts(model).contains(&fewest) {
            return Err(unsuited(match fewest {
                Fewest::Sweeps => {
                    "it does not count sweeps; expected A, B or C as minizinc or pycsp3, C as asp \
                     or xcsp3, S, or pddl+sweeps"
                }
                _ if format == Format::Pddl => "it does not state dead ends",
                _ => "it does not count jumps; C does",
            }));
        }
        data.independence = additions.values(&INDEPENDENCE).any(str::is_empty);
        let is_stated = |name: &str| match name {
            "independence" => has_steps(model) && fewest != Fewest::Sweeps,
            "self" => has_moves(model) && fewest != Fewest::Sweeps,
            _ if name.starts_with("states=") => has_moves(model) && fewest != Fewest::Sweeps,
            _ => name.starts_with("pagoda=") && has_states(model),
        };
        if let Some(name) = additions.names().iter().find(|name| !is_stated(name)) {
            return Err(unsuited(&format!(
                "addition '{name}' is not stated there; independence is by A, B, C, states and self \
                 by B, C (none of these for sweeps), pagoda by A, C, D, E, S"
            )));
        }
        data.first_moves = additions::first_moves(problem, additions, data.steps.0, watch)?;
        for function in additions::functions(additions) {
            let weights = function.weights(problem, watch)?;
            let least = pagoda::least_value(problem, &weights);
            if least != 0 {
                data.pagodas.push((weights, least)); // 0 excludes nothing
            }
        }
        Ok(data)
    }

    /// The same, with how the system is to search.
    pub fn searching(self, format: Format, search: Option<Search>) -> Result<Self, SystemError> {
        let can_be_told = match (format, search) {
            (_, None) => true,
            (Format::MiniZinc, Some(Search::Own)) => true,
            (Format::MiniZinc, Some(search)) => search == Search::PAPER && has_moves(self.model),
            (Format::PyCsp3, Some(search)) => search == Search::PAPER,
            _ => false,
        };
        match can_be_told {
            true => Ok(Data { search, ..self }),
            false => Err(SystemError::unsuited(
                self.model,
                format,
                "of searches, minizinc can be told own, and paper for B and C, pycsp3 (by \
                 cpsat.py) paper, ace by its options paper for B and C",
            )),
        }
    }

    /// Whether no jump may be possible at the end.
    pub fn dead_end(&self) -> bool {
        self.problem.goal().stuck_with().is_some()
    }

    /// How many layers, or sweeps, hold every solution; none for a model of steps.
    pub(super) fn n_layers(&self) -> Option<usize> {
        layers::enough(self.problem).filter(|_| !has_steps(self.model))
    }

    /// What the goal says of each hole: 1, 0, or -1 for either.
    pub fn goal(&self) -> impl Iterator<Item = i8> + '_ {
        let goal = self.problem.goal();
        (0..self.problem.board().n_holes()).map(|hole| goal.fixed(hole).map_or(-1, i8::from))
    }

    /// Writes it.
    pub fn write(
        &self,
        format: Format,
        out: &mut dyn Write,
        comments: &[String],
    ) -> io::Result<()> {
        match format {
            Format::MiniZinc => minizinc::write(out, self, comments),
            Format::PyCsp3 => json(out, self),
            Format::Asp => asp::write(out, self, comments),
            Format::Xcsp3 => xcsp3::write(out, self, comments),
            Format::Pddl => pddl::write(out, self, comments),
            Format::Text | Format::Dimacs | Format::Opb | Format::Lp | Format::Mps => {
                Err(io::Error::other("a formula is no data of a twin"))
            }
        }
    }
}

/// Writes a model's formula; as DIMACS what it became in clauses.
pub fn write_formula(
    format: Format,
    out: &mut dyn Write,
    formula: &Formula,
    cnf: Option<&Cnf>,
    comments: &[String],
) -> io::Result<()> {
    let mut out = out;
    match (format, cnf) {
        (Format::Dimacs, Some(cnf)) => dimacs::write(&mut out, cnf, comments),
        (Format::Opb, _) => opb::write(&mut out, formula, comments),
        (Format::Lp, _) => lp::write(&mut out, formula, comments),
        (Format::Mps, _) => mps::write(&mut out, formula, comments),
        (Format::Xcsp3, _) => xcsp3::write_formula(&mut out, formula, comments),
        _ => Err(io::Error::other("the format is none of formulas")),
    }
}

/// The holes' values in rows, as the models of PyCSP3 and CSPLib have boards; none where there is
/// no hole.
fn matrix(board: &Board, values: impl Iterator<Item = i8>) -> Vec<Vec<Option<i8>>> {
    let extent = |along: fn(&Cell) -> i32| board.cells().iter().map(along).max().unwrap_or(-1) + 1;
    let (width, height) = (extent(|cell| cell.0), extent(|cell| cell.1));
    let mut rows = vec![vec![None; width as usize]; height as usize];
    for (&(column, row), value) in board.cells().iter().zip(values) {
        rows[row as usize][column as usize] = Some(value);
    }
    rows
}

/// As JSON, which has no comments.
fn json(out: &mut dyn Write, data: &Data<'_>) -> io::Result<()> {
    let board = data.problem.board();
    let jumps: Vec<_> = board.jumps().iter().map(|jump| jump.holes()).collect();
    let start = (0..board.n_holes()).map(|hole| i8::from(data.problem.start().has_peg(hole)));
    let (pagodas, goals): (Vec<_>, Vec<_>) = data.pagodas.iter().cloned().unzip();
    let numbers = |row: &Vec<JumpNumber>| row.iter().map(|jump| jump.0).collect::<Vec<_>>();
    let value = serde_json::json!({
        "problem": data.problem.name(),
        "jumps": jumps,
        "init_board": matrix(board, start),
        "final_board": matrix(board, data.goal()),
        "min_steps": data.steps.0,
        "max_steps": data.steps.1,
        "dead_end": data.dead_end(),
        "fewest": match data.fewest {
            Fewest::Nothing => "",
            Fewest::Jumps => "jumps",
            Fewest::Sweeps => "sweeps",
        },
        "independence": data.independence,
        "first_moves": data.first_moves.iter().map(numbers).collect::<Vec<_>>(),
        "pagodas": pagodas,
        "pagoda_goals": goals,
        "search": data.search.map(|search| search.to_string()),
    });
    writeln!(out, "{value}")
}
