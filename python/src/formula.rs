//! Formulas for other solvers, and what their models say.

use crate::{
    problem::{Problem, Solution},
    state::Reduced,
    work::{file, usage},
};
use pegsat::{
    formula::{Cnf, dimacs},
    model::Meaning,
    problem,
    solution::{checker, decode},
};
use pyo3::{prelude::*, types::PyList};
use std::{fs::File, io::BufWriter, path::PathBuf};

/// A problem as clauses, with what each variable means.
///
/// >>> import pegsat
/// >>> formula = pegsat.encode("start:\nO O .\ngoal:\n. . O\n", model="C")
/// >>> formula.meanings[0]
/// {'kind': 'bState', 'step': 1, 'hole': [0, 0]}
/// >>> formula.decode([1]).jumps
/// Traceback (most recent call last):
/// ...
/// ValueError: the model does not satisfy the formula
#[pyclass(frozen, module = "pegsat")]
pub struct Formula {
    pub problem: problem::Problem,
    pub cnf: Cnf,
    pub meanings: Vec<Meaning>,
    /// The number of its layers, if its model has layers.
    #[pyo3(get)]
    pub layers: Option<usize>,
    /// What you should know, such as an addition that excludes nothing.
    #[pyo3(get)]
    pub notes: Vec<String>,
}

#[pymethods]
impl Formula {
    /// The problem that it states.
    #[getter]
    fn problem(&self) -> Problem {
        Problem(self.problem.clone())
    }

    /// Its variables are 1 to this number.
    #[getter]
    fn n_variables(&self) -> u32 {
        self.cnf.n_vars
    }

    /// Its clauses in DIMACS numbers, as PySAT takes them; made anew at each call.
    #[getter]
    fn clauses(&self) -> Vec<Vec<i32>> {
        dimacs::clauses(&self.cnf).collect()
    }

    /// What variables 1, 2, … mean, each a dict with 'kind'; those beyond the last were made
    /// by the encodings of constraints.
    #[getter]
    fn meanings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let text = serde_json::to_string(&self.meanings).map_err(usage)?;
        let list = py.import("json")?.call_method1("loads", (text,))?;
        Ok(list.cast_into()?)
    }

    /// The formula in DIMACS, into a file.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        let comments = [format!(
            "problem {}",
            self.problem.name().replace('\n', " ")
        )];
        let open = File::create(&path);
        let written =
            open.and_then(|out| dimacs::write(&mut BufWriter::new(out), &self.cnf, &comments));
        written.map_err(|error| {
            let text = format!("{}: cannot be written: {error}", path.display());
            file(error.kind(), text)
        })
    }

    /// The solution that a model of the formula is: literals as PySAT's get_model gives them;
    /// variables that it does not name are false. The model is held against the formula, and
    /// the jumps are replayed.
    fn decode(&self, model: Vec<i64>) -> PyResult<Solution> {
        let mut assignment = vec![false; self.cnf.n_vars as usize];
        let mut named = vec![None; assignment.len()];
        for literal in model {
            let index = usize::try_from(literal.unsigned_abs()).ok();
            let index = index.and_then(|index| index.checked_sub(1));
            match index.filter(|&index| index < assignment.len()) {
                Some(index) if named[index] == Some(literal < 0) => {
                    return Err(usage(format!(
                        "the model has both {literal} and {}",
                        -literal
                    )));
                }
                Some(index) => {
                    named[index] = Some(literal > 0);
                    assignment[index] = literal > 0;
                }
                None => {
                    let n_vars = self.cnf.n_vars;
                    let text = format!("{literal} is no literal of variables 1 to {n_vars}");
                    return Err(usage(text));
                }
            }
        }
        if !self.cnf.is_satisfied_by(&assignment) {
            return Err(usage("the model does not satisfy the formula"));
        }
        let board = self.problem.board();
        let jumps = decode::jumps(board, &self.meanings, &assignment);
        checker::check_numbers(&self.problem, &jumps).map_err(usage)?;
        let layers = self.layers;
        let sizes =
            layers.map(|layers| decode::step_sizes(board, &self.meanings, &assignment, layers));
        Ok(Solution::new(self.problem.clone(), jumps, sizes))
    }

    /// For pickle and copy.
    fn __reduce__(&self, py: Python<'_>) -> PyResult<Reduced> {
        self.reduced(py)
    }

    /// The number of clauses.
    fn __len__(&self) -> usize {
        self.cnf.clauses.len()
    }

    fn __repr__(&self) -> String {
        format!(
            "<formula of {}: {} variables, {} clauses>",
            self.problem.name(),
            self.cnf.n_vars,
            self.cnf.clauses.len()
        )
    }
}
