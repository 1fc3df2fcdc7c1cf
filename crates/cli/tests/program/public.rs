//! Our suites state what the public instances state.
//!
//! `PEGSAT_PUBLIC=FOLDER cargo test --release public:: -- --ignored` reads the public
//! files themselves, where FOLDER holds checkouts of `xcsp3team/PyCSP3-models` and
//! `aibasel/downward-benchmarks` under these last names.

use pegsat::{
    board::Cell,
    model::{self, Additions, Options},
    problem::{Goal, Problem},
};
use pegsat_lab::{plan::Query, suite};
use std::{collections::BTreeSet, path::Path};

/// The problems of a suite.
fn problems(name: &str) -> Vec<Problem> {
    let entries = suite::find(name, Path::new("")).unwrap();
    entries.into_iter().map(|entry| entry.problem).collect()
}

/// The holes without a peg at the start.
fn vacancies(problem: &Problem) -> Vec<Cell> {
    let board = problem.board();
    let holes = (0..board.n_holes()).filter(|&hole| !problem.start().has_peg(hole));
    holes.map(|hole| board.cell(hole)).collect()
}

/// The pegs of a goal that is a picture without open holes.
fn goal(problem: &Problem) -> BTreeSet<Cell> {
    let board = problem.board();
    let is_peg = |hole: &usize| problem.goal().fixed(*hole).unwrap();
    let holes = (0..board.n_holes()).filter(is_peg);
    holes.map(|hole| board.cell(hole)).collect()
}

/// Row and column of the data lists, as column and row.
fn cell((row, column): (i32, i32)) -> Cell {
    (column, row)
}

/// The data lists of the competitions, row and column.
const TABLE: [(i32, i32); 12] = [
    (0, 2),
    (0, 3),
    (0, 4),
    (1, 2),
    (1, 3),
    (1, 4),
    (2, 0),
    (2, 2),
    (2, 3),
    (2, 4),
    (2, 6),
    (3, 3),
];
const FOOL: [(i32, i32); 17] = [
    (0, 2),
    (0, 3),
    (0, 4),
    (1, 2),
    (1, 3),
    (1, 4),
    (2, 0),
    (2, 1),
    (2, 2),
    (2, 3),
    (2, 4),
    (2, 5),
    (2, 6),
    (3, 0),
    (3, 1),
    (3, 2),
    (3, 3),
];

#[test]
fn the_tables_goals_are_transposed() {
    // The generator makes the goal's row i of the start's column i.
    let ours = problems("xcsp-table");
    assert_eq!(ours.len(), TABLE.len());
    for (problem, (row, column)) in ours.iter().zip(TABLE) {
        assert_eq!(problem.board().name(), "english");
        assert_eq!(vacancies(problem), [cell((row, column))]);
        assert_eq!(goal(problem), BTreeSet::from([cell((column, row))]));
    }
}

#[test]
fn the_earliest_dead_ends_are_asked_for() {
    let ours = suite::find("xcsp-fool", Path::new("")).unwrap();
    assert_eq!(ours.len(), FOOL.len());
    for (entry, place) in ours.iter().zip(FOOL) {
        assert_eq!(entry.question, Query::JumpsToDeadEnd);
        assert_eq!(vacancies(&entry.problem), [cell(place)]);
    }
}

/// MIPLIB's peg-solitaire-a3 has 4,587 rows and 4,552 columns.
#[test]
fn the_integer_program_has_miplibs_rows_and_columns() {
    let problem = problems("miplib").swap_remove(0);
    assert_eq!(*problem.goal(), Goal::anywhere(1));
    assert_eq!(vacancies(&problem), [(0, 2)]); // column a, row 3
    let additions: Additions = "aggregated".parse().unwrap();
    let encoding = model::by_name("A").unwrap();
    let formula = encoding
        .encode(&problem, &Options::from(additions), &pegsat::Watch::new())
        .unwrap()
        .formula;
    let rows = formula.clauses().len() + formula.exactly_ones().len() + formula.linear().len();
    assert_eq!((rows, formula.n_vars()), (4587, 4552));
    let mut mps = Vec::new();
    pegsat::formula::mps::write(&mut mps, &formula, &[]).unwrap();
    let mps = String::from_utf8(mps).unwrap();
    let rows = mps.lines().skip_while(|line| *line != "ROWS").skip(2);
    assert_eq!(rows.take_while(|line| *line != "COLUMNS").count(), 4587);
    assert_eq!(
        mps.lines().filter(|line| line.starts_with(" BV ")).count(),
        4552
    );
}
