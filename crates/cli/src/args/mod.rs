//! The command line as typed.

mod bench;
mod exact;
mod experiments;
mod help;
mod search;
mod solve;

pub(crate) use bench::*;
pub(crate) use exact::*;
pub(crate) use experiments::*;
use help::PEG_FILES;
pub(crate) use help::{command, completed};
pub(crate) use search::*;
pub(crate) use solve::*;

use super::input;
use anyhow::{Result, bail};
use clap::{
    Args, Parser, Subcommand, ValueEnum,
    builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser},
};
use pegsat::{
    engine::optimum::Objective,
    formula::cubes::Split,
    model::{self, Additions, Layers, Method, Order},
    problem::{self, Problem, file},
    shard::Shard,
    systems,
};
use std::{
    ops::RangeInclusive,
    path::PathBuf,
    str::FromStr,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

/// Solves peg solitaire by constraint models, and checks what it finds.
#[derive(Debug, Parser)]
#[command(
    name = "pegsat",
    version,
    disable_help_subcommand = true,
    max_term_width = 100,
    after_help = "\
Exit status: 0 solved or accepted, 1 proved unsolvable or rejected, 2 bad input or usage, 3 unknown.

Examples:
  pegsat solve                        the central game of the English board
  pegsat solve french/pair:3,0:3,6    another board
  pegsat show reversal:2,0            a problem's start and goal
  pegsat problems                     every problem by name"
)]
pub(crate) struct Cli {
    /// When to colour the boards
    #[arg(long, alias = "colour", global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN", help_heading = GLOBAL, display_order = 1000, hide_short_help = true)]
    pub color: Color,
    /// How jumps are written for people
    #[arg(long, global = true, value_enum, default_value_t = Notation::Coordinates, value_name = "HOW", help_heading = GLOBAL, display_order = 1000, hide_short_help = true)]
    pub notation: Notation,
    /// Say nothing on standard error but errors; 'solve' and 'decode' print a solution's jumps alone
    #[arg(short, long, global = true, conflicts_with = "verbose", help_heading = GLOBAL, display_order = 1000)]
    pub quiet: bool,
    /// Report progress on standard error, line by line
    #[arg(short, long, global = true, help_heading = GLOBAL, display_order = 1000)]
    pub verbose: bool,
    /// End when standard input does, as it does when the parent dies
    #[arg(long, hide = true)]
    pub attended: bool,
    /// What to do
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Where options of every subcommand stand in its help.
const GLOBAL: &str = "Global options";

/// What is read of these words, each with its help after a colon.
fn words<T>(lines: &'static [&'static str]) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err = String> + Clone + Send + Sync + 'static,
{
    let lines = lines.iter().filter_map(|line| line.split_once(": "));
    let values = lines.map(|(word, help)| PossibleValue::new(word).help(help));
    PossibleValuesParser::new(values).try_map(|word| word.parse::<T>())
}

/// A seed.
fn seed(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("expected a whole number from 0 to {}", u64::MAX))
}

/// A whole number of this range.
fn number<T>(range: RangeInclusive<u64>) -> impl TypedValueParser<Value = T>
where
    T: TryFrom<u64> + Clone + Send + Sync + 'static,
{
    StringValueParser::new().try_map(move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| match *range.end() {
            u64::MAX => format!("expected a whole number from {}", range.start()),
            end => format!("expected a whole number from {} to {end}", range.start()),
        })
    })
}

/// How jumps are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Notation {
    /// By columns and rows from 0, '3,1-3,3'
    Coordinates,
    /// As Beasley and Bell do, 'd2-d4'
    Letters,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find a solution, or prove that there is none
    Solve(SolveArgs),
    /// Say whether a position can still be won, and by which jump
    Hint(HintArgs),
    /// Find the best solution: the earliest dead end, or the fewest sweeps
    #[command(alias = "optimize")]
    Optimise(OptimiseArgs),
    /// Write the formula of a problem, for other solvers
    Export(ExportArgs),
    /// Read another solver's output, check it on the board, print the solution
    Decode(DecodeArgs),
    /// Replay a solution, and say the first wrong jump
    Check(CheckArgs),
    /// Write a certificate that there is no solution
    Certify(CertifyArgs),
    /// Join the proofs of all parts of a question, made with --cube, into one
    Join(JoinArgs),
    /// Check a certificate, independently of what made it
    Verify(VerifyArgs),
    /// Say in words and pictures why a problem has no solution
    Explain(ExplainArgs),
    /// Look at every position that can be reached
    Explore(ExploreArgs),
    /// Search a state space, as textbooks do: a peg problem, koutack, tenpair or queens
    Search(SearchArgs),
    /// Play a game for two by minimax: checkers or duotaire
    Game(GameArgs),
    /// Draw a problem or a solution
    Show(ShowArgs),
    /// Run many problems by many models, solvers and seeds; make tables and plots
    Compare(CompareArgs),
    /// Run the experiments of Jefferson et al. (2006) again, and report them beside their figures
    Reproduce(ReproduceArgs),
    /// Put the records of several parts of a comparison together
    Merge(MergeArgs),
    /// The benchmark: write its problems for other systems, verify its answers
    Bench(BenchArgs),
    /// List the problems that have names, and say how to draw one
    #[command(after_help = PEG_FILES)]
    Problems(ListArgs),
    /// List the boards that have names
    Boards(ListArgs),
    /// List the models and what may be added to them, or explain one of them
    #[command(alias = "model")]
    Models(ModelsArgs),
    /// List the solvers
    Solvers(ListArgs),
    /// List the other systems that can be asked: which are installed, and how to install the rest
    Systems(SystemsArgs),
    /// Print completions for a shell
    Completions(CompletionsArgs),
    /// Print a manual page: of the program, or of a subcommand
    #[command(after_help = "Example:\n  pegsat man solve > pegsat-solve.1")]
    Man(PartArgs),
    /// Print the help of a subcommand
    #[command(after_help = "Example:\n  pegsat help bench write")]
    Help(PartArgs),
    /// Do a task for a parent process
    #[command(hide = true)]
    Worker,
}

/// `pegsat man` and `pegsat help`
#[derive(Debug, Args)]
pub(crate) struct PartArgs {
    /// The subcommand, such as solve or bench write [default: the program]
    pub subcommand: Vec<String>,
}

/// How a formula is made.
#[derive(Debug, Default, Args)]
pub(crate) struct ModelArgs {
    /// The model and what is added to it, in a word such as C, E+none or
    /// C+independence+pagoda=2 ('pegsat models' describes them) [default: E]
    #[arg(long, value_name = "METHOD")]
    pub model: Option<Method>,
    #[arg(long, value_name = "LIST", help = add_help(), hide_short_help = true)]
    pub add: Option<Additions>,
    /// How many layers (sets of jumps) D, E or S may use: a number, or auto, which finds one
    /// [default: auto; 'export' takes as many as any solution can need]
    #[arg(long, value_name = "N|auto")]
    pub layers: Option<Layers>,
    /// The order of jumps in a layer of E ('pegsat models' describes them)
    /// [default: the best known for the board, and others in turn]
    #[arg(long, value_name = "ORDER", hide_short_help = true)]
    pub order: Option<Order>,
    /// Allow at most N sweeps (runs of jumps by one peg), for C; for S --layers N does so
    #[arg(long, value_name = "N", value_parser = number::<usize>(0..=u64::MAX))]
    pub sweeps: Option<usize>,
}

/// The help of `--add`, from the table of additions.
fn add_help() -> String {
    format!(
        "What to add to the model: a list ({}) [default: for E, class if the goal is \
         one peg; else nothing]",
        model::additions::help()
    )
}

/// What is printed, and where.
#[derive(Debug, Clone, Args)]
pub(crate) struct PrintArgs {
    /// What to print [default: text]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<Format>,
    /// Write to this file; - for standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

impl PrintArgs {
    /// What to print of one thing.
    pub(crate) fn format(&self) -> Format {
        self.format.unwrap_or(Format::Text)
    }
}

/// Limits.
#[derive(Debug, Clone, Args)]
pub(crate) struct LimitArgs {
    /// Stop after this time, such as 30s or 5m; a bare number is seconds
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub timeout: Option<Duration>,
    /// Use no more memory than this, such as 500M or 2G
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub memory: Option<u64>,
}

/// What other subcommands print.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// JSON
    Json,
}

/// A part of a question.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct CubeArgs {
    /// Decide only the I-th of N parts of the formula; 'pegsat join' puts the parts' proofs
    /// together
    #[arg(long, value_name = "I/N", hide_short_help = true)]
    pub cube: Option<Shard>,
    #[arg(long, requires = "cube", value_name = "HOW", help = SPLIT, hide_short_help = true)]
    pub split: Option<Split>,
}

impl CubeArgs {
    /// Which part of a formula, and how that is split.
    pub(crate) fn part(&self) -> Option<(Shard, Split)> {
        Some((self.cube?, self.split.unwrap_or_default()))
    }
}

/// The help of `--split`.
const SPLIT: &str = "How to split the formula: 'first' by the first jumps or sweeps (up to \
    symmetry with 'self'), 'lookahead' by what decides most [default: first]";

/// `pegsat export`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pegsat export central --model C --to dimacs -o central.cnf
  pegsat export reversal:3,0 --model A --to opb -o reversal.opb
  pegsat export rect3x1/pair:2,0:2,0 --model C --to text
  pegsat export ipc2008:p05 --to pddl -o p05.pddl
  pegsat export central --model C+independence --to minizinc -o central.dzn
  pegsat export reversal:2,0 --to asp --fewest jumps-to-dead-end -o fool.lp
  pegsat export french/free:2,0 --model S --layers 14 --to dimacs --cubes 8 -o parts.icnf

dimacs, opb, lp and mps hold the model's formula, and text says it by the paper's names, a family of constraints after the other. minizinc (A, B, C), pycsp3 (A, B, C), xcsp3 (C; of other models the formula), asp (C, D) and pddl (pddl, pddl+sweeps) hold the problem as data for the model's twin, the same model written by hand in that language; 'pegsat models --write DIR' writes the twins. Beside FILE, FILE.map.json is what 'pegsat decode' reads; with -o -, and for devices and pipes, no map is written. With --to pddl FILE.domain is the domain.")]
pub(crate) struct ExportArgs {
    /// A .peg file, - for standard input, or a problem's name
    pub problem: String,
    #[command(flatten)]
    pub model: ModelArgs,
    /// The format: text (to be read), dimacs, opb, lp, mps, minizinc, pycsp3, xcsp3, asp or pddl
    #[arg(long, value_name = "FORMAT")]
    pub to: systems::Format,
    /// Say in a comment what each variable of a formula means
    #[arg(long)]
    pub names: bool,
    /// What to minimise, in formats that can say so
    #[arg(long, value_parser = words::<Objective>(&FEWEST[..2]), value_name = "WHAT")]
    pub fewest: Option<Objective>,
    /// Write iCNF: the clauses, and up to N cubes, sets of literals of which one holds in any
    /// solution
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=1_000_000))]
    pub cubes: Option<u32>,
    #[arg(long, requires = "cubes", value_name = "HOW", help = SPLIT)]
    pub split: Option<Split>,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// The file to write [default: standard output, without a map for 'decode']
    #[arg(
        short,
        long,
        value_name = "FILE",
        default_value = "-",
        hide_default_value = true
    )]
    pub output: PathBuf,
}

/// `pegsat decode`
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  pegsat export ipc2008:p05 --model C --to dimacs -o p05.cnf
  cadical -q p05.cnf > p05.out
  pegsat decode --map p05.cnf.map.json p05.out

A 'no solution' that only the solver states counts as 'unknown': 'pegsat certify' settles that, --trust takes the solver's word.")]
pub(crate) struct DecodeArgs {
    /// The map that was written beside the formula
    #[arg(long, value_name = "FILE")]
    pub map: PathBuf,
    /// The solver's output, with s and v lines or a bare model; - for standard input
    #[arg(value_name = "OUTPUT")]
    pub input: PathBuf,
    /// Take the solver's word that there is no solution
    #[arg(long)]
    pub trust: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub print: PrintArgs,
}

/// `pegsat check`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pegsat check central solution.json
  pegsat check rect3x1/pair:2,0:2,0 0,0-2,0
A chain such as 3,1-3,3-5,3 is several jumps by one peg.")]
pub(crate) struct CheckArgs {
    /// A .peg file, - for standard input, or a problem's name
    pub problem: String,
    /// A file with JSON or jumps such as 3,1-3,3; - for standard input; or the jumps themselves
    #[arg(required = true, num_args = 1.., value_name = "SOLUTION", allow_hyphen_values = false)]
    pub solution: Vec<String>,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub print: PrintArgs,
}

/// `pegsat show`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pegsat show pattern:3
  pegsat show my.peg --svg my.svg
  pegsat show solution.json --svg solution.svg    what 'solve --format json -o' wrote")]
pub(crate) struct ShowArgs {
    /// A .peg file, a problem's name, or a solution as 'solve' writes it in JSON
    #[arg(value_name = "PROBLEM|SOLUTION")]
    pub subject: String,
    /// Draw a solution layer by layer instead of jump by jump: its own layers if a model with
    /// layers found it, else runs of jumps that share no hole
    #[arg(long)]
    pub layers: bool,
    /// Draw into this file: SVG, or PNG if its name ends in .png
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Animate the drawing of a solution, on a single board
    #[arg(long, requires = "svg")]
    pub animate: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub print: PrintArgs,
}

/// `pegsat models`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pegsat models
  pegsat models E --problem french/free:0,2")]
pub(crate) struct ModelsArgs {
    /// The model to explain
    #[arg(value_name = "MODEL")]
    pub model: Option<Method>,
    /// The problem whose formula is measured
    #[arg(long, default_value = "central", value_name = "PROBLEM")]
    pub problem: String,
    /// Write the models in other languages (MiniZinc, PyCSP3, answer sets, PDDL) into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "model")]
    pub write: Option<PathBuf>,
    #[command(flatten)]
    pub list: ListArgs,
}

/// `pegsat completions`
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  pegsat completions bash > ~/.local/share/bash-completion/completions/pegsat"
)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

/// Other systems.
#[derive(Debug, Default, Clone, Args)]
pub(crate) struct SystemArgs {
    /// A JSON file of more systems, in the form of systems/systems.json ('pegsat systems' lists all)
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub systems: Option<PathBuf>,
}

/// `pegsat systems`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pegsat systems
  pegsat solve ipc2008:p05 --model C@gecode    where gecode is installed

Programs are looked for in the folder that systems/install makes, ~/.local/share/pegsat or what PEGSAT_SYSTEMS names, then on the path.")]
pub(crate) struct SystemsArgs {
    #[command(flatten)]
    pub systems: SystemArgs,
    #[command(flatten)]
    pub print: PrintArgs,
}

/// `pegsat problems`, `boards`, `solvers`
#[derive(Debug, Args)]
#[command(after_help = "Example, for any of the lists:\n  pegsat problems --format json")]
pub(crate) struct ListArgs {
    #[command(flatten)]
    pub print: PrintArgs,
}

/// A time such as `30s` or `5m`; a bare number is seconds.
fn duration(text: &str) -> std::result::Result<Duration, String> {
    let seconds = text.parse::<f64>().ok();
    let seconds = seconds.map(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let time = seconds.unwrap_or_else(|| humantime::parse_duration(text).ok());
    time.ok_or("expected a time such as 30s, 5m or 2h; a bare number is seconds".into())
}

/// Bytes such as `500M` or `2G`, by powers of 1024.
fn memory(text: &str) -> std::result::Result<u64, String> {
    const LEAST: u64 = 16 << 20; // less than the program itself needs would say nothing
    let parsed = parse_size::Config::new().with_binary().parse_size(text);
    let bytes = parsed.map_err(|_| "expected a size such as 500M or 2G".to_string())?;
    if bytes < LEAST {
        return Err("too little to run in; expected at least 16M".into());
    }
    Ok(bytes)
}

/// The problem that a PROBLEM on the command line names: a file if there is
/// one, or if it looks like a file's name; `-` for standard input; else a named
/// problem.
pub(crate) fn problem(text: &str) -> Result<Problem> {
    Ok(asked(text)?.closed(text)?)
}

/// The same, with what no single problem says.
pub(crate) fn asked(text: &str) -> Result<file::Read> {
    let path = std::path::Path::new(text);
    if path.is_dir() {
        let named = problem::named(text).map(|problem| written(problem).into());
        return named
            .or_else(|_| bail!("{text} is a folder; expected a .peg file or a problem's name"));
    }
    if let Some(found) = problem::on_a_file(text).filter(|_| !path.exists()) {
        return Ok(written(found?).into());
    }
    let looks_like_a_file = text.starts_with(['.', '/'])
        || path.extension().is_some_and(|extension| extension == "peg");
    if text == "-" || looks_like_a_file || path.exists() {
        let name = input::name(text);
        return Ok(asked_of(&name, &input::text(text, file::MAX_BYTES)?)?);
    }
    Ok(written(problem::named(text)?).into())
}

/// The same of a .peg text.
pub(crate) fn asked_of(name: &str, text: &str) -> Result<file::Read, file::FileError> {
    let mut read = file::parse_asked(name, text)?;
    read.problem = written(read.problem);
    Ok(read)
}

/// The problem of a .peg text.
pub(crate) fn peg(name: &str, text: &str) -> Result<Problem> {
    Ok(written(file::parse(name, text)?))
}

/// The problem, whose cells are written as `--notation` says.
fn written(problem: Problem) -> Problem {
    match LETTERS.load(Ordering::Relaxed) {
        true => problem.lettered(),
        false => problem,
    }
}

/// Whether cells are written with letters.
pub(crate) static LETTERS: AtomicBool = AtomicBool::new(false);
