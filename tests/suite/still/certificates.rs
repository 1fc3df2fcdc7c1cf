//! Certificates, and the weights that cut off positions.

use super::*;

/// Problems by chance whose start and goal are in one position class: few of them can be solved,
/// and parity refutes none.
fn in_one_class(number: usize) -> Vec<Problem> {
    let names = [
        "square4",
        "triangle5",
        "rect5x3",
        "square3",
        "rect3x6",
        "rect4x5",
    ];
    let problem = |number| {
        let mut random = fastrand::Rng::with_seed(number as u64);
        let board = board::named(names[number % names.len()]).unwrap();
        let share = 0.3 + random.f64() / 2.0;
        let pegs = (0..board.n_holes()).filter(|_| random.f64() < share);
        let start = Position::of(board.n_holes(), pegs);
        let mut end: Vec<bool> = (0..board.n_holes())
            .map(|hole| start.has_peg(hole))
            .collect();
        for _ in 0..random.usize(2..14) {
            let jump = &board.jumps()[random.usize(..board.jumps().len())];
            for hole in jump.holes() {
                end[hole] = !end[hole];
            }
        }
        let is_open = number % 5 == 0;
        let mark = |&peg: &bool| match (is_open && random.u8(..) < 60, peg) {
            (true, _) => Mark::Either,
            (false, true) => Mark::Peg,
            (false, false) => Mark::Empty,
        };
        let goal = Goal::picture(end.iter().map(mark).collect());
        Problem::new(format!("class-{number}"), board, start, goal)
    };
    (0..number).map(problem).collect()
}

/// Problems without a solution, most of them, and some that only strong arguments refute.
fn unsolvable() -> Vec<Problem> {
    let mut problems: Vec<Problem> = by_chance(250, 12);
    problems.extend(in_one_class(240));
    for (name, vacancy, finish) in [
        ("rect5x3", 0, 7),
        ("rect3x6", 4, 4),
        ("triangle5", 4, 4),
        ("square4", 0, 3),
        ("square5", 12, 2),
    ] {
        let board = board::named(name).unwrap();
        problems.push(problem::pair(&board, vacancy, finish));
        let start = board.vacancy(vacancy);
        problems.push(Problem::new(name, board.clone(), start, Goal::anywhere(1)));
    }
    problems.push(problem::named("reversal:4,4").unwrap());
    problems.push(problem::named("french/free:3,3").unwrap());
    problems
}

#[test]
fn certificates_hold_still() {
    let ways = [
        (0, Besides::Nothing),
        (1, Besides::Nothing),
        (40, Besides::Nothing),
        (1, Besides::Ends),
        (9, Besides::Rounded),
        (1, Besides::Tables),
    ];
    each_holds_still("certificates", &unsolvable(), |problem| {
        let watch = Watch::new();
        let mut lines = Vec::new();
        for (nodes, besides) in ways {
            let trees = Trees { nodes, besides };
            let found = certificate::without_search(problem, trees, &watch);
            let made = outcome(found, |found| match found {
                None => "-".into(),
                Some(made) => format!("{} {}", made.kind, short(made.text())),
            });
            lines.push(format!("{nodes} {besides:?}: {made}"));
        }
        for with_rows in [false, true] {
            let made = outcome(certificate::cut(problem, with_rows, &watch), |cut| {
                cut.map_or("-".into(), |cut| shown(&cut))
            });
            lines.push(format!("cut {with_rows}: {made}"));
        }
        let find = |problem: &Problem, rows| certificate::cut(problem, rows, &Watch::new());
        let cutting = |patience| exact::Cutting {
            find: &find,
            patience,
            longest: 8,
        };
        for patience in [None, Some(1), Some(4)]
            .into_iter()
            .filter(|_| problem.start().n_pegs() < 20)
        {
            let cutting = patience.map(cutting);
            let made = outcome(
                exact::decide(problem, 1 << 30, 1 << 20, cutting, &watch),
                |made| match made {
                    exact::Decision::Solved(jumps) => format!("solved {}", shown(&jumps)),
                    exact::Decision::Unsolvable(listed) => {
                        let listed = listed.unwrap();
                        let n = listed.positions.len();
                        format!("{n} {} {}", listed.cuts.len(), shown(&listed))
                    }
                },
            );
            lines.push(format!("listed {patience:?}: {made}"));
        }
        if certificate::refutation::applies(problem) && problem.start().n_pegs() < 10 {
            let made = certificate::refutation::encode(problem, &watch).unwrap();
            let size = engine::Size::of(&made.1);
            lines.push(format!("refutation: {size:?}"));
        }
        for most in [0, 1, 4, 30] {
            let applies = ["", "self,regions", "class"].map(|words| {
                let additions: Additions = words.parse().unwrap();
                let layers = certificate::layers::applies(problem, &additions);
                [
                    certificate::sweeps::applies(problem, &additions, most),
                    layers,
                ]
            });
            lines.push(format!("{most}: {applies:?}"));
        }
        lines
    });
}

/// With clauses that were added on the way, as a solver of sweeps adds them.
#[test]
fn certificates_of_sweeps_hold_still() {
    let names = [
        "triangle4/free:0,1",
        "triangle5/free:1,2",
        "square5/pair:2,2:2,2",
        "central",
    ];
    let problems = names.map(|name| problem::named(name).unwrap());
    each_holds_still("sweeps", &problems, |problem| {
        let mut lines = Vec::new();
        for words in ["", "self", "regions", "regions,self"] {
            let additions: Additions = words.parse().unwrap();
            for most in [1, 3] {
                let added = [vec![-1, 4, -9], vec![-2, -3], vec![5], vec![-90, -91, 7]];
                let sha256 = digest(b"");
                let made = certificate::sweeps::certificate(
                    problem,
                    &additions,
                    most,
                    &added,
                    "p",
                    sha256,
                    &Watch::new(),
                );
                lines.push(made.map_or_else(|error| error.to_string(), |made| made.text()));
            }
        }
        lines
    });
}
