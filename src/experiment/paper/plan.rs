//! Which runs are made.

use crate::{
    experiment::{
        plan::{Limits, NO_SOLVER, Question, Run, limit_arguments},
        suite::{self, Entry, SuiteError},
    },
    model::Method,
    problem::{self, Problem},
    solution::{checker::Leap, text},
    systems::registry,
};
use std::{
    path::{Path, PathBuf},
    time::Duration,
};

/// How much is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Minutes: few problems for slow models, short limits.
    Quick,
    /// Hours: everything.
    Full,
}

/// The paper's methods, and ours, with the paper's columns in Tables 3 and 6.
/// Where the paper chose one of its three pagoda functions, `auto` finds one.
pub const METHODS: [(&str, &str, &str); 9] = [
    ("A", "a", "a"),
    ("A+pagoda=auto", "a_pagoda", "a_pagoda"),
    ("B", "", ""),
    ("C", "c_basic", "c"),
    ("C+independence", "c_independence", "c_independence"),
    ("C+pagoda=auto", "c_pagoda", "c_pagoda"),
    (
        "C+independence+pagoda=auto",
        "c_independence_pagoda",
        "c_independence_pagoda",
    ),
    ("D", "", ""),
    ("E", "", ""),
];

/// The methods for dead ends.
pub const FOOLS: [&str; 6] = ["A", "C", "C+independence", "D+early", "E", "E+early"];

/// The methods for sweeps.
pub const SWEEPS: [&str; 3] = ["S+corners", "C+independence", "C"];

/// The methods that time the central against any finish; `class` says something
/// of the latter only.
pub const FINISHES: [&str; 7] = [
    "A",
    "B",
    "C",
    "C+independence",
    "C+independence+pagoda=auto",
    "D+class",
    "E+class",
];

/// The value orders of Table 5: by a solver that takes them.
pub const VALUES: [&str; 3] = ["C", "C+prefer=corners", "C+prefer=inner"];

/// The solver that takes them.
pub const VALUES_BY: &str = "batsat";

/// The reversals that the paper solves with the corners first.
pub const CORNERS: [&str; 7] = ["4,2", "2,3", "3,3", "2,4", "4,4", "2,5", "4,6"];

/// The vacancies of Tables 2 and 7.
pub const VACANCIES: [&str; 7] = ["2,0", "3,0", "2,1", "3,1", "2,2", "3,2", "3,3"];

/// The ways of plain search.
pub const PLAIN: [&str; 2] = ["depth-first", "breadth-first"];

/// Other systems, asked if they are here, as methods.
pub const SYSTEMS: [&str; 2] = ["C@clingo", "pddl@lama"];

/// A solution of the central game with 27 sweeps, whose first jumps Table 8
/// fixes: `cargo run --release --example optima -- table8` finds it.
pub const SOLUTION: &str = "3,1-3,3 1,2-3,2 3,3-3,1 5,3-3,3 1,4-1,2 3,4-1,4 4,5-4,3 2,6-2,4 4,6-2,6 \
     0,2-2,2 6,4-4,4 5,2-3,2 6,2-6,4 0,4-0,2 3,2-1,2 2,3-2,5 3,3-5,3 2,6-2,4 0,2-2,2 1,4-3,4 3,4-5,4 \
     3,0-3,2 4,0-4,2 6,4-4,4 3,2-1,2 2,0-2,2 1,2-3,2 3,2-5,2 5,2-5,4 5,4-3,4 3,5-3,3";

struct Amount {
    /// Wall-clock time and memory of a run.
    limits: Limits,
    seeds: u64,
    slow_seeds: u64,
    depth: usize,
}

fn up_to(seconds: u64) -> Limits {
    Limits {
        timeout: Duration::from_secs(seconds),
        cpu: None,
        memory: None,
    }
}

impl Scope {
    fn amount(self) -> Amount {
        match self {
            Scope::Quick => Amount {
                limits: up_to(5),
                seeds: 20,
                slow_seeds: 2,
                depth: 6,
            },
            Scope::Full => Amount {
                limits: up_to(60),
                seeds: 20,
                slow_seeds: 20,
                depth: 7,
            },
        }
    }

    /// Whether the method is to be run on this problem: the slow ones only on few
    /// where time is short.
    fn takes(self, method: &str, problem: &str) -> bool {
        const FEW: [&str; 5] = [
            "reversal:3,3",
            "reversal:4,2",
            "reversal:2,3",
            "pattern:3",
            "pattern:10",
        ];
        self == Scope::Full || is_fast(method) || FEW.contains(&problem)
    }
}

fn is_fast(method: &str) -> bool {
    method.starts_with(['D', 'E', 'S'])
}

/// The bytes that a breadth-first search may use.
const MEMORY: u64 = 4 << 30;

/// All runs, in order: what is short and says most comes first. Problems without
/// a name get files in `folder`.
///
/// # Errors
/// If a suite is not there.
///
/// Limits that are given take the place of those that belong to the scope.
pub fn runs(
    scope: Scope,
    (timeout, memory): (Option<Duration>, Option<u64>),
    folder: &Path,
) -> Result<Vec<Run>, SuiteError> {
    let mut amount = scope.amount();
    amount.limits.timeout = timeout.unwrap_or(amount.limits.timeout);
    amount.limits.memory = memory;
    let limits = amount.limits;
    // What is known to need much.
    let bounded = Limits {
        memory: Some(memory.unwrap_or(MEMORY)),
        ..limits
    };
    let mut runs = Vec::new();
    for vacancy in VACANCIES {
        runs.extend(own(
            &format!("free:{vacancy}"),
            Question::Sequences,
            "states",
            &["--sequences", &amount.depth.to_string()],
            limits,
        ));
    }
    let mut compared = suite::find("reversals", folder)?;
    compared.extend(suite::find("patterns", folder)?);
    // All methods of a problem one after another, so that a machine that slows down
    // slows all of them.
    for entry in &compared {
        for (name, ..) in METHODS {
            let Some(method) = method(name) else { continue };
            if scope.takes(name, entry.problem.name()) {
                let (method, question) = (Some(&method), Question::Solve);
                runs.push(Run::new(entry, question, method, "varisat", 1, limits));
            }
        }
    }
    finishes(scope, &amount, &mut runs);
    for name in VALUES {
        let Some(method) = method(name) else { continue };
        for hole in CORNERS
            .iter()
            .take(if scope == Scope::Quick { 3 } else { 7 })
        {
            if let Ok(entry) = Entry::named(&format!("reversal:{hole}")) {
                runs.push(Run::new(
                    &entry,
                    Question::Solve,
                    Some(&method),
                    "batsat",
                    1,
                    limits,
                ));
            }
        }
    }
    for way in PLAIN {
        // The order of numbers is seed 0, the others are by chance.
        let seeds = if way == "depth-first" {
            amount.slow_seeds
        } else {
            0
        };
        for seed in 0..=seeds {
            for name in ["central", "central-free"] {
                let words = ["--plain", way, "--seed", &seed.to_string()];
                let run = own(name, Question::Plain, way, &words, bounded);
                runs.extend(run.map(|run| Run { seed, ..run }));
            }
        }
    }
    systems(bounded, &mut runs);
    runs.extend(optima(scope, limits, folder));
    Ok(runs)
}

fn method(word: &str) -> Option<Method> {
    word.parse().ok()
}

/// A run of `explore`.
fn own(
    problem: &str,
    question: Question,
    method: &str,
    words: &[&str],
    limits: Limits,
) -> Option<Run> {
    let mut arguments = vec!["explore".to_string(), problem.to_string()];
    arguments.extend(words.iter().map(|word| word.to_string()));
    arguments.extend(limit_arguments(&limits));
    Some(Run {
        entry: Entry::named(problem).ok()?,
        question,
        method: method.into(),
        solver: NO_SOLVER.into(),
        seed: 0,
        limits,
        arguments,
        system: None,
        solver_version: None,
    })
}

/// The central and any finish, over seeds.
fn finishes(scope: Scope, amount: &Amount, runs: &mut Vec<Run>) {
    for seed in 1..=amount.seeds {
        for name in FINISHES {
            let is_few = !is_fast(name) && seed > amount.slow_seeds;
            if is_few || scope == Scope::Quick && ["A", "B"].contains(&name) {
                continue;
            }
            for problem in ["central", "central-free"] {
                let (Some(method), Ok(entry)) = (method(name), Entry::named(problem)) else {
                    continue;
                };
                let (method, limits) = (Some(&method), amount.limits);
                runs.push(Run::new(
                    &entry,
                    Question::Solve,
                    method,
                    "varisat",
                    seed,
                    limits,
                ));
            }
        }
    }
}

/// Tables 7 and 8: each of these runs uses two processes.
fn optima(scope: Scope, limits: Limits, folder: &Path) -> Vec<Run> {
    let mut runs = Vec::new();
    for name in FOOLS {
        let Some(method) = method(name) else { continue };
        for vacancy in VACANCIES {
            let quick = ["3,0", "3,3"].contains(&vacancy) || name == "D+early";
            if scope == Scope::Quick && !quick {
                continue;
            }
            if let Ok(entry) = Entry::named(&format!("reversal:{vacancy}")) {
                let question = Question::JumpsToDeadEnd;
                runs.push(Run::new(
                    &entry,
                    question,
                    Some(&method),
                    "varisat",
                    1,
                    limits,
                ));
            }
        }
    }
    let fixed = match scope {
        Scope::Quick => 19..=21,
        Scope::Full => 12..=21,
    };
    for fixed in fixed.rev() {
        let Some(entry) = rest(fixed, folder) else {
            continue;
        };
        for name in SWEEPS {
            let Some(method) = method(name) else { continue };
            runs.push(Run::new(
                &entry,
                Question::Sweeps,
                Some(&method),
                "varisat",
                1,
                limits,
            ));
        }
    }
    runs
}

/// Whether the run uses two processes at a time.
pub fn is_double(run: &Run) -> bool {
    run.question.objective().is_some()
}

/// The first jumps of [`SOLUTION`]; a test sees to it that it can be read.
pub fn first_leaps(fixed: usize) -> Vec<Leap> {
    let mut leaps = text::parse(SOLUTION).map_or(Vec::new(), |solution| solution.leaps);
    leaps.truncate(fixed);
    leaps
}

/// What is left of the central game after the first jumps of [`SOLUTION`].
pub fn rest(fixed: usize, folder: &Path) -> Option<Entry> {
    let central = problem::named("central").ok()?;
    let board = central.board();
    let mut position = central.start().clone();
    for (from, to) in first_leaps(fixed) {
        let number = board.jump_between(board.hole_at(from)?, board.hole_at(to)?)?;
        position = position.after(&board.jumps()[number]);
    }
    let name = format!("central-after-{fixed}");
    let place = folder.join("problems").join(format!("{name}.peg"));
    let goal = central.goal().clone();
    Some(Entry {
        argument: place.display().to_string(),
        problem: Problem::new(name, board.clone(), position, goal),
        question: Question::Solve,
        is_file: true,
        write: Some(place),
    })
}

/// Other systems, where they are here.
fn systems(limits: Limits, runs: &mut Vec<Run>) {
    let known = registry::all(None).unwrap_or_default();
    for word in SYSTEMS {
        let (Some(method), Ok(entry)) = (method(word), Entry::named("central")) else {
            continue;
        };
        let name = method.system.as_deref().unwrap_or_default();
        let found = registry::by_name(name, known.clone());
        if let Ok(system) = found
            && let Ok(version) = system.version()
        {
            runs.push(Run {
                solver_version: version,
                system: Some(system.digest()),
                ..Run::new(&entry, Question::Solve, Some(&method), name, 0, limits)
            });
        }
    }
}

/// The files that the runs need: where, and what.
pub fn files(runs: &[Run]) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    for run in runs {
        let problem = &run.entry.problem;
        if let Some(place) = &run.entry.write {
            files.push((place.clone(), problem::file::write(problem)));
        }
    }
    files.sort();
    files.dedup();
    files
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{experiment::plan::Key, solution::checker};
    use std::collections::HashSet;

    #[test]
    fn no_run_is_planned_twice() {
        for scope in [Scope::Quick, Scope::Full] {
            let runs = runs(scope, (None, None), Path::new("folder")).unwrap();
            let keys: HashSet<Key> = runs.iter().map(Run::key).collect();
            // The central reversal by seed 1 is in Table 3 too, under another name.
            assert_eq!(keys.len(), runs.len());
            assert!(runs.len() > 150, "{}", runs.len());
        }
    }

    #[test]
    fn every_word_is_a_method() {
        let words = METHODS.iter().map(|method| &method.0);
        for word in words
            .chain(&FOOLS)
            .chain(&SWEEPS)
            .chain(&FINISHES)
            .chain(&VALUES)
        {
            assert!(method(word).is_some(), "{word}");
        }
    }

    #[test]
    fn the_solution_of_table_8_is_one() {
        let central = problem::named("central").unwrap();
        let leaps = first_leaps(usize::MAX);
        assert_eq!(leaps.len(), 31);
        checker::check(&central, &leaps).unwrap();
        let after = rest(21, Path::new("")).unwrap().problem;
        checker::check(&after, &leaps[21..]).unwrap();
    }
}
