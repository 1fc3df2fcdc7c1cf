//! Tables 7 and 8: the shortest dead ends, the fewest sweeps.

use super::{All, Section};
use crate::{
    experiment::{
        paper::plan::{self, FOOLS, SWEEPS, VACANCIES},
        plan::Question,
        record::Record,
        table::Table,
    },
    solution::n_sweeps,
};

impl All<'_> {
    /// Tables 7 and 8.
    pub(super) fn optima(&self) -> Section {
        let mut fools = Table::new(
            "Table 7: Fool's Solitaire",
            "The fewest jumps to a dead end, proved: seconds; or bound and best value.",
            &["vacancy", "paper: jumps"],
        );
        fools
            .columns
            .extend(FOOLS.iter().map(|method| method.to_string()));
        let mut proofs: Vec<bool> = Vec::new();
        for vacancy in VACANCIES {
            let key = vacancy.to_string();
            let jumps = self.figures.table7.get(&key, "jumps").flatten();
            let name = format!("reversal:{vacancy}");
            for method in FOOLS {
                let ours = self.find(Question::JumpsToDeadEnd, method, &name);
                let value = ours
                    .filter(|record| record.is_decided())
                    .and_then(|record| record.value);
                proofs.extend(value.map(|value| Some(value as f64) == jumps));
            }
            let same = FOOLS.iter().find_map(|method| {
                let found = self.find(Question::JumpsToDeadEnd, method, &name);
                found.filter(|record| record.is_decided())?.value
            });
            self.note(
                ["7", vacancy, "", "jumps"],
                jumps.map(|n| n.to_string()),
                same.map(|value| value.to_string()),
                None,
            );
            let mut row = vec![key.clone(), jumps.map_or(String::new(), |n| n.to_string())];
            row.extend(FOOLS.iter().map(|&method| {
                let column = match method {
                    "A" => "a_seconds",
                    "C" => "c_seconds",
                    "C+independence" => "c_symmetry_seconds",
                    _ => "",
                };
                let ours = self.find(Question::JumpsToDeadEnd, method, &name);
                let found = best(ours);
                format!(
                    "{found}{}",
                    self.beside(
                        ["7", vacancy, method],
                        self.figures.table7.get(&key, column),
                        ours
                    )
                )
            }));
            fools.rows.push(row);
        }
        let mut sweeps = Table::new(
            "Table 8: Long-hop Solitaire",
            "A solution of the central game, its first jumps fixed; sweeps are those of the fixed part \
             and the fewest of the rest; one that goes on from part to part counts twice. The paper \
             fixes the jumps of another solution: the times are of comparable problems, not of the \
             same.",
            &["fixed", "paper: sweeps", "sweeps"],
        );
        sweeps
            .columns
            .extend(SWEEPS.iter().map(|method| method.to_string()));
        for &(fixed, best_sweeps, plain, broken) in &self.figures.table8.rows {
            let name = format!("central-after-{fixed}");
            let ours = SWEEPS.map(|method| self.find(Question::Sweeps, method, &name));
            let rest = ours.iter().flatten().find(|record| record.is_decided());
            let whole = rest.and_then(|record| {
                Some(format!(
                    "{} + {}",
                    n_sweeps(&plan::first_leaps(fixed)),
                    record.value?
                ))
            });
            let mut row = vec![
                fixed.to_string(),
                best_sweeps.to_string(),
                whole.unwrap_or_default(),
            ];
            row.extend(SWEEPS.iter().zip(ours).map(|(&method, ours)| {
                self.beside(
                    ["8", &fixed.to_string(), method],
                    match method {
                        "C" => Some(plain),
                        "C+independence" => Some(broken),
                        _ => None,
                    },
                    ours,
                )
            }));
            sweeps.rows.push(row);
        }
        let (proved, same) = (proofs.len(), proofs.iter().filter(|same| **same).count());
        let agreed = match proved == same {
            true => {
                format!("All {proved} optima of Table 7 that were proved here are the paper's.")
            }
            false => {
                format!("Of {proved} optima proved here only {same} are the paper's: one is wrong.")
            }
        };
        Section {
            title: "5. Fool's and Long-hop Solitaire (Tables 7 and 8)".into(),
            paper: "The paper looks for the shortest game without a further jump (limit 15 hours), and \
                    for the fewest sweeps when the first jumps of a solution are fixed (the last row \
                    took five days)."
                .into(),
            ours: "Here 'optimise' does both, from below and above at once, in two processes. results/ \
                   has the whole central game with 18 sweeps, proved, the planning competition's 30 \
                   problems, and in table8.md the fewest sweeps with those that go on counted once."
                .into(),
            tables: vec![fools, sweeps],
            plots: Vec::new(),
            verdict: format!(
                "{agreed} The comparison of times has the same limits as above, and two processes run \
                 here at a time."
            ),
        }
    }
}

/// What is known of an optimum, where it is not just proved.
fn best(record: Option<&Record>) -> String {
    let Some(record) = record else {
        return String::new();
    };
    match (record.is_decided(), record.value, record.bound) {
        (true, Some(value), _) => format!("{value}: "),
        (false, Some(value), Some(bound)) => format!("{bound} to {value}: "),
        _ => String::new(),
    }
}
