//! What a run came to, taken in.

use super::{OptimumSearch, Side, SideRun};
use crate::{
    board::JumpNumber,
    engine::{
        error::EngineError,
        evidence::{End, Evidence, Reason},
        finding::Finding,
        optimum::{News, Objective, Refuted},
    },
    solution::checker,
    watch::{Progress, Stop},
};

impl OptimumSearch<'_> {
    /// Takes in what a run came to.
    pub(super) fn settle(&mut self, mut run: SideRun) -> Result<(), EngineError> {
        let side = run.side;
        match (run.over.take(), run.most) {
            (Some(Ok(finding)), _) if side == Side::Both => self.settle_exhaustion(finding)?,
            (Some(Ok(Finding::Nothing)), Some(_)) if side == Side::Above && self.is_free() => {
                self.lost.push((side, Reason::Layers));
            }
            (Some(Ok(Finding::Ended(End::Solved { jumps, .. }))), most) => {
                self.solved(jumps, most)?
            }
            // Few layers are no refutation, and where proofs are wanted, one without
            // is none: that is left to the side below.
            (Some(Ok(Finding::Refuted(_))), Some(_)) if self.has_layers() => {
                self.lost.push((side, Reason::Layers));
            }
            (
                Some(Ok(
                    Finding::Ended(End::Unsolvable(evidence)) | Finding::Refuted(Some(evidence)),
                )),
                Some(_),
            ) if side == Side::Above && !self.above_refutes() => match evidence {
                Evidence::Exhaustion => self.end_seeking(),
                _ => self.lost.push((side, Reason::Layers)),
            },
            (
                Some(Ok(
                    Finding::Ended(End::Unsolvable(evidence)) | Finding::Refuted(Some(evidence)),
                )),
                Some(most),
            ) => self.refuted(most, evidence, &run)?,
            (Some(Ok(Finding::Ended(End::Unsolvable(evidence)))), None) => {
                self.found.is_unsolvable = true;
                self.found.evidence = Some(evidence);
            }
            (Some(Ok(Finding::Claimed(why))), _) => {
                self.lost.push((side, Reason::Unchecked));
                self.message = Some(why);
            }
            (Some(Ok(finding)), _) => {
                let gave_up = finding == Finding::GaveUp;
                let message = gave_up.then(|| "the solver gave up".to_string());
                self.lost.push((side, Reason::SolverFailed));
                self.message = message.or(self.message.take());
            }
            (Some(Err(EngineError::Stopped(Stop::Memory(_)))), _) => {
                self.lost.push((side, Reason::Memory));
            }
            // What the model refuses is no question; a formula that is too large is the
            // end of its side.
            (Some(Err(error)), _)
                if error.is_output() || (error.is_usage() && !error.is_too_large()) =>
            {
                return Err(error);
            }
            (Some(Err(error)), _) => {
                self.message = Some(error.to_string());
                self.failed = Some(error);
                self.lost.push((side, Reason::SolverFailed));
            }
            (None, _) => {}
        }
        // Proofs are large: only that of the best refutation stays.
        let kept = self.found.refuted.as_ref();
        let kept = kept.and_then(|refuted| refuted.proof.as_ref());
        if let Some(proof) = run.task.proof.as_ref().filter(|proof| kept != Some(*proof)) {
            let _ = std::fs::remove_file(proof); // there may be none
        }
        // What a run looks for may have been found meanwhile.
        if let Some(value) = self.found.value() {
            let runners = &self.runners;
            self.runs.retain(|run| {
                let is_open = run.most.is_some_and(|most| most < value) || run.side == Side::Both;
                let stays = is_open || run.over.is_some();
                if !stays {
                    runners.end(run.number);
                }
                stays
            });
        }
        Ok(())
    }

    /// Takes in what exhaustive search came to: the optimum, if anything.
    fn settle_exhaustion(&mut self, finding: Finding) -> Result<(), EngineError> {
        let best = match finding {
            Finding::Ended(End::Solved { jumps, .. }) => Some(jumps),
            Finding::Ended(End::Unsolvable(_)) => None,
            _ => return Ok(()),
        };
        let bound = best.as_ref().map_or(usize::MAX, |jumps| {
            self.objective.value(self.problem, jumps)
        });
        if let Some(value) = self.found.value().filter(|&value| value < bound) {
            return Err(EngineError::Contradiction { value, bound });
        }
        if let Some(jumps) = best {
            self.solved(jumps, None)?;
        }
        self.end_seeking();
        if self.asked.proof.is_none() {
            self.found.evidence = Some(Evidence::Exhaustion);
            self.found.refuted = None;
            match self.found.value() {
                None => self.found.is_unsolvable = true,
                Some(value) => {
                    self.found.bound = value;
                    self.tell();
                }
            }
        }
        Ok(())
    }

    /// Ends those who look for a better solution: there is none, though a proof of that is
    /// a formula's.
    fn end_seeking(&mut self) {
        let seeking = self.runs.iter().filter(|run| run.side == Side::Above);
        seeking.for_each(|run| self.runners.end(run.number));
        self.runs.retain(|run| run.side != Side::Above);
        self.lost.push((Side::Above, Reason::Layers));
    }

    /// Notes a solution, of at most `most` if that was asked for.
    pub(super) fn solved(
        &mut self,
        jumps: Vec<JumpNumber>,
        most: Option<usize>,
    ) -> Result<(), EngineError> {
        let (problem, objective) = (self.problem, self.objective);
        let value = objective.value(problem, &jumps);
        let is_better = self.found.value().is_none_or(|best| value < best);
        if most.is_none() && !is_better {
            return Ok(()); // one game of many
        }
        checker::check_numbers(&objective.problem(problem, most.unwrap_or(value)), &jumps)?;
        if value < self.found.bound || most.is_some_and(|most| most < value) {
            let bound = self.found.bound;
            return Err(EngineError::Contradiction { value, bound });
        }
        if is_better {
            self.improved = self.runners.used_in_all();
            self.found.best = Some((value, jumps));
            self.tell();
        }
        Ok(())
    }

    /// Notes that no solution is as good as `most`.
    fn refuted(
        &mut self,
        most: usize,
        evidence: Evidence,
        run: &SideRun,
    ) -> Result<(), EngineError> {
        if let Some(value) = self.found.value().filter(|&value| value <= most) {
            return Err(EngineError::Contradiction {
                value,
                bound: most + 1,
            });
        }
        if most < self.found.bound {
            return Ok(());
        }
        let refuted = Refuted {
            most,
            solve: run.solve,
            size: run.size,
            proof: run.task.proof.clone(),
            added: run.added.clone(),
        };
        let old = self.found.refuted.replace(refuted);
        if let Some(proof) = old.and_then(|old| old.proof) {
            let _ = std::fs::remove_file(proof);
        }
        if evidence == Evidence::Exhaustion {
            self.found.refuted = None; // by no formula
        }
        self.found.bound = most + 1;
        self.found.evidence = Some(evidence);
        let jumps = self.problem.n_jumps();
        let is_all = jumps.is_none_or(|jumps| most >= *jumps.end());
        match self.objective == Objective::Sweeps && is_all {
            true => self.found.is_unsolvable = true, // no solution has more sweeps than jumps
            false => self.tell(),
        }
        Ok(())
    }

    fn tell(&mut self) {
        let one = News {
            value: self.found.value(),
            bound: self.found.bound,
            seconds: self.begin.seconds(),
        };
        let best = self.found.best.as_ref();
        self.watch.tell(&Progress::Bounds {
            value: one.value,
            jumps: best.map_or(Vec::new(), |(_, jumps)| jumps.clone()),
            bound: one.bound,
            seconds: one.seconds,
        });
        self.found.news.push(one);
    }
}
