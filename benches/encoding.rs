//! How large the models' formulas are, and how long they take to make.
//!
//! ```text
//! cargo bench --bench encoding
//! ```

use divan::{Bencher, black_box};
use pegsat::{
    engine,
    formula::AtMostOne,
    model::{self, Additions, Options},
    problem,
};
use std::time::Instant;

fn main() {
    println!("central: size by model and encoding of 'at most one' (literals in all clauses)");
    println!("model  encoding   variables    clauses    literals");
    let central = problem::named("central").expect("a named problem");
    for model in model::MODELS {
        for (at_most_one, name) in [
            (AtMostOne::Pairwise, "pairwise"),
            (AtMostOne::Ladder, "ladder"),
        ] {
            let (_, cnf) = engine::encode(
                &central,
                model,
                &Options::default(),
                at_most_one,
                &pegsat::Watch::new(),
            )
            .expect("central can be encoded");
            let size = engine::Size::of(&cnf);
            println!(
                "{:<5}  {:<9}  {:>9}  {:>9}  {:>10}",
                model.name, name, size.variables, size.clauses, size.literals
            );
        }
    }
    curve();
    println!();
    divan::main();
}

/// How E grows with the board: squares with a vacancy and a finish near the
/// middle, four layers; the least of five times.
fn curve() {
    println!("\nE, order ripple, 4 layers on squares");
    println!("side   jumps  variables   clauses        ms   ns for each jump and layer");
    for side in [9, 12, 15, 20, 30, 40, 60, 90] {
        let middle = (side - 1) / 2;
        let name = format!("square{side}/pair:{middle},{middle}:{middle},{middle}");
        let problem = problem::named(&name).expect("a named problem");
        let options = Options {
            layers: Some(4),
            order: model::Order::Ripple,
            ..Options::default()
        };
        let e = model::by_name("E").expect("model E");
        let (mut size, mut seconds) = (None, f64::INFINITY);
        for _ in 0..5 {
            let begin = Instant::now();
            let (_, cnf) = engine::encode(
                &problem,
                e,
                &options,
                AtMostOne::default(),
                &pegsat::Watch::new(),
            )
            .expect("it can be encoded");
            seconds = seconds.min(begin.elapsed().as_secs_f64());
            size = Some(engine::Size::of(&cnf));
        }
        let size = size.expect("five runs were made");
        let jumps = problem.board().jumps().len();
        println!(
            "{side:>4} {jumps:>7} {:>10} {:>9} {:>9.2} {:>8.0}",
            size.variables,
            size.clauses,
            seconds * 1e3,
            seconds * 1e9 / (4 * jumps) as f64
        );
    }
}

/// From the problem to the clauses of central.
#[divan::bench(args = ["A", "B", "C", "D", "E"], sample_count = 10, sample_size = 1)]
fn central(bencher: Bencher<'_, '_>, name: &str) {
    encode(bencher, "central", name, "");
}

/// C with each addition.
#[divan::bench(
    args = ["independence", "states=5", "self", "pagoda=1", "pagoda=2"],
    sample_count = 10,
    sample_size = 1
)]
fn central_by_c_with(bencher: Bencher<'_, '_>, additions: &str) {
    encode(bencher, "central", "C", additions);
}

fn encode(bencher: Bencher<'_, '_>, problem: &str, model: &str, additions: &str) {
    let problem = problem::named(problem).expect("a named problem");
    let model = model::by_name(model).expect("a model");
    let additions: Additions = additions.parse().expect("additions");
    let options = Options::from(additions);
    bencher.bench(|| {
        engine::encode(
            black_box(&problem),
            model,
            &options,
            AtMostOne::default(),
            &pegsat::Watch::new(),
        )
        .expect("it can be encoded")
        .1
    });
}
