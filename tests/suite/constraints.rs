//! The paper's search, over formulas as models state them.

use crate::common::{goal, long, oracle, small_boards};
use pegsat::{
    Answer, Approach, Ask, Board, End, EngineError, Hole, Objective, Problem, Reason, ValueOrder,
    Watch, exact,
    model::{MODELS, Step},
    problem::named,
};
use std::time::Duration;

fn settings(model: &str, search: &str) -> Ask {
    Ask::default()
        .model(Some(model.into()))
        .search(search.parse().ok())
        .approach(Approach::Formula)
        .trust(true)
}

fn ask(problem: &Problem, settings: &Ask) -> Answer {
    pegsat::solve(problem, settings, &Watch::new()).unwrap()
}

/// The paper's numbers of choices: model C by the paper's search, alone, with its second
/// pagoda function and with independence (Table 3), and by corner bias (Table 5).
#[test]
fn the_papers_choices_come_out_to_the_digit() {
    let cases = [
        ("4,2", "", "paper", 654),
        ("2,3", "", "paper", 1599),
        ("3,3", "", "paper", 1398),
        ("3,3", "pagoda=2", "paper", 951),
        ("4,2", "independence", "paper", 173),
        ("3,3", "independence", "paper", 415),
        ("2,3", "independence", "paper", 348),
        ("2,4", "independence", "paper", 1315),
        ("2,4", "", "paper", 9051),
        ("0,2", "", "paper", 46_423),
        ("0,2", "independence", "paper", 4991),
        ("4,2", "", "corner-bias", 30),
        ("2,3", "", "corner-bias", 64),
        ("3,3", "", "corner-bias", 77),
        ("2,4", "", "corner-bias", 135),
    ];
    for (hole, addition, search, choices) in cases {
        let problem = named(&format!("reversal:{hole}")).unwrap();
        let additions = match addition {
            "" => Vec::new(),
            word => vec![word.to_string()],
        };
        let settings = settings("C", search).additions(additions.try_into().ok());
        let answer = ask(&problem, &settings);
        assert!(matches!(answer.end, End::Solved { .. }), "{hole} {search}");
        assert_eq!(answer.choices, Some(choices), "{hole} {addition} {search}");
        assert_eq!(ask(&problem, &settings).choices, Some(choices));
    }
}

/// The larger numbers of Tables 3 and 7, with `PEGSAT_LONG` alone; of 2,1 and 2,2 with symmetry
/// breaking the paper has 7,393,851 and 6,910,648.
#[test]
fn the_papers_larger_choices() {
    if !long() {
        return;
    }
    for (hole, additions, choices) in [
        ("3,1", "", 460_387),
        ("4,3", "", 264_412),
        ("3,1", "pagoda=2", 340_292),
        ("4,3", "independence", 13_785),
        ("3,1", "independence", 15_551),
        ("3,4", "independence", 24_243),
    ] {
        let problem = named(&format!("reversal:{hole}")).unwrap();
        let settings = settings("C", "paper").additions(additions.parse().ok());
        assert_eq!(ask(&problem, &settings).choices, Some(choices), "{hole}");
    }
    let set = "independence,self=7:axes,states=6";
    std::thread::scope(|scope| {
        scope.spawn(|| assert_eq!(to_dead_ends("2,1", set), Some(7_381_242)));
        assert_eq!(to_dead_ends("2,0", ""), Some(1_464_461));
        assert_eq!(to_dead_ends("3,1", ""), Some(1_285_889));
        assert_eq!(to_dead_ends("2,2", set), Some(6_906_424));
    });
}

/// The choices by which the earliest dead end is found and proved.
fn to_dead_ends(hole: &str, additions: &str) -> Option<u64> {
    let problem = named(&format!("reversal:{hole}")).unwrap();
    let quest = Ask::fewest(Objective::JumpsToDeadEnd)
        .model(Some("C".into()))
        .additions(additions.parse().ok())
        .search("paper".parse().ok())
        .trust(true);
    let answer = pegsat::optimise(&problem, &quest, &Watch::new());
    answer.unwrap().choices
}

/// The paper's numbers of choices for the earliest dead end (Table 7), and its optima.
#[test]
fn dead_ends_are_asked_for_in_turn() {
    for (hole, choices, jumps) in [("3,3", 552, 6), ("3,0", 391, 6), ("3,2", 399_145, 9)] {
        let problem = named(&format!("reversal:{hole}")).unwrap();
        let search = "paper".parse().unwrap();
        let quest = Ask::fewest(Objective::JumpsToDeadEnd)
            .model(Some("C".into()))
            .search(Some(search))
            .trust(true);
        let answer = pegsat::optimise(&problem, &quest, &Watch::new()).unwrap();
        let found = answer.optimum.unwrap();
        assert_eq!((found.value(), found.bound), (Some(jumps), jumps), "{hole}");
        assert_eq!(answer.choices, Some(choices), "{hole}");
    }
}

/// The same with the set of section 4.4: symmetric states to depth 6, self-symmetry of seven
/// moves by all but the diagonals. The paper has 96, 96, 11,556, 20,698 and 41,917.
#[test]
fn dead_ends_with_the_symmetry_breaking_set() {
    for (hole, choices) in [
        ("3,3", 96),
        ("3,0", 96),
        ("3,2", 11_552),
        ("3,1", 20_686),
        ("2,0", 41_910),
    ] {
        let set = "independence,self=7:axes,states=6";
        assert_eq!(to_dead_ends(hole, set), Some(choices), "{hole}");
    }
}

/// With a search in order sweeps are asked for from above alone, and the optimum is that of
/// exhaustive search; without trust its refutation is a claim.
#[test]
fn fewest_sweeps_by_better_and_better_solutions() {
    for name in ["triangle4/free:0,1", "rect3x4/free:0,0", "rect4x4/free:0,1"] {
        let problem = named(name).unwrap();
        let (fewest, _) = exact::fewest_sweeps(&problem, &Watch::new())
            .unwrap()
            .unwrap();
        for trust in [true, false] {
            let quest = Ask::fewest(Objective::Sweeps)
                .model(Some("C".into()))
                .additions("independence".parse().ok())
                .search("paper".parse().ok())
                .trust(trust);
            let answer = pegsat::optimise(&problem, &quest, &Watch::new()).unwrap();
            let found = answer.optimum.unwrap();
            assert_eq!(found.value(), Some(fewest), "{name}");
            assert_eq!(found.is_settled(), trust, "{name}");
            assert!(answer.choices.is_some_and(|choices| choices > 0));
        }
    }
}

/// Every model by every search agrees with exhaustive search.
#[test]
fn verdicts_are_those_of_exhaustive_search() {
    let mut random = fastrand::Rng::with_seed(32);
    let boards: Vec<Board> = small_boards();
    let orders = ValueOrder::ALL.map(|one| one.1);
    let additions = ["", "independence", "states=2", "pagoda=auto"];
    let mut added = 0;
    let (mut solved, mut refuted) = (0, 0);
    for case in 0..90 {
        let board = random.choice(&boards).unwrap();
        let mut start = board.full();
        (0..board.n_holes() as Hole)
            .filter(|_| random.f64() < 0.4)
            .for_each(|hole| start.remove(hole));
        let goal = goal(case, board, &start, &mut random);
        let problem = Problem::new("small", board.clone(), start, goal);
        let truth = oracle::search(&problem).is_some();
        for model in MODELS {
            if model.step != Step::Jump {
                continue;
            }
            for search in ["paper", orders[case % orders.len()]] {
                let addition = additions[case % additions.len()];
                let settings = settings(model.name, search).additions(addition.parse().ok());
                let answer = match pegsat::solve(&problem, &settings, &Watch::new()) {
                    // The model does not state this goal, or takes no such addition.
                    Err(EngineError::Additions(_)) => continue,
                    answer => answer.unwrap(),
                };
                added += usize::from(!addition.is_empty());
                let found = match answer.end {
                    End::Solved { .. } => true,
                    End::Unsolvable(_) => false,
                    End::Unknown(reason) => panic!("{} {search}: {reason:?}", model.name),
                };
                assert_eq!(found, truth, "{case} {} {search}", model.name);
                solved += usize::from(found);
                refuted += usize::from(!found);
            }
        }
    }
    assert!(solved > 150 && refuted > 150, "{solved} {refuted}");
    assert!(added > 100, "{added}");
}

/// Without trust its refutation is a claim; a limit ends it; what it cannot do is an
/// error before any work.
#[test]
fn limits_and_refusals() {
    let problem = named("reversal:3,1").unwrap();
    let watch = Watch::new().timeout(Duration::from_secs(1));
    let answer = pegsat::solve(&problem, &settings("C", "paper"), &watch).unwrap();
    assert!(matches!(answer.end, End::Unknown(_)), "{:?}", answer.end);
    let choices = answer.choices;
    assert!(choices > Some(0), "{choices:?}: what was made is told");

    let unsolvable = named("triangle4/pair:0,1:0,2").unwrap();
    let claimed = ask(&unsolvable, &settings("C", "paper").trust(false));
    assert_eq!(claimed.end, End::Unknown(Reason::Unchecked));
    assert!(
        claimed
            .message
            .unwrap()
            .contains("no proof that could be checked")
    );

    let refused = |settings: Ask| {
        let error = pegsat::solve(&problem, &settings, &Watch::new()).unwrap_err();
        error.to_string()
    };
    let by_batsat = settings("C", "paper").solver("batsat".into());
    assert!(refused(by_batsat).contains("leave --solver batsat out"));
    assert!(refused(settings("C", "own")).contains("systems have a search of their own"));
    assert!(refused(settings("E", "paper")).contains("A, B or C"));
    let by_two = settings("C", "paper").jobs(2);
    assert!(refused(by_two).contains("would do the same"));
    let by_positions = settings("C", "paper").approach(Approach::Exhaustion);
    assert!(refused(by_positions).contains("has none"));
    let folder = tempfile::tempdir().unwrap();
    let with_proof = settings("C", "paper").proof(Some(folder.path().join("proof")));
    assert!(refused(with_proof).contains("writes none"));
}
