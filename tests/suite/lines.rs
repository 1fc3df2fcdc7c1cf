//! Boards with lines of their own, by chance: every way to an answer agrees with the plainest
//! search, and every certificate is accepted.

use crate::{
    certificates::{argued_by, exhaust, refute, verify},
    common::{How, assert_engine, decide, goal, in_parallel, long, position, truth},
    exact::Plain,
};
use pegsat::{
    JumpNumber,
    board::{self, Board, Cell, Hole, Lattice, Position, lines},
    certificate::{Besides, refutation},
    check, exact,
    exact::{Long, Questions, Shortest},
    model::{MODELS, Step},
    problem::{Goal, Problem, class, file},
    solution::checker,
    watch::Watch,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::atomic::{AtomicUsize, Ordering},
};

/// A board of 3 to 9 holes: lines by chance, a graph by chance, or a lattice with some walls.
fn board_by_chance(random: &mut fastrand::Rng) -> Board {
    let n = random.usize(3..=9);
    let cells: Vec<Cell> = (0..n as i32).map(|hole| (hole % 5, hole / 5)).collect();
    let lines: Vec<lines::Line> = match random.usize(0..3) {
        0 => (0..random.usize(1..=2 * n))
            .map(|_| {
                let holes = random.choose_multiple(0..n, 3);
                [holes[0], holes[1], holes[2]]
            })
            .collect(),
        1 => {
            let pairs = (0..n).flat_map(|b| (0..b).map(move |a| [a, b]));
            let edges: Vec<[Hole; 2]> = pairs.filter(|_| random.usize(0..3) == 0).collect();
            lines::paths(n, &edges).unwrap()
        }
        _ => {
            let lattice = [Lattice::Square, Lattice::Triangular, Lattice::Diagonal];
            let board = Board::new(lattice[random.usize(0..3)], cells.iter().copied()).unwrap();
            board.lines().filter(|_| random.usize(0..4) > 0).collect()
        }
    };
    let lines = lines.into_iter().map(|line| line.map(|hole| cells[hole]));
    Board::with_lines(Lattice::Square, cells.iter().copied(), lines).unwrap()
}

/// Every way of the program to decide the problem.
fn all_ways_agree(problem: &Problem, number: usize) -> bool {
    let text = file::write(problem);
    let expected = truth(problem);
    assert_engine(problem, expected);
    let model = &MODELS[number % MODELS.len()];
    match decide(problem, &How::plain(model)) {
        None if model.step == Step::Sweep => {}
        None => assert!(
            problem.goal().has_survivors() || model.name == "B",
            "{text}"
        ),
        Some(found) => assert_eq!(found, expected, "{}\n{text}", model.name),
    }
    assert!(!expected || class::allows(problem), "{text}");
    let exhaustion = exhaust(problem);
    assert_eq!(exhaustion.is_none(), expected, "{text}");
    let besides = [
        Besides::Nothing,
        Besides::Ends,
        Besides::Rounded,
        Besides::Tables,
    ];
    let argued = (number.is_multiple_of(3)).then(|| argued_by(besides[number % 4], problem, 60));
    let argued = argued.flatten();
    assert!(argued.is_none() || !expected, "{text}");
    for certificate in exhaustion.into_iter().chain(argued) {
        verify(&certificate).unwrap();
    }
    if number.is_multiple_of(4) && refutation::applies(problem) {
        let refuted = refute(problem);
        assert_eq!(refuted.is_none(), expected, "{text}");
        if let Some((certificate, proof)) = refuted {
            let beside = |_: &str| Ok(check::opened(proof.clone()));
            check::verify(&certificate.text(), &beside, &|| true).unwrap();
        }
    }
    if !problem.goal().has_survivors() && number % 4 < 2 {
        counts_agree(problem);
    }
    expected
}

fn counts_agree(problem: &Problem) {
    let mut plain = Plain {
        problem,
        counts: BTreeMap::new(),
        sweeps: BTreeMap::new(),
    };
    let questions = Questions {
        count: true,
        fewest_sweeps: true,
        ..Questions::default()
    };
    let outlook = exact::outlook(problem, questions, &Watch::new()).unwrap();
    let text = file::write(problem);
    let count = plain.count(problem.start());
    assert_eq!(
        outlook.count.map(|count| count.to_string()),
        Some(count.to_string()),
        "{text}"
    );
    let is_small = problem.start().n_pegs() <= 6;
    for long in [Long::Any, Long::Last].into_iter().filter(|_| is_small) {
        let questions = Questions {
            longest: Some(long),
            ..Questions::default()
        };
        let found = exact::outlook(problem, questions, &Watch::new())
            .unwrap()
            .longest;
        let from = (problem.start().clone(), None, 0);
        let expected = longest(problem, from, long, &mut BTreeMap::new());
        assert_eq!(
            found.as_ref().map(|found| found.0),
            expected,
            "{long:?} {text}"
        );
        if let Some((length, jumps)) = found {
            checker::check_numbers(problem, &jumps).unwrap();
            let board = problem.board();
            let meets = |a: &JumpNumber, b: &JumpNumber| board.jump(*a).to == board.jump(*b).from;
            let runs = jumps.chunk_by(meets).map(<[JumpNumber]>::len);
            let run = match long {
                Long::Any => runs.max(),
                Long::Last => {
                    let mut runs = runs;
                    runs.next_back()
                }
            };
            assert_eq!(run.unwrap_or(0), length, "{text}");
        }
    }
    if is_small {
        let found = exact::shortest(problem, &Watch::new()).unwrap();
        assert_eq!(found, shortest(problem), "{text}");
    }
    let chances = exact::chances(problem, &Watch::new()).unwrap();
    let (games, won, by_chance) = all_games(problem, problem.start(), &mut BTreeMap::new());
    assert_eq!(
        (chances.games, chances.won),
        (Some(games), Some(won)),
        "{text}"
    );
    assert!((chances.by_chance - by_chance).abs() < 1e-9, "{text}");
    let fewest = plain.sweeps(problem.start(), None);
    assert_eq!(
        outlook.fewest_sweeps.map(|fewest| fewest.0),
        fewest,
        "{text}"
    );
}

/// Every solution, by plain search; of those with the fewest sweeps one of each set that symmetry
/// and the order of sweeps make alike.
fn shortest(problem: &Problem) -> Option<Shortest> {
    type Sweep = (Hole, Hole, BTreeSet<Hole>);
    let board = problem.board();
    let mut open: Vec<(Position, Vec<Sweep>)> = vec![(problem.start().clone(), Vec::new())];
    let mut solved: Vec<Vec<Sweep>> = Vec::new();
    while let Some((position, sweeps)) = open.pop() {
        if problem.accepts(&position) {
            solved.push(sweeps.clone());
        }
        for jump in board.jumps().iter().filter(|jump| position.allows(jump)) {
            let mut more = sweeps.clone();
            match more.last_mut() {
                Some(last) if last.1 == jump.from => {
                    last.1 = jump.to;
                    last.2.insert(jump.over);
                }
                _ => more.push((jump.from, jump.to, [jump.over].into())),
            }
            open.push((position.after(jump), more));
        }
    }
    let sweeps = solved.iter().map(Vec::len).min()?;
    let canonical = |sweeps: &[Sweep]| {
        let images = problem.symmetries().into_iter().map(|symmetry| {
            let moved = sweeps.iter().map(|(from, to, taken)| {
                let taken = taken.iter().map(|&hole| symmetry[hole]).collect();
                (symmetry[*from], symmetry[*to], taken)
            });
            let mut moved: Vec<Sweep> = moved.collect();
            moved.sort();
            moved
        });
        images.min().unwrap()
    };
    let mut alike = BTreeMap::<Vec<Sweep>, usize>::new();
    let mut last_sweeps = BTreeSet::new();
    for solution in solved.iter().filter(|solution| solution.len() == sweeps) {
        let last = solution.last().map_or(0, |last| last.2.len());
        let longest = alike.entry(canonical(solution)).or_default();
        *longest = last.max(*longest);
        last_sweeps.extend(
            solution
                .last()
                .map(|last| canonical(std::slice::from_ref(last))),
        );
    }
    let mut kinds = BTreeMap::new();
    for (solution, last) in alike {
        let mut lengths: Vec<usize> = solution.iter().map(|sweep| sweep.2.len()).collect();
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        lengths.extend([0, 0]);
        *kinds.entry([lengths[0], lengths[1], last]).or_default() += 1;
    }
    Some(Shortest {
        sweeps,
        kinds: kinds.into_iter().rev().collect(),
        last_sweeps: last_sweeps.len(),
    })
}

/// The longest sweep, from a position with the hole where the last jump ended, and how many jumps
/// the peg there has made.
fn longest(
    problem: &Problem,
    (position, last, run): (Position, Option<Hole>, usize),
    long: Long,
    known: &mut BTreeMap<(Position, Option<Hole>, usize), Option<usize>>,
) -> Option<usize> {
    let key = (position.clone(), last, run);
    if let Some(&known) = known.get(&key) {
        return known;
    }
    let mut best = problem.accepts(&position).then_some(run);
    for jump in problem.board().jumps() {
        if position.allows(jump) {
            let run_then = if last == Some(jump.from) { run + 1 } else { 1 };
            let then = (position.after(jump), Some(jump.to), run_then);
            let rest = longest(problem, then, long, known);
            best = best.max(match long {
                Long::Any => rest.map(|rest| rest.max(run)),
                Long::Last => rest,
            });
        }
    }
    known.insert(key, best);
    best
}

/// From a position: all games, those that are won, and how likely one is where jumps are drawn.
fn all_games(
    problem: &Problem,
    position: &Position,
    known: &mut BTreeMap<Position, (u128, u128, f64)>,
) -> (u128, u128, f64) {
    if problem.accepts(position) {
        return (1, 1, 1.0);
    }
    if let Some(&known) = known.get(position) {
        return known;
    }
    let jumps = problem
        .board()
        .jumps()
        .iter()
        .filter(|jump| position.allows(jump));
    let after: Vec<_> = jumps.map(|jump| position.after(jump)).collect();
    let each = after.iter().map(|after| all_games(problem, after, known));
    let sum = each.fold((0, 0, 0.0), |sum, one| {
        (sum.0 + one.0, sum.1 + one.1, sum.2 + one.2)
    });
    let found = match after.len() {
        0 => (1, 0, 0.0),
        n => (sum.0, sum.1, sum.2 / n as f64),
    };
    known.insert(position.clone(), found);
    found
}

/// What is written is read again, every jump by its text.
fn is_read_again(problem: &Problem) {
    let board = problem.board();
    let again = file::parse("again", &file::write(problem)).unwrap();
    assert!(again.board() == board && again.start() == problem.start());
    for number in board.jump_numbers() {
        let words = board.jump_text(number);
        let parsed = pegsat::solution::text::parse(&words).unwrap();
        assert_eq!(board.jump_of(&parsed.leaps[0]), Some(number), "{words}");
    }
}

#[test]
fn boards_by_chance_agree_with_the_plain_way() {
    let numbers: Vec<usize> = (0..if long() { 6000 } else { 2000 }).collect();
    let solved = AtomicUsize::new(0);
    in_parallel(&numbers, |&number| {
        let mut random = fastrand::Rng::with_seed(number as u64);
        let board = board_by_chance(&mut random);
        let mut start = position(board.n_holes(), random.u64(..));
        if number.is_multiple_of(2) {
            start = board.vacancy(random.usize(0..board.n_holes()));
        }
        let kind = if number.is_multiple_of(3) {
            0
        } else {
            random.usize(0..9)
        };
        let goal = goal(kind, &board, &start, &mut random);
        let problem = Problem::new("chance", board, start, goal);
        is_read_again(&problem);
        let is_solved = all_ways_agree(&problem, number);
        solved.fetch_add(usize::from(is_solved), Ordering::Relaxed);
    });
    let solved = solved.into_inner();
    assert!(
        solved > numbers.len() / 4 && solved < numbers.len() * 3 / 4,
        "{solved}"
    );
}

/// What is no graph6 is an error; what is one has its edges, each once.
#[test]
fn graphs_are_read_as_they_are_written() {
    let mut random = fastrand::Rng::with_seed(6);
    for n in (0..130).chain([62, 63, 64]) {
        let pairs = (0..n).flat_map(|b| (0..b).map(move |a| [a, b]));
        let edges: Vec<([Hole; 2], bool)> = pairs.map(|pair| (pair, random.bool())).collect();
        let mut text = match n {
            0..=62 => vec![63 + n as u8],
            _ => vec![126, 63, 63 + (n >> 6) as u8, 63 + (n & 63) as u8],
        };
        let bit = |place: usize, edge: &([Hole; 2], bool)| u8::from(edge.1) << (5 - place);
        text.extend(edges.chunks(6).map(|six| {
            63 + six
                .iter()
                .enumerate()
                .map(|(place, edge)| bit(place, edge))
                .sum::<u8>()
        }));
        let text = String::from_utf8(text).unwrap();
        let wanted: Vec<[Hole; 2]> = edges
            .iter()
            .filter(|edge| edge.1)
            .map(|edge| edge.0)
            .collect();
        assert_eq!(lines::graph6(&text), Ok((n, wanted)), "{text}");
        for _ in 0..20 {
            let mut bytes = text.clone().into_bytes();
            let at = random.usize(0..bytes.len());
            bytes[at] = random.u8(32..=126);
            bytes.truncate(random.usize(0..=bytes.len()));
            let _ = lines::graph6(&String::from_utf8(bytes).unwrap()); // no panic
        }
    }
    for text in ["~~??????", "~", "~??", "\u{7f}", "é", "~~~"] {
        assert!(lines::graph6(text).is_err(), "{text}");
    }
}

/// All permutations that take jumps to jumps, and no others.
#[test]
fn symmetries_are_those_of_the_lines() {
    fn permutations(n: usize) -> Vec<Vec<Hole>> {
        match n {
            0 => vec![Vec::new()],
            _ => {
                let shorter = permutations(n - 1).into_iter();
                let longer = shorter.flat_map(|one| {
                    (0..n).map(move |place| {
                        let mut one = one.clone();
                        one.insert(place, n - 1);
                        one
                    })
                });
                longer.collect()
            }
        }
    }
    let mut random = fastrand::Rng::with_seed(7);
    let by_chance = (0..300).map(|_| board_by_chance(&mut random));
    let names = [
        "path6",
        "cycle6",
        "star5",
        "complete6",
        "bipartite3x3",
        "torus3x2",
        "hypercube2",
    ];
    let named = names.map(|name| board::named(name).unwrap());
    for board in by_chance.filter(|board| board.n_holes() <= 6).chain(named) {
        let jumps: BTreeSet<_> = board.jumps().iter().map(|jump| jump.holes()).collect();
        let keeps = |image: &Vec<Hole>| {
            jumps
                .iter()
                .all(|jump| jumps.contains(&jump.map(|hole| image[hole])))
        };
        let all: BTreeSet<Vec<Hole>> = permutations(board.n_holes())
            .into_iter()
            .filter(keeps)
            .collect();
        let found = board.symmetries();
        assert_eq!(found[0], (0..board.n_holes()).collect::<Vec<_>>());
        assert_eq!(found.len(), all.len(), "{}", board.name());
        assert_eq!(found.iter().cloned().collect::<BTreeSet<_>>(), all);
        assert!(!board.has_more_symmetries());
    }
    // Where there are too many, a group of them.
    for (name, size) in [
        ("complete8", 720),
        ("star9", 720),
        ("hypercube4", 384),
        ("torus4x4", 128),
    ] {
        let board = board::named(name).unwrap();
        let group: BTreeSet<&Vec<Hole>> = board.symmetries().iter().collect();
        assert_eq!(group.len(), size, "{name}");
        for one in group.iter().take(50) {
            for other in group.iter().take(50) {
                let both: Vec<Hole> = one.iter().map(|&hole| other[hole]).collect();
                assert!(group.contains(&both), "{name}");
            }
        }
    }
}

/// Every vacancy of a small board, and the fewest pegs of all, against the plain way.
#[test]
fn all_vacancies_at_once_agree_with_the_plain_way() {
    let mut random = fastrand::Rng::with_seed(11);
    let single = Board::new(Lattice::Square, [(0, 0)]).unwrap();
    let by_chance = (0..400).map(|_| board_by_chance(&mut random));
    for board in by_chance.chain([single]) {
        let n = board.n_holes();
        let lines: Vec<lines::Line> = board.lines().collect();
        let found = exact::one_empty(n, &lines).unwrap();
        let leaves = |hole, pegs| {
            let (start, goal) = (board.vacancy(hole), Goal::anywhere(pegs));
            truth(&Problem::new("vacancy", board.clone(), start, goal))
        };
        let won: Vec<bool> = (0..n).map(|hole| leaves(hole, 1)).collect();
        assert_eq!(found.won, won);
        let allows = |hole| {
            let start = board.vacancy(hole);
            let problem = Problem::new("vacancy", board.clone(), start, Goal::anywhere(1));
            class::allows(&problem)
        };
        assert_eq!(found.allowed, (0..n).map(allows).collect::<Vec<_>>());
        let fewest = (0..n).find(|&pegs| (0..n).any(|hole| leaves(hole, pegs)));
        assert_eq!(Some(found.fewest_pegs), fewest);
    }
    assert_eq!(exact::one_empty(17, &[]), None);
    assert_eq!(exact::one_empty(0, &[]), None);
}
