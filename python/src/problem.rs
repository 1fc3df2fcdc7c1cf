//! Problems, jumps and solutions.

use crate::{
    either::{either, expected},
    parts::{Part, drawn, of_parts, position},
    picture::Picture,
    work::{file, usage},
};
use pegsat::{
    board::{Cell, JumpNumber, picture},
    problem::{self, file::FileError},
    solution::{
        checker,
        frames::{self, Frame},
        n_sweeps, picture as drawing, svg, text,
    },
};
use pyo3::{
    exceptions::PyIndexError,
    prelude::*,
    types::{PyIterator, PySlice},
};
use std::path::PathBuf;

/// How wide a row of boards in text may be.
const WIDTH: usize = 80;

/// A problem: a board, its start, and its goal.
///
/// From a name, a picture as in a .peg file, or a file (a path, or text that ends in .peg); or
/// from a start and a goal, each a picture or the holes with a peg, on a board by name where
/// the start is no picture. A number as goal, or none, is that number of pegs, or one.
///
/// >>> from pegsat import Problem
/// >>> Problem("central").name
/// 'central'
/// >>> row = Problem("start:\nO O .\ngoal:\n. . O\n")
/// >>> row.holes
/// [(0, 0), (1, 0), (2, 0)]
/// >>> Problem(start=[(3, 2), (3, 3)], goal=[(3, 4)], board="english").pegs
/// [(3, 2), (3, 3)]
/// >>> Problem(start="O O .", goal=". . O") == row
/// True
/// >>> Problem("centrall")
/// Traceback (most recent call last):
/// ...
/// ValueError: no problem is called 'centrall'; did you mean 'central'? ('pegsat problems' lists them)
#[pyclass(frozen, eq, module = "pegsat")]
#[derive(Clone)]
pub struct Problem(pub problem::Problem);

impl PartialEq for Problem {
    fn eq(&self, other: &Self) -> bool {
        problem::file::write(&self.0) == problem::file::write(&other.0)
    }
}

/// Jumps as text, or as they come from a solution.
enum Jumps {
    Text(String),
    List(Vec<Jump>),
}
either!(Jumps, "jumps, or a text such as '3,1-3,3'": Text(String), List(Vec<Jump>));

/// Whatever names a problem.
pub(crate) enum Source {
    Problem(Problem),
    Text(String),
    Path(PathBuf),
}
either!(
    Source, "a Problem, a name, a picture, or a path":
    Problem(Problem), Text(String), Path(PathBuf)
);

impl Source {
    /// As the command line has it: a file if there is one, or if it looks like a file's name;
    /// a picture where there is more than a line; else a name.
    pub(crate) fn problem(self, py: Python<'_>) -> PyResult<problem::Problem> {
        py.detach(|| {
            let path = match self {
                Source::Problem(problem) => return Ok(problem.0),
                Source::Text(text) if text.contains('\n') => {
                    if !text.contains(':') {
                        return drawn(None, &text, " pegs 1"); // a picture of the start alone
                    }
                    return problem::file::parse("picture", &text).map_err(usage);
                }
                Source::Text(text) => {
                    let path = PathBuf::from(&text);
                    let is_peg = path.extension().is_some_and(|extension| extension == "peg");
                    if !(text.starts_with(['.', '/']) || is_peg || path.exists()) {
                        return problem::named(&text).map_err(usage);
                    }
                    path
                }
                Source::Path(path) => path,
            };
            if path.is_dir() {
                let path = path.display();
                let text = "is a folder; expected a .peg file or a problem's name";
                return Err(usage(format!("{path} {text}")));
            }
            problem::file::read(&path).map_err(|error| match &error {
                FileError::Io { error: io, .. } => file(io.kind(), error),
                _ => usage(error),
            })
        })
    }
}

#[pymethods]
impl Problem {
    #[new]
    #[pyo3(
        signature = (source = None, *, start = None, goal = None, board = None, lattice = None),
        text_signature = "(source='central', *, start=None, goal=None, board=None, lattice=None)"
    )]
    fn new(
        py: Python<'_>,
        source: Option<Source>,
        start: Option<Part>,
        goal: Option<Part>,
        board: Option<&str>,
        lattice: Option<&str>,
    ) -> PyResult<Self> {
        let has_parts = goal.is_some() || board.is_some() || lattice.is_some();
        Ok(Problem(match (source, start) {
            (None, Some(start)) => of_parts(start, goal, board, lattice)?,
            (Some(_), Some(_)) => {
                return Err(usage("a problem has a source or a start, not both"));
            }
            (_, None) if has_parts => {
                return Err(usage("goal, board and lattice go with a start"));
            }
            (source, None) => source
                .unwrap_or_else(|| Source::Text("central".into()))
                .problem(py)?,
        }))
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    /// The name of its board.
    #[getter]
    fn board(&self) -> &str {
        self.0.board().name()
    }

    /// The holes of the board, as (column, row).
    #[getter]
    fn holes(&self) -> Vec<Cell> {
        self.0.board().cells().to_vec()
    }

    /// The holes that hold a peg at the start.
    #[getter]
    fn pegs(&self) -> Vec<Cell> {
        let pegs = self.0.start().pegs();
        pegs.map(|hole| self.0.board().cell(hole)).collect()
    }

    /// All jumps of the board, by number; the meanings of variables use these numbers.
    #[getter]
    fn jumps(&self) -> Vec<Jump> {
        let numbers = self.0.board().jump_numbers();
        numbers.map(|number| Jump::new(&self.0, number)).collect()
    }

    /// The text of its .peg file.
    #[getter]
    fn text(&self) -> String {
        problem::file::write(&self.0)
    }

    /// The solution that these jumps are: as text such as '3,1-3,3 3,4-3,2', or whatever
    /// 'pegsat check' reads. A jump that cannot be made is a ValueError that says which.
    ///
    /// >>> Problem("start:\nO O .\ngoal:\n. . O\n").check("0,0-2,0").sweeps
    /// 1
    fn check(&self, jumps: Jumps) -> PyResult<Solution> {
        let jumps = match jumps {
            Jumps::Text(text) => text,
            Jumps::List(jumps) => {
                let words: Vec<String> = jumps.iter().map(Jump::__str__).collect();
                words.join(" ")
            }
        };
        let parsed = text::parse(&jumps).map_err(usage)?;
        checker::check(&self.0, &parsed.leaps).map_err(usage)?;
        let board = self.0.board();
        let number = |&(from, to): &(Cell, Cell)| {
            board.jump_between(board.hole_at(from)?, board.hole_at(to)?)
        };
        let numbers: Option<Vec<JumpNumber>> = parsed.leaps.iter().map(number).collect();
        let numbers = numbers.ok_or_else(|| usage("a jump is not on the board"))?;
        Ok(Solution::new(self.0.clone(), numbers, None))
    }

    /// The problem with the same goal that begins with pegs in these holes.
    fn starting(&self, pegs: Vec<Cell>) -> PyResult<Problem> {
        let board = self.0.board();
        if self.0.goal().survivor().is_some() {
            return Err(usage(
                "the goal names a peg by its hole at the start, so that the start cannot be another",
            ));
        }
        let start = position(board, &pegs)?;
        let (board, goal) = (board.clone(), self.0.goal().clone());
        Ok(Problem(problem::Problem::new(
            "position", board, start, goal,
        )))
    }

    /// Whether the start is the goal.
    #[getter]
    fn is_solved(&self) -> bool {
        self.0.accepts(self.0.start())
    }

    /// The boards of start and goal.
    fn __str__(&self) -> String {
        let text = drawing::problem(&self.0, WIDTH);
        anstream::adapter::strip_str(&text).to_string()
    }

    fn __repr__(&self) -> String {
        format!("Problem('{}')", self.0.name())
    }

    fn __hash__(&self) -> u64 {
        let digest = problem::file::sha256(&self.0);
        digest[..8]
            .iter()
            .fold(0, |hash, &byte| hash << 8 | u64::from(byte))
    }

    /// For pickle and copy.
    fn __reduce__(&self, py: Python<'_>) -> (Py<PyAny>, (String,)) {
        let text = self.text();
        let named = problem::named(self.0.name());
        let source = match named.is_ok_and(|named| problem::file::write(&named) == text) {
            true => self.0.name().to_string(),
            false => text,
        };
        (py.get_type::<Problem>().into_any().unbind(), (source,))
    }

    fn _repr_svg_(&self) -> String {
        svg::problem(&self.0)
    }
}

/// A jump, by its holes as (column, row).
#[pyclass(frozen, eq, hash, get_all, module = "pegsat")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Jump {
    /// The hole that the peg leaves.
    from_: Cell,
    /// The hole of the peg that is leapt over and removed.
    over: Cell,
    /// The hole that it comes to.
    to: Cell,
    /// The jump's number on its board.
    number: usize,
}

impl Jump {
    pub fn new(problem: &problem::Problem, number: JumpNumber) -> Self {
        let board = problem.board();
        let [from_, over, to] = board.jump(number).holes().map(|hole| board.cell(hole));
        Jump {
            from_,
            over,
            to,
            number: number.0,
        }
    }

    /// Its number.
    pub fn number(&self) -> JumpNumber {
        JumpNumber(self.number)
    }
}

#[pymethods]
impl Jump {
    #[new]
    fn of_parts(from_: Cell, over: Cell, to: Cell, number: usize) -> Self {
        Jump {
            from_,
            over,
            to,
            number,
        }
    }

    fn __getnewargs__(&self) -> (Cell, Cell, Cell, usize) {
        (self.from_, self.over, self.to, self.number)
    }

    pub fn __str__(&self) -> String {
        let ((x, y), (to_x, to_y)) = (self.from_, self.to);
        format!("{x},{y}-{to_x},{to_y}")
    }

    fn __repr__(&self) -> String {
        format!("Jump({self})", self = self.__str__())
    }
}

/// A solution, which was replayed.
///
/// >>> import pegsat
/// >>> solution = pegsat.solve("triangle5/reversal:0,0").solution
/// >>> len(solution.jumps), len(solution.boards())
/// (13, 14)
/// >>> print(solution.boards()[0])
///     .
///    O O
///   O O O
///  O O O O
/// O O O O O
#[pyclass(frozen, eq, module = "pegsat")]
#[derive(Clone)]
pub struct Solution {
    problem: problem::Problem,
    numbers: Vec<JumpNumber>,
    /// How many jumps each layer has.
    sizes: Vec<usize>,
}

impl PartialEq for Solution {
    fn eq(&self, other: &Self) -> bool {
        Problem(self.problem.clone()) == Problem(other.problem.clone())
            && self.numbers == other.numbers
    }
}

/// The most holes that a notebook is shown without being asked, in all boards.
const MOST_SHOWN: usize = 50_000;

impl Solution {
    /// What a notebook shows: all boards, fewer of a large one.
    pub fn shown(&self) -> String {
        let holes = self.problem.board().n_holes();
        let fits = |boards: usize| (boards + 1) * holes <= MOST_SHOWN;
        if fits(self.numbers.len()) || fits(self.sizes.len()) {
            return self.svg(!fits(self.numbers.len()));
        }
        let ends = frames::by_layer(&self.problem, &self.numbers, &[self.numbers.len()]);
        svg::solution(&self.problem, &ends)
    }

    pub fn new(
        problem: problem::Problem,
        numbers: Vec<JumpNumber>,
        sizes: Option<Vec<usize>>,
    ) -> Self {
        let sizes = sizes.unwrap_or_else(|| frames::disjoint_layers(&problem, &numbers));
        Solution {
            problem,
            numbers,
            sizes,
        }
    }

    fn frames(&self, by_layer: bool) -> Vec<Frame> {
        match by_layer {
            true => frames::by_layer(&self.problem, &self.numbers, &self.sizes),
            false => frames::by_jump(&self.problem, &self.numbers),
        }
    }
}

#[pymethods]
impl Solution {
    /// The problem that it solves.
    #[getter]
    fn problem(&self) -> Problem {
        Problem(self.problem.clone())
    }

    /// Its jumps, in order.
    #[getter]
    pub fn jumps(&self) -> Vec<Jump> {
        let numbers = self.numbers.iter();
        numbers
            .map(|&number| Jump::new(&self.problem, number))
            .collect()
    }

    /// Its jumps, a list for each layer: those of the model that found it, if it has layers;
    /// else runs of jumps that share no hole.
    #[getter]
    pub fn layers(&self) -> Vec<Vec<Jump>> {
        let mut jumps = self.jumps().into_iter();
        let layers = self.sizes.iter();
        layers
            .map(|&size| jumps.by_ref().take(size).collect())
            .collect()
    }

    /// The number of its sweeps: chains of jumps by one peg.
    #[getter]
    pub fn sweeps(&self) -> usize {
        n_sweeps(&self.problem.board().leaps(&self.numbers))
    }

    /// The boards from the start to the end, as text.
    #[pyo3(signature = (*, layers = false))]
    pub fn boards(&self, layers: bool) -> Vec<String> {
        let board = self.problem.board();
        let drawn = |frame: Frame| {
            let text = picture::draw(board, |hole| frame.looks[hole].mark().symbol());
            text.trim_end().into()
        };
        self.frames(layers).into_iter().map(drawn).collect()
    }

    /// A picture of all boards, as SVG.
    #[pyo3(signature = (*, layers = false))]
    pub fn svg(&self, layers: bool) -> String {
        svg::solution(&self.problem, &self.frames(layers))
    }

    /// One board that changes: shown by itself at the end of a notebook's cell.
    #[pyo3(signature = (*, layers = false, seconds = 0.7))]
    pub fn animation(&self, layers: bool, seconds: f64) -> PyResult<Picture> {
        if !(0.01..=60.0).contains(&seconds) {
            return Err(usage(format!("seconds={seconds}: expected 0.01 to 60")));
        }
        let frames = self.frames(layers);
        Ok(Picture(svg::animation(&self.problem, &frames, seconds)))
    }

    fn __str__(&self) -> String {
        // Escapes are for terminals.
        let text = drawing::solution(&self.problem, &self.frames(false), WIDTH);
        anstream::adapter::strip_str(&text).to_string()
    }

    /// A jump, from the end if the index is negative; of a slice a list of them.
    fn __getitem__(&self, py: Python<'_>, index: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let n = self.numbers.len();
        let jump = |index: usize| Jump::new(&self.problem, self.numbers[index]);
        if let Ok(slice) = index.cast::<PySlice>() {
            let part = slice.indices(n as isize)?;
            let (mut at, mut jumps) = (part.start, Vec::new());
            for _ in 0..part.slicelength {
                jumps.push(jump(at as usize));
                at += part.step;
            }
            return Ok(jumps.into_pyobject(py)?.into_any().unbind());
        }
        let Ok(index) = index.extract::<isize>() else {
            return Err(expected("an index or a slice", index));
        };
        let from_begin = if index < 0 { index + n as isize } else { index };
        let place = usize::try_from(from_begin).ok().filter(|&place| place < n);
        let place = place.ok_or_else(|| PyIndexError::new_err("there are fewer jumps"))?;
        Ok(jump(place).into_pyobject(py)?.into_any().unbind())
    }

    /// The last jump first.
    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let jumps: Vec<Jump> = self.jumps().into_iter().rev().collect();
        jumps.into_pyobject(py)?.try_iter()
    }

    /// For pickle and copy: it is replayed, and its layers are runs of jumps that share no hole.
    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (Problem, String))> {
        let check = py.get_type::<Problem>().getattr("check")?;
        let jumps: Vec<String> = self.jumps().iter().map(Jump::__str__).collect();
        Ok((check.unbind(), (self.problem(), jumps.join(" "))))
    }

    fn __len__(&self) -> usize {
        self.numbers.len()
    }

    fn __repr__(&self) -> String {
        let name = self.problem.name();
        format!(
            "<solution of {name}: {} jumps in {} sweeps>",
            self.numbers.len(),
            self.sweeps()
        )
    }

    fn _repr_svg_(&self) -> String {
        self.shown()
    }
}
