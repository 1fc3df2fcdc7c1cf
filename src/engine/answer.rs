//! What is known of a question, however the search for it ended.

use super::{
    evidence::{End, Reason, Seconds, Size},
    task::Task,
};
use crate::model::{self, Layers, Method, Order, Step};
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// What is known of a question.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Answer {
    /// How the search ended.
    pub end: End,
    /// What led to the answer: `formula`, `exhaustion`, `position-class`, …; the
    /// settings that go there alone are `approach`'s.
    pub road: Option<String>,
    /// The roads that were begun.
    pub tried: Vec<String>,
    /// The attempt that answered; if none did, the first one.
    pub task: Task,
    /// How many attempts with formulas were begun.
    pub attempts: usize,
    /// The layers of that attempt's formula, if its model has layers.
    pub layers: Option<usize>,
    /// The most layers that were refuted, and in which order, if any were.
    pub refuted: Option<(usize, Order)>,
    /// The formula's size, if it was made.
    pub size: Option<Size>,
    /// How many choices the solver or system made, or nodes its tree has, where it counts them.
    pub choices: Option<u64>,
    /// What it took.
    pub seconds: Seconds,
    /// The most memory that was in use at a time, in bytes, where that is known.
    pub peak_memory: Option<u64>,
    /// What the user should know of the additions.
    pub notes: Vec<String>,
    /// What went wrong, if something did.
    pub message: Option<String>,
}

impl Answer {
    /// The options of the command line that lead to this answer by its road alone.
    pub fn options(&self) -> String {
        let road = self.road.as_deref().unwrap_or("auto");
        let task = &self.task;
        if road == "system" {
            let mut method = task.model.clone();
            task.options.additions.names().iter().for_each(|name| {
                let _ = write!(method, "+{name}");
            });
            if let Some(layers) = task.options.layers {
                let _ = write!(method, "+layers={layers}+order={}", task.options.order);
            }
            if let Some(search) = task.search {
                let _ = write!(method, "+search={search}");
            }
            return format!("--model {method}@{} --seed {}", task.solver, task.seed);
        }
        let mut options = format!("--approach {road}");
        if matches!(road, "beam" | "windows") && task.seed != 0 {
            let _ = write!(options, " --seed {}", task.seed);
        }
        if road != "formula" {
            return options;
        }
        let Ok(model) = model::by_name(&task.model) else {
            return options;
        };
        let method = Method {
            model: model.name,
            additions: Some(task.options.additions.clone()),
            layers: self.layers.map(Layers::Number),
            order: (model.step == Step::Pass).then_some(task.options.order),
            search: task.search,
            without: Vec::new(),
            system: None,
        };
        let _ = write!(options, " --model {method}");
        if let Some(sweeps) = task.options.sweeps {
            let _ = write!(options, " --sweeps {sweeps}");
        }
        if task.solver != "varisat" {
            let _ = write!(
                options,
                " --solver '{}'",
                task.solver.replace('\'', "'\\''")
            );
        }
        if task.seed != 0 {
            let _ = write!(options, " --seed {}", task.seed);
        }
        options
    }

    /// Nothing but why.
    pub fn unknown(task: Task, reason: Reason) -> Self {
        Answer {
            end: End::Unknown(reason),
            road: None,
            tried: Vec::new(),
            task,
            attempts: 0,
            layers: None,
            refuted: None,
            size: None,
            choices: None,
            seconds: Seconds::default(),
            peak_memory: None,
            notes: Vec::new(),
            message: None,
        }
    }
}
