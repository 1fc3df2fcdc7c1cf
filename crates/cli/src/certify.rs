//! `pegsat certify`

use super::{
    INTERRUPTED, UNKNOWN, answer,
    args::{self, CertifyArgs, Format},
    cube, executor,
    limits::Guard,
    output::{self, NewFile, Output, beside, file_name},
    terminal, verify, warn,
};
use anyhow::{Context, Result, bail};
use pegsat::{
    JumpNumber,
    asked::Question,
    engine::{Answer, Approach, Ask, End, Evidence, Outcome, Wants, Written, ask},
    printed::{Document, Printed},
    problem::Problem,
    solver,
    watch::Stopwatch,
};
use std::path::Path;

/// Looks for a certificate, writes it, and returns the exit status.
pub(super) fn run(args: &CertifyArgs) -> Result<u8> {
    let begin = Stopwatch::start();
    let nothing = Printed::unknown_of(&args.problem, ask::DEFAULT_MODEL, &args.solver, 0);
    let ended = answer::ended_with(nothing, args.format);
    let guard = Guard::begin(&args.limits, None, ended)?;
    let problem = args::problem(&args.problem)?;
    solver::by_name(&args.solver)?;
    if args.cube.cube.is_some() {
        return part(args, &problem, &guard);
    }
    // On standard output a proof stands within the certificate.
    let path = args
        .output
        .as_deref()
        .filter(|path| path.as_os_str() != "-");
    let proof_path = path.map(|path| beside(path, ".drat"));
    output::distinct(&[
        ("PROBLEM", Some(args.problem.as_ref())),
        ("--output", path),
        ("the proof", proof_path.as_deref()),
    ])?;
    if path.is_none() && args.lrat {
        bail!("--lrat: LRAT is written beside the certificate; name a file with -o FILE");
    }
    let file = path.map(NewFile::create).transpose()?;
    let approach = args.kind.unwrap_or_default();
    if file.as_ref().is_some_and(NewFile::is_direct) && approach == Approach::Refutation {
        bail!("--output: a refutation has a proof beside it, so expected a regular file");
    }
    let ask = asked(args)
        .approach(approach)
        .proof_name(proof_path.as_deref().map(file_name));
    let question = Question::to_engine(ask, &problem)?;
    let executor = executor(&question, args.limits.memory)?;
    let watch = guard.worker(|_| {});
    let answer = executor.ask(&problem, &question, &watch)?;
    guard.end();
    answer.message.iter().for_each(|message| warn(message));
    let total = begin.seconds();
    let (status, text, report) = reported(args, &problem, &answer, (file, path), total)?;
    Output::Stdout.write(&answer::either(args.format, &report, || text))?;
    Ok(status)
}

/// What is asked, of any kind of certificate.
fn asked(args: &CertifyArgs) -> Ask {
    Ask::default()
        .wants(Wants::Certificate)
        .solver(args.solver.clone())
}

/// What is said of the answer; a certificate is written.
fn reported(
    args: &CertifyArgs,
    problem: &Problem,
    answer: &Answer,
    (file, path): (Option<NewFile>, Option<&Path>),
    total: f64,
) -> Result<(u8, String, Printed)> {
    let mut report = Printed::of(problem, answer);
    report.seconds.total = total;
    report.peak_memory_bytes = report.peak_memory_bytes.or_else(super::peak_memory);
    let (status, text) = match &answer.end {
        End::Unsolvable(Evidence::Certificate(certificate)) => {
            let (document, text) = match (file, path) {
                (Some(file), Some(path)) => kept(file, path, certificate, args, &report)?,
                _ => printed(certificate, args, &report),
            };
            report.certificate = Some(document);
            (0, text)
        }
        End::Solved { jumps, .. } => (1, solved(problem, jumps)),
        End::Unsolvable(_) | End::Unknown(_) => {
            report.outcome = Outcome::Unknown;
            let why = report.reason.map(|reason| format!(": {}", reason.name()));
            let (why, tried) = (why.unwrap_or_default(), answer.tried.join(", "));
            (UNKNOWN, format!("unknown{why}; tried {tried}\n"))
        }
    };
    Ok((status, text, report))
}

/// Decides a part of a refutation.
fn part(args: &CertifyArgs, problem: &Problem, guard: &Guard) -> Result<u8> {
    if args.kind.is_some_and(|kind| kind != Approach::Refutation) {
        bail!("--cube: parts are of a refutation, so leave --kind out");
    }
    let file = args.output.as_deref();
    let file = file.context("--cube: the part is kept in a file, so name it by -o FILE")?;
    let asked = cube::PartRequest {
        problem,
        question: Question::to_engine(asked(args).part(args.cube.part()), problem)?,
        file: Some(file),
        format: args.format,
        output: None,
        solved: 1,
    };
    cube::run(asked, guard)
}

/// The certificate itself; what is said of it goes to standard error, or stands beside it in JSON.
fn printed(certificate: &Written, args: &CertifyArgs, report: &Printed) -> (Document, String) {
    if args.format == Format::Text {
        let (kind, seconds) = (&certificate.kind, report.seconds.total);
        warn(&format!(
            "unsolvable: {}; certificate: {kind}; {seconds:.2} s",
            report.problem
        ));
    }
    (Document::of(certificate), certificate.text.clone())
}

/// Writes the certificate, and the proof beside it if it has one; what is said of it.
fn kept(
    file: NewFile,
    path: &Path,
    certificate: &Written,
    args: &CertifyArgs,
    report: &Printed,
) -> Result<(Document, String)> {
    let name = terminal::line(&path.display().to_string());
    let proof_path = beside(path, ".drat");
    if let Some(proof) = &certificate.proof {
        if file.is_direct() {
            bail!("{name}: a refutation has a file beside it, so expected a regular file");
        }
        NewFile::create(&proof_path)?.finish(proof.as_bytes(), &INTERRUPTED)?;
    }
    file.finish(certificate.text.as_bytes(), &INTERRUPTED)?;
    if args.lrat && certificate.proof.is_some() {
        verify::hints_of(path)?;
    }
    let proof = certificate.proof.as_ref();
    let proof = proof.map(|_| proof_path.display().to_string());
    let beside = proof.as_ref().map(|proof| format!(" and {proof}"));
    let text = format!(
        "unsolvable: {}; certificate: {} in {name}{}; {:.2} s\n",
        report.problem,
        certificate.kind,
        beside.unwrap_or_default(),
        report.seconds.total,
    );
    let document = Document {
        kind: certificate.kind.clone(),
        file: Some(name),
        proof,
        document: None,
    };
    Ok((document, text))
}

fn solved(problem: &Problem, jumps: &[JumpNumber]) -> String {
    let jumps = jumps
        .iter()
        .map(|&number| problem.board().jump_text(number));
    format!(
        "solved: {} has a solution, so there is no certificate\n{}\n",
        problem.name(),
        jumps.collect::<Vec<_>>().join(" ")
    )
}
