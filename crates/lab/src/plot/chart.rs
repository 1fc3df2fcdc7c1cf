//! Charts of series: axes, colours, a legend.

use super::Plot;
use plotters::{
    coord::{
        Shift,
        ranged1d::{AsRangedCoord, ValueFormatter},
    },
    element::ComposedElement,
    prelude::*,
};
use std::ops::Range;

/// The least width and height of a plot without its legend, in pixels.
pub(super) const SIZE: (u32, u32) = (640, 460);

/// The legend's first row, the height of a row, and the width of a letter.
const LEGEND: (i32, i32, usize) = (44, 20, 7);

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

/// A filled shape and its outline.
type Mark<C, DB> = ComposedElement<C, DB, Polygon<(i32, i32)>, PathElement<(i32, i32)>>;

/// A mark of one of four shapes, so that colours are not all that tells methods apart.
fn mark<C, DB: DrawingBackend>(index: usize, place: C) -> Mark<C, DB> {
    /// Corners in pixels.
    const SHAPES: [&[(i32, i32)]; 4] = [
        &[
            (-4, -2),
            (-2, -4),
            (2, -4),
            (4, -2),
            (4, 2),
            (2, 4),
            (-2, 4),
            (-4, 2),
            (-4, -2),
        ],
        &[(0, -5), (5, 4), (-5, 4), (0, -5)],
        &[(0, -5), (5, 0), (0, 5), (-5, 0), (0, -5)],
        &[(-3, -3), (3, -3), (3, 3), (-3, 3), (-3, -3)],
    ];
    let shape = SHAPES[index % SHAPES.len()];
    EmptyElement::at(place)
        + Polygon::new(shape, colour(index).filled())
        + PathElement::new(shape, colour(index).stroke_width(1))
}

/// The line of the limit.
pub(super) const LIMIT: RGBColor = RGBColor(90, 90, 90);

/// The size of a plot with a legend beside it, of which the plot itself is at
/// least this high.
pub(super) fn size<'a>(labels: impl Iterator<Item = &'a str>, height: u32) -> (u32, u32) {
    let (mut rows, mut letters) = (0, 0);
    for label in labels {
        rows += 1;
        letters = letters.max(label.chars().count());
    }
    let width = (letters * LEGEND.2).min(SIZE.0 as usize) as u32 + 40;
    (
        SIZE.0 + width,
        height.max((LEGEND.0 + LEGEND.1 * rows) as u32),
    )
}

/// Each label with its mark, one below the other.
pub(super) fn legend<'a, DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    labels: impl Iterator<Item = &'a str>,
) -> Result<(), DrawingAreaErrorKind<DB::ErrorType>> {
    let style = ("sans-serif", 12).into_text_style(area);
    for (index, label) in labels.enumerate() {
        let y = LEGEND.0 + LEGEND.1 * index as i32;
        area.draw(&mark(index, (10, y)))?;
        area.draw_text(&printable(label), &style, (22, y - 7))?;
    }
    Ok(())
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

impl Series {
    pub(super) fn new(label: &str, points: Vec<(f64, f64)>, join: Join) -> Self {
        let label = label.into();
        Series {
            label,
            points,
            join,
        }
    }
}

/// How the points of a series are joined.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Join {
    /// By straight lines.
    Line,
    /// By straight lines, without points.
    Only,
    /// The same, for the limit of time.
    Limit,
    No,
}

/// Draws series in a chart with a legend beside it; of each axis the range, and what it says.
pub(super) fn chart<X, Y>(
    name: &str,
    title: &str,
    ((across, x_title), (up, y_title)): ((X, &str), (Y, &str)),
    series: &[Series],
) -> anyhow::Result<Plot>
where
    X: AsRangedCoord<Value = f64>,
    Y: AsRangedCoord<Value = f64>,
    X::CoordDescType: ValueFormatter<f64>,
    Y::CoordDescType: ValueFormatter<f64>,
{
    // The limit comes last, and is named in the plot.
    let named = series.iter().filter(|one| one.join != Join::Limit);
    let labels = || named.clone().map(|one| one.label.as_str());
    Plot::drawn(name, title, size(labels(), SIZE.1), |area| {
        let (left, right) = area.split_horizontally(SIZE.0 as i32);
        legend(&right, labels())?;
        let mut builder = ChartBuilder::on(&left);
        let mut chart = builder
            .caption(printable(title), ("sans-serif", 16))
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(64)
            .build_cartesian_2d(across, up)?;
        chart
            .configure_mesh()
            .x_desc(printable(x_title))
            .y_desc(printable(y_title))
            .light_line_style(TRANSPARENT)
            .bold_line_style(RGBColor(225, 225, 225))
            .x_label_formatter(&number)
            .y_label_formatter(&number)
            .draw()?;
        for (index, one) in series.iter().enumerate() {
            let style = colour(index);
            match one.join {
                Join::No => {}
                Join::Limit => {
                    chart.draw_series(DashedLineSeries::new(
                        one.points.clone(),
                        6,
                        4,
                        LIMIT.into(),
                    ))?;
                }
                _ => {
                    chart
                        .draw_series(LineSeries::new(one.points.clone(), style.stroke_width(2)))?;
                }
            }
            let has_marks = !matches!(one.join, Join::Only | Join::Limit);
            let points = one.points.iter().filter(|_| has_marks);
            chart.draw_series(points.map(|&point| mark(index, point)))?;
        }
        Ok(())
    })
}
