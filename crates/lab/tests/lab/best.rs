use super::{run_of, seen};
use pegsat_lab::{best::table, execute::Ended, machine::Machine, record::Record, summary};

/// A run that took so many seconds to an answer, or ended at its limit of ten.
fn run(problem: &str, method: &str, answered: Option<u64>) -> Record {
    let run = run_of(problem, method, 0, 10);
    let ended = answered.map_or(Ended::OverTime, |_| Ended::Status(1));
    let text = r#"{"outcome":"unsolvable","reason":null}"#;
    let seen = seen(ended, text, answered.unwrap_or(10) as f64);
    Record::new(&run, &seen, 1, &Machine::this()).unwrap()
}

#[test]
fn the_virtual_best_and_what_each_contributes() {
    let (p, q) = ("triangle4/free:0,0", "triangle4/free:0,1");
    let records = [
        run(p, "C", Some(1)),
        run(q, "C", None),
        run(p, "D", Some(3)),
        run(q, "D", Some(5)),
    ];
    let all: Vec<&Record> = records.iter().collect();
    let rows = table("", "", &summary::by_method(&all)).rows;
    assert_eq!(rows[0], ["virtual best", "2", "2", "3.00", "-", "-", "-"]);
    // (1 + 20) / 2; without it the best is 3 and 5, a second more in the mean.
    assert_eq!(rows[1][1..], ["2", "1", "10.5", "1", "0", "1.00"]);
    // (3 + 5) / 2; without it (1 + 20) / 2.
    assert_eq!(rows[2][1..], ["2", "2", "4.00", "1", "1", "7.50"]);
}
