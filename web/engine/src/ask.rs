//! What the page may ask, and the answers.

use pegsat::{
    Approach, Ask, End, Evidence, Watch,
    board::{
        Board, Cell, JumpNumber, Lattice, Position,
        picture::{self, Mark},
    },
    engine::{self, hint},
    formula::dimacs,
    model::{self, layers},
    problem::{self, Goal, Problem, file},
    solution::{frames, n_sweeps},
};
use serde::Deserialize;
use serde_json::{Value, json, value::RawValue};

/// A question.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Request {
    /// Open a problem by name or by the text of its file; all that follows is about it.
    Open { source: String },
    /// The same, drawn: each cell with its peg at the start, and in the goal (null: either).
    Draw {
        lattice: Lattice,
        cells: Vec<(Cell, bool, Option<bool>)>,
        /// So many pegs anywhere, in place of the cells' goal.
        pegs: Option<usize>,
    },
    /// Which jumps can be made in a position, and whether it is the goal.
    Look { position: String },
    /// The position after a jump.
    Jump { position: String, jump: usize },
    /// A solution from this position on, or why there is none; by this approach, with less
    /// memory unless it is `auto`.
    Solve {
        position: String,
        #[serde(default)]
        by: Approach,
    },
    /// Whether the game can still be won after these jumps from the position, and by which jump:
    /// an answer as to `solve`, and how far back a lost one could be won.
    Hint {
        position: String,
        #[serde(default)]
        made: Vec<JumpNumber>,
    },
    /// The sweeps of these jumps.
    Sweeps { jumps: Vec<JumpNumber> },
    /// The sizes of this model's formula.
    Size { model: String },
    /// The formula as DIMACS.
    Dimacs { model: String },
    /// Names of boards and problems.
    Names,
}

/// The problem that is open.
#[derive(Default)]
pub struct Session(Option<Problem>);

impl Session {
    /// The answer, or an error's text, as JSON.
    pub fn answer(&mut self, question: &[u8]) -> String {
        let asked = serde_json::from_slice::<Request>(question).map_err(|error| error.to_string());
        let answer = asked.and_then(|request| self.tell(request));
        answer
            .unwrap_or_else(|error| json!({ "error": error }))
            .to_string()
    }

    fn tell(&mut self, request: Request) -> Result<Value, String> {
        match request {
            Request::Open { source } => {
                let problem = match source.contains('\n') {
                    true => file::parse("board", &source).map_err(text)?,
                    false => problem::named(&source).map_err(text)?,
                };
                self.open(problem)
            }
            Request::Draw {
                lattice,
                cells,
                pegs,
            } => self.open(drawn(lattice, &cells, pegs)?),
            Request::Look { position } => {
                let problem = self.problem()?;
                let position = read(problem, &position)?;
                let jumps = problem.board().jumps().iter().enumerate();
                let jumps = jumps.filter(|(_, jump)| position.allows(jump));
                Ok(json!({
                    "jumps": jumps.map(|(number, _)| number).collect::<Vec<_>>(),
                    "pegs": position.n_pegs(),
                    "done": problem.accepts(&position),
                }))
            }
            Request::Jump { position, jump } => {
                let problem = self.problem()?;
                let position = read(problem, &position)?;
                let jump = problem.board().jumps().get(jump).ok_or("no such jump")?;
                if !position.allows(jump) {
                    return Err("this jump cannot be made".into());
                }
                Ok(json!({ "position": written(&position.after(jump)) }))
            }
            Request::Solve { position, by } => solved(&from_here(self.problem()?, &position)?, by),
            Request::Hint { position, made } => {
                let problem = from_here(self.problem()?, &position)?;
                let hint = hint::hint(&problem, &made, false, &Watch::new()).map_err(text)?;
                let from = hint.from.as_ref().unwrap_or(&problem);
                let mut told = match &hint.answer {
                    Some(answer) => told(from, answer)?,
                    None => json!({ "outcome": "unsolvable" }),
                };
                told["back"] = json!(hint.back.map(|back| back.jumps));
                Ok(told)
            }
            Request::Sweeps { jumps } => Ok(json!(sweeps(self.problem()?.board(), &jumps)?)),
            Request::Size { model } => {
                let (_, cnf) = encoded(self.problem()?, &model)?;
                Ok(json!({ "variables": cnf.n_vars, "clauses": cnf.clauses.len() }))
            }
            Request::Dimacs { model } => {
                let problem = self.problem()?;
                let (layers, cnf) = encoded(problem, &model)?;
                let mut comments = vec![
                    format!("pegsat {}", env!("CARGO_PKG_VERSION")),
                    format!("problem {}", problem.name().replace('\n', " ")),
                    format!("model {model}"),
                ];
                comments.extend(layers.map(|layers| format!("layers {layers}")));
                let mut out = Vec::new();
                dimacs::write(&mut out, &cnf, &comments).map_err(text)?;
                Ok(json!({ "dimacs": String::from_utf8_lossy(&out) }))
            }
            Request::Names => Ok(json!({
                "problems": problem::all_names(),
                "models": model::MODELS.iter()
                    .map(|model| (model.name, model.summary))
                    .collect::<Vec<_>>(),
            })),
        }
    }

    fn problem(&self) -> Result<&Problem, String> {
        self.0.as_ref().ok_or_else(|| "no problem is open".into())
    }

    fn open(&mut self, problem: Problem) -> Result<Value, String> {
        if problem.goal().survivor().is_some() {
            return Err("a peg that must survive cannot be played here".into());
        }
        let board = problem.board();
        if board.n_holes() > MOST_HOLES {
            return Err(format!(
                "the board has {} holes; here they may be {MOST_HOLES}, and more on the command line",
                board.n_holes()
            ));
        }
        let goal = problem.goal();
        let opened = json!({
            "name": problem.name(),
            "lattice": board.lattice(),
            "cells": board.cells(),
            "places": picture::places(board),
            "start": written(problem.start()),
            "goal": (0..board.n_holes()).map(|hole| goal.fixed(hole)).collect::<Vec<_>>(),
            "says": goal.description(board),
            "jumps": board.jumps().iter().map(|jump| jump.holes()).collect::<Vec<_>>(),
            "text": file::write(&problem),
        });
        self.0 = Some(problem);
        Ok(opened)
    }
}

fn text(error: impl ToString) -> String {
    error.to_string()
}

fn written(position: &Position) -> String {
    let holes = 0..position.n_holes();
    holes
        .map(|hole| if position.has_peg(hole) { '1' } else { '0' })
        .collect()
}

fn read(problem: &Problem, text: &str) -> Result<Position, String> {
    let n_holes = problem.board().n_holes();
    if text.len() != n_holes || text.bytes().any(|byte| !matches!(byte, b'0' | b'1')) {
        return Err(format!(
            "expected a position of {n_holes} holes, each 0 or 1"
        ));
    }
    let pegs = (0..).zip(text.bytes()).filter(|&(_, byte)| byte == b'1');
    Ok(Position::of(n_holes, pegs.map(|(hole, _)| hole)))
}

/// The problem whose start is this position.
fn from_here(problem: &Problem, position: &str) -> Result<Problem, String> {
    let position = read(problem, position)?;
    let here = problem.starting(position);
    here.ok_or_else(|| "a peg that must survive cannot be played here".into())
}

/// The most holes of a board that is drawn and played on without a wait.
const MOST_HOLES: usize = 2500;

/// The last column and row that can be drawn.
const MOST: i32 = 999;

/// The problem that was drawn: written as a file and read again, so that the same rules
/// hold for both.
fn drawn(
    lattice: Lattice,
    cells: &[(Cell, bool, Option<bool>)],
    pegs: Option<usize>,
) -> Result<Problem, String> {
    let is_far = |&((x, y), ..): &(Cell, bool, Option<bool>)| x.max(y) > MOST || x.min(y) < 0;
    if cells.iter().any(is_far) {
        return Err(format!("expected columns and rows from 0 to {MOST}"));
    }
    let board = Board::new(lattice, cells.iter().map(|cell| cell.0)).map_err(text)?;
    if board.n_holes() != cells.len() {
        return Err("a cell is drawn twice".into());
    }
    // The board moves its holes to the corner and sorts them.
    let left = cells.iter().map(|cell| cell.0.0).min().unwrap_or(0);
    let top = cells.iter().map(|cell| cell.0.1).min().unwrap_or(0);
    let mut start = Position::empty(board.n_holes());
    let mut goal = vec![Mark::Empty; board.n_holes()];
    for &((x, y), peg, last) in cells {
        let hole = board
            .hole_at((x - left, y - top))
            .ok_or("a cell is no hole")?;
        goal[hole] = Mark::of(last);
        if peg {
            start.put(hole);
        }
    }
    let goal = match pegs {
        Some(pegs) => Goal::anywhere(pegs),
        None => Goal::picture(goal),
    };
    let problem = Problem::new("board", board, start, goal);
    file::parse("board", &file::write(&problem)).map_err(text)
}

fn sweeps(board: &Board, jumps: &[JumpNumber]) -> Result<usize, String> {
    let leap = |&number: &JumpNumber| {
        let jump = board.jumps().get(number.0).ok_or("no such jump")?;
        Ok((board.cell(jump.from), board.cell(jump.to)))
    };
    let leaps: Result<Vec<_>, String> = jumps.iter().map(leap).collect();
    Ok(n_sweeps(&leaps?))
}

/// The most memory of a road beside another engine that tries all of them, in bytes.
const MEMORY_BESIDE: u64 = 256 << 20;

fn solved(problem: &Problem, by: Approach) -> Result<Value, String> {
    let watch = match by {
        Approach::Auto => Watch::new(),
        _ => Watch::new().memory(MEMORY_BESIDE),
    };
    let ask = Ask::default().approach(by);
    let answer = pegsat::solve(problem, &ask, &watch).map_err(text)?;
    told(problem, &answer)
}

/// What the page is told of an answer.
fn told(problem: &Problem, answer: &engine::Answer) -> Result<Value, String> {
    let mut told = json!({
        "outcome": answer.end.outcome().0.name(),
        "road": answer.road,
        "checked": answer.end.checked(),
        "reason": answer.end.outcome().1.filter(|reason| reason.is_failure()),
        "message": answer.message,
    });
    match &answer.end {
        End::Solved {
            jumps, layer_sizes, ..
        } => {
            let layers = layer_sizes.clone();
            told["layers"] =
                json!(layers.unwrap_or_else(|| frames::disjoint_layers(problem, jumps)));
            told["sweeps"] = json!(sweeps(problem.board(), jumps)?);
            told["jumps"] = json!(jumps);
        }
        End::Unsolvable(Evidence::Certificate(certificate)) => {
            let document = RawValue::from_string(certificate.text.trim_end().into());
            told["certificate"] = json!(document.map_err(text)?);
            told["kind"] = json!(certificate.kind);
        }
        _ => {}
    }
    Ok(told)
}

/// The formula of a method, with as many layers as any solution can need.
fn encoded(
    problem: &Problem,
    method: &str,
) -> Result<(Option<usize>, pegsat::formula::Cnf), String> {
    let method: model::Method = method.parse().map_err(text)?;
    let stated = Ask::from(&method).stated(problem).map_err(text)?;
    let layers = stated.options.layers.or_else(|| layers::enough(problem));
    let (model, watch) = (stated.model, Watch::new());
    let encoded = engine::encode(problem, model, &stated.options, stated.at_most_one, &watch);
    let (_, cnf) = encoded.map_err(text)?;
    Ok((layers.filter(|_| model.step.is_layer()), cnf))
}
