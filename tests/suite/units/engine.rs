//! Of `src/engine`.

use pegsat::{
    engine::{
        Ask, EngineError, Reason, Wants,
        cube::{Parted, file},
    },
    formula::{FormulaError, cubes::Split},
    model::ModelError,
    problem,
    systems::SystemError,
    watch::Stop,
};

#[test]
fn a_part_is_read_back_however_long_it_took() {
    let problem = problem::named("triangle4/free:0,0").unwrap();
    let part = ("1/2".parse().unwrap(), Split::First);
    let ask = Ask::default().wants(Wants::Certificate).part(Some(part));
    let parted = Parted::unknown(&problem, &ask, Reason::Cube);
    let mut part = parted.unwrap().part;
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
