//! What is written is read back the same, and no text makes a parser panic.

use crate::common::{goal, position, small_boards};
use pegsat::{
    board::{Board, JumpNumber, Lattice},
    check::Leap,
    formula::{Clauses, Cnf, Var, dimacs},
    model::{Additions, Order, Step},
    problem::{self, Problem, file},
    solution::text,
    solver::output,
    systems::{Data, Fewest, Form, Format, SystemAnswer, answer::About, map::Map},
};
use proptest::prelude::*;
use rustsat::instances::SatInstance;

/// Any board of up to 40 holes on any lattice.
fn any_board() -> impl Strategy<Value = Board> {
    let cells = prop::collection::btree_set((0..9i32, 0..9i32), 1..40);
    let lattices = [Lattice::Square, Lattice::Triangular, Lattice::Diagonal];
    (prop::sample::select(lattices.to_vec()), cells)
        .prop_map(|(lattice, cells)| Board::new(lattice, cells).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// Records and pickled answers are compared by their text.
    #[test]
    fn seconds(total in 0.0..1e4_f64, solve in prop::option::of(0.0..1e-2_f64)) {
        let seconds = pegsat::Seconds { encode: None, solve, total };
        let text = serde_json::to_string(&seconds).unwrap();
        let read: pegsat::Seconds = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(read, seconds);
        prop_assert_eq!(serde_json::to_string(&read).unwrap(), text);
    }

    #[test]
    fn problem_files(board in any_board(), mask: u64, kind in 0..6usize, seed: u64) {
        let start = position(board.n_holes(), mask);
        let goal = goal(kind, &board, &start, &mut fastrand::Rng::with_seed(seed));
        let problem = Problem::new("name", board, start, goal);
        let again = file::parse("name", &file::write(&problem)).unwrap();
        prop_assert_eq!(again.board(), problem.board());
        prop_assert_eq!(again.start(), problem.start());
        prop_assert_eq!(again.goal(), problem.goal());
        prop_assert_eq!(again.board().jumps(), problem.board().jumps());
    }

    #[test]
    fn boards_have_the_symmetries_of_their_pictures(board in any_board()) {
        let all = board.symmetries();
        prop_assert!([1, 2, 3, 4, 6, 8, 12].contains(&all.len()));
        for symmetry in all {
            // Jumps go to jumps: the images are a permutation of the numbers.
            let mut images = board.jump_images(symmetry);
            images.sort_unstable();
            prop_assert!(images.into_iter().eq(board.jump_numbers()));
        }
    }

    /// Read by a reader that is not ours.
    #[test]
    fn dimacs_files(
        n_vars in 1..30u32,
        rows in prop::collection::vec(prop::collection::btree_map(0..30u32, any::<bool>(), 1..6), 0..40),
    ) {
        let mut clauses = Clauses::default();
        for row in &rows {
            clauses.push(row.iter().filter(|(var, _)| **var < n_vars).map(|(var, neg)| Var::new(*var).lit(*neg)));
        }
        let cnf = Cnf { n_vars, clauses };
        let mut bytes = Vec::new();
        dimacs::write(&mut bytes, &cnf, &["a comment".into()]).unwrap();
        let header = format!("c a comment\np cnf {} {}\n", n_vars, cnf.clauses.len());
        prop_assert!(bytes.starts_with(header.as_bytes()));
        let instance: SatInstance = SatInstance::from_dimacs(&mut bytes.as_slice()).unwrap();
        let read: Vec<Vec<_>> = instance.cnf().iter().map(|clause| clause.iter().copied().collect()).collect();
        let written: Vec<Vec<_>> = cnf.clauses.iter().map(<[_]>::to_vec).collect();
        prop_assert_eq!(read, written);
    }

    #[test]
    fn assignments(values in prop::collection::vec(any::<bool>(), 1..60)) {
        let literals: String = values.iter().zip(1..)
            .map(|(value, var): (_, i32)| format!(" {}", if *value { var } else { -var })).collect();
        for text in [format!("s SATISFIABLE\nv{literals}\nv 0\n"), format!("SAT\n{literals} 0"), literals] {
            let verdict = output::parse(&mut text.as_bytes(), values.len() as u32).unwrap();
            prop_assert_eq!(verdict, pegsat::solver::Verdict::Satisfiable(values.clone()));
        }
    }

    #[test]
    fn solutions_in_json(seed: u64, most in 0..30usize) {
        let problem = problem::named("central").unwrap();
        let mut random = fastrand::Rng::with_seed(seed);
        let (mut position, mut jumps) = (problem.start().clone(), Vec::new());
        for _ in 0..most {
            let all = problem.board().numbered_jumps();
            let possible: Vec<JumpNumber> =
                all.filter(|(_, jump)| position.allows(jump)).map(|(number, _)| number).collect();
            let Some(number) = random.choice(possible) else { break };
            position = position.after(problem.board().jump(number));
            jumps.push(number);
        }
        let records: Vec<text::JumpRecord> = jumps.iter().map(|&number| {
            let jump = problem.board().jump(number);
            let cell = |hole| problem.board().cell(hole);
            text::JumpRecord { from: cell(jump.from), over: Some(cell(jump.over)), to: cell(jump.to), number: Some(number) }
        }).collect();
        let leap = |jump: &text::JumpRecord| Leap { from: jump.from, to: jump.to, over: jump.over };
        let leaps: Vec<_> = records.iter().map(leap).collect();
        let by_ends: Vec<_> = leaps.iter().map(|leap| Leap::from((leap.from, leap.to))).collect();
        let json = serde_json::to_string(&records).unwrap();
        prop_assert_eq!(&text::parse(&json).unwrap().leaps, &leaps);
        prop_assert_eq!(&serde_json::from_str::<Vec<text::JumpRecord>>(&json).unwrap(), &records);
        let words: Vec<String> = jumps.iter().map(|&number| problem.board().jump_text(number)).collect();
        prop_assert_eq!(&text::parse(&words.join("\n")).unwrap().leaps, &by_ends);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Text near the format's: its words and characters in any order.
    #[test]
    fn no_text_makes_a_parser_panic(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "start:", "goal:", "lattice:", " square", " triangular", " diagonal", " pegs 1", " pegs -1", "\n", "O", ".", "?",
                " ", "\t", "#", "é", "0", ":", "v ", "s SATISFIABLE", "-1", "3,1-3,3", "{", "[", "\"jumps\":", "]", "}",
                "99999999999999999999", "\r\n", "\u{0}",
            ]),
            0..40,
        ),
    ) {
        let soup = words.concat();
        if let Ok(problem) = file::parse("soup", &soup) {
            prop_assert!(file::parse("again", &file::write(&problem)).is_ok());
        }
        let _ = text::parse(&soup);
        let _ = output::parse(&mut soup.as_bytes(), 7);
        let _ = problem::named(&soup);
        let _ = pegsat::board::named(&soup);
        let _ = soup.parse::<Additions>();
        let _ = serde_json::from_str::<Map>(&soup);
    }

    /// The answers of other systems, likewise.
    #[test]
    fn no_answer_makes_a_reader_panic(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "moves = [", "sweep = [", "from(1,", "from(1,0)", "]", ", ", "1", "0", "-1", "77", "----------", "==========", "\n", " ", "s SATISFIABLE",
                "s UNSATISFIABLE", "v ", "<instantiation>", "<list>", "</list>", "moves[]", "moves[0]", "bState[][]",
                "M[][]", "x[]", "[", "][", "<values>", "</values>", "0x", "3x9", "x99999999999", "*", "Answer: 1",
                "move(1,", "move(1,0)", ")", "SATISFIABLE", "UNSATISFIABLE", "(jump ", "h0-0", "h1-0", "h2-0", ")\n",
                "(end-sweep h0-0)", ";", "Model status", "Optimal", "# Columns 3", "x1 1", "x9 1", "solution status: optimal",
                "Optimal - objective value 1", "0 x1 1 0", "**", "é", "\u{0}", "1e400", "nan",
            ]),
            0..30,
        ),
    ) {
        let soup = words.concat();
        let problem = file::parse("row", "start:\nO O .\ngoal:\n. . O\n").unwrap();
        for (format, name) in Format::ALL {
            let _ = Form::read_any(format, &mut soup.as_bytes(), &About::Formula(3));
            for model in ["C", "S", "pddl"] {
                let data = Data::new(&problem, format, model, &Additions::default(), Fewest::Nothing, &pegsat::Watch::new());
                let Ok(data) = data else { continue };
                if let Ok(SystemAnswer::Jumps(found, _)) = Form::read_any(format, &mut soup.as_bytes(), &About::Data(&data)) {
                    prop_assert!(found.jumps.iter().all(|&jump| jump.0 < 2), "{name}");
                }
            }
        }
    }

    #[test]
    fn no_bytes_make_a_parser_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let soup = String::from_utf8_lossy(&bytes);
        let _ = file::parse("soup", &soup);
        let _ = text::parse(&soup);
        let _ = output::parse(&mut bytes.as_slice(), 7);
        let _ = problem::named(&soup);
    }
}

/// The map survives JSON for every model.
#[test]
fn maps_in_json() {
    for model in pegsat::model::MODELS {
        let problem = problem::named("triangle4/free:0,0").unwrap();
        let additions: Additions = match model.step {
            Step::Jump => "independence,states=2".parse().unwrap(),
            Step::Layer | Step::Pass | Step::Sweep => Additions::default(),
        };
        let encoding = model
            .encode(&problem, &additions.clone().into(), &pegsat::Watch::new())
            .unwrap();
        assert_eq!(encoding.meanings.len(), encoding.formula.n_vars() as usize);
        let map = Map {
            generator: "test".into(),
            problem: problem.name().into(),
            peg: file::write(&problem),
            model: model.name.into(),
            additions,
            layers: Some(3),
            sweeps: None,
            order: Some(Order::Wave),
            format: Format::Opb,
            fewest: Fewest::Nothing,
            n_variables: encoding.formula.n_vars(),
            variables: encoding.meanings,
        };
        let text = serde_json::to_string(&map).unwrap();
        assert_eq!(serde_json::from_str::<Map>(&text).unwrap(), map);
    }
}

#[test]
fn the_small_boards_differ() {
    let boards = small_boards();
    for (index, board) in boards.iter().enumerate() {
        assert!(!boards[..index].contains(board), "{}", board.name());
    }
}
