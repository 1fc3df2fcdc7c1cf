//! The two games against an opponent.

use super::{head, watch};
use anyhow::Result;
use pegsat_puzzles::game::{self, checkers::Checkers, duotaire::Duotaire};
use std::time::Instant;

/// Checkers by each improvement of the search, and Duotaire's rows.
pub(super) fn games() -> Result<()> {
    head(
        "Checkers: what each improvement saves",
        "Positions that are looked at from the first one, up to so many moves ahead; with the seconds. \
         With ordering the search deepens step by step, and the positions of the shallower searches \
         count too: here ordering pays only with a table.",
        &[
            "moves ahead",
            "minimax",
            "alpha-beta",
            "and ordering",
            "and a table",
        ],
    );
    let (game, start) = (Checkers::default(), Checkers::start());
    for depth in [4, 6, 8, 10] {
        let mut cells = Vec::new();
        for (alpha_beta, ordering, table) in [
            (false, false, false),
            (true, false, false),
            (true, true, false),
            (true, true, true),
        ] {
            let settings = game::Settings {
                depth: Some(depth),
                alpha_beta,
                ordering,
                table,
            };
            let begin = Instant::now();
            let (found, stop) = game::search(&game, &start, settings, &watch());
            cells.push(match (found, stop) {
                (Some(found), None) => {
                    format!(
                        "{}, {:.2} s",
                        found.nodes.visited,
                        begin.elapsed().as_secs_f64()
                    )
                }
                _ => "time".into(),
            });
        }
        println!("| {depth} | {} |", cells.join(" | "));
    }
    println!("\n## Duotaire\n\nNim-values of rows of 1, 2, 3, … pegs, holes on both sides:");
    let mut values = Vec::new();
    for pegs in 1..=game::duotaire::LONGEST_ROW {
        let Some((row, position)) = Duotaire::row(pegs) else {
            break;
        };
        match row.nim_value(position, &watch()) {
            Ok(value) => values.push(value.to_string()),
            Err(_) => break,
        }
    }
    println!("{}.", values.join(", "));
    Ok(())
}
