//! What arguments that several subcommands share ask for.

use super::args::{ModelArgs, SystemArgs};
use anyhow::{Result, bail};
use pegsat::{
    engine::{Ask, ask},
    model::{Layers, Method, Search},
    solver::DEPTH_FIRST,
    systems::registry::{self, System},
};

/// What the arguments ask of a model.
pub(super) fn stated(args: &ModelArgs) -> Result<Ask> {
    let mut ask = args.model.as_ref().map(Ask::from).unwrap_or_default();
    let layers = args.model.as_ref().and_then(|method| method.layers);
    ask.additions = given("--add", args.add.clone(), ask.additions)?;
    ask.layers = given("--layers", args.layers, layers)?.and_then(Layers::number);
    ask.order = given("--order", args.order, ask.order)?;
    Ok(ask.sweeps(args.sweeps))
}

/// What an option says, or the method; both only if they say the same.
pub(super) fn given<T: PartialEq>(
    option: &str,
    asked: Option<T>,
    named: Option<T>,
) -> Result<Option<T>> {
    if asked.is_some() && named.is_some() && asked != named {
        bail!("{option}: --model says something else; leave one of them out");
    }
    Ok(asked.or(named))
}

/// The solver that is asked for, or the default one.
pub(super) fn solver(asked: Option<&String>) -> String {
    asked.cloned().unwrap_or_else(|| ask::DEFAULT_SOLVER.into())
}

/// What answers: the solver that is asked for, the system that the method names, the search of the
/// paper, or the default solver.
pub(super) fn answers(
    asked: Option<&String>,
    method: Option<&Method>,
    search: Option<Search>,
) -> String {
    let system = method.and_then(|method| method.system.clone());
    let search = search.or(method.and_then(|method| method.search));
    match (system, search) {
        (Some(system), _) => system,
        (None, Some(_)) => DEPTH_FIRST.into(),
        (None, None) => solver(asked),
    }
}

/// The system that the method names, if it names one.
pub(super) fn system(
    method: Option<&Method>,
    systems: &SystemArgs,
    names_solver: bool,
) -> Result<Option<System>> {
    let file = systems.systems.as_deref();
    if file.is_some() && method.is_none_or(|method| method.system.is_none()) {
        registry::all(file)?; // what is wrong with it is an error, wanted or not
    }
    let Some(method) = method else {
        return Ok(None);
    };
    if names_solver && method.system.is_some() {
        bail!("--model {method} with --solver: leave one of them out");
    }
    Ok(registry::asked(method, file)?)
}
