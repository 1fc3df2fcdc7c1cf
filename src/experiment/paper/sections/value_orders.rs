//! Table 5: value orders.

use super::{All, Section};
use crate::experiment::{
    paper::plan::{CORNERS, VALUES, VALUES_BY},
    record::Record,
    summary,
    table::Table,
};

impl All<'_> {
    /// Table 5.
    pub(super) fn value_orders(&self) -> Section {
        let corners = &self.figures.table5.corner_bias_seconds;
        let mut table = Table::new(
            "Table 5: the corners first",
            "Seconds of model C by batsat, on the reversals that the paper solves so: as it is, with phases that say 'made' for jumps which begin \
             in a corner and 'not made' for the others, and the other way round.",
            &["vacancy"],
        );
        table
            .columns
            .extend(VALUES.iter().map(|name| name.to_string()));
        let (mut compared, mut before_none, mut before_inner) = (0, 0, 0);
        for hole in CORNERS {
            let name = format!("reversal:{hole}");
            let ours = VALUES.map(|method| {
                let same = |record: &&&Record| {
                    record.solver == VALUES_BY && record.method == method && record.problem == name
                };
                self.records.iter().find(same).copied()
            });
            if let [Some(none), Some(first), Some(inner)] = ours.map(|one| one.map(summary::time)) {
                compared += 1;
                before_none += usize::from(first < none);
                before_inner += usize::from(first < inner);
            }
            let cells = VALUES.iter().zip(ours).map(|(&method, ours)| {
                let paper = corners.get(hole).filter(|_| method.ends_with("corners"));
                let paper = paper.map(|&seconds| Some(seconds));
                self.beside(["5", hole, method], paper, ours)
            });
            table
                .rows
                .push(std::iter::once(hole.to_string()).chain(cells).collect());
        }
        Section {
            title: "3. Value orders (Table 5)".into(),
            paper: format!(
                "The paper orders the values of moves[t]; with those jumps first that favour the \
                 corners it solves {} reversals in seconds (limit 15 minutes).",
                corners.len()
            ),
            ours: "A SAT solver has phases where a constraint solver has an order of values: which \
                   value a variable gets when it is chosen, not which variable is. batsat takes phases \
                   and keeps to them, and CaDiCaL, if it is built in ('solve --prefer corners'). varisat, \
                   the default, has no way to be told: it takes the last value that a variable had. None \
                   of them lets a user order the variables, so that an order of values in the paper's \
                   sense cannot be had."
                .into(),
            tables: vec![table],
            plots: Vec::new(),
            verdict: format!(
                "The columns here differ in nothing but the phases: of {compared} reversals the corners \
                 first are faster than no order on {before_none}, and than the corners last on \
                 {before_inner}, one run each. Against the paper little can be said: its order steers \
                 the whole search, step by step, while phases only say how a conflict-driven search \
                 fills in what it has not concluded; and what exactly favours the corners is this \
                 project's reading."
            ),
        }
    }
}
