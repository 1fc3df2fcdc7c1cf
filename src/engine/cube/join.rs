//! The parts of a question, put together: one proof of the whole formula.

use super::{
    super::{
        ask::{Ask, Wants},
        error::EngineError,
        task::Task,
    },
    Part, Whole, numbers,
};
use crate::{
    certificate::{Certificate, layers as by_layers, refutation},
    check,
    engine::{Size, optimum::Refuted},
    formula::{Cnf, Lit, cubes::Split, dimacs},
    model::{self, Step, layers},
    problem::{Problem, file},
    shard::Shard,
    solver::SolverError,
    watch::Watch,
};
use sha2::{Digest, Sha256};
use std::{
    collections::{BTreeSet, HashMap, HashSet},
    io::{self, BufRead, BufReader, Write},
    path::Path,
};

/// Parts that are put together.
pub struct Joint {
    /// The problem whose solutions were asked for.
    pub problem: Problem,
    /// How it is stated.
    pub task: Task,
    original: Problem,
    ask: Ask,
    shard: Shard,
    split: Split,
    whole: Whole,
    /// What was added to the formula by any part.
    added: BTreeSet<Vec<i32>>,
    seen: HashSet<usize>,
}

impl Joint {
    /// The formula and its parts made again, from what one part says of them.
    pub fn new(part: &Part, watch: &Watch) -> Result<Self, EngineError> {
        let original = file::parse(&part.problem, &part.peg);
        let original = original.map_err(|error| EngineError::Refused(error.to_string()))?;
        let (problem, task) = part.ask.whole(&original)?;
        let (shard, split) = part.ask.its_part()?;
        let whole = Whole::new(&problem, &task, split, shard.count, watch)?;
        Ok(Joint {
            problem,
            task,
            original,
            ask: part.ask.clone(),
            shard,
            split,
            whole,
            added: BTreeSet::new(),
            seen: HashSet::new(),
        })
    }

    /// How many parts there are.
    pub fn n_parts(&self) -> usize {
        self.whole.cubes.cubes.len()
    }

    /// Takes in what a part says, and replays its solution if it has one: whether its proof is
    /// needed and was not there yet.
    pub fn take(&mut self, part: &Part) -> Result<bool, String> {
        let (its, its_split) = part.ask.its_part().map_err(|error| error.to_string())?;
        let mine = self.shard.count;
        if its.count != mine || its_split != self.split {
            return Err(format!(
                "it is one of {} parts split by {its_split}, the others of {mine} by {}",
                its.count, self.split
            ));
        }
        if part.formula != self.whole.sha256 {
            return Err("its formula is not that of the first part".into());
        }
        let number = its.index.wrapping_sub(1);
        let lits = self.whole.cubes.cubes.get(number);
        if lits.map(|lits| numbers(lits)) != part.literals {
            return Err("its literals are not those of this part".into());
        }
        if let Some(jumps) = &part.jumps {
            let checked = self.ask.replay(&self.problem, jumps);
            checked.map_err(|error| error.to_string())?;
        }
        if lits.is_none() || part.refuted.is_none() {
            return Ok(false);
        }
        let n_vars = self.whole.cnf.n_vars;
        let is_known = |lit: &i32| (1..=n_vars).contains(&lit.unsigned_abs());
        if !part.added.iter().flatten().all(is_known) {
            return Err("it adds clauses with variables that the formula lacks".into());
        }
        self.added.extend(part.added.iter().cloned());
        Ok(self.seen.insert(number))
    }

    /// The parts that are missing, from 1.
    pub fn missing(&self) -> Vec<usize> {
        let all = 0..self.n_parts();
        all.filter(|number| !self.seen.contains(number))
            .map(|number| number + 1)
            .collect()
    }

    /// The formula, with all that was added to it.
    pub fn formula(&self) -> Cnf {
        let mut cnf = self.whole.cnf.clone();
        for clause in &self.added {
            cnf.clauses.push(clause.iter().map(|&lit| dimacs::lit(lit)));
        }
        cnf
    }

    /// Writes the proof of the whole formula, made of those of the parts.
    pub fn write(
        &self,
        parts: Vec<(&Part, Box<dyn BufRead>)>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let all = |lemmas: &[Vec<Lit>], out: &mut dyn Write| {
            let mut lemmas = lemmas.iter().map(|lemma| numbers(lemma));
            lemmas.try_for_each(|lemma| say(out, "", &lemma))
        };
        all(&self.whole.cubes.first, out)?;
        for (part, proof) in parts {
            self.lift(part, proof, out)?;
        }
        all(&self.whole.cubes.last, out)
    }

    /// Writes a part's proof as one of the whole formula: each lemma says that it holds in
    /// this part, and the last one that nothing does. Deletions are only of its own lemmas.
    fn lift(&self, part: &Part, proof: Box<dyn BufRead>, out: &mut dyn Write) -> io::Result<()> {
        let given = part.literals.as_deref().unwrap_or_default();
        let mut refuted: Vec<i32> = given.iter().map(|lit| -lit).collect();
        refuted.sort_unstable();
        let mut own: HashMap<Vec<i32>, u32> = HashMap::new();
        check::steps(proof, &mut |deletes, lemma| {
            let mut lifted = [lemma, &refuted].concat();
            lifted.sort_unstable();
            lifted.dedup();
            let is_true = |lit: &i32| lifted.binary_search(&-lit).is_ok();
            if lifted == refuted || lifted.iter().any(is_true) {
                return Ok(()); // what the part comes to is said at its end
            }
            if !deletes {
                say(out, "", &lifted)?;
                *own.entry(lifted).or_default() += 1;
            } else if let Some(times) = own.get_mut(&lifted) {
                say(out, "d ", &lifted)?;
                *times -= 1;
                if *times == 0 {
                    own.remove(&lifted);
                }
            }
            Ok(())
        })?;
        say(out, "", &refuted)?;
        let mut left: Vec<(Vec<i32>, u32)> = own.into_iter().collect();
        left.sort_unstable();
        for (lemma, times) in left {
            (0..times).try_for_each(|_| say(out, "d ", &lemma))?;
        }
        Ok(())
    }

    /// What the joined proof shows, in words.
    pub fn shows(&self) -> String {
        match self.ask.wants {
            Wants::AtMost(objective, most) => objective.refutation(most),
            _ if self.is_complete() => "unsolvable: no sequence of jumps reaches the goal".into(),
            _ => "there is no solution within these layers or sweeps".into(),
        }
    }

    /// Whether the joined proof shows that there is no solution.
    pub fn is_complete(&self) -> bool {
        self.ask.objective().is_none() && layers::is_complete(&self.problem, &self.task.options)
    }

    /// Checks the joined proof; the certificate, if there can be one, for when it is in a file
    /// of this name.
    pub fn check(
        &self,
        proof: &Path,
        name: &str,
        watch: &Watch,
    ) -> Result<Option<Certificate>, EngineError> {
        let unread = |error| SolverError::Io {
            path: proof.into(),
            error,
        };
        let open = || std::fs::File::open(proof).map(BufReader::new);
        let mut sha256 = Sha256::new();
        io::copy(&mut open().map_err(unread)?, &mut sha256).map_err(unread)?;
        let sha256 = format!("{:x}", sha256.finalize());
        let go_on = || watch.check().is_ok();
        let verdict = match self.certificate(name, sha256, watch)? {
            // Whether what parts added holds, only the checker of certificates can tell.
            None if !self.added.is_empty() => {
                return Err(EngineError::Refused(
                    "parts added clauses to the formula, and with these additions there is no \
                     certificate that says why they hold; leave --add out"
                        .into(),
                ));
            }
            Some(certificate) => {
                let beside = |_: &str| open().map(|file| Box::new(file) as check::Opened);
                let verdict = check::verify(&certificate.text(), &beside, &go_on);
                verdict.map(|_| Some(certificate))
            }
            None => {
                let cnf = &self.whole.cnf;
                let clauses = dimacs::clauses(cnf);
                let proof = open().map_err(unread)?;
                check::proof(cnf.n_vars as usize, clauses, proof, &go_on).map(|_| None)
            }
        };
        watch.check()?;
        verdict.map_err(|rejection| {
            EngineError::Refused(format!("the joined proof is rejected: {rejection}"))
        })
    }

    fn certificate(
        &self,
        name: &str,
        sha256: String,
        watch: &Watch,
    ) -> Result<Option<Certificate>, EngineError> {
        match self.ask.wants {
            Wants::Solution => {
                let step = model::by_name(&self.task.model)?.step;
                let additions = &self.task.options.additions;
                let can_be = step == Step::Layer && self.is_complete();
                if !can_be || !by_layers::applies(&self.problem, additions) {
                    return Ok(None);
                }
                let problem = &self.problem;
                Ok(Some(by_layers::certificate(
                    problem, additions, name, sha256,
                )))
            }
            Wants::Certificate => {
                let found = refutation::certificate(&self.problem, name, sha256, None, watch)?;
                Ok(Some(found))
            }
            Wants::Fewest(_) => Ok(None),
            Wants::AtMost(_, most) => {
                let refuted = Refuted {
                    most,
                    solve: None,
                    size: Some(Size::of(&self.whole.cnf)),
                    proof: None,
                    added: self.added.iter().cloned().collect(),
                };
                self.ask
                    .certificate(&self.original, &refuted, (name, sha256), watch)
            }
        }
    }
}

/// Writes a line of a proof.
fn say(out: &mut dyn Write, word: &str, clause: &[i32]) -> io::Result<()> {
    write!(out, "{word}")?;
    clause.iter().try_for_each(|lit| write!(out, "{lit} "))?;
    writeln!(out, "0")
}
