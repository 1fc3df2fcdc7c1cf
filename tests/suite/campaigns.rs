//! Seeded campaigns of damage: what is altered is refused, or still says something
//! true. (Certificates have theirs in `certificates/`, the program that
//! is killed again and again in `compare.rs`.) `PEGSAT_LONG=1` makes them ten times
//! as long.

use crate::common::{long, small_boards};
use pegsat::board::JumpNumber;
use pegsat::{
    Ask, Watch,
    engine::{self, End},
    formula::AtMostOne,
    model::{self, Options},
    problem::{self, Goal, Problem},
    solution::{checker, decode, text},
    solver::{self, Context, Verdict, output},
};

fn count(short: usize) -> usize {
    if long() { 10 * short } else { short }
}

/// A few problems that can be solved, with their solutions.
fn solved() -> Vec<(Problem, Vec<JumpNumber>)> {
    let names = ["ipc2008:p05", "triangle5/free:0,0", "central", "pattern:3"];
    let problems = names.map(|name| problem::named(name).unwrap());
    let solve = |problem: Problem| {
        let answer = pegsat::solve(&problem, &Ask::default(), &Watch::new()).unwrap();
        match answer.end {
            End::Solved { jumps, .. } => (problem, jumps),
            end => panic!("{}: {end:?}", problem.name()),
        }
    };
    problems.into_iter().map(solve).collect()
}

/// The rules once more, in a few lines: whether these jumps solve the problem.
fn replays(problem: &Problem, leaps: &[checker::Leap]) -> bool {
    let board = problem.board();
    let mut pegs: std::collections::HashSet<(i32, i32)> = problem
        .start()
        .pegs()
        .map(|hole| board.cell(hole))
        .collect();
    let holes: std::collections::HashSet<(i32, i32)> = board.cells().iter().copied().collect();
    let lattice = board.drawn_on().to_string();
    for &checker::Leap { from, to, .. } in leaps {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let straight = matches!((dx.abs(), dy.abs()), (2, 0) | (0, 2));
        let diagonal = match lattice.as_str() {
            "square" => false,
            "triangular" => dx == dy && dx.abs() == 2,
            _ => (dx.abs(), dy.abs()) == (2, 2),
        };
        let over = (from.0 + dx / 2, from.1 + dy / 2);
        let fits = (straight || diagonal) && holes.contains(&to) && !pegs.contains(&to);
        if !fits || !pegs.remove(&from) || !pegs.remove(&over) {
            return false;
        }
        pegs.insert(to);
    }
    match problem.goal().pegs_anywhere() {
        Some(number) => pegs.len() == number,
        None => (0..board.n_holes()).all(|hole| {
            let fixed = problem.goal().fixed(hole);
            fixed.is_none_or(|peg| peg == pegs.contains(&board.cell(hole)))
        }),
    }
}

/// Removes, repeats, swaps or replaces a word.
fn damaged(words: &mut Vec<String>, random: &mut fastrand::Rng) {
    let place = random.usize(0..words.len());
    let other = random.usize(0..words.len());
    match random.usize(0..5) {
        0 => drop(words.remove(place)),
        1 => words.insert(other, words[place].clone()),
        2 => words.swap(place, other),
        3 => words[place] = words[other].clone(),
        _ => {
            let mut letters: Vec<char> = words[place].chars().collect();
            if let Some(letter) = random.choice(0..letters.len()) {
                letters[letter] = random.choice(*b"0123456789-,").unwrap().into();
            }
            words[place] = letters.into_iter().collect();
        }
    }
}

#[test]
fn altered_solutions_are_replayed_before_they_are_believed() {
    let mut random = fastrand::Rng::with_seed(14);
    let problems = solved();
    let (mut refused, mut true_ones) = (0, 0);
    for round in 0..count(4000) {
        let (problem, jumps) = &problems[round % problems.len()];
        let words = jumps.iter().map(|&jump| problem.board().jump_text(jump));
        let mut words: Vec<String> = words.collect();
        for _ in 0..random.usize(1..3) {
            damaged(&mut words, &mut random);
        }
        let Ok(parsed) = text::parse(&words.join(" ")) else {
            refused += 1;
            continue;
        };
        let accepted = checker::check(problem, &parsed.leaps).is_ok();
        assert_eq!(accepted, replays(problem, &parsed.leaps), "{words:?}");
        match accepted {
            true => true_ones += 1,
            false => refused += 1,
        }
    }
    assert!(refused > 1000 && true_ones > 20, "{refused} {true_ones}");
}

#[test]
fn altered_outputs_of_solvers_are_tested_before_they_are_believed() {
    let mut random = fastrand::Rng::with_seed(15);
    let problem = problem::named("ipc2008:p05").unwrap();
    let model = model::by_name("C").unwrap();
    let (encoding, cnf) = engine::encode(
        &problem,
        model,
        &Options::default(),
        AtMostOne::default(),
        &Watch::new(),
    )
    .unwrap();
    let backend = solver::by_name("varisat").unwrap();
    let watch = Watch::new();
    let Verdict::Satisfiable(model) = backend.solve(&cnf, Context::new(&watch)).unwrap() else {
        panic!("it can be solved");
    };
    let mut lines = vec!["s SATISFIABLE".to_string()];
    let literal = |(index, value): (usize, &bool)| match value {
        true => format!("{}", index + 1),
        false => format!("-{}", index + 1),
    };
    let literals: Vec<String> = model.iter().enumerate().map(literal).collect();
    lines.extend(
        literals
            .chunks(10)
            .map(|some| format!("v {}", some.join(" "))),
    );
    lines.push("v 0".into());
    let (mut refused, mut accepted) = (0, 0);
    for _ in 0..count(2000) {
        let text = lines.join("\n");
        let mut words: Vec<String> = text.split(' ').map(String::from).collect();
        for _ in 0..random.usize(1..4) {
            damaged(&mut words, &mut random);
        }
        let assignment = match output::parse(&mut words.join(" ").as_bytes(), cnf.n_vars) {
            Ok(Verdict::Satisfiable(assignment)) => assignment,
            Ok(Verdict::Unsatisfiable) => panic!("nobody said that: {words:?}"),
            _ => {
                refused += 1;
                continue;
            }
        };
        let jumps = decode::jumps(problem.board(), &encoding.meanings, &assignment);
        let leap = |&number: &JumpNumber| {
            let jump = problem.board().jump(number);
            (
                problem.board().cell(jump.from),
                problem.board().cell(jump.to),
            )
                .into()
        };
        let leaps: Vec<_> = jumps.iter().map(leap).collect();
        let is_right = checker::check_numbers(&problem, &jumps).is_ok();
        assert_eq!(is_right, replays(&problem, &leaps));
        match is_right {
            true => accepted += 1,
            false => refused += 1,
        }
    }
    assert!(refused > 100 && accepted > 100, "{refused} {accepted}");
}

/// The position class against one worked out in another way: by exhaustive sums of
/// jumps on small boards.
#[test]
fn position_classes_are_sums_of_jumps() {
    for board in small_boards()
        .into_iter()
        .filter(|board| board.n_holes() <= 9)
    {
        let jumps = board.jumps().iter();
        let sums = jumps.map(|jump| jump.holes().iter().map(|&hole| 1u32 << hole).sum::<u32>());
        let mut class = vec![false; 1 << board.n_holes()];
        class[0] = true;
        for sum in sums.collect::<Vec<_>>() {
            let others: Vec<usize> = (0..class.len()).filter(|&mask| class[mask]).collect();
            others
                .into_iter()
                .for_each(|mask| class[mask ^ sum as usize] = true);
        }
        for start in 0..class.len() {
            let position = crate::common::position(board.n_holes(), start as u64);
            let problem = Problem::new("class", board.clone(), position, Goal::anywhere(1));
            let finishes = problem::class::finishes(&problem);
            for (hole, &allowed) in finishes.iter().enumerate() {
                assert_eq!(allowed, class[start ^ (1 << hole)], "{start:b} {hole}");
            }
            let sets = problem::class::separating_sets(&problem);
            let odd =
                |set: &Vec<usize>| set.iter().filter(|&&hole| start >> hole & 1 == 1).count() % 2;
            for (hole, &allowed) in finishes.iter().enumerate() {
                let apart = |set: &Vec<usize>| odd(set) != usize::from(set.contains(&hole));
                assert_eq!(sets.iter().any(apart), !allowed);
            }
        }
    }
}
