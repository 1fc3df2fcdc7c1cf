//! Of `src/engine`.

use pegsat::{
    engine::{Approach, encode, optimum::Objective},
    engine::{
        Ask, EngineError, Reason, Wants,
        cube::{self, file},
    },
    formula::{AtMostOne, FormulaError, cubes::Split},
    model::{self, ModelError},
    problem,
    systems::SystemError,
    watch::{Stop, Watch},
};

#[test]
fn a_part_is_read_back_however_long_it_took() {
    let problem = problem::named("triangle4/free:0,0").unwrap();
    let part = ("1/2".parse().unwrap(), Split::First);
    let ask = Ask::default().wants(Wants::Certificate).part(Some(part));
    let answer = cube::unknown(&problem, &ask, Reason::Cube);
    let mut part = answer.unwrap().part.unwrap();
    for run in 1..1000 {
        part.seconds = f64::from(run) * 0.012_345_67;
        let mut written = Vec::new();
        file::write(&part, b"1 0\n0\n", &mut written).unwrap();
        file::read(&mut &written[..]).unwrap();
        let altered = written.len() * usize::try_from(run).unwrap() / 1000;
        written[altered] ^= 1;
        assert!(file::read(&mut &written[..]).is_err());
    }
}

#[test]
fn a_stop_while_a_system_is_told_is_no_wrong_setting() {
    let stopped = ModelError::Formula(FormulaError::Stopped(Stop::Timeout));
    let told = EngineError::from(SystemError::Additions(stopped));
    assert_eq!(told.stop(), Some(&Stop::Timeout));
}

/// What is decided by the board's size arrives in the formula that is solved.
#[test]
fn large_boards_have_ladders() {
    let dots = ". ".repeat(9) + "\n";
    let text = |row: &str| format!("start:\n{row}{}goal: pegs 1\n", dots.repeat(8));
    let large = problem::file::parse("large", &text("O O . . . . . . .\n")).unwrap();
    let small = problem::named("triangle5/reversal:0,0").unwrap();
    let cases = [
        (&small, AtMostOne::Pairwise, AtMostOne::Ladder),
        (&large, AtMostOne::Ladder, AtMostOne::Pairwise),
    ];
    for (problem, own, other) in cases {
        let ask = Ask::default()
            .approach(Approach::Formula)
            .model(Some("C".into()));
        let best = Ask::fewest(Objective::JumpsToDeadEnd);
        for ask in [&ask, &best] {
            assert_eq!(ask.task(problem).unwrap().at_most_one, own);
        }
        let answer = pegsat::solve(problem, &ask, &Watch::new()).unwrap();
        let options = answer.task.options.clone();
        let model = model::by_name("C").unwrap();
        let size = |how| {
            let (_, cnf) = encode(problem, model, &options, how, &Watch::new()).unwrap();
            u64::from(cnf.n_vars)
        };
        assert_ne!(size(own), size(other));
        assert_eq!(answer.size.unwrap().variables, size(own));
    }
}
