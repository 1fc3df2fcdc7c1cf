//! Planners and answer sets.

use super::{All, Section};
use crate::experiment::{
    paper::plan::{FINISHES, SYSTEMS},
    plan::Question,
    table::Table,
};

impl All<'_> {
    /// Planners, answer sets, D and E.
    pub(super) fn since(&self) -> Section {
        let mut table = Table::new(
            "The central game",
            "Seconds of the first seed, whole processes; other systems as far as they are installed.",
            &["method", "last peg in the centre", "last peg anywhere"],
        );
        let mut installed = Vec::new();
        for &name in FINISHES.iter().chain(&SYSTEMS) {
            let found = ["central", "central-free"].map(|p| self.find(Question::Solve, name, p));
            if found.iter().all(Option::is_none) {
                continue;
            }
            if SYSTEMS.contains(&name) {
                installed.push(name);
            }
            let mut row = vec![name.to_string()];
            let items = ["central", "central-free"];
            let cells = items.iter().zip(found);
            row.extend(
                cells.map(|(item, record)| self.beside(["since", item, name], None, record)),
            );
            table.rows.push(row);
        }
        let installed = match installed.is_empty() {
            true => "none of them was installed where these runs were made".to_string(),
            false => format!("installed were {}", installed.join(" and ")),
        };
        Section {
            title: "7. What happened since".into(),
            paper: "Of the paper's planners Blackbox solved 27 of the 33 reversals, FF 22. The puzzle \
                    became a domain of the planning competition in 2008 and a benchmark of the \
                    answer-set competitions in 2009."
                .into(),
            ours: format!(
                "The same problem by an answer-set program (models/jumps.lp, clingo) and a planner \
                 (models/peg.pddl, LAMA's first iteration): {installed}. docs/tried.md has \
                 what others published, and how Fast Downward does on the competition's problems."
            ),
            tables: vec![table],
            plots: Vec::new(),
            verdict: "Another statement may suit the planner or the answer-set \
                      solver better. D and E are what planning as satisfiability made of such problems \
                      (Kautz and Selman 1996, Rintanen, Heljanko and Niemelä 2006)."
                .into(),
        }
    }
}
