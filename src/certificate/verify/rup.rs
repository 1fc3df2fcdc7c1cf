//! Reverse unit propagation: whether a lemma follows from the clauses, because
//! its negation leads to a conflict by unit propagation alone.
//!
//! DRAT proofs may hold lemmas of a weaker kind, which only keep a formula's
//! satisfiability; none is accepted here. Deletions are followed, but for
//! those of unit clauses; forgetting a clause can make no wrong lemma right.

use super::{Rejection, reject};
use std::{collections::HashMap, io::BufRead};

/// The clauses so far, with two watched literals each.
pub(super) struct Rup {
    n_vars: usize,
    clauses: Vec<Vec<i32>>,
    /// Clauses by their sorted literals, for deletions.
    by_literals: HashMap<Vec<i32>, Vec<usize>>,
    /// For each literal the clauses that watch it.
    watches: Vec<Vec<usize>>,
    /// 1 true, -1 false, 0 neither; by literal.
    values: Vec<i8>,
    trail: Vec<i32>,
    propagated: usize,
    refuted: bool,
}

impl Rup {
    pub(super) fn new(n_vars: usize) -> Self {
        Rup {
            n_vars,
            clauses: Vec::new(),
            by_literals: HashMap::new(),
            watches: vec![Vec::new(); 2 * n_vars + 2],
            values: vec![0; 2 * n_vars + 2],
            trail: Vec::new(),
            propagated: 0,
            refuted: false,
        }
    }

    fn index(literal: i32) -> usize {
        2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
    }

    fn value(&self, literal: i32) -> i8 {
        self.values[Self::index(literal)]
    }

    fn assign(&mut self, literal: i32) {
        self.values[Self::index(literal)] = 1;
        self.values[Self::index(-literal)] = -1;
        self.trail.push(literal);
    }

    /// Adds a clause of known variables.
    pub(super) fn add(&mut self, literals: &[i32]) {
        let mut clause = literals.to_vec();
        clause.sort_unstable();
        clause.dedup();
        let number = self.clauses.len();
        self.by_literals
            .entry(clause.clone())
            .or_default()
            .push(number);
        // Watch literals that are not false, as far as there are any.
        clause.sort_by_key(|&literal| self.value(literal) < 0);
        match clause[..] {
            [] => self.refuted = true,
            [unit] => self.unit(unit),
            [first, second, ..] => {
                self.watches[Self::index(first)].push(number);
                self.watches[Self::index(second)].push(number);
                if self.value(second) < 0 {
                    self.unit(first);
                }
            }
        }
        self.clauses.push(clause);
    }

    /// Takes in a literal that is true for ever.
    fn unit(&mut self, literal: i32) {
        match self.value(literal) {
            1 => {}
            0 => self.assign(literal),
            _ => self.refuted = true,
        }
    }

    /// Propagates; whether there was no conflict.
    fn propagate(&mut self) -> bool {
        while let Some(&literal) = self.trail.get(self.propagated) {
            self.propagated += 1;
            let false_one = -literal;
            let mut watching = std::mem::take(&mut self.watches[Self::index(false_one)]);
            let mut kept = 0;
            let mut conflict = false;
            for position in 0..watching.len() {
                let number = watching[position];
                watching[kept] = number;
                kept += 1;
                if conflict {
                    continue;
                }
                let clause = &mut self.clauses[number];
                if clause.len() < 2 {
                    kept -= 1; // it was deleted
                    continue;
                }
                if clause[0] == false_one {
                    clause.swap(0, 1);
                }
                let first = clause[0];
                if self.values[Self::index(first)] > 0 {
                    continue;
                }
                let values = &self.values;
                let other = (2..clause.len()).find(|&k| values[Self::index(clause[k])] >= 0);
                if let Some(other) = other {
                    clause.swap(1, other);
                    let watched = Self::index(clause[1]);
                    self.watches[watched].push(number);
                    kept -= 1;
                } else if self.value(first) < 0 {
                    conflict = true;
                } else {
                    self.assign(first);
                }
            }
            watching.truncate(kept);
            self.watches[Self::index(false_one)] = watching;
            if conflict {
                return false;
            }
        }
        true
    }

    /// Whether the lemma follows; the assignment is as before.
    fn follows(&mut self, lemma: &[i32]) -> bool {
        let (begin, propagated) = (self.trail.len(), self.propagated);
        let mut conflict = false;
        for &literal in lemma {
            match self.value(literal) {
                1 => conflict = true,
                0 => self.assign(-literal),
                _ => {}
            }
        }
        let follows = conflict || !self.propagate();
        for literal in self.trail.drain(begin..) {
            self.values[Self::index(literal)] = 0;
            self.values[Self::index(-literal)] = 0;
        }
        self.propagated = propagated;
        follows
    }

    fn delete(&mut self, clause: &[i32]) {
        let mut key = clause.to_vec();
        key.sort_unstable();
        key.dedup();
        if key.len() < 2 {
            return;
        }
        let Some(numbers) = self.by_literals.get_mut(&key) else {
            return; // nothing is lost by keeping what was not found
        };
        // A clause that made a literal true stays: solvers disagree on whether
        // the literal is forgotten with it.
        let values = &self.values;
        if key.iter().any(|&literal| values[Self::index(literal)] > 0) {
            return;
        }
        if let Some(number) = numbers.pop() {
            self.clauses[number] = Vec::new();
        }
        if numbers.is_empty() {
            self.by_literals.remove(&key);
        }
    }

    /// Reads a DRAT proof in text form to its end or to the empty clause.
    /// Returns the number of lemmas.
    pub(super) fn check(mut self, proof: impl BufRead) -> Result<usize, Rejection> {
        self.refuted |= !self.propagate();
        let mut lemmas = 0;
        for (number, line) in proof.lines().enumerate() {
            if self.refuted {
                break;
            }
            let line = line.map_err(|error| Rejection(format!("it cannot be read: {error}")))?;
            let line = line.trim();
            if line.is_empty() || line.starts_with('c') {
                continue;
            }
            let (deletes, words) = match line.strip_prefix('d') {
                Some(rest) => (true, rest),
                None => (false, line),
            };
            let clause = self.parse(words);
            let Some(clause) = clause else {
                return reject(format!("line {}: expected literals and 0", number + 1));
            };
            if deletes {
                self.delete(&clause);
                continue;
            }
            if !self.follows(&clause) {
                return reject(format!("line {}: the lemma does not follow", number + 1));
            }
            lemmas += 1;
            self.add(&clause);
            self.refuted |= !self.propagate();
        }
        match self.refuted {
            true => Ok(lemmas),
            false => reject("it does not end in a contradiction"),
        }
    }

    fn parse(&self, words: &str) -> Option<Vec<i32>> {
        let numbers: Option<Vec<i32>> = words
            .split_ascii_whitespace()
            .map(|word| word.parse().ok())
            .collect();
        let mut clause = numbers?;
        (clause.pop() == Some(0)).then_some(())?;
        let known = |literal: &i32| {
            *literal != 0 && *literal != i32::MIN && literal.unsigned_abs() as usize <= self.n_vars
        };
        clause.iter().all(known).then_some(clause)
    }
}
