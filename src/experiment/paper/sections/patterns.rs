//! Table 6: the patterns.

use super::{All, Section};
use crate::experiment::{
    paper::plan::METHODS,
    plan::Question,
    plot::{self, PlotError},
    record::Record,
    summary::{self, seconds},
    table::Table,
};

impl All<'_> {
    /// Table 6.
    pub(super) fn patterns(&self) -> Result<Section, PlotError> {
        let mut table = Table::new(
            "Table 6: the 10 patterns",
            "",
            &["pattern", "paper: Blackbox"],
        );
        table
            .columns
            .extend(METHODS.iter().map(|method| method.0.to_string()));
        for number in 1..=10 {
            let key = number.to_string();
            let blackbox = self.figures.table6.get(&key, "blackbox").flatten();
            let mut row = vec![key.clone(), blackbox.map_or("-".into(), seconds)];
            row.extend(METHODS.iter().map(|&(method, _, column)| {
                let ours = self.find(Question::Solve, method, &format!("pattern:{number}"));
                let place = ["6", key.as_str(), method];
                self.beside(place, self.figures.table6.get(&key, column), ours)
            }));
            table.rows.push(row);
        }
        let patterns: Vec<&Record> = self
            .records
            .iter()
            .filter(|record| record.problem.starts_with("pattern:"))
            .copied()
            .collect();
        let names: Vec<String> = (1..=10).map(|number| format!("pattern:{number}")).collect();
        let mut plot = plot::by_problem(&summary::by_method(&patterns), &names)?;
        plot.name = "patterns".into();
        plot.title = "Seconds by pattern".into();
        Ok(Section {
            title: "4. Patterns (Table 6)".into(),
            paper: "The paper's ten patterns, from the central vacancy to a picture of 4 to 20 pegs. In one hour \
                    A solves all of them there, Blackbox nine, C four."
                .into(),
            ours: "The same patterns, the same methods and D and E.".into(),
            tables: vec![table],
            plots: vec![plot],
            verdict: "As above: another solver on another machine. In the paper the integer program beats the \
                      constraint program on patterns, with a linear relaxation to go by; the SAT solver \
                      here has none, so how A stands to C here says nothing of that."
                .into(),
        })
    }
}
