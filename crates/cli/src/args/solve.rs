//! The command line of `solve` and `optimise`.

use super::{CubeArgs, LimitArgs, ModelArgs, PrintArgs, SystemArgs, number, seed, words};
use clap::Args;
use pegsat::{
    engine::{Approach, optimum::Objective},
    exact::Distinct,
    model::{Additions, Method, Part, Search},
};
use std::path::PathBuf;

/// `pegsat solve`
#[derive(Debug, Args)]
#[command(
    after_help = "\
Examples ('--help' has more):
  pegsat solve reversal:2,0 --timeout 1m
  pegsat solve my.peg --model A --format json",
    after_long_help = "\
Examples:
  pegsat solve                                   the central game
  pegsat solve reversal:2,0 --timeout 1m
  pegsat solve my.peg --model A --format json
  pegsat solve pattern:10 --model C+independence+pagoda=1 --seed 7
  pegsat solve square20/pair:8,9:8,10 --jobs 2    two threads
  pegsat solve central reversal:2,0 pattern:3     a line of JSON each
  pegsat solve --each positions.txt -j 2
  pegsat solve central --solutions 3
  pegsat solve triangle5/free:0,0 --solutions all --distinct symmetry -q
  pegsat solve reversal:3,3 --model C --search paper
  pegsat solve ipc2008:p05 --layers 4 --solver cmd:'cadical -q'
  pegsat solve ipc2008:p05 --model E@cadical      a system ('pegsat systems' lists them)

In cmd: the formula's file is added to the arguments, or stands where they say {cnf}; {out} is a file for the program's answer, {proof} one for its DRAT proof. A 'no solution' without a proof counts as 'unknown'."
)]
pub(crate) struct SolveArgs {
    /// .peg files, - for standard input, or names of problems; several get a line of JSON each
    /// [default: central, or a file redirected to standard input]
    #[arg(value_name = "PROBLEM")]
    pub problems: Vec<String>,
    /// Solve every problem in this file, - for standard input, as it comes. It holds names, a line
    /// each, and pictures or .peg texts, between blank lines; for a picture alone the goal is one peg
    #[arg(long, value_name = "FILE", conflicts_with = "problems")]
    pub each: Option<PathBuf>,
    #[command(flatten)]
    pub model: ModelArgs,
    #[command(flatten)]
    pub systems: SystemArgs,
    /// varisat, batsat, cadical (if built in), auto for the fastest of them, or
    /// cmd:'PROGRAM ARGS' [default: varisat]
    #[arg(long, value_name = "SOLVER")]
    pub solver: Option<String>,
    /// Roads (ways to an answer): auto for all that may help, in turns; formula for the model's
    /// formulas alone; or position-class, pagoda, jump-bounds, ends, cutting-planes, tables,
    /// exhaustion, refutation, beam (where pegs lie close), windows (large boards, in pieces)
    #[arg(long, default_value_t = Approach::Auto, value_name = "ROAD", hide_short_help = true)]
    pub approach: Approach,
    /// What to leave out, to see what it adds: weights, arguments (weights and the position
    /// class), exhaustion, refutation, beam, windows, roads (all but formulas), orders (but the best
    /// one), attempts (more than one formula at a time)
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "PART",
        hide_short_help = true
    )]
    pub without: Vec<Part>,
    /// Shuffle variables and clauses by this number; 0 leaves them as they are
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = seed)]
    pub seed: u64,
    /// List N solutions, or all of them, as they are found: each another sequence of jumps. The
    /// first is found by model and solver, the others by exhaustive search
    #[arg(long, default_value = "1", value_name = "N|all", value_parser = Solutions::read)]
    pub solutions: Solutions,
    /// Which solutions count as one, so that the first of them is listed: those that a symmetry of
    /// start and goal turns into each other, or the same jumps in another order
    #[arg(long, value_parser = words::<Distinct>(DISTINCT), value_name = "HOW", hide_short_help = true)]
    pub distinct: Option<Distinct>,
    /// Search the moves of A, B or C in order, without a solver and without learning: jumps by
    /// number (paper: Jefferson et al. 2006) or in another order that 'pegsat models' lists.
    /// Systems do so too if they can; own is a system's own search
    #[arg(long, value_name = "HOW", hide_short_help = true)]
    pub search: Option<Search>,
    /// How many attempts, with other seeds and orders, may run at the same time; the first answer
    /// counts. With several problems: how many are solved at once
    #[arg(short, long, default_value_t = 1, value_name = "N", value_parser = number::<u16>(1..=256))]
    pub jobs: u16,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Take a refutation by the solver's word, without a proof that was checked
    #[arg(long, hide_short_help = true)]
    pub trust: bool,
    #[command(flatten)]
    pub cube: CubeArgs,
    /// Write a DRAT proof of the exported formula if there is no solution; with --cube the part
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
    #[command(flatten)]
    pub print: PrintArgs,
}

/// `pegsat optimise`
#[derive(Debug, Args)]
#[command(
    after_help = "\
Examples ('--help' has more):
  pegsat optimise central --fewest jumps-to-dead-end
  pegsat optimise ipc2008:p20 --fewest sweeps

Exit status: 0 the optimum is proved, 1 there is no solution, 3 only bounds are known.",
    after_long_help = "\
Examples:
  pegsat optimise central --fewest jumps-to-dead-end
  pegsat optimise ipc2008:p20 --fewest sweeps
  pegsat optimise central --fewest sweeps --solver cmd:'cadical -q {cnf} {proof}' --timeout 5m
  pegsat optimise reversal:2,1 --fewest jumps-to-dead-end --proof fool.drat
  pegsat optimise reversal:3,3 --fewest jumps-to-dead-end --model C --search paper --trust
  pegsat optimise triangle6/free:0,1 --fewest sweeps --most 8 --cube 1/4 --proof part1

Lower bounds that are proved and better solutions are told as they come, until they meet. If no model or solver is named, exhaustive search may answer first: on boards of up to 33 holes (64 for dead ends), and for sweeps also on boards where many holes need a sweep of their own, such as triangles. With --proof the formula of the last refutation is kept as FILE.cnf, its proof in FILE, and for sweeps by model S and dead ends by model D a certificate for 'pegsat verify' in FILE.json. A program's refutations count if it writes proofs ({proof}), or with --trust.

Exit status: 0 the optimum is proved, 1 there is no solution, 3 only bounds are known."
)]
pub(crate) struct OptimiseArgs {
    /// A .peg file, - for standard input, or a problem's name
    #[arg(default_value = "central")]
    pub problem: String,
    /// What to minimise
    #[arg(long, value_parser = words::<Objective>(FEWEST), value_name = "WHAT")]
    pub fewest: Objective,
    /// The model: A, C, D, E or S for jumps to a dead end [default: D], C or S for sweeps
    /// [default: S], with additions as in S+self+regions; a first solution is found by games at
    /// random, or as 'solve' does
    #[arg(long, value_name = "METHOD")]
    pub model: Option<Method>,
    /// What to add, as for 'solve' [default: for D and S what is best for the problem; else nothing]
    #[arg(long, value_name = "LIST")]
    pub add: Option<Additions>,
    #[command(flatten)]
    pub systems: SystemArgs,
    /// varisat, batsat, cadical (if built in), or cmd:'PROGRAM ARGS' [default: varisat]
    #[arg(long, value_name = "SOLVER")]
    pub solver: Option<String>,
    /// Shuffle variables and clauses by this number; 0 leaves them as they are
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = seed)]
    pub seed: u64,
    /// Search as the paper did, as for 'solve': for dead ends after 0, 1, 2, ... jumps in turn, for
    /// sweeps first for any solution, then each time for a better one
    #[arg(long, value_name = "HOW")]
    pub search: Option<Search>,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Take a refutation by the solver's word, without a proof that was checked
    #[arg(long)]
    pub trust: bool,
    #[command(flatten)]
    pub cube: CubeArgs,
    /// What is split: the question whether N or fewer are enough
    #[arg(long, value_name = "N", value_parser = number::<usize>(0..=u64::MAX), requires = "cube")]
    pub most: Option<usize>,
    /// Write a DRAT proof that there is no better solution; with --cube the part
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
    /// Write the certificate's proof as LRAT too, for a verified checker: FILE.json.lrat
    #[arg(long, requires = "proof", conflicts_with = "cube")]
    pub lrat: bool,
    #[command(flatten)]
    pub print: PrintArgs,
}

/// What `optimise` makes small.
pub(crate) const FEWEST: &[&str] = &[
    "jumps-to-dead-end: The jumps until no jump is possible, whatever the goal (Fool's Solitaire)",
    "sweeps: The sweeps of a solution, each a run of jumps by one peg (Long-hop Solitaire)",
    "pegs: The pegs that are left, whatever the goal",
];

/// How many solutions are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Solutions {
    /// So many; one is an answer, and not a list.
    Number(u64),
    /// All.
    All,
}

impl Solutions {
    fn read(text: &str) -> Result<Self, String> {
        let number = text.parse().ok().filter(|&number| number > 0);
        match text {
            "all" => Ok(Solutions::All),
            _ => number
                .map(Solutions::Number)
                .ok_or_else(|| "expected a number from 1, or all".into()),
        }
    }

    /// The most that are listed.
    pub(crate) fn most(self) -> Option<u64> {
        match self {
            Solutions::Number(number) => Some(number),
            Solutions::All => None,
        }
    }
}

/// Which solutions count as one.
const DISTINCT: &[&str] = &[
    "symmetry: Those that a symmetry of the board turns into each other, which leaves start and goal as they are",
    "order: Those that make the same jumps in another order",
];
