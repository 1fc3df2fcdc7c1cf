//! Certificates that there is no dead end so early, or no way to a picture.

use crate::certificates::{can_be_solved, digest, is_made_alike, proof_of, sealed};
use pegsat::{
    board,
    certificate::{Certificate, is_about, layers::*},
    check as pegsat_check,
    formula::AtMostOne,
    model::{
        Additions, Options,
        additions::{CLASS, EARLY},
        d::D,
    },
    problem::{Goal, Problem, named},
    watch::Watch,
};

/// A certificate by model D and its proof, if there is no solution.
pub fn refuted(problem: &Problem, [early, class]: [bool; 2]) -> Option<(Certificate, Vec<u8>)> {
    let additions = Additions::default()
        .with_if(early, &EARLY)
        .with_if(class, &CLASS);
    assert!(applies(problem, &additions));
    let options = Options::from(additions.clone());
    let mut encoding = D.encode(problem, &options, &Watch::new()).unwrap();
    let formula = std::mem::take(&mut encoding.formula);
    let cnf = formula.into_cnf(AtMostOne::default()).unwrap();
    let proof = proof_of(&cnf)?;
    let refuted = certificate(problem, &additions, "p.drat", digest(&proof));
    is_made_alike(&refuted, &cnf);
    Some((refuted, proof))
}

#[test]
fn layers_certify_what_exhaustive_search_knows() {
    let mut problems: Vec<Problem> = Vec::new();
    for name in ["triangle4", "rect7x1", "rect4x3", "square3"] {
        let board = board::named(name).unwrap();
        for vacancy in 0..board.n_holes() {
            let start = board.vacancy(vacancy);
            let dead_ends = (1..board.n_holes()).map(Goal::dead_end);
            let one_peg = (0..board.n_holes()).map(|hole| Goal::one_peg(board.n_holes(), hole));
            for goal in dead_ends.chain(one_peg) {
                problems.push(Problem::new("small", board.clone(), start.clone(), goal));
            }
        }
    }
    let (mut certified, mut solved) = (0, 0);
    for (number, problem) in problems.iter().enumerate() {
        let can_be = can_be_solved(problem);
        let Some((certificate, proof)) = refuted(problem, [number % 2 == 0, number % 3 > 0]) else {
            assert!(can_be);
            solved += 1;
            continue;
        };
        assert!(!can_be);
        let beside = |_: &str| Ok(pegsat_check::opened(proof.clone()));
        let verdict = pegsat_check::verify(&certificate.text(), &beside, &|| true);
        let accepted = verdict.unwrap_or_else(|rejection| panic!("{problem:?}: {rejection}"));
        assert!(is_about(&accepted, problem));
        certified += 1;
    }
    assert!(certified > 100 && solved > 50, "{certified} {solved}");
}

#[test]
fn what_layers_do_not_say_is_rejected() {
    let problem = named("dead-end:3,3:5").unwrap();
    let (certificate, proof) = refuted(&problem, [true; 2]).unwrap();
    let beside = |_: &str| Ok(pegsat_check::opened(proof.clone()));
    let inner = serde_json::to_string(&certificate).unwrap();
    let verify = |inner: &str| pegsat_check::verify(&sealed(inner), &beside, &|| true);
    assert!(verify(&inner).is_ok());
    for (from, to) in [
        ("\"dead_end\":27", "\"dead_end\":26"), // six jumps lead to one
        ("\"dead_end\":27", "\"dead_end\":270"),
        ("\"dead_end\":27", "\"pegs\":27"),
        ("\"jumps\":[[0,2],", "\"jumps\":["),
        ("\"jumps\":[[0,2],", "\"jumps\":[[0,3],"),
        ("\"jumps\":[[0,2],", "\"jumps\":[[0,2],[0,2],"),
        ("\"early\":true", "\"early\":1"),
        ("\"sets\":[[0,", "\"sets\":[["),
        ("\"sets\":[[0,", "\"sets\":[[0,0,"),
        ("\"sets\":[[", "\"sets\":[[33,"),
    ] {
        let altered = inner.replace(from, to);
        assert_ne!(altered, inner, "{from}");
        assert!(verify(&altered).is_err(), "{to}");
    }
    assert!(pegsat_check::verify(&certificate.text(), &beside, &|| false).is_err());
}
