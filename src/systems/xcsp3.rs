//! XCSP3 instances: model C as the paper has it, and any formula as linear
//! constraints over variables of 0 and 1.
//!
//! In model C `bState[t][h]` is the paper's `bState[i,j,t+1]`, and `moves[t]` its
//! `moves[t+1]`; the number after the last jump's is no jump: the goal was reached
//! before. For each hole three groups of constraints, with the sets `Changes`,
//! `PegIn` and `PegOut`.

use super::{Data, Fewest};
use crate::{
    board::{Jump, JumpNumber},
    formula::{Formula, Relation, opb},
};
use std::io::{self, Write};

/// Writes model C.
pub(super) fn write(out: &mut dyn Write, data: &Data<'_>, comments: &[String]) -> io::Result<()> {
    let board = data.problem.board();
    let (holes, jumps) = (board.n_holes(), board.jumps());
    let ((fewest, n), none) = (data.steps, jumps.len());
    let is_cop = data.fewest != Fewest::Nothing;
    head(out, if is_cop { "COP" } else { "CSP" }, comments)?;
    let size = format!("size=\"[{}][{holes}]\"", n + 1);
    writeln!(out, " <array id=\"bState\" {size}> 0 1 </array>")?;
    writeln!(
        out,
        " <array id=\"moves\" size=\"[{n}]\"> 0..{none} </array>"
    )?;
    if is_cop {
        writeln!(out, " <array id=\"counts\" size=\"[{n}]\"> 0 1 </array>")?;
    }
    writeln!(out, "</variables>\n<constraints>")?;

    let start = (0..holes).map(|hole| (0, hole, i8::from(data.problem.start().has_peg(hole))));
    let goal = data.goal().enumerate().filter(|(_, goal)| *goal >= 0);
    let known: Vec<(usize, usize, i8)> = start
        .chain(goal.map(|(hole, peg)| (n, hole, peg)))
        .collect();
    let names = known.iter().map(|(t, h, _)| format!(" bState[{t}][{h}]"));
    let values = known.iter().map(|known| format!(" {}", known.2));
    let (names, values): (String, String) = (names.collect(), values.collect());
    let lists = format!("<list>{names} </list> <values>{values} </values>");
    writeln!(out, " <instantiation> {lists} </instantiation>")?;

    changes(out, data)?;

    // No jump, and none later: only beyond the fewest that a solution can have.
    group(
        out,
        &format!("ne(%0,{none})"),
        (0..fewest).map(|t| format!("moves[{t}]")),
    )?;
    let idle = (fewest.max(1)..n).map(|t| format!("moves[{}] moves[{t}]", t - 1));
    group(out, &format!("imp(eq(%0,{none}),eq(%1,{none}))"), idle)?;

    if data.dead_end() {
        let stuck = jumps.iter().map(|jump| {
            let [from, over, to] = jump.holes();
            format!("bState[{n}][{from}] bState[{n}][{over}] bState[{n}][{to}]")
        });
        group(out, "or(eq(%0,0),eq(%1,0),eq(%2,1))", stuck)?;
    }
    first_moves(out, data)?;
    if data.independence {
        independence(out, data)?;
    }
    for (weights, least) in &data.pagodas {
        for t in 0..=n {
            let terms = weights
                .iter()
                .enumerate()
                .filter(|(_, weight)| **weight != 0);
            let terms: Vec<(String, isize)> = terms
                .map(|(hole, &weight)| (format!("bState[{t}][{hole}]"), weight as isize))
                .collect();
            sum(out, &terms, "ge", *least as isize)?;
        }
    }
    if is_cop {
        counts(out, data)?;
    }
    writeln!(out, "</constraints>")?;
    if is_cop {
        let sum = "<minimize type=\"sum\"> counts[] </minimize>";
        writeln!(out, "<objectives>\n {sum}\n</objectives>")?;
    }
    writeln!(out, "</instance>")
}

/// What each hole is before and after each step.
fn changes(out: &mut dyn Write, data: &Data<'_>) -> io::Result<()> {
    let board = data.problem.board();
    let (holes, jumps, n) = (board.n_holes(), board.jumps(), data.steps.1);
    for hole in 0..holes {
        let all = |is_one: &dyn Fn(&Jump) -> bool| -> Vec<String> {
            let numbers = jumps.iter().enumerate().filter(|(_, jump)| is_one(jump));
            numbers.map(|(number, _)| number.to_string()).collect()
        };
        let peg_in = all(&|jump| jump.to == hole);
        let peg_out = all(&|jump| jump.from == hole || jump.over == hole);
        let changes = all(&|jump| jump.holes().contains(&hole));
        let families = [
            ("ne(%1,%2)", changes),
            ("and(eq(%1,0),eq(%2,1))", peg_in),
            ("and(eq(%1,1),eq(%2,0))", peg_out),
        ];
        for (change, set) in families {
            // Of an empty set some readers make nothing.
            let constraint = match set.is_empty() {
                true => format!("not({change})"),
                false => format!("iff({change},in(%0,set({})))", set.join(",")),
            };
            let rows =
                (0..n).map(|t| format!("moves[{t}] bState[{t}][{hole}] bState[{}][{hole}]", t + 1));
            group(out, &constraint, rows)?;
        }
    }
    Ok(())
}

/// The first moves are those of a row.
fn first_moves(out: &mut dyn Write, data: &Data<'_>) -> io::Result<()> {
    let Some(depth) = data.first_moves.first().map(Vec::len) else {
        return Ok(());
    };
    let moves: String = (0..depth).map(|t| format!(" moves[{t}]")).collect();
    let row = |row: &Vec<JumpNumber>| {
        let numbers: Vec<String> = row.iter().map(|jump| jump.0.to_string()).collect();
        match depth {
            1 => format!(" {}", numbers[0]),
            _ => format!("({})", numbers.join(",")),
        }
    };
    let rows: String = data.first_moves.iter().map(row).collect();
    writeln!(
        out,
        "<extension> <list>{moves} </list> <supports> {rows} </supports> </extension>"
    )
}

/// No two neighbours out of order.
fn independence(out: &mut dyn Write, data: &Data<'_>) -> io::Result<()> {
    let (jumps, n) = (data.problem.board().jumps(), data.steps.1);
    let pairs = jumps.iter().enumerate().flat_map(|(number, jump)| {
        let lesser = jumps[..number].iter().enumerate();
        let lesser = lesser.filter(|(_, other)| jump.disjoint(other));
        lesser.map(move |(other, _)| format!("({number},{other})"))
    });
    let pairs: String = pairs.collect();
    let table =
        format!("<extension> <list> %0 %1 </list> <conflicts> {pairs} </conflicts> </extension>");
    let rows = (1..n).map(|t| format!("moves[{}] moves[{t}]", t - 1));
    if !pairs.is_empty() {
        group(out, &table, rows)?;
    }
    Ok(())
}

/// What is to be small: the jumps, or the sweeps.
fn counts(out: &mut dyn Write, data: &Data<'_>) -> io::Result<()> {
    let (jumps, n) = (data.problem.board().jumps(), data.steps.1);
    let none = jumps.len();
    // Every jump counts, or every one that is not made by the peg that jumped last.
    let plain = if data.fewest == Fewest::Jumps { n } else { 1 };
    let rows = (0..plain).map(|t| format!("counts[{t}] moves[{t}]"));
    group(out, &format!("iff(eq(%0,1),ne(%1,{none}))"), rows)?;
    let counts = |last: usize, next: usize| {
        let goes_on = last < none && next < none && jumps[last].to == jumps[next].from;
        u8::from(next < none && !goes_on)
    };
    let pairs = (0..=none).flat_map(|last| (0..=none).map(move |next| (last, next)));
    let table: String = pairs
        .map(|(last, next)| format!("({last},{next},{})", counts(last, next)))
        .collect();
    let table =
        format!("<extension> <list> %0 %1 %2 </list> <supports> {table} </supports> </extension>");
    let rows = (plain..n).map(|t| format!("moves[{}] moves[{t}] counts[{t}]", t - 1));
    group(out, &table, rows)?;
    Ok(())
}

/// Writes a formula: every clause and constraint as a sum over `x[0]`, `x[1]`, …
pub(super) fn write_formula(
    mut out: &mut dyn Write,
    formula: &Formula,
    comments: &[String],
) -> io::Result<()> {
    head(&mut out, "CSP", comments)?;
    let n = formula.n_vars().max(1);
    writeln!(out, " <array id=\"x\" size=\"[{n}]\"> 0 1 </array>")?;
    writeln!(out, "</variables>\n<constraints>")?;
    for constraint in opb::constraints(formula) {
        let (terms, relation, bound) = opb::over_variables(&constraint);
        let relation = match relation {
            Relation::AtLeast => "ge",
            Relation::AtMost => "le",
            Relation::Equal => "eq",
        };
        let terms: Vec<(String, isize)> = terms
            .into_iter()
            .map(|(variable, weight)| (format!("x[{}]", variable - 1), weight))
            .collect();
        if terms.is_empty() {
            // The format knows no empty sum: it is true, or x[0] is made impossible.
            let is_true = match relation {
                "ge" => bound <= 0,
                "le" => bound >= 0,
                _ => bound == 0,
            };
            if !is_true {
                let never = [("x[0]".into(), 1)];
                sum(&mut out, &never, "ge", 1)?;
                sum(&mut out, &never, "le", 0)?;
            }
            continue;
        }
        sum(&mut out, &terms, relation, bound)?;
    }
    writeln!(out, "</constraints>\n</instance>")
}

fn head(out: &mut dyn Write, kind: &str, comments: &[String]) -> io::Result<()> {
    writeln!(out, "<instance format=\"XCSP3\" type=\"{kind}\">")?;
    for comment in comments {
        // Two hyphens would end the comment.
        writeln!(out, "<!-- {} -->", comment.replace("--", "- -"))?;
    }
    writeln!(out, "<variables>")
}

/// The constraint, an expression or an element, once for each of these rows of variables.
fn group(
    out: &mut dyn Write,
    constraint: &str,
    rows: impl Iterator<Item = String>,
) -> io::Result<()> {
    let mut rows = rows.peekable();
    if rows.peek().is_none() {
        return Ok(());
    }
    let constraint = match constraint.starts_with('<') {
        true => constraint.to_string(),
        false => format!("<intension> {constraint} </intension>"),
    };
    writeln!(out, " <group>\n  {constraint}")?;
    for row in rows {
        writeln!(out, "  <args> {row} </args>")?;
    }
    writeln!(out, " </group>")
}

fn sum(
    out: &mut dyn Write,
    terms: &[(String, isize)],
    relation: &str,
    bound: isize,
) -> io::Result<()> {
    let names: String = terms.iter().map(|term| format!(" {}", term.0)).collect();
    let weights: String = terms.iter().map(|term| format!(" {}", term.1)).collect();
    let lists = format!("<list>{names} </list> <coeffs>{weights} </coeffs>");
    let condition = format!("<condition> ({relation},{bound}) </condition>");
    writeln!(out, " <sum> {lists} {condition} </sum>")
}
