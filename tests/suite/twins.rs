//! What models/README.md says of the files for other systems, and of formulas, holds.

use pegsat::{
    model::{self, Additions, Options},
    problem::{Problem, named},
    systems::{Data, Fewest, Format},
    watch::Watch,
};

/// Whether it can be said: a formula of the program's, or data for a file of `models/`.
fn is_stated(
    file: &str,
    model: &str,
    (problem, fewest, additions): (&Problem, Fewest, &str),
) -> bool {
    let additions: Additions = additions.parse().unwrap();
    let watch = Watch::new();
    let named = |format: &Format| format.file(model).unwrap_or("XCSP3") == file;
    let formats = Format::ALL.iter().map(|one| one.0);
    let format = formats.filter(|format| !format.twins().is_empty() || *format == Format::Xcsp3);
    match (file, fewest) {
        ("formula", Fewest::Nothing) => {
            let options = Options::from(additions);
            let stated = model::by_name(model).unwrap();
            stated.encode(problem, &options, &watch).is_ok()
        }
        ("formula", _) => false,
        _ => {
            let format = format.into_iter().find(named).unwrap();
            Data::new(problem, format, model, &additions, fewest, &watch).is_ok()
        }
    }
}

#[test]
fn the_table_of_what_each_states_holds() {
    let text = include_str!("../../models/README.md");
    let rows = text
        .lines()
        .skip_while(|line| !line.starts_with("| model | file |"))
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    let picture = named("triangle4/pair:0,0:0,0").unwrap();
    let anywhere = named("triangle5/free:0,0").unwrap();
    let dead_end = named("dead-end:3,3:10").unwrap();
    let survivor = named("survivor:3,3:0,2:3,3").unwrap();
    let asked = [
        (&picture, Fewest::Nothing, ""),
        (&anywhere, Fewest::Nothing, ""),
        (&dead_end, Fewest::Nothing, ""),
        (&survivor, Fewest::Nothing, ""),
        (&dead_end, Fewest::Jumps, ""),
        (&picture, Fewest::Sweeps, ""),
        (&picture, Fewest::Nothing, "independence"),
        (&picture, Fewest::Nothing, "states=2"),
        (&picture, Fewest::Nothing, "pagoda=auto"),
    ];
    let (mut n, mut wrong) = (0, Vec::new());
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split(" |").map(str::trim).collect();
        let (model, file) = (cells[0], cells[1].trim_matches('`'));
        assert_eq!(cells.len(), 2 + asked.len(), "{row}");
        for (&cell, &asked) in cells[2..].iter().zip(&asked) {
            let stated = is_stated(file, model, asked);
            let (problem, fewest, additions) = asked;
            if (cell == "+") != stated {
                let name = problem.name();
                wrong.push(format!("{model} in {file}: {name} {fewest:?} {additions}"));
            }
        }
        n += 1;
    }
    assert!(n > 15 && wrong.is_empty(), "{n} rows; {wrong:#?}");
}
