//! Certificates: what is made is accepted, and what is damaged is not.

mod chance;
mod damage;

use crate::common::{self, cases, long};
pub use pegsat::check::{digest, seal as sealed};
use pegsat::{
    Ask, End, Evidence,
    board::{self, Board, Hole, Position, picture::Mark},
    certificate::{Besides, Certificate, Trees, cut, refutation, without_search},
    check::{self as pegsat_check, Rejection},
    exact,
    formula::{Cnf, dimacs},
    problem::{self, Goal, Problem, class::separating_set, file, named},
    solution::checker::check_numbers,
    solver::{self, Context, Verdict},
    watch::{Stop, Watch},
};
use std::sync::{Arc, atomic::AtomicBool};

fn argued(problem: &Problem, nodes: usize) -> Option<Certificate> {
    argued_by(Besides::Nothing, problem, nodes)
}

pub fn argued_by(besides: Besides, problem: &Problem, nodes: usize) -> Option<Certificate> {
    let trees = Trees { nodes, besides };
    without_search(problem, trees, &Watch::new()).unwrap()
}

fn nothing_beside(name: &str) -> std::io::Result<pegsat_check::Opened> {
    Err(std::io::Error::other(format!("there is no {name}")))
}

pub fn verify(certificate: &Certificate) -> Result<pegsat_check::Accepted, Rejection> {
    pegsat_check::verify(&certificate.text(), &nothing_beside, &|| true)
}

pub fn exhaust(problem: &Problem) -> Option<Certificate> {
    match exact::decide(problem, 1 << 30, 1 << 20, None, &Watch::new()).unwrap() {
        exact::Decision::Solved(_) => None,
        exact::Decision::Unsolvable(positions) => {
            Some(Certificate::by_exhaustion(problem, positions.unwrap()))
        }
    }
}

/// The same, with weights looked for at every position.
fn exhaust_and_cut(problem: &Problem) -> Option<Certificate> {
    let find = |problem: &Problem, with_rows| cut(problem, with_rows, &Watch::new());
    let cutting = Some(exact::Cutting {
        find: &find,
        patience: 1,
        longest: 1,
    });
    match exact::decide(problem, 1 << 30, 1 << 20, cutting, &Watch::new()).unwrap() {
        exact::Decision::Solved(jumps) => {
            check_numbers(problem, &jumps).unwrap();
            None
        }
        exact::Decision::Unsolvable(positions) => {
            Some(Certificate::by_exhaustion(problem, positions.unwrap()))
        }
    }
}

/// The proof that nothing satisfies the formula, if nothing does.
pub fn proof_of(cnf: &Cnf) -> Option<Vec<u8>> {
    let (mut proof, watch) = (Vec::new(), Watch::new());
    let context = Context {
        proof: Some(&mut proof),
        ..Context::new(&watch)
    };
    let verdict = solver::by_name("varisat").unwrap().solve(cnf, context);
    matches!(verdict.unwrap(), Verdict::Unsatisfiable).then_some(proof)
}

/// The certificate, and its proof's text.
pub fn refute(problem: &Problem) -> Option<(Certificate, Vec<u8>)> {
    let watch = Watch::new();
    let proof = proof_of(&refutation::encode(problem, &watch).unwrap().1)?;
    let sha256 = digest(&proof);
    let refuted = refutation::certificate(problem, "proof.drat", sha256, None, &watch);
    Some((refuted.unwrap(), proof))
}

/// The checker makes the same formula of a certificate as a model did, each on its own.
pub fn is_made_alike(certificate: &Certificate, cnf: &Cnf) {
    let (n_vars, made) = pegsat_check::formula(&certificate.text(), &|| true).unwrap();
    let sorted = |clauses: &mut dyn Iterator<Item = Vec<i32>>| {
        let mut clauses: Vec<Vec<i32>> = clauses
            .map(|mut clause| {
                clause.sort_unstable();
                clause.dedup();
                clause
            })
            .collect();
        clauses.sort_unstable();
        clauses
    };
    let models = sorted(&mut dimacs::clauses(cnf));
    let made = sorted(&mut made.into_iter());
    assert!(made == models, "{}", certificate.kind);
    let largest = models
        .iter()
        .flatten()
        .map(|literal| literal.unsigned_abs());
    assert!(
        largest
            .max()
            .is_none_or(|largest| largest as usize <= n_vars)
    );
}

pub fn can_be_solved(problem: &Problem) -> bool {
    crate::common::oracle::search(problem).is_some()
}

/// Small problems, solvable and not: every start with one vacancy and some
/// with more, one peg anywhere, one peg in each place, and open goals.
fn small_problems() -> Vec<Problem> {
    let mut problems = Vec::new();
    for name in [
        "square3",
        "rect4x3",
        "triangle4",
        "rect7x1",
        "rect2x5",
        "triangle3",
    ] {
        let board = board::named(name).unwrap();
        for vacancy in 0..board.n_holes() {
            for finish in 0..board.n_holes() {
                problems.push(problem::pair(&board, vacancy, finish));
            }
            let mut start = board.full();
            start.remove(vacancy);
            for goal in [Goal::anywhere(1), Goal::anywhere(2)] {
                problems.push(Problem::new("free", board.clone(), start.clone(), goal));
            }
            for peg in start.pegs() {
                let ends = (0..board.n_holes()).map(Some).chain([None]);
                // Some of each.
                for at in ends.filter(|at| (peg + at.unwrap_or(0) + vacancy).is_multiple_of(3)) {
                    let goal = Goal::surviving(board.n_holes(), peg, at);
                    problems.push(Problem::new("survivor", board.clone(), start.clone(), goal));
                }
            }
            start.remove((vacancy + 1) % board.n_holes());
            problems.push(Problem::new("two", board.clone(), start, Goal::anywhere(1)));
        }
    }
    for goal in [
        "? . . . . . O",
        "? ? ? . . . O",
        "O ? O . . . .",
        "O O O O O O O",
    ] {
        let text = format!("start:\nO O . O O O O\ngoal:\n{goal}\n");
        problems.push(file::parse("open", &text).unwrap());
    }
    problems
}

/// Whatever is certified cannot be solved, and whatever cannot be solved is
/// certified in each way that is complete.
#[test]
fn certificates_agree_with_exhaustive_search() {
    let mut kinds = std::collections::BTreeMap::<&str, usize>::new();
    let problems = small_problems().into_iter();
    for (number, problem) in problems.step_by(if long() { 1 } else { 3 }).enumerate() {
        let text = file::write(&problem);
        let solvable = can_be_solved(&problem);
        if let Some(certificate) = argued(&problem, 300) {
            assert!(!solvable, "{text}");
            let accepted = verify(&certificate).unwrap();
            assert_eq!(accepted.kind, certificate.kind);
            *kinds.entry(certificate.kind).or_default() += 1;
        }
        for nodes in [1, 60] {
            if let Some(certificate) = argued_by(Besides::Ends, &problem, nodes) {
                assert!(!solvable, "{text}");
                assert_eq!(verify(&certificate).unwrap().kind, certificate.kind);
            }
        }
        // With weights for some; problems by chance are below.
        let cut_off = (number % 8 == 0).then(|| exhaust_and_cut(&problem));
        for exhaustion in cut_off.into_iter().chain([exhaust(&problem)]) {
            assert_eq!(exhaustion.is_none(), solvable, "{text}");
            if let Some(certificate) = exhaustion {
                verify(&certificate).unwrap();
            }
        }
        if refutation::applies(&problem) {
            let refutation = refute(&problem);
            assert_eq!(refutation.is_none(), solvable, "{text}");
            if let Some((certificate, proof)) = refutation {
                let beside = |_: &str| Ok(pegsat_check::opened(proof.clone()));
                pegsat_check::verify(&certificate.text(), &beside, &|| true)
                    .unwrap_or_else(|error| panic!("{error}\n{text}"));
            }
        }
    }
    assert!(
        kinds["position-class"] > 100 && kinds["pagoda"] > 3 && kinds["track"] > 5,
        "{kinds:?}"
    );
}

/// A refutation speaks of one number of steps.
#[test]
fn refutations_are_of_one_number_of_jumps() {
    for (text, applies) in [
        ("start:\nO O . O\ngoal: pegs 1\n", true),
        ("start:\nO O . O\ngoal:\n? ? . .\n", false),
        ("start:\nO O . O\ngoal: dead-end 1\n", false),
        ("start:\nO O . O\ngoal: survivor 0,0\n", true),
    ] {
        let problem = file::parse("row", text).unwrap();
        assert_eq!(refutation::applies(&problem), applies, "{text}");
    }
}

#[test]
fn every_impossible_pair_has_a_position_class() {
    for name in ["english", "french", "triangle5"] {
        let board = board::named(name).unwrap();
        let allowed = problem::allowed_pairs(&board);
        for vacancy in 0..board.n_holes() {
            for finish in 0..board.n_holes() {
                let problem = problem::pair(&board, vacancy, finish);
                let set = separating_set(&problem);
                assert_eq!(set.is_none(), allowed.contains(&(vacancy, finish)));
                if let Some(certificate) = set.and_then(|_| argued(&problem, 1)) {
                    assert_eq!(certificate.kind, "position-class");
                    verify(&certificate).unwrap();
                }
            }
        }
    }
    let french = named("french/free:3,3").unwrap();
    assert_eq!(argued(&french, 1).unwrap().kind, "position-class");
}

/// Parity allows it, a pagoda function does not: from far away.
#[test]
fn weights_refute_what_parity_allows() {
    let problem = named("square3/pair:1,1:1,1").unwrap();
    assert_eq!(separating_set(&problem), None);
    let certificate = argued(&problem, 1).unwrap();
    assert_eq!(certificate.kind, "pagoda");
    verify(&certificate).unwrap();
    // Here no pagoda function does, but bounds on the jumps do.
    let problem = named("triangle4/pair:0,1:0,2").unwrap();
    assert_eq!(argued(&problem, 1), None);
    let certificate = argued(&problem, 300).unwrap();
    assert_eq!(certificate.kind, "jump-bounds");
    verify(&certificate).unwrap();
    // An end at once is an end.
    let stopped = Watch::new().interrupted_by(Arc::new(AtomicBool::new(true)));
    assert_eq!(
        without_search(
            &problem,
            Trees {
                nodes: 300,
                besides: Besides::Nothing
            },
            &stopped
        ),
        Err(Stop::Interrupted)
    );
}

#[test]
fn the_last_peg_stays() {
    let problem = file::parse("none", "start:\nO O .\ngoal: pegs 0\n").unwrap();
    let certificate = argued(&problem, 0).unwrap();
    assert_eq!(verify(&certificate).unwrap().kind, "last-peg");
    let text = serde_json::to_string(&certificate).unwrap();
    let false_ones = [
        text.replace("\"pegs\":0", "\"pegs\":1"),
        text.replace("\"start\":[0,1]", "\"start\":[]"),
    ];
    for inner in false_ones {
        assert_ne!(inner, text);
        assert!(pegsat_check::verify(&sealed(&inner), &nothing_beside, &|| true).is_err());
    }
}

/// Hostile certificates: an answer, and soon.
#[test]
fn hostile_certificates_are_answered() {
    let problem = file::parse("two", "start:\nO . .\ngoal: pegs 2\n").unwrap();
    let certificate = exhaust(&problem).unwrap();
    let text = serde_json::to_string(&certificate).unwrap();
    let cells = "\"cells\":[[0,0],[1,0],[2,0]]";
    assert!(text.contains(cells));
    for far in ["2000000000", "-2147483648", "2147483647", "100001"] {
        let inner = text.replace(cells, &format!("\"cells\":[[0,0],[1,0],[2,{far}]]"));
        let verdict = pegsat_check::verify(&sealed(&inner), &nothing_beside, &|| true);
        assert!(verdict.unwrap_err().0.contains("away from 0,0"));
    }
    // A comb of branches, and a clause of many literals.
    let nodes: String = (0..200_000)
        .map(|k| {
            let (then, otherwise) = (2 * k + 1, 2 * k + 2);
            format!(
                "{{\"branch\":{{\"jump\":[0,2],\"at_most\":{k},\"then\":{then},\
                 \"otherwise\":{otherwise}}}}},{{\"leaf\":[0,0,0]}},"
            )
        })
        .collect();
    let proof = &text[text.find("\"proof\":").unwrap()..];
    let comb = format!(
        "\"proof\":{{\"cases\":[{{\"finish\":null,\"by\":{{\"weights\":[{nodes}{{\"leaf\":[0,0,0]}}]}}}}]}}}}"
    );
    let inner = text.replace(proof, &comb);
    let _ = pegsat_check::verify(&sealed(&inner), &nothing_beside, &|| true);
    let literals = vec!["1"; 100_000].join(",");
    let refutation = format!(
        "\"proof\":{{\"refutation\":{{\"steps\":0,\"variables\":[{{\"peg\":[1,1]}}],\
         \"clauses\":[[{literals}]],\"proof\":\"x\",\"proof_sha256\":\"\"}}}}}}"
    );
    let inner = text
        .replace(proof, &refutation)
        .replace("\"pegs\":2", "\"pegs\":1");
    assert!(pegsat_check::verify(&sealed(&inner), &nothing_beside, &|| true).is_err());
}

/// A certificate of each kind, with its proof.
fn one_of_each() -> Vec<(Certificate, Vec<u8>)> {
    let mut found: Vec<(Certificate, Vec<u8>)> = Vec::new();
    let mut add = |certificate: Option<Certificate>, proof: Vec<u8>| {
        if let Some(certificate) = certificate
            && !found
                .iter()
                .any(|(other, _)| other.kind == certificate.kind)
        {
            found.push((certificate, proof));
        }
    };
    let others = ["triangle4/pair:0,1:0,2", "triangle3/survivor:0,0:0,2:0,0"];
    let others = others.map(|name| named(name).unwrap());
    for problem in small_problems().into_iter().chain(others) {
        if !can_be_solved(&problem) && problem.board().n_holes() < 11 {
            add(argued(&problem, 300), Vec::new());
            add(argued_by(Besides::Ends, &problem, 1), Vec::new());
            add(argued_by(Besides::Rounded, &problem, 30), Vec::new());
            add(argued_by(Besides::Tables, &problem, 1), Vec::new());
            // Of the others one with something to argue about.
            if separating_set_of_picture(&problem).is_none() {
                add(exhaust(&problem), Vec::new());
                if refutation::applies(&problem)
                    && let Some((certificate, proof)) = refute(&problem)
                    && proof.len() > 20
                {
                    add(Some(certificate), proof);
                }
            }
        }
    }
    // Some that cut positions off, one of them by rounded rows, and list others.
    for (word, listed) in [("\"cuts\"", 6), ("\"rows\"", 2)] {
        let mut cut_off = small_problems().into_iter().filter_map(|problem| {
            let certificate = exhaust_and_cut(&problem)?;
            let text = certificate.text();
            let has_both = text.contains(word) && text.matches("\",\"").count() >= listed;
            has_both.then_some(certificate)
        });
        found.push((cut_off.next().unwrap(), Vec::new()));
    }
    let (certificate, proof) =
        crate::sweeps::certified::too_few(&named("triangle4/free:0,1").unwrap(), 4);
    found.push((certificate, proof));
    found.extend(crate::layers::certified::refuted(
        &named("dead-end:3,3:4").unwrap(),
        [true; 2],
    ));
    found
}

fn separating_set_of_picture(problem: &Problem) -> Option<Vec<Hole>> {
    let goal = problem.goal();
    let is_picture = goal.marks().is_some() && !goal.has_survivors();
    is_picture.then(|| separating_set(problem)).flatten()
}

/// A refutation speaks of one number of jumps, and dead ends come after any.
#[test]
fn a_refutation_of_pegs_is_none_of_dead_ends() {
    let problem = file::parse("row", "start:\nO O O . .\ngoal: pegs 1\n").unwrap();
    let (certificate, proof) = refute(&problem).unwrap();
    let text = serde_json::to_string(&certificate).unwrap();
    let forged = text.replace(r#""goal":{"pegs":1}"#, r#""goal":{"dead_end":1}"#);
    assert_ne!(text, forged);
    let verify = |text: &str| {
        pegsat_check::verify(
            &sealed(text),
            &|_: &str| Ok(pegsat_check::opened(proof.clone())),
            &|| true,
        )
    };
    assert!(verify(&text).is_ok());
    assert!(verify(&forged).is_err());
}

#[test]
fn dead_ends_are_certified_by_exhaustion() {
    let (mut certified, mut solved) = (0, 0);
    for name in ["triangle4", "rect7x1", "rect4x3", "square3"] {
        let board = board::named(name).unwrap();
        for vacancy in 0..board.n_holes() {
            let start = board.vacancy(vacancy);
            for pegs in 1..board.n_holes() {
                let goal = Goal::dead_end(pegs);
                let problem = Problem::new("dead end", board.clone(), start.clone(), goal);
                for certificate in [exhaust(&problem), exhaust_and_cut(&problem)] {
                    assert_eq!(
                        certificate.is_none(),
                        can_be_solved(&problem),
                        "{name} {pegs}"
                    );
                    assert_eq!(argued(&problem, 1), None);
                    match certificate {
                        Some(certificate) => {
                            let accepted = verify(&certificate).unwrap();
                            assert_eq!(accepted.goal.dead_end, Some(pegs));
                            certified += 1;
                        }
                        None => solved += 1,
                    }
                }
            }
        }
    }
    assert!(certified > 50 && solved > 50, "{certified} {solved}");
}

/// Conway's soldiers: full rows below empty ones, and a peg is to come to the middle of the top
/// row.
fn soldiers(lattice: &str, columns: usize, empty: usize, full: usize) -> Problem {
    let rows = empty + full;
    let row = |row: usize, sign: &str| {
        let indent = if lattice == "triangular" {
            rows - 1 - row
        } else {
            0
        };
        " ".repeat(indent) + &vec![sign; columns].join(" ") + "\n"
    };
    let start = (0..rows).map(|number| row(number, if number < empty { "." } else { "O" }));
    let mut goal: String = (0..rows).map(|number| row(number, "?")).collect();
    let first = goal.find('?').unwrap() + columns / 2 * 2;
    goal.replace_range(first..=first, "O");
    let start: String = start.collect();
    let text = format!("lattice: {lattice}\nstart:\n{start}goal:\n{goal}");
    file::parse("soldiers", &text).unwrap()
}

/// Half-planes of up to 400 holes in which Fibonacci weights by distance from the target are worth
/// less than the target: no peg comes there (J. Conway; J. Beasley, *The Ins and Outs of Peg
/// Solitaire*; G. Bell on other lattices), and a pagoda function of small enough integers says so.
#[test]
fn pagoda_functions_of_soldiers_are_found() {
    let sizes = [
        ("square", 3, 4, 30),
        ("square", 5, 4, 4),
        ("square", 7, 5, 30),
        ("square", 9, 5, 12),
        ("square", 13, 5, 25),
        ("square", 19, 5, 16),
        ("triangular", 3, 4, 30),
        ("triangular", 5, 5, 30),
        ("triangular", 7, 6, 30),
        ("triangular", 9, 6, 30),
        ("triangular", 11, 6, 4),
        ("triangular", 15, 7, 16),
        ("triangular", 19, 7, 12),
        ("diagonal", 3, 4, 4),
        ("diagonal", 3, 9, 10),
        ("diagonal", 5, 6, 30),
        ("diagonal", 7, 6, 8),
        ("diagonal", 11, 7, 25),
        ("diagonal", 13, 7, 4),
        ("diagonal", 17, 8, 14),
    ];
    common::in_parallel(&sizes, |&(lattice, columns, empty, full)| {
        let problem = soldiers(lattice, columns, empty, full);
        let answer = pegsat::solve(&problem, &Ask::default(), &Watch::new()).unwrap();
        let End::Unsolvable(Evidence::Certificate(certificate)) = answer.end else {
            panic!("{lattice} {columns} {empty} {full}");
        };
        assert_eq!(certificate.kind, "pagoda");
    });
}
