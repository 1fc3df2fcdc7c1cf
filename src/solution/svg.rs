//! Pictures of positions and solutions as SVG.

use super::frames::{Change, Frame};
use crate::{
    board::{Board, Hole, picture},
    problem::{Goal, Problem, file},
};
use std::fmt::Write;

/// The distance between neighbouring holes of a row, in pixels.
const PITCH: usize = 20;
/// Boards in a row of the picture, at most.
const COLUMNS: usize = 8;
/// Room for a caption, in pixels.
const CAPTION: usize = 18;

/// What is drawn in a hole.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Drawn {
    Peg,
    Empty,
    Either,
    Moved,
    Removed,
    Left,
}

/// A board with a caption.
struct Panel {
    caption: String,
    holes: Vec<Drawn>,
}

/// Draws start and goal of a problem.
pub fn problem(problem: &Problem) -> String {
    let board = problem.board();
    let drawn = |peg| if peg { Drawn::Peg } else { Drawn::Empty };
    let start = (0..board.n_holes())
        .map(|hole| drawn(problem.start().has_peg(hole)))
        .collect();
    let goal = |hole| problem.goal().fixed(hole).map_or(Drawn::Either, drawn);
    let caption = match problem.goal() {
        Goal::Picture(_) => "goal".to_string(),
        Goal::Pegs(pegs) => format!("goal: {pegs} left anywhere"),
        &Goal::Survivor(peg, at) => format!("goal: {}", file::survivor(board, peg, at)),
        Goal::DeadEnd(pegs) => format!("goal: stuck, {pegs} or more left"),
    };
    let panels = [
        Panel {
            caption: "start".into(),
            holes: start,
        },
        Panel {
            caption,
            holes: (0..board.n_holes()).map(goal).collect(),
        },
    ];
    render(board, problem.name(), &panels)
}

/// Draws these positions of a solution.
pub fn solution(problem: &Problem, frames: &[Frame]) -> String {
    let panels: Vec<Panel> = frames.iter().map(panel).collect();
    render(problem.board(), problem.name(), &panels)
}

fn panel(frame: &Frame) -> Panel {
    let drawn = |hole: Hole| match frame.changes[hole] {
        Change::Left => Drawn::Left,
        Change::Removed => Drawn::Removed,
        Change::Came => Drawn::Moved,
        Change::None if frame.position.has_peg(hole) => Drawn::Peg,
        Change::None => Drawn::Empty,
    };
    Panel {
        caption: frame.caption.clone(),
        holes: (0..frame.position.n_holes()).map(drawn).collect(),
    }
}

/// Lays the panels out in rows.
fn render(board: &Board, title: &str, panels: &[Panel]) -> String {
    let places = picture::places(board);
    let across = places.iter().map(|place| place.0).max().unwrap_or(0);
    let down = places.iter().map(|place| place.1).max().unwrap_or(0);
    let width = (across / 2 + 2) * PITCH;
    let width = width.max(6 * PITCH); // a caption needs some room
    let height = (down + 1) * PITCH + CAPTION + PITCH / 2;
    let columns = panels.len().min(COLUMNS);
    let rows = panels.len().div_ceil(COLUMNS);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" \
         viewBox=\"0 0 {w} {h}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <title>{}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        escape(title),
        w = columns * width,
        h = rows * height,
    );
    for (index, panel) in panels.iter().enumerate() {
        let (left, top) = (index % COLUMNS * width, index / COLUMNS * height);
        let _ = writeln!(svg, "<g transform=\"translate({left},{top})\">");
        let caption = escape(&panel.caption);
        let _ = writeln!(svg, "<text x=\"{}\" y=\"13\">{caption}</text>", PITCH / 2);
        for (drawn, &(column, line)) in panel.holes.iter().zip(&places) {
            let x = column * PITCH / 2 + PITCH;
            let y = line * PITCH + CAPTION + PITCH / 2;
            let look = match drawn {
                Drawn::Peg => "r=\"7\" fill=\"#2b5c8a\"",
                Drawn::Moved => "r=\"7\" fill=\"#d9822b\"",
                Drawn::Empty => "r=\"4\" fill=\"none\" stroke=\"#999999\"",
                Drawn::Left => "r=\"4\" fill=\"none\" stroke=\"#d9822b\" stroke-width=\"2\"",
                Drawn::Removed => "r=\"4\" fill=\"none\" stroke=\"#c23030\" stroke-width=\"2\"",
                Drawn::Either => "r=\"7\" fill=\"#cccccc\"",
            };
            let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" {look}/>");
        }
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

fn escape(text: &str) -> String {
    let printable = text.chars().filter(|c| !c.is_control());
    printable
        .map(|c| match c {
            '&' => "&amp;".into(),
            '<' => "&lt;".into(),
            '>' => "&gt;".into(),
            '"' => "&quot;".into(),
            c => c.to_string(),
        })
        .collect()
}
