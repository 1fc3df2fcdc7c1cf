//! Exhaustive search and beams.

use super::*;

/// The first of all solutions, as each sense of 'different' has them; sets of jumps where that is
/// asked for, as they take long on boards of many holes.
fn lists(problem: &Problem, first: &[JumpNumber], most: u64, with_order: bool) -> Vec<String> {
    let senses = [
        (None, true),
        (Some(Distinct::Symmetry), true),
        (Some(Distinct::Order), with_order),
    ];
    let senses = senses.into_iter().filter(|(_, is_asked)| *is_asked);
    let list = |distinct| {
        let mut all = Vec::new();
        let watch = Watch::new();
        let listed = exact::solutions(problem, first, distinct, Some(most), &watch, &mut |one| {
            all.push(one.to_vec());
            true
        });
        format!("{distinct:?} {listed:?} {}", shown(&all))
    };
    senses.map(|(distinct, _)| list(distinct)).collect()
}

/// Boards on which a search has to choose.
#[test]
fn larger_searches_hold_still() {
    let names = [
        "triangle5/free:1,2",
        "triangle6/reversal:0,0",
        "square6/pair:2,2:2,2",
        "central",
        "french/free:3,2",
    ];
    let mut problems: Vec<Problem> = names.map(|name| problem::named(name).unwrap()).into();
    let mut corner = vec![vec!['.'; 12]; 11];
    for (column, row) in [
        (0, 0),
        (1, 0),
        (1, 1),
        (3, 1),
        (2, 2),
        (4, 2),
        (11, 9),
        (10, 9),
    ] {
        corner[row][column] = 'O';
    }
    let rows: Vec<String> = corner
        .iter()
        .map(|row| row.iter().map(|sign| format!("{sign} ")).collect())
        .collect();
    problems.push(drawn(
        "corner",
        &format!("start:\n{}\ngoal: pegs 4\n", rows.join("\n")),
    ));
    each_holds_still("larger", &problems, |problem| {
        let watch = Watch::new();
        let mut lines = Vec::new();
        let holes = problem.board().n_holes();
        if holes <= 33 {
            lines.push(outcome(exact::earliest_dead_end(problem, &watch), |end| {
                format!("{end:?}")
            }));
        }
        let first = match problem.name() {
            "corner" => oracle::search(problem),
            _ if holes <= 50 => exact::beam(problem, 1, &watch).unwrap(),
            _ => None,
        };
        lines.push(shown(&first));
        let sweeps = match problem.name() {
            "triangle5/free:1,2" => 9,
            "triangle6/reversal:0,0" => 14,
            "central" => 21,
            "square6/pair:2,2:2,2" => 22,
            _ => 0,
        };
        for seed in (0..2).filter(|_| sweeps > 0) {
            lines.push(outcome(
                exact::few_sweeps(problem, sweeps, seed, &watch),
                |jumps| shown(&jumps),
            ));
        }
        if let Some(first) = &first {
            let with_order = holes <= 16 || holes > 100;
            lines.extend(lists(problem, first, 60, with_order));
        }
        lines
    });
}

#[test]
fn searches_hold_still() {
    let mut problems = kinds();
    problems.extend(by_chance(60, 12));
    problems.retain(|problem| problem.board().n_holes() <= 16);
    each_holds_still("searches", &problems, |problem| {
        let watch = Watch::new();
        let (levels, _) = exact::levels(problem, &watch);
        let questions = Questions {
            count: true,
            fewest_sweeps: true,
            ..Questions::default()
        };
        let outlook = exact::outlook(problem, questions, &watch);
        let stored = exact::Stored::make(problem, &watch).unwrap();
        let finish = problem.board().n_holes() / 2;
        let survivors = exact::survivors(problem.board(), finish, &watch);
        let mut lines = vec![
            format!("levels {:?} {}", levels.totals(), shown(&levels)),
            outcome(outlook, |one| {
                // Without what was not asked for.
                let text = format!("{one:?}").replace(", longest: None", "");
                format!("{:?} {}", one.count, short(text))
            }),
            shown(&(stored.keeping(problem, problem.start()), &stored)),
            outcome(survivors, |all| shown(&all)),
            format!("{:?}", exact::earliest_dead_end(problem, &watch)),
        ];
        let Some(first) = oracle::search(problem) else {
            return lines;
        };
        for seed in [0, 7] {
            lines.push(shown(&exact::beam(problem, seed, &watch)));
            for most in [2, 5, 9] {
                lines.push(shown(&exact::few_sweeps(problem, most, seed, &watch)));
            }
        }
        lines.extend(lists(problem, &first, 200, true));
        lines
    });
}
