//! Whether it pays to keep one solver while model E's layers grow.
//!
//! Each problem is climbed from one layer up to the first number that holds a
//! solution, twice: with a new formula and solver for each number, as `solve`
//! does it, and with one formula of [`MOST`] layers in one solver, where layers
//! not yet allowed are switched off by assumptions and everything learnt is
//! kept. Clauses are shuffled by the seed. Orders whose last layer is another
//! than those between are left out: their formulas do not contain each other.
//!
//! ```text
//! cargo bench --bench incremental
//! ```

use pegsat::{
    engine,
    formula::{AtMostOne, Cnf, Shuffled, Var, cubes, dimacs},
    model::{self, Meaning, Options, Order},
    problem::{self, Problem},
};
use pegsat_lab::summary::quartiles;
use std::time::Instant;
use varisat::{ExtendFormula, Lit, Solver};

/// The layers of the one formula.
const MOST: usize = 8;

const SEEDS: u64 = 20;

fn main() {
    println!(
        "problem                order      layers   new ms (quartiles)         kept ms (quartiles)        kept/new"
    );
    for name in [
        "central",
        "reversal:2,0",
        "pattern:6",
        "square9/pair:4,4:4,4",
    ] {
        let problem = problem::named(name).expect("a named problem");
        for order in [Order::Number, Order::Against, Order::Along, Order::Packages] {
            let mut new = Vec::new();
            let mut kept = Vec::new();
            let mut layers = 0;
            for seed in 1..=SEEDS {
                let begin = Instant::now();
                layers = climb_anew(&problem, order, seed);
                new.push(begin.elapsed().as_secs_f64() * 1e3);
                let begin = Instant::now();
                assert_eq!(climb_kept(&problem, order, seed), layers, "{name} {order}");
                kept.push(begin.elapsed().as_secs_f64() * 1e3);
            }
            let new = quartiles(new).expect("some seeds");
            let kept = quartiles(kept).expect("some seeds");
            println!(
                "{name:<22} {:<10} {layers:>6} {:>8.1} ({:>7.1}, {:>7.1}) {:>8.1} ({:>7.1}, {:>7.1}) {:>8.2}",
                order.to_string(),
                new.median,
                new.lower,
                new.upper,
                kept.median,
                kept.lower,
                kept.upper,
                kept.median / new.median,
            );
        }
    }
}

fn encode(problem: &Problem, order: Order, layers: usize) -> (Vec<Meaning>, Cnf) {
    let options = Options {
        layers: Some(layers),
        order,
        ..Options::default()
    };
    let e = model::by_name("E").expect("model E");
    let (encoding, cnf) = engine::encode(
        problem,
        e,
        &options,
        AtMostOne::default(),
        &pegsat::Watch::new(),
    )
    .expect("it can be encoded");
    (encoding.meanings, cnf)
}

fn solver(cnf: &Cnf) -> Solver<'static> {
    let mut solver = Solver::new();
    for clause in cnf.clauses.iter() {
        let clause: Vec<Lit> = clause
            .iter()
            .map(|&lit| lit_of(dimacs::number(lit)))
            .collect();
        solver.add_clause(&clause);
    }
    solver
}

fn lit_of(number: i64) -> Lit {
    Lit::from_dimacs(number as isize)
}

fn climb_anew(problem: &Problem, order: Order, seed: u64) -> usize {
    let holds = |layers: &usize| {
        let (_, cnf) = encode(problem, order, *layers);
        let cnf = Shuffled::new(cnf, seed).cnf;
        !cubes::refutes(&cnf) && solver(&cnf).solve().expect("varisat answers")
    };
    (1..=MOST).find(holds).unwrap_or(MOST + 1)
}

fn climb_kept(problem: &Problem, order: Order, seed: u64) -> usize {
    let (meanings, mut cnf) = encode(problem, order, MOST);
    let first_switch = cnf.n_vars;
    for (var, meaning) in meanings.iter().enumerate() {
        if let Meaning::Move { step, .. } = meaning {
            let off = Var::new(first_switch + *step as u32 - 1).pos_lit();
            cnf.clauses.push([!off, Var::new(var as u32).neg_lit()]);
        }
    }
    // Not shuffled by name: the switches must be known again.
    let order: Vec<usize> = {
        let mut order: Vec<usize> = (0..cnf.clauses.len()).collect();
        fastrand::Rng::with_seed(seed).shuffle(&mut order);
        order
    };
    let mut solver = Solver::new();
    for index in order {
        let clause = cnf.clauses.get(index);
        let clause: Vec<Lit> = clause
            .iter()
            .map(|&lit| lit_of(dimacs::number(lit)))
            .collect();
        solver.add_clause(&clause);
    }
    let holds = |layers: &usize| {
        let off = (*layers..MOST).map(|layer| lit_of((first_switch as usize + layer) as i64 + 1));
        solver.assume(&off.collect::<Vec<_>>());
        solver.solve().expect("varisat answers")
    };
    (1..=MOST).find(holds).unwrap_or(MOST + 1)
}
