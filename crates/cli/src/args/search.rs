//! The command line of `search` and `game`.

use super::{LimitArgs, PrintArgs, number};
use clap::{Args, ValueEnum};
use pegsat::nearest::listed;
use pegsat_puzzles::search::{
    Strategy,
    pegs::{Estimate, Order},
    tenpair::Deals,
};

/// `pegsat search`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pegsat search central --strategy depth-first
  pegsat search central-free --strategy depth-first --tree --order persson --timeout 10s
  pegsat search central --strategy greedy --heuristic isolated
  pegsat search triangle5/free:0,0 --strategy breadth-first
  pegsat search tenpair --strategy a-star --deals 1 --timeout 5s
  pegsat search queens 8
  pegsat search queens 30 --formula

SPACE is a peg problem, koutack (gather tiles into one pile: a FILE of letters and '.', a row a line), tenpair (pair digits: its usual start, or a FILE of digits and '.', nine a row) or queens (a number). Graph search, which takes no state twice, is the rule; --tree is without a memory of states, as in the textbooks' first algorithms. Without --strategy queens are counted: all solutions, and those up to symmetry.

Exit status: 0 solved, 1 there is no solution, 3 a limit was reached.")]
pub(crate) struct SearchArgs {
    /// A peg problem, koutack, tenpair or queens
    #[arg(value_name = "SPACE")]
    pub space: String,
    /// The file of koutack and tenpair, - for standard input; the number of queens
    #[arg(value_name = "FILE|N")]
    pub what: Option<String>,
    /// Which state is taken next: depth-first, breadth-first, depth-limited=K, iterative-deepening,
    /// uniform-cost, greedy, a-star or ida-star [default: depth-first]
    #[arg(long, value_name = "S")]
    pub strategy: Option<Strategy>,
    /// Remember no states but those on the fringe
    #[arg(long)]
    pub tree: bool,
    /// The estimate of what is left to do, for peg problems: none, pegs, pagoda, isolated or spread
    /// [default: pegs]
    #[arg(long, value_name = "H", value_parser = estimate)]
    pub heuristic: Option<Estimate>,
    /// In which order jumps are tried: numbers, persson, peroni or chance=SEED, or as a search
    /// that 'pegsat models' lists [default: numbers]
    #[arg(long, value_name = "O")]
    pub order: Option<Order>,
    /// Take symmetric positions for the same
    #[arg(long, conflicts_with = "tree")]
    pub symmetry: bool,
    /// How often tenpair may deal: N times, any, or when stuck [default: 1]
    #[arg(long, value_name = "N|any|stuck")]
    pub deals: Option<Deals>,
    /// Solve koutack or queens by formulas and the solver of the peg models
    #[arg(long, conflicts_with_all = ["strategy", "tree", "splits"])]
    pub formula: bool,
    /// Piles may be split in koutack
    #[arg(long)]
    pub splits: bool,
    /// Print the boards of the solution from the end to the start
    #[arg(long)]
    pub from_end: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub print: PrintArgs,
}

fn estimate(text: &str) -> Result<Estimate, String> {
    let found = Estimate::ALL.into_iter().find(|one| one.1 == text);
    found.map(|one| one.0).ok_or_else(|| {
        let names = Estimate::ALL.map(|one| one.1);
        format!("expected one of {}", listed(text, &names))
    })
}

/// `pegsat game`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pegsat game checkers --depth 6
  pegsat game checkers --depth 6 --no-alpha-beta
  pegsat game checkers --perft 7
  pegsat game duotaire 1x12
  pegsat game duotaire diamond --timeout 5s

Checkers is English draughts from its first position. Duotaire is peg solitaire for two: they jump in turn, and whoever cannot has lost; 1xN is a row of N pegs with holes on both sides, a board has its usual vacancy. Without --depth a game is looked through to its end.

Exit status: 0 done, 3 a limit was reached.")]
pub(crate) struct GameArgs {
    /// The game
    #[arg(value_enum, value_name = "GAME")]
    pub game: GameName,
    /// Of duotaire: 1xN, a board or a problem [default: english]
    #[arg(value_name = "POSITION")]
    pub position: Option<String>,
    /// Look N moves ahead
    #[arg(long, value_name = "N", value_parser = number::<u32>(0..=u64::from(u32::MAX)))]
    pub depth: Option<u32>,
    /// Look at every move
    #[arg(long)]
    pub no_alpha_beta: bool,
    /// Try moves in the order in which they come
    #[arg(long)]
    pub no_ordering: bool,
    /// Remember no positions
    #[arg(long)]
    pub no_table: bool,
    /// Count the sequences of 1 to N moves
    #[arg(long, value_name = "N", value_parser = number::<u32>(0..=u64::from(u32::MAX)), conflicts_with = "depth")]
    pub perft: Option<u32>,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub print: PrintArgs,
}

/// The games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GameName {
    /// English draughts
    Checkers,
    /// Peg solitaire for two
    Duotaire,
}
