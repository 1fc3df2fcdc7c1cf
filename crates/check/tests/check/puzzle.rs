//! Small puzzles, what is true of them by brute force, and certificates about them.

use pegsat_check::{Accepted, Cell, Goal, Picture, Survivor, seal};
use serde_json::{Value, json};
use std::collections::HashSet;

/// Numbers by chance.
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        let step = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = step.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    /// Once in so many times.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }

    pub(crate) fn number(&mut self, least: i64, most: i64) -> i64 {
        least + self.below((most - least + 1) as usize) as i64
    }

    /// Some of the holes from 0 to `n`.
    pub(crate) fn holes(&mut self, n: usize) -> Vec<usize> {
        (0..n).filter(|_| self.once_in(2)).collect()
    }
}

/// From, over, to.
pub(crate) type Jump = [usize; 3];

/// Bit h is a peg in hole h; the hole of the peg that must survive, if one must.
pub(crate) type State = (u32, [Option<usize>; 2]);

#[derive(Debug, Clone)]
pub(crate) struct Puzzle {
    pub(crate) lattice: &'static str,
    pub(crate) cells: Vec<Cell>,
    pub(crate) jumps: Vec<Jump>,
    pub(crate) start: Vec<usize>,
    pub(crate) goal: Goal,
}

impl Puzzle {
    /// A full board, to be left with one peg.
    pub(crate) fn full(lattice: &'static str, cells: Vec<Cell>) -> Self {
        let mut steps = vec![(1, 0), (0, 1)];
        match lattice {
            "square" => {}
            "triangular" => steps.push((1, 1)),
            "diagonal" => steps.extend([(1, 1), (1, -1)]),
            other => panic!("{other}"),
        }
        let hole = |cell: Cell| cells.iter().position(|&other| other == cell);
        let mut jumps = Vec::new();
        for (from, &(x, y)) in cells.iter().enumerate() {
            for (dx, dy) in steps.iter().flat_map(|&(dx, dy)| [(dx, dy), (-dx, -dy)]) {
                let ends = (hole((x + dx, y + dy)), hole((x + 2 * dx, y + 2 * dy)));
                if let (Some(over), Some(to)) = ends {
                    jumps.push([from, over, to]);
                }
            }
        }
        Puzzle {
            lattice,
            start: (0..cells.len()).collect(),
            cells,
            jumps,
            goal: Goal {
                pegs: Some(1),
                ..Goal::default()
            },
        }
    }

    pub(crate) fn rectangle(lattice: &'static str, width: i32, height: i32) -> Self {
        let rows = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        Self::full(lattice, rows.collect())
    }

    pub(crate) fn n(&self) -> usize {
        self.cells.len()
    }

    pub(crate) fn first(&self) -> State {
        let pegs = self.start.iter().fold(0, |bits, &hole| bits | 1 << hole);
        let mut survivors = self.goal.all_survivors().map(|survivor| survivor.peg);
        (pegs, [(); 2].map(|()| survivors.next()))
    }

    pub(crate) fn after(&self, (pegs, survivors): State, [from, over, to]: Jump) -> Option<State> {
        let bit = |hole: usize| pegs >> hole & 1 == 1;
        let can = bit(from) && bit(over) && !bit(to) && !survivors.contains(&Some(over));
        let moved = |hole: usize| if hole == from { to } else { hole };
        let survivors = survivors.map(|survivor| survivor.map(moved));
        can.then_some((pegs ^ 1 << from ^ 1 << over ^ 1 << to, survivors))
    }

    /// Whether the goal accepts these pegs, apart from which peg is the last.
    pub(crate) fn is_final(&self, pegs: u32) -> bool {
        let Goal {
            picture,
            pegs: wanted,
            dead_end,
            ..
        } = &self.goal;
        let surviving = self.goal.all_survivors().count();
        let count = pegs.count_ones() as usize;
        let bit = |hole: usize| pegs >> hole & 1 == 1;
        let fits = |picture: &Picture| {
            (0..self.n()).all(|hole| {
                picture.either.contains(&hole) || picture.filled.contains(&hole) == bit(hole)
            })
        };
        let stuck = || {
            let state = (pegs, [None; 2]);
            self.jumps
                .iter()
                .all(|&jump| self.after(state, jump).is_none())
        };
        picture.as_ref().is_none_or(fits)
            && wanted.is_none_or(|wanted| wanted == count)
            && dead_end.is_none_or(|least| count >= least && stuck())
            && (surviving == 0 || count == surviving)
    }

    /// After each jump that is possible.
    pub(crate) fn next(&self, state: State) -> Vec<State> {
        let jumps = self.jumps.iter();
        jumps.filter_map(|&jump| self.after(state, jump)).collect()
    }

    pub(crate) fn accepts(&self, (pegs, survivors): State) -> bool {
        let mut ends = self.goal.all_survivors().zip(survivors);
        self.is_final(pegs) && ends.all(|(goal, hole)| goal.at.is_none() || goal.at == hole)
    }

    /// All that can be reached.
    pub(crate) fn reached(&self) -> HashSet<State> {
        self.reached_from(self.first())
    }

    fn reached_from(&self, state: State) -> HashSet<State> {
        let mut reached = HashSet::from([state]);
        let mut fresh = vec![state];
        while let Some(state) = fresh.pop() {
            let next = self.next(state).into_iter();
            fresh.extend(next.filter(|&state| reached.insert(state)));
        }
        reached
    }

    pub(crate) fn is_solvable(&self) -> bool {
        self.wins(self.first())
    }

    /// Whether jumps lead from here to an end that is wanted.
    pub(crate) fn wins(&self, state: State) -> bool {
        self.reached_from(state)
            .into_iter()
            .any(|state| self.accepts(state))
    }

    /// Solutions as numbers of jumps, at most so many.
    pub(crate) fn solutions(&self, most: usize) -> Vec<Vec<usize>> {
        let mut found = Vec::new();
        let mut path = Vec::new();
        self.search(self.first(), most, &mut path, &mut found);
        found
    }

    fn search(&self, at: State, most: usize, path: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
        if found.len() >= most {
            return;
        }
        if self.accepts(at) {
            found.push(path.clone());
        }
        for (number, &jump) in self.jumps.iter().enumerate() {
            if let Some(next) = self.after(at, jump) {
                path.push(number);
                self.search(next, most, path, found);
                path.pop();
            }
        }
    }

    /// A board by chance with up to `most` holes, pegs, and a goal that is often reached.
    pub(crate) fn by_chance(chance: &mut Chance, most: usize) -> Self {
        let lattice = chance.one_of(&["square", "triangular", "diagonal"]);
        let (width, height) = chance.one_of(&[(5, 1), (6, 1), (3, 2), (4, 2), (3, 3), (4, 3)]);
        let mut cells = Self::rectangle(lattice, width, height).cells;
        while cells.len() > most || cells.len() > 3 && chance.once_in(4) {
            cells.remove(chance.below(cells.len()));
        }
        let mut puzzle = Self::full(lattice, cells);
        let n = puzzle.n();
        puzzle.start = (0..n).filter(|_| !chance.once_in(4)).collect();
        let mut end = puzzle.first();
        for _ in 0..chance.below(n + 1) {
            let next = puzzle.next(end);
            if next.is_empty() {
                break;
            }
            end = chance.one_of(&next);
        }
        puzzle.goal = goal_by_chance(chance, &puzzle, end.0);
        puzzle
    }

    /// A certificate's text, sealed.
    pub(crate) fn certificate(&self, kind: &str, proof: &Value) -> String {
        seal(&self.inner(kind, proof).to_string())
    }

    fn inner(&self, kind: &str, proof: &Value) -> Value {
        json!({
            "format": "pegsat-certificate", "version": 1, "pegsat": "0", "problem": "by chance",
            "lattice": self.lattice, "cells": self.cells, "start": self.start,
            "goal": self.goal, "kind": kind, "proof": proof,
        })
    }

    /// What is said of this proof under the kind that it has, without files beside it.
    pub(crate) fn verdict(&self, proof: &Value) -> Result<Accepted, String> {
        let ask = |kind: &str| {
            let nothing = |_: &str| Err(std::io::Error::other("nothing is beside it"));
            let text = self.certificate(kind, proof);
            let verdict = pegsat_check::verify(&text, &nothing, &|| true);
            verdict.map_err(|rejection| rejection.to_string())
        };
        match ask("?") {
            Ok(_) => Err("a certificate of kind '?' is accepted".into()),
            Err(reason) => match reason.split_once("but its proof is of kind ") {
                Some((_, kind)) => ask(kind),
                None => Err(reason),
            },
        }
    }
}

fn goal_by_chance(chance: &mut Chance, puzzle: &Puzzle, end: u32) -> Goal {
    let n = puzzle.n();
    let mut filled: Vec<usize> = (0..n).filter(|hole| end >> hole & 1 == 1).collect();
    let mut either = Vec::new();
    if chance.once_in(3) && !filled.is_empty() {
        let gone = filled.remove(chance.below(filled.len()));
        let other = chance.below(n);
        if other != gone && !filled.contains(&other) {
            filled.push(other);
        }
    }
    if chance.once_in(3) {
        either = (0..n).filter(|_| chance.once_in(4)).collect();
        filled.retain(|hole| !either.contains(hole));
    }
    let count = end.count_ones() as usize;
    let picture = Some(Picture { filled, either });
    let mut goal = Goal::default();
    match chance.below(8) {
        0..4 => goal.picture = picture,
        4 => goal.pegs = Some(chance.one_of(&[1, count, count.saturating_sub(1)])),
        5 => goal.dead_end = Some(chance.one_of(&[1, count, count + 1])),
        6 => {
            goal.picture = picture;
            match chance.once_in(2) {
                true => goal.dead_end = Some(count),
                false => goal.pegs = Some(count),
            }
        }
        _ => match puzzle.start.is_empty() {
            true => goal.pegs = Some(1),
            false => {
                goal.survivor = Some(Survivor {
                    peg: chance.one_of(&puzzle.start),
                    at: chance.once_in(2).then(|| chance.below(n)),
                });
            }
        },
    }
    goal
}
