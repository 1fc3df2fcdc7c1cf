//! `bench`: its files for other systems, and its answers.

use crate::command::*;
use predicates::str::contains;
use serde_json::Value;
use std::{collections::BTreeSet, fs, path::Path};
use tempfile::TempDir;

fn manifest(folder: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(folder.join("manifest.json")).unwrap()).unwrap()
}

fn problems(list: &Value) -> &Vec<Value> {
    list["problems"].as_array().unwrap()
}

#[test]
fn every_answer_of_the_benchmark_is_verified() {
    let list = manifest(&in_checkout("crates/lab/pegsat-bench"));
    let kinds: BTreeSet<_> = problems(&list)
        .iter()
        .map(|one| one["kind"].to_string())
        .collect();
    assert_eq!(kinds.len(), 5);
    let has_answer = |answer| problems(&list).iter().any(|one| one["answer"] == answer);
    assert!(has_answer("solvable") && has_answer("unsolvable"));
    let verdict = json(&["bench", "verify", "--format", "json"], 0);
    assert_eq!(verdict["accepted"], true);
    assert_eq!(verdict["problems"], problems(&list).len());
}

#[test]
fn what_is_written_is_verified_and_alterations_are_seen() {
    let folder = TempDir::new().unwrap();
    let place = folder.path().join("bench");
    let path = place.to_str().unwrap();
    let to = "dimacs=E,dimacs=S,opb,xcsp3,minizinc,pddl";
    let only = "optimum,survivor";
    pegsat(&["bench", "write", "--only", only, "--to", to, "-o", path])
        .assert()
        .code(0);
    pegsat(&["bench", "verify", path]).assert().code(0);
    let whole = manifest(&place);
    for listed in problems(&whole) {
        let peg = place.join(format!("problems/{}.peg", listed["name"].as_str().unwrap()));
        pegsat(&["show", peg.to_str().unwrap()]).assert().code(0);
    }
    let statements = whole["statements"].as_array().unwrap();
    assert_eq!(statements.len(), 6 * problems(&whole).len());
    // What cannot be stated says why: a planner is not told of a bound on sweeps, E counts none.
    let of_sweeps = statements
        .iter()
        .filter(|one| one["problem"].as_str().unwrap().starts_with("sweeps-"));
    for one in of_sweeps {
        let states_it = one["model"] == "S" || one["model"] == "C" && one["format"] == "opb";
        assert_eq!(one["why_not"].is_null(), states_it, "{one}");
        assert_eq!(one["path"].is_null(), !states_it, "{one}");
    }
    assert!(place.join("minizinc-C/C.mzn").exists() && place.join("minizinc-C/peg.mzn").exists());

    // From here on the list holds what is altered alone: the rest need not be verified again.
    let put = |problem: &Value, statements: &[&Value]| {
        let mut list = whole.clone();
        list["problems"] = vec![problem.clone()].into();
        list["statements"] = statements.iter().copied().cloned().collect();
        fs::write(place.join("manifest.json"), list.to_string()).unwrap();
    };
    let rejected = |why: &str| {
        pegsat(&["bench", "verify", path])
            .assert()
            .code(1)
            .stdout(contains(why));
    };
    let altered = |file: &str, why: &str| {
        let file = place.join(file);
        let before = fs::read(&file).unwrap();
        let mut after = before.clone();
        let middle = after.len() / 2;
        after[middle] ^= 1;
        fs::write(&file, after).unwrap();
        rejected(why);
        fs::remove_file(&file).unwrap();
        rejected("No such file");
        fs::write(&file, before).unwrap();
    };
    let listed = &problems(&whole)[0];
    let statement = statements.iter().find(|one| one["path"].is_string());
    put(listed, &[statement.unwrap()]);
    pegsat(&["bench", "verify", path]).assert().code(0);
    let file = statement.unwrap()["path"].as_str().unwrap();
    altered(file, "not the file whose digest");
    let name = listed["name"].as_str().unwrap();
    altered(&format!("problems/{name}.peg"), "not the one whose digest");
    let evidence = listed["evidence"].as_str().unwrap();
    altered(&format!("evidence/{evidence}.gz"), "rejected");

    let told = |problem: &Value, field: &str, value: Value, why: &str| {
        let mut problem = problem.clone();
        problem[field] = value;
        put(&problem, &[]);
        rejected(why);
    };
    let find = |answer: &str, has_sweeps: bool| {
        let is_it = |one: &&Value| one["answer"] == answer && one["sweeps"].is_null() != has_sweeps;
        problems(&whole).iter().find(is_it).unwrap()
    };
    let (solved, refuted) = (find("solvable", true), find("unsolvable", true));
    let other = find("unsolvable", false)["evidence"].clone();
    told(solved, "answer", "unsolvable".into(), "no certificate");
    told(solved, "sweeps", 1.into(), "sweeps, more than 1");
    told(refuted, "sweeps", 30.into(), "sweeps, not of 30");
    told(refuted, "sweeps", Value::Null, "speaks of solutions of");
    told(refuted, "evidence", other, "another problem");
    told(
        refuted,
        "evidence",
        "../../x".into(),
        "outside of the folder",
    );
    told(refuted, "known_by", "exhaustion".into(), "kind is sweeps");
    fs::write(
        place.join("manifest.json"),
        r#"{"name":"","version":1,"about":"","problems":[]}"#,
    )
    .unwrap();
    rejected("rejected");
    fs::write(place.join("manifest.json"), "{").unwrap();
    pegsat(&["bench", "verify", path]).assert().code(2);
    // Somebody else's list is left alone.
    pegsat(&["bench", "write", "-o", path]).assert().code(2);
    assert_eq!(
        fs::read_to_string(place.join("manifest.json")).unwrap(),
        "{"
    );
    pegsat(&["bench", "verify", "nowhere"]).assert().code(2);
}

#[test]
fn what_cannot_be_written_leaves_no_list() {
    let folder = TempDir::new().unwrap();
    let file = write(&folder, "file", "");
    pegsat(&["bench", "write", "-o", &file]).assert().code(2);
    let place = folder.path().join("bench");
    let path = place.to_str().unwrap();
    pegsat(&["bench", "write", "--to", "dimacs=Q", "-o", path])
        .assert()
        .code(2);
    pegsat(&["bench", "write", "--to", "pddl=C", "-o", path])
        .assert()
        .code(2);
    pegsat(&["bench", "write", "--timeout", "300ms", "-o", path])
        .assert()
        .code(3);
    assert!(!place.join("manifest.json").exists());
}
