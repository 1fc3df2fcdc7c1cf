//! Every parser of text: it may refuse, and nothing else.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pegsat::{
    Watch,
    board::{Lattice, picture},
    model::{Additions, Method},
    problem::{self, file},
    solution::text,
    solver::output,
    systems::{Data, Fewest, Form, Format, answer::About, map::Map},
};
use pegsat_puzzles::search::{
    Space,
    koutack::Koutack,
    tenpair::{Deals, Move, TenPair},
};

fuzz_target!(|bytes: &[u8]| {
    let _ = output::parse(&mut &*bytes, 100);
    let row = file::parse("row", "start:\nO O .\ngoal:\n. . O\n").expect("a problem");
    for (format, _) in Format::ALL {
        let _ = Form::read_any(format, &mut &*bytes, &About::Formula(100));
        let additions = Additions::default();
        for model in ["C", "pddl"] {
            if let Ok(data) = Data::new(
                &row,
                format,
                model,
                &additions,
                Fewest::Nothing,
                &Watch::new(),
            ) {
                let _ = Form::read_any(format, &mut &*bytes, &About::Data(&data));
            }
        }
    }
    let Ok(words) = std::str::from_utf8(bytes) else {
        return;
    };
    if let Ok(problem) = file::parse("fuzz", words) {
        // What is read is written and read again.
        let again = file::parse("fuzz", &file::write(&problem)).expect("its own text");
        assert_eq!(file::write(&again), file::write(&problem));
    }
    for lattice in [Lattice::Square, Lattice::Triangular] {
        let _ = picture::parse_board(lattice, words);
    }
    let _ = text::parse(words);
    let _ = words.parse::<Method>();
    let _ = words.parse::<Additions>();
    if words.len() < 20 && !words.chars().any(|c| ('3'..='9').contains(&c)) {
        let _ = problem::named(words);
    }
    let _ = serde_json::from_str::<Map>(words);
    for splits in [false, true] {
        if let Ok(space) = Koutack::parse(words, splits) {
            let mut moves = Vec::new();
            space.moves(&space.start(), &mut moves);
            for step in moves {
                space.after(&space.start(), step);
            }
        }
    }
    if let Ok(space) = TenPair::parse(words, Deals::Any) {
        let dealt = space.after(&space.start(), Move::Deal);
        assert!(space.is_goal(&space.start()) == space.is_goal(&dealt));
    }
});
