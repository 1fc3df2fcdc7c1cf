//! Every pair of one vacancy and one last peg of a board: solved, or certified
//! to be unsolvable. Writes the table in `results/`.
//!
//! ```text
//! cargo run --release --example pairs -- english > results/pairs-english.md
//! cargo run --release --example pairs -- french > results/pairs-french.md
//! ```
//!
//! Every solution is replayed, and every certificate is checked by the checker
//! that `pegsat verify` runs. Certificates by symmetric pairs are not shared:
//! each pair has its own.

use anyhow::{Context, Result, ensure};
use pegsat::{
    board,
    certificate::{self, Effort, verify},
    model::{self, order},
    problem::{self, Problem},
    run::{
        Task,
        plan::Plan,
        supervise::{self, End, Limits},
        worker,
    },
    solution::checker,
};
use std::{
    collections::BTreeMap,
    process::ExitCode,
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

fn main() -> Result<ExitCode> {
    let word = std::env::args().nth(1).unwrap_or("english".into());
    if word == "worker" {
        return Ok(ExitCode::from(worker::main())); // started by this program
    }
    let board = board::named(&word)?;
    let n = board.n_holes();
    let begin = Instant::now();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut rows = Vec::new();
    for vacancy in 0..n {
        let mut row = String::new();
        for finish in 0..n {
            let problem = problem::pair(&board, vacancy, finish);
            let (symbol, verdict) = decide(&problem).with_context(|| problem.name().to_string())?;
            row.push_str(symbol);
            *counts.entry(verdict).or_default() += 1;
        }
        rows.push(row);
    }
    let seconds = begin.elapsed().as_secs_f64();
    println!("# Pairs of one vacancy and one last peg: {word}\n");
    println!(
        "`cargo run --release --example pairs -- {word}`: {} pairs in {seconds:.1} s.\n",
        n * n
    );
    println!("| verdict | pairs |\n| --- | ---: |");
    for (verdict, count) in counts {
        println!("| {verdict} | {count} |");
    }
    println!(
        "\nRows are vacancies, columns last pegs, both by column,row. S: solved and replayed;"
    );
    println!(
        "p, w: certified unsolvable by parity (position class) or weights (pagoda function).\n"
    );
    println!("```text");
    let name = |hole: usize| format!("{},{}", board.cell(hole).0, board.cell(hole).1);
    for part in 0..2 {
        let digits = (0..n).map(|hole| [board.cell(hole).0, board.cell(hole).1][part].to_string());
        println!("    {}", digits.collect::<String>());
    }
    for (vacancy, row) in rows.iter().enumerate() {
        println!("{:>3} {row}", name(vacancy));
    }
    println!("```");
    Ok(ExitCode::SUCCESS)
}

/// A letter and a word for the pair.
fn decide(problem: &Problem) -> Result<(&'static str, String)> {
    let effort = Effort {
        nodes: 1,
        until: Instant::now() + Duration::from_secs(5),
        interrupted: &AtomicBool::new(false),
    };
    if let Some(certificate) = certificate::without_search(problem, effort) {
        let beside = |_: &str| Err(std::io::Error::other("there is no file beside"));
        let accepted = verify::verify(&certificate.text(), &beside)?;
        let symbol = if accepted.kind == "position-class" {
            "p"
        } else {
            "w"
        };
        return Ok((
            symbol,
            format!("unsolvable, certificate: {}", accepted.kind),
        ));
    }
    let scratch = tempfile::tempdir()?;
    let orders = order::best_first(problem);
    let plan = Plan {
        task: Task {
            climb: Some(0),
            scratch: scratch.path().into(),
            ..Task::new(problem, &model::e::E)
        },
        jobs: 1,
        orders,
    };
    let limits = Limits {
        timeout: Some(Duration::from_secs(60)),
        memory: None,
    };
    let program = std::env::current_exe()?;
    let record = supervise::run(
        &program,
        &plan,
        limits,
        &AtomicBool::new(false),
        &mut |_| {},
    )?;
    let End::Solved { jumps, .. } = record.end else {
        anyhow::bail!("undecided: {:?}", record.end);
    };
    checker::check_numbers(problem, &jumps)?;
    ensure!(
        jumps.len() + 2 == problem.board().n_holes(),
        "another number of jumps"
    );
    Ok(("S", "solved".into()))
}
