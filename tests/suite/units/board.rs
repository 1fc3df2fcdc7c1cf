//! Of `src/board`.

use pegsat::{
    board::{BoardNameError, JumpNumber, Lattice, named, picture::parse_board},
    problem::file,
};

#[test]
fn english_board_has_the_papers_jumps() {
    let board = named("english").unwrap();
    assert_eq!((board.n_holes(), board.jumps().len()), (33, 76));
    assert_eq!(board.jump_text(JumpNumber(7)), "3,1-3,3");
    assert_eq!(board.jump_text(JumpNumber(26)), "5,2-3,2");
    assert_eq!(board.jump_text(JumpNumber(49)), "1,4-1,2");
}

#[test]
fn jumps_of_other_boards_go_row_by_row_then_clockwise() {
    let board = named("square3").unwrap();
    let texts: Vec<_> = board.jump_numbers().map(|n| board.jump_text(n)).collect();
    assert_eq!(
        texts[..5],
        ["0,0-2,0", "0,0-0,2", "1,0-1,2", "2,0-2,2", "2,0-0,0"]
    );
    assert_eq!(texts.len(), 12);
}

#[test]
fn names_make_boards_and_boards_know_their_names() {
    let expected = [
        ("english", 33),
        ("french", 37),
        ("wiegleb", 45),
        ("diamond", 41),
        ("triangle5", 15),
        ("triangle2", 3),
        ("square9", 81),
        ("square1", 1),
        ("rect6x8", 48),
        ("rect1x5", 5),
    ];
    for (name, holes) in expected {
        let board = named(name).unwrap();
        assert_eq!((board.n_holes(), board.name()), (holes, name));
    }
}

#[test]
fn wrong_names_and_sizes_are_errors() {
    for name in [
        "",
        "engish",
        "square",
        "square-3",
        "rect3",
        "rectx",
        "rect3x",
        "triangle+4",
    ] {
        assert!(
            matches!(named(name), Err(BoardNameError::Unknown(_))),
            "{name}"
        );
    }
    let sizes = [
        "square0",
        "rect0x99999999999999999999999",
        "square224",
        "triangle999999999999",
    ];
    for name in sizes {
        assert!(
            matches!(named(name), Err(BoardNameError::Size { .. })),
            "{name}"
        );
    }
}

fn error(lattice: Lattice, text: &str) -> (usize, usize) {
    let error = parse_board(lattice, text).unwrap_err();
    (error.line, error.column)
}

#[test]
fn errors_point_at_line_and_column() {
    assert_eq!(error(Lattice::Square, "O O\nO X\n"), (2, 3));
    assert_eq!(error(Lattice::Square, "O O\n O O\n"), (2, 2));
    assert_eq!(error(Lattice::Square, "OO\n"), (1, 2));
    assert_eq!(error(Lattice::Triangular, " O\n O O\n"), (2, 2));
    assert_eq!(error(Lattice::Square, "O\tO"), (1, 2));
    assert_eq!(error(Lattice::Square, ""), (1, 1));
}

#[test]
fn symmetries_follow_from_the_shape() {
    let expected = [
        ("english", 8),
        ("french", 8),
        ("wiegleb", 8),
        ("diamond", 8),
        ("triangle5", 6),
        ("square4", 8),
        ("rect3x5", 4),
        ("rect1x5", 2),
        ("square1", 1),
    ];
    for (name, count) in expected {
        assert_eq!(named(name).unwrap().symmetries().len(), count, "{name}");
    }
}

#[test]
fn symmetries_form_a_group() {
    for name in ["english", "triangle4", "rect2x3"] {
        let board = named(name).unwrap();
        let all = board.symmetries();
        assert!(all[0].iter().copied().eq(0..board.n_holes()));
        for a in all {
            for b in all {
                let product: Vec<_> = a.iter().map(|&hole| b[hole]).collect();
                assert!(all.contains(&product));
            }
        }
    }
}

#[test]
fn a_hexagon_has_twelve_symmetries() {
    let text = "  O O O\n O O O O\nO O O O O\n O O O O\n  O O O\n";
    let (board, _) =
        pegsat::board::picture::parse_board(pegsat::board::Lattice::Triangular, text).unwrap();
    assert_eq!(board.symmetries().len(), 12);
}

/// How others draw pegs, empty holes and what is no hole (the formats and their sources are in
/// `board/foreign.rs`).
const DRAWN: &[[&str; 3]] = &[
    ["o", ".", "#"],
    ["o", "-", " "],
    ["o", "_", " "],
    ["x", ".", " "],
    ["X", ".", "#"],
    ["X", "O", " "],
    ["X", "0", "-"],
    ["o", "x", "#"],
    ["●", "·", " "],
    ["*", "O", "█"],
    ["1", "0", "-1"],
    ["P", ".", " "],
    ["P", "O", "#"],
    ["p", "e", "o"],
    ["o", "e", "x"],
];

/// One vacancy is beyond doubt in every format, with blanks between cells and without; other
/// positions are read as they are or asked for.
#[test]
fn pictures_of_others_are_read() {
    let mut random = fastrand::Rng::with_seed(3);
    for board in ["english", "french", "wiegleb", "rect4x4", "rect5x1"] {
        let board = named(board).unwrap();
        let columns = board.cells().iter().map(|cell| cell.0).max().unwrap() + 1;
        let rows = board.cells().iter().map(|cell| cell.1).max().unwrap() + 1;
        for [peg, empty, outside] in DRAWN {
            for between in ["", " "] {
                for kind in 0..10 {
                    let start = match kind {
                        0 => board.vacancy(board.n_holes() / 2),
                        _ => crate::common::position(board.n_holes(), random.u64(..)),
                    };
                    let symbol = |x, y| match board.hole_at((x, y)) {
                        None => *outside,
                        Some(hole) if start.has_peg(hole) => peg,
                        Some(_) => empty,
                    };
                    let row = |y| {
                        (0..columns)
                            .map(|x| symbol(x, y))
                            .collect::<Vec<_>>()
                            .join(between)
                    };
                    let text = (0..rows).map(|y| row(y) + "\n").collect::<String>();
                    let can_jump = board.jumps().iter().any(|jump| start.allows(jump));
                    match file::parse("drawn", &text) {
                        Ok(read) if can_jump => {
                            assert_eq!(read.board().cells(), board.cells(), "{text}");
                            assert_eq!(read.start(), &start, "{text}");
                        }
                        Ok(_) => assert_ne!(kind, 0, "{text}"),
                        Err(_) if start.n_pegs() == 0 => {}
                        Err(error) => {
                            assert_ne!(kind, 0, "{text}");
                            assert!(
                                error.to_string().contains("which are the pegs"),
                                "{error}: {text}"
                            );
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn pictures_of_others_say_what_they_ask() {
    let drawn = |text: &str| file::parse("drawn", text).map(|problem| file::write(&problem));
    let written = |text: &str| drawn(text).unwrap();
    // POJ 1667 and kgiannakakis/rust_peg_solver say where the last peg is to be.
    assert_eq!(
        written("x e e x\no o E e\n"),
        "lattice: square\nstart:\n  . .\nO O . .\ngoal:\n  . .\n. . O .\n"
    );
    assert_eq!(
        written(".....\n.●◉○.\n.....\n"),
        "lattice: square\nstart:\nO O .\ngoal:\n. O .\n"
    );
    // Rows indented by half a hole are on the triangular lattice.
    assert!(written("   .\n  X X\n X X X\n").starts_with("lattice: triangular\n"));
    // Start and goal together say which are the pegs; who played stands above.
    assert_eq!(
        written("start:\nXXO\ngoal:\nOOX\n"),
        "lattice: square\nstart:\nO O .\ngoal:\n. . O\n"
    );
    assert_eq!(
        written("USER 2 3 1\nP P .\n"),
        "lattice: square\nstart:\nO O .\ngoal: pegs 1\n"
    );
    // What is said of pictures is no row, and a row that begins with # no comment.
    for (text, rows) in [
        ("#1\n110\n011\n", "O O .\n. O O\n"),
        ("1\n1 1 0 1\n", "O O . O\n"),
        ("10\n1101\n0111\n", "O O . O\n. O O O\n"),
        ("2\n#oo\n#.o\n###\n#o#\n", "O O\n. O\n\nO\n"),
        ("# # O\n# O O\nO O .\n", "    O\n  O O\nO O .\n"),
        ("# O O .\nO O .\n", "O O .\n"),
    ] {
        let expected = format!("lattice: square\nstart:\n{rows}goal: pegs 1\n");
        assert_eq!(written(text), expected, "{text}");
    }
    for (text, said) in [
        ("O O O\nO 0 O\n", "drawn:2:3: found '0'"),
        ("XXOO\nXXOO\n", "drawn:1:1: which are the pegs, O or X?"),
        ("4 4 1\nXXOO\nXXOO\n", "drawn:2:1: which are the pegs"),
        (
            "start:\nXXOO\ngoal:\nXOXO\n",
            "drawn:2:1: which are the pegs",
        ),
        ("start:\nO Q .\ngoal: pegs 1\n", "drawn:2:3: found 'Q'"),
        // An o among O may be meant as an empty hole.
        ("O O O\nO o O\nO . O\n", "drawn:2:3: found 'o'"),
        // A tab is as wide as anybody likes.
        (
            "start:\n\tX X .\nX X X .\ngoal: pegs 1\n",
            "drawn:2:1: found '\\t'",
        ),
    ] {
        let error = drawn(text).unwrap_err().to_string();
        assert!(error.starts_with(said), "{error}");
    }
}
