//! What must not change by accident: formulas, certificates, searches, pictures, answers.
//!
//! A line in a file beside this one says what was asked, in how many ways, and a digest of all that
//! came of it; where a line is not as it was, all that came of it now is shown. **They only hold
//! still**: that models, certificates and searches are right is for other tests. A change of a line
//! is a change of every measurement, so it must be meant;
//! `PEGSAT_BLESS=1` writes the files again.

use crate::common::{self, in_parallel, oracle};
use pegsat::{
    Settings,
    board::{self, Position, picture::Mark},
    certificate::{self, Besides, Trees},
    check::digest,
    engine,
    exact::{self, Questions},
    formula::Encoders,
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

/// Every addition with the values that its form names, beside those of models alone.
const ADDITIONS: [&str; 33] = [
    "",
    "aggregated",
    "class",
    "corners",
    "count",
    "early",
    "independence",
    "independence=2",
    "neighbours",
    "no-reversal",
    "objective=final",
    "objective=penalty",
    "objective=none",
    "pagoda=1",
    "pagoda=2",
    "pagoda=3",
    "pagoda=auto",
    "pagoda=paper",
    "pagoda=1,pagoda=2",
    "regions",
    "corners,regions",
    "self",
    "states=2",
    "states=4",
    "states=6",
    "self,independence",
    "states=3,independence",
    "class,early",
    "self,corners",
    "self,regions",
    "count,neighbours",
    "no-reversal,states=5",
    "self,class",
];

fn formula(problem: &Problem, letter: &str, options: &Options) -> String {
    let model = model::by_name(letter).unwrap();
    match model.encode(problem, options, &Watch::new()) {
        Err(error) => format!("refused {}", short(error.to_string())),
        Ok(encoding) => {
            let said = shown(&(&encoding.meanings, &encoding.notes));
            let stated = model.stated_constraints(problem);
            let cnf = encoding.formula.into_cnf(&Encoders::default()).unwrap();
            let size = engine::Size::of(&cnf);
            let clauses: Vec<_> = cnf.clauses.iter().map(<[_]>::to_vec).collect();
            format!(
                "{} {} {} {stated} {} {said}",
                size.variables,
                size.clauses,
                size.literals,
                shown(&clauses)
            )
        }
    }
}

#[test]
fn formulas_hold_still() {
    let problems: Vec<Problem> = kinds().into_iter().chain(by_chance(9, 12)).collect();
    let groups = groups_of(&problems, |problem| {
        let is_large = problem.board().n_holes() > 12;
        let is_middling = problem.board().n_holes() < 30;
        let of_model = |model: &Model| {
            let mut lines = Vec::new();
            let mut add = |letter: &str, words: &str, options: &Options| {
                if !is_large || letter > "B" && (is_middling || !words.contains("states")) {
                    let made = formula(problem, letter, options);
                    lines.push(format!("{words}: {made}"));
                }
            };
            let taken = model.additions();
            for words in ADDITIONS {
                let is_taken = |word: &str| {
                    let word = word.split('=').next().unwrap();
                    word.is_empty() || taken.contains(&word)
                };
                if words.split(',').all(is_taken) {
                    let additions: Additions = words.parse().unwrap();
                    add(model.name, words, &Options::from(additions));
                }
            }
            for sweeps in [1, 3, 6] {
                for words in ["", "independence"] {
                    let additions: Additions = words.parse().unwrap();
                    let sweeps = Some(sweeps);
                    let options = Options {
                        sweeps,
                        ..Options::from(additions)
                    };
                    if model.takes_sweeps {
                        add(model.name, &format!("sweeps {sweeps:?} {words}"), &options);
                    }
                }
            }
            for layers in [1, 2, 3, 5].into_iter().filter(|_| model.step.is_layer()) {
                let layers = Some(layers);
                let options = Options {
                    layers,
                    ..Options::default()
                };
                add(model.name, &format!("layers {layers:?}"), &options);
            }
            for (order, word, _) in ORDERS.iter().filter(|_| model.step == Step::Pass) {
                let options = Options {
                    order: *order,
                    layers: Some(4),
                    ..Options::default()
                };
                add(model.name, word, &options);
            }
            (format!("{} {}", problem.name(), model.name), lines)
        };
        let mut besides = vec![format!("{:?}", best_first(problem))];
        for words in ["", "self", "states=2", "states=3,self", "states=1,self"] {
            let additions: Additions = words.parse().unwrap();
            for certain in 0..4 {
                let moves = first_moves(problem, &additions, certain, &Watch::new());
                besides.push(format!("{words} {certain}: {}", shown(&moves)));
            }
        }
        let besides = (format!("{} besides", problem.name()), besides);
        MODELS.iter().map(of_model).chain([besides]).collect()
    });
    hold_still("formulas", &groups);
}

#[test]
fn heads_and_words_hold_still() {
    let heads = MODELS.iter().map(|model| {
        let head: Vec<&str> = model.head().collect();
        assert!(head.len() > 10, "{}", model.name);
        (model.name.into(), vec![head.join("\n")])
    });
    let forms = additions::ADDITIONS.iter().map(|one| {
        let value = |text| (one.read)(text);
        let read = ["", "1", "2", "0", "final", "auto", "x"].map(value);
        (one.form().into(), vec![format!("{read:?} {}", one.summary)])
    });
    let groups: Vec<Group> = heads.chain(forms).collect();
    hold_still("words", &groups);
}

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

fn outcome<T>(found: Result<T, Stop>, line: impl Fn(T) -> String) -> String {
    match found {
        Ok(found) => line(found),
        Err(stop) => format!("{stop}"),
    }
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
    let groups = groups_of(&unsolvable(), |problem| {
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
        vec![(problem.name().into(), lines)]
    });
    hold_still("certificates", &groups);
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
    let groups = groups_of(&problems, |problem| {
        let mut lines = Vec::new();
        for words in ["", "self", "regions", "corners,self"] {
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
        vec![(problem.name().into(), lines)]
    });
    hold_still("sweeps", &groups);
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
        "rect12x12/pair:1,1:1,1",
        "survivor:3,3",
    ];
    let mut problems: Vec<Problem> = names
        .iter()
        .filter_map(|name| problem::named(name).ok())
        .collect();
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
    let groups = groups_of(&problems, |problem| {
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
        for distinct in [
            None,
            Some(exact::Distinct::Symmetry),
            Some(exact::Distinct::Order),
        ] {
            let (Some(first), true) = (
                &first,
                distinct != Some(exact::Distinct::Order) || !(16..=100).contains(&holes),
            ) else {
                continue;
            };
            let mut all = Vec::new();
            let listed = exact::solutions(problem, first, distinct, Some(60), &watch, &mut |one| {
                all.push(one.to_vec());
                true
            });
            lines.push(format!(
                "{distinct:?} {} {} {}",
                listed.number,
                listed.is_whole,
                shown(&all)
            ));
        }
        vec![(problem.name().into(), lines)]
    });
    hold_still("larger", &groups);
}

#[test]
fn searches_hold_still() {
    let mut problems = kinds();
    problems.extend(by_chance(60, 12));
    let groups = groups_of(&problems, |problem| {
        let watch = Watch::new();
        let mut lines = Vec::new();
        let is_small = problem.board().n_holes() <= 16;
        if is_small {
            let (levels, _) = exact::levels(problem, &watch);
            lines.push(format!("levels {:?} {}", levels.totals(), shown(&levels)));
            let questions = Questions {
                count: true,
                fewest_sweeps: true,
            };
            let made = outcome(exact::outlook(problem, questions, &watch), |one| {
                format!("{:?} {:?} {}", one.symmetries, one.count, shown(&one))
            });
            lines.push(format!("outlook {made}"));
            let made = outcome(exact::Stored::make(problem, &watch), |stored| {
                shown(&(stored.keeping(problem, problem.start()), &stored))
            });
            lines.push(format!("stored {made}"));
            let finish = problem.board().n_holes() / 2;
            let made = outcome(exact::survivors(problem.board(), finish, &watch), |all| {
                shown(&all)
            });
            lines.push(format!("survivors {made}"));
        }
        if problem.board().n_holes() < 20 {
            let made = outcome(exact::earliest_dead_end(problem, &watch), |end| {
                format!(
                    "{:?}",
                    end.map(|jumps| jumps.iter().map(|jump| jump.0).collect::<Vec<_>>())
                )
            });
            lines.push(format!("dead end {made}"));
        }
        let Some(first) = is_small.then(|| oracle::search(problem)).flatten() else {
            return vec![(problem.name().into(), lines)];
        };
        for seed in [0, 7] {
            let made = outcome(exact::beam(problem, seed, &watch), |jumps| shown(&jumps));
            lines.push(format!("beam {seed} {made}"));
            for most in [2, 5, 9].into_iter().filter(|_| is_small) {
                let made = exact::few_sweeps(problem, most, seed, &watch);
                let made = outcome(made, |jumps| shown(&jumps));
                lines.push(format!("sweeps {most} {seed} {made}"));
            }
        }
        for distinct in [
            None,
            Some(exact::Distinct::Symmetry),
            Some(exact::Distinct::Order),
        ] {
            let mut all = Vec::new();
            let listed =
                exact::solutions(problem, &first, distinct, Some(200), &watch, &mut |one| {
                    all.push(one.to_vec());
                    true
                });
            let made = shown(&all);
            lines.push(format!(
                "{distinct:?} {} {} {made}",
                listed.number, listed.is_whole
            ));
        }
        vec![(problem.name().into(), lines)]
    });
    hold_still("searches", &groups);
}

#[test]
fn pictures_and_value_orders_hold_still() {
    let problems: Vec<Problem> = kinds().into_iter().chain(by_chance(12, 12)).collect();
    let groups = groups_of(&problems, |problem| {
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
            return vec![(problem.name().into(), lines)];
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
        vec![(problem.name().into(), lines)]
    });
    hold_still("pictures", &groups);
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
    let groups = groups_of(&problems, |problem| {
        let answer = pegsat::solve(problem, &Settings::default(), &Watch::new()).unwrap();
        let printed = serde_json::to_value(Printed::of(problem, &answer)).unwrap();
        let mut printed = printed.as_object().unwrap().clone();
        printed.retain(|key, _| key != "seconds" && key != "peak_memory_bytes");
        let text = serde_json::to_string(&printed).unwrap();
        vec![(problem.name().into(), vec![text])]
    });
    hold_still("answers", &groups);
}
