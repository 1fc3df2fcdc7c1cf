//! Every pair of one vacancy and one last peg of a board: solved, or certified
//! to be unsolvable, or open after a minute. Writes the table in `results/`.
//!
//! ```text
//! cargo run --release --example pairs -- english > results/pairs-english.md
//! cargo run --release --example pairs -- french > results/pairs-french.md
//! cargo run --release --example pairs -- diamond > results/pairs-diamond.md
//! ```
//!
//! Every solution is replayed, and every certificate checked by the checker that
//! `pegsat verify` runs, before the library returns them. Certificates by symmetric pairs are not shared:
//! each pair has its own.

use anyhow::{Context, Result};
use pegsat::{
    End, Evidence, Settings, Watch, board,
    problem::{self, Problem},
};
use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

fn main() -> Result<()> {
    let word = std::env::args().nth(1).unwrap_or("english".into());
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
        "p, w, e, x: certified unsolvable by parity (position class), weights (pagoda function, bounds on \
         jumps), a solution's ends or exhaustion; ?: open after a minute.\n"
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
    Ok(())
}

/// A letter and a word for the pair.
fn decide(problem: &Problem) -> Result<(&'static str, String)> {
    let watch = Watch::new().timeout(Duration::from_secs(60));
    match pegsat::solve(problem, &Settings::default(), &watch)?.end {
        End::Solved { .. } => Ok(("S", "solved".into())),
        End::Unsolvable(Evidence::Certificate(certificate)) => {
            let kind = &certificate.kind;
            let symbol = match kind.as_str() {
                "position-class" => "p",
                "exhaustion" => "x",
                "ends" => "e",
                _ => "w",
            };
            Ok((symbol, format!("unsolvable, certificate: {kind}")))
        }
        End::Unknown(_) => Ok(("?", "open after 60 s".into())),
        other => anyhow::bail!("undecided: {other:?}"),
    }
}
