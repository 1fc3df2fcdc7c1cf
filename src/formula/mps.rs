//! MPS, the oldest format of integer programs, which every solver of them reads: in
//! the columns of its fixed form, which readers of the free form read, too.

use super::{Formula, Relation, opb};
use std::io::{self, Write};

/// Writes the formula, all of whose variables are binary, with these comments. What
/// should be true as often as possible is minimised with weight -1, as the format
/// itself knows no maximum.
pub fn write(out: &mut dyn Write, formula: &Formula, comments: &[String]) -> io::Result<()> {
    for comment in comments {
        writeln!(out, "* {comment}")?;
    }
    writeln!(out, "NAME          pegsat\nROWS\n N  obj")?;
    // The format goes by columns.
    let mut columns = vec![Vec::new(); formula.n_vars().max(1) as usize];
    let mut bounds = Vec::new();
    for (row, constraint) in opb::constraints(formula).enumerate() {
        let (terms, relation, bound) = opb::over_variables(&constraint);
        let kind = match relation {
            Relation::AtLeast => 'G',
            Relation::AtMost => 'L',
            Relation::Equal => 'E',
        };
        writeln!(out, " {kind}  c{}", row + 1)?;
        bounds.push(bound);
        for (variable, weight) in terms {
            columns[variable - 1].push((row + 1, weight));
        }
    }
    let mut objective = vec![0_isize; columns.len()];
    for lit in formula.objective() {
        objective[lit.vidx()] = if lit.is_pos() { -1 } else { 1 };
    }
    writeln!(out, "COLUMNS")?;
    for (index, entries) in columns.iter().enumerate() {
        // A variable of no constraint has to be named, too.
        entry(out, &column(index), "obj", objective[index])?;
        for (row, weight) in entries {
            entry(out, &column(index), &format!("c{row}"), *weight)?;
        }
    }
    writeln!(out, "RHS")?;
    for (row, bound) in bounds.iter().enumerate() {
        if *bound != 0 {
            entry(out, "rhs", &format!("c{}", row + 1), *bound)?;
        }
    }
    writeln!(out, "BOUNDS")?;
    for index in 0..columns.len() {
        writeln!(out, " BV bnd       {}", column(index))?;
    }
    writeln!(out, "ENDATA")
}

fn column(index: usize) -> String {
    format!("x{}", index + 1)
}

/// A name, a name, and a number, in their columns.
fn entry(out: &mut dyn Write, first: &str, second: &str, value: isize) -> io::Result<()> {
    writeln!(out, "    {first:<8}  {second:<8}  {value}")
}
