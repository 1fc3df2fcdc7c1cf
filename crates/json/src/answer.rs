//! What the engine answers.

use crate::{asked::Asked, error::Error, play, session::Told};
use pegsat::{
    Checked, End, JumpNumber, Problem, Watch,
    engine::{
        Answer, Outcome, Reason,
        hint::{self as hints, Verdict},
    },
    solution::frames,
};
use serde::Serialize;

/// An answer.
#[derive(Default, Serialize)]
pub(crate) struct Solved {
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
    hint: Option<Hinted>,
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

/// What a hint says besides.
#[derive(Serialize)]
struct Hinted {
    verdict: Verdict,
    /// Jumps that can be made, and what is known of the position after each.
    judged: Vec<(JumpNumber, Verdict)>,
    /// How many jumps are to be taken back until the game can be won.
    back: Option<usize>,
}

pub(crate) fn solved(problem: &Problem, answer: &Answer) -> Result<Solved, Error> {
    let (outcome, reason) = answer.end.outcome();
    let mut solved = Solved {
        outcome,
        road: answer.road.clone(),
        checked: answer.end.checked(),
        reason: reason.filter(|reason| reason.is_failure()),
        message: answer.message.clone(),
        ..Solved::default()
    };
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
                solved.certificate = Some(Kept {
                    kind: certificate.kind.clone(),
                    text: certificate.text.clone(),
                });
            }
        }
        End::Unknown(_) => {}
    }
    Ok(solved)
}

pub(crate) fn solve(problem: &Problem, asked: &Asked, watch: &Watch) -> Result<Told, Error> {
    let answer = pegsat::solve(problem, &asked.ask()?, watch)?;
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
