//! Games for two, against others' counts and plain minimax.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failure here is a failed test"
)]

use pegsat::{Watch, board, exact::Bits};
use pegsat_puzzles::game::{checkers::Checkers, duotaire::Duotaire, *};

#[test]
fn checkers_has_as_many_sequences_as_others_count() {
    let counts = [7, 49, 302, 1469, 7361, 36768, 179_740, 845_931];
    for (depth, count) in (1..).zip(counts) {
        let found = perft(
            &Checkers::default(),
            &Checkers::start(),
            depth,
            &Watch::new(),
        );
        assert_eq!(found, Ok(count), "{depth}");
    }
}

/// Whatever is left out, the value is the same.
fn agree<G: Game>(game: &G, position: &G::Position, depth: u32) -> i32 {
    let plain = Settings {
        depth: Some(depth),
        alpha_beta: false,
        ordering: false,
        table: false,
    };
    let value = |settings| {
        let (found, stop) = search(game, position, settings, &Watch::new());
        assert_eq!(stop, None);
        found.unwrap()
    };
    let whole = value(plain);
    for (alpha_beta, ordering, table) in [
        (true, false, false),
        (true, true, false),
        (true, true, true),
        (false, true, true),
    ] {
        let found = value(Settings {
            alpha_beta,
            ordering,
            table,
            ..plain
        });
        assert_eq!(
            found.value, whole.value,
            "{alpha_beta} {ordering} {table} at {depth}"
        );
    }
    let first = value(Settings {
        alpha_beta: true,
        ..plain
    });
    assert!(first.nodes.visited <= whole.nodes.visited);
    whole.value
}

#[test]
fn alpha_beta_is_minimax() {
    let game = Checkers::default();
    let mut position = Checkers::start();
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..40 {
        agree(&game, &position, 4);
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let Some(&step) = random.choice(&moves) else {
            break;
        };
        position = game.after(&position, step);
    }
    for pegs in 1..=9 {
        let (game, position) = Duotaire::row(pegs).unwrap();
        let value = agree(&game, &position, 12);
        let nim_value = game.nim_value(position, &Watch::new()).unwrap();
        assert_eq!(nim_value > 0, value > 0, "{pegs}");
    }
}

#[test]
fn nim_values_say_who_wins_on_boards() {
    let board = board::named("triangle4").unwrap();
    let game = Duotaire::new(&board).unwrap();
    for hole in 0..board.n_holes() {
        let position = u64::holes(board.vacancy(hole).pegs());
        let nim_value = game.nim_value(position, &Watch::new()).unwrap();
        let found = search(&game, &position, Settings::default(), &Watch::new());
        assert_eq!(nim_value > 0, found.0.unwrap().value > 0, "{hole}");
    }
}
