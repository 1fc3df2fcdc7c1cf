//! Exhaustion: a set of positions without a final one, in which the start lies, and which no
//! jump leaves, but for positions that weights rule out.
//!
//! Where no jump raises the sum of weights over the pegs, and every jump that can be the
//! last one lowers it by `last` at least, a position that is not final, and from which a
//! final one can be reached, is worth at least `last` more than some final position.
//!
//! Rows make that more. From such a position jumps lead to a final one; each row says of the
//! times that they are made, whole numbers, that a sum of them is at least some number, as in
//! `rows.rs`. Its weights, 1 in some holes, give what a position's pegs in them leave to be
//! done; the number is rounded up after that. Where no jump raises the sum of weights and n
//! times what it counts in rows, the position is worth n times those numbers more.

use crate::{
    Rejection,
    board::{Board, Claim, Jump, Start},
    reject, rows,
};
use serde::Deserialize;
use std::cell::Cell;

/// The set, up to symmetries that change neither the jumps nor the goal.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Exhaustion {
    /// Each moves hole h to hole `symmetry[h]`.
    symmetries: Vec<Vec<usize>>,
    /// In hexadecimal: bit h is a peg in hole h. Where a peg must survive, `@` and its
    /// hole in decimal follow.
    positions: Vec<String>,
    /// What rules out other positions.
    #[serde(default)]
    cuts: Vec<Cut>,
}

/// A weight for every hole, and what a jump that can be the last one lowers their sum by at
/// least; no jump raises it. With rows, of which it adds some: what those say of the jumps from
/// a position depends on its pegs.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cut {
    weights: Vec<i64>,
    last: i64,
    /// Rows by number, each so many times.
    #[serde(default)]
    rounded: Vec<(usize, i64)>,
    #[serde(default)]
    rows: Vec<Half>,
}

/// Half of a sum of rows, rounded up: what becomes of some holes, that a last jump is made, and
/// rows before it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Half {
    holes: Vec<usize>,
    last: bool,
    rows: Vec<usize>,
}

/// The most rows of a cut. As each is added at most once to each one after it, which is
/// halved, no number is above 2^50.
const MOST_ROWS: usize = 64;

/// What is known of a cut before any position is looked at.
struct Bound {
    /// What a position is worth at least from which a final one can be reached by jumps,
    /// apart from the rows.
    least: i128,
    /// Of each row the holes, and the least of the sum apart from the position's pegs.
    rows: Vec<(Bits, i64)>,
}

impl Cut {
    /// `None` if there is no final position to be reached.
    fn bound(&self, claim: Claim<'_>) -> Result<Option<Bound>, Rejection> {
        let Claim { board, finals, .. } = claim;
        rows::check_weights(board, &self.weights)?;
        if !(0..=rows::LARGEST).contains(&self.last) {
            return reject("what a last jump lowers a sum by is negative, or too large");
        }
        if self.rows.len() > MOST_ROWS {
            return reject(format!("more than {MOST_ROWS} rows"));
        }
        let is_last = |jump: &Jump| rows::can_be_last(finals, rows::before(jump).into_iter());
        let mut counts: Vec<Vec<i64>> = Vec::new();
        let mut bounds = Vec::new();
        for row in &self.rows {
            let set = board.position(&row.holes, "row")?;
            let weights: Vec<i64> = set.iter().map(|&inside| inside.into()).collect();
            let Some(value) = finals.least_value(&weights) else {
                return Ok(None);
            };
            if !rows::are_once(row.rows.iter().copied(), counts.len()) {
                return reject("a row is made of others than those before it, each once");
            }
            let count = |(number, jump): (usize, &Jump)| {
                let before = row.rows.iter().map(|&row| counts[row][number]);
                let last = i64::from(row.last && is_last(jump));
                half(rows::rise(&weights, jump) + last + before.sum::<i64>())
            };
            counts.push(board.jumps.iter().enumerate().map(count).collect());
            bounds.push((pack(&set), value as i64 + i64::from(row.last)));
        }
        let added = self.rounded.iter();
        if !rows::are_once(added.clone().map(|&(row, _)| row), counts.len())
            || !added
                .clone()
                .all(|(_, times)| (0..=rows::LARGEST).contains(times))
        {
            return reject(
                "its rounded rows are not its own in rising order, or their times are negative or too large",
            );
        }
        for (number, jump) in board.jumps.iter().enumerate() {
            let last = if is_last(jump) { self.last } else { 0 };
            let rows = self.rounded.iter();
            let rows =
                rows.map(|&(row, times)| i128::from(counts[row][number]) * i128::from(times));
            let rise = i128::from(rows::rise(&self.weights, jump) + last);
            if rise + rows.sum::<i128>() > 0 {
                return reject(format!(
                    "the jump {}-{} lowers a sum of weights too little",
                    jump.from, jump.to
                ));
            }
        }
        let least = finals.least_value(&self.weights);
        Ok(least.map(|least| Bound {
            least: least + i128::from(self.last),
            rows: bounds,
        }))
    }

    /// By how much more a position with these pegs must be worth, by the rows.
    fn raise(&self, bound: &Bound, pegs: Bits) -> i128 {
        let mut least = [0; MOST_ROWS];
        for (number, (row, (holes, apart))) in self.rows.iter().zip(&bound.rows).enumerate() {
            let before = row.rows.iter().map(|&row| least[row]);
            let sum = apart - i64::from((pegs & holes).count_ones()) + before.sum::<i64>();
            least[number] = half(sum);
        }
        let rows = self.rounded.iter();
        rows.map(|&(row, times)| i128::from(least[row]) * i128::from(times))
            .sum()
    }

    /// What these pegs are worth. No weight is so large, and there are so many, that this
    /// overflows.
    fn worth(&self, pegs: &[usize]) -> i64 {
        pegs.iter().map(|&hole| self.weights[hole]).sum()
    }
}

/// Half of it, rounded up.
fn half(sum: i64) -> i64 {
    -(-sum).div_euclid(2)
}

/// The most weights: every position is looked at with all of them.
const MOST_CUTS: usize = 1024;

/// Every position as bits.
type Bits = u128;

/// A position, and where the peg is that must survive.
type Place = (Bits, Option<usize>);

/// Positions, least first, each once.
struct Set(Vec<Place>);

impl Set {
    /// Whether the place is among them. The search begins at index `from`, and leaves there the
    /// index at which it ended: the positions after one jump rise as those before it do, so that
    /// the next one is near.
    fn holds(&self, place: Place, from: &mut usize) -> bool {
        let is_less = |number: usize| self.0.get(number).is_some_and(|other| *other < place);
        let is_behind = from.checked_sub(1).is_some_and(is_less);
        let (mut least, mut most) = (if is_behind { *from } else { 0 }, *from);
        let mut step = 1;
        while is_less(most) {
            (least, most, step) = (most, most + step, 2 * step);
        }
        let between = &self.0[least..most.min(self.0.len())];
        *from = least + between.partition_point(|other| *other < place);
        self.0.get(*from) == Some(&place)
    }
}

impl Exhaustion {
    pub(crate) fn check(
        &self,
        claim: Claim<'_>,
        go_on: &dyn Fn() -> bool,
    ) -> Result<String, Rejection> {
        let Claim {
            board,
            start,
            finals,
        } = claim;
        if board.n > Bits::BITS as usize {
            return reject("exhaustion is for boards of up to 128 holes");
        }
        for (number, symmetry) in self.symmetries.iter().enumerate() {
            is_symmetry(claim, symmetry)
                .map_err(|Rejection(reason)| Rejection(format!("symmetry {number}: {reason}")))?;
        }
        let set = self.set(board, start)?;
        // A symmetry and its reverse change the goal alike, so a position stands
        // for all its images, whichever way they are looked for.
        let holds = |(bits, survivor): Place, from: &mut usize| {
            set.holds((bits, survivor), from)
                || self.symmetries.iter().any(|symmetry| {
                    let survivor = survivor.map(|hole| symmetry[hole]);
                    set.holds((image(bits, symmetry), survivor), &mut 0)
                })
        };
        let bounds = self.bounds(claim)?;
        // After a jump, from a position that is worth this by each cut. A final position may be
        // worth less than the bound, and is never ruled out.
        // The cut that ruled out the position before is asked first.
        let first = Cell::new(0);
        let is_ruled_out = |bits: Bits, worth: &[i64], jump: &Jump| {
            let does = |&number: &usize| {
                let cut = &self.cuts[number];
                let after = i128::from(worth[number] + rows::rise(&cut.weights, jump));
                let least = |bound: &Bound| bound.least + cut.raise(bound, bits);
                let bound = bounds[number].as_ref();
                bound.is_none_or(|bound| after < least(bound))
            };
            let n = self.cuts.len();
            let Some(number) = (first.get()..n).chain(0..first.get()).find(does) else {
                return false;
            };
            first.set(number);
            !finals.accept(board, &unpack(board, bits))
        };
        if !holds((pack(&start.pegs), start.survivor()), &mut 0) {
            return reject("the start is not in the set");
        }
        // By jump, where the position after it was looked for last.
        let mut from = vec![0; board.jumps.len()];
        for (number, &(bits, survivor)) in set.0.iter().enumerate() {
            if number % 16 == 0 && !go_on() {
                return reject("it was not read to its end");
            }
            let position = unpack(board, bits);
            if finals.accept(board, &position) {
                return reject(format!("the set holds a final position, {bits:x}"));
            }
            if bits.count_ones() as usize <= finals.fewest_pegs() {
                continue; // jumps only take pegs
            }
            let pegs: Vec<usize> = (0..board.n).filter(|&hole| position[hole]).collect();
            let worth: Vec<i64> = self.cuts.iter().map(|cut| cut.worth(&pegs)).collect();
            for (jump, from) in board.jumps.iter().zip(&mut from) {
                if survivor == Some(jump.over) {
                    continue; // it must survive
                }
                if position[jump.from] && position[jump.over] && !position[jump.to] {
                    let survivor = survivor.map(|hole| match hole == jump.from {
                        true => jump.to,
                        false => hole,
                    });
                    let after = bits - (1 << jump.from) - (1 << jump.over) + (1 << jump.to);
                    if !holds((after, survivor), from) && !is_ruled_out(after, &worth, jump) {
                        return reject(format!(
                            "the jump {}-{} leads from {bits:x} out of the set",
                            jump.from, jump.to
                        ));
                    }
                }
            }
        }
        let cut_off = match self.cuts.len() {
            0 => String::new(),
            n => format!(", others ruled out by {n} weights"),
        };
        Ok(format!("{} positions{cut_off}", set.0.len()))
    }

    /// The positions, each with where the peg is that must survive.
    fn set(&self, board: &Board, start: &Start) -> Result<Set, Rejection> {
        let mut set = Vec::with_capacity(self.positions.len());
        for entry in &self.positions {
            let (text, survivor) = match (entry.split_once('@'), start.survivor()) {
                (Some((text, hole)), Some(_)) => (text, hole.parse().ok()),
                _ => (entry.as_str(), None),
            };
            let has_survivor = |bits: Bits| {
                let shifted =
                    survivor.and_then(|hole: usize| bits.checked_shr(hole.try_into().ok()?));
                shifted.is_some_and(|bits| bits & 1 == 1)
            };
            let digits = text.bytes().all(|digit| digit.is_ascii_hexdigit());
            match Bits::from_str_radix(text, 16) {
                Ok(bits)
                    if digits
                        && (board.n == 128 || bits >> board.n == 0)
                        && (start.survivor().is_none() || has_survivor(bits)) =>
                {
                    set.push((bits, survivor))
                }
                _ => return reject(format!("'{entry:.40}' is no position of the board")),
            };
        }
        set.sort_unstable();
        set.dedup();
        Ok(Set(set))
    }

    /// What a position must be worth by each cut.
    fn bounds(&self, claim: Claim<'_>) -> Result<Vec<Option<Bound>>, Rejection> {
        if self.cuts.len() > MOST_CUTS {
            return reject(format!(
                "more than {MOST_CUTS} weights to rule positions out"
            ));
        }
        let bounds = self.cuts.iter().enumerate().map(|(number, cut)| {
            let named = |Rejection(reason)| Rejection(format!("weights {number}: {reason}"));
            cut.bound(claim).map_err(named)
        });
        bounds.collect()
    }
}

pub(crate) fn is_symmetry(claim: Claim<'_>, symmetry: &[usize]) -> Result<(), Rejection> {
    let Claim { board, finals, .. } = claim;
    if symmetry.len() != board.n {
        return reject("it does not move every hole");
    }
    board.position(symmetry, "symmetry")?; // every hole once
    let is_jump = |jump: &Jump| {
        let [from, to, over] = [jump.from, jump.to, jump.over].map(|hole| symmetry[hole]);
        board.number(from, to, over).is_some()
    };
    if !board.jumps.iter().all(is_jump) {
        return reject("it moves a jump to three holes that are none");
    }
    if let Some(picture) = &finals.picture
        && (0..board.n).any(|hole| picture[hole] != picture[symmetry[hole]])
    {
        return reject("it changes the goal");
    }
    Ok(())
}

fn image(bits: Bits, symmetry: &[usize]) -> Bits {
    let holes = symmetry.iter().enumerate();
    let pegs = holes.filter(|(hole, _)| bits >> hole & 1 == 1);
    pegs.map(|(_, &to)| 1 << to).sum()
}

fn unpack(board: &Board, bits: Bits) -> Vec<bool> {
    (0..board.n).map(|hole| bits >> hole & 1 == 1).collect()
}

fn pack(position: &[bool]) -> Bits {
    let pegs = position.iter().enumerate().filter(|&(_, &peg)| peg);
    pegs.map(|(hole, _)| 1 << hole).sum()
}
