//! Large boards window by window.

use crate::common::playout;
use pegsat::{
    Answer, Ask, End, Watch,
    board::{Board, JumpNumber, Lattice},
    engine::{Approach, Reason},
    problem::{Goal, Problem, class, named},
    solution::checker,
    watch::Progress,
};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

fn by_windows(problem: &Problem, settings: Ask) -> Answer {
    let settings = settings.approach(Approach::Windows);
    pegsat::solve(problem, &settings, &Watch::new()).unwrap()
}

/// The jumps of the solution, which was replayed once more.
fn solved(problem: &Problem, answer: Answer) -> Vec<JumpNumber> {
    assert_eq!(
        answer.road.as_deref(),
        Some("windows"),
        "{}",
        problem.name()
    );
    match answer.end {
        End::Solved {
            jumps, layer_sizes, ..
        } => {
            checker::check_numbers(problem, &jumps).unwrap();
            // A size for each window.
            let sizes = layer_sizes.unwrap();
            assert_eq!(sizes.iter().sum::<usize>(), jumps.len());
            jumps
        }
        end => panic!("{}: {end:?}", problem.name()),
    }
}

#[test]
fn the_same_answer_every_time_and_another_by_another_seed() {
    let problem = named("square21/pair:10,10:10,10").unwrap();
    let first = solved(&problem, by_windows(&problem, Ask::default()));
    let again = solved(&problem, by_windows(&problem, Ask::default()));
    assert_eq!(first, again);
    let settings = Ask::default().seed(1);
    assert_ne!(solved(&problem, by_windows(&problem, settings)), first);
}

/// Shapes on both lattices, with goals of each kind.
#[test]
fn boards_of_any_shape_are_cleared() {
    let within = |wanted: &dyn Fn(i32, i32) -> bool| {
        let cells = (-20..=20).flat_map(|x| (-20..=20).map(move |y| (x, y)));
        cells.filter(|&(x, y)| wanted(x, y)).collect::<Vec<_>>()
    };
    let disc = within(&|x, y| x * x + y * y <= 100);
    let hexagon = within(&|x, y| x.abs().max(y.abs()).max((x - y).abs()) < 9);
    let mut random = fastrand::Rng::with_seed(17);
    for (lattice, cells) in [(Lattice::Square, disc), (Lattice::Triangular, hexagon)] {
        let board = Board::new(lattice, cells).unwrap();
        let n = board.n_holes();
        let frees = (n / 2..n).map(|vacancy| {
            let start = board.vacancy(vacancy);
            Problem::new("free", board.clone(), start, Goal::anywhere(1))
        });
        let free = frees.into_iter().find(class::allows).unwrap();
        if lattice == Lattice::Triangular {
            // A start that is not full.
            let start = playout(&board, free.start(), 20, &mut random);
            let later = Problem::new("later", board, start, Goal::anywhere(1));
            solved(&later, by_windows(&later, Ask::default()));
            continue;
        }
        let jumps = solved(&free, by_windows(&free, Ask::default()));
        // A picture of a few pegs.
        let before = jumps[..jumps.len() - 6].iter();
        let end = before.fold(free.start().clone(), |position, &jump| {
            position.after(board.jump(jump))
        });
        let picture = free.with_goal(Goal::exactly(&end));
        solved(&picture, by_windows(&picture, Ask::default()));
    }
}

#[test]
fn large_boards_go_there_by_themselves_and_impossible_ones_are_said_at_once() {
    let problem = named("square30/pair:14,14:14,14").unwrap();
    let answer = pegsat::solve(&problem, &Ask::default(), &Watch::new()).unwrap();
    solved(&problem, answer);
    let problem = named("square200/pair:0,0:1,1").unwrap();
    let answer = pegsat::solve(&problem, &Ask::default(), &Watch::new()).unwrap();
    assert!(matches!(answer.end, End::Unsolvable { .. }));
}

#[test]
fn an_interrupt_says_how_far_it_came() {
    let problem = named("square100/pair:49,48:50,48").unwrap();
    // Ended as soon as some pegs are gone, however fast the machine is.
    let flag: Arc<AtomicBool> = Arc::default();
    let end = flag.clone();
    let watch = Watch::new().interrupted_by(flag).telling(move |told| {
        if matches!(told, Progress::Cleared { .. }) {
            end.store(true, Ordering::Relaxed);
        }
    });
    let answer = pegsat::solve(&problem, &Ask::default(), &watch).unwrap();
    assert_eq!(answer.end, End::Unknown(Reason::Interrupted));
    let message = answer.message.unwrap();
    assert!(
        message.ends_with("of 9999 pegs are still on the board"),
        "{message}"
    );
}

/// Goals that windows are not for.
#[test]
fn other_goals_are_left_to_other_roads() {
    for name in ["square15/dead-end:7,7", "square15/survivor:7,7:7,6"] {
        let problem = named(name).unwrap();
        let answer = by_windows(&problem, Ask::default());
        assert!(matches!(answer.end, End::Unknown(_)), "{name}");
    }
}

/// Strips, whose far ends are a long way from the first hole.
#[test]
fn strips_are_cleared() {
    let problem = named("rect4x60/free:0,30").unwrap();
    solved(&problem, by_windows(&problem, Ask::default()));
}

/// Several vacancies, and several pegs at the end.
#[test]
fn several_holes_may_be_empty_and_several_pegs_left() {
    let board = named("square15/free:7,7").unwrap().board().clone();
    let mut start = board.vacancy(112);
    for hole in [0, 3, 48, 201] {
        start.remove(hole);
    }
    for pegs in [2, 100] {
        let problem = Problem::new(
            "vacancies",
            board.clone(),
            start.clone(),
            Goal::anywhere(pegs),
        );
        solved(&problem, by_windows(&problem, Ask::default()));
    }
}

/// Goals with pegs all over the board are left to formulas.
#[test]
fn patterns_all_over_a_large_board_are_found() {
    let full = named("square18/free:9,9").unwrap();
    let mut random = fastrand::Rng::with_seed(18);
    let end = playout(full.board(), full.start(), 60, &mut random);
    let pattern = full.with_goal(Goal::exactly(&end));
    let answer = pegsat::solve(&pattern, &Ask::default(), &Watch::new()).unwrap();
    assert_eq!(answer.road.as_deref(), Some("formula"));
    assert!(matches!(answer.end, End::Solved { .. }));
}
