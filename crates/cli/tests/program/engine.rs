//! The engine as a library: every road, the same answer each time, and limits.

use crate::{
    command,
    common::{cases, goal, position, small_boards, truth},
};
use pegsat::{
    Answer, Ask, End, Progress, Watch, check,
    engine::{Approach, Evidence, Outcome, Reason, optimum::Objective},
    problem::{self, Problem, file},
};
use proptest::prelude::*;
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

fn solve(problem: &Problem, settings: &Ask) -> Answer {
    pegsat::solve(problem, settings, &Watch::new()).unwrap()
}

fn by(approach: Approach) -> Ask {
    Ask::default().approach(approach)
}

/// What an answer says, without the time that it took.
fn words(answer: &Answer) -> String {
    let Answer {
        end,
        road,
        task,
        attempts,
        layers,
        refuted,
        ..
    } = answer;
    format!("{end:?} {road:?} {task:?} {attempts} {layers:?} {refuted:?}")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(240)))]

    /// Each road alone and all in turns say what exhaustive search says, or nothing.
    #[test]
    fn all_roads_agree(
        index in 0..34usize, mask: u64, dense in prop::option::of(0..12usize), kind in 0..9usize,
        seed: u64,
    ) {
        let board = small_boards().swap_remove(index);
        let mask = dense.map_or(mask, |hole| !(1 << (hole % board.n_holes())));
        let start = position(board.n_holes(), mask);
        let goal = goal(kind, &board, &start, &mut fastrand::Rng::with_seed(seed));
        let problem = Problem::new("sample", board, start, goal);
        let solvable = truth(&problem);
        for (approach, name) in Approach::ALL {
            let answer = solve(&problem, &by(approach));
            match &answer.end {
                End::Solved { .. } => prop_assert!(solvable, "{name}: {}", file::write(&problem)),
                End::Unsolvable(evidence) => {
                    prop_assert!(!solvable, "{name}: {}", file::write(&problem));
                    prop_assert!(evidence.certificate().is_some() || approach == Approach::Formula);
                }
                End::Unknown(reason) => {
                    prop_assert!(approach != Approach::Auto, "{}", file::write(&problem));
                    prop_assert_eq!(*reason, Reason::Layers, "{} {:?}", name, answer.message);
                }
            }
        }
    }
}

/// Every 'unsolvable' brings a certificate that `verify` accepts, of this problem.
#[test]
fn certificates_come_along() {
    let problems = [
        ("french/reversal:3,3", "position-class"),
        ("square3/pair:1,1:1,1", "pagoda"),
        ("triangle5/pair:1,2:1,2", "exhaustion"),
    ];
    for (name, kind) in problems {
        let problem = problem::named(name).unwrap();
        let End::Unsolvable(evidence) = solve(&problem, &Ask::default()).end else {
            panic!("{name} has a solution");
        };
        let certificate = evidence.certificate().unwrap();
        assert_eq!(certificate.kind, kind, "{name}");
        let nothing = |_: &str| Err(std::io::Error::other("nothing stands beside it"));
        let accepted = check::verify(&certificate.text, &nothing, &|| true).unwrap();
        let pegs: Vec<usize> = problem.start().pegs().collect();
        assert_eq!((accepted.kind.as_str(), accepted.start), (kind, pegs));
    }
    // A refutation holds its proof, unless it has a name.
    let problem = problem::named("triangle4/pair:0,1:0,2").unwrap();
    for (name, beside) in [(None, false), (Some("a.drat".to_string()), true)] {
        let settings = by(Approach::Refutation).proof_name(name);
        let End::Unsolvable(evidence) = solve(&problem, &settings).end else {
            panic!("it has a solution");
        };
        assert_eq!(evidence.certificate().unwrap().proof.is_some(), beside);
    }
}

/// A program refutes where it is named for `certify`, and keeps nothing else from
/// certifying.
#[test]
fn certify_takes_every_road_beside_a_program() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.json").display().to_string();
    let words = ["certify", "triangle5/pair:1,2:1,2", "-o", &file];
    let answer = command::json(
        &[&words[..], &["--solver", "cmd:false", "--format", "json"]].concat(),
        0,
    );
    assert_eq!(answer["certificate"]["kind"], "exhaustion");
}

/// How often the same question is asked beside busy loops: some times, or a hundred
/// where `PEGSAT_LONG` is set.
fn times() -> usize {
    std::env::var_os("PEGSAT_LONG").map_or(5, |_| 100)
}

/// One answer, whatever else the machine does.
#[test]
fn the_same_answer_every_time() {
    let idle = Arc::new(AtomicBool::new(false));
    let busy: Vec<_> = (0..2)
        .map(|_| {
            let idle = idle.clone();
            std::thread::spawn(move || {
                while !idle.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            })
        })
        .collect();
    let mut answers = std::collections::BTreeSet::new();
    let square = problem::named("square12/pair:5,5:5,5").unwrap();
    for _ in 0..times() {
        // What was worked out of it before shall not matter either.
        let again = file::parse("square12", &file::write(&square)).unwrap();
        let answer = solve(&again, &Ask::default());
        assert!(answer.attempts > 1, "it is no question of turns");
        answers.insert(words(&answer));
    }
    assert_eq!(answers.len(), 1, "{answers:#?}");
    let mut optima = std::collections::BTreeSet::new();
    for _ in 0..times() {
        let problem = problem::named("ipc2008:p20").unwrap();
        let quest = Ask::fewest(Objective::Sweeps);
        let answer = pegsat::optimise(&problem, &quest, &Watch::new()).unwrap();
        let found = answer.optimum.unwrap();
        assert!(found.is_settled());
        optima.insert(format!("{:?}", found.best));
    }
    assert_eq!(optima.len(), 1, "{optima:#?}");
    idle.store(true, Ordering::Relaxed);
    busy.into_iter().for_each(|thread| thread.join().unwrap());
}

/// Limits and interrupts end whatever is under way.
#[test]
fn limits_hold_on_every_road() {
    let long = [
        ("wiegleb/pair:4,0:4,0", by(Approach::Auto)),
        ("wiegleb/pair:4,0:4,0", by(Approach::Beam)),
        ("wiegleb/reversal:4,4", by(Approach::Exhaustion)),
        ("wiegleb/reversal:4,4", by(Approach::Refutation)),
        (
            "central",
            Ask::default()
                .model(Some("A".into()))
                .solver("batsat".into()),
        ),
        ("square24/pair:11,11:11,11", Ask::default().jobs(2)),
    ];
    for (name, settings) in long {
        let problem = problem::named(name).unwrap();
        let watch = Watch::new().timeout(Duration::from_millis(100));
        let answer = pegsat::solve(&problem, &settings, &watch).unwrap();
        let timeout = End::Unknown(Reason::Timeout);
        assert_eq!(answer.end, timeout, "{name} {settings:?}");
        let flag = Arc::new(AtomicBool::new(true));
        let watch = Watch::new().interrupted_by(flag);
        let answer = pegsat::solve(&problem, &settings, &watch).unwrap();
        assert_eq!(answer.end, End::Unknown(Reason::Interrupted), "{name}");
    }
}

/// A board and position by chance, whose formulas are refuted sooner than anything else.
const PATCH: &str = "lattice: square\n\
start:\n\
\x20                   .\n\
\x20 .   . . O . O . O .\n\
O .   . . . . O   . .\n\
\x20 . . . . O . . . .\n\
\x20 . . O . . O O O .   O .\n\
O . . . O O O . . O . .\n\
\x20     O . O O . . . .\n\
\x20     O . O . O . . O\n\
\x20       O   O O O . .\n\
\x20       O   O O . O\n\
\x20           . . . O\n\
\x20             O O . O\n\
goal: pegs 2\n";

/// What is refuted is not forgotten if the search for a certificate is ended.
#[test]
fn a_refutation_outlives_the_search_for_a_certificate() {
    let problem = file::parse("patch", PATCH).unwrap();
    let flag: Arc<AtomicBool> = Arc::default();
    let end = flag.clone();
    let watch = Watch::new()
        .interrupted_by(flag.clone())
        .telling(move |told| {
            if let Progress::Refuted = told {
                end.store(true, Ordering::Relaxed);
            }
        });
    let answer = pegsat::solve(&problem, &Ask::default(), &watch).unwrap();
    assert!(flag.load(Ordering::Relaxed));
    assert_eq!(answer.end, End::Unsolvable(Evidence::Proof));
}

/// Naming the default changes nothing; `none` adds nothing.
#[test]
fn the_default_may_be_named() {
    let answer = |words: &[&str]| {
        let all = [&["solve", "central-free", "--format", "json"], words].concat();
        let mut answer = command::json(&all, 0);
        for measured in ["seconds", "peak_memory_bytes"] {
            answer[measured] = serde_json::Value::Null;
        }
        answer
    };
    let default = answer(&[]);
    assert_eq!(default["additions"][0], "class");
    for words in [
        &["--model", "E"][..],
        &["--model", "E+class"],
        &["--add", "class"],
    ] {
        assert_eq!(answer(words), default, "{words:?}");
    }
    let none = command::json(
        &[
            "solve",
            "ipc2008:p09",
            "--model",
            "E+none",
            "--format",
            "json",
        ],
        0,
    );
    assert_eq!(none["additions"], serde_json::json!([]));
}

#[test]
fn solving_certifying_and_optimising_are_functions() {
    let watch = Watch::new();
    let settings = Ask::default();
    let problem = problem::named("french/free:3,3").unwrap();
    let answer = pegsat::certify(&problem, &settings, &watch).unwrap();
    assert_eq!(answer.end.outcome().0, Outcome::Unsolvable);
    let problem = problem::named("reversal:2,0").unwrap();
    let quest = Ask::fewest(Objective::JumpsToDeadEnd);
    let answer = pegsat::optimise(&problem, &quest, &watch).unwrap();
    let found = answer.optimum.unwrap();
    assert!(found.is_settled());
    assert_eq!(found.bound, 9);
}
