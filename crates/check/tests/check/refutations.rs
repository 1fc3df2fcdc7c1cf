//! Refutations: every clause that is accepted is true of every solution, every clause of the
//! rules is accepted, and proofs are followed to their end.

use crate::{
    proofs::{lemmas, refuted_by_hints, text},
    puzzle::{Chance, Puzzle},
};
use pegsat_check::{Goal, Survivor};
use serde_json::{Value, json};

/// What a variable means: a jump by number at a step, a hole before a step, the hole of the
/// peg that must survive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meaning {
    Move(usize, usize),
    Peg(usize, usize),
    /// Which peg that must survive, step and hole.
    Survivor(usize, usize, usize),
}

/// A literal: what must be so, or not.
type Literal = (Meaning, bool);

struct Refutation<'a> {
    puzzle: &'a Puzzle,
    steps: usize,
    variables: Vec<Meaning>,
}

impl<'a> Refutation<'a> {
    /// None where not all solutions have as many jumps, or too many.
    fn of(puzzle: &'a Puzzle, most: usize) -> Option<Self> {
        let goal = &puzzle.goal;
        let surviving = goal.all_survivors().count();
        let fewest = match (goal.pegs, surviving, &goal.picture) {
            (Some(pegs), ..) => pegs,
            (_, 1.., _) => surviving,
            (.., Some(picture)) => picture.filled.len(),
            _ => return None,
        };
        let is_open = goal
            .picture
            .iter()
            .any(|picture| !picture.either.is_empty());
        let steps = puzzle
            .start
            .len()
            .checked_sub(fewest)
            .filter(|&steps| steps <= most)?;
        if goal.dead_end.is_some() || is_open {
            return None;
        }
        let mut variables = Vec::new();
        for step in 1..=steps + 1 {
            if step <= steps {
                variables.extend((0..puzzle.jumps.len()).map(|jump| Meaning::Move(step, jump)));
            }
            variables.extend((0..puzzle.n()).map(|hole| Meaning::Peg(step, hole)));
            for which in 0..surviving {
                let there = |hole| Meaning::Survivor(which, step, hole);
                variables.extend((0..puzzle.n()).map(there));
            }
        }
        Some(Refutation {
            puzzle,
            steps,
            variables,
        })
    }

    fn dimacs(&self, clause: &[Literal]) -> Vec<i32> {
        let number = |&(meaning, is_so): &Literal| {
            let place = self
                .variables
                .iter()
                .position(|&other| other == meaning)
                .unwrap();
            let number = place as i32 + 1;
            if is_so { number } else { -number }
        };
        clause.iter().map(number).collect()
    }

    fn proof(&self, clauses: &[Vec<i32>], text: &str) -> Value {
        let meaning = |meaning: &Meaning| match *meaning {
            Meaning::Move(step, jump) => {
                let [from, _, to] = self.puzzle.jumps[jump];
                json!({"move": [step, from, to]})
            }
            Meaning::Peg(step, hole) => json!({"peg": [step, hole]}),
            Meaning::Survivor(which, step, hole) => match self.puzzle.goal.survivors.get(which) {
                None => json!({"survivor": [step, hole]}),
                Some(survivor) => json!({"survivor": [step, hole, survivor.peg]}),
            },
        };
        let variables: Vec<Value> = self.variables.iter().map(meaning).collect();
        json!({"refutation": {
            "steps": self.steps, "variables": variables, "clauses": clauses, "proof": "",
            "proof_sha256": pegsat_check::digest(text.as_bytes()), "proof_text": text,
        }})
    }

    /// Whether the clause is taken as a rule.
    fn follows(&self, clause: &[Literal]) -> bool {
        let verdict = self.puzzle.verdict(&self.proof(&[self.dimacs(clause)], ""));
        let reason = verdict.map_or_else(|reason| reason, |_| "accepted".into());
        match reason.as_str() {
            "clause 1 does not follow from the rules" => false,
            "accepted" => clause.is_empty(),
            ": it does not end in a contradiction"
            | "within it: it does not end in a contradiction" => true,
            other => panic!("{other}"),
        }
    }

    /// The clauses of the rules: what a jump needs, changes and leaves alone, one jump a step,
    /// the start, and the end.
    fn rules(&self) -> Vec<Vec<Literal>> {
        let Puzzle {
            jumps, start, goal, ..
        } = self.puzzle;
        let n = self.puzzle.n();
        let peg = |step, hole, is_so| (Meaning::Peg(step, hole), is_so);
        let mut rules = Vec::new();
        let end = self.steps + 1;
        for hole in 0..n {
            rules.push(vec![peg(1, hole, start.contains(&hole))]);
            let ends: Option<Vec<usize>> = goal.all_survivors().map(|one| one.at).collect();
            if let Some(picture) = &goal.picture {
                rules.push(vec![peg(end, hole, picture.filled.contains(&hole))]);
            }
            if let Some(ends) = ends.filter(|ends| !ends.is_empty()) {
                rules.push(vec![peg(end, hole, ends.contains(&hole))]);
            }
        }
        for step in 1..=self.steps {
            let moved = |jump, is_so| (Meaning::Move(step, jump), is_so);
            rules.push((0..jumps.len()).map(|jump| moved(jump, true)).collect());
            for (number, &[from, over, to]) in jumps.iter().enumerate() {
                for (hole, before) in [(from, true), (over, true), (to, false)] {
                    rules.push(vec![moved(number, false), peg(step, hole, before)]);
                    rules.push(vec![moved(number, false), peg(step + 1, hole, !before)]);
                }
                rules.extend(
                    (0..number).map(|other| vec![moved(other, false), moved(number, false)]),
                );
            }
            for hole in 0..n {
                for was in [true, false] {
                    let touches = |&[from, over, to]: &[usize; 3]| match was {
                        true => from == hole || over == hole,
                        false => to == hole,
                    };
                    let changing = (0..jumps.len()).filter(|&jump| touches(&jumps[jump]));
                    let mut clause = vec![peg(step, hole, !was), peg(step + 1, hole, was)];
                    clause.extend(changing.map(|jump| moved(jump, true)));
                    rules.push(clause);
                }
            }
        }
        let surviving = goal.all_survivors().count();
        match goal.pegs.or((surviving > 0).then_some(surviving)) {
            Some(1) => {
                rules.push((0..n).map(|hole| peg(end, hole, true)).collect());
                for hole in 0..n {
                    rules.extend(
                        (0..hole).map(|other| vec![peg(end, other, false), peg(end, hole, false)]),
                    );
                }
            }
            Some(pegs) if 0 < pegs && pegs < n => {
                rules.push((0..=n - pegs).map(|hole| peg(end, hole, true)).collect());
                rules.push((0..=pegs).map(|hole| peg(end, hole, false)).collect());
            }
            _ => {}
        }
        for (which, survivor) in goal.all_survivors().enumerate() {
            self.rules_of_a_survivor(which, survivor, &mut rules);
        }
        rules
    }

    fn rules_of_a_survivor(
        &self,
        which: usize,
        survivor: &Survivor,
        rules: &mut Vec<Vec<Literal>>,
    ) {
        let at = |step, hole, is_so| (Meaning::Survivor(which, step, hole), is_so);
        let n = self.puzzle.n();
        rules.extend((0..n).map(|hole| vec![at(1, hole, hole == survivor.peg)]));
        if let Some(end) = survivor.at {
            rules.extend((0..n).map(|hole| vec![at(self.steps + 1, hole, hole == end)]));
        }
        for step in 1..=self.steps {
            for hole in 0..n {
                rules.push(vec![
                    at(step, hole, false),
                    (Meaning::Peg(step, hole), true),
                ]);
                let leaving = self
                    .puzzle
                    .jumps
                    .iter()
                    .enumerate()
                    .filter(|(_, jump)| jump[0] == hole);
                let mut stays = vec![at(step, hole, false), at(step + 1, hole, true)];
                stays.extend(leaving.map(|(number, _)| (Meaning::Move(step, number), true)));
                rules.push(stays);
            }
            for (number, &[from, over, to]) in self.puzzle.jumps.iter().enumerate() {
                let moved = (Meaning::Move(step, number), false);
                rules.push(vec![moved, at(step, from, false), at(step + 1, to, true)]);
                rules.push(vec![moved, at(step, over, false)]);
                rules.push(vec![moved, at(step + 1, over, false)]);
            }
        }
    }

    /// What is so in a solution.
    fn is_true(&self, jumps: &[usize], (meaning, is_so): Literal) -> bool {
        let after = |step: usize| {
            let made = jumps[..step - 1].iter();
            made.fold(self.puzzle.first(), |state, &jump| {
                self.puzzle.after(state, self.puzzle.jumps[jump]).unwrap()
            })
        };
        is_so
            == match meaning {
                Meaning::Move(step, jump) => jumps[step - 1] == jump,
                Meaning::Peg(step, hole) => after(step).0 >> hole & 1 == 1,
                Meaning::Survivor(which, step, hole) => after(step).1[which] == Some(hole),
            }
    }
}

/// One or two of the pegs must survive.
fn surviving(puzzle: &Puzzle, chance: &mut Chance) -> Goal {
    let mut one = || Survivor {
        peg: chance.one_of(&puzzle.start),
        at: chance.once_in(2).then(|| chance.below(puzzle.n())),
    };
    let (first, second) = (one(), one());
    match first.peg == second.peg || first.at.is_some() && first.at == second.at {
        true => Goal {
            survivor: Some(first),
            ..Goal::default()
        },
        false => Goal {
            survivors: vec![first, second],
            ..Goal::default()
        },
    }
}

#[test]
fn every_rule_is_accepted_and_no_clause_that_a_solution_breaks() {
    let mut chance = Chance(57);
    let (mut taken, mut broken, mut rules) = (0, 0, 0);
    for _ in 0..1000 {
        let mut puzzle = Puzzle::by_chance(&mut chance, 7);
        if chance.once_in(3) && !puzzle.start.is_empty() {
            puzzle.goal = surviving(&puzzle, &mut chance);
        }
        let Some(refutation) = Refutation::of(&puzzle, 3) else {
            continue;
        };
        let solutions = puzzle.solutions(300);
        for clause in refutation.rules() {
            let holds = |jumps: &Vec<usize>| clause.iter().any(|&l| refutation.is_true(jumps, l));
            assert!(solutions.iter().all(holds), "{puzzle:?} {clause:?}");
            if chance.once_in(5) {
                assert!(refutation.follows(&clause), "{puzzle:?} {clause:?}");
                rules += 1;
            }
        }
        if solutions.is_empty() {
            continue;
        }
        let of_rules = refutation.rules();
        for _ in 0..40 {
            // A clause by chance, or a rule that lacks a literal, or has one turned.
            let literal =
                |chance: &mut Chance| (chance.one_of(&refutation.variables), chance.once_in(2));
            let mut clause: Vec<Literal> = match chance.once_in(2) {
                true => (0..1 + chance.below(4))
                    .map(|_| literal(&mut chance))
                    .collect(),
                false => chance.one_of(&of_rules),
            };
            if clause.is_empty() {
                continue;
            }
            let place = chance.below(clause.len());
            match chance.below(3) {
                0 => drop(clause.remove(place)),
                1 => clause[place].1 ^= true,
                _ => clause[place] = literal(&mut chance),
            }
            if clause.is_empty() {
                continue;
            }
            let holds = |jumps: &Vec<usize>| clause.iter().any(|&l| refutation.is_true(jumps, l));
            match solutions.iter().all(holds) {
                true => taken += usize::from(refutation.follows(&clause)),
                false => {
                    assert!(!refutation.follows(&clause), "{puzzle:?} {clause:?}");
                    broken += 1;
                }
            }
        }
    }
    assert!(
        taken > 300 && broken > 300 && rules > 300,
        "{taken} {broken} {rules}"
    );
}

#[test]
fn rules_and_a_proof_refute_what_cannot_be_solved() {
    let mut chance = Chance(58);
    let mut refuted = 0;
    for number in 0..800 {
        let mut puzzle = Puzzle::by_chance(&mut chance, 7);
        if number % 4 == 0 && !puzzle.start.is_empty() {
            puzzle.goal = surviving(&puzzle, &mut chance);
        }
        let Some(refutation) = Refutation::of(&puzzle, 4) else {
            continue;
        };
        let rules = refutation.rules();
        let rules: Vec<Vec<i32>> = rules.iter().map(|rule| refutation.dimacs(rule)).collect();
        let lemmas = lemmas(refutation.variables.len(), &rules);
        assert_eq!(lemmas.is_none(), puzzle.is_solvable(), "{puzzle:?}");
        let Some(lemmas) = lemmas else { continue };
        let proof = refutation.proof(&rules, &text(&lemmas));
        let said = puzzle.verdict(&proof).unwrap();
        let begin = format!("{} clauses, ", rules.len());
        assert!(said.work.starts_with(&begin), "{}", said.work);
        // With its hints, by a reader of hints alone.
        let certificate = puzzle.certificate("refutation", &proof);
        let nothing = |_: &str| Err(std::io::Error::other("nothing is beside it"));
        let mut hints = Vec::new();
        let written =
            pegsat_check::verify_writing_hints(&certificate, &nothing, &|| true, &mut hints);
        assert!(written.unwrap().unwrap().1);
        refuted_by_hints(&rules, std::str::from_utf8(&hints).unwrap());
        refuted += 1;
    }
    assert!(refuted > 100, "{refuted}");
}
