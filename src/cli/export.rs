//! `pegsat export`

use super::{
    INTERRUPTED,
    args::{self, ExportArgs, ExportFormat},
    catch_signals,
    output::NewFile,
    solve, warn,
};
use crate::{
    formula::{Encoders, dimacs, lp, opb},
    problem::file,
    solution::map::Map,
};
use anyhow::{Context, Result, bail};
use std::{
    io::{self, Write},
    path::PathBuf,
};

/// What writes a formula in its format.
type Writer = Box<dyn Fn(&mut dyn Write) -> io::Result<()>>;

/// Writes the formula and its map, and returns the exit status.
pub(super) fn run(args: &ExportArgs) -> Result<u8> {
    let problem = args::problem(&args.problem)?;
    let (model, additions) = solve::model(&args.model)?;
    let to_stdout = args.output.as_os_str() == "-";
    let mut files = match to_stdout {
        true => None,
        false => Some((
            NewFile::create(&args.output)?,
            NewFile::create(&map_path(args)?)?,
        )),
    };
    catch_signals()?;
    let mut encoding = model.encode(&problem, &additions)?;
    encoding.notes.iter().for_each(|note| warn(note));
    let mut comments = vec![
        format!("pegsat {}", env!("CARGO_PKG_VERSION")),
        format!("problem {}", one_line(problem.name())),
        format!("model {}", model.name()),
    ];
    if !additions.names().is_empty() {
        comments.push(format!("additions {additions}"));
    }
    let formula = std::mem::take(&mut encoding.formula);
    if formula.is_full() {
        bail!(crate::formula::FormulaError::TooLarge);
    }
    let mut n_variables = formula.n_vars();
    let write: Writer = match args.to {
        ExportFormat::Dimacs => {
            let at_most_one = args.model.at_most_one;
            let cnf = formula.into_cnf(&Encoders { at_most_one })?;
            n_variables = cnf.n_vars;
            Box::new(move |mut out| dimacs::write(&mut out, &cnf, &comments))
        }
        ExportFormat::Opb => Box::new(move |mut out| opb::write(&mut out, &formula, &comments)),
        ExportFormat::Lp => Box::new(move |mut out| lp::write(&mut out, &formula, &comments)),
    };
    let Some((mut formula_file, mut map_file)) = files.take() else {
        warn("no map is written: 'pegsat decode' needs one, so name a file with -o to get it");
        return match write(&mut io::BufWriter::new(io::stdout().lock())) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(0),
            written => written
                .map(|()| 0)
                .context("standard output: cannot be written"),
        };
    };
    let map = Map {
        generator: format!("pegsat {}", env!("CARGO_PKG_VERSION")),
        problem: problem.name().into(),
        peg: file::write(&problem),
        model: model.name().into(),
        additions,
        n_variables,
        variables: encoding.meanings,
    };
    map_file.fill(&INTERRUPTED, |out| {
        serde_json::to_writer(out, &map).map_err(Into::into)
    })?;
    formula_file.fill(&INTERRUPTED, |out| write(out))?;
    map_file.commit()?;
    formula_file.commit()?;
    Ok(0)
}

/// `FILE.map.json` for `FILE`.
fn map_path(args: &ExportArgs) -> Result<PathBuf> {
    let mut name = args
        .output
        .file_name()
        .context("-o: expected a file's name")?
        .to_os_string();
    name.push(".map.json");
    Ok(args.output.with_file_name(name))
}

/// A name fit for a comment line: one line, not long, and without the words
/// that some readers take for the header wherever they stand.
fn one_line(name: &str) -> String {
    let line: String = name.chars().filter(|c| !c.is_control()).take(100).collect();
    line.replace("p cnf", "p-cnf")
}
