//! Solves central, and ends with the number of its jumps; of a problem without a
//! solution with 100.

use pegsat::{End, Settings, Watch};
use std::process::ExitCode;

fn main() -> ExitCode {
    let jumps = |name: &str| -> Option<usize> {
        let problem = pegsat::problem::named(name).ok()?;
        let answer = pegsat::solve(&problem, &Settings::default(), &Watch::new()).ok()?;
        match answer.end {
            End::Solved { jumps, .. } => Some(jumps.len()),
            End::Unsolvable { .. } => Some(100),
            End::Unknown(_) => None,
        }
    };
    match (jumps("central"), jumps("triangle5/pair:1,2:1,2")) {
        (Some(found), Some(100)) => ExitCode::from(found as u8),
        _ => ExitCode::from(1),
    }
}
