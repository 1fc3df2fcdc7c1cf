//! What is made of records: tables, plots, and one page that holds them all and
//! opens without a network.

use super::{
    best, effects,
    plan::{NO_SOLVER, Query},
    plot::{self, Plot},
    record::Record,
    summary,
    table::{self, Table},
};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use pegsat::{
    problem::{self, Goal, Problem, file},
    solution::{checker, frames, svg},
};

/// A file of the report: its name and what it holds.
pub type File = (String, String);

const STYLE: &str = include_str!("report.css");

/// A page with this body, and a list of its sections before it.
pub fn page(title: &str, body: &Markup) -> String {
    let (contents, body) = with_contents(&body.0);
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (title) }
                @if contents.len() > 2 {
                    nav { ol {
                        @for (number, section) in contents.iter().enumerate() {
                            li { a href=(format!("#section-{}", number + 1)) { (PreEscaped(section)) } }
                        }
                    } }
                }
                (PreEscaped(body))
            }
        }
    }
    .into_string()
}

/// The titles of sections, and the same body with a place to go to at each.
fn with_contents(body: &str) -> (Vec<&str>, String) {
    let mut parts = body.split("<h2>");
    let mut text = parts.next().unwrap_or_default().to_string();
    let mut contents = Vec::new();
    for part in parts {
        contents.push(part.split("</h2>").next().unwrap_or_default());
        text.push_str(&format!("<h2 id=\"section-{}\">{part}", contents.len()));
    }
    (contents, text)
}

/// A plot on a page.
pub fn figure(plot: &Plot) -> Markup {
    html! {
        figure { (PreEscaped(&plot.svg)) figcaption { (plot.title) } }
    }
}

/// The files that come of these records: tables in Markdown and CSV, plots, and
/// the page.
pub fn files(title: &str, records: &[&Record]) -> anyhow::Result<Vec<File>> {
    let mut tables = vec![table::methods(records), table::by_problem(records)];
    let groups = summary::by_method(records);
    if groups.len() > 1 {
        tables.push(best::table("The virtual best", best::NOTE, &groups));
    }
    let effects = effects::against_the_first(records);
    tables.extend(effects.clone());
    let plots = plot::all(records)?;
    let sections: Vec<String> = tables.iter().map(Table::section).collect();
    let markdown = format!(
        "# {title}\n\n{}\n\n{}",
        provenance(records),
        sections.join("\n")
    );
    let body = html! {
        p { (provenance(records)) }
        @for table in &tables { (table.html(2)) }
        h2 { "Plots" }
        @for plot in &plots { (figure(plot)) }
        (boards(records))
    };
    let mut files = vec![
        ("tables.md".into(), markdown),
        ("methods.csv".into(), tables[0].csv()),
        (
            "problems.csv".into(),
            table::by_problem_and_method(records).csv(),
        ),
        ("runs.csv".into(), table::runs(records).csv()),
        ("report.html".into(), page(title, &body)),
    ];
    if let Some(effects) = effects {
        files.push(("effects.csv".into(), effects.csv()));
    }
    let pictures = plots.into_iter();
    files.extend(pictures.map(|plot| (format!("{}.svg", plot.name), plot.svg)));
    Ok(files)
}

/// Where the records come from: versions, limits, times and machines.
pub fn provenance(records: &[&Record]) -> String {
    let distinct = |text: &dyn Fn(&Record) -> Option<String>| {
        let mut texts: Vec<String> = records.iter().filter_map(|record| text(record)).collect();
        texts.sort();
        texts.dedup();
        texts
    };
    let solver = |record: &Record| match (&record.solver_version, &record.solver) {
        (_, none) if none == NO_SOLVER => None,
        (Some(version), name) => Some(format!("{name} {version}")),
        (None, name) => Some(name.clone()),
    };
    let builds = distinct(&|record| record.build.clone().filter(|build| !build.is_empty()));
    let builds = match builds.len() {
        0 => String::new(),
        1 => format!(" (build {})", builds[0]),
        _ => format!(" (builds {})", builds.join(", ")),
    };
    let without = records
        .iter()
        .filter(|record| record.build.is_none())
        .count();
    let builds = match without {
        0 => builds,
        n => format!("{builds} ({n} records do not say by which build)"),
    };
    let starved = records
        .iter()
        .filter(|record| record.share().is_some_and(|share| share < 0.95));
    let starved = match starved.count() {
        0 => String::new(),
        n => format!(" {n} runs had less than 95 % of a processor."),
    };
    let solvers = match distinct(&solver) {
        none if none.is_empty() => String::new(),
        some => format!(" with {}", some.join(", ")),
    };
    let first = records.iter().map(|record| record.started.as_str()).min();
    let last = records.iter().map(|record| record.started.as_str()).max();
    let contradictions = match summary::contradictions(records) {
        none if none.is_empty() => String::new(),
        some => format!(" RUNS CONTRADICT EACH OTHER: {}.", some.join("; ")),
    };
    let is_cpu = records
        .iter()
        .any(|record| record.cpu_limit_seconds.is_some());
    let seconds = match is_cpu {
        true => "of CPU, all processes together",
        false => "from start to end",
    };
    format!(
        "{} runs by pegsat {}{builds}{solvers}, limit {} s, {} at a time, from {} to {}, on {}. \
         Seconds are those of whole processes, {seconds}.{starved}{contradictions}",
        records.len(),
        distinct(&|record| Some(record.pegsat.clone())).join(" or "),
        distinct(&|record| Some(record.limit().to_string())).join(" or "),
        distinct(&|record| Some(record.jobs.to_string())).join(" or "),
        first.unwrap_or("-"),
        last.unwrap_or("-"),
        distinct(&|record| Some(record.machine.text())).join(" or "),
    )
}

/// The problem of a record, as far as it can be had again.
fn problem_of(record: &Record) -> Option<Problem> {
    match &record.peg {
        Some(peg) => file::parse(&record.problem, peg).ok(),
        None => problem::named(&record.problem).ok(),
    }
}

/// The most holes that are drawn in a report, in all pictures: about 4 MB. Solutions beyond
/// are given as jumps.
const MOST_DRAWN: usize = 60_000;

/// Each board that was solved, with the quickest of its solutions; dead ends by
/// themselves.
pub fn boards(records: &[&Record]) -> Markup {
    let mut solved: Vec<(String, Markup)> = Vec::new();
    let mut left = MOST_DRAWN;
    for name in summary::problems(records) {
        for dead_end in [false, true] {
            let is_one = |record: &&&Record| {
                record.problem == name
                    && record.jumps.is_some()
                    && (record.question == Query::JumpsToDeadEnd) == dead_end
            };
            let mut found: Vec<&Record> = records.iter().filter(is_one).copied().collect();
            found.sort_by(|a, b| a.wall_seconds.total_cmp(&b.wall_seconds));
            if let Some(picture) = found.into_iter().find_map(|one| board(one, &mut left)) {
                let words = if dead_end { ": an early dead end" } else { "" };
                solved.push((format!("{name}{words}"), picture));
            }
        }
    }
    html! {
        @if !solved.is_empty() {
            h2 { "Solved boards" }
            p { "The quickest solution of each, in steps of jumps that do not touch each other." }
            @for (name, picture) in &solved {
                details { summary { (name) } (picture) }
            }
        }
    }
}

/// The picture of a solution that replays, or its jumps where it has more holes than are
/// `left` to be drawn.
fn board(record: &Record, left: &mut usize) -> Option<Markup> {
    let problem = problem_of(record)?;
    let jumps = record.jumps.as_deref()?;
    let stuck = Goal::dead_end(problem.start().n_pegs().saturating_sub(jumps.len()));
    let goal = match record.question {
        Query::JumpsToDeadEnd => stuck,
        _ => problem.goal().clone(),
    };
    let (board, start) = (problem.board().clone(), problem.start().clone());
    let problem = Problem::new(record.problem.clone(), board, start, goal);
    checker::check_numbers(&problem, jumps).ok()?;
    let sizes = frames::disjoint_layers(&problem, jumps);
    let frames = frames::by_layer(&problem, jumps, &sizes);
    let drawn = left.checked_sub(frames.len() * problem.board().n_holes());
    let shown = match drawn {
        Some(rest) => {
            *left = rest;
            PreEscaped(svg::solution(&problem, &frames))
        }
        None => {
            let jumps = jumps.iter().map(|&jump| problem.board().jump_text(jump));
            html! { p { code { (jumps.collect::<Vec<_>>().join(" ")) } } }
        }
    };
    Some(html! {
        p {
            (jumps.len()) " jumps, found by " (record.method) " with " (record.solver)
            " and seed " (record.seed) " in " (summary::seconds(record.wall_seconds)) " s: "
            code { (record.command) }
        }
        (shown)
    })
}
