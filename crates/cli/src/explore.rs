//! `pegsat explore`

use super::{
    UNKNOWN,
    answer::{self, Total},
    args::{self, ExploreArgs, Sweep, Table},
    output::Output,
    progress, starts,
};
use anyhow::{Result, bail};
use indicatif::ProgressBar;
use pegsat::{
    board::{Board, Hole, Position, picture},
    engine::Reason,
    exact::{self, Chances, Levels, Long, Outlook, Questions, Shortest, Stop, Watch},
    model::{
        Additions,
        additions::{INDEPENDENCE, states},
    },
    problem::{Problem, pair},
    solution::text::JumpRecord,
};
use serde::Serialize;
use serde_json::{Value, json};
use std::{
    fmt::Write,
    sync::{Arc, Mutex, PoisonError},
    time::Instant,
};

/// What was found, as a JSON object; fields that were not asked for are null.
#[derive(Default, Serialize)]
struct ExploreJson {
    problem: String,
    outcome: &'static str,
    reason: Option<Reason>,
    symmetries: Option<usize>,
    levels: Option<Vec<exact::Level>>,
    earliest_dead_end: Option<DeadEnd>,
    winning: Option<Vec<u64>>,
    winning_symmetries: Option<usize>,
    /// In decimal, as it may be larger than what JSON's readers hold.
    solutions: Option<String>,
    chances: Option<ChancesJson>,
    longest_sweep: Option<LongJson>,
    fewest_sweeps: Option<usize>,
    jumps: Option<Vec<JumpRecord>>,
    shortest: Option<ShortestJson>,
    table: Option<Vec<Row>>,
    /// Where a limit ended it.
    reached: Option<Reached>,
    /// For 0, 1, … jumps: sequences looked at, choices of a search for all, states kept.
    sequences: Option<Vec<Value>>,
    seconds: Total,
    peak_memory_bytes: Option<u64>,
    #[serde(skip)]
    text: String,
}

#[derive(Serialize)]
struct Reached {
    /// Jumps from the start.
    level: usize,
    /// Positions that were looked at.
    positions: u64,
}

/// A long sweep, and the jumps of a solution that has it.
#[derive(Serialize)]
struct LongJson {
    length: usize,
    jumps: Vec<JumpRecord>,
}

#[derive(Serialize)]
struct ChancesJson {
    /// In decimal; null if there are too many to be counted.
    games: Option<String>,
    won: Option<String>,
    by_chance: f64,
}

#[derive(Serialize)]
struct DeadEnd {
    jumps: usize,
    picture: Vec<String>,
}

/// A row of a table.
#[derive(Default, Serialize)]
struct Row {
    start: (i32, i32),
    finish: (i32, i32),
    /// Null if there is no solution.
    sweeps: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    jumps: Option<Vec<JumpRecord>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest: Option<ShortestJson>,
}

/// The solutions with the fewest sweeps, up to the order of these and symmetry.
#[derive(Serialize)]
struct ShortestJson {
    /// The sweeps of each.
    sweeps: usize,
    solutions: usize,
    /// Jumps of the longest sweep of any, and of the one whose longest is shortest.
    longest_sweep: usize,
    shortest_longest_sweep: usize,
    longest_last_sweep: usize,
    /// With how many different sweeps one can end.
    last_sweeps: usize,
    /// The longest, the second longest and the last sweep, and of how many solutions.
    kinds: Vec<([usize; 3], usize)>,
}

impl From<&Shortest> for ShortestJson {
    fn from(found: &Shortest) -> Self {
        let [longest_sweep, shortest_longest_sweep] = found.longest();
        ShortestJson {
            sweeps: found.sweeps,
            solutions: found.solutions(),
            longest_sweep,
            shortest_longest_sweep,
            longest_last_sweep: found.longest_last(),
            last_sweeps: found.last_sweeps,
            kinds: found.kinds.clone(),
        }
    }
}

/// Searches, prints what was found, and returns the exit status.
pub(super) fn run(args: &ExploreArgs) -> Result<u8> {
    let begin = Instant::now();
    let inputs = &[Some(args.problem.as_str())];
    let guard = args.print.guard(&args.limits, &args.problem, inputs)?;
    let problem = match args.table {
        None => args::problem(&args.problem)?,
        Some(_) => pair(&starts::board_of(&args.problem)?, 0, 0),
    };
    let output = Output::open(args.print.output.as_deref())?;
    let bar = progress::line();
    let reached = Arc::new(Mutex::new((0, 0)));
    let progress = levels_told(bar.clone(), begin, reached.clone());
    // Sequences are merged without a look at a watch.
    let watch = match args.sequences {
        None => guard.searcher(progress),
        Some(_) => Watch::new(),
    };
    let mut report = ExploreJson {
        problem: problem.name().into(),
        ..ExploreJson::default()
    };
    let result = if let Some(most) = args.sequences {
        let alone = || Additions::default().with(&INDEPENDENCE);
        let additions = args.add.clone().unwrap_or_else(alone);
        sequences(&problem, most, &additions, &watch, &mut report)?;
        Ok(())
    } else if let Some(table) = args.table {
        report.problem = problem.board().name().into();
        table_of(table, problem.board(), &watch, &mut report)
    } else {
        explore(args, &problem, &watch, &mut report)
    };
    bar.finish_and_clear();
    guard.end();
    report.outcome = if result.is_ok() { "done" } else { "unknown" };
    report.seconds.total = begin.elapsed().as_secs_f64();
    report.peak_memory_bytes = super::peak_memory();
    let status = match &result {
        Ok(()) => 0,
        Err(stop) => {
            report.reason = Some(reason(stop)?);
            let (level, positions) = *reached.lock().unwrap_or_else(PoisonError::into_inner);
            report.reached = Some(Reached { level, positions });
            let _ = writeln!(
                report.text,
                "unknown: {stop}, at level {level} (jumps from the start), after {} were looked at",
                answer::number(positions as usize, "position")
            );
            UNKNOWN
        }
    };
    let (seconds, bytes) = (report.seconds.total, report.peak_memory_bytes.unwrap_or(0));
    let mebibytes = bytes.div_ceil(1 << 20);
    let _ = writeln!(report.text, "{seconds:.2} s; {mebibytes} MiB");
    let text = || report.text.clone();
    output.write(&answer::either(args.print.format(), &report, text))?;
    Ok(status)
}

/// Tells the levels as they are made.
fn levels_told(
    line: ProgressBar,
    begin: Instant,
    reached: Arc<Mutex<(usize, u64)>>,
) -> impl Fn(&exact::Progress) + Send + Sync + 'static {
    move |progress| {
        if let exact::Progress::Level { level, positions } = progress {
            *reached.lock().unwrap_or_else(PoisonError::into_inner) = (*level, *positions);
            let rate = *positions as f64 / begin.elapsed().as_secs_f64() / 1e6;
            line.set_message(format!(
                "level {level}, {positions} positions, {rate:.1} million a second"
            ));
        }
    }
}

/// What ended the search; what no limit would mend is an error.
fn reason(stop: &Stop) -> Result<Reason> {
    match stop {
        Stop::Work | Stop::TooManyHoles(_) => bail!("{stop}"),
        stop => Ok(Reason::from(stop)),
    }
}

/// The sequences that merging of states leaves.
fn sequences(
    problem: &Problem,
    most: usize,
    additions: &Additions,
    watch: &Watch,
    report: &mut ExploreJson,
) -> Result<()> {
    let levels = states::explore(problem, most, additions, watch)?;
    let head = "jumps     sequences       choices   states kept";
    let _ = writeln!(report.text, "{}\n{head}", problem.name());
    let mut choices = 0;
    for (jumps, level) in levels.iter().enumerate() {
        choices += level.choices;
        let (sequences, kept) = (level.sequences, level.kept.len());
        let line = format!("{jumps:>5} {sequences:>13} {choices:>13} {kept:>13}");
        let _ = writeln!(report.text, "{line}");
        report.sequences.get_or_insert_default().push(json!({
            "jumps": jumps, "sequences": sequences, "choices": choices, "kept": kept,
        }));
    }
    Ok(())
}

/// Levels and what else is asked for.
fn explore(
    args: &ExploreArgs,
    problem: &Problem,
    watch: &Watch,
    report: &mut ExploreJson,
) -> Result<(), Stop> {
    let questions = Questions {
        count: args.count,
        fewest_sweeps: args.fewest_sweeps,
        longest: args.longest_sweep.map(|sweep| match sweep {
            Sweep::Any => Long::Any,
            Sweep::Last => Long::Last,
        }),
    };
    let outlook = args.winning || questions != Questions::default();
    if args.levels || args.dead_ends || !(outlook || args.chances || args.shortest) {
        let (levels, result) = exact::levels(problem, watch);
        print_levels(args, problem, &levels, &mut report.text);
        report.symmetries = Some(levels.symmetries);
        report.earliest_dead_end = levels.earliest.as_ref().map(|(jumps, pegs)| DeadEnd {
            jumps: *jumps,
            picture: drawn(problem.board(), pegs)
                .lines()
                .map(String::from)
                .collect(),
        });
        report.levels = Some(levels.levels);
        result?;
    }
    if outlook {
        let outlook = exact::outlook(problem, questions, watch)?;
        print_outlook(args, problem, &outlook, &mut report.text);
        report.winning_symmetries = Some(outlook.symmetries);
        report.winning = Some(outlook.winning);
        report.solutions = outlook.count.map(|count| count.to_string());
        report.longest_sweep = outlook.longest.map(|(length, jumps)| LongJson {
            length,
            jumps: JumpRecord::of(problem.board(), &jumps),
        });
        if let Some((sweeps, jumps)) = outlook.fewest_sweeps {
            report.fewest_sweeps = Some(sweeps);
            report.jumps = Some(JumpRecord::of(problem.board(), &jumps));
        }
    }
    if args.shortest {
        let found = exact::shortest(problem, watch)?;
        print_shortest(problem, found.as_ref(), &mut report.text);
        report.shortest = found.as_ref().map(ShortestJson::from);
    }
    if args.chances {
        let chances = exact::chances(problem, watch)?;
        print_chances(problem, &chances, &mut report.text);
        report.chances = Some(ChancesJson {
            games: chances.games.map(|games| games.to_string()),
            won: chances.won.map(|won| won.to_string()),
            by_chance: chances.by_chance,
        });
    }
    Ok(())
}

fn print_shortest(problem: &Problem, found: Option<&Shortest>, text: &mut String) {
    let name = problem.name();
    let _ = match found {
        None => writeln!(text, "{name}: there is no solution"),
        Some(found) => writeln!(
            text,
            "{name}: {} with {}, whatever the order and up to symmetry\n\
             how many (longest, second longest, last sweep): {}\n\
             last sweeps: {}",
            answer::number(found.solutions(), "solution"),
            answer::number(found.sweeps, "sweep"),
            kinds(found),
            found.last_sweeps,
        ),
    };
}

fn print_chances(problem: &Problem, chances: &Chances, text: &mut String) {
    let name = problem.name();
    let _ = match (chances.games, chances.won) {
        (Some(games), Some(won)) => {
            let share = won as f64 / games as f64 * 100.0;
            writeln!(text, "{name}: {won} of {games} games are won, {share:.4} %")
        }
        _ => writeln!(text, "{name}: too many games to be counted"),
    };
    let percent = chances.by_chance * 100.0;
    let _ = writeln!(
        text,
        "where each jump is drawn: won with a chance of {percent:.4} %"
    );
}

fn drawn(board: &Board, pegs: &[usize]) -> String {
    let position = Position::of(board.n_holes(), pegs.iter().copied());
    picture::draw_position(board, &position)
}

fn print_levels(args: &ExploreArgs, problem: &Problem, levels: &Levels, text: &mut String) {
    let (symmetries, dead_ends) = (levels.symmetries, args.dead_ends);
    let _ = writeln!(
        text,
        "{}: positions by jumps, counted up to symmetry ({symmetries} symmetries), and all",
        problem.name()
    );
    let head = dead_ends.then_some("      dead ends          all");
    let head = head.unwrap_or_default();
    let _ = writeln!(text, "jumps     positions          all{head}");
    for level in &levels.levels {
        let _ = write!(
            text,
            "{:>5} {:>13} {:>12}",
            level.jumps, level.positions, level.raw
        );
        if dead_ends {
            let _ = write!(text, " {:>14} {:>12}", level.dead_ends, level.raw_dead_ends);
        }
        text.push('\n');
    }
    let (positions, raw) = levels.totals();
    let _ = writeln!(text, "total {positions:>13} {raw:>12}");
    if let (true, Some((jumps, pegs))) = (dead_ends, &levels.earliest) {
        let picture = drawn(problem.board(), pegs);
        let jumps = answer::number(*jumps, "jump");
        let _ = writeln!(text, "\nearliest dead end, after {jumps}:\n{picture}");
    }
}

fn print_outlook(args: &ExploreArgs, problem: &Problem, outlook: &Outlook, text: &mut String) {
    if args.winning {
        let symmetries = outlook.symmetries;
        let name = problem.name();
        let _ = writeln!(
            text,
            "{name}: positions that can win, counted up to symmetry ({symmetries} symmetries)"
        );
        for (jumps, positions) in outlook.winning.iter().enumerate() {
            let _ = writeln!(text, "{jumps:>5} {positions:>13}");
        }
        let _ = writeln!(text, "total {:>13}", outlook.winning.iter().sum::<u64>());
    }
    if let Some(count) = &outlook.count {
        let _ = writeln!(text, "solutions: {count}");
    }
    if let Some(sweep) = args.longest_sweep {
        let which = match sweep {
            Sweep::Any => "longest sweep",
            Sweep::Last => "longest last sweep",
        };
        let _ = match &outlook.longest {
            None => writeln!(text, "{which}: there is no solution"),
            Some((length, jumps)) => {
                let length = answer::number(*length, "jump");
                let jumps = answer::chains(problem.board(), jumps);
                writeln!(text, "{which}: {length}\n{jumps}")
            }
        };
    }
    if args.fewest_sweeps {
        let _ = match &outlook.fewest_sweeps {
            None => writeln!(text, "fewest sweeps: there is no solution"),
            Some((sweeps, jumps)) => {
                let jumps = answer::chains(problem.board(), jumps);
                writeln!(text, "fewest sweeps: {sweeps}\n{jumps}")
            }
        };
    }
}

/// Which pairs a table has.
const ALLOWED: &str = "where the position class allows it, up to symmetry";

/// Of every pair of vacancy and finish that the position class allows, one of each set of symmetric
/// pairs.
fn table_of(
    table: Table,
    board: &Board,
    watch: &Watch,
    report: &mut ExploreJson,
) -> Result<(), Stop> {
    let name = board.name();
    let text = &mut report.text;
    let rows = report.table.insert(Vec::new());
    match table {
        Table::Sweeps => {
            let head = "start finish sweeps";
            let _ = writeln!(
                text,
                "{name}: fewest sweeps from one vacancy to one peg, {ALLOWED}\n{head}"
            );
            let fewest = |problem: &Problem| exact::fewest_sweeps(problem, watch);
            exact::table(board, fewest, |row| {
                if let Some((sweeps, jumps)) = row.found {
                    let ends = ends(board, row.start, row.finish, text);
                    let _ = writeln!(text, " {sweeps:>6}  {}", answer::chains(board, &jumps));
                    rows.push(Row {
                        sweeps: Some(sweeps),
                        jumps: Some(JumpRecord::of(board, &jumps)),
                        ..ends
                    });
                }
            })
        }
        Table::Catalogue => {
            let _ = writeln!(
                text,
                "{name}: solutions with the fewest sweeps, from one vacancy to one peg, {ALLOWED}\n\
                 longest: jumps of the longest sweep of a solution, the most and the fewest\n\
                 last: the most jumps of a last sweep, and how many last sweeps there are\n\
                 start finish sweeps solutions longest       last          how many (longest, \
                 second longest, last sweep)"
            );
            let shortest = |problem: &Problem| exact::shortest(problem, watch);
            exact::table(board, shortest, |row| {
                let ends = ends(board, row.start, row.finish, text);
                let _ = match &row.found {
                    None => writeln!(text, "   none"),
                    Some(found) => {
                        let [longest, of_all] = found.longest();
                        writeln!(
                            text,
                            " {:>6} {:>9} {longest:>7} {of_all:>5} {:>4} {:>9}  {}",
                            found.sweeps,
                            found.solutions(),
                            found.longest_last(),
                            found.last_sweeps,
                            kinds(found),
                        )
                    }
                };
                rows.push(Row {
                    sweeps: row.found.as_ref().map(|found| found.sweeps),
                    shortest: row.found.as_ref().map(ShortestJson::from),
                    ..ends
                });
            })
        }
    }
}

/// Begins a row.
fn ends(board: &Board, start: Hole, finish: Hole, text: &mut String) -> Row {
    let [start, finish] = [start, finish].map(|hole| board.cell(hole));
    let [from, to] = [start, finish].map(|(x, y)| format!("{x},{y}"));
    let _ = write!(text, "{from:>5} {to:>6}");
    Row {
        start,
        finish,
        ..Row::default()
    }
}

/// How many solutions there are of each kind.
fn kinds(found: &Shortest) -> String {
    let kinds = found.kinds.iter();
    let kinds = kinds.map(|([longest, second, last], n)| format!("{n}({longest},{second},{last})"));
    kinds.collect::<Vec<_>>().join(" ")
}
