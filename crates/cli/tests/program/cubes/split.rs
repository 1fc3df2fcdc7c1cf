//! Formulas by chance, split: the parts are the whole, and the lemmas make one proof.

use pegsat::{
    check,
    formula::{
        Clauses, Cnf, Lit, Var,
        cubes::{Split, split},
        dimacs,
    },
};
use std::convert::Infallible;

fn random(seed: u64, n_vars: u32, n_clauses: usize) -> Cnf {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut clauses = Clauses::default();
    for _ in 0..n_clauses {
        let lit = |_| Var::new(random.u32(..n_vars)).lit(random.bool());
        let lits: Vec<Lit> = (0..3).map(lit).collect();
        clauses.push(lits);
    }
    Cnf { n_vars, clauses }
}

/// Whether some assignment satisfies it, with these literals given.
fn is_satisfiable(cnf: &Cnf, given: &[Lit]) -> bool {
    (0..1u32 << cnf.n_vars).any(|bits| {
        let holds = |lit: &Lit| (bits >> lit.vidx() & 1 == 1) != lit.is_neg();
        given.iter().all(holds) && cnf.clauses.iter().all(|clause| clause.iter().any(holds))
    })
}

#[test]
fn the_parts_are_the_whole_and_the_lemmas_follow() {
    let (mut n_split, mut n_refuted) = (0, 0);
    for seed in 0..200 {
        let cnf = random(seed, 10, 30 + seed as usize % 30);
        let variables: Vec<Var> = (0..10).map(Var::new).collect();
        for how in [Split::First, Split::Lookahead] {
            let go_on = || Ok::<(), Infallible>(());
            let Ok(cubes) = split(&cnf, &variables, how, 1 + seed as usize % 9, go_on);
            assert!(cubes.cubes.len() <= 1 + seed as usize % 9);
            let parts = cubes.cubes.iter().map(|cube| is_satisfiable(&cnf, cube));
            let parts: Vec<bool> = parts.collect();
            let is_whole = is_satisfiable(&cnf, &[]);
            assert_eq!(parts.iter().any(|&part| part), is_whole, "{seed} {how}");
            n_split += usize::from(parts.len() > 1);
            if is_whole {
                continue;
            }
            // Each part is refuted by all lemmas that it needs: here by cases.
            let mut proof = Vec::new();
            let mut say = |clause: &[Lit]| {
                let numbers = clause.iter().map(|&lit| dimacs::number(lit).to_string());
                let line: Vec<String> = numbers.chain(["0\n".into()]).collect();
                proof.extend(line.join(" ").bytes());
            };
            cubes.first.iter().for_each(|lemma| say(lemma));
            for cube in &cubes.cubes {
                by_cases(
                    &mut say,
                    &cube.iter().map(|&lit| !lit).collect::<Vec<Lit>>(),
                    &variables,
                );
            }
            cubes.last.iter().for_each(|lemma| say(lemma));
            let checked = check::proof(10, dimacs::clauses(&cnf), &proof[..], &|| true);
            assert!(checked.is_ok(), "{seed} {how}: {checked:?}");
            n_refuted += 1;
        }
    }
    assert!(n_split > 100 && n_refuted > 50, "{n_split} {n_refuted}");
}

/// All clauses that end in this one, longest first.
fn by_cases(say: &mut impl FnMut(&[Lit]), clause: &[Lit], variables: &[Var]) {
    let is_in = |var: &&Var| !clause.iter().any(|lit| lit.var() == **var);
    if let Some(&var) = variables.iter().find(is_in) {
        for lit in [var.pos_lit(), var.neg_lit()] {
            by_cases(say, &[clause, &[lit]].concat(), variables);
        }
    }
    say(clause);
}
