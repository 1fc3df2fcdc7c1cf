//! What the engine answers.

use crate::{
    certificate::Certificate,
    picture::Picture,
    problem::{Jump, Problem, Solution},
    state::Reduced,
    work::usage,
};
use pegsat::{
    End,
    board::{Cell, JumpNumber, Position, picture},
    engine::{self, optimum},
    exact::{Level, Stored, SweepsRow},
    printed::{Document, Printed},
    problem,
    solution::svg,
};
use pyo3::prelude::*;

/// What `solve` and `certify` come to.
///
/// `outcome` is 'solved', 'unsolvable' or 'unknown'; then `reason` says why: 'timeout',
/// 'memory', 'solver-failed'.
///
/// >>> import pegsat
/// >>> answer = pegsat.solve("central")
/// >>> answer.outcome, len(answer.jumps), answer.checked
/// ('solved', 31, 'replay')
/// >>> pegsat.solve("french/pair:3,0:3,6").certificate.kind
/// 'position-class'
#[pyclass(frozen, module = "pegsat")]
pub struct Answer {
    pub problem: problem::Problem,
    pub answer: engine::Answer,
    /// The jumps of other solutions.
    pub others: Vec<Vec<JumpNumber>>,
    /// Whether there are no more.
    pub are_all: bool,
}

impl Answer {
    fn found(&self) -> Option<Solution> {
        match &self.answer.end {
            End::Solved {
                jumps, layer_sizes, ..
            } => {
                let problem = self.problem.clone();
                Some(Solution::new(problem, jumps.clone(), layer_sizes.clone()))
            }
            _ => None,
        }
    }

    fn solved(&self) -> PyResult<Solution> {
        self.found().ok_or_else(|| {
            let (name, outcome) = (self.problem.name(), self.outcome());
            usage(format!("{name} is {outcome}: there is no solution to show"))
        })
    }
}

#[pymethods]
impl Answer {
    /// The problem.
    #[getter]
    fn problem(&self) -> Problem {
        Problem(self.problem.clone())
    }

    #[getter]
    fn outcome(&self) -> &'static str {
        self.answer.end.outcome().0.name()
    }

    #[getter]
    fn reason(&self) -> Option<&'static str> {
        let reason = self.answer.end.outcome().1;
        reason
            .filter(|reason| reason.is_failure())
            .map(engine::Reason::name)
    }

    /// What the answer was checked by: 'replay', 'certificate', 'proof', 'exhaustion', or None.
    #[getter]
    fn checked(&self) -> Option<&'static str> {
        self.answer.end.checked().map(engine::Checked::name)
    }

    /// What led to the answer, such as 'formula' or 'position-class'.
    #[getter]
    fn road(&self) -> Option<String> {
        self.answer.road.clone()
    }

    /// The solution, if there is one.
    #[getter]
    fn solution(&self) -> Option<Solution> {
        self.found()
    }

    /// All solutions that were found, if more than one was asked for: each another sequence of
    /// jumps.
    #[getter]
    fn solutions(&self) -> Vec<Solution> {
        let others = self.others.iter();
        let others = others.map(|jumps| Solution::new(self.problem.clone(), jumps.clone(), None));
        self.found().into_iter().chain(others).collect()
    }

    /// Whether these are known to be all that there are.
    #[getter]
    fn solutions_are_all(&self) -> bool {
        self.are_all || self.outcome() == "unsolvable"
    }

    /// The jumps of the solution; none without one.
    #[getter]
    fn jumps(&self) -> Vec<Jump> {
        self.found()
            .map_or_else(Vec::new, |solution| solution.jumps())
    }

    /// The same, a list for each layer.
    #[getter]
    fn layers(&self) -> Vec<Vec<Jump>> {
        self.found()
            .map_or_else(Vec::new, |solution| solution.layers())
    }

    /// The sweeps of the solution.
    #[getter]
    fn sweeps(&self) -> Option<usize> {
        self.found().map(|solution| solution.sweeps())
    }

    /// The boards of the solution, as text; without one a ValueError.
    #[pyo3(signature = (*, layers = false))]
    fn boards(&self, layers: bool) -> PyResult<Vec<String>> {
        Ok(self.solved()?.boards(layers))
    }

    /// The solution as one board that changes; without one a ValueError.
    #[pyo3(signature = (*, layers = false, seconds = 0.7))]
    fn animation(&self, layers: bool, seconds: f64) -> PyResult<Picture> {
        self.solved()?.animation(layers, seconds)
    }

    /// Why there is no solution, if that is certified.
    #[getter]
    fn certificate(&self) -> Option<Certificate> {
        match &self.answer.end {
            End::Unsolvable(evidence) => evidence.certificate().cloned().map(Certificate),
            _ => None,
        }
    }

    /// Seconds in all.
    #[getter]
    fn seconds(&self) -> f64 {
        self.answer.seconds.total
    }

    /// Variables and clauses of the formula that answered, if one did.
    #[getter]
    fn formula(&self) -> Option<(u64, u64)> {
        self.answer.size.map(|size| (size.variables, size.clauses))
    }

    /// The most layers that were refuted, if any were; more of them may hold a solution.
    #[getter]
    fn refuted_layers(&self) -> Option<usize> {
        self.answer.refuted.map(|refuted| refuted.0)
    }

    /// What you should know, such as an addition that excludes nothing.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.answer.notes.clone()
    }

    /// What went wrong, if something did.
    #[getter]
    fn message(&self) -> Option<String> {
        self.answer.message.clone()
    }

    fn __repr__(&self) -> String {
        let (name, outcome) = (self.problem.name(), self.outcome());
        let more = match (self.found(), self.checked(), self.reason()) {
            (Some(solution), ..) => {
                format!(
                    ", {} jumps in {} sweeps",
                    solution.jumps().len(),
                    solution.sweeps()
                )
            }
            (None, Some(checked), _) => format!(", checked by {checked}"),
            (None, None, Some(reason)) => format!(", {reason}"),
            (None, None, None) => match self.refuted_layers() {
                Some(layers) => format!(", no solution in {layers} layers or fewer"),
                None => String::new(),
            },
        };
        format!("<{name}: {outcome}{more}>")
    }

    /// For pickle and copy.
    fn __reduce__(&self, py: Python<'_>) -> PyResult<Reduced> {
        self.reduced(py)
    }

    /// The same as the command line's JSON.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut printed = Printed::of(&self.problem, &self.answer);
        printed.certificate = self
            .certificate()
            .map(|certificate| Document::of(&certificate.0));
        let text = serde_json::to_string(&printed).map_err(usage)?;
        py.import("json")?.call_method1("loads", (text,))
    }

    /// The verdict, what it rests on, and the boards.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let words = self.__repr__();
        let words = (words.trim_matches(['<', '>']),);
        let words = py.import("html")?.call_method1("escape", words)?;
        let kind = self.certificate();
        let kind = kind.map_or(String::new(), |kind| format!(" ({})", kind.kind()));
        Ok(format!("<p><b>{words}</b>{kind}</p>{}", self._repr_svg_()))
    }

    fn _repr_svg_(&self) -> String {
        let solution = self.found();
        solution.map_or_else(|| svg::problem(&self.problem), |solution| solution.shown())
    }
}

/// What `optimise` comes to.
#[pyclass(frozen, module = "pegsat")]
pub struct Optimum {
    pub problem: problem::Problem,
    pub found: optimum::Optimum,
}

#[pymethods]
impl Optimum {
    /// For pickle and copy.
    fn __reduce__(&self, py: Python<'_>) -> PyResult<Reduced> {
        self.reduced(py)
    }

    /// The value of the best solution that was found.
    #[getter]
    fn value(&self) -> Option<usize> {
        self.found.value()
    }

    /// No solution is better than this.
    #[getter]
    fn bound(&self) -> usize {
        self.found.bound
    }

    /// Whether the optimum is known: the value is the bound, or there is no solution.
    #[getter]
    fn proved(&self) -> bool {
        self.found.is_settled()
    }

    /// By what the bound was checked: 'proof', 'exhaustion' or 'certificate'; None where
    /// nothing had to be refuted, or where only a solver's word was taken (trust=True).
    #[getter]
    fn checked(&self) -> Option<&'static str> {
        self.found
            .evidence
            .as_ref()
            .and_then(engine::Evidence::checked)
            .map(engine::Checked::name)
    }

    /// The jumps of the best solution.
    #[getter]
    fn jumps(&self) -> Vec<Jump> {
        self.solution()
            .map_or_else(Vec::new, |solution| solution.jumps())
    }

    /// The best solution; for dead ends a way to one, whatever the goal.
    #[getter]
    fn solution(&self) -> Option<Solution> {
        let (_, jumps) = self.found.best.as_ref()?;
        Some(Solution::new(self.problem.clone(), jumps.clone(), None))
    }

    /// Why it ended early: 'timeout', 'memory', 'solver-failed', or None.
    #[getter]
    fn reason(&self) -> Option<&'static str> {
        let reason = self.found.reason.filter(|reason| reason.is_failure());
        reason.map(engine::Reason::name)
    }

    fn __repr__(&self) -> String {
        let value = self
            .value()
            .map_or("none".to_string(), |value| value.to_string());
        let bound = self.found.bound;
        match (self.found.is_unsolvable, self.proved()) {
            (true, _) => "<optimum: unsolvable>".into(),
            (false, true) if self.found.evidence == Some(engine::Evidence::Trust) => {
                format!("<optimum: {value}, unchecked>")
            }
            (false, true) => format!("<optimum: {value}, proved>"),
            (false, false) => format!("<optimum: {value}, not better than {bound}>"),
        }
    }
}

/// What `explore` saw.
#[pyclass(frozen, module = "pegsat")]
pub struct Explored {
    pub problem: problem::Problem,
    pub levels: Vec<Level>,
    pub winning: Option<Vec<u64>>,
    pub solutions: Option<String>,
    /// With the jumps of a solution that has so few.
    pub fewest_sweeps: Option<(usize, Vec<JumpNumber>)>,
    pub stored: Option<Stored>,
    pub sequences: Option<Vec<(usize, usize)>>,
    pub table: Option<Vec<SweepsRow>>,
}

impl Explored {
    pub fn of(problem: problem::Problem) -> Self {
        Explored {
            problem,
            levels: Vec::new(),
            winning: None,
            solutions: None,
            fewest_sweeps: None,
            stored: None,
            sequences: None,
            table: None,
        }
    }

    /// The positions that can win, and the one of the picture.
    fn standing(&self, picture: &str) -> PyResult<(&Stored, Position)> {
        let stored = self.stored.as_ref();
        let stored = stored.ok_or_else(|| usage("ask for it: explore(…, positions=True)"))?;
        let position = picture::parse_position(self.problem.board(), picture);
        Ok((stored, position.map_err(usage)?))
    }
}

#[pymethods]
impl Explored {
    /// For pickle and copy.
    fn __reduce__(&self, py: Python<'_>) -> PyResult<Reduced> {
        self.reduced(py)
    }

    /// Whether a game from the start to the goal can pass through the position of this picture.
    fn can_win(&self, picture: &str) -> PyResult<bool> {
        let (stored, position) = self.standing(picture)?;
        Ok(stored.can_win(&self.problem, &position))
    }

    /// The jumps after which it still can.
    fn keeping(&self, picture: &str) -> PyResult<Vec<Jump>> {
        let (stored, position) = self.standing(picture)?;
        let keeping = stored.keeping(&self.problem, &position);
        Ok(keeping
            .into_iter()
            .map(|number| Jump::new(&self.problem, number))
            .collect())
    }

    /// By jumps: how many sequences were looked at, and how many states were kept of them, if
    /// that was asked for.
    #[getter]
    fn sequences(&self) -> Option<Vec<(usize, usize)>> {
        self.sequences.clone()
    }

    /// Vacancy, finish, fewest sweeps and a solution that has so few, if that was asked for.
    #[getter]
    fn table(&self) -> Option<Vec<(Cell, Cell, usize, Solution)>> {
        let board = self.problem.board();
        let rows = self.table.as_ref()?.iter().map(|row| {
            let pair = problem::pair(board, row.start, row.finish);
            let solution = Solution::new(pair, row.jumps.clone(), None);
            (
                board.cell(row.start),
                board.cell(row.finish),
                row.sweeps,
                solution,
            )
        });
        Some(rows.collect())
    }

    /// After 0, 1, … jumps: how many positions can be reached, symmetric ones counted once.
    #[getter]
    fn positions(&self) -> Vec<u64> {
        self.levels.iter().map(|level| level.positions).collect()
    }

    /// How many of them have no jump.
    #[getter]
    fn dead_ends(&self) -> Vec<u64> {
        self.levels.iter().map(|level| level.dead_ends).collect()
    }

    /// How many can still win, by jumps from the start, if that was asked for.
    #[getter]
    fn winning(&self) -> Option<Vec<u64>> {
        self.winning.clone()
    }

    /// How many solutions there are as sequences of jumps, if that was asked for.
    #[getter]
    fn solutions<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let number = |text: &String| py.get_type::<pyo3::types::PyInt>().call1((text,));
        self.solutions.as_ref().map(number).transpose()
    }

    /// The fewest sweeps of a solution, if that was asked for and there is one.
    #[getter]
    fn fewest_sweeps(&self) -> Option<usize> {
        Some(self.fewest_sweeps.as_ref()?.0)
    }

    /// A solution that has so few.
    #[getter]
    fn solution(&self) -> Option<Solution> {
        let (_, jumps) = self.fewest_sweeps.as_ref()?;
        Some(Solution::new(self.problem.clone(), jumps.clone(), None))
    }

    fn __repr__(&self) -> String {
        let positions: u64 = self.levels.iter().map(|level| level.positions).sum();
        format!("<{positions} positions in {} levels>", self.levels.len())
    }
}
