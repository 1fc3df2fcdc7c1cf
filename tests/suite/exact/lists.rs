//! Lists of solutions, against a search without any thought.

use super::watching;
use crate::common::{self, long};
use pegsat::{
    board::JumpNumber,
    exact::*,
    problem::{Problem, file},
};
use std::collections::BTreeSet;

/// Every sequence of jumps to the goal, without any thought.
fn every_solution(problem: &Problem) -> Vec<Vec<JumpNumber>> {
    fn go(problem: &Problem, made: &mut Vec<JumpNumber>, found: &mut Vec<Vec<JumpNumber>>) {
        if problem.accepts(problem.start()) {
            found.push(made.clone());
        }
        for number in problem.board().jump_numbers() {
            if let Some(next) = problem.after(number) {
                made.push(number);
                go(&next, made, found);
                made.pop();
            }
        }
    }
    let mut found = Vec::new();
    go(problem, &mut Vec::new(), &mut found);
    found
}

/// The least image of a sequence under the symmetries that leave start and goal as they are.
fn least_image(problem: &Problem, jumps: &[JumpNumber]) -> Vec<JumpNumber> {
    let board = problem.board();
    let images = problem.symmetries().into_iter().map(|symmetry| {
        let image = |number: &JumpNumber| {
            let jump = board.jump(*number);
            board
                .jump_between(symmetry[jump.from], symmetry[jump.to])
                .unwrap()
        };
        jumps.iter().map(image).collect()
    });
    images.min().unwrap()
}

/// Lists of solutions against those of a search without any thought, in every sense of distinct,
/// on 500 problems of all lattices and goals.
#[test]
fn lists_of_solutions_are_whole() {
    let boards = common::small_boards();
    let mut random = fastrand::Rng::with_seed(2);
    let (mut solved, mut seen) = (0, 0);
    while seen < if long() { 5000 } else { 500 } {
        let board = &boards[random.usize(..boards.len())];
        let start = common::position(board.n_holes(), random.u64(..));
        let goal = common::goal(random.usize(0..9), board, &start, &mut random);
        let problem = Problem::new("random", board.clone(), start, goal);
        // A peg in one hole may be wanted to survive and to be gone.
        let all = every_solution(&problem);
        let Some(first) = all.get(random.usize(0..all.len().max(1))) else {
            seen += 1;
            assert!(matches!(
                watching(|watch| decide(&problem, 1 << 30, 0, None, watch)),
                Ok(Decision::Unsolvable(_))
            ));
            continue;
        };
        seen += 1;
        solved += 1;
        for distinct in [None, Some(Distinct::Symmetry), Some(Distinct::Order)] {
            let classed = |jumps: &[JumpNumber]| match distinct {
                None => jumps.to_vec(),
                Some(Distinct::Symmetry) => least_image(&problem, jumps),
                Some(Distinct::Order) => {
                    let mut set = jumps.to_vec();
                    set.sort_unstable();
                    set
                }
            };
            let wanted: BTreeSet<_> = all.iter().map(|jumps| classed(jumps)).collect();
            let mut found = Vec::new();
            let listed = watching(|watch| {
                solutions(&problem, first, distinct, None, watch, &mut |jumps| {
                    assert!(all.iter().any(|one| one == jumps));
                    found.push(classed(jumps));
                    true
                })
            });
            assert_eq!(
                (listed.number as usize, listed.is_whole),
                (found.len(), true)
            );
            assert_eq!(
                found.len(),
                wanted.len(),
                "{distinct:?}\n{}",
                file::write(&problem)
            );
            assert!(found.into_iter().collect::<BTreeSet<_>>() == wanted);
        }
        let questions = Questions {
            count: true,
            ..Questions::default()
        };
        let counted = watching(|watch| outlook(&problem, questions, watch)).unwrap();
        assert_eq!(counted.count, Some(all.len().into()));
        // So many as are asked for, and no more.
        let most = random.u64(1..=all.len() as u64 + 1);
        let mut n = 0;
        let listed = watching(|watch| {
            solutions(&problem, first, None, Some(most), watch, &mut |_| {
                n += 1;
                true
            })
        });
        assert_eq!(n, most.min(all.len() as u64));
        assert_eq!(listed.is_whole, most >= all.len() as u64);
    }
    assert!(solved > 100, "{solved} of {seen}");
}
