//! Of `src/board`.

use pegsat::board::{BoardNameError, JumpNumber, Lattice, named, picture::parse_board};

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
