//! `pegsat show`

use super::{
    answer,
    args::{self, ShowArgs},
    check::MAX_BYTES,
    input,
    output::{self, NewFile},
    png, terminal,
};
use anyhow::{Context, Result, anyhow, bail};
use pegsat::{
    JumpNumber, board,
    problem::{Goal, Problem, file},
    solution::{
        checker,
        frames::{self, Frame},
        picture, svg, text,
    },
};
use serde::Serialize;
use std::{path::Path, sync::atomic::AtomicBool};

#[derive(Serialize)]
struct Shown<'a> {
    problem: &'a str,
    board: &'a str,
    holes: usize,
    board_jumps: usize,
    symmetries: usize,
    pegs: usize,
    goal_pegs: [usize; 2],
    peg: String,
    jumps: Option<Vec<text::JumpRecord>>,
    layer_sizes: Option<Vec<usize>>,
}

/// Jumps by number, and how many of them each layer holds.
type Solution = (Vec<JumpNumber>, Vec<usize>);

/// The most holes that are drawn in all; a solution of a large board has fewer pictures.
const MOST_DRAWN: usize = 1_000_000;

/// The layers, as many joined into one each as leave no more than `most`.
fn joined(sizes: &[usize], most: usize) -> Vec<usize> {
    let each = sizes.len().div_ceil(most).max(1);
    let layers = sizes.chunks(each);
    layers.map(|chunk| chunk.iter().sum()).collect()
}

/// Draws, and returns the exit status.
pub(super) fn run(args: &ShowArgs) -> Result<u8> {
    let inputs = &[Some(args.subject.as_str())];
    let guard = args.print.guard(&args.limits, &args.subject, inputs)?;
    let (problem, solution) = subject(&args.subject)?;
    for (word, asked) in [("--layers", args.layers), ("--animate", args.animate)] {
        if asked && solution.is_none() {
            bail!("{word}: {} is a problem; expected a solution", args.subject);
        }
    }
    let most = (MOST_DRAWN / problem.board().n_holes()).max(2);
    let frames = solution.as_ref().map(|(jumps, sizes)| {
        match (args.layers, jumps.len() <= most, sizes.len() <= most) {
            (false, true, _) => frames::by_jump(&problem, jumps),
            (true, _, true) => frames::by_layer(&problem, jumps, sizes),
            _ => {
                let all = sizes.len();
                let sizes = joined(sizes, most);
                super::warn(&format!(
                    "{} boards in place of {}: more would be too large to look at",
                    sizes.len() + 1,
                    1 + if args.layers { all } else { jumps.len() }
                ));
                frames::by_layer(&problem, jumps, &sizes)
            }
        }
    });
    output::distinct(&[
        ("PROBLEM|SOLUTION", Some(args.subject.as_ref())),
        ("--svg", args.svg.as_deref()),
        ("--output", args.print.output.as_deref()),
    ])?;
    if let Some(path) = &args.svg {
        let drawn = drawing(path, args.animate, &problem, frames.as_deref())?;
        NewFile::create(path)?.finish(&drawn, &AtomicBool::new(false))?;
    }
    guard.end();
    let text = || match &args.svg {
        Some(path) => {
            let path = terminal::line(&path.display().to_string());
            format!("{}drawn in {path}\n", summary(&problem))
        }
        None => described(&problem, frames.as_deref()),
    };
    args.print.write(&shown(&problem, solution), text)?;
    Ok(0)
}

/// The picture that goes into a file of this name.
fn drawing(
    path: &Path,
    animate: bool,
    problem: &Problem,
    frames: Option<&[Frame]>,
) -> Result<Vec<u8>> {
    let ending = path.extension();
    let is = |wanted: &str| ending.is_some_and(|ending| ending.eq_ignore_ascii_case(wanted));
    let named = path.display();
    if ending.is_some() && !is("svg") && !is("png") {
        bail!("--svg {named}: pictures are SVG or PNG; expected a name that ends in .svg or .png");
    }
    if animate && is("png") {
        bail!("--svg {named}: a PNG stands still; --animate needs a name that ends in .svg");
    }
    let drawing = match frames {
        Some(frames) if animate => svg::animation(problem, frames, 0.7),
        Some(frames) => svg::solution(problem, frames),
        None => svg::problem(problem),
    };
    match is("png") {
        true => png::of(&drawing).with_context(|| format!("--svg {named}")),
        false => Ok(drawing.into_bytes()),
    }
}

fn described(problem: &Problem, frames: Option<&[Frame]>) -> String {
    let width = answer::terminal_width();
    let boards = match frames {
        Some(frames) => picture::solution(problem, frames, width),
        None => picture::problem(problem, width),
    };
    format!("{}{boards}", summary(problem))
}

/// A line about the problem.
fn summary(problem: &Problem) -> String {
    let board = problem.board();
    format!(
        "{}: {} board, {}, {}, {}{}; {}\n",
        problem.name(),
        board.name(),
        answer::number(board.n_holes(), "hole"),
        answer::number(board.jumps().len(), "jump"),
        answer::number(board.symmetries().len(), "symmetry"),
        if board.has_more_symmetries() {
            " or more"
        } else {
            ""
        },
        answer::number(problem.start().n_pegs(), "peg"),
    )
}

fn shown(problem: &Problem, solution: Option<Solution>) -> Shown<'_> {
    let board = problem.board();
    let goal = problem.goal().pegs();
    let most = match *goal.end() {
        usize::MAX => problem.start().n_pegs(),
        most => most,
    };
    Shown {
        problem: problem.name(),
        board: board.name(),
        holes: board.n_holes(),
        board_jumps: board.jumps().len(),
        symmetries: board.symmetries().len(),
        pegs: problem.start().n_pegs(),
        goal_pegs: [*goal.start(), most],
        peg: file::write(problem),
        jumps: solution
            .as_ref()
            .map(|(jumps, _)| text::JumpRecord::of(board, jumps)),
        layer_sizes: solution.map(|(_, sizes)| sizes),
    }
}

/// The problem, and the jumps of its solution if the subject is one.
fn subject(subject: &str) -> Result<(Problem, Option<Solution>)> {
    let is_file = std::path::Path::new(subject).is_file() && !subject.ends_with(".peg");
    if subject != "-" && !is_file {
        let problem = args::problem(subject);
        return match board::named(subject) {
            // A board is drawn full.
            Ok(board) if problem.is_err() => {
                let (full, goal) = (board.full(), Goal::anywhere(1));
                Ok((Problem::new(subject, board, full, goal), None))
            }
            _ => Ok((problem?, None)),
        };
    }
    let text = input::text(subject, MAX_BYTES)?;
    let subject = input::name(subject);
    let parsed = match text::parse(&text) {
        Ok(parsed) if !parsed.leaps.is_empty() || parsed.problem.is_some() => parsed,
        // Rows of a picture may look like comments.
        Ok(parsed) => match args::peg(&subject, &text) {
            Ok(problem) => return Ok((problem, None)),
            Err(_) => parsed,
        },
        // A problem is drawn in other letters than a solution is written in.
        Err(text::ParseError::Jump { .. }) => return Ok((args::peg(&subject, &text)?, None)),
        Err(error) => return Err(error).with_context(|| format!("{subject}: not a solution")),
    };
    let problem = match (&parsed.peg, &parsed.problem) {
        (Some(peg), name) => args::peg(name.as_deref().unwrap_or(&subject), peg)?,
        (None, Some(name)) => args::problem(name)?,
        (None, None) => {
            return Err(anyhow!(
                "{subject}: jumps alone do not say which problem they solve; expected what 'pegsat \
                 solve' prints without -q, in any of its formats"
            ));
        }
    };
    checker::check(&problem, &parsed.leaps)
        .and_then(|()| checker::check_records(&problem, &parsed.records))
        .with_context(|| format!("{subject}: not a solution of {}", problem.name()))?;
    let numbers = answer::numbers(problem.board(), &parsed.leaps)
        .ok_or_else(|| anyhow!("{subject}: a jump is not on the board"))?;
    let sizes = match parsed.layer_sizes {
        None => frames::disjoint_layers(&problem, &numbers),
        Some(sizes) => {
            let sum = sizes
                .iter()
                .try_fold(0usize, |sum, &size| sum.checked_add(size));
            if sum != Some(numbers.len()) {
                bail!(
                    "{subject}: 'layer_sizes' do not sum to its {} jumps",
                    numbers.len()
                );
            }
            sizes
        }
    };
    Ok((problem, Some((numbers, sizes))))
}
