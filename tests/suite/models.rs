//! The suite that every model passes: it agrees with exhaustive search on what
//! can be solved, and every solution that it decodes replays.

use crate::common::{How, decide, goal, in_parallel, long, playout, position, small_boards, truth};
use pegsat::{
    board::{self, Board, Position},
    engine,
    formula::AtMostOne,
    model::{
        Additions, MODELS, Options, Step,
        additions::{ADDITIONS, CLASS, EARLY, INDEPENDENCE, REGIONS, SELF_SYMMETRY},
        order::ORDERS,
    },
    problem::{self, Goal, Problem, file},
    solver::SOLVERS,
};
use proptest::{prelude::*, test_runner::TestRunner};
use std::{
    cell::RefCell,
    collections::BTreeSet,
    sync::atomic::{AtomicUsize, Ordering},
};

/// Every model must say of the problem what exhaustive search says. Problems of
/// more than `plain` pegs are stated with independence, those with layers with
/// its like.
fn all_models_agree(problem: &Problem, plain: usize) -> bool {
    let expected = truth(problem);
    for model in MODELS {
        let mut how = How::plain(model);
        let pegs = problem.start().n_pegs();
        let takes_class = model.additions().contains(&CLASS.word);
        let additions = Additions::default().with_if(takes_class && pegs.is_multiple_of(2), &CLASS);
        how.options.additions = match model.step {
            Step::Jump => additions.with_if(pegs > plain, &INDEPENDENCE),
            // It has nothing against sweeps in every order.
            Step::Sweep if pegs > plain => continue,
            Step::Sweep => additions.with_if(!pegs.is_multiple_of(3), &REGIONS),
            Step::Layer | Step::Pass => {
                // The orders in turn, as chance has it.
                let sum: usize = problem.start().pegs().sum();
                how.options.order = ORDERS[sum % ORDERS.len()].0;
                additions.with_if(pegs + 3 > plain, &EARLY)
            }
        };
        let found = decide(problem, &how);
        if model.name == "B" && problem.goal().stuck_with().is_some() {
            assert_eq!(found, None, "B has no state to see a dead end in");
            continue;
        }
        if problem.goal().has_survivors() && !["C", "E"].contains(&model.name) {
            assert_eq!(found, None, "{} does not follow a peg", model.name);
            continue;
        }
        let found = found.unwrap();
        assert_eq!(
            found,
            expected,
            "model {}:\n{}",
            model.name,
            file::write(problem)
        );
    }
    expected
}

/// Whether no symmetry of the board makes it a smaller number.
fn is_least(board: &Board, mask: u64) -> bool {
    let image = |symmetry: &[usize]| -> u64 {
        let holes = symmetry.iter().enumerate();
        holes.map(|(hole, &to)| (mask >> hole & 1) << to).sum()
    };
    board
        .symmetries()
        .iter()
        .all(|symmetry| image(symmetry) >= mask)
}

#[test]
fn small_boards_every_start() {
    let boards = small_boards();
    assert!(boards.len() >= 30 && boards.iter().all(|board| board.n_holes() <= 12));
    let all = boards
        .iter()
        .flat_map(|board| (0..1u64 << board.n_holes()).map(move |mask| (board, mask)));
    // A sixteenth of those that stand for their images, and some of the others.
    let starts: Vec<(&Board, u64)> = all
        .filter(|&(board, mask)| {
            let is_drawn = mask * 7 / 3 % 16 == 0 && is_least(board, mask);
            long() || mask % 64 == 7 || is_drawn
        })
        .collect();
    let (solved, unsolvable) = (AtomicUsize::new(0), AtomicUsize::new(0));
    in_parallel(&starts, |&(board, mask)| {
        let start = position(board.n_holes(), mask);
        let mut random = fastrand::Rng::with_seed(mask);
        // One peg anywhere for every start, and two of the other kinds of goals in turn.
        for kind in [0, 1 + mask as usize % 8, 1 + (mask / 8) as usize % 8] {
            if kind > 0 && !long() && mask % 3 != 0 {
                continue;
            }
            let goal = goal(kind, board, &start, &mut random);
            let problem = Problem::new("sample", board.clone(), start.clone(), goal);
            let count = if all_models_agree(&problem, 12) {
                &solved
            } else {
                &unsolvable
            };
            count.fetch_add(1, Ordering::Relaxed);
        }
    });
    // Both verdicts must be met, and often.
    let (solved, unsolvable) = (solved.into_inner(), unsolvable.into_inner());
    assert!(
        solved > 250 && unsolvable > 250,
        "{solved} solved, {unsolvable} not"
    );
}

/// Positions of the English board with up to 14 pegs (12 in the short form): half of them jumped
/// backwards from one peg, so that they can be solved, half by chance.
fn english_samples(count: usize) -> Vec<(Position, usize)> {
    let board = board::named("english").unwrap();
    let mut random = fastrand::Rng::with_seed(2006);
    (0..count)
        .map(|index| {
            let finish = random.usize(0..board.n_holes());
            let pegs = random.usize(2..=if long() { 14 } else { 12 });
            let mut position = Position::of(board.n_holes(), [finish]);
            while position.n_pegs() < pegs {
                let back: Vec<_> = board
                    .jumps()
                    .iter()
                    .filter(|jump| {
                        let holes = [jump.from, jump.over, jump.to];
                        holes.map(|hole| position.has_peg(hole)) == [false, false, true]
                    })
                    .collect();
                let Some(jump) = random.choice(back) else {
                    break;
                };
                position.put(jump.from);
                position.put(jump.over);
                position.remove(jump.to);
            }
            // A peg moved by chance mostly spoils it, but not always.
            if index % 2 == 1
                && let Some(hole) = random.choice(position.pegs().collect::<Vec<_>>())
            {
                position.remove(hole);
                position.put(random.usize(0..board.n_holes()));
            }
            (position, finish)
        })
        .collect()
}

/// The models agree on these positions, for the given finish and for any.
fn agree_on_english_samples(plain: usize) {
    let board = board::named("english").unwrap();
    let (solved, unsolvable) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let count = if long() { 200 } else { 12 };
    in_parallel(&english_samples(count), |(start, finish)| {
        let end = Position::of(board.n_holes(), [*finish]);
        for goal in [Goal::exactly(&end), Goal::anywhere(1)] {
            let problem = Problem::new("sample", board.clone(), start.clone(), goal);
            let count = if all_models_agree(&problem, plain) {
                &solved
            } else {
                &unsolvable
            };
            count.fetch_add(1, Ordering::Relaxed);
        }
    });
    let (solved, unsolvable) = (solved.into_inner(), unsolvable.into_inner());
    assert!(
        solved >= count / 2 && unsolvable >= count / 4,
        "{solved} solved, {unsolvable} not"
    );
}

#[test]
fn english_positions_of_few_pegs() {
    agree_on_english_samples(if long() { 11 } else { 9 });
}

/// Values that some addition can be given.
const VALUES: [&str; 14] = [
    "", "0", "1", "2", "3", "4", "5", "auto", "paper", "final", "penalty", "none", "axes", "4:axes",
];

fn any_additions() -> impl Strategy<Value = Additions> {
    let draws = any::<(bool, usize, usize)>();
    prop::collection::vec(draws, ADDITIONS.len()).prop_map(|draws| {
        let mut names = Vec::new();
        for (addition, (is_added, first, second)) in ADDITIONS.iter().zip(draws) {
            let can = VALUES.iter().filter_map(|value| (addition.read)(value));
            let values: Vec<String> = can.collect();
            for pick in [first, second].into_iter().filter(|_| is_added) {
                let value = &values[pick % values.len()];
                names.push(format!("{}={value}", addition.word));
            }
        }
        let list = names.iter().map(|name| name.trim_end_matches('='));
        list.collect::<Vec<_>>().join(",").parse().unwrap()
    })
}

/// An addition's word, without its number.
fn word(addition: &str) -> &str {
    addition.split('=').next().unwrap()
}

/// The verdict of every model with those of the additions that it takes is the verdict
/// without; what is refused is left out, one addition after the other. Which model was
/// compared with which additions.
fn additions_keep_the_verdict(
    problem: &Problem,
    additions: &Additions,
    seed: u64,
) -> BTreeSet<(&'static str, String)> {
    let expected = truth(problem);
    let mut compared = BTreeSet::new();
    for model in MODELS {
        let mut names = additions.names();
        names.retain(|name| model.additions().contains(&word(name)));
        loop {
            let additions: Additions = names.join(",").parse().unwrap();
            let how = How {
                options: additions.clone().into(),
                at_most_one: AtMostOne::Pairwise,
                seed,
                ..How::plain(model)
            };
            if let Some(found) = decide(problem, &how) {
                let (name, text) = (model.name, file::write(problem));
                assert_eq!(found, expected, "model {name} with {additions}:\n{text}");
                compared.extend(names.iter().map(|name| (model.name, word(name).into())));
                break;
            }
            if names.is_empty() {
                break; // the model does not state such problems
            }
            names.remove(seed as usize % names.len());
        }
    }
    compared
}

#[test]
fn no_set_of_additions_loses_the_last_solution() {
    let strategy = (
        (0..34usize, any::<u64>(), 0..12usize, any::<bool>()),
        (0..9usize, any::<u64>(), any_additions()),
    );
    let compared = RefCell::new(BTreeSet::new());
    type Start = (usize, u64, usize, bool);
    type Asked = (usize, u64, Additions);
    let test = |sampled: (Start, Asked)| {
        let ((index, mask, full_but, dense), (kind, seed, additions)) = sampled;
        let board: Board = small_boards().swap_remove(index);
        let n = board.n_holes();
        // Full boards with one hole are symmetric, where symmetry breaking bites.
        let mask = if dense { !(1 << (full_but % n)) } else { mask };
        let start = position(n, mask);
        let goal = goal(kind, &board, &start, &mut fastrand::Rng::with_seed(seed));
        let problem = Problem::new("sample", board, start, goal);
        let more = additions_keep_the_verdict(&problem, &additions, seed % 3);
        compared.borrow_mut().extend(more);
        Ok(())
    };
    let config = ProptestConfig {
        source_file: Some(file!()),
        ..ProptestConfig::with_cases(3000)
    };
    TestRunner::new(config).run(&strategy, test).unwrap();
    // Each was compared, by each model that takes it.
    let compared = compared.into_inner();
    for model in MODELS {
        for addition in model.additions() {
            let pair = (model.name, word(addition).to_string());
            assert!(compared.contains(&pair), "{pair:?} was never compared");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn no_set_of_additions_loses_the_last_english_solution(
        jumps in 17..31usize, seed: u64, symmetric: bool, free: bool, additions in any_additions(),
    ) {
        let board = board::named("english").unwrap();
        let mut random = fastrand::Rng::with_seed(seed);
        let mut start = board.full();
        start.remove(if symmetric { 16 } else { random.usize(0..33) });
        let start = playout(&board, &start, jumps, &mut random);
        prop_assume!(start.n_pegs() <= 13);
        let end = playout(&board, &start, 99, &mut random);
        let goal = if free { Goal::anywhere(end.n_pegs()) } else { Goal::exactly(&end) };
        let problem = Problem::new("sample", board, start, goal);
        additions_keep_the_verdict(&problem, &additions, seed % 3);
    }
}

/// From symmetric starts with symmetric goals every representative matters:
/// the patterns of the paper and their like, a few jumps from the start.
#[test]
fn symmetric_starts_keep_a_solution_under_all_additions_at_once() {
    let lists = [
        "independence=2,states=6,self",
        "independence=2,states=6,self=6",
        "self=6:axes",
        "self=6",
    ];
    let names = [
        "triangle5/free:0,0",
        "triangle5/free:1,2",
        "triangle4/free:1,2",
        "square3/free:1,1",
        "square4/free:1,0",
        "rect3x5/free:1,2",
        "rect4x5/free:0,0",
    ];
    for name in names {
        let problem = problem::named(name).unwrap();
        let expected = truth(&problem);
        let of_jumps = MODELS.iter().filter(|model| model.step == Step::Jump);
        for (model, list) in of_jumps.flat_map(|model| lists.map(|list| (model, list))) {
            let mut additions: Additions = list.parse().unwrap();
            if decide(
                &problem,
                &How {
                    options: additions.clone().into(),
                    ..How::plain(model)
                },
            )
            .is_none()
            {
                additions = additions.without(&SELF_SYMMETRY);
            }
            let how = How {
                options: additions.into(),
                ..How::plain(model)
            };
            assert_eq!(
                decide(&problem, &how),
                Some(expected),
                "{name} by {}",
                model.name
            );
        }
    }
}

/// Boards of more than 64 holes work too.
#[test]
fn boards_of_more_than_64_holes() {
    let mut random = fastrand::Rng::with_seed(1);
    for (name, jumps) in [("rect40x3", 3), ("rect40x3", 6), ("rect40x2", 3)] {
        let board = board::named(name).unwrap();
        let mut start = board.full();
        start.remove(60);
        let goal = Goal::exactly(&playout(&board, &start, jumps, &mut random));
        let problem = Problem::new("long", board.clone(), start, goal);
        for model in MODELS {
            let additions: Additions = match model.step {
                Step::Jump => "independence,states=2".parse().unwrap(),
                Step::Layer | Step::Pass | Step::Sweep => Additions::default(),
            };
            let how = How {
                options: additions.into(),
                ..How::plain(model)
            };
            // A relaxed formula has solutions wherever the problem has.
            assert_eq!(decide(&problem, &how), Some(true), "{}", model.name);
        }
    }
}

/// Every embedded solver and every encoding gives the same verdicts.
#[test]
fn solvers_seeds_and_encodings_agree() {
    let names = [
        "triangle4/free:0,0",
        "triangle4/free:1,2",
        "square3/free:1,1",
        "ipc2008:p01",
        "ipc2008:p02",
    ];
    for name in names {
        let problem = problem::named(name).unwrap();
        let expected = truth(&problem);
        for model in MODELS {
            for solver in SOLVERS {
                for (seed, at_most_one) in [
                    (0, AtMostOne::Pairwise),
                    (1, AtMostOne::Ladder),
                    (2, AtMostOne::Pairwise),
                ] {
                    let how = How {
                        at_most_one,
                        solver: solver.name,
                        seed,
                        ..How::plain(model)
                    };
                    assert_eq!(
                        decide(&problem, &how),
                        Some(expected),
                        "{name} {}",
                        solver.name
                    );
                }
            }
        }
    }
}

/// Variables, clauses and literals on central. Those of C are what its head says; the others only
/// hold still: a change here is a change of every measurement, so it must be meant. What models
/// say is tested against exhaustive search.
#[test]
fn golden_sizes_on_central() {
    let problem = problem::named("central").unwrap();
    let (h, j, n) = (33, 76, 31);
    let clauses = n * (6 * j + 2 * h) + n * (1 + j * (j - 1) / 2) + 2 * h;
    assert_eq!((h * (n + 1) + j * n, clauses), (3_412, 104_629));
    let golden = [
        ("A", "", [25_484, 178_037, 398_230]),
        ("B", "", [2_356, 599_294, 20_178_644]),
        ("C", "", [3_412, 104_629, 218_554]),
        ("C", "independence", [3_412, 169_909, 349_114]),
        ("C", "pagoda=2", [3_412, 104_660, 218_709]),
        ("C", "independence=2", [3_412, 294_725, 723_562]),
        ("C", "self", [3_412, 104_633, 218_559]),
        ("D", "", [3_207, 27_688, 61_958]),
        ("E", "", [5660, 28073, 63004]),
        ("S", "", [4_404, 66_778, 213_532]),
    ];
    for (name, additions, size) in golden {
        let model = pegsat::model::by_name(name).unwrap();
        let options = Options::from(additions.parse::<Additions>().unwrap());
        let (_, cnf) = engine::encode(
            &problem,
            model,
            &options,
            AtMostOne::default(),
            &pegsat::Watch::new(),
        )
        .unwrap();
        let found = engine::Size::of(&cnf);
        assert_eq!(
            [found.variables, found.clauses, found.literals],
            size,
            "{name} {additions}"
        );
    }
}

/// As the paper counts them (§2).
#[test]
fn stated_constraints_on_central() {
    let problem = problem::named("central").unwrap();
    let count = |name: &str| {
        pegsat::model::by_name(name)
            .unwrap()
            .stated_constraints(&problem)
    };
    assert_eq!((count("A"), count("B"), count("C")), (8_122, 7_068, 3_069));
}
