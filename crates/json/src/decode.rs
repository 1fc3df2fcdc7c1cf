//! What assignments of formulas say.

use crate::error::Error;
use pegsat::{
    Cnf, Meaning, Problem,
    formula::dimacs,
    solution::{checker, decode},
};
use serde::Deserialize;
use serde_json::{Value, json};

/// An assignment, and the formula that it is one of: what `encode` told of it.
#[derive(Debug, Deserialize)]
pub struct Decode {
    /// The formula.
    pub dimacs: String,
    /// The meanings of its variables.
    pub meanings: Vec<Meaning>,
    /// The number of its layers.
    pub layers: Option<usize>,
    /// Literals that are true; variables that are not named are false.
    pub model: Vec<i64>,
}

impl Decode {
    /// The jumps: the assignment is held against the formula, and they are replayed.
    pub(crate) fn solution(&self, problem: &Problem) -> Result<Value, Error> {
        let cnf = read(&self.dimacs).ok_or_else(|| Error::usage("this is no formula in DIMACS"))?;
        let assignment = assignment(&self.model, cnf.n_vars)?;
        if !cnf.is_satisfied_by(&assignment) {
            return Err(Error::usage("the model does not satisfy the formula"));
        }
        let board = problem.board();
        let jumps = decode::jumps(board, &self.meanings, &assignment);
        checker::check_numbers(problem, &jumps).map_err(Error::usage)?;
        let sizes = self
            .layers
            .map(|layers| decode::step_sizes(board, &self.meanings, &assignment, layers));
        Ok(json!({ "jumps": jumps, "layers": sizes }))
    }
}

/// The value of each variable.
fn assignment(model: &[i64], n_vars: u32) -> Result<Vec<bool>, Error> {
    let mut named = vec![None; n_vars as usize];
    for &literal in model {
        let index = usize::try_from(literal.unsigned_abs()).ok();
        let place = index.and_then(|index| named.get_mut(index.checked_sub(1)?));
        let place = place.ok_or_else(|| {
            Error::usage(format!(
                "{literal} is no literal of variables 1 to {n_vars}"
            ))
        })?;
        if *place == Some(literal < 0) {
            let text = format!("the model has both {literal} and {}", -literal);
            return Err(Error::usage(text));
        }
        *place = Some(literal > 0);
    }
    let values = named.into_iter();
    Ok(values.map(|value| value.unwrap_or(false)).collect())
}

/// A formula as [`dimacs::write`] writes it: a clause a line.
fn read(text: &str) -> Option<Cnf> {
    let mut lines = text.lines().skip_while(|line| line.starts_with('c'));
    let (n_vars, _) = lines.next()?.strip_prefix("p cnf ")?.split_once(' ')?;
    let mut cnf = Cnf {
        n_vars: n_vars.parse().ok()?,
        ..Cnf::default()
    };
    for line in lines {
        let numbers = line.strip_suffix('0')?.split_whitespace();
        let literals = numbers.map(|word| {
            let number: i32 = word.parse().ok()?;
            (1..=cnf.n_vars)
                .contains(&number.unsigned_abs())
                .then(|| dimacs::lit(number))
        });
        let clause: Option<Vec<_>> = literals.collect();
        cnf.clauses.push(clause?);
    }
    Some(cnf)
}
