//! Of `src/formula`.

use pegsat::{AtMostOne, Formula};

#[test]
fn exactly_one_of_none_is_impossible() {
    for at_most_one in [AtMostOne::Pairwise, AtMostOne::Ladder] {
        let mut formula = Formula::new();
        formula.add_exactly_one(vec![]);
        let cnf = formula.into_cnf(at_most_one).unwrap();
        assert!(!cnf.is_satisfied_by(&vec![false; cnf.n_vars as usize]));
    }
}
