//! `--cube` of `solve`, `optimise` and `certify`, and `pegsat join`

use super::{
    INTERRUPTED, UNKNOWN, answer,
    args::{Format, JoinArgs},
    executor, input,
    limits::Guard,
    output::{NewFile, Output, ProofFiles, as_numbered, beside, file_name},
    warn,
};
use anyhow::{Context, Result, anyhow, bail};
use pegsat::{
    Certificate,
    asked::Question,
    check,
    engine::{
        Answer, Checked, Evidence, Outcome, Seconds,
        cube::{self as parts, Joint, Part, file},
    },
    formula::dimacs,
    isolated::scratch::Scratch,
    printed::{Document, JoinRecord, Printed, SolverName},
    problem::Problem,
    watch::{Stopwatch, Watch},
};
use std::{
    io::BufRead,
    path::{Path, PathBuf},
};

/// The largest part that is read, in bytes.
const MAX_BYTES: u64 = 64 << 30;

/// What is asked of a part.
pub(super) struct PartRequest<'a> {
    pub(super) problem: &'a Problem,
    pub(super) question: Question,
    /// Where it is kept.
    pub(super) file: Option<&'a Path>,
    pub(super) format: Format,
    pub(super) output: Option<&'a Path>,
    /// The status if there is a solution.
    pub(super) solved: u8,
}

/// Decides a part, keeps it, prints, and returns the exit status.
pub(super) fn run(mut asked: PartRequest<'_>, guard: &Guard) -> Result<u8> {
    let kept = asked.file.filter(|file| file.exists());
    let kept = kept.and_then(|file| file::read(&mut open(file).ok()?).ok());
    let kept = kept.and_then(|part| parts::answer(part, asked.problem, &asked.question.ask));
    let answer = match kept {
        Some(answer) => {
            warn("this part is there already");
            answer
        }
        None => {
            let file = asked.file.map(NewFile::create).transpose()?;
            let scratch = file.as_ref().map(|_| Scratch::new()).transpose();
            let scratch = scratch.context("a folder for temporary files cannot be made")?;
            let proof = scratch.as_ref().map(|folder| folder.path().join("drat"));
            asked.question.ask.proof.clone_from(&proof);
            let watch = guard.worker(|_| {});
            let executor = executor(&asked.question, guard.limits.memory)?;
            let answer = executor.ask(asked.problem, &asked.question, &watch)?;
            if let (Some(file), Some(part)) = (file, &answer.part) {
                keep(file, part, proof.as_deref())?;
            }
            answer
        }
    };
    guard.end();
    let part = answer.part.as_deref().context("no part was asked for")?;
    print(&asked, &answer, part)
}

fn print(asked: &PartRequest<'_>, answer: &Answer, part: &Part) -> Result<u8> {
    let checked = part.refuted.as_ref().and_then(Evidence::checked);
    let jumps = part.jumps.as_deref().unwrap_or_default();
    let file = asked.file.filter(|_| part.is_decided());
    let file = file.map(|file| file.display().to_string());
    let mut printed = Printed::of(asked.problem, answer);
    if let Some(record) = &mut printed.cube {
        record.file.clone_from(&file);
    }
    printed.peak_memory_bytes = answer.peak_memory.or_else(super::peak_memory);
    if let (Some((shard, split)), Some(_)) = (part.ask.part, &part.refuted) {
        let checked = match checked {
            Some(_) => "its proof was checked",
            None => "by the solver's word",
        };
        let kept = file.as_ref().map(|file| format!(" and is kept in {file}"));
        let text = format!(
            "no solution in part {} of {} (split by {split}; {checked}{}); other parts may have one",
            shard.index,
            shard.count,
            kept.unwrap_or_default()
        );
        printed.message = printed.message.or(Some(text));
    }
    let text = answer::render(&printed, asked.problem, jumps, asked.format);
    Output::open(asked.output)?.write(&text)?;
    Ok(match part.jumps {
        Some(_) => asked.solved,
        None => UNKNOWN,
    })
}

/// Writes a part that was decided.
fn keep(mut file: NewFile, part: &Part, proof: Option<&Path>) -> Result<()> {
    if !part.is_decided() {
        return Ok(());
    }
    if file.is_direct() {
        bail!("a part is kept only if it is whole, so expected a regular file");
    }
    let text = match proof {
        Some(path) if part.refuted.is_some() && part.literals.is_some() => {
            let bytes = std::fs::read(path).context("the solver wrote no proof")?;
            check::proof_as_text(bytes).map_err(|error| anyhow!("the proof: {error}"))?
        }
        _ => Vec::new(),
    };
    file.fill(&INTERRUPTED, |out| file::write(part, &text, out))?;
    file.commit()
}

/// A part's file, opened.
fn open(path: &Path) -> Result<Box<dyn BufRead>> {
    Ok(input::open(path, MAX_BYTES)?)
}

/// Puts parts together, and returns the exit status.
pub(super) fn join(args: &JoinArgs) -> Result<u8> {
    let begin = Stopwatch::start();
    let ended = answer::ended_with(Printed::unknown_of("join", "", "", 0), args.format);
    let guard = Guard::begin(&args.limits, None, ended)?;
    let watch = guard.worker(|_| {});
    let parts = args
        .parts
        .iter()
        .map(|part| ("a part", Some(part.as_path())));
    let files = ProofFiles::create("--output", &args.output, &parts.collect::<Vec<_>>())?;
    let (joint, mut needed, solved) = read_parts(args, &watch)?;
    needed.sort_by_key(|(part, _)| part.index());
    let mut seconds: Vec<f64> = needed.iter().map(|(part, _)| part.seconds).collect();
    seconds.sort_by(f64::total_cmp);
    let of = format!(
        "{} of {} parts{}",
        needed.len(),
        joint.n_parts(),
        times(&seconds)
    );
    let record = JoinRecord {
        shows: None,
        parts: joint.n_parts(),
        missing: joint.missing(),
        seconds,
    };
    let (status, text, answer) = match solved {
        Some(part) => {
            let (text, answer) = solved_text(&joint, part);
            (1, text, answer)
        }
        None if record.missing.is_empty() => {
            let certificate = write(args, files, &joint, &needed, &watch)?;
            let (text, answer) = proved(args, &joint, certificate.as_ref());
            (0, format!("{text}{of}\n"), answer)
        }
        None => {
            let missing: Vec<String> = record.missing.iter().map(usize::to_string).collect();
            let text = format!("unknown: missing parts {}\n{of}\n", missing.join(","));
            (UNKNOWN, text, Printed::unknown(&joint.problem, &joint.task))
        }
    };
    guard.end();
    let report = Printed {
        seconds: Seconds {
            total: begin.seconds(),
            ..Seconds::default()
        },
        solver: SolverName::default(), // parts may be by several
        peak_memory_bytes: super::peak_memory(),
        join: Some(JoinRecord {
            shows: (status == 0).then(|| joint.shows()),
            ..record
        }),
        ..answer
    };
    Output::Stdout.write(&answer::either(args.format, &report, || text))?;
    Ok(status)
}

/// Parts that a proof needs, with their files.
type Needed = Vec<(Part, PathBuf)>;

/// The parts together, those that the proof needs with their files, and one that is solved.
fn read_parts(args: &JoinArgs, watch: &Watch) -> Result<(Joint, Needed, Option<Part>)> {
    let mut joint: Option<Joint> = None;
    let mut needed: Vec<(Part, PathBuf)> = Vec::new();
    let mut solved: Option<Part> = None;
    for path in &args.parts {
        let part = file::read(&mut open(path)?).with_context(|| path.display().to_string())?;
        let joint = match &mut joint {
            Some(joint) => joint,
            none => none.insert(Joint::new(&part, watch)?),
        };
        let is_new = joint.take(&part);
        if is_new.map_err(|error| anyhow!("{}: {error}", path.display()))? {
            needed.push((part, path.clone()));
        } else if part.jumps.is_some() {
            solved = Some(part);
        }
    }
    let Some(joint) = joint else {
        bail!("there are no parts");
    };
    Ok((joint, needed, solved))
}

/// That a part has a solution.
fn solved_text(joint: &Joint, part: Part) -> (String, Printed) {
    let shard = part.ask.part.map(|(shard, _)| shard.to_string());
    let jumps = part.jumps.unwrap_or_default();
    let drawn = answer::drawn(&joint.problem, &jumps);
    let text = format!(
        "solved: part {} has a solution, so there is no proof\n{drawn}",
        shard.unwrap_or_default()
    );
    let answer = Printed {
        outcome: Outcome::Solved,
        checked: Some(Checked::Replay),
        ..Printed::unknown(&joint.problem, &joint.task).with_jumps(&joint.problem, &jumps)
    };
    (text, answer)
}

/// That all parts are refuted, and the proof is written.
fn proved(args: &JoinArgs, joint: &Joint, certificate: Option<&Certificate>) -> (String, Printed) {
    let proof = args.output.display().to_string();
    let check = match certificate {
        Some(_) => format!("pegsat verify {proof}.json checks it"),
        None => "it was checked".into(),
    };
    let (name, shows) = (joint.problem.name(), joint.shows());
    let text =
        format!("{name}: {shows}\nproof in {proof}, of the formula in {proof}.cnf; {check}\n");
    let (checked, certificate) = match certificate {
        Some(certificate) => (
            Checked::Certificate,
            Document {
                kind: certificate.kind.into(),
                file: Some(beside(&args.output, ".json").display().to_string()),
                proof: Some(proof),
                document: None,
            },
        ),
        None => (
            Checked::Proof,
            Document {
                kind: "drat".into(),
                file: Some(proof),
                proof: None,
                document: None,
            },
        ),
    };
    let answer = Printed {
        outcome: match joint.is_complete() {
            true => Outcome::Unsolvable,
            false => Outcome::Unknown,
        },
        checked: Some(checked),
        certificate: Some(certificate),
        ..Printed::unknown(&joint.problem, &joint.task)
    };
    (text, answer)
}

/// The distribution of times, in words.
fn times(seconds: &[f64]) -> String {
    let n = seconds.len();
    if n == 0 {
        return String::new();
    }
    let (quartile, median, upper) = (seconds[n / 4], seconds[n / 2], seconds[n * 3 / 4]);
    let (least, most) = (seconds[0], seconds[n - 1]);
    let all: f64 = seconds.iter().sum();
    format!(
        "; in the solver: least {least:.2} s, quartiles {quartile:.2} s, {median:.2} s and \
         {upper:.2} s, longest {most:.2} s, together {all:.1} s"
    )
}

/// Writes the joined proof, its formula and its certificate, if there is one, once they are
/// checked.
fn write(
    args: &JoinArgs,
    mut files: ProofFiles,
    joint: &Joint,
    parts: &[(Part, PathBuf)],
    watch: &Watch,
) -> Result<Option<Certificate>> {
    if files.proof.is_direct() {
        bail!("--output: a proof has its formula beside it, so expected a regular file");
    }
    let cnf = joint.formula();
    let comments = [
        format!("pegsat {}", env!("CARGO_PKG_VERSION")),
        joint.shows(),
    ];
    let mut opened = Vec::new();
    for (part, path) in parts {
        let mut from = open(path)?;
        file::open(&mut from).with_context(|| path.display().to_string())?;
        opened.push((part, from));
    }
    files
        .proof
        .fill(&INTERRUPTED, |out| joint.write(opened, out))?;
    let name = file_name(&args.output);
    let certificate = joint.check(&files.proof.path_so_far(), &name, watch)?;
    let (cnf, _) = as_numbered(cnf, certificate.as_ref());
    files.formula.fill(&INTERRUPTED, |mut out| {
        dimacs::write(&mut out, &cnf, &comments)
    })?;
    files.keep(certificate.as_ref(), &INTERRUPTED)?;
    Ok(certificate)
}
