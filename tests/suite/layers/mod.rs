//! Models D and E: finding the number of layers, orders, sizes.

pub mod certified;

use crate::common::{How, cases, decide, goal, position, small_boards, truth};
use pegsat::{
    Ask, End,
    engine::{self, Event, Evidence, Finding, Task, task::perform},
    formula::AtMostOne,
    model::{self, Options, Step, layers, order::ORDERS},
    problem::{self, Problem, file},
    solution::checker,
    watch::Watch,
};
use proptest::prelude::*;

fn task_of(problem: &Problem, model: &str, options: Options, climb: Option<usize>) -> Task {
    Task {
        options,
        climb,
        ..Task::new(problem, model::by_name(model).unwrap())
    }
}

/// Runs the task; besides its answer the layers that were refuted and those of
/// the last formula.
fn run(problem: &Problem, task: &Task) -> (Finding, Vec<usize>, Option<usize>) {
    let (mut refuted, mut last) = (Vec::new(), None);
    let answer = perform(problem, task, &Watch::new(), &mut |event| match event {
        Event::Refuted { layers } => refuted.push(layers),
        Event::Encoded(encoded) => last = encoded.layers,
        Event::Decided { .. } | Event::Chosen(_) | Event::Cleared { .. } => {}
    });
    (answer.unwrap(), refuted, last)
}

/// A problem on a small board.
fn sample(index: usize, mask: u64, dense: Option<usize>, kind: usize, seed: u64) -> Problem {
    let board = small_boards().swap_remove(index);
    let n = board.n_holes();
    let mask = dense.map_or(mask, |hole| !(1 << (hole % n)));
    let start = position(n, mask);
    let goal = goal(kind, &board, &start, &mut fastrand::Rng::with_seed(seed));
    Problem::new("sample", board, start, goal)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(2000)))]

    /// The number of layers that is found is the least one that holds a
    /// solution, and 'unsolvable' is what exhaustive search says too.
    #[test]
    fn climbing_ends_at_the_least_number_of_layers(
        index in 0..34usize, mask: u64, dense in prop::option::of(0..12usize), kind in 0..6usize,
        seed: u64, order in 0..ORDERS.len(), ordered: bool, ahead in 0..3usize,
    ) {
        let problem = sample(index, mask, dense, kind, seed);
        let name = if ordered { "E" } else { "D" };
        let options = Options { order: ORDERS[order].0, ..Options::default() };
        let (answer, refuted, last) = run(&problem, &task_of(&problem, name, options.clone(), Some(ahead)));
        match answer {
            Finding::Ended(End::Solved { jumps, layer_sizes, .. }) => {
                checker::check_numbers(&problem, &jumps).unwrap();
                let sizes = layer_sizes.unwrap();
                prop_assert_eq!(Some(sizes.len()), last);
                prop_assert_eq!(sizes.iter().sum::<usize>(), jumps.len());
                if ahead == 0 && last > Some(1) {
                    // One layer fewer holds no solution, says another solver run.
                    let fewer = Options { layers: last.map(|n| n - 1), ..options };
                    let how = How {
                        options: fewer,
                        ..How::plain(model::by_name(name).unwrap())
                    };
                    prop_assert_eq!(decide(&problem, &how), Some(false));
                }
            }
            Finding::Claimed(why) => panic!("{why}"),
            Finding::Ended(End::Unsolvable(_)) => prop_assert!(!truth(&problem), "{}", file::write(&problem)),
            Finding::Ended(End::Unknown(_)) | Finding::Refuted(_) | Finding::GaveUp | Finding::Nothing => prop_assert!(false, "no answer"),
        }
        prop_assert!(refuted.iter().all(|&layers| Some(layers) < layers::enough(&problem)));
    }

    /// More layers hold what fewer hold.
    #[test]
    fn more_layers_hold_every_solution(
        index in 0..34usize, mask: u64, kind in 0..6usize, seed: u64, order in 0..ORDERS.len(),
    ) {
        let problem = sample(index, mask, None, kind, seed);
        let enough = layers::enough(&problem).unwrap_or(0);
        for name in ["D", "E"] {
            let solved = |layers| {
                let options = Options { layers: Some(layers), order: ORDERS[order].0, ..Options::default() };
                decide(&problem, &How { options, ..How::plain(model::by_name(name).unwrap()) })
            };
            let verdicts: Vec<_> = (1..=enough + 1).map(solved).collect();
            prop_assert!(verdicts.is_sorted(), "{name} {verdicts:?}");
        }
    }
}

/// A pass of fewer layers is among those of more, in the same order: so layers
/// can be left empty, and a refutation speaks of fewer layers too.
#[test]
fn passes_of_fewer_layers_are_a_subsequence() {
    for name in ["central", "triangle5/reversal:0,0", "square6/free:2,2"] {
        let problem = problem::named(name).unwrap();
        for &(order, word, _) in ORDERS {
            for layers in 0..6 {
                let more = order.passes(&problem, layers + 1).collect::<Vec<_>>();
                let mut more = more.iter();
                let fewer = order.passes(&problem, layers).collect::<Vec<_>>();
                assert!(
                    fewer.iter().all(|pass| more.any(|other| other == pass)),
                    "{name} {word} {layers}"
                );
            }
        }
    }
}

#[test]
fn too_few_layers_are_no_refutation_of_the_problem() {
    let problem = problem::named("central").unwrap();
    for (name, few) in [("D", 5), ("E", 2)] {
        let options = Options {
            layers: Some(few),
            ..Options::default()
        };
        let (answer, _, last) = run(&problem, &task_of(&problem, name, options, None));
        assert_eq!(
            (answer, last),
            (Finding::Refuted(Some(Evidence::Proof)), Some(few))
        );
    }
}

#[test]
fn what_parity_excludes_is_unsolvable_at_once() {
    for name in [
        "french/reversal:3,3",
        "pair:3,3:3,4",
        "triangle4/pair:1,2:1,2",
    ] {
        let problem = problem::named(name).unwrap();
        let answer = pegsat::solve(&problem, &Ask::default(), &Watch::new()).unwrap();
        let End::Unsolvable(evidence) = answer.end else {
            panic!("{name}: {:?}", answer.end);
        };
        assert_eq!(evidence.certificate().unwrap().kind, "position-class");
        assert_eq!((answer.attempts, answer.size), (0, None));
    }
}

/// They only hold still: a change here is a change of every measurement, so it must be meant.
#[test]
fn golden_sizes() {
    let golden = [
        ("central", "D", 13, "number", [1_245, 10_552]),
        ("central", "E", 4, "number", [638, 3_017]),
        ("central", "E", 4, "wave", [736, 3_233]),
        ("square12/pair:5,5:5,5", "E", 4, "wave", [4_928, 20_625]),
        ("triangle5/reversal:0,0", "E", 3, "number", [198, 1_056]),
    ];
    for (name, letter, layers, order, size) in golden {
        let problem = problem::named(name).unwrap();
        let model = model::by_name(letter).unwrap();
        assert!(model.step != Step::Jump);
        let options = Options {
            layers: Some(layers),
            order: order.parse().unwrap(),
            ..Options::default()
        };
        let (_, cnf) = engine::encode(
            &problem,
            model,
            &options,
            AtMostOne::default(),
            &Watch::new(),
        )
        .unwrap();
        let found = engine::Size::of(&cnf);
        assert_eq!(
            [found.variables, found.clauses],
            size,
            "{name} {letter} {order}"
        );
    }
}
