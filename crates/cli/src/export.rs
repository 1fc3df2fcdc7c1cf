//! `pegsat export`

use super::{
    INTERRUPTED,
    args::{self, ExportArgs},
    asked,
    limits::Guard,
    output::{self, NewFile, beside},
    warn,
};
use anyhow::{Context, Result, bail};
use pegsat::{
    engine::{Ask, ask::Stated, cube::decisions},
    formula::{Cnf, Lit, cubes, dimacs},
    model::{
        Meaning, Method, RELAXED, Step,
        text::{self, Names},
    },
    problem::{Problem, file},
    systems::{self, Data, Format, inquiry, map::Map, statement::write_formula},
    watch::Watch,
};
use std::{
    fs::Metadata,
    io::{self, Write},
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
        bail!("--model {method}: a file is for any system; leave out what stands after @");
    }
    let asked = args.model.model.as_ref().map(|method| method.model);
    if !args.to.is_formula(asked.unwrap_or(args.to.best_twin())) {
        return data(args, &problem, &guard);
    }
    if args.fewest.is_some() {
        bail!(
            "--fewest with --to {}: a formula asks for any solution; {}",
            args.to,
            "minizinc, pycsp3, xcsp3, asp and pddl state what is to be small"
        );
    }
    let ask = asked::stated(&args.model)?;
    refuse_what_no_formula_says(&ask)?;
    let stated = ask.stated(&problem)?;
    probe(args)?;
    let watch = guard.worker(|_| {});
    let mut encoding = stated.model.encode(&problem, &stated.options, &watch)?;
    encoding.notes.iter().for_each(|note| warn(note));
    if (stated.model.is_relaxed)(&problem) {
        warn(RELAXED);
    }
    let formula = std::mem::take(&mut encoding.formula);
    formula.whole()?;
    let has_layers = stated.model.step.is_layer();
    let meanings = encoding.meanings.clone();
    let names = Names::new(problem.board(), &meanings, has_layers);
    let legend = args.names.then(|| text::legend(&names, &encoding));
    let mut map = map(args, &problem, &stated, encoding.meanings);
    map.n_variables = formula.n_vars();
    let mut comments = comments(&map);
    comments.extend(legend.unwrap_or_default());
    let write: Writer<'_> = match args.to {
        Format::Dimacs => {
            let cnf = formula.into_cnf(stated.at_most_one)?;
            map.n_variables = cnf.n_vars;
            let cubes = cubes(args, &cnf, &map.variables, &watch)?;
            Box::new(move |mut out| match &cubes {
                Some(cubes) => dimacs::write_cubes(&mut out, &cnf, cubes, &comments),
                None => dimacs::write(&mut out, &cnf, &comments),
            })
        }
        Format::Text if args.cubes.is_none() => {
            Box::new(|out| text::write(out, &names, &formula, &comments))
        }
        to if args.cubes.is_some() => bail!("--cubes with --to {to}: expected dimacs"),
        to => Box::new(move |out| write_formula(to, out, &formula, None, &comments)),
    };
    let files = [("", write), (".map.json", to_json(&map))];
    // What is to be read has no answer to be decoded.
    let files = &files[..2 - usize::from(args.to == Format::Text)];
    write_all(args, files, &guard)
}

/// A formula says what a solution is, and not how one is found.
fn refuse_what_no_formula_says(ask: &Ask) -> Result<()> {
    if let Some(search) = ask.search {
        bail!("search={search}: a formula does not say how to search; leave it out");
    }
    if let Some(part) = ask.without.first() {
        bail!("without={part}: a formula does not say what else is tried; leave it out");
    }
    Ok(())
}

/// A place that cannot be written is an error before any work. (Opening a pipe would already
/// be heard at its other end.)
fn probe(args: &ExportArgs) -> Result<()> {
    if args.output.as_os_str() == "-" {
        return Ok(());
    }
    if args.output.file_name().is_none() {
        bail!("-o: expected a file's name");
    }
    let [map, domain] = [".map.json", ".domain"].map(|ending| beside(&args.output, ending));
    output::distinct(&[
        ("PROBLEM", Some(args.problem.as_ref())),
        ("--output", Some(&args.output)),
        ("the map", Some(&map)),
        (
            "the domain",
            Some(&*domain).filter(|_| args.to == Format::Pddl),
        ),
    ])?;
    let is_special = |metadata: Metadata| !metadata.is_file() && !metadata.is_dir();
    if !args.output.metadata().is_ok_and(is_special) {
        NewFile::create(&args.output)?;
        NewFile::create(&map)?;
    }
    Ok(())
}

/// The map of a formula, but for its number of variables.
fn map(args: &ExportArgs, problem: &Problem, stated: &Stated, variables: Vec<Meaning>) -> Map {
    let (options, layers) = (&stated.options, stated.layers(problem));
    if let (Some(layers), None) = (layers, options.layers) {
        warn(&format!(
            "{layers} layers, as many as any solution can need: fewer make a smaller formula, \
             such as the number that 'pegsat solve' finds (--layers N)"
        ));
    }
    Map {
        generator: format!("pegsat {}", env!("CARGO_PKG_VERSION")),
        problem: problem.name().into(),
        peg: file::write(problem),
        model: stated.model.name.into(),
        additions: options.additions.clone(),
        layers,
        sweeps: options.sweeps,
        order: (stated.model.step == Step::Pass).then_some(options.order),
        format: args.to,
        variables,
        ..Map::default()
    }
}

/// What a formula says of itself.
fn comments(map: &Map) -> Vec<String> {
    let mut comments = vec![
        map.generator.clone(),
        format!("problem {}", one_line(&map.problem)),
        format!("model {}", map.model),
    ];
    if !map.additions.names().is_empty() {
        comments.push(format!("additions {}", map.additions));
    }
    comments.extend(map.layers.map(|layers| format!("layers {layers}")));
    comments.extend(map.sweeps.map(|sweeps| format!("sweeps {sweeps}")));
    comments.extend(map.order.map(|order| format!("order {order}")));
    comments
}

/// The parts that are asked for.
fn cubes(
    args: &ExportArgs,
    cnf: &Cnf,
    meanings: &[Meaning],
    watch: &Watch,
) -> Result<Option<Vec<Vec<Lit>>>> {
    let Some(count) = args.cubes else {
        return Ok(None);
    };
    let (variables, how) = (decisions(meanings), args.split.unwrap_or_default());
    let split = cubes::split(cnf, &variables, how, count as usize, || watch.check());
    Ok(Some(split?.cubes))
}

/// Writes what a twin is told of the problem, its map, and for planners the domain.
fn data(args: &ExportArgs, problem: &Problem, guard: &Guard) -> Result<u8> {
    refuse_formulas_options(args)?;
    probe(args)?;
    let to = args.to;
    let ask = asked::stated(&args.model)?;
    let model = ask.model.as_deref().unwrap_or(to.best_twin());
    let additions = ask.additions.clone().unwrap_or_default();
    let (problem, fewest) = match args.fewest {
        None => (problem.clone(), systems::Fewest::Nothing),
        Some(fewest) => inquiry::told(fewest, problem),
    };
    let watch = guard.worker(|_| {});
    let data = Data::new(&problem, to, model, &additions, fewest, &watch)?;
    let data = data.searching(to, ask.search)?;
    let map = Map {
        generator: format!("pegsat {}", env!("CARGO_PKG_VERSION")),
        problem: problem.name().into(),
        peg: file::write(&problem),
        model: model.into(),
        additions,
        format: to,
        fewest,
        ..Map::default()
    };
    let mut comments = vec![
        map.generator.clone(),
        format!("problem {}", one_line(problem.name())),
    ];
    comments.extend(to.file(model).map(|file| format!("for models/{file}")));
    let write: Writer<'_> = Box::new(|out| data.write(to, out, &comments));
    let mut files = vec![("", write), (".map.json", to_json(&map))];
    if to == Format::Pddl {
        let text = systems::statement::text(to, model);
        files.push((
            ".domain",
            Box::new(move |out| out.write_all(text.as_bytes())),
        ));
    }
    write_all(args, &files, guard)
}

/// Writes the map.
fn to_json(map: &Map) -> Writer<'_> {
    Box::new(move |out| serde_json::to_writer(out, map).map_err(Into::into))
}

/// Refuses what only a formula has.
fn refuse_formulas_options(args: &ExportArgs) -> Result<()> {
    let (model, method) = (&args.model, args.model.model.as_ref());
    let of_method = |has: fn(&Method) -> bool| method.is_some_and(has);
    let of_formulas = [
        (
            "--layers",
            model.layers.is_some() || of_method(|m| m.layers.is_some()),
        ),
        (
            "--order",
            model.order.is_some() || of_method(|m| m.order.is_some()),
        ),
        ("--sweeps", model.sweeps.is_some()),
        ("--names", args.names),
    ];
    match of_formulas.iter().find(|(_, given)| *given) {
        None => Ok(()),
        Some((flag, _)) => bail!(
            "--to {}: it writes data and no formula, so leave {flag} out",
            args.to
        ),
    }
}

/// Writes the file and, by the endings of their names, those beside it, all or none, and
/// returns the exit status.
fn write_all(args: &ExportArgs, files: &[(&str, Writer<'_>)], guard: &Guard) -> Result<u8> {
    let no_map = "no map is written: 'pegsat decode' needs one, so name a file with -o to get it";
    if args.output.as_os_str() == "-" {
        if files.len() > 1 {
            warn(no_map);
        }
        let mut out = io::BufWriter::new(io::stdout().lock());
        return match (files[0].1)(&mut out).and_then(|()| out.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(0),
            written => written
                .map(|()| 0)
                .context("standard output: cannot be written"),
        };
    }
    let mut written = Vec::new();
    for (ending, fill) in files {
        let mut file = NewFile::create(&beside(&args.output, ending))?;
        file.fill(&INTERRUPTED, |out| fill(out))?;
        if file.is_direct() && ending.is_empty() {
            warn(no_map);
            return Ok(0);
        }
        written.push(file);
    }
    guard.end();
    written.into_iter().rev().try_for_each(NewFile::commit)?;
    Ok(0)
}

/// A name fit for a comment line: one line, not long, and without the words
/// that some readers take for the header wherever they stand.
fn one_line(name: &str) -> String {
    let line: String = name.chars().filter(|c| !c.is_control()).take(100).collect();
    line.replace("p cnf", "p-cnf")
}
