//! Formulas for other solvers, and what their assignments say.

use crate::{asked::Asked, error::Error, session::Told};
use pegsat::{
    Cnf, Meaning, Problem, Watch, engine,
    formula::dimacs,
    model::{self, layers},
    solution::{checker, decode},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io;

/// The formula, with as many layers as any solution can need, unless their number is given.
pub(crate) fn encode(
    problem: &Problem,
    asked: &Asked,
    wants_dimacs: bool,
    wants_meanings: bool,
    watch: &Watch,
) -> Result<Told, Error> {
    let stated = asked.ask()?.stated(problem)?;
    let layers = stated.options.layers.or_else(|| layers::enough(problem));
    let layers = layers.filter(|_| stated.model.step.is_layer());
    let (model, at_most_one) = (stated.model, stated.at_most_one);
    let (mut encoding, cnf) = engine::encode(problem, model, &stated.options, at_most_one, watch)?;
    if (model.is_relaxed)(problem) {
        encoding.notes.push(model::RELAXED.into());
    }
    let dimacs = wants_dimacs.then(|| {
        let named = asked.model.as_deref().unwrap_or(engine::ask::DEFAULT_MODEL);
        let mut comments = vec![
            format!("pegsat {}", env!("CARGO_PKG_VERSION")),
            format!("problem {}", problem.name().replace('\n', " ")),
            format!("model {}", named.replace('\n', " ")),
        ];
        comments.extend(layers.map(|layers| format!("layers {layers}")));
        let mut out = Vec::new();
        dimacs::write(&mut out, &cnf, &comments)?;
        Ok(String::from_utf8_lossy(&out).into_owned())
    });
    Told::of(&Encoded {
        variables: cnf.n_vars,
        clauses: cnf.clauses.len(),
        layers,
        notes: &encoding.notes,
        meanings: wants_meanings.then_some(&encoding.meanings),
        dimacs: dimacs
            .transpose()
            .map_err(|error: io::Error| Error::usage(error))?,
    })
}

/// A formula.
#[derive(Serialize)]
struct Encoded<'a> {
    variables: u32,
    clauses: usize,
    /// How many layers it has, if its model has layers.
    layers: Option<usize>,
    notes: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    meanings: Option<&'a Vec<Meaning>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dimacs: Option<String>,
}

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
