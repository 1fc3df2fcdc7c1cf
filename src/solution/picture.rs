//! Positions and solutions as boards in characters, side by side.

use crate::{
    board::{Board, Hole, Position, picture},
    problem::{Goal, Problem},
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
    let start = position_symbols(problem.start(), board, None);
    let mut panels = vec![Panel {
        caption: "start".into(),
        symbols: start,
    }];
    let mut text = String::new();
    match problem.goal() {
        Goal::Picture(marks) => panels.push(Panel {
            caption: "goal".into(),
            symbols: marks.iter().map(|mark| plain(mark.symbol())).collect(),
        }),
        Goal::Pegs(pegs) => text = format!("\ngoal: pegs {pegs}, anywhere\n"),
    }
    format!("{}{text}", render(board, &panels, width))
}

/// Draws the position at the start and after each jump, at most `width`
/// characters wide. The peg that jumped is green, the holes that it left and
/// leapt over are red.
///
/// # Panics
/// If a jump is not on the board.
pub fn solution(problem: &Problem, jumps: &[usize], width: usize) -> String {
    let board = problem.board();
    let mut position = problem.start().clone();
    let start = position_symbols(&position, board, None);
    let mut panels = vec![Panel {
        caption: "start".into(),
        symbols: start,
    }];
    for (index, &number) in jumps.iter().enumerate() {
        let jump = board.jumps()[number];
        position = position.after(&jump);
        panels.push(Panel {
            caption: format!("{}: {}", index + 1, board.jump_text(number)),
            symbols: position_symbols(&position, board, Some(jump.holes())),
        });
    }
    render(board, &panels, width)
}

fn position_symbols(
    position: &Position,
    board: &Board,
    jump: Option<[Hole; 3]>,
) -> Vec<(char, Style)> {
    let style = |hole: Hole| match jump {
        Some([_, _, to]) if hole == to => AnsiColor::Green.on_default().bold(),
        Some([from, over, _]) if hole == from || hole == over => AnsiColor::Red.on_default(),
        _ => Style::new(),
    };
    let symbol = |hole| if position.has_peg(hole) { 'O' } else { '.' };
    (0..board.n_holes())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::named;

    #[test]
    fn boards_stand_side_by_side() {
        let problem = named("rect3x1/pair:2,0:2,0").unwrap();
        let text = anstream::adapter::strip_str(&solution(&problem, &[0], 80)).to_string();
        assert_eq!(text, "\nstart        1: 0,0-2,0\nO O .        . . O\n");
        let narrow = anstream::adapter::strip_str(&solution(&problem, &[0], 5)).to_string();
        assert_eq!(narrow, "\nstart\nO O .\n\n1: 0,0-2,0\n. . O\n");
    }
}
