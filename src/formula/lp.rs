//! The LP file format of integer-programming solvers.

use super::{Formula, Relation, opb};
use std::io::{self, Write};

/// How many terms stand on a line; readers limit its length.
const TERMS_A_LINE: usize = 12;

/// Writes the formula, all of whose variables are binary, with these comments.
pub fn write(out: &mut dyn Write, formula: &Formula, comments: &[String]) -> io::Result<()> {
    for comment in comments {
        writeln!(out, "\\ {comment}")?;
    }
    let signed = |lit: &super::Lit| (lit.vidx() + 1, if lit.is_pos() { 1 } else { -1 });
    let objective: Vec<(usize, isize)> = formula.objective().iter().map(signed).collect();
    write!(out, "Maximize\n obj:")?;
    sum(out, &objective)?;
    writeln!(out, "\nSubject To")?;
    for (index, constraint) in opb::constraints(formula).enumerate() {
        let (terms, relation, bound) = opb::over_variables(&constraint);
        write!(out, " c{}:", index + 1)?;
        sum(out, &terms)?;
        let sign = match relation {
            Relation::AtLeast => ">=",
            Relation::AtMost => "<=",
            Relation::Equal => "=",
        };
        writeln!(out, " {sign} {bound}")?;
    }
    writeln!(out, "Binary")?;
    for variable in 1..=formula.n_vars().max(1) {
        writeln!(out, " x{variable}")?;
    }
    writeln!(out, "End")
}

/// A weighted sum; the empty one is 0·x1, since the format knows no empty sum.
fn sum(out: &mut dyn Write, terms: &[(usize, isize)]) -> io::Result<()> {
    if terms.is_empty() {
        write!(out, " 0 x1")?;
    }
    for (index, (variable, weight)) in terms.iter().enumerate() {
        if index > 0 && index % TERMS_A_LINE == 0 {
            write!(out, "\n  ")?;
        }
        let sign = if *weight < 0 { '-' } else { '+' };
        write!(out, " {sign} {} x{variable}", weight.abs())?;
    }
    Ok(())
}
