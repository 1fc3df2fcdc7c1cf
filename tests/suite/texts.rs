//! Formulas to be read.

use pegsat::{
    model::{
        self, Options,
        text::{self, Names},
    },
    problem,
    watch::Watch,
};
use std::collections::HashSet;

/// The lines that are no comments, and those that are.
fn written(name: &str, model: &str) -> (Vec<String>, Vec<String>, [usize; 3]) {
    let problem = problem::named(name).unwrap();
    let model = model::by_name(model).unwrap();
    let encoding = model
        .encode(&problem, &Options::default(), &Watch::new())
        .unwrap();
    let names = Names::new(problem.board(), &encoding.meanings, model.step.is_layer());
    let legend = text::legend(&names, &encoding);
    let unlike = legend.iter().map(|line| line.split_once(": ").unwrap().1);
    let unlike: HashSet<&str> = unlike.collect();
    assert_eq!(
        unlike.len(),
        encoding.formula.n_vars() as usize,
        "{name} {}",
        model.name
    );
    let mut text = Vec::new();
    text::write(&mut text, &names, &encoding.formula, &[]).unwrap();
    let text = String::from_utf8(text).unwrap();
    let lines = text
        .lines()
        .filter(|line| !line.is_empty())
        .map(String::from);
    let (heads, lines) = lines.partition(|line| line.starts_with("# "));
    let formula = &encoding.formula;
    let counts = [
        formula.clauses().len(),
        formula.exactly_ones().len(),
        formula.linear().len(),
    ];
    (heads, lines, counts)
}

/// Every constraint is a line, under one of the families of its model.
#[test]
fn every_constraint_is_a_line() {
    for name in [
        "rect4x3/free:0,0",
        "triangle4/pair:0,0:1,2",
        "rect3x3/dead-end:1,1",
        "rect3x3/survivor:0,0:2,0",
    ] {
        for model in ["A", "B", "C", "D", "E", "S"] {
            let problem = problem::named(name).unwrap();
            let states = model::by_name(model).unwrap();
            if states
                .encode(&problem, &Options::default(), &Watch::new())
                .is_err()
            {
                continue; // it does not state this goal
            }
            let (heads, lines, counts) = written(name, model);
            assert_eq!(lines.len(), counts.iter().sum::<usize>(), "{name} {model}");
            let unlike: HashSet<&String> = heads.iter().collect();
            assert_eq!(unlike.len(), heads.len(), "{heads:?}");
            assert!(
                !heads.contains(&"# more".to_string()),
                "{name} {model}: {heads:?}"
            );
        }
    }
}

/// Model C of three holes in a row, as the paper has it.
#[test]
fn a_strip_of_three_holes() {
    let (heads, lines, _) = written("rect3x1/pair:2,0:2,0", "C");
    assert_eq!(heads.len(), 5, "{heads:?}");
    let expected = "\
bState[0,0,1] = 1
bState[1,0,1] = 1
bState[2,0,1] = 0
bState[0,0,2] = 0
bState[1,0,2] = 0
bState[2,0,2] = 1
exactly one: moves[1] in {0,0-2,0, 2,0-0,0}
moves[1] = 2,0-0,0  →  bState[0,0,1] = 0
moves[1] = 2,0-0,0  →  bState[0,0,2] = 1
bState[0,0,1] = 0 and bState[0,0,2] = 1  →  moves[1] = 2,0-0,0
bState[1,0,2] = 1  →  bState[1,0,1] = 1
moves[1] = 0,0-2,0  →  bState[2,0,1] = 0
moves[1] = 0,0-2,0  →  bState[2,0,2] = 1
bState[2,0,1] = 0 and bState[2,0,2] = 1  →  moves[1] = 0,0-2,0
moves[1] = 0,0-2,0  →  bState[0,0,1] = 1
moves[1] = 0,0-2,0  →  bState[0,0,2] = 0
bState[0,0,1] = 1 and bState[0,0,2] = 0  →  moves[1] = 0,0-2,0
moves[1] = 0,0-2,0  →  bState[1,0,1] = 1
moves[1] = 0,0-2,0  →  bState[1,0,2] = 0
moves[1] = 2,0-0,0  →  bState[1,0,1] = 1
moves[1] = 2,0-0,0  →  bState[1,0,2] = 0
bState[1,0,1] = 1 and bState[1,0,2] = 0  →  moves[1] in {0,0-2,0, 2,0-0,0}
moves[1] = 2,0-0,0  →  bState[2,0,1] = 1
moves[1] = 2,0-0,0  →  bState[2,0,2] = 0
bState[2,0,1] = 1 and bState[2,0,2] = 0  →  moves[1] = 2,0-0,0";
    assert_eq!(lines.join("\n"), expected);
}
