//! A formula to be read: by the paper's names, family by family.

use super::{Encoding, Meaning};
use crate::{
    board::{Board, Cell},
    formula::{Family, Formula, Lit, Relation},
};
use std::io::{self, Write};

/// Names of variables.
pub struct Names<'a> {
    board: &'a Board,
    meanings: &'a [Meaning],
    /// Whether a step holds several jumps.
    has_layers: bool,
}

impl<'a> Names<'a> {
    /// Those of these meanings, of a model whose steps are layers or single jumps.
    pub fn new(board: &'a Board, meanings: &'a [Meaning], has_layers: bool) -> Self {
        Names {
            board,
            meanings,
            has_layers,
        }
    }

    fn is_jump(&self, lit: Lit) -> bool {
        let meaning = self.meanings.get(lit.vidx());
        matches!(meaning, Some(Meaning::Move { .. } | Meaning::Idle { .. }))
    }

    /// What it says that the variable is this.
    pub fn says(&self, index: usize, is: bool) -> String {
        let cell = |(x, y): Cell| format!("{x},{y}");
        let jump = |number| self.board.jump_text(number);
        let flag = |name: String| format!("{name} = {}", u8::from(is));
        let sign = if is { "=" } else { "≠" };
        // Values in the midst of a layer may be several.
        let number = index + 1;
        match self.meanings.get(index) {
            Some(&Meaning::Move { step, jump: made }) if self.has_layers => {
                flag(format!("x[{step}: {}]", jump(made)))
            }
            Some(&Meaning::Move { step, jump: made }) => {
                format!("moves[{step}] {sign} {}", jump(made))
            }
            Some(Meaning::Idle { step }) => format!("moves[{step}] {sign} none"),
            Some(&Meaning::State { step, hole }) => flag(format!("bState[{},{step}]", cell(hole))),
            Some(&Meaning::Peg { step, hole }) => {
                flag(format!("peg{number}[{},{step}]", cell(hole)))
            }
            Some(&Meaning::NoPeg { step, hole }) => {
                flag(format!("hole{number}[{},{step}]", cell(hole)))
            }
            Some(Meaning::Hop { step }) => flag(format!("hops[{step}]")),
            Some(&Meaning::Line { step, jump: made }) => {
                flag(format!("line[{step}: {}]", jump(made)))
            }
            Some(&Meaning::SweepFrom { step, hole }) => {
                flag(format!("from[{step}: {}]", cell(hole)))
            }
            Some(&Meaning::SweepTo { step, hole }) => flag(format!("to[{step}: {}]", cell(hole))),
            Some(&Meaning::Survivor { step, hole, peg }) => {
                let number = match self.has_layers {
                    true => number.to_string(),
                    false => String::new(),
                };
                let of = peg.map_or(String::new(), |peg| format!(" of {}", cell(peg)));
                flag(format!("survivor{number}[{},{step}]{of}", cell(hole)))
            }
            Some(Meaning::Auxiliary) | None => flag(format!("x{number}")),
        }
    }

    fn lit(&self, lit: Lit) -> String {
        self.says(lit.vidx(), lit.is_pos())
    }

    /// These, of which jumps of one step are named together.
    fn any_of(&self, lits: &[Lit]) -> String {
        let texts: Vec<String> = lits.iter().map(|&lit| self.lit(lit)).collect();
        let parts: Option<Vec<(&str, &str)>> =
            texts.iter().map(|text| text.split_once(" = ")).collect();
        match parts {
            Some(parts)
                if parts.len() > 1
                    && !self.has_layers
                    && lits.iter().all(|&lit| self.is_jump(lit))
                    && parts.iter().all(|part| part.0 == parts[0].0) =>
            {
                let jumps: Vec<&str> = parts.iter().map(|part| part.1).collect();
                format!("{} in {{{}}}", parts[0].0, jumps.join(", "))
            }
            _ => texts.join(" or "),
        }
    }

    /// A clause: what a jump needs or brings, or what follows from states.
    fn clause(&self, clause: &[Lit]) -> String {
        let made = |lit: &Lit| self.is_jump(*lit) && lit.is_neg();
        let may_be = |lit: &Lit| self.is_jump(*lit) && lit.is_pos();
        let is_premise: &dyn Fn(&Lit) -> bool = match () {
            () if clause.iter().any(made) => &made,
            () if clause.iter().any(may_be) => &|lit| !may_be(lit),
            () => &|lit| lit.is_neg() && clause.iter().any(|lit| lit.is_pos()),
        };
        let (premise, conclusion): (Vec<Lit>, Vec<Lit>) =
            clause.iter().partition(|lit| is_premise(lit));
        let premise: Vec<String> = premise.iter().map(|&lit| self.lit(!lit)).collect();
        let premise = premise.join(" and ");
        match (premise.as_str(), conclusion.as_slice()) {
            ("", []) => "false".into(),
            ("", conclusion) => self.any_of(conclusion),
            (premise, []) => format!("never {premise}"),
            (premise, conclusion) => format!("{premise}  →  {}", self.any_of(conclusion)),
        }
    }

    fn sum(&self, terms: &[(Lit, isize)], relation: Relation, bound: isize) -> String {
        let mut text = String::new();
        for (number, &(lit, weight)) in terms.iter().enumerate() {
            text.push_str(match (number, weight < 0) {
                (0, true) => "-",
                (0, false) => "",
                (_, true) => " - ",
                (_, false) => " + ",
            });
            if weight.abs() != 1 {
                text.push_str(&format!("{}·", weight.abs()));
            }
            let says = self.lit(lit);
            match says.strip_suffix(" = 1").filter(|_| !self.is_jump(lit)) {
                Some(name) => text.push_str(name),
                None => text.push_str(&format!("[{says}]")),
            }
        }
        let sign = match relation {
            Relation::AtLeast => "≥",
            Relation::AtMost => "≤",
            Relation::Equal => "=",
        };
        format!("{text} {sign} {bound}")
    }
}

/// Writes the formula with these comments: each family under what it says.
pub fn write(
    out: &mut dyn Write,
    names: &Names<'_>,
    formula: &Formula,
    comments: &[String],
) -> io::Result<()> {
    for comment in comments {
        writeln!(out, "# {comment}")?;
    }
    let clauses: Vec<&[Lit]> = formula.clauses().iter().collect();
    let counts = [
        clauses.len(),
        formula.exactly_ones().len(),
        formula.linear().len(),
    ];
    // What comes before the first family has none.
    let first = Family {
        name: "",
        begins: [0; 3],
    };
    let families: Vec<Family> = [first].iter().chain(formula.families()).copied().collect();
    let ends = families[1..]
        .iter()
        .map(|family| family.begins)
        .chain([counts]);
    let spans: Vec<(Family, [usize; 3])> = families.iter().copied().zip(ends).collect();
    let mut told: Vec<&str> = Vec::new();
    for (family, _) in &spans {
        if told.contains(&family.name) {
            continue;
        }
        told.push(family.name);
        let own = spans.iter().filter(|span| span.0.name == family.name);
        let own: Vec<_> = own
            .filter(|(family, ends)| family.begins != *ends)
            .collect();
        if own.is_empty() {
            continue;
        }
        writeln!(
            out,
            "\n# {}",
            match family.name.is_empty() {
                true => "more",
                false => family.name,
            }
        )?;
        for (Family { begins, .. }, ends) in own {
            for set in &formula.exactly_ones()[begins[1]..ends[1]] {
                writeln!(out, "exactly one: {}", names.any_of(set))?;
            }
            for clause in &clauses[begins[0]..ends[0]] {
                writeln!(out, "{}", names.clause(clause))?;
            }
            for linear in &formula.linear()[begins[2]..ends[2]] {
                let text = names.sum(&linear.terms, linear.relation, linear.bound);
                writeln!(out, "{text}")?;
            }
        }
    }
    Ok(())
}

/// What each variable means, a comment each.
pub fn legend(names: &Names<'_>, encoding: &Encoding) -> Vec<String> {
    let variables = 0..encoding.meanings.len();
    let says = |index| format!("x{}: {}", index + 1, names.says(index, true));
    variables.map(says).collect()
}
