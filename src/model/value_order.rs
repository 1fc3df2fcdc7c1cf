//! How a formula is searched: on the moves, first to last, and in which order the search
//! tries the jumps of each (Jefferson, Miguel, Miguel and Tarim 2006, §5.2.1).
//!
//! The paper's words for the orders are quoted at [`ValueOrder`]. Where an order prefers no
//! possible jump, and among jumps that it prefers alike, the least number comes first: on the
//! English board that is the order of the paper's Table 1.

use super::{
    Encoding, Meaning,
    additions::pagoda::Function,
    purges::{self, Purge},
};
use crate::{
    board::{Cell, Hole, JumpNumber, Position},
    formula::{Lit, words::words},
    nearest::listed,
    problem::{Problem, pagoda},
    watch::{Stop, Watch},
};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// How a formula is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Search {
    /// As a system does by itself.
    Own,
    /// On `moves[1]`, `moves[2]`, …, without learning, each in this order.
    Moves(ValueOrder),
}

impl Search {
    /// As the paper's solver did.
    pub const PAPER: Search = Search::Moves(ValueOrder::Number);
}

words! {
    /// Which jump is tried first.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum ValueOrder: (ValueOrder, &'static str, &'static str) {
        /// "static, ascending": by number.
        Number = "paper": "the least number: the paper's Table 1 on the English board",
        /// "Prefers to move corner pegs towards the middle (e.g. 2,0 → 2,2)": pegs in a hole that
        /// no jump leads over, to one nearer to the middle, along a column before along a row. (So
        /// four of the paper's seven numbers of choices come out to the digit, 30, 64, 77 and 135;
        /// along a row first one other, 446.)
        CornerBias = "corner-bias": "from a corner towards the middle",
        /// "Prefers to reduce the number of pegs with no other pegs in neighbouring holes": in any
        /// of the eight around.
        MinimiseIsolated = "minimise-isolated": "what leaves the fewest pegs without a neighbour",
        /// "Prefers to maximise the number of possibilities for the next move".
        MaximiseMoves = "maximise-moves": "what leaves the most jumps possible",
        /// "Prefers to minimise" them.
        MinimiseMoves = "minimise-moves": "what leaves the fewest jumps possible",
        /// "Prefers to generate one of the predefined packages": here three-purges.
        FindPackages = "find-packages": "what makes the most three-purges possible",
        /// "Prefers to follow move sequences to resolve packages".
        FollowPackages = "follow-packages": "what goes on with a three-purge",
        /// "Prefers to maximise the Pagoda value".
        MaximisePagoda = "maximise-pagoda": "what keeps the most of a pagoda function",
        /// "Prefers to minimise" it.
        MinimisePagoda = "minimise-pagoda": "what keeps the least of it",
    }
}

impl fmt::Display for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Search::Own => f.write_str("own"),
            Search::Moves(order) => write!(f, "{order}"),
        }
    }
}

impl FromStr for Search {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "own" {
            return Ok(Search::Own);
        }
        let order = ValueOrder::named(text).ok_or_else(|| {
            let names = listed(text, &ValueOrder::ALL.map(|one| one.1));
            format!("'{text}'; expected own, or one of {names}")
        })?;
        Ok(Search::Moves(order))
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
    problem: Problem,
    order: ValueOrder,
    weights: Vec<i64>,
    purges: Vec<Purge>,
    /// The middle of the board, in halves.
    middle: Cell,
}

impl Ranking {
    /// The order of this problem's jumps.
    pub fn new(problem: &Problem, order: ValueOrder, watch: &Watch) -> Result<Self, Stop> {
        let board = problem.board();
        let (weights, purges) = match order {
            ValueOrder::MaximisePagoda | ValueOrder::MinimisePagoda => {
                (appropriate(problem, watch)?, Vec::new())
            }
            ValueOrder::FindPackages | ValueOrder::FollowPackages => {
                (Vec::new(), purges::all(board))
            }
            _ => (Vec::new(), Vec::new()),
        };
        let most = |side: fn(&Cell) -> i32| board.cells().iter().map(side).max().unwrap_or(0);
        Ok(Ranking {
            problem: problem.clone(),
            order,
            weights,
            purges,
            middle: (most(|cell| cell.0), most(|cell| cell.1)),
        })
    }

    /// Where a possible jump stands: the least is tried first, of equal ones the least number.
    pub fn of(&self, position: &Position, number: JumpNumber) -> i64 {
        let jump = self.problem.board().jump(number);
        let after = || position.after(jump);
        match self.order {
            ValueOrder::Number => 0,
            ValueOrder::CornerBias => {
                let is_inwards = self.distance(jump.to) < self.distance(jump.from);
                let is_in_column =
                    self.problem.board().cell(jump.from).0 == self.problem.board().cell(jump.to).0;
                match self.problem.board().is_corner(jump.from) && is_inwards {
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
            .filter(|&number| position.allows(self.problem.board().jump(number)));
        possible.min_by_key(|&number| (self.of(position, number), number))
    }

    /// The distance from the middle along rows and columns, in halves.
    fn distance(&self, hole: Hole) -> i32 {
        let (x, y) = self.problem.board().cell(hole);
        (2 * x - self.middle.0).abs() + (2 * y - self.middle.1).abs()
    }

    fn moves(&self, position: &Position) -> i64 {
        self.problem.board().possible(position).count() as i64
    }

    fn isolated(&self, position: &Position) -> i64 {
        let is_alone = |&hole: &Hole| {
            let (x, y) = self.problem.board().cell(hole);
            let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
            let mut others = around.filter(|&step| step != (0, 0));
            !others.any(|(dx, dy)| {
                let next = self.problem.board().hole_at((x + dx, y + dy));
                next.is_some_and(|next| position.has_peg(next))
            })
        };
        position.pegs().filter(is_alone).count() as i64
    }

    fn worth(&self, position: &Position) -> i64 {
        position.pegs().map(|hole| self.weights[hole]).sum()
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
    pub fn choose(&self, values: &[usize], open: &[usize]) -> usize {
        let least = open.first().copied().unwrap_or(0);
        if self.order == ValueOrder::Number {
            return least;
        }
        let jumps = self.problem.board().jumps();
        let made = values.iter().filter_map(|&value| jumps.get(value));
        let start = self.problem.start().clone();
        let position = made.fold(start, |position, jump| position.after(jump));
        let numbers = open.iter().filter(|&&value| value < jumps.len());
        let numbers = numbers.map(|&value| JumpNumber(value));
        let first = self.first(&position, numbers);
        first.map_or(least, |number| number.0)
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
