//! As few pegs as possible, from both sides.
//!
//! A jump takes one peg, so a game that leaves fewer than N pegs has left N before: that N pegs
//! cannot be left shows that no fewer can. From below the least number is asked for that is not
//! refuted, from above some less than the best game leaves, in turns of more and more work.

use super::{News, Objective, Optimum, ways};
use crate::{
    board::JumpNumber,
    engine::{
        answer::Answer,
        ask::Ask,
        error::EngineError,
        evidence::{End, Evidence, Reason},
        solve::solve,
    },
    problem::{Goal, Problem},
    solution::checker,
    watch::{MILLISECOND, Progress, Stopwatch, Watch},
};

/// The work of the first turn of each side; each later one has twice as much.
const TURN: u64 = 100 * MILLISECOND;

/// Searches until the optimum is known or the watch ends it.
pub(in crate::engine) fn search(
    problem: &Problem,
    asked: &Ask,
    watch: &Watch,
) -> Result<Answer, EngineError> {
    let task = asked.task(problem)?;
    let mut search = PegSearch {
        problem,
        ask: Ask::default().seed(asked.seed),
        watch,
        begin: Stopwatch::start(),
        found: Optimum::new(Objective::Pegs),
        reason: None,
        message: None,
    };
    search.found.bound = problem.start().n_pegs().min(1); // the last peg is never taken
    let (jumps, ended) = ways::playouts(problem, asked.seed, watch, |one, best| one > best);
    search.solved(jumps.unwrap_or_default())?;
    if ended.is_ok() {
        search.go()?;
    }
    if let Err(stop) = watch.check()
        && !search.found.is_settled()
    {
        search.reason = Some((&stop).into());
    }
    let seconds = search.begin.seconds();
    Ok(Answer {
        message: search.message,
        ..super::answer(problem, task, search.found, search.reason, seconds)
    })
}

/// How a turn ended.
enum Turn {
    /// With an answer.
    Answered,
    /// It is to have more work.
    Open,
    /// More work would not help.
    Lost(Reason),
}

struct PegSearch<'a> {
    problem: &'a Problem,
    ask: Ask,
    watch: &'a Watch,
    begin: Stopwatch,
    found: Optimum,
    /// Why it ended early, and what went wrong.
    reason: Option<Reason>,
    message: Option<String>,
}

impl PegSearch<'_> {
    fn go(&mut self) -> Result<(), EngineError> {
        let (mut work, mut step) = (TURN, 1);
        while !self.found.is_settled() && self.watch.check().is_ok() {
            let below = self.ask(self.found.bound, work)?;
            if let Turn::Answered = below {
                continue;
            }
            let above = match self.found.value() {
                Some(value) if value > self.found.bound + 1 => {
                    let above = self.ask((value - step).max(self.found.bound + 1), work)?;
                    step = match above {
                        Turn::Answered => (2 * step).min(value / 2),
                        _ => step / 2,
                    };
                    step = step.max(1);
                    above
                }
                _ => Turn::Lost(Reason::Layers), // both ask the same
            };
            match (below, above) {
                (Turn::Lost(reason), Turn::Lost(_)) => {
                    self.reason = Some(reason);
                    return Ok(());
                }
                (_, Turn::Answered) => {}
                _ => work *= 2,
            }
        }
        Ok(())
    }

    /// Asks for a game that leaves so many pegs.
    fn ask(&mut self, pegs: usize, work: u64) -> Result<Turn, EngineError> {
        let problem = self.problem.with_goal(Goal::anywhere(pegs));
        let answer = solve(&problem, &self.ask, &self.watch.within(work))?;
        Ok(match answer.end {
            End::Solved { jumps, .. } => {
                self.solved(jumps)?;
                Turn::Answered
            }
            End::Unsolvable(evidence) => {
                self.refuted(pegs, evidence)?;
                Turn::Answered
            }
            // The budget, or the watch itself, which is looked at before the next turn.
            End::Unknown(Reason::Interrupted | Reason::Timeout) => Turn::Open,
            End::Unknown(reason) => {
                self.message = answer.message;
                Turn::Lost(reason)
            }
        })
    }

    fn solved(&mut self, jumps: Vec<JumpNumber>) -> Result<(), EngineError> {
        let value = self.problem.start().n_pegs() - jumps.len();
        checker::check_numbers(&self.problem.with_goal(Goal::anywhere(value)), &jumps)?;
        if value < self.found.bound {
            let bound = self.found.bound;
            return Err(EngineError::Contradiction { value, bound });
        }
        if self.found.value().is_none_or(|best| value < best) {
            self.found.best = Some((value, jumps));
            self.tell();
        }
        Ok(())
    }

    fn refuted(&mut self, pegs: usize, evidence: Evidence) -> Result<(), EngineError> {
        let bound = pegs + 1;
        if let Some(value) = self.found.value().filter(|&value| value < bound) {
            return Err(EngineError::Contradiction { value, bound });
        }
        self.found.bound = bound;
        self.found.evidence = Some(evidence);
        self.tell();
        Ok(())
    }

    fn tell(&mut self) {
        let (value, bound) = (self.found.value(), self.found.bound);
        let seconds = self.begin.seconds();
        let best = self.found.best.as_ref();
        self.watch.tell(&Progress::Bounds {
            value,
            jumps: best.map_or(Vec::new(), |(_, jumps)| jumps.clone()),
            bound,
            seconds,
        });
        self.found.news.push(News {
            value,
            bound,
            seconds,
        });
    }
}
