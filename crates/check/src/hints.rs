//! Hints: which clauses make a lemma follow, written as LRAT while the proof is checked.
//!
//! Clauses of the formula have the numbers from 1, lemmas those after them. What propagation
//! alone says is known for ever becomes a lemma of one literal. So a checker that follows the
//! hints need not search.

use crate::clause::{Code, Place, clause_at, dimacs, variable};
use std::{
    collections::{HashMap, HashSet},
    io::{self, Write},
};

/// The reason of a literal that is assumed.
pub(crate) const ASSUMED: Place = Place::MAX;

/// No number of a clause.
const NONE: u64 = 0;

/// Writes on until a write fails, and keeps the error: a full disk is no fault of a proof.
pub(crate) struct Lasting<'h> {
    to: &'h mut dyn Write,
    failed: Option<io::Error>,
}

impl<'h> Lasting<'h> {
    pub(crate) fn new(to: &'h mut dyn Write) -> Self {
        Lasting { to, failed: None }
    }

    /// Why not everything is written.
    pub(crate) fn end(mut self) -> io::Result<()> {
        self.flush()?;
        self.failed.map_or(Ok(()), Err)
    }
}

impl Write for Lasting<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.failed.is_none() {
            self.failed = self.to.write_all(bytes).err();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.failed {
            Some(_) => Ok(()),
            None => self.to.flush(),
        }
    }
}

pub(crate) struct Hints<'h> {
    /// A [`Lasting`] one.
    out: &'h mut dyn Write,
    /// The numbers of the next clause of the formula and of the next lemma.
    next: u64,
    next_lemma: u64,
    /// The lemma that is about to be added; [`NONE`] if it says nothing.
    lemma: Option<u64>,
    /// By variable: the clause that made it true or false, and the number of the lemma, or
    /// clause, that says so alone.
    reasons: Vec<Place>,
    units: Vec<u64>,
    numbers: HashMap<Place, u64>,
    /// The first clause that is false for ever: its literals and its number.
    conflict: Option<(Vec<Code>, u64)>,
    /// The trail has lemmas up to here.
    settled: usize,
}

impl<'h> Hints<'h> {
    pub(crate) fn new(n_vars: usize, n_clauses: usize, out: &'h mut dyn Write) -> Self {
        Hints {
            out,
            next: 1,
            next_lemma: n_clauses as u64 + 1,
            lemma: None,
            reasons: vec![ASSUMED; n_vars + 1],
            units: vec![NONE; n_vars + 1],
            numbers: HashMap::new(),
            conflict: None,
            settled: 0,
        }
    }

    pub(crate) fn reason(&mut self, literal: Code, reason: Place) {
        self.reasons[variable(literal)] = reason;
    }

    /// The number of the clause that is added now.
    pub(crate) fn number(&mut self) -> u64 {
        self.lemma.take().unwrap_or_else(|| {
            self.next += 1;
            self.next - 1
        })
    }

    pub(crate) fn keep(&mut self, place: Place, number: u64) {
        self.numbers.insert(place, number);
    }

    /// A literal is true by a clause of itself.
    pub(crate) fn unit(&mut self, literal: Code, number: u64) {
        self.units[variable(literal)] = number;
    }

    /// All literals of a clause are false for ever.
    pub(crate) fn contradicted(&mut self, clause: &[Code], number: u64) {
        self.conflict
            .get_or_insert_with(|| (clause.to_vec(), number));
    }

    /// The same of the clause in this place.
    pub(crate) fn contradicted_at(&mut self, store: &[u32], place: Place) {
        let number = self.numbers[&place];
        self.contradicted(clause_at(store, place), number);
    }

    /// Lemmas for all that is known for ever by now, and the empty one if that contradicts
    /// itself.
    pub(crate) fn settle(&mut self, trail: &[Code], store: &[u32]) {
        for &literal in &trail[self.settled..] {
            if self.units[variable(literal)] != NONE {
                continue;
            }
            let place = self.reasons[variable(literal)];
            let others = clause_at(store, place).iter().filter(|&&l| l != literal);
            let mut hints = self.known(others);
            hints.push(self.numbers[&place]);
            self.units[variable(literal)] = self.write(&[dimacs(literal)], &hints);
        }
        self.settled = trail.len();
        if let Some((clause, number)) = self.conflict.take() {
            let mut hints = self.known(clause.iter());
            hints.push(number);
            self.write(&[], &hints);
        }
    }

    /// The lemmas that say that these literals are false.
    fn known<'a>(&self, literals: impl Iterator<Item = &'a Code>) -> Vec<u64> {
        literals.map(|&l| self.units[variable(l)]).collect()
    }

    /// The lemma has a literal that is known for ever, or one and its opposite.
    pub(crate) fn follows_from(&mut self, lemma: &[i32], literal: Code) {
        let unit = self.units[variable(literal)];
        self.lemma = Some(match unit {
            NONE => NONE,
            unit => self.write_lemma(lemma, &[unit]),
        });
    }

    /// The lemma follows: with its literals false, those of the trail are true, and the clause
    /// in this place is false.
    pub(crate) fn follows(&mut self, lemma: &[i32], trail: &[Code], store: &[u32], place: Place) {
        // What is known for ever of the lemma's own variables, its negation says already.
        let own = lemma.iter().map(|literal| literal.unsigned_abs() as usize);
        let mut needed: HashSet<usize> = own.collect();
        let mut known = Vec::new();
        let mut reasons = vec![self.numbers[&place]];
        let mut look = |clause: &[Code], except: Code, needed: &mut HashSet<_>| {
            for &literal in clause.iter().filter(|&&literal| literal != except) {
                if needed.insert(variable(literal)) && self.units[variable(literal)] != NONE {
                    known.push(self.units[variable(literal)]);
                }
            }
        };
        look(clause_at(store, place), Code::MAX, &mut needed);
        for &literal in trail.iter().rev() {
            let reason = self.reasons[variable(literal)];
            if reason != ASSUMED && needed.contains(&variable(literal)) {
                reasons.push(self.numbers[&reason]);
                look(clause_at(store, reason), literal, &mut needed);
            }
        }
        known.extend(reasons.iter().rev());
        self.lemma = Some(self.write_lemma(lemma, &known));
    }

    fn write_lemma(&mut self, lemma: &[i32], hints: &[u64]) -> u64 {
        let literals: Vec<i64> = lemma.iter().map(|&literal| literal.into()).collect();
        self.write(&literals, hints)
    }

    fn write(&mut self, literals: &[i64], hints: &[u64]) -> u64 {
        let number = self.next_lemma;
        self.next_lemma += 1;
        let mut line = number.to_string();
        literals
            .iter()
            .for_each(|l| line.push_str(&format!(" {l}")));
        line.push_str(" 0");
        hints.iter().for_each(|h| line.push_str(&format!(" {h}")));
        line.push_str(" 0\n");
        self.put(&line);
        number
    }

    pub(crate) fn delete(&mut self, place: Place) {
        if let Some(number) = self.numbers.remove(&place).filter(|&number| number != NONE) {
            let last = self.next_lemma - 1;
            self.put(&format!("{last} d {number} 0\n"));
        }
    }

    fn put(&mut self, line: &str) {
        let _ = self.out.write_all(line.as_bytes()); // which keeps its error
    }

    /// Clauses have other places from now on.
    pub(crate) fn move_to(&mut self, place: impl Fn(Place) -> Place) {
        let old = std::mem::take(&mut self.numbers);
        self.numbers = old.into_iter().map(|(at, n)| (place(at), n)).collect();
    }
}
