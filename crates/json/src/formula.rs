//! Formulas for other solvers.

use crate::{asked::Asked, error::Error, session::Told};
use pegsat::{
    Meaning, Problem, Watch, engine,
    formula::dimacs,
    model::{self, layers},
};
use serde::Serialize;
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
            .map_err(|error: io::Error| Error::failed(error))?,
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
