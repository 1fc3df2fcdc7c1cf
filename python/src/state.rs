//! Pickles: what an object is made of as JSON, and an object of that.

use crate::{
    answer::{Answer, Explored, Optimum},
    certificate::{Accepted, Certificate},
    formula::Formula,
    picture::Picture,
    problem::Problem,
    work::usage,
};
use pegsat::{
    board::JumpNumber,
    exact::{Level, Stored, SweepsRow},
    formula::{Cnf, dimacs},
    model::Meaning,
};
use pyo3::prelude::*;
use serde::{Serialize, de::DeserializeOwned};

/// The function that makes an object again, and its arguments.
pub(crate) type Reduced = (Py<PyAny>, (&'static str, Option<Problem>, String));

fn reduced(
    py: Python<'_>,
    kind: &'static str,
    problem: Option<&pegsat::Problem>,
    state: &impl Serialize,
) -> PyResult<Reduced> {
    let restore = py.import("pegsat._pegsat")?.getattr("_restore")?;
    let state = serde_json::to_string(state).map_err(usage)?;
    let problem = problem.cloned().map(Problem);
    Ok((restore.unbind(), (kind, problem, state)))
}

fn read<T: DeserializeOwned>(state: &str) -> PyResult<T> {
    serde_json::from_str(state).map_err(|error| usage(format!("the pickle is damaged: {error}")))
}

/// The rows of levels, and of the table of sweeps, as pickles have them.
type Levels = Vec<(usize, u64, u64, u64, u64)>;
type Rows = Vec<(usize, usize, usize, Vec<JumpNumber>)>;

/// What else `explore` saw.
type Seen = (
    Levels,
    Option<Vec<u64>>,
    Option<String>,
    Option<(usize, Vec<JumpNumber>)>,
    Option<Stored>,
    Option<Vec<(usize, usize)>>,
    Option<Rows>,
);

/// An object from its pickle.
#[pyfunction]
pub(crate) fn _restore(
    py: Python<'_>,
    kind: &str,
    problem: Option<Problem>,
    state: &str,
) -> PyResult<Py<PyAny>> {
    let problem = || {
        let problem = problem.clone().map(|problem| problem.0);
        problem.ok_or_else(|| usage("the pickle is damaged: it has no problem"))
    };
    Ok(match kind {
        "answer" => {
            let (answer, others, are_all) = read(state)?;
            let problem = problem()?;
            let answer = Answer {
                problem,
                answer,
                others,
                are_all,
            };
            Py::new(py, answer)?.into_any()
        }
        "optimum" => {
            let (problem, found) = (problem()?, read(state)?);
            Py::new(py, Optimum { problem, found })?.into_any()
        }
        "certificate" => Py::new(py, Certificate(read(state)?))?.into_any(),
        "accepted" => Py::new(py, Accepted::of_parts(read(state)?))?.into_any(),
        "picture" => Py::new(py, Picture(read(state)?))?.into_any(),
        "formula" => {
            type Stated = (u32, Vec<Vec<i32>>, Vec<Meaning>, Option<usize>, Vec<String>);
            let (n_vars, clauses, meanings, layers, notes): Stated = read(state)?;
            let mut cnf = Cnf {
                n_vars,
                ..Cnf::default()
            };
            for clause in clauses {
                cnf.clauses.push(clause.into_iter().map(dimacs::lit));
            }
            let formula = Formula {
                problem: problem()?,
                cnf,
                meanings,
                layers,
                notes,
            };
            Py::new(py, formula)?.into_any()
        }
        "explored" => {
            let (levels, winning, solutions, fewest_sweeps, stored, sequences, table): Seen =
                read(state)?;
            let level = |(jumps, positions, raw, dead_ends, raw_dead_ends)| Level {
                jumps,
                positions,
                raw,
                dead_ends,
                raw_dead_ends,
            };
            let row = |(start, finish, sweeps, jumps)| SweepsRow {
                start,
                finish,
                sweeps,
                jumps,
            };
            let explored = Explored {
                problem: problem()?,
                levels: levels.into_iter().map(level).collect(),
                winning,
                solutions,
                fewest_sweeps,
                stored,
                sequences,
                table: table.map(|rows| rows.into_iter().map(row).collect()),
            };
            Py::new(py, explored)?.into_any()
        }
        _ => return Err(usage("the pickle is damaged: it is of no known kind")),
    })
}

/// Pickles of this class.
macro_rules! pickled {
    ($($class:ty, $kind:literal: |$this:ident| $problem:expr, $state:expr;)+) => {
        $(impl $class {
            pub(crate) fn reduced(&self, py: Python<'_>) -> PyResult<Reduced> {
                let $this = self;
                reduced(py, $kind, $problem, &$state)
            }
        })+
    };
}

pickled! {
    Answer, "answer": |one| Some(&one.problem), (&one.answer, &one.others, one.are_all);
    Optimum, "optimum": |one| Some(&one.problem), &one.found;
    Certificate, "certificate": |one| None, &one.0;
    Accepted, "accepted": |one| None, one.parts();
    Picture, "picture": |one| None, &one.0;
    Formula, "formula": |one| Some(&one.problem), (
        one.cnf.n_vars,
        dimacs::clauses(&one.cnf).collect::<Vec<_>>(),
        &one.meanings,
        one.layers,
        &one.notes,
    );
    Explored, "explored": |one| Some(&one.problem), (
        one.levels
            .iter()
            .map(|l| (l.jumps, l.positions, l.raw, l.dead_ends, l.raw_dead_ends))
            .collect::<Vec<_>>(),
        &one.winning,
        &one.solutions,
        &one.fewest_sweeps,
        &one.stored,
        &one.sequences,
        one.table.as_ref().map(|rows| {
            let rows = rows.iter();
            let row = |row: &SweepsRow| (row.start, row.finish, row.sweeps, row.jumps.clone());
            rows.map(row).collect::<Vec<_>>()
        }),
    );
}
