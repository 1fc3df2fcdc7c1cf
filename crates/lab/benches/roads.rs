//! What the roads to an answer take, each alone and all in turns: is `solve` at most
//! twice the best of them, and 20 ms?
//!
//! ```text
//! cargo bench --bench roads
//! cargo bench --bench roads -- --limit 5 random triangle
//! cargo bench --bench roads -- --limit 10 --alone dense
//! ```
//!
//! Problems are found by seeds: random positions of three boards (the suite
//! `random`), all pairs of the triangle of 15 holes that the position class allows,
//! the starts of the planning competition with another finish, `dense` positions,
//! of half the holes and more, `patches`, positions on boards of 51 to 110 holes that
//! grew by chance, with their last pegs anywhere or in a hole by chance, and `scattered`
//! ones, of squares of 12 to 30 holes a side, of half to nine tenths of the holes. A road
//! beyond the limit has no time. Printed are the problems where `solve` takes more than
//! that, totals, and how long `solve` takes at the median, for 95 of 100 problems, and at
//! most; `--alone` asks `solve` alone, and prints what it leaves open.

use pegsat::{
    Ask, Board, Cell, Lattice, Position, Watch, board,
    engine::{Approach, Outcome},
    problem::{self, Goal, Problem, class},
};
use pegsat_lab::suite;
use std::{error::Error, path::Path, time::Duration};

const ROADS: [Approach; 10] = [
    Approach::Pagoda,
    Approach::Ends,
    Approach::CuttingPlanes,
    Approach::Tables,
    Approach::Exhaustion,
    Approach::JumpBounds,
    Approach::Formula,
    Approach::Refutation,
    Approach::Beam,
    Approach::Windows,
];

/// How a suite is found.
type Found = fn() -> Vec<Problem>;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    words.retain(|word| word != "--bench");
    let mut limit = Duration::from_secs(5);
    if let Some(place) = words.iter().position(|word| word == "--limit") {
        limit = Duration::from_secs_f64(words.get(place + 1).ok_or("--limit SECONDS")?.parse()?);
        words.drain(place..place + 2);
    }
    let alone = words.iter().position(|word| word == "--alone");
    alone.map(|place| words.remove(place));
    let roads = alone.map_or(&ROADS[..], |_| &[]);
    let suites: [(&str, Found); 6] = [
        ("random", random),
        ("triangle", triangle),
        ("competition", competition),
        ("dense", dense),
        ("patches", patches),
        ("scattered", scattered),
    ];
    println!(
        "{:<28} {:>9} {:>9}  best road",
        "problem", "solve, ms", "best, ms"
    );
    for (name, problems) in suites {
        if words.is_empty() || words.iter().any(|word| word == name) {
            run(name, &problems(), roads, limit)?;
        }
    }
    Ok(())
}

fn random() -> Vec<Problem> {
    let entries = suite::find("random", Path::new("")).expect("a named suite");
    entries.into_iter().map(|entry| entry.problem).collect()
}

fn triangle() -> Vec<Problem> {
    let board = board::named("triangle5").expect("a named board");
    let pairs = problem::allowed_pairs(&board).into_iter();
    pairs
        .map(|(vacancy, finish)| problem::pair(&board, vacancy, finish))
        .collect()
}

/// Positions of half the holes and more, with a finish that the position class allows.
fn dense() -> Vec<Problem> {
    let boards = [
        "english",
        "french",
        "wiegleb",
        "diamond",
        "square7",
        "triangle8",
    ];
    let of_board = |name: &str| {
        let n_holes = board::named(name).expect("a named board").n_holes();
        let half = n_holes.div_ceil(2);
        let problems = (1..=25).map(|seed| {
            let pegs = half + 7 * seed % (n_holes - half - 2);
            let name = format!("{name}/random:{pegs}:{seed}");
            problem::named(&name).expect("a named problem")
        });
        problems.collect::<Vec<_>>()
    };
    boards.into_iter().flat_map(of_board).collect()
}

/// Positions on boards that grew by chance, whose class allows the goal.
fn patches() -> Vec<Problem> {
    let patch = |seed| {
        let mut random = fastrand::Rng::with_seed(seed);
        let n = random.usize(51..=110);
        let mut cells: Vec<Cell> = vec![(0, 0)];
        while cells.len() < n {
            let (x, y) = cells[random.usize(..cells.len())];
            let next = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)][random.usize(..4)];
            let is_near = next.0.abs() <= 6 && next.1.abs() <= 6;
            if is_near && !cells.contains(&next) {
                cells.push(next);
            }
        }
        let board = Board::new(Lattice::Square, cells).expect("a board");
        let pegs = random.usize(n * 2 / 5..n * 9 / 10);
        let start = Position::of(n, random.choose_multiple(0..n, pegs));
        let goal = match random.usize(..4) {
            0 => Goal::anywhere(1),
            1 => Goal::anywhere(2),
            _ => Goal::one_peg(n, random.usize(..n)),
        };
        Problem::new(format!("patch {seed}, {n} holes"), board, start, goal)
    };
    let problems = (1..=200).map(patch);
    problems.filter(class::allows).collect()
}

/// Positions whose vacancies lie all over a large square.
fn scattered() -> Vec<Problem> {
    let of_side = |side: usize| {
        let problem = move |seed: usize| {
            let pegs = side * side * (4 + seed) / 10;
            let name = format!("square{side}/random:{pegs}:{seed}");
            problem::named(&name).expect("a named problem")
        };
        (1..=5).map(problem)
    };
    [12, 14, 16, 20, 24, 30]
        .into_iter()
        .flat_map(of_side)
        .collect()
}

/// Each start with a finish drawn by its number among those that its class allows.
fn competition() -> Vec<Problem> {
    let numbers = 1..=30;
    let other = |number: u64| {
        let problem = problem::named(&format!("ipc2008:p{number:02}")).expect("a named problem");
        let free = problem.with_goal(Goal::anywhere(1));
        let finishes = class::finishes(&free).iter().enumerate();
        let allowed: Vec<usize> = finishes.filter(|f| *f.1).map(|f| f.0).collect();
        let hole = fastrand::Rng::with_seed(number).choice(allowed)?;
        Some(problem.with_goal(Goal::one_peg(problem.board().n_holes(), hole)))
    };
    numbers.filter_map(other).collect()
}

/// The seconds and the outcome by this approach; no seconds without an answer.
fn time(
    problem: &Problem,
    approach: Approach,
    limit: Duration,
) -> Result<(Option<f64>, Outcome), Box<dyn Error>> {
    let settings = Ask::default().approach(approach);
    // A copy, so that nothing is known of it yet.
    let again = problem.with_goal(problem.goal().clone());
    let answer = pegsat::solve(&again, &settings, &Watch::new().timeout(limit))?;
    let outcome = answer.end.outcome().0;
    let seconds = (outcome != Outcome::Unknown).then_some(answer.seconds.total);
    Ok((seconds, outcome))
}

fn run(
    name: &str,
    problems: &[Problem],
    roads: &[Approach],
    limit: Duration,
) -> Result<(), Box<dyn Error>> {
    let (mut within, mut solvable, mut open) = (0, 0, 0);
    let (mut all, mut bests) = (0.0, 0.0);
    let mut times = Vec::with_capacity(problems.len());
    for problem in problems {
        let (solve, outcome) = time(problem, Approach::Auto, limit)?;
        let mut best: Option<(f64, Approach)> = None;
        times.push(solve.unwrap_or(f64::INFINITY));
        for &road in roads {
            let (seconds, found) = time(problem, road, limit)?;
            if found != Outcome::Unknown && outcome != Outcome::Unknown && found != outcome {
                return Err(format!("{}: {road} says {found:?}", problem.name()).into());
            }
            if let Some(seconds) = seconds
                && best.is_none_or(|best| seconds < best.0)
            {
                best = Some((seconds, road));
            }
        }
        solvable += usize::from(outcome == Outcome::Solved);
        open += usize::from(outcome == Outcome::Unknown);
        let (seconds, (least, road)) = match (solve, best) {
            (Some(seconds), Some(best)) => (seconds, best),
            (None, Some(best)) => (f64::INFINITY, best),
            (Some(seconds), None) => (seconds, (seconds, Approach::Auto)),
            (None, None) => {
                println!("{:<28} {:>9}", problem.name(), "open");
                continue;
            }
        };
        all += seconds;
        bests += least;
        if seconds <= 2.0 * least + 0.02 {
            within += 1;
            continue;
        }
        println!(
            "{:<28} {:>9.1} {:>9.1}  {road}",
            problem.name(),
            seconds * 1e3,
            least * 1e3
        );
    }
    let n = problems.len();
    println!("{name}: {n} problems, {solvable} solvable, {open} open; together {all:.2} s");
    if !roads.is_empty() {
        println!("{name}: {within} within twice the best and 20 ms; the best roads {bests:.2} s");
    }
    times.sort_by(f64::total_cmp);
    let part = |percent: usize| times[(times.len() * percent).div_ceil(100) - 1] * 1e3;
    println!(
        "{name}: solve takes {:.1} ms at the median, {:.1} ms for 95 of 100, at most {:.1} ms\n",
        part(50),
        part(95),
        part(100)
    );
    Ok(())
}
