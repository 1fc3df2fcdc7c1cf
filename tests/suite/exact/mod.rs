//! Exhaustive search against the plain way, without symmetries, and against published numbers.

mod counts;
mod lists;

use crate::common::{long, oracle::search};
use pegsat::{
    board::{Hole, Position},
    exact::*,
    problem::{self, Goal, Problem, named},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, atomic::AtomicBool},
};

const BOARDS: [&str; 10] = [
    "square3/free:1,1",
    "square4/pair:1,1:1,2",
    "rect3x5/free:0,1",
    "rect7x1/free:2,0",
    "triangle4/free:1,1",
    "triangle5/reversal:0,0",
    "triangle5/free:1,2",
    "rect4x5/free:1,1",
    "square1/reversal:0,0",
    "square4/pair:1,1:2,1",
];

fn watching<T>(f: impl FnOnce(&Watch) -> T) -> T {
    f(&Watch::new().memory(4 << 30))
}

/// The plain way: all positions from the start, by level, without symmetries.
fn plain_levels(problem: &Problem) -> Vec<BTreeSet<Position>> {
    let mut levels = vec![BTreeSet::from([problem.start().clone()])];
    loop {
        let mut next = BTreeSet::new();
        for position in &levels[levels.len() - 1] {
            for jump in problem.board().jumps() {
                if position.allows(jump) {
                    next.insert(position.after(jump));
                }
            }
        }
        if next.is_empty() {
            return levels;
        }
        levels.push(next);
    }
}

/// Solutions from each position, and fewest sweeps by position and last hole.
pub struct Plain<'a> {
    pub problem: &'a Problem,
    pub counts: BTreeMap<Position, u64>,
    pub sweeps: BTreeMap<(Position, Option<usize>), Option<usize>>,
}

impl Plain<'_> {
    pub fn count(&mut self, position: &Position) -> u64 {
        if let Some(&count) = self.counts.get(position) {
            return count;
        }
        let mut count = u64::from(self.problem.accepts(position));
        for jump in self.problem.board().jumps() {
            if position.allows(jump) {
                count += self.count(&position.after(jump));
            }
        }
        self.counts.insert(position.clone(), count);
        count
    }

    pub fn sweeps(&mut self, position: &Position, last: Option<usize>) -> Option<usize> {
        if self.problem.accepts(position) {
            return Some(0);
        }
        let key = (position.clone(), last);
        if let Some(&sweeps) = self.sweeps.get(&key) {
            return sweeps;
        }
        let mut best: Option<usize> = None;
        for jump in self.problem.board().jumps() {
            if position.allows(jump) {
                let rest = self.sweeps(&position.after(jump), Some(jump.to));
                let cost = usize::from(last != Some(jump.from));
                best = [best, rest.map(|rest| rest + cost)]
                    .into_iter()
                    .flatten()
                    .min();
            }
        }
        self.sweeps.insert(key, best);
        best
    }
}

#[test]
fn levels_agree_with_the_plain_way() {
    for name in BOARDS {
        let problem = named(name).unwrap();
        let (found, result) = watching(|watch| levels(&problem, watch));
        result.unwrap();
        let plain = plain_levels(&problem);
        let fixes = |s: &&Vec<Hole>| problem.start().image(s) == *problem.start();
        let group: Vec<_> = problem.board().symmetries().iter().filter(fixes).collect();
        assert_eq!(found.levels.len(), plain.len(), "{name}");
        for (level, set) in found.levels.iter().zip(&plain) {
            let least = |p: &Position| group.iter().map(|s| p.image(s)).min().unwrap();
            let orbits: BTreeSet<Position> = set.iter().map(least).collect();
            let stuck = |p: &&Position| !problem.board().jumps().iter().any(|j| p.allows(j));
            assert_eq!(level.positions, orbits.len() as u64, "{name}");
            assert_eq!(level.raw, set.len() as u64, "{name}");
            assert_eq!(level.dead_ends, orbits.iter().filter(stuck).count() as u64);
            assert_eq!(level.raw_dead_ends, set.iter().filter(stuck).count() as u64);
        }
        let (jumps, pegs) = found.earliest.unwrap();
        assert!(
            found.levels[..jumps]
                .iter()
                .all(|level| level.dead_ends == 0)
        );
        assert_eq!(pegs.len(), problem.start().n_pegs() - jumps);
    }
}

#[test]
fn winning_counts_and_sweeps_agree_with_the_plain_way() {
    let goals = ["goal: pegs 2", "goal: pegs 1", "goal: pegs 3"];
    let mut problems: Vec<Problem> = BOARDS.iter().map(|name| named(name).unwrap()).collect();
    for name in BOARDS {
        let text = pegsat::problem::file::write(&named(name).unwrap());
        let start = text.split("goal").next().unwrap();
        // More pegs than holes are refused.
        problems.extend(goals.iter().filter_map(|goal| {
            pegsat::problem::file::parse("test", &format!("{start}{goal}\n")).ok()
        }));
    }
    // Goals that accept positions with different numbers of pegs.
    for goal in ["? . ? . O . .", "? ? . ? . O ?", "? ? ? ? ? ? ?"] {
        let text = format!("start:\nO O . O O O O\ngoal:\n{goal}\n");
        problems.push(pegsat::problem::file::parse("test", &text).unwrap());
    }
    let questions = Questions {
        count: true,
        fewest_sweeps: true,
        ..Questions::default()
    };
    for problem in problems {
        let text = pegsat::problem::file::write(&problem);
        let found = watching(|watch| outlook(&problem, questions, watch)).unwrap();
        let stored = watching(|watch| Stored::make(&problem, watch)).unwrap();
        let mut plain = Plain {
            problem: &problem,
            counts: BTreeMap::new(),
            sweeps: BTreeMap::new(),
        };
        let count = plain.count(problem.start());
        assert_eq!(found.count, Some(count.into()), "{text}");
        let sweeps = plain.sweeps(problem.start(), None);
        assert_eq!(found.fewest_sweeps.as_ref().map(|f| f.0), sweeps, "{text}");
        if let Some((sweeps, jumps)) = &found.fewest_sweeps {
            pegsat::solution::checker::check_numbers(&problem, jumps).unwrap();
            let pairs = jumps.windows(2);
            let all = problem.board().jumps();
            let breaks = pairs.filter(|w| all[w[0].0].to != all[w[1].0].from).count();
            assert_eq!(*sweeps, breaks + usize::from(!jumps.is_empty()), "{text}");
        }
        let group = problem.symmetries();
        for (level, set) in plain_levels(&problem).iter().enumerate() {
            let mut orbits = BTreeSet::new();
            for position in set {
                let wins = plain.count(position) > 0;
                assert_eq!(stored.can_win(&problem, position), wins, "{text}");
                if wins {
                    orbits.insert(group.iter().map(|s| position.image(s)).min());
                    for (number, jump) in problem.board().numbered_jumps() {
                        let keeps = position.allows(jump) && plain.count(&position.after(jump)) > 0;
                        let kept = stored.keeping(&problem, position).contains(&number);
                        assert_eq!(kept, keeps, "{text}");
                    }
                }
            }
            let winning = found.winning.get(level).copied().unwrap_or(0);
            assert_eq!(winning, orbits.len() as u64, "{text} {level}");
        }
    }
}

#[test]
fn limits_end_the_search() {
    let problem = named("central").unwrap();
    let small = Watch::new().memory(9 << 20);
    let (made, result) = levels(&problem, &small);
    assert_eq!(result, Err(Stop::Memory(9 << 20)));
    assert!(made.levels.len() > 3 && made.levels.len() < 20);
    assert_eq!(
        outlook(&problem, Questions::default(), &small),
        Err(Stop::Memory(9 << 20))
    );
    let soon = std::time::Duration::from_millis(20);
    let short = Watch::new().memory(1 << 40).timeout(soon);
    assert_eq!(levels(&problem, &short).1, Err(Stop::Timeout));
    let always = Arc::new(AtomicBool::new(true));
    let stopped = Watch::new().memory(1 << 40).interrupted_by(always);
    assert_eq!(levels(&problem, &stopped).1, Err(Stop::Interrupted));
    let wide = named("square12/free:5,5").unwrap();
    let result = watching(|watch| levels(&wide, watch)).1;
    assert_eq!(result, Err(Stop::TooManyHoles(144)));
}

/// Boards of more than 64 holes, with few pegs.
#[test]
fn wide_boards_are_searched() {
    let row = |pegs: &str| format!("start:\n{pegs}{}\ngoal: pegs 1\n", " .".repeat(70));
    for pegs in ["O O . O", "O O O . O O", ". O O . O O O O"] {
        let problem = pegsat::problem::file::parse("wide", &row(pegs)).unwrap();
        let (found, result) = watching(|watch| levels(&problem, watch));
        result.unwrap();
        let plain = plain_levels(&problem);
        let sizes: Vec<u64> = plain.iter().map(|set| set.len() as u64).collect();
        assert!(found.levels.iter().map(|level| level.raw).eq(sizes));
    }
}

/// Solutions of a peg that must survive, counted move by move.
fn survivals(problem: &Problem, position: &Position, peg: usize) -> u64 {
    if position.n_pegs() == 1 {
        return u64::from(problem.goal().fixed(peg) != Some(false));
    }
    let jumps = problem.board().jumps().iter();
    let possible = jumps.filter(|jump| position.allows(jump) && jump.over != peg);
    let after = |jump: &pegsat::board::Jump| {
        let peg = if jump.from == peg { jump.to } else { peg };
        survivals(problem, &position.after(jump), peg)
    };
    possible.map(after).sum()
}

#[test]
fn pegs_that_must_survive_agree_with_the_plain_way() {
    let questions = Questions {
        count: true,
        fewest_sweeps: true,
        ..Questions::default()
    };
    let (mut can, mut cannot) = (0, 0);
    for name in ["square3", "rect3x4", "triangle4", "rect7x1", "triangle3"] {
        let board = pegsat::board::named(name).unwrap();
        for vacancy in 0..board.n_holes() {
            let start = board.vacancy(vacancy);
            for peg in start.pegs() {
                for at in (0..board.n_holes()).map(Some).chain([None]) {
                    if !long() && (vacancy + peg + at.unwrap_or(0)) % 3 != 0 {
                        continue;
                    }
                    let goal = Goal::surviving(board.n_holes(), peg, at);
                    let problem = Problem::new(name, board.clone(), start.clone(), goal);
                    let text = pegsat::problem::file::write(&problem);
                    assert_eq!(
                        pegsat::problem::file::parse("", &text).unwrap().goal(),
                        problem.goal()
                    );
                    let count = survivals(&problem, &start, peg);
                    let found = watching(|watch| outlook(&problem, questions, watch)).unwrap();
                    assert_eq!(found.count, Some(count.into()), "{text}");
                    assert_eq!(found.fewest_sweeps.is_some(), count > 0, "{text}");
                    if let Some((_, jumps)) = found.fewest_sweeps {
                        pegsat::solution::checker::check_numbers(&problem, &jumps).unwrap();
                    }
                    let by_search = search(&problem);
                    if let Some(jumps) = &by_search {
                        pegsat::solution::checker::check_numbers(&problem, jumps).unwrap();
                    }
                    let decided = decide(&problem, 1 << 30, 0, None, &Watch::new()).unwrap();
                    let by_decide = matches!(decided, Decision::Solved(_));
                    assert_eq!(
                        (by_search.is_some(), by_decide),
                        (count > 0, count > 0),
                        "{text}"
                    );
                    *(if count > 0 { &mut can } else { &mut cannot }) += 1;
                }
            }
        }
    }
    assert!(can > 20 && cannot > 500, "{can} {cannot}");
}

/// On boards with fewer positions than the beam is wide it finds what there is; on
/// larger ones what it finds is a solution, the same each time.
#[test]
fn the_beam_finds_what_there_is() {
    let mut problems: Vec<Problem> = BOARDS.iter().map(|name| named(name).unwrap()).collect();
    let goals = [
        "? . ? . O . .",
        "? ? . ? . O ?",
        "? ? ? ? ? ? ?",
        "O O . O O O O",
        ". . . O . . .",
    ];
    for goal in goals {
        let text = format!("start:\nO O . O O O O\ngoal:\n{goal}\n");
        problems.push(pegsat::problem::file::parse("test", &text).unwrap());
    }
    let large = [
        "french/pair:2,0:4,0",
        "wiegleb/reversal:4,4",
        "square9/pair:4,4:4,4",
    ];
    let others = ["pattern:3", "survivor:3,0:3,3", "triangle8/free:2,4"];
    problems.extend(large.iter().chain(&others).map(|name| named(name).unwrap()));
    for problem in problems {
        let watch = Watch::new();
        let found = beam(&problem, 1, &watch).unwrap();
        assert_eq!(found, beam(&problem, 1, &watch).unwrap());
        let name = problem.name();
        if problem.board().n_holes() <= 25 {
            let decided = decide(&problem, u64::MAX, 0, None, &watch).unwrap();
            assert_eq!(
                found.is_some(),
                matches!(decided, Decision::Solved(_)),
                "{name}"
            );
        } else {
            assert!(found.is_some(), "{name}");
        }
        if let Some(jumps) = found {
            let checked = pegsat::solution::checker::check_numbers(&problem, &jumps);
            assert!(checked.is_ok(), "{name}: {checked:?}");
        }
    }
}

/// A peg among pegs that it alone can take, in any order that the maze allows: one sweep of it may
/// end in a hundred ways, and the goal is to take the most.
fn maze(seed: u64) -> Problem {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut text = String::from("start:\n");
    for y in 0..7 {
        for x in 0..7 {
            let is_wall = (x + y) % 2 == 1 && random.u8(..10) < 6;
            text.push_str(if is_wall || (x, y) == (2, 2) {
                "O "
            } else {
                ". "
            });
        }
        text.push('\n');
    }
    text.push_str("goal: pegs 1\n");
    let maze = problem::file::parse("maze", &text).unwrap();
    let mut goals = (1..).map(|pegs| maze.with_goal(Goal::anywhere(pegs)));
    let can_be_won = |problem: &Problem| fewest_sweeps(problem, &Watch::new()).unwrap().is_some();
    goals.find(can_be_won).unwrap()
}

#[test]
fn few_sweeps_are_the_fewest_and_no_fewer() {
    // In the last two a peg must survive; the second cannot be won.
    let names = [
        "pattern:3",
        "triangle6/free:1,2",
        "triangle5/survivor:0,0:2,2",
        "rect4x5/survivor:1,1:3,3",
    ];
    let mut problems: Vec<Problem> = (BOARDS.into_iter().chain(names))
        .map(|name| named(name).unwrap())
        .collect();
    // Ends that are left open.
    for name in [
        "triangle5/free:1,2",
        "rect4x5/free:1,1",
        "square4/pair:1,1:1,2",
    ] {
        let problem = named(name).unwrap();
        problems.push(problem.with_goal(Goal::anywhere(2)));
        problems.push(problem.with_goal(Goal::anywhere(3)));
    }
    let some = "start:\nO O O O\nO . O O\nO O O O\ngoal:\n? . . ?\n. ? ? .\n? . . ?\n";
    problems.push(problem::file::parse("some", some).unwrap());
    problems.extend((0..6).map(maze));
    for problem in problems {
        let (name, watch) = (problem.name(), Watch::new());
        let Some((fewest, _)) = fewest_sweeps(&problem, &watch).unwrap() else {
            assert_eq!(few_sweeps(&problem, 12, 1, &watch).unwrap(), None, "{name}");
            continue;
        };
        let found = few_sweeps(&problem, fewest, 1, &watch).unwrap();
        assert_eq!(found, few_sweeps(&problem, fewest, 1, &watch).unwrap());
        let jumps = found.unwrap_or_else(|| panic!("{name}: none of {fewest} sweeps"));
        pegsat::solution::checker::check_numbers(&problem, &jumps).unwrap();
        if let Some(fewer) = fewest.checked_sub(1) {
            let none = few_sweeps(&problem, fewer, 1, &watch).unwrap();
            assert_eq!(none, None, "{name}");
        }
    }
}

#[test]
fn the_earliest_dead_ends_are_those_of_the_levels() {
    let mut problems: Vec<Problem> = [
        "triangle5/free:0,2",
        "triangle5/free:1,2",
        "triangle6/free:1,3",
        "rect4x5/free:1,1",
        "central",
    ]
    .map(|name| named(name).unwrap())
    .to_vec();
    // Starts with any number of pegs.
    let mut random = fastrand::Rng::with_seed(19);
    for name in ["rect4x5/free:1,1", "triangle6/free:1,3", "rect3x7/free:0,0"] {
        let board = named(name).unwrap().board().clone();
        for _ in 0..20 {
            let part = random.f64();
            let pegs = (0..board.n_holes()).filter(|_| random.f64() < part);
            let start = Position::of(board.n_holes(), pegs);
            problems.push(Problem::new(name, board.clone(), start, Goal::anywhere(1)));
        }
    }
    for problem in &problems {
        let (name, watch) = (problem.name(), Watch::new());
        let jumps = earliest_dead_end(problem, &watch).unwrap().unwrap();
        let earliest = match name {
            "central" => 6, // published
            _ => levels(problem, &watch).0.earliest.unwrap().0,
        };
        assert_eq!(jumps.len(), earliest, "{name}");
        let end = Goal::dead_end(problem.start().n_pegs() - earliest);
        pegsat::solution::checker::check_numbers(&problem.with_goal(end), &jumps).unwrap();
    }
}

/// Dead ends that levels are too large for: of the English board as published (Jefferson
/// et al. 2006, Table 7), of two others as this program's own levels had it once, in minutes.
#[test]
fn early_dead_ends_of_larger_boards() {
    for (name, memory, earliest) in [
        ("free:2,1", 2 << 30, 13),
        ("free:2,2", 20 << 20, 13), // no room for the levels
        ("french/free:2,1", 2 << 30, 14),
        ("wiegleb/free:4,0", 2 << 30, 12),
    ] {
        let watch = Watch::new().memory(memory);
        let jumps = earliest_dead_end(&named(name).unwrap(), &watch).unwrap();
        assert_eq!(jumps.unwrap().len(), earliest, "{name}");
    }
}

/// With more memory a search without cuts can end, and with more yet list what it has seen.
#[test]
fn positions_are_listed_if_there_is_room_for_them() {
    let problem = named("triangle5/pair:0,0:0,1").unwrap();
    let mut outcomes: Vec<&str> = (12..26)
        .map(|bits| {
            let watch = Watch::new().memory(1 << bits);
            match decide(&problem, 1 << 30, 1 << 20, None, &watch) {
                Err(Stop::Memory(_)) => "no room",
                Ok(Decision::Unsolvable(None)) => "not listed",
                Ok(Decision::Unsolvable(Some(_))) => "listed",
                other => panic!("{other:?}"),
            }
        })
        .collect();
    outcomes.dedup();
    assert_eq!(outcomes, ["no room", "not listed", "listed"]);
}
