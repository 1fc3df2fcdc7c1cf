//! Of `src/solution`.

use pegsat::{
    JumpNumber,
    board::{named, picture::Mark},
    check::Leap,
    problem::{self, file},
    solution::{
        decode::trail,
        frames::{Look, by_jump, by_layer, disjoint_layers},
        picture::solution,
        svg::animation,
        text::{parse, parse_on},
    },
};

#[test]
fn a_trail_uses_every_line_once() {
    let board = named("english").unwrap();
    let hole = |cell| board.hole_at(cell).unwrap();
    let line = |a, b| board.jump_between(hole(a), hole(b)).unwrap();
    // A square and a tail, from the tail's end.
    let lines = vec![
        line((2, 2), (4, 2)),
        line((4, 4), (4, 2)),
        line((2, 4), (4, 4)),
        line((2, 2), (2, 4)),
        line((2, 2), (0, 2)),
    ];
    let jumps = trail(&board, lines, hole((0, 2)));
    let mut here = hole((0, 2));
    assert_eq!(jumps.len(), 5);
    for &number in &jumps {
        assert_eq!(board.jump(number).from, here);
        here = board.jump(number).to;
    }
    assert_eq!(here, hole((2, 2)));
}

#[test]
fn layers_are_drawn_as_a_whole() {
    let text = "start:\nO O . . O O .\ngoal:\n. . O . . . O\n";
    let problem = file::parse("row", text).unwrap();
    let board = problem.board();
    let number = |from, to| board.jump_between(from, to).unwrap();
    let jumps = [number(0, 2), number(4, 6)];
    assert_eq!(disjoint_layers(&problem, &jumps), [2]);
    let frames = by_layer(&problem, &jumps, &[0, 2]);
    let captions: Vec<&str> = frames.iter().map(|frame| frame.caption.as_str()).collect();
    assert_eq!(captions, ["start", "layer 1: 0 jumps", "layer 2: 2 jumps"]);
    assert_eq!(frames[0].looks, frames[1].looks);
    use Look::{Came, Left, Removed};
    let still = Look::Still(Mark::Empty);
    let looks = [Left, Removed, Came, still, Left, Removed, Came];
    assert_eq!(frames[2].looks, looks);
    assert_eq!(by_jump(&problem, &jumps)[2].caption, "2: 4,0-6,0");
}

#[test]
fn jumps_that_share_a_hole_are_in_two_layers() {
    let text = "start:\nO O . O .\ngoal:\n. . . . O\n";
    let problem = file::parse("row", text).unwrap();
    let number = |from, to| problem.board().jump_between(from, to).unwrap();
    assert_eq!(
        disjoint_layers(&problem, &[number(0, 2), number(2, 4)]),
        [1, 1]
    );
    assert!(disjoint_layers(&problem, &[]).is_empty());
}

#[test]
fn boards_stand_side_by_side() {
    let problem = problem::named("rect3x1/pair:2,0:2,0").unwrap();
    let text = anstream::adapter::strip_str(&solution(
        &problem,
        &by_jump(&problem, &[JumpNumber(0)]),
        80,
    ))
    .to_string();
    assert_eq!(text, "\nstart        1: 0,0-2,0\nO O .        . . O\n");
    let narrow =
        anstream::adapter::strip_str(&solution(&problem, &by_jump(&problem, &[JumpNumber(0)]), 5))
            .to_string();
    assert_eq!(narrow, "\nstart\nO O .\n\n1: 0,0-2,0\n. . O\n");
}

#[test]
fn each_position_is_shown_in_its_turn() {
    let problem = problem::named("pair:3,1:3,3").unwrap();
    let mut jumps = problem.board().numbered_jumps();
    let (first, _) = jumps
        .find(|(_, jump)| problem.start().allows(jump))
        .unwrap();
    let frames = by_jump(&problem, &[first]);
    let svg = animation(&problem, &frames, 0.5);
    // 33 holes once, and how pegs, a moved one and two kinds of changed holes look.
    assert_eq!(svg.matches("<circle").count(), 33 + 4);
    // 32 pegs at the start and one that came, whose turns are three; a caption each, on a strip
    // that moves up by a board.
    assert_eq!(svg.matches("p\" x=").count(), 33);
    assert_eq!(svg.matches("<animate ").count(), 3);
    assert_eq!(svg.matches("<animateTransform ").count(), 1);
    assert_eq!(svg.matches("<text").count(), 2);
    for times in [
        "keyTimes=\"0;0.1667\" calcMode=\"discrete\" dur=\"3.00s\"",
        "values=\"0;1\"",
        "values=\"0 -0;0 -168;0 -168;0 -168;0 -168;0 -168\"",
    ] {
        assert!(svg.contains(times), "{svg}");
    }
    let end = animation(&problem, &frames[..1], 0.5);
    assert!(!end.contains("<animate"), "{end}");
}

#[test]
fn text_and_json_are_read() {
    let expected = vec![((3, 1), (3, 3)), ((3, 3), (5, 3))];
    let texts = [
        "3,1-3,3 3,3-5,3",
        "# a sweep\n3,1-3,3-5,3 # of two jumps\n",
        "d2-d4-f4",
        "d2d4f4",
        "D2-D4, D4-F4.",
        "1. d2 d4\n2. d4 f4 # as on many pages",
        "1) d2->d4; 2) D4→f4",
        "3,1->3,3, 3,3->5,3,",
        r#"[{"from":[3,1],"to":[3,3]},{"from":[3,3],"to":[5,3]}]"#,
        r#"{"jumps":[{"from":[3,1],"over":[3,2],"to":[3,3],"number":7},{"from":[3,3],"to":[5,3]}]}"#,
    ];
    for text in texts {
        let leaps = parse(text).unwrap().leaps;
        let ends: Vec<_> = leaps.iter().map(|leap| (leap.from, leap.to)).collect();
        assert_eq!(ends, expected, "{text}");
    }
    let leap = |from, to, over| Leap { from, to, over };
    let expected = vec![
        leap((0, 0), (2, 0), Some((1, 0))),
        leap((2, 0), (4, 0), None),
    ];
    assert_eq!(parse("0,0-2,0/1,0-4,0").unwrap().leaps, expected);
    assert_eq!(parse("a1-c1/b1 c1-e1").unwrap().leaps, expected);
    assert!(parse("").unwrap().leaps.is_empty());
}

/// Gardner and *Winning Ways* number column and row from 1, pages on triangles the holes.
#[test]
fn holes_may_have_numbers() {
    let ends = |board: &str, text: &str| -> Vec<_> {
        let board = pegsat::named_board(board).unwrap();
        let leaps = parse_on(Some(&board), text).unwrap().leaps;
        leaps.iter().map(|leap| (leap.from, leap.to)).collect()
    };
    let central = [((3, 5), (3, 3)), ((1, 4), (3, 4))];
    assert_eq!(ends("english", "46-44, 25->45"), central);
    assert_eq!(ends("english", "1. 3,5-3,3 2. b5 d5"), central);
    let triangle = [
        ((0, 2), (0, 0)),
        ((2, 2), (0, 2)),
        ((2, 4), (0, 2)),
        ((0, 4), (2, 4)),
    ];
    assert_eq!(ends("triangle5", "4->1 6-4\n13-4, 11-13"), triangle);
    let wrong = |board: &str, text: &str| {
        let board = pegsat::named_board(board).unwrap();
        parse_on(Some(&board), text).is_err()
    };
    assert!(wrong("triangle5", "16-1") && wrong("triangle5", "0-4"));
    assert!(wrong("english", "4-6") && wrong("english", "406-404"));
    assert!(parse("46-44").is_err());
}

#[test]
fn errors_say_where() {
    let cases = [
        ("3,1-3,3\n 3,1", "line 2, column 2: '3,1'; expected a jump"),
        ("d2 d4 d4\nf4", "line 1, column 7: 'd4'; expected a jump"),
        ("d2 3,1-3,3", "line 1, column 1: 'd2'; expected a jump"),
        ("d2 x", "line 1, column 4: 'x'; expected a jump"),
        ("1. d2d4d", "line 1, column 4: 'd2d4d'; expected a jump"),
        ("3,1-3", "line 1, column 1: '3,1-3'"),
        ("3,1--3,3", "line 1, column 1"),
        ("[1]", "as JSON: "),
        (
            r#"{"jumps":null,"outcome":"unsolvable"}"#,
            "outcome 'unsolvable'",
        ),
    ];
    for (text, expected) in cases {
        let message = parse(text).unwrap_err().to_string();
        assert!(message.starts_with(expected), "{message}");
    }
}
