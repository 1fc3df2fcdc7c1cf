//! Models that count sweeps, against exhaustive search.
pub mod certified;

use crate::common::{How, decide, goal, position, small_boards};
use pegsat::{
    board::Board,
    engine,
    exact::{self, Questions, Watch},
    model::{self, Model, Options},
    problem::{Goal, Problem, named},
    solution::{decode, n_sweeps},
    solver,
};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The fewest sweeps, if there is a solution.
fn fewest(problem: &Problem) -> Option<usize> {
    let watch = Watch::new().memory(u64::MAX);
    let questions = Questions {
        fewest_sweeps: true,
        ..Questions::default()
    };
    let outlook = exact::outlook(problem, questions, &watch).unwrap();
    outlook.fewest_sweeps.map(|(sweeps, _)| sweeps)
}

/// The ways to state 'at most so many sweeps' that this problem allows.
fn ways(problem: &Problem, most: usize) -> Vec<(&'static Model, Options)> {
    let options = |additions: &str, is_layer: bool| Options {
        layers: is_layer.then_some(most),
        sweeps: (!is_layer).then_some(most),
        ..Options::from(additions.parse::<model::Additions>().unwrap())
    };
    let mut ways = Vec::new();
    for additions in ["", "independence"] {
        ways.push(("C", options(additions, false)));
    }
    for additions in ["", "regions"] {
        ways.push(("S", options(additions, true)));
    }
    if problem.symmetries().len() > 1 {
        ways.push(("S", options("self,regions", true)));
    }
    let by_name = |(name, options)| (model::by_name(name).unwrap(), options);
    ways.into_iter().map(by_name).collect()
}

/// With these bounds the models must say what exhaustive search says.
fn agree(problem: &Problem) -> Option<usize> {
    agree_by(problem, &["C", "S"])
}

fn agree_by(problem: &Problem, models: &[&str]) -> Option<usize> {
    let fewest = fewest(problem);
    let jumps = problem.n_jumps().map_or(0, |jumps| *jumps.end());
    let bounds = match fewest {
        Some(0) => vec![0, 1],
        Some(fewest) => vec![fewest - 1, fewest, fewest + 1],
        None => vec![1, jumps],
    };
    for most in bounds {
        let ways = ways(problem, most).into_iter();
        for (model, options) in ways.filter(|(model, _)| models.contains(&model.name)) {
            let how = How {
                options: Options {
                    layers: options.layers.map(|layers| layers.min(jumps)),
                    ..options
                },
                ..How::plain(model)
            };
            assert_eq!(
                decide(problem, &how).unwrap(),
                fewest.is_some_and(|fewest| fewest <= most),
                "model {} with '{}', at most {most} sweeps:\n{}",
                model.name,
                how.options.additions,
                pegsat::problem::file::write(problem)
            );
        }
    }
    fewest
}

#[test]
fn fewest_sweeps_of_small_boards() {
    let mut found = [0; 8];
    for board in small_boards() {
        let n = board.n_holes();
        let mut random = fastrand::Rng::with_seed(n as u64);
        for round in 0..40 {
            let mask = match round < n {
                true => !(1 << round), // one vacancy: symmetric, and many jumps
                false => random.u64(..),
            };
            let start = position(n, mask & ((1 << n) - 1));
            let goal = goal([0, 1, 2, 5][round % 4], &board, &start, &mut random);
            let problem = Problem::new("sample", board.clone(), start, goal);
            if let Some(sweeps) = agree(&problem) {
                found[sweeps.min(7)] += 1;
            }
        }
    }
    // All kinds of lengths must be met.
    assert!(found[..5].iter().all(|&count| count > 10), "{found:?}");
}

/// Exhaustive search of all solutions of the triangle of 15 holes is quick, and
/// sweeps there close, branch and come back.
#[test]
fn fewest_sweeps_of_the_triangle() {
    for vacancy in ["0,0", "0,1", "1,2"] {
        let problem = named(&format!("triangle5/free:{vacancy}")).unwrap();
        assert!(agree_by(&problem, &["S"]).is_some());
    }
}

/// A ring of lines apart from the way of a sweep, but on its track, must not pass
/// for a part of it.
#[test]
fn a_sweep_is_connected() {
    let start = "start:\n. O . . . O O\nO . O . . . .\n. O . . . . .\n";
    let goal = "goal:\n. . . . O . .\n. . . . . . .\n. . . . . . .\n";
    let problem = pegsat::problem::file::parse("ring", &format!("{start}{goal}")).unwrap();
    assert_eq!(agree(&problem), None);
    // A peg of the ring can go round.
    let start = start.replacen(". O", "O O", 1);
    let goal = goal.replacen(". .", "O .", 1);
    let problem = pegsat::problem::file::parse("ring", &format!("{start}{goal}")).unwrap();
    assert_eq!(agree(&problem), Some(2));
}

/// What S finds is as many sweeps as it says, or fewer.
#[test]
fn sweeps_are_layers_of_s() {
    let problem = named("triangle5/free:0,0").unwrap();
    let fewest = fewest(&problem).unwrap();
    let s = model::by_name("S").unwrap();
    let options = Options {
        layers: Some(fewest),
        ..Options::default()
    };
    let (encoding, cnf) =
        engine::encode(&problem, s, &options, Default::default(), &Watch::new()).unwrap();
    let watch = Watch::new();
    let context = solver::Context::new(&watch);
    let varisat = solver::by_name("varisat").unwrap();
    let solver::Verdict::Satisfiable(assignment) = varisat.solve(&cnf, context).unwrap() else {
        panic!("no solution");
    };
    let board: &Board = problem.board();
    let jumps = decode::jumps(board, &encoding.meanings, &assignment);
    assert_eq!(n_sweeps(&board.leaps(&jumps)), fewest);
    let sizes = decode::step_sizes(board, &encoding.meanings, &assignment, fewest);
    assert!(sizes.iter().all(|&size| size > 0));
    assert_eq!(sizes.iter().sum::<usize>(), jumps.len());
}

/// Dead ends are goals of S as of the others; sweeps beyond the fewest jumps are
/// idle.
#[test]
fn dead_ends_by_sweeps() {
    let mut solved = AtomicUsize::new(0);
    for board in small_boards() {
        let n = board.n_holes();
        let start = position(n, !1 & ((1 << n) - 1));
        let goal = Goal::dead_end(start.n_pegs().saturating_sub(3));
        let problem = Problem::new("dead end", board, start, goal);
        if crate::common::truth(&problem) {
            solved.fetch_add(1, Ordering::Relaxed);
        }
        let how = How::plain(model::by_name("S").unwrap());
        assert_eq!(decide(&problem, &how), Some(crate::common::truth(&problem)));
    }
    assert!(*solved.get_mut() > 5);
}
