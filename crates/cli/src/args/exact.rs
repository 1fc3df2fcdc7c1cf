//! The command line of exhaustive search and certificates: `certify`, `verify`, `explore`.

use super::{CubeArgs, Format, LimitArgs, PrintArgs, number, words};
use clap::{Args, ValueEnum};
use pegsat::{engine::Approach, model::Additions};
use std::path::PathBuf;

/// `pegsat certify`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pegsat certify pair:3,3:3,4 -o pair.json && pegsat verify pair.json
  pegsat certify my.peg --kind refutation -o my.json --solver cmd:'cadical -q {cnf} {proof}'

Without --kind these take turns with searches for a solution: position-class, pagoda, ends, cutting-planes, tables, exhaustion, refutation (jump-bounds only by --kind). The kinds from jump-bounds to tables use parity where it is enough; their certificate is named by its strongest argument. A refutation has a proof beside it, FILE.drat. Two more kinds cannot be asked for: last-peg, if no peg is to be left, and track, if the peg that must survive can never reach its hole.

Exit status: 0 the certificate is written, 1 there is a solution, which is printed, 3 unknown.")]
pub(crate) struct CertifyArgs {
    /// A .peg file, - for standard input, or a problem's name
    pub problem: String,
    /// The kind of certificate [default: the cheapest that is found]
    #[arg(long, value_parser = words::<Approach>(KINDS), value_name = "KIND")]
    pub kind: Option<Approach>,
    /// The solver of a refutation; one that writes DRAT proofs
    #[arg(long, default_value = "varisat", value_name = "SOLVER")]
    pub solver: String,
    #[command(flatten)]
    pub cube: CubeArgs,
    /// Write a refutation's proof as LRAT too, for a verified checker: FILE.lrat
    #[arg(long, conflicts_with = "cube")]
    pub lrat: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Text, value_name = "FORMAT")]
    pub format: Format,
    /// The certificate's file [default: standard output, where a proof stands within the
    /// certificate]; with --cube the part of a refutation
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// The kinds of certificates.
const KINDS: &[&str] = &[
    "position-class: A set of holes in which parity tells start and goal apart",
    "pagoda: Weights of holes that no jump lets rise",
    "jump-bounds: Weights, and cases of how often jumps are made",
    "ends: The same, and which jumps can be the first and the last to touch what must change",
    "cutting-planes: The same, and rows of numbers of jumps that are rounded, since those are \
     whole",
    "tables: Weights, and a number for each way in which patches of the board can be filled",
    "exhaustion: Every position that can be reached",
    "refutation: Model C's formula, and a proof that nothing satisfies it",
];

/// `pegsat join`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pegsat certify rect4x4/pair:0,0:1,1 --cube 1/2 -o part1
  pegsat certify rect4x4/pair:0,0:1,1 --cube 2/2 -o part2
  pegsat join part1 part2 -o whole.drat && pegsat verify whole.drat.json

The joined proof is checked, then written with its formula, FILE.cnf, for other checkers, and where there can be one a certificate for 'pegsat verify', FILE.json.

Exit status: 0 the proof is written, 1 a part has a solution, which is printed, 3 parts are missing.")]
pub(crate) struct JoinArgs {
    /// The parts' files; some may be there twice
    #[arg(required = true, value_name = "PART")]
    pub parts: Vec<PathBuf>,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Text, value_name = "FORMAT")]
    pub format: Format,
    /// The file of the joined proof
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
}

/// `pegsat verify`
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  pegsat certify pair:3,3:3,4 -o pair.json
  pegsat verify pair.json --problem pair:3,3:3,4

The problem in the certificate is printed; --problem says which it must be. For a file (or standard input, '-') of several certificates, one a line, the number of each kind and every rejected line are printed; status 1 if there is one. -v tells the argument, as 'pegsat explain' does.

Exit status: 0 accepted, 1 rejected, 3 a limit was reached.")]
pub(crate) struct VerifyArgs {
    /// The certificate, or several, each on a line; a refutation's proof stands beside it
    pub file: PathBuf,
    /// The problem that it must be about
    #[arg(long, value_name = "PROBLEM")]
    pub problem: Option<String>,
    /// Write the proof as LRAT, for a verified checker: FILE.lrat
    #[arg(long)]
    pub lrat: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub print: PrintArgs,
}

/// `pegsat explain`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pegsat explain french/reversal:3,3
  pegsat certify rect3x5/reversal:1,1 --kind exhaustion -o why.json && pegsat explain why.json

A certificate is verified first; for a problem, one is made.

Exit status: 0 explained, 1 the certificate is rejected, 3 a limit was reached.")]
pub(crate) struct ExplainArgs {
    /// A certificate, - for standard input, or a problem that cannot be solved
    #[arg(value_name = "FILE|PROBLEM")]
    pub subject: String,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub print: PrintArgs,
}

/// `pegsat hint`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pegsat hint central --after '3,1-3,3 1,2-3,2'
  pegsat hint triangle5/free:0,0 --from 'O/O ./O O O/O O O O/O O O O O' --judge

The position is given by the jumps that led to it, by a picture (a file, - for standard input, or its rows with / between them), or is the start. It is lost where no sequence of jumps leads from it to the goal, whatever came before. With --after a lost game is followed back to where it could still be won.

Exit status: 0 it can be won, 1 it is lost, 3 neither is known.")]
pub(crate) struct HintArgs {
    /// A .peg file, - for standard input, or a problem's name
    #[arg(default_value = "central")]
    pub problem: String,
    /// The position: a picture
    #[arg(long, value_name = "POSITION")]
    pub from: Option<String>,
    /// The jumps made so far: a file, - for standard input, or the jumps such as 3,1-3,3
    #[arg(long, value_name = "JUMPS", conflicts_with = "from")]
    pub after: Option<String>,
    /// Judge every jump that can be made
    #[arg(long)]
    pub judge: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub print: PrintArgs,
}

/// `pegsat explore`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pegsat explore central --levels --dead-ends
  pegsat explore central --winning --count --fewest-sweeps
  pegsat explore triangle5/free:0,0 --chances --longest-sweep last
  pegsat explore triangle5 --vacancies --finish same
  echo path6 | pegsat explore --vacancies --each -
  pegsat explore --table sweeps                       the 21 problems of the English board
  pegsat explore triangle5 --table catalogue

Positions that a symmetry of the start (with --winning, of the goal too) makes alike count once; the column 'all' has each of them. A solution is counted as a sequence of jumps; its sweeps are its runs of jumps by one peg. For --shortest, sweeps are alike if they begin and end in the same holes and take the same pegs; beyond a thousand symmetries only some are used.")]
pub(crate) struct ExploreArgs {
    /// A .peg file, - for standard input, or a problem's name; with --table a board's name will do
    #[arg(default_value = "central")]
    pub problem: String,
    /// The positions after 0, 1, … jumps, whatever the goal (the default)
    #[arg(long)]
    pub levels: bool,
    /// The positions from which the goal can still be reached
    #[arg(long)]
    pub winning: bool,
    /// The number of solutions
    #[arg(long)]
    pub count: bool,
    /// How often random play wins: of all games, and if each jump is drawn from those that are
    /// possible
    #[arg(long)]
    pub chances: bool,
    /// The positions without any jump, by level, and an earliest one
    #[arg(long)]
    pub dead_ends: bool,
    /// The fewest sweeps of a solution, and a solution that has them
    #[arg(long)]
    pub fewest_sweeps: bool,
    /// How many solutions have the fewest sweeps, whatever the order of sweeps and up to symmetry, and
    /// how long their sweeps are
    #[arg(long, conflicts_with_all = ["sequences", "vacancies", "table"])]
    pub shortest: bool,
    /// The longest sweep of any solution, or the longest with which one ends: in jumps, with a
    /// solution that has it
    #[arg(long, value_name = "any|last", value_enum, conflicts_with_all = ["sequences", "vacancies", "table"])]
    pub longest_sweep: Option<Sweep>,
    /// How many sequences of up to K jumps are left when identical and symmetric states are
    /// merged level by level, as the addition states=K does, and how many choices a search for
    /// them has
    #[arg(long, value_name = "K", value_parser = number::<usize>(0..=u64::MAX), conflicts_with_all = ["levels", "winning", "count", "chances", "dead_ends", "fewest_sweeps", "table"])]
    pub sequences: Option<usize>,
    /// What leaves sequences out as well: independence, self (also as self=K or self=K:axes), or
    /// both, with a comma [default: independence]
    #[arg(long, value_name = "LIST", requires = "sequences")]
    pub add: Option<Additions>,
    /// Which vacancies can be won: the board with each hole empty in turn, up to symmetry, and a
    /// solution or a certificate; PROBLEM is then the name of a board, or any problem on it
    #[arg(long, conflicts_with_all = ["levels", "winning", "count", "chances", "dead_ends", "fewest_sweeps", "sequences", "table"])]
    pub vacancies: bool,
    /// Where the last peg of --vacancies is: any, same (where the vacancy was) or a hole
    /// [default: any]
    #[arg(long, value_name = "any|same|X,Y", requires = "vacancies")]
    pub finish: Option<String>,
    /// --vacancies of each board that FILE lists (- for standard input), a line each: names, or
    /// graphs as graph6, as nauty's geng writes them
    #[arg(long, value_name = "FILE", requires = "vacancies", conflicts_with_all = ["problem", "finish"])]
    pub each: Option<PathBuf>,
    /// How many boards of --each are looked at side by side
    #[arg(short, long, value_name = "N", requires = "each", default_value = "1", value_parser = number::<usize>(1..=256))]
    pub jobs: usize,
    /// A table of all pairs of one vacancy and one last peg, up to symmetry
    #[arg(long, value_enum, value_name = "TABLE", conflicts_with_all = ["levels", "winning", "count", "chances", "dead_ends", "fewest_sweeps"])]
    pub table: Option<Table>,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub print: PrintArgs,
}

/// Which sweep is to be long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Sweep {
    /// Any one
    Any,
    /// The last one
    Last,
}

/// The tables of `explore`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Table {
    /// The fewest sweeps, and a solution that has them
    Sweeps,
    /// How many solutions have the fewest sweeps, as --shortest counts; pairs without one too
    Catalogue,
}
