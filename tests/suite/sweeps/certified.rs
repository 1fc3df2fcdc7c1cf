//! Certificates that no solution has so few sweeps.

use crate::certificates::{digest, is_made_alike, proof_of, sealed};
use pegsat::board::JumpNumber;
use pegsat::{
    certificate::{Certificate, is_about, sweeps::*},
    check as pegsat_check, exact,
    formula::{AtMostOne, Cnf, dimacs},
    model::{
        Additions, Options,
        additions::{REGIONS, SELF_SYMMETRY},
        s,
    },
    problem::{Problem, file, named},
    watch::Watch,
};

fn formula(problem: &Problem, most: usize) -> (Additions, Cnf) {
    let has_symmetry = problem.symmetries().len() > 1;
    let additions = Additions::default()
        .with_if(has_symmetry, &SELF_SYMMETRY)
        .with(&REGIONS);
    let options = Options {
        layers: Some(most),
        ..Options::from(additions.clone())
    };
    let encoding = s::S.encode(problem, &options, &Watch::new()).unwrap();
    let cnf = encoding.formula.into_cnf(AtMostOne::default());
    (additions, cnf.unwrap())
}

/// The certificate that there is no solution of at most `most` sweeps, and its proof.
pub fn too_few(problem: &Problem, most: usize) -> (Certificate, Vec<u8>) {
    let (additions, cnf) = formula(problem, most);
    assert!(applies(problem, &additions, most));
    let proof = proof_of(&cnf).unwrap();
    let sha256 = digest(&proof);
    let refuted = certificate(
        problem,
        &additions,
        most,
        &[],
        "p.drat",
        sha256,
        &Watch::new(),
    );
    let refuted = refuted.unwrap();
    is_made_alike(&refuted, &cnf);
    (refuted, proof)
}

#[test]
fn too_few_sweeps_are_certified() {
    let few = "start:\nO . O\nO O O\nO . O\ngoal:\n? ? ?\n? O ?\n? ? ?\n";
    let few = file::parse("few", few).unwrap();
    for name in [
        "triangle4/free:0,1",
        "triangle5/free:1,2",
        "triangle5/reversal:0,0",
        "pattern:3",
    ] {
        let problem = named(name).unwrap();
        let fewest = exact::fewest_sweeps(&problem, &Watch::new())
            .unwrap()
            .unwrap()
            .0;
        let (certificate, proof) = too_few(&problem, fewest - 1);
        let beside = |_: &str| Ok(pegsat_check::opened(proof.clone()));
        let verdict = pegsat_check::verify(&certificate.text(), &beside, &|| true);
        let accepted = verdict.unwrap_or_else(|rejection| panic!("{name}: {rejection}"));
        assert_eq!(accepted.most_sweeps, Some(fewest - 1));
        let clauses = dimacs::clauses(&formula(&problem, fewest - 1).1).count();
        assert!(accepted.work.starts_with(&format!("{clauses} clauses")));
        assert!(is_about(&accepted, &problem) && !is_about(&accepted, &few));
        let inner = serde_json::to_string(&certificate).unwrap();
        let most = |most: usize| format!("\"most\":{most},");
        let first = inner.split("\"families\":[[").nth(1).unwrap();
        let first = first.split([',', ']']).next().unwrap();
        let over = problem.board().jump(JumpNumber(0)).over;
        for (from, to) in [
            (&*most(fewest - 1), &*most(fewest)),
            ("\"families\":[[", &format!("\"families\":[[{first},")),
            ("\"families\":[[", "\"families\":[[999,"),
            ("]],\"families\"", "],[]],\"families\""),
            ("]],\"families\"", &format!("],[{over}]],\"families\"")),
        ] {
            assert!(inner.contains(from));
            let inner = inner.replace(from, to);
            assert!(pegsat_check::verify(&sealed(&inner), &beside, &|| true).is_err());
        }
        assert!(pegsat_check::verify(&certificate.text(), &beside, &|| false).is_err());
    }
    // Where pegs may be left over the number of jumps is open.
    assert!(!applies(&few, &Additions::default(), 1));
}
