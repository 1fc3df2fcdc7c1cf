//! Pictures of positions and solutions as SVG.

use super::frames::{self, Frame, Look};
use crate::{
    board::{Board, picture, picture::Mark},
    problem::Problem,
};
use std::{collections::BTreeSet, fmt::Write};

/// The distance between neighbouring holes of a row, in pixels.
const PITCH: usize = 20;
/// Boards in a row of the picture, at most.
const COLUMNS: usize = 8;
/// Room for a caption, in pixels.
const CAPTION: usize = 18;

/// What is drawn in a hole.
const PEG: &str = "stroke=\"#2b5c8a\"";
const MOVED: &str = "r=\"7\" fill=\"#d9822b\"";
const EMPTY: &str = ""; // as every hole is drawn
const LEFT: &str = "r=\"4\" fill=\"none\" stroke=\"#d9822b\" stroke-width=\"2\"";
const REMOVED: &str = "r=\"4\" fill=\"none\" stroke=\"#c23030\" stroke-width=\"2\"";
const EITHER: &str = "stroke=\"#cccccc\"";
/// In place of the name of all holes, until the picture is whole: no text in it has this
/// character.
const HOLES: &str = "\u{1}";
/// Holes in a row are drawn as one line of dots, a pitch apart.
const DOTS: &str =
    "fill=\"none\" stroke-width=\"14\" stroke-linecap=\"round\" stroke-dasharray=\"0 20\"";

/// Draws start and goal of a problem.
pub fn problem(problem: &Problem) -> String {
    solution(problem, &frames::start_and_goal(problem))
}

/// Draws these positions of a solution, in rows.
pub fn solution(problem: &Problem, frames: &[Frame]) -> String {
    let layout = Layout::new(problem.board());
    let columns = frames.len().min(COLUMNS);
    let mut svg = layout.head(problem.name(), columns, frames.len().div_ceil(COLUMNS));
    for (index, frame) in frames.iter().enumerate() {
        let left = index % COLUMNS * layout.width;
        let top = index / COLUMNS * layout.height;
        let _ = writeln!(svg, "<g transform=\"translate({left},{top})\">");
        layout.draw(&mut svg, frame);
        svg.push_str("</g>\n");
    }
    ended(svg)
}

/// Draws these positions one after another in the same place, again and again: `seconds`
/// each, and the last one five times as long. Without a script: the picture plays wherever
/// SVG is shown. Each peg is shown and hidden in its hole; captions and what was last done
/// are a strip of film that moves behind a window.
pub fn animation(problem: &Problem, frames: &[Frame], seconds: f64) -> String {
    /// How long the end is looked at, in positions.
    const END: usize = 5;
    let layout = Layout::new(problem.board());
    let mut svg = layout.head(problem.name(), 1, 1);
    let last = frames.len().saturating_sub(1);
    let cycle = Cycle {
        all: last + END,
        seconds,
    };
    let symbols = [
        ("p", "r=\"7\" fill=\"#2b5c8a\""),
        ("m", MOVED),
        ("l", LEFT),
        ("r", REMOVED),
    ];
    svg.push_str("<defs>");
    for (name, look) in symbols {
        let _ = write!(svg, "<circle id=\"{HOLES}{name}\" {look}/>");
    }
    let _ = writeln!(svg, "</defs><use href=\"#{HOLES}\"/>");
    for (hole, &place) in layout.places.iter().enumerate() {
        let shown = frames
            .iter()
            .map(|frame| frame.looks[hole].mark() == Mark::Peg);
        let shown: Vec<bool> = shown.collect();
        if shown.contains(&true) {
            let (hidden, turns) = cycle.turns(&shown);
            let peg = placed("p", place, 0);
            let _ = writeln!(svg, "<g{hidden}>{turns}{peg}</g>");
        }
    }
    let (width, height) = (layout.width, layout.height);
    let _ = write!(
        svg,
        "<clipPath id=\"{HOLES}w\"><rect width=\"{width}\" height=\"{height}\"/></clipPath>\
         <g clip-path=\"url(#{HOLES}w)\"><g>"
    );
    svg.push_str(&cycle.film((0..cycle.all).map(|step| step.min(last) * height)));
    for (index, frame) in frames.iter().enumerate() {
        let top = index * height;
        let caption = escape(&frame.caption);
        let (x, y) = (PITCH / 2, top + 13);
        let _ = write!(svg, "\n<text x=\"{x}\" y=\"{y}\">{caption}</text>");
        for (look, &place) in frame.looks.iter().zip(&layout.places) {
            svg.push_str(&match look {
                Look::Left => placed("l", place, top),
                Look::Removed => placed("r", place, top),
                Look::Came => placed("m", place, top),
                Look::Still(_) => continue,
            });
        }
    }
    svg.push_str("</g></g>\n");
    ended(svg)
}

/// A symbol in its place, so far down.
fn placed(name: &str, (x, y): (usize, usize), top: usize) -> String {
    let y = y + top;
    format!("<use href=\"#{HOLES}{name}\" x=\"{x}\" y=\"{y}\"/>")
}

/// The time that an animation takes, in positions, and the seconds of each.
struct Cycle {
    all: usize,
    seconds: f64,
}

impl Cycle {
    /// What hides and shows a part that is shown in some positions, and whether it begins
    /// hidden.
    fn turns(&self, shown: &[bool]) -> (&'static str, String) {
        let begins = |&index: &usize| index == 0 || shown[index] != shown[index - 1];
        let turns: Vec<usize> = (0..shown.len()).filter(begins).collect();
        let word = |&index: &usize| if shown[index] { "1" } else { "0" };
        let time = |&index: &usize| match index {
            0 => "0".into(),
            _ => format!("{:.4}", index as f64 / self.all as f64),
        };
        let hidden = if shown[0] { "" } else { " opacity=\"0\"" };
        if turns.len() == 1 {
            return (hidden, String::new());
        }
        let values: Vec<&str> = turns.iter().map(word).collect();
        let times: Vec<String> = turns.iter().map(time).collect();
        let turns = format!(
            "<animate attributeName=\"opacity\" values=\"{}\" keyTimes=\"{}\" {}/>",
            values.join(";"),
            times.join(";"),
            self.again()
        );
        (hidden, turns)
    }

    /// What moves a strip up by these lengths, one for each position.
    fn film(&self, tops: impl Iterator<Item = usize>) -> String {
        let values: Vec<String> = tops.map(|top| format!("0 -{top}")).collect();
        if values.first() == values.last() {
            return String::new();
        }
        format!(
            "<animateTransform attributeName=\"transform\" type=\"translate\" values=\"{}\" {}/>",
            values.join(";"),
            self.again()
        )
    }

    /// One value after another without anything between, again and again.
    fn again(&self) -> String {
        let all = self.seconds * self.all as f64;
        format!("calcMode=\"discrete\" dur=\"{all:.2}s\" repeatCount=\"indefinite\"")
    }
}

/// What is drawn in a hole.
fn drawn(look: Look) -> &'static str {
    match look {
        Look::Still(Mark::Peg) => PEG,
        Look::Still(Mark::Empty) => EMPTY,
        Look::Still(Mark::Either) => EITHER,
        Look::Left => LEFT,
        Look::Removed => REMOVED,
        Look::Came => MOVED,
    }
}

/// Where holes stand in a panel, and its size, in pixels.
struct Layout {
    places: Vec<(usize, usize)>,
    /// Holes that lines of the board's own connect.
    joined: BTreeSet<(usize, usize)>,
    width: usize,
    height: usize,
}

impl Layout {
    fn new(board: &Board) -> Self {
        let places = picture::layout(board);
        let most = |of: fn(&(f64, f64)) -> f64| places.iter().map(of).fold(0.0, f64::max);
        let across = most(|place| place.0).ceil() as usize;
        let down = most(|place| place.1).ceil() as usize;
        let own = board.own_lines().unwrap_or_default().into_iter();
        let joined =
            own.flat_map(|[a, over, b]| [(a.min(over), a.max(over)), (b.min(over), b.max(over))]);
        Layout {
            places: places.into_iter().map(middle).collect(),
            joined: joined.collect(),
            width: ((across / 2 + 2) * PITCH).max(6 * PITCH), // a caption needs some room
            height: (down + 1) * PITCH + CAPTION + PITCH / 2,
        }
    }

    /// The beginning of a picture of this number of panels.
    fn head(&self, title: &str, columns: usize, rows: usize) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" \
             viewBox=\"0 0 {w} {h}\" font-family=\"sans-serif\" font-size=\"11\">\n\
             <title>{}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
             <defs><g id=\"{HOLES}\" fill=\"none\" stroke=\"#999999\">{}</g></defs>\n",
            escape(title),
            self.holes(),
            w = columns * self.width,
            h = rows * self.height,
        )
    }

    /// Every hole, empty, and what joins them; pegs are drawn over them.
    fn holes(&self) -> String {
        let circles = self.places.iter().map(|&place| circle(place, "r=\"4\""));
        let line = |&(a, b): &(usize, usize)| {
            let ((x, y), (to_x, to_y)) = (self.places[a], self.places[b]);
            format!("M{x} {y}L{to_x} {to_y}")
        };
        let lines: String = self.joined.iter().map(line).collect();
        let lines = match lines.as_str() {
            "" => lines,
            lines => format!("<path stroke=\"#dddddd\" d=\"{lines}\"/>"),
        };
        lines + &circles.collect::<String>()
    }

    fn draw(&self, svg: &mut String, frame: &Frame) {
        let caption = escape(&frame.caption);
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"13\">{caption}</text><use href=\"#{HOLES}\"/>",
            PITCH / 2
        );
        for look in [PEG, EITHER] {
            let lines = self.lines(frame, look);
            if !lines.is_empty() {
                let _ = writeln!(svg, "<path {DOTS} {look} d=\"{lines}\"/>");
            }
        }
        for (&look, &place) in frame.looks.iter().zip(&self.places) {
            let look = drawn(look);
            if [MOVED, LEFT, REMOVED].contains(&look) {
                let _ = writeln!(svg, "{}", circle(place, look));
            }
        }
    }

    /// The holes that look so, as lines: a move and a length for each run of neighbours. A line is
    /// a little longer than from its first dot to its last, as one without length has no dot.
    fn lines(&self, frame: &Frame, look: &str) -> String {
        let holes = frame.looks.iter().zip(&self.places);
        let holes = holes.filter(|(one, _)| drawn(**one) == look);
        let places: Vec<_> = holes.map(|(_, &place)| place).collect();
        let runs = places.chunk_by(|one, next| (one.0 + PITCH, one.1) == *next);
        let line = |run: &[(usize, usize)]| {
            let (x, y) = run[0];
            format!("M{x} {y}h{}.1", (run.len() - 1) * PITCH)
        };
        runs.map(line).collect()
    }
}

/// The middle of a place, in pixels.
fn middle((column, line): (f64, f64)) -> (usize, usize) {
    let pitch = PITCH as f64;
    let x = (column * pitch / 2.0).round() as usize + PITCH;
    (x, (line * pitch).round() as usize + CAPTION + PITCH / 2)
}

fn circle((x, y): (usize, usize), look: &str) -> String {
    format!("<circle cx=\"{x}\" cy=\"{y}\" {look}/>")
}

/// The picture, whole. A page may hold several, so each has its own name for its holes.
fn ended(svg: String) -> String {
    let own = format!("holes-{}", &pegsat_check::digest(svg.as_bytes())[..8]);
    svg.replace(HOLES, &own) + "</svg>\n"
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
