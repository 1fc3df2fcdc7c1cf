//! OPB, the format of pseudo-Boolean solvers: every clause and constraint as a
//! linear inequality or equation over the variables `x1`, `x2`, …

use super::{Formula, Linear, Lit, Relation};
use std::io::{self, Write};

/// Writes the formula with these comment lines after the header.
pub fn write(out: &mut dyn Write, formula: &Formula, comments: &[String]) -> io::Result<()> {
    let n_constraints = constraints(formula).count();
    writeln!(
        out,
        "* #variable= {} #constraint= {n_constraints}",
        formula.n_vars()
    )?;
    for comment in comments {
        writeln!(out, "* {comment}")?;
    }
    if !formula.objective().is_empty() {
        write!(out, "min:")?;
        for lit in formula.objective() {
            write!(
                out,
                " {:+} x{}",
                if lit.is_pos() { -1 } else { 1 },
                lit.vidx() + 1
            )?;
        }
        writeln!(out, " ;")?;
    }
    for constraint in constraints(formula) {
        let (terms, mut relation, mut bound) = over_variables(&constraint);
        let mut sign = 1;
        if relation == Relation::AtMost {
            (relation, bound, sign) = (Relation::AtLeast, -bound, -1);
        }
        for (variable, weight) in terms {
            write!(out, "{:+} x{variable} ", sign * weight)?;
        }
        writeln!(
            out,
            "{} {bound} ;",
            match relation {
                Relation::Equal => "=",
                _ => ">=",
            }
        )?;
    }
    Ok(())
}

/// Everything that the formula requires, as linear constraints.
pub(crate) fn constraints(formula: &Formula) -> impl Iterator<Item = Linear> + '_ {
    let unit_sum = |lits: &[Lit], relation| Linear {
        terms: lits.iter().map(|&lit| (lit, 1)).collect(),
        relation,
        bound: 1,
    };
    let clauses = formula
        .clauses()
        .iter()
        .map(move |lits| unit_sum(lits, Relation::AtLeast));
    let ones = formula
        .exactly_ones()
        .iter()
        .map(move |lits| unit_sum(lits, Relation::Equal));
    clauses.chain(ones).chain(formula.linear().iter().cloned())
}

/// A constraint over variables, numbered from 1, in place of literals:
/// a negated literal of weight w counts w less w times its variable.
pub(crate) fn over_variables(linear: &Linear) -> (Vec<(usize, isize)>, Relation, isize) {
    let mut bound = linear.bound;
    let terms = linear.terms.iter().map(|&(lit, weight)| {
        if lit.is_neg() {
            bound -= weight;
        }
        (lit.vidx() + 1, if lit.is_neg() { -weight } else { weight })
    });
    (terms.collect(), linear.relation, bound)
}
