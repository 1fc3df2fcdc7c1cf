//! `pegsat export`

use super::{
    INTERRUPTED,
    args::{self, ExportArgs, ModelArgs},
    limits::Guard,
    output::{self, NewFile, Output},
    solve, warn,
};
use anyhow::{Context, Result, bail};
use pegsat::{
    engine::{cube::decisions, settings::Stated},
    formula::{Formula, cubes, dimacs},
    model::{Order, PDDL_SWEEPS, RELAXED, Step, layers},
    problem::{Problem, file},
    solution::map::Map,
    systems::{self, Data, Format, statement::write_formula},
};
use std::{
    fs::Metadata,
    io::{self, Write},
    path::PathBuf,
};

/// What writes a formula in its format.
type Writer<'a> = Box<dyn Fn(&mut dyn Write) -> io::Result<()> + 'a>;

/// Writes the formula and its map, and returns the exit status.
pub(super) fn run(args: &ExportArgs) -> Result<u8> {
    let guard = Guard::begin(&args.limits, None, |_| String::new())?;
    let problem = args::problem(&args.problem)?;
    if let Some(method) = &args.model.model
        && method.system.is_some()
    {
        bail!("--model {method}: what is written is for any system, so leave it out");
    }
    let asked = args.model.model.as_ref().map(|method| method.model);
    if !args.to.is_formula(asked.unwrap_or("C")) {
        return data(args, &problem, &guard);
    }
    if args.fewest.is_some() {
        bail!(
            "--fewest with --to {}: a formula asks for any solution; {}",
            args.to,
            "minizinc, pycsp3, xcsp3, asp and pddl state what is to be small"
        );
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
    let watch = guard.worker(|_| {});
    let mut encoding = model.encode(&problem, &options, &watch)?;
    encoding.notes.iter().for_each(|note| warn(note));
    if model.is_relaxed(&problem) {
        warn(RELAXED);
    }
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
    formula.whole()?;
    let mut n_variables = formula.n_vars();
    let (formula, cnf) = match args.to {
        Format::Dimacs => {
            let cnf = formula.into_cnf(&encoders)?;
            n_variables = cnf.n_vars;
            (Formula::new(), Some(cnf))
        }
        _ => (formula, None),
    };
    let cubes = match (args.cubes, &cnf) {
        (None, _) => None,
        (Some(_), None) => bail!("--cubes with --to {}: expected dimacs", args.to),
        (Some(count), Some(cnf)) => {
            let variables = decisions(&encoding.meanings);
            let (how, count) = (args.split.unwrap_or_default(), count as usize);
            Some(cubes::split(cnf, &variables, how, count, || watch.check())?.cubes)
        }
    };
    let write: Writer = Box::new(move |mut out| match (&cubes, &cnf) {
        (Some(cubes), Some(cnf)) => dimacs::write_cubes(&mut out, cnf, cubes, &comments),
        _ => write_formula(args.to, out, &formula, cnf.as_ref(), &comments),
    });
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
        format: args.to,
        fewest: systems::Fewest::Nothing,
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

/// Writes what a twin is told of the problem, its map, and for planners the domain.
fn data(args: &ExportArgs, problem: &Problem, guard: &Guard) -> Result<u8> {
    let ModelArgs {
        layers,
        order,
        sweeps,
        at_most_one,
        ..
    } = &args.model;
    let method = args.model.model.as_ref();
    let of_formulas = [
        (
            "--layers",
            layers.is_some() || method.is_some_and(|m| m.layers.is_some()),
        ),
        (
            "--order",
            order.is_some() || method.is_some_and(|m| m.order.is_some()),
        ),
        ("prefer", method.is_some_and(|m| m.prefer.is_some())),
        ("--sweeps", sweeps.is_some()),
        ("--at-most-one", at_most_one.is_some()),
    ];
    let to = args.to;
    if let Some((flag, _)) = of_formulas.iter().find(|(_, given)| *given) {
        bail!("--to {to}: it states the problem for a twin of the model, so leave {flag} out");
    }
    let settings = solve::settings(&args.model);
    let model = settings.model.as_deref().unwrap_or(match to {
        Format::Pddl => PDDL_SWEEPS,
        _ => "C",
    });
    let additions = settings.additions.clone().unwrap_or_default();
    let (problem, fewest) = match args.fewest {
        None => (problem.clone(), systems::Fewest::Nothing),
        Some(fewest) => fewest.objective().stated(problem),
    };
    let data = Data::new(
        &problem,
        to,
        model,
        &additions,
        fewest,
        &guard.worker(|_| {}),
    )?;
    let mut comments = vec![
        format!("pegsat {}", env!("CARGO_PKG_VERSION")),
        format!("problem {}", one_line(problem.name())),
    ];
    comments.extend(to.file(model).map(|file| format!("for models/{file}")));
    if args.output.as_os_str() == "-" {
        let mut text = Vec::new();
        data.write(to, &mut text, &comments)?;
        Output::Stdout.write(&String::from_utf8_lossy(&text))?;
        warn("no map is written: name a file with -o to get it beside the data");
        return Ok(0);
    }
    let map = Map {
        generator: format!("pegsat {}", env!("CARGO_PKG_VERSION")),
        problem: problem.name().into(),
        peg: file::write(&problem),
        model: model.into(),
        additions,
        layers: None,
        sweeps: None,
        order: None::<Order>,
        format: to,
        fewest,
        n_variables: 0,
        variables: Vec::new(),
    };
    let mut files: Vec<(PathBuf, Writer<'_>)> = vec![(
        map_path(args)?,
        Box::new(|out| serde_json::to_writer(out, &map).map_err(Into::into)),
    )];
    if to == Format::Pddl {
        let text = systems::statement::text(to, model);
        files.push((
            beside(args, ".domain")?,
            Box::new(move |out| out.write_all(text.as_bytes())),
        ));
    }
    files.push((
        args.output.clone(),
        Box::new(|out| data.write(to, out, &comments)),
    ));
    let mut named = vec![("PROBLEM", Some(args.problem.as_ref()))];
    named.extend(
        files
            .iter()
            .map(|(path, _)| ("a file to be written", Some(path.as_path()))),
    );
    output::distinct(&named)?;
    let mut written = Vec::new();
    for (path, fill) in &files {
        let mut file = NewFile::create(path)?;
        file.fill(&INTERRUPTED, |out| fill(out))?;
        written.push(file);
    }
    guard.end();
    written.into_iter().try_for_each(NewFile::commit)?;
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
