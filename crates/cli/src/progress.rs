//! Progress of long work, on a terminal only.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use pegsat::watch::Progress as Told;
use std::{sync::atomic::Ordering, time::Duration};

/// A line of progress, with a message to be set.
pub(super) fn line() -> ProgressBar {
    // indicatif draws nothing where standard error is no terminal.
    let target = match super::VERBOSITY.load(Ordering::Relaxed) {
        0 => ProgressDrawTarget::stderr(),
        _ => ProgressDrawTarget::hidden(),
    };
    let bar = ProgressBar::with_draw_target(None, target);
    let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

/// A line that says what is going on and for how long.
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// Starts it.
    pub(super) fn new(what: &str) -> Self {
        let bar = line();
        bar.set_message(super::terminal::safe(what).into_owned());
        Progress(bar)
    }

    /// What hears of progress, and shows it.
    pub(super) fn listener(&self) -> impl Fn(&Told) + Send + Sync + 'static {
        let bar = self.0.clone();
        let begin = std::time::Instant::now();
        move |told| match told {
            Told::Formula {
                variables,
                clauses,
                layers,
            } => {
                let layers = layers.map_or(String::new(), |layers| format!("{layers} layers: "));
                let size = format!("{layers}{variables} variables, {clauses} clauses");
                if super::VERBOSITY.load(Ordering::Relaxed) > 0 {
                    super::warn(&size);
                }
                bar.set_message(size);
            }
            Told::Bounds { value, bound, .. } => {
                let value = value.map_or("?".into(), |value| value.to_string());
                bar.set_message(format!("from {bound} to {value}"));
            }
            Told::Cleared { pegs, of } => {
                let seconds = begin.elapsed().as_secs_f64();
                // As fast as so far.
                let left = seconds * *pegs as f64 / (of - pegs).max(1) as f64;
                bar.set_message(format!("{pegs} of {of} pegs left, {left:.0} s to go"));
            }
            Told::Refuted => {
                let what = "no solution; looking for a certificate";
                if super::VERBOSITY.load(Ordering::Relaxed) > 0 {
                    super::warn(what);
                }
                bar.set_message(what);
            }
            Told::Level { .. } => {}
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
