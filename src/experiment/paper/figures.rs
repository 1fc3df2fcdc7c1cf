//! The paper's figures, from `instances/paper.json`.

use serde::Deserialize;
use std::{collections::BTreeMap, sync::LazyLock};

/// Seconds, `None` where there was no answer within the limit.
pub type Seconds = Option<f64>;

/// What the paper measured.
#[derive(Debug, Deserialize)]
pub struct Figures {
    /// §2.
    pub sizes: Sizes,
    /// Table 2: by vacancy, rows of depth, choices and seconds.
    #[serde(rename = "table2_symmetry_generation")]
    pub table2: Table2,
    /// Table 3.
    #[serde(rename = "table3_reversals")]
    pub table3: Table3,
    /// Table 4: reversals solved by planners.
    #[serde(rename = "table4_planners_solved_of_33")]
    pub table4: BTreeMap<String, usize>,
    /// Table 5.
    #[serde(rename = "table5_value_orders")]
    pub table5: Table5,
    /// Table 6: by pattern, seconds a column.
    #[serde(rename = "table6_patterns")]
    pub table6: Rows<String>,
    /// Table 7: by vacancy, jumps and seconds a column.
    #[serde(rename = "table7_fools")]
    pub table7: Rows<String>,
    /// Table 8: jumps fixed, sweeps, seconds.
    #[serde(rename = "table8_long_hop")]
    pub table8: Table8,
    /// What Persson quotes.
    #[serde(rename = "central_vs_free_as_quoted_by_persson")]
    pub persson: Persson,
}

/// Sizes of the models.
#[derive(Debug, Deserialize)]
#[allow(missing_docs)]
pub struct Sizes {
    pub transitions: usize,
    pub model_b_constraints: u64,
    pub model_b_largest_rhs_terms: u64,
    pub model_c_constraints: u64,
}

/// Table 2.
#[derive(Debug, Deserialize)]
pub struct Table2 {
    /// By vacancy: depth, choices, seconds.
    pub starts: BTreeMap<String, Vec<(usize, usize, f64)>>,
}

/// Table 3.
#[derive(Debug, Deserialize)]
pub struct Table3 {
    /// The columns of `model_c`.
    pub columns: Vec<String>,
    /// By hole, for those with a figure.
    pub model_c: BTreeMap<String, Vec<Seconds>>,
    /// The same of model A.
    pub model_a: ModelA,
    /// How many of the 33 were solved, by column.
    pub solved_of_33: BTreeMap<String, usize>,
}

/// Model A's part of Table 3.
#[derive(Debug, Deserialize)]
pub struct ModelA {
    /// What its columns are.
    pub columns: Vec<String>,
    /// By hole, for those with a figure.
    #[serde(flatten)]
    pub holes: BTreeMap<String, Vec<Seconds>>,
}

/// Table 5.
#[derive(Debug, Deserialize)]
pub struct Table5 {
    /// Seconds with the corners first, by hole.
    pub corner_bias_seconds: BTreeMap<String, f64>,
}

/// A table of rows by name.
#[derive(Debug, Deserialize)]
pub struct Rows<K: Ord> {
    /// What the columns are.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: BTreeMap<K, Vec<Seconds>>,
}

/// Table 8.
#[derive(Debug, Deserialize)]
pub struct Table8 {
    /// Jumps fixed, sweeps, seconds, seconds with symmetry breaking.
    pub rows: Vec<(usize, usize, Seconds, Seconds)>,
}

/// Persson's report.
#[derive(Debug, Deserialize)]
pub struct Persson {
    /// The central finish by model C.
    pub central_seconds: f64,
    /// Any finish by model C.
    pub free_seconds: f64,
}

/// The figures.
///
/// The file is part of the program; a test reads it.
pub static FIGURES: LazyLock<Option<Figures>> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../../instances/paper.json")).ok());

impl Figures {
    /// Seconds in Table 3, by the name of a column; the outer `None` for no such
    /// column.
    pub fn reversal(&self, column: &str, hole: &str) -> Option<Seconds> {
        let find = |columns: &[String], rows: &BTreeMap<String, Vec<Seconds>>| {
            let place = columns.iter().position(|name| name == column)?;
            let row = rows.get(hole);
            Some(row.and_then(|row| row.get(place).copied().flatten()))
        };
        find(&self.table3.columns, &self.table3.model_c)
            .or_else(|| find(&self.table3.model_a.columns, &self.table3.model_a.holes))
    }
}

impl<K: Ord> Rows<K> {
    /// A row's figure in a column; the outer `None` for no such column.
    pub fn get(&self, row: &K, column: &str) -> Option<Seconds> {
        let place = self.columns.iter().position(|name| name == column)?;
        Some(self.rows.get(row)?.get(place).copied().flatten())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_are_those_of_the_paper() {
        let figures = FIGURES.as_ref().unwrap();
        assert_eq!(figures.sizes.model_c_constraints, 3069);
        assert_eq!(figures.reversal("c_basic", "3,3"), Some(Some(16.0)));
        assert_eq!(figures.reversal("c_basic", "0,3"), Some(None));
        assert_eq!(figures.reversal("a", "3,3"), Some(Some(521.0)));
        assert_eq!(figures.reversal("d", "3,3"), None);
        assert_eq!(figures.table6.get(&"2".into(), "a"), Some(Some(338.0)));
        assert_eq!(figures.table7.get(&"2,1".into(), "c_seconds"), Some(None));
        assert_eq!(figures.table8.rows.len(), 10);
        for (column, solved) in &figures.table3.solved_of_33 {
            let holes = figures.table3.model_c.keys();
            let holes = holes.chain(figures.table3.model_a.holes.keys());
            let mut holes: Vec<&String> = holes.collect();
            holes.sort();
            holes.dedup();
            let is_solved = |hole: &&&String| figures.reversal(column, hole).flatten().is_some();
            assert_eq!(holes.iter().filter(is_solved).count(), *solved, "{column}");
        }
    }
}
