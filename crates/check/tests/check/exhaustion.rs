//! Sets of positions: accepted if and only if the puzzle cannot be solved, by a plain reading of
//! what they and their cuts say.

use crate::puzzle::{Chance, Puzzle, State};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Ways to move the board onto itself that keep the goal's picture.
pub(crate) fn symmetries(puzzle: &Puzzle) -> Vec<Vec<usize>> {
    let mut found = BTreeSet::new();
    for number in 0..81 {
        let entry = |place: u32| number / 3_i32.pow(place) % 3 - 1;
        let moved =
            |&(x, y): &(i32, i32)| (entry(0) * x + entry(1) * y, entry(2) * x + entry(3) * y);
        let cells: Vec<(i32, i32)> = puzzle.cells.iter().map(moved).collect();
        let least = |cells: &[(i32, i32)]| {
            let x = cells.iter().map(|cell| cell.0).min().unwrap();
            (x, cells.iter().map(|cell| cell.1).min().unwrap())
        };
        let (to, from) = (least(&puzzle.cells), least(&cells));
        let back = |&(x, y): &(i32, i32)| {
            let cell = (x - from.0 + to.0, y - from.1 + to.1);
            puzzle.cells.iter().position(|&other| other == cell)
        };
        let Some(symmetry) = cells.iter().map(back).collect::<Option<Vec<usize>>>() else {
            continue;
        };
        let each: BTreeSet<usize> = symmetry.iter().copied().collect();
        let keeps_jumps = puzzle
            .jumps
            .iter()
            .all(|jump| puzzle.jumps.contains(&jump.map(|h| symmetry[h])));
        if each.len() == puzzle.n() && keeps_jumps && keeps_goal(puzzle, &symmetry) {
            found.insert(symmetry);
        }
    }
    found.into_iter().collect()
}

/// Whether it keeps the picture; the goal of a last peg in a hole is one.
fn keeps_goal(puzzle: &Puzzle, symmetry: &[usize]) -> bool {
    let kept = |holes: &[usize]| holes.iter().all(|&hole| holes.contains(&symmetry[hole]));
    let at = puzzle
        .goal
        .survivor
        .as_ref()
        .and_then(|survivor| survivor.at);
    let picture = puzzle.goal.picture.as_ref();
    picture.is_none_or(|picture| kept(&picture.filled) && kept(&picture.either))
        && at.is_none_or(|hole| symmetry[hole] == hole)
}

fn written(states: impl IntoIterator<Item = State>) -> Vec<String> {
    let text = |(pegs, [survivor, _]): State| match survivor {
        None => format!("{pegs:x}"),
        Some(hole) => format!("{pegs:x}@{hole}"),
    };
    states.into_iter().map(text).collect()
}

fn image((pegs, survivors): State, symmetry: &[usize]) -> State {
    let holes = (0..symmetry.len()).filter(|hole| pegs >> hole & 1 == 1);
    (
        holes.fold(0, |bits, hole| bits | 1 << symmetry[hole]),
        survivors.map(|survivor| survivor.map(|hole| symmetry[hole])),
    )
}

#[test]
fn a_set_is_accepted_if_it_is_closed_and_holds_no_end() {
    let mut chance = Chance(55);
    let mut counts = [0; 2];
    for _ in 0..1500 {
        let puzzle = Puzzle::by_chance(&mut chance, 9);
        let is_solvable = puzzle.is_solvable();
        counts[usize::from(is_solvable)] += 1;
        let reached: BTreeSet<State> = puzzle.reached().into_iter().collect();
        let all = symmetries(&puzzle);
        // Of each orbit one position.
        let is_least = |state: &State| {
            all.iter().all(|symmetry| {
                let other = image(*state, symmetry);
                !reached.contains(&other) || other >= *state
            })
        };
        let least: Vec<State> = reached.iter().copied().filter(is_least).collect();
        for (symmetries, set) in [
            (&[][..], reached.iter().copied().collect()),
            (&all[..], least),
        ] {
            let proof = |set: Vec<State>| json!({"exhaustion": {"symmetries": symmetries, "positions": written(set)}});
            let verdict = puzzle.verdict(&proof(set.clone()));
            // The checker knows of symmetries that keep the goal, not where the peg that
            // survives began; so only what it accepts is held against the truth there.
            assert_eq!(verdict.is_ok(), !is_solvable, "{puzzle:?} {verdict:?}");
            if is_solvable {
                let others = set.iter().copied().filter(|&state| !puzzle.accepts(state));
                assert!(
                    puzzle.verdict(&proof(others.collect())).is_err(),
                    "{puzzle:?}"
                );
                continue;
            }
            let Ok(said) = verdict else { continue };
            assert_eq!(said.work, format!("{} positions", set.len()));
            // Without a position that has pegs to lose, and that another one leads to.
            let gone = chance.one_of(&set);
            let fewest = puzzle
                .goal
                .pegs
                .or(puzzle.goal.survivor.as_ref().map(|_| 1));
            let leads = set.iter().filter(|&&(pegs, _)| {
                fewest.is_none_or(|fewest| pegs.count_ones() as usize > fewest)
            });
            let mut next = leads.flat_map(|&state| puzzle.next(state));
            let is_needed = gone == puzzle.first() || next.any(|state| state == gone);
            if symmetries.is_empty()
                && is_needed
                && puzzle.goal.picture.is_none()
                && puzzle.goal.dead_end.is_none()
            {
                let others = set.iter().copied().filter(|&state| state != gone);
                assert!(
                    puzzle.verdict(&proof(others.collect())).is_err(),
                    "{puzzle:?} {gone:?}"
                );
            }
        }
    }
    assert!(counts.iter().all(|&n| n > 300), "{counts:?}");
}

struct Row {
    holes: Vec<usize>,
    last: bool,
    rows: Vec<usize>,
}

struct Cut {
    weights: Vec<i64>,
    last: i64,
    rounded: Vec<(usize, i64)>,
    rows: Vec<Row>,
}

fn half(sum: i64) -> i64 {
    sum.div_euclid(2) + sum.rem_euclid(2)
}

impl Cut {
    /// Often one that is allowed: weights are lowered where a jump would raise the sum.
    fn by_chance(chance: &mut Chance, puzzle: &Puzzle) -> Self {
        let n = puzzle.n();
        let row = |number: usize, chance: &mut Chance| Row {
            holes: chance.holes(n),
            last: chance.once_in(2),
            rows: (0..number).filter(|_| chance.once_in(2)).collect(),
        };
        let n_rows = chance.one_of(&[0, 0, 1, 2, 3, 4]);
        let rows: Vec<Row> = (0..n_rows).map(|number| row(number, chance)).collect();
        let mut rounded: Vec<(usize, i64)> = Vec::new();
        for number in 0..rows.len() {
            if !chance.once_in(3) {
                rounded.push((number, chance.number(0, 2)));
            }
        }
        let mut cut = Cut {
            weights: (0..n).map(|_| chance.number(-1, 3)).collect(),
            last: chance.number(0, 1),
            rounded,
            rows,
        };
        for _ in 0..chance.below(4) {
            for (&[_, _, to], rise) in puzzle.jumps.iter().zip(cut.rises(puzzle)) {
                cut.weights[to] -= rise.max(0);
            }
        }
        cut
    }

    fn json(&self) -> Value {
        let row = |row: &Row| json!({"holes": row.holes, "last": row.last, "rows": row.rows});
        let rows: Vec<Value> = self.rows.iter().map(row).collect();
        let mut cut = json!({"weights": self.weights, "last": self.last});
        if !rows.is_empty() {
            cut["rounded"] = json!(self.rounded);
            cut["rows"] = json!(rows);
        }
        cut
    }

    /// Whether a jump may be the last, as far as its three holes tell.
    fn can_be_last(puzzle: &Puzzle, [from, over, to]: [usize; 3]) -> bool {
        let Some(picture) = &puzzle.goal.picture else {
            return true;
        };
        let (filled, either) = (&picture.filled, &picture.either);
        !filled.contains(&from)
            && !filled.contains(&over)
            && (filled.contains(&to) || either.contains(&to))
    }

    /// By how much each jump raises the sum of weights and rows.
    fn rises(&self, puzzle: &Puzzle) -> Vec<i64> {
        let mut counts: Vec<Vec<i64>> = Vec::new();
        for row in &self.rows {
            let inside = |hole: usize| i64::from(row.holes.contains(&hole));
            let count = |(number, &jump): (usize, &[usize; 3])| {
                let [from, over, to] = jump;
                let last = i64::from(row.last && Self::can_be_last(puzzle, jump));
                let before: i64 = row.rows.iter().map(|&row| counts[row][number]).sum();
                half(inside(to) - inside(from) - inside(over) + last + before)
            };
            counts.push(puzzle.jumps.iter().enumerate().map(count).collect());
        }
        let rise = |(number, &jump): (usize, &[usize; 3])| {
            let [from, over, to] = jump;
            let last = i64::from(Self::can_be_last(puzzle, jump)) * self.last;
            let rounded = self.rounded.iter();
            let rows: i64 = rounded
                .map(|&(row, times)| counts[row][number] * times)
                .sum();
            self.weights[to] - self.weights[from] - self.weights[over] + last + rows
        };
        puzzle.jumps.iter().enumerate().map(rise).collect()
    }

    fn is_allowed(&self, puzzle: &Puzzle) -> bool {
        self.rises(puzzle).iter().all(|&rise| rise <= 0)
    }

    /// Whether it says that no final position is reached by jumps from here.
    fn rules_out(&self, puzzle: &Puzzle, pegs: u32) -> bool {
        let in_hole = |hole: usize| i64::from(pegs >> hole & 1);
        let finals: Vec<u32> = (0..1 << puzzle.n())
            .filter(|&pegs| puzzle.is_final(pegs))
            .collect();
        let least = |weights: &dyn Fn(usize) -> i64| {
            let worth = |&end: &u32| -> i64 {
                (0..puzzle.n())
                    .map(|hole| weights(hole) * i64::from(end >> hole & 1))
                    .sum()
            };
            finals.iter().map(worth).min()
        };
        let Some(least_end) = least(&|hole| self.weights[hole]) else {
            return true;
        };
        let mut rows: Vec<i64> = Vec::new();
        for row in &self.rows {
            let inside = |hole: usize| i64::from(row.holes.contains(&hole));
            let now: i64 = row.holes.iter().map(|&hole| in_hole(hole)).sum();
            let before: i64 = row.rows.iter().map(|&row| rows[row]).sum();
            rows.push(half(
                least(&inside).unwrap() + i64::from(row.last) - now + before,
            ));
        }
        let more: i64 = self
            .rounded
            .iter()
            .map(|&(row, times)| rows[row] * times)
            .sum();
        let worth: i64 = (0..puzzle.n())
            .map(|hole| self.weights[hole] * in_hole(hole))
            .sum();
        !puzzle.is_final(pegs) && worth < least_end + self.last + more
    }
}

#[test]
fn cuts_rule_out_what_they_say_and_no_more() {
    let mut chance = Chance(56);
    let (mut counts, mut cut_off, mut rejected) = ([0; 2], 0, 0);
    for _ in 0..9000 {
        let puzzle = Puzzle::by_chance(&mut chance, 8);
        let goal = &puzzle.goal;
        // Of more than one condition the checker may know less.
        let single = [
            goal.pegs.is_some(),
            goal.picture.is_some(),
            goal.survivor.is_some(),
        ];
        if single.iter().filter(|&&is| is).count() != 1
            || goal.dead_end.is_some()
            || goal
                .survivor
                .as_ref()
                .is_some_and(|survivor| survivor.at.is_some())
        {
            continue;
        }
        let cuts: Vec<Cut> = (0..1 + chance.below(2))
            .map(|_| Cut::by_chance(&mut chance, &puzzle))
            .collect();
        let texts: Vec<Value> = cuts.iter().map(Cut::json).collect();
        let proof = |set: &[State]| json!({"exhaustion": {"symmetries": [], "positions": written(set.iter().copied()), "cuts": texts}});
        if !cuts.iter().all(|cut| cut.is_allowed(&puzzle)) {
            let all: Vec<State> = puzzle.reached().into_iter().collect();
            let finals = (0..1_u32 << puzzle.n()).any(|pegs| puzzle.is_final(pegs));
            assert!(
                puzzle.verdict(&proof(&all)).is_err() || !finals,
                "{puzzle:?} {texts:?}"
            );
            rejected += 1;
            continue;
        }
        // What is reached through positions that are not ruled out.
        let mut reached = BTreeSet::from([puzzle.first()]);
        let mut fresh = vec![puzzle.first()];
        while let Some(state) = fresh.pop() {
            for next in puzzle
                .jumps
                .iter()
                .filter_map(|&jump| puzzle.after(state, jump))
            {
                match cuts.iter().any(|cut| cut.rules_out(&puzzle, next.0)) {
                    true => cut_off += 1,
                    false if reached.insert(next) => fresh.push(next),
                    false => {}
                }
            }
        }
        let is_solvable = puzzle.is_solvable();
        counts[usize::from(is_solvable)] += 1;
        let all: Vec<State> = reached.iter().copied().collect();
        let verdict = puzzle.verdict(&proof(&all));
        assert_eq!(
            verdict.is_ok(),
            !is_solvable,
            "{puzzle:?} {texts:?} {verdict:?}"
        );
        if let Ok(said) = verdict {
            let cuts = cuts.len();
            let work = format!(
                "{} positions, others ruled out by {cuts} weights",
                all.len()
            );
            assert_eq!(said.work, work);
        }
        if !is_solvable {
            continue;
        }
        // Without the positions of so many pegs that lead to a final one.
        let wins: Vec<bool> = all.iter().map(|&state| puzzle.wins(state)).collect();
        for pegs in 0..puzzle.start.len() as u32 {
            let others = all.iter().zip(&wins).filter(|&(&state, &wins)| {
                let is_gone = wins && state != puzzle.first() && state.0.count_ones() == pegs;
                !puzzle.accepts(state) && !is_gone
            });
            let others: Vec<State> = others.map(|(&state, _)| state).collect();
            assert!(
                puzzle.verdict(&proof(&others)).is_err(),
                "{puzzle:?} {texts:?} {others:?}"
            );
        }
    }
    assert!(
        counts.iter().all(|&n| n > 100) && cut_off > 200 && rejected > 100,
        "{counts:?} {cut_off} {rejected}"
    );
}
