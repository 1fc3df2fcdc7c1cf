//! What the agents of the reports do here, as `results/agents.md`:
//!
//! ```text
//! cargo run --release --example agents > results/agents.md
//! ```

#![allow(clippy::too_many_lines, reason = "a section of the report each")]

mod games;

use anyhow::{Context as _, Result};
use pegsat::{
    Ask, Watch,
    engine::Approach,
    exact::{self, Decision, Questions},
    problem::{Problem, named},
    watch::Stop,
};
use pegsat_puzzles::search::{
    End, Space, Strategy, formulas,
    koutack::Koutack,
    pegs::{Estimate, Order, Pegs},
    queens::Queens,
    search,
    tenpair::{self, Deals, TenPair},
};
use serde_json::Value;
use std::time::{Duration, Instant};

/// The most time and memory of one search.
const TIME: Duration = Duration::from_secs(10);
const MEMORY: u64 = 8 << 30;

fn main() -> Result<()> {
    println!(
        "# Agents\n\n`cargo run --release --example agents`. A search has at most {} s and {} GiB, \
         and one processor. 'time' and 'memory' are the limit that ended it.\n",
        TIME.as_secs(),
        MEMORY >> 30
    );
    koutack()?;
    pegs()?;
    queens();
    tenpair()?;
    games::games()
}

fn head(title: &str, note: &str, columns: &[&str]) {
    println!("## {title}\n\n{note}\n\n| {} |", columns.join(" | "));
    println!("|{}", " ---: |".repeat(columns.len()));
}

fn watch() -> Watch {
    Watch::new().timeout(TIME).memory(MEMORY)
}

fn ended(stop: &Stop) -> &'static str {
    match stop {
        Stop::Memory(_) => "memory",
        _ => "time",
    }
}

/// Seconds, moves, and states explored; or what ended it.
fn cells<S: Space>(space: &S, strategy: Strategy, is_graph: bool) -> [String; 3] {
    told(space, strategy, is_graph).0
}

/// The same, and the cost of the solution.
fn told<S: Space>(space: &S, strategy: Strategy, is_graph: bool) -> ([String; 3], Option<u64>) {
    let begin = Instant::now();
    let found = search(space, strategy, is_graph, &watch());
    let seconds = begin.elapsed().as_secs_f64();
    let explored = found.counts.explored.to_string();
    let cost = match &found.end {
        End::Solved { cost, .. } => Some(*cost),
        _ => None,
    };
    let end = match found.end {
        End::Solved { moves, .. } => moves.len().to_string(),
        End::Exhausted => "none".into(),
        End::Cut => "cut".into(),
        End::Stopped(stop) => ended(&stop).into(),
    };
    ([format!("{seconds:.3}"), end, explored], cost)
}

/// What the report's table says, as text.
fn reported(instance: &Value, what: &str, search: &str) -> String {
    match &instance[what][search] {
        Value::String(text) => text.clone(),
        Value::Null => "-".into(),
        number => number.to_string(),
    }
}

fn koutack() -> Result<()> {
    let text = include_str!("../../koutack.json");
    let table: Value = serde_json::from_str(text)?;
    let instances: Vec<&Value> = table["instances"]
        .as_array()
        .context("a list")?
        .iter()
        .collect();
    let space = |instance: &Value, splits: bool| -> Option<Koutack> {
        let rows = instance["grid"]
            .as_array()?
            .iter()
            .filter_map(Value::as_str);
        Koutack::parse(&rows.collect::<Vec<_>>().join("\n"), splits).ok()
    };
    let searches = [
        ("graph_breadth_first", Strategy::BreadthFirst, true),
        ("graph_depth_first", Strategy::DepthFirst, true),
        ("tree_breadth_first", Strategy::BreadthFirst, false),
        ("tree_depth_first", Strategy::DepthFirst, false),
    ];
    head(
        "Koutack: the report's table",
        "Baufays and Colmonts' figures before the arrow, ours after it: seconds, moves, and states \
         taken from the fringe. 'swap' and 'time-out' are theirs. Ten of their 19 grids could be had. \
         Breadth first by graph explores fewer here, as no state is put on the fringe twice. In \
         depth first the order of moves decides, which the report does not give: here row by \
         row.",
        &["grid", "search", "seconds", "moves", "explored"],
    );
    for instance in &instances {
        let Some(space) = space(instance, false) else {
            continue;
        };
        let name = instance["name"].as_str().unwrap_or_default();
        for (key, strategy, is_graph) in searches {
            let ours = cells(&space, strategy, is_graph);
            let theirs = ["seconds", "moves", "explored"].map(|what| reported(instance, what, key));
            let both: Vec<String> = theirs
                .iter()
                .zip(ours)
                .map(|(a, b)| format!("{a} → {b}"))
                .collect();
            println!(
                "| {name} | {} | {} |",
                key.replace('_', " "),
                both.join(" | ")
            );
        }
    }
    println!();
    head(
        "Koutack: A*, formulas, and splits",
        "A* by graph with a third of the piles that are too many as estimate; formulas for 0, 1, 2, … \
         moves by varisat. The report's last question, what becomes of each search with splits: \
         breadth first finds ways of the same lengths, among 4 to 58 times as many states, or \
         runs out of time; depth first by graph finds very long ways, or none; and by tree it \
         goes to and fro between gathering and splitting, and never ends.",
        &[
            "grid",
            "A*: s, moves, explored",
            "formulas: s, moves",
            "splits, breadth first",
            "splits, depth first by graph",
            "splits, depth first by tree",
        ],
    );
    for instance in &instances {
        let (Some(plain), Some(split)) = (space(instance, false), space(instance, true)) else {
            continue;
        };
        let begin = Instant::now();
        let by_formula = formulas::koutack(&plain, &watch()).ok().flatten();
        let by_formula = format!(
            "{:.3}, {}",
            begin.elapsed().as_secs_f64(),
            by_formula.map_or("-".into(), |moves| moves.len().to_string())
        );
        println!(
            "| {} | {} | {by_formula} | {} | {} | {} |",
            instance["name"].as_str().unwrap_or_default(),
            cells(&plain, Strategy::AStar, true).join(", "),
            cells(&split, Strategy::BreadthFirst, true).join(", "),
            cells(&split, Strategy::DepthFirst, true).join(", "),
            cells(&split, Strategy::DepthFirst, false).join(", "),
        );
    }
    println!();
    Ok(())
}

fn pegs() -> Result<()> {
    head(
        "Peg solitaire by agents",
        "Seconds, jumps and positions taken from the fringe; 'symmetry' takes symmetric positions for \
         the same. Estimates: pegs without a neighbour (isolated), distances (spread), the pagoda \
         function of the problem. Below each problem's agents: 'solve' as it comes, with the \
         road that answered; models E and C with independence, as formulas alone; exhaustive \
         search: depth first with symmetry, \
         and the set of all positions that can still win. Persson's agent took about 25 minutes in \
         Python for `central-free`, and breadth first ended in a MemoryError.",
        &[
            "problem", "search", "order", "estimate", "seconds", "jumps", "explored",
        ],
    );
    let searches: [(Strategy, bool, Order, Estimate, bool); 11] = [
        (
            Strategy::DepthFirst,
            false,
            Order::Persson,
            Estimate::None,
            false,
        ),
        (
            Strategy::DepthFirst,
            false,
            Order::Numbers,
            Estimate::None,
            false,
        ),
        (
            Strategy::DepthFirst,
            false,
            Order::Peroni,
            Estimate::None,
            false,
        ),
        (
            Strategy::DepthFirst,
            true,
            Order::Persson,
            Estimate::None,
            false,
        ),
        (
            Strategy::DepthFirst,
            true,
            Order::Numbers,
            Estimate::None,
            true,
        ),
        (
            Strategy::BreadthFirst,
            false,
            Order::Persson,
            Estimate::None,
            false,
        ),
        (
            Strategy::BreadthFirst,
            true,
            Order::Numbers,
            Estimate::None,
            true,
        ),
        (
            Strategy::Greedy,
            true,
            Order::Numbers,
            Estimate::Isolated,
            true,
        ),
        (
            Strategy::Greedy,
            true,
            Order::Numbers,
            Estimate::Spread,
            true,
        ),
        (
            Strategy::AStar,
            true,
            Order::Numbers,
            Estimate::Pagoda,
            true,
        ),
        (
            Strategy::IdaStar,
            false,
            Order::Numbers,
            Estimate::Pagoda,
            false,
        ),
    ];
    for name in [
        "central-free",
        "central",
        "french/pair:2,0:4,0",
        "wiegleb/reversal:4,4",
    ] {
        let problem = named(name)?;
        for (strategy, is_graph, order, estimate, symmetry) in searches {
            let cells = by_pegs(&problem, (strategy, is_graph), order, estimate, symmetry);
            let kind = match (is_graph, symmetry) {
                (false, _) => "tree",
                (true, false) => "graph",
                (true, true) => "graph, symmetry",
            };
            let words = Estimate::ALL.into_iter().find(|one| one.0 == estimate);
            println!(
                "| {name} | {strategy}, {kind} | {order:?} | {} | {} |",
                words.map_or("", |one| one.1),
                cells.join(" | ")
            );
        }
        let by_formula = Ask::default().approach(Approach::Formula);
        let by_c = by_formula
            .clone()
            .model(Some("C".into()))
            .additions(Some("independence".parse()?));
        for (way, settings) in [
            ("solve", Ask::default()),
            ("model E", by_formula),
            ("model C+independence", by_c),
        ] {
            let begin = Instant::now();
            let answer = pegsat::solve(&problem, &settings, &Watch::new().timeout(TIME))?;
            let seconds = begin.elapsed().as_secs_f64();
            let road = answer.road.unwrap_or("-".into());
            let jumps = match answer.end {
                pegsat::End::Solved { jumps, .. } => jumps.len().to_string(),
                end => format!("{:?}", end.outcome().0).to_lowercase(),
            };
            println!("| {name} | {way} | {road} | - | {seconds:.3} | {jumps} | - |");
        }
        let begin = Instant::now();
        let decision = exact::decide(&problem, MEMORY, 0, None, &Watch::new().timeout(TIME));
        let jumps = match decision {
            Ok(Decision::Solved(jumps)) => jumps.len().to_string(),
            Ok(Decision::Unsolvable(_)) => "none".into(),
            Err(stop) => ended(&stop).into(),
        };
        let seconds = begin.elapsed().as_secs_f64();
        println!("| {name} | exhaustive, depth first | - | - | {seconds:.3} | {jumps} | - |");
        let begin = Instant::now();
        let winning = exact::outlook(&problem, Questions::default(), &watch());
        let (jumps, positions) = match winning {
            Ok(outlook) => (
                (outlook.winning.len() - 1).to_string(),
                format!("{} can win", outlook.winning.iter().sum::<u64>()),
            ),
            Err(stop) => (ended(&stop).into(), "-".into()),
        };
        let seconds = begin.elapsed().as_secs_f64();
        println!(
            "| {name} | exhaustive, winning set | - | - | {seconds:.3} | {jumps} | {positions} |"
        );
    }
    println!();
    Ok(())
}

fn by_pegs(
    problem: &Problem,
    (strategy, is_graph): (Strategy, bool),
    order: Order,
    estimate: Estimate,
    symmetry: bool,
) -> [String; 3] {
    let space = Pegs::<u64>::new(problem, order, estimate, symmetry, &Watch::new())
        .expect("nothing ends it");
    cells(&space, strategy, is_graph)
}

fn queens() {
    head(
        "Queens",
        "All solutions by backtracking, and up to symmetry (OEIS A000170, A002562); one by the \
         construction; one by a formula.",
        &[
            "n",
            "solutions",
            "up to symmetry",
            "seconds",
            "construction",
            "formula, s",
        ],
    );
    for n in (4..=14).chain([20, 26, 32]) {
        let Some(queens) = Queens::new(n) else {
            continue;
        };
        let begin = Instant::now();
        let (mut all, mut unlike) = (0_u64, 0_u64);
        if n <= 14 {
            queens.solutions(&mut |_, is_least| {
                all += 1;
                unlike += u64::from(is_least);
                true
            });
        }
        let seconds = begin.elapsed().as_secs_f64();
        let counted = match n <= 14 {
            true => format!("{all} | {unlike} | {seconds:.3}"),
            false => "- | - | -".into(),
        };
        let construction = queens
            .construction()
            .is_some_and(|columns| queens.holds(&columns));
        let begin = Instant::now();
        let by_formula = formulas::queens(queens, &watch()).ok().flatten();
        let by_formula = by_formula.filter(|columns| queens.holds(columns));
        let formula = by_formula.map_or("-".into(), |_| {
            format!("{:.3}", begin.elapsed().as_secs_f64())
        });
        println!(
            "| {n} | {counted} | {} | {formula} |",
            if construction { "holds" } else { "-" }
        );
    }
    println!();
}

fn tenpair() -> Result<()> {
    head(
        "TenPair",
        "From the usual start: 27 digits, an odd number, so a deal must come, and fewer than 14 \
        pairs are impossible. Graph search. The estimate, half of the digits that are left, \
         never says too much, so A* and IDA* prove what is optimal: **25 pairs with one deal, and no \
         fewer with deals at any time** (adnamsale's program reports 25), **34 if one may deal only where \
         no pair is left** (tn1ck's reports 34). Where another row has no solution, its limit ended it.",
        &[
            "deals",
            "search",
            "seconds",
            "moves with deals",
            "explored",
            "pairs",
        ],
    );
    for (words, deals) in [
        ("at most one", Deals::AtMost(1)),
        ("any", Deals::Any),
        ("only if stuck", Deals::Stuck),
    ] {
        let space = TenPair::parse(tenpair::START, deals)?;
        for strategy in [
            Strategy::BreadthFirst,
            Strategy::DepthFirst,
            Strategy::IterativeDeepening,
            Strategy::Greedy,
            Strategy::UniformCost,
            Strategy::AStar,
            Strategy::IdaStar,
        ] {
            let (cells, pairs) = told(&space, strategy, true);
            let pairs = pairs.map_or("-".into(), |pairs| pairs.to_string());
            println!("| {words} | {strategy} | {} | {pairs} |", cells.join(" | "));
        }
    }
    println!();
    Ok(())
}
