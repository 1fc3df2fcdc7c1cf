//! Counts that are too large for a machine's integer.

use num_bigint::BigUint;
use pegsat::{
    board::Lattice,
    exact::{Questions, outlook},
    problem::file,
    watch::Watch,
};

/// Five stairs that one peg climbs each, in whatever order their steps are mixed: as many ways
/// as a multinomial coefficient says, more than 128 bits hold.
#[test]
fn large_counts_need_large_numbers() {
    let steps = [12_usize, 12, 12, 12, 13];
    let (width, height) = (4 * 4 + 13 + 3, 13 + 3);
    let mut start = vec![vec![' '; width]; height];
    let mut goal = start.clone();
    for (stair, &steps) in steps.iter().enumerate() {
        let (mut x, mut y) = (4 * stair, 0);
        (start[y][x], goal[y][x]) = ('O', '.');
        for step in 0..steps {
            let (right, up) = if step % 2 == 0 { (1, 0) } else { (0, 1) };
            (start[y + up][x + right], goal[y + up][x + right]) = ('O', '.');
            (x, y) = (x + 2 * right, y + 2 * up);
            (start[y][x], goal[y][x]) = ('.', '.');
        }
        goal[y][x] = 'O';
    }
    let drawn = |cells: &[Vec<char>]| -> String {
        let line = |cells: &Vec<char>| {
            let cells: Vec<String> = cells.iter().map(char::to_string).collect();
            format!("{}\n", cells.join(" ").trim_end())
        };
        let lines = cells
            .iter()
            .filter(|cells| cells.iter().any(|&cell| cell != ' '));
        lines.map(line).collect()
    };
    let text = format!("start:\n{}goal:\n{}", drawn(&start), drawn(&goal));
    let problem = file::parse("stairs", &text).unwrap();
    assert_eq!(problem.board().lattice(), Some(Lattice::Square));
    let questions = Questions {
        count: true,
        ..Questions::default()
    };
    let watch = Watch::new().memory(1 << 30);
    let counted = outlook(&problem, questions, &watch).unwrap().count.unwrap();
    let factorial = |n: usize| (1..=n).map(BigUint::from).product::<BigUint>();
    let alike = steps.iter().map(|&n| factorial(n)).product::<BigUint>();
    assert!(counted.bits() > 128, "{counted}");
    assert_eq!(counted, factorial(steps.iter().sum()) / alike);
}
