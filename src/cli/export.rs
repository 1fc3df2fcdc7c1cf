//! `pegsat export`

use super::{
    INTERRUPTED,
    args::{self, ExportArgs, ExportFormat, ModelArgs},
    limits::Guard,
    output::{self, NewFile, Output},
    solve, warn,
};
use crate::{
    engine::settings::Stated,
    formula::{dimacs, lp, opb},
    model::{Step, layers},
    problem::{Problem, file, pddl},
    solution::map::Map,
};
use anyhow::{Context, Result, bail};
use std::{
    fs::Metadata,
    io::{self, Write},
    path::PathBuf,
};

/// What writes a formula in its format.
type Writer = Box<dyn Fn(&mut dyn Write) -> io::Result<()>>;

/// Writes the formula and its map, and returns the exit status.
pub(super) fn run(args: &ExportArgs) -> Result<u8> {
    let guard = Guard::begin(&args.limits, None, |_| String::new())?;
    let problem = args::problem(&args.problem)?;
    if args.to == ExportFormat::Pddl {
        return pddl(args, &problem, &guard);
    }
    let Stated {
        model,
        options,
        encoders,
    } = solve::settings(&args.model).stated(&problem)?;
    let to_stdout = args.output.as_os_str() == "-";
    if !to_stdout {
        let map = map_path(args)?;
        output::distinct(&[
            ("PROBLEM", Some(args.problem.as_ref())),
            ("--output", Some(&args.output)),
            ("the map", Some(&map)),
        ])?;
        // A place that cannot be written is an error before any work.
        // (Opening a pipe would already be heard at its other end.)
        let is_special = |metadata: Metadata| !metadata.is_file() && !metadata.is_dir();
        if !args.output.metadata().is_ok_and(is_special) {
            NewFile::create(&args.output)?;
            NewFile::create(&map)?;
        }
    }
    let mut encoding = model.encode(&problem, &options)?;
    encoding.notes.iter().for_each(|note| warn(note));
    let mut comments = vec![
        format!("pegsat {}", env!("CARGO_PKG_VERSION")),
        format!("problem {}", one_line(problem.name())),
        format!("model {}", model.name()),
    ];
    if !options.additions.names().is_empty() {
        comments.push(format!("additions {}", options.additions));
    }
    let enough = layers::enough(&problem).unwrap_or(0);
    let layers = model
        .step()
        .is_layer()
        .then_some(options.layers.unwrap_or(enough));
    let order = (model.step() == Step::Pass).then_some(options.order);
    if let Some(layers) = layers {
        comments.push(format!("layers {layers}"));
        if options.layers.is_none() {
            warn(&format!(
                "{layers} layers, as many as any solution can need: fewer make a smaller formula, \
                 such as the number that 'pegsat solve' finds (--layers N)"
            ));
        }
    }
    if let Some(sweeps) = options.sweeps {
        comments.push(format!("sweeps {sweeps}"));
    }
    if let Some(order) = order {
        comments.push(format!("order {order}"));
    }
    let formula = std::mem::take(&mut encoding.formula);
    if formula.is_full() {
        bail!(crate::formula::FormulaError::TooLarge);
    }
    let mut n_variables = formula.n_vars();
    let write: Writer = match args.to {
        ExportFormat::Dimacs => {
            let cnf = formula.into_cnf(&encoders)?;
            n_variables = cnf.n_vars;
            Box::new(move |mut out| dimacs::write(&mut out, &cnf, &comments))
        }
        ExportFormat::Opb => Box::new(move |mut out| opb::write(&mut out, &formula, &comments)),
        ExportFormat::Lp => Box::new(move |mut out| lp::write(&mut out, &formula, &comments)),
        ExportFormat::Pddl => bail!("--to pddl: it states no formula"), // it has been done
    };
    let no_map = "no map is written: 'pegsat decode' needs one, so name a file with -o to get it";
    if to_stdout {
        warn(no_map);
        return match write(&mut io::BufWriter::new(io::stdout().lock())) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(0),
            written => written
                .map(|()| 0)
                .context("standard output: cannot be written"),
        };
    }
    let mut formula_file = NewFile::create(&args.output)?;
    formula_file.fill(&INTERRUPTED, |out| write(out))?;
    if formula_file.is_direct() {
        warn(no_map);
        return Ok(0);
    }
    let mut map_file = NewFile::create(&map_path(args)?)?;
    let map = Map {
        generator: format!("pegsat {}", env!("CARGO_PKG_VERSION")),
        problem: problem.name().into(),
        peg: file::write(&problem),
        model: model.name().into(),
        additions: options.additions,
        layers,
        sweeps: options.sweeps,
        order,
        n_variables,
        variables: encoding.meanings,
    };
    map_file.fill(&INTERRUPTED, |out| {
        serde_json::to_writer(out, &map).map_err(Into::into)
    })?;
    guard.end();
    map_file.commit()?;
    formula_file.commit()?;
    Ok(0)
}

/// Writes problem and domain for planners.
fn pddl(args: &ExportArgs, problem: &Problem, guard: &Guard) -> Result<u8> {
    let ModelArgs {
        model,
        add,
        layers,
        order,
        sweeps,
        at_most_one,
    } = &args.model;
    let of_models = [
        ("--model", model.is_some()),
        ("--add", add.is_some()),
        ("--layers", layers.is_some()),
        ("--order", order.is_some()),
        ("--sweeps", sweeps.is_some()),
        ("--at-most-one", at_most_one.is_some()),
    ];
    if let Some((flag, _)) = of_models.iter().find(|(_, given)| *given) {
        bail!("--to pddl: it states the problem, not a model, so leave {flag} out");
    }
    if !pddl::can_state(problem) {
        bail!("--to pddl: expected a problem whose goal is a picture, such as a pair or a pattern");
    }
    let comments = [
        format!("pegsat {}", env!("CARGO_PKG_VERSION")),
        format!("problem {}", one_line(problem.name())),
    ];
    if args.output.as_os_str() == "-" {
        let mut text = Vec::new();
        pddl::write(&mut text, problem, &comments)?;
        Output::Stdout.write(&String::from_utf8_lossy(&text))?;
        warn("no domain is written: name a file with -o to get it beside the problem");
        return Ok(0);
    }
    let domain = beside(args, ".domain")?;
    output::distinct(&[
        ("PROBLEM", Some(args.problem.as_ref())),
        ("--output", Some(&args.output)),
        ("the domain", Some(&domain)),
    ])?;
    let mut file = NewFile::create(&args.output)?;
    let mut domain = NewFile::create(&domain)?;
    file.fill(&INTERRUPTED, |out| pddl::write(out, problem, &comments))?;
    domain.fill(&INTERRUPTED, |out| out.write_all(pddl::DOMAIN.as_bytes()))?;
    guard.end();
    domain.commit()?;
    file.commit()?;
    Ok(0)
}

/// `FILE.map.json` for `FILE`.
fn map_path(args: &ExportArgs) -> Result<PathBuf> {
    beside(args, ".map.json")
}

/// The file with this ending added to its name.
fn beside(args: &ExportArgs, ending: &str) -> Result<PathBuf> {
    let mut name = args
        .output
        .file_name()
        .context("-o: expected a file's name")?
        .to_os_string();
    name.push(ending);
    Ok(args.output.with_file_name(name))
}

/// A name fit for a comment line: one line, not long, and without the words
/// that some readers take for the header wherever they stand.
fn one_line(name: &str) -> String {
    let line: String = name.chars().filter(|c| !c.is_control()).take(100).collect();
    line.replace("p cnf", "p-cnf")
}
