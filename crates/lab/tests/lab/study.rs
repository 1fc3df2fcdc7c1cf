//! Tests of studies, their plans and reports.

use super::{run_of, seen};
use pegsat::{
    model::Method,
    problem,
    solution::{checker, text},
};
use pegsat_lab::{
    execute::{Ended, Observation},
    machine::Machine,
    plan::{Query, Run},
    record::Record,
    study::Study,
    suite,
};
use serde_json::Value;
use std::{
    collections::{BTreeMap, HashSet},
    fs,
    path::Path,
    time::Duration,
};

fn planned(study: &Study, is_quick: bool) -> Vec<Run> {
    let folder = Path::new("nowhere");
    let (groups, _) = study.runs(is_quick, (None, None), folder).unwrap();
    groups.into_iter().flat_map(|(_, runs)| runs).collect()
}

/// The file of a study.
fn file(name: &str) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("studies");
    serde_json::from_str(&fs::read_to_string(folder.join(format!("{name}.json"))).unwrap()).unwrap()
}

/// The titles of its sections.
fn titles(name: &str) -> Vec<String> {
    let study = file(name);
    let sections = study["sections"].as_array().unwrap().iter();
    let title = |section: &Value| section["title"].as_str().unwrap().into();
    sections.map(title).collect()
}

/// Without any answer, or without any run, there is a report all the same.
#[test]
fn every_section_stands_on_whatever_there_is() {
    let machine = Machine::this();
    for (name, is_quick) in [("paper", true), ("experiment", false), ("optima", false)] {
        let study = Study::named(name).unwrap();
        let all = planned(&study, is_quick);
        let seen = seen(Ended::OverTime, "", 5.0);
        let records: Vec<Record> = all
            .iter()
            .filter_map(|run| Record::new(run, &seen, 1, &machine))
            .collect();
        assert!(records.len() > 50, "{}", records.len());
        for records in [records.iter().collect::<Vec<_>>(), Vec::new()] {
            let files = study.files(&records).unwrap();
            let (titles, report) = (titles(name), &files[0].1);
            assert!(!titles.is_empty());
            for title in titles {
                assert!(report.contains(&format!("\n## {title}\n")));
            }
            assert!(files.iter().any(|file| file.0 == "runs.csv"));
        }
    }
    assert!(Study::named("nothing").is_err() && Study::named("no.json").is_err());
}

/// As `explore` prints it.
#[test]
fn what_is_counted_is_kept() {
    let runs = planned(&Study::named("paper").unwrap(), false);
    let text =
        r#"{"outcome":"done","reason":null,"sequences":[{"choices":1}],"seconds":{"total":0.5}}"#;
    let mut runs = runs.iter();
    let run = runs.find(|run| run.question == Query::Sequences).unwrap();
    let seen = seen(Ended::Status(3), text, 5.0);
    let record = Record::new(run, &seen, 1, &Machine::this()).unwrap();
    assert_eq!(record.message, None);
    assert_eq!(record.seconds.map(|seconds| seconds.total), Some(0.5));
    assert_eq!(record.sequences, Some(vec![1]));
}

#[test]
fn no_run_is_planned_twice() {
    let study = Study::named("paper").unwrap();
    for is_quick in [true, false] {
        let runs = planned(&study, is_quick);
        let keys: HashSet<_> = runs.iter().map(|run| Record::of(run).key()).collect();
        assert_eq!(keys.len(), runs.len());
    }
}

/// Six problems all to one side: p is 2/64, and in a family of two 4/64, which tells nothing.
#[test]
fn tests_of_a_family_are_corrected_together() {
    let runs = planned(&Study::named("experiment").unwrap(), false);
    let machine = Machine::this();
    let record = |run: &Run| {
        let text = r#"{"outcome":"unsolvable","reason":null}"#;
        let seen = match run.method.as_str() {
            "E" => Observation {
                cpu: Duration::from_secs(1),
                ..seen(Ended::Status(1), text, 5.0)
            },
            _ => seen(Ended::OverTime, "", 5.0),
        };
        Record::new(run, &seen, 1, &machine)
    };
    let records: Vec<Record> = runs.iter().filter_map(record).collect();
    let records: Vec<&Record> = records.iter().collect();
    let folder = tempfile::tempdir().unwrap();
    let report = |is_family: bool| {
        let mut study = file("experiment");
        study["sections"] = serde_json::json!([{"title": "x", "text": [], "shows": [{
            "kind": "effects", "title": "y", "family": is_family,
            "pairs": [["E", "C"], ["E", "D"]],
            "sets": [{"name": "six", "problems": ["reversals"]}],
        }]}]);
        let path = folder.path().join("study.json");
        fs::write(&path, study.to_string()).unwrap();
        let study = Study::named(path.to_str().unwrap()).unwrap();
        study.files(&records).unwrap()[0].1.clone()
    };
    let (alone, family) = (report(false), report(true));
    assert!(
        alone.contains("| 0.031 | faster |") && !alone.contains("Holm"),
        "{alone}"
    );
    assert!(
        family.contains("| 0.031 | 0.062 | open |") && family.contains("Holm"),
        "{family}"
    );
}

/// Two methods with two seeds each: none is missing, then one run of the second.
#[test]
fn a_report_says_which_runs_are_missing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("study.json");
    let mut study = file("experiment");
    study["sections"] = serde_json::json!([]);
    study["full"]["batches"] = serde_json::json!([
        {"problems": ["reversal:2,0"], "methods": ["C", "E"], "seeds": "1-2"},
    ]);
    fs::write(&path, study.to_string()).unwrap();
    let study = Study::named(path.to_str().unwrap()).unwrap();
    let machine = Machine::this();
    let text = r#"{"outcome":"unsolvable","reason":null}"#;
    let record = |run: &Run| Record::new(run, &seen(Ended::Status(1), text, 5.0), 1, &machine);
    let records: Vec<Record> = planned(&study, false).iter().filter_map(record).collect();
    let all: Vec<&Record> = records.iter().collect();
    let report = |records: &[&Record]| study.files(records).unwrap()[0].1.clone();
    assert_eq!(all.len(), 4);
    assert!(!report(&all).contains("full plan"));
    let left = "Runs of the full plan that are missing: `E` (1 of 2).\n";
    assert!(report(&all[..3]).contains(left), "{}", report(&all[..3]));
}

/// The central game whose first jumps the suite `table8` leaves out.
#[test]
fn table_8_is_what_a_solution_leaves() {
    let central = problem::named("central").unwrap();
    let leaps = text::parse(include_str!("../../table8.solution"));
    let leaps = leaps.unwrap().leaps;
    checker::check(&central, &leaps).unwrap();
    let suite = suite::find("table8", Path::new("")).unwrap();
    assert_eq!(suite.len(), 10);
    for (entry, fixed) in suite.iter().zip((12..=21).rev()) {
        assert_eq!(entry.problem.name(), format!("central-after-{fixed}"));
        checker::check(&entry.problem, &leaps[fixed..]).unwrap();
    }
}

/// The totals that the paper's own text counts (§5.4, §6.1).
#[test]
fn the_papers_figures_come_to_its_totals() {
    let paper: Value = serde_json::from_str(include_str!("../../paper.json")).unwrap();
    let paper: BTreeMap<String, BTreeMap<String, BTreeMap<String, Option<f64>>>> =
        serde_json::from_value(paper["tables"].clone()).unwrap();
    let figure = |table: &str, method: &str, problem: &str| paper[table][method][problem];
    assert_eq!(figure("3", "C", "reversal:3,3"), Some(16.0));
    assert_eq!(figure("3", "C", "reversal:0,3"), None);
    assert_eq!(figure("3", "A", "reversal:3,3"), Some(521.0));
    assert_eq!(figure("6", "A", "pattern:2"), Some(338.0));
    assert_eq!(figure("7", "C", "reversal:2,1"), None);
    assert_eq!(paper["8"]["C"].len(), 10);
    let solved = |table: &str, column: &str| paper[table][column].values().flatten().count();
    for (table, column, count) in [
        ("4", "Blackbox 4.2 + Chaff", 27),
        ("4", "FF 2.3", 22),
        ("4", "HSP 2.0", 15),
        ("4", "STAN 4", 1),
        ("3", "A", 14),
        ("3", "A+pagoda", 17),
        ("3", "C", 7),
        ("3", "C+independence", 9),
        ("3: choices", "C", 7),
        ("3: choices", "C+independence", 9),
        ("3: nodes", "A", 14),
        ("3: nodes", "A+pagoda", 17),
        ("5: choices", "corner bias", 7),
        ("5", "maximise moves", 0),
        ("6", "A", 10),
        ("6", "Blackbox 4.2 + Chaff", 8),
        ("6", "FF 2.3", 4),
        ("6", "HSP 2.0", 2),
        ("6", "STAN 4", 2),
    ] {
        assert_eq!(solved(table, column), count, "{table} {column}");
        if let Some(told) = paper.get(&format!("{table}: solved")) {
            assert_eq!(told[column]["reversals"], Some(count as f64));
        }
    }
    // A problem was solved or not, whatever is counted of it.
    for table in ["3", "5", "6"] {
        for (column, choices) in &paper[&format!("{table}: choices")] {
            let is_solved = |figures: &BTreeMap<String, Option<f64>>| -> Vec<String> {
                let solved = figures.iter().filter(|(_, figure)| figure.is_some());
                solved.map(|(problem, _)| problem.clone()).collect()
            };
            assert_eq!(
                is_solved(choices),
                is_solved(&paper[table][column]),
                "{table} {column}"
            );
        }
    }
    // Every column that a study names is there.
    for name in ["paper", "choices", "tables", "nodes"] {
        for column in file(name)["columns"].as_object().unwrap().values() {
            let column = column.as_str().unwrap();
            let mut tables = paper.values();
            assert!(tables.any(|table| table.contains_key(column)), "{column}");
        }
    }
}

/// Methods that tables and columns name are written as records write them: else their
/// cells would stay empty.
#[test]
fn methods_are_spelled_as_in_records() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("studies");
    let mut n_seen = 0;
    let mut check = |word: &str| {
        if let Ok(method) = word.parse::<Method>() {
            n_seen += 1;
            assert_eq!(method.to_string(), word);
        }
    };
    for file in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        let study: Value = serde_json::from_str(&text).unwrap();
        let columns = study["columns"].as_object().into_iter().flatten();
        columns.for_each(|(method, _)| check(method));
        for section in study["sections"].as_array().unwrap() {
            for show in section["shows"].as_array().into_iter().flatten() {
                let methods = show["methods"].as_array().into_iter().flatten();
                methods.for_each(|method| check(method.as_str().unwrap()));
            }
        }
    }
    assert!(n_seen > 100, "{n_seen}");
}

/// A report of ten records of one method says nothing of what others have found: no finding that
/// is written in the study, and no method praised but in tables.
#[test]
fn a_report_finds_nothing_that_its_records_do_not_bear_out() {
    let machine = Machine::this();
    let mut findings = 0;
    for name in [
        "paper",
        "choices",
        "tables",
        "nodes",
        "english",
        "optima",
        "sweeps",
        "experiment",
    ] {
        let study = Study::named(name).unwrap();
        let text = r#"{"outcome":"unsolvable","reason":null}"#;
        let seen = seen(Ended::Status(1), text, 5.0);
        let runs = (0..10).map(|seed| run_of("reversal:3,3", "E", seed, 1));
        let records: Vec<Record> = runs
            .filter_map(|run| Record::new(&run, &seen, 1, &machine))
            .collect();
        let records: Vec<&Record> = records.iter().collect();
        assert!(
            !records.is_empty() && !study.is_borne_by(&records),
            "{name}"
        );
        let report = study.files(&records).unwrap().swap_remove(0).1;
        assert!(
            !report.contains("What this says") && !report.contains("{{"),
            "{name}"
        );
        let data = file(name);
        let mut found = vec![data["best"].as_str().unwrap_or_default().to_string()];
        let sections = data["sections"].as_array().unwrap();
        for section in sections {
            found.push(section["says"].as_str().unwrap_or_default().into());
            for text in section["text"].as_array().unwrap() {
                let parts = text.as_str().unwrap().split("{{").skip(1);
                found.extend(parts.map(|part| part.split("}}").next().unwrap().into()));
            }
        }
        for finding in found.iter().filter(|finding| finding.len() > 20) {
            assert!(!report.contains(finding.as_str()), "{name}: {finding}");
            findings += 1;
        }
        // A paragraph praises nobody; what methods did stands in tables.
        let praise = [
            "New here",
            "Best here",
            "New and best",
            "solve all",
            "is the fastest",
        ];
        let told = report.lines().filter(|line| !line.starts_with('|'));
        for line in told {
            assert!(
                !praise.iter().any(|word| line.contains(word)),
                "{name}: {line}"
            );
        }
    }
    assert!(findings > 20, "{findings}");
}
