//! Depth-first search over a formula as it is stated, as the solver of Jefferson, Miguel, Miguel
//! and Tarim (2006) searched: on one set after the other of which exactly one literal is true, with
//! unit propagation of clauses, bounds of sums, and arc consistency of tables; without learning.

use super::{SolverError, Verdict, embedded::PIECE};
use crate::{
    formula::{Formula, Linear, Lit, Relation},
    watch::{Poll, Stop, Watch},
};

/// What it is called in answers.
pub const NAME: &str = "depth-first";

/// Which value of a set is tried: it is told the values of the sets before, and those that are left
/// of this one.
pub(crate) type Chooser<'a> = dyn FnMut(&[usize], &[usize]) -> usize + 'a;

/// The work of a choice with its propagation: estimated on model C of the English board.
const A_CHOICE: u64 = 10;

/// After so many clauses are posted the watch is looked at.
const CLAUSES_A_LOOK: usize = 1 << 12;

/// A literal as a number: twice its variable, and one more if it is negative.
type Code = usize;

fn code(lit: Lit) -> Code {
    2 * lit.vidx() + usize::from(lit.is_neg())
}

/// What is known of a literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Truth {
    Open,
    True,
    False,
}

/// A sum of weights that must not fall below zero: those of the literals that are not false,
/// less the bound.
struct Sum {
    /// Literals with their weights, the largest first.
    terms: Vec<(Code, i64)>,
    slack: i64,
}

/// Finds an assignment that satisfies the formula. For the first `n_sets` sets of it `choose` says
/// which value is tried; of later ones the least is, and other variables are tried as false.
/// Decisions at which more than one value was left are added to `choices`, also where the watch
/// ends the search.
pub(crate) fn search(
    formula: &Formula,
    n_sets: usize,
    choose: &mut Chooser<'_>,
    choices: &mut u64,
    watch: &Watch,
) -> Result<Verdict, SolverError> {
    let poll = Poll::new(watch, PIECE);
    let mut search = Search::of(formula, watch)?;
    let mut values = Vec::new();
    if !search.is_consistent || !search.propagate() {
        return Ok(Verdict::Unsatisfiable);
    }
    loop {
        if !poll.ask(A_CHOICE) {
            poll.check()?;
            return Ok(Verdict::Unknown);
        }
        let Some((literal, is_choice)) = search.next(n_sets, choose, &mut values) else {
            return Ok(Verdict::Satisfiable(search.assignment()));
        };
        *choices += u64::from(is_choice);
        search.decide(literal);
        while !search.propagate() {
            if !search.go_back() {
                return Ok(Verdict::Unsatisfiable);
            }
        }
    }
}

struct Search {
    /// By code.
    truths: Vec<Truth>,
    /// The literals that are true, in the order in which they became so, and how many of them
    /// were propagated.
    trail: Vec<Code>,
    done: usize,
    /// Where the trail was before each decision.
    decisions: Vec<usize>,
    /// By code: what follows from it.
    implied: Vec<Vec<Code>>,
    /// Clauses of more than two literals; the first two are watched.
    clauses: Vec<Vec<Code>>,
    /// By code: the clauses that watch it.
    watched: Vec<Vec<u32>>,
    /// Of each exactly one is true.
    sets: Vec<Vec<Code>>,
    /// By code: the sets that have it.
    sets_of: Vec<Vec<u32>>,
    sums: Vec<Sum>,
    /// By code: the sums that lose so much once it is false.
    sums_of: Vec<Vec<(u32, i64)>>,
    /// Whether posting refuted nothing.
    is_consistent: bool,
}

impl Search {
    fn of(formula: &Formula, watch: &Watch) -> Result<Self, Stop> {
        let n = 2 * formula.n_vars() as usize;
        let mut search = Search {
            truths: vec![Truth::Open; n],
            trail: Vec::new(),
            done: 0,
            decisions: Vec::new(),
            implied: vec![Vec::new(); n],
            clauses: Vec::new(),
            watched: vec![Vec::new(); n],
            sets: Vec::new(),
            sets_of: vec![Vec::new(); n],
            sums: Vec::new(),
            sums_of: vec![Vec::new(); n],
            is_consistent: true,
        };
        for (number, clause) in formula.clauses().iter().enumerate() {
            if number % CLAUSES_A_LOOK == 0 {
                watch.check()?;
            }
            search.add(clause);
        }
        for pairs in formula.pairs() {
            watch.check()?;
            pairs
                .supports()
                .iter()
                .for_each(|clause| search.add(clause));
        }
        for set in formula.exactly_ones() {
            search.add(set);
            let number = search.sets.len() as u32;
            let set: Vec<Code> = set.iter().copied().map(code).collect();
            set.iter().for_each(|&lit| search.sets_of[lit].push(number));
            search.sets.push(set);
        }
        formula
            .linear()
            .iter()
            .for_each(|linear| search.add_linear(linear));
        Ok(search)
    }

    fn add(&mut self, clause: &[Lit]) {
        let clause: Vec<Code> = clause.iter().copied().map(code).collect();
        match clause[..] {
            [] => self.is_consistent = false,
            [one] => self.is_consistent &= self.assign(one),
            [one, other] => {
                self.implied[one ^ 1].push(other);
                self.implied[other ^ 1].push(one);
            }
            [one, other, ..] => {
                let number = self.clauses.len() as u32;
                self.watched[one].push(number);
                self.watched[other].push(number);
                self.clauses.push(clause);
            }
        }
    }

    /// As sums of positive weights that are at least a bound.
    fn add_linear(&mut self, linear: &Linear) {
        let signs: &[i64] = match linear.relation {
            Relation::AtLeast => &[1],
            Relation::AtMost => &[-1],
            Relation::Equal => &[1, -1],
        };
        for sign in signs {
            let mut slack = -sign * linear.bound as i64;
            let mut terms = Vec::with_capacity(linear.terms.len());
            for &(lit, weight) in &linear.terms {
                // A negative weight is that of the opposite, which is missing where it is not.
                match sign * weight as i64 {
                    0 => {}
                    weight @ 1.. => terms.push((code(lit), weight)),
                    weight => {
                        slack += weight;
                        terms.push((code(!lit), -weight));
                    }
                }
            }
            slack += terms.iter().map(|term| term.1).sum::<i64>();
            terms.sort_by_key(|&(_, weight)| -weight);
            let number = self.sums.len() as u32;
            for &(lit, weight) in &terms {
                self.sums_of[lit].push((number, weight));
            }
            let sum = Sum { terms, slack };
            for &(lit, weight) in &sum.terms {
                if weight > sum.slack && sum.slack >= 0 {
                    self.is_consistent &= self.assign(lit);
                }
            }
            self.is_consistent &= sum.slack >= 0;
            self.sums.push(sum);
        }
    }

    /// Makes it true; whether it was not false.
    fn assign(&mut self, lit: Code) -> bool {
        match self.truths[lit] {
            Truth::True => true,
            Truth::False => false,
            Truth::Open => {
                self.truths[lit] = Truth::True;
                self.truths[lit ^ 1] = Truth::False;
                self.trail.push(lit);
                true
            }
        }
    }

    /// Whether all that follows contradicts nothing.
    fn propagate(&mut self) -> bool {
        while let Some(&lit) = self.trail.get(self.done) {
            self.done += 1;
            let mut holds = true;
            // Sums are told of all that is undone later.
            for place in 0..self.sums_of[lit ^ 1].len() {
                let (number, weight) = self.sums_of[lit ^ 1][place];
                self.sums[number as usize].slack -= weight;
            }
            for place in 0..self.sums_of[lit ^ 1].len() {
                let number = self.sums_of[lit ^ 1][place].0;
                holds = holds && self.propagate_sum(number as usize);
            }
            for place in 0..self.implied[lit].len() {
                holds = holds && self.assign(self.implied[lit][place]);
            }
            for place in 0..self.sets_of[lit].len() {
                let set = self.sets_of[lit][place] as usize;
                for place in 0..self.sets[set].len() {
                    let other = self.sets[set][place];
                    holds = holds && (other == lit || self.assign(other ^ 1));
                }
            }
            if !holds || !self.propagate_clauses(lit ^ 1) {
                return false;
            }
        }
        true
    }

    fn propagate_sum(&mut self, number: usize) -> bool {
        let slack = self.sums[number].slack;
        let mut place = 0;
        while let Some(&(lit, weight)) = self.sums[number].terms.get(place)
            && weight > slack
        {
            place += 1;
            if self.truths[lit] == Truth::Open {
                self.assign(lit);
            }
        }
        slack >= 0
    }

    /// The clauses that watch a literal which is false now.
    fn propagate_clauses(&mut self, lit: Code) -> bool {
        let mut watching = std::mem::take(&mut self.watched[lit]);
        let (mut holds, mut place) = (true, 0);
        while holds && place < watching.len() {
            let clause = &mut self.clauses[watching[place] as usize];
            if clause[0] == lit {
                clause.swap(0, 1);
            }
            let other = clause[0];
            if self.truths[other] != Truth::True {
                let mut rest = 2..clause.len();
                match rest.find(|&place| self.truths[clause[place]] != Truth::False) {
                    Some(free) => {
                        clause.swap(1, free);
                        self.watched[clause[1]].push(watching.swap_remove(place));
                        continue;
                    }
                    None => holds = self.assign(other),
                }
            }
            place += 1;
        }
        self.watched[lit] = watching;
        holds
    }

    /// What is decided next, and whether there was a choice; `None` if all is known. `values` is
    /// room for the values of sets.
    fn next(
        &self,
        n_sets: usize,
        choose: &mut Chooser<'_>,
        values: &mut Vec<usize>,
    ) -> Option<(Code, bool)> {
        values.clear();
        for set in &self.sets {
            if let Some(value) = set.iter().position(|&lit| self.truths[lit] == Truth::True) {
                values.push(value);
                continue;
            }
            let open = (0..set.len()).filter(|&value| self.truths[set[value]] == Truth::Open);
            let open: Vec<usize> = open.collect();
            let value = match values.len() < n_sets {
                true => choose(values, &open),
                false => open[0],
            };
            return Some((set[value], open.len() > 1));
        }
        let mut negatives = (1..self.truths.len()).step_by(2);
        let open = negatives.find(|&lit| self.truths[lit] == Truth::Open);
        open.map(|lit| (lit, true))
    }

    fn decide(&mut self, lit: Code) {
        self.decisions.push(self.trail.len());
        self.assign(lit);
    }

    /// Takes the last decision back, and tries the opposite; whether there was one.
    fn go_back(&mut self) -> bool {
        let Some(begin) = self.decisions.pop() else {
            return false;
        };
        let decided = self.trail[begin];
        for place in (begin..self.trail.len()).rev() {
            let lit = self.trail[place];
            self.truths[lit] = Truth::Open;
            self.truths[lit ^ 1] = Truth::Open;
            if place < self.done {
                for &(number, weight) in &self.sums_of[lit ^ 1] {
                    self.sums[number as usize].slack += weight;
                }
            }
        }
        self.trail.truncate(begin);
        self.done = begin;
        self.assign(decided ^ 1)
    }

    fn assignment(&self) -> Vec<bool> {
        let positives = (0..self.truths.len()).step_by(2);
        positives
            .map(|lit| self.truths[lit] == Truth::True)
            .collect()
    }
}
