//! Of `src/systems`.

use pegsat::systems::{
    Proves,
    registry::{all, by_name},
    run::choices,
};

#[test]
fn the_systems_are_read_and_each_has_what_it_needs() {
    let systems = all(None).unwrap();
    for name in [
        "gecode",
        "gecode-table",
        "chuffed",
        "cp-sat",
        "cp-sat-reified",
        "ace",
        "ace-table",
        "clingo",
        "highs",
        "scip",
        "cbc",
        "exact",
        "cadical",
        "kissat",
        "minisat",
        "lama",
        "ff",
        "hsp",
        "lmcut",
        "symk",
    ] {
        let system = by_name(name, systems.clone()).unwrap();
        assert!(
            system.mentions("{program}") && system.mentions("{data}"),
            "{name}"
        );
        assert!(!system.install.is_empty(), "{name}");
        assert_eq!(
            system.proves == Proves::Drat,
            system.mentions("{proof}"),
            "{name}"
        );
    }
    let error = by_name("nobody", systems).unwrap_err().to_string();
    assert!(error.contains("expected one of gecode, "), "{error}");
}

#[test]
fn choices_are_read_where_they_stand_last() {
    let marks = |marks: &[&str]| {
        marks
            .iter()
            .map(|mark| mark.to_string())
            .collect::<Vec<_>>()
    };
    let highs = "Nodes      |    B&B\n  Nodes             75\n  Repair LPs        0\n";
    assert_eq!(choices(&marks(&["  Nodes "]), highs), Some(75));
    let ace = "\u{1b}[92m\nd WRONG DECISIONS\u{1b}[0m  1,313  (556.12 wrg/s)\n";
    assert_eq!(choices(&marks(&["d WRONG DECISIONS"]), ace), Some(1313));
    let gecode = "stat: solutions=1\nstat: nodes=12\nstat: failures=4\n";
    let less = ["nodes=", "failures=", "solutions="];
    assert_eq!(choices(&marks(&less), gecode), Some(7));
    assert_eq!(choices(&marks(&less), "nodes=3\n"), None);
    assert_eq!(choices(&[], highs), None);
}
