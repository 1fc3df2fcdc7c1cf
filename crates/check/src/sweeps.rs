//! Few sweeps: model S's formula, and a proof that nothing satisfies it.
//!
//! A sweep is a run of jumps by one peg. The certificate says how many sweeps are too few,
//! and names what the formula is made of besides the problem: lines, closed ways, regions,
//! symmetries. Each is checked; then the formula is made here, as FORMAT.md has
//! it, and the proof is checked against that.

use crate::{
    Means, Rejection,
    board::{Board, Claim, Finals, Start, count},
    exhaustion::is_symmetry,
    formula::{Formula, check_size},
    reject,
};
use serde::Deserialize;
use std::collections::{BTreeSet, HashSet};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sweeps {
    /// No solution has at most this number of sweeps.
    pub(crate) most: usize,
    /// The ends of every line, in the order of its variables.
    lines: Vec<[usize; 2]>,
    /// Sets of lines, by place, that are connected and meet every hole evenly.
    closed: Vec<Vec<usize>>,
    /// Sets of holes that stay full until one of their pegs begins a sweep.
    regions: Vec<Vec<usize>>,
    /// Disjoint ones that are counted together, as places in that list.
    families: Vec<Vec<usize>>,
    /// Symmetries of board, start and goal.
    symmetries: Vec<Vec<usize>>,
    /// The file with the DRAT proof, beside the certificate, and its SHA-256.
    proof: String,
    proof_sha256: String,
}

/// The largest formula: the square of the holes times the sweeps.
const LARGEST: u128 = 50_000_000;

impl Sweeps {
    pub(crate) fn check(&self, claim: Claim<'_>, means: &Means<'_>) -> Result<String, Rejection> {
        let Claim {
            board,
            start,
            finals,
        } = claim;
        if !start.survivors.is_empty() {
            return reject("it says nothing of a peg that must survive");
        }
        if board.has_lines {
            return reject("few sweeps are for the boards of a lattice");
        }
        match &finals.picture {
            Some(picture) if finals.dead_end.is_none() && !picture.contains(&None) => {}
            None if finals.pegs_anywhere() == Some(1) => {}
            _ => return reject("few sweeps are for a goal that is a picture, or one peg"),
        }
        // A solution with fewer sweeps is cut into this many: each needs a jump.
        let jumps = count(&start.pegs).checked_sub(finals.fewest_pegs());
        if jumps.is_none_or(|jumps| self.most == 0 || self.most > jumps) {
            return reject(format!("{} sweeps are none or more than jumps", self.most));
        }
        check_size(self.size(board.n), LARGEST)?;
        let geometry = Geometry::new(board, &self.lines)?;
        let ways = self.closed.iter().map(|way| geometry.closed_way(way));
        let ways = ways.collect::<Result<Vec<ClosedWay>, Rejection>>()?;
        self.check_regions(board)?;
        for symmetry in &self.symmetries {
            is_symmetry(claim, symmetry)?;
            if (0..board.n).any(|hole| start.pegs[hole] != start.pegs[symmetry[hole]]) {
                return reject("a symmetry changes the start");
            }
        }
        let formula = self.formula(&geometry, &ways, start, finals, means.go_on)?;
        formula.refuted(&self.proof, &self.proof_sha256, means)
    }

    /// How much is to be made and checked, more or less.
    fn size(&self, holes: usize) -> u128 {
        let count = |sets: &[Vec<usize>]| {
            let sizes = sets.iter().map(Vec::len);
            (sets.len() + sizes.sum::<usize>()) as u128
        };
        let holes = holes as u128;
        // A family has no more regions than there are holes, and counting them takes the
        // square of their number.
        let listed = count(&self.closed) + count(&self.regions);
        let sweep = (holes + count(&self.families)) * holes + listed;
        // Each region is held against every jump, each symmetry against every line and hole.
        let symmetries = self.symmetries.len() as u128 * self.lines.len() as u128;
        let once = (symmetries + self.regions.len() as u128) * holes;
        sweep * self.most as u128 + once
    }

    /// Each line over a hole of a region ends in it, and those of a family are disjoint.
    fn check_regions(&self, board: &Board) -> Result<(), Rejection> {
        for holes in &self.regions {
            let region = board.position(holes, "region")?;
            if holes.is_empty() {
                return reject("a region is empty");
            }
            let opens = |jump: &&crate::board::Jump| {
                region[jump.over] && !region[jump.from] && !region[jump.to]
            };
            if let Some(jump) = board.jumps.iter().find(opens) {
                return reject(format!(
                    "a region has hole {}, but no end of {}-{}",
                    jump.over, jump.from, jump.to
                ));
            }
        }
        for family in &self.families {
            let regions = family.iter().map(|&place| self.regions.get(place));
            let Some(regions) = regions.collect::<Option<Vec<_>>>() else {
                return reject("a family has a region that is not listed");
            };
            let all: Vec<usize> = regions.into_iter().flatten().copied().collect();
            board.position(&all, "family of regions")?;
        }
        Ok(())
    }

    fn formula(
        &self,
        geometry: &Geometry<'_>,
        ways: &[ClosedWay],
        start: &Start,
        finals: &Finals,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Formula, Rejection> {
        let n = geometry.board.n;
        let mut formula = Formula::default();
        let mut before = formula.variables(n);
        for (hole, &variable) in before.iter().enumerate() {
            formula.add(&[if start.pegs[hole] {
                variable
            } else {
                -variable
            }]);
        }
        let mut sweeps: Vec<Sweep> = Vec::new();
        for number in 1..=self.most {
            if !go_on() {
                return reject("it was not read to its end");
            }
            let after = formula.variables(n);
            let mut sweep = Sweep {
                lines: formula.variables(self.lines.len()),
                from: formula.variables(n),
                to: formula.variables(n),
                tracks: formula.variables(geometry.tracks.len()),
                ..Sweep::default()
            };
            geometry.state(&mut formula, &sweep, &before, &after, ways);
            match &sweeps[..] {
                [] => self.first_in_its_orbit(&mut formula, &sweep),
                [first] => self.second_in_its_orbit(&mut formula, geometry, first, &sweep),
                _ => {}
            }
            let left = self.most + 1 - number;
            sweep.full = self.regions_full(&mut formula, &before);
            sweep.counts = self.counts(&mut formula, finals, &sweep.full, left);
            if let Some(earlier) = sweeps.last() {
                self.one_is_emptied(&mut formula, earlier, &sweep);
            }
            sweeps.push(sweep);
            before = after;
        }
        match &finals.picture {
            Some(picture) => {
                for (&variable, wanted) in before.iter().zip(picture) {
                    let is_peg = *wanted == Some(true);
                    formula.add(&[if is_peg { variable } else { -variable }]);
                }
            }
            None => formula.exactly_one(&before),
        }
        Ok(formula)
    }

    fn first_in_its_orbit(&self, formula: &mut Formula, sweep: &Sweep) {
        for (hole, &from) in sweep.from.iter().enumerate() {
            if self.symmetries.iter().any(|symmetry| symmetry[hole] < hole) {
                formula.add(&[-from]);
            }
        }
    }

    /// After a first sweep of one jump, by the symmetries that keep this jump.
    fn second_in_its_orbit(
        &self,
        formula: &mut Formula,
        geometry: &Geometry<'_>,
        first: &Sweep,
        second: &Sweep,
    ) {
        for (line, &[a, b]) in self.lines.iter().enumerate() {
            for (from, to) in [(a, b), (b, a)] {
                let mut clause = vec![-first.lines[line], -first.from[from], -first.to[to]];
                for end in [from, to] {
                    let others = geometry.at[end].iter().filter(|&&other| other != line);
                    clause.extend(others.map(|&other| first.lines[other]));
                }
                for (hole, &begins) in second.from.iter().enumerate() {
                    let keeps = |s: &&Vec<usize>| s[from] == from && s[to] == to;
                    let mut keeping = self.symmetries.iter().filter(keeps);
                    if keeping.any(|symmetry| symmetry[hole] < hole) {
                        clause.push(-begins);
                        formula.add(&clause);
                        clause.pop();
                    }
                }
            }
        }
    }

    /// For each region whether it is full before a sweep.
    fn regions_full(&self, formula: &mut Formula, before: &[i32]) -> Vec<i32> {
        let is_full = |region: &Vec<usize>| {
            if let [hole] = region[..] {
                return before[hole];
            }
            let full = formula.variables(1)[0];
            let mut all = vec![full];
            for &hole in region {
                formula.add(&[-full, before[hole]]);
                all.push(-before[hole]);
            }
            formula.add(&all);
            full
        };
        self.regions.iter().map(is_full).collect()
    }

    /// How many regions of each family are full before a sweep: no more than the sweeps that
    /// are left can empty.
    fn counts(
        &self,
        formula: &mut Formula,
        finals: &Finals,
        full: &[i32],
        left: usize,
    ) -> Vec<Vec<i32>> {
        let counted = |family: &Vec<usize>| {
            let full: Vec<i32> = family.iter().map(|&place| full[place]).collect();
            let counted = formula.totalizer(&full, full.len(), true);
            for too_many in counted.iter().skip(left + self.stay(family, finals)) {
                formula.add(&[-too_many]);
            }
            counted
        };
        self.families.iter().map(counted).collect()
    }

    /// The sweep before empties one region of a family at most, and one in which it begins.
    fn one_is_emptied(&self, formula: &mut Formula, earlier: &Sweep, now: &Sweep) {
        for (place, region) in self.regions.iter().enumerate() {
            if region.len() > 1 {
                let mut clause = vec![-earlier.full[place], now.full[place]];
                clause.extend(region.iter().map(|&hole| earlier.from[hole]));
                formula.add(&clause);
            }
        }
        for (before, now) in earlier.counts.iter().zip(&now.counts) {
            for (more, less) in before.iter().skip(1).zip(now) {
                formula.add(&[-more, *less]);
            }
        }
    }

    /// How many of a family may stay full: none where one peg is left, as that peg began
    /// the last sweep where it ended, if the hole was full before.
    fn stay(&self, family: &[usize], finals: &Finals) -> usize {
        let Some(picture) = &finals.picture else {
            return 0;
        };
        if picture.iter().flatten().filter(|&&peg| peg).count() <= 1 {
            return 0;
        }
        let stays = |region: &[usize]| region.iter().all(|&hole| picture[hole] == Some(true));
        family
            .iter()
            .filter(|&&place| stays(&self.regions[place]))
            .count()
    }
}

/// The variables of a sweep.
#[derive(Default)]
struct Sweep {
    lines: Vec<i32>,
    from: Vec<i32>,
    to: Vec<i32>,
    tracks: Vec<i32>,
    /// Before it: the regions that are full, and how many of each family are, in unary.
    full: Vec<i32>,
    counts: Vec<Vec<i32>>,
}

/// The board by lines.
struct Geometry<'a> {
    board: &'a Board,
    lines: &'a [[usize; 2]],
    /// The hole that each line leads over, and the lines over each hole.
    over: Vec<usize>,
    over_hole: Vec<Vec<usize>>,
    /// The lines that end in each hole.
    at: Vec<Vec<usize>>,
    /// Holes that lines connect, by their least hole, with those lines.
    tracks: Vec<(Vec<usize>, Vec<usize>)>,
    /// Lines of one track over one hole, of which a sweep uses one at most.
    crossing: Vec<(usize, usize)>,
}

impl<'a> Geometry<'a> {
    fn new(board: &'a Board, lines: &'a [[usize; 2]]) -> Result<Self, Rejection> {
        let mut over = Vec::new();
        let mut seen = HashSet::new();
        let mut at = vec![Vec::new(); board.n];
        let mut over_hole = vec![Vec::new(); board.n];
        for (number, &[a, b]) in lines.iter().enumerate() {
            let number_of_jump = board.only_number(a, b);
            let (Some(jump), true) = (number_of_jump, seen.insert((a.min(b), a.max(b)))) else {
                return reject(format!("{a}-{b} is no line, or is named twice"));
            };
            let jump = board.jumps[jump];
            over.push(jump.over);
            over_hole[jump.over].push(number);
            at[a].push(number);
            at[b].push(number);
        }
        if 2 * lines.len() != board.jumps.len() {
            return reject("it does not name every line");
        }
        let mut tracks = Vec::new();
        let mut track_of = vec![None; board.n];
        for hole in 0..board.n {
            if at[hole].is_empty() || track_of[hole].is_some() {
                continue;
            }
            let reached = board.track(hole);
            let holes: Vec<usize> = (0..board.n).filter(|&other| reached[other]).collect();
            holes.iter().for_each(|&other| track_of[other] = Some(hole));
            let own = (0..lines.len()).filter(|&line| reached[lines[line][0]]);
            tracks.push((holes, own.collect()));
        }
        let mut crossing = Vec::new();
        for those in &over_hole {
            for (place, &line) in those.iter().enumerate() {
                let others = those[place + 1..].iter();
                let track = |line: usize| track_of[lines[line][0]];
                let others = others.filter(|&&other| track(other) == track(line));
                crossing.extend(others.map(|&other| (line, other)));
            }
        }
        crossing.sort_unstable();
        Ok(Geometry {
            board,
            lines,
            over,
            over_hole,
            at,
            tracks,
            crossing,
        })
    }

    /// A set of lines, which must be connected, and meet every hole evenly.
    fn closed_way(&self, way: &[usize]) -> Result<ClosedWay, Rejection> {
        let own: HashSet<usize> = way.iter().copied().collect();
        if way.is_empty() || own.len() != way.len() || way.iter().any(|&l| l >= self.lines.len()) {
            return reject(format!("{way:?} is no set of lines"));
        }
        let mut holes: Vec<usize> = way.iter().flat_map(|&line| self.lines[line]).collect();
        holes.sort_unstable();
        holes.dedup();
        let meeting = |hole: usize| self.at[hole].iter().filter(|line| own.contains(line));
        if holes.iter().any(|&hole| meeting(hole).count() % 2 == 1) {
            return reject(format!("the lines {way:?} are no closed way"));
        }
        let mut reached = HashSet::from([holes[0]]);
        let mut fresh = vec![holes[0]];
        while let Some(hole) = fresh.pop() {
            for &line in meeting(hole) {
                fresh.extend(
                    self.lines[line]
                        .into_iter()
                        .filter(|&end| reached.insert(end)),
                );
            }
        }
        if reached.len() < holes.len() {
            return reject(format!("the lines {way:?} fall apart"));
        }
        let others = holes.iter().flat_map(|&hole| &self.at[hole]);
        let leaving: BTreeSet<usize> = others.filter(|line| !own.contains(line)).copied().collect();
        Ok(ClosedWay {
            lines: way.to_vec(),
            holes,
            leaving: leaving.into_iter().collect(),
        })
    }

    /// What a sweep needs and does.
    fn state(
        &self,
        formula: &mut Formula,
        sweep: &Sweep,
        before: &[i32],
        after: &[i32],
        ways: &[ClosedWay],
    ) {
        let Sweep {
            lines,
            from,
            to,
            tracks,
            ..
        } = sweep;
        for one in [from, to, tracks] {
            formula.exactly_one(one);
        }
        for ((holes, own), &track) in self.tracks.iter().zip(tracks) {
            for &line in own {
                formula.add(&[-lines[line], track]);
            }
            for ends in [from, to] {
                let mut some = vec![-track];
                for &hole in holes {
                    formula.add(&[-ends[hole], track]);
                    some.push(ends[hole]);
                }
                formula.add(&some);
            }
        }
        for hole in 0..self.board.n {
            let mut all: Vec<i32> = self.at[hole].iter().map(|&line| lines[line]).collect();
            for end in [from[hole], to[hole]] {
                formula.add(&[&all[..], &[-end]].concat());
            }
            all.extend([from[hole], to[hole]]);
            formula.even(&all);
        }
        for (number, &used) in lines.iter().enumerate() {
            formula.add(&[-used, before[self.over[number]]]);
            formula.add(&[-used, -after[self.over[number]]]);
            for end in self.lines[number] {
                formula.add(&[-used, -before[end], from[end]]);
                formula.add(&[-used, -after[end], to[end]]);
            }
        }
        for &(one, other) in &self.crossing {
            formula.add(&[-lines[one], -lines[other]]);
        }
        for hole in 0..self.board.n {
            let (from, to, before, after) = (from[hole], to[hole], before[hole], after[hole]);
            formula.add(&[-from, before]);
            formula.add(&[-to, after]);
            formula.add(&[-from, to, -after]);
            formula.add(&[-to, from, -before]);
            let mut goes = vec![-before, after, from];
            goes.extend(self.over_hole[hole].iter().map(|&line| lines[line]));
            formula.add(&goes);
            formula.add(&[before, -after, to]);
        }
        for way in ways {
            let used = way.lines.iter().map(|&line| -lines[line]);
            let leaving = way.leaving.iter().map(|&line| lines[line]);
            let begins = way.holes.iter().map(|&hole| from[hole]);
            let clause: Vec<i32> = used.chain(leaving).chain(begins).collect();
            formula.add(&clause);
        }
    }
}

/// Lines that a peg comes back along.
struct ClosedWay {
    lines: Vec<usize>,
    holes: Vec<usize>,
    /// The other lines that meet these holes.
    leaving: Vec<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_counts_what_is_made_and_checked() {
        let sweeps = Sweeps {
            most: 2,
            lines: vec![[0, 2], [0, 5], [2, 5]],
            closed: vec![vec![1, 0, 2]],
            regions: vec![vec![0], vec![3, 4]],
            families: vec![vec![0, 1]],
            symmetries: vec![vec![0, 1, 2, 3, 4, 5]; 2],
            proof: String::new(),
            proof_sha256: String::new(),
        };
        // Each sweep: 6 holes and 3 of families, squared with the holes; 4 of ways, 5 of regions.
        // Once: 2 symmetries by 3 lines and 2 regions, by the holes.
        assert_eq!(sweeps.size(6), 2 * ((6 + 3) * 6 + 4 + 5) + (2 * 3 + 2) * 6);
    }
}
