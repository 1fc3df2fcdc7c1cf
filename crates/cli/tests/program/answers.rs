//! What other systems write is read: good answers, and bad ones with their place.

use crate::command::{json, pegsat, write};
use pegsat::{
    JumpNumber,
    model::Additions,
    problem::{Problem, file},
    systems::{Data, Fewest, Form, Format, SystemAnswer, answer::About},
};
use predicates::str::contains;
use tempfile::TempDir;

fn read(
    problem: &Problem,
    format: Format,
    model: &str,
    text: &str,
) -> Result<SystemAnswer, String> {
    let data = Data::new(
        problem,
        format,
        model,
        &Additions::default(),
        Fewest::Nothing,
        &pegsat::Watch::new(),
    )
    .unwrap();
    Form::read_any(format, &mut text.as_bytes(), &About::Data(&data))
        .map_err(|error| error.to_string())
}

#[test]
fn answers_of_every_form_are_read() {
    let problem = file::parse("row", "start:\nO O . O\ngoal:\n. O . .\n").unwrap();
    let jumps = problem.board().jumps().len();
    let numbers: Vec<JumpNumber> = [(0, 2), (3, 1)]
        .map(|(from, to)| problem.board().jump_between(from, to).unwrap())
        .to_vec();
    let [JumpNumber(a), JumpNumber(b)] = numbers[..] else {
        panic!()
    };
    let best = Ok(SystemAnswer::Jumps(numbers.clone().into(), true));
    let some = Ok(SystemAnswer::Jumps(numbers.clone().into(), false));
    let minizinc = |text: &str| read(&problem, Format::MiniZinc, "C", text);
    let moves = format!("moves = [{}, {}]\n", a + 1, b + 1);
    assert_eq!(
        minizinc(&format!("% said\n{moves}----------\n==========\n")),
        best
    );
    assert_eq!(minizinc(&format!("{moves}----------\n")), some);
    assert_eq!(
        minizinc("=====UNSATISFIABLE=====\n"),
        Ok(SystemAnswer::Unsolvable)
    );
    assert_eq!(minizinc("=====UNKNOWN=====\n"), Ok(SystemAnswer::Unknown));
    assert!(minizinc(&moves).unwrap_err().contains("cut off"));
    assert!(
        minizinc("moves = [1, 99]\n----------\n")
            .unwrap_err()
            .starts_with("line 1: '99'")
    );
    assert!(minizinc("").unwrap_err().contains("no answer"));
    // A sweep begins with a hole; its lines are in no order, and named after a jump this way or back.
    let sweeps = |text: &str| read(&problem, Format::MiniZinc, "S", text);
    let text = format!(
        "sweep = [1, {}]\nsweep = [4, {}]\n----------\n",
        a + 1,
        b + 1
    );
    assert_eq!(sweeps(&text), some);
    let replaced = sweeps(&format!("sweep = [2, 1]\n{text}sweep = [1, {}]\n", a + 1));
    assert!(replaced.is_ok() && sweeps("sweep = [1, x]\n----------\n").is_err());
    let long = sweeps("sweep = [1, 1, 1, 1]\n----------\n").unwrap_err();
    assert!(long.starts_with("line 1: a sweep of more than 2 jumps"));

    let xcsp3 = |values: &str| {
        let text = format!(
            "c said\ns SATISFIABLE\nv <instantiation type=\"solution\">\nv <list> bState[][] moves[] </list>\n\
             v <values> {values} </values>\nv </instantiation>\n"
        );
        read(&problem, Format::Xcsp3, "C", &text)
    };
    assert_eq!(xcsp3(&format!("1 1 0 1 0 0 1 1 0 1 0x2 {a} {b}")), some);
    assert!(
        xcsp3(&format!("0x12 {a} {}", jumps + 1))
            .unwrap_err()
            .starts_with("line 5: moves[1]")
    );
    let twice =
        "s SATISFIABLE\n<instantiation> <list> moves[] moves[0] </list> <values> 0 0 0 </values>";
    let twice = read(&problem, Format::Xcsp3, "C", twice).unwrap_err();
    assert!(twice.contains("moves[0]' has a value already"), "{twice}");
    assert!(
        xcsp3("0x9")
            .unwrap_err()
            .starts_with("line 5: 9 values for more variables")
    );
    assert!(
        xcsp3("0x15")
            .unwrap_err()
            .starts_with("line 5: 15 values for 14 variables")
    );
    assert!(xcsp3("0xx").unwrap_err().starts_with("line 5: '0xx'"));
    assert!(
        xcsp3("0x99999999999")
            .unwrap_err()
            .starts_with("line 5: there are more than")
    );
    let unsatisfiable = read(&problem, Format::Xcsp3, "C", "s UNSATISFIABLE\n");
    assert_eq!(unsatisfiable, Ok(SystemAnswer::Unsolvable));

    let asp = |text: &str| read(&problem, Format::Asp, "C", text);
    let set = format!("clingo version 5\nAnswer: 1\nmove(2,{b}) move(1,{a})\n");
    assert_eq!(asp(&format!("{set}SATISFIABLE\n")), some);
    assert_eq!(asp(&format!("{set}Optimization: 2\nOPTIMUM FOUND\n")), best);
    assert_eq!(asp(&set), some); // ended early
    assert_eq!(asp("UNSATISFIABLE\n"), Ok(SystemAnswer::Unsolvable));
    assert!(
        asp("Answer: 1\nmove(1,77)\nSATISFIABLE\n")
            .unwrap_err()
            .starts_with("line 2: 'move(1,77)'")
    );
    assert!(asp("SATISFIABLE\n").unwrap_err().contains("no answer set"));
    let sweeps = |text: &str| read(&problem, Format::Asp, "S", text);
    let two = format!("Answer: 1\nmove(2,{b}) from(1,0) from(2,3) move(1,{a})\nSATISFIABLE\n");
    assert_eq!(sweeps(&two), best);
    assert!(asp(&two).unwrap_err().starts_with("line 2: 'from(1,0)'"));

    let plan = |text: &str| read(&problem, Format::Pddl, "pddl", text);
    assert_eq!(
        plan("(jump h0-0 h1-0 h2-0)\n(jump h3-0 h2-0 h1-0)\n; cost = 2\n"),
        some
    );
    assert!(
        plan("(jump h0-0 h1-0 h2-0)\n(leap h3-0)\n")
            .unwrap_err()
            .starts_with("line 2: '(leap")
    );
    assert!(
        plan("(jump h0-0 h1-0 h3-0)\n")
            .unwrap_err()
            .starts_with("line 1:")
    );
    assert!(
        plan("(jump h0-0 h3-0 h2-0)\n")
            .unwrap_err()
            .starts_with("line 1:")
    );
    assert_eq!(
        plan("; nothing to be done\n"),
        Ok(SystemAnswer::Jumps(Vec::new().into(), false))
    );

    // A refutation after a solution is none.
    let after = "says that there is no solution, after";
    let text = format!("{moves}----------\n=====UNSATISFIABLE=====\n");
    assert!(minizinc(&text).unwrap_err().contains(after));
    assert!(
        asp(&format!("{set}UNSATISFIABLE\n"))
            .unwrap_err()
            .contains(after)
    );
}

#[test]
fn solution_files_of_integer_programs_are_read() {
    let formula = |text: &str| {
        let read = Form::read_any(Format::Mps, &mut text.as_bytes(), &About::Formula(3));
        read.map_err(|error| error.to_string())
    };
    let values = Ok(SystemAnswer::Assignment(vec![true, false, true]));
    let highs = "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 1\n# Columns 3\n\
                 x1 1\nx2 0\nx3 1\n# Rows 1\nc1 1\n\n# Dual solution values\nNone\n";
    assert_eq!(formula(highs), values);
    assert_eq!(
        formula("Model status\nInfeasible\n\n# Primal\nNone\n"),
        Ok(SystemAnswer::Unsolvable)
    );
    assert_eq!(
        formula("Model status\nTime limit reached\n\n# Primal\nNone\n"),
        Ok(SystemAnswer::Unknown)
    );
    let scip =
        "solution status: optimal\nobjective value: 1\nx1  1 \t(obj:0)\nx3   0.9999999 (obj:1)\n";
    assert_eq!(formula(scip), values);
    assert_eq!(
        formula("solution status: infeasible\n"),
        Ok(SystemAnswer::Unsolvable)
    );
    let cbc =
        "Optimal - objective value 1.0\n      0 x1     1     0\n**    2 x3     1.0000128   -0\n";
    assert_eq!(formula(cbc), values);
    assert_eq!(
        formula("Infeasible - objective value 0\n 0 x1 0.5 0\n"),
        Ok(SystemAnswer::Unsolvable)
    );
    let wrong = |text: &str, expected: &str| {
        let message = formula(text).unwrap_err();
        assert!(message.starts_with(expected), "{message}");
    };
    wrong(
        "Model status\nOptimal\n# Columns 3\nx1 0.5\n",
        "line 4: x1 is 0.5",
    );
    wrong("solution status: optimal\nx4 1\n", "line 2: variable x4");
    wrong("solution status: optimal\nx0 1\n", "line 2: variable x0");
    wrong(
        "Optimal - objective value 1\n 0 y1 1 0\n",
        "line 2: '0 y1 1 0'",
    );
    wrong("", "it holds no answer");
}

#[test]
fn decode_reads_what_systems_write() {
    let folder = TempDir::new().unwrap();
    let peg = write(&folder, "row.peg", "start:\nO O . O\ngoal:\n. O . .\n");
    let data = folder.path().join("row.dzn").display().to_string();
    pegsat(&[
        "export", &peg, "--model", "C", "--to", "minizinc", "-o", &data,
    ])
    .assert()
    .code(0);
    let map = format!("{data}.map.json");
    let good = write(&folder, "good", "moves = [1, 4]\n----------\n==========\n");
    let wrong = write(&folder, "wrong", "moves = [1, 1]\n----------\n");
    let none = write(&folder, "none", "=====UNSATISFIABLE=====\n");
    let board = file::read(folder.path().join("row.peg").as_path()).unwrap();
    let numbers = [(0, 2), (3, 1)].map(|(a, b)| board.board().jump_between(a, b).unwrap().0 + 1);
    std::fs::write(&good, format!("moves = {numbers:?}\n----------\n")).unwrap();
    let answer = json(&["decode", "--map", &map, &good, "--format", "json"], 0);
    assert_eq!(answer["checked"], "replay");
    assert_eq!(answer["model"], "C");
    pegsat(&["decode", "--map", &map, &wrong])
        .assert()
        .code(2)
        .stderr(contains("wrong: line 1: it is no solution: jump 2"));
    pegsat(&["decode", "--map", &map, &none]).assert().code(3);
    pegsat(&["decode", "--map", &map, "--trust", &none])
        .assert()
        .code(1);
}
