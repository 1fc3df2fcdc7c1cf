//! Rows: what weights, changed holes and rounding say of how often the jumps of a solution
//! are made. [`crate::argument`] has the reasons.

use crate::{
    Rejection,
    board::{Board, Claim, Finals, Jump, count},
    reject,
};
use serde::Deserialize;

/// The largest weight.
pub(crate) const LARGEST: i64 = 1 << 40;

/// The most rounded rows of a case. As each is added `LARGEST` times at most, and no number of it
/// is larger than that, those of a sum stay below 2^90; multiplied by the number of jumps, and by
/// how often each is made, they do not overflow.
const MOST_ROUNDED: usize = 1000;

/// The most holes of a table, and the most tables of a sum.
const MOST_TABLE_HOLES: usize = 12;
const MOST_TABLES: usize = 100;

/// Weights, sets of holes that every solution changes, rounded rows by their number, each
/// so many times, and tables.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sum {
    weights: Vec<i64>,
    sets: Vec<EndsOf>,
    #[serde(default)]
    rounded: Vec<(usize, i64)>,
    #[serde(default)]
    pub(crate) tables: Vec<Table>,
}

/// A number for each way in which some holes can be filled: for the one that has a peg in hole
/// k of the list where bit k of i is set, number i.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Table {
    holes: Vec<usize>,
    values: Vec<i64>,
}

impl Table {
    fn check(&self, board: &Board) -> Result<(), Rejection> {
        board.position(&self.holes, "table")?;
        if self.holes.len() > MOST_TABLE_HOLES || self.values.len() != 1 << self.holes.len() {
            return reject(format!("a table of {} holes", self.holes.len()));
        }
        let mut sizes = self.values.iter().map(|value| value.unsigned_abs());
        match sizes.any(|size| size > LARGEST as u64) {
            true => reject("a value of a table is too large"),
            false => Ok(()),
        }
    }

    /// The bits of those of these holes that are in the table, and of those of them with a peg; each
    /// hole is named once.
    fn bits(&self, holes: impl Iterator<Item = (usize, bool)>) -> (usize, usize) {
        holes.fold((0, 0), |(all, pegs), (hole, peg)| {
            let bit = self.holes.iter().position(|&own| own == hole);
            let bit = bit.map_or(0, |bit| 1 << bit);
            (all + bit, pegs + if peg { bit } else { 0 })
        })
    }

    /// The values of all fillings in which these holes are so.
    fn values(&self, (all, pegs): (usize, usize)) -> impl Iterator<Item = (usize, i64)> {
        let values = self.values.iter().copied().enumerate();
        values.filter(move |&(filling, _)| filling & all == pegs)
    }

    /// The most that the jump can change the value; 0 if it touches no hole of the table.
    fn most(&self, jump: &Jump) -> i64 {
        let (touched, before) = self.bits(before(jump).into_iter());
        if touched == 0 {
            return 0;
        }
        let changes = self.values((touched, before));
        let changes = changes.map(|(filling, value)| self.values[filling ^ touched] - value);
        changes.max().unwrap_or(0)
    }

    /// The least value of a final position, as far as the holes whose end is known tell, less
    /// that of the start.
    fn least(&self, claim: Claim<'_>) -> i64 {
        let ends = |hole: &usize| claim.finals.at_end(*hole).map(|peg| (*hole, peg));
        let ends = self.bits(self.holes.iter().filter_map(ends));
        let least = self.values(ends).map(|(_, value)| value).min();
        let at_start = self
            .holes
            .iter()
            .map(|&hole| (hole, claim.start.pegs[hole]));
        least.unwrap_or(0) - self.values[self.bits(at_start).1]
    }
}

/// A row that is divided and rounded up; those of its sum come before it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rounded {
    of: Sum,
    divisor: i64,
}

/// What every solution fulfils: its jumps, each with such a change, change the sum by
/// `least` at least.
pub(crate) struct Row {
    changes: Vec<i128>,
    least: i128,
}

impl Row {
    /// Accepts that no times within the bounds fulfil the row.
    pub(crate) fn refute(&self, bound: impl Fn(usize) -> (i64, i64)) -> Result<(), Rejection> {
        let mut most = 0;
        for (number, &change) in self.changes.iter().enumerate() {
            let (low, high) = bound(number);
            if low > high {
                return Ok(()); // no number of jumps is both
            }
            most += (change * i128::from(low)).max(change * i128::from(high));
        }
        match most < self.least {
            true => Ok(()),
            false => reject(format!(
                "the weights allow a change of {most}, and {} is enough",
                self.least
            )),
        }
    }
}

/// A set of holes, and what is added to jumps that may be the first and the last to touch it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EndsOf {
    holes: Vec<usize>,
    first: i64,
    last: i64,
}

/// By how much a jump changes the sum; weights of this size cannot overflow.
pub(crate) fn rise(weights: &[i64], jump: &Jump) -> i64 {
    weights[jump.to] - weights[jump.from] - weights[jump.over]
}

/// One weight a hole, none of them too large to be added up.
pub(crate) fn check_weights(board: &Board, weights: &[i64]) -> Result<(), Rejection> {
    if weights.len() != board.n {
        return reject(format!("{} weights for {} holes", weights.len(), board.n));
    }
    let mut sizes = weights.iter().map(|weight| weight.unsigned_abs());
    match sizes.any(|size| size > LARGEST as u64) {
        true => reject("a weight is too large"),
        false => Ok(()),
    }
}

/// Whether the numbers rise, and are below the end.
pub(crate) fn are_once(numbers: impl Iterator<Item = usize> + Clone, end: usize) -> bool {
    let mut pairs = numbers.clone().zip(numbers.clone().skip(1));
    pairs.all(|(one, next)| one < next) && numbers.clone().all(|number| number < end)
}

/// What the three holes of a jump have before it.
pub(crate) fn before(jump: &Jump) -> [(usize, bool); 3] {
    [(jump.from, true), (jump.over, true), (jump.to, false)]
}

/// Whether a jump may lead to a final position, as far as these of its holes tell, of which
/// each has the other afterwards.
pub(crate) fn can_be_last(
    finals: &Finals,
    mut before: impl Iterator<Item = (usize, bool)>,
) -> bool {
    before.all(|(hole, peg)| finals.at_end(hole) != Some(peg))
}

/// The row of these weights; none if no position is final.
pub(crate) fn by_weights(claim: Claim<'_>, weights: &[i64]) -> Result<Option<Row>, Rejection> {
    check_weights(claim.board, weights)?;
    let pegs = (0..claim.board.n).filter(|&hole| claim.start.pegs[hole]);
    let at_start: i128 = pegs.map(|hole| i128::from(weights[hole])).sum();
    let jumps = claim.board.jumps.iter();
    let changes = jumps.map(|jump| rise(weights, jump).into()).collect();
    Ok(claim.finals.least_value(weights).map(|value| Row {
        changes,
        least: value - at_start,
    }))
}

/// The row of this sum; none if no position is final.
pub(crate) fn row(claim: Claim<'_>, sum: &Sum, rows: &[Row]) -> Result<Option<Row>, Rejection> {
    let Some(mut row) = by_weights(claim, &sum.weights)? else {
        return Ok(None);
    };
    let (board, start) = (claim.board, &claim.start.pegs);
    for ends in &sum.sets {
        let set = changed(claim, ends)?;
        for (jump, change) in board.jumps.iter().zip(&mut row.changes) {
            let touched = before(jump).into_iter().filter(|&(hole, _)| set[hole]);
            if touched.clone().next().is_none() {
                continue;
            }
            if touched.clone().all(|(hole, peg)| start[hole] == peg) {
                *change += i128::from(ends.first);
            }
            if can_be_last(claim.finals, touched) {
                *change += i128::from(ends.last);
            }
        }
        row.least += i128::from(ends.first) + i128::from(ends.last);
    }
    if sum.tables.len() > MOST_TABLES {
        return reject(format!("more than {MOST_TABLES} tables"));
    }
    for table in &sum.tables {
        table.check(board)?;
        for (jump, change) in board.jumps.iter().zip(&mut row.changes) {
            *change += i128::from(table.most(jump));
        }
        row.least += i128::from(table.least(claim));
    }
    if !are_once(sum.rounded.iter().map(|&(number, _)| number), rows.len()) {
        return reject("its rounded rows are not those before it, in rising order");
    }
    for &(number, times) in &sum.rounded {
        let other = &rows[number];
        if !(0..=LARGEST).contains(&times) {
            return reject("a rounded row is added a negative number of times, or too often");
        }
        let times = i128::from(times);
        row.least += times * other.least;
        for (change, more) in row.changes.iter_mut().zip(&other.changes) {
            *change += times * more;
        }
    }
    Ok(Some(row))
}

/// The rounded rows, each made of those before it.
pub(crate) fn round(claim: Claim<'_>, rounded: &[Rounded]) -> Result<Vec<Row>, Rejection> {
    if rounded.len() > MOST_ROUNDED {
        return reject(format!("more than {MOST_ROUNDED} rounded rows"));
    }
    let mut rows = Vec::new();
    for Rounded { of, divisor } in rounded {
        if !(1..=LARGEST).contains(divisor) {
            return reject("a divisor is not positive, or too large");
        }
        let Some(mut row) = row(claim, of, &rows)? else {
            return reject("a row is made of a goal that no position fulfils");
        };
        let divisor = i128::from(*divisor);
        for number in row.changes.iter_mut().chain([&mut row.least]) {
            // Rounded up, of either sign.
            *number = -(-*number).div_euclid(divisor);
            if number.unsigned_abs() > LARGEST as u128 {
                return reject("a number of a rounded row is too large");
            }
        }
        rows.push(row);
    }
    Ok(rows)
}

/// The set of holes, in which the start differs from every final position.
fn changed(claim: Claim<'_>, ends: &EndsOf) -> Result<Vec<bool>, Rejection> {
    let Claim { board, finals, .. } = claim;
    let start = &claim.start.pegs;
    if !(0..=LARGEST).contains(&ends.first) || !(0..=LARGEST).contains(&ends.last) {
        return reject("what a set of holes adds is negative, or too large");
    }
    let set = board.position(&ends.holes, "set of holes")?;
    let wanted = finals.picture.iter().flatten().zip(start);
    let differs = wanted
        .zip(&set)
        .any(|((wanted, &peg), &inside)| inside && wanted.is_some_and(|wanted| wanted != peg));
    let is_all = || count(&set) == board.n && !finals.accept(board, start);
    match differs || is_all() {
        true => Ok(set),
        false => reject("a solution need not change a set of holes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Goal, Picture, ends};

    /// Numbers by chance.
    struct Chance(u64);

    impl Chance {
        fn below(&mut self, end: usize) -> usize {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (self.0 >> 33) as usize % end
        }
    }

    /// Whatever rows are made of, the jumps of a solution fulfil them.
    #[test]
    fn a_solution_fulfils_every_row() {
        let cells: Vec<(i32, i32)> = (0..16).map(|cell| (cell % 4, cell / 4)).collect();
        let board = Board::new("square", &cells, None).unwrap();
        let mut chance = Chance(33);
        let (mut rows_made, mut sets_taken) = (0, 0);
        for _ in 0..5000 {
            let start: Vec<usize> = (0..16).filter(|_| chance.below(3) > 0).collect();
            let mut pegs: Vec<bool> = (0..16).map(|hole| start.contains(&hole)).collect();
            let mut times = vec![0_i128; board.jumps.len()];
            for _ in 0..chance.below(12) {
                let number = chance.below(board.jumps.len());
                let jump = &board.jumps[number];
                if before(jump).iter().all(|&(hole, peg)| pegs[hole] == peg) {
                    for (hole, peg) in before(jump) {
                        pegs[hole] = !peg;
                    }
                    times[number] += 1;
                }
            }
            let goal = Goal {
                picture: Some(Picture {
                    filled: (0..16).filter(|&hole| pegs[hole]).collect(),
                    either: (0..16).filter(|_| chance.below(9) == 0).collect(),
                }),
                ..Goal::default()
            };
            let Ok((start, finals)) = ends(&board, &start, &goal) else {
                continue; // a hole that is filled, and left open
            };
            let claim = Claim {
                board: &board,
                start: &start,
                finals: &finals,
            };
            let mut rounded: Vec<Rounded> = Vec::new();
            for number in 0..4 {
                let set = EndsOf {
                    holes: (0..16).filter(|_| chance.below(2) > 0).collect(),
                    first: chance.below(3) as i64,
                    last: chance.below(3) as i64,
                };
                let is_changed = changed(claim, &set).is_ok();
                sets_taken += usize::from(is_changed);
                let of = Sum {
                    weights: (0..16).map(|_| chance.below(7) as i64 - 3).collect(),
                    sets: Vec::from_iter(is_changed.then_some(set)),
                    rounded: (0..number)
                        .map(|row| (row, chance.below(3) as i64))
                        .collect(),
                    tables: (0..chance.below(3))
                        .map(|_| {
                            let holes: Vec<usize> =
                                (0..16).filter(|_| chance.below(4) == 0).take(6).collect();
                            let values = 0..1 << holes.len();
                            let values = values.map(|_| chance.below(9) as i64 - 4).collect();
                            Table { holes, values }
                        })
                        .collect(),
                };
                let divisor = 1 + chance.below(4) as i64;
                rounded.push(Rounded { of, divisor });
            }
            for row in round(claim, &rounded).unwrap() {
                let made = row.changes.iter().zip(&times);
                let made: i128 = made.map(|(change, times)| change * times).sum();
                assert!(made >= row.least, "{made} {}", row.least);
                rows_made += 1;
            }
        }
        assert!(
            rows_made > 4000 && sets_taken > 1000,
            "{rows_made} {sets_taken}"
        );
    }
}
