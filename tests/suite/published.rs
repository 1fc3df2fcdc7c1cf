//! Figures that others have published, each with its source, against what this program counts,
//! finds and proves.

use crate::common::long;
use pegsat::{
    Ask, Board, End, Evidence, Position, Watch,
    board::{Cell, Lattice},
    exact::{self, Decision, Distinct, Questions, decide, levels, outlook, solutions},
    problem::{Goal, Problem, allowed_pairs, named, pair, up_to_symmetry},
};
use std::collections::BTreeSet;

fn watching<T>(f: impl FnOnce(&Watch) -> T) -> T {
    f(&Watch::new().memory(4 << 30))
}

fn count(problem: &Problem) -> u64 {
    let questions = Questions {
        count: true,
        ..Questions::default()
    };
    let seen = watching(|watch| outlook(problem, questions, watch)).unwrap();
    seen.count.unwrap().try_into().unwrap()
}

/// The central game: positions by jumps (OEIS A112738, 32 terms), dead ends, solutions
/// (40,861,647,040,079,968: B. Barwell and others, on G. Bell's pages), 18 sweeps (E. Bergholt 1912, proved by
/// J. Beasley 1964). Here the first levels alone, all of them with `PEGSAT_LONG`.
#[test]
fn central_has_the_published_numbers() {
    let known: serde_json::Value =
        serde_json::from_str(include_str!("../../instances/known.json")).unwrap();
    let column = |name: &str| -> Vec<u64> { serde_json::from_value(known[name].clone()).unwrap() };
    let problem = named("central").unwrap();
    let published = column("reachable_up_to_symmetry_by_jumps");
    let few = Watch::new().memory(64 << 20);
    let (found, _) = levels(&problem, &few);
    let positions: Vec<u64> = found.levels.iter().map(|level| level.positions).collect();
    assert_eq!(positions[..12], published[..12]);
    if !long() {
        return;
    }
    let (found, result) = watching(|watch| levels(&problem, watch));
    result.unwrap();
    let positions: Vec<u64> = found.levels.iter().map(|level| level.positions).collect();
    assert_eq!(positions, published);
    let (total, raw) = found.totals();
    assert_eq!(known["reachable_up_to_symmetry"], total);
    assert_eq!(known["reachable_raw"], raw);
    assert_eq!(found.symmetries, 8);
    let (jumps, _) = found.earliest.unwrap();
    assert_eq!(known["fools_minimum_jumps"]["3,3"], jumps);

    let questions = Questions {
        count: true,
        fewest_sweeps: true,
        ..Questions::default()
    };
    let found = watching(|watch| outlook(&problem, questions, watch)).unwrap();
    assert_eq!(
        known["winning_up_to_symmetry"],
        found.winning.iter().sum::<u64>()
    );
    assert_eq!(
        found.winning[..16],
        column("winning_up_to_symmetry_first_16")
    );
    let count = found.count.unwrap().to_string();
    assert_eq!(known["solutions_central"].to_string(), count);
    let (sweeps, jumps) = found.fewest_sweeps.unwrap();
    assert_eq!(known["central_minimum_sweeps"], sweeps);
    pegsat::solution::checker::check_numbers(&problem, &jumps).unwrap();
}

/// The triangle of 15 holes, from each vacancy up to symmetry: games that win, and all games to
/// their end (B. Kraus and others; public tables of the puzzle "peg game").
#[test]
fn games_of_the_15_holes() {
    let published = [
        ("0,0", 29_760, 568_630),
        ("0,1", 14_880, 294_543),
        ("0,2", 85_258, 1_149_568),
        ("1,2", 1_550, 137_846),
    ];
    for (vacancy, wins, all) in published {
        let problem = named(&format!("triangle5/free:{vacancy}")).unwrap();
        assert_eq!(count(&problem), wins, "{vacancy}");
        assert_eq!(
            count(&problem.with_goal(Goal::dead_end(0))),
            all,
            "{vacancy}"
        );
    }
}

/// The wins from a corner one by one; half of them up to symmetry.
#[test]
fn the_games_from_a_corner_are_all_listed() {
    let problem = named("triangle5/free:0,0").unwrap();
    let Ok(Decision::Solved(first)) = watching(|watch| decide(&problem, 1 << 30, 0, None, watch))
    else {
        panic!("it can be won");
    };
    for (distinct, number) in [(None, 29_760), (Some(Distinct::Symmetry), 14_880)] {
        let listed =
            watching(|watch| solutions(&problem, &first, distinct, None, watch, &mut |_| true));
        assert_eq!((listed.number, listed.is_whole), (number, true));
    }
}

/// G. Bell's catalogue of the 15 holes (gibell.net, *Catalogs*, Triangular15), all its columns:
/// fewest sweeps, solutions (133 in all), longest sweep, longest last sweep, shortest longest sweep,
/// last sweeps, and how many solutions have which longest, second longest and last sweep. Five pairs
/// have no solution. In one number it differs: of the pair from 0,1 to 0,4, whose solutions are
/// those of 0,0 to 0,0, it repeats the 4 last sweeps; without that pair's symmetry there are 7.
#[test]
fn the_catalogue_of_the_15_holes() {
    let published = "\
        0,0 0,0 10 15 3 3 3 4 15(3,2,3)
        0,0 1,2
        0,0 0,3 11 16 2 1 2 1 16(2,2,1)
        0,0 2,4 10 16 4 4 2 4 1(4,1,4) 1(3,2,1) 10(2,2,2) 4(2,2,1)
        0,1 0,1 11 8 2 1 2 1 8(2,2,1)
        0,1 2,2 10 16 4 4 2 7 1(4,1,4) 1(3,2,1) 10(2,2,2) 4(2,2,1)
        0,1 1,3
        0,1 0,4 10 15 3 3 3 7 15(3,2,3)
        0,1 3,4 11 8 2 1 2 1 8(2,2,1)
        0,2 1,1 10 8 3 2 2 2 2(3,2,1) 1(2,2,2) 5(2,2,1)
        0,2 0,2 9 15 5 5 2 8 3(5,1,5) 3(4,2,4) 1(3,3,3) 1(3,2,3) 2(3,2,2) 5(2,2,2)
        0,2 2,3 10 5 2 2 2 1 5(2,2,2)
        0,2 4,4 9 6 3 3 3 4 2(3,3,3) 4(3,2,3)
        1,2 0,0
        1,2 1,2
        1,2 0,3
        1,2 2,4 11 5 2 1 2 1 5(2,2,1)
    ";
    let board = pegsat::named_board("triangle5").unwrap();
    let mut rows = Vec::new();
    let told = watching(|watch| {
        let shortest = |problem: &Problem| exact::shortest(problem, watch);
        exact::table(&board, shortest, |row| {
            let [start, finish] = [row.start, row.finish].map(|hole| {
                let (x, y) = board.cell(hole);
                format!("{x},{y}")
            });
            rows.push(match row.found {
                None => format!("{start} {finish}"),
                Some(found) => {
                    let [longest, shortest_longest] = found.longest();
                    let kinds = found.kinds.iter().map(|([longest, second, last], number)| {
                        format!(" {number}({longest},{second},{last})")
                    });
                    format!(
                        "{start} {finish} {} {} {longest} {} {shortest_longest} {}{}",
                        found.sweeps,
                        found.solutions(),
                        found.longest_last(),
                        found.last_sweeps,
                        kinds.collect::<String>()
                    )
                }
            });
        })
    });
    told.unwrap();
    let published: Vec<&str> = published.trim().lines().map(str::trim).collect();
    assert_eq!(rows, published);
    let mut impossible = 0;
    for (start, finish) in up_to_symmetry(&board, &allowed_pairs(&board)) {
        let problem = pair(&board, start, finish);
        let answer = pegsat::solve(&problem, &Ask::default(), &Watch::new()).unwrap();
        impossible += usize::from(matches!(
            answer.end,
            End::Unsolvable(Evidence::Certificate(_))
        ));
    }
    assert_eq!(impossible, 5);
}

/// The fewest sweeps of the triangle of side 4, of all vacancies, are 5 (OEIS A127500).
#[test]
fn fewest_sweeps_of_a_triangle() {
    let board = pegsat::named_board("triangle4").unwrap();
    let fewest = (0..board.n_holes()).filter_map(|vacancy| {
        let (x, y) = board.cell(vacancy);
        let problem = named(&format!("triangle4/free:{x},{y}")).unwrap();
        let found = watching(|watch| exact::fewest_sweeps(&problem, watch)).unwrap();
        found.map(|(sweeps, _)| sweeps)
    });
    assert_eq!(fewest.min(), Some(5));
}

/// From the central vacancy of the English board one peg can be left in five holes (J. Beasley,
/// *The Ins and Outs of Peg Solitaire*, 1985): position classes rule the others out.
#[test]
fn finishes_of_the_english_centre() {
    let board = pegsat::named_board("english").unwrap();
    let centre = board.hole_at((3, 3)).unwrap();
    let mut finishes = BTreeSet::new();
    for finish in 0..board.n_holes() {
        let problem = pair(&board, centre, finish);
        let answer = pegsat::solve(&problem, &Ask::default(), &Watch::new()).unwrap();
        match answer.end {
            End::Solved { .. } => drop(finishes.insert(board.cell(finish))),
            End::Unsolvable(Evidence::Certificate(_)) => {}
            end => panic!("{end:?}"),
        }
    }
    let published: BTreeSet<Cell> = [(3, 3), (0, 3), (6, 3), (3, 0), (3, 6)].into();
    assert_eq!(finishes, published);
}

/// The fewest pegs below a line that bring one of them two and three rows above it: on the
/// triangular lattice (OEIS A014225: 3, 5), the square one (A014227: 4, 8) and with diagonal
/// jumps (A125730: 3, 5). Found backwards from the last peg; forwards each is a game that is
/// solved, and one peg less leads nowhere.
#[test]
fn armies_of_pegs() {
    for (lattice, pegs) in [
        (Lattice::Triangular, [3, 5]),
        (Lattice::Square, [4, 8]),
        (Lattice::Diagonal, [3, 5]),
    ] {
        for (row, wanted) in [2, 3].into_iter().zip(pegs) {
            let found = army(lattice, row, wanted);
            assert_eq!(found.len(), wanted, "{lattice:?} {row}");
            let (width, height) = (13, 7);
            let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
            let board = Board::new(lattice, cells).unwrap();
            let hole = |&(x, y): &Cell| board.hole_at((x + 6, y + row)).unwrap();
            let start = Position::of(board.n_holes(), found.iter().map(hole));
            let goal = Goal::one_peg(board.n_holes(), hole(&(0, -row)));
            let problem = Problem::new("army", board.clone(), start, goal);
            let answer = pegsat::solve(&problem, &Ask::default(), &Watch::new()).unwrap();
            assert!(
                matches!(answer.end, End::Solved { .. }),
                "{lattice:?} {row}"
            );
        }
    }
}

/// The first army that is found by jumps back from a peg so many rows above the line, rows from 0
/// below it, of at most so many pegs.
fn army(lattice: Lattice, row: i32, most: usize) -> BTreeSet<Cell> {
    let mut all = BTreeSet::from([BTreeSet::from([(0, -row)])]);
    for _ in 1..most {
        let mut next = BTreeSet::new();
        for pegs in &all {
            for &(x, y) in pegs {
                for (dx, dy) in lattice.directions() {
                    let (over, from) = ((x - dx, y - dy), (x - 2 * dx, y - 2 * dy));
                    if !pegs.contains(&over) && !pegs.contains(&from) && from.1 < 4 {
                        let mut before = pegs.clone();
                        before.remove(&(x, y));
                        before.extend([over, from]);
                        next.insert(before);
                    }
                }
            }
        }
        if let Some(found) = next.iter().find(|pegs| pegs.iter().all(|peg| peg.1 >= 0)) {
            return found.clone();
        }
        all = next;
    }
    BTreeSet::new()
}
