//! A problem of the benchmark as other systems take it: a model's formula, or the data of a twin.

use super::{Listed, Manifest};
use anyhow::{Result, ensure};
use pegsat::{
    Ask,
    formula::dimacs,
    model::{Additions, PDDL, RELAXED, Step},
    problem::Problem,
    systems::{
        Data, Fewest, Format,
        statement::{self, write_formula},
    },
    watch::Watch,
};

/// The model of a format where none is named: of the paper's the one that states most problems,
/// and for integer programs the paper's own.
pub fn model_of(format: Format) -> &'static str {
    match format {
        Format::Lp | Format::Mps => "A",
        Format::Pddl => PDDL,
        other => other.best_twin(),
    }
}

/// The files that the data of a model's twin are for, by name.
pub fn companions(format: Format, model: &str) -> Vec<(&'static str, &'static str)> {
    if format.is_formula(model) {
        return Vec::new();
    }
    let own = format.file(model);
    let shared = (format == Format::MiniZinc).then_some("peg.mzn");
    let files = statement::FILES.iter().copied();
    files
        .filter(|(name, _)| own == Some(*name) || shared == Some(*name))
        .collect()
}

/// The text of a problem for other systems.
pub fn state(
    (problem, listed, manifest): (&Problem, &Listed, &Manifest),
    format: Format,
    model: &str,
    watch: &Watch,
) -> Result<Vec<u8>> {
    let comments = [
        format!("{} {}: {}", manifest.name, manifest.version, listed.name),
        format!("pegsat {}, model {model}", env!("CARGO_PKG_VERSION")),
        match listed.sweeps {
            Some(most) => format!("{} with {most} sweeps", listed.answer.word()),
            None => listed.answer.word().into(),
        },
    ];
    let (sweeps, mut text) = (listed.sweeps, Vec::new());
    let additions = Additions::default();
    if !format.is_formula(model) {
        ensure!(sweeps.is_none(), "a bound on sweeps is no part of the data");
        let data = Data::new(problem, format, model, &additions, Fewest::Nothing, watch)?;
        data.write(format, &mut text, &comments)?;
        return Ok(text);
    }
    let mut ask = Ask::default()
        .model(Some(model.into()))
        .additions(Some(additions));
    match pegsat::named_model(model)?.step {
        Step::Sweep => ask.layers = sweeps,
        _ => ask.sweeps = sweeps,
    }
    let stated = ask.stated(problem)?;
    ensure!(!(stated.model.is_relaxed)(problem), RELAXED);
    let formula = stated
        .model
        .encode(problem, &stated.options, watch)?
        .formula;
    formula.whole()?;
    match format {
        Format::Dimacs => {
            dimacs::write(&mut text, &formula.into_cnf(stated.at_most_one)?, &comments)?;
        }
        _ => write_formula(format, &mut text, &formula, None, &comments)?,
    }
    Ok(text)
}
