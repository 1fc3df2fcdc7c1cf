//! The command line, one file a subcommand.

mod answer;
mod args;
mod asked;
mod bench;
mod boards;
mod certify;
mod check;
mod compare;
mod cube;
mod decode;
mod explain;
mod explore;
mod export;
mod game;
mod hint;
mod input;
mod limits;
mod list;
mod listing;
mod many;
mod optimise;
mod output;
mod png;
mod progress;
mod reproduce;
mod runs;
mod search;
mod show;
mod solve;
mod starts;
mod terminal;
mod verify;

use anyhow::Context;
use args::{Cli, Color, Command};
use clap::{CommandFactory, FromArgMatches, error::ErrorKind};
use pegsat::{
    asked::{Executor, Here, Question},
    engine::EngineError,
    isolated::{FAULT, Isolated, worker},
    printed::Failure,
    supervise::tree,
};
use std::{
    ffi::OsString,
    io::{Read, Write},
    process::ExitCode,
    sync::{
        Arc, LazyLock,
        atomic::{AtomicBool, AtomicI8, Ordering},
    },
    time::Duration,
};

/// Exit status of bad input, wrong usage, and output that cannot be written.
const FAILURE: u8 = 2;
/// Exit status where no answer is known.
const UNKNOWN: u8 = 3;

/// Set once the user (or the system) has asked this program to end.
static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Does what the command line asks for.
pub fn main() -> ExitCode {
    // The groups and headings of the help take a fifth of a start, and only help and errors show them.
    let matches = Cli::command().try_get_matches();
    let matches = matches.or_else(|error| match error.kind() {
        ErrorKind::DisplayVersion => Err(error),
        _ => args::command().try_get_matches(),
    });
    let read = |matches| {
        let cli = Cli::from_arg_matches(&matches);
        cli.map_err(|error| error.format(&mut args::command()))
    };
    let cli = match matches.and_then(read) {
        Ok(cli) => cli,
        Err(error) => return refused(&error),
    };
    match cli.color {
        Color::Auto => {}
        Color::Always => anstream::ColorChoice::Always.write_global(),
        Color::Never => anstream::ColorChoice::Never.write_global(),
    }
    let letters = cli.notation == args::Notation::Letters;
    args::LETTERS.store(letters, Ordering::Relaxed);
    // Writing beyond a file-size limit shall be an error, not the end.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    VERBOSITY.store(
        i8::from(cli.verbose) - i8::from(cli.quiet),
        Ordering::Relaxed,
    );
    if cli.attended {
        end_with_input();
    }
    let Some(command) = cli.command else {
        let _ = args::command().print_help();
        return ExitCode::SUCCESS;
    };
    match run(command) {
        Ok(status) => ExitCode::from(status),
        Err(error)
            if error
                .chain()
                .any(|cause| cause.is::<output::Interrupted>() || is_interrupt(cause)) =>
        {
            warn("interrupted: nothing was written");
            ExitCode::from(UNKNOWN)
        }
        Err(error) => {
            limits::speak_of(&error);
            let text = format!("{error:#}");
            failure(&text);
            let text = format!("error: {}", terminal::short(&text));
            let _ = writeln!(anstream::stderr(), "{}", terminal::line(&text));
            // Who attends to it must tell what was asked from what went wrong.
            ExitCode::from(match cli.attended && is_fault(&error) {
                true => FAULT as u8,
                false => FAILURE,
            })
        }
    }
}

/// Says what is wrong with the command line, or prints the help that was asked for.
fn refused(error: &clap::Error) -> ExitCode {
    if let (ErrorKind::InvalidUtf8, Some(word)) = (error.kind(), not_utf8()) {
        let _ = writeln!(
            anstream::stderr(),
            "error: {word:?}: is not UTF-8; rename the file, or give its text by standard \
             input, as '-'"
        );
        return ExitCode::from(FAILURE);
    }
    // What was typed stands in it: with its own colours only if that is plain.
    let plain = error.render().to_string();
    if error.use_stderr() {
        let text = plain.split("\n\n").next().unwrap_or_default();
        failure(text.trim_start_matches("error: "));
    }
    match terminal::safe(&terminal::short(&plain)) {
        text if error.use_stderr() && text != plain => {
            let _ = writeln!(anstream::stderr(), "{}", text.trim_end());
        }
        _ => drop(error.print()), // a closed pipe is no error
    }
    ExitCode::from(error.exit_code() as u8)
}

/// The program, or the subcommand of this name in it.
fn part(mut page: clap::Command, subcommand: &[String]) -> anyhow::Result<clap::Command> {
    if !subcommand.is_empty() {
        page.build(); // so that it is called 'pegsat solve', and not 'solve'
    }
    for name in subcommand {
        page = page.find_subcommand(name).cloned().with_context(|| {
            format!("no subcommand is called '{name}'; 'pegsat --help' lists them")
        })?;
    }
    Ok(page)
}

/// Prints the manual page of the program or of a subcommand.
fn man(subcommand: &[String]) -> anyhow::Result<u8> {
    // A manual page has its own order, and a text for every option.
    let told = |arg: clap::Arg| arg.hide_short_help(false);
    let page = Cli::command().mut_subcommands(|one| one.mut_args(told));
    let page = part(page.mut_args(told), subcommand)?;
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    let text = String::from_utf8_lossy(&text).replace(".SH EXTRA", ".SH NOTES");
    generated(|out| out.write_all(text.as_bytes()))
}

/// Does what a subcommand says, and returns the exit status.
fn run(command: Command) -> anyhow::Result<u8> {
    match command {
        Command::Solve(args) if many::is_asked(&args) => many::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Hint(args) => hint::run(&args),
        Command::Optimise(args) => optimise::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Decode(args) => decode::run(&args),
        Command::Explain(args) => verify::explain(&args),
        Command::Explore(args) if args.each.is_some() => boards::run(&args),
        Command::Explore(args) if args.vacancies => starts::vacancies(&args),
        Command::Explore(args) => explore::run(&args),
        Command::Certify(args) => certify::run(&args),
        Command::Join(args) => cube::join(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Search(args) => search::run(&args),
        Command::Game(args) => game::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Compare(args) => compare::compare(&args),
        Command::Reproduce(args) => reproduce::run(&args),
        Command::Merge(args) => compare::merge(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Problems(args) => list::problems(&args),
        Command::Boards(args) => list::boards(&args),
        Command::Models(args) => list::models(&args),
        Command::Solvers(args) => list::solvers(&args),
        Command::Systems(args) => list::systems(&args),
        Command::Completions(args) => generated(|out| {
            clap_complete::generate(args.shell, &mut args::completed(), "pegsat", out);
            Ok(())
        }),
        Command::Man(args) => man(&args.subcommand),
        Command::Help(args) => {
            let _ = part(args::command(), &args.subcommand)?.print_long_help(); // a closed pipe is no error
            Ok(0)
        }
        Command::Worker => Ok(worker::main()),
    }
}

/// Writes an error as JSON to standard output, where that is the format asked for: whether or not
/// the rest of the command line can be read.
fn failure(text: &str) {
    let words: Vec<OsString> = std::env::args_os().collect();
    let is_asked = |two: &[OsString]| two[0] == "--format" && two[1] == "json";
    let is_one = |word: &OsString| word == "--format=json";
    if words.windows(2).any(is_asked) || words.iter().any(is_one) {
        let json = answer::json(&Failure::new(None, text));
        let _ = output::Output::Stdout.write(&json);
    }
}

/// The first argument that is not UTF-8.
fn not_utf8() -> Option<OsString> {
    std::env::args_os().find(|word| word.to_str().is_none())
}

/// Whether the machine or this program is at fault, and not what was asked.
fn is_fault(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let engine = cause.downcast_ref::<EngineError>();
        cause.is::<std::io::Error>() || engine.is_some_and(|engine| !engine.is_usage())
    })
}

/// Whether an I/O error wraps [`output::Interrupted`].
fn is_interrupt(cause: &(dyn std::error::Error + 'static)) -> bool {
    let io = cause.downcast_ref::<std::io::Error>();
    io.and_then(std::io::Error::get_ref)
        .is_some_and(|inner| inner.is::<output::Interrupted>())
}

/// From now on signals that ask this program to end set [`INTERRUPTED`] and
/// nothing more.
fn catch_signals() -> anyhow::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        signal_hook::flag::register(signal, INTERRUPTED.clone())?;
    }
    Ok(())
}

/// Where questions are answered: in this process, or in one of its own where
/// memory is limited or another program is to be run.
fn executor(question: &Question, memory: Option<u64>) -> anyhow::Result<Box<dyn Executor>> {
    if memory.is_none() && !question.asks_a_program() {
        return Ok(Box::new(Here));
    }
    let program = std::env::current_exe().context("this program does not find itself")?;
    Ok(Box::new(Isolated { program, memory }))
}

/// The most memory that this process ever had, in bytes.
fn peak_memory() -> Option<u64> {
    tree::kilobytes("/proc/self/status", "VmHWM:")
}

/// When standard input ends, this program does so too: in the orderly way if it
/// can, else anyhow.
fn end_with_input() {
    let watch = || {
        let mut byte = [0];
        while !matches!(std::io::stdin().lock().read(&mut byte), Ok(0) | Err(_)) {}
        INTERRUPTED.store(true, Ordering::Relaxed);
        std::thread::sleep(Duration::from_secs(2));
        tree::end_below(std::process::id());
        std::process::exit(UNKNOWN.into());
    };
    std::thread::spawn(watch);
}

/// Prints what is made of the definition of the command line.
fn generated(make: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> anyhow::Result<u8> {
    let mut text = Vec::new();
    make(&mut text)?;
    output::Output::Stdout.write(&String::from_utf8_lossy(&text))?;
    Ok(0)
}

/// Whether as little as possible is to be said.
fn is_quiet() -> bool {
    VERBOSITY.load(Ordering::Relaxed) < 0
}

/// How much is said beside the answer: -1 nothing, 0 what matters, 1 what goes on.
static VERBOSITY: AtomicI8 = AtomicI8::new(0);

/// Says something beside the answer.
fn warn(message: &str) {
    if is_quiet() {
        return;
    }
    let message = terminal::short(message);
    let _ = writeln!(anstream::stderr(), "pegsat: {}", terminal::line(&message));
}
