//! DIMACS CNF, the format that SAT solvers read.

use super::{Cnf, Lit, Var};
use std::io::{self, Write};

/// Writes `cnf` with these comment lines before its header.
pub fn write(out: &mut dyn Write, cnf: &Cnf, comments: &[String]) -> io::Result<()> {
    for comment in comments {
        writeln!(out, "c {comment}")?;
    }
    writeln!(out, "p cnf {} {}", cnf.n_vars, cnf.clauses.len())?;
    cnf.clauses
        .iter()
        .try_for_each(|clause| line(out, "", clause))
}

/// Writes `cnf` and its cubes as iCNF, the same with a line `a … 0` for each cube.
pub fn write_cubes(
    out: &mut dyn Write,
    cnf: &Cnf,
    cubes: &[Vec<Lit>],
    comments: &[String],
) -> io::Result<()> {
    for comment in comments {
        writeln!(out, "c {comment}")?;
    }
    writeln!(out, "p inccnf")?;
    let mut clauses = cnf.clauses.iter();
    clauses.try_for_each(|clause| line(out, "", clause))?;
    cubes.iter().try_for_each(|cube| line(out, "a ", cube))
}

fn line(out: &mut dyn Write, word: &str, lits: &[Lit]) -> io::Result<()> {
    write!(out, "{word}")?;
    for lit in lits {
        write!(out, "{} ", number(*lit))?;
    }
    writeln!(out, "0")
}

/// The clauses in DIMACS numbers.
pub fn clauses(cnf: &Cnf) -> impl Iterator<Item = Vec<i32>> {
    let numbers = |clause: &[Lit]| clause.iter().map(|&lit| number(lit) as i32).collect();
    cnf.clauses.iter().map(numbers)
}

/// The literal of a DIMACS number other than 0.
pub fn lit(number: i32) -> Lit {
    Var::new(number.unsigned_abs().saturating_sub(1)).lit(number < 0)
}

/// The literal as DIMACS has it: variables from 1, negative if negated.
pub fn number(lit: Lit) -> i64 {
    let var = lit.vidx() as i64 + 1;
    if lit.is_neg() { -var } else { var }
}
