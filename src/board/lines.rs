//! Lines of their own: boards that no lattice describes, graphs among them.
//!
//! A peg may jump along a line of three holes, from either end to the other over the middle. On a
//! graph every path of three vertices is a line (R. A. Beeler and D. P. Hoilman, *Peg solitaire on
//! graphs*, 2011), also where its ends are neighbours.

use super::{Board, BoardError, Cell, Hole, Lattice, MAX_HOLES};

/// The most lines that a board may have.
pub const MAX_LINES: usize = 200_000;

/// Three holes, the one that is leapt over in the middle.
pub type Line = [Hole; 3];

/// Every path of three vertices: the lines of a graph with these edges. No edge may be there
/// twice.
///
/// # Errors
/// If there are more than [`MAX_LINES`].
pub fn paths(n: usize, edges: &[[Hole; 2]]) -> Result<Vec<Line>, BoardError> {
    let mut beside = vec![Vec::new(); n];
    for &[a, b] in edges {
        beside[a].push(b);
        beside[b].push(a);
    }
    let pairs = beside
        .iter()
        .map(|near| near.len() * near.len().saturating_sub(1) / 2);
    let count: usize = pairs.sum();
    if count > MAX_LINES {
        return Err(BoardError::TooManyLines(count));
    }
    let mut lines = Vec::with_capacity(count);
    for (over, near) in beside.iter().enumerate() {
        for (place, &from) in near.iter().enumerate() {
            lines.extend(near[..place].iter().map(|&to| [from, over, to]));
        }
    }
    Ok(lines)
}

/// A graph in the format graph6 of nauty's programs (B. D. McKay, `formats.txt`): the number of
/// vertices, and the edges.
///
/// # Errors
/// If it is no graph6, or has more than [`MAX_HOLES`] vertices.
pub fn graph6(text: &str) -> Result<(usize, Vec<[Hole; 2]>), String> {
    let bytes = text.strip_prefix(">>graph6<<").unwrap_or(text).as_bytes();
    if let Some(wrong) = bytes.iter().find(|byte| !(63..=126).contains(*byte)) {
        let found = char::from(*wrong).escape_debug();
        return Err(format!(
            "'{found}' is no character of graph6, which are ? to ~"
        ));
    }
    let six =
        |bytes: &[u8]| (bytes.iter()).fold(0, |number, &byte| number << 6 | usize::from(byte - 63));
    let (n, bits) = match *bytes {
        [126, 126, ..] => return Err(format!("more than {MAX_HOLES} vertices")),
        [126, a, b, c, ref bits @ ..] => (six(&[a, b, c]), bits),
        [first, ref bits @ ..] if first < 126 => (six(&[first]), bits),
        _ => return Err("a graph6 without its number of vertices".into()),
    };
    if n > MAX_HOLES {
        return Err(format!("{n} vertices, more than {MAX_HOLES}"));
    }
    let wanted = (n * n.saturating_sub(1) / 2).div_ceil(6);
    if bits.len() != wanted {
        let found = bits.len();
        return Err(format!(
            "a graph6 of {n} vertices has {wanted} characters of edges, not {found}"
        ));
    }
    let mut edges = Vec::new();
    let mut number = 0;
    for b in 1..n {
        for a in 0..b {
            if (bits[number / 6] - 63) >> (5 - number % 6) & 1 == 1 {
                edges.push([a, b]);
            }
            number += 1;
        }
    }
    Ok((n, edges))
}

/// What a name of a board of lines stands for: how wide its picture is, its holes, and its lines.
pub(super) struct Shape {
    width: usize,
    holes: usize,
    lines: Vec<Line>,
}

impl Shape {
    /// A graph, in one row.
    pub(super) fn graph(n: usize, edges: &[[Hole; 2]]) -> Result<Self, BoardError> {
        Shape::in_rows(n, n, edges)
    }

    fn in_rows(width: usize, holes: usize, edges: &[[Hole; 2]]) -> Result<Self, BoardError> {
        Ok(Shape {
            width,
            holes,
            lines: paths(holes, edges)?,
        })
    }

    pub(super) fn board(&self) -> Result<Board, BoardError> {
        let cell = |hole: Hole| -> Cell {
            let (x, y) = (hole % self.width, hole / self.width);
            (x as i32, y as i32)
        };
        let lines = self.lines.iter().map(|line| line.map(cell));
        Board::with_lines(Lattice::Square, (0..self.holes).map(cell), lines)
    }
}

/// The shape of a name's form and its numbers; `None` if no board of lines is called so.
pub(super) fn shape(form: &str, sizes: &[usize]) -> Option<Result<Shape, BoardError>> {
    let holes = match (form, sizes) {
        ("path" | "cycle" | "complete", &[n]) => n,
        ("star", &[leaves]) => leaves.saturating_add(1),
        ("bipartite", &[a, b]) => a.saturating_add(b),
        ("torus", &[width, height]) => width.saturating_mul(height),
        ("hypercube", &[n]) => 1usize.checked_shl(n.min(99) as u32).unwrap_or(usize::MAX),
        _ => return None,
    };
    if holes == 0 {
        return Some(Err(BoardError::Empty));
    }
    if holes > MAX_HOLES {
        return Some(Err(BoardError::TooManyHoles(holes)));
    }
    let pairs = |n: usize| n.saturating_mul(n.saturating_sub(1)) / 2;
    let lines = match (form, sizes) {
        ("complete", _) => holes.saturating_mul(pairs(holes - 1)),
        ("bipartite", &[a, b]) => a
            .saturating_mul(pairs(b))
            .saturating_add(b.saturating_mul(pairs(a))),
        _ => 0, // they are counted
    };
    if lines > MAX_LINES {
        return Some(Err(BoardError::TooManyLines(lines)));
    }
    let next = |hole: Hole| [hole, (hole + 1) % holes];
    let from_first =
        |first: usize| move |hole: Hole| (first..holes).map(move |other| [hole, other]);
    Some(match (form, sizes) {
        ("path", _) => Shape::graph(holes, &(0..holes - 1).map(next).collect::<Vec<_>>()),
        ("cycle", _) if holes < 3 => Shape::graph(holes, &[]),
        ("cycle", _) => Shape::graph(holes, &(0..holes).map(next).collect::<Vec<_>>()),
        ("star", _) => Shape::graph(holes, &from_first(1)(0).collect::<Vec<_>>()),
        ("bipartite", &[a, _]) => {
            Shape::graph(holes, &(0..a).flat_map(from_first(a)).collect::<Vec<_>>())
        }
        ("complete", _) => {
            let edges = (0..holes).flat_map(|a| (a + 1..holes).map(move |b| [a, b]));
            Shape::graph(holes, &edges.collect::<Vec<_>>())
        }
        ("torus", &[width, height]) => Ok(torus(width, height)),
        (_, n) => {
            let corners = (0..holes).flat_map(|a| (0..n[0]).map(move |bit| [a, a ^ 1 << bit]));
            let edges: Vec<_> = corners.filter(|[a, b]| a < b).collect();
            Shape::in_rows(1 << n[0].div_ceil(2), holes, &edges)
        }
    })
}

/// Rows and columns that go round: three neighbours in one are a line.
fn torus(width: usize, height: usize) -> Shape {
    let at = |x: usize, y: usize| y % height * width + x % width;
    let mut lines = Vec::new();
    for hole in 0..width * height {
        let (x, y) = (hole % width, hole / width);
        let across = [hole, at(x + 1, y), at(x + 2, y)];
        let down = [hole, at(x, y + 1), at(x, y + 2)];
        lines.extend((width > 2).then_some(across));
        lines.extend((height > 2).then_some(down));
    }
    let holes = width * height;
    Shape {
        width,
        holes,
        lines,
    }
}
