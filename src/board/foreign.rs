//! Pictures as others draw them, in our characters.
//!
//! `FORMATS` says who draws what. A picture is read in each format that has all of its characters.
//! Readings without a possible jump do not count, nor those whose goal has as many pegs as the
//! start or more; if two different ones are left, an error asks which characters are the pegs.
//! Where some row has a blank inside, blanks part the cells, as in our own pictures; else each
//! character is a cell. So that a slip in one of our pictures makes no other board of it, `.` is
//! no hole only where it frames the picture.

use super::{
    Board, Lattice, Position,
    picture::{self, Mark, PictureError},
};
use std::collections::BTreeSet;

/// What a program or a collection draws: characters of pegs, of empty holes, and of places that are
/// no holes, besides the blank; then those of a peg and of an empty hole where the last peg is to
/// be.
struct Format {
    pegs: &'static str,
    empty: &'static str,
    outside: &'static str,
    finish: [char; 2],
}

const NOWHERE: [char; 2] = [' '; 2];

const fn format(
    pegs: &'static str,
    empty: &'static str,
    outside: &'static str,
    finish: [char; 2],
) -> Format {
    Format {
        pegs,
        empty,
        outside,
        finish,
    }
}

const FORMATS: [Format; 13] = [
    // Contests: Kattis, Peg Solitaire (CERC 2008); POJ 2805; openjudges P6331. And this program.
    format("oO", ".", "#", NOWHERE),
    // Contests: UVa 10651 and Kattis, Pebble Solitaire; the solver leotok/peg-solitaire-solver.
    format("oO", "-_", "#", NOWHERE),
    // o-laurent/peg-solitaire, data/; JesusRodriguezAstudillo/javaPegGame, triangles; models for
    // clingo and Prolog.
    format("xX", ".-_", "#", NOWHERE),
    // CSPLib, problem 37; with - outside jagatsastry/peg-solitaire-solver; UVa 379.
    format("xX", "oO0", "#-.", NOWHERE),
    // gabscrobson/Peg-Solitaire-Solver, games/ (#); Hermann-SW's boards of 2020 (.).
    format("oO", "xX", "#-.", NOWHERE),
    // The Go project's test/solitaire.go and its heirs, as chkas/easylang and, where the last peg
    // is to be, kgiannakakis/rust_peg_solver, games/.
    format("●•", "○◦·_", "#.-", ['◉', '◎']),
    format("●•", ".", "#", NOWHERE),
    // jacobchrismarsh/peg_solitaire; puzzles in Haskell.
    format("*", "O", "█", NOWHERE),
    format("*", ".·_", "#", NOWHERE),
    // Matrices of Python and Java programs; -1 is no hole.
    format("1", "0", "#", NOWHERE),
    // ebylmz/PegSolitaire, user boards; karlovsek's PegSolitaire.h (O and #).
    format("P", ".O", "#", NOWHERE),
    // senaozb/PegSolitaire, Assets.
    format("p", "e", "o", NOWHERE),
    // Contests: POJ 1667, Peg Game (Greater New York 2003).
    format("o", "e", "x", ['O', 'E']),
];

/// A picture in our own characters, and a goal's, where the picture says where the last peg is
/// to be.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Own {
    /// The start.
    pub start: String,
    /// The goal.
    pub goal: Option<String>,
    /// The lattice.
    pub lattice: Lattice,
}

/// Whether all characters of a line stand for holes or for no holes, so that it may be a row of
/// some picture.
pub fn is_row(line: &str) -> bool {
    let line = line.replace("-1", "#");
    let is_one = |symbol: char| symbol == ' ' || FORMATS.iter().any(|format| format.has(symbol));
    !line.is_empty() && line.chars().all(is_one)
}

/// Reads a start, and a goal if it is drawn, in whichever characters; on this lattice, or, where
/// none is named, the first on which the holes lie. `None` if they are drawn as we do, or in
/// no known way.
///
/// # Errors
/// If the picture can be read in more than one way.
pub fn read(
    lattice: Option<Lattice>,
    start: &str,
    goal: Option<&str>,
) -> Result<Option<Own>, PictureError> {
    let pictures: Vec<String> = [Some(start), goal]
        .into_iter()
        .flatten()
        .map(|text| text.replace("-1", "#"))
        .collect();
    let symbols: BTreeSet<char> = pictures
        .iter()
        .flat_map(|text| text.chars())
        .filter(|symbol| !matches!(symbol, ' ' | '\n' | '\r'))
        .collect();
    let either = symbols.contains(&'?');
    let is_framed = pictures.iter().all(|text| is_framed(text));
    // What has our characters alone means what they mean here.
    let are_ours = symbols.iter().all(|symbol| "O.?".contains(*symbol));
    let formats = if are_ours { &FORMATS[..1] } else { &FORMATS };
    let fitting = formats.iter().filter(|format| {
        let is_dot_outside = symbols.contains(&'.') && format.outside.contains('.');
        // Where O and o are both in a picture, one of them may be a slip.
        let pegs = symbols.iter().filter(|one| format.pegs.contains(**one));
        (is_framed || !is_dot_outside)
            && symbols.iter().all(|&symbol| format.has(symbol))
            && pegs.count() < 2
    });
    let readings: BTreeSet<(bool, Own, String)> = fitting
        .filter_map(|format| {
            let drawn: Vec<String> = pictures.iter().map(|text| format.ours(text)).collect();
            let finish = pictures.first().and_then(|text| format.goal(text));
            let (lattice, is_game) = sensible(lattice, &drawn)?;
            let mut drawn = drawn.into_iter();
            let own = Own {
                start: drawn.next()?,
                goal: drawn.next().or(finish),
                lattice,
            };
            let pegs = symbols
                .iter()
                .filter(|&&symbol| format.pegs.contains(symbol));
            Some((is_game, own, pegs.collect::<String>()))
        })
        .collect();
    let mut games: Vec<_> = readings
        .iter()
        .filter(|reading| reading.0 || either)
        .collect();
    if games.is_empty() {
        games = readings.iter().collect();
    }
    games.dedup_by(|a, b| a.1 == b.1);
    match games[..] {
        [] => Ok(None),
        [(_, own, _)] => {
            Ok(Some(own.clone()).filter(|own| own.start != start || own.goal.is_some()))
        }
        _ => {
            let pegs: BTreeSet<&str> = games.iter().map(|reading| reading.2.as_str()).collect();
            let pegs: Vec<&str> = pegs.into_iter().collect();
            Err(PictureError {
                line: 1,
                column: 1,
                message: format!(
                    "which are the pegs, {}? The picture can be read in both ways; expected O \
                     for a peg, . for an empty hole and a blank for no hole",
                    pegs.join(" or ")
                ),
            })
        }
    }
}

/// Reads the picture of a position on this board, ours or another's.
///
/// # Errors
/// As [`picture::parse_position`] and [`read`].
pub fn parse_position(board: &Board, text: &str) -> Result<Position, PictureError> {
    picture::parse_position(board, text).or_else(|error| {
        let own = read(Some(board.drawn_on()), text, None)?.ok_or(error)?;
        picture::parse_position(board, &own.start)
    })
}

/// Whether the first and the last row are all `.`.
fn is_framed(text: &str) -> bool {
    let mut rows = text.lines().filter(|row| !row.trim().is_empty());
    let ends = [rows.next(), rows.next_back()];
    let is_edge = |row: &str| row.chars().all(|symbol| symbol == '.' || symbol == ' ');
    ends.into_iter().all(|row| row.is_some_and(is_edge))
}

/// On which lattice the holes lie, and whether a jump can be made that brings the goal nearer.
fn sensible(lattice: Option<Lattice>, drawn: &[String]) -> Option<(Lattice, bool)> {
    let lattices = [Lattice::Square, Lattice::Triangular];
    let lattices = lattice.as_ref().map_or(&lattices[..], std::slice::from_ref);
    let read = |&lattice: &Lattice| {
        let start = picture::parse_board(lattice, drawn.first()?).ok()?;
        Some((lattice, start))
    };
    let (lattice, (board, marks)) = lattices.iter().find_map(read)?;
    if !marks.contains(&Mark::Peg) {
        return None; // a slip, more likely
    }
    let is = |hole: usize, mark: Mark| marks[hole] == mark;
    let mut jumps = board.jumps().iter();
    let can_jump = jumps.any(|jump| {
        is(jump.from, Mark::Peg) && is(jump.over, Mark::Peg) && is(jump.to, Mark::Empty)
    });
    let mut pegs = drawn.iter().map(|text| text.matches('O').count());
    let start = pegs.next();
    let is_less = pegs.next().is_none_or(|goal| Some(goal) < start);
    Some((lattice, can_jump && is_less))
}

impl Format {
    fn has(&self, symbol: char) -> bool {
        self.mark(symbol).is_some() || self.outside.contains(symbol)
    }

    fn mark(&self, symbol: char) -> Option<Mark> {
        let [peg, empty] = self.finish;
        match symbol {
            ' ' => None,
            '?' => Some(Mark::Either),
            _ if self.pegs.contains(symbol) || symbol == peg => Some(Mark::Peg),
            _ if self.empty.contains(symbol) || symbol == empty => Some(Mark::Empty),
            _ => None,
        }
    }

    /// The picture in our characters.
    fn ours(&self, text: &str) -> String {
        let symbol = |symbol| self.mark(symbol).map_or(' ', Mark::symbol);
        laid_out(text, self.outside, symbol)
    }

    /// The goal's, if the start says where the last peg is to be.
    fn goal(&self, text: &str) -> Option<String> {
        let is_finish = |symbol: char| self.finish.contains(&symbol) && symbol != ' ';
        (text.chars().filter(|&symbol| is_finish(symbol)).count() == 1).then(|| {
            laid_out(text, self.outside, |symbol| match self.mark(symbol) {
                None => ' ',
                Some(_) if is_finish(symbol) => 'O',
                Some(_) => '.',
            })
        })
    }
}

/// Two columns for each cell, without the rows and columns outside that frame the board.
fn laid_out(text: &str, outside: &str, ours: impl Fn(char) -> char) -> String {
    let is_dense = text
        .lines()
        .any(|line| line.trim().chars().nth(1).is_some())
        && !text
            .lines()
            .any(|line| line.trim().contains(char::is_whitespace));
    let has_words = !is_dense && text.contains(|symbol| outside.contains(symbol));
    let cells = |line: &str| -> String {
        match (is_dense, has_words) {
            (true, _) => line.chars().flat_map(|symbol| [symbol, ' ']).collect(),
            // Numbers may be aligned with more blanks than one.
            (false, true) => line
                .split_whitespace()
                .flat_map(|word| [word, " "])
                .collect(),
            (false, false) => line.into(),
        }
    };
    let rows = text
        .lines()
        .map(|line| -> String { cells(line).chars().map(&ours).collect() });
    let rows: Vec<String> = rows.map(|row| row.trim_end().into()).collect();
    let above = rows.iter().take_while(|row| row.is_empty()).count();
    let left = |row: &String| row.len() - row.trim_start().len();
    let drawn = rows.iter().filter(|row| !row.is_empty());
    let left = drawn.map(left).min().unwrap_or(0);
    let row = |row: &String| format!("{}\n", row.get(left..).unwrap_or(""));
    rows[above..].iter().map(row).collect()
}
