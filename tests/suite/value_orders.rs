//! The value orders of the paper's search, each against an example by hand.

use pegsat::{
    Problem, Search, ValueOrder, Watch,
    board::Cell,
    model::value_order::Ranking,
    problem::{file, named},
};

#[test]
fn words_and_searches_are_one() {
    let names = ValueOrder::ALL.map(|one| one.1.to_string());
    for word in names.into_iter().chain(["own".into()]) {
        assert_eq!(word.parse::<Search>().unwrap().to_string(), word);
    }
    for wrong in ["", "Paper", "paper+learning", "paper+"] {
        assert!(wrong.parse::<Search>().is_err(), "{wrong}");
    }
}

/// The jump that each order tries first, of all that are possible at the start.
fn firsts(problem: &Problem) -> Vec<(&'static str, String)> {
    let board = problem.board();
    let first = |(order, name, _): (ValueOrder, &'static str, &str)| {
        let ranking = Ranking::new(problem, order, &Watch::new()).unwrap();
        let first = ranking
            .first(problem.start(), board.jump_numbers())
            .unwrap();
        (name, board.jump_text(first))
    };
    ValueOrder::ALL.map(first).to_vec()
}

/// In a row: the peg in 6,0 jumps either way, that in 1,0 to the right, 2,0 to the left.
#[test]
fn jumps_are_ranked_by_what_they_leave() {
    let text = "start:\n. O O . . O O . O\ngoal: pegs 1\n";
    let problem = file::parse("row", text).unwrap();
    let possible: Vec<String> = problem
        .board()
        .numbered_jumps()
        .filter(|(_, jump)| problem.start().allows(jump))
        .map(|(number, _)| problem.board().jump_text(number))
        .collect();
    assert_eq!(possible, ["1,0-3,0", "2,0-0,0", "5,0-7,0", "6,0-4,0"]);
    let ranks = |order| {
        let ranking = Ranking::new(&problem, order, &Watch::new()).unwrap();
        let numbered = problem.board().numbered_jumps();
        let possible = numbered.filter(|(_, jump)| problem.start().allows(jump));
        let ranks = possible.map(|(number, _)| ranking.of(problem.start(), number));
        ranks.collect::<Vec<_>>()
    };
    // After 1,0-3,0: . . . O . O O . O, where 3,0 and 8,0 stand alone, and so on.
    assert_eq!(ranks(ValueOrder::MinimiseIsolated), [2, 2, 0, 2]);
    // After 5,0-7,0: . O O . . . . O O, where 1,0, 2,0 and 8,0 can jump.
    assert_eq!(ranks(ValueOrder::MinimiseMoves), [2, 2, 3, 2]);
    assert_eq!(ranks(ValueOrder::MaximiseMoves), [-2, -2, -3, -2]);
    let firsts = firsts(&problem);
    let of = |name: &str| firsts.iter().find(|one| one.0 == name).unwrap().1.as_str();
    assert_eq!(of("paper"), "1,0-3,0");
    assert_eq!(of("minimise-isolated"), "5,0-7,0");
    assert_eq!(of("maximise-moves"), "5,0-7,0");
    assert_eq!(of("minimise-moves"), "1,0-3,0");
}

/// At the start of a reversal four jumps end in the hole: two of them from a corner.
#[test]
fn corners_go_first_along_columns() {
    let of = |hole: &str, name: &str| {
        let problem = named(&format!("reversal:{hole}")).unwrap();
        firsts(&problem)
            .into_iter()
            .find(|one| one.0 == name)
            .unwrap()
            .1
    };
    assert_eq!(of("2,4", "paper"), "2,2-2,4");
    assert_eq!(of("2,4", "corner-bias"), "2,6-2,4");
    assert_eq!(of("4,4", "corner-bias"), "4,6-4,4");
    assert_eq!(of("3,3", "corner-bias"), "3,1-3,3"); // no corner can be left
}

/// a = 1,0, b = 1,1, c = 1,2 in a column; x = 0,0 holds a peg, y = 2,0 none.
#[test]
fn three_purges_are_found_and_followed() {
    let text = "start:\nO O .\n. O .\n. O .\ngoal: pegs 2\n";
    let problem = file::parse("purge", text).unwrap();
    let board = problem.board();
    let ranking = Ranking::new(&problem, ValueOrder::FollowPackages, &Watch::new()).unwrap();
    let mut position = problem.start().clone();
    for expected in ["0,0-2,0", "1,2-1,0", "2,0-0,0"] {
        let first = ranking.first(&position, board.jump_numbers()).unwrap();
        assert_eq!(board.jump_text(first), expected);
        assert!(ranking.of(&position, first) < 0);
        position = position.after(board.jump(first));
    }
    assert_eq!(position.pegs().collect::<Vec<_>>(), [0]);
    // What completes the column is found: 1,4 over 1,3.
    let text = "start:\nO O .\n. O .\n. . .\n. O .\n. O .\ngoal: pegs 2\n";
    let problem = file::parse("find", text).unwrap();
    let board = problem.board();
    let ranking = Ranking::new(&problem, ValueOrder::FindPackages, &Watch::new()).unwrap();
    let first = ranking
        .first(problem.start(), board.jump_numbers())
        .unwrap();
    assert_eq!(board.jump_text(first), "1,4-1,2");
    assert_eq!(ranking.of(problem.start(), first), -1);
}

/// The sum over the pegs of the paper's function 2, which has a value for the central goal.
#[test]
fn pagoda_values_are_those_of_the_appropriate_function() {
    let problem = named("central").unwrap();
    let ranking = Ranking::new(&problem, ValueOrder::MinimisePagoda, &Watch::new()).unwrap();
    let number = |from: Cell| {
        let hole = |cell| problem.board().hole_at(cell).unwrap();
        problem
            .board()
            .jump_between(hole(from), hole((3, 3)))
            .unwrap()
    };
    // From 3,1 over 3,2: the peg keeps its weight of 1.
    assert_eq!(ranking.of(problem.start(), number((3, 1))), 4);
}
