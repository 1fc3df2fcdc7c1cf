//! How a solver of constraints searches: on the moves, first to last, and in which order it
//! tries the jumps of each (Jefferson, Miguel, Miguel and Tarim 2006, §5.2.1).
//!
//! The paper's words for the orders are quoted at [`ValueOrder`]. Where an order prefers no
//! possible jump, and among jumps that it prefers alike, the least number comes first: on the
//! English board that is the order of the paper's Table 1.

use super::{Encoding, Meaning, additions::pagoda::Function};
use crate::{
    board::{Board, Cell, Hole, JumpNumber, Position},
    formula::Lit,
    problem::{Problem, pagoda},
    watch::{Stop, Watch},
};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// How a solver of constraints searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Search {
    /// As it does by itself.
    Own,
    /// On `moves[1]`, `moves[2]`, …
    Moves {
        /// Which jump is tried first.
        order: ValueOrder,
        /// Whether it learns from conflicts; the paper's solver did not.
        learns: bool,
    },
}

impl Search {
    /// As the paper's solver did.
    pub const PAPER: Search = Search::Moves {
        order: ValueOrder::Number,
        learns: false,
    };
}

/// Which jump is tried first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ValueOrder {
    /// "static, ascending": by number.
    Number,
    /// "Prefers to move corner pegs towards the middle (e.g. 2,0 → 2,2)": pegs in a hole that
    /// no jump leads over, to one nearer to the middle, along a column before along a row. (So
    /// four of the paper's seven numbers of choices come out to the digit, 30, 64, 77 and 135;
    /// along a row first one other, 446.)
    CornerBias,
    /// "Prefers to reduce the number of pegs with no other pegs in neighbouring holes": in any
    /// of the eight around.
    MinimiseIsolated,
    /// "Prefers to maximise the number of possibilities for the next move".
    MaximiseMoves,
    /// "Prefers to minimise" them.
    MinimiseMoves,
    /// "Prefers to generate one of the predefined packages": here three-purges.
    FindPackages,
    /// "Prefers to follow move sequences to resolve packages".
    FollowPackages,
    /// "Prefers to maximise the Pagoda value".
    MaximisePagoda,
    /// "Prefers to minimise" it.
    MinimisePagoda,
}

impl ValueOrder {
    /// All of them: name, and what it tries first.
    pub const ALL: [(ValueOrder, &'static str, &'static str); 9] = [
        (
            ValueOrder::Number,
            "paper",
            "the least number: the paper's Table 1 on the English board",
        ),
        (
            ValueOrder::CornerBias,
            "corner-bias",
            "from a corner towards the middle",
        ),
        (
            ValueOrder::MinimiseIsolated,
            "minimise-isolated",
            "what leaves the fewest pegs without a neighbour",
        ),
        (
            ValueOrder::MaximiseMoves,
            "maximise-moves",
            "what leaves the most jumps possible",
        ),
        (
            ValueOrder::MinimiseMoves,
            "minimise-moves",
            "what leaves the fewest jumps possible",
        ),
        (
            ValueOrder::FindPackages,
            "find-packages",
            "what makes the most three-purges possible",
        ),
        (
            ValueOrder::FollowPackages,
            "follow-packages",
            "what goes on with a three-purge",
        ),
        (
            ValueOrder::MaximisePagoda,
            "maximise-pagoda",
            "what keeps the most of a pagoda function",
        ),
        (
            ValueOrder::MinimisePagoda,
            "minimise-pagoda",
            "what keeps the least of it",
        ),
    ];
}

/// What follows the name of an order where the solver is to learn.
const LEARNING: &str = "+learning";

impl fmt::Display for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Search::Moves { order, learns } = self else {
            return f.write_str("own");
        };
        let mut all = ValueOrder::ALL.into_iter();
        let name = all.find(|one| one.0 == *order).map_or("", |one| one.1);
        write!(f, "{name}{}", if *learns { LEARNING } else { "" })
    }
}

impl FromStr for Search {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "own" {
            return Ok(Search::Own);
        }
        let (name, learns) = match text.strip_suffix(LEARNING) {
            Some(name) => (name, true),
            None => (text, false),
        };
        let found = ValueOrder::ALL.into_iter().find(|one| one.1 == name);
        let order = found.map(|one| one.0).ok_or_else(|| {
            let names = ValueOrder::ALL.map(|one| one.1).join(", ");
            format!("'{text}'; expected own, or one of {names}, each alone or with {LEARNING}")
        })?;
        Ok(Search::Moves { order, learns })
    }
}

impl From<Search> for String {
    fn from(search: Search) -> Self {
        search.to_string()
    }
}

impl TryFrom<String> for Search {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

/// An order for one problem.
pub struct Ranking {
    board: Board,
    order: ValueOrder,
    weights: Vec<i64>,
    purges: Vec<Purge>,
    /// The middle of the board, in halves.
    middle: Cell,
}

impl Ranking {
    /// The order of this problem's jumps.
    ///
    /// # Errors
    /// If the watch ends the search for a pagoda function.
    pub fn new(problem: &Problem, order: ValueOrder, watch: &Watch) -> Result<Self, Stop> {
        let board = problem.board();
        let (weights, purges) = match order {
            ValueOrder::MaximisePagoda | ValueOrder::MinimisePagoda => {
                (appropriate(problem, watch)?, Vec::new())
            }
            ValueOrder::FindPackages | ValueOrder::FollowPackages => (Vec::new(), purges(board)),
            _ => (Vec::new(), Vec::new()),
        };
        let most = |side: fn(&Cell) -> i32| board.cells().iter().map(side).max().unwrap_or(0);
        Ok(Ranking {
            board: board.clone(),
            order,
            weights,
            purges,
            middle: (most(|cell| cell.0), most(|cell| cell.1)),
        })
    }

    /// Where a possible jump stands: the least is tried first, of equal ones the least number.
    pub fn of(&self, position: &Position, number: JumpNumber) -> i64 {
        let jump = self.board.jump(number);
        let after = || position.after(jump);
        match self.order {
            ValueOrder::Number => 0,
            ValueOrder::CornerBias => {
                let is_inwards = self.distance(jump.to) < self.distance(jump.from);
                let is_in_column = self.board.cell(jump.from).0 == self.board.cell(jump.to).0;
                match self.board.is_corner(jump.from) && is_inwards {
                    true => -1 - i64::from(is_in_column),
                    false => 0,
                }
            }
            ValueOrder::MinimiseIsolated => self.isolated(&after()),
            ValueOrder::MaximiseMoves => -self.moves(&after()),
            ValueOrder::MinimiseMoves => self.moves(&after()),
            ValueOrder::FindPackages => {
                let after = after();
                -(self
                    .purges
                    .iter()
                    .filter(|purge| purge.stage(&after) == Some(0))
                    .count() as i64)
            }
            ValueOrder::FollowPackages => {
                let own = self.purges.iter().filter_map(|purge| {
                    let stage = purge.stage(position)?;
                    (purge.jumps[stage] == number).then_some(stage as i64 + 1)
                });
                -own.max().unwrap_or(0)
            }
            ValueOrder::MaximisePagoda => -self.worth(&after()),
            ValueOrder::MinimisePagoda => self.worth(&after()),
        }
    }

    /// The jump among these that is tried first.
    pub fn first(
        &self,
        position: &Position,
        open: impl IntoIterator<Item = JumpNumber>,
    ) -> Option<JumpNumber> {
        let possible = open
            .into_iter()
            .filter(|&number| position.allows(self.board.jump(number)));
        possible.min_by_key(|&number| (self.of(position, number), number))
    }

    /// The distance from the middle along rows and columns, in halves.
    fn distance(&self, hole: Hole) -> i32 {
        let (x, y) = self.board.cell(hole);
        (2 * x - self.middle.0).abs() + (2 * y - self.middle.1).abs()
    }

    fn moves(&self, position: &Position) -> i64 {
        let jumps = self.board.jumps().iter();
        jumps.filter(|jump| position.allows(jump)).count() as i64
    }

    fn isolated(&self, position: &Position) -> i64 {
        let is_alone = |&hole: &Hole| {
            let (x, y) = self.board.cell(hole);
            let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
            let mut others = around.filter(|&step| step != (0, 0));
            !others.any(|(dx, dy)| {
                let next = self.board.hole_at((x + dx, y + dy));
                next.is_some_and(|next| position.has_peg(next))
            })
        };
        position.pegs().filter(is_alone).count() as i64
    }

    fn worth(&self, position: &Position) -> i64 {
        position.pegs().map(|hole| self.weights[hole]).sum()
    }
}

/// The appropriate one of the paper's pagoda functions, or where none says anything that which
/// says most.
fn appropriate(problem: &Problem, watch: &Watch) -> Result<Vec<i64>, Stop> {
    match Function::Appropriate.weights(problem, watch) {
        Ok(weights) if pagoda::least_value(problem, &weights) > 0 => Ok(weights),
        _ => {
            let tightest = pagoda::tightest(problem, watch)?;
            Ok(tightest.unwrap_or_else(|| vec![0; problem.board().n_holes()]))
        }
    }
}

/// A three-purge (Berlekamp, Conway and Guy, *Winning Ways*, chapter 23): of three pegs a, b, c
/// in a row and, on either side of a, a peg x and a hole y, the jumps x over a to y, c over b
/// to a, y over a back to x take away the row and leave the rest as it was.
struct Purge {
    jumps: [JumpNumber; 3],
    /// a, b, c, x, y.
    holes: [Hole; 5],
}

impl Purge {
    /// How many of its jumps have been made, if the next one can be made, and those after it.
    fn stage(&self, position: &Position) -> Option<usize> {
        const PEGS: [[bool; 5]; 3] = [
            [true, true, true, true, false],
            [false, true, true, false, true],
            [true, false, false, false, true],
        ];
        let now = self.holes.map(|hole| position.has_peg(hole));
        PEGS.iter().position(|pegs| *pegs == now)
    }
}

/// Every three-purge of the board.
fn purges(board: &Board) -> Vec<Purge> {
    let mut found = Vec::new();
    for (inward, row) in board.numbered_jumps() {
        let [c, b, a] = row.holes();
        for (out, jump) in board.numbered_jumps().filter(|(_, jump)| jump.over == a) {
            let [x, _, y] = jump.holes();
            if let Some(back) = board.jump_between(y, x)
                && ![x, y].contains(&b)
            {
                found.push(Purge {
                    jumps: [out, inward, back],
                    holes: [a, b, c, x, y],
                });
            }
        }
    }
    found
}

/// Chooses the jumps of a solver that branches on `moves[1]`, `moves[2]`, …
pub struct MoveChooser<'a> {
    problem: &'a Problem,
    ranking: Ranking,
    /// The jumps of the moves that were fixed when it was last asked.
    made: Vec<usize>,
    /// The positions before them, and after the last.
    positions: Vec<Position>,
}

impl<'a> MoveChooser<'a> {
    /// By this order.
    ///
    /// # Errors
    /// If the watch ends the search for a pagoda function.
    pub fn new(problem: &'a Problem, order: ValueOrder, watch: &Watch) -> Result<Self, Stop> {
        Ok(MoveChooser {
            problem,
            ranking: Ranking::new(problem, order, watch)?,
            made: Vec::new(),
            positions: vec![problem.start().clone()],
        })
    }

    /// How many of the formula's sets, from the first, are moves: a jump each by its number,
    /// and none as the last value.
    pub fn n_sets(&self, encoding: &Encoding) -> usize {
        let n_jumps = self.problem.board().jumps().len();
        let is_move = |set: &&Vec<Lit>| {
            let first = set.first().map(|lit| encoding.meanings[lit.vidx()]);
            let is_first = |jump: JumpNumber| jump == JumpNumber(0) && set.len() >= n_jumps;
            matches!(first, Some(Meaning::Move { jump, .. }) if is_first(jump))
        };
        let sets = encoding.formula.exactly_ones().iter();
        sets.take_while(is_move).count()
    }

    /// Of the values that are left of a move, after these of the moves before it, the one
    /// to try.
    pub fn choose(&mut self, values: &[usize], open: &[usize]) -> usize {
        let least = open.first().copied().unwrap_or(0);
        if self.ranking.order == ValueOrder::Number {
            return least;
        }
        let board = self.problem.board();
        let known = self
            .made
            .iter()
            .zip(values)
            .take_while(|(a, b)| a == b)
            .count();
        self.made.truncate(known);
        self.positions.truncate(known + 1);
        for &value in &values[known..] {
            let mut after = self.positions[self.made.len()].clone();
            if let Some(jump) = board.jumps().get(value) {
                after = after.after(jump);
            }
            self.made.push(value);
            self.positions.push(after);
        }
        let jumps = open.iter().filter(|&&value| value < board.jumps().len());
        let numbers = jumps.map(|&value| JumpNumber(value));
        let first = self
            .ranking
            .first(&self.positions[self.made.len()], numbers);
        first.map_or(least, |number| number.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{file, named};

    #[test]
    fn words_and_searches_are_one() {
        let names = ValueOrder::ALL.map(|one| one.1.to_string());
        let learning = names.iter().map(|name| format!("{name}{LEARNING}"));
        for word in learning.chain(names.clone()).chain(["own".into()]) {
            assert_eq!(word.parse::<Search>().unwrap().to_string(), word);
        }
        for wrong in [
            "",
            "Paper",
            "own+learning",
            "+learning",
            "paper+",
            "paper+learning+learning",
        ] {
            assert!(wrong.parse::<Search>().is_err(), "{wrong}");
        }
    }

    /// The jump that each order tries first, of all that are possible at the start.
    fn firsts(problem: &Problem) -> Vec<(&'static str, String)> {
        let board = problem.board();
        let first = |(order, name, _): (ValueOrder, &'static str, &str)| {
            let ranking = Ranking::new(problem, order, &Watch::new()).unwrap();
            let first = ranking
                .first(problem.start(), board.jump_numbers())
                .unwrap();
            (name, board.jump_text(first))
        };
        ValueOrder::ALL.map(first).to_vec()
    }

    /// In a row: the peg in 6,0 jumps either way, that in 1,0 to the right, 2,0 to the left.
    #[test]
    fn jumps_are_ranked_by_what_they_leave() {
        let text = "start:\n. O O . . O O . O\ngoal: pegs 1\n";
        let problem = file::parse("row", text).unwrap();
        let possible: Vec<String> = problem
            .board()
            .numbered_jumps()
            .filter(|(_, jump)| problem.start().allows(jump))
            .map(|(number, _)| problem.board().jump_text(number))
            .collect();
        assert_eq!(possible, ["1,0-3,0", "2,0-0,0", "5,0-7,0", "6,0-4,0"]);
        let ranks = |order| {
            let ranking = Ranking::new(&problem, order, &Watch::new()).unwrap();
            let numbered = problem.board().numbered_jumps();
            let possible = numbered.filter(|(_, jump)| problem.start().allows(jump));
            let ranks = possible.map(|(number, _)| ranking.of(problem.start(), number));
            ranks.collect::<Vec<_>>()
        };
        // After 1,0-3,0: . . . O . O O . O, where 3,0 and 8,0 stand alone, and so on.
        assert_eq!(ranks(ValueOrder::MinimiseIsolated), [2, 2, 0, 2]);
        // After 5,0-7,0: . O O . . . . O O, where 1,0, 2,0 and 8,0 can jump.
        assert_eq!(ranks(ValueOrder::MinimiseMoves), [2, 2, 3, 2]);
        assert_eq!(ranks(ValueOrder::MaximiseMoves), [-2, -2, -3, -2]);
        let firsts = firsts(&problem);
        let of = |name: &str| firsts.iter().find(|one| one.0 == name).unwrap().1.as_str();
        assert_eq!(of("paper"), "1,0-3,0");
        assert_eq!(of("minimise-isolated"), "5,0-7,0");
        assert_eq!(of("maximise-moves"), "5,0-7,0");
        assert_eq!(of("minimise-moves"), "1,0-3,0");
    }

    /// At the start of a reversal four jumps end in the hole: two of them from a corner.
    #[test]
    fn corners_go_first_along_columns() {
        let of = |hole: &str, name: &str| {
            let problem = named(&format!("reversal:{hole}")).unwrap();
            firsts(&problem)
                .into_iter()
                .find(|one| one.0 == name)
                .unwrap()
                .1
        };
        assert_eq!(of("2,4", "paper"), "2,2-2,4");
        assert_eq!(of("2,4", "corner-bias"), "2,6-2,4");
        assert_eq!(of("4,4", "corner-bias"), "4,6-4,4");
        assert_eq!(of("3,3", "corner-bias"), "3,1-3,3"); // no corner can be left
    }

    /// a = 1,0, b = 1,1, c = 1,2 in a column; x = 0,0 holds a peg, y = 2,0 none.
    #[test]
    fn three_purges_are_found_and_followed() {
        let text = "start:\nO O .\n. O .\n. O .\ngoal: pegs 2\n";
        let problem = file::parse("purge", text).unwrap();
        let board = problem.board();
        let ranking = Ranking::new(&problem, ValueOrder::FollowPackages, &Watch::new()).unwrap();
        let mut position = problem.start().clone();
        for expected in ["0,0-2,0", "1,2-1,0", "2,0-0,0"] {
            let first = ranking.first(&position, board.jump_numbers()).unwrap();
            assert_eq!(board.jump_text(first), expected);
            assert!(ranking.of(&position, first) < 0);
            position = position.after(board.jump(first));
        }
        assert_eq!(position.pegs().collect::<Vec<_>>(), [0]);
        // The jump that makes the purge possible is found.
        let text = "start:\nO O .\n. . .\n. O .\n. O .\n. O .\ngoal: pegs 2\n";
        let problem = file::parse("find", text).unwrap();
        let ranking = Ranking::new(&problem, ValueOrder::FindPackages, &Watch::new()).unwrap();
        let number = |from: Cell, to: Cell| {
            let hole = |cell| problem.board().hole_at(cell).unwrap();
            problem.board().jump_between(hole(from), hole(to)).unwrap()
        };
        assert_eq!(ranking.of(problem.start(), number((1, 3), (1, 1))), 0);
        let text = "start:\nO O .\nO . .\nO O .\n. . .\ngoal: pegs 2\n";
        let problem = file::parse("find", text).unwrap();
        let ranking = Ranking::new(&problem, ValueOrder::FindPackages, &Watch::new()).unwrap();
        assert!(
            ranking
                .purges
                .iter()
                .all(|purge| purge.stage(problem.start()) != Some(1))
        );
    }

    /// The sum over the pegs of the paper's function 2, which has a value for the central goal.
    #[test]
    fn pagoda_values_are_those_of_the_appropriate_function() {
        let problem = named("central").unwrap();
        let ranking = Ranking::new(&problem, ValueOrder::MinimisePagoda, &Watch::new()).unwrap();
        assert_eq!(ranking.worth(problem.start()), 4);
        let number = |from: Cell| {
            let hole = |cell| problem.board().hole_at(cell).unwrap();
            problem
                .board()
                .jump_between(hole(from), hole((3, 3)))
                .unwrap()
        };
        // From 3,1 over 3,2: the peg keeps its weight of 1.
        assert_eq!(ranking.of(problem.start(), number((3, 1))), 4);
    }
}
