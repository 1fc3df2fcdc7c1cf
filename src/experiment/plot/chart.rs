//! Charts of series: axes, colours, a legend.

use super::PlotError;
use plotters::{
    coord::ranged1d::{AsRangedCoord, ValueFormatter},
    prelude::*,
};
use std::ops::Range;

/// Width and the least height of a plot, in pixels.
pub(super) const SIZE: (u32, u32) = (760, 460);

/// The least time that is told from others, in seconds.
pub(super) const LEAST: f64 = 1e-3;

/// Colours that most people can tell apart (after Okabe and Ito 2008).
pub(super) const COLOURS: [RGBColor; 10] = [
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

/// Text that is fit for a picture.
pub(super) fn printable(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

pub(super) fn colour(index: usize) -> RGBColor {
    COLOURS[index % COLOURS.len()]
}

/// A range on a logarithmic axis that holds all of these: from one power of ten
/// to another.
pub(super) fn log_range(values: impl Iterator<Item = f64>) -> Range<f64> {
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

pub(super) fn clamp(seconds: f64) -> f64 {
    seconds.max(LEAST)
}

/// A number as people write it: no exponents, no noise.
pub(super) fn number(value: &f64) -> String {
    match *value {
        v if v >= 1e6 => format!("{} M", v / 1e6),
        v if v >= 1.0 => format!("{}", (v * 10.0).round() / 10.0),
        v => format!("{}", (v * 1e4).round() / 1e4),
    }
}

/// Lines or points of one method.
pub(super) struct Series {
    pub(super) label: String,
    pub(super) points: Vec<(f64, f64)>,
    pub(super) join: Join,
}

/// How the points of a series are joined.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Join {
    /// By straight lines.
    Line,
    /// By steps.
    Steps,
    /// By straight lines, without points.
    Only,
    No,
}

/// What an axis says.
pub(super) struct Axis<R> {
    pub(super) range: R,
    pub(super) title: String,
}

/// Draws series in a chart with a legend.
pub(super) fn chart<X, Y>(
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
