//! Times by problem, a row each.

use super::{
    Plot, PlotError,
    chart::{SIZE, clamp, colour, log_range, number, printable},
};
use crate::experiment::summary::{self, Group, quartiles};
use plotters::prelude::*;

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
