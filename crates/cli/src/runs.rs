//! Progress of many runs.

use super::{answer, warn};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use pegsat::engine::Outcome;
use pegsat_lab::{record::Record, summary};
use std::{
    io::{self, IsTerminal},
    time::Duration,
};

/// A bar with counts on a terminal, else a line a run.
pub(super) struct Runs {
    bar: Option<ProgressBar>,
    total: usize,
    /// By outcome, in the order of its variants.
    counts: [usize; 3],
}

fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template);
    style.unwrap_or_else(|_| ProgressStyle::default_bar())
}

impl Runs {
    /// Starts it, with how many runs are to be made and how many are recorded.
    pub(super) fn new(missing: usize, known: usize) -> Self {
        let bar = (io::stderr().is_terminal() && missing > 0).then(|| {
            let bar =
                ProgressBar::with_draw_target(Some(missing as u64), ProgressDrawTarget::stderr());
            bar.set_style(style("{bar:12} {pos}/{len} runs, {elapsed}"));
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        });
        if bar.is_none() && missing > 0 {
            let missing = answer::number(missing, "run");
            warn(&format!("{missing} to make, {known} recorded before"));
        }
        Runs {
            bar,
            total: missing,
            counts: [0; 3],
        }
    }

    /// Takes in a record.
    pub(super) fn tell(&mut self, record: &Record) {
        self.counts[record.outcome as usize] += 1;
        let n: usize = self.counts.iter().sum();
        let [solved, unsolvable, unknown] = self.counts;
        match &self.bar {
            Some(bar) => {
                if n == 1 {
                    // How long the rest takes is known from now on.
                    bar.set_style(style("{bar:12} {pos}/{len}, {elapsed}, {eta} left; {msg}"));
                }
                bar.inc(1);
                bar.set_message(format!(
                    "{solved} solved, {unsolvable} unsolvable, {unknown} open"
                ));
            }
            None => {
                let outcome = match record.outcome {
                    Outcome::Unknown => record.reason.map_or("unknown", |reason| reason.word()),
                    outcome => outcome.name(),
                };
                warn(&format!(
                    "{n}/{} {} {} {} seed {}: {outcome}, {} s",
                    self.total,
                    record.problem,
                    record.method,
                    record.solver,
                    record.seed,
                    summary::seconds(record.wall_seconds)
                ));
            }
        }
    }
}

impl Drop for Runs {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
