//! `pegsat decode`

use super::{
    answer,
    args::{self, DecodeArgs},
    input,
    output::Output,
    warn,
};
use anyhow::{Context, Result, anyhow, bail};
use pegsat::{
    JumpNumber,
    engine::{Checked, Outcome, Reason},
    formula::{MAX_LITERALS, MAX_VARIABLES},
    model::{Options, layers},
    printed::Printed,
    problem::Problem,
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
    let inputs = &[Some(map_name.as_str()), args.input.to_str()];
    let guard = args.print.guard(&args.limits, &map_name, inputs)?;
    let map = read_map(args)?;
    let problem =
        args::peg(&map.problem, &map.peg).with_context(|| format!("{map_name}: its problem"))?;
    let name = input::name(&args.input);
    let mut output = input::open(&args.input, MAX_OUTPUT)?;
    let said = said(&problem, &map, &mut *output).with_context(|| name.to_string())?;
    let mut answer = unknown(&map);
    let mut jumps = Vec::new();
    match said {
        SystemAnswer::Unsolvable if !args.trust => {
            let said = "the solver says that there is no solution, and nothing has checked that; \
                        'pegsat certify' finds out, --trust takes its word";
            (answer.reason, answer.message) = (None, Some(said.to_string()));
        }
        SystemAnswer::Unsolvable if layers::is_complete(&problem, &options(&map)) => {
            (answer.outcome, answer.reason) = (Outcome::Unsolvable, None);
        }
        SystemAnswer::Unsolvable => {
            warn("there is no solution in so few layers or sweeps; there may be one in more");
            answer.reason = answer.reason.filter(|_| map.layers.is_none());
            answer.refuted_layers = map.layers;
            answer.refuted_order = map.layers.and(answer.order.clone());
        }
        SystemAnswer::Unknown => {
            let said = "the solver says that it does not know";
            (answer.reason, answer.message) = (None, Some(said.into()));
        }
        SystemAnswer::Jumps(found, _) => {
            checker::check_numbers(&problem, &found.jumps).map_err(|wrong| {
                let line = found
                    .line(&wrong)
                    .map_or(String::new(), |line| format!("line {line}: "));
                anyhow!("{name}: {line}it is no solution: {wrong}")
            })?;
            jumps = found.jumps;
            answer = solved(answer, &problem, &jumps);
        }
        SystemAnswer::Assignment(assignment) => {
            jumps = decode::jumps(problem.board(), &map.variables, &assignment);
            checker::check_numbers(&problem, &jumps)
                .with_context(|| format!("{name}: the assignment is no solution"))?;
            let sizes = |n| decode::step_sizes(problem.board(), &map.variables, &assignment, n);
            answer.layer_sizes = map.layers.map(sizes);
            answer = solved(answer, &problem, &jumps);
        }
    }
    guard.end();
    let text = answer::render(&answer, &problem, &jumps, args.print.format());
    Output::open(args.print.output.as_deref())?.write(&text)?;
    Ok(answer::status(answer.outcome))
}

/// What the output says, by the format of what was exported.
fn said(problem: &Problem, map: &Map, output: &mut dyn BufRead) -> Result<SystemAnswer> {
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
        .with_context(|| format!("{path}: not a map as 'pegsat export' writes it"))?;
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

/// The answer that nothing is known.
fn unknown(map: &Map) -> Printed {
    Printed {
        reason: map.sweeps.is_none().then_some(Reason::SolverFailed),
        additions: map.additions.names(),
        layers: map.layers,
        most_sweeps: map.sweeps,
        order: map.order.map(|order| order.to_string()),
        peg: map.peg.clone(),
        ..Printed::unknown_of(&map.problem, &map.model, "external", 0)
    }
}

/// That these jumps, which were replayed, are a solution.
fn solved(answer: Printed, problem: &Problem, jumps: &[JumpNumber]) -> Printed {
    Printed {
        outcome: Outcome::Solved,
        reason: None,
        checked: Some(Checked::Replay),
        ..answer.with_jumps(problem, jumps)
    }
}
