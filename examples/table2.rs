//! Table 2 of Jefferson et al. (2006): how many sequences are looked at when
//! identical and symmetric states are merged level by level, with independence.
//!
//! The goal is one peg anywhere, so that all eight symmetries of the board may
//! be used, as the table does; a reversal in a corner would leave none.
//!
//! ```text
//! cargo run --release --example table2
//! ```

use pegsat::{model::additions::states, problem};

/// The paper's choice points at depths 3 to 7, by vacancy.
const PAPER: [(&str, [usize; 5]); 7] = [
    ("2,0", [30, 157, 830, 4118, 18675]),
    ("3,0", [7, 41, 204, 922, 3926]),
    ("2,1", [47, 251, 1204, 5675, 24701]),
    ("3,1", [14, 75, 379, 1820, 7907]),
    ("2,2", [47, 256, 1250, 5774, 24900]),
    ("3,2", [40, 208, 1006, 4668, 19961]),
    ("3,3", [7, 41, 204, 922, 3926]),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("vacancy  depth  states kept  sequences  paper's choices  ratio");
    for (vacancy, choices) in PAPER {
        let problem = problem::named(&format!("free:{vacancy}"))?;
        let levels = states::explore(&problem, 7, true)?;
        for (depth, paper) in (3..).zip(choices) {
            let level = &levels[depth];
            let ratio = level.sequences as f64 / paper as f64;
            println!(
                "{vacancy:<7}  {depth:>5}  {:>11}  {:>9}  {paper:>15}  {ratio:.2}",
                level.kept.len(),
                level.sequences
            );
        }
    }
    Ok(())
}
