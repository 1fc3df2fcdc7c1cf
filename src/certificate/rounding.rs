//! Rounded rows: what must hold of how often jumps are made because those numbers are whole.
//!
//! A row is a sum over the jumps that is at least some number. Rows whose sum is broken by
//! less than its rounding are found by parity (zero-half cuts; A. Caprara and M. Fischetti,
//! *{0, 1/2}-Chvátal-Gomory cuts*, 1996): half of a sum of rows whose right side is odd is
//! rounded up there by a half, and at those jumps that it has an odd number of times. If they
//! are made rarely enough, the rounded row is broken. So rows are looked for whose sum is
//! even at as many of the jumps that are made most often as elimination modulo 2 allows.
//!
//! Only holes whose end the goal fixes are taken: their rows hold exactly.

use super::program::{Rounded, Tree};
use crate::{board::Hole, watch::Stop};
use fastrand::Rng;
use fixedbitset::FixedBitSet;

/// A row that may be in a sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Hole(Hole),
    First(usize),
    Last(usize),
    Rounded(usize),
}

/// A row with its numbers.
struct Row {
    part: Part,
    changes: Vec<i64>,
    least: i64,
    /// By how much more than the least is made.
    slack: f64,
}

/// No more are looked for once there are so many rows. Then the most that are found at a time,
/// the tries by chance for them, and the largest number in a row.
pub(super) const MOST_ROWS: usize = 120;
const AT_A_TIME: usize = 10;
const TRIES: usize = 10;
const LARGEST: i64 = 100;

/// What a row may lack to count as broken, and the least number that counts as made.
const LEAST_LACK: f64 = 1e-3;
const LEAST_MADE: f64 = 1e-9;

/// This many steps of elimination are a unit of work: an estimate.
const STEPS_A_UNIT: u64 = 500;

fn rows(tree: &Tree<'_>, times: &[f64]) -> Vec<Row> {
    let (problem, board) = (tree.problem, tree.problem.board());
    let mut rows = Vec::new();
    let mut add = |part, changes: Vec<i64>, least: i64| {
        let made = changes.iter().zip(times);
        let made: f64 = made.map(|(&change, times)| change as f64 * times).sum();
        let slack = (made - least as f64).max(0.0);
        rows.push(Row {
            part,
            changes,
            least,
            slack,
        });
    };
    for hole in 0..board.n_holes() {
        let Some(peg) = problem.goal().fixed(hole) else {
            continue;
        };
        let change = |jump: &crate::board::Jump| {
            i64::from(jump.to == hole) - i64::from(jump.from == hole || jump.over == hole)
        };
        let changes = board.jumps().iter().map(change).collect();
        let least = i64::from(peg) - i64::from(problem.start().has_peg(hole));
        add(Part::Hole(hole), changes, least);
    }
    let numbers = |those: &[bool]| those.iter().map(|&one| i64::from(one)).collect();
    for (number, ends) in tree.ends.iter().enumerate() {
        if tree.from_start {
            add(Part::First(number), numbers(&ends.first), 1);
        }
        add(Part::Last(number), numbers(&ends.last), 1);
    }
    for (number, row) in tree.rounded.iter().enumerate() {
        add(Part::Rounded(number), row.changes.clone(), row.least);
    }
    rows
}

/// Rounded rows that these numbers of jumps break, the most broken ones first. They speak of the
/// start alone, by first jumps, or of every position.
pub(super) fn broken(tree: &Tree<'_>, times: &[f64]) -> Result<Vec<Rounded>, Stop> {
    let rows = rows(tree, times);
    let odd = |is_odd: &dyn Fn(&Row) -> bool| -> FixedBitSet {
        let mut set = FixedBitSet::with_capacity(rows.len());
        let those = rows.iter().enumerate().filter(|(_, row)| is_odd(row));
        those.for_each(|(number, _)| set.insert(number));
        set
    };
    let right = odd(&|row| row.least % 2 != 0);
    // What is made, and the rows that have it an odd number of times: jumps and slacks.
    let mut made: Vec<(f64, FixedBitSet)> = (0..times.len())
        .map(|jump| (times[jump], odd(&|row| row.changes[jump] % 2 != 0)))
        .chain(rows.iter().map(|row| {
            let own = odd(&|other| other.part == row.part);
            (row.slack, own)
        }))
        .filter(|(made, rows)| *made > LEAST_MADE && !rows.is_clear())
        .collect();
    let mut rng = Rng::with_seed(0);
    let mut found: Vec<(f64, Rounded)> = Vec::new();
    for number in 0..TRIES {
        let noise = if number == 0 { 0.0 } else { 0.6 };
        made.sort_by_cached_key(|(made, _)| {
            let made = made * (1.0 + noise * (rng.f64() - 0.5));
            std::cmp::Reverse((made * 1e9) as u64)
        });
        tree.watch
            .work((made.len() * rows.len()) as u64 / STEPS_A_UNIT)?;
        for sum in odd_sums(&right, made.iter().map(|(_, rows)| rows)) {
            let parts = sum.ones().map(|number| &rows[number]);
            let row = half(parts, times.len());
            let all = row.changes.iter().zip(times);
            let all: f64 = all.map(|(&change, times)| change as f64 * times).sum();
            let lack = row.least as f64 - all;
            let is_new = || found.iter().all(|(_, one)| one.changes != row.changes);
            let is_large = row.changes.iter().any(|change| change.abs() > LARGEST);
            if lack > LEAST_LACK && !is_large && is_new() {
                found.push((lack, row));
            }
        }
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    Ok(found
        .into_iter()
        .take(AT_A_TIME)
        .map(|(_, row)| row)
        .collect())
}

/// Sums of rows, each the set of its rows: odd at the right, and even at each of these sets
/// of rows, in their order, with which that is possible.
fn odd_sums<'a>(
    right: &FixedBitSet,
    even: impl Iterator<Item = &'a FixedBitSet>,
) -> Vec<FixedBitSet> {
    // Reduced: the pivot of each is in no other.
    let mut basis: Vec<(usize, FixedBitSet)> = Vec::new();
    let mut right = right.clone();
    for rows in even {
        let mut rows = rows.clone();
        for (pivot, other) in &basis {
            if rows.contains(*pivot) {
                rows.symmetric_difference_with(other);
            }
        }
        // With what is equal to the right, that would be even too.
        if rows == right {
            continue;
        }
        let Some(pivot) = rows.minimum() else {
            continue;
        };
        for (_, other) in &mut basis {
            if other.contains(pivot) {
                other.symmetric_difference_with(&rows);
            }
        }
        if right.contains(pivot) {
            right.symmetric_difference_with(&rows);
        }
        basis.push((pivot, rows));
    }
    let sum = |first: usize| -> FixedBitSet {
        let mut sum = FixedBitSet::with_capacity(right.len());
        sum.insert(first);
        let more = basis.iter().filter(|(_, rows)| rows.contains(first));
        more.for_each(|(pivot, _)| sum.insert(*pivot));
        sum
    };
    right.ones().take(MOST_SUMS).map(sum).collect()
}

/// The most sums of one elimination.
const MOST_SUMS: usize = 20;

/// Half of the sum of these rows, rounded up.
fn half<'a>(rows: impl Iterator<Item = &'a Row>, n_jumps: usize) -> Rounded {
    let mut sum = Rounded {
        changes: vec![0; n_jumps],
        ..Rounded::default()
    };
    for row in rows {
        let changes = sum.changes.iter_mut().zip(&row.changes);
        changes.for_each(|(sum, change)| *sum += change);
        sum.least += row.least;
        match row.part {
            Part::Hole(hole) => sum.holes.push(hole),
            Part::First(set) => sum.first.push(set),
            Part::Last(set) => sum.last.push(set),
            Part::Rounded(row) => sum.rows.push(row),
        }
    }
    for number in sum.changes.iter_mut().chain([&mut sum.least]) {
        *number = -(-*number).div_euclid(2);
    }
    sum
}
