//! Finds the problems of the benchmark `pegsat-bench` by seed, with their answers, and writes
//! them: `cargo build --release && cargo run --release --example benchmark`, an hour or so.
//!
//! Each kind goes round its boards. On each it takes the first seed, from a million on, whose
//! problem is of the kind; nothing else decides, and no seed below was ever looked at. The
//! answers are those of `solve`, `certify` and `optimise`, with evidence; a problem whose
//! evidence is larger than 400 kB compressed is passed over. The list is written after each, and a
//! run goes on from the list that is there. With `-- difficulty [KIND …]` only
//! the models that decide each problem are asked again.

mod seeds;

use anyhow::{Context, Result, bail, ensure};
use flate2::{Compression, GzBuilder};
use pegsat::{
    Approach, Ask, End, Evidence, Goal, Watch,
    check::Leap,
    problem::{Problem, file},
};
use pegsat_lab::benchmark::{
    Answer, Benchmark, EVIDENCE, Kind, Listed, MANIFEST, Manifest, PROBLEMS, digest,
};
use seeds::{DEAD_ENDS, SEARCH, SOLVABLE, SURVIVORS, SWEEPS, WEIGHTS, by_seed};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

const FOLDER: &str = "crates/lab/pegsat-bench";
const FIRST_SEED: u64 = 1_000_000;
const LIMIT: Duration = Duration::from_secs(60);
const MOST_EVIDENCE: usize = 400_000;

const ABOUT: &str = "answer: known by a solution or by a certificate of the kind in known_by, in \
    evidence/; sweeps: a solution may have at most this number of sweeps; decided_by: of the \
    models A, B, C, D and E (for sweeps C and S), those whose formula alone, nothing added, \
    varisat decides within 10 s on one core (a refutation with its proof); found: by what name or \
    seed, see crates/lab/examples/benchmark/, which found them all";

/// A problem, its answer, and what shows it.
struct Found {
    problem: Problem,
    sweeps: Option<usize>,
    answer: Answer,
    known_by: String,
    /// Files by name, the first the one that is listed.
    evidence: Vec<(String, Vec<u8>)>,
    found: String,
}

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let Some(("difficulty", kinds)) = words.split_first().map(|(word, rest)| (&**word, rest)) {
        return difficulty(kinds);
    }
    for folder in [PROBLEMS, EVIDENCE] {
        fs::create_dir_all(Path::new(FOLDER).join(folder))?;
    }
    let mut bench = Bench::go_on()?;
    for (kind, boards) in [
        (Kind::Solvable, &SOLVABLE[..]),
        (Kind::Weights, &WEIGHTS),
        (Kind::Search, &SEARCH),
    ] {
        for &(board, share) in boards {
            let name = format!("{}-{board}", kind.word());
            bench.first(kind, &name, |seed| plain(kind, board, share, seed))?;
        }
    }
    for (board, share) in SWEEPS {
        bench.pair(&format!("sweeps-{board}"), |seed| {
            fewest_sweeps(board, share, seed)
        })?;
    }
    for (board, share) in DEAD_ENDS {
        bench.pair(&format!("dead-end-{board}"), |seed| {
            earliest_dead_end(board, share, seed)
        })?;
    }
    for (board, share) in SURVIVORS {
        for answer in [Answer::Solvable, Answer::Unsolvable] {
            let name = format!("survivor-{board}");
            bench.first(Kind::Survivor, &name, |seed| {
                survivor(board, share, answer, seed)
            })?;
        }
    }
    Ok(())
}

/// Asks again which models decide each problem of these kinds, or of all.
fn difficulty(kinds: &[String]) -> Result<()> {
    let mut bench = Benchmark::open(Some(Path::new(FOLDER)))?;
    let mut problems = bench.manifest.problems.clone();
    let is_asked = |listed: &&mut Listed| {
        kinds.is_empty() || kinds.iter().any(|kind| kind == listed.kind.word())
    };
    for listed in problems.iter_mut().filter(is_asked) {
        let problem = bench.problem(listed)?;
        listed.decided_by = decided_by(&problem, listed.sweeps, listed.answer)?;
        println!("{}: {:?}", listed.name, listed.decided_by);
    }
    bench.manifest.problems = problems;
    bench.manifest.about = ABOUT.into();
    let text = serde_json::to_string_pretty(&bench.manifest)?;
    Ok(fs::write(Path::new(FOLDER).join(MANIFEST), text + "\n")?)
}

/// What was found so far: it is written after each problem, and gone on from.
struct Bench {
    listed: Vec<Listed>,
    /// How many problems of a name were asked for.
    asked: BTreeMap<String, usize>,
    /// Their `.peg` texts.
    seen: BTreeSet<String>,
}

impl Bench {
    fn go_on() -> Result<Self> {
        let mut bench = Bench {
            listed: Vec::new(),
            asked: BTreeMap::new(),
            seen: BTreeSet::new(),
        };
        let folder = Path::new(FOLDER);
        if folder.join(MANIFEST).exists() {
            let before = Benchmark::open(Some(folder))?;
            for listed in &before.manifest.problems {
                bench.seen.insert(file::write(&before.problem(listed)?));
            }
            bench.listed = before.manifest.problems;
        }
        Ok(bench)
    }

    /// The next problem of this name, if it is not there yet.
    fn next(&mut self, name: &str) -> Option<String> {
        let number = self.asked.entry(name.into()).or_default();
        *number += 1;
        let name = format!("{name}-{number}");
        let is_there = self.listed.iter().any(|listed| listed.name == name);
        (!is_there).then_some(name)
    }

    /// Adds what the first seed gives.
    fn first(
        &mut self,
        kind: Kind,
        name: &str,
        find: impl Fn(u64) -> Result<Option<Found>>,
    ) -> Result<()> {
        let Some(name) = self.next(name) else {
            return Ok(());
        };
        for seed in FIRST_SEED.. {
            if let Some(found) = find(seed)?
                && self.is_new(&found)
            {
                return self.add(kind, &name, found);
            }
        }
        bail!("{name}: none")
    }

    /// Adds the optimum and one less.
    fn pair(&mut self, name: &str, find: impl Fn(u64) -> Result<Option<[Found; 2]>>) -> Result<()> {
        let names = [self.next(name), self.next(&format!("{name}-less"))];
        let [Some(best_name), Some(less_name)] = names else {
            return Ok(());
        };
        for seed in FIRST_SEED.. {
            if let Some([best, less]) = find(seed)? {
                self.add(Kind::Optimum, &best_name, best)?;
                return self.add(Kind::Optimum, &less_name, less);
            }
        }
        bail!("{name}: none")
    }

    fn is_new(&self, found: &Found) -> bool {
        let size: usize = found.evidence.iter().map(|(_, bytes)| bytes.len()).sum();
        size <= MOST_EVIDENCE && !self.seen.contains(&file::write(&found.problem))
    }

    fn add(&mut self, kind: Kind, name: &str, found: Found) -> Result<()> {
        let peg = file::write(&found.problem);
        fs::write(file_of(PROBLEMS, &format!("{name}.peg")), &peg)?;
        for (place, bytes) in &found.evidence {
            fs::write(file_of(EVIDENCE, &format!("{place}.gz")), bytes)?;
        }
        let decided_by = decided_by(&found.problem, found.sweeps, found.answer)?;
        println!(
            "{name}: {} by {}; {decided_by:?}; {}",
            found.answer.word(),
            found.known_by,
            found.found
        );
        self.seen.insert(peg.clone());
        self.listed.push(Listed {
            name: name.into(),
            kind,
            sweeps: found.sweeps,
            answer: found.answer,
            known_by: found.known_by,
            evidence: found.evidence[0].0.clone(),
            decided_by,
            found: found.found,
            sha256: digest(peg.as_bytes()),
        });
        let manifest = Manifest {
            name: "pegsat-bench".into(),
            version: 1,
            about: ABOUT.into(),
            problems: self.listed.clone(),
            statements: Vec::new(),
        };
        let text = serde_json::to_string_pretty(&manifest)?;
        Ok(fs::write(Path::new(FOLDER).join(MANIFEST), text + "\n")?)
    }
}

fn file_of(folder: &str, name: &str) -> PathBuf {
    Path::new(FOLDER).join(folder).join(name)
}

fn packed(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut writer = GzBuilder::new().write(Vec::new(), Compression::best());
    writer.write_all(bytes)?;
    Ok(writer.finish()?)
}

/// What `solve` says, with its evidence.
fn solve(problem: &Problem, name: &str, found: String) -> Result<Option<Found>> {
    let watch = Watch::new().timeout(LIMIT);
    let (answer, known_by, evidence) = match pegsat::solve(problem, &Ask::default(), &watch)?.end {
        End::Solved { jumps, .. } => {
            let leaps = problem.board().leaps(&jumps);
            (
                Answer::Solvable,
                "solution".into(),
                (format!("{name}.solution"), text(&leaps)),
            )
        }
        End::Unsolvable(Evidence::Certificate(one)) if one.proof.is_none() => (
            Answer::Unsolvable,
            one.kind.clone(),
            (format!("{name}.json"), one.text.clone()),
        ),
        _ => return Ok(None),
    };
    Ok(Some(Found {
        problem: problem.clone(),
        sweeps: None,
        answer,
        known_by,
        evidence: vec![(evidence.0, packed(evidence.1.as_bytes())?)],
        found,
    }))
}

fn text(leaps: &[Leap]) -> String {
    let lines = leaps.iter().map(|leap| format!("{leap}\n"));
    lines.collect()
}

fn plain(kind: Kind, board: &str, share: usize, seed: u64) -> Result<Option<Found>> {
    let Some((problem, how)) = by_seed(board, share, seed)? else {
        return Ok(None);
    };
    let name = format!("{}-{board}-{share}-{seed}", kind.word());
    let Some(found) = solve(&problem, &name, how)? else {
        return Ok(None);
    };
    let by_weights = ["pagoda", "jump-bounds", "ends", "cutting-planes"];
    let is_of_kind = match kind {
        Kind::Solvable => found.answer == Answer::Solvable,
        Kind::Weights => by_weights.contains(&&*found.known_by),
        _ => found.known_by == "exhaustion" && !weights_refute(&problem)?,
    };
    Ok(is_of_kind.then_some(found))
}

/// Whether weights, or rounded rows, refute it in 20 s.
fn weights_refute(problem: &Problem) -> Result<bool> {
    for approach in [Approach::JumpBounds, Approach::CuttingPlanes] {
        let watch = Watch::new().timeout(Duration::from_secs(20));
        let settings = Ask::default().approach(approach);
        if matches!(
            pegsat::solve(problem, &settings, &watch)?.end,
            End::Unsolvable(_)
        ) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What the program's `optimise --fewest sweeps` proves within a minute.
fn fewest_sweeps(board: &str, share: usize, seed: u64) -> Result<Option<[Found; 2]>> {
    let Some((problem, how)) = by_seed(board, share, seed)? else {
        return Ok(None);
    };
    let folder = tempfile::tempdir()?;
    let (peg, proof) = (
        folder.path().join("a.peg"),
        format!("sweeps-{board}-{seed}.drat"),
    );
    fs::write(&peg, file::write(&problem))?;
    let program = std::env::current_exe()?;
    let program = program
        .ancestors()
        .nth(2)
        .context("target/release")?
        .join("pegsat");
    let said = Command::new(program)
        .current_dir(&folder)
        .args([
            "optimise", "a.peg", "--fewest", "sweeps", "--format", "json",
        ])
        .args(["--timeout", "60s", "--quiet", "--proof", &proof])
        .output()?;
    if said.status.code() != Some(0) {
        return Ok(None);
    }
    let said: serde_json::Value = serde_json::from_slice(&said.stdout)?;
    let value = said["value"].as_u64().context("no value")? as usize;
    let certificate = format!("{proof}.json");
    let of = |name: &str| packed(&fs::read(folder.path().join(name))?);
    if !folder.path().join(&certificate).exists() {
        return Ok(None);
    }
    let solution = serde_json::to_string(&said["jumps"])?;
    let best = Found {
        problem: problem.clone(),
        sweeps: Some(value),
        answer: Answer::Solvable,
        known_by: "solution".into(),
        evidence: vec![(
            format!("sweeps-{board}-{seed}.solution"),
            packed(solution.as_bytes())?,
        )],
        found: how.clone(),
    };
    let less = Found {
        problem,
        sweeps: Some(value - 1),
        answer: Answer::Unsolvable,
        known_by: "sweeps".into(),
        evidence: vec![
            (certificate.clone(), of(&certificate)?),
            (proof.clone(), of(&proof)?),
        ],
        found: how,
    };
    let size: usize = less.evidence.iter().map(|(_, bytes)| bytes.len()).sum();
    Ok((value > 3 && size <= MOST_EVIDENCE).then_some([best, less]))
}

/// The earliest dead end, and none after one jump fewer.
fn earliest_dead_end(board: &str, share: usize, seed: u64) -> Result<Option<[Found; 2]>> {
    let Some((problem, how)) = by_seed(board, share, seed)? else {
        return Ok(None);
    };
    let pegs = problem.start().n_pegs();
    let mut last = None;
    for jumps in 1..pegs {
        let asked = problem.with_goal(Goal::dead_end(pegs - jumps));
        let name = format!("dead-end-{board}-{seed}-{jumps}");
        let Some(found) = solve(&asked, &name, format!("{how}, dead end"))? else {
            return Ok(None);
        };
        match (found.answer, last.take()) {
            (Answer::Unsolvable, _) => last = Some(found),
            (Answer::Solvable, Some(less)) => return Ok(Some([found, less])),
            _ => return Ok(None),
        }
    }
    Ok(None)
}

/// From pegs by chance to one, which is to be the one that starts in some hole.
fn survivor(board: &str, share: usize, answer: Answer, seed: u64) -> Result<Option<Found>> {
    let Some((problem, how)) = by_seed(board, share, seed)? else {
        return Ok(None);
    };
    let holes = problem.board().n_holes();
    let mut random = fastrand::Rng::with_seed(seed);
    let (Some(peg), Some(finish)) = (
        random.choice(problem.start().pegs().collect::<Vec<_>>()),
        (0..holes).find(|&hole| problem.goal().fixed(hole) == Some(true)),
    ) else {
        return Ok(None);
    };
    let asked = problem.with_goal(Goal::surviving(holes, peg, Some(finish)));
    let found = solve(
        &asked,
        &format!("survivor-{board}-{seed}"),
        format!("{how}, survivor"),
    )?;
    // What no path of one peg, or no solution at all, shows is left.
    let early = [
        "track",
        "last-peg",
        "position-class",
        "pagoda",
        "jump-bounds",
        "ends",
    ];
    Ok(found.filter(|found| found.answer == answer && !early.contains(&&*found.known_by)))
}

/// The models whose formula alone is decided in 10 s.
fn decided_by(problem: &Problem, sweeps: Option<usize>, answer: Answer) -> Result<Vec<String>> {
    let models: &[&str] = match sweeps {
        Some(_) => &["C", "S"],
        None => &["A", "B", "C", "D", "E"],
    };
    let mut decided = Vec::new();
    // Where a proof is asked for, nothing comes before the formula.
    let folder = tempfile::tempdir()?;
    let proof = (answer == Answer::Unsolvable).then(|| folder.path().join("proof"));
    for &model in models {
        let mut settings = Ask::default()
            .model(Some(model.into()))
            .additions(Some(pegsat::Additions::default()))
            .approach(Approach::Formula)
            .proof(proof.clone());
        match model {
            "S" => settings = settings.layers(sweeps),
            _ => settings = settings.sweeps(sweeps),
        }
        let watch = Watch::new().timeout(Duration::from_secs(10));
        let end = pegsat::solve(problem, &settings, &watch).map(|answer| answer.end);
        let says = match end {
            Ok(End::Solved { .. }) => Answer::Solvable,
            Ok(End::Unsolvable(_)) => Answer::Unsolvable,
            Ok(_) => continue,
            Err(error) => {
                eprintln!("{model}: {error}");
                continue;
            }
        };
        ensure!(says == answer, "{model} contradicts: {}", problem.name());
        decided.push(model.into());
    }
    Ok(decided)
}
