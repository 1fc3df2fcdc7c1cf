//! Table 3 as the paper draws it: on the board.

use pegsat::board::Board;

use crate::{plot::Plot, summary};
use plotters::{
    coord::Shift,
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

/// Seconds, `None` where there was no answer within the limit.
type Time = Option<f64>;

/// A board with a time in each hole.
pub struct Panel {
    /// What stands above it.
    pub title: String,
    /// By hole: seconds, without an answer within the limit, or not tried.
    pub times: Vec<Option<Time>>,
}

/// A cell's side, and the room for a title, in pixels.
const CELL: i32 = 34;
const TITLE: i32 = 26;
const MARGIN: i32 = 12;
const COLUMNS: usize = 3;

/// Draws boards beside each other, on a scale of colours that is the same for
/// all: from a hundredth of a second to an hour.
pub fn boards(name: &str, title: &str, board: &Board, panels: &[Panel]) -> anyhow::Result<Plot> {
    let across = board.cells().iter().map(|cell| cell.0).max().unwrap_or(0) + 1;
    let down = board.cells().iter().map(|cell| cell.1).max().unwrap_or(0) + 1;
    let (width, height) = (across * CELL + 2 * MARGIN, down * CELL + TITLE + MARGIN);
    let columns = panels.len().clamp(1, COLUMNS);
    let rows = panels.len().max(1).div_ceil(columns);
    let (across, below) = (width * columns as i32, height * rows as i32);
    let size = (across as u32, (below + LEGEND) as u32);
    Plot::drawn(name, title, size, |area| {
        for (index, panel) in panels.iter().enumerate() {
            let left = (index % columns) as i32 * width + MARGIN;
            let top = (index / columns) as i32 * height;
            let style = text(13, &BLACK, HPos::Left);
            area.draw(&Text::new(
                panel.title.clone(),
                (left, top + TITLE - 10),
                style,
            ))?;
            for (&(x, y), time) in board.cells().iter().zip(&panel.times) {
                cell(area, (left + x * CELL, top + TITLE + y * CELL), *time)?;
            }
        }
        legend(area, below)?;
        Ok(())
    })
}

/// The height of the legend.
const LEGEND: i32 = 44;

/// What the colours mean, from this height on.
fn legend<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    top: i32,
) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
    let known = [0.01, 0.1, 1.0, 10.0, 100.0, 1000.0, 3600.0].map(|seconds| Some(Some(seconds)));
    let words = text(12, &BLACK, HPos::Left);
    area.draw(&Text::new(
        "seconds:",
        (MARGIN, top + CELL / 2),
        words.clone(),
    ))?;
    let mut x = MARGIN + 60;
    for time in known {
        cell(area, (x, top), time)?;
        x += CELL;
    }
    x += MARGIN;
    cell(area, (x, top), Some(None))?;
    let note = "no answer within the limit";
    area.draw(&Text::new(note, (x + CELL + 6, top + CELL / 2), words))
}

fn text(size: i32, colour: &RGBColor, across: HPos) -> TextStyle<'static> {
    TextStyle {
        color: colour.to_backend_color(),
        pos: Pos::new(across, VPos::Center),
        font: ("sans-serif", size).into_font(),
    }
}

fn cell<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    (x, y): (i32, i32),
    time: Option<Time>,
) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
    let corners = [(x + 1, y + 1), (x + CELL - 1, y + CELL - 1)];
    let fill = match time {
        Some(Some(seconds)) => colour(seconds),
        Some(None) => RGBColor(225, 225, 225),
        None => WHITE,
    };
    area.draw(&Rectangle::new(corners, fill.filled()))?;
    area.draw(&Rectangle::new(corners, RGBColor(190, 190, 190)))?;
    let words = match time {
        Some(Some(seconds)) => summary::seconds(seconds),
        Some(None) => "-".into(),
        None => return Ok(()),
    };
    let middle = (x + CELL / 2, y + CELL / 2);
    area.draw(&Text::new(words, middle, text(11, &BLACK, HPos::Center)))
}

/// From blue through white to orange on a logarithmic scale.
fn colour(seconds: f64) -> RGBColor {
    let (quick, slow) = (0.01_f64.log10(), 3600_f64.log10());
    let part = ((seconds.max(1e-4).log10() - quick) / (slow - quick)).clamp(0.0, 1.0);
    let mix = |from: [f64; 3], to: [f64; 3], part: f64| {
        let one = |k: usize| (from[k] + (to[k] - from[k]) * part).round() as u8;
        RGBColor(one(0), one(1), one(2))
    };
    let (blue, pale, orange) = (
        [120.0, 180.0, 225.0],
        [250.0, 250.0, 235.0],
        [235.0, 140.0, 60.0],
    );
    match part < 0.5 {
        true => mix(blue, pale, part * 2.0),
        false => mix(pale, orange, part * 2.0 - 1.0),
    }
}
