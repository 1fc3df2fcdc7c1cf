//! Fool's and Long-hop Solitaire to proved optima, as tables for `results/`.
//!
//! ```text
//! cargo run --release --example optima -- fools english > results/fools-english.md
//! cargo run --release --example optima -- competition > results/sweeps-competition.md
//! cargo run --release --example optima -- bounds > results/sweeps-central.md
//! cargo run --release --example optima -- table8 > results/table8.md
//! ```
//!
//! Solutions are replayed by the checker. Proofs are checked by `rate`, if it is
//! on the path, and optima compared with exhaustive search, as far as it
//! reaches in a limited time.

use anyhow::{Context as _, Result, bail, ensure};
use pegsat::{
    Watch,
    board::{self, Board, Position},
    engine::{
        self,
        optimum::{Objective, Optimum, Quest},
    },
    exact::{self, Questions},
    formula::{Cnf, Lit, Shuffled, dimacs},
    model::{self, Additions, Meaning, Model, Options},
    problem::{Goal, Problem, named},
    solution::{decode, n_sweeps},
    solver::{self, Context, SolverError, Verdict},
};
use std::{
    fs::File,
    io::{BufWriter, Write},
    path::Path,
    process::{Command, ExitCode},
    time::{Duration, Instant},
};

/// The most time for one dead end, and for the fewest sweeps.
const TIMEOUT: Duration = Duration::from_secs(30);
const LONG: Duration = Duration::from_secs(600);

/// The most time for exhaustive search: of a game's first levels, and of a whole
/// game.
const LEVELS: Duration = Duration::from_secs(10);
const EXHAUSTIVE: Duration = Duration::from_secs(120);

/// The most time for one of model C's answers in Table 8.
const PATIENCE: Duration = Duration::from_secs(60);

fn main() -> Result<ExitCode> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["fools", board] => fools(&board::named(board)?)?,
        ["competition"] => competition()?,
        ["bounds"] => bounds()?,
        ["table8"] => table8()?,
        _ => bail!("expected 'fools BOARD', 'competition', 'bounds' or 'table8'"),
    }
    Ok(ExitCode::SUCCESS)
}

/// A row of a table, at once.
fn row(cells: &[String]) -> Result<()> {
    println!("| {} |", cells.join(" | "));
    Ok(std::io::stdout().flush()?)
}

fn head(title: &str, words: &str, note: &str, columns: &[&str]) -> Result<()> {
    println!("# {title}\n\n`cargo run --release --example optima -- {words}`. {note}\n");
    row(&columns
        .iter()
        .map(|&column| column.to_string())
        .collect::<Vec<_>>())?;
    row(&columns
        .iter()
        .map(|_| "---:".to_string())
        .collect::<Vec<_>>())
}

/// Searches for the optimum; with the seconds.
fn optimum(
    problem: &Problem,
    objective: Objective,
    model: &dyn Model,
    additions: Additions,
    scratch: Option<&Path>,
    timeout: Duration,
) -> Result<(Optimum, f64)> {
    let quest = Quest {
        proofs: scratch.map(Path::to_path_buf),
        ..quest(objective, model, additions)
    };
    let begin = Instant::now();
    let found = pegsat::optimise(problem, &quest, &Watch::new().timeout(timeout))?;
    Ok((found, begin.elapsed().as_secs_f64()))
}

/// Value and bound as they stand in a table.
fn value(found: &Optimum) -> String {
    match &found.best {
        Some((value, _)) if *value == found.bound => format!("**{value}**"),
        Some((value, _)) => format!("{} to {value}", found.bound),
        None => format!("{} or more", found.bound),
    }
}

/// The formula's variables and clauses, the proof's size, and after how many
/// seconds `rate` accepts it, as cells.
fn checked(formula: &Cnf, proof: Option<&Path>, scratch: &Path) -> Result<[String; 4]> {
    let none = || "-".to_string();
    let (variables, clauses) = (
        formula.n_vars.to_string(),
        formula.clauses.len().to_string(),
    );
    let Some(proof) = proof else {
        return Ok([variables, clauses, none(), none()]);
    };
    let path = scratch.join("formula.cnf");
    dimacs::write(&mut BufWriter::new(File::create(&path)?), formula, &[])?;
    let megabytes = format!("{:.1}", proof.metadata()?.len() as f64 / 1e6);
    let begin = Instant::now();
    let output = Command::new("rate")
        .arg("--skip-unit-deletions")
        .args([&path, proof])
        .output();
    let Ok(output) = output else {
        return Ok([variables, clauses, megabytes, none()]);
    };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    ensure!(
        text.contains("s VERIFIED"),
        "rate rejects the proof: {text}"
    );
    let seconds = format!("{:.1}", begin.elapsed().as_secs_f64());
    Ok([variables, clauses, megabytes, seconds])
}

/// The cells on the last refutation.
fn proof_cells(
    problem: &Problem,
    objective: Objective,
    model: &dyn Model,
    found: &Optimum,
    scratch: &Path,
) -> Result<[String; 4]> {
    let Some(refuted) = &found.refuted else {
        return Ok([(); 4].map(|()| "-".into()));
    };
    let additions = objective.additions(problem, model);
    let formula = quest(objective, model, additions).formula(problem, refuted.most)?;
    checked(&formula, refuted.proof.as_deref(), scratch)
}

fn quest(objective: Objective, model: &dyn Model, additions: Additions) -> Quest {
    Quest {
        model: Some(model.name().into()),
        additions: Some(additions),
        ..Quest::new(objective)
    }
}

/// Table 7, and the like for other boards: from every vacancy up to symmetry.
fn fools(board: &Board) -> Result<()> {
    head(
        &format!(
            "Fool's Solitaire: earliest dead ends of the {} board",
            board.name()
        ),
        &format!("fools {}", board.name()),
        "The fewest jumps from one vacancy to a position without a jump, by model D with `early` \
         and varisat; bold: proved. Then the formula of one jump fewer, its proof, and the seconds \
         of the independent checker; last, what exhaustive search finds.",
        &[
            "vacancy",
            "jumps",
            "seconds",
            "variables",
            "clauses",
            "proof, MB",
            "checked, s",
            "exhaustive",
        ],
    )?;
    let objective = Objective::JumpsToDeadEnd;
    let model = &model::d::D;
    let mut total = 0.0;
    for vacancy in 0..board.n_holes() {
        if board
            .symmetries()
            .iter()
            .any(|symmetry| symmetry[vacancy] < vacancy)
        {
            continue;
        }
        let start = board.vacancy(vacancy);
        let problem = Problem::new("fool", board.clone(), start, Goal::DeadEnd(0));
        let scratch = tempfile::tempdir()?;
        let (found, seconds) = optimum(
            &problem,
            objective,
            model,
            objective.additions(&problem, model),
            Some(scratch.path()),
            TIMEOUT,
        )?;
        total += seconds;
        let watch = Watch::new().memory(8 << 30).timeout(LEVELS);
        let (levels, _) = exact::levels(&problem, &watch);
        let earliest = levels.earliest.map(|(jumps, _)| jumps);
        if let (Some(earliest), Some((value, _))) = (earliest, &found.best) {
            ensure!(
                found.bound <= earliest && earliest <= *value,
                "exhaustive search says {earliest}"
            );
        }
        let (x, y) = board.cell(vacancy);
        let mut cells = vec![format!("{x},{y}"), value(&found), format!("{seconds:.2}")];
        cells.extend(proof_cells(
            &problem,
            objective,
            model,
            &found,
            scratch.path(),
        )?);
        cells.push(earliest.map_or("-".into(), |earliest| earliest.to_string()));
        row(&cells)?;
    }
    println!("\nTogether {total:.1} s, proofs written, checking left out.");
    Ok(())
}

/// The competition's problems.
fn competition() -> Result<()> {
    head(
        "Fewest sweeps: the problems of the planning competition 2008",
        "competition",
        "By model S and varisat; bold: proved. Then the formula of one sweep fewer, its proof, and \
         the seconds of the independent checker; last, what exhaustive search finds, and after how \
         many seconds.",
        &[
            "problem",
            "sweeps",
            "seconds",
            "variables",
            "clauses",
            "proof, MB",
            "checked, s",
            "exhaustive",
            "seconds",
        ],
    )?;
    let objective = Objective::Sweeps;
    let mut total = 0.0;
    for number in 1..=30 {
        let name = format!("p{number:02}");
        let problem = named(&format!("ipc2008:{name}"))?;
        let model = &model::s::S;
        let scratch = tempfile::tempdir()?;
        let (found, seconds) = optimum(
            &problem,
            objective,
            model,
            objective.additions(&problem, model),
            Some(scratch.path()),
            LONG,
        )?;
        total += seconds;
        let begin = Instant::now();
        let watch = Watch::new().memory(8 << 30).timeout(EXHAUSTIVE);
        let questions = Questions {
            fewest_sweeps: true,
            ..Questions::default()
        };
        let outlook = exact::outlook(&problem, questions, &watch);
        let fewest = outlook.ok().and_then(|outlook| outlook.fewest_sweeps);
        let exhaustive = begin.elapsed().as_secs_f64();
        if let (Some((fewest, _)), Some((value, _))) = (&fewest, &found.best) {
            ensure!(
                found.bound <= *fewest && fewest <= value,
                "{name}: exhaustive search says {fewest}"
            );
        }
        let mut cells = vec![name, value(&found), format!("{seconds:.2}")];
        cells.extend(proof_cells(
            &problem,
            objective,
            model,
            &found,
            scratch.path(),
        )?);
        cells.push(fewest.map_or("-".into(), |(fewest, _)| fewest.to_string()));
        cells.push(format!("{exhaustive:.1}"));
        row(&cells)?;
    }
    println!("\nTogether {total:.1} s, proofs written, checking and exhaustive search left out.");
    Ok(())
}

/// What it takes to refute so many sweeps on the central game.
fn bounds() -> Result<()> {
    head(
        "Fewest sweeps of the central game: what each bound takes",
        "bounds",
        "Model S with `self` and `corners`, refuted by varisat in this process, and by `cadical` if \
         it is on the path; then varisat's proof, and the seconds of the independent checker.",
        &[
            "at most",
            "varisat, s",
            "cadical, s",
            "variables",
            "clauses",
            "proof, MB",
            "checked, s",
        ],
    )?;
    let problem = named("central")?;
    for most in 8..=17 {
        let options = Options {
            layers: Some(most),
            ..Options::from("self,corners".parse::<Additions>()?)
        };
        let (_, cnf) = engine::encode(&problem, &model::s::S, &options, &Default::default())?;
        let scratch = tempfile::tempdir()?;
        let proof = scratch.path().join("proof");
        let decide = |name: &str, proof: Option<&Path>| -> Result<String> {
            let mut file = proof.map(File::create).transpose()?.map(BufWriter::new);
            let watch = Watch::new();
            let context = Context {
                proof: file.as_mut().map(|file| file as &mut dyn Write),
                ..Context::new(&watch)
            };
            let begin = Instant::now();
            match solver::by_name(name)?.solve(&cnf, context) {
                Ok(Verdict::Unsatisfiable) => Ok(format!("{:.2}", begin.elapsed().as_secs_f64())),
                Ok(verdict) => bail!("{name} says {verdict:?} of {most} sweeps"),
                Err(_) => Ok("-".into()),
            }
        };
        let varisat = decide("varisat", Some(&proof))?;
        let cadical = decide("cmd:cadical -q", None)?;
        let mut cells = vec![most.to_string(), varisat, cadical];
        cells.extend(checked(&cnf, Some(&proof), scratch.path())?);
        row(&cells)?;
    }
    Ok(())
}

/// Table 8: the first jumps of a solution with 27 sweeps fixed, the rest
/// optimised.
fn table8() -> Result<()> {
    let problem = named("central")?;
    let (seed, jumps) = (0..)
        .find_map(|seed| {
            let jumps = any_solution(&problem, seed).ok()?;
            (sweeps(problem.board(), &jumps) == 27).then_some((seed, jumps))
        })
        .context("no solution has 27 sweeps")?;
    let words: Vec<String> = jumps
        .iter()
        .map(|&n| problem.board().jump_text(n))
        .collect();
    head(
        "Table 8: the first jumps of a solution fixed, the sweeps of the rest made fewest",
        "table8",
        &format!(
            "A solution of the central game with 27 sweeps, found by model E with 4 layers and seed \
             {seed}: {}. The paper's model C needed, on another such solution, 10.5 s for the first \
             row, 428,000 s for the last one, with symmetry breaking. C with independence; a limit \
             of {} s for each answer, and no further row after one that reached it.",
            words.join(" "),
            PATIENCE.as_secs()
        ),
        &["fixed", "fewest by S", "seconds", "fewest by C", "seconds"],
    )?;
    let mut lost: Vec<&str> = Vec::new();
    for fixed in (12..=21).rev().chain([9, 6, 3, 0]) {
        let mut cells = vec![fixed.to_string()];
        let mut answers = Vec::new();
        for model in [&model::s::S as &'static dyn Model, &model::c::C] {
            if lost.contains(&model.name()) {
                cells.extend(["-".into(), "-".into()]); // fewer fixed jumps are harder
                continue;
            }
            let begin = Instant::now();
            let found = fewest_after(&problem, &jumps[..fixed], model)?;
            answers.extend(found);
            if found.is_none() {
                lost.push(model.name());
            }
            cells.push(found.map_or("-".into(), |fewest| fewest.to_string()));
            cells.push(format!("{:.2}", begin.elapsed().as_secs_f64()));
        }
        ensure!(
            answers.windows(2).all(|pair| pair[0] == pair[1]),
            "C and S disagree"
        );
        row(&cells)?;
    }
    Ok(())
}

fn any_solution(problem: &Problem, seed: u64) -> Result<Vec<usize>> {
    let options = Options {
        layers: Some(4),
        order: model::order::best_first(problem)[0],
        ..Options::default()
    };
    let (encoding, cnf) = engine::encode(problem, &model::e::E, &options, &Default::default())?;
    let shuffled = Shuffled::new(cnf, seed);
    match varisat(&shuffled.cnf, &Watch::new())? {
        Verdict::Satisfiable(assignment) => {
            let assignment = shuffled.original(assignment);
            Ok(decode::jumps(
                problem.board(),
                &encoding.meanings,
                &assignment,
            ))
        }
        _ => bail!("4 layers do not do"),
    }
}

fn varisat(cnf: &Cnf, watch: &Watch) -> Result<Verdict, SolverError> {
    solver::by_name("varisat")?.solve(cnf, Context::new(watch))
}

fn sweeps(board: &Board, jumps: &[usize]) -> usize {
    let ends = |&number: &usize| {
        let jump = board.jumps()[number];
        (board.cell(jump.from), board.cell(jump.to))
    };
    n_sweeps(&jumps.iter().map(ends).collect::<Vec<_>>())
}

/// The fewest sweeps of a solution that begins with these jumps.
///
/// The rest alone needs g sweeps; if the peg that jumped last can go on, and g
/// sweeps suffice when the first of them is its, that one is no new sweep.
fn fewest_after(
    problem: &Problem,
    fixed: &[usize],
    model: &'static dyn Model,
) -> Result<Option<usize>> {
    let board = problem.board();
    let position = fixed
        .iter()
        .fold(problem.start().clone(), |position: Position, &number| {
            position.after(&board.jumps()[number])
        });
    let rest = Problem::new("rest", board.clone(), position, problem.goal().clone());
    let objective = Objective::Sweeps;
    let additions = objective.additions(&rest, model);
    let (found, _) = optimum(&rest, objective, model, additions, None, PATIENCE)?;
    let Some((fewest, _)) = found.best.as_ref().filter(|_| found.is_settled()) else {
        return Ok(None);
    };
    let Some(&last) = fixed.last() else {
        return Ok(Some(*fewest));
    };
    // Nothing is added: symmetry breaking may want the first move to be another.
    let plain = quest(objective, model, Additions::default());
    let task = plain.at_most(&rest, *fewest)?;
    let mut encoding = model.encode(&rest, &task.options)?;
    let landed = board.jumps()[last].to;
    let goes_on: Vec<Lit> = (0..)
        .zip(&encoding.meanings)
        .filter_map(|(variable, meaning)| {
            let is_its = match *meaning {
                Meaning::SweepFrom { step: 1, hole } => board.hole_at(hole) == Some(landed),
                Meaning::Move { step: 1, jump } => board.jumps()[jump].from == landed,
                _ => false,
            };
            is_its.then(|| Lit::positive(variable))
        })
        .collect();
    encoding.formula.add_clause(&goes_on);
    let cnf = encoding.formula.into_cnf(&task.encoders)?;
    let saved = match varisat(&cnf, &Watch::new().timeout(PATIENCE)) {
        Err(SolverError::Stopped(_)) => return Ok(None),
        verdict => usize::from(matches!(verdict?, Verdict::Satisfiable(_))),
    };
    Ok(Some(sweeps(board, fixed) + fewest - saved))
}
