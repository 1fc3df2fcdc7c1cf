//! Pumpkin, a constraint solver: lazy clause generation, or search without learning.
//!
//! It takes a formula as it is stated: a set of literals of which exactly one is true is an
//! integer variable, and its literals say which value that has; linear constraints are
//! propagated as such, pairs of values that exclude each other as a table. So model C is what the paper has: `moves[t]` with a value a jump.

use super::{Backend, Branching, ConstraintSolver, Context, SolverError, Verdict, embedded};
use crate::{
    formula::{Cnf, Formula, Linear, Lit, Relation},
    watch::{Poll, Watch},
};
use pumpkin_conflict_resolvers::resolvers::{NoLearningResolver, ResolutionResolver};
use pumpkin_constraints as constraints;
use pumpkin_core::{
    Solver,
    branching::{Brancher, BrancherEvent, SelectionContext},
    conflict_resolving::ConflictResolver,
    options::SolverOptions,
    predicate,
    predicates::Predicate,
    proof::ConstraintTag,
    rand::{SeedableRng, rngs::SmallRng},
    results::{ProblemSolution, SatisfactionResult, SolutionReference},
    termination::TerminationCondition,
    variables::{DomainId, Literal, TransformableVariable},
};

/// Pumpkin.
pub(super) struct Pumpkin;

/// The work of a decision or a conflict, with its propagation: measured on model C of the
/// English board, where a loop takes 30 to 60 microseconds.
const A_LOOP: u64 = 40;

impl Backend for Pumpkin {
    /// Of clauses alone.
    fn solve(&self, cnf: &Cnf, context: Context<'_>) -> Result<Verdict, SolverError> {
        if context.proof.is_some() {
            return Err(SolverError::no_proof("pumpkin"));
        }
        let mut formula = Formula::new();
        (0..cnf.n_vars).for_each(|_| _ = formula.new_lit());
        cnf.clauses
            .iter()
            .for_each(|clause| formula.add_clause(clause));
        self.satisfy(&formula, Branching::Own { seed: 0 }, &mut 0, context.watch)
    }

    fn takes_constraints(&self) -> Option<&dyn ConstraintSolver> {
        Some(self)
    }
}

impl ConstraintSolver for Pumpkin {
    fn satisfy(
        &self,
        formula: &Formula,
        branching: Branching<'_>,
        choices: &mut u64,
        watch: &Watch,
    ) -> Result<Verdict, SolverError> {
        let seed = match branching {
            Branching::Own { seed } => seed,
            Branching::InOrder { .. } => 0,
        };
        let Some(mut posted) = Posted::of(formula, seed, watch)? else {
            return Ok(Verdict::Unsatisfiable);
        };
        match branching {
            Branching::Own { .. } => {
                let own = posted.solver.default_brancher();
                posted.search(own, ResolutionResolver::default(), choices, watch)
            }
            Branching::InOrder {
                n_sets,
                learns,
                choose,
            } => {
                let in_order = InOrder {
                    sets: posted.sets.clone(),
                    others: posted.truths.clone(),
                    n_chosen: n_sets,
                    choose,
                };
                match learns {
                    true => posted.search(in_order, ResolutionResolver::default(), choices, watch),
                    false => posted.search(in_order, NoLearningResolver, choices, watch),
                }
            }
        }
    }
}

/// A formula as it was posted.
struct Posted {
    solver: Solver,
    tag: ConstraintTag,
    /// By variable of the formula.
    truths: Vec<Truth>,
    /// The integer variable of each set, and of how many values.
    sets: Vec<(DomainId, i32)>,
}

/// What says that a variable of the formula is true.
#[derive(Debug, Clone, Copy)]
enum Truth {
    /// The variable of its set has this value.
    Value(DomainId, i32),
    /// A literal of its own.
    Own(Literal),
}

impl Truth {
    fn predicate(self) -> Predicate {
        match self {
            Truth::Value(set, value) => predicate!(set == value),
            Truth::Own(literal) => literal.get_true_predicate(),
        }
    }

    fn in_solution(self, solution: &impl ProblemSolution) -> bool {
        match self {
            Truth::Value(set, value) => solution.get_integer_value(set) == value,
            Truth::Own(literal) => solution.get_literal_value(literal),
        }
    }
}

impl Posted {
    /// None if posting refutes the formula.
    fn of(formula: &Formula, seed: u64, watch: &Watch) -> Result<Option<Self>, SolverError> {
        let mut solver = Solver::with_options(SolverOptions {
            random_generator: SmallRng::seed_from_u64(seed),
            memory_preallocated: 1,
            ..SolverOptions::default()
        });
        let tag = solver.new_constraint_tag();
        let mut truths: Vec<Option<Truth>> = vec![None; formula.n_vars() as usize];
        let (mut sets, mut others) = (Vec::new(), Vec::new());
        for set in formula.exactly_ones() {
            let is_free = |lit: &Lit| lit.is_pos() && truths[lit.vidx()].is_none();
            if set.len() < 2 || !set.iter().all(is_free) {
                others.push(set);
                continue;
            }
            let n = set.len() as i32;
            let variable = solver.new_bounded_integer(0, n - 1);
            for (lit, value) in set.iter().zip(0..) {
                truths[lit.vidx()] = Some(Truth::Value(variable, value));
            }
            sets.push((variable, n));
        }
        let own = |truth: Option<Truth>| truth.unwrap_or_else(|| Truth::Own(solver.new_literal()));
        let mut posted = Posted {
            truths: truths.into_iter().map(own).collect(),
            sets,
            tag,
            solver,
        };
        let is_whole = posted.post(formula, &others, watch)?;
        Ok(is_whole.then_some(posted))
    }

    /// Whether it may have a solution.
    fn post(
        &mut self,
        formula: &Formula,
        sets: &[&Vec<Lit>],
        watch: &Watch,
    ) -> Result<bool, SolverError> {
        /// Clauses posted in a unit of work.
        const A_UNIT: usize = 4;
        for (number, clause) in formula.clauses().iter().enumerate() {
            if number % (1 << 10) == 0 {
                watch.work(((1 << 10) / A_UNIT) as u64)?;
            }
            if !self.clause(clause) {
                return Ok(false);
            }
        }
        for pairs in formula.pairs() {
            watch.work(1)?;
            for clause in pairs.supports() {
                if !self.clause(&clause) {
                    return Ok(false);
                }
            }
        }
        for set in sets {
            for (place, &one) in set.iter().enumerate() {
                for &other in &set[..place] {
                    if !self.clause(&[!one, !other]) {
                        return Ok(false);
                    }
                }
            }
            if !self.clause(set) {
                return Ok(false);
            }
        }
        for linear in formula.linear() {
            watch.work(1)?;
            let weights = linear.terms.iter().map(|term| term.1.unsigned_abs());
            if weights.sum::<usize>() + linear.bound.unsigned_abs() > i32::MAX as usize {
                let reason = "a sum has weights of more than 31 bits";
                return Err(SolverError::Failed(format!("pumpkin failed: {reason}")));
            }
            if !self.linear(linear) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn truth(&self, lit: Lit) -> Predicate {
        let truth = self.truths[lit.vidx()].predicate();
        if lit.is_pos() { truth } else { !truth }
    }

    /// Posts a clause; whether the rest may have a solution.
    fn clause(&mut self, clause: &[Lit]) -> bool {
        let predicates: Vec<Predicate> = clause.iter().map(|&lit| self.truth(lit)).collect();
        self.solver.add_clause(predicates, self.tag);
        !self.solver.is_inconsistent()
    }

    /// Posts a sum; whether the rest may have a solution.
    fn linear(&mut self, linear: &Linear) -> bool {
        if linear.terms.is_empty() {
            return match linear.relation {
                Relation::AtLeast => linear.bound <= 0,
                Relation::AtMost => linear.bound >= 0,
                Relation::Equal => linear.bound == 0,
            };
        }
        let mut bound = linear.bound as i32;
        let mut terms = Vec::with_capacity(linear.terms.len());
        for &(lit, weight) in &linear.terms {
            let weight = weight as i32;
            let literal = match self.truths[lit.vidx()] {
                Truth::Own(literal) => literal,
                value => {
                    let holds = value.predicate();
                    self.solver.new_literal_for_predicate(holds, self.tag)
                }
            };
            let variable = literal.get_integer_variable();
            match lit.is_pos() {
                true => terms.push(variable.scaled(weight)),
                false => {
                    // w·(1 - x)
                    bound -= weight;
                    terms.push(variable.scaled(-weight));
                }
            }
        }
        let (solver, tag) = (&mut self.solver, self.tag);
        match linear.relation {
            Relation::AtLeast => solver
                .add_constraint(constraints::greater_than_or_equals(terms, bound, tag))
                .post(),
            Relation::AtMost => solver
                .add_constraint(constraints::less_than_or_equals(terms, bound, tag))
                .post(),
            Relation::Equal => solver
                .add_constraint(constraints::equals(terms, bound, tag))
                .post(),
        }
        !self.solver.is_inconsistent()
    }

    /// Searches, and adds the decisions that it makes to `choices`.
    fn search(
        &mut self,
        brancher: impl Brancher,
        mut resolver: impl ConflictResolver,
        choices: &mut u64,
        watch: &Watch,
    ) -> Result<Verdict, SolverError> {
        let poll = Poll::new(watch, embedded::PIECE);
        let mut brancher = Counted { brancher, choices };
        let truths = &self.truths;
        let mut limit = Limit(&poll);
        Ok(
            match self
                .solver
                .satisfy(&mut brancher, &mut limit, &mut resolver)
            {
                SatisfactionResult::Satisfiable(satisfiable) => {
                    let solution = satisfiable.solution();
                    let values = truths.iter().map(|truth| truth.in_solution(&solution));
                    Verdict::Satisfiable(values.collect())
                }
                SatisfactionResult::Unsatisfiable(..) => Verdict::Unsatisfiable,
                SatisfactionResult::Unknown(..) => {
                    poll.check()?;
                    Verdict::Unknown
                }
            },
        )
    }
}

/// Ends the search when the watch says so.
struct Limit<'a>(&'a Poll);

impl TerminationCondition for Limit<'_> {
    fn should_stop(&mut self) -> bool {
        !self.0.ask(A_LOOP)
    }
}

/// Branches on sets in the order in which they are stated, then on what is left.
struct InOrder<'a> {
    sets: Vec<(DomainId, i32)>,
    others: Vec<Truth>,
    /// For how many of the sets `choose` says which value is tried.
    n_chosen: usize,
    choose: &'a mut super::Chooser<'a>,
}

impl std::fmt::Debug for InOrder<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("InOrder").field("sets", &self.sets).finish()
    }
}

impl Brancher for InOrder<'_> {
    fn next_decision(&mut self, context: &mut SelectionContext) -> Option<Predicate> {
        let mut values = Vec::new();
        for &(set, n) in &self.sets {
            let least = context.lower_bound(set);
            if context.is_integer_fixed(set) {
                values.push(least as usize);
                continue;
            }
            if values.len() >= self.n_chosen {
                return Some(predicate!(set == least));
            }
            let open = (least..n).filter(|&value| context.contains(set, value));
            let open: Vec<usize> = open.map(|value| value as usize).collect();
            let value = (self.choose)(&values, &open) as i32;
            return Some(predicate!(set == value));
        }
        let mut left = self.others.iter().map(|truth| truth.predicate());
        let open = left.find(|&truth| !context.is_predicate_assigned(truth));
        open.map(|truth| !truth)
    }

    fn subscribe_to_events(&self) -> Vec<BrancherEvent> {
        Vec::new()
    }
}

/// A brancher whose decisions are counted.
#[derive(Debug)]
struct Counted<'a, B> {
    brancher: B,
    choices: &'a mut u64,
}

impl<B: Brancher> Brancher for Counted<'_, B> {
    fn next_decision(&mut self, context: &mut SelectionContext) -> Option<Predicate> {
        let decision = self.brancher.next_decision(context);
        *self.choices += u64::from(decision.is_some());
        decision
    }

    fn on_conflict(&mut self) {
        self.brancher.on_conflict();
    }

    fn on_backtrack(&mut self) {
        self.brancher.on_backtrack();
    }

    fn on_solution(&mut self, solution: SolutionReference<'_>) {
        self.brancher.on_solution(solution);
    }

    fn on_unassign_integer(&mut self, variable: DomainId, value: i32) {
        self.brancher.on_unassign_integer(variable, value);
    }

    fn on_appearance_in_conflict_predicate(&mut self, predicate: Predicate) {
        self.brancher.on_appearance_in_conflict_predicate(predicate);
    }

    fn on_restart(&mut self) {
        self.brancher.on_restart();
    }

    fn synchronise(&mut self, context: &mut SelectionContext<'_>) {
        self.brancher.synchronise(context);
    }

    fn is_restart_pointless(&mut self) -> bool {
        self.brancher.is_restart_pointless()
    }

    fn subscribe_to_events(&self) -> Vec<BrancherEvent> {
        self.brancher.subscribe_to_events()
    }
}
