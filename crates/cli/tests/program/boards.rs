//! Boards with lines of their own, and `explore --vacancies --each`.

use crate::command::*;
use predicates::str::contains;
use serde_json::Value;
use std::{collections::BTreeMap, fs};

/// What is said of each board of a list.
fn each(list: &str, status: i32) -> Vec<Value> {
    let output = pegsat(&["explore", "--vacancies", "--each", "-", "-j", "2"])
        .write_stdin(list)
        .assert()
        .code(status);
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// How many vacancies are won, of how many, and the fewest pegs.
fn known(board: &str) -> (usize, usize, u64) {
    let answer = each(board, 0).remove(0);
    let marks = answer["vacancies"].as_str().unwrap();
    (
        marks.matches('+').count(),
        marks.len(),
        answer["fewest_pegs"].as_u64().unwrap(),
    )
}

/// Beeler and Hoilman, *Peg solitaire on graphs*, 2011: which paths, cycles, stars, complete and
/// bipartite graphs and hypercubes have a vacancy that can be won, and which have no other.
#[test]
fn families_of_graphs_are_as_the_theorems_say() {
    for n in 2..=16 {
        let (won, _, fewest) = known(&format!("path{n}"));
        assert_eq!(won > 0, n % 2 == 0 || n == 3, "path{n}");
        assert_eq!(fewest, if won > 0 { 1 } else { 2 }, "path{n}");
        let (won, holes, _) = known(&format!("complete{n}"));
        assert_eq!(won, holes, "complete{n}");
    }
    for n in 3..=16 {
        let (won, holes, fewest) = known(&format!("cycle{n}"));
        let is_won = n % 2 == 0 || n == 3;
        assert_eq!(won, if is_won { holes } else { 0 }, "cycle{n}");
        assert_eq!(fewest, if is_won { 1 } else { 2 }, "cycle{n}");
    }
    for leaves in 3..=15 {
        let (won, _, fewest) = known(&format!("star{leaves}"));
        assert_eq!((won, fewest), (0, leaves - 1), "star{leaves}");
    }
    for (a, b) in (2..=7).flat_map(|a| (a..=7).map(move |b| (a, b))) {
        let (won, holes, _) = known(&format!("bipartite{a}x{b}"));
        assert_eq!(won, holes, "bipartite{a}x{b}");
    }
    for n in 2..=5 {
        let (won, holes, _) = known(&format!("hypercube{n}"));
        assert_eq!(won, holes, "hypercube{n}");
    }
}

/// results/graphs: every connected graph of up to seven vertices. All but one hole of 54 of them
/// have a vacancy that cannot be won.
#[test]
fn graphs_of_up_to_seven_vertices_are_as_results_say() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let graphs = fs::read_to_string(format!("{root}/results/graphs/up-to-7.g6")).unwrap();
    let mut counts: BTreeMap<u64, [usize; 3]> = BTreeMap::new();
    for answer in each(&graphs, 0) {
        let marks = answer["vacancies"].as_str().unwrap();
        let place = match (marks.contains('+'), marks.contains('-')) {
            (true, false) => 0,
            (true, true) => 1,
            _ => 2,
        };
        counts.entry(answer["holes"].as_u64().unwrap()).or_default()[place] += 1;
    }
    let expected = [
        [0, 0, 1],
        [1, 0, 0],
        [1, 1, 0],
        [3, 2, 1],
        [13, 5, 3],
        [103, 4, 5],
        [820, 23, 10],
    ];
    assert_eq!(counts.into_values().collect::<Vec<_>>(), expected);
}

#[test]
fn lists_of_boards_have_a_line_each() {
    let list = ">>graph6<<D?{\n\npath40\nnothing\n# no line\ntriangle5\nfile\u{1}\n";
    let lines = each(list, 2);
    let board = |place: usize| lines[place]["board"].as_str();
    assert_eq!(lines.len(), 5, "{lines:?}");
    assert_eq!(
        (board(0), &lines[0]["fewest_pegs"]),
        (Some("D?{"), &3.into())
    );
    // Larger ones are searched, hole by hole.
    let marks = lines[1]["vacancies"].as_str().unwrap();
    assert_eq!((marks.len(), marks.matches('+').count()), (40, 4));
    assert!(
        lines[2]["error"]
            .as_str()
            .unwrap()
            .contains("no problem is called 'nothing'")
    );
    assert_eq!(board(3), Some("triangle5"));
    assert!(lines[4]["error"].as_str().unwrap().contains("as graph6: "));
    pegsat(&["explore", "--vacancies", "--each", "-", "--format", "text"])
        .write_stdin("C~\n")
        .assert()
        .success()
        .stdout("C~: 4 of 4 vacancies won, class allows 4, fewest pegs 1\n");
    pegsat(&["explore", "central", "--vacancies", "--each", "-"])
        .assert()
        .code(2)
        .stderr(contains("cannot be used with"));
    pegsat(&["explore", "--vacancies", "--each", "-", "--format", "text"])
        .write_stdin(vec![255, 10])
        .assert()
        .code(2)
        .stdout(contains("not UTF-8"));
}

/// Bell: on the torus of four by four any vacancy can end in any hole.
#[test]
fn a_torus_can_end_anywhere() {
    let problems: Vec<String> = (0..16)
        .map(|hole| format!("torus4x4/pair:0,0:{},{}", hole % 4, hole / 4))
        .collect();
    let mut words = vec!["solve"];
    words.extend(problems.iter().map(String::as_str));
    let output = pegsat(&words).assert().success();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert_eq!(text.matches("\"outcome\":\"solved\"").count(), 16);
    assert_eq!(text.matches("\"checked\":\"replay\"").count(), 16);
}

const WALLED: &str = "\
lattice: square
walls:
  1,1 2,1
lines:
0,0 1,1 2,2
edges:
2,0 2,1
2,1 1,2
1,2 0,1
start:
. O O
O O O
O O O
goal: pegs 1
";

/// A file's lines, edges and walls; what is solved, checked, hinted, drawn and exported of it.
#[test]
fn a_file_may_have_lines_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("walled.peg");
    fs::write(&file, WALLED).unwrap();
    let file = file.to_str().unwrap();
    let shown = json(&["show", file, "--format", "json"], 0);
    // Six of the lattice, one of which is walled off, a line, and two paths of three.
    assert_eq!(shown["board_jumps"], 16, "{shown}");
    let solved = json(&["solve", file, "--format", "json"], 0);
    assert_eq!(solved["outcome"], "solved");
    let peg = solved["peg"].as_str().unwrap();
    assert!(peg.starts_with("lattice: square\nlines: only\n") && peg.contains("0,0 1,1 2,2\n"));
    let jumps = folder.path().join("jumps.json");
    fs::write(&jumps, solved.to_string()).unwrap();
    let jumps = jumps.to_str().unwrap();
    pegsat(&["check", file, jumps]).assert().success();
    pegsat(&["show", jumps]).assert().success();
    pegsat(&["hint", file, "--judge"]).assert().success();
    let best = json(
        &["optimise", file, "--fewest", "sweeps", "--format", "json"],
        0,
    );
    assert_eq!(best["optimum"]["value"], best["optimum"]["bound"]);
    for (text, expected) in [
        (
            "walls:\n0,0 2,2\n",
            "2:1: no line of the lattice passes between",
        ),
        (
            "walls: only\n",
            "1:7: 'only'; expected holes on the next lines",
        ),
        ("lines:\n0,0 1,0\n", "2:1: expected 3 holes, as 2,0 3,0 4,0"),
        ("lines:\n0,0 1,0 0,0\n", "2:1: a hole twice"),
        ("edges:\n\n0,0 9,9\n", "3:1: the board has no hole at 9,9"),
        ("lines: few\n", "1:7: 'few'; expected only, or holes"),
        ("lines:\nlines:\n", "2:1: a second 'lines:'"),
    ] {
        let text = format!("{text}start:\nO O .\n. . .\n. . .\ngoal: pegs 1\n");
        fs::write(file, text).unwrap();
        pegsat(&["solve", file])
            .assert()
            .code(2)
            .stderr(contains(expected));
    }
}

/// Where two jumps have the same ends the hole between says which is meant.
#[test]
fn jumps_name_the_hole_between_where_ends_do_not_tell() {
    let solve = pegsat(&["solve", "cycle4/free:0,0", "-q"])
        .assert()
        .success();
    let jumps = String::from_utf8(solve.get_output().stdout.clone()).unwrap();
    assert!(jumps.contains('/'), "{jumps}");
    pegsat(&["check", "cycle4/free:0,0", "-"])
        .write_stdin(jumps)
        .assert()
        .success();
    pegsat(&["check", "cycle4/free:0,0", "-"])
        .write_stdin("2,0-0,0 1,0-3,0\n")
        .assert()
        .code(1)
        .stdout(contains("the hole leapt over is to be said"));
    for (jump, expected) in [
        ("2,0-0,0/2,0", "it does not leap over 2,0"),
        ("2,0-0,0/9,9", "it does not leap over 9,9"),
        ("2,0-3,0/1,0", "no line has these ends"),
    ] {
        pegsat(&["check", "cycle4/free:0,0", "-"])
            .write_stdin(jump)
            .assert()
            .code(1)
            .stdout(contains(expected));
    }
}

/// A limit ends the search of a board of thousands of holes, and what is open is told.
#[test]
fn limits_hold_for_large_boards_of_a_list() {
    let words = ["explore", "--vacancies", "--each", "-", "--timeout", "1s"];
    let output = pegsat(&words).write_stdin("path20000\n").assert().code(3);
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    let told: Value = serde_json::from_str(&text).unwrap();
    assert!(told["vacancies"].as_str().unwrap().contains('?'));
}

/// What takes a lattice for granted says so.
#[test]
fn what_needs_a_lattice_steps_aside() {
    let solve = |words: &[&str]| {
        let mut all = vec!["solve", "cycle6/free:0,0"];
        all.extend(words);
        pegsat(&all).assert()
    };
    solve(&["--model", "S", "--layers", "3"])
        .code(2)
        .stderr(contains("lines of its own"));
    solve(&["--approach", "windows"]).code(3);
    for model in ["A", "B", "C", "D", "E"] {
        solve(&["--model", model]).success();
    }
    pegsat(&["optimise", "cycle6/free:0,0", "--fewest", "sweeps"])
        .assert()
        .success()
        .stdout(contains("optimum: "));
    let refuted = tempfile::tempdir().unwrap();
    let file = refuted.path().join("c.json");
    let file = file.to_str().unwrap();
    for kind in ["exhaustion", "refutation", "ends"] {
        pegsat(&["certify", "path5/free:1,0", "--kind", kind, "-o", file])
            .assert()
            .success();
        pegsat(&["verify", "-v", file])
            .assert()
            .success()
            .stdout(contains("lines: only\n0,0 1,0 2,0\n"));
    }
}

/// Names of boards that are none, and sizes that are too large.
#[test]
fn boards_of_lines_that_are_none_are_refused() {
    for (name, expected) in [
        ("graph6:D?{x", "has 2 characters of edges, not 3"),
        ("star700", "lines; at most 200000"),
        ("D?{", "expected graph6:D?{/free:0,0"),
    ] {
        pegsat(&["solve", name])
            .assert()
            .code(2)
            .stderr(contains(expected));
    }
    for (name, expected) in [
        ("graph6:D?", "has 2 characters of edges, not 1"),
        ("graph6:D? ", "no character of graph6"),
        ("graph6:", "without its number of vertices"),
        ("graph6:~~?????", "more than 50000 vertices"),
        ("path0", "at least one hole"),
        ("star50000", "50001"),
        ("hypercube99", "more than can be counted"),
        ("complete1000", "lines; at most 200000"),
        ("bipartite999x999", "lines; at most 200000"),
        ("star999", "lines; at most 200000"),
        ("torus99999999999x9", "at most 50000 are supported"),
    ] {
        pegsat(&["solve", &format!("{name}/free:0,0")])
            .assert()
            .code(2)
            .stderr(contains(expected));
    }
}
