//! Table 3: the reversals.

use super::{All, Section};
use crate::{
    board,
    engine::Outcome,
    experiment::{
        paper::{
            pictures::{self, Panel},
            plan::{METHODS, VALUES_BY},
        },
        plan::Question,
        plot::{self, PlotError},
        record::Record,
        summary::{self, quartiles, seconds},
        table::Table,
    },
};

impl All<'_> {
    /// Table 3.
    pub(super) fn reversals(&self) -> Result<Section, PlotError> {
        let english = board::named("english")
            .map_err(|error| PlotError::new("Table 3", &error.to_string()))?;
        let holes: Vec<String> = english
            .cells()
            .iter()
            .map(|(x, y)| format!("{x},{y}"))
            .collect();
        let name = |hole: &String| format!("reversal:{hole}");
        let mut table = Table::new(
            "Table 3: the 33 reversals",
            "Seconds of the first seed; the vacancy's column,row.",
            &["vacancy"],
        );
        table
            .columns
            .extend(METHODS.iter().map(|method| method.0.to_string()));
        for hole in &holes {
            let cells = METHODS.iter().map(|&(method, column, _)| {
                let ours = self.find(Question::Solve, method, &name(hole));
                let place = ["3", hole.as_str(), method];
                self.beside(place, self.figures.reversal(column, hole), ours)
            });
            table
                .rows
                .push(std::iter::once(hole.clone()).chain(cells).collect());
        }
        let mut panels = Vec::new();
        for (method, column, _) in METHODS {
            if !column.is_empty() {
                let time = |hole: &String| self.figures.reversal(column, hole);
                panels.push(Panel {
                    title: format!("{method}, the paper"),
                    times: holes.iter().map(time).collect(),
                });
            }
        }
        for (method, ..) in METHODS {
            let time = |hole: &String| {
                let record = self.find(Question::Solve, method, &name(hole))?;
                Some(Some(summary::time(record)).filter(|time| time.is_finite()))
            };
            panels.push(Panel {
                title: format!("{method}, here"),
                times: holes.iter().map(time).collect(),
            });
        }
        let names: Vec<String> = holes.iter().map(name).collect();
        let main = self.methods(&names);
        let of_reversals: Vec<&Record> = self
            .records
            .iter()
            .filter(|record| {
                record.question == Question::Solve
                    && record.solver != VALUES_BY
                    && names.contains(&record.problem)
            })
            .copied()
            .collect();
        let mut cactus = plot::cactus(&summary::by_method(&of_reversals))?;
        cactus.name = "reversals".into();
        cactus.title = "Reversals solved within a time, by method".into();
        let title = "Table 3 on the board: seconds by vacancy; - is no answer within the limit";
        Ok(Section {
            title: "2. Reversals (Table 3)".into(),
            paper: "The paper runs A and C on the 33 reversals with a limit of one hour, C with \
                    independence, with pagoda functions, and with both, A with pagoda functions; and \
                    the planners of its day."
                .into(),
            ours: "Here the same with the limit given above, and B, D and E besides. The pagoda \
                   function is found by a linear program for each reversal, where the paper picks one \
                   of three."
                .into(),
            tables: vec![main, table],
            plots: vec![pictures::boards("boards", title, &english, &panels)?, cactus],
            verdict: "Solver, machine and limit are others, so the ratios say how far the field has \
                      come as a whole, not what made it so; what can be compared is which models are \
                      hard for both. One run a cell: section 6 shows how far times of one method \
                      scatter between seeds. C is one formula; D and E have several formulas, of \
                      different orders and numbers of layers, take turns on the same core, with the same \
                      solver."
                .into(),
        })
    }

    /// The main table: how much of the reversals and patterns each method solves.
    fn methods(&self, reversals: &[String]) -> Table {
        let mut table = Table::new(
            "Methods",
            "Solved within one hour in the paper and within the limit here; the median counts runs \
             without an answer as longer than any.",
            &[
                "method",
                "paper: of 33 reversals",
                "reversals",
                "reversals: median s",
                "paper: of 10 patterns",
                "patterns",
                "patterns: median s",
            ],
        );
        let patterns: Vec<String> = (1..=10).map(|n| format!("pattern:{n}")).collect();
        for (method, column, pattern_column) in METHODS {
            let summed = |problems: &[String]| {
                let found = problems
                    .iter()
                    .map(|name| self.find(Question::Solve, method, name));
                let found: Vec<&Record> = found.flatten().collect();
                let solved = found
                    .iter()
                    .filter(|record| record.outcome == Outcome::Solved)
                    .count();
                let median = quartiles(found.iter().map(|record| summary::time(record)));
                let count = match found.len() {
                    0 => String::new(),
                    n if n == problems.len() => solved.to_string(),
                    n => format!("{solved} of {n}"),
                };
                [
                    count,
                    median.map_or(String::new(), |times| seconds(times.median)),
                ]
            };
            let paper = self.figures.table3.solved_of_33.get(column);
            let rows = self.figures.table6.rows.keys();
            let solved = rows.filter(|row| {
                self.figures
                    .table6
                    .get(row, pattern_column)
                    .flatten()
                    .is_some()
            });
            let of_ten = (!pattern_column.is_empty()).then(|| solved.count().to_string());
            let mut row = vec![method.to_string()];
            row.push(paper.map_or(String::new(), usize::to_string));
            row.extend(summed(reversals));
            row.push(of_ten.unwrap_or_default());
            row.extend(summed(&patterns));
            table.rows.push(row);
        }
        for (planner, solved) in &self.figures.table4 {
            let mut row = vec![planner.clone(), solved.to_string()];
            row.resize(table.columns.len(), String::new());
            table.rows.push(row);
        }
        table
    }
}
