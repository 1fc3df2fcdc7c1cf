//! `pegsat verify` and `pegsat explain`

use super::{
    INTERRUPTED, VERBOSITY, answer,
    args::{self, ExplainArgs, VerifyArgs},
    check::MAX_BYTES,
    explain, input,
    output::{self, NewFile},
    terminal,
};
use anyhow::{Result, anyhow, bail};
use pegsat::{
    board::picture,
    certificate,
    check::{self, Accepted, Rejection},
    engine::{self, Ask, End, Evidence, Wants},
    problem::{Problem, file},
    supervise::open_regular,
    watch::Watch,
};
use serde::Serialize;
use std::{
    cell::RefCell,
    collections::BTreeMap,
    io::{self, Read},
    path::Path,
    sync::atomic::Ordering,
};

#[derive(Serialize)]
struct Verdict<'a> {
    /// What `--problem` named.
    problem: Option<&'a str>,
    /// What the certificate calls its problem; that proves nothing.
    name: Option<&'a str>,
    /// The problem that was shown to have no solution, or none with few sweeps, as a
    /// `.peg` file.
    peg: Option<String>,
    accepted: bool,
    /// Why it is rejected.
    reason: Option<&'a str>,
    kind: Option<&'a str>,
    /// No solution has at most this number of sweeps; null: there is none at all.
    most_sweeps: Option<usize>,
    work: Option<&'a str>,
}

/// Checks, prints the verdict, and returns the exit status.
pub(super) fn run(args: &VerifyArgs) -> Result<u8> {
    let name = args.file.display().to_string();
    let inputs = &[Some(name.as_str()), args.problem.as_deref()];
    let guard = args.print.guard(&args.limits, &name, inputs)?;
    let problem = args.problem.as_deref().map(args::problem).transpose()?;
    // What is no text is no certificate; what cannot be read is an error.
    let text = String::from_utf8(input::bytes(&args.file, MAX_BYTES)?).unwrap_or_default();
    let watch = guard.worker(|_| {});
    let verify = |text: &str| judge(&args.file, text, args.lrat, &watch);
    if let Some(certificates) = several(&text) {
        let option = problem.as_ref().map(|_| "--problem");
        if let Some(option) = option.or(args.lrat.then_some("--lrat")) {
            bail!("{name}: has several certificates, so leave {option} out");
        }
        let verdicts = Verdicts::of(&certificates, &verify)?;
        guard.end();
        args.print.write(&verdicts, || verdicts.told())?;
        return Ok(u8::from(!verdicts.accepted));
    }
    let mut verdict = verify(&text)?;
    if let (Ok(accepted), Some(problem)) = (&verdict, &problem)
        && !certificate::is_about(accepted, problem)
    {
        let reason = format!("it is about another problem, not about {}", problem.name());
        verdict = Err(Rejection(reason));
    }
    guard.end();
    let problem = problem.as_ref().map(Problem::name);
    args.print
        .write(&Verdict::of(problem, &verdict), || told(&verdict, &text))?;
    Ok(if verdict.is_ok() { 0 } else { 1 })
}

/// Checks a certificate of this file, and with `hints` writes the proof beside it as LRAT. A proof
/// that is not there is a fault of the certificate; one that cannot be read is an error.
fn judge(
    file: &Path,
    text: &str,
    hints: bool,
    watch: &Watch,
) -> Result<Result<Accepted, Rejection>> {
    let folder = file.parent().unwrap_or(Path::new("."));
    let unread = RefCell::new(None);
    let beside = |name: &str| {
        let path = folder.join(name);
        open_proof(&path).inspect_err(|error| {
            if error.kind() != io::ErrorKind::NotFound {
                *unread.borrow_mut() = Some(format!("{}: {error}", path.display()));
            }
        })
    };
    let go_on = || watch.check().is_ok();
    let verdict = match hints {
        true => write_hints(file, text, &beside, &go_on),
        false => Ok(check::verify(text, &beside, &go_on)),
    };
    watch.check()?;
    match unread.take() {
        Some(error) => bail!("{error}"),
        None => verdict,
    }
}

/// Checks a certificate, and writes the proof beside it as LRAT, if it is accepted.
fn write_hints(
    file: &Path,
    text: &str,
    beside: &check::Beside<'_>,
    go_on: &dyn Fn() -> bool,
) -> Result<Result<Accepted, Rejection>> {
    let path = output::beside(file, ".lrat");
    let mut out = NewFile::create(&path)?;
    let mut verdict = Ok(None);
    out.fill(&INTERRUPTED, |out| {
        verdict = check::verify_writing_hints(text, beside, go_on, out)?.map(Some);
        Ok(())
    })?;
    match verdict {
        Err(rejection) => Ok(Err(rejection)),
        Ok(Some((accepted, true))) => {
            out.commit()?;
            Ok(Ok(accepted))
        }
        Ok(_) => bail!(
            "{}: is accepted, and has no proof to be written as LRAT, so leave --lrat out",
            file.display()
        ),
    }
}

/// Writes the proof of a certificate that was just written as LRAT.
pub(super) fn hints_of(certificate: &Path) -> Result<()> {
    let text = std::fs::read_to_string(certificate)?;
    let folder = certificate.parent().unwrap_or(Path::new("."));
    let beside = |name: &str| open_proof(&folder.join(name));
    let go_on = || !INTERRUPTED.load(Ordering::Relaxed);
    write_hints(certificate, &text, &beside, &go_on)?
        .map(drop)
        .map_err(|Rejection(reason)| anyhow!("{}: {reason}", certificate.display()))
}

/// The lines of a file that has more than one certificate, each on a line, with their numbers.
fn several(text: &str) -> Option<Vec<(usize, &str)>> {
    let lines = (1..).zip(text.lines());
    let lines: Vec<_> = lines.filter(|(_, line)| !line.trim().is_empty()).collect();
    let sealed = lines
        .iter()
        .filter(|(_, line)| line.starts_with("{\"sha256\":"));
    (sealed.count() > 1).then_some(lines)
}

/// What became of each certificate of a file.
#[derive(Serialize)]
struct Verdicts {
    accepted: bool,
    certificates: usize,
    /// How many of each kind were accepted.
    kinds: BTreeMap<String, usize>,
    rejected: Vec<RejectedLine>,
}

#[derive(Serialize)]
struct RejectedLine {
    line: usize,
    reason: String,
}

impl Verdicts {
    fn of(
        certificates: &[(usize, &str)],
        verify: &dyn Fn(&str) -> Result<Result<Accepted, Rejection>>,
    ) -> Result<Self> {
        let (mut kinds, mut rejected) = (BTreeMap::new(), Vec::new());
        for &(line, text) in certificates {
            match verify(&format!("{text}\n"))? {
                Ok(accepted) => *kinds.entry(accepted.kind).or_default() += 1,
                Err(Rejection(reason)) => {
                    // The reader of JSON counts lines within this one.
                    let reason = reason.replace(" at line 1 column ", " at column ");
                    rejected.push(RejectedLine { line, reason });
                }
            }
        }
        Ok(Verdicts {
            accepted: rejected.is_empty(),
            certificates: certificates.len(),
            kinds,
            rejected,
        })
    }

    fn told(&self) -> String {
        let accepted = self.certificates - self.rejected.len();
        let mut text = format!("accepted: {accepted} of {} certificates", self.certificates);
        for (i, (kind, count)) in self.kinds.iter().enumerate() {
            let before = if i == 0 { ": " } else { ", " };
            text.push_str(&format!("{before}{count} {kind}"));
        }
        text.push('\n');
        for RejectedLine { line, reason } in &self.rejected {
            let reason = terminal::line(reason);
            text.push_str(&format!("rejected: line {line}: {reason}\n"));
        }
        text
    }
}

impl<'a> Verdict<'a> {
    fn of(problem: Option<&'a str>, verdict: &'a Result<Accepted, Rejection>) -> Self {
        let accepted = verdict.as_ref().ok();
        Verdict {
            problem,
            name: accepted.map(|accepted| &*accepted.name),
            peg: accepted.map(drawn),
            accepted: accepted.is_some(),
            reason: verdict.as_ref().err().map(|Rejection(reason)| &**reason),
            kind: accepted.map(|accepted| &*accepted.kind),
            most_sweeps: accepted.and_then(|accepted| accepted.most_sweeps),
            work: accepted.map(|accepted| &*accepted.work),
        }
    }
}

/// The verdict for people.
fn told(verdict: &Result<Accepted, Rejection>, text: &str) -> String {
    let is_verbose = VERBOSITY.load(Ordering::Relaxed) > 0;
    let reasons = |accepted| format!("\n{}", explain::reasons(accepted, text));
    match verdict {
        Ok(accepted) => format!(
            "accepted: {} ({}); no sequence of {} solves\n{}{}",
            accepted.kind,
            terminal::line(&accepted.work),
            match accepted.most_sweeps {
                None => "jumps".into(),
                Some(1) => "1 sweep".into(),
                Some(most) => format!("{most} sweeps, or fewer,"),
            },
            drawn(accepted),
            match is_verbose {
                true => reasons(accepted),
                false => String::new(),
            }
        ),
        Err(Rejection(reason)) => format!("rejected: {}\n", terminal::line(reason)),
    }
}

/// The largest proof that is read, in bytes.
const MAX_PROOF: u64 = 16 << 30;

/// The proof, if it is a regular file.
fn open_proof(path: &Path) -> io::Result<check::Opened> {
    let file = open_regular(path)?;
    if file.metadata()?.len() > MAX_PROOF {
        return Err(io::Error::other("is larger than 16 GiB"));
    }
    Ok(Box::new(io::BufReader::new(file.take(MAX_PROOF))))
}

/// The largest board that is drawn, in places.
const MAX_PLACES: usize = 1 << 20;

/// The problem that the certificate is about, as a problem file: drawn from the
/// certificate itself, so that people see what was shown.
fn drawn(accepted: &Accepted) -> String {
    let Some(board) = certificate::board(accepted) else {
        return "a problem on no board of ours\n".into();
    };
    let places = picture::places(&board);
    let height = places.iter().map(|place| place.1 + 1).max().unwrap_or(0);
    let width = places.iter().map(|place| place.0 + 1).max().unwrap_or(0);
    if height * width > MAX_PLACES {
        let holes = board.n_holes();
        return format!(
            "a problem of {holes} holes on {width} by {height} places, too wide to be drawn\n"
        );
    }
    // The certificate's holes in the order of the board's: it may count from elsewhere.
    let mut holes: Vec<usize> = (0..board.n_holes()).collect();
    holes.sort_by_key(|&hole| (accepted.cells[hole].1, accepted.cells[hole].0));
    let start = picture::draw(&board, |hole| match accepted.start.contains(&holes[hole]) {
        true => 'O',
        false => '.',
    });
    let mut names = vec![String::new(); holes.len()];
    for (&hole, (x, y)) in holes.iter().zip(board.cells()) {
        names[hole] = format!("{x},{y}");
    }
    let words = words(accepted, &names);
    let end = accepted.goal.picture.as_ref().map(|goal| {
        picture::draw(&board, |hole| match holes[hole] {
            hole if goal.either.contains(&hole) => '?',
            hole if goal.filled.contains(&hole) => 'O',
            _ => '.',
        })
    });
    let goal = match end {
        None => format!(" {words}\n"),
        Some(end) if words.is_empty() => format!("\n{end}"),
        // No problem file can say both.
        Some(end) => format!("\n{end}# and besides: {words}\n"),
    };
    format!("{}start:\n{start}goal:{goal}", file::head(&board))
}

/// What the goal says besides a picture, in the words of a problem file.
fn words(accepted: &Accepted, names: &[String]) -> String {
    let goal = &accepted.goal;
    let cell = |hole: usize| &names[hole];
    let survivors = goal.all_survivors().map(|survivor| {
        let at = survivor
            .at
            .map_or(String::new(), |at| format!(" at {}", cell(at)));
        format!("survivor {}{at}", cell(survivor.peg))
    });
    let counts = [
        goal.dead_end.map(|pegs| format!("dead-end {pegs}")),
        goal.pegs.map(|pegs| format!("pegs {pegs}")),
    ];
    let survivors = survivors.collect::<Vec<String>>().join(" ");
    let survivors = Some(survivors).filter(|words| !words.is_empty());
    let words: Vec<String> = survivors
        .into_iter()
        .chain(counts.into_iter().flatten())
        .collect();
    words.join(", ")
}

#[derive(Serialize)]
struct Explained<'a> {
    format: &'static str,
    version: u32,
    accepted: bool,
    reason: Option<&'a str>,
    kind: Option<&'a str>,
    name: Option<&'a str>,
    text: &'a str,
}

/// Verifies the certificate, or makes one of a problem, explains it, and returns the exit status.
pub(super) fn explain(args: &ExplainArgs) -> Result<u8> {
    let subject = &args.subject;
    let guard = args.print.guard(&args.limits, subject, &[Some(subject)])?;
    let watch = guard.worker(|_| {});
    let file = Path::new(subject);
    let kept = match subject == "-" || file.is_file() && !subject.ends_with(".peg") {
        true => input::bytes(subject, MAX_BYTES)?,
        false => Vec::new(),
    };
    let is_problem = kept.is_empty() || (subject != "-" && !kept.starts_with(b"{"));
    let text = match is_problem {
        true => certified(subject, &watch)?,
        false => String::from_utf8(kept).unwrap_or_default(),
    };
    if several(&text).is_some() {
        bail!("{subject}: has several certificates; one is explained, so give it alone");
    }
    let verdict = judge(file, &text, false, &watch)?;
    let said = match &verdict {
        Ok(accepted) => explained(accepted, &text),
        Err(Rejection(reason)) => format!("rejected: {}\n", terminal::line(reason)),
    };
    guard.end();
    let accepted = verdict.as_ref().ok();
    let explained = Explained {
        format: "pegsat-explanation",
        version: 1,
        accepted: accepted.is_some(),
        reason: verdict.as_ref().err().map(|Rejection(reason)| &**reason),
        kind: accepted.map(|accepted| &*accepted.kind),
        name: accepted.map(|accepted| &*accepted.name),
        text: &said,
    };
    args.print.write(&explained, || said.clone())?;
    Ok(u8::from(accepted.is_none()))
}

/// The certificate that a problem has no solution.
fn certified(name: &str, watch: &Watch) -> Result<String> {
    let problem = args::problem(name)?;
    let ask = Ask::default().wants(Wants::Certificate);
    match engine::certify(&problem, &ask, watch)?.end {
        End::Unsolvable(Evidence::Certificate(certificate)) => Ok(certificate.text),
        End::Solved { jumps, .. } => bail!(
            "{name}: can be won, in {}: 'pegsat solve' prints them",
            answer::number(jumps.len(), "jump")
        ),
        _ => {
            watch.check()?;
            bail!("{name}: nothing was decided")
        }
    }
}

/// What an accepted certificate says, and why.
fn explained(accepted: &Accepted, text: &str) -> String {
    let name = terminal::line(&accepted.name);
    let what = match accepted.most_sweeps {
        None => "no sequence of jumps leads from the start to the goal".into(),
        Some(most) => format!("no solution has at most {}", answer::number(most, "sweep")),
    };
    let reasons = explain::reasons(accepted, text);
    format!("{name}: {what}.\n\n{}\n{reasons}", drawn(accepted))
}
