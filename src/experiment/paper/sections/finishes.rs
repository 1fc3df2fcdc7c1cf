//! The central against any finish, and plain search.

use super::{All, Section, times as times_of};
use crate::experiment::{
    paper::plan::{FINISHES, PLAIN},
    plan::Question,
    plot::{self, PlotError},
    record::Record,
    summary::{self, Group, quartiles, seconds},
    table::Table,
};

/// Medians count as alike if neither is more than this many times the other.
const ALIKE: f64 = 1.25;

fn listed(methods: &[&str]) -> String {
    match methods {
        [] => "none".into(),
        _ => methods.join(", "),
    }
}

impl All<'_> {
    /// The central against any finish.
    pub(super) fn finishes(&self) -> Result<Section, PlotError> {
        let mut table = Table::new(
            "The central against any finish",
            "Seconds over seeds: median and quartiles of all runs, '-' beyond the limit; the ratio is \
             that of the medians (7.6 in the figures that Persson quotes). Before the arrow stands what \
             he quotes.",
            &[
                "method",
                "runs",
                "central: answers",
                "central: median s",
                "central: quartiles",
                "any: answers",
                "any: median s",
                "any: quartiles",
                "any / central",
            ],
        );
        let mut drawn: [Vec<Group<'_>>; 2] = Default::default();
        let (mut harder, mut alike, mut easier) = (Vec::new(), Vec::new(), Vec::new());
        for method in FINISHES {
            let groups =
                ["central", "central-free"].map(|problem| self.group(method, method, problem));
            if groups.iter().all(|group| group.records.is_empty()) {
                continue;
            }
            let mut row = vec![method.to_string(), groups[0].records.len().to_string()];
            let mut medians = Vec::new();
            let persson = &self.figures.persson;
            let quotes = [Some(persson.central_seconds), Some(persson.free_seconds)];
            for (group, quoted) in groups.iter().zip(quotes) {
                let times = quartiles(group.records.iter().map(|record| summary::time(record)));
                row.push(group.decided().len().to_string());
                let quoted = quoted.filter(|_| method == "C");
                let median = times
                    .map(|times| times.median)
                    .filter(|median| median.is_finite());
                let item = group
                    .records
                    .first()
                    .map_or("", |record| record.problem.as_str());
                self.note(
                    ["finishes", item, method, "median s"],
                    quoted.map(|quoted| quoted.to_string()),
                    median.map(|median| median.to_string()),
                    None,
                );
                row.push(times.map_or(String::new(), |found| {
                    let median = seconds(found.median);
                    match quoted {
                        Some(quoted) if found.median.is_finite() => format!(
                            "{quoted} → {median} ({})",
                            times_of(quoted / found.median.max(0.001))
                        ),
                        Some(quoted) => format!("{quoted} → {median}"),
                        None => median,
                    }
                }));
                row.push(times.map_or(String::new(), |times| {
                    format!("{}, {}", seconds(times.lower), seconds(times.upper))
                }));
                medians.extend(times.map(|times| times.median));
            }
            row.push(match medians[..] {
                [central, free] if central.is_finite() && free.is_finite() => {
                    times_of(free / central)
                }
                _ => String::new(),
            });
            match medians[..] {
                [central, free] if central.min(free).is_infinite() => {}
                [central, free] if free > central * ALIKE => harder.push(method),
                [central, free] if central > free * ALIKE => easier.push(method),
                [_, _] => alike.push(method),
                _ => {}
            }
            table.rows.push(row);
            for (group, drawn) in groups.into_iter().zip(&mut drawn) {
                if !group.decided().is_empty() {
                    drawn.push(group);
                }
            }
        }
        let plain = self.plain();
        let persson = &self.figures.persson;
        let [central, free] = drawn;
        let title = "The last peg in the centre: share of runs finished within a given time";
        let central = plot::distribution("finish-central", title, &central)?;
        let title = "The last peg anywhere: share of runs finished within a given time";
        let free = plot::distribution("finish-free", title, &free)?;
        Ok(Section {
            title: "6. The central against any finish".into(),
            paper: format!(
                "A student report (M. Persson, Kan ett datorprogram spela solitär?, Linköping 2010) \
                 quotes {} s for model C with the last peg in the centre and {} s with the last peg \
                 anywhere, from an earlier version of the paper, and has a plain depth-first program \
                 in Python of its own that takes 25 minutes.",
                persson.central_seconds, persson.free_seconds
            ),
            ours: "Every method over seeds, which shuffle variables and clauses; and Persson's \
                   algorithms, depth first with the jumps in the order of the paper's Table 1 and in \
                   orders by chance, breadth first until the limit of time or memory."
                .into(),
            tables: vec![table, plain],
            plots: vec![central, free],
            verdict: format!(
                "A single pair of runs, such as 20 s and 152 s, says little: the quartiles show how far \
                 times scatter within one method. A free finish gives a solver more solutions and less \
                 to conclude from the end; by the medians here it is harder for {}, easier for {}, and \
                 within a quarter of the same for {}. Depth first everything hangs on the order of the \
                 jumps, so that the time of one order, as of Persson's, is one draw of many.",
                listed(&harder),
                listed(&easier),
                listed(&alike)
            ),
        })
    }

    /// Searches without a memory of positions.
    fn plain(&self) -> Table {
        let mut table = Table::new(
            "Plain search",
            "All sequences of jumps, without a memory of positions: the jumps in the order of their \
             numbers, or in orders by chance; medians. Persson's program, in Python and in an order of \
             its own, takes 1,500 s depth first.",
            &[
                "search",
                "order",
                "finish",
                "runs",
                "solved",
                "seconds",
                "quartiles",
                "jumps made",
                "longest sequence",
                "memory MB",
            ],
        );
        let finishes = [("central", "in the centre"), ("central-free", "anywhere")];
        for way in PLAIN {
            for (problem, words) in finishes {
                for (order, by_chance) in [("numbers", false), ("by chance", true)] {
                    let same = |record: &&&Record| {
                        record.question == Question::Plain
                            && record.method == way
                            && record.problem == problem
                            && (record.seed != 0) == by_chance
                    };
                    let records: Vec<&Record> = self.records.iter().filter(same).copied().collect();
                    if records.is_empty() {
                        continue;
                    }
                    let median = |value: &dyn Fn(&Record) -> Option<f64>| {
                        let found = quartiles(records.iter().filter_map(|record| value(record)));
                        found.map_or(String::new(), |found| format!("{:.0}", found.median))
                    };
                    let solved = records.iter().filter(|record| record.is_decided()).count();
                    let times = quartiles(records.iter().map(|record| summary::time(record)));
                    table.rows.push(vec![
                        way.into(),
                        order.into(),
                        words.into(),
                        records.len().to_string(),
                        solved.to_string(),
                        times.map_or(String::new(), |times| seconds(times.median)),
                        times.map_or(String::new(), |times| {
                            format!("{}, {}", seconds(times.lower), seconds(times.upper))
                        }),
                        median(&|record| record.jumps_made.map(|made| made as f64)),
                        median(&|record| record.deepest.map(|deepest| deepest as f64)),
                        median(&|record| Some(record.peak_memory_bytes? as f64 / 1e6)),
                    ]);
                }
            }
        }
        table
    }
}
