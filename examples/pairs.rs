//! Every pair of one vacancy and one last peg, up to the board's symmetries: solved, or
//! certified to be unsolvable, or open after a minute.
//!
//! ```text
//! cargo run --release --example pairs                     all boards, into results/pairs
//! cargo run --release --example pairs -- english DIR      one board, into DIR
//! gunzip -c results/pairs/*.jsonl.gz | pegsat verify -    every 'no', from its certificate
//! cargo run --release --example pairs -- check            replays every 'yes', verifies every 'no',
//!                                                         and compares with the tables
//! ```
//!
//! A pair and its reverse (vacancy and last peg exchanged) have the same answer: a solution read
//! backwards, with pegs for empty holes, solves the other. Both are asked, and answers that
//! differ are an error.

use anyhow::{Context, Result, bail, ensure};
use flate2::{Compression, GzBuilder, read::GzDecoder};
use pegsat::{
    Ask, Board, End, Evidence, Hole, Watch, board, certificate, check,
    problem::{self, Problem},
    solution,
};
use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// Longest time for a pair.
const LIMIT: Duration = Duration::from_secs(60);

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let folder = |at: usize| PathBuf::from(words.get(at).unwrap_or(&"results/pairs"));
    let boards = boards();
    match words[..] {
        ["check", ..] => boards.iter().try_for_each(|board| {
            println!(
                "{board}: {} pairs, each checked",
                checked(board, &folder(1))?
            );
            Ok(())
        }),
        [] | ["all", ..] => {
            fs::create_dir_all(folder(1))?;
            let mut rows = Vec::new();
            for board in &boards {
                rows.push(make(board, &folder(1))?);
                eprintln!("{}", rows[rows.len() - 1]);
            }
            Ok(fs::write(folder(1).join("README.md"), summary(&rows))?)
        }
        [board, ..] => {
            fs::create_dir_all(folder(1))?;
            println!("{}", make(board, &folder(1))?);
            Ok(())
        }
    }
}

/// The boards of the table. Those of two rows are left out: no jump leads from one to the other.
fn boards() -> Vec<String> {
    let named = ["english", "french", "wiegleb", "diamond"].map(String::from);
    let squares = (6..=9).map(|side| format!("square{side}"));
    let triangles = (4..=10).map(|side| format!("triangle{side}"));
    let sides =
        (3..=6).flat_map(|width| (width + 1..=45 / width).map(move |height| (width, height)));
    let rectangles = sides.map(|(width, height)| format!("rect{width}x{height}"));
    named
        .into_iter()
        .chain(squares)
        .chain(triangles)
        .chain(rectangles)
        .collect()
}

/// The answer to a pair, with its evidence.
enum Verdict {
    /// The jumps, as text.
    Solved(String),
    /// The kind of certificate, and its text.
    Unsolvable(String, String),
    Open,
}

impl Verdict {
    fn of(problem: &Problem) -> Result<Self> {
        let watch = Watch::new().timeout(LIMIT);
        Ok(match pegsat::solve(problem, &Ask::default(), &watch)?.end {
            End::Solved { jumps, .. } => {
                let leaps = problem.board().leaps(&jumps).into_iter();
                let texts = leaps.map(|leap| leap.to_string());
                Verdict::Solved(texts.collect::<Vec<_>>().join(" "))
            }
            End::Unsolvable(Evidence::Certificate(certificate)) if certificate.proof.is_none() => {
                Verdict::Unsolvable(certificate.kind.clone(), certificate.text.clone())
            }
            End::Unknown(_) => Verdict::Open,
            other => bail!("no certificate: {other:?}"),
        })
    }

    fn letter(&self) -> char {
        match self {
            Verdict::Solved(_) => 'S',
            Verdict::Open => '?',
            Verdict::Unsolvable(kind, _) => match kind.as_str() {
                "position-class" => 'p',
                "pagoda" | "jump-bounds" => 'w',
                "ends" | "cutting-planes" => 'e',
                "exhaustion" => 'x',
                _ => 'f',
            },
        }
    }
}

/// By vacancy and last peg, for the first of those that symmetries make alike.
type Verdicts = BTreeMap<(Hole, Hole), Verdict>;

/// The pairs that are asked.
fn asked(board: &Board) -> Vec<(Hole, Hole)> {
    let n = board.n_holes();
    let all: Vec<_> = (0..n).flat_map(|v| (0..n).map(move |f| (v, f))).collect();
    problem::up_to_symmetry(board, &all)
}

/// The verdict of this pair, or of the one that a symmetry makes of it.
fn look<'a>(board: &Board, verdicts: &'a Verdicts, (v, f): (Hole, Hole)) -> Result<&'a Verdict> {
    let images = board.symmetries().iter().map(|s| (s[v], s[f]));
    let first = images.min().unwrap_or((v, f));
    verdicts
        .get(&first)
        .with_context(|| format!("{}: no answer to {first:?}", board.name()))
}

/// Solves the pairs of a board, writes its three files, and returns its row of the summary.
fn make(name: &str, folder: &Path) -> Result<String> {
    let board = board::named(name)?;
    let begin = Instant::now();
    let mut verdicts = Verdicts::new();
    for (v, f) in asked(&board) {
        let problem = problem::pair(&board, v, f);
        let verdict = Verdict::of(&problem).with_context(|| problem.name().to_string())?;
        verdicts.insert((v, f), verdict);
    }
    let seconds = begin.elapsed().as_secs_f64();
    let file = |end: &str| folder.join(format!("{name}.{end}"));
    let compressed = |end| -> Result<_> {
        let to = File::create(file(end))?; // without a time: the same bytes every time
        Ok(GzBuilder::new().write(to, Compression::best()))
    };
    let (mut certificates, mut solutions) = (compressed("jsonl.gz")?, compressed("txt.gz")?);
    for (&(v, f), verdict) in &verdicts {
        match verdict {
            Verdict::Solved(jumps) => {
                writeln!(solutions, "{} {jumps}", problem::pair(&board, v, f).name())?;
            }
            Verdict::Unsolvable(_, text) => {
                certificates.write_all(text.as_bytes())?;
            }
            Verdict::Open => {}
        }
    }
    certificates.finish()?;
    solutions.finish()?;
    fs::write(file("md"), table(&board, &verdicts)?)?;
    let count = |letters: &str| {
        verdicts
            .values()
            .filter(|v| letters.contains(v.letter()))
            .count()
    };
    Ok(format!(
        "| [{name}]({name}.md) | {} | {} | {} | {} | {} | {} | {} | {} | {seconds:.0} |",
        board.n_holes(),
        verdicts.len(),
        count("S"),
        count("p"),
        count("w"),
        count("e"),
        count("xf"),
        count("?")
    ))
}

const LEGEND: &str = "S: solved and replayed; p, w, e, x, f: certified unsolvable by parity (position class), \
weights (pagoda function, bounds on jumps), a solution's first and last jumps, exhaustion, a formula's \
refutation; ?: open after a minute.";

/// The letters of all pairs; an error if a pair and its reverse differ.
fn table(board: &Board, verdicts: &Verdicts) -> Result<String> {
    let (name, n) = (board.name(), board.n_holes());
    let cell = |hole: Hole| format!("{},{}", board.cell(hole).0, board.cell(hole).1);
    let mut text = format!(
        "# Pairs of one vacancy and one last peg: {name}\n\n\
         Rows are vacancies, columns last pegs, both by column,row. {LEGEND}\n\n```text\n"
    );
    for part in 0..2 {
        let digits = (0..n).map(|hole| [board.cell(hole).0, board.cell(hole).1][part] % 10);
        let digits: String = digits.map(|digit| digit.to_string()).collect();
        text += &format!("      {digits}\n");
    }
    for v in 0..n {
        let mut row = String::new();
        for f in 0..n {
            let (one, other) = (
                look(board, verdicts, (v, f))?,
                look(board, verdicts, (f, v))?,
            );
            let (one, other) = (one.letter(), other.letter());
            let differ = (one == 'S') != (other == 'S') && one != '?' && other != '?';
            ensure!(!differ, "{name}: {v} to {f} is {one}, its reverse {other}");
            row.push(one);
        }
        text += &format!("{:>5} {row}\n", cell(v));
    }
    Ok(text + "```\n")
}

fn summary(rows: &[String]) -> String {
    format!(
        "# Pairs of one vacancy and one last peg\n\n\
         `cargo run --release --example pairs`: every pair of these boards, up to the board's symmetries. {LEGEND}\n\n\
         Per board: the table (`.md`), the certificates (`.jsonl.gz`), the solutions (`.txt.gz`: problem, jumps). \
         `gunzip -c results/pairs/*.jsonl.gz | pegsat verify -` checks every certificate; \
         `cargo run --release --example pairs -- check` replays every solution as well, and compares all with the tables.\n\n\
         | board | holes | pairs | solved | p | w | e | x, f | open | seconds |\n\
         | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n{}\n",
        rows.join("\n")
    )
}

/// Reads a board's files; every solution is replayed, every certificate verified, and the table
/// must be theirs.
fn checked(name: &str, folder: &Path) -> Result<usize> {
    let board = board::named(name)?;
    let file = |end: &str| folder.join(format!("{name}.{end}"));
    let lines = |end: &str| -> Result<Vec<String>> {
        let from = File::open(file(end)).with_context(|| format!("{name}.{end}"))?;
        Ok(BufReader::new(GzDecoder::new(from))
            .lines()
            .collect::<Result<_, _>>()?)
    };
    let (certificates, solutions) = (lines("jsonl.gz")?, lines("txt.gz")?);
    let (mut certificates, mut solutions) =
        (certificates.iter().peekable(), solutions.iter().peekable());
    let written = fs::read_to_string(file("md"))?;
    let mut verdicts = Verdicts::new();
    for (v, f) in asked(&board) {
        let problem = problem::pair(&board, v, f);
        let is_this = |line: &&String| line.split(' ').next() == Some(problem.name());
        let verdict = if let Some(line) = solutions.next_if(|line| is_this(line)) {
            let jumps = line.split_once(' ').map_or("", |(_, jumps)| jumps);
            let leaps = solution::text::parse(jumps)?.leaps;
            solution::checker::check(&problem, &leaps)?;
            Verdict::Solved(jumps.into())
        } else {
            let next = certificates.peek().map(|line| verified(line)).transpose();
            let next = next.with_context(|| problem.name().to_string())?;
            match next.filter(|accepted| certificate::is_about(accepted, &problem)) {
                Some(accepted) => {
                    let text = certificates.next().cloned().unwrap_or_default();
                    Verdict::Unsolvable(accepted.kind, text)
                }
                None => Verdict::Open,
            }
        };
        verdicts.insert((v, f), verdict);
    }
    let left = certificates.next().or_else(|| solutions.next());
    ensure!(left.is_none(), "{name}: evidence for no pair");
    ensure!(
        written == table(&board, &verdicts)?,
        "{name}.md is not what its evidence shows"
    );
    Ok(verdicts.len())
}

fn verified(line: &str) -> Result<check::Accepted> {
    let no_file = |_: &str| Err(std::io::ErrorKind::NotFound.into());
    let verdict = check::verify(&format!("{line}\n"), &no_file, &|| true);
    verdict.map_err(|rejection| anyhow::anyhow!("rejected: {}", rejection.0))
}
