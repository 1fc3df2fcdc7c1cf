//! Which pegs can be the last one, and where, as `results/survivors.md`:
//!
//! ```text
//! cargo run --release --example survivors > results/survivors.md
//! ```
//!
//! By exhaustive search, back from each finish for all starts at once; and by models,
//! start by start and peg by peg. The two must agree.

use anyhow::{Result, bail};
use pegsat::{
    Ask, End, Evidence, Watch,
    board::{self, Board, Hole},
    engine::Approach,
    exact,
    problem::{Goal, Problem, class},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::{Duration, Instant},
};

/// The most time for one answer by a model, and memory for exhaustive search.
const TIME: Duration = Duration::from_secs(30);
const MEMORY: u64 = 16 << 30;

/// Vacancy, peg, finish.
type Triple = (Hole, Hole, Hole);

fn main() -> Result<()> {
    println!(
        "# Survivors\n\n`cargo run --release --example survivors`. From a board with one vacancy: \
         which peg can be the last one, and where? Exhaustive search goes back from a last peg, \
         which is marked, for all starts at once. Each question is asked of models too: of E with \
         all roads, {} s each; on the triangle of C alone too. Every solution is replayed and every \
         certificate checked. Holes are column,row.",
        TIME.as_secs()
    );
    tables("triangle5", &["E", "C"])?;
    tables("english", &["E"])
}

fn tables(name: &str, models: &[&str]) -> Result<()> {
    let board = board::named(name)?;
    let begin = Instant::now();
    let possible = exhaustive(&board)?;
    let seconds = begin.elapsed().as_secs_f64();
    let allowed = allowed(&board);
    println!(
        "\n## {name}\n\nPosition class and the peg's track allow {} triples of vacancy, peg and \
         finish. Exhaustive search finds {} possible ({seconds:.1} s).\n",
        allowed.len(),
        possible.len()
    );
    let asked: Vec<Triple> = allowed
        .iter()
        .copied()
        .filter(|&triple| triple == least(&board, triple))
        .collect();
    for model in models {
        by_model(&board, model, &asked, &possible)?;
    }
    for vacancy in 0..board.n_holes() {
        if board.symmetries().iter().all(|s| s[vacancy] >= vacancy) {
            by_start(&board, vacancy, &allowed, &possible);
        }
    }
    Ok(())
}

/// The image of the triple that stands for all.
fn least(board: &Board, (vacancy, peg, finish): Triple) -> Triple {
    let images = board.symmetries().iter();
    let images = images.map(|s| (s[vacancy], s[peg], s[finish]));
    images.min().unwrap_or((vacancy, peg, finish))
}

fn problem(board: &Board, (vacancy, peg, finish): Triple) -> Problem {
    let cell = |hole: Hole| format!("{},{}", board.cell(hole).0, board.cell(hole).1);
    let holes = [vacancy, peg, finish].map(cell).join(":");
    let goal = Goal::surviving(board.n_holes(), peg, Some(finish));
    let name = format!("{}/survivor:{holes}", board.name());
    Problem::new(name, board.clone(), board.vacancy(vacancy), goal)
}

/// What position class and track leave open.
fn allowed(board: &Board) -> BTreeSet<Triple> {
    let mut allowed = BTreeSet::new();
    for vacancy in 0..board.n_holes() {
        let start = board.vacancy(vacancy);
        for peg in start.pegs() {
            let goal = Goal::surviving(board.n_holes(), peg, None);
            let problem = Problem::new("", board.clone(), start.clone(), goal);
            let finishes = class::finishes(&problem).iter().enumerate();
            allowed.extend(
                finishes
                    .filter(|finish| *finish.1)
                    .map(|finish| (vacancy, peg, finish.0)),
            );
        }
    }
    allowed
}

/// What exhaustive search finds, finish by finish up to symmetry.
fn exhaustive(board: &Board) -> Result<BTreeSet<Triple>> {
    let mut all = BTreeSet::new();
    for finish in 0..board.n_holes() {
        if board.symmetries().iter().any(|s| s[finish] < finish) {
            continue;
        }
        let watch = Watch::new().memory(MEMORY);
        for (vacancy, peg) in exact::survivors(board, finish, &watch)? {
            let images = board.symmetries().iter();
            all.extend(images.map(|s| (s[vacancy], s[peg], s[finish])));
        }
    }
    Ok(all)
}

/// Asks a model of each triple, and compares.
fn by_model(
    board: &Board,
    model: &str,
    asked: &[Triple],
    possible: &BTreeSet<Triple>,
) -> Result<()> {
    let mut times = Vec::new();
    let mut ends: BTreeMap<String, usize> = BTreeMap::new();
    let mut open = Vec::new();
    for &triple in asked {
        let problem = problem(board, triple);
        let settings = match model {
            "E" => Ask::default(),
            _ => Ask::default()
                .model(Some(model.into()))
                .approach(Approach::Formula),
        };
        let begin = Instant::now();
        let answer = pegsat::solve(&problem, &settings, &Watch::new().timeout(TIME))?;
        times.push(begin.elapsed().as_secs_f64());
        let (word, verdict) = match answer.end {
            End::Solved { .. } => ("solved".into(), Some(true)),
            End::Unsolvable(Evidence::Certificate(written)) => {
                (format!("certified by {}", written.kind), Some(false))
            }
            End::Unsolvable(evidence) => (
                format!("refuted, by {evidence:?}").to_lowercase(),
                Some(false),
            ),
            End::Unknown(_) => {
                open.push(problem.name().to_string());
                ("open".into(), None)
            }
        };
        *ends.entry(word).or_default() += 1;
        if verdict.is_some_and(|verdict| verdict != possible.contains(&triple)) {
            bail!("{}: {model} and exhaustive search disagree", problem.name());
        }
    }
    times.sort_by(f64::total_cmp);
    let ends: Vec<String> = ends.iter().map(|(word, n)| format!("{n} {word}")).collect();
    println!(
        "Model {model}, {} triples up to symmetry: {}; median {:.3} s, longest {:.1} s; agrees \
         wherever it has an answer. Open: {}.\n",
        asked.len(),
        ends.join(", "),
        times.get(times.len() / 2).unwrap_or(&0.0),
        times.last().unwrap_or(&0.0),
        match open.len() {
            0 => "none".to_string(),
            _ => open.join(", "),
        }
    );
    Ok(())
}

/// Of one start, where each peg can end, and where it cannot though class and track
/// allow it.
fn by_start(board: &Board, vacancy: Hole, allowed: &BTreeSet<Triple>, possible: &BTreeSet<Triple>) {
    let cell = |hole: Hole| format!("{},{}", board.cell(hole).0, board.cell(hole).1);
    println!("### Vacancy {}\n", cell(vacancy));
    println!("| pegs | can be the last one in | cannot, though class and track allow it |");
    println!("| --- | --- | --- |");
    let mut rows: BTreeMap<(Vec<Hole>, Vec<Hole>), Vec<Hole>> = BTreeMap::new();
    for peg in (0..board.n_holes()).filter(|&peg| peg != vacancy) {
        let finishes = (0..board.n_holes()).filter(|&f| allowed.contains(&(vacancy, peg, f)));
        let (can, cannot) = finishes.partition(|&f| possible.contains(&(vacancy, peg, f)));
        rows.entry((can, cannot)).or_default().push(peg);
    }
    let words = |holes: &[Hole]| match holes {
        [] => "–".to_string(),
        holes => holes
            .iter()
            .map(|&hole| cell(hole))
            .collect::<Vec<_>>()
            .join(" "),
    };
    for ((can, cannot), pegs) in rows {
        println!(
            "| {} | {} | {} |",
            words(&pegs),
            words(&can),
            words(&cannot)
        );
    }
    println!();
}
