//! Of `src/systems`.

use pegsat::{
    Watch,
    model::Additions,
    problem,
    systems::{
        Data, Fewest, Format, Proves, SystemError,
        registry::{all, by_name},
        run::choices,
    },
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

/// What a planner is asked of goals that are no picture.
#[test]
fn goals_without_a_picture_have_pddl() {
    let goal = |goal: &str| {
        let text = format!("start:\nO O .\ngoal: {goal}\n");
        let problem = problem::file::parse("row", &text).unwrap();
        let (watch, none) = (Watch::new(), Additions::default());
        let data = Data::new(
            &problem,
            Format::Pddl,
            "pddl",
            &none,
            Fewest::Nothing,
            &watch,
        )?;
        let mut out = Vec::new();
        data.write(Format::Pddl, &mut out, &[]).unwrap();
        let text = String::from_utf8(out).unwrap();
        Ok::<_, SystemError>(text[text.find("  (:goal").unwrap()..].to_string())
    };
    assert_eq!(
        goal("pegs 1").unwrap(),
        "  (:goal (or\n    (and (full h0-0) (empty h1-0) (empty h2-0))\n    \
         (and (empty h0-0) (full h1-0) (empty h2-0))\n    \
         (and (empty h0-0) (empty h1-0) (full h2-0))\n  )))\n"
    );
    assert_eq!(
        goal("dead-end 0").unwrap(),
        "  (:goal (forall (?from ?over ?to - hole) (not (and\n    (transition ?from ?over ?to) \
         (full ?from) (full ?over) (empty ?to)))\n  )))\n"
    );
    assert!(
        goal("dead-end 1")
            .unwrap_err()
            .to_string()
            .contains("does not count")
    );
    let problem = problem::named("english/free:3,3").unwrap();
    let many = problem.with_goal(problem::Goal::anywhere(5));
    let (watch, none) = (Watch::new(), Additions::default());
    let refused = Data::new(&many, Format::Pddl, "pddl", &none, Fewest::Nothing, &watch);
    assert!(refused.err().unwrap().to_string().contains("over 10,000"));
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
