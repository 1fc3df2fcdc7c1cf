//! A problem of the benchmark as other systems take it: a model's formula, or the data of a twin.

use super::{Listed, Manifest};
use pegsat::{
    Settings,
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
///
/// # Errors
/// In words why it cannot be stated so.
pub fn state(
    (problem, listed, manifest): (&Problem, &Listed, &Manifest),
    format: Format,
    model: &str,
    watch: &Watch,
) -> Result<Vec<u8>, String> {
    let comments = [
        format!("{} {}: {}", manifest.name, manifest.version, listed.name),
        format!("pegsat {}, model {model}", env!("CARGO_PKG_VERSION")),
        match listed.sweeps {
            Some(most) => format!("{} with {most} sweeps", listed.answer.word()),
            None => listed.answer.word().into(),
        },
    ];
    let mut text = Vec::new();
    if !format.is_formula(model) {
        if listed.sweeps.is_some() {
            return Err("a bound on sweeps is no part of the data".into());
        }
        let (none, fewest) = (Additions::default(), Fewest::Nothing);
        let data = Data::new(problem, format, model, &none, fewest, watch);
        let data = data.map_err(|error| error.to_string())?;
        let written = data.write(format, &mut text, &comments);
        return written.map(|()| text).map_err(|error| error.to_string());
    }
    let mut settings = Settings::default()
        .model(Some(model.into()))
        .additions(Some(Additions::default()));
    let model = pegsat::named_model(model).map_err(|error| error.to_string())?;
    match model.step() {
        Step::Sweep => settings = settings.layers(listed.sweeps),
        _ => settings = settings.sweeps(listed.sweeps),
    }
    let stated = settings
        .stated(problem)
        .map_err(|error| error.to_string())?;
    if model.is_relaxed(problem) {
        return Err(RELAXED.into());
    }
    let encoding = model
        .encode(problem, &stated.options, watch)
        .map_err(|error| error.to_string())?;
    let formula = encoding.formula;
    formula.whole().map_err(|error| error.to_string())?;
    let cnf = match format {
        Format::Dimacs => {
            let cnf = formula.clone().into_cnf(&stated.encoders);
            Some(cnf.map_err(|error| error.to_string())?)
        }
        _ => None,
    };
    write_formula(format, &mut text, &formula, cnf.as_ref(), &comments)
        .map(|()| text)
        .map_err(|error| error.to_string())
}
