//! Exhaustion: a set of positions without a final one, in which the start lies, and which no
//! jump leaves, but for positions that weights rule out.
//!
//! Where no jump raises the sum of weights over the pegs, and every jump that can be the
//! last one lowers it by `last` at least, a position that is not final, and from which a
//! final one can be reached, is worth at least `last` more than some final position.

use crate::{
    Rejection,
    board::{Board, Finals, Jump, Start},
    reject, rows,
};
use serde::Deserialize;
use std::collections::HashSet;

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
/// least; no jump raises it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cut {
    weights: Vec<i64>,
    last: i64,
}

impl Cut {
    /// What a position is worth at least from which a final one can be reached by jumps;
    /// `None` if there are none to be reached.
    fn least(&self, board: &Board, finals: &Finals) -> Result<Option<i128>, Rejection> {
        rows::check_weights(board, &self.weights)?;
        if !(0..=rows::LARGEST).contains(&self.last) {
            return reject("what a last jump lowers a sum by is negative, or too large");
        }
        for jump in &board.jumps {
            let fall = match rows::can_be_last(finals, rows::before(jump).into_iter()) {
                true => self.last,
                false => 0,
            };
            if rows::rise(&self.weights, jump) > -fall {
                return reject(format!(
                    "the jump {}-{} lowers a sum of weights too little",
                    jump.from, jump.to
                ));
            }
        }
        let least = finals.least_value(&self.weights);
        Ok(least.map(|least| least + i128::from(self.last)))
    }

    /// No weight is so large, and there are so many, that this overflows.
    fn worth(&self, bits: Bits) -> i64 {
        let weights = self.weights.iter().enumerate();
        let pegs = weights.filter(|(hole, _)| bits >> hole & 1 == 1);
        pegs.map(|(_, &weight)| weight).sum()
    }
}

/// The most weights: every position is looked at with all of them.
const MOST_CUTS: usize = 1024;

/// Every position as bits.
type Bits = u128;

type Set = HashSet<(Bits, Option<usize>)>;

impl Exhaustion {
    pub(crate) fn check(
        &self,
        board: &Board,
        start: &Start,
        finals: &Finals,
        go_on: &dyn Fn() -> bool,
    ) -> Result<(&'static [&'static str], String), Rejection> {
        if board.n > Bits::BITS as usize {
            return reject("exhaustion is for boards of up to 128 holes");
        }
        for (number, symmetry) in self.symmetries.iter().enumerate() {
            is_symmetry(board, finals, symmetry)
                .map_err(|Rejection(reason)| Rejection(format!("symmetry {number}: {reason}")))?;
        }
        let set = self.set(board, start)?;
        // A symmetry and its reverse change the goal alike, so a position stands
        // for all its images, whichever way they are looked for.
        let holds = |bits: Bits, survivor: Option<usize>| {
            set.contains(&(bits, survivor))
                || self.symmetries.iter().any(|symmetry| {
                    let survivor = survivor.map(|hole| symmetry[hole]);
                    set.contains(&(image(bits, symmetry), survivor))
                })
        };
        let least = self.least(board, finals)?;
        // After a jump, from a position that is worth this by each cut. A final position may be
        // worth less than the bound, and is never ruled out.
        let is_ruled_out = |bits: Bits, worth: &[i64], jump: &Jump| {
            let mut cuts = self.cuts.iter().zip(&least).zip(worth);
            cuts.any(|((cut, least), &worth)| {
                let after = i128::from(worth + rows::rise(&cut.weights, jump));
                least.is_none_or(|least| after < least)
            }) && !finals.accept(board, &unpack(board, bits))
        };
        if !holds(pack(&start.pegs), start.survivor) {
            return reject("the start is not in the set");
        }
        for (number, &(bits, survivor)) in set.iter().enumerate() {
            if number % 1000 == 0 && !go_on() {
                return reject("it was not read to its end");
            }
            let position = unpack(board, bits);
            if finals.accept(board, &position) {
                return reject(format!("the set holds a final position, {bits:x}"));
            }
            if bits.count_ones() as usize <= finals.fewest_pegs() {
                continue; // jumps only take pegs
            }
            let worth: Vec<i64> = self.cuts.iter().map(|cut| cut.worth(bits)).collect();
            for jump in &board.jumps {
                if survivor == Some(jump.over) {
                    continue; // it must survive
                }
                if position[jump.from] && position[jump.over] && !position[jump.to] {
                    let survivor = survivor.map(|hole| match hole == jump.from {
                        true => jump.to,
                        false => hole,
                    });
                    let after = bits ^ (1 << jump.from) ^ (1 << jump.over) ^ (1 << jump.to);
                    if !holds(after, survivor) && !is_ruled_out(after, &worth, jump) {
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
        Ok((&["exhaustion"], format!("{} positions{cut_off}", set.len())))
    }

    /// The positions, each with where the peg is that must survive.
    fn set(&self, board: &Board, start: &Start) -> Result<Set, Rejection> {
        let mut set = HashSet::with_capacity(self.positions.len());
        for entry in &self.positions {
            let (text, survivor) = match (entry.split_once('@'), start.survivor) {
                (Some((text, hole)), Some(_)) => (text, hole.parse().ok()),
                _ => (entry.as_str(), None),
            };
            let has_survivor =
                |bits: Bits| survivor.is_some_and(|hole| hole < board.n && bits >> hole & 1 == 1);
            let digits = text.bytes().all(|digit| digit.is_ascii_hexdigit());
            match Bits::from_str_radix(text, 16) {
                Ok(bits)
                    if digits
                        && (board.n == 128 || bits >> board.n == 0)
                        && (start.survivor.is_none() || has_survivor(bits)) =>
                {
                    set.insert((bits, survivor))
                }
                _ => return reject(format!("'{entry:.40}' is no position of the board")),
            };
        }
        Ok(set)
    }

    /// What a position must be worth by each cut.
    fn least(&self, board: &Board, finals: &Finals) -> Result<Vec<Option<i128>>, Rejection> {
        if self.cuts.len() > MOST_CUTS {
            return reject(format!(
                "more than {MOST_CUTS} weights to rule positions out"
            ));
        }
        let least = self.cuts.iter().enumerate().map(|(number, cut)| {
            let named = |Rejection(reason)| Rejection(format!("weights {number}: {reason}"));
            cut.least(board, finals).map_err(named)
        });
        least.collect()
    }
}

pub(crate) fn is_symmetry(
    board: &Board,
    finals: &Finals,
    symmetry: &[usize],
) -> Result<(), Rejection> {
    if symmetry.len() != board.n {
        return reject("it does not move every hole");
    }
    board.position(symmetry, "symmetry")?; // every hole once
    let jumps: HashSet<[usize; 3]> = board
        .jumps
        .iter()
        .map(|jump| [jump.from, jump.over, jump.to])
        .collect();
    if !jumps
        .iter()
        .all(|jump| jumps.contains(&jump.map(|hole| symmetry[hole])))
    {
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
    let pegs = symmetry
        .iter()
        .enumerate()
        .filter(|(hole, _)| bits >> hole & 1 == 1);
    pegs.fold(0, |image, (_, &to)| image | 1 << to)
}

fn unpack(board: &Board, bits: Bits) -> Vec<bool> {
    (0..board.n).map(|hole| bits >> hole & 1 == 1).collect()
}

fn pack(position: &[bool]) -> Bits {
    let pegs = position.iter().enumerate().filter(|&(_, &peg)| peg);
    pegs.fold(0, |bits, (hole, _)| bits | 1 << hole)
}
