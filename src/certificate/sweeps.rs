//! Certificates that no solution has at most a number of sweeps: what model S's formula is made of, and
//! the DRAT proof that a solver wrote of it.

use crate::{
    board::Hole,
    formula::dimacs,
    model::{
        Additions, Meaning, Model, ModelError, Options,
        additions::{Addition, Corners, Regions, SelfSymmetry},
        s,
    },
    problem::Problem,
    watch::Watch,
};
use serde::Serialize;
use std::collections::BTreeSet;

/// What the formula is made of, and the name of the file with its proof.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Sweeps {
    most: usize,
    lines: Vec<[Hole; 2]>,
    closed: Vec<Vec<usize>>,
    regions: Vec<Vec<Hole>>,
    families: Vec<Vec<usize>>,
    symmetries: Vec<Vec<Hole>>,
    proof: String,
    proof_sha256: String,
}

/// Whether a certificate can say that no solution of the problem has at most `most`
/// sweeps, by the formula with these additions.
pub fn applies(problem: &Problem, additions: &Additions, most: usize) -> bool {
    let known: &[&dyn Addition] = &[&SelfSymmetry, &Corners, &Regions];
    let jumps = problem.n_jumps();
    let has_number = jumps
        .as_ref()
        .is_some_and(|jumps| jumps.start() == jumps.end());
    let goal = problem.goal();
    let is_known = match goal.marks() {
        _ if goal.survivor().is_some() || goal.stuck_with().is_some() => false,
        Some(_) => has_number,
        None => goal.count() == Some(1),
    };
    additions.are_among(known)
        && is_known
        && most > 0
        && jumps.is_some_and(|jumps| most <= *jumps.end())
}

/// The refutation of at most `most` sweeps, with the clauses in DIMACS numbers that were
/// added to the formula on the way, and its proof's file and SHA-256.
///
/// # Errors
/// If the formula cannot be made.
pub fn refutation(
    problem: &Problem,
    additions: &Additions,
    most: usize,
    added: &[Vec<i32>],
    proof: &str,
    proof_sha256: String,
    watch: &Watch,
) -> Result<Sweeps, ModelError> {
    let s::Parts {
        lines,
        mut closed,
        regions,
        families,
        symmetries,
    } = s::parts(problem, additions);
    let options = Options {
        layers: Some(most),
        ..Options::from(additions.clone())
    };
    let model: &dyn Model = &s::S;
    let meanings = model.encode(problem, &options, watch)?.meanings;
    let jumps = problem.board().jumps();
    let line = |&number: &i32| {
        let used = number < 0;
        match meanings.get(dimacs::lit(number).vidx()) {
            Some(&Meaning::Line { jump, .. }) if used => {
                let ends = [jumps[jump].from, jumps[jump].to];
                lines.iter().position(|line| *line == ends)
            }
            _ => None,
        }
    };
    let ways: BTreeSet<Vec<usize>> = added
        .iter()
        .map(|clause| clause.iter().filter_map(line).collect())
        .collect();
    closed.extend(ways);
    Ok(Sweeps {
        most,
        lines,
        closed,
        regions,
        families,
        symmetries,
        proof: proof.into(),
        proof_sha256,
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::{
        super::{Certificate, digest, is_about, tests::sealed},
        *,
    };
    use crate::{
        exact,
        formula::{Cnf, Encoders},
        problem::{file, named},
        solver::{self, Context, Verdict},
        watch::Watch,
    };

    fn formula(problem: &Problem, most: usize) -> (Additions, Cnf) {
        let has_symmetry = problem.symmetries().len() > 1;
        let additions = Additions::default()
            .with_if(has_symmetry, &SelfSymmetry)
            .with(&Regions);
        let options = Options {
            layers: Some(most),
            ..Options::from(additions.clone())
        };
        let model: &dyn Model = &s::S;
        let encoding = model.encode(problem, &options, &Watch::new()).unwrap();
        let cnf = encoding.formula.into_cnf(&Encoders::default());
        (additions, cnf.unwrap())
    }

    /// The certificate that there is no solution of at most `most` sweeps, and its proof.
    pub(in crate::certificate) fn too_few(
        problem: &Problem,
        most: usize,
    ) -> (Certificate, Vec<u8>) {
        let (additions, cnf) = formula(problem, most);
        assert!(applies(problem, &additions, most));
        let mut proof = Vec::new();
        let watch = Watch::new();
        let context = Context {
            proof: Some(&mut proof),
            ..Context::new(&watch)
        };
        let verdict = solver::by_name("varisat").unwrap().solve(&cnf, context);
        assert!(matches!(verdict, Ok(Verdict::Unsatisfiable)));
        let sha256 = digest(&proof);
        let refuted = refutation(
            problem,
            &additions,
            most,
            &[],
            "p.drat",
            sha256,
            &Watch::new(),
        );
        (Certificate::by_sweeps(problem, refuted.unwrap()), proof)
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
            let over = problem.board().jumps()[0].over;
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
}
