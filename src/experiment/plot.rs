//! Plots of records, as SVG.
//!
//! Text is set by whoever shows the picture, so that no fonts are needed here
//! and the same records give the same bytes everywhere.

use super::{
    record::Record,
    summary::{self, Group, quartiles},
};
use plotters::{
    coord::ranged1d::{AsRangedCoord, ValueFormatter},
    prelude::*,
};
use std::ops::Range;

/// Width and the least height of a plot, in pixels.
const SIZE: (u32, u32) = (760, 460);

/// The least time that is told from others, in seconds.
const LEAST: f64 = 1e-3;

/// Colours that most people can tell apart (after Okabe and Ito 2008).
const COLOURS: [RGBColor; 10] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(120, 120, 120),
    RGBColor(0, 0, 0),
    RGBColor(200, 190, 20),
    RGBColor(110, 70, 170),
];

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

/// Why a plot cannot be drawn.
#[derive(Debug, thiserror::Error)]
#[error("the plot '{title}' cannot be drawn: {why}")]
pub struct PlotError {
    title: String,
    why: String,
}

impl PlotError {
    /// What cannot be drawn, and why.
    pub fn new(title: &str, why: &str) -> Self {
        PlotError {
            title: title.into(),
            why: why.into(),
        }
    }
}

/// Text that is fit for a picture.
fn printable(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

fn colour(index: usize) -> RGBColor {
    COLOURS[index % COLOURS.len()]
}

/// A range on a logarithmic axis that holds all of these: from one power of ten
/// to another.
fn log_range(values: impl Iterator<Item = f64>) -> Range<f64> {
    let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
    for value in values.filter(|value| value.is_finite() && *value > 0.0) {
        least = least.min(value);
        most = most.max(value);
    }
    if most == 0.0 {
        return LEAST..1.0;
    }
    let power = |exponent: f64| 10_f64.powf(exponent);
    let lower = power((least * 0.9).log10().floor());
    lower..power((most * 1.1).log10().ceil()).max(lower * 10.0)
}

fn clamp(seconds: f64) -> f64 {
    seconds.max(LEAST)
}

/// A number as people write it: no exponents, no noise.
fn number(value: &f64) -> String {
    match *value {
        v if v >= 1e6 => format!("{} M", v / 1e6),
        v if v >= 1.0 => format!("{}", (v * 10.0).round() / 10.0),
        v => format!("{}", (v * 1e4).round() / 1e4),
    }
}

/// Lines or points of one method.
struct Series {
    label: String,
    points: Vec<(f64, f64)>,
    join: Join,
}

/// How the points of a series are joined.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Join {
    /// By straight lines.
    Line,
    /// By steps.
    Steps,
    /// By straight lines, without points.
    Only,
    No,
}

/// What an axis says.
struct Axis<R> {
    range: R,
    title: String,
}

/// Draws series in a chart with a legend.
fn chart<X, Y>(
    title: &str,
    (x, y): (Axis<X>, Axis<Y>),
    series: &[Series],
    legend: SeriesLabelPosition,
) -> Result<String, PlotError>
where
    X: AsRangedCoord<Value = f64>,
    Y: AsRangedCoord<Value = f64>,
    X::CoordDescType: ValueFormatter<f64>,
    Y::CoordDescType: ValueFormatter<f64>,
{
    let mut svg = String::new();
    let wrong = |why: String| PlotError {
        title: title.into(),
        why,
    };
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        let draw = || -> Result<(), Box<dyn std::error::Error + '_>> {
            area.fill(&WHITE)?;
            let mut builder = ChartBuilder::on(&area);
            let mut chart = builder
                .caption(printable(title), ("sans-serif", 16))
                .margin(12)
                .x_label_area_size(40)
                .y_label_area_size(64)
                .build_cartesian_2d(x.range, y.range)?;
            chart
                .configure_mesh()
                .x_desc(printable(&x.title))
                .y_desc(printable(&y.title))
                .light_line_style(TRANSPARENT)
                .bold_line_style(RGBColor(225, 225, 225))
                .x_label_formatter(&number)
                .y_label_formatter(&number)
                .draw()?;
            for (index, one) in series.iter().enumerate() {
                let style = colour(index);
                let mut line = one.points.clone();
                if one.join == Join::Steps {
                    let corners = one.points.windows(2).map(|pair| (pair[1].0, pair[0].1));
                    line = one
                        .points
                        .iter()
                        .copied()
                        .zip(corners)
                        .flat_map(<[_; 2]>::from)
                        .collect();
                    line.extend(one.points.last());
                }
                if one.join != Join::No {
                    chart.draw_series(LineSeries::new(line, style.stroke_width(2)))?;
                }
                let points = one.points.iter().filter(|_| one.join != Join::Only);
                let points = points.map(|&point| Circle::new(point, 3, style.filled()));
                chart
                    .draw_series(points)?
                    .label(printable(&one.label))
                    .legend(move |(x, y)| Circle::new((x + 10, y), 4, style.filled()));
            }
            if !series.is_empty() {
                chart
                    .configure_series_labels()
                    .background_style(WHITE.mix(0.85))
                    .border_style(RGBColor(200, 200, 200))
                    .position(legend.clone())
                    .draw()?;
            }
            area.present()?;
            Ok(())
        };
        draw().map_err(|error| wrong(error.to_string()))?;
    }
    Ok(svg)
}

/// How many runs each method answers within a time.
///
/// # Errors
/// If it cannot be drawn.
pub fn cactus(groups: &[Group<'_>]) -> Result<Plot, PlotError> {
    let series: Vec<Series> = groups
        .iter()
        .map(|group| Series {
            label: group.label.clone(),
            points: (1..)
                .zip(group.decided())
                .map(|(n, seconds)| (f64::from(n), clamp(seconds)))
                .collect(),
            join: Join::Line,
        })
        .collect();
    let title = "Runs with an answer within a time";
    let all = || series.iter().flat_map(|one| &one.points);
    let most = all().map(|point| point.0).fold(1.0, f64::max);
    let axes = (
        Axis {
            range: 0.0..most * 1.05,
            title: "runs with an answer".into(),
        },
        Axis {
            range: log_range(all().map(|point| point.1)).log_scale(),
            title: "seconds".into(),
        },
    );
    Ok(Plot {
        name: "cactus".into(),
        title: title.into(),
        svg: chart(title, axes, &series, SeriesLabelPosition::UpperLeft)?,
    })
}

/// The part of the runs that is over after a time, for each method.
///
/// # Errors
/// If it cannot be drawn.
pub fn distribution(name: &str, title: &str, groups: &[Group<'_>]) -> Result<Plot, PlotError> {
    let series: Vec<Series> = groups
        .iter()
        .map(|group| {
            let n = group.records.len().max(1) as f64;
            Series {
                label: group.label.clone(),
                points: (1..)
                    .zip(group.decided())
                    .map(|(k, seconds)| (clamp(seconds), f64::from(k) / n))
                    .collect(),
                join: Join::Steps,
            }
        })
        .collect();
    let times = series
        .iter()
        .flat_map(|one| one.points.iter().map(|point| point.0));
    let axes = (
        Axis {
            range: log_range(times).log_scale(),
            title: "seconds".into(),
        },
        Axis {
            range: 0.0..1.05,
            title: "part of the runs".into(),
        },
    );
    Ok(Plot {
        name: name.into(),
        title: title.into(),
        svg: chart(title, axes, &series, SeriesLabelPosition::LowerRight)?,
    })
}

/// What is drawn against a board's size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// The clauses of the formula.
    Clauses,
    /// The seconds to an answer, the median over seeds.
    Seconds,
}

/// Size or time against the holes of the board.
///
/// # Errors
/// If it cannot be drawn.
pub fn by_size(groups: &[Group<'_>], measure: Measure) -> Result<Plot, PlotError> {
    let (name, title, axis) = match measure {
        Measure::Clauses => (
            "size",
            "Size of the formula against size of the board",
            "clauses",
        ),
        Measure::Seconds => ("time", "Time against size of the board", "seconds"),
    };
    let value = |record: &Record| match measure {
        Measure::Clauses => record.formula.map(|size| size.clauses.max(1) as f64),
        Measure::Seconds => Some(clamp(summary::time(record))),
    };
    let series: Vec<Series> = groups
        .iter()
        .map(|group| {
            let problems = summary::problems(&group.records);
            let point = |problem: &String| {
                let records = group.of(problem);
                let median = quartiles(records.iter().filter_map(|record| value(record)))?.median;
                Some((records.first()?.holes as f64, median)).filter(|point| point.1.is_finite())
            };
            let mut points: Vec<(f64, f64)> = problems.iter().filter_map(point).collect();
            points.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
            Series {
                label: group.label.clone(),
                points,
                join: Join::No,
            }
        })
        .collect();
    let all = || series.iter().flat_map(|one| &one.points);
    let axes = (
        Axis {
            range: log_range(all().map(|point| point.0)).log_scale(),
            title: "holes".into(),
        },
        Axis {
            range: log_range(all().map(|point| point.1)).log_scale(),
            title: axis.into(),
        },
    );
    Ok(Plot {
        name: name.into(),
        title: title.into(),
        svg: chart(title, axes, &series, SeriesLabelPosition::UpperLeft)?,
    })
}

/// One method against another, a point a problem and seed; runs without an
/// answer stand at twice the limit.
///
/// # Errors
/// If it cannot be drawn.
pub fn scatter(number: usize, a: &Group<'_>, b: &Group<'_>) -> Result<Plot, PlotError> {
    let limit = a
        .records
        .iter()
        .chain(&b.records)
        .map(|record| record.timeout_seconds);
    let edge = limit.fold(LEAST, f64::max) * 2.0;
    let place = |record: &Record| match record.is_decided() {
        true => clamp(record.wall_seconds),
        false => edge,
    };
    let mut points = Vec::new();
    for one in &a.records {
        let other = b
            .of(&one.problem)
            .into_iter()
            .find(|other| other.seed == one.seed);
        points.extend(other.map(|other| (place(one), place(other))));
    }
    let title = format!("{} against {}", a.label, b.label);
    let range = log_range(points.iter().flat_map(|&(x, y)| [x, y]).chain([edge]));
    let axis = |label: &String| Axis {
        range: range.clone().log_scale(),
        title: format!("{label}, seconds"),
    };
    let series = |label: &str, points, join| Series {
        label: label.into(),
        points,
        join,
    };
    let equal = vec![(range.start, range.start), (range.end, range.end)];
    let series = [
        series("a problem with a seed", points, Join::No),
        series("equal times", equal, Join::Only),
    ];
    let axes = (axis(&a.label), axis(&b.label));
    let svg = chart(&title, axes, &series, SeriesLabelPosition::UpperLeft)?;
    Ok(Plot {
        name: format!("scatter-{number}"),
        title: format!("{title} (without an answer: at {})", summary::seconds(edge)),
        svg,
    })
}

/// The most problems of a plot of times by problem.
const MOST_ROWS: usize = 60;

/// Times of each problem on a logarithmic axis: medians, and lines from one
/// quartile to the other.
///
/// # Errors
/// If it cannot be drawn.
pub fn by_problem(groups: &[Group<'_>], problems: &[String]) -> Result<Plot, PlotError> {
    let title = match problems.len() {
        n if n > MOST_ROWS => {
            format!("Seconds by problem: medians and quartiles, {MOST_ROWS} of {n} problems")
        }
        _ => "Seconds by problem: medians and quartiles".to_string(),
    };
    let title = title.as_str();
    let problems = &problems[..problems.len().min(MOST_ROWS)];
    let rows = problems.len().max(1) as f64;
    let all = groups.iter().flat_map(|group| group.decided()).map(clamp);
    let range = log_range(all);
    let height = SIZE
        .1
        .max(90 + 18 * problems.len() as u32 + 16 * groups.len() as u32);
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (SIZE.0, height)).into_drawing_area();
        let draw = || -> Result<(), Box<dyn std::error::Error + '_>> {
            area.fill(&WHITE)?;
            // The legend has rows of its own, above the problems.
            let legend = groups.len() as f64 * 0.9 + 0.5;
            let mut chart = ChartBuilder::on(&area)
                .caption(printable(title), ("sans-serif", 16))
                .margin(12)
                .x_label_area_size(40)
                .y_label_area_size(150)
                .build_cartesian_2d(range.clone().log_scale(), -0.5..rows + legend)?;
            chart
                .configure_mesh()
                .disable_y_mesh()
                .light_line_style(TRANSPARENT)
                .bold_line_style(RGBColor(225, 225, 225))
                .x_desc("seconds")
                .x_label_formatter(&number)
                .y_labels(0)
                .draw()?;
            let row = |index: usize| rows - 1.0 - index as f64;
            for (index, problem) in problems.iter().enumerate() {
                let style = ("sans-serif", 11).into_text_style(&area);
                let at = chart.backend_coord(&(range.start, row(index)));
                area.draw_text(&printable(problem), &style, (at.0 - 145, at.1 - 6))?;
            }
            for (number, group) in groups.iter().enumerate() {
                let style = colour(number);
                let shift = (number as f64 + 1.0) / (groups.len() as f64 + 1.0) - 0.5;
                for (index, problem) in problems.iter().enumerate() {
                    let times = group.of(problem).into_iter().map(|record| {
                        let seconds = summary::time(record);
                        if seconds.is_finite() {
                            clamp(seconds)
                        } else {
                            seconds
                        }
                    });
                    let Some(times) = quartiles(times).filter(|times| times.median.is_finite())
                    else {
                        continue;
                    };
                    let y = row(index) - shift * 0.8;
                    let upper = times.upper.min(range.end);
                    chart.draw_series(LineSeries::new([(times.lower, y), (upper, y)], style))?;
                    chart.draw_series([Circle::new((times.median, y), 3, style.filled())])?;
                }
                let y = rows + legend - 0.9 - 0.9 * number as f64;
                let at = chart.backend_coord(&(range.start, y));
                area.draw(&Circle::new((at.0 + 12, at.1), 4, style.filled()))?;
                let text = ("sans-serif", 12).into_text_style(&area);
                area.draw_text(&printable(&group.label), &text, (at.0 + 22, at.1 - 7))?;
            }
            area.present()?;
            Ok(())
        };
        draw().map_err(|error| PlotError {
            title: title.into(),
            why: error.to_string(),
        })?;
    }
    Ok(Plot {
        name: "problems".into(),
        title: title.into(),
        svg,
    })
}

/// The most methods that are drawn against each other in pairs.
const MOST_PAIRED: usize = 4;

/// Every plot that the records give something for.
///
/// # Errors
/// If one cannot be drawn.
pub fn all(records: &[&Record]) -> Result<Vec<Plot>, PlotError> {
    let groups = summary::by_method(records);
    let problems = summary::problems(records);
    let mut plots = vec![cactus(&groups)?, by_problem(&groups, &problems)?];
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
    let sizes: Vec<usize> = records.iter().map(|record| record.holes).collect();
    if sizes.iter().any(|size| *size != sizes[0]) {
        plots.push(by_size(&groups, Measure::Clauses)?);
        plots.push(by_size(&groups, Measure::Seconds)?);
    }
    Ok(plots)
}
