//! Solvers by name, and what other programs print.

use pegsat::solver::{
    SOLVERS, Verdict, by_name,
    output::{OutputError, parse},
};

#[test]
fn versions_of_embedded_solvers_are_known() {
    for entry in SOLVERS {
        let version = (entry.version)().unwrap();
        assert!(
            version.starts_with(|c: char| c.is_ascii_digit()),
            "{version}"
        );
    }
}

#[test]
fn unknown_solvers_are_errors() {
    for wrong in ["minisat", "", "cmd:", "cmd:'"] {
        assert!(by_name(wrong).is_err(), "{wrong}");
    }
}

fn answer(text: &str) -> Result<Verdict, OutputError> {
    parse(&mut text.as_bytes(), 3)
}

#[test]
fn the_usual_forms_are_read() {
    let expected = Verdict::Satisfiable(vec![true, false, true]);
    let texts = [
        "c comment\ns SATISFIABLE\nv 1 -2\nv 3 0\n",
        "SAT\n1 -2 3 0\n",
        "1 -2 3",
        "s OPTIMUM FOUND\nv x1 -x2 x3\n",
        "v 1 3 0\ns SATISFIABLE",
    ];
    for text in texts {
        assert_eq!(answer(text).unwrap(), expected, "{text}");
    }
    assert_eq!(answer("s UNSATISFIABLE\n").unwrap(), Verdict::Unsatisfiable);
    assert_eq!(answer("UNSAT\n").unwrap(), Verdict::Unsatisfiable);
    assert_eq!(answer("INDET\n").unwrap(), Verdict::Unknown);
}

#[test]
fn broken_outputs_are_errors() {
    let cases = [
        ("", "it holds no answer"),
        (
            "s SATISFIABLE\n",
            "it says satisfiable, but gives no assignment",
        ),
        ("s SATISFIABLE\nv 1 -2\n", "the v lines do not end with 0"),
        (
            "v 4 0\n",
            "line 1: literal 4, but the formula has 3 variables",
        ),
        ("v 1 0\nv -1 0\n", "line 2: literal -1 contradicts"),
        (
            "s SATISFIABLE\ns UNSATISFIABLE\n",
            "line 2: 's UNSATISFIABLE' contradicts",
        ),
        ("hello\n", "line 1: 'hello'; expected a c, s or v line"),
        (
            "v 99999999999999999999 0\n",
            "line 1: '99999999999999999999'",
        ),
        (
            "v -9223372036854775808 0\n",
            "line 1: literal -9223372036854775808",
        ),
    ];
    for (text, expected) in cases {
        let message = answer(text).unwrap_err().to_string();
        assert!(message.starts_with(expected), "{text}: {message}");
    }
}
