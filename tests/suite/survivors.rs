//! Several pegs that must survive: every way to an answer agrees with the plainest search.

use crate::{
    certificates::refute,
    common::{How, assert_engine, decide, in_parallel, long, oracle, position, several, truth},
};
use pegsat::{
    Ask, Cell, End,
    board::{self, Board, Hole, Lattice, Position},
    check, engine,
    exact::{self, Decision, Questions},
    model,
    problem::{Goal, Problem, Survivor, class, file},
    solution::checker,
    watch::Watch,
};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The solutions, counted jump by jump.
fn count(problem: &Problem, position: &Position, holes: &[Hole]) -> u64 {
    let wanted = problem.goal().survivors().iter().zip(holes);
    let are_there = || {
        let mut ends = wanted.clone();
        ends.all(|(survivor, &hole)| survivor.at.is_none_or(|at| at == hole))
    };
    if position.n_pegs() == holes.len() {
        return u64::from(are_there());
    }
    let jumps = problem.board().jumps().iter();
    let jumps = jumps.filter(|jump| position.allows(jump) && !holes.contains(&jump.over));
    let after = jumps.map(|jump| {
        let moved = |&hole: &Hole| if hole == jump.from { jump.to } else { hole };
        let holes: Vec<Hole> = holes.iter().map(moved).collect();
        count(problem, &position.after(jump), &holes)
    });
    after.sum()
}

fn small_board(random: &mut fastrand::Rng) -> Board {
    let names = [
        "rect3x3",
        "rect4x2",
        "triangle3",
        "rect7x1",
        "rect3x2",
        "cycle7",
    ];
    match random.usize(0..=names.len()) {
        0 => {
            let cells: Vec<Cell> = (0..8).map(|hole| (hole % 4, hole / 4)).collect();
            let line = |_| {
                let holes = random.choose_multiple(0..8, 3);
                [holes[0], holes[1], holes[2]].map(|hole| cells[hole])
            };
            let lines: Vec<_> = (0..9).map(line).collect();
            Board::with_lines(Lattice::Square, cells.iter().copied(), lines).unwrap()
        }
        number => board::named(names[number - 1]).unwrap(),
    }
}

fn all_ways_agree(problem: &Problem) -> bool {
    let text = file::write(problem);
    assert_eq!(
        file::parse("", &text).unwrap().goal(),
        problem.goal(),
        "{text}"
    );
    let expected = truth(problem);
    assert_engine(problem, expected);
    let watch = Watch::new();
    for model in ["C", "E"] {
        let model = model::by_name(model).unwrap();
        assert_eq!(
            decide(problem, &How::plain(model)),
            Some(expected),
            "{text}"
        );
    }
    match exact::decide(problem, 1 << 30, 1000, None, &watch).unwrap() {
        Decision::Solved(jumps) => checker::check_numbers(problem, &jumps).unwrap(),
        Decision::Unsolvable(list) => assert!(list.is_none() && !expected, "{text}"),
    }
    assert!(!expected || class::allows(problem), "{text}");
    let holes: Vec<Hole> = problem
        .goal()
        .survivors()
        .iter()
        .map(|one| one.peg)
        .collect();
    let number = count(problem, problem.start(), &holes);
    let questions = Questions {
        count: true,
        fewest_sweeps: true,
        ..Questions::default()
    };
    let found = exact::outlook(problem, questions, &watch).unwrap();
    assert_eq!(found.count, Some(number.into()), "{text}");
    if let Some((_, jumps)) = found.fewest_sweeps {
        checker::check_numbers(problem, &jumps).unwrap();
    }
    if let Some(first) = oracle::search(problem) {
        let mut listed = Vec::new();
        let told = exact::solutions(problem, &first, None, None, &watch, &mut |jumps| {
            listed.push(jumps.to_vec());
            listed.len() < 1000
        });
        for jumps in &listed {
            checker::check_numbers(problem, jumps).unwrap();
        }
        assert!(!told.is_whole || listed.len() as u64 == number, "{text}");
    }
    if class::allows(problem) && problem.n_jumps().is_some() {
        let refuted = refute(problem);
        assert_eq!(refuted.is_none(), expected, "{text}");
        if let Some((certificate, proof)) = refuted {
            let beside = |_: &str| Ok(check::opened(proof.clone()));
            check::verify(&certificate.text(), &beside, &|| true).unwrap();
        }
    }
    expected
}

#[test]
fn several_pegs_that_must_survive_agree_with_the_plain_way() {
    let numbers: Vec<u64> = (0..if long() { 6000 } else { 1200 }).collect();
    let (solved, asked) = (AtomicUsize::new(0), AtomicUsize::new(0));
    in_parallel(&numbers, |&number| {
        let mut random = fastrand::Rng::with_seed(number);
        let board = small_board(&mut random);
        let start = match number % 2 {
            0 => board.vacancy(random.usize(0..board.n_holes())),
            _ => position(board.n_holes(), random.u64(..)),
        };
        let Some(mut goal) = several(&board, &start, &mut random) else {
            return;
        };
        if number % 3 > 0 {
            // Where some game leads.
            let survivors = goal.survivors();
            let mut at: Vec<Hole> = survivors.iter().map(|survivor| survivor.peg).collect();
            let mut here = start.clone();
            while here.n_pegs() > at.len() {
                let jumps = board.jumps().iter();
                let jumps = jumps.filter(|jump| here.allows(jump) && !at.contains(&jump.over));
                let Some(jump) = random.choice(jumps.collect::<Vec<_>>()) else {
                    break;
                };
                let moved = at.iter_mut().filter(|hole| **hole == jump.from);
                moved.for_each(|hole| *hole = jump.to);
                here = here.after(jump);
            }
            let ends = survivors.iter().zip(at).map(|(survivor, at)| Survivor {
                peg: survivor.peg,
                at: survivor.at.map(|_| at),
            });
            goal = Goal::all_surviving(board.n_holes(), ends.collect());
        }
        asked.fetch_add(1, Ordering::Relaxed);
        let is_solved = all_ways_agree(&Problem::new("several", board, start, goal));
        solved.fetch_add(usize::from(is_solved), Ordering::Relaxed);
    });
    let (solved, asked) = (solved.into_inner(), asked.into_inner());
    assert!(
        solved > asked / 10 && solved < asked * 9 / 10,
        "{solved} {asked}"
    );
}

/// J. Beasley's exchange (*Five new solitaire problems*): on the French board vacate the middle, let
/// the pegs of a4 and g4 change places, and clear the rest. Any solution has 34 jumps; his has 24
/// printed, after which twelve pegs are left 'and the rest is easy'.
#[test]
fn two_pegs_change_places() {
    let text = "start:\n    O O O\n  O O O O O\nO O O O O O O\nO O O . O O O\nO O O O O O O\n  \
                O O O O O\n    O O O\ngoal:\nsurvivor 0,3 at 6,3\nsurvivor 6,3 at 0,3\n";
    let problem = file::parse("exchange", text).unwrap();
    let one_line = text
        .replace("goal:\nsurvivor", "goal: survivor")
        .replace("6,3\ns", "6,3 s");
    assert_eq!(file::parse("", &one_line).unwrap().goal(), problem.goal());
    let answer = engine::solve(&problem, &Ask::default(), &Watch::new()).unwrap();
    let End::Solved { jumps, .. } = answer.end else {
        panic!("{:?}", answer.end);
    };
    assert_eq!(jumps.len(), 34);
    let published = "d2-d4, b2-d2, d1-d3, f2-d2, c4-c2, e3-c3, c2-c4, a3-c3, c4-c2, c1-c3, g3-e3, \
                     e4-e2, e1-e3, c6-c4, a5-c5, c4-c6, c7-c5, d5-b5, e6-e4, g5-e5, e4-e6, e7-e5, \
                     d7-d5-f5";
    let leaps = pegsat::solution::text::parse(published).unwrap().leaps;
    assert_eq!(leaps.len(), 24);
    let mut here = problem;
    for leap in &leaps {
        let jump = here.board().jump_of(leap).unwrap();
        here = here.after(jump).unwrap();
    }
    assert_eq!(here.start().n_pegs(), 12);
    let answer = engine::solve(&here, &Ask::default(), &Watch::new()).unwrap();
    assert!(matches!(answer.end, End::Solved { .. }), "{:?}", answer.end);
}

/// Of positions alone they are where they are to end; of pegs they are not.
#[test]
fn pegs_that_would_change_places_are_not_there_yet() {
    let solved = |goal: &str| {
        let text = format!("start:\nO . O\ngoal: {goal}\n");
        file::parse("", &text).unwrap().is_solved()
    };
    assert!(!solved("survivor 0,0 at 2,0 survivor 2,0 at 0,0"));
    assert!(solved("survivor 0,0 at 0,0 survivor 2,0 at 2,0"));
    assert!(solved("survivor 0,0 survivor 2,0") && !solved("survivor 0,0"));
}
