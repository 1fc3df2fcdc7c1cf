//! What must not change by accident: formulas, certificates, searches, pictures, answers.
//!
//! A line in a file beside this one says what was asked, in how many ways, and a digest of all that
//! came of it; where a line is not as it was, all that came of it now is shown. **They only hold
//! still**: that models, certificates and searches are right is for other tests. A change of a line
//! is a change of every measurement, so it must be meant;
//! `PEGSAT_BLESS=1` writes the files again.

mod certificates;
mod formulas;
mod searches;

use crate::common::{self, in_parallel, oracle};
use pegsat::{
    Ask,
    board::{self, JumpNumber, Position, picture::Mark},
    certificate::{self, Besides, Trees},
    check::digest,
    engine,
    exact::{self, Distinct, Questions},
    formula::AtMostOne,
    model::{
        self, Additions, MODELS, Model, Options, Step, ValueOrder,
        additions::{self, first_moves},
        order::{ORDERS, best_first},
        value_order::Ranking,
    },
    printed::Printed,
    problem::{self, Goal, Problem, file},
    solution::{decode, frames, picture, svg},
    watch::{Stop, Watch},
};
use std::{fmt::Debug, fs, path::Path, sync::Mutex};

/// What was asked, and what came of it.
type Group = (String, Vec<String>);

/// Compares the groups with those of the file, or writes them there: a line each.
fn hold_still(name: &str, groups: &[Group]) {
    let line = |(asked, came): &Group| format!("{asked} {} {}", came.len(), short(came.join("\n")));
    let lines: Vec<String> = groups.iter().map(line).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/suite/still/{name}.txt"));
    if std::env::var_os("PEGSAT_BLESS").is_some() {
        fs::write(&path, lines.join("\n") + "\n").unwrap();
        return;
    }
    let known = fs::read_to_string(&path).unwrap();
    for ((line, known), (_, came)) in lines.iter().zip(known.lines()).zip(groups) {
        assert_eq!(line, known, "PEGSAT_BLESS=1 if this is meant: {came:#?}");
    }
    assert_eq!(lines.len(), known.lines().count(), "{name}");
}

/// The first characters of a digest: enough to see a change.
fn short(text: impl AsRef<[u8]>) -> String {
    digest(text.as_ref())[..12].to_string()
}

fn shown(value: &impl Debug) -> String {
    short(format!("{value:?}"))
}

/// The groups of all problems, in order, made on every core.
fn groups_of(problems: &[Problem], groups: impl Fn(&Problem) -> Vec<Group> + Sync) -> Vec<Group> {
    let all = Mutex::new(vec![Vec::new(); problems.len()]);
    let numbered: Vec<(usize, &Problem)> = problems.iter().enumerate().collect();
    in_parallel(&numbered, |&(number, problem)| {
        let made = groups(problem);
        all.lock().unwrap()[number] = made;
    });
    all.into_inner().unwrap().concat()
}

/// Does so with the lines of each problem.
fn each_holds_still(
    name: &str,
    problems: &[Problem],
    lines: impl Fn(&Problem) -> Vec<String> + Sync,
) {
    let group = |problem: &Problem| vec![(problem.name().into(), lines(problem))];
    hold_still(name, &groups_of(problems, group));
}

fn drawn(name: &str, text: &str) -> Problem {
    file::parse(name, text).unwrap()
}

/// A problem of each kind: lattices, goals, survivors, dead ends, larger boards.
fn kinds() -> Vec<Problem> {
    let mut problems: Vec<Problem> = [
        "triangle4/free:0,1",
        "triangle5/reversal:0,0",
        "rect3x4/pair:0,0:0,0",
        "square5/pair:2,2:2,2",
        "pattern:3",
        "dead-end:3,3:4",
    ]
    .map(|name| problem::named(name).unwrap())
    .into();
    problems.extend([
        drawn(
            "diagonal",
            "lattice: diagonal\nstart:\nO O O\nO . O\nO O O\ngoal:\n. . .\n? O .\n. . ?\n",
        ),
        drawn(
            "pegs",
            "lattice: triangular\nstart:\n O O O\nO O . O\n O O O\ngoal: pegs 2\n",
        ),
        drawn("row", "start:\nO O . O O . O\ngoal: pegs 1\n"),
        drawn(
            "plus",
            "start:\n  O\n  O O\nO . O O\n  O O\ngoal:\n  .\n  . ?\n. O . .\n  ? .\n",
        ),
    ]);
    let board = board::named("square4").unwrap();
    for (vacancy, peg, at) in [(5, 0, Some(5)), (1, 2, None)] {
        let goal = Goal::surviving(board.n_holes(), peg, at);
        let start = board.vacancy(vacancy);
        problems.push(Problem::new("survivor", board.clone(), start, goal));
    }
    problems
}

/// Small problems by chance, of all lattices and goals.
fn by_chance(number: u64, most_holes: usize) -> Vec<Problem> {
    let boards = common::small_boards();
    let boards: Vec<_> = boards
        .iter()
        .filter(|board| board.n_holes() <= most_holes)
        .collect();
    (0..number)
        .map(|seed| {
            let mut random = fastrand::Rng::with_seed(seed);
            let board = random.choice(&boards).unwrap();
            let mut start = common::position(board.n_holes(), random.u64(..) | random.u64(..));
            if random.u8(..) < 80 {
                start = board.vacancy(random.usize(0..board.n_holes()));
            }
            let goal = common::goal(seed as usize, board, &start, &mut random);
            Problem::new(format!("chance-{seed}"), (*board).clone(), start, goal)
        })
        .collect()
}

fn outcome<T>(found: Result<T, Stop>, line: impl Fn(T) -> String) -> String {
    match found {
        Ok(found) => line(found),
        Err(stop) => format!("{stop}"),
    }
}

#[test]
fn pictures_and_value_orders_hold_still() {
    let problems: Vec<Problem> = kinds().into_iter().chain(by_chance(12, 12)).collect();
    each_holds_still("pictures", &problems, |problem| {
        let mut lines = vec![format!(
            "{} {} {}",
            short(picture::problem(problem, 80)),
            short(picture::problem(problem, 11)),
            short(svg::problem(problem))
        )];
        for order in ValueOrder::ALL {
            let ranking = Ranking::new(problem, order.0, &Watch::new());
            let mut random = fastrand::Rng::with_seed(1);
            let mut ranks: Vec<i64> = Vec::new();
            for most in [0, 0, 1, 2, 3, 5, 8, 12] {
                let (board, start) = (problem.board(), problem.start());
                let position = common::playout(board, start, most, &mut random);
                let jumps = board.numbered_jumps();
                let jumps = jumps.filter(|(_, jump)| position.allows(jump));
                if let Ok(ranking) = &ranking {
                    ranks.extend(jumps.map(|(number, _)| ranking.of(&position, number)));
                }
            }
            lines.push(format!("{} {}", order.1, shown(&ranks)));
        }
        let is_small = problem.board().n_holes() <= 16;
        let Some(jumps) = is_small.then(|| oracle::search(problem)).flatten() else {
            return lines;
        };
        let sizes = frames::disjoint_layers(problem, &jumps);
        for frames in [
            frames::by_jump(problem, &jumps),
            frames::by_layer(problem, &jumps, &sizes),
        ] {
            lines.push(format!(
                "{} {} {} {} {}",
                frames.len(),
                shown(&frames),
                short(picture::solution(problem, &frames, 60)),
                short(svg::solution(problem, &frames)),
                short(svg::animation(problem, &frames, 0.7))
            ));
        }
        let trails = (0..problem.board().n_holes())
            .map(|hole| decode::trail(problem.board(), jumps.clone(), hole));
        lines.push(format!("trails {}", shown(&trails.collect::<Vec<_>>())));
        lines
    });
}

/// With one job, nothing depends on the clock.
#[test]
fn answers_hold_still() {
    let names = [
        "central",
        "central-free",
        "pattern:3",
        "reversal:3,1",
        "french/free:3,2",
        "triangle6/free:0,0",
        "diamond/free:4,4",
        "square6/pair:2,2:2,2",
    ];
    let named = names.map(|name| problem::named(name).unwrap());
    let problems: Vec<Problem> = named
        .into_iter()
        .chain(kinds())
        .chain(by_chance(52, 12))
        .collect();
    each_holds_still("answers", &problems, |problem| {
        let answer = pegsat::solve(problem, &Ask::default(), &Watch::new()).unwrap();
        let printed = serde_json::to_value(Printed::of(problem, &answer)).unwrap();
        let mut printed = printed.as_object().unwrap().clone();
        printed.retain(|key, _| key != "seconds" && key != "peak_memory_bytes");
        let text = serde_json::to_string(&printed).unwrap();
        vec![text]
    });
}
