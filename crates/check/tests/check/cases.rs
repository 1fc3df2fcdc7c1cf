//! Arguments by chance: whatever is accepted is true, and what a plain reading of the rules
//! allows is accepted.

use crate::puzzle::{Chance, Puzzle};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Holes that meet every jump in none or two of its three: all such sets.
fn parity_sets(puzzle: &Puzzle) -> Vec<Vec<usize>> {
    let even = |set: &u32| {
        let met = |jump: &[usize; 3]| jump.iter().filter(|&&hole| set >> hole & 1 == 1).count();
        puzzle.jumps.iter().all(|jump| met(jump) % 2 == 0)
    };
    let holes = |set: u32| (0..puzzle.n()).filter(move |hole| set >> hole & 1 == 1);
    (0..1 << puzzle.n())
        .filter(even)
        .map(|set| holes(set).collect())
        .collect()
}

fn weights(chance: &mut Chance, n: usize) -> Vec<i64> {
    let most = chance.number(1, 3);
    (0..n)
        .map(|_| chance.number(-most, most).max(chance.number(-1, 0)))
        .collect()
}

/// Weights that no jump raises, as often as not: each hole is worth as much as two that a peg
/// needs to come there, or less.
fn pagoda(chance: &mut Chance, puzzle: &Puzzle) -> Vec<i64> {
    let mut weights = weights(chance, puzzle.n());
    for _ in 0..chance.below(4) {
        for &[from, over, to] in &puzzle.jumps {
            weights[to] = weights[to].min(weights[from] + weights[over]);
        }
    }
    weights
}

fn sum(chance: &mut Chance, puzzle: &Puzzle, rows: usize) -> Value {
    let n = puzzle.n();
    let sets = (0..chance.below(3)).map(|_| {
        let all = chance.once_in(2);
        let holes = if all {
            (0..n).collect()
        } else {
            chance.holes(n)
        };
        json!({"holes": holes, "first": chance.number(0, 2), "last": chance.number(0, 2)})
    });
    let sets: Vec<Value> = sets.collect();
    let tables = (0..chance.below(3)).map(|_| {
        let mut holes = chance.holes(n);
        holes.truncate(4);
        let values = (0..1 << holes.len()).map(|_| chance.number(-2, 2));
        json!({"values": values.collect::<Vec<_>>(), "holes": holes})
    });
    let tables: Vec<Value> = tables.collect();
    let mut rounded: Vec<(usize, i64)> = Vec::new();
    for row in 0..rows {
        if chance.once_in(2) {
            rounded.push((row, chance.number(0, 2)));
        }
    }
    json!({"weights": pagoda(chance, puzzle), "sets": sets, "rounded": rounded, "tables": tables})
}

/// A tree of up to two branches.
fn tree(chance: &mut Chance, puzzle: &Puzzle, rows: usize, plain: bool) -> Vec<Value> {
    let leaf = |chance: &mut Chance| match plain {
        true => json!({"leaf": pagoda(chance, puzzle)}),
        false => json!({"ends": sum(chance, puzzle, rows)}),
    };
    if puzzle.jumps.is_empty() || !chance.once_in(3) {
        return vec![leaf(chance)];
    }
    let branch = |chance: &mut Chance, then: usize, otherwise: usize| {
        let [from, _, to] = chance.one_of(&puzzle.jumps);
        let at_most = chance.number(-1, 2);
        json!({"branch": {"jump": [from, to], "at_most": at_most,
            "then": then, "otherwise": otherwise}})
    };
    match chance.once_in(2) {
        true => vec![branch(chance, 1, 2), leaf(chance), leaf(chance)],
        false => {
            let root = branch(chance, 2, 1);
            let inner = branch(chance, 3, 4);
            vec![root, inner, leaf(chance), leaf(chance), leaf(chance)]
        }
    }
}

fn argument(chance: &mut Chance, puzzle: &Puzzle, sets: &[Vec<usize>]) -> Value {
    let n = puzzle.n();
    match chance.below(9) {
        0 => json!("last_peg"),
        1 => json!({"parity": chance.one_of(sets)}),
        2 => json!({"parity": chance.holes(n)}),
        3 => {
            let chosen: Vec<_> = (0..chance.below(4)).map(|_| chance.one_of(sets)).collect();
            json!({"parities": chosen})
        }
        4 => json!("track"),
        5 | 6 => json!({"weights": tree(chance, puzzle, 0, true)}),
        7 => json!({"weights": tree(chance, puzzle, 0, false)}),
        _ => {
            let rows = chance.below(4);
            let rounded = (0..rows)
                .map(|row| json!({"of": sum(chance, puzzle, row), "divisor": chance.number(1, 3)}));
            let rounded: Vec<Value> = rounded.collect();
            json!({"cutting_planes": {
                "rounded": rounded, "tree": tree(chance, puzzle, rows, false)}})
        }
    }
}

fn cases(chance: &mut Chance, puzzle: &Puzzle, sets: &[Vec<usize>]) -> Value {
    let by_hole = puzzle.goal.pegs == Some(1) || puzzle.goal.survivor.is_some();
    let finishes: Vec<Option<usize>> = match by_hole && !chance.once_in(3) {
        true => (0..puzzle.n())
            .filter(|_| !chance.once_in(9))
            .map(Some)
            .chain([None])
            .collect(),
        false => vec![None],
    };
    let case = |finish| json!({"finish": finish, "by": argument(chance, puzzle, sets)});
    json!({"cases": finishes.into_iter().map(case).collect::<Vec<_>>()})
}

#[test]
fn what_is_accepted_is_true() {
    let mut chance = Chance(53);
    let mut accepted = BTreeMap::<String, usize>::new();
    let mut solvable = 0;
    for _ in 0..1500 {
        let puzzle = Puzzle::by_chance(&mut chance, 9);
        let is_solvable = puzzle.is_solvable();
        solvable += usize::from(is_solvable);
        let sets = parity_sets(&puzzle);
        for _ in 0..20 {
            let proof = cases(&mut chance, &puzzle, &sets);
            if let Ok(said) = puzzle.verdict(&proof) {
                assert!(!is_solvable, "{puzzle:?}\n{proof}");
                *accepted.entry(said.kind).or_default() += 1;
            }
        }
    }
    let kinds = accepted.keys().map(String::as_str).collect::<Vec<_>>();
    let all = [
        "cutting-planes",
        "ends",
        "jump-bounds",
        "last-peg",
        "pagoda",
        "position-class",
        "tables",
        "track",
    ];
    assert_eq!(kinds, all, "{accepted:?}");
    assert!(
        accepted.values().all(|&n| n > 2) && solvable > 500,
        "{accepted:?} {solvable}"
    );
}

/// The least sum of weights over the pegs of a final position.
fn least_final(puzzle: &Puzzle, weights: &[i64]) -> Option<i64> {
    let finals = (0..1_u32 << puzzle.n()).filter(|&pegs| puzzle.is_final(pegs));
    finals.map(|pegs| worth(weights, pegs)).min()
}

fn worth(weights: &[i64], pegs: u32) -> i64 {
    let holes = weights.iter().enumerate();
    holes
        .filter(|(hole, _)| pegs >> hole & 1 == 1)
        .map(|(_, &weight)| weight)
        .sum()
}

/// Weights of one leaf, and parity, by the rules as FORMAT.md has them.
#[test]
fn what_the_rules_allow_is_accepted_and_nothing_else() {
    let mut chance = Chance(54);
    let mut counts = [0; 4];
    for _ in 0..5000 {
        let puzzle = Puzzle::by_chance(&mut chance, 9);
        let (first, goal) = (puzzle.first().0, &puzzle.goal);
        // Of more than one condition the checker may know less.
        let single = [goal.pegs.is_some(), goal.picture.is_some()];
        if single.iter().filter(|&&is| is).count() != 1 || goal.dead_end.is_some() {
            continue;
        }
        let weights = pagoda(&mut chance, &puzzle);
        let least = least_final(&puzzle, &weights);
        let fewest = (0..1_u32 << puzzle.n()).filter(|&pegs| puzzle.is_final(pegs));
        let fewest = fewest.map(u32::count_ones).min();
        let pegs = first.count_ones();
        let may = |jump: &[usize; 3]| {
            let [from, over, to] = *jump;
            (weights[to] - weights[from] - weights[over]).max(0)
        };
        let shown = match (least, fewest) {
            (Some(least), Some(fewest)) if fewest <= pegs => {
                let rise: i64 = puzzle.jumps.iter().map(may).sum();
                worth(&weights, first) + rise * i64::from(pegs - fewest) < least
            }
            _ => true,
        };
        let proof = json!({"cases": [{"finish": null, "by": {"weights": [{"leaf": weights}]}}]});
        let verdict = puzzle.verdict(&proof);
        assert_eq!(verdict.is_ok(), shown, "{puzzle:?} {weights:?} {verdict:?}");
        if let Ok(said) = verdict {
            let falls = puzzle.jumps.iter().all(|jump| may(jump) == 0);
            assert_eq!(said.kind, if falls { "pagoda" } else { "jump-bounds" });
            assert_eq!(said.work, "1 case");
        }
        counts[usize::from(shown)] += 1;
        if let Some(picture) = &goal.picture {
            for set in parity_sets(&puzzle) {
                let odd =
                    |pegs: &dyn Fn(usize) -> bool| set.iter().filter(|&&h| pegs(h)).count() % 2;
                let is_open = set.iter().any(|hole| picture.either.contains(hole));
                let differs =
                    odd(&|h| puzzle.start.contains(&h)) != odd(&|h| picture.filled.contains(&h));
                let proof = json!({"cases": [{"finish": null, "by": {"parity": set}}]});
                assert_eq!(puzzle.verdict(&proof).is_ok(), differs && !is_open);
                counts[2 + usize::from(differs && !is_open)] += 1;
            }
        }
    }
    assert!(counts.iter().all(|&n| n > 50), "{counts:?}");
}
