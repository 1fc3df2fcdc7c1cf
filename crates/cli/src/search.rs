//! `pegsat search`

use super::{
    UNKNOWN, answer,
    args::{self, SearchArgs},
    input,
    output::Output,
};
use anyhow::{Context, Result, anyhow, bail};
use pegsat::{
    board::{JumpNumber, Position, picture},
    engine::{Outcome, Reason},
    exact::{Bits, MOST_HOLES},
    nearest::nearest,
    problem::Problem,
    solution::{checker, text::JumpRecord},
    solver::SolverError,
    watch::{Stop, Watch},
};
use pegsat_puzzles::search::{
    self, Compiled, Counts, End, Space,
    formulas::{self, FormulasError},
    koutack::Koutack,
    pegs::{self, Pegs},
    queens::Queens,
    tenpair::{self, TenPair},
};
use serde::Serialize;
use std::{fmt::Write, time::Instant};

/// What was found, as a JSON object.
#[derive(Default, Serialize)]
struct SearchJson {
    space: String,
    strategy: Option<String>,
    graph: bool,
    outcome: Option<Outcome>,
    reason: Option<&'static str>,
    moves: Option<Vec<String>>,
    /// Of pegs: the same as jumps.
    jumps: Option<Vec<JumpRecord>>,
    cost: Option<u64>,
    counts: Option<Counts>,
    /// Of queens: how many solutions, and how many up to symmetry.
    solutions: Option<(u64, u64)>,
    seconds: f64,
    #[serde(skip)]
    text: String,
}

/// The most bytes of a file.
const MOST: u64 = 1 << 16;

/// Searches, prints what was found, and returns the exit status.
pub(super) fn run(args: &SearchArgs) -> Result<u8> {
    let begin = Instant::now();
    let inputs = &[Some(args.space.as_str()), args.what.as_deref()];
    let guard = args.print.guard(&args.limits, &args.space, inputs)?;
    let output = Output::open(args.print.output.as_deref())?;
    let watch = guard.searcher(|_| {});
    let mut report = match args.space.as_str() {
        "koutack" => koutack(args, &watch)?,
        "tenpair" => tenpair(args, &watch)?,
        "queens" => queens(args, &watch)?,
        _ => of_problem(args, &watch)?,
    };
    guard.end();
    report.seconds = begin.elapsed().as_secs_f64();
    let status = report.outcome.map_or(UNKNOWN, answer::status);
    let _ = writeln!(report.text, "{:.2} s", report.seconds);
    let text = || report.text.clone();
    output.write(&answer::either(args.print.format(), &report, text))?;
    Ok(status)
}

/// Nothing that belongs to another space is asked.
fn only_of(args: &SearchArgs, space: &str) -> Result<()> {
    let is_pegs = !["koutack", "tenpair", "queens"].contains(&space);
    let unfit = [
        ("--heuristic", args.heuristic.is_some() && !is_pegs),
        ("--order", args.order.is_some() && !is_pegs),
        ("--symmetry", args.symmetry && !is_pegs),
        ("--deals", args.deals.is_some() && space != "tenpair"),
        ("--splits", args.splits && space != "koutack"),
        (
            "--formula",
            args.formula && !["koutack", "queens"].contains(&space),
        ),
        ("a FILE", args.what.is_some() && is_pegs),
    ];
    match unfit.iter().find(|(_, unfit)| *unfit) {
        Some((what, _)) => bail!("{what}: does not go with {space}; leave it out"),
        None => Ok(()),
    }
}

fn file(args: &SearchArgs) -> Result<Option<(String, String)>> {
    let read = |path: &String| -> Result<_> { Ok((input::name(path), input::text(path, MOST)?)) };
    args.what.as_ref().map(read).transpose()
}

fn koutack(args: &SearchArgs, watch: &Watch) -> Result<SearchJson> {
    only_of(args, "koutack")?;
    let (name, text) =
        file(args)?.context("koutack: expected a FILE, as in 'pegsat search koutack FILE'")?;
    let space = Koutack::parse(&text, args.splits).map_err(|error| anyhow!("{name}:{error}"))?;
    let words = |_: &_, step| space.words(step);
    let picture = |state: &_| space.picture(state);
    if args.formula {
        let found = formulas::koutack(&space, watch);
        return by_formula(&name, found, |moves, report| {
            let cost = moves.len() as u64;
            told(args, report, &space, (&moves, cost), words, picture);
        });
    }
    Ok(searched(args, &name, &space, watch, words, picture).0)
}

fn tenpair(args: &SearchArgs, watch: &Watch) -> Result<SearchJson> {
    only_of(args, "tenpair")?;
    let deals = args.deals.unwrap_or_default();
    let (name, text) = file(args)?.unwrap_or(("tenpair".into(), tenpair::START.into()));
    let space = TenPair::parse(&text, deals).map_err(|error| anyhow!("{name}:{error}"))?;
    let words = |state: &_, step| space.words(state, step);
    let picture = |state: &_| space.picture(state);
    Ok(searched(args, &name, &space, watch, words, picture).0)
}

fn queens(args: &SearchArgs, watch: &Watch) -> Result<SearchJson> {
    only_of(args, "queens")?;
    let n = args.what.as_deref().unwrap_or("8");
    let found = n.parse().ok().and_then(Queens::new);
    let space =
        found.with_context(|| format!("queens: expected a number from 1 to 32, not '{n}'"))?;
    let n: usize = n.parse()?;
    let board = |columns: &[u8]| -> String {
        let row = |column: &u8| {
            let left = usize::from(*column);
            format!("{} Q{}\n", " .".repeat(left), " .".repeat(n - 1 - left))
        };
        columns.iter().map(row).collect()
    };
    let name = format!("queens {n}");
    if args.formula {
        let found = formulas::queens(space, watch);
        return by_formula(&name, found, |columns, report| {
            let _ = writeln!(report.text, "solved:\n{}", board(&columns));
            let moves = columns.iter().zip(0..);
            report.moves = Some(moves.map(|(x, row)| format!("{x},{row}")).collect());
        });
    }
    if args.strategy.is_some() || args.tree {
        let words =
            |state: &search::queens::Placed, column: u8| format!("{column},{}", state.rows());
        // The boards of a way are told by its moves.
        return Ok(searched(args, &name, &space, watch, words, |_| String::new()).0);
    }
    Ok(counted(name, &space, watch, &board))
}

/// All solutions, by backtracking.
fn counted(
    name: String,
    space: &Queens,
    watch: &Watch,
    board: &dyn Fn(&[u8]) -> String,
) -> SearchJson {
    let (mut first, mut all, mut unlike, mut stop) = (None, 0_u64, 0_u64, None);
    space.solutions(&mut |columns, is_least| {
        first.get_or_insert_with(|| board(columns));
        all += 1;
        unlike += u64::from(is_least);
        if all.is_multiple_of(1 << 10) {
            stop = watch.check().err();
        }
        stop.is_none()
    });
    let mut report = SearchJson {
        space: name,
        graph: false,
        ..SearchJson::default()
    };
    if let Some(construction) = space.construction() {
        let _ = writeln!(report.text, "by construction:\n{}", board(&construction));
    }
    let _ = writeln!(
        report.text,
        "first by backtracking:\n{}",
        first.unwrap_or_default()
    );
    match stop {
        Some(stop) => stopped(&mut report, &stop),
        None => {
            let found = answer::number(all as usize, "solution");
            let _ = writeln!(report.text, "{found}, {unlike} up to symmetry");
            report.solutions = Some((all, unlike));
            report.outcome = Some(match all {
                0 => Outcome::Unsolvable,
                _ => Outcome::Solved,
            });
        }
    }
    report
}

fn of_problem(args: &SearchArgs, watch: &Watch) -> Result<SearchJson> {
    let problem = args::problem(&args.space).map_err(|error| {
        match nearest(&args.space, ["koutack", "tenpair", "queens"].into_iter()) {
            Some(space) => anyhow!(
                "no space is called '{}'; did you mean '{space}'?",
                args.space
            ),
            None => error,
        }
    })?;
    only_of(args, problem.name())?;
    if problem.goal().survivors().len() > 1 {
        bail!(
            "{}: these strategies follow one peg that must survive, not several",
            problem.name()
        );
    }
    match pegs::n_bits(&problem) {
        bits if bits <= 64 => of_pegs::<u64>(args, &problem, watch),
        bits if bits <= MOST_HOLES => of_pegs::<u128>(args, &problem, watch),
        _ => bail!("{}", Stop::TooManyHoles(problem.board().n_holes())),
    }
}

fn of_pegs<B: Bits>(args: &SearchArgs, problem: &Problem, watch: &Watch) -> Result<SearchJson>
where
    Pegs<B>: Compiled<State = B, Move = u16>,
{
    let order = args.order.unwrap_or_default();
    let estimate = args.heuristic.unwrap_or_default();
    let space = Pegs::<B>::new(problem, order, estimate, args.symmetry, watch)?;
    let board = problem.board();
    let words = |_: &B, step: u16| board.jump_text(JumpNumber(step.into()));
    let picture = |state: &B| {
        let pegs = (0..board.n_holes()).filter(|&hole| state.has(hole));
        picture::draw_position(board, &Position::of(board.n_holes(), pegs))
    };
    let (mut report, moves) = searched(args, problem.name(), &space, watch, words, picture);
    let numbers = moves.into_iter().map(|number| JumpNumber(number.into()));
    let numbers: Vec<JumpNumber> = numbers.collect();
    let is_solved = report.outcome == Some(Outcome::Solved);
    if is_solved {
        checker::check_numbers(problem, &numbers)
            .context("a solution does not replay: this is a bug")?;
    }
    report.jumps = is_solved.then(|| JumpRecord::of(board, &numbers));
    Ok(report)
}

/// Searches the space; what was found, and the moves to it.
fn searched<S: Compiled>(
    args: &SearchArgs,
    name: &str,
    space: &S,
    watch: &Watch,
    words: impl Fn(&S::State, S::Move) -> String,
    picture: impl Fn(&S::State) -> String,
) -> (SearchJson, Vec<S::Move>) {
    let strategy = args.strategy.unwrap_or_default();
    let found = space.search(strategy, !args.tree, watch);
    let Counts {
        explored,
        generated,
        met_again,
        largest_fringe,
        deepest,
        peak_bytes,
    } = found.counts;
    let mut report = SearchJson {
        space: name.into(),
        strategy: Some(strategy.to_string()),
        graph: !args.tree,
        counts: Some(found.counts),
        ..SearchJson::default()
    };
    let kind = if args.tree { "tree" } else { "graph" };
    let _ = writeln!(
        report.text,
        "{name}: {strategy}, {kind} search\n{explored} explored, {generated} generated, {met_again} \
         met again, at most {largest_fringe} on the fringe, {deepest} moves deep, {:.1} MB",
        peak_bytes as f64 / 1e6
    );
    let mut way = Vec::new();
    match found.end {
        End::Solved { moves, cost } => {
            told(args, &mut report, space, (&moves, cost), words, picture);
            way = moves;
        }
        End::Exhausted => {
            report.text += "unsolvable: all states were looked at\n";
            report.outcome = Some(Outcome::Unsolvable);
        }
        End::Cut => {
            report.text += "unknown: no solution down to the limit of depth\n";
            (report.outcome, report.reason) = (Some(Outcome::Unknown), Some("depth"));
        }
        End::Stopped(stop) => stopped(&mut report, &stop),
    }
    (report, way)
}

/// Tells a solution: its boards, from the start or from the end.
fn told<S: Space>(
    args: &SearchArgs,
    report: &mut SearchJson,
    space: &S,
    (moves, cost): (&[S::Move], u64),
    words: impl Fn(&S::State, S::Move) -> String,
    picture: impl Fn(&S::State) -> String,
) {
    let mut state = space.start();
    let mut boards = vec![picture(&state)];
    let mut all = Vec::new();
    for &step in moves {
        let said = words(&state, step);
        state = space.after(&state, step);
        boards.push(format!("{said}\n{}", picture(&state)));
        all.push(said);
    }
    if args.from_end {
        boards.reverse();
    }
    let _ = writeln!(
        report.text,
        "solved: {}, cost {cost}\n",
        answer::number(moves.len(), "move")
    );
    report.text.push_str(&boards.join("\n"));
    report.outcome = Some(Outcome::Solved);
    (report.moves, report.cost) = (Some(all), Some(cost));
}

/// What formulas say.
fn by_formula<T>(
    name: &str,
    found: Result<Option<T>, FormulasError>,
    tell: impl FnOnce(T, &mut SearchJson),
) -> Result<SearchJson> {
    let mut report = SearchJson {
        space: name.into(),
        ..SearchJson::default()
    };
    let _ = writeln!(report.text, "{name}: by formulas");
    match found {
        Ok(Some(found)) => {
            tell(found, &mut report);
            report.outcome = Some(Outcome::Solved);
        }
        Ok(None) => {
            report.text += "unsolvable: the formulas are refuted\n";
            report.outcome = Some(Outcome::Unsolvable);
        }
        Err(FormulasError::Solver(SolverError::Stopped(stop))) => stopped(&mut report, &stop),
        Err(error) => return Err(error.into()),
    }
    Ok(report)
}

fn stopped(report: &mut SearchJson, stop: &Stop) {
    let _ = writeln!(report.text, "unknown: {stop}");
    (report.outcome, report.reason) = (Some(Outcome::Unknown), Some(Reason::from(stop).name()));
}
