//! Times by problem, a row each.

use super::{
    Plot,
    chart::{LIMIT, SIZE, clamp, colour, legend, log_range, mark, number, printable, size},
};
use crate::summary::{self, Group, quartiles};
use plotters::prelude::*;

/// The most problems of a plot of times by problem.
const MOST_ROWS: usize = 60;

/// Times of each problem on a logarithmic axis: medians, and lines from one
/// quartile to the other.
pub fn by_problem(groups: &[Group<'_>], problems: &[String]) -> anyhow::Result<Plot> {
    let title = title(groups, problems);
    let problems = &problems[..problems.len().min(MOST_ROWS)];
    let rows = problems.len().max(1) as f64;
    let limit = super::limit(groups);
    let all = groups.iter().flat_map(|group| group.decided()).map(clamp);
    let range = log_range(all.chain([limit]));
    let labels = || groups.iter().map(|group| group.label.as_str());
    let size = size(labels(), SIZE.1.max(90 + 18 * problems.len() as u32));
    Plot::drawn("problems", &title, size, |area| {
        let (left, right) = area.split_horizontally(SIZE.0 as i32);
        legend(&right, labels())?;
        let mut chart = ChartBuilder::on(&left)
            .caption(printable(&title), ("sans-serif", 16))
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(150)
            .build_cartesian_2d(range.clone().log_scale(), -0.5..rows)?;
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
            let style = ("sans-serif", 11).into_text_style(area);
            let at = chart.backend_coord(&(range.start, row(index)));
            area.draw_text(&printable(problem), &style, (at.0 - 145, at.1 - 6))?;
        }
        let line = [(limit, -0.5), (limit, rows - 0.5)];
        chart.draw_series(DashedLineSeries::new(line, 6, 4, LIMIT.into()))?;
        for (number, group) in groups.iter().enumerate() {
            let style = colour(number);
            let shift = (number as f64 + 1.0) / (groups.len() as f64 + 1.0) - 0.5;
            for (index, problem) in problems.iter().enumerate() {
                let times = group.of(problem).into_iter();
                let times = times.map(|record| clamp(summary::time(record)));
                let Some(times) = quartiles(times) else {
                    continue;
                };
                let y = row(index) - shift * 0.8;
                let (lower, upper) = (times.lower.min(limit), times.upper.min(limit));
                if lower < upper {
                    chart.draw_series(LineSeries::new([(lower, y), (upper, y)], style))?;
                }
                let is_known = times.median.is_finite();
                let median = times.median.min(limit);
                chart.draw_series([mark(number, (median, y), is_known)])?;
            }
        }
        Ok(())
    })
}

fn title(groups: &[Group<'_>], problems: &[String]) -> String {
    let is_single = |group: &Group<'_>| problems.iter().all(|one| group.of(one).len() < 2);
    let what = match groups.iter().all(is_single) {
        true => "",
        false => ": medians and quartiles",
    };
    match problems.len() {
        n if n > MOST_ROWS => format!("Seconds by problem{what}, {MOST_ROWS} of {n} problems"),
        _ => format!("Seconds by problem{what}; dashed and hollow: the limit"),
    }
}
