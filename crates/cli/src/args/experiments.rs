//! The command line of experiments: `compare`, `merge`, `reproduce`.

use super::{FEWEST, Format, LimitArgs, SystemArgs, number, words};
use clap::Args;
use pegsat::{engine::optimum::Objective, shard::Shard};
use pegsat_lab::plan::Seeds;
use std::{path::PathBuf, time::Duration};

/// `pegsat compare`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pegsat compare --suite small --models C,C+independence,E -o small
  pegsat compare --suite reversals --models C+independence+pagoda=2,D,E --seeds 1-5 --jobs 2
  pegsat compare --suite patterns --models E --solvers varisat --solvers cmd:'cadical -q'
  pegsat compare --suite mine.json --models E+order=wave+layers=4,E --timeout 10s
  pegsat compare --suite ipc2008 --models S --fewest sweeps
  pegsat compare --suite xcsp-table xcsp-fool --models auto
  pegsat compare --suite small --models C@gecode,A@highs,E@cadical,E --timeout 20s
  pegsat compare --suite reversals --models C --shard 2/8 -o reversals   then: pegsat merge

Every run is a process of its own. Its record, a line of JSON in FOLDER/records.jsonl, is on disk when the next one begins: the same command goes on where an earlier one was stopped, and repeats nothing. Tables (Markdown, CSV), plots (SVG) and report.html are made of the records at the end. --timeout and --memory are of each run; without them a run may take 60 s and any memory.

Exit status: 0 every run is recorded, 3 interrupted.")]
pub(crate) struct CompareArgs {
    /// Suites ('pegsat problems' lists them), a JSON file of problems, or single problems
    #[arg(long, required = true, value_name = "LIST", num_args = 1..)]
    pub suite: Vec<String>,
    /// Models with additions, such as C+independence+pagoda=2 or E+layers=4+order=ripple; by other
    /// systems, such as C@gecode; or auto, all ways to an answer in turns, as 'solve' takes them
    #[arg(long, default_value = "E", value_name = "LIST", value_delimiter = ',', num_args = 1..)]
    pub models: Vec<String>,
    /// Solvers, as for 'solve'; a cmd: reaches to the end of the list
    #[arg(long, default_value = "varisat", value_name = "LIST")]
    pub solvers: Vec<String>,
    #[command(flatten)]
    pub systems: SystemArgs,
    /// Seeds: numbers and ranges such as 0,3,10-19
    #[arg(long, default_value = "0", value_name = "LIST")]
    pub seeds: Seeds,
    /// Search for the best instead of any solution; nothing is added to a model but what --models
    /// names, as S+self+regions or D+early
    #[arg(long, value_parser = words::<Objective>(&FEWEST[..2]), value_name = "WHAT")]
    pub fewest: Option<Objective>,
    /// With --fewest, a checker of DRAT proofs such as 'rate --skip-unit-deletions', which is given
    /// the formula and the proof of each bound; proof size and checking time are recorded (with
    /// seed 0 alone)
    #[arg(long, requires = "fewest", value_name = "COMMAND")]
    pub check: Option<String>,
    /// How many runs to make at the same time
    #[arg(short, long, default_value_t = 1, value_name = "N", value_parser = number::<u16>(1..=256))]
    pub jobs: u16,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Limit the CPU time of a run, all its processes together; --timeout is then twice that unless
    /// it is given
    #[arg(long, value_name = "TIME", value_parser = super::duration)]
    pub cpu: Option<Duration>,
    /// Repeat a run, at most twice, whose CPU time was less than this part of its wall-clock time
    #[arg(long, value_name = "PART", value_parser = part)]
    pub share: Option<f64>,
    /// Make only a part of the runs, the i-th of n; records go to FOLDER/records-i-of-n.jsonl
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// How to print the table of methods
    #[arg(long, value_enum, default_value_t = Format::Text, value_name = "FORMAT")]
    pub format: Format,
    /// The folder of records, tables and plots [default: pegsat-SUITE]
    #[arg(short, long, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
}

/// A part of one, such as 0.95.
fn part(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(part) if (0.0..=1.0).contains(&part) => Ok(part),
        _ => Err("expected 0 to 1, such as 0.95".into()),
    }
}

/// `pegsat reproduce`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pegsat reproduce --quick                               some minutes
  pegsat reproduce -o results/paper                      hours; stop it and go on at will
  pegsat reproduce -o results/paper --only D,E --problems central reversal:3,1
  pegsat reproduce --no-run -o results/paper             the report again, from the records
  pegsat reproduce --study experiment -o results/experiment --jobs 2

A study is a list of runs and what is told of them, as data: 'paper' makes the paper's tables again, 'choices' its counts of choices, 'tables' Tables 3, 4 and 6 by an integer program and planners, 'nodes' nodes and choices of other systems, 'comparison' models in today's solvers on the benchmark (docs/experiment.md), 'bench', 'bench-300', 'ablation' and 'ablation-reversed' earlier plans for it (results/bench), 'experiment' is the first experiment (results/experiment), 'optima', 'sweeps' and 'english' prove fewest jumps to dead ends and fewest sweeps, checked by rate, and a JSON file as those in crates/lab/studies/ is one of your own. The paper is Jefferson, Miguel, Miguel, Tarim: Modelling and Solving English Peg Solitaire (2006). FOLDER gets records.jsonl, a line of JSON a run, report.md, report.html, tables (CSV) and plots (SVG). Other systems are asked if they are installed ('pegsat systems'). Where no --timeout and --memory are given, those of the study count: for the paper 60 s a run (with --quick 5 s), and 4 GiB for other systems.

Exit status: 0 every run is recorded, 3 interrupted.")]
pub(crate) struct ReproduceArgs {
    /// The study: paper, choices, tables, nodes, comparison, bench, bench-300, ablation,
    /// ablation-reversed, experiment, optima, sweeps, english, or a JSON file of one
    #[arg(long, default_value = "paper", value_name = "NAME|FILE")]
    pub study: String,
    /// Few problems for slow models, and 5 s a run instead of 60
    #[arg(long)]
    pub quick: bool,
    /// Make only runs of these methods now, such as A,C+independence or C@clingo; the
    /// others stay missing
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub only: Option<Vec<String>>,
    /// Make only runs of these problems now; the others stay missing
    #[arg(long, value_name = "LIST", num_args = 1..)]
    pub problems: Option<Vec<String>>,
    /// Make no runs, only the report
    #[arg(long, conflicts_with_all = ["quick", "only", "problems"])]
    pub no_run: bool,
    /// How many processes to run at the same time [default: 1; with --quick, a processor each]
    #[arg(short, long, value_name = "N", value_parser = number::<u16>(1..=256))]
    pub jobs: Option<u16>,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// How to print the summary
    #[arg(long, value_enum, default_value_t = Format::Text, value_name = "FORMAT")]
    pub format: Format,
    /// The folder of records, tables and plots
    #[arg(short, long, default_value = "results", value_name = "FOLDER")]
    pub output: PathBuf,
}

/// `pegsat merge`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pegsat merge reversals/records-*.jsonl -o reversals
  pegsat merge reversals/records.jsonl -o reversals      makes tables and plots again

A run in several files counts once, from the first.")]
pub(crate) struct MergeArgs {
    /// Files of records
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// How to print the table of methods
    #[arg(long, value_enum, default_value_t = Format::Text, value_name = "FORMAT")]
    pub format: Format,
    /// The folder of records, tables and plots
    #[arg(short, long, value_name = "FOLDER")]
    pub output: PathBuf,
}
