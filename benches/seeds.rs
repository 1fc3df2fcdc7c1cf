//! Solving times over seeds: medians and quartiles, and ratios within one run.
//!
//! ```text
//! cargo bench --bench seeds
//! cargo bench --bench seeds -- --seeds 20 --limit 60 --problem central C C+independence/batsat
//! ```
//!
//! A configuration is `MODEL+ADDITION+…@ENCODING/SOLVER`; all but the model may
//! be left out. Seeds are the outer loop, so that a machine that slows down
//! slows all configurations alike. A run beyond the limit counts as slower than
//! all others and prints as `>LIMIT`.

use pegsat::{
    formula::Encoders,
    problem::{self, file},
    run::{
        Task,
        supervise::{self, End, Limits},
    },
    solution::checker,
};
use std::{error::Error, path::PathBuf, sync::atomic::AtomicBool, time::Duration};

const DEFAULT: [&str; 2] = ["C", "C+independence"];

struct Config {
    text: String,
    model: String,
    additions: String,
    encoding: String,
    solver: String,
}

impl Config {
    fn new(text: &str) -> Self {
        let (rest, solver) = text.split_once('/').unwrap_or((text, "varisat"));
        let (rest, encoding) = rest.split_once('@').unwrap_or((rest, "pairwise"));
        let (model, additions) = rest.split_once('+').unwrap_or((rest, ""));
        Config {
            text: text.into(),
            model: model.into(),
            additions: additions.replace('+', ","),
            encoding: encoding.into(),
            solver: solver.into(),
        }
    }

    /// Seconds to the answer, encoding included; `None` beyond the limit.
    fn time(&self, name: &str, seed: u64, limit: Duration) -> Result<Option<f64>, Box<dyn Error>> {
        let problem = problem::named(name)?;
        let scratch = tempfile::tempdir()?;
        let at_most_one = serde_json::from_value(self.encoding.clone().into())?;
        let task = Task {
            problem: name.into(),
            peg: file::write(&problem),
            model: self.model.clone(),
            additions: self.additions.parse()?,
            encoders: Encoders { at_most_one },
            solver: self.solver.clone(),
            seed,
            proof: None,
            scratch: scratch.path().into(),
            assignment: false,
        };
        let program = PathBuf::from(env!("CARGO_BIN_EXE_pegsat"));
        let limits = Limits {
            timeout: Some(limit),
            memory: None,
        };
        let never = AtomicBool::new(false);
        let record = supervise::run(&program, &task, limits, &never, &mut |_| {})?;
        match record.end {
            End::Solved { jumps, .. } => {
                checker::check_numbers(&problem, &jumps)?;
                Ok(Some(record.total))
            }
            End::Unsolvable => Ok(Some(record.total)),
            End::Unknown(supervise::Reason::Timeout) => Ok(None),
            End::Unknown(reason) => Err(format!("{}: {reason:?}", self.text).into()),
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut problems: Vec<String> = Vec::new();
    let mut configs: Vec<Config> = Vec::new();
    let (mut seeds, mut limit) = (10, 120);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
            "--bench" => {} // cargo says so
            "--seeds" => seeds = value()?.parse()?,
            "--limit" => limit = value()?.parse()?,
            "--problem" => problems.push(value()?),
            text => configs.push(Config::new(text)),
        }
    }
    if problems.is_empty() {
        problems = vec!["central".into(), "central-free".into()];
    }
    if configs.is_empty() {
        configs = DEFAULT.map(Config::new).into();
    }
    for name in &problems {
        let mut times: Vec<Vec<Option<f64>>> = vec![Vec::new(); configs.len()];
        for seed in 1..=seeds {
            for (config, times) in configs.iter().zip(&mut times) {
                times.push(config.time(name, seed, Duration::from_secs(limit))?);
            }
        }
        println!("\n{name}: seconds over {seeds} seeds, whole runs in a child process");
        println!(
            "{:<40}  {:>8} {:>8} {:>8} {:>8} {:>8}  {:>9}  median/first",
            "configuration", "least", "quarter", "median", "three q.", "most", "in time"
        );
        let mut first = None;
        for (config, times) in configs.iter().zip(&mut times) {
            times.sort_by(|a, b| {
                a.unwrap_or(f64::INFINITY)
                    .total_cmp(&b.unwrap_or(f64::INFINITY))
            });
            let at = |part: f64| times[(part * (times.len() - 1) as f64).round() as usize];
            let cell = |time: Option<f64>| match time {
                Some(time) => format!("{time:.2}"),
                None => format!(">{limit}"),
            };
            let solved = times.iter().flatten().count();
            let median = at(0.5);
            let first = *first.get_or_insert(median);
            let ratio = match (median, first) {
                (Some(median), Some(first)) => format!("{:.2}", median / first),
                _ => "-".into(),
            };
            println!(
                "{:<40}  {:>8} {:>8} {:>8} {:>8} {:>8}  {:>9}  {ratio}",
                config.text,
                cell(at(0.0)),
                cell(at(0.25)),
                cell(median),
                cell(at(0.75)),
                cell(at(1.0)),
                format!("{solved}/{}", times.len()),
            );
        }
    }
    Ok(())
}
