//! A formula as the model states it, searched on one move after the other.

use super::{Checks, Work};
use crate::{
    engine::{
        error::EngineError,
        evidence::{End, Evidence, Size},
        finding::{Event, Finding},
    },
    model::{Model, Search, Step, ValueOrder, layers, value_order::Ranking},
    solver::{self, Verdict, depth_first},
    watch::Stopwatch,
};

/// The solver's name for a task that searches so, which is that of the search.
///
/// # Errors
/// If a solver is named besides, or the model has no move for each step.
pub(in crate::engine) fn searcher<'a>(
    search: Option<Search>,
    model: &Model,
    solver: &'a str,
    is_named: bool,
) -> Result<&'a str, EngineError> {
    let unfit = |text: String| Err(EngineError::Refused(text));
    match search {
        None => {
            solver::by_name(solver)?; // what is unknown is an error before any work
            Ok(solver)
        }
        Some(search) if is_named => unfit(format!(
            "--search {search}: it is a search of this program's own; leave --solver {solver} out"
        )),
        Some(Search::Own) => unfit(
            "--search own: systems have a search of their own, as in --model C+search=own@gecode; \
             here leave it out"
                .into(),
        ),
        Some(search) if model.step != Step::Jump => unfit(format!(
            "--search {search}: model {} has layers, no moves; expected A, B or C",
            model.name
        )),
        Some(_) => Ok(depth_first::NAME),
    }
}

impl Work<'_> {
    /// States the problem, searches and decodes.
    pub(super) fn search(&mut self, order: ValueOrder) -> Result<Finding, EngineError> {
        let begin = Stopwatch::start();
        let encoding = self.model.encode(self.problem, &self.options, self.watch)?;
        self.encoded_since(&begin, encoding.formula.clauses())?;
        let encoding = &encoding;
        self.encoded(encoding, Size::as_stated(&encoding.formula));
        let begin = Stopwatch::start();
        let waited = self.watch.waited();
        let ranking = Ranking::new(self.problem, order, self.watch)?;
        let mut choices = 0;
        let verdict = depth_first::search(
            &encoding.formula,
            ranking.n_sets(encoding),
            &mut |values, open| ranking.choose(values, open),
            &mut choices,
            self.watch,
        );
        self.solved_since(&begin, waited);
        (self.report)(Event::Decided {
            seconds: self.solving,
            added: Vec::new(),
        });
        (self.report)(Event::Chosen(choices));
        match verdict? {
            Verdict::Unknown => Ok(Finding::GaveUp),
            Verdict::Unsatisfiable => Ok(self.unproved_refutation()),
            Verdict::Satisfiable(assignment) if encoding.formula.is_satisfied_by(&assignment) => {
                Ok(self.solution(encoding, assignment))
            }
            Verdict::Satisfiable(_) => Err(EngineError::WrongAssignment(self.task.solver.clone())),
        }
    }

    /// What a refutation without a proof is worth.
    fn unproved_refutation(&self) -> Finding {
        let is_complete = layers::is_complete(self.problem, &self.options);
        match (self.task.checks, is_complete) {
            (Checks::None, true) => Finding::Ended(End::Unsolvable(Evidence::Trust)),
            (Checks::None, false) => Finding::Refuted(Some(Evidence::Trust)),
            (Checks::Complete, false) => Finding::Refuted(None),
            _ => Finding::Claimed(
                "the search says that there is no solution, but writes no proof that could be \
                 checked; leave --search out, or say --trust"
                    .into(),
            ),
        }
    }
}
