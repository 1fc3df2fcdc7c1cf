//! Positions and solutions as boards in characters, side by side.

use super::frames::{Change, Frame};
use crate::{
    board::{Board, Hole, Position, picture},
    problem::Problem,
};
use anstyle::{AnsiColor, Style};

/// The blank columns between boards.
const GAP: usize = 3;

/// A board with a caption above it.
struct Panel {
    caption: String,
    symbols: Vec<(char, Style)>,
}

/// Draws start and goal of a problem, at most `width` characters wide.
pub fn problem(problem: &Problem, width: usize) -> String {
    let board = problem.board();
    let plain = |symbol: char| (symbol, Style::new());
    let start = symbols(problem.start(), |_| Style::new());
    let mut panels = vec![Panel {
        caption: "start".into(),
        symbols: start,
    }];
    let mut text = String::new();
    match (problem.goal().description(board), problem.goal().marks()) {
        (None, Some(marks)) => panels.push(Panel {
            caption: "goal".into(),
            symbols: marks.iter().map(|mark| plain(mark.symbol())).collect(),
        }),
        (description, _) => text = format!("\ngoal: {}\n", description.unwrap_or_default()),
    }
    format!("{}{text}", render(board, &panels, width))
}

/// Draws these positions of a solution, at most `width` characters wide. Pegs
/// that came are green, holes that a peg left or lost are red.
pub fn solution(problem: &Problem, frames: &[Frame], width: usize) -> String {
    let panels: Vec<Panel> = frames
        .iter()
        .map(|frame| Panel {
            caption: frame.caption.clone(),
            symbols: symbols(&frame.position, |hole| match frame.changes[hole] {
                Change::None => Style::new(),
                Change::Came => AnsiColor::Green.on_default().bold(),
                Change::Left | Change::Removed => AnsiColor::Red.on_default(),
            }),
        })
        .collect();
    render(problem.board(), &panels, width)
}

fn symbols(position: &Position, style: impl Fn(Hole) -> Style) -> Vec<(char, Style)> {
    let symbol = |hole| if position.has_peg(hole) { 'O' } else { '.' };
    (0..position.n_holes())
        .map(|hole| (symbol(hole), style(hole)))
        .collect()
}

/// Lays the panels out in rows.
fn render(board: &Board, panels: &[Panel], width: usize) -> String {
    let places = picture::places(board);
    let across = places.iter().map(|place| place.0 + 1).max().unwrap_or(0);
    let down = places.iter().map(|place| place.1 + 1).max().unwrap_or(0);
    let caption = panels
        .iter()
        .map(|panel| panel.caption.len())
        .max()
        .unwrap_or(0);
    let cell = across.max(caption);
    let columns = ((width + GAP) / (cell + GAP)).max(1);
    let mut by_line: Vec<Vec<(usize, Hole)>> = vec![Vec::new(); down];
    for (hole, &(column, line)) in places.iter().enumerate() {
        by_line[line].push((column, hole));
    }
    let mut text = String::new();
    for row in panels.chunks(columns) {
        text.push('\n');
        for (index, panel) in row.iter().enumerate() {
            text.push_str(&panel.caption);
            if index + 1 < row.len() {
                text.extend(std::iter::repeat_n(' ', cell + GAP - panel.caption.len()));
            }
        }
        text.push('\n');
        for line in &by_line {
            let mut at = 0;
            for (index, panel) in row.iter().enumerate() {
                for &(column, hole) in line {
                    let target = index * (cell + GAP) + column;
                    text.extend(std::iter::repeat_n(' ', target - at));
                    at = target + 1;
                    let (symbol, style) = panel.symbols[hole];
                    text.push_str(&format!("{style}{symbol}{style:#}"));
                }
            }
            text.push('\n');
        }
    }
    text
}
