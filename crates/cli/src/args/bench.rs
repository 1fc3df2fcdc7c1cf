//! The command line of `bench`.

use super::{LimitArgs, PrintArgs};
use clap::{Args, Subcommand};
use pegsat::{named_model, systems::Format};
use pegsat_lab::benchmark::{Kind, model_of};
use std::path::PathBuf;

/// `pegsat bench`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pegsat bench write -o pegsat-bench
  pegsat bench verify

The benchmark pegsat-bench: problems in five kinds, found by seed, each with its answer and the solution or the certificate by which it is known. Kinds: solvable; weights (unsolvable, by weights or rounded rows, though the position class allows a solution); search (unsolvable, by exhaustive search, where weights say nothing); optimum (the fewest sweeps or the earliest dead end, and one less, which has no solution); survivor (the last peg is to be a certain one). 'compare --suite pegsat-bench' runs it.")]
pub(crate) struct BenchArgs {
    /// What to do
    #[command(subcommand)]
    pub command: BenchCommand,
}

/// What is done with the benchmark.
#[derive(Debug, Subcommand)]
pub(crate) enum BenchCommand {
    /// Write all of it into a folder: .peg files, evidence, and the formats of other systems
    Write(BenchWriteArgs),
    /// Check every answer again from its evidence, and every file by its digest
    Verify(BenchVerifyArgs),
}

/// Which problems.
#[derive(Debug, Args)]
pub(crate) struct Wanted {
    /// Only problems of these kinds: solvable, weights, search, optimum, survivor
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = Kind::ALL.map(Kind::word))]
    pub only: Vec<String>,
}

/// `pegsat bench write`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pegsat bench write -o pegsat-bench
  pegsat bench write --only search --to dimacs=E,opb=C -o search

The folder gets problems/ (.peg), evidence/ (solutions, certificates and proofs, compressed), a folder for each format and model, and manifest.json: every problem with its answer, every file with its digest, and where a problem cannot be stated in a format, why. The manifest comes last: a folder without it is not whole.

Exit status: 0 written, 3 interrupted or a limit was reached.")]
pub(crate) struct BenchWriteArgs {
    #[command(flatten)]
    pub wanted: Wanted,
    /// The formats, each with a model if it is to be another: dimacs, opb, lp, mps, minizinc,
    /// pycsp3, xcsp3, asp, pddl; such as dimacs=E
    #[arg(
        long,
        value_name = "FORMATS",
        value_delimiter = ',',
        value_parser = target,
        default_value = "dimacs,opb,xcsp3,minizinc,pddl"
    )]
    pub to: Vec<(Format, String)>,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// The folder
    #[arg(short, long, value_name = "FOLDER")]
    pub output: PathBuf,
}

/// `FORMAT` or `FORMAT=MODEL`.
fn target(word: &str) -> Result<(Format, String), String> {
    let (format, model) = match word.split_once('=') {
        Some((format, model)) => (format, Some(model)),
        None => (word, None),
    };
    let format: Format = format.parse()?;
    let model = model.unwrap_or(model_of(format));
    if format.is_formula(model) {
        named_model(model).map_err(|error| error.to_string())?;
    }
    let twins = format.twins();
    if !format.is_formula(model) && !twins.is_empty() && !twins.contains(&model) {
        let twins = twins.join(", ");
        return Err(format!(
            "{format} has no twin of model {model}; expected {twins}"
        ));
    }
    Ok((format, model.into()))
}

/// `pegsat bench verify`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pegsat bench verify
  pegsat bench verify --format json

Solutions are replayed, certificates and proofs verified. FOLDER is one that 'bench write' made; without it this program's own benchmark is verified.

Exit status: 0 accepted, 1 rejected, 3 a limit was reached.")]
pub(crate) struct BenchVerifyArgs {
    /// A folder that 'bench write' made
    #[arg(value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
    #[command(flatten)]
    pub print: PrintArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
}
