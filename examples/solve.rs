//! The library in ten lines: `cargo run --release --example solve french/pair:2,0:4,0`

use pegsat::{Ask, End, Watch};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).unwrap_or("central".into());
    let problem = pegsat::named_problem(&name)?;
    match pegsat::solve(&problem, &Ask::default(), &Watch::new())?.end {
        End::Solved { jumps, .. } => jumps
            .iter()
            .for_each(|&jump| println!("{}", problem.board().jump_text(jump))),
        end => println!("{end:?}"),
    }
    Ok(())
}
