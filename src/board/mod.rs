//! Boards: holes on a lattice, the jumps between them, and their symmetries.
//!
//! A *hole* is an index `0..board.n_holes()`, row by row from the top, each row
//! from the left. Its coordinates are `x,y` = column, row from the top left,
//! 0-based, as in Jefferson et al. (2006). A *jump* is a triple of holes in a
//! line; jumps are numbered `0..board.jumps().len()`.

mod english;
mod lattice;
mod named;
pub mod picture;
mod position;
mod symmetry;

pub use lattice::Lattice;
pub use named::{BoardNameError, NAMED_BOARDS, named};
pub use position::Position;

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
}

/// A board: the shape that is played on.
#[derive(Debug, Clone)]
pub struct Board {
    name: String,
    lattice: Lattice,
    cells: Vec<Cell>,
    index: HashMap<Cell, Hole>,
    jumps: Vec<Jump>,
    symmetries: Vec<Vec<Hole>>,
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
        let cells = lattice::normalise(cells);
        if cells.is_empty() {
            return Err(BoardError::Empty);
        }
        if cells.len() > MAX_HOLES {
            return Err(BoardError::TooManyHoles(cells.len()));
        }
        let index: HashMap<Cell, Hole> = cells.iter().copied().zip(0..).collect();
        let symmetries = symmetry::of_shape(lattice, &cells, &index);
        let mut board = Board {
            name: String::new(),
            lattice,
            jumps: jumps_row_by_row(lattice, &cells, &index),
            cells,
            index,
            symmetries,
            lettered: false,
        };
        board.name = named::name_of(&board);
        if board.name == "english" {
            english::renumber(&mut board);
        }
        Ok(board)
    }

    /// The board's name, such as `english` or `rect6x8`; for a shape without
    /// one, a description such as `12 holes, square lattice`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The lattice that the holes lie on.
    pub fn lattice(&self) -> Lattice {
        self.lattice
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

    /// The number of the jump between these two holes, if they are two apart in
    /// a line and the hole between them is on the board.
    pub fn jump_between(&self, from: Hole, to: Hole) -> Option<JumpNumber> {
        let begin = self.jumps.partition_point(|jump| jump.from < from);
        let jumps = self.jumps[begin..].iter();
        let mut own = jumps.take_while(|jump| jump.from == from);
        let own = own.position(|jump| jump.to == to)?;
        Some(JumpNumber(begin + own))
    }

    /// Whether no jump leads over the hole.
    pub fn is_corner(&self, hole: Hole) -> bool {
        self.jumps.iter().all(|jump| jump.over != hole)
    }

    /// Every symmetry of the shape, the identity first. `symmetries()[k][hole]`
    /// is the hole that `hole` is moved to.
    pub fn symmetries(&self) -> &[Vec<Hole>] {
        &self.symmetries
    }

    /// For each jump the number of its image under `symmetry`.
    pub fn jump_images(&self, symmetry: &[Hole]) -> Vec<JumpNumber> {
        let image = |jump: &Jump| {
            let image = self.jump_between(symmetry[jump.from], symmetry[jump.to]);
            image.expect("a symmetry takes jumps to jumps")
        };
        self.jumps.iter().map(image).collect()
    }

    /// The coordinates of the jump's two ends.
    ///
    /// # Panics
    /// If the board has no jump of this number.
    pub fn leap(&self, number: JumpNumber) -> (Cell, Cell) {
        let jump = self.jump(number);
        (self.cell(jump.from), self.cell(jump.to))
    }

    /// The same of each of these jumps.
    ///
    /// # Panics
    /// If the board has no jump of one of the numbers.
    pub fn leaps(&self, jumps: &[JumpNumber]) -> Vec<(Cell, Cell)> {
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

    /// The jump as people write it, by its two ends: `3,1-3,3`.
    ///
    /// # Panics
    /// If the board has no jump of this number.
    pub fn jump_text(&self, number: JumpNumber) -> String {
        let jump = self.jump(number);
        format!("{}-{}", self.cell_text(jump.from), self.cell_text(jump.to))
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

/// Two boards are the same if lattice and holes are.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.lattice == other.lattice && self.cells == other.cells
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
