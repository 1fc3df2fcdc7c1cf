//! Pagoda functions (§3): weights of holes such that no jump raises the sum
//! over the pegs, so that the sum at every step is at least the goal's.
//!
//! The three functions of the paper have weight 1 on some holes of the English
//! board and 0 elsewhere. **Stated** on board states as `Σ weight·bState[h,t] ≥
//! value of the goal` for each t; a model without states gets the same as one
//! constraint on moves: all jumps together lose at most the start's value less
//! the goal's (losses never are negative, so what holds at the end holds
//! before). Any other board and goal has the function that says most of it, by
//! linear programming ([`pagoda::tightest`]).

use super::{Addition, Additions, ModelError, OF_STEPS, PLAIN, Steps};
use crate::{
    board::{Board, Cell},
    formula::{FormulaError, Relation, words::words},
    problem::{
        Problem,
        pagoda::{self, least_value, loss},
    },
    watch::Watch,
};

/// Column and row, modulo two, of the holes of weight 1 in the paper's functions 1 to 3. A jump
/// begins and ends in holes of one parity, so the sum falls by the weight of the hole between.
const FUNCTIONS: [Cell; 3] = [(0, 0), (1, 1), (1, 0)];

/// The addition `pagoda`.
pub const PAGODA: Addition = Addition {
    word: "pagoda",
    form: "pagoda=1|2|3|paper|auto",
    summary: "a pagoda function never falls below the goal's value: 1 to 3 of the paper (§3), \
              paper the fitting one of these, auto the strongest by linear programming",
    models: OF_STEPS,
    read: |value| Function::named(value).map(|one| one.to_string()),
    is_list: true,
    post: |steps, value| Function::named(value).map_or(Ok(()), |one| keep(steps, one)),
    ..PLAIN
};

/// The functions of a set of additions.
pub fn functions(additions: &Additions) -> impl Iterator<Item = Function> {
    additions.values(&PAGODA).filter_map(Function::named)
}

words! {
    /// A pagoda function.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Function: (Function, &'static str) {
        /// The paper's function 1.
        First = "1",
        /// The paper's function 2.
        Second = "2",
        /// The paper's function 3.
        Third = "3",
        /// The first of these whose goal has a value, if one has: in the paper each problem is
        /// given an appropriate one of the three (§5.1).
        Appropriate = "paper",
        /// The one that says most of the problem, by linear programming.
        Auto = "auto",
    }
}

impl Function {
    /// A weight for each hole of the problem's board.
    ///
    /// # Errors
    /// If it is one of the paper's, and the board is not the English one; or if the watch
    /// ends the search for one.
    pub fn weights(self, problem: &Problem, watch: &Watch) -> Result<Vec<i64>, ModelError> {
        let board = problem.board();
        match self {
            Function::Auto => {
                let found = pagoda::tightest(problem, watch).map_err(FormulaError::from)?;
                Ok(found.unwrap_or(vec![0; board.n_holes()]))
            }
            _ if board.name() != "english" => Err(ModelError::Refused {
                addition: format!("pagoda={self}"),
                reason: format!(
                    "its weights are for the English board, this one is {}; pagoda=auto finds some",
                    board.name()
                ),
            }),
            Function::Appropriate => {
                let mut all = FUNCTIONS.iter().map(|&parity| weights(board, parity));
                let has_value = |weights: &Vec<i64>| least_value(problem, weights) > 0;
                Ok(all.find(has_value).unwrap_or(vec![0; board.n_holes()]))
            }
            paper => Ok(weights(board, FUNCTIONS[paper as usize])),
        }
    }
}

/// Adds the function.
fn keep(steps: &mut Steps<'_>, function: Function) -> Result<(), ModelError> {
    let Steps {
        encoding,
        problem,
        moves,
        states,
    } = steps;
    let board = problem.board();
    let weights = function.weights(problem, &encoding.formula.watch())?;
    debug_assert!(board.jumps().iter().all(|jump| loss(&weights, jump) >= 0));
    let goal = least_value(problem, &weights);
    if goal == 0 {
        let note = format!("pagoda={function} excludes nothing: the goal's least value is 0");
        encoding.notes.push(note);
        return Ok(());
    }
    match states {
        Some(states) => {
            for state in &states.at[..moves.n_steps()] {
                let weighted = state.iter().zip(&weights);
                let terms = weighted.filter(|&(_, &weight)| weight != 0);
                let terms = terms.map(|(&lit, &weight)| (lit, weight as isize));
                encoding
                    .formula
                    .add_linear(terms, Relation::AtLeast, goal as isize);
            }
        }
        None => {
            let start: i64 = problem.start().pegs().map(|hole| weights[hole]).sum();
            let losses = |t: usize| {
                let jumps = board.jumps().iter().zip(moves.jumps(t));
                jumps.map(|(jump, &made)| (made, loss(&weights, jump) as isize))
            };
            let terms = (0..moves.n_steps())
                .flat_map(losses)
                .filter(|&(_, lost)| lost != 0);
            let most = (start - goal) as isize;
            encoding.formula.add_linear(terms, Relation::AtMost, most);
        }
    }
    Ok(())
}

/// Weight 1 in the holes of this parity, 0 elsewhere.
fn weights(board: &Board, parity: Cell) -> Vec<i64> {
    let weight = |&(x, y): &Cell| i64::from((x % 2, y % 2) == parity);
    board.cells().iter().map(weight).collect()
}
