//! Large boards window by window: `cargo bench --bench windows [-- [--seeds N] [NAME…]]`
//! prints for each board the median, least and most seconds over the seeds, and how many
//! runs were solved; then pairs of vacancy and finish by chance, one core against two, and
//! the French board and Wiegleb's by the defaults: as `results/large-boards.md`.

use anyhow::Result;
use pegsat::{
    Ask, End, Watch,
    board::{Board, Cell, Lattice},
    engine::Approach,
    problem::{self, Goal, Problem, allowed_pairs, class, pair, up_to_symmetry},
};
use std::time::{Duration, Instant};

/// The most time of a run.
const TIME: Duration = Duration::from_secs(600);

fn main() -> Result<()> {
    let mut seeds = 10;
    let mut names = Vec::new();
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--seeds" => seeds = args.next().unwrap_or_default().parse()?,
            _ => names.push(arg),
        }
    }
    println!(
        "# Large boards, window by window\n\n`cargo bench --bench windows > results/large-boards.md`: \
         seconds over {seeds} seeds, by one job; every solution is replayed. \
         `free`: one peg anywhere. How it is done: docs/large-boards.md.\n"
    );
    println!("| board | holes | jumps | median s | least | most | solved | µs a hole |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for problem in problems()? {
        let is_asked = |name: &String| problem.name().starts_with(name.as_str());
        if names.is_empty() || names.iter().any(is_asked) {
            row(&problem, seeds)?;
        }
    }
    if names.is_empty() {
        pairs(40)?;
        jobs(seeds)?;
        smaller(seeds)?;
    }
    Ok(())
}

/// The seconds of a run, and whether it was solved.
fn run(problem: &Problem, approach: Approach, seed: u64, jobs: usize) -> Result<(f64, bool)> {
    let settings = Ask::default().approach(approach).seed(seed).jobs(jobs);
    let begin = Instant::now();
    let answer = pegsat::solve(problem, &settings, &Watch::new().timeout(TIME))?;
    let is_solved = matches!(answer.end, End::Solved { .. });
    Ok((begin.elapsed().as_secs_f64(), is_solved))
}

/// Sorts the times; their median.
fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    let middle = times.len() / 2;
    match times.len() % 2 {
        0 => f64::midpoint(times[middle - 1], times[middle]),
        _ => times[middle],
    }
}

/// Pairs of vacancy and finish on a square of side 30, by chance among those that the
/// position class allows.
fn pairs(n: usize) -> Result<()> {
    let mut random = fastrand::Rng::with_seed(30);
    let (mut times, mut solved) = (Vec::new(), 0);
    while times.len() < n {
        let mut hole = || format!("{},{}", random.u8(..30), random.u8(..30));
        let problem = problem::named(&format!("square30/pair:{}:{}", hole(), hole()))?;
        if class::allows(&problem) {
            let (time, is_solved) = run(&problem, Approach::Windows, 0, 1)?;
            times.push(time);
            solved += usize::from(is_solved);
        }
    }
    let median = median(&mut times);
    println!(
        "\nSquare 30, {n} pairs of vacancy and finish by chance of those that the class allows: \
         {solved} solved, median {median:.2} s, {:.2} to {:.2} s.",
        times[0],
        times[n - 1],
    );
    Ok(())
}

/// One core against two, in turn.
fn jobs(seeds: u64) -> Result<()> {
    let problem = problem::named("square100/pair:49,48:50,48")?;
    let (mut ones, mut twos, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for seed in 0..seeds {
        let ((one, _), (two, _)) = (
            run(&problem, Approach::Windows, seed, 1)?,
            run(&problem, Approach::Windows, seed, 2)?,
        );
        ones.push(one);
        twos.push(two);
        ratios.push(one / two);
    }
    println!(
        "\nSquare 100 by one job and by two, in turn: medians {:.2} s and {:.2} s; median of \
         the ratios {:.2}, {:.2} to {:.2}.",
        median(&mut ones),
        median(&mut twos),
        median(&mut ratios),
        ratios[0],
        ratios[ratios.len() - 1],
    );
    Ok(())
}

/// Boards too small for windows, by the defaults.
fn smaller(seeds: u64) -> Result<()> {
    let french = problem::named("french/free:0,2")?.board().clone();
    let pairs = up_to_symmetry(&french, &allowed_pairs(&french));
    let pairs = pairs
        .iter()
        .map(|&(vacancy, finish)| pair(&french, vacancy, finish));
    let wiegleb = problem::named("wiegleb/reversal:4,4")?;
    let works = [
        ("The pairs of the French board together", pairs.collect()),
        ("Wiegleb's board", vec![wiegleb]),
    ];
    for (name, problems) in works {
        let (mut times, mut solved) = (Vec::new(), 0);
        for seed in 0..seeds {
            let mut sum = 0.0;
            for problem in &problems {
                let (time, is_solved) = run(problem, Approach::Auto, seed, 1)?;
                sum += time;
                solved += usize::from(is_solved);
            }
            times.push(sum);
        }
        let runs = problems.len() * times.len();
        println!(
            "\n{name}, by the defaults: {solved} of {runs} runs solved, median {:.3} s, {:.3} to {:.3} s.",
            median(&mut times),
            times[0],
            times[times.len() - 1],
        );
    }
    Ok(())
}

fn row(problem: &Problem, seeds: u64) -> Result<()> {
    let (mut times, mut solved) = (Vec::new(), 0);
    for seed in 0..seeds {
        let (time, is_solved) = run(problem, Approach::Windows, seed, 1)?;
        times.push(time);
        solved += u64::from(is_solved);
    }
    let holes = problem.board().n_holes();
    let median = median(&mut times);
    println!(
        "| {} | {holes} | {} | {median:.2} | {:.2} | {:.2} | {solved}/{seeds} | {:.0} |",
        problem.name(),
        problem.start().n_pegs() - 1,
        times[0],
        times[times.len() - 1],
        1e6 * median / holes as f64,
    );
    Ok(())
}

fn problems() -> Result<Vec<Problem>> {
    let names = [
        "square20/pair:9,9:9,9",
        "square21/pair:10,10:10,10",
        "square24/pair:11,11:11,11",
        "square30/pair:14,14:14,14",
        "square48/pair:23,23:23,23",
        "square50/pair:25,24:25,24",
        "square100/pair:49,48:50,48",
        "square200/pair:99,98:100,98",
        "triangle40/free:13,26",
        "rect10x200/free:5,100",
        "rect4x200/free:1,100",
    ];
    let mut all = Vec::new();
    for name in names {
        let problem = problem::named(name)?;
        all.push(match class::allows(&problem) {
            true => problem,
            false => allowed(name, problem.board().clone()),
        });
    }
    let within = |wanted: &dyn Fn(i32, i32) -> bool| -> Vec<Cell> {
        let cells = (-40..=40).flat_map(|x| (-40..=40).map(move |y| (x, y)));
        cells.filter(|&(x, y)| wanted(x, y)).collect()
    };
    let hexagon = within(&|x, y| x.abs().max(y.abs()).max((x - y).abs()) < 20);
    let disc = within(&|x, y| x * x + y * y <= 16 * 16);
    let ring = within(&|x, y| (64..=256).contains(&(x * x + y * y)));
    let halls = within(&|x, y| {
        let hall = |middle: i32| (x - middle).abs() <= 7 && y.abs() <= 7;
        hall(-14) || hall(14) || (x.abs() <= 8 && y.abs() <= 2)
    });
    for (name, lattice, cells) in [
        ("hexagon of side 20", Lattice::Triangular, hexagon),
        ("disc of radius 16", Lattice::Square, disc),
        ("ring", Lattice::Square, ring),
        ("two halls and a corridor", Lattice::Square, halls),
    ] {
        all.push(allowed(name, Board::new(lattice, cells)?));
    }
    Ok(all)
}

/// One peg anywhere from the first vacancy whose class has a finish, counted from the middle.
fn allowed(name: &str, board: Board) -> Problem {
    let n = board.n_holes();
    let from_middle = (0..n).map(|index| match index % 2 {
        0 => n / 2 + index / 2,
        _ => n / 2 - index.div_ceil(2),
    });
    let problems = from_middle.map(|vacancy| {
        let (x, y) = board.cell(vacancy);
        let board_name = name.split('/').next().unwrap_or(name);
        let name = format!("{board_name}/free:{x},{y}");
        Problem::new(
            name,
            board.clone(),
            board.vacancy(vacancy),
            Goal::anywhere(1),
        )
    });
    let mut problems = problems.take(60);
    let first = problems.find(class::allows);
    first.unwrap_or_else(|| Problem::new(name, board.clone(), board.vacancy(0), Goal::anywhere(1)))
}
