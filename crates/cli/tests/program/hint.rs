//! `hint`, and lists of solutions.

use crate::{command::*, common};
use pegsat::{
    board::picture,
    engine::hint::{self, Verdict},
    exact::{Stored, Watch},
    problem,
};
use predicates::str::contains;
use tempfile::TempDir;

const CORNER: &str = "triangle5/free:0,0";

/// A position that no game from this start passes through, and that can be won.
#[test]
fn a_position_of_another_game_is_not_lost() {
    let position = "O/O ./O O O/O O O O/O O O O O";
    let words = [
        "hint", CORNER, "--from", position, "--judge", "--format", "json",
    ];
    let answer = json(&words, 0);
    assert_eq!(answer["outcome"], "won");
    assert_eq!(answer["jumps"].as_array().unwrap().len(), 13);
    assert_eq!(answer["jump"], answer["jumps"][0]);
    let judged = answer["judged"].as_array().unwrap();
    let wins = judged
        .iter()
        .filter(|judged| judged["outcome"] == "won")
        .count();
    assert_eq!((judged.len(), wins), (2, 1));
    // What is printed begins there, and is a solution.
    let folder = TempDir::new().unwrap();
    let peg = write(&folder, "here.peg", answer["peg"].as_str().unwrap());
    let solution = write(&folder, "solution.json", &answer["jumps"].to_string());
    pegsat(&["check", &peg, &solution]).assert().code(0);
}

#[test]
fn a_lost_game_says_why_and_how_far_back_it_could_be_won() {
    // The third jump loses, and what comes after it.
    let lost = ["0,2-0,0", "2,2-0,2", "2,4-2,2", "0,3-0,1"];
    let game = lost.join(" ");
    let answer = json(&["hint", CORNER, "--after", &game, "--format", "json"], 1);
    assert_eq!(
        (&answer["outcome"], &answer["back"]),
        (&"lost".into(), &2.into())
    );
    assert!(!answer["checked"].is_null());
    let back = answer["back"].as_u64().unwrap() as usize;
    assert_eq!(answer["back_is_least"], true);
    // The last position of the game that wins is the one so far back.
    for taken in 1..=back {
        let earlier = lost[..lost.len() - taken].join(" ");
        let status = if taken == back { 0 } else { 1 };
        let words = ["hint", CORNER, "--after", &earlier];
        pegsat(&words).assert().code(status);
    }
}

#[test]
fn a_taken_survivor_a_reached_goal_and_what_is_no_position() {
    let row = TempDir::new().unwrap();
    let row = write(&row, "row.peg", "start:\nO O . O .\ngoal: survivor 0,0\n");
    pegsat(&["hint", &row])
        .assert()
        .code(0)
        .stdout(contains("won: 0,0-2,0 wins"));
    let after = ["hint", &row, "--after", "0,0-2,0 3,0-1,0"];
    let verdict = json(&[&after[..], &["--format", "json"]].concat(), 1);
    assert_eq!(
        (&verdict["outcome"], &verdict["back"]),
        (&"lost".into(), &1.into())
    );
    assert_eq!(verdict["checked"], "replay");
    pegsat(&after)
        .assert()
        .code(1)
        .stdout(contains("the peg that must survive was taken"));
    pegsat(&["hint", &row, "--from", "O O . O ."])
        .assert()
        .code(2)
        .stderr(contains("give --after"));
    let goal = "    O/   . ./  . . ./ . . . ./. . . . .";
    pegsat(&["hint", CORNER, "--from", goal])
        .assert()
        .code(0)
        .stdout(contains("won: this is the goal"));
    for wrong in ["O O", "x", "no/such/file", "?/O O/O O O/O O O O/O O O O O"] {
        pegsat(&["hint", CORNER, "--from", wrong]).assert().code(2);
    }
    for (wrong, said) in [
        ("0,0-0,2", "jump 1 (0,0-0,2): no peg in 0,0"),
        ("0,2-0,9", "is no jump of the board"),
        ("whatever", "neither a file"),
    ] {
        pegsat(&["hint", CORNER, "--after", wrong])
            .assert()
            .code(2)
            .stderr(contains(said));
    }
    pegsat(&["hint", "square30/pair:7,7:7,7", "--timeout", "1ms"])
        .assert()
        .code(3);
}

/// Of every position of random games the verdict is that of exhaustive search, and so is that of
/// every jump.
#[test]
fn verdicts_are_those_of_exhaustive_search() {
    let mut random = fastrand::Rng::with_seed(53);
    let mut lost = 0;
    for name in [
        "triangle5/free:0,0",
        "rect4x4/free:1,0",
        "rect3x5/pair:0,1:0,1",
    ] {
        let problem = problem::named(name).unwrap();
        for _ in 0..12 {
            let most = random.usize(0..9);
            let position = common::playout(problem.board(), problem.start(), most, &mut random);
            let here = problem.starting(position.clone()).unwrap();
            let winning = Stored::make(&here, &Watch::new()).unwrap();
            let hint = hint::hint(&here, &[], true, &Watch::new()).unwrap();
            let wins = winning.can_win(&here, &position);
            let text = picture::draw_position(problem.board(), &position);
            assert_eq!(hint.verdict == Verdict::Won, wins, "{name}\n{text}");
            assert_eq!(hint.verdict == Verdict::Lost, !wins, "{name}\n{text}");
            let keeping = winning.keeping(&here, &position);
            for judged in hint.judged {
                let keeps = keeping.contains(&judged.jump);
                assert_eq!(judged.verdict == Verdict::Won, keeps, "{name}\n{text}");
                assert_ne!(judged.verdict, Verdict::Open);
            }
            lost += usize::from(!wins);
        }
    }
    assert!(lost > 5, "{lost}");
}

#[test]
fn lists_are_whole_or_say_that_they_are_not() {
    let words = |more: &[&'static str]| {
        [&["solve", "rect4x3/free:2,0", "--format", "json"][..], more].concat()
    };
    let all = json(&words(&["--solutions", "all"]), 0);
    assert_eq!(all["solutions"].as_array().unwrap().len(), 488);
    assert_eq!(
        (&all["solutions_are_all"], &all["solutions_found"]),
        (&true.into(), &488.into())
    );
    let count = json(
        &["explore", "rect4x3/free:2,0", "--count", "--format", "json"],
        0,
    );
    assert_eq!(count["solutions"], "488");
    let orders = json(&words(&["--solutions", "1000", "--distinct", "order"]), 0);
    assert_eq!(orders["solutions_found"], 9);
    let some = json(&words(&["--solutions", "7", "--model", "E"]), 0);
    assert_eq!(some["solutions"].as_array().unwrap().len(), 7);
    assert_eq!(some["solutions_are_all"], false);
    // The text of each form is read as its first solution.
    let folder = TempDir::new().unwrap();
    for (number, form) in [
        ("2", "\nsolution 2:\n"),
        ("all", "solutions, one a line:\n"),
    ] {
        let words = ["solve", "rect4x3/free:2,0", "--solutions", number];
        let printed = pegsat(&words).output().unwrap();
        let printed = String::from_utf8(printed.stdout).unwrap();
        assert!(printed.contains(form), "{printed}");
        let file = write(&folder, "solutions", &printed);
        pegsat(&["check", "rect4x3/free:2,0", &file])
            .assert()
            .code(0);
    }
    // A list that a limit ends is not whole, and says so; so does that of nothing.
    let words = [
        "solve",
        "central",
        "--solutions",
        "all",
        "--timeout",
        "200ms",
        "--format",
        "json",
    ];
    let central = json(&words, 3);
    assert_eq!(central["outcome"], "solved");
    assert_eq!(central["solutions_are_all"], false);
    assert_eq!(central["solutions_reason"], "timeout");
    assert!(central["solutions"].as_array().unwrap().len() > 100);
    let none = json(
        &[
            "solve",
            "pair:3,3:3,4",
            "--solutions",
            "all",
            "--format",
            "json",
        ],
        1,
    );
    assert_eq!(
        (&none["solutions"], &none["solutions_are_all"]),
        (&serde_json::json!([]), &true.into())
    );
    pegsat(&["solve", "--distinct", "order"])
        .assert()
        .code(2)
        .stderr(contains("--solutions N"));
    for wrong in ["0", "-1", "some"] {
        pegsat(&["solve", "--solutions", wrong])
            .assert()
            .code(2)
            .stderr(contains("or all"));
    }
}
