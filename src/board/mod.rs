//! Boards: holes, the jumps between them, and their symmetries.
//!
//! Holes lie on a lattice, whose lines pegs jump along; or the board has [lines](lines) of its
//! own, as a graph has, and the lattice is what it is drawn on.
//!
//! A *hole* is an index `0..board.n_holes()`, row by row from the top, each row
//! from the left. Its coordinates are `x,y` = column, row from the top left,
//! 0-based, as in Jefferson et al. (2006). A *jump* is a triple of holes in a
//! line; jumps are numbered `0..board.jumps().len()`.

mod english;
pub mod foreign;
mod lattice;
pub mod lines;
mod named;
pub mod picture;
mod position;
mod symmetry;

pub use lattice::Lattice;
pub use named::{BoardNameError, NAMED_BOARDS, named};
pub use position::Position;

use pegsat_check::Leap;
use serde::{Deserialize, de::DeserializeOwned};
use std::collections::HashMap;

/// A place on the board, as an index: row by row from the top, from the left.
pub type Hole = usize;

/// Column and row of a hole, from the top left, 0-based.
pub type Cell = (i32, i32);

/// The most holes that a board may have.
pub const MAX_HOLES: usize = 50_000;

/// A jump (the paper's *transition*): the peg at `from` leaps over the peg at
/// `over`, which is removed, into the empty hole `to`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Jump {
    /// The hole that the jumping peg leaves.
    pub from: Hole,
    /// The hole whose peg is removed.
    pub over: Hole,
    /// The hole that the jumping peg lands in.
    pub to: Hole,
}

/// The number of a jump on its board: `0..board.jumps().len()`, in the paper's order on the
/// English board.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct JumpNumber(pub usize);

impl Jump {
    /// The three holes that change: from, over, to.
    pub fn holes(&self) -> [Hole; 3] {
        [self.from, self.over, self.to]
    }

    /// Whether the two jumps share no hole, so that they commute.
    pub fn disjoint(&self, other: &Jump) -> bool {
        let theirs = other.holes();
        self.holes().iter().all(|hole| !theirs.contains(hole))
    }
}

/// The cell `X,Y`, in digits from 0; or as Beasley and Bell write it, `d4` for `3,3`: the column
/// by its letter, the row by its number from 1.
pub fn parse_cell(text: &str) -> Option<Cell> {
    let number = |text: &str| {
        let is_number = text.bytes().all(|b| b.is_ascii_digit());
        is_number.then(|| text.parse::<i32>().ok())?
    };
    let Some((x, y)) = text.split_once(',') else {
        let column = text.bytes().next().filter(u8::is_ascii_lowercase)?;
        let row = number(&text[1..]).filter(|&row| row > 0)?;
        return Some((i32::from(column - b'a'), row - 1));
    };
    Some((number(x)?, number(y)?))
}

/// A file of instances: a source, and a list.
#[derive(Deserialize)]
struct Listed<T> {
    #[serde(
        alias = "holes",
        alias = "patterns",
        alias = "problems",
        alias = "transitions"
    )]
    list: Vec<T>,
}

/// The list of such a file, which is part of the program.
pub(crate) fn listed<T: DeserializeOwned>(text: &str) -> Vec<T> {
    let read: Result<Listed<T>, _> = serde_json::from_str(text);
    read.expect("the file is part of the program").list
}

/// A number of holes, in words where it is too large to be counted.
fn many(holes: usize) -> String {
    match holes {
        usize::MAX => "more than can be counted".into(),
        holes => holes.to_string(),
    }
}

/// Why a set of cells is no board.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardError {
    /// There is no hole at all.
    #[error("a board needs at least one hole")]
    Empty,
    /// There are more holes than [`MAX_HOLES`].
    #[error("the board's number of holes is {holes}; at most {MAX_HOLES} are supported", holes = many(*.0))]
    TooManyHoles(usize),
    /// There are more lines than [`lines::MAX_LINES`].
    #[error("the board has {0} lines; at most {MAX_LINES} are supported", MAX_LINES = lines::MAX_LINES)]
    TooManyLines(usize),
    /// A line is not three different holes of the board.
    #[error("a line leads over {}: its cells are not three holes of the board", .0.map(|(x, y)| format!("{x},{y}")).join(" "))]
    NoLine([Cell; 3]),
}

/// A board: the shape that is played on.
#[derive(Debug, Clone)]
pub struct Board {
    name: String,
    lattice: Lattice,
    has_own_lines: bool,
    cells: Vec<Cell>,
    index: HashMap<Cell, Hole>,
    jumps: Vec<Jump>,
    symmetries: Vec<Vec<Hole>>,
    has_more_symmetries: bool,
    /// Whether cells are written as Beasley and Bell write them.
    lettered: bool,
}

impl Board {
    /// The board with these cells on this lattice. Cells are moved so that the
    /// least column and row are 0; order and repeats do not matter. A board
    /// with the English shape gets the paper's jump numbers, every other one is
    /// numbered by from-hole, then clockwise from north.
    ///
    /// # Errors
    /// If there is no cell, or there are more than [`MAX_HOLES`].
    pub fn new(
        lattice: Lattice,
        cells: impl IntoIterator<Item = Cell>,
    ) -> Result<Self, BoardError> {
        let mut board = Board::without_jumps(lattice, cells)?;
        board.symmetries = symmetry::of_shape(lattice, &board.cells, &board.index);
        board.jumps = jumps_row_by_row(lattice, &board.cells, &board.index);
        board.name = named::name_of(&board);
        if board.name == "english" {
            english::renumber(&mut board);
        }
        Ok(board)
    }

    /// The board with these cells and lines of its own, by their cells, the one that is leapt over
    /// in the middle. Lines may be named twice; the lattice is what the board is drawn on. Jumps
    /// are numbered by from-hole, then by to-hole, then by the hole between.
    ///
    /// # Errors
    /// As [`Board::new`]; if a line has another cell, or one twice, or there are more than
    /// [`lines::MAX_LINES`].
    pub fn with_lines(
        drawn_on: Lattice,
        cells: impl IntoIterator<Item = Cell>,
        lines: impl IntoIterator<Item = [Cell; 3]>,
    ) -> Result<Self, BoardError> {
        let cells: Vec<Cell> = cells.into_iter().collect();
        let least = |of: fn(&Cell) -> i32| cells.iter().map(of).min().unwrap_or(0);
        let (left, top) = (least(|cell| cell.0), least(|cell| cell.1));
        let mut board = Board::without_jumps(drawn_on, cells)?;
        for line in lines {
            let hole = |(x, y): Cell| board.hole_at((x - left, y - top));
            let [Some(from), Some(over), Some(to)] = line.map(hole) else {
                return Err(BoardError::NoLine(line));
            };
            if from == over || over == to || from == to {
                return Err(BoardError::NoLine(line));
            }
            board.jumps.push(Jump { from, over, to });
            let (from, to) = (to, from);
            board.jumps.push(Jump { from, over, to });
        }
        (board.jumps).sort_unstable_by_key(|jump| (jump.from, jump.to, jump.over));
        board.jumps.dedup();
        if board.jumps.len() > 2 * lines::MAX_LINES {
            return Err(BoardError::TooManyLines(board.jumps.len() / 2));
        }
        board.has_own_lines = true;
        (board.symmetries, board.has_more_symmetries) =
            symmetry::of_lines(board.n_holes(), &board.jumps);
        let (holes, lines) = (board.n_holes(), board.jumps.len() / 2);
        let plural = if lines == 1 { "" } else { "s" };
        board.name = format!("{holes} holes, {lines} line{plural}");
        Ok(board)
    }

    fn without_jumps(
        lattice: Lattice,
        cells: impl IntoIterator<Item = Cell>,
    ) -> Result<Self, BoardError> {
        let cells = lattice::normalise(cells);
        if cells.is_empty() {
            return Err(BoardError::Empty);
        }
        if cells.len() > MAX_HOLES {
            return Err(BoardError::TooManyHoles(cells.len()));
        }
        Ok(Board {
            name: String::new(),
            lattice,
            has_own_lines: false,
            index: cells.iter().copied().zip(0..).collect(),
            cells,
            jumps: Vec::new(),
            symmetries: Vec::new(),
            has_more_symmetries: false,
            lettered: false,
        })
    }

    /// The same board by another name.
    #[must_use]
    fn called(mut self, name: &str) -> Self {
        self.name = name.into();
        self
    }

    /// The board's name, such as `english` or `rect6x8`; for a shape without
    /// one, a description such as `12 holes, square lattice`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The lattice whose lines pegs jump along; `None` where the board has lines of its own.
    pub fn lattice(&self) -> Option<Lattice> {
        (!self.has_own_lines).then_some(self.lattice)
    }

    /// The lattice that pictures of the board are drawn on.
    pub fn drawn_on(&self) -> Lattice {
        self.lattice
    }

    /// All lines, by holes, the one that is leapt over in the middle, the lesser end first.
    pub fn lines(&self) -> impl Iterator<Item = lines::Line> {
        let lines = self.jumps.iter().filter(|jump| jump.from < jump.to);
        lines.map(Jump::holes)
    }

    /// The same where they are the board's own; `None` where they are the lattice's.
    pub fn own_lines(&self) -> Option<Vec<lines::Line>> {
        self.has_own_lines.then(|| self.lines().collect())
    }

    /// The number of holes.
    pub fn n_holes(&self) -> usize {
        self.cells.len()
    }

    /// All jumps, by number.
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps
    }

    /// The jump of this number.
    ///
    /// # Panics
    /// If the board has no such jump.
    pub fn jump(&self, number: JumpNumber) -> &Jump {
        &self.jumps[number.0]
    }

    /// All jumps with their numbers, in order.
    pub fn numbered_jumps(&self) -> impl DoubleEndedIterator<Item = (JumpNumber, &Jump)> {
        self.jump_numbers().zip(&self.jumps)
    }

    /// The jumps that the position allows, in the order of their numbers.
    pub fn possible(&self, position: &Position) -> impl DoubleEndedIterator<Item = JumpNumber> {
        let jumps = self.numbered_jumps();
        jumps.filter_map(|(number, jump)| position.allows(jump).then_some(number))
    }

    /// The number of every jump, in order.
    pub fn jump_numbers(
        &self,
    ) -> impl DoubleEndedIterator<Item = JumpNumber> + ExactSizeIterator + use<> {
        (0..self.jumps.len()).map(JumpNumber)
    }

    /// The coordinates of every hole, by hole.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The coordinates of `hole`.
    ///
    /// # Panics
    /// If the board has no such hole.
    pub fn cell(&self, hole: Hole) -> Cell {
        self.cells[hole]
    }

    /// The hole at these coordinates, if there is one.
    pub fn hole_at(&self, cell: Cell) -> Option<Hole> {
        self.index.get(&cell).copied()
    }

    /// The number of the only jump between these two holes; `None` if there is none, or several, as
    /// a board with lines of its own may have.
    pub fn jump_between(&self, from: Hole, to: Hole) -> Option<JumpNumber> {
        let mut between = self.jumps_between(from, to);
        let number = between.next()?;
        between.next().is_none().then_some(number)
    }

    /// The number of the jump between these two holes over a third.
    pub fn jump_over(&self, from: Hole, over: Hole, to: Hole) -> Option<JumpNumber> {
        if self.has_own_lines {
            let key = |jump: &Jump| (jump.from, jump.to, jump.over);
            let place = self.jumps.binary_search_by_key(&(from, to, over), key);
            return place.ok().map(JumpNumber);
        }
        let mut between = self.jumps_between(from, to);
        between.find(|&number| self.jump(number).over == over)
    }

    /// The jump back along the same line.
    ///
    /// # Panics
    /// If the board has no such jump.
    pub fn back(&self, number: JumpNumber) -> JumpNumber {
        let jump = self.jump(number);
        let back = self.jump_over(jump.to, jump.over, jump.from);
        back.expect("a line can be jumped both ways")
    }

    /// The numbers of the jumps between these two holes.
    fn jumps_between(&self, from: Hole, to: Hole) -> impl Iterator<Item = JumpNumber> {
        let begin = match self.has_own_lines {
            true => (self.jumps).partition_point(|jump| (jump.from, jump.to) < (from, to)),
            false => self.jumps.partition_point(|jump| jump.from < from),
        };
        let is_sorted = self.has_own_lines;
        let own = self.jumps[begin..].iter().zip(begin..);
        let is_near = move |jump: &Jump| jump.from == from && (!is_sorted || jump.to == to);
        let own = own.take_while(move |(jump, _)| is_near(jump));
        own.filter_map(move |(jump, number)| (jump.to == to).then_some(JumpNumber(number)))
    }

    /// The number of the jump that is written so, if there is one and no other.
    pub fn jump_of(&self, leap: &Leap) -> Option<JumpNumber> {
        let (from, to) = (self.hole_at(leap.from)?, self.hole_at(leap.to)?);
        match leap.over {
            None => self.jump_between(from, to),
            Some(over) => self.jump_over(from, self.hole_at(over)?, to),
        }
    }

    /// Whether no jump leads over the hole.
    pub fn is_corner(&self, hole: Hole) -> bool {
        self.jumps.iter().all(|jump| jump.over != hole)
    }

    /// Whether the board may have symmetries besides [those](Self::symmetries) that are used: where
    /// lines of its own have more than a thousand, or it has more than 200 holes.
    pub fn has_more_symmetries(&self) -> bool {
        self.has_more_symmetries
    }

    /// Every symmetry of the shape, or of the board's own lines a group of them, the identity first. `symmetries()[k][hole]`
    /// is the hole that `hole` is moved to.
    pub fn symmetries(&self) -> &[Vec<Hole>] {
        &self.symmetries
    }

    /// For each jump the number of its image under `symmetry`.
    pub fn jump_images(&self, symmetry: &[Hole]) -> Vec<JumpNumber> {
        let image = |jump: &Jump| {
            let [from, over, to] = jump.holes().map(|hole| symmetry[hole]);
            let image = self.jump_over(from, over, to);
            image.expect("a symmetry takes jumps to jumps")
        };
        self.jumps.iter().map(image).collect()
    }

    /// The jump by its cells: the two ends, and the one between where several jumps have these ends.
    ///
    /// # Panics
    /// If the board has no jump of this number.
    pub fn leap(&self, number: JumpNumber) -> Leap {
        let jump = self.jump(number);
        let is_alone = !self.has_own_lines || self.jump_between(jump.from, jump.to).is_some();
        Leap {
            from: self.cell(jump.from),
            to: self.cell(jump.to),
            over: (!is_alone).then(|| self.cell(jump.over)),
        }
    }

    /// The same of each of these jumps.
    ///
    /// # Panics
    /// If the board has no jump of one of the numbers.
    pub fn leaps(&self, jumps: &[JumpNumber]) -> Vec<Leap> {
        jumps.iter().map(|&number| self.leap(number)).collect()
    }

    /// The same board, whose cells are written as Beasley and Bell do: `d4` for `3,3`. Beyond
    /// column z they stay as they are.
    pub fn lettered(mut self) -> Self {
        self.lettered = self.cells.iter().all(|&(x, _)| x < 26);
        self
    }

    /// The hole's cell as people write it, `3,3`; or `d4` on a board that is
    /// [lettered](Self::lettered).
    ///
    /// # Panics
    /// If the board has no such hole.
    pub fn cell_text(&self, hole: Hole) -> String {
        let (x, y) = self.cell(hole);
        match u8::try_from(x) {
            Ok(x) if self.lettered => format!("{}{}", char::from(b'a' + x), y + 1),
            _ => format!("{x},{y}"),
        }
    }

    /// The jump as people write it, by its two ends: `3,1-3,3`; where several jumps have these, with
    /// the hole between: `0,0-2,0/1,0`.
    ///
    /// # Panics
    /// If the board has no jump of this number.
    pub fn jump_text(&self, number: JumpNumber) -> String {
        let from = self.cell_text(self.jump(number).from);
        format!("{from}-{}", self.landing_text(number))
    }

    /// The end of [that](Self::jump_text), after the dash.
    ///
    /// # Panics
    /// If the board has no jump of this number.
    pub fn landing_text(&self, number: JumpNumber) -> String {
        let jump = self.jump(number);
        let to = self.cell_text(jump.to);
        match self.leap(number).over {
            Some(_) => format!("{to}/{}", self.cell_text(jump.over)),
            None => to,
        }
    }

    /// A position with a peg in every hole.
    pub fn full(&self) -> Position {
        Position::of(self.n_holes(), 0..self.n_holes())
    }

    /// A position with a peg in every hole but this one.
    pub fn vacancy(&self, hole: Hole) -> Position {
        let mut position = self.full();
        position.remove(hole);
        position
    }
}

/// Two boards are the same if lattice, holes and lines of their own are.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.lattice == other.lattice
            && self.cells == other.cells
            && self.has_own_lines == other.has_own_lines
            && (!self.has_own_lines || self.jumps == other.jumps)
    }
}

impl Eq for Board {}

/// The jumps by from-hole row by row, then clockwise from north.
fn jumps_row_by_row(lattice: Lattice, cells: &[Cell], index: &HashMap<Cell, Hole>) -> Vec<Jump> {
    let at = |cell: Cell| index.get(&cell).copied();
    let mut jumps = Vec::new();
    for (from, &(x, y)) in cells.iter().enumerate() {
        for &(dx, dy) in lattice.directions() {
            if let (Some(over), Some(to)) = (at((x + dx, y + dy)), at((x + 2 * dx, y + 2 * dy))) {
                jumps.push(Jump { from, over, to });
            }
        }
    }
    jumps
}
