//! Certificates that there is no dead end so early, or no way to a picture: by model D's
//! formula, and the DRAT proof that a solver wrote of it.

use crate::{
    board::Hole,
    model::{
        Additions,
        additions::{Class, Early},
    },
    problem::{Problem, class},
};
use serde::Serialize;

/// What the formula is made of, and the name of the file with its proof.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Layers {
    jumps: Vec<[Hole; 2]>,
    early: bool,
    /// Sets of holes in which the number of pegs stays even or odd, if the end is to be so.
    sets: Vec<Vec<Hole>>,
    proof: String,
    proof_sha256: String,
}

/// Whether a certificate can be about this problem's formula with these additions.
pub fn applies(problem: &Problem, additions: &Additions) -> bool {
    let goal = problem.goal();
    additions.are_among(&[&Early, &Class]) && goal.survivor().is_none() && goal.count().is_none()
}

/// The refutation, with its proof's file and SHA-256.
pub fn refutation(
    problem: &Problem,
    additions: &Additions,
    proof: &str,
    proof_sha256: String,
) -> Layers {
    let jumps = problem.board().jumps().iter();
    Layers {
        jumps: jumps.map(|jump| [jump.from, jump.to]).collect(),
        early: additions.has(&Early),
        sets: match additions.has(&Class) {
            true => class::sets_at_the_end(problem),
            false => Vec::new(),
        },
        proof: proof.into(),
        proof_sha256,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::{
        super::{
            Certificate, digest, is_about,
            tests::{can_be_solved, sealed},
        },
        *,
    };
    use crate::{
        board,
        formula::Encoders,
        model::{Model, Options, d::D},
        problem::{Goal, named},
        solver::{self, Context, Verdict},
        watch::Watch,
    };

    /// A certificate by model D and its proof, if there is no solution.
    pub(in crate::certificate) fn refuted(
        problem: &Problem,
        [early, class]: [bool; 2],
    ) -> Option<(Certificate, Vec<u8>)> {
        let additions = Additions::default()
            .with_if(early, &Early)
            .with_if(class, &Class);
        assert!(applies(problem, &additions));
        let options = Options::from(additions.clone());
        let model: &dyn Model = &D;
        let mut encoding = model.encode(problem, &options, &Watch::new()).unwrap();
        let formula = std::mem::take(&mut encoding.formula);
        let cnf = formula.into_cnf(&Encoders::default()).unwrap();
        let (mut proof, watch) = (Vec::new(), Watch::new());
        let context = Context {
            proof: Some(&mut proof),
            ..Context::new(&watch)
        };
        let verdict = solver::by_name("varisat").unwrap();
        match verdict.solve(&cnf, context).unwrap() {
            Verdict::Unsatisfiable => {
                let refuted = refutation(problem, &additions, "p.drat", digest(&proof));
                Some((Certificate::by_layers(problem, refuted), proof))
            }
            _ => None,
        }
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
            let Some((certificate, proof)) = refuted(problem, [number % 2 == 0, number % 3 > 0])
            else {
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
}
