//! Reverse unit propagation: whether a lemma follows from the clauses, because
//! its negation leads to a conflict by unit propagation alone.
//!
//! DRAT proofs may hold lemmas of a weaker kind, which only keep a formula's
//! satisfiability; none is accepted here. Deletions are followed, but for
//! those of unit clauses; forgetting a clause can make no wrong lemma right.

use crate::{
    Rejection,
    clause::{Code, Place, code, sorted, sum},
    drat::{Parsed, Steps, binary},
    hints::{ASSUMED, Hints},
    reject,
};
use std::{
    collections::HashMap,
    io::{self, BufRead},
};

/// A clause that watches a literal, and another of its literals: as long as that is
/// true there is nothing to do.
#[derive(Debug, Clone, Copy)]
struct Watch {
    /// With [`PAIR`] if the other literal is the only other one.
    clause: Place,
    other: Code,
}

const PAIR: Place = 1 << 31;

/// In place of a deleted clause's length, beside it.
const DELETED: u32 = 1 << 31;

/// The clauses so far, with two watched literals each.
pub(crate) struct Rup<'h> {
    n_vars: usize,
    /// Of each clause its length and its literals; the first two of these are watched.
    store: Vec<u32>,
    n_deleted: usize,
    /// Clauses by a sum of their literals, for deletions.
    by_sum: HashMap<u64, Vec<Place>>,
    /// For each literal the clauses that watch it.
    watches: Vec<Vec<Watch>>,
    /// 1 true, -1 false, 0 neither; by literal.
    values: Vec<i8>,
    trail: Vec<Code>,
    propagated: usize,
    refuted: bool,
    /// Which clauses make each lemma follow, if that is to be written.
    hints: Option<Box<Hints<'h>>>,
}

impl<'h> Rup<'h> {
    /// With a number of clauses that will be added, and where to, it writes the proof as LRAT.
    pub(crate) fn new(n_vars: usize, hints: Option<(usize, &'h mut dyn io::Write)>) -> Self {
        Rup {
            n_vars,
            store: Vec::new(),
            n_deleted: 0,
            by_sum: HashMap::new(),
            watches: vec![Vec::new(); 2 * n_vars + 2],
            values: vec![0; 2 * n_vars + 2],
            trail: Vec::new(),
            propagated: 0,
            refuted: false,
            hints: hints.map(|(n_clauses, out)| Box::new(Hints::new(n_vars, n_clauses, out))),
        }
    }

    fn value(&self, literal: Code) -> i8 {
        self.values[literal as usize]
    }

    fn assign(&mut self, literal: Code, reason: Place) {
        self.values[literal as usize] = 1;
        self.values[(literal ^ 1) as usize] = -1;
        self.trail.push(literal);
        if let Some(hints) = &mut self.hints {
            hints.reason(literal, reason);
        }
    }

    /// Adds a clause of known variables.
    pub(crate) fn add(&mut self, literals: &[i32]) -> Result<(), Rejection> {
        let mut clause = sorted(literals);
        // Watch literals that are not false, as far as there are any.
        clause.sort_by_key(|&literal| self.value(literal) < 0);
        let number = self.hints.as_mut().map_or(0, |hints| hints.number());
        match clause[..] {
            [] => self.contradict(&clause, number),
            [unit] => match self.value(unit) {
                1 => {}
                0 => {
                    self.assign(unit, ASSUMED);
                    if let Some(hints) = &mut self.hints {
                        hints.unit(unit, number);
                    }
                }
                _ => self.contradict(&clause, number),
            },
            [first, second, ..] => {
                let place = Place::try_from(self.store.len()).unwrap_or(PAIR);
                if place >= PAIR {
                    return reject("its clauses take more than 8 GB");
                }
                self.by_sum.entry(sum(&clause)).or_default().push(place);
                let pair = if clause.len() == 2 { PAIR } else { 0 };
                for (watched, other) in [(first, second), (second, first)] {
                    let clause = place + pair;
                    self.watches[watched as usize].push(Watch { clause, other });
                }
                if let Some(hints) = &mut self.hints {
                    hints.keep(place, number);
                }
                // Where both are false, propagation finds it.
                if (self.value(first), self.value(second)) == (0, -1) {
                    self.assign(first, place);
                }
                self.store.push(clause.len() as u32);
                self.store.extend(clause);
            }
        }
        Ok(())
    }

    /// Takes in a clause of which every literal is false for ever.
    fn contradict(&mut self, clause: &[Code], number: u64) {
        self.refuted = true;
        if let Some(hints) = &mut self.hints {
            hints.contradicted(clause, number);
        }
    }

    /// Propagates; the clause that is false, if there is one.
    fn propagate(&mut self) -> Option<Place> {
        while let Some(&literal) = self.trail.get(self.propagated) {
            self.propagated += 1;
            let false_one = literal ^ 1;
            let mut watching = std::mem::take(&mut self.watches[false_one as usize]);
            let (mut kept, mut next, mut conflict) = (0, 0, None);
            while let Some(&watch) = watching.get(next) {
                next += 1;
                let value = self.value(watch.other);
                let is_pair = watch.clause & PAIR != 0;
                if value <= 0 && !is_pair && self.store[watch.clause as usize] & DELETED != 0 {
                    continue; // watched no more
                }
                watching[kept] = watch;
                kept += 1;
                if value > 0 {
                    continue;
                }
                if is_pair {
                    if value < 0 {
                        conflict = Some(watch.clause & !PAIR);
                        break;
                    }
                    self.assign(watch.other, watch.clause & !PAIR);
                    continue;
                }
                let start = watch.clause as usize;
                let len = self.store[start];
                let clause = &mut self.store[start + 1..start + 1 + len as usize];
                // The other one of those watched.
                let first = clause[0] ^ clause[1] ^ false_one;
                (clause[0], clause[1]) = (first, false_one);
                if self.values[first as usize] > 0 {
                    watching[kept - 1].other = first;
                    continue;
                }
                let values = &self.values;
                let free = clause[2..]
                    .iter()
                    .position(|&one| values[one as usize] >= 0);
                if let Some(place) = free {
                    clause.swap(1, place + 2);
                    let watch = Watch {
                        clause: watch.clause,
                        other: first,
                    };
                    self.watches[clause[1] as usize].push(watch);
                    kept -= 1;
                } else if self.values[first as usize] < 0 {
                    conflict = Some(watch.clause);
                    break;
                } else {
                    watching[kept - 1].other = first;
                    self.assign(first, watch.clause);
                }
            }
            watching.copy_within(next.., kept);
            watching.truncate(watching.len() - (next - kept));
            self.watches[false_one as usize] = watching;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Propagates what is known for ever: at the beginning of a proof, and after each lemma.
    fn settle(&mut self) {
        let conflict = self.propagate();
        self.refuted |= conflict.is_some();
        if let Some(hints) = &mut self.hints {
            if let Some(place) = conflict {
                hints.contradicted_at(&self.store, place);
            }
            hints.settle(&self.trail, &self.store);
        }
    }

    /// Whether the lemma follows; the assignment is as before.
    fn follows(&mut self, lemma: &[i32]) -> bool {
        let (begin, propagated) = (self.trail.len(), self.propagated);
        let mut known = None;
        for literal in lemma.iter().copied().map(code) {
            match self.value(literal) {
                1 => known = Some(literal),
                0 => self.assign(literal ^ 1, ASSUMED),
                _ => {}
            }
        }
        let conflict = match known {
            Some(_) => None,
            None => self.propagate(),
        };
        if let Some(hints) = &mut self.hints {
            match (known, conflict) {
                (Some(literal), _) => hints.follows_from(lemma, literal),
                (_, Some(place)) => {
                    hints.follows(lemma, &self.trail[begin..], &self.store, place);
                }
                _ => {}
            }
        }
        let follows = known.is_some() || conflict.is_some();
        for literal in self.trail.drain(begin..) {
            self.values[literal as usize] = 0;
            self.values[(literal ^ 1) as usize] = 0;
        }
        self.propagated = propagated;
        follows
    }

    fn delete(&mut self, literals: &[i32]) {
        let clause = sorted(literals);
        // A clause that made a literal true stays: solvers disagree on whether
        // the literal is forgotten with it.
        if clause.len() < 2 || clause.iter().any(|&literal| self.value(literal) > 0) {
            return;
        }
        let sum = sum(&clause);
        let Some(places) = self.by_sum.get_mut(&sum) else {
            return; // nothing is lost by keeping what was not found
        };
        let is_it = |&place: &Place| {
            let start = place as usize + 1;
            let mut other = self.store[start..start + self.store[start - 1] as usize].to_vec();
            other.sort_unstable();
            other == clause
        };
        let Some(number) = places.iter().rposition(is_it) else {
            return;
        };
        let place = places.swap_remove(number);
        if places.is_empty() {
            self.by_sum.remove(&sum);
        }
        if let [one, other] = clause[..] {
            for literal in [one, other] {
                let watching = &mut self.watches[literal as usize];
                watching.retain(|watch| watch.clause != place + PAIR);
            }
        }
        self.store[place as usize] |= DELETED;
        if let Some(hints) = &mut self.hints {
            hints.delete(place);
        }
        self.give_back(clause.len());
    }

    /// Counts a deleted clause of this length, and gives back the room once it is half of all.
    fn give_back(&mut self, length: usize) {
        self.n_deleted += length + 1;
        if self.n_deleted > self.store.len() / 2 {
            self.close_ranks();
        }
    }

    /// Moves the clauses that stay together. Each leaves its new place in its old one, where whatever
    /// knows it by that finds it.
    fn close_ranks(&mut self) {
        let mut kept = Vec::with_capacity(self.store.len() - self.n_deleted);
        let mut start = 0;
        while let Some(&len) = self.store.get(start) {
            let end = start + 1 + (len & !DELETED) as usize;
            if len & DELETED == 0 {
                let place = kept.len() as u32;
                kept.extend_from_slice(&self.store[start..end]);
                self.store[start + 1] = place;
            }
            start = end;
        }
        let old = &self.store;
        for watching in &mut self.watches {
            watching.retain(|watch| old[(watch.clause & !PAIR) as usize] & DELETED == 0);
            for watch in watching {
                let place = old[(watch.clause & !PAIR) as usize + 1];
                watch.clause = place + (watch.clause & PAIR);
            }
        }
        for place in self.by_sum.values_mut().flatten() {
            *place = old[*place as usize + 1];
        }
        if let Some(hints) = &mut self.hints {
            hints.move_to(|place| old[place as usize + 1]);
        }
        self.store = kept;
        self.n_deleted = 0;
    }

    /// Takes in a step of a proof; `place` says where it stands.
    fn step(
        &mut self,
        deletes: bool,
        clause: &[i32],
        place: &dyn Fn() -> String,
    ) -> Result<(), Rejection> {
        let is_known = |literal: &i32| literal.unsigned_abs() as usize <= self.n_vars;
        if !clause.iter().all(is_known) {
            return reject(format!("{}: a literal without a variable", place()));
        }
        if deletes {
            self.delete(clause);
            return Ok(());
        }
        if !self.follows(clause) {
            return reject(format!("{}: the lemma does not follow", place()));
        }
        self.add(clause)?;
        self.settle();
        Ok(())
    }

    /// Reads a DRAT proof, as text or binary, to its end or to the empty clause.
    /// Returns the number of lemmas. `go_on` is asked before each; if it says no,
    /// that is a rejection.
    pub(crate) fn check(
        mut self,
        proof: impl BufRead,
        go_on: &dyn Fn() -> bool,
    ) -> Result<usize, Rejection> {
        self.settle();
        let mut steps = Steps::new(proof)?;
        let mut lemmas = 0;
        let mut clause = Vec::new();
        while !self.refuted
            && let Some(deletes) = steps.next(&mut clause)?
        {
            if !deletes && !go_on() {
                return reject(UNREAD);
            }
            self.step(deletes, &clause, &|| steps.place())?;
            lemmas += usize::from(!deletes);
        }
        match self.refuted {
            true => Ok(lemmas),
            false => reject(UNENDED),
        }
    }
}

const UNREAD: &str = "it was not read to its end";
const UNENDED: &str = "it does not end in a contradiction";

/// A binary DRAT proof that is checked while it is written, and kept nowhere. A write fails
/// once the proof is rejected.
pub struct Checking<'a> {
    rup: Rup<'a>,
    go_on: &'a dyn Fn() -> bool,
    /// The beginning of a step.
    begun: Vec<u8>,
    steps: usize,
    lemmas: usize,
    rejected: Option<Rejection>,
}

impl<'a> Checking<'a> {
    /// A proof that no assignment of `n_vars` variables satisfies these clauses; `go_on` is
    /// asked before each lemma.
    ///
    /// # Errors
    /// If there is no room for the clauses.
    pub fn new<C: AsRef<[i32]>>(
        n_vars: usize,
        clauses: impl IntoIterator<Item = C>,
        go_on: &'a dyn Fn() -> bool,
    ) -> Result<Self, Rejection> {
        let mut rup = Rup::new(n_vars, None);
        for clause in clauses {
            rup.add(clause.as_ref())?;
        }
        rup.settle();
        Ok(Checking {
            rup,
            go_on,
            begun: Vec::new(),
            steps: 0,
            lemmas: 0,
            rejected: None,
        })
    }

    /// The number of lemmas, once all is written.
    ///
    /// # Errors
    /// Why the proof is rejected.
    pub fn finish(self) -> Result<usize, Rejection> {
        match (self.rejected, self.rup.refuted) {
            (Some(rejection), _) => Err(rejection),
            (None, true) => Ok(self.lemmas),
            (None, false) => reject(UNENDED),
        }
    }

    fn take(&mut self) -> Result<(), Rejection> {
        self.steps += 1;
        let mut clause = Vec::new();
        let place = self.steps;
        let place = || format!("step {place}");
        let deletes = match binary(&self.begun, &mut clause) {
            Some(Parsed::Adds) => false,
            Some(Parsed::Deletes) => true,
            _ => return reject(format!("{}: expected literals and 0", place())),
        };
        if !deletes && !(self.go_on)() {
            return reject(UNREAD);
        }
        self.lemmas += usize::from(!deletes);
        self.rup.step(deletes, &clause, &place)
    }
}

impl io::Write for Checking<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            if self.rup.refuted {
                break;
            }
            self.begun.push(byte);
            if byte == 0 {
                let taken = self.take();
                self.begun.clear();
                if let Err(rejection) = taken {
                    self.rejected = Some(rejection);
                    return Err(io::Error::other("the proof is rejected"));
                }
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
