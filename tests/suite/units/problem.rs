//! Of `src/problem`.

use pegsat::{
    Problem, board,
    problem::{
        all_names, allowed_pairs,
        class::{allows, finishes},
        file::parse,
        named,
        pagoda::{least_value, loss, slack, tightest},
        regions::Regions,
        up_to_symmetry,
    },
    watch::Watch,
};

fn finishes_of(name: &str) -> Vec<(i32, i32)> {
    let problem = named(name).unwrap();
    let finishes = finishes(&problem);
    let holes = (0..finishes.len()).filter(|&hole| finishes[hole]);
    holes.map(|hole| problem.board().cell(hole)).collect()
}

#[test]
fn the_rule_of_three() {
    let five = [(3, 0), (0, 3), (3, 3), (6, 3), (3, 6)];
    assert_eq!(finishes_of("central-free"), five);
    let four = [(2, 0), (2, 3), (5, 3), (2, 6)];
    assert_eq!(finishes_of("english/free:2,0"), four);
}

#[test]
fn the_french_central_game_is_impossible() {
    assert!(!allows(&named("french/reversal:3,3").unwrap()));
    assert!(allows(&named("central").unwrap()));
    assert!(!allows(&named("pair:3,3:3,4").unwrap()));
}

fn error(text: &str) -> String {
    parse("file.peg", text).unwrap_err().to_string()
}

#[test]
fn errors_name_file_line_and_column() {
    let cases = [
        ("start:\nO O .\ngoal:\nO X .\n", "file.peg:4:3: found 'X'"),
        (
            "start:\nO O .\ngoal:\nO O\n",
            "file.peg:4:1: 2 holes in a row that has 3 in the start",
        ),
        (
            "start:\nO ? .\ngoal: pegs 1\n",
            "file.peg: '?' in the start",
        ),
        (
            "lattice: hex\n",
            "file.peg:1:9: lattice 'hex'; expected square, triangular or diagonal",
        ),
        (
            "start: O .\nO .\ngoal: pegs 1\n",
            "file.peg:1:7: 'O .'; expected the picture on the next line",
        ),
        ("start:\nO\nstart:\nO\n", "file.peg:3:1: a second 'start:'"),
        (
            "start:\nO O .\n",
            "file.peg:2:1: the text ends without 'goal:'",
        ),
        (
            "O O, .\n",
            "file.peg:1:1: expected lattice:, lines:, edges:, walls:, start: or goal:",
        ),
        ("", "file.peg:1:1: the text ends without 'start:'"),
        (
            "start:\ngoal: pegs 1\n",
            "file.peg:1:1: no picture follows; expected rows",
        ),
        ("start:\nO .\ngoal:\n", "file.peg:3:1: no picture follows"),
        (
            "start:\nO O .\n  O .\ngoal:\n\n. . O\n. O O\n",
            "file.peg:7:1: 3 holes in a row that has 2 in the start",
        ),
        (
            "start:\nO O .\nO .\ngoal:\n. . O\n",
            "file.peg:4:1: 0 holes in a row that has 2 in the start",
        ),
        (
            "start:\nO .\ngoal: pegs x\n",
            "file.peg:3:6: 'pegs x'; expected 'pegs N', 'fewest pegs', 'dead-end N'",
        ),
        (
            "start:\nO .\ngoal: pegs 3\n",
            "file.peg:3:6: 3 pegs, but the board has 2",
        ),
        ("finish:\n", "file.peg:1:1: 'finish:'; expected lattice:"),
        (
            "start:\nO O .\ngoal: survivor 2,0\n",
            "file.peg:3:6: the start has no peg in 2,0",
        ),
        (
            "start:\nO O .\ngoal: survivor 0,0 at 5,5\n",
            "file.peg:3:6: the board has no hole at 5,5",
        ),
        (
            "start:\nO O .\ngoal: survivor 0,0 2,0\n",
            "file.peg:3:6: 'survivor 0,0 2,0'; expected 'pegs N'",
        ),
        (
            "start:\nO O .\ngoal: survivor 0,0\ngoal: pegs 1\n",
            "file.peg:4:1: a second 'goal:'",
        ),
        (
            "start: O .\n",
            "file.peg:1:7: 'O .'; expected the picture on the next line",
        ),
        (
            "start:\nO O .\ngoal:\nsurvivor 0,0\n\nsurviver 1,0\n",
            "file.peg:6:1: 'surviver 1,0'; expected 'survivor X,Y'",
        ),
        (
            "start:\nO O .\ngoal:\n. . .\nsurvivor 0,0\n",
            "file.peg:5:1: 'survivor 0,0'; expected 'survivor X,Y'",
        ),
        (
            "start:\nO O .\ngoal: survivor 0,0 survivor 0,0\n",
            "file.peg:3:6: two pegs that must survive have the same hole",
        ),
    ];
    for (text, expected) in cases {
        let message = error(text);
        assert!(message.starts_with(expected), "{text:?} gave {message}");
    }
}

#[test]
fn comments_and_blank_lines_are_skipped() {
    let text = "# a\n\nlattice: square\n\nstart:\n\nO O .\n# b\nO O .\n\ngoal:\n. . O\n. . O\n";
    let problem = parse("text", text).unwrap();
    assert_eq!(problem.board().name(), "rect3x2");
    let text = "start:\nO O .\n# b\nO X .\ngoal: pegs 1";
    assert!(error(text).starts_with("file.peg:4:3: found 'X'"));
}

#[test]
fn central_keeps_all_symmetries_and_a_corner_two() {
    assert_eq!(named("central").unwrap().goal_symmetries().len(), 8);
    assert_eq!(named("central-free").unwrap().goal_symmetries().len(), 8);
    assert_eq!(named("reversal:2,0").unwrap().goal_symmetries().len(), 1);
    assert_eq!(named("reversal:3,0").unwrap().goal_symmetries().len(), 2);
}

#[test]
fn there_is_a_reversal_for_every_hole() {
    let names = all_names();
    let reversals = names
        .iter()
        .filter_map(|name| name.strip_prefix("reversal:"));
    let mut cells: Vec<_> = reversals
        .map(|cell| board::parse_cell(cell).unwrap())
        .collect();
    cells.sort_unstable_by_key(|&(x, y)| (y, x));
    assert_eq!(cells, board::named("english").unwrap().cells());
}

#[test]
fn sizes_are_as_the_sources_say() {
    let jumps = |name: &str| *named(name).unwrap().n_jumps().unwrap().end();
    assert_eq!(jumps("central"), 31);
    assert_eq!(jumps("pattern:3"), 12);
    assert_eq!(jumps("pattern:10"), 28);
    assert_eq!(jumps("ipc2008:p01"), 4);
    assert_eq!(jumps("ipc2008:p30"), 31);
    assert_eq!(jumps("wiegleb/reversal:4,4"), 43);
    assert_eq!(jumps("triangle5/reversal:0,0"), 13);
    assert_eq!(jumps("square9/free:4,4"), 79);
}

#[test]
fn competition_starts_have_the_stated_pegs() {
    let file = include_str!("../../../instances/ipc2008.json");
    let file: serde_json::Value = serde_json::from_str(file).unwrap();
    let problems = file["problems"].as_array().unwrap();
    assert_eq!(problems.len(), 30);
    for one in problems {
        let name = one["name"].as_str().unwrap();
        let problem = named(&format!("ipc2008:{name}")).unwrap();
        assert_eq!(problem.start().n_pegs() as u64, one["pegs"], "{name}");
    }
}

#[test]
fn wrong_names_say_what_is_expected() {
    let cases = [
        ("centrl", "no problem is called 'centrl'"),
        (
            "reversal:9,9",
            "problem 'reversal:9,9': the english board has no hole at 9,9",
        ),
        (
            "reversal:3",
            "problem 'reversal:3': '3' is no hole; expected column,row",
        ),
        (
            "pattern:11",
            "problem 'pattern:11': expected pattern:1 to pattern:10",
        ),
        ("ipc2008:p31", "problem 'ipc2008:p31': expected ipc2008:p01"),
        (
            "french/pattern:1",
            "problem 'french/pattern:1': patterns and competition",
        ),
        (
            "frnch/free:3,3",
            "problem 'frnch/free:3,3': no board is called 'frnch'",
        ),
        ("french/central", "no problem is called 'french/central'"),
        ("pair:3,3", "no problem is called 'pair:3,3'"),
        (
            "random:33:1",
            "problem 'random:33:1': expected random:PEGS:SEED",
        ),
        (
            "survivor:3,3:3,3",
            "problem 'survivor:3,3:3,3': the hole of the peg",
        ),
        ("survivor:3,3", "no problem is called 'survivor:3,3'"),
        ("random:5", "problem 'random:5': expected random:PEGS:SEED"),
    ];
    for (name, expected) in cases {
        let message = named(name).unwrap_err().to_string();
        assert!(message.starts_with(expected), "{name} gave {message}");
    }
}

#[test]
fn the_tightest_function_is_a_pagoda() {
    // On central the paper's function 2 is worth 4 at the start and 1 at the end.
    for (name, most) in [
        ("central", 4.0),
        ("reversal:2,0", 20.0),
        ("french/pair:2,0:4,0", 20.0),
    ] {
        let problem = named(name).unwrap();
        let weights = tightest(&problem, &Watch::new()).unwrap().unwrap();
        let jumps = problem.board().jumps();
        assert!(jumps.iter().all(|jump| loss(&weights, jump) >= 0));
        assert!(least_value(&problem, &weights) > 0);
        let slack = slack(&problem, &weights);
        assert!((1.0..=most).contains(&slack), "{name}: {slack} {weights:?}");
    }
    // Where any peg will do, there is not much more than to count the pegs.
    let weights = tightest(&named("central-free").unwrap(), &Watch::new());
    let weights = weights.unwrap().unwrap();
    assert!(weights.iter().all(|&weight| weight == weights[0]));
    let nothing = "start:\nO O .\ngoal: pegs 0\n";
    let problem = parse("nothing", nothing).unwrap();
    assert_eq!(tightest(&problem, &Watch::new()), Ok(None));
}

#[test]
fn the_english_board_has_125_pairs_of_which_21_differ() {
    let english = board::named("english").unwrap();
    let pairs = allowed_pairs(&english);
    assert_eq!(pairs.len(), 125);
    assert_eq!(up_to_symmetry(&english, &pairs).len(), 21);
    let french = board::named("french").unwrap();
    let pairs = allowed_pairs(&french);
    assert_eq!(pairs.len(), 64);
    assert_eq!(up_to_symmetry(&french, &pairs).len(), 10);
}

/// The most regions without a hole in common, where a region is any set of holes in which each
/// line over one of them ends: the best of every set of holes, from those of fewer.
fn most_regions(problem: &Problem) -> usize {
    let board = problem.board();
    let bits = |jump: &pegsat::Jump| (1_u32 << jump.over, 1_u32 << jump.from | 1_u32 << jump.to);
    let lines: Vec<(u32, u32)> = board.jumps().iter().map(bits).collect();
    let is_region = |set: u32| {
        lines
            .iter()
            .all(|&(over, ends)| set & over == 0 || set & ends > 0)
    };
    let mut least: Vec<u32> = Vec::new();
    let mut all: Vec<u32> = (1..1 << board.n_holes())
        .filter(|&set| is_region(set))
        .collect();
    all.sort_by_key(|set| set.count_ones());
    for set in all {
        if !least.iter().any(|part| part & set == *part) {
            least.push(set);
        }
    }
    let mut most = vec![0_u8; 1 << board.n_holes()];
    for set in 1..most.len() {
        let lowest = set & (set - 1);
        let with = least
            .iter()
            .filter(|&&part| part as usize & set == part as usize);
        let with = with.map(|&part| 1 + most[set & !(part as usize)]).max();
        most[set] = most[lowest].max(with.unwrap_or(0));
    }
    most[most.len() - 1].into()
}

#[test]
fn known_boards_have_as_many_as_fit() {
    let count = |name: &str| Regions::of(&named(name).unwrap()).families[0].len();
    for name in [
        "triangle5/free:1,2",
        "triangle4/free:0,1",
        "rect4x4/free:1,1",
        "rect3x5/free:0,1",
    ] {
        assert_eq!(count(name), most_regions(&named(name).unwrap()), "{name}");
    }
    // Too large for that: these only hold still.
    assert_eq!(count("central"), 12);
    assert_eq!(count("triangle8/free:1,4"), 13);
    assert_eq!(count("triangle10/free:1,3"), 17);
    assert_eq!(count("triangle10/free:1,4"), 18);
    assert_eq!(count("triangle12/free:1,3"), 22);
}

#[test]
fn a_full_region_stays_full_until_one_of_its_pegs_begins() {
    let problem = named("triangle8/free:1,4").unwrap();
    let regions = Regions::of(&problem);
    let jumps = problem.board().jumps();
    let mut random = fastrand::Rng::with_seed(1);
    let mut emptied = 0;
    for _ in 0..200 {
        let mut position = problem.start().clone();
        // The position when the peg began that is under way, where it began, and
        // where it is.
        let mut sweep = (position.clone(), usize::MAX, usize::MAX);
        while let Some(jump) = {
            let possible = jumps.iter().filter(|jump| position.allows(jump));
            random.choice(possible.collect::<Vec<_>>())
        } {
            if sweep.2 != jump.from {
                sweep = (position.clone(), jump.from, jump.from);
            }
            let (before, begin, _) = &sweep;
            position = position.after(jump);
            for region in &regions.holes {
                let full = |position: &pegsat::board::Position| {
                    region.iter().all(|&hole| position.has_peg(hole))
                };
                if full(before) && !full(&position) {
                    assert!(region.contains(begin), "{region:?}");
                    emptied += 1;
                }
            }
            sweep.2 = jump.to;
        }
    }
    assert!(emptied > 1000);
}
