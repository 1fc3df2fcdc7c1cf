//! What a certificate says, in words and drawn on the board.

use super::{answer, terminal};
use pegsat::{
    board::{Board, Jump, picture},
    certificate,
    check::Accepted,
};
use serde_json::Value;
use std::fmt::Write;

/// The most positions of an exhaustion that are drawn.
const MOST_DRAWN: usize = 4;

/// Why what an accepted certificate says is so; nothing where its board is none of ours.
pub(super) fn reasons(accepted: &Accepted, text: &str) -> String {
    let Some(board) = certificate::board(accepted) else {
        return String::new();
    };
    let document: Value = serde_json::from_str(text).unwrap_or_default();
    let mut places: Vec<usize> = (0..board.n_holes()).collect();
    places.sort_by_key(|&hole| (accepted.cells[hole].1, accepted.cells[hole].0));
    let view = View {
        accepted,
        board,
        places,
    };
    view.proof(&document["certificate"]["proof"])
}

/// A certificate, and the board on which it is drawn.
struct View<'a> {
    accepted: &'a Accepted,
    board: Board,
    /// Of each hole of the board its number in the certificate.
    places: Vec<usize>,
}

/// Numbers of holes.
fn holes(value: &Value) -> Vec<usize> {
    let list = value.as_array().into_iter().flatten();
    list.filter_map(|hole| Some(hole.as_u64()? as usize))
        .collect()
}

fn parity(count: usize) -> String {
    let word = ["even", "odd"][count % 2];
    format!("{count}, {word}")
}

/// What bounds on how often jumps are made add to weights.
fn bounded(nodes: &[Value]) -> String {
    let mut text = String::new();
    let has_tables = |node: &Value| {
        let tables = node["ends"]["tables"].as_array();
        tables.is_some_and(|tables| !tables.is_empty())
    };
    if nodes.iter().any(has_tables) {
        text.push_str(
            "A number for each way in which some holes can be filled is added to that sum.\n",
        );
    }
    let has_ends = |node: &Value| {
        let sets = node["ends"]["sets"].as_array();
        sets.is_some_and(|sets| !sets.is_empty())
    };
    let ends = match nodes.iter().any(has_ends) {
        true => ", and by which of them can be the first and the last",
        false => "",
    };
    let _ = writeln!(
        text,
        "Jumps change the sum. How often each is made is bounded by the number of pegs to be taken away{ends}: \
         within those bounds the sum at the end is never what it is at the goal."
    );
    if nodes.len() > 1 {
        let nodes = answer::number(nodes.len(), "node");
        let _ = writeln!(
            text,
            "These are the weights of the first of several cases: a tree of {nodes}."
        );
    }
    text
}

impl View<'_> {
    fn proof(&self, proof: &Value) -> String {
        if let Some(cases) = proof["cases"].as_array() {
            return cases.iter().map(|case| self.case(case)).collect();
        }
        if proof["exhaustion"].is_object() {
            return self.exhaustion(&proof["exhaustion"]);
        }
        let size = terminal::line(&self.accepted.work);
        match self.accepted.kind.as_str() {
            "sweeps" => format!(
                "A formula says that there is a solution of so few sweeps (model S). A proof shows that nothing \
                 satisfies it; each step was checked: {size}.\n"
            ),
            _ => format!(
                "A formula says that there is a solution (a variable for each jump at each time). A proof shows that \
                 nothing satisfies it; each step was checked: {size}.\n"
            ),
        }
    }

    fn cell(&self, hole: usize) -> String {
        let own = self.places.iter().position(|&place| place == hole);
        own.map_or(String::new(), |own| self.board.cell_text(own))
    }

    /// What is said of all final positions, or of a last peg in one hole.
    fn case(&self, case: &Value) -> String {
        let finish = case["finish"].as_u64().map(|hole| hole as usize);
        let by = &case["by"];
        let lead = finish.map_or(String::new(), |hole| {
            format!("A last peg in {}?\n\n", self.cell(hole))
        });
        lead + &if by == "last_peg" {
            "A jump leaves a peg where it lands, so no jump leads to the empty board.\n".into()
        } else if by == "track" {
            "The peg that must be the last one moves by its own jumps alone, two holes at a time; such jumps \
             never lead it to where it must end.\n"
                .into()
        } else if by["parity"].is_array() {
            self.parity(&holes(&by["parity"]), finish)
        } else if let Some(sets) = by["parities"].as_array() {
            let said = sets.iter().map(|set| self.parity_of_finishes(&holes(set)));
            said.collect::<String>() + "So no hole is left for the last peg.\n"
        } else if let Some(nodes) = by["weights"].as_array() {
            self.weights(nodes, finish)
        } else {
            let nodes = by["cutting_planes"]["tree"].as_array();
            let text = self.weights(nodes.map_or(&[], Vec::as_slice), finish);
            text + "Numbers of jumps are whole, so bounds on them may be rounded: that decides.\n"
        }
    }

    /// The board with `#` in the holes of a set.
    fn marked(&self, set: &[usize]) -> String {
        let mark = |hole: usize| match set.contains(&self.places[hole]) {
            true => '#',
            false => '-',
        };
        let drawn = picture::draw(&self.board, mark);
        format!(
            "Count the pegs in the holes marked #:\n\n{drawn}\nOf any three holes in a line none or two are \
             marked, so a jump changes that count by two or not at all: it stays even, or odd.\n"
        )
    }

    fn pegs_in(&self, set: &[usize]) -> usize {
        let start = &self.accepted.start;
        set.iter().filter(|hole| start.contains(hole)).count()
    }

    fn parity(&self, set: &[usize], finish: Option<usize>) -> String {
        let filled: Vec<usize> = match finish {
            Some(hole) => vec![hole],
            None => self.filled(),
        };
        let end = set.iter().filter(|hole| filled.contains(hole)).count();
        format!(
            "{}At the start it is {}; at the goal it would be {}.\n",
            self.marked(set),
            parity(self.pegs_in(set)),
            parity(end)
        )
    }

    /// The same for one peg anywhere: which last holes the set rules out.
    fn parity_of_finishes(&self, set: &[usize]) -> String {
        let start = self.pegs_in(set);
        let (rules_out, end) = match start.is_multiple_of(2) {
            true => ("a hole with #", "1, odd"),
            false => ("a hole without #", "0, even"),
        };
        let marked = self.marked(set);
        format!(
            "{marked}At the start it is {}; with the last peg in {rules_out} it would be {end}. So it is not there.\n\n",
            parity(start)
        )
    }

    /// The holes that the goal fills.
    fn filled(&self) -> Vec<usize> {
        let goal = &self.accepted.goal;
        match &goal.picture {
            Some(picture) => picture.filled.clone(),
            None => goal
                .all_survivors()
                .filter_map(|survivor| survivor.at)
                .collect(),
        }
    }

    /// What a final position is worth at least, where that is simply said.
    fn worth(&self, weights: &[i64], finish: Option<usize>) -> Option<i128> {
        let goal = &self.accepted.goal;
        let of = |hole: usize| i128::from(weights[hole]);
        if let Some(hole) = finish {
            return weights.get(hole).map(|_| of(hole));
        }
        if let Some(picture) = &goal.picture {
            let either = picture.either.iter().map(|&hole| of(hole).min(0));
            let filled = picture.filled.iter().map(|&hole| of(hole));
            return Some(filled.chain(either).sum());
        }
        let surviving = goal.all_survivors().count();
        let ends = self.filled();
        if surviving > 0 && ends.len() == surviving {
            return Some(ends.into_iter().map(of).sum());
        }
        let pegs = goal.pegs.or((surviving > 0).then_some(surviving))?;
        let mut least: Vec<i128> = (0..weights.len()).map(of).collect();
        least.sort_unstable();
        Some(least.iter().take(pegs).sum())
    }

    fn weights(&self, nodes: &[Value], finish: Option<usize>) -> String {
        let goal = &self.accepted.goal;
        let least = goal.pegs.max(goal.dead_end).unwrap_or(self.filled().len());
        if least > self.accepted.start.len() {
            return "The goal has more pegs than the start, and jumps only take pegs away.\n"
                .into();
        }
        let leaf = |node: &Value| {
            let list = node["leaf"]
                .as_array()
                .or(node["ends"]["weights"].as_array())?;
            let weights: Option<Vec<i64>> = list.iter().map(Value::as_i64).collect();
            weights.filter(|weights| weights.len() == self.places.len())
        };
        let Some(weights) = nodes.iter().find_map(leaf) else {
            return "Weights of holes, and bounds on how often jumps are made, show it.\n".into();
        };
        let drawn = self.figures(&weights);
        let mut text =
            format!("Give each hole a weight, and add up those of the pegs:\n\n{drawn}\n");
        let rises = self.board.jumps().iter().any(|jump| {
            let [from, over, to] = jump
                .holes()
                .map(|hole| i128::from(weights[self.places[hole]]));
            to > from + over
        });
        if !rises {
            text.push_str(
                "A peg that lands is worth no more than the two that it came from and leapt over: no jump \
                 raises the sum (a pagoda function).\n",
            );
        }
        if !rises && nodes.len() == 1 && nodes[0]["leaf"].is_array() {
            let start = self.accepted.start.iter();
            let start: i128 = start.map(|&hole| i128::from(weights[hole])).sum();
            if let Some(worth) = self.worth(&weights, finish) {
                let _ = writeln!(
                    text,
                    "At the start it is {start}; at the goal it would be {worth} or more."
                );
            }
            return text;
        }
        text + &bounded(nodes)
    }

    /// The board with a number in each hole.
    fn figures(&self, weights: &[i64]) -> String {
        let texts: Vec<String> = self
            .places
            .iter()
            .map(|&hole| weights[hole].to_string())
            .collect();
        let width = texts.iter().map(String::len).max().unwrap_or(1);
        let scale = (width + 1).div_ceil(2);
        let mut rows: Vec<String> = Vec::new();
        for (text, (column, line)) in texts.iter().zip(picture::places(&self.board)) {
            rows.resize(rows.len().max(line + 1), String::new());
            let row = &mut rows[line];
            let end = (column * scale + width).max(row.len() + text.len());
            let missing = end - row.len();
            row.push_str(&format!("{text:>missing$}"));
        }
        rows.iter().map(|row| format!("{row}\n")).collect()
    }

    fn exhaustion(&self, proof: &Value) -> String {
        let positions = proof["positions"].as_array().map_or(&[][..], Vec::as_slice);
        let start = &self.accepted.start;
        let has_peg = |hole: usize| start.contains(&self.places[hole]);
        let mut jumps = self.board.jumps().iter();
        let can_jump = |jump: &Jump| has_peg(jump.from) && has_peg(jump.over) && !has_peg(jump.to);
        if !jumps.any(can_jump) {
            return "A dead end: at the start no jump can be made, and it is not the goal.\n"
                .into();
        }
        let n = answer::number(positions.len(), "position");
        let cuts = proof["cuts"].as_array().map_or(0, Vec::len);
        let or = match cuts {
            0 => String::new(),
            _ => format!(
                ", or to one that weights of holes rule out ({} tried)",
                answer::number(cuts, "set")
            ),
        };
        let mut text = format!(
            "The start is one of {n}, those that symmetry makes alike counted once. A jump from one of them leads \
             to one of them, or to one with too few pegs{or}; none of them is the goal.\n"
        );
        if positions.len() <= MOST_DRAWN && cuts == 0 {
            for position in positions {
                let text_of = position.as_str().unwrap_or_default();
                let bits = text_of.split('@').next().unwrap_or_default();
                if let Ok(bits) = u128::from_str_radix(bits, 16) {
                    let is_peg = |hole: usize| {
                        bits.checked_shr(self.places[hole] as u32).unwrap_or(0) & 1 == 1
                    };
                    let mark = |hole: usize| if is_peg(hole) { 'O' } else { '.' };
                    let _ = write!(text, "\n{}", picture::draw(&self.board, mark));
                }
            }
        }
        text
    }
}
