//! Lines of a board's own in a problem file: the sections `lines:`, `edges:` and `walls:`.

use super::block::{Block, Wrong};
use crate::board::{Board, BoardError, Cell, Hole, lines, parse_cell};
use std::collections::{BTreeSet, HashMap};

/// The board with the lines of these sections, each with its key, and whether it says `only`. The
/// lattice's lines are kept where none does; walls take some of them away.
pub(super) fn of(board: Board, sections: &[(String, bool, Block)]) -> Result<Board, Wrong> {
    let Some((_, _, first)) = sections.first() else {
        return Ok(board);
    };
    let is_only = sections.iter().any(|(_, is_only, _)| *is_only);
    let mut own: Vec<lines::Line> = Vec::new();
    if !is_only {
        own.extend(board.lines());
    }
    for (_, _, block) in sections.iter().filter(|section| section.0 == "walls") {
        wall_off(&board, block, &mut own)?;
    }
    for (key, _, block) in sections {
        match key.as_str() {
            "lines" => own.extend(rows(&board, block)?.into_iter().map(|(_, line)| line)),
            "edges" => {
                let edges = rows(&board, block)?.into_iter();
                let edges: BTreeSet<[Hole; 2]> =
                    edges.map(|(_, [a, b])| [a.min(b), a.max(b)]).collect();
                let edges: Vec<[Hole; 2]> = edges.into_iter().collect();
                let paths = lines::paths(board.n_holes(), &edges);
                own.extend(paths.map_err(|error| (block.key_line, 1, error.to_string()))?);
            }
            _ => {}
        }
    }
    let own = own
        .into_iter()
        .map(|line| line.map(|hole| board.cell(hole)));
    Board::with_lines(board.drawn_on(), board.cells().iter().copied(), own)
        .map_err(|error: BoardError| (first.key_line, 1, error.to_string()))
}

/// Takes away the lines that pass between two holes with a wall between them.
fn wall_off(board: &Board, block: &Block, own: &mut Vec<lines::Line>) -> Result<(), Wrong> {
    let mut passing: HashMap<[Hole; 2], Vec<usize>> = HashMap::new();
    for (number, &[a, over, c]) in own.iter().enumerate() {
        for end in [a, c] {
            let between = [end.min(over), end.max(over)];
            passing.entry(between).or_default().push(number);
        }
    }
    let mut is_walled = vec![false; own.len()];
    for (line, [a, b]) in rows(board, block)? {
        let stopped = passing.get(&[a.min(b), a.max(b)]).ok_or_else(|| {
            let message = "no line of the lattice passes between these two holes";
            (line, 1, message.to_string())
        })?;
        stopped.iter().for_each(|&number| is_walled[number] = true);
    }
    let mut walled = is_walled.into_iter();
    own.retain(|_| walled.next() == Some(false));
    Ok(())
}

/// The rows of a section, with their lines: this number of different holes each.
fn rows<const N: usize>(board: &Board, block: &Block) -> Result<Vec<(usize, [Hole; N])>, Wrong> {
    let mut rows = Vec::new();
    for (row, number) in block.text.lines().zip(1..) {
        let words: Vec<&str> = row.split_whitespace().collect();
        if words.is_empty() {
            continue;
        }
        let wrong = |message: String| (block.line(number), 1, message);
        let cells: Option<Vec<Cell>> = words.iter().map(|word| parse_cell(word)).collect();
        let cells: [Cell; N] = cells
            .and_then(|cells| cells.try_into().ok())
            .ok_or_else(|| {
                let example = ["2,0", "3,0", "4,0"][..N].join(" ");
                wrong(format!("expected {N} holes, as {example}"))
            })?;
        let mut holes = [0; N];
        for (hole, (x, y)) in holes.iter_mut().zip(cells) {
            let found = board.hole_at((x, y));
            *hole = found.ok_or_else(|| wrong(format!("the board has no hole at {x},{y}")))?;
        }
        if (1..N).any(|place| holes[..place].contains(&holes[place])) {
            return Err(wrong("a hole twice; expected different ones".into()));
        }
        rows.push((block.line(number), holes));
    }
    Ok(rows)
}

/// The section that says the board's own lines, and no others; nothing where they are the
/// lattice's.
pub(super) fn written(board: &Board) -> String {
    let Some(lines) = board.own_lines() else {
        return String::new();
    };
    let cell = |hole: Hole| {
        let (x, y) = board.cell(hole);
        format!("{x},{y}")
    };
    let row = |line: lines::Line| line.map(cell).join(" ") + "\n";
    "lines: only\n".to_string() + &lines.into_iter().map(row).collect::<String>()
}
