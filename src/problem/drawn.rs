//! Pictures of a problem file as others draw them: below its keys, or alone; and which lines are
//! comments, where `#` may be no hole.

use super::block::{Block, Wrong};
use crate::board::{Lattice, foreign, picture};
use std::collections::BTreeSet;

/// Whether the line is a comment, and not a row of a picture in which `#` is no hole: as such it is
/// told by another `#` after the first, or at its end.
pub fn is_comment(line: &str) -> bool {
    let line = line.trim();
    let is_framed = match line.contains(' ') {
        true => line.starts_with("# #") || line.ends_with(" #"),
        false => line.starts_with("##") || line.ends_with('#'),
    };
    let is_hole = |symbol: char| !matches!(symbol, '#' | '-' | ' ');
    line.starts_with('#') && !(is_framed && foreign::is_row(line) && line.contains(is_hole))
}

/// The lines of a picture alone that are no comments, with their numbers. Where `#` is no hole,
/// rows may begin with it however they end, and be nothing else.
fn without_comments(text: &str) -> Vec<(&str, usize)> {
    let is_row = |line: &str| foreign::is_row(line) && line.contains('#');
    let with_hash = text.lines().any(|line| is_row(line) && !is_comment(line));
    let wide = |line: &str| line.trim_end().chars().count();
    let others = text.lines().filter(|line| !line.starts_with('#'));
    let widest = others.map(wide).max();
    let is_kept = |line: &str| {
        let is_dense = !line.contains(' ') && line.chars().any(|symbol| symbol != '#');
        let fits = is_dense && Some(wide(line)) == widest;
        !is_comment(line) || is_row(line) && (with_hash || fits)
    };
    let lines = text.lines().zip(1..);
    lines.filter(|(line, _)| is_kept(line)).collect()
}

/// Whether the first row is a number of pictures, and not one of the rows.
fn is_count(rows: &[(&str, usize)]) -> bool {
    let [(first, _), rest @ ..] = rows else {
        return false;
    };
    let wide = |row: &str| row.split_whitespace().map(str::len).sum::<usize>();
    let rest = rest.iter().map(|row| row.0);
    let rest = rest.filter(|row| !row.trim().is_empty());
    let widths: BTreeSet<usize> = rest.clone().map(wide).collect();
    let is_binary = |row: &str| row.chars().all(|symbol| matches!(symbol, '0' | '1' | ' '));
    let is_narrower_or_wider = widths.len() == 1 && !widths.contains(&wide(first));
    let is_other_kind = !widths.is_empty() && !rest.clone().any(is_binary);
    first.trim().parse::<usize>().is_ok() && (is_narrower_or_wider || is_other_kind)
}

/// A picture without keys: a start, and a goal if it says where the last peg is to be.
pub(super) struct Alone {
    pub(super) lattice: Option<Lattice>,
    pub(super) start: Block,
    pub(super) goal: Option<Block>,
}

/// Reads a picture alone; a number of pictures, or who played, may stand above it or below.
/// `None` if the text is something else.
pub(super) fn alone(text: &str) -> Result<Option<Alone>, Wrong> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let has_words = |line: &str| {
        let mut words = line.split_whitespace();
        words.any(|word| word.parse::<usize>().is_ok()) && !foreign::is_row(line)
    };
    let mut rows = without_comments(text);
    while rows
        .pop_if(|(line, _)| line.trim().is_empty() || has_words(line))
        .is_some()
    {}
    let above = rows.iter().take_while(|(line, _)| has_words(line)).count();
    let rows = &rows[above..];
    let rows = &rows[usize::from(above == 0 && is_count(rows))..];
    let has_key = rows.iter().any(|(line, _)| line.contains(':'));
    let is_drawn = |line: &str| {
        let mut words = line.split_whitespace();
        foreign::is_row(line) || !line.is_empty() && words.all(|word| word.chars().count() == 1)
    };
    if has_key || !rows.iter().any(|(line, _)| is_drawn(line)) {
        return Ok(None);
    }
    let block = |text: String| Block {
        key_line: rows[0].1,
        numbers: rows.iter().map(|row| row.1).collect(),
        text,
    };
    let drawn: String = rows
        .iter()
        .map(|(row, _)| format!("{}\n", row.trim_end()))
        .collect();
    let own = match picture::parse_board(Lattice::Square, &drawn) {
        Ok(_) => None,
        Err(_) => {
            foreign::read(None, &drawn, None).map_err(|error| (rows[0].1, 1, error.message))?
        }
    };
    let (lattice, start, goal) = match own {
        None => (None, drawn, None),
        Some(own) => (Some(own.lattice), own.start, own.goal),
    };
    Ok(Some(Alone {
        lattice,
        start: block(start),
        goal: goal.map(block),
    }))
}

/// Puts pictures that others draw into our characters: which are the pegs follows from start and
/// goal together.
pub(super) fn translate(
    lattice: Lattice,
    start: &mut Block,
    goal: Option<&mut Block>,
) -> Result<(), Wrong> {
    let is_ours = |block: &Block| picture::parse_board(lattice, &block.text).is_ok();
    // Else a slip in the other one would be read.
    if is_ours(start) || goal.as_ref().is_some_and(|goal| is_ours(goal)) {
        return Ok(());
    }
    let drawn = goal.as_ref().map(|goal| goal.text.as_str());
    let own = foreign::read(Some(lattice), &start.text, drawn);
    if let Some(own) = own.map_err(|error| (start.line(1), 1, error.message))? {
        start.text = own.start;
        if let (Some(goal), Some(text)) = (goal, own.goal) {
            goal.text = text;
        }
    }
    Ok(())
}
