//! Progress of long work, on a terminal only.

use super::warn;
use crate::run::Event;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

/// A line of progress, with a message to be set.
pub(super) fn line() -> ProgressBar {
    // indicatif draws nothing where standard error is no terminal.
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

/// A line that says what is going on and for how long.
pub(super) struct Progress(ProgressBar, String);

impl Progress {
    /// Starts it, with the names of what is encoded and of the solver.
    pub(super) fn new(what: &str, solver: &str) -> Self {
        let bar = line();
        bar.set_message(format!("encoding {what}"));
        Progress(bar, solver.into())
    }

    /// Takes in an event of the run.
    pub(super) fn update(&self, event: Option<&Event>) {
        if let Some(Event::Encoded { size, layers, .. }) = event {
            let (variables, clauses) = (size.variables, size.clauses);
            let layers = layers.map_or(String::new(), |layers| format!("{layers} layers: "));
            self.0.set_message(format!(
                "{} on {layers}{variables} variables, {clauses} clauses",
                self.1
            ));
        }
    }
}

impl Progress {
    /// Says something that stays, above the line.
    pub(super) fn say(&self, text: &str) {
        self.0.suspend(|| warn(text));
        self.0.set_message(text.to_string());
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
