//! What the engine answers.

use crate::{
    asked::{Asked, Solutions},
    error::Error,
    play,
    session::{Session, Told},
};
use pegsat::{
    Ask, Checked, End, Evidence, JumpNumber, Objective, Problem, Watch, certificate, check,
    engine::{
        Answer, Approach, Outcome, Reason,
        hint::{self as hints, Verdict},
    },
    exact::{self, Distinct},
    printed::{Document, Printed},
    solution::frames,
};
use serde::Serialize;
use serde_json::{Value, json};
use std::{
    fs::File,
    io::{self, BufReader},
    path::Path,
};

/// An answer: the fields that say what it is, and all that the program prints of it.
#[derive(Default, Serialize)]
struct Solved {
    outcome: Outcome,
    road: Option<String>,
    checked: Option<Checked>,
    reason: Option<Reason>,
    message: Option<String>,
    #[serde(flatten)]
    solution: Option<Solution>,
    #[serde(flatten)]
    certificate: Option<Kept>,
    #[serde(flatten)]
    others: Option<Others>,
    #[serde(flatten)]
    hint: Option<Hinted>,
    printed: Option<Printed>,
}

/// A solution.
#[derive(Serialize)]
struct Solution {
    jumps: Vec<JumpNumber>,
    /// How many jumps each layer has.
    layers: Vec<usize>,
    sweeps: usize,
}

/// A certificate.
#[derive(Serialize)]
struct Kept {
    kind: String,
    text: String,
}

/// Further solutions.
#[derive(Serialize)]
struct Others {
    others: Vec<Vec<JumpNumber>>,
    /// Whether there are no more.
    are_all: bool,
}

/// What a hint says besides.
#[derive(Serialize)]
struct Hinted {
    verdict: Verdict,
    /// Jumps that can be made, and what is known of the position after each.
    judged: Vec<(JumpNumber, Verdict)>,
    /// How many jumps are to be taken back until the game can be won.
    back: Option<usize>,
}

fn solved(problem: &Problem, answer: &Answer) -> Result<Solved, Error> {
    let (outcome, reason) = answer.end.outcome();
    let mut solved = Solved {
        outcome,
        road: answer.road.clone(),
        checked: answer.end.checked(),
        reason: reason.filter(|reason| reason.is_failure()),
        message: answer.message.clone(),
        ..Solved::default()
    };
    let mut printed = Printed::of(problem, answer);
    match &answer.end {
        End::Solved {
            jumps, layer_sizes, ..
        } => {
            let layers = layer_sizes.clone();
            solved.solution = Some(Solution {
                jumps: jumps.clone(),
                layers: layers.unwrap_or_else(|| frames::disjoint_layers(problem, jumps)),
                sweeps: play::sweeps(problem, jumps)?,
            });
        }
        End::Unsolvable(evidence) => {
            if let Some(certificate) = evidence.certificate() {
                printed.certificate = Some(Document::of(certificate));
                solved.certificate = Some(Kept {
                    kind: certificate.kind.clone(),
                    text: certificate.text.clone(),
                });
            }
        }
        End::Unknown(_) => {}
    }
    solved.printed = Some(printed);
    Ok(solved)
}

pub(crate) fn solve(
    problem: &Problem,
    asked: &Asked,
    solutions: Option<Solutions>,
    distinct: Option<Distinct>,
    watch: &Watch,
) -> Result<Told, Error> {
    let ask = asked.ask()?;
    let most = match solutions {
        None => Some(1),
        Some(Solutions::Most(most)) => Some(most),
        Some(Solutions::All) => None,
    };
    let lists = most != Some(1);
    if lists {
        ask.allow_lists()?;
    }
    let answer = pegsat::solve(problem, &ask, watch)?;
    let mut told = solved(problem, &answer)?;
    if let (End::Solved { jumps, .. }, true) = (&answer.end, lists) {
        let mut others = Vec::new();
        let found = &mut |jumps: &[JumpNumber]| {
            others.push(jumps.to_vec());
            true
        };
        let listed = exact::solutions(problem, jumps, distinct, most, watch, found);
        others.remove(0); // the answer's own, or one that stands for it
        told.others = Some(Others {
            others,
            are_all: listed.is_whole,
        });
    }
    Told::of(&told)
}

pub(crate) fn certify(problem: &Problem, asked: &Asked, watch: &Watch) -> Result<Told, Error> {
    let ask = asked.ask()?;
    if matches!(
        ask.approach,
        Approach::Formula | Approach::Beam | Approach::Windows
    ) {
        let name = ask.approach;
        let text = format!("kind: '{name}' finds solutions and certifies nothing");
        return Err(Error::usage(text));
    }
    let answer = pegsat::certify(problem, &ask, watch)?;
    Told::of(&solved(problem, &answer)?)
}

pub(crate) fn hint(
    problem: &Problem,
    made: &[JumpNumber],
    judges: bool,
    watch: &Watch,
) -> Result<Told, Error> {
    let hint = hints::hint(problem, made, judges, watch)?;
    let mut told = match (&hint.from, &hint.answer) {
        (Some(from), Some(answer)) => solved(from, answer)?,
        _ => Solved {
            outcome: Outcome::Unsolvable,
            ..Solved::default()
        },
    };
    let judged = hint.judged.iter();
    told.hint = Some(Hinted {
        verdict: hint.verdict,
        judged: judged.map(|one| (one.jump, one.verdict)).collect(),
        back: hint.back.map(|back| back.jumps),
    });
    Told::of(&told)
}

pub(crate) fn optimise(
    problem: &Problem,
    fewest: &str,
    asked: &Asked,
    watch: &Watch,
) -> Result<Told, Error> {
    let objective = Objective::named(fewest)
        .ok_or_else(|| Error::usage("fewest: expected sweeps, jumps-to-dead-end or pegs"))?;
    let named = asked.ask()?;
    if named.layers.is_some() || named.order.is_some() {
        let text = "model: expected a model and additions, such as S+self+regions";
        return Err(Error::usage(text));
    }
    let ask = Ask::fewest(objective)
        .model(named.model)
        .additions(named.additions)
        .solver(named.solver)
        .seed(named.seed)
        .trust(named.trust);
    let answer = pegsat::optimise(problem, &ask, watch)?;
    let (_, reason) = answer.end.outcome();
    let found = answer.optimum.as_deref();
    let found = found.ok_or_else(|| Error::usage("no optimum was looked for: a bug"))?;
    // A way to a dead end is a solution of the problem with that goal.
    let solved = match &found.best {
        Some((value, _)) => objective.problem(problem, *value),
        None => problem.clone(),
    };
    let evidence = found.evidence.as_ref();
    let reason = reason.filter(|reason| reason.is_failure());
    Ok(Told {
        opened: Some(Session::about(solved)),
        ..Told::of(&json!({
            "value": found.value(),
            "bound": found.bound,
            "proved": found.is_settled(),
            "unsolvable": found.is_unsolvable,
            "trusted": evidence == Some(&Evidence::Trust),
            "checked": evidence.and_then(Evidence::checked).map(Checked::name),
            "reason": reason.map(Reason::name),
            "jumps": found.best.as_ref().map(|(_, jumps)| jumps),
        }))?
    })
}

/// Checks a certificate by a checker that shares nothing with what made it.
pub(crate) fn verify(
    problem: Option<&Problem>,
    text: &str,
    folder: &Path,
    watch: &Watch,
) -> Result<Value, Error> {
    let rejected = |why: String| Error::usage(format!("rejected: {why}"));
    let beside = |name: &str| {
        let path = folder.join(name);
        if !path.metadata()?.is_file() {
            return Err(io::Error::other("is no regular file")); // a pipe would be waited for
        }
        Ok(Box::new(BufReader::new(File::open(path)?)) as check::Opened)
    };
    let verdict = check::verify(text, &beside, &|| watch.check().is_ok());
    watch.check()?;
    let accepted = verdict.map_err(|rejection| rejected(rejection.to_string()))?;
    if let Some(problem) = problem.filter(|problem| !certificate::is_about(&accepted, problem)) {
        let name = problem.name();
        return Err(rejected(format!("it is about another problem than {name}")));
    }
    Ok(json!({
        "name": accepted.name,
        "kind": accepted.kind,
        "work": accepted.work,
        "most_sweeps": accepted.most_sweeps,
    }))
}
