//! `pegsat solve` of many problems: an answer a line, in the order in which they are asked.

use super::{
    FAILURE, INTERRUPTED, UNKNOWN, answer,
    args::{self, Format, SolveArgs},
    catch_signals, executor, input,
    output::{self, Output},
    solve, starts, terminal, warn,
};
use anyhow::{Result, bail};
use pegsat::{
    JumpNumber,
    asked::Question,
    board::foreign,
    engine::{Answer, Ask, End, Outcome, Wants, optimum::Objective},
    printed::{Failure, Printed},
    problem::{
        self, Problem,
        file::{self, Read},
    },
    systems::registry::System,
    watch::Watch,
};
use std::{
    collections::BTreeMap,
    io::{BufRead, Write},
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    time::{Duration, Instant},
};

/// How many problems may be answered before their turn to be printed, for each thread: what
/// memory they take does not grow with their number.
const AHEAD: usize = 64;

/// How often signals are looked at, and how long answers are waited for after one.
const TICK: Duration = Duration::from_millis(20);
const GRACE: Duration = Duration::from_secs(2);

/// What is to be solved: a name or a file, or the text of a problem and where it stands.
enum Entry {
    Named(String),
    Peg {
        name: String,
        text: String,
        line: usize,
    },
    Bad {
        name: String,
        error: anyhow::Error,
    },
}

/// An answer as it is printed, and the status that it would end with alone.
pub(super) struct Line {
    pub(super) text: String,
    pub(super) status: u8,
}

type Entries<E> = Box<dyn Iterator<Item = E> + Send>;
type Answering<E> = Box<dyn Fn(E) -> Line + Send + Sync>;

/// What the threads share.
struct Work<E> {
    entries: Mutex<Entries<E>>,
    taken: AtomicUsize,
    printed: (Mutex<usize>, Condvar),
    ahead: usize,
    answer: Answering<E>,
    format: Format,
}

/// How each of several problems is solved.
struct Solver {
    ask: Ask,
    system: Option<System>,
    timeout: Option<Duration>,
    memory: Option<u64>,
    format: Format,
}

/// Whether several problems are asked for.
pub(super) fn is_asked(args: &SolveArgs) -> bool {
    args.each.is_some() || args.problems.len() > 1
}

/// Solves them, prints, and returns the exit status: 0 if all were decided, 2 if one was no
/// problem, else 3.
pub(super) fn run(args: &SolveArgs) -> Result<u8> {
    let (ask, system) = solve::asked_of_several(args, "problem")?;
    let output = args.print.output.as_deref();
    for path in args
        .problems
        .iter()
        .map(Path::new)
        .chain(args.each.as_deref())
    {
        output::distinct(&[("PROBLEM", Some(path)), ("--output", output)])?;
    }
    let jobs = ask.jobs;
    let format = args.print.format.unwrap_or(Format::Json);
    let solver = Solver {
        ask: ask.jobs(1),
        system,
        timeout: args.limits.timeout,
        memory: args.limits.memory,
        format,
    };
    let answer = Box::new(move |entry| solver.answer(entry));
    each(entries(args)?, answer, jobs, format, output)
}

/// Answers each, by so many threads, and prints a line of each in their order; the exit status as
/// [`run`] has it.
pub(super) fn each<E: Send + 'static>(
    entries: Entries<E>,
    answer: Answering<E>,
    jobs: usize,
    format: Format,
    output: Option<&Path>,
) -> Result<u8> {
    let work = Arc::new(Work {
        entries: Mutex::new(entries),
        taken: AtomicUsize::new(0),
        printed: Default::default(),
        ahead: AHEAD * jobs,
        answer,
        format,
    });
    catch_signals()?;
    let output = Output::open(output)?;
    let (sender, lines) = channel();
    for _ in 0..jobs {
        let (work, sender) = (work.clone(), sender.clone());
        std::thread::Builder::new().spawn(move || work.go(&sender))?;
    }
    drop(sender);
    let mut status = 0;
    output.stream(|out| {
        status = print(&work, &lines, out)?;
        Ok(())
    })?;
    Ok(status)
}

/// The problems in their order.
fn entries(args: &SolveArgs) -> Result<Entries<Entry>> {
    let Some(path) = &args.each else {
        return Ok(Box::new(
            args.problems.clone().into_iter().map(Entry::Named),
        ));
    };
    Ok(Box::new(List {
        name: input::name(path),
        lines: input::open(path, u64::MAX)?,
        number: 0,
        is_over: false,
        kept: None,
    }))
}

/// Prints answers as they come, in their order.
fn print<E>(
    work: &Work<E>,
    lines: &Receiver<(usize, Line)>,
    out: &mut dyn Write,
) -> std::io::Result<u8> {
    let mut ready = BTreeMap::new();
    let (mut next, mut status) = (0, 0);
    let mut interrupted: Option<Instant> = None;
    let mut worst = |line: &Line| status = worse(status, line.status);
    loop {
        match lines.recv_timeout(TICK) {
            Ok((number, line)) => drop(ready.insert(number, line)),
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {}
        }
        let begun = next;
        while let Some(line) = ready.remove(&next) {
            worst(&line);
            out.write_all(line.text.as_bytes())?;
            next += 1;
        }
        if next > begun {
            out.flush()?;
            work.has_printed(next);
        }
        if INTERRUPTED.load(Ordering::Relaxed) {
            let since = *interrupted.get_or_insert_with(Instant::now);
            if next == work.taken.load(Ordering::Relaxed) || since.elapsed() > GRACE {
                break;
            }
        }
    }
    // After an interrupt those whose turn did not come are answers all the same.
    for line in ready.values() {
        worst(line);
        out.write_all(line.text.as_bytes())?;
    }
    if interrupted.is_some() {
        warn("interrupted: a problem without a line was not answered");
        return Ok(UNKNOWN);
    }
    Ok(status)
}

/// The status of several.
fn worse(one: u8, other: u8) -> u8 {
    match (one, other) {
        (FAILURE, _) | (_, FAILURE) => FAILURE,
        (UNKNOWN, _) | (_, UNKNOWN) => UNKNOWN,
        _ => 0,
    }
}

impl<E> Work<E> {
    /// Answers one after the other until none is left.
    fn go(&self, sender: &Sender<(usize, Line)>) {
        while let Some((number, entry)) = self.take() {
            // A bug in one is no end of the others.
            let answered = catch_unwind(AssertUnwindSafe(|| (self.answer)(entry)));
            let bug = "a panic: this is a bug";
            let line = answered.unwrap_or_else(|_| failed(self.format, "", bug));
            if sender.send((number, line)).is_err() {
                return;
            }
        }
    }

    /// The next problem, when the answers before it are not too far behind.
    fn take(&self) -> Option<(usize, E)> {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        let number = self.taken.load(Ordering::Relaxed);
        let (printed, condition) = &self.printed;
        let printed = printed.lock().unwrap_or_else(PoisonError::into_inner);
        let waits = |printed: &mut usize| number >= *printed + self.ahead;
        drop(condition.wait_while(printed, waits));
        if INTERRUPTED.load(Ordering::Relaxed) {
            return None;
        }
        let entry = entries.next()?;
        self.taken.store(number + 1, Ordering::Relaxed);
        Some((number, entry))
    }

    fn has_printed(&self, number: usize) {
        let (printed, condition) = &self.printed;
        *printed.lock().unwrap_or_else(PoisonError::into_inner) = number;
        condition.notify_all();
    }
}

/// The line of what is no problem, or cannot be answered.
pub(super) fn failed(format: Format, name: &str, error: &str) -> Line {
    let text = match format {
        Format::Json => answer::json(&Failure::new(Some(name), error)),
        Format::Text => {
            let text = format!("{name}: error: {}", terminal::short(error));
            terminal::line(&text) + "\n"
        }
    };
    Line {
        text,
        status: FAILURE,
    }
}

impl Solver {
    fn answer(&self, entry: Entry) -> Line {
        let (name, found): (String, _) = match entry {
            Entry::Named(name) => (name.clone(), args::asked(&name)),
            Entry::Peg { name, text, line } => {
                let place = format!("{name}:{line}");
                let found = args::asked_of(&name, &text).map(|read| file::Read {
                    problem: read.problem.called(&place),
                    ..read
                });
                let found = found.map_err(|error| error.below(line).into());
                (place, found)
            }
            Entry::Bad { name, error } => (name, Err(error)),
        };
        let answered = found.and_then(|read| self.solved(&read));
        answered.unwrap_or_else(|error| failed(self.format, &name, &format!("{error:#}")))
    }

    fn solved(&self, read: &Read) -> Result<Line> {
        let mut watch = Watch::new().interrupted_by(INTERRUPTED.clone());
        if let Some(timeout) = self.timeout {
            watch = watch.timeout(timeout);
        }
        let mut ask = self.ask.clone();
        if read.is_fewest {
            ask.wants = Wants::Fewest(Objective::Pegs);
        }
        let question = Question::new(ask, self.system.as_ref(), &read.problem)?;
        if !read.open.is_empty() {
            if let Some(memory) = self.memory {
                watch = watch.memory(memory);
            }
            let (any, printed) = starts::any_of(read, &question, &watch)?;
            return Ok(self.line(&any.problem, &any.answer, &printed));
        }
        let problem = &read.problem;
        let answer = executor(&question, self.memory)?.ask(problem, &question, &watch)?;
        let certificate = solve::certificate(None, None, &answer.end)?;
        let printed = solve::printed(problem, self.system.as_ref(), &answer, certificate);
        Ok(self.line(problem, &answer, &printed))
    }

    fn line(&self, problem: &Problem, answer: &Answer, printed: &Printed) -> Line {
        let jumps: &[JumpNumber] = match &answer.end {
            End::Solved { jumps, .. } => jumps,
            _ => &[],
        };
        let text = match self.format {
            Format::Json => answer::json(printed),
            Format::Text => {
                let value = printed.optimum.as_ref().and_then(|optimum| optimum.value);
                let left = |value| format!(", {} left", answer::number(value, "peg"));
                let value = value.map_or(String::new(), left);
                let why = printed
                    .message
                    .as_ref()
                    .map(|why| format!("; {}", terminal::line(why)));
                let verdict = answer::verdict(printed, problem, jumps);
                let verdict = verdict.lines().nth(1).unwrap_or_default();
                let name = terminal::line(problem.name());
                format!("{name}: {verdict}{value}{}\n", why.unwrap_or_default())
            }
        };
        let status = match printed.outcome {
            Outcome::Unknown => UNKNOWN,
            Outcome::Solved | Outcome::Unsolvable => 0,
        };
        Line { text, status }
    }
}

/// A list of problems, as it is read: names, a line each, and pictures or whole problems, between
/// blank lines.
struct List {
    name: String,
    lines: Box<dyn BufRead + Send>,
    number: usize,
    is_over: bool,
    /// The name that ended a picture.
    kept: Option<String>,
}

impl List {
    /// The next line without its end; `None` after the last.
    fn line(&mut self) -> Result<Option<String>> {
        let most = file::MAX_BYTES + 1;
        let mut line = Vec::new();
        self.number += 1;
        let read = std::io::Read::take(&mut self.lines, most).read_until(b'\n', &mut line)?;
        if read as u64 == most {
            self.is_over = true;
            bail!(
                "a line of over {} bytes; what follows was not read",
                file::MAX_BYTES
            );
        }
        if read == 0 {
            self.is_over = true;
            return Ok(None);
        }
        match String::from_utf8(line) {
            Ok(line) => Ok(Some(line.trim_start_matches('\u{feff}').trim_end().into())),
            Err(_) => bail!("not UTF-8; expected text in that encoding"),
        }
    }

    /// Passes over what is left of a picture with a bad line.
    fn pass_over(&mut self) {
        while !self.is_over && !matches!(self.line(), Ok(Some(line)) if line.is_empty()) {}
    }

    /// The next entry, which may be an error; `None` after the last.
    fn entry(&mut self) -> Result<Option<Entry>> {
        if let Some(name) = self.kept.take() {
            return Ok(Some(Entry::Named(name)));
        }
        let mut text = String::new();
        let mut first = 0;
        while !self.is_over {
            let line = match self.line() {
                Ok(Some(line)) => line,
                Ok(None) => break,
                Err(error) => {
                    if !text.is_empty() {
                        self.pass_over();
                    }
                    return Err(error);
                }
            };
            match (text.is_empty(), line.is_empty()) {
                (true, true) => {}
                (true, false) if file::is_comment(&line) => {}
                // How many pictures there are.
                (true, false) if self.number == 1 && is_count(&line) => {}
                (true, false) if is_name(&line) => {
                    return Ok(Some(Entry::Named(line.trim_start().into())));
                }
                (false, true) => break,
                (false, false) if is_name(&line) && is_known(&line) => {
                    self.kept = Some(line);
                    break;
                }
                (is_first, false) => {
                    if is_first {
                        first = self.number;
                    }
                    text.push_str(&line);
                    text.push('\n');
                    if text.len() as u64 > file::MAX_BYTES {
                        self.is_over = true;
                        bail!(
                            "a problem of over {} bytes; what follows was not read",
                            file::MAX_BYTES
                        );
                    }
                }
            }
        }
        if text.is_empty() {
            return Ok(None);
        }
        let (name, line) = (self.name.clone(), first);
        Ok(Some(Entry::Peg { name, text, line }))
    }
}

/// Whether it is a number, and not a row of ones and zeros.
fn is_count(line: &str) -> bool {
    line.parse::<usize>().is_ok() && !foreign::is_row(line)
}

/// Whether the line is a name or a file, and no part of a picture or a problem.
fn is_name(line: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() && c != 'O';
    let is_word = !line.trim_start().contains(' ') || line.ends_with(".peg");
    let is_key = file::KEYS.iter().any(|key| line.starts_with(key));
    let is_row = || foreign::is_row(line) && !is_known(line);
    is_word && line.contains(is_letter) && !is_key && !is_row()
}

/// Whether a problem or a file is called so: what else looks like a name, within a picture, is an
/// error of the picture.
fn is_known(name: &str) -> bool {
    Path::new(name).exists() || problem::named(name).is_ok()
}

impl Iterator for List {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        if self.is_over && self.kept.is_none() {
            return None;
        }
        self.entry().unwrap_or_else(|error| {
            let name = format!("{}:{}", self.name, self.number);
            Some(Entry::Bad { name, error })
        })
    }
}
