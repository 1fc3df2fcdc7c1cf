//! Table 5: value orders.

use super::{All, Section};

impl All<'_> {
    /// Table 5.
    pub(super) fn value_orders(&self) -> Section {
        let corners = &self.figures.table5.corner_bias_seconds;
        let listed: Vec<String> = corners
            .iter()
            .map(|(hole, s)| format!("{hole}: {s} s"))
            .collect();
        Section {
            title: "3. Value orders (Table 5)".into(),
            paper: format!(
                "The paper orders the values of moves[t] and finds that jumps which begin in the \
                 corners, tried first, solve {} reversals in a second or so each ({}), and no others.",
                corners.len(),
                listed.join(", ")
            ),
            ours: "This is not run: a constraint solver asks for an order of values, the solvers here \
                   do not. varisat, the default, has neither phases nor an order of variables that a \
                   user could set; it chooses by activity and remembers the last phase of each \
                   variable, so that a hint would be forgotten after the first conflicts."
                .into(),
            tables: Vec::new(),
            plots: Vec::new(),
            verdict: "Nothing is compared here. CaDiCaL and batsat take phases, and a solver with \
                      such an interface can be given them from the exported formula and its map."
                .into(),
        }
    }
}
