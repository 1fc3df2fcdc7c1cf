//! Unit propagation on a whole formula: what follows without any choice.

use super::{Cnf, Lit};

/// Whether unit propagation alone finds the formula contradictory. `true` is a
/// refutation; `false` says nothing. Takes time linear in the literals.
pub fn refutes(cnf: &Cnf) -> bool {
    // For each clause how many of its literals are not false, and their xor,
    // which is the last of them once they are one.
    let code = |lit: Lit| 2 * lit.vidx() + usize::from(lit.is_neg());
    let mut left: Vec<(u32, usize)> = Vec::with_capacity(cnf.clauses.len());
    let mut starts = vec![0u32; 2 * cnf.n_vars as usize + 1];
    for clause in cnf.clauses.iter() {
        let xor = clause.iter().fold(0, |xor, &lit| xor ^ code(lit));
        left.push((clause.len() as u32, xor));
        clause.iter().for_each(|&lit| starts[code(lit) + 1] += 1);
    }
    for index in 1..starts.len() {
        starts[index] += starts[index - 1];
    }
    let mut next = starts.clone();
    let mut clauses_of = vec![0u32; cnf.clauses.n_literals()];
    for (index, clause) in cnf.clauses.iter().enumerate() {
        for &lit in clause {
            clauses_of[next[code(lit)] as usize] = index as u32;
            next[code(lit)] += 1;
        }
    }
    let mut is_true = vec![false; 2 * cnf.n_vars as usize];
    let mut units: Vec<usize> = left
        .iter()
        .filter(|left| left.0 == 1)
        .map(|left| left.1)
        .collect();
    if left.iter().any(|left| left.0 == 0) {
        return true;
    }
    while let Some(unit) = units.pop() {
        if is_true[unit] {
            continue;
        }
        if is_true[unit ^ 1] {
            return true;
        }
        is_true[unit] = true;
        let falsified = unit ^ 1;
        let range = starts[falsified] as usize..starts[falsified + 1] as usize;
        for &clause in &clauses_of[range] {
            let (n, xor) = &mut left[clause as usize];
            *n -= 1;
            *xor ^= falsified;
            match *n {
                0 => return true,
                1 => units.push(*xor),
                _ => {}
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::{Encoders, Formula};

    fn formula(clauses: &[&[i32]]) -> Cnf {
        let mut formula = Formula::new();
        let lits: Vec<Lit> = (0..5).map(|_| formula.new_lit()).collect();
        for clause in clauses {
            let lit = |&n: &i32| {
                let lit = lits[n.unsigned_abs() as usize - 1];
                if n < 0 { !lit } else { lit }
            };
            formula.add_clause(&clause.iter().map(lit).collect::<Vec<_>>());
        }
        formula.into_cnf(&Encoders::default()).unwrap()
    }

    #[test]
    fn chains_of_units_are_followed() {
        assert!(refutes(&formula(&[
            &[1],
            &[-1, 2],
            &[-2, -1, 3],
            &[-3, -2]
        ])));
        assert!(refutes(&formula(&[&[1, 2], &[-1], &[-2]])));
        assert!(refutes(&formula(&[&[]])));
        assert!(refutes(&formula(&[&[4], &[-4]])));
    }

    #[test]
    fn choices_are_not() {
        assert!(!refutes(&formula(&[])));
        assert!(!refutes(&formula(&[
            &[1, 2],
            &[1, -2],
            &[-1, 2],
            &[-1, -2]
        ])));
        assert!(!refutes(&formula(&[&[1], &[-1, 2], &[3, 4, -2]])));
    }
}
