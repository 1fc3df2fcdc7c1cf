//! Positions of every level of the central game, those that can still win and
//! those that cannot: exhaustive search knows, and the models must agree.

use crate::{command::*, common::long};
use pegsat::{
    End,
    engine::{Finding, Task, task::perform},
    exact::{Stored, Watch},
    model::{self, Additions, Options, Step},
    problem::{self, Problem, file},
};
use tempfile::TempDir;

/// Positions of games by chance: winning ones of games that keep to them, lost ones of others.
fn samples(count: usize) -> Vec<(Problem, bool)> {
    let central = problem::named("central").unwrap();
    let stored = Stored::make(&central, &Watch::new().memory(4 << 30)).unwrap();
    let mut random = fastrand::Rng::with_seed(7);
    let mut samples = Vec::new();
    for game in 0..2 * count {
        let keeps = game % 3 == 0;
        let mut position = central.start().clone();
        loop {
            if stored.can_win(&central, &position) == keeps {
                let (board, goal) = (central.board().clone(), central.goal().clone());
                let sample = Problem::new("sample", board, position.clone(), goal);
                samples.push((sample, keeps));
            }
            let all = central.board().numbered_jumps();
            let jumps = match keeps {
                true => stored.keeping(&central, &position),
                false => all
                    .filter(|(_, jump)| position.allows(jump))
                    .map(|(number, _)| number)
                    .collect(),
            };
            let Some(&number) = random.choice(&jumps) else {
                break;
            };
            position = position.after(central.board().jump(number));
        }
    }
    samples
}

fn solve(problem: &Problem, model: &str, climb: Option<usize>, additions: &str) -> Finding {
    let additions: Additions = additions.parse().unwrap();
    let task = Task {
        climb,
        options: Options::from(additions),
        ..Task::new(problem, model::by_name(model).unwrap())
    };
    perform(problem, &task, &Watch::new(), &mut |_| {}).unwrap()
}

fn agrees(problem: &Problem, wins: bool, answer: Finding, by: &str) {
    match answer {
        Finding::Ended(End::Solved { jumps, .. }) => {
            assert!(wins, "{by}:\n{}", file::write(problem));
            pegsat::solution::checker::check_numbers(problem, &jumps).unwrap();
        }
        Finding::Ended(End::Unsolvable(_)) => assert!(!wins, "{by}:\n{}", file::write(problem)),
        other => panic!("{by}: {other:?}"),
    }
}

/// Winning positions of every level by E, and with up to 14 pegs by D; lost ones
/// by all models with up to 8 pegs, and by C with up to 11.
#[test]
fn models_agree_on_every_level_of_central() {
    let folder = TempDir::new().unwrap();
    let (mut won, mut lost) = (0, 0);
    let count = if long() { 8 } else { 2 };
    for (problem, wins) in samples(count) {
        let pegs = problem.start().n_pegs();
        if wins {
            // As users do, with several orders in turn: one alone may be unlucky.
            let file = write(&folder, "sample.peg", &file::write(&problem));
            assert_eq!(json(&["solve", &file, "--format", "json"], 0)["model"], "E");
            won += 1;
        }
        if wins && pegs <= 14 {
            agrees(&problem, wins, solve(&problem, "D", Some(0), ""), "D");
        }
        if pegs <= 8 {
            for model in model::MODELS {
                let additions = match model.step {
                    Step::Jump => "",
                    Step::Layer | Step::Pass => "early",
                    Step::Sweep => "regions",
                };
                let answer = solve(&problem, model.name, None, additions);
                agrees(&problem, wins, answer, model.name);
            }
            lost += usize::from(!wins);
        } else if !wins && pegs <= 11 {
            let answer = solve(&problem, "C", None, "independence");
            agrees(&problem, wins, answer, "C");
            lost += 1;
        }
    }
    assert!(won > 11 * count && lost > 3 * count, "{won} {lost}");
}
