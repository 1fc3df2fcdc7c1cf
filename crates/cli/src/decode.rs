//! `pegsat decode`

use super::{answer, args::DecodeArgs, input, output::Output, warn};
use anyhow::{Context, Result, anyhow, bail};
use pegsat::{
    JumpNumber,
    engine::{Checked, Outcome, Reason},
    formula::{MAX_LITERALS, MAX_VARIABLES},
    model::{Options, layers},
    printed::Printed,
    problem::{Problem, file},
    solution::{checker, decode},
    systems::{Data, Form, SystemAnswer, answer::About, map::Map},
    watch::Watch,
};
use std::io::BufRead;

/// The longest map and the longest output that are read, in bytes.
const MAX_MAP: u64 = 4 << 30;
const MAX_OUTPUT: u64 = 4 << 30;

/// Decodes, checks, prints, and returns the exit status.
pub(super) fn run(args: &DecodeArgs) -> Result<u8> {
    let map_name = args.map.display().to_string();
    let guard = args.print.guard(&args.limits, &map_name)?;
    let map = read_map(args)?;
    let problem =
        file::parse(&map.problem, &map.peg).with_context(|| format!("{map_name}: its problem"))?;
    let name = input::name(&args.input);
    let output = input::open(&args.input, MAX_OUTPUT)?;
    let said = said(&problem, &map, output).with_context(|| name.to_string())?;
    let (mut layer_sizes, mut refuted, mut message) = (None, None, None);
    let (outcome, jumps) = match said {
        SystemAnswer::Unsolvable if args.trust => {
            match layers::is_complete(&problem, &options(&map)) {
                true => (Outcome::Unsolvable, Vec::new()),
                false => {
                    warn(
                        "there is no solution in so few layers or sweeps; there may be one in more",
                    );
                    refuted = map.layers;
                    (Outcome::Unknown, Vec::new())
                }
            }
        }
        SystemAnswer::Unsolvable => {
            let said = "the solver says that there is no solution, and nothing has checked that; \
                        'pegsat certify' finds out, --trust takes its word";
            message = Some(said.to_string());
            (Outcome::Unknown, Vec::new())
        }
        SystemAnswer::Unknown => (Outcome::Unknown, Vec::new()),
        SystemAnswer::Jumps(found, _) => {
            checker::check_numbers(&problem, &found.jumps).map_err(|wrong| {
                let line = found
                    .line(&wrong)
                    .map_or(String::new(), |line| format!("line {line}: "));
                anyhow!("{name}: {line}it is no solution: {wrong}")
            })?;
            (Outcome::Solved, found.jumps)
        }
        SystemAnswer::Assignment(assignment) => {
            let jumps = decode::jumps(problem.board(), &map.variables, &assignment);
            layer_sizes = map
                .layers
                .map(|n| decode::step_sizes(problem.board(), &map.variables, &assignment, n));
            checker::check_numbers(&problem, &jumps)
                .with_context(|| format!("{name}: the assignment is no solution"))?;
            (Outcome::Solved, jumps)
        }
    };
    let mut answer = answer_of(&problem, map, outcome, &jumps, layer_sizes, refuted);
    if message.is_some() {
        answer.reason = None;
        answer.message = message;
    }
    guard.end();
    let text = answer::render(&answer, &problem, &jumps, args.print.format);
    Output::open(args.print.output.as_deref())?.write(&text)?;
    Ok(answer::status(outcome))
}

/// What the output says, by the format of what was exported.
fn said(problem: &Problem, map: &Map, output: impl BufRead) -> Result<SystemAnswer> {
    if map.format.is_formula(&map.model) {
        let about = About::Formula(map.n_variables);
        return Ok(Form::read_any(map.format, output, &about)?);
    }
    let data = Data::new(
        problem,
        map.format,
        &map.model,
        &map.additions,
        map.fewest,
        &Watch::new(),
    )?;
    Ok(Form::read_any(map.format, output, &About::Data(&data))?)
}

/// How much the formula allows.
fn options(map: &Map) -> Options {
    Options {
        layers: map.layers,
        sweeps: map.sweeps,
        ..Options::default()
    }
}

fn read_map(args: &DecodeArgs) -> Result<Map> {
    let path = args.map.display();
    let text = input::open(&args.map, MAX_MAP)?;
    let map: Map = serde_json::from_reader(text)
        .with_context(|| format!("{path}: is no map as 'pegsat export' writes it"))?;
    if map.n_variables as usize > MAX_LITERALS {
        bail!(
            "{path}: {} variables are more than any formula here has",
            map.n_variables
        );
    }
    if map
        .layers
        .is_some_and(|layers| layers > MAX_VARIABLES as usize)
    {
        bail!("{path}: so many layers are more than any formula here has");
    }
    if map.variables.len() > map.n_variables as usize {
        bail!(
            "{path}: {} meanings for {} variables; expected the map as 'pegsat export' wrote it",
            map.variables.len(),
            map.n_variables
        );
    }
    Ok(map)
}

fn answer_of(
    problem: &Problem,
    map: Map,
    outcome: Outcome,
    jumps: &[JumpNumber],
    layer_sizes: Option<Vec<usize>>,
    refuted: Option<usize>,
) -> Printed {
    let printed = Printed {
        outcome,
        reason: (outcome == Outcome::Unknown && refuted.is_none() && map.sweeps.is_none())
            .then_some(Reason::SolverFailed),
        additions: map.additions.names(),
        layers: map.layers,
        most_sweeps: map.sweeps,
        order: map.order.map(|order| order.to_string()),
        layer_sizes,
        refuted_layers: refuted,
        refuted_order: map
            .order
            .filter(|_| refuted.is_some())
            .map(|o| o.to_string()),
        peg: map.peg,
        ..Printed::unknown_of(&map.problem, &map.model, "external", 0)
    };
    match outcome {
        Outcome::Solved => Printed {
            checked: Some(Checked::Replay),
            ..printed.with_jumps(problem, jumps)
        },
        _ => printed,
    }
}
