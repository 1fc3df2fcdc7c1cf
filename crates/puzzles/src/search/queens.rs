//! N queens: none on another's row, column or diagonal. A state is a placing in the first rows,
//! a move the column of the next one.

use super::Space;

/// A board of n times n.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Queens {
    n: u8,
}

/// The columns and diagonals that are taken, and the columns row by row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Placed {
    rows: u8,
    columns: u32,
    rising: u32,
    falling: u32,
}

impl Placed {
    /// How many rows have a queen.
    pub fn rows(&self) -> u8 {
        self.rows
    }
}

/// The widest board.
pub const MOST: u8 = 32;

impl Queens {
    /// The board; none for a size of none or more than [`MOST`].
    pub fn new(n: u8) -> Option<Self> {
        (1..=MOST).contains(&n).then_some(Queens { n })
    }

    /// Rows and columns.
    pub fn size(self) -> u8 {
        self.n
    }

    fn all(self) -> u32 {
        u32::MAX >> (u32::from(MOST) - u32::from(self.n))
    }

    /// All solutions, one after another: the column of each row, and whether no image of it
    /// comes before it, so that one of those that are symmetric is. `told` ends the search by
    /// `false`.
    pub fn solutions(self, told: &mut dyn FnMut(&[u8], bool) -> bool) {
        let mut columns = Vec::new();
        self.place(self.start(), &mut columns, told);
    }

    fn place(
        self,
        state: Placed,
        columns: &mut Vec<u8>,
        told: &mut dyn FnMut(&[u8], bool) -> bool,
    ) -> bool {
        if state.rows == self.n {
            return told(columns, is_least(columns));
        }
        let mut free = self.all() & !(state.columns | state.rising | state.falling);
        while free != 0 {
            let column = free.trailing_zeros() as u8;
            free &= free - 1;
            columns.push(column);
            let goes_on = self.place(self.after(&state, column), columns, told);
            columns.pop();
            if !goes_on {
                return false;
            }
        }
        true
    }

    /// A solution without search, by the board's size modulo 6 (E. Pauls 1874): even columns,
    /// then odd ones, some of them moved.
    pub fn construction(self) -> Option<Vec<u8>> {
        let n = self.n;
        if n == 2 || n == 3 {
            return None;
        }
        let even = (2..=n).step_by(2);
        let odd = (1..=n).step_by(2);
        let columns: Vec<u8> = match n % 6 {
            // 1 and 3 change places, 5 goes to the end.
            2 => even
                .chain([3, 1])
                .chain((7..=n).step_by(2))
                .chain([5])
                .filter(|&c| c <= n)
                .collect(),
            // 2 goes to the end of the even ones, 1 and 3 to that of the odd ones.
            3 => (4..=n)
                .step_by(2)
                .chain([2])
                .chain((5..=n).step_by(2))
                .chain([1, 3])
                .collect(),
            _ => even.chain(odd).collect(),
        };
        Some(columns.into_iter().map(|column| column - 1).collect())
    }

    /// Whether the columns, one a row, are a solution.
    pub fn holds(self, columns: &[u8]) -> bool {
        let mut state = self.start();
        columns.len() == usize::from(self.n)
            && columns.iter().all(|&column| {
                let taken = state.columns | state.rising | state.falling;
                let fits = column < self.n && taken & (1 << column) == 0;
                if fits {
                    state = self.after(&state, column);
                }
                fits
            })
    }
}

/// Whether none of the eight images comes before it.
fn is_least(columns: &[u8]) -> bool {
    let n = columns.len();
    let mut image = columns.to_vec();
    for turn in 0..8 {
        let before = image.clone();
        match turn {
            4 => image.reverse(),
            _ => {
                // A quarter turn: row and column change places, then one is counted back.
                for (row, &column) in before.iter().enumerate() {
                    image[usize::from(column)] = (n - 1 - row) as u8;
                }
            }
        }
        if image.as_slice() < columns {
            return false;
        }
    }
    true
}

impl Space for Queens {
    type State = Placed;
    type Move = u8;

    fn start(&self) -> Placed {
        Placed {
            rows: 0,
            columns: 0,
            rising: 0,
            falling: 0,
        }
    }

    fn is_goal(&self, state: &Placed) -> bool {
        state.rows == self.n
    }

    fn moves(&self, state: &Placed, moves: &mut Vec<u8>) {
        let taken = state.columns | state.rising | state.falling;
        moves.extend((0..self.n).filter(|column| taken & (1 << column) == 0));
    }

    fn after(&self, state: &Placed, column: u8) -> Placed {
        let queen = 1 << column;
        Placed {
            rows: state.rows + 1,
            columns: state.columns | queen,
            rising: ((state.rising | queen) << 1) & self.all(),
            falling: (state.falling | queen) >> 1,
        }
    }

    fn estimate(&self, state: &Placed) -> Option<u32> {
        Some(u32::from(self.n - state.rows))
    }
}
