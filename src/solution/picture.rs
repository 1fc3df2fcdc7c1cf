//! Positions and solutions as boards in characters, side by side.

use super::frames::{self, Frame, Look};
use crate::{
    board::{Hole, picture},
    problem::Problem,
};
use anstyle::{AnsiColor, Style};

/// The blank columns between boards.
const GAP: usize = 3;

/// Draws start and goal of a problem, at most `width` characters wide.
pub fn problem(problem: &Problem, width: usize) -> String {
    let panels = frames::start_and_goal(problem);
    match problem.goal().description(problem.board()) {
        None => solution(problem, &panels, width),
        Some(goal) => format!("{}\ngoal: {goal}\n", solution(problem, &panels[..1], width)),
    }
}

/// Draws these positions of a solution, at most `width` characters wide. Pegs
/// that came are green, holes that a peg left or lost are red.
pub fn solution(problem: &Problem, frames: &[Frame], width: usize) -> String {
    let places = picture::places(problem.board());
    let across = places.iter().map(|place| place.0 + 1).max().unwrap_or(0);
    let down = places.iter().map(|place| place.1 + 1).max().unwrap_or(0);
    let caption = frames
        .iter()
        .map(|frame| frame.caption.len())
        .max()
        .unwrap_or(0);
    let cell = across.max(caption);
    let columns = ((width + GAP) / (cell + GAP)).max(1);
    let mut by_line: Vec<Vec<(usize, Hole)>> = vec![Vec::new(); down];
    for (hole, &(column, line)) in places.iter().enumerate() {
        by_line[line].push((column, hole));
    }
    let mut text = String::new();
    for row in frames.chunks(columns) {
        text.push('\n');
        for (index, frame) in row.iter().enumerate() {
            text.push_str(&frame.caption);
            if index + 1 < row.len() {
                text.extend(std::iter::repeat_n(' ', cell + GAP - frame.caption.len()));
            }
        }
        text.push('\n');
        for line in &by_line {
            let mut at = 0;
            for (index, frame) in row.iter().enumerate() {
                for &(column, hole) in line {
                    let target = index * (cell + GAP) + column;
                    text.extend(std::iter::repeat_n(' ', target - at));
                    at = target + 1;
                    let look = frame.looks[hole];
                    let (symbol, style) = (look.mark().symbol(), style(look));
                    text.push_str(&format!("{style}{symbol}{style:#}"));
                }
            }
            text.push('\n');
        }
    }
    text
}

fn style(look: Look) -> Style {
    match look {
        Look::Still(_) => Style::new(),
        Look::Came => AnsiColor::Green.on_default().bold(),
        Look::Left | Look::Removed => AnsiColor::Red.on_default(),
    }
}
