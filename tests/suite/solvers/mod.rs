//! The suite that every embedded solver passes.

mod output;

use pegsat::{
    formula::{Clauses, Cnf, Lit, Var},
    solver::{Backend, Context, SOLVERS, SolverError, Verdict},
    watch::{Stop, Watch},
};
use proptest::prelude::*;
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

fn cnf(n_vars: u32, rows: &[Vec<Lit>]) -> Cnf {
    let mut clauses = Clauses::default();
    rows.iter()
        .for_each(|row| clauses.push(row.iter().copied()));
    Cnf { n_vars, clauses }
}

fn solve(backend: &dyn Backend, cnf: &Cnf) -> Verdict {
    let watch = Watch::new();
    backend.solve(cnf, Context::new(&watch)).unwrap()
}

/// n+1 pigeons do not fit into n holes.
fn pigeons(n: u32) -> Cnf {
    let lit = |pigeon: u32, hole: u32| Var::new(pigeon * n + hole).pos_lit();
    let mut rows: Vec<Vec<Lit>> = (0..=n)
        .map(|pigeon| (0..n).map(|hole| lit(pigeon, hole)).collect())
        .collect();
    for hole in 0..n {
        for a in 0..=n {
            rows.extend((0..a).map(|b| vec![!lit(a, hole), !lit(b, hole)]));
        }
    }
    cnf(n * (n + 1), &rows)
}

#[test]
fn edge_cases() {
    let x = Var::new(0).pos_lit();
    for entry in SOLVERS {
        let backend = (entry.make)();
        let name = entry.name;
        assert_eq!(
            solve(&*backend, &cnf(0, &[])),
            Verdict::Satisfiable(vec![]),
            "{name}"
        );
        assert_eq!(
            solve(&*backend, &cnf(0, &[vec![]])),
            Verdict::Unsatisfiable,
            "{name}"
        );
        assert_eq!(
            solve(&*backend, &cnf(1, &[vec![x], vec![!x]])),
            Verdict::Unsatisfiable,
            "{name}"
        );
        assert_eq!(
            solve(&*backend, &cnf(1, &[vec![!x]])),
            Verdict::Satisfiable(vec![false]),
            "{name}"
        );
        // Variables in no clause still get a value.
        match solve(&*backend, &cnf(5, &[vec![x]])) {
            Verdict::Satisfiable(assignment) => {
                assert_eq!((assignment.len(), assignment[0]), (5, true))
            }
            other => panic!("{name}: {other:?}"),
        }
        assert_eq!(
            solve(&*backend, &pigeons(6)),
            Verdict::Unsatisfiable,
            "{name}"
        );
    }
}

#[test]
fn proofs_are_written_or_refused() {
    let watch = Watch::new();
    for entry in SOLVERS {
        let mut proof = Vec::new();
        let context = Context {
            proof: Some(&mut proof),
            ..Context::new(&watch)
        };
        match (entry.make)().solve(&pigeons(4), context) {
            Ok(verdict) => {
                assert_eq!(verdict, Verdict::Unsatisfiable);
                let text = String::from_utf8(proof).unwrap();
                assert!(
                    text.lines().any(|line| line.trim() == "0"),
                    "ends in the empty clause"
                );
            }
            Err(error) => assert!(error.to_string().contains("writes no proof"), "{error}"),
        }
    }
}

/// Whatever it is at, a solver ends.
#[test]
fn an_interrupt_ends_the_search() {
    for entry in SOLVERS {
        let flag = Arc::new(AtomicBool::new(false));
        let watch = Watch::new().interrupted_by(flag.clone());
        let set = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            flag.store(true, Ordering::Relaxed);
        });
        let verdict = (entry.make)().solve(&pigeons(14), Context::new(&watch));
        set.join().unwrap();
        let stopped = Err(SolverError::Stopped(Stop::Interrupted));
        assert_eq!(
            format!("{verdict:?}"),
            format!("{:?}", stopped as Result<Verdict, _>)
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Against trying every assignment.
    #[test]
    fn random_formulas(
        rows in prop::collection::vec(prop::collection::btree_map(0..9u32, any::<bool>(), 1..4), 0..45),
    ) {
        let rows: Vec<Vec<Lit>> =
            rows.iter().map(|row| row.iter().map(|(var, neg)| Var::new(*var).lit(*neg)).collect()).collect();
        let cnf = cnf(9, &rows);
        let satisfiable = (0..1u32 << 9).any(|bits| {
            cnf.is_satisfied_by(&(0..9).map(|var| bits >> var & 1 == 1).collect::<Vec<_>>())
        });
        for entry in SOLVERS {
            match solve(&*(entry.make)(), &cnf) {
                Verdict::Satisfiable(assignment) => prop_assert!(cnf.is_satisfied_by(&assignment)),
                Verdict::Unsatisfiable => prop_assert!(!satisfiable, "{}", entry.name),
                Verdict::Unknown => prop_assert!(false, "{} gave up", entry.name),
            }
        }
    }
}
