//! Times of whole runs of the program, from its start to the printed answer:
//! medians and quartiles over seeds, and ratios within one run.
//!
//! ```text
//! cargo bench --bench seeds                                 every suite, the default options
//! cargo bench --bench seeds -- --seeds 5 --suite central '' '--model C' '--model C --add independence'
//! cargo bench --bench seeds -- --problem french/pair:0,3:3,6 --limit 60 '--order wave' '--order along'
//! ```
//!
//! A configuration is a list of options of `pegsat solve`. Seeds are the outer
//! loop, so that a machine that slows down slows all configurations alike. The
//! time for a suite is the sum over its problems, one process each; a problem
//! beyond the limit makes it slower than all others and prints as `>LIMIT`. An
//! 'unsolvable' is an error: every problem of the suites has a solution.

use pegsat::{
    experiment::{suite, summary::quartiles},
    problem,
};
use std::{
    error::Error,
    path::Path,
    process::{Command, Stdio},
    time::Instant,
};

/// A suite and what is aimed at: seconds in total, and the options without
/// which it is not meant.
struct Suite {
    name: &'static str,
    problems: fn() -> Vec<String>,
    aim: f64,
}

const SUITES: &[Suite] = &[
    Suite {
        name: "central",
        problems: || named(&["central"]),
        aim: 0.05,
    },
    Suite {
        name: "central-free",
        problems: || named(&["central-free"]),
        aim: 0.05,
    },
    Suite {
        name: "reversals",
        problems: || suite("reversals"),
        aim: 3.0,
    },
    Suite {
        name: "pairs",
        problems: || pairs("english"),
        aim: 12.0,
    },
    Suite {
        name: "patterns",
        problems: || suite("patterns"),
        aim: 2.0,
    },
    Suite {
        name: "french",
        problems: || named(&FRENCH),
        aim: 10.0,
    },
    Suite {
        name: "wiegleb",
        problems: || named(&["wiegleb/reversal:4,4"]),
        aim: 10.0,
    },
    Suite {
        name: "square9",
        problems: || named(&["square9/pair:4,4:4,4"]),
        aim: 1.0,
    },
    Suite {
        name: "square12",
        problems: || named(&["square12/pair:5,5:5,5"]),
        aim: 5.0,
    },
    Suite {
        name: "square15",
        problems: || named(&["square15/pair:7,7:7,7"]),
        aim: 20.0,
    },
    Suite {
        name: "square20",
        problems: || named(&["square20/pair:8,9:8,10"]),
        aim: 60.0,
    },
];

/// The pairs of vacancy and finish on the French board that can be solved, one
/// of each set of symmetric ones.
const FRENCH: [&str; 10] = [
    "french/pair:2,0:4,0",
    "french/pair:2,0:1,3",
    "french/pair:2,0:4,3",
    "french/pair:2,0:4,6",
    "french/pair:3,1:0,2",
    "french/pair:3,1:3,2",
    "french/pair:3,1:3,5",
    "french/pair:3,2:3,1",
    "french/pair:3,2:0,4",
    "french/pair:3,2:3,4",
];

fn named(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| name.to_string()).collect()
}

fn suite(name: &str) -> Vec<String> {
    let entries = suite::find(name, Path::new("")).expect("a named suite");
    entries.into_iter().map(|entry| entry.argument).collect()
}

/// Every vacancy with every finish that its position class allows.
fn pairs(board: &str) -> Vec<String> {
    let board = pegsat::board::named(board).expect("a named board");
    let pairs = problem::allowed_pairs(&board).into_iter();
    let pairs = pairs.map(|(vacancy, finish)| problem::pair(&board, vacancy, finish));
    pairs.map(|pair| pair.name().to_string()).collect()
}

/// Seconds to the printed answer; `None` beyond the limit.
fn time(
    problem: &str,
    options: &[&str],
    seed: u64,
    limit: u64,
) -> Result<Option<f64>, Box<dyn Error>> {
    let begin = Instant::now();
    let status = Command::new(env!("CARGO_BIN_EXE_pegsat"))
        .args(["solve", problem, "--seed", &seed.to_string()])
        .args(["--timeout", &format!("{limit}s")])
        .args(options)
        .stdout(Stdio::null())
        .status()?;
    match status.code() {
        Some(0) => Ok(Some(begin.elapsed().as_secs_f64())),
        Some(3) => Ok(None),
        _ => Err(format!("{problem} {options:?} --seed {seed}: {status}").into()),
    }
}

/// Seconds for all problems; `None` if one is beyond the limit.
fn total(
    problems: &[String],
    options: &[&str],
    seed: u64,
    limit: u64,
) -> Result<Option<f64>, Box<dyn Error>> {
    let mut sum = Some(0.0);
    for problem in problems {
        let seconds = time(problem, options, seed, limit)?;
        sum = sum.zip(seconds).map(|(sum, seconds)| sum + seconds);
    }
    Ok(sum)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut work: Vec<(String, Vec<String>, Option<f64>)> = Vec::new();
    let mut configs: Vec<String> = Vec::new();
    let (mut seeds, mut limit) = (20, 120);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
            "--bench" => {} // cargo says so
            "--seeds" => seeds = value()?.parse()?,
            "--limit" => limit = value()?.parse()?,
            "--problem" => {
                let name = value()?;
                work.push((name.clone(), vec![name], None));
            }
            "--suite" => {
                let name = value()?;
                let suite = SUITES.iter().find(|suite| suite.name == name);
                let suite = suite.ok_or(format!("no suite is called {name}"))?;
                work.push((name, (suite.problems)(), Some(suite.aim)));
            }
            _ => configs.push(word),
        }
    }
    if work.is_empty() {
        let all = SUITES
            .iter()
            .map(|suite| (suite.name.into(), (suite.problems)(), Some(suite.aim)));
        work = all.collect();
    }
    if configs.is_empty() {
        configs.push(String::new());
    }
    for (name, problems, aim) in &work {
        let mut times: Vec<Vec<Option<f64>>> = vec![Vec::new(); configs.len()];
        for seed in 1..=seeds {
            for (config, times) in configs.iter().zip(&mut times) {
                let options: Vec<&str> = config.split_whitespace().collect();
                times.push(total(problems, &options, seed, limit)?);
            }
        }
        let aim = aim.map_or(String::new(), |aim| format!(", aim {aim} s"));
        println!(
            "\n{name}: {} problems, {seeds} seeds{aim}; seconds in total",
            problems.len()
        );
        print_table(&configs, times, limit);
    }
    Ok(())
}

fn print_table(configs: &[String], times: Vec<Vec<Option<f64>>>, limit: u64) {
    println!(
        "{:<44} {:>8} {:>8} {:>8} {:>8} {:>8}  {:>7}  median/first",
        "options", "least", "quarter", "median", "three q.", "most", "solved"
    );
    let mut first = None;
    for (config, times) in configs.iter().zip(times) {
        let solved = times.iter().flatten().count();
        let seconds: Vec<f64> = times
            .iter()
            .map(|time| time.unwrap_or(f64::INFINITY))
            .collect();
        let middle = quartiles(seconds.iter().copied()).expect("some seeds");
        let least = seconds.iter().copied().fold(f64::INFINITY, f64::min);
        let most = seconds.iter().copied().fold(0.0, f64::max);
        let cell = |time: f64| match time.is_finite() {
            true => format!("{time:.3}"),
            false => format!(">{limit}"),
        };
        let ratio = middle.median / *first.get_or_insert(middle.median);
        let ratio = match ratio.is_finite() {
            true => format!("{ratio:.3}"),
            false => "-".into(),
        };
        println!(
            "{:<44} {:>8} {:>8} {:>8} {:>8} {:>8}  {:>7}  {ratio}",
            if config.is_empty() {
                "(default)"
            } else {
                config
            },
            cell(least),
            cell(middle.lower),
            cell(middle.median),
            cell(middle.upper),
            cell(most),
            format!("{solved}/{}", times.len()),
        );
    }
}
