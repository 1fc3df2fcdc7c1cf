//! Plots of records, as SVG.
//!
//! Text is set by the program that shows the picture, so that no fonts are needed here
//! and the same records give the same bytes everywhere.

mod chart;

use super::{
    record::Record,
    summary::{self, Group},
};
use anyhow::{Result, anyhow};
use chart::{Join, LEAST, Series, chart, clamp, log_range};
use plotters::{coord::Shift, prelude::*};

/// Plotters has errors that cannot be sent between threads.
type Wrong = Box<dyn std::error::Error>;

/// A picture with a name for its file.
#[derive(Debug, Clone)]
pub struct Plot {
    /// The file's name without its end.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// The picture.
    pub svg: String,
}

impl Plot {
    /// A picture of this size, drawn on white.
    pub(crate) fn drawn(
        name: &str,
        title: &str,
        size: (u32, u32),
        draw: impl FnOnce(&DrawingArea<SVGBackend<'_>, Shift>) -> Result<(), Wrong>,
    ) -> Result<Self> {
        let mut svg = String::new();
        {
            let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
            let all = || -> Result<(), Wrong> {
                area.fill(&WHITE)?;
                draw(&area)?;
                Ok(area.present()?)
            };
            all().map_err(|error| anyhow!("the plot '{title}' cannot be drawn: {error}"))?;
        }
        Ok(Plot {
            name: name.into(),
            title: title.into(),
            svg,
        })
    }
}

/// How many problems each method answers within a time: the median over seeds, so that
/// methods with more seeds do not seem to answer more.
pub fn cactus(groups: &[Group<'_>]) -> Result<Plot> {
    let line = |group: &Group<'_>| {
        let medians = (1..).zip(medians(group));
        let points = medians.map(|(n, seconds)| (f64::from(n), clamp(seconds)));
        Series::new(&group.label, points.collect(), Join::Line)
    };
    let mut series: Vec<Series> = in_order(groups).into_iter().map(line).collect();
    let title = "Problems answered within a time, medians over seeds; dashed: the limit";
    let most = xs(&series).fold(1.0, f64::max);
    let limit = limit(groups);
    // So wide that no tick stands between two numbers of problems.
    let end = (most * 1.05).max(10.0);
    series.push(Series::new(
        "",
        vec![(0.0, limit), (end, limit)],
        Join::Limit,
    ));
    let x = (0.0..end, "problems answered");
    let y = (log_range(ys(&series)).log_scale(), "seconds");
    chart("cactus", title, (x, y), &series)
}

/// The median times of the problems that are answered in the median, from short to long.
fn medians(group: &Group<'_>) -> Vec<f64> {
    let problems = summary::problems(&group.records);
    let median = |problem: &String| {
        let records = group.of(problem);
        Some(summary::times(&records)?.median)
    };
    let mut medians: Vec<f64> = problems.iter().filter_map(median).collect();
    medians.retain(|median| median.is_finite());
    medians.sort_by(f64::total_cmp);
    medians
}

/// The places of all points along one axis, and the other.
fn xs(series: &[Series]) -> impl Iterator<Item = f64> {
    series.iter().flat_map(|one| &one.points).map(|at| at.0)
}

fn ys(series: &[Series]) -> impl Iterator<Item = f64> {
    series.iter().flat_map(|one| &one.points).map(|at| at.1)
}

/// The limit of time, or the longest of several.
fn limit<'a, 'b: 'a>(groups: impl IntoIterator<Item = &'a Group<'b>>) -> f64 {
    let records = groups.into_iter().flat_map(|group| &group.records);
    records.map(|record| record.limit()).fold(LEAST, f64::max)
}

/// Methods by system, and in each those with most answers first.
fn in_order<'a, 'b>(groups: &'b [Group<'a>]) -> Vec<&'b Group<'a>> {
    let mut groups: Vec<&Group<'_>> = groups.iter().collect();
    groups.sort_by_cached_key(|group| {
        let system = group.label.split_once('@').map_or("", |(_, system)| system);
        let times = group.decided();
        let seconds = (times.iter().sum::<f64>() * 1000.0) as u64;
        (system.to_string(), std::cmp::Reverse(times.len()), seconds)
    });
    groups
}

/// One method against another, a point a problem and seed; runs without an
/// answer stand at twice the limit.
pub fn scatter(number: usize, a: &Group<'_>, b: &Group<'_>) -> Result<Plot> {
    let edge = limit([a, b]) * 2.0;
    let place = |record: &Record| match record.is_decided() {
        true => clamp(record.measured()),
        false => edge,
    };
    let mut points = Vec::new();
    for one in &a.records {
        let mut others = b.of(&one.problem).into_iter();
        let other = others.find(|other| other.seed == one.seed);
        points.extend(other.map(|other| (place(one), place(other))));
    }
    let title = format!("{} against {}", a.label, b.label);
    let range = log_range(points.iter().flat_map(|&(x, y)| [x, y]).chain([edge]));
    let [x, y] = [a, b].map(|group| format!("{}, seconds", group.label));
    let scale = || range.clone().log_scale();
    let equal = vec![(range.start, range.start), (range.end, range.end)];
    let points_say = format!(
        "a problem and seed; no answer: {} s",
        summary::seconds(edge)
    );
    let series = [
        Series::new(&points_say, points, Join::No),
        Series::new("equal times", equal, Join::Only),
    ];
    let axes = ((scale(), &*x), (scale(), &*y));
    let plot = chart(&format!("scatter-{number}"), &title, axes, &series)?;
    Ok(Plot {
        title: format!("{title} (without an answer: at {})", summary::seconds(edge)),
        ..plot
    })
}

/// The most methods that are drawn against each other in pairs.
const MOST_PAIRED: usize = 4;

/// Every plot that the records give something for.
pub fn all(records: &[&Record]) -> Result<Vec<Plot>> {
    let groups = summary::by_method(records);
    let mut plots = vec![cactus(&groups)?];
    let mut best: Vec<&Group<'_>> = groups.iter().collect();
    best.sort_by(|a, b| a.par2().total_cmp(&b.par2()));
    best.truncate(MOST_PAIRED);
    let mut number = 0;
    for (index, a) in best.iter().enumerate() {
        for b in &best[index + 1..] {
            number += 1;
            plots.push(scatter(number, b, a)?);
        }
    }
    Ok(plots)
}
