//! The twins in `models/`: their data, their answers, and what the real systems say.
//!
//! `cargo test --release field -- --ignored` asks the systems that
//! `systems/install` installs, as CI does.

use crate::{
    command::{json, pegsat, write},
    common::{in_parallel, truth},
};
use pegsat::{
    Ask, Watch,
    engine::optimum::Objective,
    model::{Additions, Options},
    problem::{self, Goal, Problem, file},
    solution::{checker, n_sweeps},
    systems::{
        Fewest, SystemAnswer, registry,
        run::{SystemQuestion, ask},
    },
};
use predicates::str::contains;
use tempfile::TempDir;

/// Small problems, half of them without a solution.
const PROBLEMS: &[&str] = &[
    "ipc2008:p01",
    "ipc2008:p02",
    "square4/random:6:1",
    "square4/random:6:2",
    "square4/random:7:3",
    "square4/random:7:4",
    "triangle5/random:7:1",
    "triangle5/random:7:2",
    "triangle5/random:8:3",
    "rect5x3/random:7:1",
    "triangle4/free:0,0",
    "triangle4/free:0,1",
];

/// More with a symmetry, for `self`.
const SYMMETRIC: &[&str] = &["triangle4/free:1,2", "rect5x3/free:2,1"];

/// Goals that leave open how many jumps there are: solvable, and not.
const EITHER: &[(&str, &str)] = &[
    (
        "either",
        "start:\nO O . O O\nO . O . O\ngoal:\n. ? ? ? ?\n? ? ? ? ?\n",
    ),
    (
        "neither",
        "start:\nO O . O O\nO . O . O\ngoal:\nO ? ? ? O\n? O . O ?\n",
    ),
];

fn problems() -> Vec<Problem> {
    let named = PROBLEMS
        .iter()
        .chain(SYMMETRIC)
        .map(|name| problem::named(name).unwrap());
    let either = EITHER
        .iter()
        .map(|(name, text)| file::parse(name, text).unwrap());
    named.chain(either).collect()
}

/// What a system is asked.
fn asked(method: &str, additions: &str, fewest: Fewest) -> SystemQuestion {
    let (model, system) = method.split_once('@').unwrap();
    SystemQuestion {
        system: registry::by_name(system, registry::all(None).unwrap()).unwrap(),
        model: model.into(),
        options: Options::from(additions.parse::<Additions>().unwrap()),
        fewest,
        seed: 1,
        search: None,
    }
}

/// Systems with what they take, and additions.
const METHODS: &[(&str, &str)] = &[
    ("A@gecode", ""),
    ("B@gecode", ""),
    ("C@gecode", ""),
    ("A@gecode", "independence,pagoda=auto"),
    ("B@gecode", "independence"),
    ("C@gecode", "independence,pagoda=auto"),
    ("C@gecode-table", "independence,pagoda=auto"),
    ("B@gecode", "states=2"),
    ("B@gecode", "self,states=2"),
    ("C@gecode", "self,states=1,independence"),
    ("C@gecode", "states=3,independence"),
    ("E@gecode", "pagoda=auto"),
    ("S@gecode", "pagoda=auto"),
    ("C@chuffed", ""),
    ("C@chuffed", "independence,pagoda=auto"),
    ("A@pumpkin", "independence"),
    ("B@pumpkin", ""),
    ("C@pumpkin", "independence,pagoda=auto"),
    ("E@pumpkin", "pagoda=auto"),
    ("A@cp-sat", ""),
    ("B@cp-sat", "independence"),
    ("B@cp-sat", "states=3"),
    ("B@cp-sat", "self"),
    ("C@cp-sat", "independence,pagoda=auto"),
    ("C@choco", "independence,pagoda=auto,states=2"),
    ("C@choco", "self"),
    ("C@cpmpy-ortools", "independence,pagoda=auto,states=2"),
    ("C@cp-sat-reified", "independence,pagoda=auto"),
    ("A@ace", ""),
    ("C@ace-table", "independence,pagoda=auto,states=2"),
    ("C@ace", ""),
    ("C@ace", "independence,pagoda=auto,states=1"),
    ("C@ace", "self"),
    ("C@clingo", ""),
    ("C@clingo", "independence,pagoda=auto,states=2"),
    ("C@clingo", "self,states=2"),
    ("D@clingo", "pagoda=auto"),
    ("E@clingo", "pagoda=auto"),
    ("S@clingo", "pagoda=auto"),
    ("A@highs", ""),
    ("C@highs", ""),
    ("A@scip", "independence"),
    ("A@cbc", "pagoda=auto"),
    ("A@exact", ""),
    ("C@exact", ""),
    ("B@exact", ""),
    ("B@highs", ""),
    ("pddl@lama", ""),
    ("pddl@lmcut", ""),
    ("pddl@symk", ""),
    ("pddl+sweeps@symk", ""),
];

#[test]
#[ignore = "needs the systems of systems/install"]
fn every_system_agrees_with_exhaustive_search() {
    let problems: Vec<(Problem, bool)> = problems()
        .into_iter()
        .map(|problem| (problem.clone(), truth(&problem)))
        .collect();
    assert!(problems.iter().filter(|(_, solvable)| !solvable).count() >= 5);
    let mut cases = Vec::new();
    for (method, additions) in METHODS {
        let mut n = 0;
        for (problem, solvable) in &problems {
            let goal = problem.goal();
            let counts_stuck = goal.stuck_with().is_some_and(|pegs| pegs > 0);
            // What is no picture comes to planners as an axiom, which LM-cut does not take.
            let is_taken = goal.marks().is_some() || !method.ends_with("@lmcut");
            let suits_additions = match additions.contains("self") {
                true => problem.symmetries().len() > 1,
                false => !SYMMETRIC.contains(&problem.name()),
            };
            if suits_additions && is_taken && !(counts_stuck && method.starts_with("pddl")) {
                cases.push((method, additions, problem, solvable));
                n += 1;
            }
        }
        assert!(
            n >= if additions.contains("self") { 3 } else { 10 },
            "{method}"
        );
    }
    in_parallel(&cases, |(method, additions, problem, solvable)| {
        let asked = asked(method, additions, Fewest::Nothing);
        let name = problem.name();
        match ask(problem, &asked, &Watch::new()) {
            Ok((SystemAnswer::Jumps(found, _), _)) => {
                assert!(**solvable, "{method}+{additions} solves {name}");
                checker::check_numbers(problem, &found.jumps).unwrap();
            }
            Ok((SystemAnswer::Unsolvable, _)) => {
                assert!(!**solvable, "{method}+{additions} refutes {name}")
            }
            other => panic!("{method}+{additions} on {name}: {other:?}"),
        }
    });
}

/// SAT systems are solvers of this program's formulas.
#[test]
#[ignore = "needs the systems of systems/install"]
fn sat_systems_agree_with_exhaustive_search() {
    let mut cases = Vec::new();
    for method in [
        "C@cadical",
        "D@cadical",
        "E@kissat",
        "C@kissat",
        "C@minisat",
    ] {
        cases.extend(PROBLEMS.iter().map(|name| (method, name)));
    }
    in_parallel(&cases, |(method, name)| {
        let solvable = truth(&problem::named(name).unwrap());
        let words = [
            "solve",
            name,
            "--model",
            method,
            "--approach",
            "formula",
            "--trust",
        ];
        pegsat(&words).assert().code(i32::from(!solvable));
    });
}

/// What they refute counts, because their proofs are checked.
#[test]
#[ignore = "needs the systems of systems/install"]
fn proofs_by_sat_systems_are_accepted() {
    for model in ["S+regions@cadical", "S+regions@kissat"] {
        let words = ["optimise", "triangle5/free:1,2", "--fewest", "sweeps"];
        let own = ["--model", model, "--format", "json"];
        let answer = json(&[&words[..], &own].concat(), 0);
        assert_eq!(answer["checked"], "proof", "{model}");
        assert_eq!(
            (&answer["value"], &answer["bound"]),
            (&11.into(), &11.into())
        );
    }
}

#[test]
#[ignore = "needs the systems of systems/install"]
fn systems_agree_on_optima() {
    let jumps = "A@gecode B@gecode C@gecode C@gecode-table C@chuffed A@cp-sat B@cp-sat C@cp-sat \
                 C@cp-sat-reified C@ace C@ace-table C@clingo";
    let sweeps = "A@gecode B@gecode C@gecode S@gecode S@clingo C@choco C@chuffed A@cp-sat B@cp-sat C@cp-sat \
                  C@cp-sat-reified C@ace C@ace-table C@clingo pddl+sweeps@symk pddl+sweeps@lmcut";
    let mut cases = Vec::new();
    for name in ["square4/free:1,0", "triangle4/free:0,1", "rect5x3/free:1,1"] {
        let methods = jumps.split(' ');
        cases.extend(methods.map(|method| (method, name, Objective::JumpsToDeadEnd)));
    }
    // Gecode takes minutes there by A.
    cases.retain(|&(method, name, _)| (method, name) != ("A@gecode", "square4/free:1,0"));
    for name in ["ipc2008:p02", "ipc2008:p03", "square4/random:7:4"] {
        let methods = sweeps.split(' ');
        cases.extend(methods.map(|method| (method, name, Objective::Sweeps)));
    }
    in_parallel(&cases, |(method, name, objective)| {
        let problem = problem::named(name).unwrap();
        let best = pegsat::optimise(&problem, &Ask::fewest(*objective), &Watch::new()).unwrap();
        let best = best.optimum.unwrap();
        assert!(best.is_settled());
        let best = best.best.unwrap().0;
        let (fewest, stated) = match objective {
            Objective::JumpsToDeadEnd => (Fewest::Jumps, problem.with_goal(Goal::dead_end(1))),
            Objective::Sweeps | Objective::Pegs => (Fewest::Sweeps, problem.clone()),
        };
        match ask(&stated, &asked(method, "", fewest), &Watch::new()) {
            Ok((SystemAnswer::Jumps(found, true), _)) => {
                let jumps = found.jumps;
                checker::check_numbers(&stated, &jumps).unwrap();
                let value = match objective {
                    Objective::JumpsToDeadEnd => jumps.len(),
                    Objective::Sweeps | Objective::Pegs => n_sweeps(&problem.board().leaps(&jumps)),
                };
                assert_eq!(value, best, "{method} on {name}");
            }
            other => panic!("{method} on {name}: {other:?}"),
        }
    });
}

#[test]
#[ignore = "needs the systems of systems/install"]
fn python_models_are_those_of_the_instances() {
    // What PyCSP3 compiles of models/C.py and models/A.py has the answers of our XCSP3.
    let folder = TempDir::new().unwrap();
    let models = folder.path().display().to_string();
    pegsat(&["models", "--write", &models]).assert().code(0);
    let python = registry::find_program("python3").unwrap();
    let ace = registry::find_program("ace").unwrap();
    for (name, solvable) in [("square4/random:7:4", true), ("square4/random:7:3", false)] {
        for model in ["A", "C"] {
            let data = folder.path().join("problem.json").display().to_string();
            let words = [
                "export", name, "--model", model, "--to", "pycsp3", "-o", &data,
            ];
            pegsat(&words).assert().code(0);
            let mut compile = std::process::Command::new(&python);
            compile.args([
                &format!("{model}.py"),
                "-data=problem.json",
                "-output=compiled.xml",
            ]);
            let output = compile.current_dir(folder.path()).output().unwrap();
            assert!(output.status.success(), "{output:?}");
            let mut solve = std::process::Command::new(&ace);
            let output = solve
                .args(["compiled.xml", "-npc"])
                .current_dir(folder.path())
                .output();
            let text = String::from_utf8(output.unwrap().stdout).unwrap();
            let status = if solvable {
                "s SATISFIABLE"
            } else {
                "s UNSATISFIABLE"
            };
            assert!(text.contains(status), "{model} on {name}: {text}");
            let out = write(&folder, "ace.out", &text);
            let words = [
                "decode",
                "--trust",
                "--map",
                &format!("{data}.map.json"),
                &out,
            ];
            pegsat(&words).assert().code(if solvable { 0 } else { 1 });
        }
    }
}

#[test]
fn what_a_twin_cannot_state_is_refused() {
    let refused = |words: &str, expected: &str| {
        pegsat(&words.split(' ').collect::<Vec<_>>())
            .assert()
            .code(2)
            .stderr(contains(expected));
    };
    refused(
        "export central --model D --to minizinc -o -",
        "expected A, B, C, E, S",
    );
    refused("export survivor:3,3:3,1 --to pddl -o -", "must survive");
    refused(
        "export central --model B+pagoda=1 --to minizinc -o -",
        "pagoda",
    );
    refused(
        "export central --model C@gecode --to minizinc -o -",
        "leave out what stands after @",
    );
    refused(
        "export central --model A --to opb --fewest sweeps -o -",
        "--fewest",
    );
    refused(
        "export central --to minizinc --layers 4 -o -",
        "leave --layers out",
    );
    refused(
        "export central --to minizink -o -",
        "expected one of dimacs",
    );
    refused("solve --model E@highs", "takes mps, and so A, B, C");
    refused("solve --model C@nobody", "no system is called 'nobody'");
    refused("solve --model pddl", "it goes with a planner");
    refused(
        "solve --model E@cadical --solver batsat",
        "leave one of them out",
    );
}

/// A user's own system, without a build: a script that knows one answer.
#[test]
fn a_file_adds_a_system() {
    let folder = TempDir::new().unwrap();
    let peg = write(&folder, "row.peg", "start:\nO O .\ngoal:\n. . O\n");
    let script = write(
        &folder,
        "mine.sh",
        "cat $1 > /dev/null; echo '(jump h0-0 h1-0 h2-0)' > $2\n",
    );
    let systems = serde_json::json!({"systems": [{
        "name": "mine", "summary": "a script", "program": "sh", "takes": "pddl",
        "command": ["{program}", script, "{data}", "{out}"], "answers": "plan", "proves": "no",
    }]});
    let systems = write(&folder, "systems.json", &systems.to_string());
    let words = [
        "solve",
        &peg,
        "--model",
        "pddl@mine",
        "--systems",
        &systems,
        "--format",
        "json",
    ];
    let answer = json(&words, 0);
    assert_eq!(answer["checked"], "replay");
    assert_eq!(answer["solver"]["name"], "mine");
    pegsat(&["systems", "--systems", &systems])
        .assert()
        .code(0)
        .stdout(contains("mine "));

    // The same by 'compare', with a record that names it.
    let output = folder.path().join("compared").display().to_string();
    let words = [
        "compare",
        "--suite",
        &peg,
        "--models",
        "pddl@mine,E",
        "--systems",
        &systems,
        "-o",
        &output,
    ];
    pegsat(&words).assert().code(0);
    let records = crate::command::records(&folder.path().join("compared/records.jsonl"));
    assert_eq!(records.len(), 2);
    assert_eq!(records[0]["solver"], "mine");
    assert!(
        records.iter().all(|record| record["outcome"] == "solved"),
        "{records:?}"
    );

    // What is over before it begins is no question for a system.
    let same = write(&folder, "same.peg", "start:\nO O .\ngoal:\nO O .\n");
    let more = write(&folder, "more.peg", "start:\nO . .\ngoal:\nO O .\n");
    for (peg, status) in [(same, 0), (more, 1)] {
        let words = ["solve", &peg, "--model", "pddl@mine", "--systems", &systems];
        pegsat(&words).assert().code(status);
    }
    // Nor is what a twin knows nothing of.
    let words = [
        "solve",
        &peg,
        "--model",
        "pddl@mine",
        "--systems",
        &systems,
        "--proof",
    ];
    pegsat(&[&words[..], &[&format!("{peg}.drat")]].concat())
        .assert()
        .code(2)
        .stderr(contains("mine takes no --proof"));

    // One that lies is found out; one that is gone is named.
    std::fs::write(&script, "echo '(jump h2-0 h1-0 h0-0)' > $2\n").unwrap();
    let words = ["solve", &peg, "--model", "pddl@mine", "--systems", &systems];
    pegsat(&words)
        .assert()
        .code(3)
        .stderr(contains("mine gave jumps that are no solution"));
    let gone = std::fs::read_to_string(&systems)
        .unwrap()
        .replace("\"sh\"", "\"no-such-program\"");
    std::fs::write(&systems, gone).unwrap();
    pegsat(&words)
        .assert()
        .code(2)
        .stderr(contains("mine: no-such-program is not installed"));
    std::fs::write(&systems, "{\"systems\": [{\"name\": \"mine\"}]}").unwrap();
    pegsat(&words)
        .assert()
        .code(2)
        .stderr(contains("systems.json: missing field"));
}

/// The paper's search: moves in their order, jumps by number; what searches otherwise takes long.
#[test]
#[ignore = "needs the systems of systems/install"]
fn twins_can_search_as_the_paper_did() {
    let solve = |method: &str| {
        let words = [
            "solve",
            "reversal:4,2",
            "--model",
            method,
            "--timeout",
            "60s",
        ];
        json(&[&words[..], &["--format", "json"]].concat(), 0)
    };
    // In this order the first solution is the same, however much a solver concludes.
    for (addition, systems) in [
        (
            "",
            &["gecode", "gecode-table", "cp-sat", "ace", "ace-table"][..],
        ),
        ("+independence", &["gecode", "ace"]),
    ] {
        let ours = solve(&format!("C{addition}+search=paper"));
        for system in systems {
            let theirs = solve(&format!("C{addition}+search=paper@{system}"));
            assert_eq!(theirs["search"], "paper", "{system}");
            assert_eq!(theirs["jumps"], ours["jumps"], "{system}");
            assert_eq!(theirs["choices"].is_u64(), *system != "cp-sat", "{system}");
        }
    }
    for method in [
        "A+search=paper@gecode",
        "A+search=paper@ace",
        "C+search=corner-bias@gecode",
        "C+search=corner-bias@ace",
    ] {
        pegsat(&["solve", "central", "--model", method])
            .assert()
            .code(2);
    }
}
