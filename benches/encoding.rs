//! How large the models' formulas are, and how long they take to make.
//!
//! ```text
//! cargo bench --bench encoding
//! ```

use divan::{Bencher, black_box};
use pegsat::{
    formula::{AtMostOne, Encoders},
    model::{self, Additions, Options},
    problem, run,
};

fn main() {
    println!("central: size by model and encoding of 'at most one' (literals in all clauses)");
    println!("model  encoding   variables    clauses    literals");
    let central = problem::named("central").expect("a named problem");
    for model in model::MODELS {
        for at_most_one in [
            AtMostOne::Pairwise,
            AtMostOne::Product,
            AtMostOne::Ladder,
            AtMostOne::Commander,
            AtMostOne::Bitwise,
        ] {
            let encoders = Encoders { at_most_one };
            let (_, cnf) = run::encode(&central, *model, &Options::default(), &encoders)
                .expect("central can be encoded");
            let size = run::Size::of(&cnf);
            println!(
                "{:<5}  {:<9}  {:>9}  {:>9}  {:>10}",
                model.name(),
                format!("{at_most_one:?}").to_lowercase(),
                size.variables,
                size.clauses,
                size.literals
            );
        }
    }
    println!();
    divan::main();
}

/// From the problem to the clauses of central.
#[divan::bench(args = ["A", "B", "C", "D", "E"], sample_count = 10, sample_size = 1)]
fn central(bencher: Bencher<'_, '_>, name: &str) {
    encode(bencher, "central", name, "");
}

/// C with each addition.
#[divan::bench(
    args = ["independence", "states=5", "self", "pagoda=1", "pagoda=2", "count", "neighbours"],
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
        run::encode(black_box(&problem), model, &options, &Encoders::default())
            .expect("it can be encoded")
            .1
    });
}
