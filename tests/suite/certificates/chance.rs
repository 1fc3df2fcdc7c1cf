//! Problems by chance: what is refuted cannot be solved, by exhaustive search.

use super::*;

/// A position by chance.
fn position(board: &Board, random: &mut fastrand::Rng) -> Position {
    let share = random.f64();
    let holes = (0..board.n_holes()).filter(|_| random.f64() < share);
    Position::of(board.n_holes(), holes)
}

/// Of problems by chance, those that a solution's ends refute cannot be solved; they are
/// many that weights alone leave open.
#[test]
fn ends_agree_with_exhaustive_search() {
    let mut random = fastrand::Rng::with_seed(33);
    let names = [
        "square3",
        "rect4x3",
        "triangle4",
        "square4",
        "rect2x5",
        "triangle5",
    ];
    let (mut refuted, mut left_open, mut cut_off, mut rounded) = (0, 0, 0, 0);
    for number in 0..cases(2100) as usize {
        let board = board::named(names[number % names.len()]).unwrap();
        let (start, end) = (position(&board, &mut random), position(&board, &mut random));
        let open = random.f64() / 2.0;
        let mark = |hole| match (random.f64() < open, end.has_peg(hole)) {
            (true, _) => Mark::Either,
            (false, true) => Mark::Peg,
            (false, false) => Mark::Empty,
        };
        let goal = match number % 4 {
            0 => Goal::anywhere(end.n_pegs()),
            _ => Goal::picture((0..board.n_holes()).map(mark).collect()),
        };
        let problem = Problem::new("chance", board, start, goal);
        let solvable = can_be_solved(&problem);
        let exhaustion = exhaust_and_cut(&problem);
        assert_eq!(exhaustion.is_none(), solvable, "{}", file::write(&problem));
        if let Some(certificate) = exhaustion {
            verify(&certificate).unwrap();
            cut_off += usize::from(certificate.text().contains("cuts"));
            rounded += usize::from(certificate.text().contains("\"rows\""));
        }
        for nodes in [1, 30] {
            if let Some(certificate) = argued_by(Besides::Ends, &problem, nodes) {
                assert!(!solvable, "{}", file::write(&problem));
                assert_eq!(verify(&certificate).unwrap().kind, certificate.kind);
                refuted += 1;
                left_open += usize::from(argued(&problem, nodes).is_none());
            }
        }
        // Tables of pictures with open holes, and of every finish.
        if number % 5 == 0
            && let Some(certificate) = argued_by(Besides::Tables, &problem, 1)
        {
            assert!(!solvable, "{}", file::write(&problem));
            assert_eq!(verify(&certificate).unwrap().kind, certificate.kind);
        }
    }
    let counts = format!("{refuted} {left_open} {cut_off} {rounded}");
    assert!(
        refuted > 150 && left_open > 30 && cut_off > 100 && rounded > 30,
        "{counts}"
    );
}

/// Of larger problems by chance, those that rounded rows or tables refute cannot be solved; a
/// table of the whole board leaves nothing open.
#[test]
fn rounded_rows_and_tables_agree_with_exhaustive_search() {
    let mut random = fastrand::Rng::with_seed(34);
    let (mut refuted, mut by_tables, mut by_tables_alone) = (0, 0, 0);
    for number in 0..if long() { 1000 } else { 500 } {
        let names = ["square4", "triangle5", "rect5x3", "square3", "rect3x6"];
        let board = board::named(names[number % names.len()]).unwrap();
        let start = position(&board, &mut random);
        // In the same position class.
        let mut pegs: Vec<bool> = (0..board.n_holes()).map(|h| start.has_peg(h)).collect();
        for _ in 0..random.usize(1..12) {
            let jump = &board.jumps()[random.usize(..board.jumps().len())];
            for hole in [jump.from, jump.over, jump.to] {
                pegs[hole] = !pegs[hole];
            }
        }
        let mark = |&peg: &bool| if peg { Mark::Peg } else { Mark::Empty };
        let goal = Goal::picture(pegs.iter().map(mark).collect());
        let problem = Problem::new("chance", board, start, goal);
        let certificate = argued_by(Besides::Rounded, &problem, 100);
        if let Some(certificate) = certificate.filter(|one| one.kind == "cutting-planes") {
            refuted += 1;
            assert!(!can_be_solved(&problem), "{}", file::write(&problem));
            assert_eq!(verify(&certificate).unwrap().kind, certificate.kind);
        }
        let solvable = can_be_solved(&problem);
        let certificate = argued_by(Besides::Tables, &problem, 1);
        let is_whole = problem.board().name() == "square3";
        assert!(!(is_whole && certificate.is_none()) || solvable);
        if let Some(certificate) = certificate {
            assert!(!solvable, "{}", file::write(&problem));
            assert_eq!(verify(&certificate).unwrap().kind, certificate.kind);
            by_tables += usize::from(certificate.kind == "tables");
            by_tables_alone += usize::from(argued_by(Besides::Ends, &problem, 1).is_none());
        }
    }
    let counts = format!("{refuted} {by_tables} {by_tables_alone}");
    assert!(
        refuted > 2 && by_tables > 300 && by_tables_alone > 1,
        "{counts}"
    );
}
