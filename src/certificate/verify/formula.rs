//! Formulas that the checker makes itself.

use super::rup::Rup;

/// Clauses in DIMACS numbers.
#[derive(Default)]
pub(super) struct Formula {
    n_vars: i32,
    pub(super) clauses: Vec<Vec<i32>>,
}

impl Formula {
    /// The next variables.
    pub(super) fn variables(&mut self, n: usize) -> Vec<i32> {
        let first = self.n_vars + 1;
        self.n_vars += n as i32;
        (first..=self.n_vars).collect()
    }

    /// What checks a proof that nothing satisfies it.
    pub(super) fn rup(&self) -> Rup {
        let mut rup = Rup::new(self.n_vars as usize);
        self.clauses.iter().for_each(|clause| rup.add(clause));
        rup
    }

    pub(super) fn add(&mut self, clause: &[i32]) {
        self.clauses.push(clause.to_vec());
    }

    pub(super) fn exactly_one(&mut self, literals: &[i32]) {
        self.add(literals);
        for (place, &one) in literals.iter().enumerate() {
            for &other in &literals[..place] {
                self.add(&[-other, -one]);
            }
        }
    }

    /// An even number of them is true.
    pub(super) fn even(&mut self, literals: &[i32]) {
        for odd in 0..1_u32 << literals.len() {
            if odd.count_ones() % 2 == 1 {
                let signed = literals.iter().enumerate();
                let signed = signed.map(|(place, &l)| if odd >> place & 1 == 1 { -l } else { l });
                self.clauses.push(signed.collect());
            }
        }
    }

    /// Variables for 'at least 1, 2, … of them are true': of one literal itself, of more
    /// those of the two halves, the first not the larger, added up.
    pub(super) fn count(&mut self, literals: &[i32]) -> Vec<i32> {
        if literals.len() <= 1 {
            return literals.to_vec();
        }
        let (left, right) = literals.split_at(literals.len() / 2);
        let (left, right) = (self.count(left), self.count(right));
        let sum = self.variables(literals.len());
        for i in 0..=left.len() {
            for j in 0..=right.len() {
                if i + j > 0 {
                    let mut clause = vec![sum[i + j - 1]];
                    clause.extend(i.checked_sub(1).map(|i| -left[i]));
                    clause.extend(j.checked_sub(1).map(|j| -right[j]));
                    self.add(&clause);
                }
                if i + j < sum.len() {
                    let mut clause = vec![-sum[i + j]];
                    clause.extend(left.get(i));
                    clause.extend(right.get(j));
                    self.add(&clause);
                }
            }
        }
        sum
    }

    /// Variables that are true if at least 1, 2, … up to `cap` of these are: of one literal
    /// itself, of more those of the two halves, the first not the larger, added up.
    pub(super) fn at_least(&mut self, literals: &[i32], cap: usize) -> Vec<i32> {
        if literals.len() <= 1 {
            return literals.to_vec();
        }
        let (left, right) = literals.split_at(literals.len() / 2);
        let (left, right) = (self.at_least(left, cap), self.at_least(right, cap));
        let sum = self.variables(cap.min(literals.len()));
        for i in 0..=left.len() {
            for j in 0..=right.len() {
                if i + j == 0 || i + j > sum.len() {
                    continue;
                }
                let mut clause = vec![sum[i + j - 1]];
                clause.extend(i.checked_sub(1).map(|i| -left[i]));
                clause.extend(j.checked_sub(1).map(|j| -right[j]));
                self.add(&clause);
            }
        }
        sum
    }
}
