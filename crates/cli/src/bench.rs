//! `pegsat bench`

use super::{
    INTERRUPTED,
    answer::json,
    args::{BenchArgs, BenchCommand, BenchVerifyArgs, BenchWriteArgs, Wanted},
    compare::make_folder,
    limits::Guard,
    output::NewFile,
    warn,
};
use anyhow::{Context, Result, bail};
use pegsat::{systems, watch::Watch};
use pegsat_lab::benchmark::{
    Answer, Benchmark, EVIDENCE, Listed, MANIFEST, Manifest, PROBLEMS, Statement, companions,
    digest, state,
};
use serde::Serialize;
use std::{fs, path::Path};

/// Writes or verifies the benchmark, and returns the exit status.
pub(super) fn run(args: &BenchArgs) -> Result<u8> {
    match &args.command {
        BenchCommand::Write(args) => write(args),
        BenchCommand::Verify(args) => verify(args),
    }
}

impl Wanted {
    /// The problems of these kinds.
    fn of<'a>(&self, manifest: &'a Manifest) -> Result<Vec<&'a Listed>> {
        let is_wanted = |listed: &&Listed| {
            self.only.is_empty() || self.only.contains(&listed.kind.word().into())
        };
        let wanted: Vec<_> = manifest.problems.iter().filter(is_wanted).collect();
        match wanted.is_empty() {
            true => bail!("the benchmark has no problems of this kind"),
            false => Ok(wanted),
        }
    }
}

/// Writes problems, evidence and statements, and the list last: a folder without it is not whole.
fn write(args: &BenchWriteArgs) -> Result<u8> {
    let guard = Guard::begin(&args.limits, None, |_| String::new())?;
    let watch = guard.worker(|_| {});
    let bench = Benchmark::open(None)?;
    let folder = &args.output;
    let manifest_file = folder.join(MANIFEST);
    let wanted = args.wanted.of(&bench.manifest)?;
    if manifest_file.exists() {
        if Benchmark::open(Some(folder)).is_err() {
            bail!(
                "{}: is no list of a benchmark; choose another folder",
                manifest_file.display()
            );
        }
        fs::remove_file(&manifest_file).with_context(|| manifest_file.display().to_string())?;
    }
    for place in [PROBLEMS, EVIDENCE] {
        make_folder(&folder.join(place))?;
    }
    for listed in &wanted {
        let peg = format!("{PROBLEMS}/{}.peg", listed.name);
        put(folder, &peg, &bench.bytes(&peg)?)?;
        for file in bench.evidence(listed) {
            put(folder, &file, &bench.bytes(&file)?)?;
        }
    }
    let mut manifest = Manifest {
        problems: wanted.iter().copied().cloned().collect(),
        statements: Vec::new(),
        ..bench.manifest.clone()
    };
    for &(format, ref model) in &args.to {
        let place = format!("{format}-{model}");
        make_folder(&folder.join(&place))?;
        for (name, text) in companions(format, model) {
            put(folder, &format!("{place}/{name}"), text.as_bytes())?;
        }
        for listed in &wanted {
            let told = (&bench, *listed);
            let statement = put_statement(folder, told, format, model, &watch)?;
            manifest.statements.push(statement);
        }
        let of_this = manifest.statements.iter().rev().take(wanted.len());
        let written = of_this.filter(|one| one.path.is_some()).count();
        warn(&format!("{place}: {written} of {} problems", wanted.len()));
    }
    guard.end();
    put(folder, MANIFEST, json(&manifest).as_bytes())?;
    Ok(0)
}

/// Writes a problem for other systems, if it can be stated so.
fn put_statement(
    folder: &Path,
    (bench, listed): (&Benchmark, &Listed),
    format: systems::Format,
    model: &str,
    watch: &Watch,
) -> Result<Statement> {
    let problem = bench.problem(listed)?;
    let text = state((&problem, listed, &bench.manifest), format, model, watch);
    watch.check()?;
    let path = format!("{format}-{model}/{}.{}", listed.name, format.ending());
    if let Ok(text) = &text {
        put(folder, &path, text)?;
    }
    let written = text.as_ref().ok();
    Ok(Statement {
        problem: listed.name.clone(),
        format: format.to_string(),
        model: model.into(),
        path: written.map(|_| path),
        bytes: written.map(|text| text.len() as u64),
        sha256: written.map(|text| digest(text)),
        why_not: text.err().map(|error| format!("{error:#}")),
    })
}

fn put(folder: &Path, path: &str, bytes: &[u8]) -> Result<()> {
    NewFile::create(&folder.join(path))?.finish(bytes, &INTERRUPTED)
}

/// What became of a benchmark's answers and files.
#[derive(Serialize)]
struct Verdict {
    accepted: bool,
    problems: usize,
    /// Files for other systems.
    files: usize,
    rejected: Vec<Rejected>,
}

#[derive(Serialize)]
struct Rejected {
    what: String,
    reason: String,
}

fn verify(args: &BenchVerifyArgs) -> Result<u8> {
    let guard = Guard::begin(&args.limits, args.print.output.as_deref(), |_| {
        "unknown\n".into()
    })?;
    let watch = guard.worker(|_| {});
    let folder = args.folder.as_deref();
    let bench = Benchmark::open(folder).context("expected a folder that 'bench write' made")?;
    let verdict = verdict(&bench, &watch)?;
    guard.end();
    args.print
        .write(&verdict, || told(&bench.manifest, &verdict))?;
    Ok(u8::from(!verdict.accepted))
}

fn verdict(bench: &Benchmark, watch: &Watch) -> Result<Verdict> {
    let manifest = &bench.manifest;
    let mut rejected = Vec::new();
    let mut reject = |what: &str, checked: Result<()>| {
        rejected.extend(checked.err().map(|error| Rejected {
            what: what.into(),
            reason: format!("{error:#}"),
        }));
    };
    for listed in &manifest.problems {
        let checked = bench.verify(listed, &|| watch.check().is_ok());
        watch.check()?;
        reject(&listed.name, checked);
    }
    for statement in &manifest.statements {
        watch.check()?;
        reject(&statement.problem, bench.verify_statement(statement));
    }
    let files = manifest
        .statements
        .iter()
        .filter_map(|one| one.path.as_ref());
    Ok(Verdict {
        accepted: rejected.is_empty() && !manifest.problems.is_empty(),
        problems: manifest.problems.len(),
        files: files.count(),
        rejected,
    })
}

fn told(manifest: &Manifest, verdict: &Verdict) -> String {
    let problems = manifest.problems.iter();
    let solvable = problems.filter(|one| one.answer == Answer::Solvable);
    let mut text = format!(
        "{}: {} {}: {} problems ({} solvable)",
        if verdict.accepted {
            "accepted"
        } else {
            "rejected"
        },
        manifest.name,
        manifest.version,
        verdict.problems,
        solvable.count(),
    );
    if verdict.files > 0 {
        text.push_str(&format!(", {} files for other systems", verdict.files));
    }
    text.push('\n');
    for Rejected { what, reason } in &verdict.rejected {
        text.push_str(&format!("rejected: {what}: {reason}\n"));
    }
    text
}
