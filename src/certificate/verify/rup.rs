//! Reverse unit propagation: whether a lemma follows from the clauses, because
//! its negation leads to a conflict by unit propagation alone.
//!
//! DRAT proofs may hold lemmas of a weaker kind, which only keep a formula's
//! satisfiability; none is accepted here. Deletions are followed, but for
//! those of unit clauses; forgetting a clause can make no wrong lemma right.

use super::{Rejection, reject};
use std::{
    collections::HashMap,
    io::{self, BufRead},
};

/// A clause's place among the literals; a deleted one has none.
#[derive(Debug, Clone, Copy)]
struct Clause {
    start: usize,
    len: usize,
}

/// A clause that watches a literal, and another of its literals: as long as that is
/// true there is nothing to do.
#[derive(Debug, Clone, Copy)]
struct Watch {
    clause: usize,
    other: i32,
}

/// The clauses so far, with two watched literals each.
pub(super) struct Rup {
    n_vars: usize,
    /// The literals of all clauses; the first two of each are watched.
    literals: Vec<i32>,
    clauses: Vec<Clause>,
    n_deleted: usize,
    /// Clauses by a sum of their literals, for deletions.
    by_sum: HashMap<u64, Vec<usize>>,
    /// For each literal the clauses that watch it.
    watches: Vec<Vec<Watch>>,
    /// 1 true, -1 false, 0 neither; by literal.
    values: Vec<i8>,
    trail: Vec<i32>,
    propagated: usize,
    refuted: bool,
}

/// The place of what is kept for a literal.
fn index(literal: i32) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}

/// The same for every order of the literals.
fn sum(clause: &[i32]) -> u64 {
    let mixed = |&literal: &i32| {
        let spread = (index(literal) as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (spread ^ spread >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
    };
    clause.iter().map(mixed).fold(0, u64::wrapping_add)
}

impl Rup {
    pub(super) fn new(n_vars: usize) -> Self {
        Rup {
            n_vars,
            literals: Vec::new(),
            clauses: Vec::new(),
            n_deleted: 0,
            by_sum: HashMap::new(),
            watches: vec![Vec::new(); 2 * n_vars + 2],
            values: vec![0; 2 * n_vars + 2],
            trail: Vec::new(),
            propagated: 0,
            refuted: false,
        }
    }

    fn value(&self, literal: i32) -> i8 {
        self.values[index(literal)]
    }

    fn assign(&mut self, literal: i32) {
        self.values[index(literal)] = 1;
        self.values[index(-literal)] = -1;
        self.trail.push(literal);
    }

    /// Adds a clause of known variables.
    pub(super) fn add(&mut self, literals: &[i32]) {
        let mut clause = literals.to_vec();
        clause.sort_unstable();
        clause.dedup();
        // Watch literals that are not false, as far as there are any.
        clause.sort_by_key(|&literal| self.value(literal) < 0);
        match clause[..] {
            [] => self.refuted = true,
            [unit] => self.unit(unit),
            [first, second, ..] => {
                let number = self.clauses.len();
                self.by_sum.entry(sum(&clause)).or_default().push(number);
                for (watched, other) in [(first, second), (second, first)] {
                    let clause = number;
                    self.watches[index(watched)].push(Watch { clause, other });
                }
                if self.value(second) < 0 {
                    self.unit(first);
                }
                self.clauses.push(Clause {
                    start: self.literals.len(),
                    len: clause.len(),
                });
                self.literals.extend(clause);
            }
        }
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
            let mut watching = std::mem::take(&mut self.watches[index(false_one)]);
            let (mut kept, mut conflict) = (0, false);
            for position in 0..watching.len() {
                let watch = watching[position];
                watching[kept] = watch;
                kept += 1;
                if conflict || self.values[index(watch.other)] > 0 {
                    continue;
                }
                let Clause { start, len } = self.clauses[watch.clause];
                let clause = &mut self.literals[start..start + len];
                if clause.is_empty() {
                    kept -= 1; // it was deleted
                    continue;
                }
                if clause[0] == false_one {
                    clause.swap(0, 1);
                }
                let first = clause[0];
                watching[kept - 1].other = first;
                if self.values[index(first)] > 0 {
                    continue;
                }
                let values = &self.values;
                let free = (2..len).find(|&place| values[index(clause[place])] >= 0);
                if let Some(place) = free {
                    clause.swap(1, place);
                    let watch = Watch {
                        other: first,
                        ..watch
                    };
                    self.watches[index(clause[1])].push(watch);
                    kept -= 1;
                } else if self.values[index(first)] < 0 {
                    conflict = true;
                } else {
                    self.assign(first);
                }
            }
            watching.truncate(kept);
            self.watches[index(false_one)] = watching;
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
            self.values[index(literal)] = 0;
            self.values[index(-literal)] = 0;
        }
        self.propagated = propagated;
        follows
    }

    fn delete(&mut self, clause: &mut Vec<i32>) {
        clause.sort_unstable();
        clause.dedup();
        // A clause that made a literal true stays: solvers disagree on whether
        // the literal is forgotten with it.
        if clause.len() < 2 || clause.iter().any(|&literal| self.value(literal) > 0) {
            return;
        }
        let sum = sum(clause);
        let Some(numbers) = self.by_sum.get_mut(&sum) else {
            return; // nothing is lost by keeping what was not found
        };
        let is_it = |&number: &usize| {
            let Clause { start, len } = self.clauses[number];
            let mut other = self.literals[start..start + len].to_vec();
            other.sort_unstable();
            other == *clause
        };
        let Some(place) = numbers.iter().rposition(is_it) else {
            return;
        };
        let number = numbers.swap_remove(place);
        if numbers.is_empty() {
            self.by_sum.remove(&sum);
        }
        self.n_deleted += std::mem::take(&mut self.clauses[number].len);
        if self.n_deleted > self.literals.len() / 2 {
            self.close_ranks();
        }
    }

    /// Gives back the room of deleted clauses.
    fn close_ranks(&mut self) {
        let mut kept = 0;
        for clause in &mut self.clauses {
            let old = clause.start..clause.start + clause.len;
            clause.start = kept;
            kept += clause.len;
            self.literals.copy_within(old, clause.start);
        }
        self.literals.truncate(kept);
        self.n_deleted = 0;
    }

    /// Reads a DRAT proof, as text or binary, to its end or to the empty clause.
    /// Returns the number of lemmas. `go_on` is asked before each; if it says no,
    /// that is a rejection.
    pub(super) fn check(
        mut self,
        proof: impl BufRead,
        go_on: &dyn Fn() -> bool,
    ) -> Result<usize, Rejection> {
        self.refuted |= !self.propagate();
        let mut steps = Steps::new(proof)?;
        let mut lemmas = 0;
        let mut clause = Vec::new();
        while !self.refuted
            && let Some(deletes) = steps.next(&mut clause)?
        {
            if clause
                .iter()
                .any(|literal| literal.unsigned_abs() as usize > self.n_vars)
            {
                return reject(format!("{}: a literal without a variable", steps.place()));
            }
            if deletes {
                self.delete(&mut clause);
                continue;
            }
            if !go_on() {
                return reject("it was not read to its end");
            }
            if !self.follows(&clause) {
                return reject(format!("{}: the lemma does not follow", steps.place()));
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
}

/// A DRAT proof in its text form, whichever form it has.
pub(super) fn as_text(proof: Vec<u8>) -> Result<Vec<u8>, Rejection> {
    let mut steps = Steps::new(&proof[..])?;
    if !steps.is_binary {
        return Ok(proof);
    }
    let (mut text, mut clause) = (String::new(), Vec::new());
    while let Some(deletes) = steps.next(&mut clause)? {
        text.push_str(if deletes { "d " } else { "" });
        for literal in &clause {
            text.push_str(&format!("{literal} "));
        }
        text.push_str("0\n");
    }
    Ok(text.into_bytes())
}

/// The steps of a proof.
pub(super) struct Steps<R> {
    proof: R,
    is_binary: bool,
    /// Lines read, or steps in a binary proof.
    number: usize,
    line: Vec<u8>,
}

impl<R: BufRead> Steps<R> {
    pub(super) fn new(mut proof: R) -> Result<Self, Rejection> {
        let begin = proof.fill_buf().map_err(unread)?;
        // Text has nothing but words and spaces; every binary step ends with a 0.
        let is_text = |byte: &u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
        let is_binary =
            matches!(begin.first(), Some(b'a' | b'd')) && !begin.iter().take(100).all(is_text);
        Ok(Steps {
            proof,
            is_binary,
            number: 0,
            line: Vec::new(),
        })
    }

    /// Where the last step stood.
    fn place(&self) -> String {
        let what = if self.is_binary { "step" } else { "line" };
        format!("{what} {}", self.number)
    }

    /// Reads a step's clause, and whether it is deleted; nothing at the end.
    pub(super) fn next(&mut self, clause: &mut Vec<i32>) -> Result<Option<bool>, Rejection> {
        loop {
            clause.clear();
            self.line.clear();
            self.number += 1;
            let end = if self.is_binary { 0 } else { b'\n' };
            let read = self.proof.read_until(end, &mut self.line);
            if read.map_err(unread)? == 0 {
                return Ok(None);
            }
            let parsed = match self.is_binary {
                true => binary(&self.line, clause),
                false => text(&self.line, clause),
            };
            match parsed {
                Some(Parsed::Nothing) => {}
                Some(Parsed::Adds) => return Ok(Some(false)),
                Some(Parsed::Deletes) => return Ok(Some(true)),
                None => return reject(format!("{}: expected literals and 0", self.place())),
            }
        }
    }
}

fn unread(error: io::Error) -> Rejection {
    Rejection(format!("it cannot be read: {error}"))
}

enum Parsed {
    Nothing,
    Adds,
    Deletes,
}

/// `1 -2 0`, `d 1 -2 0`, or a comment.
fn text(line: &[u8], clause: &mut Vec<i32>) -> Option<Parsed> {
    let line = std::str::from_utf8(line).ok()?.trim();
    if line.is_empty() || line.starts_with('c') {
        return Some(Parsed::Nothing);
    }
    let (step, words) = match line.strip_prefix('d') {
        Some(rest) => (Parsed::Deletes, rest),
        None => (Parsed::Adds, line),
    };
    for word in words.split_ascii_whitespace() {
        if clause.last() == Some(&0) {
            return None;
        }
        clause.push(word.parse().ok().filter(|&literal| literal != i32::MIN)?);
    }
    (clause.pop() == Some(0)).then_some(step)
}

/// `a` or `d`, then 2v for the literal v and 2v+1 for -v, seven bits a byte, the
/// last ones first, then 0.
fn binary(bytes: &[u8], clause: &mut Vec<i32>) -> Option<Parsed> {
    let (&letter, rest) = bytes.strip_suffix(&[0])?.split_first()?;
    let (mut number, mut shift) = (0u64, 0);
    for &byte in rest {
        number |= u64::from(byte & 0x7F) << shift;
        shift += 7;
        if byte & 0x80 == 0 {
            let variable = i32::try_from(number / 2).ok().filter(|&v| v > 0)?;
            clause.push(if number % 2 == 1 { -variable } else { variable });
            (number, shift) = (0, 0);
        } else if shift > 35 {
            return None;
        }
    }
    match (letter, shift) {
        (b'a', 0) => Some(Parsed::Adds),
        (b'd', 0) => Some(Parsed::Deletes),
        _ => None,
    }
}
