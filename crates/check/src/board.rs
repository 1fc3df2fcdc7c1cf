//! The board, the jumps and the final positions, as the checker sees them.

use crate::{Goal, Picture, Rejection, Survivor, reject};
use serde::Deserialize;
use std::{
    collections::{HashMap, HashSet, hash_map::Entry},
    fmt,
};

/// The most holes.
const MOST_HOLES: usize = 50_000;

/// The most lines of a board that lists them.
const MOST_LINES: usize = 200_000;

/// The largest coordinate.
const FARTHEST: u32 = 100_000;

/// Three holes in a line: the peg in `from` jumps over `over` into `to`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Jump {
    pub(crate) from: usize,
    pub(crate) over: usize,
    pub(crate) to: usize,
}

impl Jump {
    pub(crate) fn is_possible(&self, position: &[bool]) -> bool {
        position[self.from] && position[self.over] && !position[self.to]
    }
}

#[derive(Debug)]
pub(crate) struct Board {
    pub(crate) n: usize,
    pub(crate) jumps: Vec<Jump>,
    /// Whether it lists its lines, and follows no lattice.
    pub(crate) has_lines: bool,
    /// Of each jump the number, by its ends; of several between the same ends the first.
    numbers: HashMap<(usize, usize), usize>,
    /// The others of these, by from, to and over, and all their ends.
    others: HashMap<(usize, usize, usize), usize>,
    twins: HashSet<(usize, usize)>,
}

/// A jump as a certificate names it: the holes left and landed in, and on a board that lists its
/// lines the hole leapt over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(try_from = "Vec<usize>")]
pub(crate) struct Named {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) over: Option<usize>,
}

/// What a list of two numbers says, or of three.
pub(crate) fn two_or_three(numbers: &[usize]) -> Option<(usize, usize, Option<usize>)> {
    match *numbers {
        [first, second] => Some((first, second, None)),
        [first, second, third] => Some((first, second, Some(third))),
        _ => None,
    }
}

impl TryFrom<Vec<usize>> for Named {
    type Error = &'static str;

    fn try_from(holes: Vec<usize>) -> Result<Self, Self::Error> {
        let (from, to, over) =
            two_or_three(&holes).ok_or("a jump is named by two holes, or three")?;
        Ok(Named { from, to, over })
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)?;
        self.over.map_or(Ok(()), |over| write!(f, "/{over}"))
    }
}

/// For each hole whether there is a peg.
pub(crate) type Position = Vec<bool>;

/// What the jumps begin with.
#[derive(Debug)]
pub(crate) struct Start {
    pub(crate) pegs: Position,
    /// The pegs that must survive, which are never jumped over.
    pub(crate) survivors: Vec<Survivor>,
}

impl Start {
    /// The hole of the peg that must survive, if one alone must.
    pub(crate) fn survivor(&self) -> Option<usize> {
        match &self.survivors[..] {
            [survivor] => Some(survivor.peg),
            _ => None,
        }
    }
}

/// What is argued: that from the start no final position is reached.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Claim<'a> {
    pub(crate) board: &'a Board,
    pub(crate) start: &'a Start,
    pub(crate) finals: &'a Finals,
}

impl Board {
    pub(crate) fn new(
        lattice: &str,
        cells: &[(i32, i32)],
        lines: Option<&[[usize; 3]]>,
    ) -> Result<Self, Rejection> {
        // Half of the directions: each line is seen from one end, and jumped
        // both ways.
        let directions: &[(i64, i64)] = match lattice {
            "square" => &[(1, 0), (0, 1)],
            "triangular" => &[(1, 0), (0, 1), (1, 1)],
            "diagonal" => &[(1, 0), (0, 1), (1, 1), (1, -1)],
            _ => return reject("its lattice is neither square, triangular nor diagonal"),
        };
        if cells.is_empty() || cells.len() > MOST_HOLES {
            return reject(format!("its board has {} holes", cells.len()));
        }
        let wide = |&(x, y): &(i32, i32)| (i64::from(x), i64::from(y));
        let at: HashMap<(i64, i64), usize> = cells
            .iter()
            .enumerate()
            .map(|(hole, cell)| (wide(cell), hole))
            .collect();
        let far = |&(x, y): &(i32, i32)| x.unsigned_abs() > FARTHEST || y.unsigned_abs() > FARTHEST;
        if cells.iter().any(far) {
            return reject(format!("a hole lies more than {FARTHEST} away from 0,0"));
        }
        if at.len() != cells.len() {
            return reject("its board has the same hole twice");
        }
        if let Some(lines) = lines {
            return Ok(Self::of(
                cells.len(),
                jumps_along(cells.len(), lines)?,
                true,
            ));
        }
        let mut jumps = Vec::new();
        for (a, cell) in cells.iter().enumerate() {
            let (x, y) = wide(cell);
            for (dx, dy) in directions {
                let b = at.get(&(x + dx, y + dy));
                let c = at.get(&(x + 2 * dx, y + 2 * dy));
                if let (Some(&over), Some(&c)) = (b, c) {
                    let ways = [(a, c), (c, a)];
                    jumps.extend(ways.map(|(from, to)| Jump { from, over, to }));
                }
            }
        }
        Ok(Self::of(cells.len(), jumps, false))
    }

    fn of(n: usize, jumps: Vec<Jump>, has_lines: bool) -> Self {
        let (mut numbers, mut others) = (HashMap::with_capacity(jumps.len()), HashMap::new());
        let mut twins = HashSet::new();
        for (number, jump) in jumps.iter().enumerate() {
            match numbers.entry((jump.from, jump.to)) {
                Entry::Vacant(entry) => {
                    entry.insert(number);
                }
                Entry::Occupied(_) => {
                    others.insert((jump.from, jump.to, jump.over), number);
                    twins.insert((jump.from, jump.to));
                }
            }
        }
        Board {
            n,
            jumps,
            has_lines,
            numbers,
            others,
            twins,
        }
    }

    /// The number of the jump from one hole to another over a third.
    pub(crate) fn number(&self, from: usize, to: usize, over: usize) -> Option<usize> {
        let first = self.numbers.get(&(from, to)).copied();
        let first = first.filter(|&number| self.jumps[number].over == over);
        first.or_else(|| self.others.get(&(from, to, over)).copied())
    }

    /// The number of the only jump from one hole to another.
    pub(crate) fn only_number(&self, from: usize, to: usize) -> Option<usize> {
        let first = self.numbers.get(&(from, to)).copied();
        first.filter(|_| !self.twins.contains(&(from, to)))
    }

    /// Whether a jump leads from one hole to another.
    pub(crate) fn has_jump(&self, from: usize, to: usize) -> bool {
        self.numbers.contains_key(&(from, to))
    }

    /// The number of the jump that is named so: with the hole leapt over where the board lists its
    /// lines, and only there.
    pub(crate) fn named(&self, jump: Named) -> Option<usize> {
        match jump.over {
            Some(over) if self.has_lines => self.number(jump.from, jump.to, over),
            None if !self.has_lines => self.only_number(jump.from, jump.to),
            _ => None,
        }
    }

    /// For each hole, whether a peg can come there from this one.
    pub(crate) fn track(&self, from: usize) -> Vec<bool> {
        let mut ends = vec![Vec::new(); self.n];
        for jump in &self.jumps {
            ends[jump.from].push(jump.to);
        }
        let mut track = vec![false; self.n];
        track[from] = true;
        let mut fresh = vec![from];
        while let Some(hole) = fresh.pop() {
            for &to in &ends[hole] {
                if !std::mem::replace(&mut track[to], true) {
                    fresh.push(to);
                }
            }
        }
        track
    }

    /// The position with pegs in these holes.
    pub(crate) fn position(&self, pegs: &[usize], what: &str) -> Result<Position, Rejection> {
        let mut position = vec![false; self.n];
        for &hole in pegs {
            match position.get_mut(hole) {
                None => return reject(format!("its {what} names hole {hole}, which is not there")),
                Some(true) => return reject(format!("its {what} names hole {hole} twice")),
                Some(peg) => *peg = true,
            }
        }
        Ok(position)
    }
}

/// Both jumps along each of the lines: the hole in the middle is leapt over.
fn jumps_along(n: usize, lines: &[[usize; 3]]) -> Result<Vec<Jump>, Rejection> {
    if lines.len() > MOST_LINES {
        return reject(format!("its board has {} lines", lines.len()));
    }
    let mut seen = HashSet::new();
    let mut jumps = Vec::with_capacity(2 * lines.len());
    for &[a, over, c] in lines {
        if a.max(over).max(c) >= n {
            return reject("a line names a hole that is not there");
        }
        if a == over || over == c || a == c || !seen.insert((a.min(c), over, a.max(c))) {
            return reject(format!(
                "the line {a}, {over}, {c} has a hole twice, or is there twice"
            ));
        }
        let ways = [(a, c), (c, a)];
        jumps.extend(ways.map(|(from, to)| Jump { from, over, to }));
    }
    Ok(jumps)
}

/// The positions that the goal accepts: those of which all of this is true.
#[derive(Debug, Default)]
pub(crate) struct Finals {
    /// For each hole: peg, no peg, or either.
    pub(crate) picture: Option<Vec<Option<bool>>>,
    /// This number of pegs.
    pub(crate) pegs: Option<usize>,
    /// No jump possible, and at least this number of pegs.
    pub(crate) dead_end: Option<usize>,
}

impl Finals {
    pub(crate) fn new(board: &Board, goal: &Goal) -> Result<Self, Rejection> {
        if *goal == Goal::default() {
            return reject("its goal says nothing");
        }
        let survivors: Vec<&Survivor> = goal.all_survivors().collect();
        if goal.survivor.is_some() && !goal.survivors.is_empty() || goal.survivors.len() == 1 {
            return reject("one peg must survive, or a list of several");
        }
        let ends: Vec<usize> = survivors
            .iter()
            .filter_map(|survivor| survivor.at)
            .collect();
        let pegs: HashSet<usize> = survivors.iter().map(|survivor| survivor.peg).collect();
        let different: HashSet<usize> = ends.iter().copied().collect();
        if pegs.len() < survivors.len() || different.len() < ends.len() {
            return reject("two pegs that must survive have the same hole");
        }
        if goal.picture.is_some() && !ends.is_empty() {
            return reject("its goal is a picture, and names the hole of a last peg besides");
        }
        board.position(&ends, "goal")?;
        let are_all_named = !ends.is_empty() && ends.len() == survivors.len();
        let last = are_all_named.then(|| Picture {
            filled: ends,
            either: Vec::new(),
        });
        let picture = match goal.picture.as_ref().or(last.as_ref()) {
            None => None,
            Some(Picture { filled, either }) => {
                let both: Vec<usize> = filled.iter().chain(either).copied().collect();
                board.position(&both, "goal")?;
                let mut picture = vec![Some(false); board.n];
                filled.iter().for_each(|&hole| picture[hole] = Some(true));
                either.iter().for_each(|&hole| picture[hole] = None);
                Some(picture)
            }
        };
        let pegs = match (goal.pegs, survivors.len()) {
            (pegs, 0) => pegs,
            (Some(pegs), surviving) if pegs != surviving => {
                return reject("its goal names the pegs that survive, and another number of them");
            }
            (_, surviving) => Some(surviving),
        };
        Ok(Finals {
            picture,
            pegs,
            dead_end: goal.dead_end,
        })
    }

    /// One peg, in this hole.
    pub(crate) fn one_peg(board: &Board, hole: usize) -> Self {
        Finals {
            picture: Some((0..board.n).map(|other| Some(other == hole)).collect()),
            ..Finals::default()
        }
    }

    pub(crate) fn accept(&self, board: &Board, position: &[bool]) -> bool {
        let mut wanted = self.picture.iter().flatten().zip(position);
        let possible = |jump: &Jump| jump.is_possible(position);
        wanted.all(|(wanted, peg)| wanted.is_none_or(|wanted| wanted == *peg))
            && self.pegs.is_none_or(|pegs| count(position) == pegs)
            && self
                .dead_end
                .is_none_or(|pegs| count(position) >= pegs && !board.jumps.iter().any(possible))
    }

    /// The number of pegs, if nothing else is said.
    pub(crate) fn pegs_anywhere(&self) -> Option<usize> {
        let is_alone = self.picture.is_none() && self.dead_end.is_none();
        self.pegs.filter(|_| is_alone)
    }

    /// A sum of weights over the pegs that every final position has at least; `None` if
    /// there is none on this board.
    pub(crate) fn least_value(&self, weights: &[i64]) -> Option<i128> {
        let negative = || weights.iter().map(|&weight| i128::from(weight.min(0)));
        let by_picture = self.picture.iter().map(|picture| {
            let holes = picture.iter().zip(weights);
            let value = holes.map(|(wanted, &weight)| match wanted {
                Some(true) => i128::from(weight),
                Some(false) => 0,
                None => i128::from(weight.min(0)),
            });
            value.sum()
        });
        let least = by_picture.chain([negative().sum::<i128>()]).max();
        let Some(pegs) = self.pegs else { return least };
        let mut weights = weights.to_vec();
        weights.sort_unstable();
        let by_pegs = weights.get(..pegs)?.iter();
        least.max(Some(by_pegs.map(|&weight| i128::from(weight)).sum()))
    }

    /// What every final position has in this hole, if the goal says so.
    pub(crate) fn at_end(&self, hole: usize) -> Option<bool> {
        self.picture.as_ref()?[hole]
    }

    /// Whether no position but the empty board is final.
    pub(crate) fn are_empty(&self) -> bool {
        let empty = |picture: &Vec<_>| picture.iter().all(|&hole| hole == Some(false));
        self.picture.as_ref().is_some_and(empty) || self.pegs == Some(0)
    }

    /// The fewest pegs of a final position.
    pub(crate) fn fewest_pegs(&self) -> usize {
        let picture = self.picture.iter().flatten();
        let filled = picture.filter(|&&hole| hole == Some(true)).count();
        let counts = self.pegs.into_iter().chain(self.dead_end);
        counts.fold(filled, usize::max)
    }
}

pub(crate) fn count(position: &[bool]) -> usize {
    position.iter().filter(|&&peg| peg).count()
}
