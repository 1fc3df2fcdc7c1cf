//! Formulas that the checker makes itself.

use crate::{Means, Rejection, refutation::check_beside, reject, rup::Rup};

/// Accepts the size of a formula that is to be made, where it is not above the largest.
pub(crate) fn check_size(size: u128, largest: u128) -> Result<(), Rejection> {
    match size > largest {
        true => reject("its formula is too large to be made here"),
        false => Ok(()),
    }
}

/// Clauses in DIMACS numbers.
#[derive(Default)]
pub(crate) struct Formula {
    n_vars: i32,
    clauses: Vec<Vec<i32>>,
}

impl Formula {
    /// The next variables.
    pub(crate) fn variables(&mut self, n: usize) -> Vec<i32> {
        let first = self.n_vars + 1;
        self.n_vars += n as i32;
        (first..=self.n_vars).collect()
    }

    /// Checks the proof that nothing satisfies it, in the file of this name beside the
    /// certificate; how much was looked at, in words.
    pub(crate) fn refuted(
        &self,
        name: &str,
        sha256: &str,
        means: &Means<'_>,
    ) -> Result<String, Rejection> {
        if let Some(wanted) = means.formula.take() {
            *wanted = (self.n_vars as usize, self.clauses.clone());
            return reject("its formula alone was asked for");
        }
        let hints = means.hints.take().map(|out| (self.clauses.len(), out));
        let mut rup = Rup::new(self.n_vars as usize, hints);
        self.clauses.iter().try_for_each(|clause| rup.add(clause))?;
        let lemmas = check_beside(rup, name, sha256, means)?;
        Ok(format!("{} clauses, {lemmas} lemmas", self.clauses.len()))
    }

    pub(crate) fn add(&mut self, clause: &[i32]) {
        self.clauses.push(clause.to_vec());
    }

    pub(crate) fn exactly_one(&mut self, literals: &[i32]) {
        self.add(literals);
        for (place, &one) in literals.iter().enumerate() {
            for &other in &literals[..place] {
                self.add(&[-other, -one]);
            }
        }
    }

    /// An even number of them is true.
    pub(crate) fn even(&mut self, literals: &[i32]) {
        for odd in 0..1_u32 << literals.len() {
            if odd.count_ones() % 2 == 1 {
                let signed = literals.iter().enumerate();
                let signed = signed.map(|(place, &l)| if odd >> place & 1 == 1 { -l } else { l });
                self.clauses.push(signed.collect());
            }
        }
    }

    /// An even number of many of them is true: while there are more than four, the first
    /// three give way to a new variable at the end, true if an odd number of them is.
    pub(crate) fn even_of_many(&mut self, literals: &[i32]) {
        let mut rest = literals.to_vec();
        while rest.len() > 4 {
            let name = self.variables(1)[0];
            let mut part: Vec<i32> = rest.drain(..3).collect();
            part.push(name);
            self.even(&part);
            rest.push(name);
        }
        self.even(&rest);
    }

    /// Variables that are true if at least 1, 2, … up to `cap` of them are; `both_ways`, only
    /// then. Of one literal itself, of more those of the two halves, the first not the larger,
    /// added up.
    pub(crate) fn totalizer(&mut self, literals: &[i32], cap: usize, both_ways: bool) -> Vec<i32> {
        if literals.len() <= 1 {
            return literals.to_vec();
        }
        let halves = literals.split_at(literals.len() / 2);
        let left = self.totalizer(halves.0, cap, both_ways);
        let right = self.totalizer(halves.1, cap, both_ways);
        let sum = self.variables(cap.min(literals.len()));
        for i in 0..=left.len() {
            for j in 0..=right.len() {
                if (1..=sum.len()).contains(&(i + j)) {
                    let mut clause = vec![sum[i + j - 1]];
                    clause.extend(i.checked_sub(1).map(|i| -left[i]));
                    clause.extend(j.checked_sub(1).map(|j| -right[j]));
                    self.add(&clause);
                }
                if both_ways && i + j < sum.len() {
                    let mut clause = vec![-sum[i + j]];
                    clause.extend(left.get(i));
                    clause.extend(right.get(j));
                    self.add(&clause);
                }
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_formula_is_still_made() {
        assert!(check_size(7, 7).is_ok() && check_size(8, 7).is_err());
    }
}
