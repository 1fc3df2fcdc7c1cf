//! What the suites share: small boards, and a problem's verdict by a model.

#![allow(dead_code, reason = "each suite uses a part")]

pub mod oracle;

use pegsat::{
    board::{self, Board, Lattice, Position, picture, picture::Mark},
    engine,
    formula::{AtMostOne, Shuffled},
    model::{Model, Options},
    problem::{Goal, Problem, Survivor, file},
    solution::{checker, decode},
    solver::{self, Context, Verdict},
    watch::Watch,
};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Whether tests that sample are to take their long forms.
pub fn long() -> bool {
    std::env::var_os("PEGSAT_LONG").is_some()
}

/// How many cases are drawn: a third of all, unless tests are to take their long forms.
pub fn cases(all: u32) -> u32 {
    if long() { all } else { all / 3 }
}

/// Does `work` on all items, on every core.
pub fn in_parallel<T: Sync>(items: &[T], work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(item);
                }
            });
        }
    });
}

/// Boards of up to 12 holes by name.
pub const NAMED: [&str; 19] = [
    "square1",
    "rect1x3",
    "rect1x4",
    "rect1x5",
    "rect1x7",
    "rect2x2",
    "rect2x3",
    "rect2x4",
    "rect2x5",
    "rect5x2",
    "square3",
    "rect3x4",
    "rect4x3",
    "triangle2",
    "triangle3",
    "triangle4",
    "rect6x2",
    "rect1x9",
    "rect3x1",
];

/// Boards of up to 12 holes of odd shapes.
pub const DRAWN: [(Lattice, &str); 18] = [
    (Lattice::Square, "  O\nO O O\n  O\n"),
    (Lattice::Square, "    O\n    O\nO O O O O\n    O\n    O\n"),
    (Lattice::Square, "O O O\nO   O\nO O O\n"),
    (Lattice::Square, "O\nO\nO\nO O O\n"),
    (Lattice::Square, "O O O\n  O\n  O\n  O\n"),
    (Lattice::Square, "O O O\n\nO O O\n"),
    (Lattice::Square, "O O O\n    O\n    O O O\n"),
    (Lattice::Square, "  O O\nO O O O\n  O O\n"),
    (Lattice::Square, "O   O\nO O O\nO   O\n"),
    (Lattice::Square, "O O O O\nO\nO\nO\n"),
    (Lattice::Triangular, " O O\nO O O\n O O\n"),
    (Lattice::Triangular, "O O O\n O O O\n  O O O\n"),
    (Lattice::Triangular, "O O O\n O O\nO O O\n"),
    (Lattice::Triangular, "  O\n O O\nO   O\n"),
    (Lattice::Triangular, "   O\nO O O O\n O O O\n  O\n"),
    (Lattice::Diagonal, "O O O\nO O O\nO O O\n"),
    (Lattice::Diagonal, "O   O\n  O O\nO   O\n  O\n"),
    (Lattice::Diagonal, "O\nO O O\nO   O\n  O O\n"),
];

/// All of them.
pub fn small_boards() -> Vec<Board> {
    let named = NAMED.iter().map(|name| board::named(name).unwrap());
    let drawn = DRAWN
        .iter()
        .map(|(lattice, text)| picture::parse_board(*lattice, text).unwrap().0);
    named.chain(drawn).collect()
}

/// The position whose pegs are the bits of `mask`.
pub fn position(n_holes: usize, mask: u64) -> Position {
    Position::of(n_holes, (0..n_holes).filter(|hole| mask >> hole & 1 == 1))
}

/// Where random jumps, at most `most` of them, lead to.
pub fn playout(
    board: &Board,
    start: &Position,
    most: usize,
    random: &mut fastrand::Rng,
) -> Position {
    let mut position = start.clone();
    for _ in 0..most {
        let possible: Vec<_> = board
            .jumps()
            .iter()
            .filter(|jump| position.allows(jump))
            .collect();
        let Some(jump) = random.choice(possible) else {
            break;
        };
        position = position.after(jump);
    }
    position
}

/// A goal for `start`: one peg anywhere, a position that jumps lead to, any
/// position, some pegs anywhere, a picture with either-holes, a dead end, or a peg that
/// must survive.
pub fn goal(kind: usize, board: &Board, start: &Position, random: &mut fastrand::Rng) -> Goal {
    let any = position(board.n_holes(), random.u64(..));
    let peg = random.choice(start.pegs().collect::<Vec<_>>());
    match kind % 9 {
        0 => Goal::anywhere(1),
        1 => Goal::exactly(&playout(board, start, random.usize(0..12), random)),
        2 => Goal::exactly(&playout(board, start, 99, random)),
        3 => Goal::exactly(&any),
        4 => Goal::anywhere(random.usize(0..=board.n_holes())),
        6 => Goal::dead_end(start.n_pegs().saturating_sub(random.usize(0..6))),
        7 | 8 => match peg {
            None => Goal::anywhere(1),
            Some(peg) => {
                let at = (kind % 9 == 8).then(|| random.usize(0..board.n_holes()));
                Goal::surviving(board.n_holes(), peg, at)
            }
        },
        _ => {
            let end = playout(board, start, random.usize(0..12), random);
            let mark = |hole| match (any.has_peg(hole), end.has_peg(hole)) {
                (true, _) => Mark::Either,
                (false, true) => Mark::Peg,
                (false, false) => Mark::Empty,
            };
            Goal::picture((0..board.n_holes()).map(mark).collect())
        }
    }
}

/// Two or three of the start's pegs must survive, each, some or none of them where it is named;
/// `None` where there are too few.
pub fn several(board: &Board, start: &Position, random: &mut fastrand::Rng) -> Option<Goal> {
    let n = random.usize(2..=3);
    let pegs = random.choose_multiple(start.pegs(), n);
    let ends = random.choose_multiple(0..board.n_holes(), n);
    let named = random.usize(0..3);
    let survivors = pegs.into_iter().zip(ends).map(|(peg, at)| {
        let is_named = named == 0 || named == 1 && random.bool();
        let at = is_named.then_some(at);
        Survivor { peg, at }
    });
    let survivors: Vec<Survivor> = survivors.collect();
    (survivors.len() > 1).then(|| Goal::all_surviving(board.n_holes(), survivors))
}

/// The engine says what is so, and what it refutes has a certificate.
pub fn assert_engine(problem: &Problem, expected: bool) {
    let text = || file::write(problem);
    let answer = engine::solve(problem, &engine::Ask::default(), &Watch::new());
    match answer.unwrap().end {
        engine::End::Solved { .. } => assert!(expected, "{}", text()),
        engine::End::Unsolvable(evidence) => {
            assert!(!expected, "{}", text());
            let certificate = evidence.certificate().unwrap();
            pegsat::check::verify(&certificate.text, &|_| unreachable!(), &|| true).unwrap();
        }
        engine::End::Unknown(reason) => panic!("{reason:?}\n{}", text()),
    }
}

/// How a problem is to be decided.
pub struct How<'a> {
    pub model: &'a Model,
    pub options: Options,
    pub at_most_one: AtMostOne,
    pub solver: &'a str,
    pub seed: u64,
}

impl<'a> How<'a> {
    pub fn plain(model: &'a Model) -> Self {
        How {
            model,
            options: Options::default(),
            at_most_one: AtMostOne::default(),
            solver: "varisat",
            seed: 0,
        }
    }
}

/// Whether the model says that the problem can be solved; its solution must
/// replay, and its formula have no repeated literals. `None` if it refuses the
/// additions.
pub fn decide(problem: &Problem, how: &How<'_>) -> Option<bool> {
    let (encoding, cnf) = match engine::encode(
        problem,
        how.model,
        &how.options,
        how.at_most_one,
        &Watch::new(),
    ) {
        Ok(encoded) => encoded,
        Err(engine::EngineError::Additions(_)) => return None,
        Err(error) => panic!("{error}\n{}", file::write(problem)),
    };
    for clause in cnf.clauses.iter() {
        let mut vars: Vec<_> = clause.iter().map(|lit| lit.var()).collect();
        vars.sort_unstable();
        vars.dedup();
        assert_eq!(vars.len(), clause.len(), "a variable twice in {clause:?}");
    }
    let shuffled = Shuffled::new(cnf, how.seed);
    let watch = Watch::new();
    let context = Context::new(&watch);
    let backend = solver::by_name(how.solver).unwrap();
    match backend.solve(&shuffled.cnf, context).unwrap() {
        Verdict::Unknown => panic!("{} gave up", how.solver),
        Verdict::Unsatisfiable => Some(false),
        Verdict::Satisfiable(assignment) => {
            assert!(shuffled.cnf.is_satisfied_by(&assignment));
            let jumps = decode::jumps(
                problem.board(),
                &encoding.meanings,
                &shuffled.original(assignment),
            );
            checker::check_numbers(problem, &jumps)
                .unwrap_or_else(|wrong| panic!("{wrong}\n{}", file::write(problem)));
            Some(true)
        }
    }
}

/// What exhaustive search says, its solution replayed.
pub fn truth(problem: &Problem) -> bool {
    let solution = oracle::search(problem);
    if let Some(jumps) = &solution {
        checker::check_numbers(problem, jumps).unwrap();
    }
    solution.is_some()
}
