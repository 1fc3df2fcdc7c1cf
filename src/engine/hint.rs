//! Whether a position can still be won, by which jump, and how many jumps must be taken back.

use super::{
    Answer,
    ask::Ask,
    error::EngineError,
    evidence::{Checked, End, Outcome},
    solve::solve,
};
use crate::{
    board::JumpNumber,
    formula::words::words,
    problem::{Goal, Problem},
    solution::checker::{self, Wrong},
    watch::{MILLISECOND, Watch},
};
use serde::{Deserialize, Serialize};

/// The work on each jump that is judged, and on each earlier position.
const PATIENCE: u64 = 5000 * MILLISECOND;

words! {
    /// What is known of a position.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Verdict: (Verdict, &'static str) {
        /// The goal can be reached from it, or it is the goal.
        Won = "won",
        /// It cannot: checked as an 'unsolvable' is.
        Lost = "lost",
        /// Neither is known.
        Open = "open",
    }
}

impl From<&End> for Verdict {
    fn from(end: &End) -> Self {
        match end {
            End::Solved { .. } => Verdict::Won,
            End::Unsolvable(_) => Verdict::Lost,
            End::Unknown(_) => Verdict::Open,
        }
    }
}

/// A jump that was judged: what is known of the position after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Judged {
    /// The jump.
    pub jump: JumpNumber,
    /// What is known of the position after it.
    pub verdict: Verdict,
    /// By what that was checked.
    pub checked: Option<Checked>,
}

/// How far back a lost game could still be won.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Back {
    /// So many jumps taken back, it can be won.
    pub jumps: usize,
    /// Whether fewer are too few: each position after that was shown to be lost.
    pub is_least: bool,
}

/// What is known of a position.
#[derive(Debug, Clone)]
pub struct Hint {
    /// The problem that begins there; none where the peg that must survive was taken.
    pub from: Option<Problem>,
    /// What is known.
    pub verdict: Verdict,
    /// The jumps to the goal, the hint first; none at the goal, and where none are known.
    pub jumps: Vec<JumpNumber>,
    /// How that came about; none where the peg that must survive was taken.
    pub answer: Option<Answer>,
    /// The jumps that can be made, if they were to be judged.
    pub judged: Vec<Judged>,
    /// How far back a lost game could be won, if the jumps that led there are known and it is.
    pub back: Option<Back>,
}

/// What is known of the position after the `made` jumps: a jump that wins, or that none does.
/// With `judges` each jump is judged. Another game's position is the start of
/// [`Problem::starting`].
///
/// # Errors
/// If a jump cannot be made, and as [`solve`].
pub fn hint(
    problem: &Problem,
    made: &[JumpNumber],
    judges: bool,
    watch: &Watch,
) -> Result<Hint, EngineError> {
    let replayed = checker::check_numbers(&problem.with_goal(Goal::anywhere(1)), made);
    if let Err(wrong @ (Wrong::Jump { .. } | Wrong::Number(..))) = replayed {
        return Err(EngineError::Refused(wrong.to_string()));
    }
    // Without a problem where the peg that must survive was taken.
    let mut stages = vec![Some(problem.clone())];
    for &jump in made {
        let stage = stages.last().and_then(Option::as_ref);
        stages.push(stage.and_then(|stage| stage.after(jump)));
    }
    let mut hint = Hint {
        from: stages.last().cloned().flatten(),
        verdict: Verdict::Lost,
        jumps: Vec::new(),
        answer: None,
        judged: Vec::new(),
        back: None,
    };
    if let Some(here) = &hint.from {
        let answer = solve(here, &Ask::default(), watch)?;
        hint.verdict = Verdict::from(&answer.end);
        if let End::Solved { jumps, .. } = &answer.end {
            hint.jumps.clone_from(jumps);
        }
        if judges {
            hint.judged = judged(here, &answer, watch)?;
        }
        hint.answer = Some(answer);
    }
    if hint.verdict == Verdict::Lost {
        hint.back = back(&stages, watch)?;
    }
    Ok(hint)
}

/// Every jump that can be made.
fn judged(here: &Problem, answer: &Answer, watch: &Watch) -> Result<Vec<Judged>, EngineError> {
    let wins = match &answer.end {
        End::Solved { jumps, .. } => jumps.first(),
        _ => None,
    };
    here.board()
        .possible(here.start())
        .map(|jump| {
            let (verdict, checked) = match here.after(jump) {
                None => (Verdict::Lost, Some(Checked::Replay)),
                // What is lost stays so.
                Some(_) if answer.end.outcome().0 == Outcome::Unsolvable => {
                    (Verdict::Lost, answer.end.checked())
                }
                Some(_) if wins == Some(&jump) => (Verdict::Won, Some(Checked::Replay)),
                Some(next) => soon(&next, watch)?,
            };
            Ok(Judged {
                jump,
                verdict,
                checked,
            })
        })
        .collect()
}

/// What is known of a problem after [`PATIENCE`].
fn soon(problem: &Problem, watch: &Watch) -> Result<(Verdict, Option<Checked>), EngineError> {
    if watch.check().is_err() {
        return Ok((Verdict::Open, None));
    }
    let answer = solve(problem, &Ask::default(), &watch.within(PATIENCE))?;
    Ok((Verdict::from(&answer.end), answer.end.checked()))
}

/// The last of these stages that is seen to be won; the last of all is lost. A lost game stays
/// lost, so not all of them need be asked.
fn back(stages: &[Option<Problem>], watch: &Watch) -> Result<Option<Back>, EngineError> {
    let last = stages.len() - 1;
    // How many stages come before the first that may be won; the first that is lost; and the
    // first that is lost or open.
    let (mut known, mut lost, mut end) = (0, last, last);
    while known < end {
        let middle = known + (end - known) / 2;
        let verdict = match &stages[middle] {
            None => Verdict::Lost,
            Some(stage) => soon(stage, watch)?.0,
        };
        match verdict {
            Verdict::Won => known = middle + 1,
            Verdict::Lost => (lost, end) = (middle, middle),
            Verdict::Open => end = middle,
        }
    }
    Ok(known.checked_sub(1).map(|won| Back {
        jumps: last - won,
        is_least: known == lost,
    }))
}
