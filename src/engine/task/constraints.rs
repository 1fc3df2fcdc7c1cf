//! A formula that goes to a solver of constraints as the model states it, not as clauses.

use super::{Checks, Work};
use crate::{
    engine::{
        error::EngineError,
        evidence::{End, Evidence, Size},
        finding::{Event, Finding},
    },
    model::{Encoding, Model, Search, Step, layers, value_order::Ranking},
    solver::{self, Branching, SolverError, Verdict},
    watch::Stopwatch,
};

/// Whether the solver takes constraints, as it must if it is told how to search; a search
/// that makes moves in order needs a model that has them.
pub(in crate::engine) fn search_fits(
    search: Option<Search>,
    model: &Model,
    solver: &str,
) -> Result<(), EngineError> {
    let unfit = |text: String| Err(EngineError::Settings(text));
    let takes_constraints = solver::by_name(solver)?.takes_constraints().is_some();
    match search {
        Some(search) if !takes_constraints => unfit(format!(
            "--search {search}: {solver} cannot be told how to search; --solver pumpkin can"
        )),
        Some(search @ Search::Moves { .. }) if model.step != Step::Jump => unfit(format!(
            "--search {search}: model {} has no move for each step; A, B and C do",
            model.name
        )),
        _ => Ok(()),
    }
}

impl Work<'_> {
    /// Solves and decodes.
    pub(super) fn satisfy(&mut self, mut encoding: Encoding) -> Result<Finding, EngineError> {
        let task = self.task;
        let name = &task.solver;
        if task.proof.is_some() {
            return Err(SolverError::no_proof(name).into());
        }
        if task.given.is_some() {
            return Err(EngineError::Settings(format!(
                "{name} takes constraints, and parts are of clauses; leave --cube out, or ask varisat"
            )));
        }
        self.encoded(&encoding, Size::as_stated(&encoding.formula));
        let mut choices = 0;
        let verdict = loop {
            let verdict = self.ask(&encoding, &mut choices);
            let lacking = match &verdict {
                Ok(Verdict::Satisfiable(assignment)) if self.is_relaxed => {
                    (self.model.lacks)(self.problem, &encoding.meanings, assignment)
                }
                _ => Vec::new(),
            };
            if lacking.is_empty() {
                break verdict;
            }
            lacking
                .iter()
                .for_each(|clause| encoding.formula.add_clause(clause));
        };
        (self.report)(Event::Decided {
            seconds: self.solving,
            added: Vec::new(),
        });
        (self.report)(Event::Chosen(choices));
        let is_complete = layers::is_complete(self.problem, &self.options);
        Ok(match verdict? {
            Verdict::Unknown => Finding::GaveUp,
            Verdict::Unsatisfiable => match (task.checks, is_complete) {
                (Checks::None, true) => Finding::Ended(End::Unsolvable(Evidence::Trust)),
                (Checks::None, false) => Finding::Refuted(Some(Evidence::Trust)),
                (Checks::Complete, false) => Finding::Refuted(None),
                _ => Finding::Claimed(self.no_proof()),
            },
            Verdict::Satisfiable(assignment) => {
                if !encoding.formula.is_satisfied_by(&assignment) {
                    return Err(EngineError::WrongAssignment(name.clone()));
                }
                self.solution(&encoding, assignment)
            }
        })
    }

    /// The verdict on the formula; the decisions that it took are added to `choices`.
    fn ask(&mut self, encoding: &Encoding, choices: &mut u64) -> Result<Verdict, EngineError> {
        let Some(solver) = self.backend.takes_constraints() else {
            return Err(EngineError::Settings(format!(
                "{} takes clauses alone",
                self.task.solver
            )));
        };
        let begin = Stopwatch::start();
        let waited = self.watch.waited();
        let formula = &encoding.formula;
        let found = match self.task.search {
            None | Some(Search::Own) => {
                let seed = self.task.seed;
                solver.satisfy(formula, Branching::Own { seed }, choices, self.watch)
            }
            Some(Search::Moves { order, learns }) => {
                let chooser = Ranking::new(self.problem, order, self.watch)?;
                let branching = Branching::InOrder {
                    n_sets: chooser.n_sets(encoding),
                    learns,
                    choose: &mut |values, open| chooser.choose(values, open),
                };
                solver.satisfy(formula, branching, choices, self.watch)
            }
        };
        self.solved_since(&begin, waited);
        Ok(found?)
    }
}
