//! `pegsat problems`, `boards`, `models`, `solvers`

use super::{
    INTERRUPTED, answer,
    args::{self, ListArgs, ModelArgs, ModelsArgs, SystemsArgs},
    asked,
    compare::make_folder,
    output::{self, NewFile},
};
use anyhow::Result;
use pegsat::{
    board,
    engine::{self, ask::Stated},
    model::{self, Method, ValueOrder},
    problem, solver,
    systems::{registry, statement},
    watch::Watch,
};
use serde::Serialize;
use serde_json::Value;
use std::fmt::Write;

/// A line of a list.
#[derive(Serialize)]
struct Entry {
    name: String,
    summary: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
}

impl Entry {
    fn new(&(name, summary): &(&str, &str)) -> Self {
        Entry {
            name: name.into(),
            summary: summary.into(),
            version: None,
        }
    }
}

/// `pegsat problems`: the forms of names, then every name that needs no choice.
pub(super) fn problems(args: &ListArgs) -> Result<u8> {
    let forms: Vec<Entry> = problem::NAMED_PROBLEMS.iter().map(Entry::new).collect();
    let names = problem::all_names();
    let suites = pegsat_lab::suite::summaries();
    let suites: Vec<Entry> = suites.iter().map(|(n, s)| Entry::new(&(n, s))).collect();
    let value = serde_json::json!({ "forms": forms, "problems": names, "suites": suites });
    print(args, &value, || {
        let names: String = names.iter().map(|name| format!("{name}\n")).collect();
        format!(
            "{}\nand any .peg file. Suites, for 'compare':\n{}\nAll names without a \
             choice:\n{names}",
            table(&forms),
            table(&suites)
        )
    })
}

/// `pegsat boards`
pub(super) fn boards(args: &ListArgs) -> Result<u8> {
    let entries: Vec<Entry> = board::NAMED_BOARDS.iter().map(Entry::new).collect();
    list(args, "boards", &entries)
}

/// A model's explanation: the head of its file, as plain text, and its size.
fn explained(args: &ModelsArgs, method: &Method) -> Result<u8> {
    output::distinct(&[
        ("--problem", Some(args.problem.as_ref())),
        ("--output", args.list.print.output.as_deref()),
    ])?;
    let problem = args::problem(&args.problem)?;
    let asked = ModelArgs {
        model: Some(method.clone()),
        ..ModelArgs::default()
    };
    let stated = asked::stated(&asked)?.stated(&problem)?;
    let layers = stated.layers(&problem);
    let Stated {
        model,
        options,
        at_most_one,
    } = stated;
    let (_, cnf) = engine::encode(&problem, model, &options, at_most_one, &Watch::new())?;
    let size = engine::Size::of(&cnf);
    let head: Vec<String> = model.head().map(plain).collect();
    let value = serde_json::json!({
        "model": model.name, "summary": model.summary, "explanation": head,
        "additions": model.additions(), "problem": problem.name(), "formula": size,
    });
    print(&args.list, &value, || {
        format!(
            "{}\n\nAdditions: {}.\n{} by {method}{}: {} variables, {} clauses, {} literals.\n",
            head.join("\n"),
            model.additions().join(", "),
            problem.name(),
            layers.map_or(String::new(), |n| format!(
                " in {}",
                answer::number(n, "layer")
            )),
            size.variables,
            size.clauses,
            size.literals
        )
    })
}

/// A line of documentation as plain text, without the targets of its links.
fn plain(line: &str) -> String {
    let mut text = line.strip_prefix(' ').unwrap_or(line).to_string();
    while let Some(middle) = text.find("](")
        && let Some(end) = text[middle..].find(')')
        && let Some(begin) = text[..middle].rfind('[')
    {
        text.replace_range(middle..=middle + end, "");
        text.remove(begin);
    }
    text.replace(['`', '*'], "")
}

/// `pegsat models`, with the additions and orders.
pub(super) fn models(args: &ModelsArgs) -> Result<u8> {
    if let Some(folder) = &args.write {
        make_folder(folder)?;
        for (name, text) in statement::FILES {
            NewFile::create(&folder.join(name))?.finish(text.as_bytes(), &INTERRUPTED)?;
        }
        return Ok(0);
    }
    if let Some(method) = &args.model {
        return explained(args, method);
    }
    let args = &args.list;
    let models: Vec<Entry> = model::MODELS
        .iter()
        .map(|one| Entry::new(&(one.name, one.summary)))
        .collect();
    let additions: Vec<Entry> = model::additions::ADDITIONS
        .iter()
        .map(|one| {
            let models = one.models.join(", ");
            Entry::new(&(one.form(), &format!("{} ({models})", one.summary)))
        })
        .collect();
    let orders: Vec<Entry> = model::order::ORDERS
        .iter()
        .map(|(_, name, summary)| Entry::new(&(*name, *summary)))
        .collect();
    let searches: Vec<Entry> = ValueOrder::ALL
        .iter()
        .map(|(_, name, summary)| Entry::new(&(*name, *summary)))
        .collect();
    let value = serde_json::json!({
        "models": models, "additions": additions, "orders": orders, "searches": searches,
    });
    print(args, &value, || {
        format!(
            "{}\nwhat may be added, as in C+independence+pagoda=2:\n{}\norders of jumps in a layer of E, as in E+order=wave:\n{}\nwhat the paper's search tries first, as in C+search=paper:\n{}",
            table(&models),
            table(&additions),
            table(&orders),
            table(&searches)
        )
    })
}

/// `pegsat solvers`
pub(super) fn solvers(args: &ListArgs) -> Result<u8> {
    let mut entries: Vec<Entry> = solver::SOLVERS
        .iter()
        .map(|one| Entry {
            name: one.name.into(),
            summary: one.summary.into(),
            version: (one.version)(),
        })
        .collect();
    entries.push(Entry::new(&(
        "cmd:'PROGRAM ARGS'",
        "any program that reads DIMACS",
    )));
    list(args, "solvers", &entries)
}

/// `pegsat systems`: each with its version, or how to install it.
pub(super) fn systems(args: &SystemsArgs) -> Result<u8> {
    let mut systems = Vec::new();
    let mut text = String::new();
    let all = registry::all(args.systems.systems.as_deref())?;
    // One that does not answer shall not keep the others waiting.
    let versions: Vec<_> = std::thread::scope(|scope| {
        let asked: Vec<_> = all
            .iter()
            .map(|one| scope.spawn(|| one.version()))
            .collect();
        asked.into_iter().map(|asked| asked.join()).collect()
    });
    for (system, version) in all.iter().zip(versions) {
        let version = version.unwrap_or(Ok(None)); // a panic is no version
        let place = system.place().ok().filter(|_| version.is_ok());
        let version = version.ok().flatten();
        let state = match (&place, &version) {
            (None, _) => format!("not installed: {}", system.install),
            (Some(_), Some(version)) => version.clone(),
            (Some(place), None) => place.display().to_string(),
        };
        let _ = writeln!(
            text,
            "{:<8} {} {:<8} {}\n{:11}{state}",
            system.name,
            if place.is_some() { '+' } else { '-' },
            system.takes.to_string(),
            system.summary,
            "",
        );
        systems.push(serde_json::json!({
            "name": system.name, "summary": system.summary, "takes": system.takes,
            "proves": system.proves, "place": place, "version": version,
            "install": system.install,
        }));
    }
    text.push_str("systems/install installs all of them.\n");
    let value = serde_json::json!({ "systems": systems });
    args.print.write(&value, || text)?;
    Ok(0)
}

fn list(args: &ListArgs, key: &str, entries: &[Entry]) -> Result<u8> {
    print(args, &serde_json::json!({ key: entries }), || {
        table(entries)
    })
}

fn print(args: &ListArgs, value: &Value, text: impl FnOnce() -> String) -> Result<u8> {
    args.print.write(value, text)?;
    Ok(0)
}

/// Names and summaries in two columns.
fn table(entries: &[Entry]) -> String {
    let width = entries
        .iter()
        .map(|entry| entry.name.len())
        .max()
        .unwrap_or(0);
    let line = |entry: &Entry| {
        let version = entry
            .version
            .as_ref()
            .map_or(String::new(), |v| format!(" ({v})"));
        format!("{:<width$}  {}{version}\n", entry.name, entry.summary)
    };
    entries.iter().map(line).collect()
}
