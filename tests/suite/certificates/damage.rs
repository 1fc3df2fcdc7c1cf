//! Certificates that were changed, by accident or by somebody who seals them again.

use super::*;
use pegsat::board::Lattice;
use std::collections::{HashMap, HashSet};

/// Damage: some bytes changed, added, lost, or the end cut off.
fn damaged(text: &[u8], random: &mut fastrand::Rng) -> Vec<u8> {
    let mut text = text.to_vec();
    let at = random.usize(..text.len());
    match random.u8(..5) {
        0 => text.truncate(at),
        1 => drop(text.remove(at)),
        2 => text.insert(at, b"0123456789,[]{}\" \n-"[random.usize(..19)]),
        3 => text[at] = b"0123456789,[]{}\" \n-"[random.usize(..19)],
        _ => {
            let other = random.usize(..text.len());
            text.swap(at, other);
        }
    }
    text
}

#[test]
fn no_damaged_certificate_is_accepted() {
    let certificates = one_of_each();
    let mut kinds: Vec<&str> = certificates.iter().map(|(one, _)| one.kind).collect();
    kinds.sort_unstable();
    let all = [
        "cutting-planes",
        "ends",
        "exhaustion",
        "jump-bounds",
        "layers",
        "pagoda",
        "position-class",
        "refutation",
        "sweeps",
        "tables",
        "track",
    ];
    kinds.dedup();
    assert_eq!(kinds, all);
    let mut random = fastrand::Rng::with_seed(1);
    for (certificate, proof) in certificates {
        let text = certificate.text();
        let beside = |_: &str| Ok(pegsat_check::opened(proof.clone()));
        pegsat_check::verify(&text, &beside, &|| true).unwrap();
        let mut tried = 0;
        while tried < 1000 {
            let damaged = damaged(text.as_bytes(), &mut random);
            if damaged == text.as_bytes() {
                continue;
            }
            tried += 1;
            let damaged = String::from_utf8_lossy(&damaged);
            let verdict = pegsat_check::verify(&damaged, &beside, &|| true);
            assert!(
                verdict.is_err(),
                "{} accepted:\n{damaged}",
                certificate.kind
            );
        }
        if !proof.is_empty() {
            for _ in 0..1000 {
                let damaged = damaged(&proof, &mut random);
                let beside = |_: &str| Ok(pegsat_check::opened(damaged.clone()));
                let same = damaged == proof;
                assert_eq!(pegsat_check::verify(&text, &beside, &|| true).is_ok(), same);
            }
        }
    }
}

/// Follows hints and nothing else: whether they lead to the empty clause.
fn refuted_by_hints(formula: &[Vec<i64>], lrat: &str) -> bool {
    let mut clauses: HashMap<i64, Vec<i64>> = (1..).zip(formula.iter().cloned()).collect();
    for line in lrat.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |word: &&str| word.parse::<i64>().unwrap();
        if words[1] == "d" {
            for word in &words[2..words.len() - 1] {
                assert!(clauses.remove(&number(word)).is_some(), "{line}");
            }
            continue;
        }
        let numbers: Vec<i64> = words.iter().map(number).collect();
        let mut parts = numbers[1..].split(|&number| number == 0);
        let (lemma, hints) = (parts.next().unwrap(), parts.next().unwrap());
        let mut is_false: HashSet<i64> = lemma.iter().copied().collect();
        let mut contradicted = false;
        for hint in hints {
            let mut left: Vec<i64> = clauses[hint].clone();
            left.retain(|literal| !is_false.contains(literal));
            left.dedup();
            match left[..] {
                [] => contradicted = true,
                [literal] => drop(is_false.insert(-literal)),
                _ => panic!("{line}: {hint} leaves {left:?}"),
            }
        }
        assert!(contradicted, "{line}");
        if lemma.is_empty() {
            return true;
        }
        clauses.insert(numbers[0], lemma.to_vec());
    }
    false
}

#[test]
fn hints_lead_to_the_empty_clause_and_are_only_of_proofs() {
    for (certificate, proof) in one_of_each() {
        let beside = |_: &str| Ok(pegsat_check::opened(proof.clone()));
        let mut lrat = Vec::new();
        let text = certificate.text();
        let verdict = pegsat_check::verify_writing_hints(&text, &beside, &|| true, &mut lrat);
        assert_eq!(
            verdict.unwrap().unwrap().1,
            !proof.is_empty(),
            "{}",
            certificate.kind
        );
        if certificate.kind == "refutation" {
            // A full disk is an error, and no rejection.
            let mut full = &mut [0; 10][..];
            let verdict = pegsat_check::verify_writing_hints(&text, &beside, &|| true, &mut full);
            assert!(verdict.is_err());
            let fields: serde_json::Value =
                serde_json::from_str(&serde_json::to_string(&certificate).unwrap()).unwrap();
            let formula = fields["proof"]["refutation"]["clauses"].clone();
            let formula: Vec<Vec<i64>> = serde_json::from_value(formula).unwrap();
            assert!(refuted_by_hints(
                &formula,
                &String::from_utf8(lrat).unwrap()
            ));
        }
    }
}

/// Alterations by someone who knows how to seal them: what is accepted all the
/// same must be true, by exhaustive search.
#[test]
fn altered_and_sealed_certificates_prove_nothing_false() {
    let mut random = fastrand::Rng::with_seed(2);
    let (mut accepted, mut rejected) = (0, 0);
    for (certificate, proof) in one_of_each() {
        let text = serde_json::to_string(&certificate).unwrap();
        for _ in 0..2000 {
            let mut inner = text.clone().into_bytes();
            for _ in 0..random.usize(1..3) {
                alter(&mut inner, &mut random);
            }
            let Ok(mut inner) = String::from_utf8(inner) else {
                continue;
            };
            let mut proof = proof.clone();
            if !proof.is_empty() && random.bool() {
                proof = damaged(&proof, &mut random);
                let fields: serde_json::Value = serde_json::from_str(&text).unwrap();
                let before = fields["proof"][certificate.kind]["proof_sha256"].as_str();
                let before = before.unwrap();
                inner = inner.replace(before, &digest(&proof));
            }
            let sealed = sealed(&inner);
            match pegsat_check::verify(
                &sealed,
                &|_: &str| Ok(pegsat_check::opened(proof.clone())),
                &|| true,
            ) {
                Err(_) => rejected += 1,
                Ok(claim) => {
                    accepted += 1;
                    let problem = problem_of(&claim);
                    let is_true = match claim.most_sweeps {
                        None => !can_be_solved(&problem),
                        Some(most) => {
                            let fewest = exact::fewest_sweeps(&problem, &Watch::new()).unwrap();
                            fewest.is_none_or(|(fewest, _)| fewest > most)
                        }
                    };
                    assert!(is_true, "{}\n{sealed}", certificate.kind);
                }
            }
        }
    }
    assert!(rejected > 1000 && accepted > 100, "{accepted} {rejected}");
}

/// Changes a number, or takes one away.
fn alter(text: &mut Vec<u8>, random: &mut fastrand::Rng) {
    let begins: Vec<usize> = (1..text.len())
        .filter(|&at| text[at].is_ascii_digit() && !text[at - 1].is_ascii_hexdigit())
        .collect();
    let begin = begins[random.usize(..begins.len())];
    let digits = text[begin..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit());
    let end = begin + digits.count();
    let large = [
        "9223372036854775807",
        "-9223372036854775808",
        "1000000000",
        "1099511627776",
    ];
    let new = match random.u8(..5) {
        3 => large[random.usize(..large.len())].into(),
        0 => format!("{}", random.u8(..12)),
        1 => format!("{}", random.u8(..3)),
        2 => "-1".into(),
        _ => format!("{},{}", random.u8(..9), random.u8(..9)),
    };
    text.splice(begin..end, new.into_bytes());
}

fn problem_of(claim: &pegsat_check::Accepted) -> Problem {
    let lattice: Lattice = claim.lattice.parse().unwrap();
    // The cells may come in any order and place: the claim's holes are the
    // board's after sorting.
    let board = board::Board::new(lattice, claim.cells.iter().copied()).unwrap();
    let mut order: Vec<usize> = (0..claim.cells.len()).collect();
    order.sort_by_key(|&hole| (claim.cells[hole].1, claim.cells[hole].0));
    let mut hole_of = vec![0; order.len()];
    order
        .iter()
        .enumerate()
        .for_each(|(to, &from)| hole_of[from] = to);
    let pegs = claim.start.iter().map(|&peg| hole_of[peg]);
    let start = board::Position::of(board.n_holes(), pegs);
    let goal = match (&claim.goal.survivor, &claim.goal.picture) {
        (Some(survivor), _) => {
            let at = survivor.at.map(|at| hole_of[at]);
            Goal::surviving(board.n_holes(), hole_of[survivor.peg], at)
        }
        (None, Some(picture)) => {
            let mut marks = vec![board::picture::Mark::Empty; board.n_holes()];
            for &hole in &picture.filled {
                marks[hole_of[hole]] = board::picture::Mark::Peg;
            }
            for &hole in &picture.either {
                marks[hole_of[hole]] = board::picture::Mark::Either;
            }
            Goal::picture(marks)
        }
        (None, None) => match claim.goal.dead_end {
            Some(pegs) => Goal::dead_end(pegs),
            None => Goal::anywhere(claim.goal.pegs.unwrap()),
        },
    };
    Problem::new("claim", board, start, goal)
}
