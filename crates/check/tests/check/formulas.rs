//! The formulas that the checker makes itself, of layers and of sweeps: they can be satisfied if
//! and only if there is a solution, and by every solution that they speak of.

use crate::{
    exhaustion::symmetries,
    proofs::lemmas,
    puzzle::{Chance, Puzzle, State},
};
use pegsat_check::Cnf;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap, VecDeque};

fn made(puzzle: &Puzzle, kind: &str, proof: &Value) -> Option<Cnf> {
    pegsat_check::formula(&puzzle.certificate(kind, proof), &|| true)
}

/// Takes formulas in, and tells them from all others.
#[derive(Default)]
struct Formulas(String);

impl Formulas {
    fn add(&mut self, (n_vars, clauses): &Cnf) {
        let text = format!("{}{n_vars} {clauses:?}", self.0);
        self.0 = pegsat_check::digest(text.as_bytes());
    }
}

/// Whether something satisfies the formula in which these literals are true.
fn can_be_true((n_vars, clauses): &Cnf, literals: &[i32]) -> bool {
    let units = literals.iter().map(|&literal| vec![literal]);
    let clauses: Vec<Vec<i32>> = clauses.iter().cloned().chain(units).collect();
    lemmas(*n_vars, &clauses).is_none()
}

/// Sets that meet every jump in none or two holes, by chance a few of them.
fn parity_sets(chance: &mut Chance, puzzle: &Puzzle) -> Vec<Vec<usize>> {
    let even = |set: &u32| {
        let met = |jump: &[usize; 3]| jump.iter().filter(|&&hole| set >> hole & 1 == 1).count();
        puzzle.jumps.iter().all(|jump| met(jump) % 2 == 0)
    };
    let all: Vec<u32> = (0..1 << puzzle.n()).filter(even).collect();
    let some = (0..chance.below(3)).map(|_| chance.one_of(&all));
    let holes = |set: u32| {
        (0..puzzle.n())
            .filter(|hole| set >> hole & 1 == 1)
            .collect()
    };
    some.map(holes).collect()
}

/// Jumps in layers, each in the first that can hold it.
fn in_layers(puzzle: &Puzzle, jumps: &[usize]) -> Vec<Vec<usize>> {
    let mut free_from = vec![0; puzzle.n()];
    let mut layers: Vec<Vec<usize>> = Vec::new();
    for &jump in jumps {
        let holes = puzzle.jumps[jump];
        let layer = holes.iter().map(|&hole| free_from[hole]).max().unwrap();
        if layer == layers.len() {
            layers.push(Vec::new());
        }
        layers[layer].push(jump);
        holes.iter().for_each(|&hole| free_from[hole] = layer + 1);
    }
    layers
}

/// The literals that say which jumps each layer makes, by the numbers of FORMAT.md;
/// `order` has the jumps in the certificate's order.
fn literals_of_layers(
    puzzle: &Puzzle,
    order: &[usize],
    n_layers: usize,
    layers: &[Vec<usize>],
) -> Vec<i32> {
    #[derive(Clone, Copy, PartialEq)]
    enum Known {
        Yes,
        No,
        Open,
    }
    let in_start = |hole| {
        if puzzle.start.contains(&hole) {
            Known::Yes
        } else {
            Known::No
        }
    };
    let mut before: Vec<Known> = (0..puzzle.n()).map(in_start).collect();
    let (mut number, mut literals) = (0, Vec::new());
    for layer in 0..n_layers {
        let mut touched = BTreeSet::new();
        for &jump in order {
            let [from, over, to] = puzzle.jumps[jump];
            let is_made = layers.get(layer).is_some_and(|jumps| jumps.contains(&jump));
            if before[from] == Known::No || before[over] == Known::No || before[to] == Known::Yes {
                assert!(!is_made);
                continue;
            }
            number += 1;
            literals.push(if is_made { number } else { -number });
            touched.extend([from, over, to]);
        }
        for hole in touched {
            number += 1;
            before[hole] = Known::Open;
        }
    }
    literals
}

#[test]
fn layers_hold_every_solution_and_nothing_else() {
    let mut chance = Chance(60);
    let (mut counts, mut with_sets) = ([0; 2], 0);
    let mut formulas = Formulas::default();
    for _ in 0..1200 {
        let puzzle = Puzzle::by_chance(&mut chance, 8);
        let goal = &puzzle.goal;
        let fewest = goal
            .picture
            .as_ref()
            .map_or(0, |picture| picture.filled.len());
        let fewest = fewest.max(goal.dead_end.unwrap_or(0));
        let n_layers = puzzle.start.len().checked_sub(fewest);
        let Some(n_layers) = n_layers.filter(|&n| n <= 4) else {
            continue;
        };
        if goal.pegs.is_some() || goal.survivor.is_some() {
            continue;
        }
        let mut order: Vec<usize> = (0..puzzle.jumps.len()).collect();
        for place in (1..order.len()).rev() {
            order.swap(place, chance.below(place + 1));
        }
        let ends = order
            .iter()
            .map(|&jump| [puzzle.jumps[jump][0], puzzle.jumps[jump][2]]);
        let early = chance.once_in(2);
        let sets = parity_sets(&mut chance, &puzzle);
        with_sets += usize::from(!sets.is_empty());
        let proof = json!({"layers": {
            "jumps": ends.collect::<Vec<_>>(), "early": early, "sets": sets,
            "proof": "p", "proof_sha256": "",
        }});
        let formula = made(&puzzle, "layers", &proof).unwrap();
        formulas.add(&formula);
        let solutions = puzzle.solutions(20);
        counts[usize::from(!solutions.is_empty())] += 1;
        let is_open = can_be_true(&formula, &[]);
        assert_eq!(is_open, !solutions.is_empty(), "{puzzle:?} {proof}");
        for jumps in &solutions {
            let layers = in_layers(&puzzle, jumps);
            let literals = literals_of_layers(&puzzle, &order, n_layers, &layers);
            assert!(
                can_be_true(&formula, &literals),
                "{puzzle:?} {proof} {jumps:?}"
            );
            if !early && layers.len() < n_layers {
                // A layer may be empty there.
                let late: Vec<Vec<usize>> = [vec![vec![]], layers].concat();
                let literals = literals_of_layers(&puzzle, &order, n_layers, &late);
                assert!(
                    can_be_true(&formula, &literals),
                    "{puzzle:?} {proof} {jumps:?}"
                );
            }
        }
    }
    assert!(
        counts.iter().all(|&n| n > 100) && with_sets > 100,
        "{counts:?} {with_sets}"
    );
    // Clauses that only help may be missing above. They are what they were; the tests of the library
    // (`certificates::sweeps`, `certificates::layers`) hold them against its models.
    assert_eq!(
        formulas.0,
        "cb022f40693105c5c4b610feb144549d443739e867d97d441310d9b1924dccaa"
    );
}

/// The fewest sweeps of a solution.
pub(crate) fn fewest_sweeps(puzzle: &Puzzle) -> Option<usize> {
    // A position, and the hole of the peg that jumped last.
    let begin: (State, Option<usize>) = (puzzle.first(), None);
    let mut least = HashMap::from([(begin, 0)]);
    let mut open = VecDeque::from([begin]);
    while let Some(at) = open.pop_front() {
        let sweeps = least[&at];
        if puzzle.accepts(at.0) {
            return Some(sweeps);
        }
        for &jump in &puzzle.jumps {
            let Some(next) = puzzle.after(at.0, jump) else {
                continue;
            };
            let goes_on = at.1 == Some(jump[0]);
            let (next, sweeps) = ((next, Some(jump[2])), sweeps + usize::from(!goes_on));
            if least.get(&next).is_none_or(|&known| sweeps < known) {
                least.insert(next, sweeps);
                match goes_on {
                    true => open.push_front(next),
                    false => open.push_back(next),
                }
            }
        }
    }
    None
}

/// What a certificate of sweeps is made of, besides the problem.
struct Parts {
    lines: Vec<[usize; 2]>,
    closed: Vec<Vec<usize>>,
    regions: Vec<Vec<usize>>,
    families: Vec<Vec<usize>>,
    symmetries: Vec<Vec<usize>>,
}

impl Parts {
    fn by_chance(chance: &mut Chance, puzzle: &Puzzle) -> Self {
        let n = puzzle.n();
        let mut lines: Vec<[usize; 2]> = Vec::new();
        for &[from, _, to] in &puzzle.jumps {
            if !lines.contains(&[to, from]) {
                lines.push(if chance.once_in(2) {
                    [from, to]
                } else {
                    [to, from]
                });
            }
        }
        // Of one direction each.
        let mut each: Vec<[usize; 2]> = Vec::new();
        for line in lines {
            if !each
                .iter()
                .any(|other| other.contains(&line[0]) && other.contains(&line[1]))
            {
                each.push(line);
            }
        }
        let lines = each;
        let closed = (1..1_u32 << lines.len().min(10)).filter(|&set| {
            let own: Vec<usize> = (0..lines.len())
                .filter(|line| set >> line & 1 == 1)
                .collect();
            is_closed(n, &lines, &own)
        });
        let closed: Vec<u32> = closed.collect();
        let ways = closed.iter().filter(|_| !chance.once_in(3));
        let own = |set: &u32| {
            (0..lines.len())
                .filter(|line| set >> line & 1 == 1)
                .collect()
        };
        let closed = ways.map(own).collect();
        let is_region = |set: &u32| {
            let has = |hole: usize| set >> hole & 1 == 1;
            *set > 0
                && puzzle
                    .jumps
                    .iter()
                    .all(|&[from, over, to]| !has(over) || has(from) || has(to))
        };
        let all: Vec<u32> = (1..1 << n).filter(is_region).collect();
        let mut sets: Vec<u32> = Vec::new();
        for _ in 0..chance.below(6) {
            if !all.is_empty() {
                sets.push(chance.one_of(&all));
            }
        }
        sets.sort_by_key(|set| set.count_ones());
        let mut families: Vec<Vec<usize>> = Vec::new();
        for _ in 0..chance.below(3) {
            let (mut family, mut taken) = (Vec::new(), 0);
            let begin = chance.below(sets.len().max(1));
            for place in (begin..sets.len()).chain(0..begin) {
                let set = sets[place];
                if taken & set == 0 {
                    taken |= set;
                    family.push(place);
                }
            }
            families.push(family);
        }
        let holes = |set: &u32| (0..n).filter(|hole| set >> hole & 1 == 1).collect();
        let regions = sets.iter().map(holes).collect();
        let keeps = |symmetry: &Vec<usize>| {
            puzzle
                .start
                .iter()
                .all(|&hole| puzzle.start.contains(&symmetry[hole]))
        };
        let symmetries = match chance.once_in(3) {
            true => Vec::new(),
            false => symmetries(puzzle).into_iter().filter(keeps).collect(),
        };
        Parts {
            lines,
            closed,
            regions,
            families,
            symmetries,
        }
    }

    fn proof(&self, most: usize) -> Value {
        json!({"sweeps": {
            "most": most, "lines": self.lines, "closed": self.closed, "regions": self.regions,
            "families": self.families, "symmetries": self.symmetries,
            "proof": "p", "proof_sha256": "",
        }})
    }

    /// The variables of a sweep after those of lines, from and to: tracks, regions, counts.
    fn others(&self, puzzle: &Puzzle) -> usize {
        let mut tracks = BTreeSet::new();
        for hole in 0..puzzle.n() {
            let (mut track, mut fresh) = (BTreeSet::from([hole]), vec![hole]);
            while let Some(at) = fresh.pop() {
                let next = puzzle.jumps.iter().filter(|jump| jump[0] == at);
                fresh.extend(next.map(|jump| jump[2]).filter(|&to| track.insert(to)));
            }
            if track.len() > 1 {
                tracks.insert(track);
            }
        }
        let regions = self
            .regions
            .iter()
            .filter(|region| region.len() > 1)
            .count();
        fn counts(n: usize) -> usize {
            if n < 2 {
                0
            } else {
                n + counts(n / 2) + counts(n - n / 2)
            }
        }
        tracks.len()
            + regions
            + self
                .families
                .iter()
                .map(|family| counts(family.len()))
                .sum::<usize>()
    }

    /// The literals that say which lines each sweep uses, where it begins, and where it ends.
    fn literals(&self, puzzle: &Puzzle, sweeps: &[Vec<usize>]) -> Vec<i32> {
        let (n, others) = (puzzle.n(), self.others(puzzle));
        let mut number = n as i32;
        let mut literals = Vec::new();
        for sweep in sweeps {
            number += n as i32; // the pegs after it
            let jumps: Vec<[usize; 3]> = sweep.iter().map(|&jump| puzzle.jumps[jump]).collect();
            let uses = |line: &[usize; 2]| {
                jumps
                    .iter()
                    .any(|[from, _, to]| line.contains(from) && line.contains(to))
            };
            let (first, last) = (jumps[0][0], jumps[jumps.len() - 1][2]);
            let said = self.lines.iter().map(uses);
            let said = said
                .chain((0..n).map(|hole| hole == first))
                .chain((0..n).map(|hole| hole == last));
            for is_so in said {
                number += 1;
                literals.push(if is_so { number } else { -number });
            }
            number += others as i32;
        }
        literals
    }
}

/// Whether these lines are connected, and meet every hole evenly.
fn is_closed(n: usize, lines: &[[usize; 2]], own: &[usize]) -> bool {
    let at = |hole: usize| {
        own.iter()
            .filter(|&&line| lines[line].contains(&hole))
            .count()
    };
    if (0..n).any(|hole| at(hole) % 2 == 1) {
        return false;
    }
    let mut reached = BTreeSet::from([lines[own[0]][0]]);
    for _ in own {
        for &line in own {
            if lines[line].iter().any(|end| reached.contains(end)) {
                reached.extend(lines[line]);
            }
        }
    }
    own.iter().all(|&line| reached.contains(&lines[line][0]))
}

/// Ways to cut a solution's jumps into this number of sweeps, one of them.
fn in_sweeps(
    chance: &mut Chance,
    puzzle: &Puzzle,
    jumps: &[usize],
    most: usize,
) -> Option<Vec<Vec<usize>>> {
    let mut sweeps: Vec<Vec<usize>> = Vec::new();
    for &jump in jumps {
        match sweeps.last_mut() {
            Some(sweep) if puzzle.jumps[*sweep.last().unwrap()][2] == puzzle.jumps[jump][0] => {
                sweep.push(jump)
            }
            _ => sweeps.push(vec![jump]),
        }
    }
    while sweeps.len() < most {
        let long: Vec<usize> = (0..sweeps.len())
            .filter(|&place| sweeps[place].len() > 1)
            .collect();
        if long.is_empty() {
            return None;
        }
        let place = chance.one_of(&long);
        let end = 1 + chance.below(sweeps[place].len() - 1);
        let rest = sweeps[place].split_off(end);
        sweeps.insert(place + 1, rest);
    }
    (sweeps.len() == most).then_some(sweeps)
}

#[test]
fn sweeps_hold_every_solution_and_nothing_else() {
    let mut chance = Chance(61);
    let (mut counts, mut held) = ([0; 2], 0);
    let mut formulas = Formulas::default();
    for _ in 0..4000 {
        let mut puzzle = Puzzle::by_chance(&mut chance, 9);
        if let Some(picture) = &mut puzzle.goal.picture {
            picture.either.clear();
            puzzle.goal.pegs = None;
        } else if !chance.once_in(3) {
            puzzle.goal = pegsat_check::Goal {
                pegs: Some(1),
                ..Default::default()
            };
        }
        let goal = &puzzle.goal;
        if goal.dead_end.is_some()
            || goal.survivor.is_some()
            || goal.picture.is_none() && goal.pegs != Some(1)
        {
            continue;
        }
        let fewest = goal
            .picture
            .as_ref()
            .map_or(1, |picture| picture.filled.len());
        let jumps = puzzle.start.len().saturating_sub(fewest);
        if jumps == 0 || puzzle.jumps.len() > 40 {
            continue;
        }
        let most = 1 + chance.below(jumps.min(3));
        let parts = Parts::by_chance(&mut chance, &puzzle);
        let proof = parts.proof(most);
        let Some(formula) = made(&puzzle, "sweeps", &proof) else {
            panic!("{puzzle:?} {proof} {:?}", puzzle.verdict(&proof));
        };
        formulas.add(&formula);
        let is_there = fewest_sweeps(&puzzle).is_some_and(|fewest| fewest <= most);
        counts[usize::from(is_there)] += 1;
        assert_eq!(can_be_true(&formula, &[]), is_there, "{puzzle:?} {proof}");
        for jumps in puzzle.solutions(200) {
            let Some(sweeps) = in_sweeps(&mut chance, &puzzle, &jumps, most) else {
                continue;
            };
            // Of a solution and its images one is meant.
            let identity: Vec<usize> = (0..puzzle.n()).collect();
            let images = parts.symmetries.iter().chain([&identity]).any(|symmetry| {
                let image = |&jump: &usize| {
                    let moved = puzzle.jumps[jump].map(|hole| symmetry[hole]);
                    puzzle
                        .jumps
                        .iter()
                        .position(|&other| other == moved)
                        .unwrap()
                };
                let moved: Vec<Vec<usize>> = sweeps
                    .iter()
                    .map(|sweep| sweep.iter().map(image).collect())
                    .collect();
                can_be_true(&formula, &parts.literals(&puzzle, &moved))
            });
            assert!(images, "{puzzle:?} {proof} {sweeps:?}");
            held += 1;
        }
    }
    assert!(
        counts.iter().all(|&n| n > 100) && held > 500,
        "{counts:?} {held}"
    );
    // Clauses that only help may be missing above. They are what they were; the tests of the library
    // (`certificates::sweeps`, `certificates::layers`) hold them against its models.
    assert_eq!(
        formulas.0,
        "31fec0cce1044c6c79caf3f30f12a138b11eab6aca9c28481a1dabd9b274a128"
    );
}
