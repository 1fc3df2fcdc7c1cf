//! Refutations: a formula that every solution would satisfy, and a proof that
//! nothing satisfies it.
//!
//! A solution of T jumps gives its variables values: `move(t, j)` is true if jump
//! j is made at step t, `peg(t, h)` if there is a peg in hole h before step t,
//! steps from 1 to T, and T + 1 for the end; `survivor(t, h)` if the peg is there that
//! must survive, where one must, and where several must `survivor(t, h, g)`, of the peg that starts
//! in hole g. The formula need not say all of
//! that, but every clause must be true of every solution. That is seen clause by
//! clause: whichever jump is made at the steps that the clause speaks of, one of
//! its literals is true, by what a jump needs, changes, and leaves alone.

use crate::{
    Means, Rejection, Survivor,
    board::{Board, Claim, Finals, Jump, Named, Start, count, two_or_three},
    reject,
    rup::Rup,
};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::{
    collections::{HashMap, HashSet},
    fmt,
    io::{BufRead, BufReader, Read},
};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Refutation {
    /// The number of jumps of every solution.
    steps: usize,
    /// What each variable means.
    variables: Vec<Meaning>,
    /// The clauses in DIMACS numbers, without the zeros.
    clauses: Vec<Vec<i32>>,
    /// The file with the DRAT proof, beside the certificate, and its SHA-256.
    proof: String,
    proof_sha256: String,
    /// The proof itself, where no file holds it.
    proof_text: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Meaning {
    /// At this step this jump is made.
    Move(Move),
    /// Before this step there is a peg in this hole.
    Peg(usize, usize),
    /// Before this step a peg that must survive is in this hole.
    Survivor(There),
}

/// A peg that must survive, before a step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(try_from = "Vec<usize>")]
struct There {
    step: usize,
    hole: usize,
    /// Where it starts, if it is one of several.
    peg: Option<usize>,
}

impl fmt::Debug for There {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.step, self.hole)?;
        self.peg.map_or(Ok(()), |peg| write!(f, ", {peg}"))
    }
}

impl TryFrom<Vec<usize>> for There {
    type Error = &'static str;

    fn try_from(numbers: Vec<usize>) -> Result<Self, Self::Error> {
        let wrong = "a survivor is a step, a hole and, of several, where it starts";
        let (step, hole, peg) = two_or_three(&numbers).ok_or(wrong)?;
        Ok(There { step, hole, peg })
    }
}

/// A jump at a step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(try_from = "Vec<usize>")]
struct Move {
    step: usize,
    jump: Named,
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.step, self.jump)
    }
}

impl TryFrom<Vec<usize>> for Move {
    type Error = &'static str;

    fn try_from(mut numbers: Vec<usize>) -> Result<Self, Self::Error> {
        if numbers.is_empty() {
            return Err("a move is a step and a jump");
        }
        let step = numbers.remove(0);
        let jump = numbers.try_into()?;
        Ok(Move { step, jump })
    }
}

/// A literal: whether what a variable means is so.
type Literal = (Meaning, bool);

impl Refutation {
    pub(crate) fn check(&self, claim: Claim<'_>, means: &Means<'_>) -> Result<String, Rejection> {
        self.steps_of_every_solution(&claim.start.pegs, claim.finals)?;
        self.check_variables(claim)?;
        let literal = |number: i32| -> Option<Literal> {
            let place = number.unsigned_abs().checked_sub(1)?;
            Some((*self.variables.get(place as usize)?, number.is_positive()))
        };
        let steps = self.steps;
        let rules = Rules { claim, steps };
        let hints = means.hints.take().map(|out| (self.clauses.len(), out));
        let mut rup = Rup::new(self.variables.len(), hints);
        for (number, clause) in self.clauses.iter().enumerate() {
            let mut clause = clause.clone();
            clause.sort_unstable();
            clause.dedup();
            let literals: Option<Vec<Literal>> = clause.iter().map(|&l| literal(l)).collect();
            let Some(literals) = literals else {
                return reject(format!(
                    "clause {} has a literal without a variable",
                    number + 1
                ));
            };
            if number % 1000 == 0 && !means.go_on() {
                return reject("it was not read to its end");
            }
            if !rules.are_kept_by(&literals) {
                return reject(format!(
                    "clause {} does not follow from the rules",
                    number + 1
                ));
            }
            rup.add(&clause)?;
        }
        let lemmas = match &self.proof_text {
            None => check_beside(rup, &self.proof, &self.proof_sha256, means)?,
            Some(text) if self.proof.is_empty() => check_proof(
                rup,
                "within it",
                text.as_bytes(),
                &self.proof_sha256,
                means.go_on,
            )?,
            Some(_) => return reject("it has two proofs, one within and one beside it"),
        };
        Ok(format!("{} clauses, {lemmas} lemmas", self.clauses.len()))
    }

    /// Every variable means something on this board.
    fn check_variables(&self, claim: Claim<'_>) -> Result<(), Rejection> {
        let Claim { board, start, .. } = claim;
        for meaning in &self.variables {
            let sensible = match *meaning {
                Meaning::Move(Move { step, jump }) => {
                    (1..=self.steps).contains(&step) && board.named(jump).is_some()
                }
                Meaning::Peg(step, hole) => (1..=self.steps + 1).contains(&step) && hole < board.n,
                Meaning::Survivor(There { step, hole, .. }) => {
                    (1..=self.steps + 1).contains(&step)
                        && hole < board.n
                        && start.which(*meaning).is_some()
                }
            };
            if !sensible {
                return reject(format!("a variable means {meaning:?}, which is nothing"));
            }
        }
        Ok(())
    }

    /// Every jump takes one peg, so the pegs tell the number of steps, if all
    /// final positions have the same number of them.
    fn steps_of_every_solution(&self, start: &[bool], finals: &Finals) -> Result<(), Rejection> {
        if finals.picture.iter().flatten().any(Option::is_none) {
            return reject("a goal with open holes has no one number of steps");
        }
        if finals.dead_end.is_some() {
            return reject("dead ends come after no one number of steps");
        }
        let steps = count(start).checked_sub(finals.fewest_pegs());
        match steps {
            Some(steps) if steps == self.steps => Ok(()),
            Some(steps) => reject(format!("it argues about {} steps, not {steps}", self.steps)),
            None => reject("the goal has more pegs than the start"),
        }
    }
}

impl Start {
    /// The peg that a variable speaks of.
    fn which(&self, meaning: Meaning) -> Option<&Survivor> {
        let Meaning::Survivor(There { peg, .. }) = meaning else {
            return None;
        };
        let peg = peg.or(self.survivor())?;
        self.survivors.iter().find(|survivor| survivor.peg == peg)
    }
}

/// Checks the proof in the file of this name beside the certificate; the number of its
/// lemmas.
pub(crate) fn check_beside(
    rup: Rup<'_>,
    name: &str,
    sha256: &str,
    means: &Means<'_>,
) -> Result<usize, Rejection> {
    if name.is_empty() || name.contains(['/', '\\']) || name.starts_with('.') {
        return reject("its proof is no file beside it");
    }
    let file =
        (means.beside)(name).map_err(|error| Rejection(format!("its proof {name}: {error}")))?;
    check_proof(rup, name, file, sha256, means.go_on)
}

fn check_proof(
    rup: Rup<'_>,
    name: &str,
    proof: impl BufRead,
    sha256: &str,
    go_on: &dyn Fn() -> bool,
) -> Result<usize, Rejection> {
    let mut proof = BufReader::new(Hashed {
        from: proof,
        sha256: Sha256::new(),
    });
    let lemmas = rup.check(&mut proof, go_on);
    // The proof may go on after its end.
    let mut rest = vec![0; 1 << 16];
    loop {
        match proof.read(&mut rest) {
            Ok(0) => break,
            Ok(_) if go_on() => {}
            Ok(_) => return reject(format!("{name}: it was not read to its end")),
            Err(error) => return reject(format!("{name}: it cannot be read: {error}")),
        }
    }
    if format!("{:x}", proof.into_inner().sha256.finalize()) != sha256 {
        return reject(format!(
            "{name}: it was altered or damaged: its checksum does not fit"
        ));
    }
    lemmas.map_err(|Rejection(reason)| Rejection(format!("{name}: {reason}")))
}

/// What is read goes into a checksum.
struct Hashed<R> {
    from: R,
    sha256: Sha256,
}

impl<R: Read> Read for Hashed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.from.read(buffer)?;
        self.sha256.update(&buffer[..read]);
        Ok(read)
    }
}

/// What is true of every solution.
struct Rules<'a> {
    claim: Claim<'a>,
    steps: usize,
}

impl Rules<'_> {
    /// Whether the clause is true in every solution.
    fn are_kept_by(&self, clause: &[Literal]) -> bool {
        // What is said of one survivor alone is seen step by step.
        let mut pegs = clause.iter().filter_map(|&(meaning, _)| match meaning {
            Meaning::Survivor(_) => Some(self.claim.start.which(meaning)?.peg),
            _ => None,
        });
        let first = pegs.next();
        let is_of_one = pegs.all(|peg| Some(peg) == first);
        // The clause is true if one step alone makes it so, whatever jump is made there.
        let mut at: HashMap<usize, AtStep> = HashMap::new();
        for &(meaning, is_so) in clause {
            match meaning {
                Meaning::Move(Move { step, jump }) => {
                    let moves = &mut at.entry(step).or_default().moves;
                    moves.push((jump, is_so));
                }
                Meaning::Peg(step, hole) => {
                    let peg = is_so;
                    at.entry(step).or_default().before.push((hole, peg));
                    // wrapping: no step has number 0, so none is looked for
                    at.entry(step.wrapping_sub(1))
                        .or_default()
                        .after
                        .insert((hole, peg));
                }
                Meaning::Survivor(There { step, hole, .. }) => {
                    if !is_of_one {
                        continue;
                    }
                    let before = at.entry(step).or_default();
                    before.survivor_before.push((hole, is_so));
                    let after = at.entry(step.wrapping_sub(1)).or_default();
                    after.survivor_after.push((hole, is_so));
                }
            }
        }
        let board = self.claim.board;
        let decides = |(step, literals): (&usize, &AtStep)| {
            let mut jumps = board.jumps.iter();
            (1..=self.steps).contains(step) && jumps.all(|jump| literals.hold(jump, board))
        };
        // Where no jump exists no solution has a step, and anything is true of all.
        let stuck = self.steps > 0 && board.jumps.is_empty();
        stuck || self.by_the_ends(clause) || at.iter().any(decides)
    }

    /// Whether the start or the goal makes a literal true.
    fn by_the_ends(&self, clause: &[Literal]) -> bool {
        let Claim { start, finals, .. } = self.claim;
        clause.iter().any(|&(meaning, is_so)| match meaning {
            // Without any step the start is the end.
            Meaning::Peg(step, hole) => {
                let at_end = || finals.at_end(hole) == Some(is_so);
                (step == 1 && start.pegs[hole] == is_so) || (step == self.steps + 1 && at_end())
            }
            Meaning::Survivor(There { step, hole, .. }) => {
                let Some(survivor) = start.which(meaning) else {
                    return false;
                };
                let at_end = || survivor.at.is_some_and(|at| (at == hole) == is_so);
                step == 1 && (survivor.peg == hole) == is_so || step == self.steps + 1 && at_end()
            }
            Meaning::Move(..) => false,
        }) || self.by_the_pegs_left(clause)
    }

    /// Whether the number of pegs at the end rules out that the clause is false.
    fn by_the_pegs_left(&self, clause: &[Literal]) -> bool {
        let Some(pegs) = self.claim.finals.pegs else {
            return false;
        };
        let at_end = |wanted: bool| -> usize {
            let end = self.steps + 1;
            let holes = clause.iter().filter_map(|&literal| match literal {
                (Meaning::Peg(step, hole), peg) => (step == end && peg == wanted).then_some(hole),
                _ => None,
            });
            holes.collect::<HashSet<usize>>().len()
        };
        // All named filled are too many, or all named empty leave too few.
        at_end(false) > pegs || self.claim.board.n - at_end(true) < pegs
    }
}

/// Whether a jump has this name, which some jump has.
fn is_called(name: Named, jump: &Jump) -> bool {
    (name.from, name.to) == (jump.from, jump.to) && name.over.is_none_or(|over| over == jump.over)
}

/// What a clause says of a step.
#[derive(Default)]
struct AtStep {
    /// Of the jump: it is this one, or is not.
    moves: Vec<(Named, bool)>,
    /// Of holes before it.
    before: Vec<(usize, bool)>,
    /// Of holes after it.
    after: HashSet<(usize, bool)>,
    /// Of the peg that must survive, where it is before the step, and after it.
    survivor_before: Vec<(usize, bool)>,
    survivor_after: Vec<(usize, bool)>,
}

impl AtStep {
    /// Whether some of it is true if this jump is made, wherever the peg is that must
    /// survive.
    fn hold(&self, jump: &Jump, board: &Board) -> bool {
        self.hold_of_all(jump)
            || (!self.survivor_before.is_empty() || !self.survivor_after.is_empty())
                && (0..board.n).all(|hole| self.hold_if_it_is_in(hole, jump))
    }

    /// The same by what is true of all pegs.
    fn hold_of_all(&self, jump: &Jump) -> bool {
        let touched = [jump.from, jump.over, jump.to];
        // Peg, peg, hole before the jump, and the reverse after it.
        let needed = |hole: usize| hole != jump.to;
        self.moves
            .iter()
            .any(|&(named, made)| is_called(named, jump) == made)
            || touched
                .iter()
                .any(|&hole| self.after.contains(&(hole, !needed(hole))))
            || self
                .before
                .iter()
                .any(|&(hole, peg)| match touched.contains(&hole) {
                    true => peg == needed(hole),
                    // Left alone: the same before and after, so one of two literals
                    // that say otherwise is true.
                    false => self.after.contains(&(hole, !peg)),
                })
    }

    /// The same if the peg that must survive is in this hole before the jump.
    fn hold_if_it_is_in(&self, hole: usize, jump: &Jump) -> bool {
        if hole == jump.over || hole == jump.to {
            return true; // it is not: it would be lost, or the hole would be filled
        }
        let after = match hole == jump.from {
            true => jump.to,
            false => hole,
        };
        let is_so = |&(at, there): &(usize, bool), hole: usize| (at == hole) == there;
        // Where it is there is a peg.
        self.survivor_before.iter().any(|said| is_so(said, hole))
            || self.survivor_after.iter().any(|said| is_so(said, after))
            || self.before.contains(&(hole, true))
            || self.after.contains(&(after, true))
    }
}
